import { replyAuditStates, replyLevelNames, replyScores, replyTypes } from '@zhanggui/domain/product/product-reply.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** The maximum number of replies answered, shown or hidden at once. */
export const MAX_REPLIES = 100

const picture = (title: string, options: { minLength?: number; ask?: string } = {}) =>
  t.String({
    title,
    maxLength: 512,
    pattern: /^(https?:\/\/|\/file\/|public\/)\S+$|^$/,
    example: 'https://example.com/a.png',
    hint: `${title}地址不正确`,
    ...options,
  })
const score = (title: string) => {
  const hint = `${title}为1-5`
  return t.OneOfNumbers(replyScores, { title, ask: hint, hint })
}
const required = {
  productId: t.Integer({ title: '商品', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ask: '请选择商品' }),
  nickname: t.String({ title: '用户名称', minLength: 1, maxLength: 64, ask: '请填写用户名称' }),
  avatar: picture('用户头像', { minLength: 1, ask: '请选择用户头像' }),
  comment: t.String({ title: '评价文字', minLength: 1, maxLength: 512, ask: '请填写评价内容' }),
  productScore: score('商品分数'),
  serviceScore: score('服务分数'),
}
const more = {
  pics: t.Optional(t.Array(picture('评价图片'), { title: '评价图片', maxItems: 9 })),
  sku: t.Optional(t.String({ title: '商品规格', maxLength: 400 })),
  createTime: t.Optional(
    t.String({
      title: '评价时间',
      maxLength: 19,
      pattern: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$|^$/,
      example: '2099-12-31 10:20:30',
      description: '不晚于现在，不早于商品添加时间；不填为现在',
    }),
  ),
}
const shown = {
  isShow: t.Optional(t.Boolean({ title: '显示' })),
  isTop: t.Optional(t.Boolean({ title: '置顶' })),
}
const ids = t.Array(t.Id, {
  title: '评论',
  minItems: 1,
  maxItems: MAX_REPLIES,
  uniqueItems: true,
  ask: '请选择评论',
})
const auditStatus = t.Optional(t.OneOfNumbers(replyAuditStates, { title: '审核状态' }))

/** A fictitious reply, written by staff. */
export const ReplyDraft = t.Object({ ...required, ...more, ...shown })
export type ReplyDraft = t.Static<typeof ReplyDraft>
/** Omitted fields stay unchanged. Of a buyer's reply only visibility, pinning and audit status may change. */
export const ReplyChange = t.Object({
  id: t.Id,
  version: t.Version,
  productId: t.Optional(required.productId),
  nickname: t.Optional(required.nickname),
  avatar: t.Optional(required.avatar),
  comment: t.Optional(required.comment),
  productScore: t.Optional(required.productScore),
  serviceScore: t.Optional(required.serviceScore),
  ...more,
  ...shown,
  auditStatus,
})
export type ReplyChange = t.Static<typeof ReplyChange>

export const ReplyComment = t.Object({
  ids,
  merchantReplyContent: t.String({ title: '回复内容', minLength: 1, maxLength: 300, ask: '请填写评论内容' }),
})
export type ReplyComment = t.Static<typeof ReplyComment>

export const ReplyModeration = t.Object({ ids, isShow: shown.isShow, auditStatus })
export type ReplyModeration = t.Static<typeof ReplyModeration>

export const Reply = t.Object({
  id: t.Id,
  version: t.Integer(),
  uid: t.Integer({ description: '0 of a fictitious reply' }),
  oid: t.Integer(),
  productId: t.Id,
  storeProduct: t.Object({ id: t.Id, image: t.String({ maxLength: 1000 }), storeName: t.String() }),
  unique: t.String({ description: 'code of the SKU' }),
  sku: t.String({ maxLength: 400 }),
  replyType: t.OneOf(replyTypes),
  productScore: t.Integer(),
  serviceScore: t.Integer(),
  star: t.Integer(),
  level: t.OneOf(replyLevelNames),
  comment: t.String({ maxLength: 512 }),
  pics: t.Array(t.String({ maxLength: 1000 })),
  nickname: t.String(),
  avatar: t.String({ maxLength: 1000 }),
  isReply: t.Boolean(),
  merchantReplyContent: t.String({ maxLength: 300 }),
  merchantReplyTime: t.Nullable(t.DateTime),
  replyBy: t.String({ description: 'who answered' }),
  isVirtual: t.Boolean(),
  isAuto: t.Boolean({ description: 'said by the shop for a buyer who said nothing' }),
  isShow: t.Boolean(),
  isTop: t.Boolean(),
  auditStatus: t.OneOfNumbers(replyAuditStates),
  createTime: t.DateTime,
  updateTime: t.DateTime,
})
export type Reply = t.Static<typeof Reply>

export const ReplyQuery = t.pageQuery({
  dateLimit: t.Optional(t.TimeRange),
  isReply: t.Optional(t.Boolean({ title: '评价状态' })),
  /** What a buyer wrote, that nobody answered and that was not rejected: bad ones first. */
  waiting: t.Optional(t.Boolean({ title: '待回复' })),
  productSearch: t.Optional(t.String({ title: '商品名称', maxLength: 50 })),
  nickname: t.Optional(t.String({ title: '用户名称', maxLength: 64 })),
  level: t.Optional(t.OneOf(replyLevelNames, { title: '评价等级' })),
  isShow: t.Optional(t.Boolean({ title: '显示状态' })),
  auditStatus,
  isVirtual: t.Optional(t.Boolean({ title: '虚拟评论' })),
  hasPic: t.Optional(t.Boolean({ title: '有图' })),
  productId: t.Optional(t.Integer({ title: '商品ID', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  keywords: t.Optional(t.String({ title: '评价内容', pasted: 'keyword', maxLength: 50 })),
})
export type ReplyQuery = t.Static<typeof ReplyQuery>

const base = '/admin/store/product/reply'
const params = t.Object({ id: t.Id })

/** 商品评论: by buyers, and fictitious ones by staff (docs/catalogue.md, Replies). */
export const productReply = routes('product-reply', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'admin:product:reply:list',
    summary: '商品评论列表，新评在前',
    query: ReplyQuery,
    response: t.pageOf(Reply),
  },
  info: {
    method: 'GET',
    path: `${base}/info/:id`,
    permission: 'admin:product:reply:info',
    summary: '商品评论详情',
    params,
    response: Reply,
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: 'admin:product:reply:save',
    summary: '新增虚拟评论',
    body: ReplyDraft,
    response: t.SavedVersion,
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission: 'admin:product:reply:update',
    summary: '编辑商品评论',
    body: ReplyChange,
    response: t.SavedVersion,
  },
  comment: {
    method: 'POST',
    path: `${base}/comment`,
    permission: 'admin:product:reply:comment',
    summary: '回复商品评论',
    body: ReplyComment,
    response: t.Done,
  },
  moderate: {
    method: 'POST',
    path: `${base}/moderate`,
    permission: 'admin:product:reply:update',
    summary: '批量显示、隐藏、审核商品评论',
    body: ReplyModeration,
    response: t.Object({
      total: t.Integer(),
      success: t.Integer(),
      failed: t.Integer(),
      errors: t.Array(t.Object({ id: t.Integer(), name: t.String(), message: t.String() })),
    }),
  },
  remove: {
    method: 'GET',
    path: `${base}/delete/:id`,
    permission: 'admin:product:reply:delete',
    changes: true,
    summary: '删除商品评论',
    params,
    response: t.Done,
  },
})

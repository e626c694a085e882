import { codeKindNumbers, MAX_CODE_DAYS } from '@zhanggui/domain/wechat/channel-code.ts'
import { keywords } from '../editable.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const base = '/admin/wechat/qrcode'
const permission = 'admin:wechat:qrcode'
/** What can be changed later: scene and kind are in what is printed. */
const typed = {
  name: t.String({ title: '渠道码名称', minLength: 1, maxLength: 40 }),
  tagId: t.Optional(t.Integer({ title: '打上标签' })),
  replyId: t.Optional(t.Integer({ title: '扫码回复', maximum: Number.MAX_SAFE_INTEGER })),
  status: t.Optional(t.Boolean({ title: '状态' })),
}
/** From now on; of a temporary code. */
const days = t.Optional(t.Integer({ title: '有效天数', minimum: 1, maximum: MAX_CODE_DAYS }))

export const ChannelCodeDraft = t.Object({
  ...typed,
  scene: t.String({
    title: '场景值',
    minLength: 1,
    maxLength: 64,
    pattern: /^[0-9A-Za-z_-]{1,64}$/,
    hint: '场景值为1-64位字母、数字、_ 或 -',
    example: 'lakeside-till',
  }),
  kind: t.OneOfNumbers(codeKindNumbers, { title: '类型' }),
  days,
})
export type ChannelCodeDraft = t.Static<typeof ChannelCodeDraft>
/** With days, a temporary code lives so long from now on. */
export const ChannelCodeChange = t.Object({ id: t.Id, version: t.Version, ...typed, days })
export type ChannelCodeChange = t.Static<typeof ChannelCodeChange>

const Day = t.Object({
  day: t.String({ title: '日期' }),
  scans: t.Integer({ title: '扫码次数' }),
  follows: t.Integer({ title: '新关注' }),
})
const ChannelCode = t.Object({
  id: t.Id,
  version: t.Integer(),
  name: t.String({ title: '渠道码名称' }),
  scene: t.String({ title: '场景值' }),
  kind: t.OneOfNumbers(codeKindNumbers, { title: '类型' }),
  expireTime: t.Nullable(t.DateTime),
  expired: t.Boolean({ title: '已到期' }),
  /** What its picture says. */
  url: t.String({ title: '码的内容' }),
  tagId: t.Integer({ title: '打上标签' }),
  tagName: t.String({ title: '标签' }),
  replyId: t.Integer({ title: '扫码回复' }),
  status: t.Boolean({ title: '状态' }),
  scans: t.Integer({ title: '扫码次数' }),
  follows: t.Integer({ title: '新关注' }),
  createTime: t.DateTime,
})
export type ChannelCode = t.Static<typeof ChannelCode>
/** With the last thirty days. */
export const ChannelCodeRow = t.Object({ ...ChannelCode.properties, days: t.Array(Day, { title: '每天' }) })
export type ChannelCodeRow = t.Static<typeof ChannelCodeRow>

/** What those did who came by it last. */
export const ChannelCodeFigures = t.Object({
  ...ChannelCodeRow.properties,
  /** Those of them who still follow. */
  kept: t.Integer({ title: '仍在关注' }),
  customers: t.Integer({ title: '成为客户' }),
  buyers: t.Integer({ title: '买过的客户' }),
  /** Paid orders made after they came, and what was paid for them less what went back. */
  orders: t.Integer({ title: '支付订单' }),
  paid: t.Yuan,
  /** The picture, as a data address. */
  picture: t.String({ title: '码图', maxLength: 100_000 }),
})
export type ChannelCodeFigures = t.Static<typeof ChannelCodeFigures>

export const ChannelCodeQuery = t.pageQuery({
  keywords: keywords(40),
  kind: t.Optional(t.OneOfNumbers(codeKindNumbers, { title: '类型' })),
  status: t.Optional(t.Boolean({ title: '状态' })),
  tagId: t.Optional(t.Integer({ title: '标签' })),
})
export type ChannelCodeQuery = t.Static<typeof ChannelCodeQuery>

/** 渠道码: codes of the official account that say where a fan came from. */
export const channelCode = routes('channel-code', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    // Also for the list of fans, which shows and offers them.
    permission: [`${permission}:list`, 'admin:wechat:user:list'],
    summary: '渠道码列表，含近30天每天的扫码和关注',
    query: ChannelCodeQuery,
    response: t.pageOf(ChannelCodeRow),
  },
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission: `${permission}:list`,
    summary: '渠道码详情与成交',
    query: t.Object({ id: t.Id }),
    response: ChannelCodeFigures,
    errors: [404],
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: `${permission}:save`,
    summary: '新增渠道码',
    body: ChannelCodeDraft,
    response: t.SavedVersion,
    errors: [404, 409, 422, 502],
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission: `${permission}:update`,
    summary: '编辑渠道码',
    body: ChannelCodeChange,
    response: t.SavedVersion,
    errors: [404, 409, 422, 502],
  },
  remove: {
    method: 'GET',
    path: `${base}/delete`,
    permission: `${permission}:delete`,
    changes: true,
    summary: '删除渠道码',
    query: t.Object({ id: t.Id }),
    response: t.Done,
    errors: [404],
  },
})

import { liveAudits, livePriceTypes } from '@zhanggui/domain/live/live.ts'
import { changeOf, keywords, rowOf } from '../editable.ts'
import { media } from '../media-address.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const priceTypes = Object.keys(livePriceTypes).map(Number) as (1 | 2 | 3)[]
const audits = Object.keys(liveAudits).map(Number) as (0 | 1 | 2 | 3)[]

export const LiveGoodsDraft = t.Object({
  productId: t.Integer({ title: '商品', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ask: '请选择商品' }),
  name: t.String({ title: '商品名称', minLength: 1, maxLength: 28 }),
  coverImgUrl: media('商品图片', { ask: '请选择商品图片' }),
  priceType: t.OneOfNumbers(priceTypes, { title: '价格形式' }),
  price: t.Amount({ title: '价格', maximum: 999_999 }),
  /** 最高价 of a range, 现价 of a discount. */
  price2: t.Optional(t.Amount({ title: '第二个价格', maximum: 999_999 })),
  /** That of the product, without one. */
  url: t.Optional(
    t.String({
      title: '小程序路径',
      maxLength: 255,
      pattern: /^(pages\/[^\s"'<>\\]+)?$/,
      hint: '小程序路径须以 pages/ 开头',
      example: 'pages/goods/goods_details/index?id=1',
    }),
  ),
})
export type LiveGoodsDraft = t.Static<typeof LiveGoodsDraft>

export const LiveGoods = rowOf(LiveGoodsDraft, {
  goodsId: t.Nullable(t.Integer({ title: '微信商品编号' })),
  productId: t.Nullable(t.Integer({ title: '商品' })),
  price2: t.Amount({ title: '第二个价格' }),
  url: t.String({ title: '小程序路径' }),
  auditId: t.Nullable(t.Integer({ title: '审核单号' })),
  auditStatus: t.OneOfNumbers(audits, { title: '审核状态' }),
  auditReason: t.String({ title: '驳回原因' }),
  /** Made in WeChat's own console, so only read here. */
  isWechatOwn: t.Boolean({ title: '微信后台添加' }),
  lastError: t.String({ title: '上次提交的错误' }),
})
export type LiveGoods = t.Static<typeof LiveGoods>

const base = '/admin/live/goods'
const permission = 'admin:live:goods'
const Submitted = t.Object({
  id: t.Id,
  version: t.Integer(),
  goodsId: t.Nullable(t.Integer({ title: '微信商品编号' })),
  auditId: t.Nullable(t.Integer({ title: '审核单号' })),
})
const Row = t.Object({ id: t.Id, version: t.Version })

/** 直播商品: what is shown in rooms, once WeChat has reviewed it. */
export const liveGoods = routes('live-goods', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    // Also for the goods of rooms, which are chosen from them.
    permission: [`${permission}:list`, 'admin:live:room:goods'],
    summary: '直播商品列表，新建在前',
    query: t.pageQuery({
      keywords: keywords(30),
      auditStatus: t.Optional(t.OneOfNumbers(audits, { title: '审核状态' })),
    }),
    response: t.pageOf(LiveGoods),
  },
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission: `${permission}:list`,
    summary: '直播商品详情',
    query: t.Object({ id: t.Id }),
    response: LiveGoods,
    errors: [404],
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: `${permission}:save`,
    summary: '新增直播商品并提交审核',
    body: LiveGoodsDraft,
    response: Submitted,
    errors: [404, 409, 422, 428, 502],
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission: `${permission}:update`,
    summary: '编辑直播商品',
    body: changeOf(LiveGoodsDraft),
    response: t.SavedVersion,
    errors: [404, 409, 422, 428, 502],
  },
  remove: {
    method: 'GET',
    path: `${base}/delete`,
    permission: `${permission}:delete`,
    changes: true,
    summary: '删除直播商品',
    query: t.Object({ id: t.Id }),
    response: t.Done,
    errors: [404, 409, 422, 428, 502],
  },
  audit: {
    method: 'POST',
    path: `${base}/audit`,
    permission: `${permission}:audit`,
    summary: '直播商品提交审核',
    body: Row,
    response: Submitted,
    errors: [404, 409, 422, 428, 502],
  },
  cancelAudit: {
    method: 'POST',
    path: `${base}/audit/cancel`,
    permission: `${permission}:reset`,
    summary: '撤回直播商品的审核',
    body: Row,
    response: t.SavedVersion,
    errors: [404, 409, 422, 428, 502],
  },
  synchronize: {
    method: 'GET',
    path: `${base}/sync`,
    permission: `${permission}:reset`,
    changes: true,
    summary: '同步直播商品',
    response: t.Object({ created: t.Integer(), updated: t.Integer(), total: t.Integer() }),
    errors: [422, 428, 502],
  },
})

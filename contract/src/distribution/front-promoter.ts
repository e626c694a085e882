import { commissionLevel, commissionStatus } from '../order/order-commission.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const base = '/api/front'
const nickname = t.String({ title: '昵称' })
const avatar = t.String({ title: '头像', maxLength: 512 })
const count = (title: string) => t.Integer({ title, maximum: Number.MAX_SAFE_INTEGER })

/** The calling buyer as a promoter; who is none reads how to become one. */
export const OwnCommission = t.Object({
  isPromoter: t.Boolean({ title: '推广员' }),
  /** The pay price from which an order makes its buyer a promoter; null where the shop appoints them. */
  quota: t.Nullable(t.Amount({ title: '消费门槛' })),
  brokeragePrice: t.Yuan,
  freezePrice: t.Amount({ title: '冻结佣金' }),
  totalPrice: t.Yuan,
  extractPrice: t.Amount({ title: '已提现' }),
  yesterdayPrice: t.Yuan,
  peopleCount: count('推广人数'),
  orderCount: count('推广订单数'),
  /** The newest commission of others, while the shop shows it. */
  bubble: t.Array(t.Object({ nickname, avatar, price: t.Amount({ title: '佣金' }), time: t.DateTime })),
})
export type OwnCommission = t.Static<typeof OwnCommission>

const OwnRecord = t.Object({
  id: t.Id,
  title: t.String({ title: '标题' }),
  type: t.OneOfNumbers([1, 2], { title: '收支', description: '1 收入，2 支出' }),
  price: t.Amount({ title: '佣金' }),
  balance: t.Yuan,
  status: commissionStatus,
  level: t.OneOfNumbers([0, 1, 2], { title: '级别', description: '1 一级，2 二级，0 不分级' }),
  linkId: t.String({ title: '关联单号' }),
  mark: t.String({ title: '备注' }),
  thawTime: t.Nullable(t.DateTime),
  createTime: t.DateTime,
})
export type OwnRecord = t.Static<typeof OwnRecord>

const OwnPerson = t.Object({
  nickname,
  avatar,
  spreadTime: t.Nullable(t.DateTime),
  childCount: count('推广人数'),
  /** What they paid in all. */
  numberCount: t.Amount({ title: '消费金额' }),
  orderCount: count('消费次数'),
})
export type OwnPerson = t.Static<typeof OwnPerson>

/** Of an order its promoter sees neither what was bought nor where it went. */
const OwnSpreadOrder = t.Object({
  orderNo: t.String({ title: '订单号' }),
  payTime: t.DateTime,
  payPrice: t.Amount({ title: '实付金额' }),
  level: commissionLevel,
  commission: t.Amount({ title: '佣金' }),
  status: commissionStatus,
  thawTime: t.Nullable(t.DateTime),
})
export type OwnSpreadOrder = t.Static<typeof OwnSpreadOrder>

const span = t.Object({ type: t.OneOf(['week', 'month'], { title: '时间', ask: '请选择时间' }) })
/** Others are shown by picture and nickname, of which the middle is hidden; `own.place` is 0 for nobody on the list. */
const rankOf = <Value extends t.TSchema>(value: Value) =>
  t.Object({
    list: t.Array(t.Object({ place: count('名次'), nickname, avatar, value })),
    own: t.Object({ place: count('名次'), value }),
  })

/** 推广: what a promoter sees and does in the shop. */
export const frontPromoter = routes('front-promoter', {
  commission: {
    method: 'GET',
    path: `${base}/commission`,
    permission: 'buyer',
    summary: '我的佣金',
    response: OwnCommission,
  },
  detail: {
    method: 'GET',
    path: `${base}/spread/commission/detail`,
    permission: 'buyer',
    summary: '我的佣金明细，新的在前',
    query: t.pageQuery({}),
    response: t.pageOf(OwnRecord),
  },
  people: {
    method: 'GET',
    path: `${base}/spread/people`,
    permission: 'buyer',
    summary: '我推广的人',
    query: t.pageQuery({
      grade: t.Optional(t.OneOfNumbers([1, 2], { title: '层级', description: '1 一级，2 二级' })),
      keyword: t.Optional(t.String({ title: '昵称', maxLength: 64 })),
      sortKey: t.Optional(t.OneOf(['childCount', 'numberCount', 'orderCount'], { title: '排序' })),
      isAsc: t.Optional(t.Boolean({ title: '升序' })),
    }),
    response: t.pageOf(OwnPerson),
  },
  peopleCount: {
    method: 'GET',
    path: `${base}/spread/people/count`,
    permission: 'buyer',
    summary: '我推广的人数',
    response: t.Object({
      count: count('推广人数'),
      first: count('一级人数'),
      second: count('二级人数'),
    }),
  },
  orders: {
    method: 'GET',
    path: `${base}/spread/order`,
    permission: 'buyer',
    summary: '我的推广订单，新的在前',
    query: t.pageQuery({}),
    response: t.pageOf(OwnSpreadOrder),
  },
  rank: {
    method: 'GET',
    path: `${base}/rank`,
    permission: 'buyer',
    summary: '推广人数排行',
    query: span,
    response: rankOf(count('推广人数')),
  },
  brokerageRank: {
    method: 'GET',
    path: `${base}/brokerage_rank`,
    permission: 'buyer',
    summary: '佣金排行',
    query: span,
    response: rankOf(t.Amount({ title: '佣金' })),
  },
  posters: {
    method: 'GET',
    path: `${base}/user/spread/banner`,
    permission: 'buyer',
    summary: '推广海报；没有时由页面自己画',
    response: t.Array(t.Object({ pic: t.String({ title: '图片', maxLength: 512 }) })),
  },
  bind: {
    method: 'POST',
    path: `${base}/user/bindSpread`,
    permission: 'buyer',
    summary: '绑定上级推广员；不能绑定时不报错',
    body: t.Object({
      spreadPid: t.Integer({ title: '推广员', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ask: '请选择推广员' }),
    }),
    response: t.Object({ bound: t.Boolean({ title: '已绑定' }) }),
  },
  transfer: {
    method: 'POST',
    path: `${base}/recharge/transferIn`,
    permission: 'buyer',
    summary: '佣金转入余额，须带 Idempotency-Key',
    body: t.Object({ price: t.Amount({ title: '金额', minimum: 0.01, maximum: 999_999.99, ask: '请输入金额' }) }),
    response: t.Done,
    errors: [422],
  },
})

import { commissionLevel, commissionStatus } from '../order/order-commission.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { Asked } from '../work/approval.ts'

const count = (title: string) => t.Integer({ title, maximum: Number.MAX_SAFE_INTEGER })
const keywords = t.Optional(t.String({ title: '用户', pasted: 'keyword', maxLength: 64 }))

/** A promoter with what they brought; the phone is masked. */
export const PromoterRow = t.Object({
  id: t.Id,
  uid: t.Id,
  nickname: t.String({ title: '昵称' }),
  avatar: t.String({ title: '头像', maxLength: 512 }),
  realName: t.String({ title: '姓名' }),
  phone: t.String({ title: '手机号' }),
  isPromoter: t.Boolean({ title: '推广员' }),
  status: t.Boolean({ title: '状态' }),
  spreadCount: count('推广人数'),
  spreadOrderNum: count('推广订单数'),
  spreadOrderTotalPrice: t.Amount({ title: '推广销售额' }),
  /** Done, less what was taken back, and what staff gave and took. */
  totalBrokeragePrice: t.Yuan,
  extractCountPrice: t.Amount({ title: '已提现' }),
  extractCountNum: count('提现次数'),
  brokeragePrice: t.Yuan,
  freezeBrokeragePrice: t.Amount({ title: '冻结佣金' }),
  promoterTime: t.Nullable(t.DateTime),
  spreadUid: t.Integer({ title: '上级编号' }),
  spreadNickname: t.String({ title: '上级推广员' }),
})
export type PromoterRow = t.Static<typeof PromoterRow>

export const PromoterQuery = t.pageQuery({
  keywords,
  /** Of becoming a promoter. */
  dateLimit: t.Optional(t.TimeRange),
  /** Of this customer, whether they promote or not. */
  uid: t.Optional(t.Id),
  spreadUid: t.Optional(t.Id),
  /** Owes commission: refunds took back more than there was. */
  owes: t.Optional(t.Boolean({ title: '佣金为负' })),
  sort: t.Optional(t.Array(t.String({ title: '排序', maxLength: 50 }), { title: '排序', maxItems: 2 })),
})
export type PromoterQuery = t.Static<typeof PromoterQuery>

const below = {
  uid: t.Id,
  type: t.Optional(t.OneOfNumbers([0, 1, 2], { title: '层级', description: '0 全部，1 一级，2 二级' })),
  keywords,
  dateLimit: t.Optional(t.TimeRange),
}
/** Of the bond. */
export const PeopleQuery = t.Object(below)
export type PeopleQuery = t.Static<typeof PeopleQuery>
/** Of the payment; the keywords are an order number or its buyer. */
export const SpreadOrderQuery = t.Object({
  ...below,
  keywords: t.Optional(t.String({ title: '订单号或用户', pasted: 'keyword', maxLength: 64 })),
})
export type SpreadOrderQuery = t.Static<typeof SpreadOrderQuery>

/** Somebody whom a promoter brought, or whom one of these did. */
export const PersonRow = t.Object({
  id: t.Id,
  nickname: t.String({ title: '昵称' }),
  avatar: t.String({ title: '头像', maxLength: 512 }),
  phone: t.String({ title: '手机号' }),
  isPromoter: t.Boolean({ title: '推广员' }),
  level: commissionLevel,
  spreadTime: t.Nullable(t.DateTime),
  spreadUid: t.Integer({ title: '上级编号' }),
  spreadNickname: t.String({ title: '上级推广员' }),
  spreadCount: count('推广人数'),
  orderCount: count('消费次数'),
  consumeMoney: t.Amount({ title: '消费金额' }),
  /** What their orders earned for the promoter, without what went back. */
  brokerage: t.Amount({ title: '带来佣金' }),
})
export type PersonRow = t.Static<typeof PersonRow>

/** An order of somebody whom a promoter brought: what it earned for the promoter, or why nothing. */
export const SpreadOrderRow = t.Object({
  id: t.Id,
  orderNo: t.String({ title: '订单号' }),
  uid: t.Id,
  nickname: t.String({ title: '买家' }),
  payPrice: t.Amount({ title: '实付金额' }),
  refundPrice: t.Amount({ title: '已退金额' }),
  payTime: t.DateTime,
  level: commissionLevel,
  /** What is left of it; null where it earned nothing. */
  commission: t.Nullable(t.Amount({ title: '佣金' })),
  takenBack: t.Amount({ title: '已扣回' }),
  status: t.Nullable(commissionStatus),
  thawTime: t.Nullable(t.DateTime),
  note: t.String({ title: '未返佣原因' }),
})
export type SpreadOrderRow = t.Static<typeof SpreadOrderRow>

/** A customer in the tree of promoters. */
export const TreePerson = t.Object({
  id: t.Id,
  nickname: t.String({ title: '昵称' }),
  avatar: t.String({ title: '头像', maxLength: 512 }),
  phone: t.String({ title: '手机号' }),
  isPromoter: t.Boolean({ title: '推广员' }),
  spreadCount: count('推广人数'),
})
export type TreePerson = t.Static<typeof TreePerson>

/** People and commission of all promoters; sums are of the records made in the range. */
export const PromoterStatistics = t.Object({
  promoterNum: count('分销员数'),
  newPromoterNum: count('新增分销员'),
  spreadUserNum: count('推广人数'),
  orderNum: count('推广订单数'),
  orderPrice: t.Amount({ title: '推广销售额' }),
  brokeragePrice: t.Yuan,
  freezePrice: t.Amount({ title: '冻结佣金' }),
  extractPrice: t.Amount({ title: '已提现' }),
  waitExtractPrice: t.Amount({ title: '待提现' }),
})
export type PromoterStatistics = t.Static<typeof PromoterStatistics>

/** 1 adds, 2 takes away. */
export const BrokerageAdjust = t.Object({
  uid: t.Id,
  type: t.OneOfNumbers([1, 2], { title: '增减', description: '1 增加，2 扣减', ask: '请选择增加或扣减' }),
  price: t.Amount({ title: '佣金', minimum: 0.01, maximum: 999_999.99, ask: '请输入佣金' }),
  mark: t.String({ title: '原因', minLength: 2, maxLength: 100, ask: '请填写原因' }),
  orderNo: t.Optional(t.String({ title: '订单号', pasted: 'number', maxLength: 20 })),
})
export type BrokerageAdjust = t.Static<typeof BrokerageAdjust>

const base = '/admin/store/retail'

/** 分销员: who promotes, whom they brought, and what it earned them. */
export const promoter = routes('promoter', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'admin:retail:list',
    summary: '分销员列表，新的在前',
    query: PromoterQuery,
    response: t.pageOf(PromoterRow),
  },
  people: {
    method: 'POST',
    path: `${base}/spread/userlist`,
    permission: 'admin:retail:spread:list',
    summary: '推广人，新绑定的在前',
    query: t.pageQuery({}),
    body: PeopleQuery,
    response: t.pageOf(PersonRow),
    quiet: true,
    whileSeeing: true,
  },
  orders: {
    method: 'POST',
    path: `${base}/spread/orderlist`,
    permission: 'admin:retail:spread:order:list',
    summary: '推广订单，新付款的在前',
    query: t.pageQuery({}),
    body: SpreadOrderQuery,
    response: t.pageOf(SpreadOrderRow),
    quiet: true,
    whileSeeing: true,
  },
  appoint: {
    method: 'POST',
    path: `${base}/promoter`,
    permission: 'admin:retail:promoter',
    summary: '指定或取消分销员',
    body: t.Object({
      ids: t.Array(t.Id, { title: '用户', minItems: 1, maxItems: 200, uniqueItems: true, ask: '请选择用户' }),
      isPromoter: t.Boolean({ title: '推广员' }),
    }),
    response: t.Done,
    errors: [404, 422],
  },
  adjust: {
    method: 'POST',
    path: `${base}/brokerage/adjust`,
    permission: 'admin:retail:brokerage:adjust',
    summary: '调整佣金',
    body: BrokerageAdjust,
    response: t.Done,
    accepted: Asked,
    errors: [404, 422, 428],
  },
  statistics: {
    method: 'GET',
    path: `${base}/statistics`,
    permission: 'admin:retail:statistics',
    quiet: true,
    summary: '分销统计',
    query: t.Object({ dateLimit: t.Optional(t.TimeRange) }),
    response: PromoterStatistics,
  },
  tree: {
    method: 'GET',
    path: `${base}/tree`,
    permission: 'admin:retail:spread:list',
    quiet: true,
    summary: '推广关系，一次一层，带人多的在前',
    query: t.Object({ uid: t.Id }),
    response: t.Object({ list: t.Array(TreePerson), total: count('直属下级数') }),
    errors: [404],
  },
})

import { couponSources } from '@zhanggui/domain/promotion/coupon.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { exportRoute } from '../work/export.ts'
import { activityRow, activityType } from './activity.ts'
import { budgetFields } from './budget.ts'

const day = (title: string) =>
  t.String({ title, pattern: /^\d{4}-\d{2}-\d{2}$/, example: '2026-11-11', hint: `${title}格式应为 2026-11-11` })

const figures = {
  received: t.Integer({ title: '领取数' }),
  used: t.Integer({ title: '使用数' }),
  /** Percent with two decimals. */
  useRate: t.Number({ title: '使用率' }),
  expired: t.Integer({ title: '过期数' }),
  /** Paid and not refunded as a whole, of those that used it. */
  orders: t.Integer({ title: '订单数' }),
  /** Paid less refunded, of the orders that used it. */
  orderAmount: t.Yuan,
  discount: t.Amount({ title: '优惠金额' }),
  refundAmount: t.Amount({ title: '退款金额' }),
  newBuyers: t.Integer({ title: '新客数' }),
  avgOrder: t.Yuan,
  /** Of the units that were not refunded. For those who may see costs, as roi. */
  cost: t.Optional(t.Amount({ title: '成本' })),
  /** (paid less refunded less cost) / discount; null without a discount. */
  roi: t.Optional(t.Nullable(t.Number({ title: '投入产出比' }))),
}

/** What a coupon brought (docs/figures.md, What coupons brought). */
export const CouponReport = t.Object({
  title: t.String({ title: '名称' }),
  ...figures,
  bySource: t.Array(
    t.Object({
      source: t.OneOf(t.keysOf(couponSources), { title: '获取方式' }),
      received: t.Integer({ title: '领取数' }),
      used: t.Integer({ title: '使用数' }),
    }),
  ),
  daily: t.Array(
    t.Object({
      day: t.String({ title: '日期' }),
      received: t.Integer({ title: '领取数' }),
      used: t.Integer({ title: '使用数' }),
      expired: t.Integer({ title: '过期数' }),
      orderAmount: t.Yuan,
      discount: t.Amount({ title: '优惠金额' }),
    }),
  ),
})
export type CouponReport = t.Static<typeof CouponReport>

const RankRow = t.Object({ id: t.Id, title: t.String({ title: '名称' }), ...figures })
export type RankRow = t.Static<typeof RankRow>

/** What the orders of an activity brought that were paid. */
const brought = {
  paidOrders: t.Integer({ title: '付款订单' }),
  participants: t.Integer({ title: '付款人数' }),
  newBuyers: t.Integer({ title: '新客数' }),
  /** Paid for and not refunded. */
  units: t.Integer({ title: '件数' }),
  /** Paid less refunded. */
  gmv: t.Yuan,
  /** Given away by the activity's price, of the units that were not refunded. */
  discount: t.Amount({ title: '让利' }),
  refundAmount: t.Amount({ title: '退款金额' }),
  /** Percent with two decimals of what was paid. */
  refundRate: t.Number({ title: '退款率' }),
  /** Of orders that were not refunded whole. */
  avgOrder: t.Yuan,
  /** Given with the units that were not refunded; coupons also those with orders of which some were. */
  points: t.Integer({ title: '赠送积分' }),
  coupons: t.Integer({ title: '赠送优惠券' }),
  /** Of the units that were not refunded; what is left of `gmv`; by what was given away. For those who may see costs. */
  cost: t.Optional(t.Amount({ title: '成本' })),
  margin: t.Optional(t.Yuan),
  roi: t.Optional(t.Nullable(t.Number({ title: '投入产出比' }))),
}

const GoodsRank = t.Object({
  id: t.Id,
  type: activityType,
  title: activityRow.title,
  startTime: activityRow.startTime,
  stopTime: activityRow.stopTime,
  ...brought,
})
export type GoodsRank = t.Static<typeof GoodsRank>

const signed = (title: string) => t.Amount({ title, minimum: -1e13 })

/** What it brought beyond what its product would have brought without it; the parts come to the last one. */
const NetLift = t.Object({
  /** Its days that are over, which are compared with as many usual ones. */
  days: t.Integer({ title: '比较天数' }),
  /** Of its orders, without freight. */
  sold: signed('活动卖出'),
  /** What was sold less at the usual price than on the days before; below zero where it was more. */
  fewer: signed('平时价少卖'),
  extraCost: signed('多卖的成本'),
  /** Points and coupons at what they take off an order. */
  gifts: t.Amount({ title: '赠送价值' }),
  net: signed('净多赚'),
})
export type NetLift = t.Static<typeof NetLift>

/** What an activity with goods of its own brought: figures of its orders, each on the day of its payment. */
export const GoodsReport = t.Object({
  id: t.Id,
  type: t.Integer({ title: '活动类型' }),
  title: activityRow.title,
  image: activityRow.image,
  startTime: activityRow.startTime,
  stopTime: activityRow.stopTime,
  phaseName: activityRow.phaseName,
  quotaShow: activityRow.quotaShow,
  sales: activityRow.sales,
  ...budgetFields,
  soldOutTime: t.Nullable(t.DateTime),
  /** How often buyers looked at its page. */
  views: t.Integer({ title: '浏览次数' }),
  /** Placed, also those that were closed unpaid. */
  orders: t.Integer({ title: '下单数' }),
  ...brought,
  /** The participants by what they had bought before: together they are all of them. */
  buyers: t.Object(
    {
      fresh: t.Integer({ title: '新客' }),
      lapsed: t.Integer({ title: '90天没来的' }),
      regular: t.Integer({ title: '常客' }),
      /** Of the new ones. */
      again: t.Integer({ title: '新客14天内又买' }),
    },
    { title: '买家' },
  ),
  daily: t.Array(
    t.Object({
      day: t.String({ title: '日期' }),
      paidOrders: t.Integer({ title: '付款订单' }),
      units: t.Integer({ title: '件数' }),
      gmv: t.Yuan,
      discount: t.Amount({ title: '让利' }),
    }),
  ),
  /** What else was paid for its product, from a week before it to a week after it; days without any are missing. */
  usual: t.Array(t.Object({ day: t.String({ title: '日期' }), amount: signed('平时价销售额') }), { title: '平时价' }),
  /** Null before its first day is over. For those who may see costs. */
  lift: t.Optional(t.Nullable(NetLift)),
  /** The SKUs that take part. */
  skus: t.Array(
    t.Object({
      skuId: t.Id,
      suk: t.String({ title: '规格' }),
      quotaShow: activityRow.quotaShow,
      sold: t.Integer({ title: '已售' }),
      /** Null while something is left. */
      soldOutTime: t.Nullable(t.DateTime),
      /** For how long it was for sale until then; of a flash sale its hours alone. */
      soldOutSeconds: t.Nullable(t.Integer({ title: '抢光用时' })),
    }),
    { title: '参与规格' },
  ),
})
export type GoodsReport = t.Static<typeof GoodsReport>

const type = t.OneOfNumbers([4], { title: '类型', description: '4 优惠券' })
const sorts = [
  ...(['received', 'used', 'useRate', 'orderAmount', 'discount'] as const),
  ...(['received,asc', 'used,asc', 'useRate,asc', 'orderAmount,asc', 'discount,asc'] as const),
  ...(['received,desc', 'used,desc', 'useRate,desc', 'orderAmount,desc', 'discount,desc'] as const),
] as const
const ranking = {
  type,
  name: t.Optional(t.String({ title: '名称', maxLength: 64 })),
  dateLimit: t.Optional(t.TimeRange),
  /** These alone. */
  ids: t.Optional(t.Array(t.Id, { title: '优惠券', maxItems: 100 })),
  /** Descending without a direction. */
  sort: t.Optional(t.OneOf(sorts, { title: '排序' })),
}
const goodsSorts = [
  ...(['paidOrders', 'units', 'gmv', 'discount', 'refundAmount'] as const),
  ...(['paidOrders,asc', 'units,asc', 'gmv,asc', 'discount,asc', 'refundAmount,asc'] as const),
  ...(['paidOrders,desc', 'units,desc', 'gmv,desc', 'discount,desc', 'refundAmount,desc'] as const),
] as const
const goodsRanking = {
  type: t.Optional(activityType),
  name: ranking.name,
  /** Of payment. */
  dateLimit: ranking.dateLimit,
  /** These alone. */
  ids: t.Optional(t.Array(t.Id, { title: '活动', maxItems: 100 })),
  /** Descending without a direction. */
  sort: t.Optional(t.OneOf(goodsSorts, { title: '排序' })),
}
export const GoodsReportQuery = t.pageQuery(goodsRanking)
export const ReportQuery = t.pageQuery(ranking)
export type ReportQuery = t.Static<typeof ReportQuery>

const base = '/admin/marketing/activity/report'
const permission = 'admin:marketing:report'

/** 活动效果 (docs/figures.md, What coupons brought). */
export const activityReport = routes('activity-report', {
  report: {
    method: 'GET',
    path: base,
    permission,
    summary: '活动效果',
    query: t.Object({ type, id: t.Id, start: day('开始日期'), end: day('结束日期') }),
    response: CouponReport,
    errors: [404],
  },
  /** Of a flash sale, a bargain or a combination: its orders, in whole. */
  goods: {
    method: 'GET',
    path: `${base}/goods`,
    permission,
    summary: '商品活动效果',
    query: t.Object({ id: t.Id }),
    response: GoodsReport,
    errors: [404],
  },
  goodsList: {
    method: 'GET',
    path: `${base}/goods/list`,
    permission,
    summary: '商品活动效果排行',
    query: GoodsReportQuery,
    response: t.pageOf(GoodsRank),
  },
  goodsDownload: exportRoute({
    path: `${base}/goods/download`,
    permission: `${permission}:export`,
    summary: '导出商品活动效果',
    query: GoodsReportQuery,
  }),
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission,
    summary: '活动效果排行',
    query: ReportQuery,
    response: t.pageOf(RankRow),
  },
  download: exportRoute({
    path: `${base}/download`,
    permission: `${permission}:export`,
    summary: '导出活动效果',
    query: ReportQuery,
  }),
})

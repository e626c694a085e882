import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const base = '/admin/store/order'
const count = (title: string) => t.Integer({ title })
/** What was paid less what was refunded; below 0 where more was refunded. */
const sum = (title: string) => t.Number({ title })

/** Orders now, by where they stand, and what today, yesterday and this month brought (docs/figures.md, Order statistics). */
export const OrderStatistics = t.Object({
  orderCount: count('订单数'),
  sumPrice: sum('成交金额'),
  unpaidCount: count('待付款'),
  unshippedCount: count('待发货'),
  receivedCount: count('待收货'),
  evaluatedCount: count('待评价'),
  verificationCount: count('待核销'),
  completeCount: count('交易完成'),
  refundCount: count('退款中'),
  /** Orders paid. */
  todayCount: count('今日支付订单数'),
  todayPrice: sum('今日成交金额'),
  /** `pro` is yesterday. */
  proCount: count('昨日支付订单数'),
  proPrice: sum('昨日成交金额'),
  monthCount: count('本月支付订单数'),
  monthPrice: sum('本月成交金额'),
})
export type OrderStatistics = t.Static<typeof OrderStatistics>

/** A day's orders paid and what they came to, less the refunds of that day. */
export const OrderDay = t.Object({
  time: t.String({ title: '日期' }),
  count: count('支付订单数'),
  price: sum('成交金额'),
})
export type OrderDay = t.Static<typeof OrderDay>

const TrendQuery = t.Object({
  dateLimit: t.Optional(t.TimeRange),
  /** 1 money, 2 number of orders. */
  type: t.Optional(t.OneOfNumbers([1, 2], { title: '统计类型', description: '1 金额，2 订单数' })),
})
export type TrendQuery = t.Static<typeof TrendQuery>

const DaysQuery = t.pageQuery({ dateLimit: t.Optional(t.TimeRange) })
export type DaysQuery = t.Static<typeof DaysQuery>

/** 订单统计: from kept figures, within the caller's stores. */
export const orderStatistics = routes('order-statistics', {
  overview: {
    method: 'GET',
    path: `${base}/statistics`,
    permission: 'admin:order:statistics',
    quiet: true,
    summary: '订单统计',
    response: OrderStatistics,
  },
  days: {
    method: 'GET',
    path: `${base}/statisticsData`,
    permission: 'admin:order:statistics:data',
    quiet: true,
    summary: '订单统计，每天一行，新的在前',
    query: DaysQuery,
    response: t.Array(OrderDay),
  },
  trend: {
    method: 'GET',
    path: `${base}/time`,
    permission: 'admin:order:time',
    quiet: true,
    summary: '订单统计曲线，与之前同样长的一段时间相比',
    query: TrendQuery,
    response: t.Object({
      /** A point for each day, or for each hour of a single day; none missing. */
      chart: t.Array(t.Object({ time: t.String({ title: '时间' }), num: sum('数值') })),
      /** Of the whole time. */
      time: sum('合计'),
      /** Percent; null where the time before brought nothing. */
      growthRate: t.Nullable(t.Number({ title: '增长率' })),
      increaseTime: sum('增长'),
      /** 1 more than before, 2 less, 0 the same. */
      increaseTimeStatus: t.OneOfNumbers([0, 1, 2], { title: '增减' }),
    }),
  },
})

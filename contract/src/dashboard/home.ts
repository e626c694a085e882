import { homeTodos } from '@zhanggui/domain/dashboard/home-todo.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** What waits, as many as its list shows. */
export const HomeTodo = t.Object({
  key: t.OneOf(t.keysOf(homeTodos), { title: '待办' }),
  count: t.Integer({ title: '数量' }),
  /** There are more than are counted. */
  isLowerBound: t.Optional(t.Boolean({ title: '至少' })),
})
export type HomeTodo = t.Static<typeof HomeTodo>

const sum = (title: string) => t.Number({ title })
const growth = (title: string) => t.Nullable(t.Number({ title }))

/** What a day brought, in yuan; `net` is below 0 where more was refunded than sold (docs/figures.md, Hours and days). */
export const DayFigures = t.Object({
  sales: sum('销售额'),
  orders: t.Integer({ title: '支付订单数' }),
  refunds: sum('退款金额'),
  net: sum('成交金额'),
})
export type DayFigures = t.Static<typeof DayFigures>

/** Percent; null where the time before brought nothing. */
const DayGrowth = t.Object({
  sales: growth('销售额增长率'),
  orders: growth('支付订单增长率'),
  refunds: growth('退款增长率'),
  net: growth('成交金额增长率'),
})

export const HomeFigures = t.Object({
  /** Until now. */
  today: DayFigures,
  /** Whole days. */
  yesterday: DayFigures,
  weekBefore: DayFigures,
  /** The hour that is not over yet: only the hours before it are compared. */
  untilHour: t.Integer({ title: '比较到几点' }),
  /** Those hours of today, of yesterday and of the same weekday, and the growth of the first against the others. */
  todayUntil: DayFigures,
  yesterdayUntil: DayFigures,
  weekBeforeUntil: DayFigures,
  yesterdayGrowth: DayGrowth,
  weekGrowth: DayGrowth,
  /** The day of `weekBefore`. */
  weekDay: t.String({ title: '上周同一天' }),
  /** What was sold from midnight until the end of each hour; null for those to come. */
  hours: t.Array(t.Object({ today: t.Nullable(sum('今天累计销售额')), yesterday: sum('昨天累计销售额') })),
  updateTime: t.DateTime,
})
export type HomeFigures = t.Static<typeof HomeFigures>

const count = (title: string) => t.Integer({ title })

/**
 * What a shop that begins has so far, read from its data; each part only for those who may see to it. `example` also says what
 * staff may do with it.
 */
export const Opening = t.Object({
  site: t.Optional(
    t.Object({
      name: t.Boolean({ title: '有名称' }),
      logo: t.Boolean({ title: '有标志' }),
      phone: t.Boolean({ title: '有客服电话' }),
    }),
  ),
  /** Top-level categories. */
  categories: t.Optional(count('一级分类')),
  /** The first freight template; empty without one. */
  freight: t.Optional(t.String({ title: '运费模板' })),
  /** Sold out are those on sale of which there is none left. */
  products: t.Optional(t.Object({ onSale: count('出售中'), soldOut: count('已售罄'), stored: count('仓库中') })),
  /** Ways to pay with real money, and whether buyers may play at paying. */
  payment: t.Optional(
    t.Object({
      open: t.Array(t.String({ title: '支付方式' }), { title: '支付方式' }),
      sim: t.Boolean({ title: '模拟支付' }),
    }),
  ),
  delivery: t.Optional(t.Object({ carriers: count('快递公司'), stores: count('门店') })),
  message: t.Optional(t.Object({ mail: t.Boolean({ title: '邮件' }), sms: t.Boolean({ title: '短信' }) })),
  /** When the last backup was made; null without one. */
  backup: t.Optional(t.Nullable(t.DateTime)),
  /** Accounts, at most 100. */
  staff: t.Optional(count('账号')),
  /** Whether buyers have paid for an order, for those who look after orders. */
  sold: t.Optional(t.Boolean({ title: '有付款的订单' })),
  example: t.Optional(t.Object({ products: count('示例商品'), there: t.Boolean({ title: '有示例数据' }) })),
})
export type Opening = t.Static<typeof Opening>

/** 首页: each part answers only what the caller may see, within his stores. */
export const home = routes('home', {
  todo: {
    method: 'GET',
    path: '/admin/statistics/home/todo',
    permission: 'auth',
    quiet: true,
    summary: '首页待办，只有自己能看的',
    response: t.Object({ list: t.Array(HomeTodo), updateTime: t.DateTime }),
  },
  figures: {
    method: 'GET',
    path: '/admin/statistics/home/today',
    permission: 'admin:statistics:home:index',
    quiet: true,
    summary: '首页今天的经营数据，和昨天、上周同一天相比',
    response: HomeFigures,
  },
  opening: {
    method: 'GET',
    path: '/admin/statistics/home/opening',
    permission: 'auth',
    quiet: true,
    summary: '开店清单：店里已有什么，只有自己能办的',
    response: Opening,
  },
})

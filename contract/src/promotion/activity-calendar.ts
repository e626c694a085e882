import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** Kinds of activities in the calendar; the others come with their part. */
export const activityKinds = [1, 2, 3, 4, 5] as const

const day = (title: string) =>
  t.String({ title, pattern: /^\d{4}-\d{2}-\d{2}$/, example: '2026-11-11', hint: `${title}格式应为 2026-11-11` })

/** Something that runs for a time. */
const CalendarRow = t.Object({
  type: t.OneOfNumbers(activityKinds, { title: '类型', description: '1 秒杀，2 砍价，3 拼团，4 优惠券，5 活动样式' }),
  id: t.Id,
  title: t.String({ title: '名称' }),
  /** 0 and '' for what is not of one product. */
  productId: t.Integer(),
  image: t.String({ title: '图片', maxLength: 512 }),
  /** Of a style: 0 活动边框, 1 活动氛围. */
  styleType: t.Optional(t.OneOfNumbers([0, 1], { title: '样式类型' })),
  startTime: t.Nullable(t.DateTime),
  /** Null: without an end. */
  stopTime: t.Nullable(t.DateTime),
  phase: t.String({ title: '阶段' }),
  status: t.Boolean({ title: '是否开启' }),
  /** What is left of how many; null without a limit. */
  quota: t.Nullable(t.Integer({ title: '剩余数量' })),
  quotaShow: t.Nullable(t.Integer({ title: '总数量' })),
  /** What the SKU it covers that comes nearest to its cost, or furthest below, can be had for; null when it covers none. */
  lowest: t.Nullable(t.Amount({ title: '最低到手价' })),
  /** That SKU by name; '' for none. */
  lowestOf: t.String({ title: '最低到手的商品' }),
  /** The cost of that SKU, and whether it falls below: for those who may see costs. */
  cost: t.Optional(t.Nullable(t.Amount({ title: '成本价' }))),
  belowCost: t.Optional(t.Boolean({ title: '低于成本' })),
  conflicts: t.Array(t.Object({ type: t.Integer(), id: t.Id, title: t.String(), message: t.String() })),
})
export type CalendarRow = t.Static<typeof CalendarRow>

const LowestRow = t.Object({
  skuId: t.Id,
  suk: t.String({ title: '规格' }),
  price: t.Amount({ title: '售价' }),
  cost: t.Optional(t.Amount({ title: '成本价' })),
  lowest: t.Amount({ title: '最低到手价' }),
  lowestWithPoints: t.Amount({ title: '用积分后' }),
  way: t.Object({ type: t.Integer(), id: t.Integer(), title: t.String() }),
  coupon: t.Nullable(t.Object({ id: t.Id, name: t.String() })),
  /** The stretch of time it holds. */
  from: { ...t.DateTime, title: '开始时间' },
  to: t.Nullable(t.DateTime),
  belowCost: t.Optional(t.Boolean({ title: '低于成本' })),
})
export type LowestRow = t.Static<typeof LowestRow>

const base = '/admin/marketing/activity'
const permission = 'admin:marketing:calendar'

/** 活动日历 and 最低到手价 (docs/prices.md, The lowest price). */
export const activityCalendar = routes('activity-calendar', {
  calendar: {
    method: 'GET',
    path: `${base}/calendar`,
    permission,
    summary: '活动日历',
    query: t.Object({
      start: day('开始日期'),
      end: day('结束日期'),
      types: t.Optional(t.Array(t.OneOfNumbers(activityKinds, { title: '类型' }), { title: '类型', maxItems: 6 })),
      productId: t.Optional(t.Id),
      cateId: t.Optional(t.Id),
    }),
    response: t.Array(CalendarRow),
  },
  lowest: {
    method: 'GET',
    path: `${base}/lowest`,
    // Also for the form of a coupon.
    permission: [permission, 'admin:coupon:save'],
    summary: '商品最低到手价',
    query: t.Object({ productId: t.Id, start: t.Optional(day('开始日期')), end: t.Optional(day('结束日期')) }),
    response: t.Array(LowestRow),
    errors: [404],
  },
})

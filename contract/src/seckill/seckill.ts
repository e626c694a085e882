import { activityPhases } from '@zhanggui/domain/promotion/activity.ts'
import { activityDay, activityDetail, activityDraft, activityFilters, activityRow } from '../promotion/activity.ts'
import { activityRoutes } from '../promotion/activity-routes.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { Asked } from '../work/approval.ts'
import { chosenRows, exportRoute } from '../work/export.ts'

/** What is typed of a flash sale. */
export const SeckillDraft = t.Object({
  ...activityDraft,
  timeId: t.Integer({ title: '秒杀时段', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ask: '时段不能为空' }),
  /** Orders that one buyer may place a day. */
  num: t.Integer({ title: '当天参与活动次数', minimum: 1, maximum: 999, ask: '请输入活动次数' }),
  /** Units an order, and units a buyer in the whole activity; 0 without a limit. */
  onceNum: t.Optional(t.Integer({ title: '单笔限购', maximum: 999 })),
  totalNum: t.Optional(t.Integer({ title: '活动限购', maximum: 999 })),
})
export type SeckillDraft = t.Static<typeof SeckillDraft>

export const SeckillChange = t.Object({ id: t.Id, version: t.Version, ...SeckillDraft.properties })
export type SeckillChange = t.Static<typeof SeckillChange>

const SeckillRow = t.Object({
  ...activityRow,
  num: t.Integer({ title: '当天参与活动次数' }),
  onceNum: t.Integer({ title: '单笔限购' }),
  totalNum: t.Integer({ title: '活动限购' }),
  timeId: t.Id,
  slot: t.Object({ id: t.Id, name: t.String(), startHour: t.Integer(), endHour: t.Integer() }, { title: '秒杀时段' }),
  /** When it runs now, or does next; null when it does no more. */
  nextStartTime: t.Nullable(t.DateTime),
  nextEndTime: t.Nullable(t.DateTime),
  /** Paid today, less what went back. */
  todayAmount: t.Amount({ title: '今天销售额' }),
})
export type SeckillRow = t.Static<typeof SeckillRow>

export const Seckill = t.Object({ ...SeckillRow.properties, ...activityDetail })
export type Seckill = t.Static<typeof Seckill>

export const SeckillQuery = t.pageQuery({
  ...activityFilters,
  timeId: t.Optional(t.Id),
  isDel: t.Optional(t.Boolean({ title: '已删除' })),
})
export type SeckillQuery = t.Static<typeof SeckillQuery>

const DaySlot = t.Object({
  id: t.Id,
  name: t.String({ title: '秒杀时段名称' }),
  startHour: t.Integer({ title: '开始时间' }),
  endHour: t.Integer({ title: '结束时间' }),
  /** Of that day. */
  phase: t.OneOf(t.keysOf(activityPhases), { title: '阶段' }),
  /** Flash sales in it on that day. */
  count: t.Integer({ title: '款数' }),
})
export type DaySlot = t.Static<typeof DaySlot>

const DaySale = t.Object({
  id: t.Id,
  version: t.Integer(),
  productId: t.Id,
  storeName: t.String({ title: '商品名称' }),
  title: activityRow.title,
  image: activityRow.image,
  timeId: t.Id,
  startTime: activityRow.startTime,
  stopTime: activityRow.stopTime,
  price: activityRow.price,
  otPrice: activityRow.otPrice,
  quotaShow: activityRow.quotaShow,
  reserved: activityRow.reserved,
  sales: activityRow.sales,
  left: activityRow.left,
  soldOut: activityRow.soldOut,
  belowCost: activityRow.belowCost,
  /** Of that day; `closed` is not open, or its slot is not. */
  phase: t.OneOf(t.keysOf(activityPhases), { title: '阶段' }),
})
export type DaySale = t.Static<typeof DaySale>

/** A day with its slots and what is sold in them; quotas and figures of a flash sale are those of all its days. */
export const SeckillDay = t.Object({
  day: t.String({ title: '日期' }),
  slots: t.Array(DaySlot, { title: '场次' }),
  /** The first ones by their slots; the sums are of all. */
  list: t.Array(DaySale),
  total: t.Integer({ title: '款次' }),
  quotaShow: activityRow.quotaShow,
  reserved: activityRow.reserved,
  sales: activityRow.sales,
  /** Orders placed in each ten minutes of the day, those that are closed too. */
  orders: t.Array(t.Integer(), { title: '每 10 分钟下单' }),
})
export type SeckillDay = t.Static<typeof SeckillDay>

const base = '/admin/store/seckill'
const permission = 'admin:seckill'

/** 秒杀商品: flash sales. */
export const seckill = routes('seckill', {
  ...activityRoutes({
    what: '秒杀商品',
    path: base,
    permission,
    draft: SeckillDraft,
    change: SeckillChange,
    row: SeckillRow,
    full: Seckill,
    query: SeckillQuery,
  }),
  day: {
    method: 'GET',
    path: `${base}/day`,
    permission: `${permission}:list`,
    summary: '秒杀时间表，一天的场次和商品',
    query: t.Object({ day: activityDay('日期') }),
    response: SeckillDay,
  },
  /** To other hours of its days; one that is open stays open. */
  move: {
    method: 'POST',
    path: `${base}/move`,
    permission: `${permission}:update`,
    summary: '秒杀商品换场次',
    body: t.Object({
      id: t.Id,
      version: t.Version,
      timeId: SeckillDraft.properties.timeId,
      confirmBelowCost: activityDraft.confirmBelowCost,
    }),
    response: t.SavedVersion,
    accepted: Asked,
    errors: [404, 409, 422],
  },
  download: exportRoute({
    path: '/admin/export/excel/seckill/product',
    permission: 'admin:export:excel:seckill',
    summary: '导出秒杀商品',
    query: t.Object({ ...SeckillQuery.properties, ...chosenRows }),
  }),
})

import { activityPhases } from '@zhanggui/domain/promotion/activity.ts'
import { activityDetail, activityDraft, activityRow } from '../promotion/activity.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

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
})
export type SeckillRow = t.Static<typeof SeckillRow>

export const Seckill = t.Object({ ...SeckillRow.properties, ...activityDetail })
export type Seckill = t.Static<typeof Seckill>

export const SeckillQuery = t.pageQuery({
  /** An id, or part of a title. */
  keywords: t.Optional(t.String({ title: '商品搜索', maxLength: 64, pasted: 'keyword' })),
  timeId: t.Optional(t.Id),
  status: t.Optional(t.Boolean({ title: '活动状态' })),
  isDel: t.Optional(t.Boolean({ title: '已删除' })),
  productId: t.Optional(t.Id),
  phase: t.Optional(t.OneOf(t.keysOf(activityPhases), { title: '阶段' })),
})
export type SeckillQuery = t.Static<typeof SeckillQuery>

const base = '/admin/store/seckill'
const permission = 'admin:seckill'

/** 秒杀商品: flash sales. */
export const seckill = routes('seckill', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: `${permission}:list`,
    summary: '秒杀商品列表，排序大的在前',
    query: SeckillQuery,
    response: t.pageOf(SeckillRow),
  },
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission: [`${permission}:info`, `${permission}:update`, `${permission}:save`],
    summary: '秒杀商品详情',
    query: t.Object({ id: t.Id }),
    response: Seckill,
    errors: [404],
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: `${permission}:save`,
    summary: '新增秒杀商品',
    body: SeckillDraft,
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission: `${permission}:update`,
    summary: '编辑秒杀商品',
    body: SeckillChange,
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  remove: {
    method: 'GET',
    path: `${base}/delete`,
    permission: `${permission}:delete`,
    changes: true,
    summary: '删除秒杀商品',
    query: t.Object({ id: t.Id }),
    response: t.Done,
    errors: [404, 409],
  },
  useStatus: {
    method: 'POST',
    path: `${base}/update/status`,
    permission: `${permission}:update:status`,
    summary: '开启关闭秒杀商品',
    body: t.Object({
      id: t.Id,
      status: t.Boolean({ title: '活动状态' }),
      confirmBelowCost: activityDraft.confirmBelowCost,
    }),
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
})

import { activityPhases } from '@zhanggui/domain/promotion/activity.ts'
import { sort } from '../editable.ts'
import { media } from '../media-address.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const hour = (title: string, minimum: number, example: number) =>
  t.Integer({ title, minimum, maximum: minimum + 23, hint: '请填写正确的时间范围', example })

/** What is typed of a slot (秒杀时段): hours of every day, the last one not in it. */
export const SlotDraft = t.Object({
  name: t.String({ title: '秒杀时段名称', minLength: 1, maxLength: 64, ask: '秒杀时段名称不能为空' }),
  startHour: hour('开始时间', 0, 8),
  endHour: hour('结束时间', 1, 10),
  img: t.Optional(media('图片')),
  sliderImgs: t.Array(media('轮播图'), {
    title: '轮播图',
    minItems: 1,
    maxItems: 5,
    ask: '轮播图不能为空',
    example: ['https://example.com/a.png'],
  }),
  sort: sort(9999),
  status: t.Optional(t.Boolean({ title: '状态' })),
})
export type SlotDraft = t.Static<typeof SlotDraft>

export const Slot = t.Object({
  id: t.Id,
  version: t.Integer(),
  name: t.String({ title: '秒杀时段名称' }),
  startHour: t.Integer({ title: '开始时间' }),
  endHour: t.Integer({ title: '结束时间' }),
  img: t.String({ title: '图片', maxLength: 512 }),
  sliderImgs: t.Array(t.String({ maxLength: 512 }), { title: '轮播图' }),
  sort: t.Integer({ title: '排序' }),
  status: t.Boolean({ title: '状态' }),
  isDel: t.Boolean(),
  /** Of today. */
  phase: t.OneOf(t.keysOf(activityPhases), { title: '阶段' }),
  phaseName: t.String({ title: '当前状态' }),
  /** Flash sales in it that are not deleted. */
  productCount: t.Integer({ title: '商品数' }),
  /** Those of them that run today, closed ones too. */
  todayCount: t.Integer({ title: '今天的商品数' }),
  createTime: t.DateTime,
})
export type Slot = t.Static<typeof Slot>

export const SlotQuery = t.pageQuery({
  name: t.Optional(t.String({ title: '秒杀名称', maxLength: 64 })),
  status: t.Optional(t.Boolean({ title: '状态' })),
  isDel: t.Optional(t.Boolean({ title: '已删除' })),
})
export type SlotQuery = t.Static<typeof SlotQuery>

const base = '/admin/store/seckill/manger'
const permission = 'admin:seckill:manger'

/** 秒杀配置: the hours of the day in which flash sales run. */
export const seckillSlot = routes('seckill-slot', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    // Also for the form and the list of flash sales, which choose one.
    permission: [`${permission}:list`, 'admin:seckill:list', 'admin:seckill:save', 'admin:seckill:update'],
    summary: '秒杀时段列表，按开始时间',
    query: SlotQuery,
    response: t.pageOf(Slot),
  },
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission: `${permission}:info`,
    summary: '秒杀时段详情',
    query: t.Object({ id: t.Id }),
    response: Slot,
    errors: [404],
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: `${permission}:save`,
    summary: '新增秒杀时段',
    body: SlotDraft,
    response: t.SavedVersion,
    errors: [409],
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission: `${permission}:update`,
    summary: '编辑秒杀时段',
    body: t.Object({ id: t.Id, version: t.Version, ...SlotDraft.properties }),
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  remove: {
    method: 'GET',
    path: `${base}/delete`,
    permission: `${permission}:delete`,
    changes: true,
    summary: '删除秒杀时段',
    query: t.Object({ id: t.Id }),
    response: t.Done,
    errors: [404, 422],
  },
  useStatus: {
    method: 'POST',
    path: `${base}/update/status/:id`,
    permission: `${permission}:update:status`,
    summary: '开启关闭秒杀时段',
    params: t.Object({ id: t.Id }),
    body: t.Object({ status: t.Boolean({ title: '状态' }) }),
    response: t.SavedVersion,
    errors: [404],
  },
})

import { styleMethods, styleStates, styleTypes } from '@zhanggui/domain/promotion/activity-style.ts'
import { media } from '../media-address.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const meaning = (words: Readonly<Record<number, string>>) =>
  Object.entries(words)
    .map(([key, word]) => `${key} ${word}`)
    .join('，')

const styleType = (options: t.FieldOptions = {}) =>
  t.OneOfNumbers([0, 1], { title: '活动类型', description: meaning(styleTypes), ...options })
const styleMethod = (options: t.FieldOptions = {}) =>
  t.OneOfNumbers([0, 1, 3], { title: '使用范围', description: meaning(styleMethods), ...options })
const runningStatus = t.OneOfNumbers([0, 1, -1], { title: '活动状态', description: meaning(styleStates) })

/** A moment of the window, with seconds: the first and the last one count. */
const windowTime = (title: string, example: string) =>
  t.String({ title, maxLength: 19, description: 'YYYY-MM-DD HH:mm:ss', ask: '请选择时间', example })

const typed = {
  name: t.String({ title: '活动名称', minLength: 1, maxLength: 64, ask: '活动名称不能为空' }),
  startTime: windowTime('开始时间', '2030-01-01 00:00:00'),
  endTime: windowTime('结束时间', '2030-12-31 23:59:59'),
  /** The picture: a frame with transparency, 750 by 750, or a strip, 750 by 100. */
  style: media('活动素材', { ask: '活动素材不能为空' }),
  status: t.Optional(t.Boolean({ title: '是否开启' })),
  method: styleMethod({ ask: '请选择使用范围', hint: '暂不支持的参与类型', example: 0 }),
  /** 1 to 1000 products of method 1, 1 to 100 categories of 3. */
  targetIds: t.Optional(t.Array(t.Id, { title: '适用对象', maxItems: 1000, uniqueItems: true })),
}

/** What is typed of a style; its type is fixed once it is stored. */
export const StyleDraft = t.Object({ type: styleType({ ask: '活动类型不能为空' }), ...typed })
export type StyleDraft = t.Static<typeof StyleDraft>

export const StyleChange = t.Object({ id: t.Id, version: t.Version, ...typed })
export type StyleChange = t.Static<typeof StyleChange>

const styleFields = {
  id: t.Id,
  version: t.Integer(),
  name: t.String({ title: '活动名称' }),
  type: styleType(),
  startTime: { ...t.DateTime, title: '开始时间' },
  endTime: { ...t.DateTime, title: '结束时间' },
  style: t.String({ title: '活动素材', maxLength: 512 }),
  status: t.Boolean({ title: '是否开启' }),
  method: styleMethod(),
  targetIds: t.Array(t.Id, { title: '适用对象', maxItems: 1000 }),
  /** By the clock, also of one that is closed. */
  runningStatus,
  createTime: t.DateTime,
  updateTime: t.DateTime,
}
export const Style = t.Object(styleFields)
export type Style = t.Static<typeof Style>

const StyleInfo = t.Object({
  ...styleFields,
  /** What it dresses, without deleted ones: of method 1 and 3. */
  products: t.Array(
    t.Object({
      id: t.Id,
      storeName: t.String({ title: '商品名称' }),
      image: t.String({ title: '图片', maxLength: 512 }),
      price: t.Amount({ title: '售价' }),
      stock: t.Integer({ title: '库存' }),
    }),
    { title: '适用商品', maxItems: 1000 },
  ),
  categories: t.Array(t.Object({ id: t.Id, name: t.String(), pid: t.Integer() }), { title: '适用分类' }),
})
export type StyleInfo = t.Static<typeof StyleInfo>

export const StyleQuery = t.pageQuery({
  name: t.Optional(t.String({ title: '活动名称', maxLength: 64 })),
  type: t.Optional(styleType()),
  status: t.Optional(t.Boolean({ title: '是否开启' })),
  runningStatus: t.Optional(runningStatus),
  method: t.Optional(styleMethod()),
  dateLimit: t.Optional(t.TimeRange),
})
export type StyleQuery = t.Static<typeof StyleQuery>

const base = '/admin/activitystyle'
const permission = 'admin:activitystyle'

/** 活动边框 and 活动氛围: what dresses products for a time. */
export const activityStyle = routes('activity-style', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: `${permission}:list`,
    summary: '活动样式列表，新建在前',
    query: StyleQuery,
    response: t.pageOf(Style),
  },
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission: `${permission}:list`,
    summary: '活动样式详情',
    query: t.Object({ id: t.Id }),
    response: StyleInfo,
    errors: [404],
  },
  useStatus: {
    method: 'POST',
    path: `${base}/status`,
    permission: `${permission}:updatestatus`,
    summary: '开启关闭活动样式',
    body: t.Object({ id: t.Id, status: t.Boolean({ title: '是否开启' }) }),
    response: t.SavedVersion,
    errors: [404],
  },
  remove: {
    method: 'GET',
    path: `${base}/delete`,
    permission: `${permission}:delete`,
    changes: true,
    summary: '删除活动样式',
    query: t.Object({ id: t.Id }),
    response: t.Done,
    errors: [404],
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: `${permission}:save`,
    summary: '新增活动样式',
    body: StyleDraft,
    response: t.SavedVersion,
    errors: [422],
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    // As the calls of the shop's programs spell it.
    permission: `${permission}:edite`,
    summary: '编辑活动样式',
    body: StyleChange,
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
})

import {
  type ActivityType,
  activityNotices,
  activityNumbers,
  activityObjects,
  activityPhases,
  activityTypes,
} from '@zhanggui/domain/promotion/activity.ts'
import { sort } from '../editable.ts'
import { media } from '../media-address.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { Asked } from '../work/approval.ts'
import { budget, budgetFields } from './budget.ts'

export const activityType = t.OneOfNumbers(activityNumbers, {
  title: '活动类型',
  description: activityNumbers.map((type) => `${type} ${activityTypes[type]}`).join('，'),
})

export const activityDay = (title: string) =>
  t.String({ title, pattern: /^\d{4}-\d{2}-\d{2}$/, example: '2030-11-11', hint: `${title}格式应为 2030-11-11` })

/** The most SKUs of one product that take part. */
const MAX_SKUS = 600
const MAX_HTML = 200_000
const MAX_QUOTA = 99_999_999

/** `quota` of a request is the whole 限量, what answers call `quotaShow`. */
const ActivitySkuDraft = t.Object({
  skuId: t.Id,
  price: t.Amount({ title: '活动价', minimum: 0.01, maximum: 999_999.99 }),
  quota: t.Integer({ title: '限量', maximum: MAX_QUOTA }),
})

/** The SKU of a bargain: the price that cutting begins with, and the lowest. */
export const bargainedSku = t.Object({
  ...ActivitySkuDraft.properties,
  price: t.Amount({ title: '起始金额', minimum: 0.01, maximum: 999_999.99 }),
  minPrice: t.Amount({ title: '最低价', maximum: 999_999.99 }),
})

/** What a list of activities of any kind may be asked for. */
export const activityFilters = {
  /** An id, or part of a title. */
  keywords: t.Optional(t.String({ title: '商品搜索', maxLength: 64, pasted: 'keyword' })),
  status: t.Optional(t.Boolean({ title: '活动状态' })),
  productId: t.Optional(t.Id),
  /** Of the days: those that are on sale on any of them. */
  dateLimit: t.Optional(t.TimeRange),
  phase: t.Optional(t.OneOf(t.keysOf(activityPhases), { title: '阶段' })),
  /** Of those that run or will; `belowCost` only for those who may see costs. */
  notice: t.Optional(t.OneOf(t.keysOf(activityNotices), { title: '提醒' })),
}

/** Those that are no tabs of the list. */
const { phase: _, notice: _1, ...withoutTabs } = activityFilters

const ours = (title: string) => t.Optional(t.Nullable(t.Boolean({ title })))

/** What is typed of an activity of any kind. */
export const activityDraft = {
  productId: t.Integer({ title: '商品', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ask: '请选择商品！' }),
  title: t.String({ title: '商品标题', minLength: 1, maxLength: 200 }),
  image: media('主图', { ask: '请上传主图' }),
  images: t.Array(media('商品轮播图'), {
    title: '商品轮播图',
    minItems: 1,
    maxItems: 10,
    ask: '请上传商品轮播图',
    example: ['https://example.com/a.png'],
  }),
  info: t.Optional(t.String({ title: '活动简介' })),
  unitName: t.String({ title: '单位', minLength: 1, maxLength: 32 }),
  tempId: t.Integer({ title: '运费模板', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ask: '请选择运费模板' }),
  startTime: activityDay('活动开始日期'),
  stopTime: activityDay('活动结束日期'),
  sort: sort(9999),
  /** Points for each unit. */
  giveIntegral: t.Optional(t.Integer({ title: '赠送积分', maximum: 999_999 })),
  status: t.Optional(t.Boolean({ title: '活动状态' })),
  content: t.Optional(t.String({ title: '商品详情', maxLength: MAX_HTML })),
  /** Null: as the settings of the shop say. */
  allowCoupon: ours('可用优惠券'),
  allowPoints: ours('可用积分'),
  budget,
  attrValue: t.Array(ActivitySkuDraft, {
    title: '参与规格',
    minItems: 1,
    maxItems: MAX_SKUS,
    ask: '商品属性详情不能为空',
    example: [{ skuId: 1, price: 9.9, quota: 10 }],
  }),
  /** Opened although SKUs may be had below their cost, or for less than a tenth of their price. */
  confirmBelowCost: t.Optional(t.Boolean({ title: '确认低价' })),
}

/** A row of the SKU table: also of a SKU that does not take part, with `id` null. */
export const ActivitySku = t.Object({
  /** The `attrValueId` of a checkout. */
  id: t.Nullable(t.Id),
  skuId: t.Id,
  suk: t.String({ title: '规格', maxLength: 400 }),
  attrValue: t.Map(t.String(), { title: '规格值' }),
  image: t.String({ title: '图片', maxLength: 512 }),
  price: t.Amount({ title: '活动价' }),
  /** The price on the shelf. */
  salePrice: t.Amount({ title: '售价' }),
  otPrice: t.Amount({ title: '原价' }),
  cost: t.Optional(t.Amount({ title: '成本价' })),
  stock: t.Integer({ title: '库存' }),
  quota: t.Integer({ title: '限量剩余' }),
  quotaShow: t.Integer({ title: '限量' }),
  sold: t.Integer({ title: '已售' }),
  reserved: t.Integer({ title: '待付款' }),
  barCode: t.String({ title: '商品编号' }),
  weight: t.Number({ title: '重量' }),
  volume: t.Number({ title: '体积' }),
})
export type ActivitySku = t.Static<typeof ActivitySku>

/** What answers say of an activity of any kind; prices are those of its cheapest SKU. */
export const activityRow = {
  id: t.Id,
  version: t.Integer(),
  productId: t.Id,
  title: t.String({ title: '商品标题' }),
  image: t.String({ title: '主图', maxLength: 512 }),
  images: t.Array(t.String({ maxLength: 512 }), { title: '商品轮播图' }),
  info: t.String({ title: '活动简介' }),
  unitName: t.String({ title: '单位' }),
  tempId: t.Id,
  startTime: t.String({ title: '活动开始日期' }),
  stopTime: t.String({ title: '活动结束日期' }),
  sort: t.Integer({ title: '排序' }),
  giveIntegral: t.Integer({ title: '赠送积分' }),
  status: t.Boolean({ title: '活动状态' }),
  allowCoupon: t.Nullable(t.Boolean({ title: '可用优惠券' })),
  allowPoints: t.Nullable(t.Boolean({ title: '可用积分' })),
  ...budgetFields,
  quotaShow: t.Integer({ title: '限量' }),
  quota: t.Integer({ title: '限量剩余' }),
  /** Held by orders that wait for their money. */
  reserved: t.Integer({ title: '待付款' }),
  sales: t.Integer({ title: '已售' }),
  soldOut: t.Boolean({ title: '已抢光' }),
  /** When its last unit went, while nothing is left. */
  soldOutTime: t.Nullable(t.DateTime),
  /** The share of the quota that is gone, in whole percent. */
  percent: t.Integer({ title: '已抢比例' }),
  /** What buyers can have: no more than there is in stock. */
  left: t.Integer({ title: '可售' }),
  /** How often buyers looked at its page. */
  browse: t.Integer({ title: '浏览次数' }),
  price: t.Amount({ title: '活动价' }),
  salePrice: t.Amount({ title: '售价' }),
  otPrice: t.Amount({ title: '原价' }),
  cost: t.Optional(t.Amount({ title: '成本价' })),
  stock: t.Integer({ title: '库存' }),
  /** Some SKU is cheaper on the shelf, so that buyers pay that. */
  aboveSale: t.Boolean({ title: '售价低于活动价' }),
  /** Some SKU is sold for less than it costs, coupons aside; only for those who may see costs. */
  belowCost: t.Optional(t.Boolean({ title: '低于成本' })),
  phase: t.OneOf(t.keysOf(activityPhases), { title: '阶段' }),
  phaseName: t.String({ title: '当前状态' }),
  createTime: t.DateTime,
  updateTime: t.DateTime,
}

/** What the page of an activity has besides. */
export const activityDetail = {
  content: t.String({ title: '商品详情', maxLength: MAX_HTML }),
  attr: t.Array(t.Object({ id: t.Id, attrName: t.String(), attrValues: t.Array(t.String()) })),
  attrValue: t.Array(ActivitySku),
}

/** A SKU as it is typed before it is saved; of a bargain with its lowest price. */
const PlannedSku = t.Object({
  ...ActivitySkuDraft.properties,
  minPrice: t.Optional(t.Amount({ title: '最低价', maximum: 999_999.99 })),
})

const Conflict = t.Object({
  /** `hard`: it cannot be opened. */
  level: t.OneOf(['hard', 'soft'], { title: '程度' }),
  code: t.OneOf(['OVERLAP', 'OTHER_KIND', 'STOCK', 'BELOW_COST', 'VERY_LOW'], { title: '原因' }),
  /** The other activity; 0 and '' where it is none. */
  type: t.Integer({ title: '类型' }),
  id: t.Integer({ title: '编号' }),
  title: t.String({ title: '名称' }),
  startTime: t.String({ title: '活动开始日期' }),
  stopTime: t.String({ title: '活动结束日期' }),
  message: t.String({ title: '说明' }),
})
export type Conflict = t.Static<typeof Conflict>

/** An activity as it is typed, before it is saved. */
const PlannedActivity = t.Object({
  type: activityType,
  id: t.Optional(t.Id),
  productId: t.Id,
  startTime: activityDay('活动开始日期'),
  stopTime: activityDay('活动结束日期'),
  timeId: t.Optional(t.Id),
  allowCoupon: ours('可用优惠券'),
  attrValue: t.Array(PlannedSku, {
    title: '参与规格',
    minItems: 1,
    maxItems: MAX_SKUS,
    ask: '商品属性详情不能为空',
  }),
})

const base = '/admin/marketing/activity'
/** Who may do something with a kind of activity. */
export const activityRight = (type: ActivityType, act: string) => `admin:${activityObjects[type]}:${act}` as const
const kinds = (act: string) => activityNumbers.map((type) => activityRight(type, act))

/** What staff do with activities of every kind; who may is a matter of the kind. */
export const activity = routes('activity', {
  headers: {
    method: 'GET',
    path: `${base}/headers`,
    permission: kinds('list'),
    summary: '活动各阶段数量',
    query: t.Object({ type: activityType, ...withoutTabs, timeId: t.Optional(t.Id) }),
    response: t.Array(
      t.Object({
        phase: t.OneOf(['all', ...t.keysOf(activityPhases), ...t.keysOf(activityNotices)], { title: '阶段' }),
        name: t.String({ title: '名称' }),
        count: t.Integer({ title: '数量' }),
      }),
    ),
  },
  /** What the orders of today brought that were made in the activities of a list; refunds count for the day of the order. */
  today: {
    method: 'GET',
    path: `${base}/today`,
    permission: kinds('list'),
    summary: '活动今天的销售',
    query: t.Object({ type: activityType, ...activityFilters, timeId: t.Optional(t.Id) }),
    response: t.Object({
      orderCount: t.Integer({ title: '已付订单' }),
      units: t.Integer({ title: '件数' }),
      /** Paid, less what went back. */
      payAmount: t.Amount({ title: '实付金额' }),
      /** What the activities took off the price. */
      discount: t.Amount({ title: '让利' }),
    }),
  },
  /** What stands in the way of opening one, also before it is saved. */
  conflicts: {
    method: 'POST',
    path: `${base}/conflicts`,
    permission: kinds('list'),
    summary: '活动冲突检查',
    quiet: true,
    whileSeeing: true,
    body: PlannedActivity,
    response: t.Array(Conflict),
    errors: [404],
  },
  /** What buyers would pay at least, coupons included where allowed. */
  lowest: {
    method: 'POST',
    path: `${base}/sku/lowest`,
    permission: kinds('list'),
    summary: '活动各规格最低到手价',
    quiet: true,
    whileSeeing: true,
    body: PlannedActivity,
    response: t.Array(t.Object({ skuId: t.Id, lowest: t.Amount({ title: '最低到手价' }) })),
    errors: [404],
  },
  /** How it sells now. */
  watch: {
    method: 'GET',
    path: `${base}/watch`,
    permission: kinds('list'),
    summary: '活动实时数据',
    quiet: true,
    query: t.Object({ id: t.Id }),
    response: t.Object({
      title: t.String({ title: '商品标题' }),
      phase: activityRow.phase,
      phaseName: activityRow.phaseName,
      quotaShow: activityRow.quotaShow,
      left: activityRow.left,
      reserved: activityRow.reserved,
      sales: activityRow.sales,
      soldOutTime: t.Nullable(t.DateTime),
      orderCount: t.Integer({ title: '已付订单' }),
      buyerCount: t.Integer({ title: '下单人数' }),
      /** Paid, less what went back. */
      payAmount: t.Amount({ title: '实付金额' }),
      refundAmount: t.Amount({ title: '已退金额' }),
      /** What goes on when it is closed, and ends when it is ended: orders that wait for their money, running teams, running bargains. */
      unpaidCount: t.Integer({ title: '待付款订单' }),
      teamCount: t.Integer({ title: '进行中的团' }),
      sessionCount: t.Integer({ title: '进行中的砍价' }),
      orders: t.Array(
        t.Object({
          id: t.Id,
          orderNo: t.String({ title: '订单号' }),
          nickname: t.String({ title: '买家' }),
          num: t.Integer({ title: '件数' }),
          payPrice: t.Amount({ title: '实付金额' }),
          state: t.String({ title: '状态' }),
          createTime: t.DateTime,
        }),
        { title: '最近订单' },
      ),
    }),
    errors: [404],
  },
  /** The way to stop everything: nothing that waits goes on. */
  end: {
    method: 'POST',
    path: `${base}/end`,
    permission: kinds('update:status'),
    summary: '提前结束活动',
    body: t.Ref,
    response: t.SavedVersion,
    errors: [404, 409],
  },
  /** 加库存, also while it runs. */
  quota: {
    method: 'POST',
    path: `${base}/quota`,
    permission: kinds('update'),
    summary: '修改活动限量',
    body: t.Object({
      id: t.Id,
      skuId: t.Id,
      quota: t.Integer({ title: '限量', minimum: 1, maximum: MAX_QUOTA }),
      version: t.Version,
    }),
    response: t.Object({
      id: t.Integer(),
      version: t.Integer(),
      quota: activityRow.quota,
      quotaShow: activityRow.quotaShow,
    }),
    accepted: Asked,
    errors: [404, 409, 422],
  },
  copy: {
    method: 'POST',
    path: `${base}/copy`,
    permission: kinds('save'),
    summary: '复制活动',
    body: t.Ref,
    response: t.SavedVersion,
    errors: [404],
  },
  batch: {
    method: 'POST',
    path: `${base}/batch`,
    permission: kinds('update:status'),
    summary: '批量开启关闭活动',
    body: t.Object({
      ids: t.Array(t.Id, { title: '活动', minItems: 1, maxItems: 200, uniqueItems: true, ask: '请选择活动' }),
      action: t.OneOf(['open', 'close'], { title: '操作' }),
    }),
    response: t.Object({
      success: t.Integer({ title: '成功' }),
      failed: t.Integer({ title: '失败' }),
      errors: t.Array(t.Object({ id: t.Id, title: t.String(), message: t.String() })),
    }),
  },
})

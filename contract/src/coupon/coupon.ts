import { couponPhases, couponSources, couponTypes, couponUseTypes } from '@zhanggui/domain/promotion/coupon.ts'
import { keywords, sort } from '../editable.ts'
import { budget, budgetFields } from '../promotion/budget.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** A moment of a window, with seconds: the last second counts. */
const windowTime = (title: string, example: string) =>
  t.Optional(t.String({ title, maxLength: 19, description: 'YYYY-MM-DD HH:mm:ss', example }))
const [first, last] = ['2030-01-01 00:00:00', '2030-12-31 23:59:59']
const whole = { money: { minimum: 0.01, maximum: 99_999.99 }, minPrice: { maximum: 99_999.99 } }

export const couponUseType = t.OneOfNumbers([1, 2, 3], {
  title: '优惠券类型',
  description: Object.entries(couponUseTypes)
    .map(([key, word]) => `${key} ${word}`)
    .join('，'),
})
export const couponType = t.OneOfNumbers([1, 2, 3, 4], {
  title: '领取方式',
  description: Object.entries(couponTypes)
    .map(([key, word]) => `${key} ${word}`)
    .join('，'),
})
export const couponSource = t.OneOf(t.keysOf(couponSources), { title: '获取方式' })

/** What is typed of a coupon. */
export const CouponDraft = t.Object({
  name: t.String({ title: '优惠券名称', minLength: 1, maxLength: 64 }),
  money: t.Amount({ title: '优惠券面值', ...whole.money }),
  /** What the goods it is for must come to; 0 for no threshold. */
  minPrice: t.Optional(t.Amount({ title: '最低消费', ...whole.minPrice })),
  useType: t.Optional(couponUseType),
  /** 1 to 500 products of use type 2, 1 to 50 categories of 3. */
  scopeIds: t.Optional(t.Array(t.Id, { title: '适用范围', maxItems: 500, uniqueItems: true })),
  type: t.Optional(couponType),
  isLimited: t.Optional(t.Boolean({ title: '是否限量' })),
  total: t.Optional(t.Integer({ title: '发布数量', maximum: 99_999_999 })),
  isReceiveLimited: t.Optional(t.Boolean({ title: '领取是否限时' })),
  receiveStartTime: windowTime('领取开始时间', first),
  receiveEndTime: windowTime('领取结束时间', last),
  isFixedTime: t.Optional(t.Boolean({ title: '使用时间段' })),
  useStartTime: windowTime('使用开始时间', first),
  useEndTime: windowTime('使用结束时间', last),
  /** Days of 24 hours from the receipt. */
  day: t.Optional(t.Integer({ title: '使用有效天数', maximum: 999 })),
  limitPerUser: t.Optional(t.Integer({ title: '每人限领', minimum: 1, maximum: 99 })),
  sort: sort(9999),
  status: t.Optional(t.Boolean({ title: '是否开启' })),
  remark: t.Optional(t.String({ title: '备注', maxLength: 255 })),
  /** Who may see and take it; null for everybody. */
  segmentId: t.Optional(t.Nullable(t.Id)),
  budget,
})
export type CouponDraft = t.Static<typeof CouponDraft>

/** The terms of a coupon that decide what it takes off, and when. */
export const CouponTerms = {
  id: t.Id,
  name: t.String({ title: '优惠券名称' }),
  money: t.Amount({ title: '面值' }),
  minPrice: t.Amount({ title: '最低消费' }),
  useType: couponUseType,
  type: couponType,
  isFixedTime: t.Boolean({ title: '使用时间段' }),
  useStartTime: t.Nullable(t.DateTime),
  useEndTime: t.Nullable(t.DateTime),
  day: t.Integer({ title: '使用有效天数' }),
  isLimited: t.Boolean({ title: '是否限量' }),
  /** What is left of a limited one. */
  lastTotal: t.Nullable(t.Integer({ title: '剩余数量' })),
}

export const Coupon = t.Object({
  ...CouponTerms,
  version: t.Integer(),
  scopeIds: t.Array(t.Id, { title: '适用范围' }),
  total: t.Integer({ title: '发布数量' }),
  isReceiveLimited: t.Boolean({ title: '领取是否限时' }),
  receiveStartTime: t.Nullable(t.DateTime),
  receiveEndTime: t.Nullable(t.DateTime),
  limitPerUser: t.Integer({ title: '每人限领' }),
  sort: t.Integer({ title: '排序' }),
  status: t.Boolean({ title: '是否开启' }),
  remark: t.String({ title: '备注' }),
  segmentId: t.Nullable(t.Id),
  /** At most a second old. */
  receivedCount: t.Integer({ title: '已领取' }),
  usedCount: t.Integer({ title: '已使用' }),
  ...budgetFields,
  phase: t.OneOf(t.keysOf(couponPhases), { title: '阶段' }),
  createTime: t.DateTime,
  updateTime: t.DateTime,
})
export type Coupon = t.Static<typeof Coupon>

const CouponInfo = t.Object({
  coupon: Coupon,
  /** What it is for: of use type 2 and 3. */
  products: t.Array(
    t.Object({
      id: t.Id,
      storeName: t.String({ title: '商品名称' }),
      image: t.String({ title: '图片', maxLength: 512 }),
      price: t.Amount({ title: '售价' }),
      stock: t.Integer({ title: '库存' }),
    }),
    { title: '适用商品' },
  ),
  categories: t.Array(t.Object({ id: t.Id, name: t.String(), pid: t.Integer() }), { title: '适用分类' }),
})
export type CouponInfo = t.Static<typeof CouponInfo>

export const CouponQuery = t.pageQuery({
  name: t.Optional(t.String({ title: '优惠券名称', maxLength: 64 })),
  type: t.Optional(couponType),
  useType: t.Optional(couponUseType),
  status: t.Optional(t.Boolean({ title: '状态' })),
  phase: t.Optional(t.OneOf(t.keysOf(couponPhases), { title: '阶段' })),
})
export type CouponQuery = t.Static<typeof CouponQuery>

const { status: _status, money, name, ...others } = CouponDraft.properties
/**
 * What may still change once buyers hold copies: name, sort, remark and segment; limits and total only up, the end only
 * later. The money and the rules may be sent as they are.
 */
export const CouponChange = t.Object({
  id: t.Id,
  version: t.Version,
  ...others,
  name: t.Optional(name),
  money: t.Optional(money),
})
export type CouponChange = t.Static<typeof CouponChange>

const base = '/admin/marketing/coupon'

/** 优惠券 (docs/coupons-and-points.md, Coupons). */
export const coupon = routes('coupon', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'admin:coupon:list',
    summary: '优惠券列表，排序大的在前',
    query: CouponQuery,
    response: t.pageOf(Coupon),
  },
  /** How many there are of each phase, for the tabs; `all` is their sum. */
  counts: {
    method: 'GET',
    path: `${base}/counts`,
    permission: 'admin:coupon:list',
    summary: '优惠券各阶段数量',
    query: t.Object({
      name: CouponQuery.properties.name,
      type: CouponQuery.properties.type,
      useType: CouponQuery.properties.useType,
      status: CouponQuery.properties.status,
    }),
    response: t.Object({
      all: t.Integer({ title: '全部' }),
      ...(Object.fromEntries(Object.entries(couponPhases).map(([key, title]) => [key, t.Integer({ title })])) as Record<
        keyof typeof couponPhases,
        t.TInteger
      >),
    }),
  },
  sendList: {
    method: 'GET',
    path: `${base}/send/list`,
    // Also where a coupon is chosen for a customer or a product, and where a price is tried.
    permission: [
      ...(['admin:coupon:send:list', 'admin:coupon:user:receive', 'admin:marketing:simulate'] as const),
      ...(['admin:product:save', 'admin:product:update'] as const),
    ],
    summary: '可发放的优惠券',
    query: t.pageQuery({ keywords: keywords(64), type: t.Optional(couponType) }),
    response: t.pageOf(t.Object(CouponTerms)),
  },
  info: {
    method: 'POST',
    path: `${base}/info`,
    permission: ['admin:coupon:info', 'admin:coupon:list', 'admin:coupon:save'],
    summary: '优惠券详情',
    body: t.Ref,
    quiet: true,
    whileSeeing: true,
    response: CouponInfo,
    errors: [404],
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: 'admin:coupon:save',
    summary: '新增优惠券',
    body: CouponDraft,
    response: t.SavedVersion,
    errors: [404, 422],
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission: 'admin:coupon:update',
    summary: '编辑优惠券',
    body: CouponChange,
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  useStatus: {
    method: 'POST',
    path: `${base}/update/status`,
    permission: 'admin:coupon:update:status',
    summary: '开启关闭优惠券',
    body: t.Object({ id: t.Id, status: t.Boolean({ title: '是否开启' }) }),
    response: t.SavedVersion,
    errors: [404, 422],
  },
  remove: {
    method: 'POST',
    path: `${base}/delete`,
    permission: 'admin:coupon:delete',
    summary: '删除优惠券',
    body: t.Ref,
    response: t.Done,
    errors: [404],
  },
})

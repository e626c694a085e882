import { copyStates } from '@zhanggui/domain/promotion/coupon.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { UserFilter } from '../user/shop-user.ts'
import { chosenRows, exportRoute } from '../work/export.ts'
import { TaskId } from '../work/task.ts'
import { couponSource, couponUseType } from './coupon.ts'

/** A buyer's copy of a coupon, on the terms it was received on (docs/coupons-and-points.md, Copies). */
export const CouponCopy = t.Object({
  id: t.Id,
  couponId: t.Id,
  uid: t.Id,
  nickname: t.String({ title: '领取人' }),
  avatar: t.String({ title: '头像', maxLength: 512 }),
  name: t.String({ title: '优惠券名称' }),
  money: t.Amount({ title: '面值' }),
  minPrice: t.Amount({ title: '最低消费额' }),
  useType: couponUseType,
  scopeIds: t.Array(t.Id, { title: '适用范围' }),
  source: couponSource,
  status: t.OneOfNumbers([0, 1, 2, 3], { title: '使用状态', description: '0 未使用，1 已使用，2 已过期，3 已作废' }),
  validStr: t.OneOf(t.keysOf(copyStates), { title: '是否可用' }),
  startTime: t.DateTime,
  endTime: t.DateTime,
  useTime: t.Nullable(t.DateTime),
  orderNo: t.String({ title: '订单号' }),
  voidReason: t.String({ title: '失效原因' }),
  createTime: t.DateTime,
  updateTime: t.DateTime,
})
export type CouponCopy = t.Static<typeof CouponCopy>

export const CouponCopyQuery = t.pageQuery({
  couponId: t.Optional(t.Id),
  uid: t.Optional(t.Id),
  name: t.Optional(t.String({ title: '优惠券名称', maxLength: 64 })),
  /** One past its end counts as over; one that staff or a refund ended, as void. */
  status: t.Optional(t.OneOfNumbers([0, 1, 2, 3], { title: '使用状态' })),
  minPrice: t.Optional(t.Amount({ title: '最低消费额' })),
  source: t.Optional(couponSource),
  sendId: t.Optional(t.Id),
  dateLimit: t.Optional(t.TimeRange),
})
export type CouponCopyQuery = t.Static<typeof CouponCopyQuery>

/** To whom a coupon is sent: to customers by name, to a segment, or to whom a filter of the customer list finds; one of them. */
export const CouponSend = t.Object(
  {
    couponId: t.Id,
    uid: t.Optional(t.Array(t.Id, { title: '用户', maxItems: 10_000, uniqueItems: true, ask: '请选择用户！' })),
    segmentId: t.Optional(t.Id),
    filter: t.Optional(UserFilter),
    remark: t.Optional(t.String({ title: '备注', maxLength: 255 })),
  },
  { example: { couponId: 1, uid: [1, 2] } },
)
export type CouponSend = t.Static<typeof CouponSend>

const base = '/admin/marketing/coupon/user'

/** 领取记录 and 发放 (docs/coupons-and-points.md, Ways to a copy). */
export const couponCopy = routes('coupon-copy', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'admin:coupon:user:list',
    summary: '优惠券领取记录，新的在前',
    query: CouponCopyQuery,
    response: t.pageOf(CouponCopy),
  },
  receive: {
    method: 'POST',
    path: `${base}/receive`,
    permission: 'admin:coupon:user:receive',
    summary: '发放优惠券',
    body: CouponSend,
    response: t.Object({
      sendId: t.Id,
      sent: t.Integer({ title: '已发放' }),
      skipped: t.Integer({ title: '已跳过' }),
    }),
    accepted: t.Object({ taskId: t.String(), sendId: t.Id }),
    errors: [404, 409, 422],
  },
  undo: {
    method: 'POST',
    path: `${base}/undo`,
    permission: 'admin:coupon:user:receive',
    summary: '撤回发放的优惠券',
    /** The send, or the task that did it. */
    body: t.Object({ sendId: t.Optional(t.Id), taskId: t.Optional(TaskId) }, { example: { sendId: 1 } }),
    response: t.Object({ undone: t.Integer({ title: '已撤回' }), kept: t.Integer({ title: '已使用未撤回' }) }),
    errors: [404, 409],
  },
  revoke: {
    method: 'POST',
    path: `${base}/revoke`,
    permission: 'admin:coupon:user:revoke',
    summary: '作废领取的优惠券',
    body: t.Object({
      ids: t.Array(t.Id, { title: '领取记录', minItems: 1, maxItems: 200, uniqueItems: true, ask: '请选择领取记录' }),
      reason: t.String({ title: '作废原因', minLength: 1, maxLength: 100 }),
    }),
    response: t.Object({ revoked: t.Integer({ title: '已作废' }), skipped: t.Integer({ title: '已跳过' }) }),
  },
  download: exportRoute({
    path: '/admin/export/excel/coupon/user',
    permission: 'admin:coupon:user:export',
    summary: '导出优惠券领取记录',
    query: t.Object({ ...CouponCopyQuery.properties, ...chosenRows }),
  }),
})

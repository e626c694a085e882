import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { PickupOrder, VerifyForm, verifyCode } from './pickup.ts'
import { PickupRow, pickupStates } from './pickup-order.ts'

const base = '/api/front/staff'
const code = t.Object({ code: verifyCode })

const { id, orderNo, createTime, realName, userPhone, payPrice, paid, cod, statusStr, lines, lineCount } =
  PickupRow.properties
const { totalNum, mark, storeName, verifyTime, clerkName, verifyCode: shownCode, refundPrice } = PickupRow.properties

/** An order at the counter of a clerk who works in the mini-program. */
export const StaffPickup = t.Object({
  id,
  orderNo,
  createTime,
  realName,
  userPhone,
  payPrice,
  refundPrice,
  paid,
  cod,
  statusStr,
  lines,
  lineCount,
  totalNum,
  mark,
  storeName,
  verifyTime,
  clerkName,
  verifyCode: shownCode,
})
export type StaffPickup = t.Static<typeof StaffPickup>

const StaffPickupQuery = t.pageQuery({
  status: t.Optional(t.OneOf(pickupStates, { title: '核销状态' })),
  keywords: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 64 })),
  dateLimit: t.Optional(t.TimeRange),
  dateField: t.Optional(t.OneOf(['create', 'verify'], { title: '时间类型' })),
})
export type StaffPickupQuery = t.Static<typeof StaffPickupQuery>

/** What was verified, and the money taken at the counter for it. */
const Verified = t.Object({ count: t.Integer({ title: '核销单数' }), collected: t.Amount({ title: '收款金额' }) })

/** Store staff in the mini-program (docs/stores.md, The counter): for customers who work in a store now, everybody else gets 404. */
export const frontStaff = routes('front-staff', {
  me: {
    method: 'GET',
    path: `${base}/me`,
    permission: 'buyer',
    summary: '我的店员身份',
    response: t.Object({
      staffName: t.String({ title: '店员名称' }),
      stores: t.Array(t.Object({ id: t.Id, name: t.String({ title: '门店名称' }) }), { title: '所属门店' }),
      verifyStatus: t.Boolean({ title: '核销权限' }),
    }),
    errors: [404],
  },
  order: {
    method: 'GET',
    path: `${base}/order/:code`,
    permission: 'buyer',
    summary: '店员查询核销码',
    params: code,
    response: PickupOrder,
    errors: [404, 422],
  },
  verify: {
    method: 'POST',
    path: `${base}/order/verify/:code`,
    permission: 'buyer',
    summary: '店员核销订单',
    params: code,
    body: VerifyForm,
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  list: {
    method: 'GET',
    path: `${base}/order/list`,
    permission: 'buyer',
    summary: '店员的核销订单',
    query: StaffPickupQuery,
    response: t.Object({ ...t.pageOf(StaffPickup).properties, statusNum: t.Map(t.Integer()) }),
    errors: [404],
  },
  statistics: {
    method: 'GET',
    path: `${base}/statistics`,
    permission: 'buyer',
    summary: '店员核销统计',
    response: t.Object({
      /** Of the clerk's stores. */
      toVerify: t.Integer({ title: '待核销' }),
      today: Verified,
      month: Verified,
      /** By the clerk himself. */
      ownToday: Verified,
      ownMonth: Verified,
    }),
    errors: [404],
  },
})

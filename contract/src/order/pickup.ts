import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { OrderLine, OrderState } from './order-line.ts'

/** The code a buyer shows, as digits or as a QR code of them. */
export const verifyCode = t.String({
  title: '核销码',
  pasted: 'number',
  pattern: /^\d{10}$/,
  example: '6381207455',
  hint: '请输入10位核销码',
})

/** What finds an order at the counter: its code, or its number for a buyer who cannot show the code. */
const codeOrNumber = t.String({
  title: '核销码',
  pasted: 'number',
  pattern: /^(\d{10}|\d{20})$/,
  example: '6381207455',
  hint: '请输入10位核销码',
})

/** How the money of an order that is paid at the counter was taken. */
export const collectWays = { cash: '现金', code: '门店收款码', card: '刷卡' } as const
export type CollectWay = keyof typeof collectWays

/** An order at the counter. */
export const PickupOrder = t.Object({
  id: t.Id,
  version: t.Integer(),
  orderNo: t.String({ title: '订单号' }),
  createTime: t.DateTime,
  uid: t.Id,
  nickname: t.String({ title: '昵称' }),
  avatar: t.String({ title: '头像', maxLength: 512 }),
  realName: t.String({ title: '提货人' }),
  userPhone: t.String({ title: '提货电话' }),
  /** How often the buyer has come for an order, this time included. */
  visits: t.Integer({ title: '第几次来取' }),
  statusStr: OrderState,
  refundStatus: t.Integer({ title: '退款状态' }),
  payPrice: t.Amount({ title: '实付金额' }),
  payTypeStr: t.String({ title: '支付方式' }),
  paid: t.Boolean({ title: '已支付' }),
  cod: t.Boolean({ title: '线下付款' }),
  /** What is to be taken at the counter before it is verified; 0 of what is paid. */
  toCollect: t.Amount({ title: '应收金额' }),
  totalNum: t.Integer({ title: '件数' }),
  mark: t.String({ title: '买家留言', maxLength: 512 }),
  remark: t.String({ title: '商家备注', maxLength: 512 }),
  storeId: t.Id,
  storeName: t.String({ title: '自提门店' }),
  /** Its last four digits, when the order was found by its number and is not verified yet. */
  verifyCode: t.String({ title: '核销码' }),
  verifyTime: t.Nullable(t.DateTime),
  clerkName: t.String({ title: '核销员' }),
  lines: t.Array(OrderLine, { title: '商品' }),
  /** Why it cannot be verified now; '' when it can, if need be after the money was taken. */
  refusal: t.String({ title: '不能核销的原因' }),
})
export type PickupOrder = t.Static<typeof PickupOrder>

export const VerifyForm = t.Object({
  /** The clerk has taken the money of an order that is paid at the counter. */
  collected: t.Optional(t.Boolean({ title: '已收款' })),
  collectedBy: t.Optional(t.OneOf(t.keysOf(collectWays), { title: '收款方式' })),
})
export type VerifyForm = t.Static<typeof VerifyForm>

const base = '/admin/store/order'

/** 核销 (docs/stores.md, The counter). */
export const pickup = routes('pickup', {
  confirm: {
    method: 'GET',
    path: `${base}/writeConfirm/:vCode`,
    permission: 'admin:order:write:confirm',
    summary: '核销码或订单号查询自提订单',
    params: t.Object({ vCode: codeOrNumber }),
    response: PickupOrder,
    errors: [404, 422],
  },
  verify: {
    method: 'POST',
    path: `${base}/writeUpdate/:vCode`,
    permission: 'admin:order:write:update',
    summary: '核销订单',
    params: t.Object({ vCode: codeOrNumber }),
    body: VerifyForm,
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
})

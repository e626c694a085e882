import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { orderNo } from './order-line.ts'

/** 拣货单, 发货单, 小票. */
const printKinds = ['pick', 'note', 'receipt'] as const
export type PrintKind = (typeof printKinds)[number]
export const printNames: Record<PrintKind, string> = { pick: '拣货单', note: '发货单', receipt: '小票' }
export const MAX_PRINTED = 200

/** A SKU to fetch from the shelf, and for which orders. */
const PickedGoods = t.Object({
  skuId: t.Id,
  storeName: t.String({ title: '商品名称' }),
  image: t.String({ title: '商品图片', maxLength: 512 }),
  sku: t.String({ title: '规格', maxLength: 400 }),
  barCode: t.String({ title: '商品编号' }),
  num: t.Integer({ title: '数量' }),
  orders: t.Array(t.Object({ orderNo: t.String({ title: '订单号' }), num: t.Integer({ title: '数量' }) }), {
    title: '订单',
  }),
})

const PrintedLine = t.Object({
  storeName: t.String({ title: '商品名称' }),
  sku: t.String({ title: '规格', maxLength: 400 }),
  barCode: t.String({ title: '商品编号' }),
  /** Of a pick list what is left to send, of a receipt what was bought; otherwise what was bought and not cut. */
  num: t.Integer({ title: '数量' }),
  unitPrice: t.Amount({ title: '单价' }),
  lineTotal: t.Amount({ title: '小计' }),
})

/** What went back of a line; no unit where only money did. */
const PrintedRefund = t.Object({
  storeName: t.String({ title: '商品名称' }),
  sku: t.String({ title: '规格', maxLength: 400 }),
  num: t.Integer({ title: '数量' }),
  money: t.Amount({ title: '退款金额' }),
})

/**
 * An order on paper: the receiver in full. Its parts add up: the lines and `otherGoods` to `proTotalPrice`; that with postage,
 * less coupon and points, with `adjustPrice`, to `payPrice`; that less the refunds and `refundPostage` to `keptPrice`.
 */
const PrintedOrder = t.Object({
  orderNo: t.String({ title: '订单号' }),
  createTime: t.DateTime,
  realName: t.String({ title: '收货人' }),
  userPhone: t.String({ title: '收货电话' }),
  /** '' of a pick-up. */
  address: t.String({ title: '收货地址', maxLength: 512 }),
  storeName: t.String({ title: '自提门店' }),
  shippingType: t.Integer({ title: '配送方式' }),
  mark: t.String({ title: '买家留言', maxLength: 512 }),
  remark: t.String({ title: '商家备注', maxLength: 512 }),
  lines: t.Array(PrintedLine, { title: '商品' }),
  totalNum: t.Integer({ title: '件数' }),
  proTotalPrice: t.Amount({ title: '商品总价' }),
  couponPrice: t.Amount({ title: '优惠券' }),
  deductionPrice: t.Amount({ title: '积分抵扣' }),
  /** Goods that are not among the lines: of a delivery note what left before, or went back. */
  otherGoods: t.Amount({ title: '其余商品' }),
  payPostage: t.Amount({ title: '运费' }),
  /** Signed: what changes of the price put on the goods. */
  adjustPrice: t.Amount({ title: '改价' }),
  payPrice: t.Amount({ title: '实付金额' }),
  refunds: t.Array(PrintedRefund, { title: '退款商品' }),
  refundPostage: t.Amount({ title: '退运费' }),
  refundPrice: t.Amount({ title: '已退金额' }),
  keptPrice: t.Amount({ title: '退款后实付' }),
  payTypeStr: t.String({ title: '支付方式' }),
  /** Money to take at the door or the counter. */
  cod: t.Boolean({ title: '待收款' }),
  /** Of the last parcel; '' before it was sent. */
  expressName: t.String({ title: '快递公司' }),
  expressNo: t.String({ title: '快递单号' }),
  /** Of a pick-up that waits; '' otherwise. */
  verifyCode: t.String({ title: '核销码' }),
  /** The other orders to ship that go to the same receiver. */
  together: t.Array(t.String({ title: '订单号' }), { title: '合单订单', maxItems: MAX_PRINTED }),
  /** There are more of them. */
  togetherMore: t.Boolean({ title: '合单订单未列全' }),
})

export const PrintData = t.Object({
  kind: t.OneOf(printKinds, { title: '单据' }),
  shopName: t.String({ title: '店铺名称' }),
  shopPhone: t.String({ title: '店铺电话' }),
  /** What delivery notes say at their foot. */
  note: t.String({ title: '发货单说明', maxLength: 2000 }),
  printTime: t.DateTime,
  /** Of a pick list alone. */
  goods: t.Array(PickedGoods, { title: '商品' }),
  orders: t.Array(PrintedOrder, { title: '订单' }),
  /** What was asked for and is not printed, and why. */
  left: t.Array(t.Object({ orderNo: t.String({ title: '订单号' }), message: t.String() })),
})
export type PrintData = t.Static<typeof PrintData>
export type PrintedOrder = PrintData['orders'][number]

/** Printing by the browser. */
export const orderPrint = routes('order-print', {
  data: {
    method: 'POST',
    path: '/admin/store/order/print/data',
    permission: 'admin:yly:print',
    summary: '打印订单',
    body: t.Object({
      orderNos: t.Array(orderNo, {
        title: '订单号',
        minItems: 1,
        maxItems: MAX_PRINTED,
        uniqueItems: true,
        ask: '请选择要打印的订单',
        example: ['20261123101500123456'],
      }),
      kind: t.OneOf(printKinds, { title: '单据' }),
      copies: t.Optional(t.Integer({ title: '份数', minimum: 1, maximum: 9 })),
    }),
    response: PrintData,
    errors: [404, 422],
  },
})

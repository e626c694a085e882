import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { caseFields, SalesStep, serviceType } from './after-sales.ts'
import { OrderLine, orderNo } from './order-line.ts'

const base = '/api/front'

/** What of an order can be asked back, and how much of it at most. */
export const Claimable = t.Object({
  orderNo: t.String({ title: '订单号' }),
  payPrice: t.Amount({ title: '实付金额' }),
  /** Freight that would go back with everything. */
  postage: t.Amount({ title: '可退运费' }),
  reasons: t.Array(t.String(), { title: '退款原因' }),
  lines: t.Array(
    t.Object({
      ...OrderLine.properties,
      /** Units, and the money for all of them: of a refund alone, and of a return. */
      maxNum: t.Integer({ title: '可退数量' }),
      maxReturnNum: t.Integer({ title: '可退货数量' }),
      refundable: t.Amount({ title: '可退金额' }),
      unitRefund: t.Amount({ title: '单件可退金额' }),
    }),
    { title: '商品' },
  ),
  /** Why nothing can be asked for; '' if it can. */
  refusal: t.String({ title: '不能申请的原因' }),
})
export type Claimable = t.Static<typeof Claimable>

export const FrontCaseRow = t.Object({
  id: t.Id,
  version: t.Integer(),
  salesNo: t.String({ title: '售后单号' }),
  orderNo: t.String({ title: '订单号' }),
  serviceType,
  state: t.Integer({ title: '状态' }),
  salesState: t.Integer({ title: '结果' }),
  stateStr: t.String({ title: '状态' }),
  refundAmount: t.Amount({ title: '退款金额' }),
  createTime: t.DateTime,
  deadline: t.Nullable(t.DateTime),
  lines: t.Array(
    t.Object({
      lineId: t.Id,
      productId: t.Id,
      storeName: t.String({ title: '商品名称' }),
      image: t.String({ title: '商品图片', maxLength: 512 }),
      sku: t.String({ title: '规格' }),
      num: t.Integer({ title: '申请数量' }),
      money: t.Amount({ title: '退款金额' }),
    }),
    { title: '商品' },
  ),
})
export type FrontCaseRow = t.Static<typeof FrontCaseRow>

/** A case as its buyer sees it. */
export const FrontCase = t.Object({
  ...FrontCaseRow.properties,
  postage: t.Amount({ title: '退运费' }),
  reason: t.String({ title: '退款原因' }),
  explain: t.String({ title: '补充说明', maxLength: 500 }),
  images: t.Array(t.String({ maxLength: 512 }), { title: '凭证图片' }),
  received: t.Integer({ title: '收货情况' }),
  refuseReason: t.String({ title: '拒绝原因' }),
  inspectMark: t.String({ title: '验货说明' }),
  inspectImages: t.Array(t.String({ maxLength: 512 }), { title: '验货图片' }),
  consignee: t.String({ title: '退货收货人' }),
  phone: t.String({ title: '退货电话' }),
  address: t.String({ title: '退货地址', maxLength: 256 }),
  expressCode: t.String({ title: '快递公司编码' }),
  expressName: t.String({ title: '快递公司' }),
  expressNo: t.String({ title: '快递单号' }),
  log: t.Array(SalesStep, { title: '经过' }),
  canChange: t.Boolean(),
  canRevoke: t.Boolean(),
  canSendBack: t.Boolean(),
  canDelete: t.Boolean(),
})
export type FrontCase = t.Static<typeof FrontCase>

const Named = t.Object({ id: t.Id })

/** 售后: what a buyer asks back of an order. */
export const frontAfterSales = routes('front-after-sales', {
  reasons: {
    method: 'GET',
    path: `${base}/order/refund/reason`,
    permission: 'buyer',
    summary: '退款原因',
    response: t.Object({ list: t.Array(t.String(), { title: '退款原因' }) }),
  },
  claimable: {
    method: 'GET',
    path: `${base}/order/apply/refund/:orderNo`,
    permission: 'buyer',
    summary: '可申请售后的商品',
    params: t.Object({ orderNo }),
    response: Claimable,
    errors: [404],
  },
  /** As a request for these units would be taken now; changes nothing. */
  quote: {
    method: 'POST',
    path: `${base}/aftersales/quote`,
    permission: 'buyer',
    quiet: true,
    summary: '试算售后可退的金额',
    body: t.Object({ orderNo, serviceType, lines: caseFields.lines }),
    response: t.Object({
      lines: t.Array(
        t.Object({
          lineId: t.Id,
          num: t.Integer({ title: '申请数量' }),
          money: t.Amount({ title: '退款金额' }),
          text: t.String({ title: '计算' }),
        }),
        { title: '商品' },
      ),
      postage: t.Amount({ title: '退运费' }),
      total: t.Amount({ title: '退款金额' }),
      pointsBack: t.Integer({ title: '退回积分' }),
      coupon: t.String({ title: '优惠券' }),
    }),
    errors: [404, 409, 422],
  },
  apply: {
    method: 'POST',
    path: `${base}/aftersales/apply`,
    permission: 'buyer',
    summary: '申请售后',
    body: t.Object({ orderNo, ...caseFields }),
    response: t.Object({ id: t.Id, salesNo: t.String({ title: '售后单号' }) }),
    errors: [404, 409, 422],
  },
  list: {
    method: 'GET',
    path: `${base}/aftersales/list`,
    permission: 'buyer',
    summary: '我的售后',
    query: t.pageQuery({ tab: t.Optional(t.OneOf(['all', 'open', 'ended'], { title: '售后状态' })) }),
    response: t.pageOf(FrontCaseRow),
  },
  detail: {
    method: 'GET',
    path: `${base}/aftersales/detail/:id`,
    permission: 'buyer',
    summary: '我的售后详情',
    params: Named,
    response: FrontCase,
    errors: [404],
  },
  update: {
    method: 'POST',
    path: `${base}/aftersales/update`,
    permission: 'buyer',
    summary: '修改售后申请',
    body: t.Object({ id: t.Id, ...caseFields }),
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  revoke: {
    method: 'POST',
    path: `${base}/aftersales/revoke`,
    permission: 'buyer',
    summary: '撤销售后申请',
    body: Named,
    response: t.SavedVersion,
    errors: [404, 409],
  },
  sendBack: {
    method: 'POST',
    path: `${base}/aftersales/logistics`,
    permission: 'buyer',
    summary: '填写退货物流',
    body: t.Object({
      id: t.Id,
      expressCode: t.String({ title: '快递公司', minLength: 1, maxLength: 50, ask: '请选择快递公司' }),
      expressNo: t.String({
        title: '快递单号',
        pasted: 'parcel',
        minLength: 6,
        maxLength: 69,
        pattern: /^[A-Za-z0-9-]{6,64}(:\d{4})?$/,
        ask: '请输入快递单号',
        hint: '快递单号格式不正确',
        example: 'SF1234567890123',
      }),
    }),
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  remove: {
    method: 'POST',
    path: `${base}/aftersales/del`,
    permission: 'buyer',
    summary: '删除售后单',
    body: Named,
    response: t.Done,
    errors: [404, 409],
  },
})

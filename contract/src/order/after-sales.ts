import { type CaseAct, caseActs, MAX_CASE_IMAGES, salesTabs } from '@zhanggui/domain/order/after-sales.ts'
import { pinkStatuses, refundStatuses } from '@zhanggui/domain/order/order-state.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { Asked } from '../work/approval.ts'
import { exportRoute } from '../work/export.ts'
import { OrderLine, OrderState, orderNo } from './order-line.ts'
import { chosenMethod, RefundSum } from './refund.ts'

const tabNames = t.keysOf(salesTabs)
/** The tabs of 售后退款; `all` is every case. */
export const salesTabKeys = ['all', ...tabNames] as const

const picture = (title: string) =>
  t.String({
    title,
    minLength: 1,
    maxLength: 512,
    // No two dots in a row: nothing leads out of a folder.
    pattern: /^(https?:\/\/|\/file\/|public\/)[^\s.]+(\.[^\s.]+)*\.?$/,
    example: 'https://example.com/a.png',
    hint: `${title}地址不正确`,
  })
const pictures = (title: string) => t.Array(picture(title), { title, maxItems: MAX_CASE_IMAGES })

/** 0 refund only, 1 return and refund. */
export const serviceType = t.OneOfNumbers([0, 1], { title: '售后类型', description: '0 仅退款，1 退货退款' })

/** What buyers ask for, and staff for them. */
export const caseFields = {
  serviceType,
  reason: t.String({ title: '退款原因', minLength: 1, maxLength: 64, ask: '请选择退款原因' }),
  explain: t.Optional(t.String({ title: '补充说明', maxLength: 500 })),
  images: t.Optional(pictures('凭证图片')),
  lines: t.Array(t.Object({ lineId: t.Id, num: t.Integer({ title: '数量', minimum: 1, maximum: 99_999 }) }), {
    title: '申请售后的商品',
    minItems: 1,
    maxItems: 200,
    ask: '请选择申请售后的商品',
    example: [{ lineId: 1, num: 1 }],
  }),
}
export const CaseForm = t.Object(caseFields)
export type CaseForm = t.Static<typeof CaseForm>

const filters = {
  tab: t.Optional(t.OneOf(salesTabKeys, { title: '售后状态' })),
  /** As of the order desk; also the number of a case, and of the parcel on its way back. */
  keywords: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 64 })),
  orderNo: t.Optional(t.String({ title: '订单号', pasted: 'number', maxLength: 24 })),
  serviceType: t.Optional(serviceType),
  storeId: t.Optional(t.Id),
  dateLimit: t.Optional(t.TimeRange),
}
export const SalesFilter = t.Object(filters)
export type SalesFilter = t.Static<typeof SalesFilter>
export const SalesQuery = t.pageQuery(filters)
export type SalesQuery = t.Static<typeof SalesQuery>

/** A line of an order in a case: how many units, and the money for them. */
const SalesLine = t.Object({
  lineId: t.Id,
  productId: t.Id,
  storeName: t.String({ title: '商品名称' }),
  image: t.String({ title: '商品图片', maxLength: 512 }),
  sku: t.String({ title: '规格' }),
  num: t.Integer({ title: '申请数量' }),
  money: t.Amount({ title: '退款金额' }),
})
export type SalesLine = t.Static<typeof SalesLine>

/** A case in the list. */
export const SalesRow = t.Object({
  id: t.Id,
  version: t.Integer(),
  salesNo: t.String({ title: '售后单号' }),
  orderId: t.Id,
  orderNo: t.String({ title: '订单号' }),
  uid: t.Id,
  nickname: t.String({ title: '申请人' }),
  avatar: t.String({ title: '头像', maxLength: 512 }),
  serviceType: t.OneOfNumbers([0, 1], { title: '售后类型' }),
  /** 0 waits for the shop, 1 approved, 2 parcel on its way back, 3 finished. */
  state: t.OneOfNumbers([0, 1, 2, 3], { title: '状态' }),
  /** 0 normal, 1 revoked, 2 refused, 3 timed out. */
  salesState: t.OneOfNumbers([0, 1, 2, 3], { title: '结果' }),
  /** 0 not yet, 1 good, 2 with difference. */
  received: t.OneOfNumbers([0, 1, 2], { title: '收货情况' }),
  tab: t.OneOf(tabNames, { title: '售后状态' }),
  stateStr: t.String({ title: '状态' }),
  refundAmount: t.Amount({ title: '退款金额' }),
  /** What of it is freight. */
  postage: t.Amount({ title: '退运费' }),
  reason: t.String({ title: '退款原因' }),
  explain: t.String({ title: '补充说明', maxLength: 500 }),
  images: t.Array(t.String({ maxLength: 512 }), { title: '凭证图片' }),
  createTime: t.DateTime,
  /** When the system acts next if nobody does; null without such a limit. */
  deadline: t.Nullable(t.DateTime),
  expressName: t.String({ title: '退货快递公司' }),
  expressNo: t.String({ title: '退货快递单号' }),
  /** Its money was refused by the gateway, or is on its way: what the refund says. Null without a refund. */
  refund: t.Nullable(
    t.Object({
      refundNo: t.String({ title: '退款单号' }),
      /** 0 on its way, 1 succeeded, 2 failed. */
      state: t.Integer({ title: '退款状态' }),
      failMsg: t.String({ title: '失败原因' }),
    }),
  ),
  lines: t.Array(SalesLine, { title: '商品' }),
  order: t.Object({
    payPrice: t.Amount({ title: '实付金额' }),
    statusStr: OrderState,
    storeName: t.String(),
    /** With the case, what decides which acts it allows: see `judgeCaseActs` of the domain. */
    paid: t.Boolean({ title: '已支付' }),
    refundStatus: t.OneOfNumbers(refundStatuses, { title: '退款状态' }),
    pinkStatus: t.OneOfNumbers(pinkStatuses, { title: '拼团状态' }),
  }),
})
export type SalesRow = t.Static<typeof SalesRow>

/** What the caller may do with a case. */
export type SalesAct = CaseAct

/** What happened to a case. */
export const SalesStep = t.Object({
  id: t.Id,
  what: t.String({ title: '步骤' }),
  message: t.String({ title: '内容', maxLength: 512 }),
  images: t.Array(t.String({ maxLength: 512 }), { title: '图片' }),
  operatorType: t.OneOf(['buyer', 'admin', 'system'], { title: '操作人类型' }),
  operatorName: t.String({ title: '操作人' }),
  createTime: t.DateTime,
})
export type SalesStep = t.Static<typeof SalesStep>

/** Another case of the same buyer. */
const OtherCase = t.Object({
  id: t.Id,
  salesNo: t.String({ title: '售后单号' }),
  orderNo: t.String({ title: '订单号' }),
  serviceType: t.Integer({ title: '售后类型' }),
  stateStr: t.String({ title: '状态' }),
  refundAmount: t.Amount({ title: '退款金额' }),
  reason: t.String({ title: '退款原因' }),
  createTime: t.DateTime,
})

/** A case, complete. */
export const SalesInfo = t.Object({
  ...SalesRow.properties,
  /** The lines of the case as the order has them, with what was asked for. */
  lines: t.Array(
    t.Object({
      ...OrderLine.properties,
      lineId: t.Id,
      askedNum: t.Integer({ title: '申请数量' }),
      money: t.Amount({ title: '退款金额' }),
      /** What the shop promises of the goods: 七天无理由. */
      ensures: t.Array(t.String(), { title: '服务保障' }),
    }),
    { title: '商品' },
  ),
  /** What the agreed amount comes to, line by line, while the case is open. */
  sum: t.Nullable(RefundSum),
  /** The most that can go back for what was asked for, with freight. */
  maxAmount: t.Amount({ title: '最多可退' }),
  /** Freight that can still go back. */
  maxPostage: t.Amount({ title: '可退运费' }),
  consignee: t.String({ title: '退货收货人' }),
  phone: t.String({ title: '退货电话' }),
  address: t.String({ title: '退货地址', maxLength: 256 }),
  expressCode: t.String({ title: '快递公司编码' }),
  auditTime: t.Nullable(t.DateTime),
  deliveryTime: t.Nullable(t.DateTime),
  completeTime: t.Nullable(t.DateTime),
  refuseReason: t.String({ title: '拒绝原因' }),
  inspectMark: t.String({ title: '验货说明' }),
  inspectImages: t.Array(t.String({ maxLength: 512 }), { title: '验货图片' }),
  restock: t.Boolean({ title: '退回库存' }),
  log: t.Array(SalesStep, { title: '经过' }),
  /** How the sum of its refund came about, whole, as the calculator showed it; '' without one. */
  refundText: t.String({ title: '退款计算' }),
  /** What the carrier says of the parcel on its way back, newest first. */
  trace: t.Array(t.Object({ time: t.String(), status: t.String() }), { title: '退货物流' }),
  /** Where the return goes to unless somebody says otherwise. */
  returnTo: t.Object({ consignee: t.String(), phone: t.String(), address: t.String() }),
  order: t.Object({
    ...SalesRow.properties.order.properties,
    version: t.Integer(),
    payTypeStr: t.String({ title: '支付方式' }),
    payPostage: t.Amount({ title: '运费' }),
    refundPrice: t.Amount({ title: '已退金额' }),
    createTime: t.DateTime,
    payTime: t.Nullable(t.DateTime),
    shipTime: t.Nullable(t.DateTime),
    receiveTime: t.Nullable(t.DateTime),
    printTime: t.Nullable(t.DateTime),
    /** 发货前, 部分发货, 已发货, 已签收 3 天. */
    stage: t.String({ title: '进度' }),
    shippingType: t.Integer({ title: '配送方式' }),
    remark: t.String({ title: '商家备注', maxLength: 512 }),
  }),
  others: t.Array(OtherCase, { title: '该买家的其他售后' }),
  allow: t.Object(
    Object.fromEntries(caseActs.map((act) => [act, t.Boolean()])) as Record<SalesAct, ReturnType<typeof t.Boolean>>,
  ),
})
export type SalesInfo = t.Static<typeof SalesInfo>

const refundAmount = t.Optional(t.Amount({ title: '退款金额', maximum: 999_999.99 }))
const refuseReason = t.String({
  title: '拒绝原因',
  minLength: 2,
  maxLength: 255,
  ask: '请填写拒绝退款原因',
})
const version = t.Version

const SalesCheck = t.Object({
  id: t.Id,
  pass: t.Boolean({ title: '审核结果' }),
  /** Of a return: where to. The address of the settings by default. */
  consignee: t.Optional(t.String({ title: '退货收货人', maxLength: 32 })),
  phone: t.Optional(
    t.String({
      title: '退货电话',
      pasted: 'phone',
      maxLength: 18,
      pattern: /^((0\d{2,3}-?\d{7,8})|(1[3-9]\d{9})|(400-?\d{3}-?\d{4}))?$/,
      hint: '请输入正确的退货电话',
      example: '13800138000',
    }),
  ),
  address: t.Optional(t.String({ title: '退货地址', maxLength: 256 })),
  /** In all, with freight; what was asked for by default. */
  refundAmount,
  postage: t.Optional(t.Amount({ title: '退运费', maximum: 999_999.99 })),
  refuseReason: t.Optional(t.String({ title: '拒绝原因', maxLength: 255 })),
  /** Of a refusal after the parcel came, or did not. */
  images: t.Optional(pictures('凭证图片')),
  version,
})
export type SalesCheck = t.Static<typeof SalesCheck>

const SalesReceive = t.Object({
  id: t.Id,
  received: t.OneOfNumbers([1, 2], { title: '收货情况', description: '1 商品完好，2 有差异' }),
  /** Lower than agreed, with a note and pictures. */
  refundAmount,
  inspectMark: t.Optional(t.String({ title: '验货说明', maxLength: 255 })),
  inspectImages: t.Optional(pictures('验货图片')),
  restock: t.Optional(t.Boolean({ title: '退回库存', description: '默认退回' })),
  version,
})
export type SalesReceive = t.Static<typeof SalesReceive>

/** A changed case, and of money that goes back the refund. */
const SalesSaved = t.Object({
  ...t.SavedVersion.properties,
  refundNo: t.Optional(t.String({ title: '退款单号' })),
  /** 0 on its way, 1 succeeded, 2 failed. */
  state: t.Optional(t.Integer({ title: '退款状态' })),
})

const base = '/admin/store/aftersales'

/** 售后单: requests of buyers to get money or goods settled (docs/orders.md, Transitions). */
export const afterSales = routes('after-sales', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'admin:order:refund:list',
    summary: '售后单列表',
    query: SalesQuery,
    response: t.pageOf(SalesRow),
  },
  num: {
    method: 'GET',
    path: `${base}/num`,
    permission: 'admin:order:refund:list',
    quiet: true,
    summary: '各状态售后单数',
    query: SalesFilter,
    response: t.Map(t.Integer()),
  },
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission: 'admin:order:refund:info',
    summary: '售后单详情',
    query: t.Object({ id: t.Id }),
    response: SalesInfo,
    errors: [404],
  },
  check: {
    method: 'POST',
    path: `${base}/salesCheck`,
    permission: ['admin:order:refund', 'admin:order:refund:refuse'],
    secret: ['address'],
    summary: '审核售后单',
    body: SalesCheck,
    response: SalesSaved,
    accepted: Asked,
    errors: [404, 409, 422, 428],
  },
  refuse: {
    method: 'POST',
    path: '/admin/store/order/refund/refuse',
    permission: 'admin:order:refund:refuse',
    summary: '拒绝退款',
    body: t.Object({ orderNo, reason: refuseReason, images: t.Optional(pictures('凭证图片')), version }),
    response: t.SavedVersion,
    errors: [404, 409],
  },
  receive: {
    method: 'POST',
    path: `${base}/receive`,
    permission: 'admin:order:refund:receive',
    summary: '确认收到退货',
    body: SalesReceive,
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  pay: {
    method: 'POST',
    path: `${base}/makeMoney`,
    permission: 'admin:order:refund',
    summary: '售后单退款',
    body: t.Object({
      id: t.Id,
      method: t.Optional(chosenMethod),
      voucher: t.Optional(t.String({ title: '退款凭证', maxLength: 255 })),
      version,
    }),
    response: SalesSaved,
    accepted: Asked,
    errors: [404, 409, 422, 428],
  },
  reasons: {
    method: 'GET',
    path: `${base}/reasons`,
    permission: 'admin:order:refund:apply',
    quiet: true,
    summary: '可选的退款原因',
    response: t.Object({ list: t.Array(t.String(), { title: '退款原因' }) }),
  },
  apply: {
    method: 'POST',
    path: `${base}/apply`,
    permission: 'admin:order:refund:apply',
    summary: '代客申请售后',
    /** `uid`: whose order it must be. */
    body: t.Object({ orderNo, uid: t.Optional(t.Id), ...caseFields, version }),
    response: t.Object({ ...t.SavedVersion.properties, salesNo: t.String({ title: '售后单号' }) }),
    errors: [404, 409, 422],
  },
  download: exportRoute({
    path: '/admin/export/excel/aftersales',
    permission: 'admin:export:excel:order',
    summary: '导出售后单',
    query: SalesFilter,
  }),
})

import { invoiceKinds, invoiceStates, titleTypes } from '@zhanggui/domain/order/invoice.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { email } from '../staff/admin-user.ts'
import { exportRoute } from '../work/export.ts'
import { sheetBatchRoutes } from '../work/sheet-batch.ts'
import { orderNo } from './order-line.ts'

const wordsOf = (labels: Readonly<Record<number, string>>) =>
  Object.entries(labels)
    .map(([value, label]) => `${value} ${label}`)
    .join('，')

const state = t.OneOfNumbers([0, 1, 2, 3, 4], { title: '状态', description: wordsOf(invoiceStates) })
const titleType = t.OneOfNumbers([1, 2], { title: '抬头类型', description: wordsOf(titleTypes) })
const kind = t.OneOfNumbers([1, 2], { title: '发票类型', description: wordsOf(invoiceKinds) })
const title = t.String({
  title: '发票抬头',
  minLength: 1,
  maxLength: 100,
  ask: '请输入发票抬头',
  example: '杭州某某有限公司',
})
const taxNo = t.String({ title: '税号', maxLength: 20, example: '91330100MA27XXXX0X' })
const place = {
  regAddress: t.String({ title: '注册地址', maxLength: 200 }),
  regPhone: t.String({ title: '注册电话', maxLength: 32 }),
  bankName: t.String({ title: '开户银行', maxLength: 100 }),
  bankAccount: t.String({ title: '银行账号', maxLength: 32 }),
}
const number = t.String({
  title: '发票号码',
  pasted: 'number',
  pattern: /^\d{8,20}$/,
  example: '26332000000012345678',
  ask: '请输入发票号码',
  hint: '发票号码应为8–20位数字',
})
const fileUrl = t.String({
  title: '发票文件',
  maxLength: 512,
  pattern: /^(?:https?:\/\/\S+|\/\S+)?$/,
  hint: '发票文件应是网址，或上传的文件',
  example: 'https://inv.example.com/26332000000012345678.pdf',
})
const amount = t.Amount({ title: '金额' })

/** What an invoice is written to. Of a company its tax number; of a special invoice also where it is registered. */
const Title = {
  titleType,
  title,
  taxNo: t.Optional(taxNo),
  kind: t.Optional(kind),
  regAddress: t.Optional(place.regAddress),
  regPhone: t.Optional(place.regPhone),
  bankName: t.Optional(place.bankName),
  bankAccount: t.Optional(place.bankAccount),
  email: t.Optional(email),
}

const told = { titleType, title: t.String({ title: '发票抬头' }), taxNo: t.String({ title: '税号' }), kind, ...place }

/** An invoice, as staff see it. */
export const Invoice = t.Object({
  id: t.Id,
  orderId: t.Id,
  orderNo: t.String({ title: '订单号' }),
  /** Where the order stands, in words. */
  orderState: t.String({ title: '订单状态' }),
  uid: t.Id,
  nickname: t.String({ title: '用户昵称' }),
  ...told,
  email: t.String({ title: '邮箱' }),
  /** What is, or was, written on it. */
  amount,
  /** What is left of what was paid for the order now. */
  nowAmount: t.Amount({ title: '现在可开金额' }),
  state,
  number: t.String({ title: '发票号码' }),
  fileUrl,
  reason: t.String({ title: '拒绝原因' }),
  operatorName: t.String({ title: '处理人' }),
  issueTime: t.Nullable(t.DateTime),
  createTime: t.DateTime,
})
export type Invoice = t.Static<typeof Invoice>

export const InvoiceQuery = t.Object({
  state: t.Optional(state),
  /** An order number, phone, name, …; a title or a tax number. */
  keywords: t.Optional(t.String({ title: '订单、抬头或税号', pasted: 'keyword', maxLength: 64 })),
  /** Of the day on which it was asked for. */
  dateLimit: t.Optional(t.TimeRange),
  orderId: t.Optional(t.Id),
})
export type InvoiceQuery = t.Static<typeof InvoiceQuery>

export const InvoiceForm = t.Object({ orderNo, ...Title })
export type InvoiceForm = t.Static<typeof InvoiceForm>

export const InvoiceIssue = t.Object({
  id: t.Id,
  number,
  fileUrl: t.Optional(fileUrl),
  /** What the tax software wrote; what is left of the order now, if missing. */
  amount: t.Optional(t.Amount({ title: '开票金额' })),
})
export type InvoiceIssue = t.Static<typeof InvoiceIssue>

/** The file of an issued invoice, which may come after its number. */
export const InvoiceFile = t.Object({ id: t.Id, fileUrl })
export type InvoiceFile = t.Static<typeof InvoiceFile>

const base = '/admin/store/order/invoice'
const permission = 'admin:order:invoice:issue'

/** 发票: written in the tax bureau's own software; the shop collects what is needed, and keeps the numbers. */
export const invoice = routes('invoice', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'admin:order:invoice:list',
    summary: '发票，新的在前',
    query: t.pageQuery(InvoiceQuery.properties),
    response: t.pageOf(Invoice),
  },
  num: {
    method: 'GET',
    path: `${base}/num`,
    permission: 'admin:order:invoice:list',
    summary: '各状态的发票数',
    query: t.Object({ keywords: InvoiceQuery.properties.keywords, dateLimit: InvoiceQuery.properties.dateLimit }),
    response: t.Map(t.Integer()),
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission,
    summary: '为客户申请开票，或修改待开的发票',
    body: InvoiceForm,
    response: t.Saved,
    errors: [404, 409, 422],
  },
  issue: {
    method: 'POST',
    path: `${base}/issue`,
    permission,
    summary: '登记已开的发票',
    body: InvoiceIssue,
    response: t.Saved,
    errors: [404, 409, 422],
  },
  upload: {
    method: 'POST',
    path: `${base}/upload`,
    permission,
    summary: '上传发票文件',
    errors: [502],
    files: { kinds: ['invoice'], max: 1 },
    response: t.Object({ fileUrl, name: t.String({ title: '文件名' }) }),
  },
  attach: {
    method: 'POST',
    path: `${base}/attach`,
    permission,
    summary: '补传已开发票的文件',
    body: InvoiceFile,
    response: t.Saved,
    errors: [404, 409],
  },
  ...sheetBatchRoutes(`${base}/issue/import`, permission, '发票号码'),
  refuse: {
    method: 'POST',
    path: `${base}/refuse`,
    permission,
    summary: '拒绝开票',
    body: t.Object({
      id: t.Id,
      reason: t.String({ title: '拒绝原因', minLength: 2, maxLength: 200, ask: '请填写拒绝原因' }),
    }),
    response: t.Saved,
    errors: [404, 409],
  },
  reverse: {
    method: 'POST',
    path: `${base}/reverse`,
    permission,
    summary: '发票红冲完成',
    body: t.Ref,
    response: t.Saved,
    errors: [404, 409],
  },
  download: exportRoute({
    path: '/admin/export/excel/invoice',
    permission: 'admin:export:excel:invoice',
    summary: '导出开票信息',
    query: InvoiceQuery,
  }),
})

/** What a buyer typed, or had typed before. */
const OwnTitle = t.Object({ ...told, email: t.String({ title: '邮箱' }) })

/** An invoice, as its buyer sees it. */
const OwnInvoice = t.Object({
  ...OwnTitle.properties,
  amount,
  state,
  stateStr: t.String({ title: '状态' }),
  number: t.String({ title: '发票号码' }),
  /** Once it is issued. */
  fileUrl,
  reason: t.String({ title: '拒绝原因' }),
  issueTime: t.Nullable(t.DateTime),
  createTime: t.DateTime,
})

export const FrontInvoice = t.Object({
  canApply: t.Boolean({ title: '可以申请' }),
  /** Why not. */
  message: t.String({ title: '说明' }),
  /** What would be written on it now. */
  amount,
  /** The newest; null before one is asked for. */
  invoice: t.Nullable(OwnInvoice),
  /** What the last one was written to, of any order. */
  lastTitle: t.Nullable(OwnTitle),
})
export type FrontInvoice = t.Static<typeof FrontInvoice>

/** Invoices of a buyer's own orders. */
export const frontInvoice = routes('front-invoice', {
  apply: {
    method: 'POST',
    path: '/api/front/invoice/apply',
    permission: 'buyer',
    summary: '申请开票',
    body: InvoiceForm,
    response: t.Done,
    errors: [404, 409, 422],
  },
  update: {
    method: 'POST',
    path: '/api/front/invoice/update',
    permission: 'buyer',
    summary: '修改待开的发票',
    body: InvoiceForm,
    response: t.Done,
    errors: [404, 409, 422],
  },
  info: {
    method: 'GET',
    path: '/api/front/invoice/:orderNo',
    permission: 'buyer',
    summary: '订单的发票',
    params: t.Object({ orderNo }),
    response: FrontInvoice,
    errors: [404],
  },
})

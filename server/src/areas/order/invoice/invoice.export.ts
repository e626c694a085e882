import { invoice } from '@zhanggui/contract/order/invoice.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { invoiceKinds, invoiceStates, titleTypes } from '@zhanggui/domain/order/invoice.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { defineLongExport } from '../../../platform/work/exports.ts'
import { stateOf } from '../order/order-describe.service.ts'
import * as invoices from './invoice.repository.ts'
import { filterOf } from './invoice.service.ts'

/** 开票信息: a row for each, as tax software reads it; with its numbers filled in it can be imported again. */
export const invoiceExport = defineLongExport(invoice.download, {
  name: '开票信息',
  count: (ctx, query) => invoices.count(ctx, filterOf(query)),
  next: (ctx, query, batch) => invoices.next(ctx, filterOf(query), batch),
  idOf: (row) => row.invoice.id,
  columns: [
    { title: '订单号', of: 'orderNo', value: ({ order }) => order.orderNo, width: 24 },
    { title: '用户昵称', of: 'orderNo', value: ({ nickname }) => nickname ?? '', width: 14 },
    { title: '抬头类型', of: 'title', value: (row) => titleTypes[row.invoice.titleType], width: 10 },
    { title: '发票抬头', of: 'title', value: (row) => row.invoice.title, width: 30 },
    { title: '税号', of: 'taxNo', value: (row) => row.invoice.taxNo, width: 24 },
    { title: '发票类型', of: 'kind', value: (row) => invoiceKinds[row.invoice.kind], width: 12 },
    { title: '邮箱', of: 'title', value: (row) => row.invoice.email, width: 24 },
    { title: '商品', value: ({ goods }) => goods.text, width: 40 },
    { title: '数量', value: ({ goods }) => goods.num, width: 8 },
    { title: '金额', of: 'amount', value: (row) => toYuan(row.invoice.amountFen), money: true, width: 12 },
    { title: '注册地址', value: (row) => row.invoice.regAddress, width: 30 },
    { title: '注册电话', value: (row) => row.invoice.regPhone, width: 16 },
    { title: '开户银行', value: (row) => row.invoice.bankName, width: 20 },
    { title: '银行账号', value: (row) => row.invoice.bankAccount, width: 24 },
    { title: '订单状态', of: 'orderState', value: ({ order }) => stateOf(order).value, width: 10 },
    { title: '状态', of: 'state', value: (row) => invoiceStates[row.invoice.state], width: 10 },
    { title: '拒绝原因', of: 'state', value: (row) => row.invoice.reason, width: 20 },
    { title: '申请时间', of: 'createTime', value: (row) => toWireTime(row.invoice.createdAt), width: 20 },
    { title: '发票号码', of: 'number', value: (row) => row.invoice.number, width: 24 },
    {
      title: '开票时间',
      of: 'number',
      value: (row) => (row.invoice.issueTime ? toWireTime(row.invoice.issueTime) : ''),
      width: 20,
    },
  ],
})

import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { serviceTypes } from '@zhanggui/domain/order/after-sales.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { defineLongExport } from '../../../platform/work/exports.ts'
import { deadlineOf, stateTextOf } from './after-sales-describe.service.ts'
import { countAll, nextCases } from './after-sales-list.repository.ts'
import { readFilter } from './after-sales-list.service.ts'

const timeOf = (at: Date | null) => (at ? toWireTime(at) : '')

/** 售后单: a row for each case. */
export const afterSalesExport = defineLongExport(afterSales.download, {
  name: '售后单',
  count: (ctx, query) => countAll(ctx, readFilter(ctx, query)),
  next: (ctx, query, batch) => nextCases(ctx, readFilter(ctx, query), batch),
  idOf: ({ sale }) => sale.id,
  columns: [
    { title: '售后单号', of: 'salesNo', value: ({ sale }) => sale.salesNo, width: 26 },
    { title: '订单号', of: 'salesNo', value: ({ sale }) => sale.orderNo, width: 24 },
    { title: '类型', of: 'serviceType', value: ({ sale }) => serviceTypes[sale.serviceType], width: 12 },
    {
      title: '商品',
      of: 'lines',
      value: ({ lines }) => lines.map(({ storeName, sku, num }) => `${storeName} ${sku} ×${num}`).join('；'),
      width: 40,
    },
    { title: '申请人', of: 'nickname', value: ({ sale, nickname }) => nickname || `用户 ${sale.uid}` },
    {
      title: '退款金额',
      of: 'refundAmount',
      value: ({ sale }) => toYuan(sale.refundAmountFen),
      money: true,
      width: 12,
    },
    {
      title: '实付',
      of: 'refundAmount',
      value: ({ order }) => toYuan(order.payPriceFen),
      money: true,
      width: 12,
    },
    { title: '其中运费', value: ({ sale }) => toYuan(sale.postageFen), money: true, width: 12 },
    { title: '原因', of: 'reason', value: ({ sale }) => sale.reason },
    { title: '补充说明', of: 'reason', value: ({ sale }) => sale.explain, width: 30 },
    { title: '状态', of: 'stateStr', value: ({ sale, refund }) => stateTextOf(sale, refund), width: 12 },
    { title: '处理期限', of: 'stateStr', value: ({ sale }) => deadlineOf(sale) ?? '', width: 20 },
    { title: '拒绝原因', value: ({ sale }) => sale.refuseReason, width: 20 },
    { title: '退货快递', value: ({ sale }) => [sale.expressName, sale.expressNo].filter(Boolean).join(' '), width: 24 },
    { title: '退款单号', value: ({ sale }) => sale.refundNo, width: 26 },
    { title: '门店', value: ({ order }) => order.storeName ?? '' },
    { title: '申请时间', of: 'createTime', value: ({ sale }) => toWireTime(sale.createdAt), width: 20 },
    { title: '审核时间', value: ({ sale }) => timeOf(sale.auditTime), width: 20 },
    { title: '完成时间', value: ({ sale }) => timeOf(sale.completeTime), width: 20 },
  ],
})

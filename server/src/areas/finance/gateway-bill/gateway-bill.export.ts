import { gatewayBill } from '@zhanggui/contract/finance/gateway-bill.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import type { Export } from '../../../platform/work/exports.ts'
import * as bills from './gateway-bill.repository.ts'

/** A day's bill, line by line, as its provider sent it. */
export const billSheet: Export<{ id: number }, bills.BillLine> = {
  route: gatewayBill.download,
  name: '渠道账单',
  count: async (ctx, { id }) => (await getRun(ctx, id)).rows,
  rows: async function* (ctx, { id }, max) {
    const run = await getRun(ctx, id)
    for (const line of (await bills.listLines(ctx, run)).slice(0, max)) yield line
  },
  columns: () => [
    { title: '交易时间', value: ({ at }) => toWireTime(at), width: 20 },
    { title: '类型', value: ({ kind }) => (kind === 'pay' ? '收款' : '退款'), width: 8 },
    { title: '商户单号', value: ({ outTradeNo }) => outTradeNo, width: 26 },
    { title: '交易单号', value: ({ transactionId }) => transactionId, width: 32 },
    { title: '退款单号', value: ({ refundNo }) => refundNo, width: 26 },
    { title: '金额', value: ({ kind, amountFen }) => toYuan(kind === 'pay' ? amountFen : -amountFen), width: 12 },
    { title: '手续费', value: ({ feeFen }) => toYuan(feeFen), width: 10 },
  ],
}

/** @throws 404; 422 for a bill that is not there */
async function getRun(ctx: Ctx, id: number): Promise<bills.RunRow> {
  const run = await bills.findRun(ctx, id)
  if (!run) throw notFound('对账单')
  if (run.state !== 'done') throw new Refusal(run.message || '账单未出')
  return run
}

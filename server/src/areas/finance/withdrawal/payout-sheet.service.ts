import { withdrawalStatusLabels } from '@zhanggui/domain/finance/withdrawal.ts'
import { isYuan, toFen, yuanText } from '@zhanggui/domain/money.ts'
import type { GivenRow } from '@zhanggui/domain/work/sheet-batch.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import type { Judged, SheetKind } from '../../work/sheet-batch/sheet-batch.service.ts'
import { payoutColumns } from './withdrawal.export.ts'
import * as withdrawals from './withdrawal.repository.ts'
import { settleTransfer, type Transfer, WHAT } from './withdrawal.service.ts'

type Column = 'extractNo' | 'amount' | 'result' | 'payNo' | 'reason'

/** 导入打款结果: how each transfer of a 打款单 ended. */
export const payoutResults: SheetKind<Column> = {
  kind: 'payout',
  task: 'withdrawal-payout',
  title: '导入打款结果',
  permission: 'admin:finance:apply:apply',
  action: 'paid',
  columns: {
    extractNo: {
      title: payoutColumns.extractNo,
      required: true,
      most: 40,
      aliases: ['商户订单号', '商家订单号', '业务单号', '商户转账单号', '参考号', '备注单号'],
    },
    amount: {
      title: payoutColumns.amount,
      kind: 'number',
      most: 40,
      aliases: ['金额', '转账金额', '付款金额', '交易金额'],
    },
    result: {
      title: payoutColumns.result,
      required: true,
      most: 40,
      aliases: ['状态', '转账状态', '处理结果', '交易状态'],
    },
    payNo: {
      title: payoutColumns.payNo,
      most: 64,
      aliases: ['银行流水号', '交易流水号', '支付宝交易号', '支付宝流水号', '转账单号', '回单号'],
    },
    reason: { title: payoutColumns.reason, most: 200, aliases: ['失败原因', '错误原因', '说明'] },
  },
  judge,
  act,
}

const paid = new Set(['成功', '已成功', '转账成功', '付款成功', '交易成功', '处理成功'])
const failed = new Set(['失败', '已失败', '转账失败', '付款失败', '交易失败', '处理失败', '退票', '已退票'])

/** What a row says of its transfer, or why it says nothing. */
function transferOf({ result, payNo, reason }: Record<Column, string>): Transfer | { fault: string } {
  if (failed.has(result)) return { failed: reason || '银行打款失败' }
  if (!paid.has(result)) return { fault: '结果应为「成功」或「失败」' }
  return payNo ? { payNo } : { fault: '成功的请填写流水号' }
}

async function judge(ctx: Ctx, rows: readonly GivenRow<Column>[]): Promise<Judged[]> {
  const found = await withdrawals.findByNos(
    ctx,
    rows.map(({ given }) => given.extractNo),
  )
  const byNo = new Map(found.map((row) => [row.extractNo, row]))
  const same = Map.groupBy(rows, ({ given }) => given.extractNo)
  const sameTransfer = Map.groupBy(rows, ({ given }) => given.payNo)
  return rows.map((each): Judged => {
    const { extractNo, amount } = each.given
    const row = byNo.get(extractNo)
    if (!extractNo) return { message: '请填写提现单号' }
    if (!row) return { message: '没有这个提现单号' }
    if (row.status !== 2) return { message: `该提现${withdrawalStatusLabels[row.status]}，不能再处理` }
    const others = (same.get(extractNo) ?? []).filter((other) => other !== each).map((other) => other.row)
    if (others.length) return { message: `与第 ${others.join('、')} 行是同一个提现单号` }
    const payFen = row.extractPriceFen - row.feeFen
    const plain = amount.replace(/[,¥￥\s]/g, '')
    if (plain && (!isYuan(plain) || toFen(plain) !== payFen)) return { message: `金额与应付 ${yuanText(payFen)} 不符` }
    const transfer = transferOf(each.given)
    if ('fault' in transfer) return { message: transfer.fault }
    const twice = (sameTransfer.get(each.given.payNo) ?? []).filter((other) => other !== each).map((other) => other.row)
    if (each.given.payNo && twice.length) return { message: `与第 ${twice.join('、')} 行是同一个流水号` }
    const who = `${row.realName} ${yuanText(payFen)}`
    return { says: 'failed' in transfer ? `${who} 未成功，佣金还给推广员：${transfer.failed}` : `${who} 已打款` }
  })
}

async function act(tx: Ctx, given: Record<Column, string>): Promise<void> {
  const [row] = await withdrawals.findByNos(tx, [given.extractNo])
  const transfer = transferOf(given)
  if (!row || 'fault' in transfer) throw notFound(WHAT)
  await settleTransfer(tx, row.id, transfer)
}

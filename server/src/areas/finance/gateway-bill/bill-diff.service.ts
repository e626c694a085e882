import type { AuditAction } from '@zhanggui/contract/audit-actions.ts'
import type { BillDiff, BillDiffInfo, BillDiffQuery } from '@zhanggui/contract/finance/gateway-bill.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound, stateConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import * as diffs from './bill-diff.repository.ts'
import { compare, listAccounts } from './gateway-bill.service.ts'

const WHAT = '对账差异'

/** How many wait to be mended or explained. */
export const countOpenDiffs = async (ctx: Ctx): Promise<number> => (await diffs.countStates(ctx, {})).open ?? 0

/** A page of differences, the newest first, and how many there are in each state. */
export async function listDiffs(ctx: Ctx, { page, limit, ...filter }: BillDiffQuery) {
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await diffs.list(ctx, filter, paging)
  const stateNum = { open: 0, explained: 0, gone: 0, ...(await diffs.countStates(ctx, filter)) }
  return { list: rows.map(describe), ...counted, page: paging.page, limit: paging.limit, stateNum }
}

function describe({ diff, orderNo, rootName }: diffs.FoundDiffRow): BillDiff {
  const { id, day, provider, kind, what, rootId, no, amountFen, expected, found, state, note, operatorName } = diff
  return {
    id,
    what,
    of: diff.rootKind,
    rootId,
    rootName,
    day,
    provider,
    kind,
    no,
    orderNo,
    amount: toYuan(amountFen),
    expected,
    found,
    state,
    note,
    operatorName,
    foundTime: toWireTime(diff.createdAt),
    handleTime: wireTime(diff.handledAt),
  }
}

async function getDiff(ctx: Ctx, id: number): Promise<diffs.FoundDiffRow> {
  const diff = await diffs.find(ctx, id)
  if (!diff) throw notFound(WHAT)
  return { diff, ...(await diffs.namesOf(ctx, id)) }
}

/** A difference from both sides. @throws 404 */
export async function getDiffInfo(ctx: Ctx, id: number): Promise<BillDiffInfo> {
  const found = await getDiff(ctx, id)
  const lines = await diffs.listTheirs(ctx, found.diff.no)
  const ours = await diffs.findOurs(ctx, found.diff.no)
  return {
    ...describe(found),
    theirs: lines.map(({ kind, outTradeNo, refundNo, transactionId, amountFen, feeFen, at }) => ({
      kind,
      no: kind === 'pay' ? outTradeNo : refundNo,
      transactionId,
      amount: toYuan(amountFen),
      fee: toYuan(feeFen),
      time: toWireTime(at),
    })),
    ours: ours ? sideOf(ours, found.orderNo) : null,
  }
}

const paymentStates = ['未付款', '已付款', '已关闭', '支付失败']
const refundStates = ['退款中', '已退款', '退款失败']

function sideOf({ payment, refund }: NonNullable<Awaited<ReturnType<typeof diffs.findOurs>>>, orderNo: string) {
  if (payment) {
    const { outTradeNo: no, bizType, bizId, state, surplus, amountFen, payTime } = payment
    const stateText = surplus ? '已付款，多收待退' : (paymentStates[state] ?? '')
    const orderId = bizType === 'order' ? bizId : null
    return { no, orderNo, orderId, stateText, amount: toYuan(amountFen), time: wireTime(payTime) }
  }
  const { refundNo: no = '', orderId = null, state = 0, amountFen = 0, createdAt } = refund ?? {}
  const time = createdAt ? toWireTime(createdAt) : null
  return { no, orderNo, orderId, stateText: refundStates[state] ?? '', amount: toYuan(amountFen), time }
}

/**
 * Checks a difference again: the provider is asked once more and the bill of that day compared again.
 * @param lookAtBooks looks at one of the shop's own books
 * @throws 404; 422 for one whose merchant number the shop does not have any more
 */
export async function askDiff(
  ctx: Ctx,
  id: number,
  lookAtBooks: (ctx: Ctx, diff: diffs.DiffRow) => Promise<void>,
): Promise<BillDiff> {
  const { diff } = await getDiff(ctx, id)
  await (diff.what ? lookAtBooks(ctx, diff) : askProvider(ctx, diff))
  await inTransaction(ctx, (tx) => trail(tx, diff, 'billAsk'))
  return describe(await getDiff(ctx, id))
}

async function askProvider(ctx: Ctx, diff: diffs.DiffRow): Promise<void> {
  const of = (await listAccounts(ctx)).find((each) => each.provider === diff.provider && each.account === diff.account)
  if (!of) throw new Refusal('该商户号已不在支付设置里，请到支付渠道核对后写说明')
  await compare(ctx, of, { from: diff.day, to: diff.day })
}

/** Closes a difference by a sentence that says why it is there. @throws 404, 409 for one that is settled */
export async function explainDiff(ctx: Ctx, { id, note }: { id: number; note: string }): Promise<{ id: number }> {
  const { diff } = await getDiff(ctx, id)
  return inTransaction(ctx, async (tx) => {
    const { userId: operatorId, name: operatorName } = tx.actor
    const saved = await diffs.explain(tx, id, { note, operatorId, operatorName })
    if (!saved) throw stateConflict('该差异已平，不需要说明')
    await trail(tx, diff, 'billExplain', { note })
    return saved
  })
}

function trail(tx: Ctx, { id, no, day }: diffs.DiffRow, action: AuditAction, after?: object): Promise<void> {
  return audit(tx, { action, objectType: 'bill-diff', objectId: id, objectName: no || day, ...(after && { after }) })
}

import { toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { findPurse } from '../../user/ledger/ledger.service.ts'
import type { Concern, Repaid } from '../payment/payable.service.ts'
import * as refunds from './refund.repository.ts'
import { isBack, liveParts, methodOfPart, sumOfWay, whyNoCredit } from './refund-parts.service.ts'

const MINUTE_MS = 60_000
/** After each attempt the provider is asked again this many minutes later, then every hour. */
const PAUSES = [1, 5, 30, 120]

/**
 * What comes of a refund on its way, by its parts: all back and it is done, nothing back and it has failed; else it stays on its
 * way. What the balance cannot take is refused with them, and of an account that has ended it is handed over by staff.
 * @param of what it is of, locked
 * @param refund locked, with its parts as they stand now
 * @returns what was stored of that, and the refund's state
 */
export async function settleParts<Saved>(
  tx: Ctx,
  of: Repaid<Saved>,
  refund: refunds.RefundRow,
): Promise<{ saved: Saved; state: 0 | 1 | 2 }> {
  const { id, tries, method, voucher } = refund
  let { parts, failMsg } = refund
  if (liveParts(parts).every(({ state }) => state === 1)) {
    if (sumOfWay(parts, 'balance')) await of.lockPeople(tx)
    const why = await whyNoCredit(tx, of.uid, parts)
    if (!why) {
      const ended = { state: 1, parts, failMsg: '', queryAt: null, finishTime: tx.now() }
      await refunds.change(tx, id, { ...ended, method, voucher })
      return { saved: await of.finish(tx, refund), state: 1 }
    }
    const hasEnded = (await findPurse(tx, of.uid))?.hasEnded !== false
    parts = parts.map((part) =>
      part.state === 1 && methodOfPart(part) === 'balance'
        ? { ...part, state: 2, method: hasEnded ? 'offline' : 'balance' }
        : part,
    )
    failMsg = why
  }
  const isWaiting = parts.some(({ state }) => state === 0)
  if (!isWaiting && !parts.some(isBack)) {
    const refused = parts.map((part): refunds.RefundPart => (part.state === 1 ? { ...part, state: 2 } : part))
    const failed = { ...refund, parts: refused, failMsg: cut(failMsg) }
    const ended = { parts: refused, failMsg: failed.failMsg, queryAt: null, finishTime: tx.now() }
    await refunds.change(tx, id, { ...ended, state: 2 })
    const saved = await of.fail(tx, failed)
    await reportFailure(tx, of.concern, failed, `退款失败：${of.concern.no}`, failed.failMsg)
    return { saved, state: 2 }
  }
  const pause = (PAUSES[tries] ?? 60) * MINUTE_MS
  const queryAt = isWaiting ? new Date(tx.now().getTime() + pause) : null
  await refunds.change(tx, id, { state: 0, parts, failMsg: cut(failMsg), tries: Math.min(tries + 1, 30_000), queryAt })
  const now = { ...refund, parts }
  const saved = await of.wait(tx, now)
  if (!isWaiting) await reportFailure(tx, of.concern, now, `退款有一部分失败：${of.concern.no}`, failMsg)
  return { saved, state: 0 }
}

const cut = (text: string) => cutText(text, 255)

/** Tells staff who handle the money of something of a refund that needs them: of the sum that has not gone back. */
export async function reportFailure(
  tx: Ctx,
  { no: orderNo, link, object, to }: Concern,
  { refundNo, parts }: Pick<refunds.RefundRow, 'refundNo' | 'parts'>,
  title: string,
  message: string,
): Promise<void> {
  const openFen = liveParts(parts).reduce((sum, part) => sum + (isBack(part) ? 0 : part.amountFen), 0)
  await notify(tx, {
    event: 'refund.failed',
    level: 'error',
    title,
    content: `退款单 ${refundNo}，${yuanText(openFen)}：${message}`,
    to,
    link,
    object,
    payload: { orderNo, amount: toYuan(openFen), message },
  })
}

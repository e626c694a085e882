import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { yuanText } from '@zhanggui/domain/money.ts'
import type { RefundMethod } from '@zhanggui/domain/payment/payment.ts'
import { MAX_BALANCE_FEN } from '@zhanggui/domain/user/ledger.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { stateConflict } from '../../../platform/http/errors.ts'
import { findPurse, lockCustomers } from '../../user/ledger/ledger.service.ts'
import type { PayProvider } from '../payment/payment.tables.ts'
import * as refunds from './refund.repository.ts'

type Part = refunds.RefundPart
/** Whose money it is, and where it came from. */
type Paid = refunds.MoneyOf & { uid: number }

export const methodOfPart = ({ method = 'origin' }: Part): RefundMethod => method

/** Parts that count: without those that went another way since. */
export const liveParts = (parts: readonly Part[]): Part[] => parts.filter(({ state }) => state !== 3)

/** What of live parts goes one way. */
export const sumOfWay = (parts: readonly Part[], way: RefundMethod): number =>
  liveParts(parts).reduce((sum, part) => sum + (methodOfPart(part) === way ? part.amountFen : 0), 0)

/** Money that is with the buyer, or paid for what an edit added; the balance moves with T19 alone. */
export const isBack = (part: Part): boolean => part.state === 1 && methodOfPart(part) !== 'balance'

/** What goes to the buyer: not what paid for goods that an edit added. */
export const netOf = ({ amountFen, parts }: Pick<refunds.RefundRow, 'amountFen' | 'parts'>): number =>
  amountFen - sumOfWay(parts, 'edit')

/** When what is on its way was sent last. */
export function lastSent({ parts, createdAt }: Pick<refunds.RefundRow, 'parts' | 'createdAt'>): Date {
  const times = parts.flatMap(({ state, sentAt }) => (state === 0 && sentAt ? [new Date(sentAt).getTime()] : []))
  return times.length ? new Date(Math.max(...times)) : createdAt
}

const ways: Partial<Record<PayProvider, RefundMethod>> = { balance: 'balance', offline: 'offline', zero: 'offline' }

/**
 * Shares a sum over the payments for something, the oldest first, at what is still open of them. What needs no gateway is back
 * at once; the balance of an account that has ended becomes cash.
 * @returns the parts, what no payment was found for, and what providers sent back that no refund counts
 */
export async function shareParts(
  ctx: Ctx,
  { uid, ...of }: Paid,
  amountFen: number,
  method: RefundMethod,
): Promise<{ parts: Part[]; missingFen: number; strayFen: number }> {
  const parts: Part[] = []
  let [rest, gone] = [amountFen, 0]
  if (!rest) return { parts, missingFen: 0, strayFen: 0 }
  const hasEnded = (await findPurse(ctx, uid))?.hasEnded
  for (const { id: paymentId, provider, leftFen, strayFen } of await refunds.listOpenPayments(ctx, of)) {
    gone += strayFen
    const fen = Math.min(rest, leftFen)
    if (fen <= 0 || provider === 'edit') continue
    const wished = method === 'origin' ? (ways[provider] ?? 'origin') : method
    const way = wished === 'balance' && hasEnded ? 'offline' : wished
    parts.push(partOf(ctx, { paymentId, amountFen: fen, method: way }))
    rest -= fen
  }
  return { parts, missingFen: rest, strayFen: gone }
}

/** @throws 409 where a sum is no longer there because a provider sent some of it back without a refund that counts it */
export function refuseSentBack({ missingFen, strayFen }: { missingFen: number; strayFen: number }): void {
  if (missingFen && strayFen) throw sentBack(strayFen)
}

/** What a provider sent back is not paid again. */
export const sentBack = (fen: number) => stateConflict(`支付渠道已退过 ${yuanText(fen)}，请先核对`)

/** Whether money that goes a way has to be sent by a provider first; whoever adds a way decides it. */
const isSent: Record<RefundMethod, boolean> = { origin: true, balance: false, offline: false, edit: false }

/** A part as it sets out. */
export function partOf(
  { now }: Ctx,
  { paymentId, amountFen, method }: Required<Pick<Part, 'method'>> & Omit<Part, 'state'>,
): Part {
  if (!isSent[method]) return { paymentId, amountFen, state: 1, method }
  return { paymentId, amountFen, state: 0, method, sentAt: now().toISOString() }
}

/** Why cash was not handed over yet, for staff. */
export const toHandOver = (fen: number): string => `请线下退给买家 ${yuanText(fen)}，再填写退款凭证`

/** @throws 400 for cash without what proves that it was handed over */
export function requireVoucher(parts: readonly Part[], voucher: string): void {
  const fen = sumOfWay(parts, 'offline')
  if (fen && !voucher) throw new BadInput(toHandOver(fen), 'voucher')
}

/** Cash that nobody has handed over is not back: it waits for staff. */
export const waitForStaff = (parts: readonly Part[]): Part[] =>
  parts.map((part) => (methodOfPart(part) === 'offline' ? { ...part, state: 2 } : part))

/** Why the balance cannot take its parts, for staff; undefined when it can. The customer is locked by this. */
export async function whyNoCredit(tx: Ctx, uid: number, parts: readonly Part[]): Promise<string | undefined> {
  const fen = sumOfWay(parts, 'balance')
  if (!fen) return undefined
  await lockCustomers(tx, [uid])
  const purse = await findPurse(tx, uid)
  if (!purse || purse.hasEnded) return `该用户已注销，${toHandOver(fen)}`
  if (purse.nowMoneyFen + fen > MAX_BALANCE_FEN) return `用户余额将超过上限，${toHandOver(fen)}`
  return undefined
}

/** @throws 422 where the balance cannot take its parts */
export async function requireCredit(tx: Ctx, uid: number, parts: readonly Part[]): Promise<void> {
  const why = await whyNoCredit(tx, uid, parts)
  if (why) throw new Refusal(why)
}

/**
 * The parts of a refund whose refused ones go again as planned. A part keeps its place, and so its number at the provider, where
 * the same sum of the same payment goes to it once more; what is planned otherwise comes behind, and the old one is replaced.
 * @param kept what stays of the old parts, as it is
 */
export function replaceParts(
  parts: readonly Part[],
  planned: readonly Part[],
  kept: (part: Part) => boolean,
): { parts: Part[]; replaced: number[] } {
  const next = parts.map((part): Part => (kept(part) ? part : { ...part, state: 3 }))
  for (const part of planned) {
    const at = next.findIndex(
      (old) =>
        old.state === 3 &&
        old.paymentId === part.paymentId &&
        old.amountFen === part.amountFen &&
        methodOfPart(old) === methodOfPart(part),
    )
    if (at < 0) next.push(part)
    else next[at] = part
  }
  const isReplaced = (part: Part, index: number) => methodOfPart(part) === 'origin' && next[index]?.state === 3
  return { parts: next, replaced: [...parts.keys()].filter((index) => isReplaced(parts[index] as Part, index)) }
}

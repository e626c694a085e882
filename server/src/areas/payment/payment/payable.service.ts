import type { PayType } from '@zhanggui/domain/payment/payment.ts'
import type { SQL } from 'drizzle-orm'
import { defineHook } from '../../../platform/hooks.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { HttpError } from '../../../platform/http/errors.ts'
import type { NotificationDraft } from '../../message/notice/notification.service.ts'
import type { TakenMoney } from './payment.parts.ts'
import type { PaidFor, PaymentRow, Subject } from './payment.repository.ts'
import type { refunds } from './refund.tables.ts'

/**
 * What is paid for: orders, what an edit of one costs more. Payments know nothing else of it, so an area that has something to
 * be paid adds its kind in `area.ts`. Numbers are looked up in the order of the areas.
 */
export const payables = defineHook<Payable>('payables')

/** A kind of things that are paid for. */
export type Payable = {
  /** How payments name it (`payment.biz_type`, at most 8 letters), and what people call it. */
  bizType: string
  title: string
  /**
   * Selects the row that its transitions lock first, for update. It is part of the statement that locks a payment.
   * @param bizId of the payment; null for one of another kind
   */
  locking: (bizId: SQL) => SQL
  /** What the row so locked, as `to_json` says it, has to be paid for. */
  read: (tx: Ctx, row: object) => Promise<Due>
  /** How its buyers pay it: by a number of its own. A kind that has none is found by the number of another. */
  ofBuyer?: {
    /** Undefined for what is not the calling buyer's. */
    find: (ctx: Ctx, no: string) => Promise<Offered | undefined>
    /** The same, locked. What is due by this number may be of another kind. */
    lock: (tx: Ctx, no: string) => Promise<Due | undefined>
  }
  /** Locks what money of a refund goes back of: the order it is listed with, or else what the payment was for. @throws 404 */
  lockRepaid: (tx: Ctx, of: { orderId: number | null; bizId: number }) => Promise<Repaid>
}

export type RefundRow = typeof refunds.$inferSelect

/** What a buyer is to pay, looked at without a lock. */
export type Offered = Subject & {
  isPaid: boolean
  amountFen: number
  payDeadline: Date | null
  /** Ways that it may not take, though the shop has them, and why. */
  closed: { yue?: string; offline?: string }
}

/** Something to be paid, locked until the transaction ends. */
export type Due = Omit<PaidFor, 'channel'> & {
  /** What its buyer reads while paying by a provider. */
  subject: string
  concern: Concern
  /** Why it is not to be paid, or not any more. */
  refusal: HttpError | undefined
  /**
   * It is paid: all that follows is booked, and its other attempts end. Payments move no balance: for `yue` this takes it.
   * @param how.taken the attempt whose money came, to be noted; without one the payment is stored already
   * @returns false when the balance is too small; nothing may be committed then
   */
  pay: (tx: Ctx, how: { payType: PayType; taken?: TakenMoney }) => Promise<boolean>
  /** The buyer pays when it is handed over. @throws 409, 422 where that cannot be */
  payLater?: (tx: Ctx) => Promise<void>
  late: Late
}

/** What is said of money that came for something which does not wait for it any more; it goes back. */
export type Late = {
  /** Why, in the words of staff. */
  why: string
  /** The order that its refund is listed with. */
  orderId: number | null
  /** Notes it where the thing's own history is. */
  note: (tx: Ctx, said: { message: string; outTradeNo: string }) => Promise<void>
}

/** How staff find what money is about, and who of them handles it. */
export type Concern = {
  /** The number that people know it by. */
  no: string
  /** Its page in the console. */
  link: string
  object: { type: string; id: number }
  to: NonNullable<NotificationDraft['to']>
  /** What events say of it. */
  event: Record<string, unknown>
}

/**
 * What money goes back of, locked until the transaction ends. The refund's own row is the payments' to change, before each of
 * these.
 */
export type Repaid<Saved = unknown> = {
  uid: number
  concern: Concern
  /** Locks all customers of whom a refund moves something, at once: before the balance of one of them is judged. */
  lockPeople: (tx: Ctx) => Promise<void>
  /** All of a refund is back; what of it goes to the balance is added here. @param refund locked */
  finish: (tx: Ctx, refund: RefundRow) => Promise<Saved>
  /** Its provider sends none of it. */
  fail: (tx: Ctx, refund: RefundRow) => Promise<Saved>
  /** It is on its way, or part of it is. */
  wait: (tx: Ctx, refund: RefundRow) => Promise<Saved>
  /** One that failed whole arrives all the same: undefined where it cannot be booked any more. */
  reopen: (tx: Ctx, refund: RefundRow) => Promise<Repaid<Saved> | undefined>
  /** Notes money that was paid twice, or not at all, where the thing's own history is. */
  note: (tx: Ctx, said: { message: string; stray: string }) => Promise<void>
}

/** The kind of a payment. */
export function payableOf({ platform }: Ctx, { bizType }: Pick<PaymentRow, 'bizType'>): Payable {
  const found = platform.hooks.of(payables).find((each) => each.bizType === bizType)
  if (!found) throw new Error(`nothing is paid for as ${bizType}`)
  return found
}

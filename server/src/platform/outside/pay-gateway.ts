import type { IncomingHttpHeaders } from 'node:http'

/** An attempt to pay, as it is reported to a provider. */
export type PayAttempt = {
  /** Our number; a provider knows an attempt by it alone. */
  outTradeNo: string
  amountFen: number
  /** What the buyer reads while paying. */
  subject: string
  /** How the buyer pays, and where. */
  payType: string
  channel: string
  uid: number
  /** As whom WeChat knows the buyer in this channel; '' where it need not. */
  openid: string
  /** The buyer's address. */
  ip: string
  createdAt: Date
}

/** Money that came. */
export type PaidSum = {
  state: 'paid'
  /** The provider's number. */
  transactionId: string
  amountFen: number
  paidAt: Date
  /** Whether it came to our account, in yuan. */
  isOurs: boolean
}

/** How an attempt stands at the provider. */
export type PayState = PaidSum | { state: 'open' | 'closed' | 'failed'; message?: string }

/** A message of a provider, its signature checked. */
export type PayNotice = { outTradeNo: string; outcome: PayState }

/** A refund, as it is reported to a provider. */
export type RefundOrder = {
  /** The attempt whose money goes back. */
  outTradeNo: string
  /** Our number: of several refunds of one attempt each has its own. */
  refundNo: string
  amountFen: number
  reason: string
  /** What came by the attempt, and when. */
  paidFen: number
  paidAt: Date
}

/** How a refund stands at the provider. */
export type RefundState = { state: 'done' | 'waiting' | 'unknown' } | { state: 'failed'; message: string }

/** A message of a provider about a refund, its signature checked. */
export type RefundNotice = {
  refundNo: string
  amountFen: number
  /** Whether it is about our account, in yuan. */
  isOurs: boolean
  outcome: RefundState
}

/** A line of a provider's bill: money that came, or went back. */
export type BillRow = {
  kind: 'pay' | 'refund'
  /** Our number of the attempt; of a refund also its own. */
  outTradeNo: string
  refundNo: string
  transactionId: string
  amountFen: number
  /** What the provider keeps of it; of a refund less than 0, or nothing. */
  feeFen: number
  at: Date
}

/** A provider's bill of a day. */
export type Bill = {
  rows: BillRow[]
  /** What it holds besides and nobody can read, in words: lines, or a sum that does not fit. */
  odd: string[]
  /** The provider knows of none, which is so of a day without payments. */
  isNone?: true
}

/** A provider that takes money. All calls go out, so none is made in a transaction, and each may be repeated. */
export type PayGateway = {
  /** Tells it of an attempt. Returns what the buyer's client needs to pay. */
  prepay(attempt: PayAttempt): Promise<Record<string, string>>
  /** Asks how an attempt stands. */
  query(outTradeNo: string): Promise<PayState>
  /** Has it accept no money for an attempt any more. Returns how it stands then: `paid` when the money came first. */
  close(outTradeNo: string): Promise<PayState>
  /**
   * Has it send money back; repeated with the same number, it is sent once, or tried again where it was refused.
   * @returns whether it has arrived, or is on its way
   * @throws {PayRefusal} when it will not, however often it is asked
   */
  refund(order: RefundOrder): Promise<'done' | 'waiting'>
  /** Asks how a refund stands; `unknown` where it never heard of the number. */
  queryRefund(refundNo: string): Promise<RefundState>
  /**
   * All that was paid and all refunds that were asked for on a day in Shanghai, `YYYY-MM-DD`.
   * @returns undefined while it is not made yet
   */
  downloadBill(day: string): Promise<Bill | undefined>
  /**
   * Reads a message: signature, time and nonce first, then what it says.
   * @throws {BadSignature}
   */
  readNotice(headers: IncomingHttpHeaders, body: Uint8Array): Promise<PayNotice>
  /** The same of a message about a refund. @throws {BadSignature} */
  readRefundNotice(headers: IncomingHttpHeaders, body: Uint8Array): Promise<RefundNotice>
  /** What it wants to hear when a message was handled. */
  success: Record<string, unknown>
}

/** A message whose signature, time or nonce is wrong: nobody knows who sent it. */
export class BadSignature extends Error {
  /** The provider itself signed it wrongly, to see whether that is noticed. */
  readonly isProbe: boolean

  constructor(message: string, isProbe = false) {
    super(message)
    this.isProbe = isProbe
  }
}

/** A provider's final no. The message is for staff. */
export class PayRefusal extends Error {}

import type { IncomingHttpHeaders } from 'node:http'

/** An attempt to pay, as a provider is told of it. */
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

/** A provider that takes money. All calls go out, so none is made in a transaction, and each may be repeated. */
export type PayGateway = {
  /** Tells it of an attempt. Returns what the buyer's client needs to pay. */
  prepay(attempt: PayAttempt): Promise<Record<string, string>>
  /** Asks how an attempt stands. */
  query(outTradeNo: string): Promise<PayState>
  /** Has it accept no money for an attempt any more. Returns how it stands then: `paid` when the money came first. */
  close(outTradeNo: string): Promise<PayState>
  /**
   * Has it send money back; repeated with the same number, it is sent once.
   * @returns whether it has arrived, or is on its way
   * @throws {PayRefusal} when it will not, however often it is asked
   */
  refund(order: {
    outTradeNo: string
    refundNo: string
    amountFen: number
    reason: string
  }): Promise<'done' | 'waiting'>
  /**
   * Reads a message: signature, time and nonce first, then what it says.
   * @throws {BadSignature}
   */
  readNotice(headers: IncomingHttpHeaders, body: Uint8Array): Promise<PayNotice>
  /** What it wants to hear when a message was handled. */
  success: Record<string, unknown>
}

/** A message whose signature, time or nonce is wrong: nobody knows who sent it. */
export class BadSignature extends Error {}

/** A provider's final no. The message is for staff. */
export class PayRefusal extends Error {}

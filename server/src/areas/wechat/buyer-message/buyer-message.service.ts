import { Refusal } from '@zhanggui/domain/errors.ts'
import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { sendSms } from '../../message/sms/sms.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as messages from './buyer-message.repository.ts'

const QUEUE = 'buyer-message'

/** What buyers are told, with the setting that switches its SMS on; those without one wait for other channels and their templates. */
const switches = {
  paySuccess: 'lowerOrder',
  deliverGoods: 'deliverGoods',
  modifyOrderPrice: 'priceRevision',
  fulfillmentOrder: undefined,
  receiptGoods: undefined,
  verified: undefined,
  refundApplied: undefined,
  refundRefuse: undefined,
  returnApproved: undefined,
  refundSuccess: undefined,
  commissionArrived: undefined,
  extractResult: undefined,
  rechargeSuccess: undefined,
  bargainingSuccess: 'bargainingSuccess',
  bargainFail: 'bargainFail',
  groupSuccess: 'groupSuccess',
  groupFail: 'groupFail',
} as const
export type BuyerMark = keyof typeof switches

/** A message to a buyer. */
export type BuyerMessage = {
  mark: BuyerMark
  uid: number
  /** What it is about; a buyer is told once of each. */
  bizId: number | string
  values: Record<string, string>
  /** Where it leads in the buyer's shop. */
  link: string
}

/**
 * Tells a buyer of something, after the transaction commits; that it cannot be sent stops nothing. Each mark and `bizId` is
 * told by one transition alone, which happens once.
 * @param tx a transaction
 */
export async function tellBuyer(tx: Ctx, message: BuyerMessage): Promise<void> {
  const name = switches[message.mark]
  if (!name) return
  const settings = await getSettings(tx)
  if (settings[name]) await tx.platform.jobs.enqueue(tx, QUEUE, message)
}

/** Registers the job that sends what buyers are told. */
export function registerBuyerMessages({ jobs }: Platform): void {
  jobs.handle<BuyerMessage>(QUEUE, { atOnce: 2 }, send)
}

/** Sends it by SMS. A buyer without a phone, a missing template, or a number beyond its limits is skipped. */
async function send(ctx: Ctx, { mark, uid, values }: BuyerMessage): Promise<void> {
  const phone = await messages.phoneOf(ctx, uid)
  if (!phone) return
  try {
    await sendSms(ctx, { phone, purpose: mark, uid }, { tempKey: mark }, values)
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof HttpError)) throw error
    ctx.log.info({ mark, uid, reason: error.message }, 'a buyer was not told by SMS')
  }
}

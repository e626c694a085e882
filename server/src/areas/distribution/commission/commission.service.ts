import type { CommissionLevel } from '@zhanggui/domain/distribution/commission.ts'
import { amountText } from '@zhanggui/domain/money.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { lockCustomers } from '../../user/ledger/ledger.service.ts'
import { tellBuyer } from '../../wechat/buyer-message/buyer-message.service.ts'
import { type EarningRules, rulesOf } from './commission.parts.ts'
import * as records from './commission.repository.ts'

/** The rules by which an order that is paid now earns. */
export const earningRules = async (ctx: Ctx): Promise<EarningRules> => rulesOf(await getSettings(ctx))

/**
 * Lets lines that an edit added to an order earn, for those who have a record of it.
 * @param tx a transaction that locked the order
 */
export async function earnMore(tx: Ctx, orderId: number, lineIds: readonly number[]): Promise<void> {
  if (lineIds.length) await records.earnMore(tx, orderId, lineIds, await earningRules(tx))
}

/**
 * Freezes the commission of an order that has come; a job thaws it, so that no receipt waits for a promoter whom many orders share.
 * @param tx a transaction that locked the order
 */
export async function freezeCommission(tx: Ctx, orderId: number): Promise<void> {
  const { extract_time: days } = await getSettings(tx)
  await records.freeze(tx, orderId, days)
}

/**
 * Gives promoters the commission of an order whose time has come, and tells them.
 * @param tx a transaction that locked the order
 * @returns for how many
 */
export async function thawCommission(tx: Ctx, { id, orderNo }: { id: number; orderNo: string }): Promise<number> {
  await records.lockEarners(tx, id, [], true)
  const thawed = await records.thaw(tx, id)
  for (const { uid, priceFen, balanceFen, level } of thawed)
    await tellBuyer(tx, {
      mark: 'commissionArrived',
      uid,
      bizId: `${id}:${level}`,
      link: '/promoter',
      values: { orderNo, commission: amountText(priceFen), balance: amountText(balanceFen) },
    })
  return thawed.length
}

/** Frozen commission whose time has come, as a job goes through it. */
export const listThawing = records.listThawing
export type ThawingCommission = records.Thawing

/**
 * Locks the buyer of an order together with those who have its commission already and may lose it, and with the accounts that the buyer
 * has had since, whose points pay what this one owes: all customers that a refund touches are locked at once.
 * @param tx a transaction that locked the order
 */
export const lockRefunded = (tx: Ctx, { id, uid }: { id: number; uid: number }): Promise<void> =>
  records.lockEarners(tx, id, [uid], false)

/**
 * Takes back the commission of what went back of an order.
 * @param tx a transaction that called {@link lockRefunded}, and booked the refund on the order's lines
 */
export const clawBack = (tx: Ctx, orderId: number, refundNo: string): Promise<void> =>
  records.clawBack(tx, orderId, refundNo)

/**
 * Makes the commission of an order void on one level, for good, as long as nobody has it yet.
 * @param tx a transaction that locked the order
 * @returns undefined where that level earned nothing; what there was
 */
export const voidRecord = (tx: Ctx, given: { orderId: number; level: CommissionLevel; mark: string }) =>
  records.voidRecord(tx, given)

/**
 * Adds to a customer's commission and records it; an event with the same key is booked once.
 * @param tx a transaction
 * @returns false for no such customer
 */
export const addBrokerage = (tx: Ctx, move: Omit<records.CommissionMove, 'type'>): Promise<boolean> =>
  moveBrokerage(tx, { ...move, type: 1 })

/**
 * Takes from a customer's commission and records it; an event with the same key is booked once.
 * @param tx a transaction
 * @returns false when there is not enough; the caller refuses
 */
export const takeBrokerage = (tx: Ctx, move: Omit<records.CommissionMove, 'type'>): Promise<boolean> =>
  moveBrokerage(tx, { ...move, type: 2 })

async function moveBrokerage(tx: Ctx, move: records.CommissionMove): Promise<boolean> {
  await lockCustomers(tx, [move.uid])
  return (await records.move(tx, move)) !== 'short'
}

/** What was asked for is paid out, or stands against what came back of it. @param tx a transaction that locked the customer */
export const settleAsked = records.settleAsked

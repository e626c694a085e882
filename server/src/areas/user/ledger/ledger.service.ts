import { billTypes, pointsStatuses } from '@zhanggui/domain/user/ledger.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { raiseLevels } from '../level/user-level.service.ts'
import { lockMany } from '../shop-user/shop-user.repository.ts'
import * as ledgers from './ledger.repository.ts'

/** A movement of balance; the title is that of its type unless given. */
export type BalanceMove = Omit<ledgers.Bill, 'title'> & { title?: string }

/**
 * Locks customers until the transaction ends, in the order of their ids. Everything that moves a balance, points or
 * experience holds this lock: the functions below take it, and a transaction that touches several customers takes it for all
 * of them first.
 * @param tx a transaction
 */
export const lockCustomers = async (tx: Ctx, uids: readonly number[]): Promise<void> => {
  await lockMany(tx, [...new Set(uids)])
}

/**
 * Adds to a customer's balance and records it; an event with the same key is booked once.
 * @param tx a transaction
 * @returns false when nothing was added: no such customer, or a balance beyond the limit
 */
export async function addBalance(tx: Ctx, move: BalanceMove): Promise<boolean> {
  return moveBalance(tx, move, 1)
}

/**
 * Takes from a customer's balance and records it; an event with the same key is booked once.
 * @param tx a transaction
 * @returns false when there is not enough; the caller refuses
 */
export async function takeBalance(tx: Ctx, move: BalanceMove): Promise<boolean> {
  return moveBalance(tx, move, -1)
}

/**
 * Records money that went through a gateway or over the counter: the balance stays. An event with the same key is booked once.
 * @param tx a transaction
 * @param sign 1 in, -1 out
 */
export async function addBill(tx: Ctx, move: BalanceMove, sign: 1 | -1): Promise<void> {
  await ledgers.addBill(tx, { ...move, title: move.title ?? billTypes[move.type] }, sign)
}

async function moveBalance(tx: Ctx, move: BalanceMove, sign: 1 | -1): Promise<boolean> {
  await lockCustomers(tx, [move.uid])
  const outcome = await ledgers.moveBalance(tx, { ...move, title: move.title ?? billTypes[move.type] }, sign)
  return outcome !== 'short'
}

/** A points event. Where a record of its key is not done yet, this is its next status. */
export type PointsChange = ledgers.Points & {
  /** Lets the amount of a record that is not done rise, which only an order edit does. */
  mayRise?: boolean
}

/**
 * The one writer of points: adds a record, or takes the record of the same key to its next status, with another amount or
 * thaw time. Only a done record moves the balance; one that is done or void stays as it is.
 * @param tx a transaction
 * @returns false when the balance would fall below zero, and nothing was written; the caller refuses or takes less
 */
export async function changePoints(tx: Ctx, { mayRise = false, ...change }: PointsChange): Promise<boolean> {
  await lockCustomers(tx, [change.uid])
  const known = change.bizKey ? await ledgers.findPoints(tx, change.bizKey) : undefined
  if (!known) return !change.integral || (await ledgers.addPoints(tx, change)) !== 'short'
  const { done, void: ended } = pointsStatuses
  if (known.status === done || known.status === ended) return true
  return ledgers.stepPoints(tx, known, {
    status: change.status < known.status ? known.status : change.status,
    integral: mayRise ? change.integral : Math.min(change.integral, known.integral),
    thawTime: change.thawTime === undefined ? known.thawTime : change.thawTime,
    mark: change.mark ?? known.mark,
  })
}

/**
 * Adds done points records of many customers at once, at most one for each. Those whose key is known, or whose balance would
 * leave its bounds, are left out.
 * @param tx a transaction that locked the customers
 * @returns how many were added
 */
export const changeManyPoints = (tx: Ctx, changes: readonly ledgers.DonePoints[]): Promise<number> =>
  ledgers.addManyPoints(tx, changes)

/**
 * Changes a customer's experience, records it, and gives the level reached; no more is taken than there is.
 * @param tx a transaction
 */
export async function changeExperience(tx: Ctx, change: ledgers.Experience): Promise<void> {
  await lockCustomers(tx, [change.uid])
  if ((await ledgers.moveExperience(tx, change)) === 'booked') await raiseLevels(tx, [change.uid])
}

/** A points record that waits for its time. */
export type ThawingPoints = ledgers.PointsRecord & { bizKey: string; type: 1 | 2; thawTime: Date }

/** Frozen points whose time has come, the longest first, that a job still tries; those that come after one. */
export function listThawing(ctx: Ctx, job: string, after: ThawingPoints | undefined, limit: number) {
  return ledgers.listThawing(ctx, job, after, limit)
}

/** What a customer has that a refund looks at, and whether the account has ended. */
export const findPurse = ledgers.findPurse

/** Counts money that a customer spent on goods added to an order. */
export async function countBought(tx: Ctx, uid: number, fen: number): Promise<void> {
  await lockCustomers(tx, [uid])
  await ledgers.countBought(tx, uid, fen)
}

/** Notes how many days in a row a customer has signed in. */
export async function setSignNum(tx: Ctx, uid: number, signNum: number): Promise<void> {
  await lockCustomers(tx, [uid])
  await ledgers.setSignNum(tx, uid, signNum)
}

/** Counts money that went back to a customer. */
export async function countRefund(tx: Ctx, uid: number, fen: number): Promise<void> {
  await lockCustomers(tx, [uid])
  await ledgers.countRefund(tx, uid, fen)
}

/** Points that were earned, and what is kept of them now. */
export type PointsCut = {
  uid: number
  /** The key of the record that earned them. */
  earnKey: string
  kept: number
  taken: number
  /** For the record that takes back what is done already. */
  note: Omit<ledgers.Points, 'uid' | 'type' | 'integral' | 'status' | 'mark'>
}

/**
 * Takes back points that were earned: a record that is not done is lowered, or void with nothing left; of a done one no more
 * is taken than the customer has, and the record says what is missing.
 * @param tx a transaction
 */
export async function cutPoints(tx: Ctx, { uid, earnKey, kept, taken, note }: PointsCut): Promise<void> {
  if (!taken) return
  await lockCustomers(tx, [uid])
  const known = await ledgers.findPoints(tx, earnKey)
  const { done, void: ended } = pointsStatuses
  if (!known || known.status === ended) return
  if (known.status !== done) {
    const { status, thawTime, mark } = known
    const integral = Math.min(kept, known.integral)
    await ledgers.stepPoints(tx, known, { status: integral ? status : ended, integral, thawTime, mark })
    return
  }
  const has = (await ledgers.findPurse(tx, uid))?.integral ?? 0
  const integral = Math.min(taken, has)
  const mark = integral < taken ? `应扣回 ${taken}，积分不足，少扣 ${taken - integral}` : ''
  await ledgers.addPoints(tx, { ...note, uid, type: 2, integral, status: done, mark })
}

/** How many of the points an event earned could not be taken back now, after others have come back. */
export async function pointsMissing(
  ctx: Ctx,
  uid: number,
  earnKey: string,
  { taken, back }: { taken: number; back: number },
): Promise<number> {
  const known = taken ? await ledgers.findPoints(ctx, earnKey) : undefined
  if (known?.status !== pointsStatuses.done) return 0
  return Math.max(0, taken - back - ((await ledgers.findPurse(ctx, uid))?.integral ?? 0))
}

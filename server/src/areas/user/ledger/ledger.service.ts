import { billTypes, pointsStatuses } from '@zhanggui/domain/user/ledger.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { raiseLevels } from '../level/user-level.service.ts'
import { lockAll } from '../scope/customer-lock.repository.ts'
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
  await lockAll(tx, [...new Set(uids)])
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
  /** Points beyond the largest balance wait for room, and their record says so; only of an event with a key. */
  mayWait?: boolean
}

/**
 * The one writer of points: adds a record, or takes the record of the same key to its next status, with another amount or
 * thaw time. Only a done record moves the balance; one that is done or void stays as it is. What comes pays at once what is owed.
 * @param tx a transaction
 * @returns false when the balance would leave its bounds, and nothing was written; the caller refuses or takes less
 */
export async function changePoints(tx: Ctx, change: PointsChange): Promise<boolean> {
  await lockCustomers(tx, [change.uid])
  const isWritten = await writePoints(tx, change)
  if (isWritten && change.type === 1 && change.status === pointsStatuses.done) await payOwedPoints(tx, change.uid)
  return isWritten
}

async function writePoints(tx: Ctx, { mayRise = false, mayWait = false, ...change }: PointsChange): Promise<boolean> {
  const known = change.bizKey ? await ledgers.findPoints(tx, change.bizKey) : undefined
  const waiting = { status: pointsStatuses.frozen, thawTime: tx.now(), mark: FULL }
  if (!known) {
    if (!change.integral || (await ledgers.addPoints(tx, change)) !== 'short') return true
    return mayWait && (await ledgers.addPoints(tx, { ...change, ...waiting })) !== 'short'
  }
  const { done, void: ended } = pointsStatuses
  // Points that refunds had brought to nothing live again when an edit adds goods.
  const revives = mayRise && known.status === ended && known.integral === 0 && change.integral > 0
  if (known.status === done || (known.status === ended && !revives)) return true
  const step = {
    status: change.status < known.status && !revives ? known.status : change.status,
    integral: mayRise ? change.integral : Math.min(change.integral, known.integral),
    thawTime: change.thawTime === undefined ? known.thawTime : change.thawTime,
    mark: change.mark ?? (known.mark === FULL ? '' : known.mark),
  }
  if (await ledgers.stepPoints(tx, known, step)) return true
  return mayWait && ledgers.stepPoints(tx, known, { ...step, ...waiting })
}

/** What a record says whose points have no room in the balance: they are given once it is lower. */
const FULL = '积分已达上限，余额减少后到账'

/**
 * Takes points from many customers at once, with at most one record for each. Those whose key is known, or who have fewer, are
 * left out. Nobody is given points this way: whoever gets some pays what they owe ({@link changePoints}).
 * @param tx a transaction that locked the customers
 * @returns from how many
 */
export const takeManyPoints = (tx: Ctx, taken: readonly ledgers.TakenPoints[]): Promise<number> =>
  ledgers.takeManyPoints(tx, taken)

/**
 * Changes a customer's experience, records it, and gives the level reached; no more is taken than there is.
 * @param tx a transaction
 */
export async function changeExperience(tx: Ctx, change: ledgers.Experience): Promise<void> {
  await lockCustomers(tx, [change.uid])
  if ((await ledgers.moveExperience(tx, change)) === 'booked') await raiseLevels(tx, [change.uid])
}

export type Opening = ledgers.Opening

/**
 * Books what many customers bring along from another shop: balance, points and experience, with the levels that follow. Points pay at
 * once what is owed.
 * @param tx a transaction that locked the customers and saw that their balances have room
 */
export async function openMany(
  tx: Ctx,
  openings: readonly Opening[],
  note: { linkId: string; mark: string },
): Promise<void> {
  if (!openings.length) return
  if ((await ledgers.openMany(tx, openings, note)) < openings.length)
    throw new Error('an opening was of a customer whom there is not')
  const grown = openings.filter(({ experience }) => experience > 0)
  if (grown.length)
    await raiseLevels(
      tx,
      grown.map(({ uid }) => uid),
      '',
      true,
    )
  const given = openings.filter(({ points }) => points > 0)
  for (const uid of await ledgers.findOwing(
    tx,
    given.map((each) => each.uid),
  ))
    await payOwedPoints(tx, uid)
}

/** A points record that waits for its time. */
export type ThawingPoints = ledgers.PointsRecord & { bizKey: string; type: 1; thawTime: Date }

/** Frozen points whose time has come, the longest first, that a job still tries; those that come after one. */
export function listThawing(ctx: Ctx, job: string, after: ThawingPoints | undefined, limit: number) {
  return ledgers.listThawing(ctx, job, after, limit)
}

/** What a customer has that a refund looks at, and whether the account has ended. */
export const findPurse = ledgers.findPurse

/** What a member of staff has added to customers and taken from them since a moment: their changes wait for each other. */
export const sumMovedByStaff = ledgers.sumMovedByStaff

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
 * is taken than the customer has, and the record says what is missing. The rest is owed: a record of its own waits, and whatever points come
 * next pay it at once, so that nobody gains by spending points before their order goes back.
 * @param tx a transaction
 */
export async function cutPoints(tx: Ctx, { uid, earnKey, kept, taken, note }: PointsCut): Promise<void> {
  if (!taken) return
  await lockCustomers(tx, [uid])
  const known = await ledgers.findPoints(tx, earnKey)
  const { frozen, done, void: ended } = pointsStatuses
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
  if (!note.bizKey || integral === taken) return
  const owed = { status: frozen, bizKey: `${note.bizKey}:owed`, mark: OWED }
  await ledgers.addPoints(tx, { ...note, uid, type: 2, integral: taken - integral, ...owed })
  for (const heir of await ledgers.listHeirs(tx, uid)) await payOwedPoints(tx, heir)
}

const OWED = '退款应扣回的积分，有积分时自动扣回'
/** What a record says whose rest another account of the same person has paid. */
const PAID_BY_HEIR = '已由本人的新账号扣回'

/**
 * Takes what a customer owes, also from accounts that they ended, from the points they have, the oldest first.
 * @param tx a transaction
 */
export async function payOwedPoints(tx: Ctx, uid: number): Promise<void> {
  await lockCustomers(tx, [uid])
  let left = (await ledgers.findPurse(tx, uid))?.integral ?? 0
  if (!left) return
  for (const record of await ledgers.lockOwed(tx, uid)) {
    if (!left) return
    const paid = Math.min(left, record.integral)
    await payOwed(tx, uid, record, paid)
    left -= paid
  }
}

async function payOwed(tx: Ctx, uid: number, record: ledgers.OwedPoints, paid: number): Promise<void> {
  const { frozen, done, void: ended } = pointsStatuses
  const { integral, bizKey, linkType, linkId, title, mark } = record
  const isOwn = record.uid === uid
  const step = { integral, thawTime: null, mark }
  if (isOwn && paid === integral) {
    await ledgers.stepPoints(tx, record, { ...step, status: done })
    return
  }
  const note = { uid, linkType, linkId, title, mark, bizKey: `${bizKey}:${integral}` }
  await ledgers.addPoints(tx, { ...note, type: 2, integral: paid, status: done })
  const rest = integral - paid
  await ledgers.stepPoints(
    tx,
    record,
    rest ? { ...step, status: frozen, integral: rest } : { ...step, status: ended, mark: PAID_BY_HEIR },
  )
}

/** How many of the points an event earned could not be taken back now, after others have come back and paid what is owed. */
export async function pointsMissing(
  ctx: Ctx,
  uid: number,
  earnKey: string,
  { taken, back }: { taken: number; back: number },
): Promise<number> {
  const known = taken ? await ledgers.findPoints(ctx, earnKey) : undefined
  if (known?.status !== pointsStatuses.done) return 0
  const has = (await ledgers.findPurse(ctx, uid))?.integral ?? 0
  const left = has + back - (back ? await ledgers.sumOwed(ctx, uid) : 0)
  return Math.max(0, taken - Math.max(0, left))
}

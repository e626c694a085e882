import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { buyerAddresses } from '../address/buyer-address.tables.ts'
import { userCollects } from '../collect/buyer-collect.tables.ts'
import { userBills, userExperienceRecords } from '../ledger/ledger.tables.ts'
import { userLevels } from '../level/user-level.tables.ts'
import { userNotes } from '../note/user-note.tables.ts'
import { shopUsers } from '../shop-user/shop-user.tables.ts'

/** A customer with how many favourites they have, and whether they work in a store. */
export async function findWithCounts({ db }: Ctx, uid: number) {
  const isClerk = sql<boolean>`exists (select from store_staff where uid = ${uid} and status and not is_del)`
  const [row] = await db
    .select({ user: shopUsers, isClerk, collectCount: db.$count(userCollects, eq(userCollects.uid, shopUsers.id)) })
    .from(shopUsers)
    .where(eq(shopUsers.id, uid))
  return row
}

/** The levels that buyers see, the lowest first. */
export function listShownLevels({ db }: Ctx) {
  return db.select().from(userLevels).where(eq(userLevels.isShow, true)).orderBy(asc(userLevels.grade))
}

/** A page of what moved a buyer's balance, the newest first. */
export async function listMovements({ db }: Ctx, uid: number, { limit, offset }: Page) {
  const where = and(eq(userBills.uid, uid), eq(userBills.affectBalance, true), eq(userBills.status, 1))
  const rows = await db.select().from(userBills).where(where).orderBy(desc(userBills.id)).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, userBills, where)) }
}

/** A page of a buyer's experience, the newest first. */
export async function listExperience({ db }: Ctx, uid: number, { limit, offset }: Page) {
  const where = eq(userExperienceRecords.uid, uid)
  const newest = desc(userExperienceRecords.id)
  const rows = await db.select().from(userExperienceRecords).where(where).orderBy(newest).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, userExperienceRecords, where)) }
}

/** Deletes a buyer's addresses, favourites and the shop's notes about them. Returns the products of the favourites. */
export async function removeBelongings({ db }: Ctx, uid: number): Promise<number[]> {
  await db.delete(buyerAddresses).where(eq(buyerAddresses.uid, uid))
  await db.delete(userNotes).where(eq(userNotes.uid, uid))
  const gone = await db
    .delete(userCollects)
    .where(eq(userCollects.uid, uid))
    .returning({ productId: userCollects.productId })
  return gone.map(({ productId }) => productId)
}

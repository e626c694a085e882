import { and, desc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { shopUsers } from '../shop-user/shop-user.tables.ts'
import { buyerAddresses } from './buyer-address.tables.ts'

export type AddressRow = typeof buyerAddresses.$inferSelect
export type AddressInsert = typeof buyerAddresses.$inferInsert

const ownOne = (uid: number, id: number) => and(eq(buyerAddresses.id, id), eq(buyerAddresses.uid, uid))

/** A page of a buyer's addresses, the default first, then the newest. */
export async function list({ db }: Ctx, uid: number, { limit, offset }: Page) {
  const rows = await db
    .select()
    .from(buyerAddresses)
    .where(eq(buyerAddresses.uid, uid))
    .orderBy(desc(buyerAddresses.isDefault), desc(buyerAddresses.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await count({ db }, uid) }
}

export function count({ db }: Pick<Ctx, 'db'>, uid: number): Promise<number> {
  return db.$count(buyerAddresses, eq(buyerAddresses.uid, uid))
}

export async function find({ db }: Ctx, uid: number, id: number): Promise<AddressRow | undefined> {
  const [row] = await db.select().from(buyerAddresses).where(ownOne(uid, id))
  return row
}

export async function findDefault({ db }: Ctx, uid: number): Promise<AddressRow | undefined> {
  const [row] = await db
    .select()
    .from(buyerAddresses)
    .where(and(eq(buyerAddresses.uid, uid), eq(buyerAddresses.isDefault, true)))
  return row
}

/**
 * Locks a buyer, so that their addresses change one after the other until the transaction ends. Returns false when the account
 * has ended or is disabled.
 */
export async function lockOwner({ db }: Ctx, uid: number): Promise<boolean> {
  const { status } = shopUsers
  const [row] = await db.select({ status }).from(shopUsers).where(eq(shopUsers.id, uid)).for('no key update')
  return row?.status ?? false
}

export async function insert({ db, now }: Ctx, address: AddressInsert): Promise<number> {
  const [saved] = await db
    .insert(buyerAddresses)
    .values({ ...address, createdAt: now(), updatedAt: now() })
    .returning({ id: buyerAddresses.id })
  if (!saved) throw new Error('an address was not stored')
  return saved.id
}

/** Adds addresses of customers who have none yet. */
export async function insertMany({ db, now }: Ctx, rows: readonly AddressInsert[]): Promise<void> {
  if (!rows.length) return
  await db.insert(buyerAddresses).values(rows.map((address) => ({ ...address, createdAt: now(), updatedAt: now() })))
}

/** Changes a buyer's address; false when it is not theirs. */
export async function update({ db, now }: Ctx, uid: number, id: number, change: Partial<AddressInsert>) {
  const changed = await db
    .update(buyerAddresses)
    .set({ ...change, updatedAt: now() })
    .where(ownOne(uid, id))
    .returning({ id: buyerAddresses.id })
  return changed.length > 0
}

/** Deletes a buyer's address. Returns it unless it is not theirs. */
export async function remove({ db }: Ctx, uid: number, id: number): Promise<AddressRow | undefined> {
  const [gone] = await db.delete(buyerAddresses).where(ownOne(uid, id)).returning()
  return gone
}

/** Makes no address of a buyer the default one. */
export async function clearDefault({ db }: Ctx, uid: number): Promise<void> {
  await db
    .update(buyerAddresses)
    .set({ isDefault: false })
    .where(and(eq(buyerAddresses.uid, uid), eq(buyerAddresses.isDefault, true)))
}

/** Makes the newest address of a buyer the default one; nothing without any. */
export async function defaultToNewest({ db }: Ctx, uid: number): Promise<void> {
  await db
    .update(buyerAddresses)
    .set({ isDefault: true })
    .where(eq(buyerAddresses.id, sql`(select max(id) from buyer_address where uid = ${uid})`))
}

/** Some addresses in a place, with whose they are. */
export function listInPlace({ db }: Ctx, cityId: number, max: number): Promise<{ id: number; uid: number }[]> {
  return db
    .select({ id: buyerAddresses.id, uid: buyerAddresses.uid })
    .from(buyerAddresses)
    .where(eq(buyerAddresses.cityId, cityId))
    .orderBy(buyerAddresses.id)
    .limit(max)
}

import { randomString } from '@zhanggui/domain/random-string.ts'
import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { shopUsers } from '../shop-user/shop-user.tables.ts'
import { buyerSessions } from './buyer-session.tables.ts'

export type Customer = typeof shopUsers.$inferSelect
export type CustomerDraft = typeof shopUsers.$inferInsert

/** The customer of an account or a phone, with the password's hash. */
export async function findByAccount({ db }: Ctx, typed: string): Promise<Customer | undefined> {
  const [row] = await db
    .select()
    .from(shopUsers)
    .where(or(eq(shopUsers.account, typed), eq(shopUsers.phone, typed)))
    .orderBy(sql`${shopUsers.phone} = ${typed} desc nulls last`)
    .limit(1)
  return row
}

/** Whether the customer of a phone signed in at an address lately. */
export async function isKnownAt({ db }: Ctx, phone: string, ip: string): Promise<boolean> {
  const [row] = await db
    .select({ id: buyerSessions.id })
    .from(buyerSessions)
    .innerJoin(shopUsers, eq(shopUsers.id, buyerSessions.uid))
    .where(and(eq(shopUsers.phone, phone), eq(buyerSessions.ip, ip)))
    .limit(1)
  return row !== undefined
}

export async function lockByPhone({ db }: Ctx, phone: string): Promise<Customer | undefined> {
  const [row] = await db.select().from(shopUsers).where(eq(shopUsers.phone, phone)).for('update')
  return row
}

export async function findById({ db }: Ctx, uid: number): Promise<Customer | undefined> {
  const [row] = await db.select().from(shopUsers).where(eq(shopUsers.id, uid))
  return row
}

/** The account that a phone may become: itself, or a generated one where somebody has kept it. */
export async function freeAccount({ db }: Ctx, phone: string): Promise<string> {
  return (await db.$count(shopUsers, eq(shopUsers.account, phone))) ? newAccount() : phone
}

/** An account that nobody has. */
export function newAccount(): string {
  return `u${randomString(12)}`
}

export async function lock({ db }: Ctx, uid: number): Promise<Customer | undefined> {
  const [row] = await db.select().from(shopUsers).where(eq(shopUsers.id, uid)).for('update')
  return row
}

/** Stores a customer. Returns undefined when the account or the phone is taken. */
export async function insert({ db }: Ctx, customer: CustomerDraft): Promise<Customer | undefined> {
  const [row] = await db.insert(shopUsers).values(customer).onConflictDoNothing().returning()
  return row
}

/** Notes a sign-in. */
export async function recordLogin(
  { db, now, origin }: Ctx,
  uid: number,
  loginType: Customer['loginType'],
): Promise<void> {
  await db.update(shopUsers).set({ loginType, lastIp: origin.ip, lastLoginTime: now() }).where(eq(shopUsers.id, uid))
}

/** Notes whether customers follow the official account, in the order of their ids. */
export async function setSubscribe({ db, now }: Ctx, uids: readonly number[], subscribe: boolean): Promise<void> {
  const some = db
    .select({ id: shopUsers.id })
    .from(shopUsers)
    .where(and(inArray(shopUsers.id, [...uids]), ne(shopUsers.subscribe, subscribe)))
    .orderBy(shopUsers.id)
    .for('no key update')
  await db.update(shopUsers).set({ subscribe, updatedAt: now() }).where(inArray(shopUsers.id, some))
}

/** Changes a customer's fields, with a new version for staff who have them open. */
export async function update({ db, now }: Ctx, uid: number, change: Partial<CustomerDraft>): Promise<void> {
  await db
    .update(shopUsers)
    .set({ ...change, version: sql`${shopUsers.version} + 1`, updatedAt: now() })
    .where(eq(shopUsers.id, uid))
}

/** Stores a new hash of the same password unless the password has changed. */
export async function replaceHash({ db }: Ctx, { id, passwordHash }: Customer, rehashed: string): Promise<void> {
  await db
    .update(shopUsers)
    .set({ passwordHash: rehashed })
    .where(and(eq(shopUsers.id, id), eq(shopUsers.passwordHash, passwordHash)))
}

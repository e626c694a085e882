import { and, asc, desc, eq, or, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { expressCompanies } from './express-company.tables.ts'

export type ExpressCompanyRow = typeof expressCompanies.$inferSelect

/** A page of carriers, in display order. */
export async function list({ db }: Ctx, keywords: string | undefined, { limit, offset }: Page) {
  const { name, code, sort, id } = expressCompanies
  const where = keywords ? or(contains(name, keywords), contains(code, keywords)) : undefined
  const rows = await db
    .select()
    .from(expressCompanies)
    .where(where)
    .orderBy(asc(sort), desc(id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(expressCompanies, where) }
}

/** Carriers that staff may choose; with `elec`, only those whose labels can be printed. */
export function listShown({ db }: Ctx, elec: boolean) {
  const { id, code, name, logo, isShow, status, partnerId, account } = expressCompanies
  const ready = elec ? or(eq(partnerId, false), sql`${account} <> ''`) : undefined
  return db
    .select({ id, code, name, logo })
    .from(expressCompanies)
    .where(and(eq(isShow, true), eq(status, true), ready))
    .orderBy(asc(expressCompanies.sort), desc(id))
}

export async function find({ db }: Ctx, id: number): Promise<ExpressCompanyRow | undefined> {
  const [row] = await db.select().from(expressCompanies).where(eq(expressCompanies.id, id))
  return row
}

/** @throws 404 for an unknown code; case is ignored */
export async function getByCode({ db }: Ctx, code: string): Promise<ExpressCompanyRow> {
  const [row] = await db
    .select()
    .from(expressCompanies)
    .where(eq(sql`lower(${expressCompanies.code})`, code.toLowerCase()))
  if (!row) throw notFound('物流公司')
  return row
}

/** The carrier of a parcel: by its code, or its name then, as a long code is cut short there. */
export async function findCarrier({ db }: Ctx, code: string, name: string): Promise<ExpressCompanyRow | undefined> {
  const rows = await db
    .select()
    .from(expressCompanies)
    .where(or(eq(sql`lower(${expressCompanies.code})`, code.toLowerCase()), eq(expressCompanies.name, name)))
  return rows.find((row) => row.code.toLowerCase() === code.toLowerCase()) ?? rows[0]
}

/** Every carrier. */
export function listAll({ db }: Ctx): Promise<ExpressCompanyRow[]> {
  return db.select().from(expressCompanies).orderBy(asc(expressCompanies.id))
}

/** Locks out other changes of carriers until the transaction ends. */
export async function lockAll({ db }: Ctx): Promise<void> {
  await db.execute(sql`lock table ${expressCompanies} in share row exclusive mode`)
}

/** Stores a carrier. Returns undefined when its code or name is taken. */
export async function insert({ db, actor, now }: Ctx, company: typeof expressCompanies.$inferInsert) {
  const [saved] = await db
    .insert(expressCompanies)
    .values({ ...company, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: expressCompanies.id, version: expressCompanies.version })
  return saved
}

export async function update(
  { db, actor, now }: Ctx,
  id: number,
  version: number | undefined,
  company: Partial<ExpressCompanyRow>,
) {
  const [saved] = await db
    .update(expressCompanies)
    .set({ ...company, version: sql`${expressCompanies.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(and(eq(expressCompanies.id, id), version === undefined ? undefined : eq(expressCompanies.version, version)))
    .returning({ id: expressCompanies.id, version: expressCompanies.version })
  return saved
}

export async function remove({ db }: Ctx, id: number): Promise<boolean> {
  const gone = await db
    .delete(expressCompanies)
    .where(eq(expressCompanies.id, id))
    .returning({ id: expressCompanies.id })
  return gone.length > 0
}

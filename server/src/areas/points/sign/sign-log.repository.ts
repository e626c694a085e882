import type { sign } from '@zhanggui/contract/points/sign.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { and, desc, eq, getTableColumns, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import { allRead, is } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type FilterOf, type Page } from '../../../platform/http/paging.ts'
import { accountsOf } from '../../user/buyer-session/former-account.parts.ts'
import { withinScope } from '../../user/scope/customer-scope.parts.ts'
import { idsNamed } from '../../user/shop-user/customer-names.parts.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { signLogs } from './sign.tables.ts'

export type SignRow = typeof signLogs.$inferSelect
export type SignFilter = FilterOf<RouteInput<typeof sign.log>['query']>

/** A page of who signed in when, within the caller's scope, newest first. */
export async function list(ctx: Ctx, { uid, keywords, dateLimit, ...left }: SignFilter, { limit, offset }: Page) {
  const ids = idsNamed(keywords)
  const scope = withinScope(ctx)
  const where = and(
    allRead(left),
    scope && sql`${signLogs.uid} in (select shop_user.id from shop_user where ${scope})`,
    ids && sql`${signLogs.uid} in ${ids}`,
    is(signLogs.uid, uid),
    daysWithin(ctx, dateLimit),
  )
  const rows = await ctx.db
    .select({ ...getTableColumns(signLogs), nickname: shopUsers.nickname })
    .from(signLogs)
    .innerJoin(shopUsers, eq(shopUsers.id, signLogs.uid))
    .where(where)
    .orderBy(desc(signLogs.signDay), desc(signLogs.id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(ctx.db, signLogs, where)) }
}

/** How many customers signed in on the days of a range. */
export async function countSigners(ctx: Ctx, dateLimit: string[] | undefined): Promise<number> {
  const signers = ctx.db
    .selectDistinct({ uid: signLogs.uid })
    .from(signLogs)
    .where(daysWithin(ctx, dateLimit))
    .as('signers')
  const [counted] = await ctx.db.select({ total: sql<number>`count(*)`.mapWith(Number) }).from(signers)
  return counted?.total ?? 0
}

function daysWithin({ now }: Ctx, range: readonly string[] | undefined): SQL | undefined {
  const { from, to } = parseTimeRange(range, now())
  return and(from && gte(signLogs.signDay, toWireDay(from)), to && lte(signLogs.signDay, toWireDay(to)))
}

/** The last day a customer signed in. */
export async function findLast({ db }: Ctx, uid: number): Promise<SignRow | undefined> {
  const [row] = await db.select().from(signLogs).where(eq(signLogs.uid, uid)).orderBy(desc(signLogs.signDay)).limit(1)
  return row
}

/** Whether a customer signed in on a day, also by an account that they ended since. */
export async function has({ db }: Ctx, uid: number, signDay: string): Promise<boolean> {
  const [row] = await db
    .select({ id: signLogs.id })
    .from(signLogs)
    .where(and(sql`${signLogs.uid} = any(${accountsOf(sql`${uid}::bigint`)})`, eq(signLogs.signDay, signDay)))
  return row !== undefined
}

/** Stores a day. Returns false when the customer has signed in on it. */
export async function insert({ db, now }: Ctx, row: typeof signLogs.$inferInsert): Promise<boolean> {
  const stored = await db
    .insert(signLogs)
    .values({ ...row, createdAt: now() })
    .onConflictDoNothing()
    .returning({ id: signLogs.id })
  return stored.length > 0
}

export function count({ db }: Ctx, uid: number): Promise<number> {
  return db.$count(signLogs, eq(signLogs.uid, uid))
}

/** A page of a customer's days, newest first. */
export async function listOwn({ db }: Ctx, uid: number, { limit, offset }: Page) {
  const where = eq(signLogs.uid, uid)
  const rows = await db.select().from(signLogs).where(where).orderBy(desc(signLogs.signDay)).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, signLogs, where)) }
}

/** The days of a page of months, newest first. */
export async function listOwnMonths({ db }: Ctx, uid: number, { limit, offset }: Page): Promise<SignRow[]> {
  const month = sql<string>`date_trunc('month', sign_day::timestamp)::date`
  const months = await db
    .selectDistinct({ month: sql<string>`${month}::text` })
    .from(signLogs)
    .where(eq(signLogs.uid, uid))
    .orderBy(sql`1 desc`)
    .limit(limit)
    .offset(offset)
  const [last, first] = [months[0]?.month, months.at(-1)?.month]
  if (!first || !last) return []
  return db
    .select()
    .from(signLogs)
    .where(
      and(
        eq(signLogs.uid, uid),
        gte(signLogs.signDay, first),
        lt(signLogs.signDay, sql`(${last}::date + interval '1 month')::date`),
      ),
    )
    .orderBy(desc(signLogs.signDay))
}

import type { PointsQuery } from '@zhanggui/contract/points/points.ts'
import { pointsStatuses } from '@zhanggui/domain/user/ledger.ts'
import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { allRead, is, within } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type Batch, countBounded, type Page } from '../../../platform/http/paging.ts'
import { userIntegralRecords as records } from '../../user/ledger/ledger.tables.ts'
import { idsNamed } from '../../user/shop-user/customer-names.parts.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { isGain, isReturn } from './points.parts.ts'

/** So many customers of a search are looked up by the index of their records; more are met soon among the newest ones. */
const MAX_NAMED = 1000

export type FoundRecord = Awaited<ReturnType<typeof list>>['rows'][number]

/** A page of the ledger, the last change first. */
export async function list(ctx: Ctx, query: PointsQuery, { limit, offset }: Page) {
  const where = await matching(ctx, query)
  const rows = await select(ctx, where).limit(limit).offset(offset)
  return { rows, ...(await countBounded(ctx.db, records, where)) }
}

/** The exact number of records. */
export async function count(ctx: Ctx, query: PointsQuery): Promise<number> {
  return ctx.db.$count(records, await matching(ctx, query))
}

/** The next records for an export. */
export async function next(ctx: Ctx, query: PointsQuery, { after, limit }: Batch) {
  // The database's own value: a JavaScript Date has no microseconds.
  const moment = sql`(select updated_at from user_integral_record where id = ${after})`
  const rest = after === undefined ? undefined : sql`(${records.updatedAt}, ${records.id}) < (${moment}, ${after})`
  return select(ctx, and(await matching(ctx, query), rest)).limit(limit)
}

function select({ db }: Ctx, where: SQL | undefined) {
  return db
    .select({ ...getTableColumns(records), nickname: shopUsers.nickname })
    .from(records)
    .innerJoin(shopUsers, eq(shopUsers.id, records.uid))
    .where(where)
    .orderBy(desc(records.updatedAt), desc(records.id))
}

/** Points are balances, which accounts that see their stores alone do not see (docs/stores.md, Accounts that see stores alone). */
async function matching(ctx: Ctx, { keywords, dateLimit, uid, type, linkType, status, ...left }: PointsQuery) {
  return and(
    allRead(left),
    ctx.actor.scope.storeIds ? sql`false` : undefined,
    await named(ctx, keywords),
    within(records.updatedAt, dateLimit, ctx),
    is(records.uid, uid),
    is(records.type, type),
    is(records.linkType, linkType),
    eq(records.status, status ?? pointsStatuses.done),
  )
}

async function named({ db }: Ctx, keywords: string | undefined): Promise<SQL | undefined> {
  const ids = idsNamed(keywords)
  if (!ids) return undefined
  const { rows } = await db.execute<{ id: number }>(sql`select id from ${ids} as named limit ${MAX_NAMED + 1}`)
  if (rows.length > MAX_NAMED) return sql`${records.uid} in ${ids}`
  return rows.length
    ? inArray(
        records.uid,
        rows.map(({ id }) => id),
      )
    : sql`false`
}

/** Sums of the records of a range, and the balance of all customers now. */
export async function sum(ctx: Ctx, dateLimit: string[] | undefined) {
  const total = (condition: SQL) => sql<number>`coalesce(sum(integral) filter (where ${condition}), 0)`.mapWith(Number)
  const [sums] = await ctx.db
    .select({
      issued: total(sql`status = 3 and ${isGain}`),
      returned: total(sql`status = 3 and ${isReturn}`),
      spent: total(sql`status = 3 and type = 2 and link_type = 'order'`),
      expired: total(sql`status = 3 and type = 2 and link_type = 'expire'`),
      frozen: total(sql`status = 2 and type = 1`),
    })
    .from(records)
    .where(within(records.updatedAt, dateLimit, ctx))
  const [owned] = await ctx.db
    .select({ balance: sql<number>`coalesce(sum(integral), 0)`.mapWith(Number) })
    .from(shopUsers)
  return { issued: 0, returned: 0, spent: 0, expired: 0, frozen: 0, ...sums, balance: owned?.balance ?? 0 }
}

/** A page of a buyer's own records, the newest first. */
export async function listOwn({ db }: Ctx, uid: number, { limit, offset }: Page) {
  const where = eq(records.uid, uid)
  const rows = await db.select().from(records).where(where).orderBy(desc(records.id)).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, records, where)) }
}

/** What a customer has, and what moved it, by months of Shanghai. */
export async function sumOwn({ db }: Ctx, uid: number) {
  const [owner] = await db.select({ integral: shopUsers.integral }).from(shopUsers).where(eq(shopUsers.id, uid))
  const total = (condition: SQL) => sql<number>`coalesce(sum(integral) filter (where ${condition}), 0)`.mapWith(Number)
  const months = await db
    .select({
      month: sql<string>`to_char(updated_at at time zone 'Asia/Shanghai', 'YYYY-MM')`,
      gained: total(sql`status = 3 and ${isGain}`),
      returned: total(sql`status = 3 and ${isReturn}`),
      spent: total(sql`status = 3 and type = 2 and link_type = 'order'`),
      out: total(sql`status = 3 and type = 2`),
      frozen: total(sql`status = 2 and type = 1`),
    })
    .from(records)
    .where(eq(records.uid, uid))
    .groupBy(sql`1`)
  return { integral: owner?.integral ?? 0, months }
}

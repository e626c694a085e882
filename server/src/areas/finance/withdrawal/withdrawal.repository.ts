import type { WithdrawalQuery } from '@zhanggui/contract/finance/withdrawal.ts'
import { and, desc, eq, getTableColumns, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { allRead, is, within } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type Batch, countBounded, type Page } from '../../../platform/http/paging.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { idsNamed } from '../../user/shop-user/customer-names.parts.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { userExtracts as extracts } from './withdrawal.tables.ts'

export type WithdrawalRow = typeof extracts.$inferSelect
export type FoundWithdrawal = Awaited<ReturnType<typeof list>>['rows'][number]

/** A page of withdrawals, the newest first. */
export async function list(ctx: Ctx, query: WithdrawalQuery, { limit, offset }: Page) {
  const where = matching(ctx, query)
  const rows = await select(ctx, where).limit(limit).offset(offset)
  return { rows, ...(await countBounded(ctx.db, extracts, where)) }
}

/** The exact number of withdrawals. */
export const count = (ctx: Ctx, query: WithdrawalQuery): Promise<number> =>
  ctx.db.$count(extracts, matching(ctx, query))

/** The next withdrawals for an export. */
export const next = async (ctx: Ctx, query: WithdrawalQuery, { after, limit }: Batch): Promise<FoundWithdrawal[]> =>
  select(ctx, and(matching(ctx, query), after === undefined ? undefined : lt(extracts.id, after))).limit(limit)

function select({ db }: Ctx, where: SQL | undefined) {
  return db
    .select({
      ...getTableColumns(extracts),
      nickname: shopUsers.nickname,
      avatar: shopUsers.avatar,
      brokeragePriceFen: shopUsers.brokeragePriceFen,
      auditName: sql<string>`coalesce(${adminUsers.nickName}, '')`,
    })
    .from(extracts)
    .innerJoin(shopUsers, eq(shopUsers.id, extracts.uid))
    .leftJoin(adminUsers, eq(adminUsers.id, extracts.auditId))
    .where(where)
    .orderBy(desc(extracts.id))
}

/** They are money of the whole shop, which accounts that see their stores alone do not see. */
function matching(ctx: Ctx, { keywords, dateLimit, uid, status, extractType, ...left }: WithdrawalQuery) {
  const named = idsNamed(keywords)
  return and(
    allRead(left),
    ctx.actor.scope.storeIds ? sql`false` : undefined,
    named &&
      or(
        sql`${extracts.uid} in ${named}`,
        eq(extracts.extractNo, keywords?.trim() ?? ''),
        eq(extracts.realName, keywords?.trim() ?? ''),
      ),
    within(extracts.createdAt, dateLimit, ctx),
    is(extracts.uid, uid),
    is(extracts.status, status),
    is(extracts.extractType, extractType),
  )
}

/** Withdrawals by their numbers, for callers who see the money of the whole shop. */
export function findByNos(ctx: Ctx, nos: readonly string[]): Promise<WithdrawalRow[]> {
  const isOne = sql`${extracts.extractNo} = any(${sql.param([...nos])}::text[])`
  return ctx.db
    .select()
    .from(extracts)
    .where(and(isOne, ctx.actor.scope.storeIds ? sql`false` : undefined))
}

/** What was paid out, is asked for, is left with promoters, and went to balances. */
export async function sum({ db }: Ctx) {
  const { rows } = await db.execute<{ withdrawn: number; asked: number; left: number; toBalance: number }>(sql`
    select withdrawn::float8, asked::float8, held::float8 as left, to_balance::float8 as "toBalance" from
      (select coalesce(sum(extract_price_fen) filter (where status = 1), 0) as withdrawn,
        coalesce(sum(extract_price_fen) filter (where status in (0, 2)), 0) as asked from user_extract) as paid,
      (select coalesce(sum(brokerage_price_fen), 0) as held from shop_user where brokerage_price_fen <> 0) as had,
      (select coalesce(sum(price_fen), 0) as to_balance from user_brokerage_record where link_type = 'yue' and status = 3) as moved`)
  return rows[0] ?? { withdrawn: 0, asked: 0, left: 0, toBalance: 0 }
}

export async function insert({ db }: Ctx, row: typeof extracts.$inferInsert): Promise<WithdrawalRow> {
  const [saved] = await db.insert(extracts).values(row).returning()
  if (!saved) throw new Error('the withdrawal was not stored')
  return saved
}

/** Locks a withdrawal until the transaction ends. */
export async function lock({ db }: Ctx, id: number): Promise<WithdrawalRow | undefined> {
  const [row] = await db.select().from(extracts).where(eq(extracts.id, id)).for('update')
  return row
}

export async function find({ db }: Ctx, id: number): Promise<WithdrawalRow | undefined> {
  const [row] = await db.select().from(extracts).where(eq(extracts.id, id))
  return row
}

/** Changes a locked withdrawal. */
export async function update({ db, caller, now }: Ctx, id: number, set: Partial<WithdrawalRow>) {
  const [row] = await db
    .update(extracts)
    .set({ ...set, version: sql`${extracts.version} + 1`, updatedBy: caller?.userId ?? null, updatedAt: now() })
    .where(eq(extracts.id, id))
    .returning({ id: extracts.id, version: extracts.version })
  if (!row) throw new Error(`withdrawal ${id} is gone`)
  return row
}

/** Whether a customer has asked for money that is neither paid nor come back. */
export async function hasOpen({ db }: Ctx, uid: number): Promise<boolean> {
  return (await db.$count(extracts, sql`${extracts.uid} = ${uid} and ${extracts.status} in (0, 2)`)) > 0
}

/** How often a customer has asked for money since a moment. */
export const countSince = ({ db }: Ctx, uid: number, since: Date): Promise<number> =>
  db.$count(extracts, and(eq(extracts.uid, uid), gte(extracts.createdAt, since)))

/** How many have a state. */
export const countOf = (ctx: Ctx, status: WithdrawalRow['status']): Promise<number> =>
  ctx.actor.scope.storeIds ? Promise.resolve(0) : ctx.db.$count(extracts, eq(extracts.status, status))

/** A page of a customer's own. */
export async function listOwn({ db }: Ctx, uid: number, { limit, offset }: Page) {
  const where = eq(extracts.uid, uid)
  const rows = await db.select().from(extracts).where(where).orderBy(desc(extracts.id)).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, extracts, where)) }
}

/** A customer's commission: what there is, what is not thawed yet, and whether the account has ended or is disabled. */
export async function findPurse({ db }: Ctx, uid: number) {
  const { rows } = await db.execute<{
    fen: number
    frozen: number
    status: boolean
    closeReason: string
    avatar: string
  }>(sql`
    select brokerage_price_fen::float8 as fen, status, close_reason as "closeReason",
      (select coalesce(sum(price_fen), 0)::float8 from user_brokerage_record where uid = shop_user.id and status in (1, 2)) as frozen
    from shop_user where id = ${uid}`)
  return rows[0]
}

import type { ContentQuery } from '@zhanggui/contract/wechat/content-check.ts'
import type { CheckedKind, Verdict } from '@zhanggui/domain/wechat/content-check.ts'
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { allRead, is, within } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type FilterOf, type Page } from '../../../platform/http/paging.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { contentChecks, contentTraces } from './content-check.tables.ts'

export type CheckRow = typeof contentChecks.$inferSelect

const BATCH = 200
const isOpen = lt(contentChecks.state, 2)

/** A page of what was held, newest first. */
export async function list(ctx: Ctx, filter: FilterOf<ContentQuery>, { limit, offset }: Page) {
  const { kind, state, verdict, dateLimit, ...left } = filter
  const where = and(
    allRead(left),
    is(contentChecks.kind, kind),
    is(contentChecks.state, state),
    is(contentChecks.verdict, verdict),
    within(contentChecks.createdAt, dateLimit, ctx),
  )
  const rows = await ctx.db
    .select({ check: contentChecks, nickname: shopUsers.nickname })
    .from(contentChecks)
    .leftJoin(shopUsers, eq(shopUsers.id, contentChecks.uid))
    .where(where)
    .orderBy(desc(contentChecks.createdAt), desc(contentChecks.id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(ctx.db, contentChecks, where)) }
}

/** How many wait for staff. */
export const countWaiting = ({ db }: Ctx): Promise<number> => db.$count(contentChecks, eq(contentChecks.state, 1))

export async function insert({ db, now }: Ctx, row: typeof contentChecks.$inferInsert): Promise<number> {
  const [saved] = await db
    .insert(contentChecks)
    .values({ createdAt: now(), ...row })
    .returning({ id: contentChecks.id })
  if (!saved) throw new Error('a check was not stored')
  return saved.id
}

export async function find({ db }: Ctx, id: number): Promise<CheckRow | undefined> {
  const [row] = await db.select().from(contentChecks).where(eq(contentChecks.id, id))
  return row
}

/** Those of these that nobody has decided, locked. */
export function lockOpen({ db }: Ctx, ids: readonly number[]): Promise<CheckRow[]> {
  return db
    .select()
    .from(contentChecks)
    .where(and(inArray(contentChecks.id, [...ids]), isOpen))
    .orderBy(contentChecks.id)
    .for('update')
}

/** The open one of a place, locked. */
export async function lockOpenOf({ db }: Ctx, kind: CheckedKind, bizId: number): Promise<CheckRow | undefined> {
  const [row] = await db
    .select()
    .from(contentChecks)
    .where(and(eq(contentChecks.kind, kind), eq(contentChecks.bizId, bizId), isOpen))
    .for('update')
  return row
}

export async function update({ db }: Ctx, id: number, change: Partial<typeof contentChecks.$inferInsert>) {
  await db.update(contentChecks).set(change).where(eq(contentChecks.id, id))
}

/** Has what WeChat has been silent about since before a moment wait for staff. Returns how many. */
export async function giveUp({ db }: Ctx, before: Date, reason: string): Promise<number> {
  const silent = db
    .select({ id: contentChecks.id })
    .from(contentChecks)
    .where(and(eq(contentChecks.state, 0), lt(contentChecks.createdAt, before)))
    .orderBy(contentChecks.id)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  const rows = await db
    .update(contentChecks)
    .set({
      state: 1,
      verdict: sql`case when ${contentChecks.verdict} = 'pass' then 'none' else ${contentChecks.verdict} end`,
      reason,
    })
    .where(inArray(contentChecks.id, silent))
    .returning({ id: contentChecks.id })
  return rows.length
}

/** The pictures of a check that WeChat was asked about, in their order, with its verdicts. */
export function listTraces({ db }: Ctx, checkId: number) {
  return db.select().from(contentTraces).where(eq(contentTraces.checkId, checkId)).orderBy(contentTraces.createdAt)
}

/** Stores that WeChat looks at a picture; its verdict may have come before. */
export async function addTrace({ db, now }: Ctx, trace: { traceId: string; checkId: number; verdict?: Verdict }) {
  await db
    .insert(contentTraces)
    .values({ createdAt: now(), ...trace })
    .onConflictDoUpdate({ target: contentTraces.traceId, set: { checkId: trace.checkId } })
}

/** Stores a verdict. Returns the check it belongs to; 0 if that is not known yet. */
export async function noteVerdict({ db, now }: Ctx, traceId: string, verdict: Verdict): Promise<number> {
  const [row] = await db
    .insert(contentTraces)
    .values({ traceId, checkId: 0, verdict, createdAt: now() })
    .onConflictDoUpdate({ target: contentTraces.traceId, set: { verdict } })
    .returning({ checkId: contentTraces.checkId })
  return row?.checkId ?? 0
}

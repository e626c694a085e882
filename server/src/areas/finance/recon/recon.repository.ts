import type { RootKind } from '@zhanggui/domain/finance/recon.ts'
import { and, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Among } from '../../order/recon/recon.service.ts'
import { reconDiffs } from '../gateway-bill/gateway-bill.tables.ts'
import { reconNights, reconPasses } from './recon.tables.ts'

/** What is looked at by ranges of ids. */
export type RangedKind = Exclude<RootKind, 'shop'>

/** The table whose ids are looked at, and how many of them at a time: as many as one statement reads in a moment. */
const roots: Record<RangedKind, { table: string; chunk: number }> = {
  order: { table: 'store_order', chunk: 5000 },
  customer: { table: 'shop_user', chunk: 5000 },
  payment: { table: 'payment', chunk: 5000 },
  refund: { table: 'refund', chunk: 5000 },
  recharge: { table: 'user_recharge', chunk: 5000 },
  copy: { table: 'coupon_user', chunk: 5000 },
  session: { table: 'bargain_session', chunk: 2000 },
  team: { table: 'team', chunk: 2000 },
  // All lines that were ever sold of a product are added up for it; of a coupon all its copies, of an activity all its orders.
  product: { table: 'product', chunk: 100 },
  coupon: { table: 'coupon', chunk: 20 },
  activity: { table: 'activity', chunk: 20 },
}
export const rangedKinds = Object.keys(roots) as RangedKind[]
export const chunkOf = (kind: RangedKind): number => roots[kind].chunk

const tableOf = (kind: RangedKind) => sql.raw(roots[kind].table)
const isAmong = (among: Among) =>
  'ids' in among ? sql`id = any(${sql.param(among.ids)}::bigint[])` : sql`id >= ${among.from} and id < ${among.to}`

export async function maxId({ db }: Ctx, kind: RangedKind): Promise<number> {
  const { rows } = await db.execute<{ max: string }>(sql`select coalesce(max(id), 0) as max from ${tableOf(kind)}`)
  return Number(rows[0]?.max)
}

export async function countAmong({ db }: Ctx, kind: RangedKind, among: Among): Promise<number> {
  const { rows } = await db.execute<{ num: string }>(
    sql`select count(*) as num from ${tableOf(kind)} where ${isAmong(among)}`,
  )
  return Number(rows[0]?.num)
}

/** Since when changes are looked for. */
export type Since = { at: Date; logId: number }

/** At most so many that changed: what is over waits for its range. */
const MOST: Partial<Record<RangedKind, number>> = { product: 500, coupon: 200, activity: 200 }
const MOST_OTHERS = 200_000

const changedOrders = ({ logId }: Since) => sql`select distinct order_id as id from order_log where id > ${logId}`

/** What changed, found by what every change of it writes; each select gives ids. */
const changes: Record<RangedKind, (since: Since) => SQL> = {
  order: changedOrders,
  customer: (since) => sql`
    select uid as id from user_bill where created_at >= ${since.at}
    union select uid from user_integral_record where updated_at >= ${since.at}
    union select uid from user_experience_record where created_at >= ${since.at}
    union select uid from user_brokerage_record where updated_at >= ${since.at}
    union select uid from store_order where id in (${changedOrders(since)})`,
  payment: (since) => sql`
    select id from payment where created_at >= ${since.at}
    union select payment.id from payment join (${changedOrders(since)}) as changed on biz_type = 'order' and biz_id = changed.id`,
  refund: (since) => sql`
    select id from refund where created_at >= ${since.at}
    union select id from refund where state = 1 and finish_time >= ${since.at}
    union select refund.id from refund join (${changedOrders(since)}) as changed on order_id = changed.id`,
  recharge: (since) => sql`
    select id from user_recharge where created_at >= ${since.at}
    union select id from user_recharge where paid and pay_time >= ${since.at}
    union select recharge_id from recharge_refund join refund on refund.id = refund_id where refund.created_at >= ${since.at}`,
  copy: (since) => sql`
    select id from coupon_user where created_at >= ${since.at}
    union select coupon_id from store_order where coupon_id > 0 and id in (${changedOrders(since)})`,
  session: ({ at }) => sql`
    select id from bargain_session where created_at >= ${at} union select id from bargain_session where status = 1`,
  team: ({ at }) => sql`
    select id from team where created_at >= ${at} union select id from team where status = 1`,
  product: ({ at }) => sql`select distinct product_id as id from stock_ledger where created_at >= ${at}`,
  coupon: ({ at }) => sql`select distinct coupon_id as id from coupon_user where created_at >= ${at}`,
  activity: (since) => sql`
    select distinct activity_id as id from store_order where activity_id > 0 and id in (${changedOrders(since)})`,
}

export async function listChanged({ db }: Ctx, kind: RangedKind, since: Since): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from (${changes[kind](since)}) as changed where id > 0 order by id limit ${MOST[kind] ?? MOST_OTHERS}`,
  )
  return rows.map(({ id }) => Number(id))
}

export async function lastLogId({ db }: Ctx): Promise<number> {
  const { rows } = await db.execute<{ max: string }>(sql`select coalesce(max(id), 0) as max from order_log`)
  return Number(rows[0]?.max)
}

export async function lastNight({ db }: Ctx) {
  const [night] = await db
    .select()
    .from(reconNights)
    .orderBy(desc(reconNights.finishedAt), desc(reconNights.id))
    .limit(1)
  return night
}

export async function storeNight({ db }: Ctx, night: typeof reconNights.$inferInsert): Promise<void> {
  await db.insert(reconNights).values(night)
}

export async function nextOf({ db }: Ctx, kind: RangedKind): Promise<number> {
  const [pass] = await db.select().from(reconPasses).where(eq(reconPasses.kind, kind))
  return pass?.nextId ?? 1
}

export async function keepNext({ db }: Ctx, kind: RangedKind, nextId: number): Promise<void> {
  await db
    .insert(reconPasses)
    .values({ kind, nextId })
    .onConflictDoUpdate({ target: reconPasses.kind, set: { nextId } })
}

/** Differences of the shop's own books are kept under the words of their equation, beside those of bills. */
const isOfBooks = ne(reconDiffs.what, '')

/** What is kept and not gone: of which equation, and what it is of. */
export function listUnsettled({ db }: Ctx) {
  return db
    .select({ what: reconDiffs.what, of: reconDiffs.rootKind, root: reconDiffs.rootId })
    .from(reconDiffs)
    .where(and(isOfBooks, ne(reconDiffs.state, 'gone')))
}

const ofRoots = (among: Among | undefined): SQL => {
  if (!among) return sql`true`
  return 'ids' in among
    ? sql`root_id = any(${sql.param(among.ids)}::bigint[])`
    : sql`root_id >= ${among.from} and root_id < ${among.to}`
}
const isUnsettled = (what: string, among: Among | undefined) =>
  and(eq(reconDiffs.what, what), ne(reconDiffs.state, 'gone'), ofRoots(among))

/** Whether anything of an equation is open or explained among some objects. */
export async function hasKept({ db }: Ctx, what: string, among: Among | undefined): Promise<boolean> {
  const [row] = await db.select({ id: reconDiffs.id }).from(reconDiffs).where(isUnsettled(what, among)).limit(1)
  return row !== undefined
}

type Part = { what: string; among: Among | undefined; objects: readonly string[] }

/** What is kept of an equation among some objects, and of these differences whatever became of them, locked. */
export function lockKept({ db }: Ctx, { what, among, objects }: Part) {
  const found = objects.length ? and(eq(reconDiffs.what, what), inArray(reconDiffs.object, [...objects])) : undefined
  return db
    .select()
    .from(reconDiffs)
    .where(or(isUnsettled(what, among), found))
    .orderBy(reconDiffs.id)
    .for('update')
}

/** How many differences are open under each equation. */
export async function countOpen(ctx: Ctx): Promise<Record<string, number>> {
  const { rows } = await ctx.db.execute<{ equation: string; num: string }>(
    sql`select equation, count(*) as num from recon_diff where state = 'open' group by 1`,
  )
  return Object.fromEntries(rows.map(({ equation, num }) => [equation, Number(num)]))
}

import type { BillDiffQuery } from '@zhanggui/contract/finance/gateway-bill.ts'
import type { DiffProvider, DiffState, FoundDiff } from '@zhanggui/domain/finance/gateway-bill.ts'
import { and, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { allRead, is } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { payments } from '../../payment/payment/payment.tables.ts'
import { refunds } from '../../payment/payment/refund.tables.ts'
import { type BillAccount, type BillLine, type Days, daysWithin } from './gateway-bill.repository.ts'
import { gatewayBills, reconDiffs } from './gateway-bill.tables.ts'

export type DiffRow = typeof reconDiffs.$inferSelect

/** How differences of bills are named among the equations. */
export const BILLS = 'R11'

/** What is kept of an account and some days, or of these objects. */
export function listKept({ db }: Ctx, of: BillAccount, { from, to }: Days, objects: readonly string[]) {
  const open = and(
    eq(reconDiffs.provider, of.provider),
    eq(reconDiffs.account, of.account),
    ne(reconDiffs.state, 'gone'),
    sql`${reconDiffs.day} between ${from}::date and ${to}::date`,
  )
  return db
    .select()
    .from(reconDiffs)
    .where(
      and(
        eq(reconDiffs.equation, BILLS),
        or(open, objects.length ? inArray(reconDiffs.object, [...objects]) : undefined),
      ),
    )
    .orderBy(reconDiffs.id)
    .for('update')
}

/** Where differences are found: of which equation, and in whose books. */
export type DiffPlace = { equation: string; provider: DiffProvider; account: string }

/** A difference of the shop's own books says of what it is. */
export type OfBooks = Pick<DiffRow, 'what' | 'rootKind' | 'rootId'>

/** Stores what is found: what is new or new again is open, with nothing said of it yet. */
export async function storeOpen(
  { db, now }: Ctx,
  place: DiffPlace,
  found: readonly (FoundDiff & Partial<OfBooks>)[],
): Promise<void> {
  const at = now()
  const opened = { state: 'open' as const, note: '', operatorId: 0, operatorName: '', handledAt: null }
  for (const diff of found) {
    const values = { ...diff, ...opened, ...place, seenAt: at, updatedAt: at }
    await db
      .insert(reconDiffs)
      .values({ ...values, createdAt: at })
      .onConflictDoUpdate({ target: [reconDiffs.equation, reconDiffs.object], set: values })
  }
}

/** Notes that differences are still there, as they are now. */
export async function noteSeen({ db, now }: Ctx, { equation }: DiffPlace, found: readonly FoundDiff[]): Promise<void> {
  for (const { object, kind, amountFen, expected, found: said, day } of found)
    await db
      .update(reconDiffs)
      .set({ kind, amountFen, expected, found: said, day, seenAt: now(), updatedAt: now() })
      .where(and(eq(reconDiffs.equation, equation), eq(reconDiffs.object, object)))
}

type Handling = { note: string; operatorId: number; operatorName: string }

/** Settles differences that are not found any more. */
export async function settleGone(
  { db, now }: Ctx,
  { equation }: DiffPlace,
  objects: readonly string[],
  handling: Handling,
): Promise<void> {
  if (!objects.length) return
  const at = now()
  await db
    .update(reconDiffs)
    .set({ ...handling, state: 'gone', handledAt: at, updatedAt: at })
    .where(and(eq(reconDiffs.equation, equation), inArray(reconDiffs.object, [...objects])))
}

/** Explains a difference that is open or explained already. Returns undefined for one that is settled meanwhile. */
export async function explain({ db, now }: Ctx, id: number, handling: Handling): Promise<{ id: number } | undefined> {
  const [row] = await db
    .update(reconDiffs)
    .set({ ...handling, state: 'explained', handledAt: now(), updatedAt: now() })
    .where(and(eq(reconDiffs.id, id), ne(reconDiffs.state, 'gone')))
    .returning({ id: reconDiffs.id })
  return row
}

export async function find(ctx: Ctx, id: number): Promise<DiffRow | undefined> {
  if (ctx.actor.scope.storeIds) return undefined
  const [row] = await ctx.db.select().from(reconDiffs).where(eq(reconDiffs.id, id))
  return row
}

/** What a difference of the shop's books is of, by its name. */
const rootName = sql<string>`coalesce(case ${reconDiffs.rootKind}
  when 'order' then (select order_no from store_order where id = ${reconDiffs.rootId})
  when 'customer' then (select nickname from shop_user where id = ${reconDiffs.rootId})
  when 'payment' then (select out_trade_no from payment where id = ${reconDiffs.rootId})
  when 'refund' then (select refund_no from refund where id = ${reconDiffs.rootId})
  when 'recharge' then (select recharge_no from user_recharge where id = ${reconDiffs.rootId})
  when 'product' then (select store_name from product where id = ${reconDiffs.rootId})
  when 'coupon' then (select name from coupon where id = ${reconDiffs.rootId})
  when 'copy' then (select name from coupon_user where id = ${reconDiffs.rootId})
  when 'activity' then (select title from activity where id = ${reconDiffs.rootId}) end, '')`

export type FoundDiffRow = Awaited<ReturnType<typeof list>>['rows'][number]

/** The order that a number belongs to, if it has the form of ours. */
const orderOf = sql<string>`coalesce(
  (select order_no from store_order where ${reconDiffs.rootKind} = 'order' and id = ${reconDiffs.rootId}),
  (select biz_no from payment where out_trade_no = ${reconDiffs.no}),
  (select order_no from refund join store_order on store_order.id = order_id
    where refund_no = substring(${reconDiffs.no} from '^(R[0-9]{20})-[0-9]{1,3}$')), '')`

type Filter = Omit<BillDiffQuery, 'page' | 'limit'>

/** A page of differences, the newest first. */
export async function list(ctx: Ctx, query: Filter, { limit, offset }: Page) {
  const where = matching(ctx, query)
  const rows = await ctx.db
    .select({ diff: reconDiffs, orderNo: orderOf, rootName })
    .from(reconDiffs)
    .where(where)
    .orderBy(desc(reconDiffs.day), desc(reconDiffs.id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(ctx.db, reconDiffs, where)) }
}

/** How many there are in each state, whatever state is asked for. */
export async function countStates(
  ctx: Ctx,
  { state: _, ...query }: Filter,
): Promise<Partial<Record<DiffState, number>>> {
  const rows = await ctx.db
    .select({ state: reconDiffs.state, count: sql<number>`count(*)`.mapWith(Number) })
    .from(reconDiffs)
    .where(matching(ctx, query))
    .groupBy(reconDiffs.state)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Accounts that see their stores alone see none. */
function matching(ctx: Ctx, { dateLimit, state, provider, kind, keywords, ...left }: Filter): SQL | undefined {
  return and(
    allRead(left),
    ctx.actor.scope.storeIds ? sql`false` : undefined,
    daysWithin(reconDiffs.day, dateLimit, ctx),
    is(reconDiffs.state, state),
    is(reconDiffs.provider, provider),
    is(reconDiffs.kind, kind),
    keywords
      ? sql`(${reconDiffs.no} = ${keywords} or ${reconDiffs.no} like ${`${keywords.replace(/[\\%_]/g, '')}-%`})`
      : undefined,
  )
}

export async function namesOf({ db }: Ctx, id: number): Promise<{ orderNo: string; rootName: string }> {
  const [row] = await db.select({ orderNo: orderOf, rootName }).from(reconDiffs).where(eq(reconDiffs.id, id))
  return row ?? { orderNo: '', rootName: '' }
}

/** What bills say of a number. */
export function listTheirs({ db }: Ctx, no: string): Promise<BillLine[]> {
  if (!no) return Promise.resolve([])
  const isPay = and(eq(gatewayBills.kind, 'pay'), eq(gatewayBills.outTradeNo, no))
  const isRefund = and(eq(gatewayBills.kind, 'refund'), eq(gatewayBills.refundNo, no))
  return db.select().from(gatewayBills).where(or(isPay, isRefund)).orderBy(gatewayBills.at).limit(20)
}

/** The payment of a number, or the refund of a part's number, with the order. */
export async function findOurs({ db }: Ctx, no: string) {
  const [payment] = await db.select().from(payments).where(eq(payments.outTradeNo, no))
  if (payment) return { payment }
  const refundNo = /^(R\d{20})-\d{1,3}$/.exec(no)?.[1] ?? ''
  const [refund] = await db.select().from(refunds).where(eq(refunds.refundNo, refundNo))
  return refund && { refund }
}

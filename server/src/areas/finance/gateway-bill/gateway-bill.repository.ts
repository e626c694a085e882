import type { BillQuery } from '@zhanggui/contract/finance/gateway-bill.ts'
import type { BillProvider } from '@zhanggui/domain/finance/gateway-bill.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { and, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { allRead, is } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import type { Bill } from '../../../platform/outside/pay-gateway.ts'
import { gatewayBills, reconRuns } from './gateway-bill.tables.ts'

export type RunRow = typeof reconRuns.$inferSelect
export type BillLine = typeof gatewayBills.$inferSelect

/** Whose bills: a merchant number at a provider, and the channels that pay to it. */
export type BillAccount = { provider: BillProvider; account: string; channels: readonly string[] }

const CHUNK = 1000

/** In what numbers of ours are written; payments of other systems stand in a bill, too. */
const isOurs = (no: SQL) => sql`${no} ~ '^[A-Z]?[0-9]{20}-[0-9]{1,3}$'`
const shanghaiDay = (at: SQL) => sql`(${at} at time zone 'Asia/Shanghai')::date`
const paysTo = ({ provider, channels }: BillAccount) =>
  sql`payment.provider = ${provider} and payment.channel in ${[...channels]}`

/** The days whose bill is not there yet, the oldest first: from the first payment on, as far back as bills are given. */
export async function listDue(
  { db }: Ctx,
  of: BillAccount,
  { first, last, limit }: { first: string; last: string; limit: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select day::date::text as day from generate_series(
      greatest(${first}::date, (select min(${shanghaiDay(sql`created_at`)}) from payment where ${paysTo(of)})),
      ${last}::date, interval '1 day') as day
    where exists (select from payment where ${paysTo(of)}) and not exists (select from recon_run
      where provider = ${of.provider} and account = ${of.account} and recon_run.day = day.day::date and state = 'done')
    order by day limit ${limit}`)
  return rows.map(({ day }) => day)
}

/** Whether money came by the account on a day. */
export async function hasPayments({ db }: Ctx, of: BillAccount, day: string): Promise<boolean> {
  const { rows } = await db.execute<{
    found: boolean
  }>(sql`select exists (select from payment where ${paysTo(of)} and state = 1
    and pay_time >= ${startOf(day)} and pay_time < ${startOf(day)} + interval '1 day') as found`)
  return rows[0]?.found === true
}

const startOf = (day: string) => sql`(${day}::date at time zone 'Asia/Shanghai')`

type RunKey = { provider: BillProvider; account: string; day: string }

/** Notes that there is no bill yet, and why; one that is there stays. */
export async function noteMissing(
  { db, now }: Ctx,
  { provider, account, day }: RunKey,
  why: { state: 'waiting' | 'failed'; message: string },
): Promise<void> {
  const checkedAt = now()
  const set = { ...why, checkedAt, updatedAt: checkedAt, tries: sql`${reconRuns.tries} + 1` }
  await db
    .insert(reconRuns)
    .values({ provider, account, day, ...why, tries: 1, checkedAt, createdAt: checkedAt, updatedAt: checkedAt })
    .onConflictDoUpdate({
      target: [reconRuns.provider, reconRuns.account, reconRuns.day],
      set,
      setWhere: sql`${reconRuns.state} <> 'done'`,
    })
}

/**
 * Stores a day's bill in place of what was there.
 * @param tx a transaction
 */
export async function storeBill(
  { db, now }: Ctx,
  { provider, account, day }: RunKey,
  { rows, odd }: Bill,
): Promise<void> {
  const at = now()
  const sum = (kind: 'pay' | 'refund') =>
    rows.reduce((total, row) => total + (row.kind === kind ? row.amountFen : 0), 0)
  const values = {
    state: 'done' as const,
    message: '',
    rows: rows.length,
    paidFen: sum('pay'),
    refundedFen: sum('refund'),
    feeFen: rows.reduce((total, { feeFen }) => total + feeFen, 0),
    odd,
    checkedAt: at,
    updatedAt: at,
  }
  // Whoever stores the same day waits here.
  await db
    .insert(reconRuns)
    .values({ provider, account, day, createdAt: at, tries: 1, ...values })
    .onConflictDoUpdate({ target: [reconRuns.provider, reconRuns.account, reconRuns.day], set: values })
  await db
    .delete(gatewayBills)
    .where(and(eq(gatewayBills.provider, provider), eq(gatewayBills.account, account), eq(gatewayBills.day, day)))
  for (let first = 0; first < rows.length; first += CHUNK) {
    const chunk = rows.slice(first, first + CHUNK)
    await db.insert(gatewayBills).values(chunk.map((row) => ({ ...row, provider, account, day, createdAt: at })))
  }
}

/** Locks the days of an account whose bills are there. */
export async function lockRuns({ db }: Ctx, { provider, account }: BillAccount, days: Days): Promise<RunRow[]> {
  return db
    .select()
    .from(reconRuns)
    .where(
      and(eq(reconRuns.provider, provider), eq(reconRuns.account, account), eq(reconRuns.state, 'done'), between(days)),
    )
    .orderBy(reconRuns.day)
    .for('update')
}

/** Days of Shanghai, both ends inclusive. */
export type Days = { from: string; to: string }
const between = ({ from, to }: Days) => and(gte(reconRuns.day, from), lte(reconRuns.day, to))

/** A difference as the statement tells it. */
export type RawDiff = {
  kind: 'theirs' | 'ours' | 'amount' | 'number' | 'double'
  type: 'pay' | 'refund'
  no: string
  day: string
  theirsFen: number
  oursFen: number
  times: number
  /** `none`, or the state of the payment or part. */
  state: string
}

/**
 * In what the bills of some days and the shop differ, by number and sum. What of ours stands in no bill is judged by the provider's
 * day of it, whatever bill of whatever day names it.
 */
export async function listDiffs({ db }: Ctx, of: BillAccount, { from, to }: Days, limit: number): Promise<RawDiff[]> {
  const { provider, account } = of
  const ofBill = sql`provider = ${provider} and account = ${account}`
  const { rows } = await db.execute<RawDiff>(sql`
    with asked as (
      select day from recon_run where ${ofBill} and state = 'done' and day between ${from}::date and ${to}::date
    ), bill as (
      select kind, case kind when 'pay' then out_trade_no else refund_no end as no, min(out_trade_no) as trade_no,
        count(*)::int as times, min(day) as day, min(amount_fen) as fen, max(amount_fen) as most_fen,
        min(transaction_id) as transaction_id
      from gateway_bill where ${ofBill} and day in (select day from asked) group by 1, 2
    ), paid as (
      select bill.*, payment.id, payment.state, amount_fen, payment.transaction_id as our_transaction
      from bill left join payment on payment.out_trade_no = bill.no and payment.provider = ${provider}
      where kind = 'pay' and (${isOurs(sql`bill.no`)}
        or exists (select from payment_stray where payment_stray.out_trade_no = bill.no))
    ), back as (
      select bill.*, part
      from bill left join refund on refund.refund_no = substring(bill.no from '^(R[0-9]{20})-[0-9]{1,3}$')
        left join lateral (select parts -> (substring(bill.no from '-([0-9]{1,3})$')::int - 1) as part) as found on true
      where kind = 'refund' and ${isOurs(sql`bill.trade_no`)}
    ), alone as (
      select 'pay' as type, out_trade_no as no, ${shanghaiDay(sql`pay_time`)} as day, amount_fen
      from payment where ${paysTo(of)} and state = 1
        and pay_time >= ${startOf(from)} and pay_time < ${startOf(to)} + interval '1 day'
        and not exists (select from gateway_bill where kind = 'pay' and gateway_bill.out_trade_no = payment.out_trade_no)
      union all
      select 'refund', refund_no || '-' || place, ${shanghaiDay(sql`sent.at`)}, (part ->> 'amountFen')::bigint
      from refund cross join lateral jsonb_array_elements(parts) with ordinality as each(part, place)
        cross join lateral (select coalesce((part ->> 'sentAt')::timestamptz, refund.created_at) as at) as sent
        join payment on payment.id = (part ->> 'paymentId')::bigint
      where ${paysTo(of)} and part ->> 'state' = '1' and coalesce(part ->> 'method', 'origin') = 'origin'
        and refund.created_at < ${startOf(to)} + interval '1 day'
        and sent.at >= ${startOf(from)} and sent.at < ${startOf(to)} + interval '1 day'
        and not exists (select from gateway_bill where kind = 'refund' and gateway_bill.refund_no = refund.refund_no || '-' || place)
    )
    select kind, type, no, day::text, theirs_fen::float8 as "theirsFen", ours_fen::float8 as "oursFen", times, state from (
      select case when id is null or state <> 1 then 'theirs' when fen <> amount_fen or most_fen <> amount_fen then 'amount'
          else 'number' end as kind, 'pay' as type, no, day, fen as theirs_fen, coalesce(amount_fen, 0) as ours_fen, times,
        coalesce(state::text, 'none') as state
      from paid where id is null or state <> 1 or fen <> amount_fen or most_fen <> amount_fen or transaction_id <> our_transaction
      union all
      select 'double', 'pay', no, day, most_fen, coalesce(amount_fen, 0), times, coalesce(state::text, 'none')
      from paid where times > 1
      union all
      select case when part is null then 'theirs' else 'amount' end, 'refund', no, day, fen,
        coalesce((part ->> 'amountFen')::bigint, 0), times, coalesce(part ->> 'state', 'none')
      from back where part is null or fen <> (part ->> 'amountFen')::bigint or most_fen <> (part ->> 'amountFen')::bigint
      union all
      select 'double', 'refund', no, day, most_fen, coalesce((part ->> 'amountFen')::bigint, 0), times, coalesce(part ->> 'state', 'none')
      from back where times > 1
      union all
      select 'ours', type, no, day, 0, amount_fen, 0, '1' from alone where day in (select day from asked)
    ) as found order by day, type, no limit ${limit}`)
  return rows
}

/** Refunds that stand in the bills of some days and are not booked as back: their outcome stands in no bill. */
export async function listUnsettled(
  { db }: Ctx,
  of: BillAccount,
  { from, to }: Days,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.execute<{ no: string }>(sql`
    select distinct refund.refund_no as no from gateway_bill as bill
      join refund on refund.refund_no = substring(bill.refund_no from '^(R[0-9]{20})-[0-9]{1,3}$')
      cross join lateral (select parts -> (substring(bill.refund_no from '-([0-9]{1,3})$')::int - 1) as part) as found
    where bill.kind = 'refund' and bill.provider = ${of.provider} and bill.account = ${of.account}
      and bill.day between ${from}::date and ${to}::date and part ->> 'state' in ('0', '2')
    order by no limit ${limit}`)
  return rows.map(({ no }) => no)
}

/** A page of days, the newest first, each with its open differences, and the sums of all that match. */
export async function listRuns(ctx: Ctx, query: Omit<BillQuery, 'page' | 'limit'>, { limit, offset }: Page) {
  const { db } = ctx
  const where = matching(ctx, query)
  const open = sql`from recon_diff where recon_diff.provider = ${reconRuns.provider} and recon_diff.account = ${reconRuns.account}
    and recon_diff.day = ${reconRuns.day} and recon_diff.state = 'open'`
  const rows = await db
    .select({
      run: reconRuns,
      openCount: sql<number>`(select count(*) ${open})`.mapWith(Number),
      openFen: sql<number>`(select coalesce(sum(recon_diff.amount_fen), 0) ${open})`.mapWith(Number),
    })
    .from(reconRuns)
    .where(where)
    .orderBy(desc(reconRuns.day), desc(reconRuns.id))
    .limit(limit)
    .offset(offset)
  const total = (column: SQL) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)
  const [sums] = await db
    .select({
      total: sql<number>`count(*)`.mapWith(Number),
      rows: total(sql`${reconRuns.rows}`),
      paidFen: total(sql`${reconRuns.paidFen}`),
      refundedFen: total(sql`${reconRuns.refundedFen}`),
      feeFen: total(sql`${reconRuns.feeFen}`),
    })
    .from(reconRuns)
    .where(where)
  return { rows, sums: sums ?? { total: 0, rows: 0, paidFen: 0, refundedFen: 0, feeFen: 0 } }
}

/** Bills are of the whole shop: accounts that see their stores alone see none. */
function matching(ctx: Ctx, { dateLimit, provider, state, ...left }: Omit<BillQuery, 'page' | 'limit'>) {
  return and(
    allRead(left),
    ctx.actor.scope.storeIds ? sql`false` : undefined,
    daysWithin(reconRuns.day, dateLimit, ctx),
    is(reconRuns.provider, provider),
    is(reconRuns.state, state),
  )
}

/** The days of a range lie in Shanghai, as the column's do. @throws {BadInput} */
export function daysWithin(column: AnyPgColumn, range: readonly string[] | undefined, { now }: Ctx): SQL | undefined {
  const { from, to } = parseTimeRange(range, now())
  return and(from && gte(column, toWireDay(from)), to && lte(column, toWireDay(to)))
}

export async function findRun(ctx: Ctx, id: number): Promise<RunRow | undefined> {
  if (ctx.actor.scope.storeIds) return undefined
  const [row] = await ctx.db.select().from(reconRuns).where(eq(reconRuns.id, id))
  return row
}

/** All lines of a day's bill, as it has them. */
export function listLines({ db }: Ctx, { provider, account, day }: RunKey): Promise<BillLine[]> {
  return db
    .select()
    .from(gatewayBills)
    .where(and(eq(gatewayBills.provider, provider), eq(gatewayBills.account, account), eq(gatewayBills.day, day)))
    .orderBy(gatewayBills.at, gatewayBills.id)
}

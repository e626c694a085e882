import type { RechargeQuery } from '@zhanggui/contract/finance/recharge.ts'
import { and, desc, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import { allRead, is, within } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type Batch, countBounded, isOlder, type Page } from '../../../platform/http/paging.ts'
import { idsNamed } from '../../user/shop-user/customer-names.parts.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { userRecharges as table } from './recharge.tables.ts'

export type FoundRecharge = Awaited<ReturnType<typeof next>>[number]

/** A page of recharges, the newest first, and how many the filters find. */
export async function list(ctx: Ctx, query: RechargeQuery, { limit, offset }: Page) {
  const where = matching(ctx, query)
  const rows = await select(ctx, where).limit(limit).offset(offset)
  return { rows, ...(await countBounded(ctx.db, table, where)) }
}

/** The exact number of recharges. */
export const count = (ctx: Ctx, query: RechargeQuery): Promise<number> => ctx.db.$count(table, matching(ctx, query))

/** The next recharges for an export. */
export function next(ctx: Ctx, query: RechargeQuery, { after, limit }: Batch) {
  const rest = after === undefined ? undefined : isOlder(table, after)
  return select(ctx, and(matching(ctx, query), rest)).limit(limit)
}

function select({ db }: Ctx, where: SQL | undefined) {
  const { nickname, avatar, nowMoneyFen } = shopUsers
  return db
    .select({
      ...getTableColumns(table),
      nickname,
      avatar,
      nowMoneyFen,
      hasFailed: isAmong(withRefunds(failed)),
      isRefunding: isAmong(withRefunds(waiting)),
    })
    .from(table)
    .innerJoin(shopUsers, eq(shopUsers.id, table.uid))
    .where(where)
    .orderBy(desc(table.createdAt), desc(table.id))
}

/** Recharges are balances, which accounts that see their stores alone do not see. */
function matching(ctx: Ctx, { keywords, uid, dateLimit, rechargeType, paid, refundState, ...left }: RechargeQuery) {
  const named = idsNamed(keywords)
  return and(
    allRead(left),
    ctx.actor.scope.storeIds ? sql`false` : undefined,
    named && or(sql`${table.uid} in ${named}`, eq(table.rechargeNo, keywords?.trim() ?? '')),
    is(table.uid, uid),
    within(table.createdAt, dateLimit, ctx),
    is(table.rechargeType, rechargeType),
    is(table.paid, paid),
    refundState && isAmong(withRefunds(refundState === 'failed' ? failed : waiting)),
  )
}

const waiting = sql`refund.state = 0`
const failed = sql`refund.state = 2`
const isAmong = (ids: SQL) => sql<boolean>`user_recharge.id in (${ids})`
const isOpenState = sql`(refund.state = 0 or refund.state = 2)`
/** A refund that failed is made up for once less is left than it was of. */
const isWanted = sql`(refund.state = 0 or refund.amount_fen <= given.price_fen - given.refund_price_fen)`
const surplusOfRecharge = sql`refund join payment on payment.id = (parts -> 0 ->> 'paymentId')::bigint and biz_type = 'recharge'
  where refund.surplus and refund.order_id is null`

/** The ids of recharges with refunds in a state, also those of money that came too late. */
const withRefunds = (inState: SQL) => sql`
  select given.id from recharge_refund join refund on refund.id = refund_id join user_recharge as given on given.id = recharge_id
  where ${inState} and ${isWanted}
  union all select biz_id from ${surplusOfRecharge} and ${inState}`

/** Sums over all that the filters find. */
export async function sum(ctx: Ctx, query: RechargeQuery) {
  const total = (column: SQL) => sql<number>`coalesce(sum(${column}) filter (where paid), 0)`.mapWith(Number)
  const [row] = await ctx.db
    .select({ price: total(sql`price_fen`), give: total(sql`give_fen`), refund: total(sql`refund_price_fen`) })
    .from(table)
    .where(matching(ctx, query))
  return row ?? { price: 0, give: 0, refund: 0 }
}

/** What was recharged in all, by where it was paid. */
export async function sumByChannel({ db }: Ctx) {
  const rows = await db
    .select({
      channel: table.channel,
      price: sql<number>`sum(price_fen)`.mapWith(Number),
      refund: sql<number>`sum(refund_price_fen)`.mapWith(Number),
    })
    .from(table)
    .where(eq(table.paid, true))
    .groupBy(table.channel)
  return rows
}

/** A refund of a recharge that is on its way, or has failed and was not made up for. */
export type OpenRefund = {
  rechargeId: number
  id: number
  refundNo: string
  amountFen: number
  state: 0 | 2
  failMsg: string
  surplus: boolean
  sentAt: string
  createdAt: string
}

/** The open refunds of recharges, the newest first. */
export async function listOpenRefunds({ db }: Ctx, ids: readonly number[]): Promise<OpenRefund[]> {
  if (!ids.length) return []
  const among = sql`(${sql.join(
    ids.map((id) => sql`${id}::bigint`),
    sql`, `,
  )})`
  const facts = sql`refund.id::float8 as id, refund_no as "refundNo", refund.amount_fen::float8 as "amountFen", refund.state,
    refund.fail_msg as "failMsg", refund.surplus, to_json(refund.created_at) #>> '{}' as "createdAt",
    to_json(coalesce((select max((part ->> 'sentAt')::timestamptz) from jsonb_array_elements(parts) as part
      where (part ->> 'state')::int = 0), refund.created_at)) #>> '{}' as "sentAt"`
  const { rows } = await db.execute<OpenRefund>(sql`
    select recharge_id::float8 as "rechargeId", ${facts}
    from recharge_refund join refund on refund.id = refund_id join user_recharge as given on given.id = recharge_id
    where recharge_id in ${among} and ${isOpenState} and ${isWanted}
    union all
    select biz_id::float8, ${facts} from ${surplusOfRecharge} and ${isOpenState} and biz_id in ${among}
    order by id desc`)
  return rows
}

import type { PaymentQuery, RefundQuery } from '@zhanggui/contract/finance/payment-list.ts'
import { payStateNames, refundStateNames } from '@zhanggui/domain/finance/payment-list.ts'
import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { allRead, is, within } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type Batch, isOlder, MAX_COUNTED, type Page } from '../../../platform/http/paging.ts'
import { storeOrders } from '../../order/order/order.tables.ts'
import { payments } from '../../payment/payment/payment.tables.ts'
import { refunds } from '../../payment/payment/refund.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'

/** Attempts to pay for one thing that are looked for by its number. */
const MAX_ATTEMPTS = 20

export type FoundPayment = Awaited<ReturnType<typeof listPayments>>['rows'][number]
export type FoundRefund = Awaited<ReturnType<typeof listRefunds>>['rows'][number]

type Filter<Query> = Omit<Query, 'page' | 'limit'>

/** A page of attempts, the newest first, with the sum of what was paid by those that match. */
export async function listPayments(ctx: Ctx, query: Filter<PaymentQuery>, { limit, offset }: Page) {
  const { db } = ctx
  const where = ofPayments(ctx, query)
  const rows = await db
    .select({ payment: payments, nickname: shopUsers.nickname })
    .from(payments)
    .leftJoin(shopUsers, eq(shopUsers.id, payments.uid))
    .where(where)
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit)
    .offset(offset)
  const some = db
    .select({ fen: sql<number>`case when ${payments.state} = 1 then ${payments.amountFen} else 0 end`.as('fen') })
    .from(payments)
    .where(where)
    .limit(MAX_COUNTED + 1)
    .as('some')
  const [sums] = await db.select({ total: count, fen: sql<number>`coalesce(sum(fen), 0)`.mapWith(Number) }).from(some)
  return { rows, ...bounded(sums) }
}

/** The exact number of attempts. */
export const countPayments = (ctx: Ctx, query: Filter<PaymentQuery>) => ctx.db.$count(payments, ofPayments(ctx, query))

/** The next attempts for an export. */
export function nextPayments(ctx: Ctx, query: Filter<PaymentQuery>, { after, limit }: Batch) {
  return ctx.db
    .select({ payment: payments, nickname: shopUsers.nickname })
    .from(payments)
    .leftJoin(shopUsers, eq(shopUsers.id, payments.uid))
    .where(and(ofPayments(ctx, query), after === undefined ? undefined : isOlder(payments, after)))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit)
}

/** A page of refunds, the newest first, with the sum of what went back by those that match. */
export async function listRefunds(ctx: Ctx, query: Filter<RefundQuery>, { limit, offset }: Page) {
  const { db } = ctx
  const where = ofRefunds(ctx, query)
  const paidBy = sql<string[]>`(select coalesce(json_agg(out_trade_no order by payment.id), '[]') from payment
    where payment.id in (select (part ->> 'paymentId')::bigint from jsonb_array_elements(${refunds.parts}) as part))`
  const bizNo = sql<string>`(select biz_no from payment where payment.id = (${refunds.parts} -> 0 ->> 'paymentId')::bigint)`
  const rows = await db
    .select({
      refund: refunds,
      orderNo: sql<string>`coalesce(${storeOrders.orderNo}, ${bizNo}, '')`,
      outTradeNos: paidBy,
    })
    .from(refunds)
    .leftJoin(storeOrders, eq(storeOrders.id, refunds.orderId))
    .where(where)
    .orderBy(desc(refunds.createdAt), desc(refunds.id))
    .limit(limit)
    .offset(offset)
  const some = db
    .select({ fen: sql<number>`case when ${refunds.state} = 1 then ${refunds.amountFen} else 0 end`.as('fen') })
    .from(refunds)
    .where(where)
    .limit(MAX_COUNTED + 1)
    .as('some')
  const [sums] = await db.select({ total: count, fen: sql<number>`coalesce(sum(fen), 0)`.mapWith(Number) }).from(some)
  return { rows, ...bounded(sums) }
}

const count = sql<number>`count(*)`.mapWith(Number)

/** Beyond what is counted nothing is added either. */
function bounded(sums: { total: number; fen: number } | undefined) {
  const { total = 0, fen = 0 } = sums ?? {}
  return total > MAX_COUNTED
    ? { total: MAX_COUNTED, totalIsLowerBound: true as const, sumFen: null }
    : { total, sumFen: fen }
}

/** Money is the whole shop's: accounts that see their stores alone see none of it. */
const wholeShop = ({ actor }: Ctx) => (actor.scope.storeIds ? sql`false` : undefined)

function ofPayments(ctx: Ctx, query: Filter<PaymentQuery>): SQL | undefined {
  const { dateLimit, keywords, provider, state, surplus, uid, ...left } = query
  return and(
    allRead(left),
    wholeShop(ctx),
    within(payments.createdAt, dateLimit, ctx),
    keywords ? numbered(keywords) : undefined,
    is(payments.provider, provider),
    is(payments.state, state && payStateNames.indexOf(state)),
    is(payments.surplus, surplus),
    is(payments.uid, uid),
  )
}

/** The number of an attempt, of what it is for, or the provider's. */
function numbered(no: string): SQL | undefined {
  const attempts = Array.from({ length: MAX_ATTEMPTS }, (_, index) => `${no}-${index + 1}`)
  const ofProvider = sql`${payments.transactionId} = ${no} and ${payments.transactionId} <> ''
    and ${payments.provider} in ('wechat', 'sim', 'alipay')`
  return or(sql`${payments.outTradeNo} in ${[no, ...attempts]}`, ofProvider)
}

function ofRefunds(
  ctx: Ctx,
  { dateLimit, keywords, method, state, surplus, ...left }: Filter<RefundQuery>,
): SQL | undefined {
  return and(
    allRead(left),
    wholeShop(ctx),
    within(refunds.createdAt, dateLimit, ctx),
    keywords
      ? or(
          sql`${refunds.refundNo} in (${keywords}, substring(${keywords} from '^(R[0-9]{20})-[0-9]{1,3}$'))`,
          sql`${refunds.orderId} = (select id from store_order where order_no = ${keywords})`,
        )
      : undefined,
    is(refunds.method, method),
    is(refunds.state, state && refundStateNames.indexOf(state)),
    is(refunds.surplus, surplus),
  )
}

import type { BillQuery } from '@zhanggui/contract/finance/bill.ts'
import { billKinds } from '@zhanggui/domain/finance/bill.ts'
import { and, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import { allRead, within } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type Batch, countBounded, isOlder, type Page } from '../../../platform/http/paging.ts'
import { storeOrders } from '../../order/order/order.tables.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { userBills as table } from '../../user/ledger/ledger.tables.ts'
import { idsNamed } from '../../user/shop-user/customer-names.parts.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'

export type FoundBill = Awaited<ReturnType<typeof next>>[number]

/** A page of bills, the newest first, and how many the filters find. */
export async function list(ctx: Ctx, query: BillQuery, { limit, offset }: Page) {
  const where = matching(ctx, query)
  const rows = await select(ctx, where).limit(limit).offset(offset)
  return { rows, ...(await countBounded(ctx.db, table, where)) }
}

/** The exact number of bills. */
export const count = (ctx: Ctx, query: BillQuery): Promise<number> => ctx.db.$count(table, matching(ctx, query))

/** The next bills for an export. */
export function next(ctx: Ctx, query: BillQuery, { after, limit }: Batch) {
  const rest = after === undefined ? undefined : isOlder(table, after)
  return select(ctx, and(matching(ctx, query), rest)).limit(limit)
}

function select({ db }: Ctx, where: SQL | undefined) {
  const { nickname, avatar } = shopUsers
  const { nickName, username } = adminUsers
  return db
    .select({ ...getTableColumns(table), nickname, avatar, orderId: storeOrders.id, nickName, username })
    .from(table)
    .innerJoin(shopUsers, eq(shopUsers.id, table.uid))
    .leftJoin(storeOrders, eq(storeOrders.orderNo, table.linkId))
    .leftJoin(adminUsers, eq(adminUsers.id, table.operatorId))
    .where(where)
    .orderBy(desc(table.createdAt), desc(table.id))
}

/** Balances are of the whole shop: accounts that see their stores alone do not see them. */
function matching(ctx: Ctx, { keywords, dateLimit, title, ...left }: BillQuery) {
  const named = idsNamed(keywords)
  return and(
    allRead(left),
    ctx.actor.scope.storeIds ? sql`false` : undefined,
    named && or(sql`${table.uid} in ${named}`, eq(table.linkId, keywords?.trim() ?? '')),
    within(table.createdAt, dateLimit, ctx),
    title && inArray(table.type, [...billKinds[title].types]),
  )
}

/** Sums by what decides how a bill counts. */
export function sum(ctx: Ctx, query: BillQuery) {
  const { type, pm, payType, affectBalance } = table
  return ctx.db
    .select({ type, pm, payType, affectBalance, numberFen: sql<number>`sum(number_fen)`.mapWith(Number) })
    .from(table)
    .where(matching(ctx, query))
    .groupBy(type, pm, payType, affectBalance)
}

import type { BrokerageQuery } from '@zhanggui/contract/distribution/brokerage.ts'
import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { allRead, is, within } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type Batch, countBounded, type FilterOf, type Page } from '../../../platform/http/paging.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { idsNamed } from '../../user/shop-user/customer-names.parts.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { userBrokerageRecords as records } from '../commission/commission.tables.ts'

type Filter = FilterOf<BrokerageQuery>
export type FoundRecord = Awaited<ReturnType<typeof next>>[number]

/** A withdrawal that was given back stands against the record of its return. */
const cameBack = sql`exists (select from user_brokerage_record as back where back.biz_key = user_brokerage_record.biz_key || ':back')`

/** The kinds that staff look for. */
const kinds: Readonly<Record<NonNullable<Filter['type']>, SQL>> = {
  1: sql`user_brokerage_record.link_type = 'order'`,
  2: sql`user_brokerage_record.link_type = 'withdraw' and user_brokerage_record.type = 2 and user_brokerage_record.status = 5`,
  3: sql`user_brokerage_record.link_type = 'withdraw' and user_brokerage_record.type = 1`,
  4: sql`user_brokerage_record.link_type = 'withdraw' and user_brokerage_record.type = 2 and user_brokerage_record.status = 3 and not ${cameBack}`,
  5: sql`user_brokerage_record.link_type = 'yue'`,
  6: sql`user_brokerage_record.link_type = 'refund'`,
  7: sql`user_brokerage_record.link_type = 'system'`,
}

/** A page of the commission ledger, the newest first, with the sums of all that match. */
export async function list(ctx: Ctx, filter: Filter, { limit, offset }: Page) {
  const where = matching(ctx, filter)
  const rows = await select(ctx, where).limit(limit).offset(offset)
  const counted = await countBounded(ctx.db, records, where)
  // Beyond what is counted nothing is summed up: it would look at all that ever moved.
  return { rows, sums: counted.totalIsLowerBound ? undefined : await sum(ctx, where), ...counted }
}

async function sum({ db }: Ctx, where: SQL | undefined) {
  const total = (condition: SQL) =>
    sql<number>`coalesce(sum(${records.priceFen}) filter (where ${condition}), 0)`.mapWith(Number)
  const [sums] = await db
    .select({
      inFen: total(sql`type = 1 and status in (3, 5)`),
      outFen: total(sql`type = 2 and status in (3, 5)`),
      waitingFen: total(sql`status in (1, 2)`),
    })
    .from(records)
    .where(where)
  return sums
}

/** The exact number of records. */
export const count = (ctx: Ctx, filter: Filter): Promise<number> => ctx.db.$count(records, matching(ctx, filter))

/** The next records for an export. */
export function next(ctx: Ctx, filter: Filter, { after, limit }: Batch) {
  // The database's own value: a JavaScript Date has no microseconds.
  const moment = sql`(select created_at from user_brokerage_record where id = ${after})`
  const rest = after === undefined ? undefined : sql`(${records.createdAt}, ${records.id}) < (${moment}, ${after})`
  return select(ctx, and(matching(ctx, filter), rest)).limit(limit)
}

function select({ db }: Ctx, where: SQL | undefined) {
  return db
    .select({
      ...getTableColumns(records),
      nickname: shopUsers.nickname,
      operatorName: sql<string>`coalesce(${adminUsers.nickName}, '')`,
    })
    .from(records)
    .innerJoin(shopUsers, eq(shopUsers.id, records.uid))
    .leftJoin(adminUsers, eq(adminUsers.id, records.operatorId))
    .where(where)
    .orderBy(desc(records.createdAt), desc(records.id))
}

/** What people own is nothing for accounts that see their stores alone. */
function matching(ctx: Ctx, { keywords, uid, type, dateLimit, ...left }: Filter): SQL | undefined {
  const ids = idsNamed(keywords)
  return and(
    allRead(left),
    ctx.actor.scope.storeIds ? sql`false` : undefined,
    ids && sql`(${records.uid} in ${ids} or ${records.linkId} = ${keywords?.trim()})`,
    is(records.uid, uid),
    type && kinds[type],
    within(records.createdAt, dateLimit, ctx),
  )
}

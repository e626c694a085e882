import { sql } from 'drizzle-orm'
import { userBrokerageRecords } from '../areas/distribution/commission/commission.tables.ts'
import type { Ctx } from '../platform/http/context.ts'

type Insert = typeof userBrokerageRecords.$inferInsert
/** What a test says about a record of commission; the rest follows from it. */
export type MadeCommission = Pick<Insert, 'uid' | 'priceFen' | 'status' | 'linkType'> & Partial<Insert>

/** Stores records of commission, and gives their promoters what they come to. */
export async function makeCommission({ db, now }: Ctx, wanted: readonly MadeCommission[]) {
  const rows = []
  for (const { linkType, priceFen, status, uid, ...more } of wanted) {
    const type = more.type ?? (linkType === 'refund' || linkType === 'yue' ? 2 : 1)
    const moved = status === 3 || status === 5 ? (type === 1 ? priceFen : -priceFen) : 0
    const { rows: owners } = await db.execute<{ fen: number }>(sql`
      update shop_user set brokerage_price_fen = brokerage_price_fen + ${moved} where id = ${uid}
      returning brokerage_price_fen::float8 as fen`)
    const level = linkType === 'order' || linkType === 'refund' ? 1 : 0
    const [row] = await db
      .insert(userBrokerageRecords)
      .values({
        uid,
        linkType,
        priceFen,
        status,
        type,
        title: '推广订单佣金',
        originPriceFen: priceFen,
        balanceFen: owners[0]?.fen ?? 0,
        brokerageLevel: level,
        createdAt: now(),
        updatedAt: now(),
        ...more,
      })
      .returning()
    if (row) rows.push(row)
  }
  return rows
}

/** Binds customers below a promoter, as if they had just come by a code. */
export async function bindBelow(
  { db, now }: Ctx,
  spreadUid: number,
  uids: readonly number[],
  at = now(),
): Promise<void> {
  await db.execute(sql`update shop_user set spread_uid = ${spreadUid}, spread_time = ${at.toISOString()}::timestamptz,
    path = (select up.path || up.id || '/' from shop_user as up where up.id = ${spreadUid}) where id = any(${sql.param([...uids])}::bigint[])`)
  await db.execute(sql`update shop_user set spread_count = spread_count + ${uids.length} where id = ${spreadUid}`)
}

import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { makeOrders } from '../../../testing/order.ts'
import { openShop } from '../../../testing/shop.ts'
import { meaningsOf } from '../order-keyword/order-keyword.service.ts'
import { type OrderFilter, type OrderSort, pageOf, walkOf } from './order-filter.repository.ts'

const from = new Date('2026-01-01T00:00:00Z')
const to = new Date('2026-02-01T00:00:00Z')
const meaning = (typed: string): OrderFilter => ({ meanings: [meaningsOf(typed)] })

const asked: [filter: OrderFilter, sort?: OrderSort][] = [
  ...[
    [{}],
    [{ tab: 7 }],
    [{ tab: 2, payType: 'yue' }],
    [{}, { by: 'payPrice', isUp: true }],
    [{ tab: 7 }, { by: 'payTime', isUp: false }],
  ],
  ...(['create', 'pay', 'ship', 'finish'] as const).map(
    (field) => [{ tab: 7, time: { field, from, to } }] as [OrderFilter],
  ),
  ...[
    [{ uid: 1 }],
    [{ productId: 1, tab: 2 }],
    [{ tagId: 1 }],
    [{ couponId: 1 }],
    [{ shippingType: 2 }],
    [{ storeIds: [1, 2] }],
  ],
  ...[[{ hold: true }], [{ isRemind: true }], [{ cod: true }], [{ partShipped: true }], [{ refunded: true }]],
  ...[
    [{ combine: true }],
    [{ lateBefore: from }],
    [{ closesBefore: from }],
    [{ tab: 2, printed: 2 }],
    [{ pickup: 'all', tabs: [4, 6], storeIds: [1] }],
  ],
  ...['20261123101500123456', '2026112310', '123456', '4200002026112310150012345678', '13800138000', '8000'].map(
    (typed) => [meaning(typed)] as [OrderFilter],
  ),
  ...['3141592653', '6901234567892', 'R20261123101500123456', '王小明'].map(
    (typed) => [meaning(typed)] as [OrderFilter],
  ),
] as [OrderFilter, OrderSort?][]

test('no filter, count or meaning of a keyword reads all orders, lines, payments, refunds, SKUs or customers: each has an index', async () => {
  const { ctx } = await openShop()
  await makeOrders(ctx, [{ paid: true }, {}])
  await inTransaction(ctx, async (tx) => {
    // A table of two rows is read whole unless that is forbidden.
    await tx.db.execute(sql`set local enable_seqscan = off`)
    const planOf = async (statement: SQL) => {
      const { rows } = await tx.db.execute<{ 'QUERY PLAN': string }>(sql`explain (costs off) ${statement}`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    for (const [filter, sort] of asked) {
      const { walk, matches } = walkOf(filter)
      const statements = [
        pageOf(filter, sort, { limit: 20, offset: 0 }).ids,
        sql`select count(*) from ${walk} where ${matches}`,
      ]
      for (const statement of statements) {
        const plan = await planOf(statement)
        expect(plan, JSON.stringify(filter)).not.toMatch(
          /Seq Scan on (store_order|order_line|payment|refund|product_sku|product_search|shop_user)\b/,
        )
        // An index read from end to end would be no better.
        expect(plan, JSON.stringify(filter)).not.toMatch(
          /using (store_order_pkey|order_line_order|store_order_no)\b(?!.*\n\s+Index Cond)/,
        )
      }
    }
  })
})

test('counting what waits reads what is counted alone, however many orders there are', async () => {
  const { ctx } = await openShop()
  const soon = new Date(ctx.now().getTime() + 600_000)
  await makeOrders(ctx, [
    ...Array.from({ length: 40 }, () => ({ paid: true })),
    ...Array.from({ length: 40 }, () => ({ payDeadline: new Date(soon.getTime() + 3_600_000) })),
    ...[{ paid: true, createdAt: from }, { paid: true, printTime: from, printStale: true }, { payDeadline: soon }],
  ])
  const waiting: OrderFilter[] = [
    { lateBefore: to },
    { tab: 2, printed: 2 },
    { closesBefore: new Date(soon.getTime() + 60_000) },
  ]
  await inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`set local enable_seqscan = off`)
    // Stands before the table of the shop, and has statistics, which the table of a test has not.
    await tx.db.execute(
      sql`create temporary table store_order (like public.store_order including indexes) on commit drop`,
    )
    await tx.db.execute(sql`insert into pg_temp.store_order select * from public.store_order`)
    await tx.db.execute(sql`analyze store_order`)
    for (const filter of waiting) {
      const { whole } = walkOf(filter)
      const statement = sql`explain (analyze, costs off, timing off, summary off) ${whole ?? sql`select`}`
      const { rows } = await tx.db.execute<{ 'QUERY PLAN': string }>(statement)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan, JSON.stringify(filter)).toMatch(/Index .*rows=1\.00/)
      expect(plan, JSON.stringify(filter)).not.toContain('Rows Removed')
    }
  })
})

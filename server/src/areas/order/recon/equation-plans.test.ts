import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'
import { type Among, equations, findingBad } from './recon.service.ts'

/** Tables that grow with the shop. */
const LARGE = new Set([
  'store_order',
  'order_line',
  'order_edit',
  'payment',
  'refund',
  'refund_line',
  'shipment',
  'shipment_line',
  'after_sales',
  'after_sales_line',
  'shop_user',
  'user_bill',
  'user_integral_record',
  'user_experience_record',
  'user_brokerage_record',
  'user_extract',
  'user_recharge',
  'recharge_refund',
  'sign_log',
  'stock_ledger',
  'coupon_user',
  'bargain_session',
  'bargain_help',
  'team',
  'team_member',
])

type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] }

/** Large tables that a plan reads row by row, though it was asked not to. */
const wholeReads = ({ 'Node Type': type, 'Relation Name': table = '', Plans = [] }: Node): string[] => [
  ...(LARGE.has(table) && type === 'Seq Scan' ? [table] : []),
  ...Plans.flatMap(wholeReads),
]

test.each<[string, Among]>([
  ['a range of ids', { from: 1000, to: 6000 }],
  ['some ids', { ids: [5, 70, 900] }],
])(
  'every equation can be looked at for %s without reading a large table from one end to the other',
  async (_, among) => {
    const { ctx } = await openShop()
    const whole = await ctx.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      const found: string[] = []
      for (const each of equations) {
        if (each.of === 'shop' && !('count' in each)) continue
        // What is counted over all rows goes by ranges alone.
        const range = 'count' in each ? each.count(sql`id >= 1000 and id < 6000`) : findingBad(each.bad, among, 100)
        const { rows } = await tx.execute<{ 'QUERY PLAN': [{ Plan: Node }] }>(sql`explain (format json) ${range}`)
        const reads = rows.flatMap((row) => wholeReads(row['QUERY PLAN'][0].Plan))
        if (reads.length) found.push(`${each.equation} ${each.what}: ${reads.join(', ')}`)
      }
      return found
    })
    expect(whole).toEqual([])
  },
)

import type { ProductFilter, ProductQuery } from '@zhanggui/contract/product/product.ts'
import { productTabTypes } from '@zhanggui/domain/product/product.ts'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { seedProducts } from '../product/product.bulk.ts'
import { getProduct } from '../product/product-describe.service.ts'
import { listPicks, listProducts, listTabs } from '../product/product-list.service.ts'

const PRODUCTS = 6000

/** A shop with thousands of products and up-to-date table statistics. */
async function openLarge() {
  const shop = await openShop()
  const owner = new pg.Client(shop.databaseOwnerUrl)
  await owner.connect()
  await seedProducts(owner, { products: PRODUCTS, randomSeed: 1 }, () => {})
  await owner.end()
  const { rows } = await shop.ctx.db.execute<{ id: number; category: number; code: string; sku: string }>(sql`
    select product.id, cate_ids[1] as category, sku.bar_code as code, sku_no as sku
    from product join product_sku as sku on sku.product_id = product.id
    where product.is_show and sku.bar_code <> '' order by product.id desc limit 1`)
  const [known] = rows
  if (!known) throw new Error('nothing was seeded')
  return { shop, known }
}

type Reads = Record<string, { scans: number; fetched: number }>

/** The tables a call reads completely, and the number of rows it fetches from each. */
function readsOf({ ctx }: Shop, call: (tx: Ctx) => Promise<unknown>): Promise<Reads> {
  return inTransaction(ctx, async (tx) => {
    const count = async () =>
      tx.db.execute<{ name: string; scans: number; fetched: number }>(sql`
        select relname as name, seq_scan::int as scans, coalesce(idx_tup_fetch, 0)::int as fetched
        from pg_stat_xact_user_tables where relname in ('product', 'product_sku', 'product_search', 'product_category')`)
    const before = new Map((await count()).rows.map(({ name, ...counts }) => [name, counts]))
    await call(tx)
    const { rows } = await count()
    return Object.fromEntries(
      rows.map(({ name, scans, fetched }) => {
        const was = before.get(name) ?? { scans: 0, fetched: 0 }
        return [name, { scans: scans - was.scans, fetched: fetched - was.fetched }]
      }),
    )
  })
}

test('no tab, order, category, keyword or count reads a whole table', async () => {
  const { shop, known } = await openLarge()
  const list = (query: Partial<ProductQuery>) => (tx: Ctx) => listProducts(tx, { type: 1, ...query })
  const tabs = (query: ProductFilter) => (tx: Ctx) => listTabs(tx, query)
  const { id, code, sku } = known
  const cateId = [known.category]
  const calls: [what: string, call: (tx: Ctx) => Promise<unknown>][] = [
    ...productTabTypes.map((type) => [`tab ${type}`, list({ type })] as [string, (tx: Ctx) => Promise<unknown>]),
    ['the second page', list({ page: 2, limit: 40 })],
    ['by price', list({ priceOrder: 'asc' })],
    ['by price, down', list({ priceOrder: 'desc' })],
    ['by sales', list({ salesOrder: 'desc' })],
    ['by stock', list({ stockOrder: 'asc' })],
    ['by time', list({ createTimeOrder: 'desc' })],
    ['a category', list({ cateId })],
    ['a keyword of two characters', list({ keywords: '毛巾' })],
    ['a keyword and a category', list({ keywords: '毛巾', cateId })],
    ['a keyword in the warehouse', list({ type: 2, keywords: '纯棉' })],
    ['what is recommended', list({ isBest: true })],
    ['a keyword that nothing has', list({ keywords: '潜水艇' })],
    ['a product number, by price', list({ keywords: String(id), priceOrder: 'asc' })],
    ['a keyword among what is sold out', list({ type: 3, keywords: '毛巾' })],
    ['a product number', list({ keywords: String(id) })],
    ['a bar code', list({ keywords: code })],
    ['an own code', list({ keywords: sku || code })],
    ['the picker', (tx) => listPicks(tx, {})],
    ['the picker by keyword', (tx) => listPicks(tx, { keywords: '毛巾' })],
    ['counts of tabs', tabs({})],
    ['counts by keyword', tabs({ keywords: '毛巾' })],
    ['counts by category', tabs({ cateId })],
    ['a product', (tx) => getProduct(tx, id)],
  ]
  for (const [what, call] of calls)
    for (const [table, { scans, fetched }] of Object.entries(await readsOf(shop, call))) {
      expect({ what, table, scans }).toEqual({ what, table, scans: 0 })
      expect(fetched, `${what}: ${table}`).toBeLessThan(table === 'product' ? 100 : PRODUCTS / 3)
    }
  const scanned = await readsOf(shop, (tx) => tx.db.execute(sql`select from product where remark = 'x'`))
  expect(scanned.product?.scans).toBe(1)
})

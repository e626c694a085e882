import { category } from '@zhanggui/contract/product/category.ts'
import {
  type ProductDraft,
  type ProductFilter,
  type ProductQuery,
  ProductRow,
  product,
} from '@zhanggui/contract/product/product.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import {
  formOf,
  makeCategory,
  makeProduct,
  openProductShop,
  productDraft,
  readProduct,
  variantDraft,
} from '../../../testing/product.ts'
import type { Caller } from '../../../testing/shop.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { checkCopies } from '../upkeep/product-watch.service.ts'
import { foldTabs } from './product-refresh.repository.ts'
import { foldRefresh } from './product-refresh.service.ts'

const signal = new AbortController().signal
const tabs = [1, 2, 3, 4, 5] as const

/** Adds products from drafts. Returns their ids, in the order given. */
async function makeAll(staff: Caller, cateId: number, drafts: Partial<ProductDraft>[]): Promise<number[]> {
  const ids: number[] = []
  for (const draft of drafts) ids.push((await makeProduct(staff, productDraft(cateId, draft))).id)
  return ids
}

async function find(staff: Caller, query: Partial<ProductQuery>) {
  const { body } = await staff.call(product.list, { query: { type: 2, ...query } })
  return body.list.map(({ storeName }) => storeName)
}

async function totals(staff: Caller, filter: ProductFilter = {}): Promise<number[]> {
  const counts: number[] = []
  for (const type of tabs) counts.push((await staff.call(product.list, { query: { ...filter, type } })).body.total)
  return counts
}

async function headers(staff: Caller, query: ProductFilter = {}) {
  return (await staff.call(product.tabs, { query })).body
}

test('the list requires a known tab, and refuses keywords above 50 characters and pages beyond 100,000 rows', async () => {
  const { staff } = await openProductShop()
  const ask = async (query: string) => {
    const { status, body } = await staff.send('GET', `/admin/store/product/list?${query}`)
    return [status, body.message]
  }
  expect(await ask('')).toEqual([400, '未知的商品类型'])
  expect(await ask('type=6')).toEqual([400, '未知的商品类型'])
  expect(await ask(`type=1&keywords=${'a'.repeat(51)}`)).toEqual([400, '关键字过长'])
  expect(await ask('type=1&page=1001&limit=100')).toEqual([400, '请缩小查询范围'])
})

test('a row of the list has exactly the columns the list shows, with the same values as the detail', async () => {
  const { staff, cateId } = await openProductShop()
  const { id } = await makeProduct(staff, variantDraft(cateId, { origin: '杭州', sort: 7, isHot: true, isShow: true }))
  const { attrValue: _, ...shown } = ProductRow.properties
  const ask = async (query: Partial<ProductQuery>) => {
    const { list } = (await staff.call(product.list, { query: { type: 1, ...query } })).body
    return list[0]
  }
  for (const keywords of ['%', '！', '#', '+'] as const) expect(await ask({ keywords }), keywords).toBeUndefined()
  const info = await readProduct(staff, id)
  // The first page of a tab, of a keyword and of another order are statements of their own.
  for (const query of [{}, { keywords: 'T恤' }, { priceOrder: 'asc', priceMin: 1 }] as const) {
    const row = await ask(query)
    expect(Object.keys(row ?? {}).sort()).toEqual(Object.keys(shown).sort())
    expect(info).toMatchObject({ ...row })
  }
  expect(await ask({ withSku: true })).toMatchObject({ id, attrValue: [{}, {}, {}, {}] })
  expect((await staff.call(product.listByIds, { params: { ids: [id] } })).body.list[0]).toMatchObject({
    sliderImage: info.sliderImage,
    tempName: info.tempName,
    cateNames: ['家纺'],
    origin: '杭州',
  })
})

test('ten rows of the list are at most 12 kB', async () => {
  const { staff, cateId } = await openProductShop()
  const long = {
    storeName: '纯棉毛巾'.repeat(16),
    origin: '浙江省杭州市',
    image: `https://m.example/${'a'.repeat(120)}.jpg`,
  }
  await makeAll(staff, cateId, Array(10).fill(long))
  const { body } = await staff.call(product.list, { query: { type: 2, limit: 10 } })
  expect(body.list).toHaveLength(10)
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(12_000)
})

test('there are always five tabs in order, and each counts as many as its list, whatever the filter and changes', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const other = await makeCategory(staff, '数码')
  const ids = await makeAll(staff, cateId, [
    { storeName: '毛巾', isShow: true, attrValue: [{ price: 1, stock: 50 }] },
    { storeName: '浴巾', isShow: true, attrValue: [{ price: 1, stock: 0 }] },
    { storeName: '方巾', attrValue: [{ price: 1, stock: 20 }], isHot: true, isShow: true },
    { storeName: '手机', cateIds: [other], attrValue: [{ price: 1, stock: 100 }] },
    { storeName: '毛毯', attrValue: [{ price: 1, stock: 21 }] },
  ])
  await staff.call(product.remove, { params: { id: ids[4] ?? 0 } })
  await staff.call(product.takeOffShelf, { params: { id: ids[2] ?? 0 } })
  const check = async (filter: ProductFilter, expected: number[]) => {
    const shown = await headers(staff, filter)
    expect(shown.map(({ type }) => type)).toEqual([...tabs])
    expect(shown.map(({ count }) => count)).toEqual(expected)
    expect(await totals(staff, filter)).toEqual(expected)
  }
  expect((await headers(staff)).map(({ name }) => name)).toEqual([
    ...['出售中商品', '仓库中商品', '已经售罄商品', '警戒库存', '商品回收站'],
  ])
  await check({}, [2, 2, 1, 2, 1])
  await check({ cateId: [other] }, [0, 1, 0, 0, 0])
  await check({ keywords: '毛巾' }, [1, 0, 0, 0, 0])
  await check({ isHot: true }, [0, 1, 0, 1, 0])
  await foldTabs(shop.ctx)
  await check({}, [2, 2, 1, 2, 1])
  await inTransaction(shop.ctx, (tx) => writeSettings(tx, { store_stock: 60 }))
  await shop.app.work()
  await expect.poll(async () => (await headers(staff))[3]?.count).toBe(3)
  await check({}, [2, 2, 1, 3, 1])
})

test('after many concurrent changes the kept counts match the products', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const ids = await makeAll(
    staff,
    cateId,
    Array.from({ length: 6 }, (_, n) => ({ attrValue: [{ price: 1, stock: n * 10 }] })),
  )
  const calls = ['putOnShelf', 'takeOffShelf', 'remove', 'restore'] as const
  const actions = ids.flatMap((id, n) => calls.map((_, k) => ({ id, call: calls[(n + k) % 4] ?? 'remove' })))
  await Promise.all(actions.map(({ id, call }) => staff.call(product[call], { params: { id } })))
  await Promise.all([foldTabs(shop.ctx), staff.call(product.putOnShelf, { params: { id: ids[0] ?? 0 } })])
  expect((await headers(staff)).map(({ count }) => count)).toEqual(await totals(staff, { priceMin: 0 }))
  await shop.ctx.db.execute(sql`update product_tab_count set count = count + 3 where type = 2`)
  await checkCopies(shop.ctx, signal)
  expect((await headers(staff)).map(({ count }) => count)).toEqual(await totals(staff, { priceMin: 0 }))
})

test('a keyword finds products that contain it, in any case; a bar code, own code or id comes first', async () => {
  const { staff, cateId } = await openProductShop()
  const [first] = await makeAll(staff, cateId, [
    { storeName: '纯棉毛巾', sort: 5 },
    { storeName: '毛衣围巾' },
    { storeName: 'Apple iPhone15 Pro', attrValue: [{ price: 1, barCode: '6901234567892', skuNo: 'AB-12/黑' }] },
    { storeName: '６９０１号保温杯', keyword: '水杯,ABC 2024款' },
  ])
  const by = (keywords: string) => find(staff, { keywords })
  expect(await by('毛巾')).toEqual(['纯棉毛巾'])
  expect(await by('毛')).toEqual(['纯棉毛巾', '毛衣围巾'])
  expect(await by('棉毛巾 纯')).toEqual(['纯棉毛巾'])
  expect(await by('毛巾纯')).toEqual([])
  expect(await by('iphon')).toEqual(['Apple iPhone15 Pro'])
  expect(await by('IPHONE15pro')).toEqual([])
  expect(await by('15')).toEqual(['Apple iPhone15 Pro'])
  expect(await by('6901234567892')).toEqual(['Apple iPhone15 Pro'])
  expect(await by('690123')).toEqual(['Apple iPhone15 Pro'])
  expect(await by('ab-12/黑')).toEqual(['Apple iPhone15 Pro'])
  expect(await by('6901号')).toEqual(['６９０１号保温杯'])
  expect(await by('2024款')).toEqual(['６９０１号保温杯'])
  expect(await by(String(first))).toEqual(['纯棉毛巾'])
  expect(await by('、。!')).toEqual([])
  expect(await by("%' or 1=1 --")).toEqual([])
  await makeAll(staff, cateId, [{ storeName: `第${first}号毛巾`, sort: 9 }])
  expect(await by(String(first))).toEqual(['纯棉毛巾', `第${first}号毛巾`])
  const page = (at: number) => find(staff, { keywords: String(first), page: at, limit: 1 })
  expect([await page(1), await page(2), await page(3)]).toEqual([['纯棉毛巾'], [`第${first}号毛巾`], []])
})

test('search follows changes of name, SKUs and shelf, and moves of categories', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const shirt = await makeProduct(staff, variantDraft(cateId))
  expect(await find(staff, { keywords: '纯棉 红' })).toEqual(['纯棉T恤'])
  const colours = ['水洗黑', '水洗蓝']
  const attrValue = colours.map((colour) => ({ attrValue: { 颜色: colour }, price: 59, stock: 5 }))
  const attr = [{ attrName: '颜色', attrValues: colours }]
  expect((await staff.call(product.update, { body: { ...formOf(shirt), attr, attrValue } })).status).toBe(200)
  for (const keywords of ['水洗黑', '纯棉 水洗黑', '水洗黑 t恤']) {
    expect(await find(staff, { keywords })).toEqual(['纯棉T恤'])
    const picked = await staff.call(product.pick, { query: { type: 2, keywords } })
    expect(picked.body.list.map(({ storeName }) => storeName)).toEqual(['纯棉T恤'])
  }
  expect(await find(staff, { keywords: '纯棉 水洗红' })).toEqual([])
  expect(await find(staff, { keywords: '纯棉 红' })).toEqual([])
  const below = await makeCategory(staff, '毛巾类', cateId)
  const [id = 0] = await makeAll(staff, below, [{ storeName: '毛巾' }])
  await staff.call(product.quickEdit, { body: { id, field: 'storeName', value: '浴巾' } })
  expect(await find(staff, { keywords: '毛巾' })).toEqual([])
  expect(await find(staff, { keywords: '浴巾', cateId: [cateId] })).toEqual(['浴巾'])
  await staff.call(product.putOnShelf, { params: { id } })
  expect(await find(staff, { keywords: '浴巾' })).toEqual([])
  expect(await find(staff, { keywords: '浴巾', type: 1 })).toEqual(['浴巾'])
  const top = await makeCategory(staff, '百货')
  await shop.app.work()
  const moved = await staff.call(category.update, { body: { id: below, name: '毛巾类', pid: top } })
  expect(moved.status).toBe(200)
  expect(await find(staff, { type: 1, cateId: [top] })).toEqual(['浴巾'])
  const tokens = async () => {
    const { rows } = await shop.ctx.db.execute<{ tokens: string[] }>(
      sql`select tokens from product_search where product_id = ${id}`,
    )
    return rows[0]?.tokens.filter((token) => token.startsWith('c:')).sort()
  }
  await expect.poll(tokens).toEqual([`c:${top}`, `c:${below}`].sort())
  const gone = await staff.call(category.remove, { query: { id: below, moveTo: top } })
  expect(gone.status).toBe(200)
  await expect.poll(tokens).toEqual([`c:${top}`])
})

test('lists are sorted as requested, newest first among equals, and a product in two requested categories appears once', async () => {
  const { staff, cateId } = await openProductShop()
  const below = await makeCategory(staff, '毛巾', cateId)
  await makeAll(staff, cateId, [
    { storeName: '甲', attrValue: [{ price: 3, stock: 1 }], ficti: 5 },
    { storeName: '乙', attrValue: [{ price: 1, stock: 9 }], sort: 7, cateIds: [cateId, below] },
    { storeName: '丙', attrValue: [{ price: 3, stock: 5 }], isNew: true },
  ])
  expect(await find(staff, {})).toEqual(['乙', '丙', '甲'])
  expect(await find(staff, { priceOrder: 'asc' })).toEqual(['乙', '丙', '甲'])
  expect(await find(staff, { priceOrder: 'desc' })).toEqual(['丙', '甲', '乙'])
  expect(await find(staff, { salesOrder: 'desc' })).toEqual(['甲', '丙', '乙'])
  expect(await find(staff, { stockOrder: 'asc' })).toEqual(['甲', '丙', '乙'])
  expect(await find(staff, { createTimeOrder: 'asc' })).toEqual(['甲', '乙', '丙'])
  expect(await find(staff, { cateId: [cateId, below] })).toEqual(['乙', '丙', '甲'])
  expect(await find(staff, { cateId: [below] })).toEqual(['乙'])
  expect(await find(staff, { priceMin: 2, stockMax: 4 })).toEqual(['甲'])
  expect(await find(staff, { isNew: true, createTime: ['today'] })).toEqual(['丙'])
  expect(await find(staff, { isNew: true, createTime: ['yesterday'] })).toEqual([])
  expect(await find(staff, { page: 2, limit: 2 })).toEqual(['甲'])
})

test('the picker is open to everyone signed in, shows products on sale by default, their first 20 SKUs and no costs', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const sizes = Array.from({ length: 30 }, (_, n) => String(n))
  const many = variantDraft(cateId, {
    isShow: true,
    attr: [{ attrName: '尺码', attrValues: sizes }],
    attrValue: sizes.map((size) => ({ attrValue: { 尺码: size }, price: 5, cost: 4.44, stock: 1 })),
  })
  const { id } = await makeProduct(staff, many)
  await makeProduct(staff, productDraft(cateId))
  const anybody = await shop.signIn()
  const { body } = await anybody.call(product.pick)
  expect(body).toMatchObject({
    total: 1,
    page: 1,
    limit: 20,
    list: [{ id, skuCount: 30, cateNames: ['家纺'], stock: 30 }],
  })
  expect(body.list[0]?.attrValue.map(({ suk }) => suk)).toEqual(sizes.slice(0, 20))
  expect(JSON.stringify(body)).not.toContain('cost')
  expect((await anybody.call(product.pick, { query: { type: 2, keywords: '毛巾' } })).body.total).toBe(1)
  expect((await shop.visitor().call(product.pick)).status).toBe(401)
})

test('products requested by id come in that order, and unknown ids are reported', async () => {
  const { staff, cateId } = await openProductShop()
  const [a = 0, b = 0, c = 0] = await makeAll(staff, cateId, [{}, {}, {}])
  const ask = async () => (await staff.call(product.listByIds, { params: { ids: [c, 99_999, a, b] } })).body
  await staff.call(product.remove, { params: { id: b } })
  const body = await ask()
  expect(body.list.map(({ id }) => id)).toEqual([c, a, b])
  expect(body).toMatchObject({ total: 3, page: 1, missing: [99_999] })
  await staff.call(product.remove, { params: { id: b }, query: { type: 'delete' } })
  expect(await ask()).toMatchObject({ list: [{ id: c }, { id: a }], total: 2, missing: [99_999, b] })
  const many = Array.from({ length: 200 }, (_, n) => 1_000_000 + n)
  expect((await staff.call(product.listByIds, { params: { ids: many } })).body.missing).toEqual(many)
  expect((await staff.call(product.listByIds, { params: { ids: [...many, 1] } })).status).toBe(400)
})

test("the alert uses the threshold of the SKU or product if there is one, else the shop's", async () => {
  const { shop, staff, cateId } = await openProductShop()
  const ids = await makeAll(staff, cateId, [
    { storeName: '甲', isShow: true, attrValue: [{ price: 1, stock: 15 }] },
    { storeName: '乙', isShow: true, attrValue: [{ price: 1, stock: 15 }], alertStock: 10 },
    { storeName: '丙', isShow: true, attrValue: [{ price: 1, stock: 100, alertStock: 100 }] },
    { storeName: '丁', isShow: true, attrValue: [{ price: 1, stock: 100 }] },
  ])
  expect(await find(staff, { type: 4 })).toEqual(['丙', '甲'])
  const { body: info } = await staff.call(product.info, { params: { id: ids[1] ?? 0 } })
  const items = [{ id: info.attrValue[0]?.id ?? 0, mode: 'add' as const, quantity: -5 }]
  await staff.call(productStock.adjust, { body: { id: info.id, items, reason: 'loss' } })
  expect(await find(staff, { type: 4 })).toEqual(['丙', '乙', '甲'])
  expect(await foldRefresh(shop.ctx)).toBe(0)
})

test('a product that was never on the shelf is neither sold out nor low on stock; once it was, it stays', async () => {
  const { staff, cateId } = await openProductShop()
  const { id } = await makeProduct(staff, productDraft(cateId, { attrValue: [{ price: 1, stock: 0 }] }))
  const counts = async () => (await headers(staff)).map(({ count }) => count)
  expect(await counts()).toEqual([0, 1, 0, 0, 0])
  await staff.call(product.putOnShelf, { params: { id } })
  expect(await counts()).toEqual([1, 0, 1, 1, 0])
  await staff.call(product.takeOffShelf, { params: { id } })
  expect(await counts()).toEqual([0, 1, 1, 1, 0])
})

test('a search looks for frequent words among the first of a tab and finds what is further back, too', async () => {
  const { shop } = await openProductShop()
  await inTransaction(shop.ctx, async ({ db }) => {
    // Stands before the table of the shop, and has statistics, which the table of a test has not.
    await db.execute(sql`
      create temporary table product_search on commit drop as
      select n::bigint as product_id, array['毛巾'] || case when n <= 5 then '{旧款}' else '{新款}'::text[] end as tokens,
        '' as text_norm, 1::smallint as tab, n as sort from generate_series(1, 12000) as n`)
    await db.execute(sql`create index on product_search (tab, sort, product_id)`)
    await db.execute(sql`create index on product_search using gin (tokens)`)
    await db.execute(sql`analyze product_search`)
    await db.execute(sql`discard plans`)
    const find = async (words: string[], without: number[], most: number, skip: number) => {
      const { rows } = await db.execute<{ id: number }>(sql`
        select product_search_page(${sql.param(words)}, '{}', 1::smallint, ${sql.param(without)}::bigint[], ${most}, ${skip})::int as id`)
      return rows.map(({ id }) => id)
    }
    expect(await find(['毛巾'], [11_999], 3, 0)).toEqual([12_000, 11_998, 11_997])
    expect(await find(['毛巾'], [], 2, 6000)).toEqual([6000, 5999])
    expect(await find(['毛巾', '旧款'], [4], 3, 0)).toEqual([5, 3, 2])
    expect(await find(['毛巾', '新款'], [], 3, 11_994)).toEqual([6])
    expect(await find(['毛巾', '旧款', '新款'], [], 3, 0)).toEqual([])
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { product } from '@zhanggui/contract/product/product.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { fetchBytes, readSheet } from '../../../testing/files/product-sheets.ts'
import {
  formOf,
  makeProduct,
  openProductShop,
  productDraft,
  readProduct,
  variantDraft,
} from '../../../testing/product.ts'
import type { Shop } from '../../../testing/shop.ts'
import { foldRefresh } from '../product/product-refresh.service.ts'
import { checkLedger } from '../upkeep/product-watch.service.ts'
import { countSales, giveBackStock, type StockItem, takeStock } from './product-stock.service.ts'

const order = (refId: string) => ({ reason: 'order_create', refType: 'order', refId }) as const
const cancel = (refId: string) => ({ reason: 'order_cancel', refType: 'order', refId }) as const
const take = (shop: Shop, items: StockItem[], refId = '') =>
  inTransaction(shop.ctx, (tx) => takeStock(tx, items, order(refId)))

/** A product on the shelf with one SKU and the given stock. */
async function openOnShelf(stock: number) {
  const opened = await openProductShop()
  const { staff, cateId } = opened
  const info = await makeProduct(staff, productDraft(cateId, { isShow: true, attrValue: [{ price: 10, stock }] }))
  const skuId = info.attrValue[0]?.id ?? 0
  return { ...opened, info, skuId, now: () => readProduct(staff, info.id) }
}

async function sumOf({ ctx }: Shop, skuId: number) {
  const { rows } = await ctx.db.execute<{ rows: number; total: number }>(
    sql`select count(*) as rows, coalesce(sum(change), 0) as total from stock_ledger where sku_id = ${skuId}`,
  )
  return rows[0]
}

test('adding stock is refused for a repeated SKU, for zero, and for a SKU of another product', async () => {
  const { staff, cateId, info, skuId } = await openOnShelf(3)
  const other = await makeProduct(staff, productDraft(cateId))
  const add = async (attrValueList: { id: number; addStock: number }[], id = info.id) => {
    const { status, body } = await staff.call(productStock.add, { body: { id, attrValueList } })
    return [status, (body as unknown as { message: string }).message]
  }
  expect(await add([{ id: skuId, addStock: 0 }])).toEqual([400, '请填写增加库存'])
  const twice = [1, 2].map((addStock) => ({ id: skuId, addStock }))
  expect(await add(twice)).toEqual([400, '有重复的商品规格属性ID'])
  const foreign = [{ id: other.attrValue[0]?.id ?? 0, addStock: 1 }]
  expect(await add(foreign)).toEqual([422, '商品规格属性ID数组数据异常，请刷新后再试'])
  expect(await add([{ id: skuId, addStock: 1 }], 99_999)).toEqual([404, '商品不存在或已被删除'])
  expect((await add([{ id: skuId, addStock: -1 }]))[0]).toBe(400)
  expect(await add([{ id: skuId, addStock: 99_999_999 }])).toEqual([400, '规格「默认」库存不能大于99999999'])
  expect((await readProduct(staff, info.id)).stock).toBe(3)
})

test('an adjustment needs the version to set a stock, must match the direction of its reason, and never falls below zero', async () => {
  const { staff, info, skuId, now } = await openOnShelf(10)
  const adjust = async (item: object, reason = 'stocktake') => {
    const body = { id: info.id, items: [{ id: skuId, ...item }], reason } as never
    const { status, body: said } = await staff.call(productStock.adjust, { body })
    return [status, (said as unknown as { message: string }).message]
  }
  expect((await adjust({ mode: 'set', quantity: 4 }))[0]).toBe(400)
  expect(await adjust({ mode: 'set', quantity: 4, version: 7 })).toEqual([
    409,
    '规格「默认」库存已变化（当前 10），请刷新后再试',
  ])
  expect(await adjust({ mode: 'add', quantity: 1 }, 'damage')).toEqual([400, '「报损」只能减少库存'])
  expect(await adjust({ mode: 'add', quantity: -11 })).toEqual([409, '规格「默认」库存不足'])
  expect((await adjust({ mode: 'set', quantity: 4, version: 0 }))[0]).toBe(200)
  expect((await adjust({ mode: 'add', quantity: -1 }, 'gift'))[0]).toBe(200)
  expect(await now()).toMatchObject({ stock: 3, attrValue: [{ stock: 3, version: 2 }] })
  const { body } = await staff.call(productStock.ledger, { query: { skuId } })
  expect(body.list.map(({ change, after, reason, operatorName }) => [change, after, reason, operatorName])).toEqual([
    [-1, 3, 'gift', staff.username],
    [-6, 4, 'stocktake', staff.username],
    [10, 10, 'init', staff.username],
  ])
})

test('of 50 simultaneous buyers of the last 30 exactly 30 get one, and the ledger records each', async () => {
  const { shop, skuId, info, now } = await openOnShelf(30)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) => take(shop, [{ skuId, num: 1 }], `o${n}`)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refusals[0]).toMatchObject({ status: 409, code: 'SOLD_OUT', message: '规格「默认」库存不足' })
  expect(await sumOf(shop, skuId)).toEqual({ rows: 31, total: 0 })
  await foldRefresh(shop.ctx)
  expect(await now()).toMatchObject({ id: info.id, stock: 0, alert: true, attrValue: [{ stock: 0 }] })
})

test('an order of several SKUs takes the stock of all or of none', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const info = await makeProduct(staff, variantDraft(cateId, { isShow: true }))
  const [first, second] = info.attrValue.map(({ id }) => id)
  const items = [
    { skuId: second ?? 0, num: 6 },
    { skuId: first ?? 0, num: 2 },
  ]
  await expect(take(shop, items)).rejects.toThrow('规格「红,L」库存不足')
  expect((await readProduct(staff, info.id)).attrValue.map(({ stock }) => stock)).toEqual([5, 5, 5, 5])
})

test('disabled and removed SKUs, and those of products off the shelf, cannot be sold', async () => {
  const { shop, staff, info, skuId } = await openOnShelf(5)
  await staff.call(product.takeOffShelf, { params: { id: info.id } })
  await expect(take(shop, [{ skuId, num: 1 }])).rejects.toThrow('商品已下架')
  const freely = inTransaction(shop.ctx, (tx) =>
    takeStock(tx, [{ skuId, num: 1 }], order('o1'), { allowOffShelf: true }),
  )
  await expect(freely).resolves.toBeUndefined()
  const form = formOf(await readProduct(staff, info.id))
  await staff.call(product.update, {
    body: { ...form, attrValue: form.attrValue.map((row) => ({ ...row, isShow: false })) },
  })
  await expect(
    inTransaction(shop.ctx, (tx) => takeStock(tx, [{ skuId, num: 1 }], order('o2'), { allowOffShelf: true })),
  ).rejects.toThrow('商品已下架')
})

test('an order gives back its stock only once, even when asked twice at the same time', async () => {
  const { shop, skuId, now } = await openOnShelf(5)
  await take(shop, [{ skuId, num: 2 }], 'o1')
  const giveBack = () => inTransaction(shop.ctx, (tx) => giveBackStock(tx, [{ skuId, num: 2 }], cancel('o1')))
  await Promise.all([giveBack(), giveBack(), giveBack()])
  await giveBack()
  expect((await now()).attrValue[0]?.stock).toBe(5)
})

test('sales are added on payment and subtracted on refund, and reach the product within moments', async () => {
  const { shop, skuId, now } = await openOnShelf(5)
  const items = [{ skuId, num: 3 }]
  await inTransaction(shop.ctx, (tx) => countSales(tx, items, 1))
  await inTransaction(shop.ctx, (tx) => countSales(tx, [{ skuId, num: 1 }], -1))
  await shop.app.work()
  await expect.poll(async () => (await now()).sales).toBe(2)
})

test('a form loaded with a stock of 10, with three sold meanwhile, changes the stock only by its own difference', async () => {
  const { shop, staff, skuId, now, info } = await openOnShelf(10)
  const form = formOf(info)
  await take(shop, [{ skuId, num: 3 }])
  const save = async (row: object) => {
    const { version } = await now()
    const rows = form.attrValue.map((sku) => ({ ...sku, ...row }))
    const { status, body } = await staff.call(product.update, { body: { ...form, version, attrValue: rows } })
    const stock = (await now()).attrValue[0]?.stock
    return [status, stock, (body as unknown as { message?: string }).message]
  }
  expect(await save({ stock: 10, stockBase: 10 })).toEqual([200, 7, undefined])
  expect(await save({ stock: 15, stockBase: 10 })).toEqual([200, 12, undefined])
  expect(await save({ stock: 0, stockBase: undefined })).toEqual([200, 12, undefined])
  expect(await save({ stock: 0, stockBase: 13 })).toEqual([409, 12, '规格「默认」库存不足'])
})

test('after concurrent changes the stock of a SKU equals the sum of its ledger and the result of the last row', async () => {
  const { shop, staff, info, skuId } = await openOnShelf(20)
  const step = fc.oneof(
    fc.record({ kind: fc.constant('take' as const), num: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ kind: fc.constant('give' as const), num: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ kind: fc.constant('add' as const), num: fc.integer({ min: -9, max: 9 }) }),
    fc.record({ kind: fc.constant('edit' as const), num: fc.integer({ min: 0, max: 40 }) }),
  )
  let refs = 0
  const run = ({ kind, num }: { kind: 'take' | 'give' | 'add' | 'edit'; num: number }) => {
    refs++
    if (kind === 'take') return take(shop, [{ skuId, num }], `p${refs}`)
    if (kind === 'give') return inTransaction(shop.ctx, (tx) => giveBackStock(tx, [{ skuId, num }], cancel(`p${refs}`)))
    if (kind === 'add') {
      const items = [{ id: skuId, mode: 'add' as const, quantity: num }]
      return staff.call(productStock.adjust, { body: { id: info.id, items, reason: 'stocktake' } })
    }
    const { version: _, ...form } = formOf(info)
    const rows = form.attrValue.map((row) => ({ ...row, stock: num, stockBase: 20 }))
    return staff.call(product.update, { body: { ...form, attrValue: rows } })
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      await Promise.allSettled(steps.map(run))
      const { rows } = await shop.ctx.db.execute<{ stock: number; total: number; last: number }>(sql`
        select stock, (select sum(change) from stock_ledger where sku_id = sku.id) as total,
          (select after from stock_ledger where sku_id = sku.id order by id desc limit 1) as last
        from product_sku as sku where id = ${skuId}`)
      const [{ stock, total, last } = { stock: -1, total: 0, last: 0 }] = rows
      expect(stock).toBeGreaterThanOrEqual(0)
      expect([total, last]).toEqual([stock, stock])
    }),
    { numRuns: 12, seed: 20_261_121 },
  )
  await foldRefresh(shop.ctx)
  const after = await readProduct(staff, info.id)
  expect(after.stock).toBe(after.attrValue[0]?.stock)
})

test('a stock that disagrees with its ledger is listed and reported; only staff correct it', async () => {
  const { shop, staff, info, skuId } = await openOnShelf(8)
  const signal = new AbortController().signal
  expect(await checkLedger(shop.ctx, signal)).toBe(0)
  await shop.ctx.db.execute(sql`update product_sku set stock = 9 where id = ${skuId}`)
  expect(await checkLedger(shop.ctx, signal)).toBe(1)
  const { body } = await staff.call(productStock.mismatches)
  expect(body).toEqual([{ productId: info.id, storeName: '纯棉毛巾', skuId, suk: '默认', stock: 9, ledger: 8 }])
  const { rows } = await shop.ctx.db.execute(sql`select title from notification where event = 'stock.mismatch'`)
  expect(rows[0]).toEqual({ title: '有 1 个规格的库存与流水不符' })
})

test('staff are notified once when a product falls to its threshold, and again after it rose above it', async () => {
  const { shop, staff, skuId, info } = await openOnShelf(22)
  const countNotices = async () => {
    const { rows } = await shop.ctx.db.execute(
      sql`select title from notification where event = 'stock.alert' and user_id = ${staff.userId}`,
    )
    return rows.length
  }
  const sell = async (num: number) => {
    await take(shop, [{ skuId, num }])
    await foldRefresh(shop.ctx)
  }
  await sell(1)
  expect(await countNotices()).toBe(0)
  await sell(1)
  await sell(1)
  expect(await countNotices()).toBe(1)
  await staff.call(productStock.add, { body: { id: info.id, attrValueList: [{ id: skuId, addStock: 50 }] } })
  await sell(49)
  expect(await countNotices()).toBe(2)
})

test('a product that starts with little stock causes no notification', async () => {
  const { shop } = await openOnShelf(5)
  const { rows } = await shop.ctx.db.execute(sql`select 1 from notification where event = 'stock.alert'`)
  expect(rows).toEqual([])
})

test('a SKU in an order can be removed: it is no longer sold, and the order can still give its stock back', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const info = await makeProduct(staff, variantDraft(cateId, { isShow: true }))
  const [held] = info.attrValue
  const items = [{ skuId: held?.id ?? 0, num: 2 }]
  await take(shop, items, 'o1')
  const form = formOf(info)
  const { body } = await staff.call(product.update, { body: { ...form, attrValue: form.attrValue.slice(1) } })
  expect(body).toMatchObject({ id: info.id })
  await expect(take(shop, items, 'o2')).rejects.toThrow('商品已下架')
  await inTransaction(shop.ctx, (tx) => giveBackStock(tx, items, cancel('o1')))
  const { list } = (await staff.call(productStock.ledger, { query: { skuId: held?.id } })).body
  expect(list.map(({ change, after, reason, suk }) => [change, after, reason, suk])).toEqual([
    [2, 2, 'order_cancel', '红,M'],
    [-3, 0, 'sku_removed', '红,M'],
    [-2, 3, 'order_create', '红,M'],
    [5, 5, 'init', '红,M'],
  ])
  const exported = (await staff.call(productStock.download, { query: { skuId: held?.id } })).body
  if (!('url' in exported)) throw new Error(JSON.stringify(exported))
  const sheet = await readSheet(await fetchBytes(shop, staff, exported.url))
  expect(sheet.slice(1).map((line) => [line[4], line[6]])).toEqual(list.map(({ change, after }) => [change, after]))
  const version = body.version
  const again = [...form.attrValue.slice(1), { attrValue: { 颜色: '红', 尺码: 'M' }, price: 59, stock: 4 }]
  await staff.call(product.update, { body: { ...form, version, attrValue: again } })
  const revived = (await readProduct(staff, info.id)).attrValue.find(({ suk }) => suk === '红,M')
  expect(revived).toMatchObject({ id: held?.id, unique: held?.unique })
  expect(await sumOf(shop, held?.id ?? 0)).toMatchObject({ total: revived?.stock })
})

test('copies are refreshed though another change locked the same products the other way around', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const [first, second] = [
    await makeProduct(staff, productDraft(cateId)),
    await makeProduct(staff, productDraft(cateId)),
  ]
  await shop.ctx.db.execute(sql`insert into product_refresh (product_id) values (${first.id}), (${second.id})`)
  const lock = (tx: Ctx, id: number) => tx.db.execute(sql`select from product where id = ${id} for update`)
  const folding = await inTransaction(shop.ctx, async (tx) => {
    await lock(tx, second.id)
    const begun = foldRefresh(shop.ctx)
    await sleep(300)
    await lock(tx, first.id)
    return [begun]
  })
  expect(await folding[0]).toBe(2)
})

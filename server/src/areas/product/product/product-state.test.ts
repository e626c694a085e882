import { category } from '@zhanggui/contract/product/category.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import {
  formOf,
  makeProduct,
  openProductShop,
  productDraft,
  productPermissions,
  readProduct,
  variantDraft,
} from '../../../testing/product.ts'
import type { Caller, Shop } from '../../../testing/shop.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { takeStock } from '../stock/product-stock.service.ts'
import { purgeRecycled, turnShelves } from '../upkeep/product-watch.service.ts'
import { type Guard, productGuards } from './guard.service.ts'

const signal = new AbortController().signal

/** Calls that change the state of a product; each returns status and message. */
function asking(staff: Caller, id: number) {
  const say = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer
    return [status, (body as { message?: string }).message]
  }
  const params = { id }
  return {
    up: () => say(staff.call(product.putOnShelf, { params })),
    down: (force?: boolean) => say(staff.call(product.takeOffShelf, { params, query: { force } })),
    remove: (type?: 'recycle' | 'delete') => say(staff.call(product.remove, { params, query: { type } })),
    restore: () => say(staff.call(product.restore, { params })),
    state: async () => {
      const { isShow, isRecycle } = await readProduct(staff, id)
      return { isShow, isRecycle }
    },
  }
}

/** A fake running seckill of a product, as the seckill area is not built yet. */
function openSeckill(shop: Shop, productId: number, skuId?: number) {
  let running = true
  const guard: Guard = async (_, ids) =>
    running && (ids === 'all' || ids.includes(productId))
      ? [{ type: 'seckill', id: 7, name: '限时秒杀', productId, skuId }]
      : []
  shop.app.platform.hooks.add(productGuards, guard)
  return () => {
    running = false
  }
}

test('whoever may edit and not move products sets no time at which the clock would move them', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const editor = await shop.signIn({ can: [product.save, product.update, product.info] })
  const [on, off] = [{ autoOnTime: '2099-12-01 08:00:00' }, { autoOffTime: '2099-12-31 20:00:00' }]
  for (const [times, permission] of [
    [on, 'admin:product:up'],
    [off, 'admin:product:down'],
  ] as const)
    expect(await editor.call(product.save, { body: productDraft(cateId, times) })).toMatchObject({
      status: 403,
      body: { permission },
    })
  const made = await makeProduct(staff, productDraft(cateId, { ...on, ...off }))
  const save = async (change: object) =>
    (await editor.call(product.update, { body: { ...formOf(await readProduct(staff, made.id)), ...change } })).status
  expect(await save({ ...on, ...off, storeInfo: '新的简介' })).toBe(200)
  expect(await save({ ...off, autoOnTime: '2099-12-02 08:00:00' })).toBe(403)
  expect(await save({ ...off, autoOnTime: null })).toBe(200)
  expect(await readProduct(staff, made.id)).toMatchObject({ autoOnTime: null, ...off })
})

test('a product without price, visible category or enabled SKU cannot go on the shelf, and the refusal says why', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const free = asking(staff, (await makeProduct(staff, productDraft(cateId, { attrValue: [{ price: 0 }] }))).id)
  expect(await free.up()).toEqual([422, '售价为0，不能上架'])
  await inTransaction(shop.ctx, (tx) => writeSettings(tx, { product_allow_zero_price: true }))
  expect(await free.up()).toEqual([200, undefined])
  const off = await makeProduct(staff, productDraft(cateId, { attrValue: [{ price: 1, isShow: false }] }))
  expect(await asking(staff, off.id).up()).toEqual([422, '至少保留一个启用的规格'])
  const other = asking(staff, (await makeProduct(staff, productDraft(cateId))).id)
  await staff.call(category.updateStatus, { params: { id: cateId } })
  expect(await other.up()).toEqual([422, '所属分类均已隐藏'])
  expect(await asking(staff, 99_999).up()).toEqual([404, '商品不存在或已被删除'])
})

test('a form can put its product on the shelf at once, only with the permission to do so', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const clerk = await shop.signIn({ permissions: productPermissions.filter((each) => each !== 'admin:product:up') })
  const draft = productDraft(cateId, { isShow: true })
  expect((await makeProduct(staff, draft)).isShow).toBe(true)
  expect((await makeProduct(clerk, draft)).isShow).toBe(false)
})

test('setting the state a product already has changes nothing', async () => {
  const { staff, cateId } = await openProductShop()
  const { id } = await makeProduct(staff, productDraft(cateId))
  const { up, down } = asking(staff, id)
  await up()
  expect((await staff.call(product.putOnShelf, { params: { id } })).body).toEqual({ id, version: 1 })
  await down()
  expect((await staff.call(product.takeOffShelf, { params: { id } })).body).toEqual({ id, version: 2 })
})

test('only products in the recycle bin are completely deleted; restored ones are in the warehouse', async () => {
  const { staff, cateId } = await openProductShop()
  const { id } = await makeProduct(staff, productDraft(cateId, { isShow: true }))
  const ask = asking(staff, id)
  expect(await ask.restore()).toEqual([409, '商品不在回收站'])
  expect(await ask.remove('delete')).toEqual([409, '请先移入回收站'])
  const odd = await staff.send('GET', `/admin/store/product/delete/${id}?type=gone`)
  expect([odd.status, odd.body.message]).toEqual([400, '未知的删除类型'])
  expect(await ask.remove()).toEqual([200, undefined])
  expect(await ask.remove('recycle')).toEqual([409, '商品已在回收站'])
  expect(await ask.up()).toEqual([409, '商品已删除'])
  expect(await staff.call(product.update, { body: formOf(await readProduct(staff, id)) })).toMatchObject({
    status: 409,
    body: { message: '商品已删除' },
  })
  expect(await ask.restore()).toEqual([200, undefined])
  expect(await ask.state()).toEqual({ isShow: false, isRecycle: false })
})

test('a completely deleted product disappears from lists and search, and its stock is written out', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const info = await makeProduct(staff, variantDraft(cateId))
  const ask = asking(staff, info.id)
  await ask.remove('recycle')
  await ask.remove('delete')
  expect((await staff.call(product.info, { params: { id: info.id } })).body).toMatchObject({
    message: '商品不存在或已被删除',
  })
  expect((await staff.call(product.tabs)).body.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0])
  const { body } = await staff.call(productStock.ledger, { query: { productId: info.id, reason: 'product_deleted' } })
  expect(body.list.map(({ change, after }) => [change, after])).toEqual(Array(4).fill([-5, 0]))
  const { rows } = await shop.ctx.db.execute(sql`
    select (select count(*) from product_search)::int as searched, (select count(*) from product_category)::int as filed`)
  expect(rows[0]).toEqual({ searched: 0, filed: 0 })
})

test('a product with a running seckill stays on the shelf unless taken off by force', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const info = await makeProduct(staff, productDraft(cateId, { isShow: true }))
  const events: unknown[] = []
  shop.app.platform.outbox.consume('test', ['product.down'], async (_, { data }) => {
    events.push(data)
  })
  openSeckill(shop, info.id)
  const ask = asking(staff, info.id)
  const refused = await staff.call(product.takeOffShelf, { params: { id: info.id } })
  expect(refused).toMatchObject({
    status: 422,
    body: {
      code: 'IN_USE',
      message: '商品有进行中的营销活动，请先关闭活动',
      uses: [{ type: 'seckill', id: 7, name: '限时秒杀' }],
    },
  })
  expect((await ask.remove())[0]).toBe(422)
  expect((await staff.call(product.list, { query: { type: 1, hasActivity: true } })).body.list[0]?.isSeckill).toBe(true)
  expect(await ask.down(true)).toEqual([200, undefined])
  const items = [{ skuId: info.attrValue[0]?.id ?? 0, num: 1 }]
  const sale = inTransaction(shop.ctx, (tx) =>
    takeStock(tx, items, { reason: 'order_create', refType: 'order', refId: '1' }),
  )
  await expect(sale).rejects.toThrow('商品已下架')
  await shop.app.work()
  await expect.poll(() => events).toEqual([{ id: info.id, force: true }])
})

test('a SKU in an open activity can be neither removed nor disabled; once that ends, its stock is written out', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const info = await makeProduct(staff, variantDraft(cateId))
  const [used] = info.attrValue
  const end = openSeckill(shop, info.id, used?.id)
  const form = formOf(info)
  const without = { ...form, attrValue: form.attrValue.slice(1) }
  expect(await staff.call(product.update, { body: without })).toMatchObject({ status: 422, body: { code: 'IN_USE' } })
  const off = form.attrValue.map((row) => ({ ...row, isShow: row.id !== used?.id }))
  expect((await staff.call(product.update, { body: { ...form, attrValue: off } })).status).toBe(422)
  const other = { ...form, attrValue: form.attrValue.slice(0, 3) }
  expect((await staff.call(product.update, { body: other })).status).toBe(200)
  end()
  expect((await staff.call(product.update, { body: { ...without, version: 1 } })).status).toBe(200)
  const { body } = await staff.call(productStock.ledger, { query: { skuId: used?.id, reason: 'sku_removed' } })
  expect(body.list).toMatchObject([{ change: -5, before: 5, after: 0 }])
})

test('a product on the shelf keeps an enabled SKU and a price', async () => {
  const { staff, cateId } = await openProductShop()
  const form = formOf(await makeProduct(staff, productDraft(cateId, { isShow: true })))
  const save = async (row: object) => {
    const rows = form.attrValue.map((sku) => ({ ...sku, ...row }))
    const { status, body } = await staff.call(product.update, { body: { ...form, version: 1, attrValue: rows } })
    return [status, (body as unknown as { message?: string }).message]
  }
  expect(await save({ isShow: false })).toEqual([422, '至少保留一个启用的规格'])
  expect(await save({ price: 0 })).toEqual([422, '商品在售，售价不能为0'])
})

test('if the settings say so, products on the shelf cannot be edited', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const form = formOf(await makeProduct(staff, productDraft(cateId, { isShow: true })))
  await inTransaction(shop.ctx, (tx) => writeSettings(tx, { product_edit_requires_off_shelf: true }))
  expect(await staff.call(product.update, { body: form })).toMatchObject({
    status: 422,
    body: { message: '请先下架商品，再进行修改' },
  })
})

test('products go on and off the shelf at their scheduled times; a refused one is tried once and reported', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const times = { autoOnTime: '2020-01-01 08:00:00' }
  const good = await makeProduct(staff, productDraft(cateId, times))
  const bad = await makeProduct(staff, productDraft(cateId, { ...times, attrValue: [{ price: 0 }] }))
  const over = { isShow: true, autoOffTime: '2020-01-02 08:00:00' }
  const old = await makeProduct(staff, productDraft(cateId, over))
  expect(await turnShelves(shop.ctx, signal)).toBe(3)
  expect(await turnShelves(shop.ctx, signal)).toBe(0)
  expect(await readProduct(staff, good.id)).toMatchObject({ isShow: true, autoOnTime: null })
  expect(await readProduct(staff, bad.id)).toMatchObject({ isShow: false, autoOnTime: null })
  expect(await readProduct(staff, old.id)).toMatchObject({ isShow: false, autoOffTime: null })
  const { rows } = await shop.ctx.db.execute(
    sql`select title, content from notification where event = 'shelf.failed' and user_id = ${staff.userId}`,
  )
  expect(rows).toEqual([{ title: '「纯棉毛巾」定时上架失败', content: '售价为0，不能上架' }])
})

test('products are completely deleted after their time in the recycle bin', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const { id } = await makeProduct(staff, productDraft(cateId))
  await asking(staff, id).remove()
  expect(await purgeRecycled(shop.ctx, signal)).toBe(0)
  await inTransaction(shop.ctx, (tx) => writeSettings(tx, { product_recycle_keep_days: 3 }))
  expect(await purgeRecycled(shop.ctx, signal)).toBe(0)
  shop.clock.advance(4 * 24 * 3600_000)
  expect(await purgeRecycled(shop.ctx, signal)).toBe(1)
  const { rows } = await shop.ctx.db.execute(sql`select is_del from product where id = ${id}`)
  expect(rows[0]).toEqual({ is_del: true })
})

test('when many recycle, restore and shelve a product at once, each is answered and it ends in one of the three states', async () => {
  const { staff, cateId } = await openProductShop()
  const { id } = await makeProduct(staff, productDraft(cateId))
  const { up, down, remove, restore, state } = asking(staff, id)
  const answers = await Promise.all([up(), remove(), restore(), up(), down(), remove(), restore(), up()])
  for (const [status] of answers) expect([200, 409]).toContain(status)
  expect(await state()).not.toEqual({ isShow: true, isRecycle: true })
})

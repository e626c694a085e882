import { type BatchAnswer, type BatchData, type ProductBatch, product } from '@zhanggui/contract/product/product.ts'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { productUndo } from '@zhanggui/contract/product/product-undo.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { upload } from '../../../testing/files/multipart.ts'
import { carryOut, openExports } from '../../../testing/files/product-sheets.ts'
import { formOf, makeCategory, makeProduct, productDraft, readProduct, variantDraft } from '../../../testing/product.ts'
import type { Caller, Shop } from '../../../testing/shop.ts'
import { foldRefresh } from '../product/product-refresh.service.ts'
import { takeStock } from '../stock/product-stock.service.ts'
import { checkLedger } from '../upkeep/product-watch.service.ts'
import { purgeUndos, runUndo } from './product-undo.service.ts'

type Opened = Awaited<ReturnType<typeof openExports>>

const heading = '商品编码,商品ID,商品名称,商品分类,封面图,轮播图,运费模板,规格1名称,规格1值,售价,成本价,库存,标签,产地'
const added = (key: string) =>
  `${key},,新品${key},家纺,https://m.example/n.jpg,https://m.example/n.jpg,全国包邮,,,9,3,7,热卖,新疆`

async function importText({ shop, staff }: Opened, lines: readonly string[], options: Record<string, string> = {}) {
  const content = Buffer.from([heading, ...lines].join('\n'))
  const given = { fetchPictures: 'false', ...options }
  const { body } = await upload(staff, productImport.upload, { 'a.csv': content }, given)
  expect(body.errors).toEqual([])
  return carryOut(shop, staff, body.id)
}

const infoOf = async (staff: Caller, id: number) => (await staff.call(productUndo.info, { params: { id } })).body
const leftOf = async (staff: Caller, id: number) => (await staff.call(productUndo.left, { query: { id } })).body.list
const start = (staff: Caller, id: number) => staff.call(productUndo.start, { params: { id } })

async function undo({ shop, staff }: Opened, id: number) {
  expect((await start(staff, id)).status).toBe(202)
  await shop.app.work()
  await expect.poll(async () => (await infoOf(staff, id)).status).toBe('done')
  return infoOf(staff, id)
}

/** Moves the moment of all actions back. */
const age = (shop: Shop, days: number) =>
  shop.ctx.db.execute(sql`update product_undo set created_at = created_at - ${days} * interval '1 day'`)

const sell = (shop: Shop, skuId: number, num: number) =>
  inTransaction(shop.ctx, (tx) =>
    takeStock(tx, [{ skuId, num }], { reason: 'order_create', refType: 'order', refId: '1' }, { allowOffShelf: true }),
  )

/** A product as it was, apart from what every change changes. */
function contentOf(info: Awaited<ReturnType<typeof readProduct>>) {
  const { version: _1, updateTime: _2, updateBy: _3, attr, attrValue, ...rest } = info
  return {
    ...rest,
    attr: attr.map(({ attrName, attrValues }) => ({ attrName, attrValues })),
    attrValue: attrValue.map(({ version: _, lowestPrice: _lowest, ...sku }) => sku),
  }
}

async function idOf(staff: Caller, name: string): Promise<number> {
  const { list } = (await staff.call(product.list, { query: { type: 2, keywords: name } })).body
  return list[0]?.id ?? 0
}

/** A shop whose import added a product and changed one with variants and one without. */
async function openImported() {
  const opened = await openExports()
  const { staff, cateId } = opened
  const single = await makeProduct(staff, productDraft(cateId, { params: [{ name: '材质', value: '棉' }] }))
  const shirt = await makeProduct(staff, variantDraft(cateId, { remark: '常客喜欢' }))
  const done = await importText(opened, [
    added('N1'),
    `,${single.id},浴巾,,,,,,,29.9,12,16,爆款,`,
    ...['红', '绿'].map((colour) => `,${shirt.id},,,,,,颜色,${colour},66,33,8,,广东`),
  ])
  expect(done).toMatchObject({ done: 3, failed: 0, undoStatus: 'open' })
  return { ...opened, single, shirt, undoId: done.undoId, importId: done.id, addedId: await idOf(staff, '新品N1') }
}

describe('an import is taken back', () => {
  test('not by staff without the permission, not while it runs, not after thirty days, and only once', async () => {
    const opened = await openImported()
    const { shop, staff, undoId, importId } = opened
    const stranger = await shop.signIn({ can: [productImport.list] })
    expect((await start(stranger, undoId)).status).toBe(403)
    expect((await start(staff, 999)).status).toBe(404)
    const setTask = (status: string) =>
      shop.ctx.db.execute(sql`update task set status = ${status} where type = 'product.import'`)
    await setTask('running')
    expect((await start(staff, undoId)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('尚未完成'),
    })
    await setTask('success')
    await age(shop, 30)
    expect((await start(staff, undoId)).body).toMatchObject({ status: 422, message: '已超过30天，不能撤销' })
    await age(shop, -30)
    const answers = await Promise.all([1, 2, 3].map(() => start(staff, undoId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409])
    await shop.app.work()
    await expect.poll(async () => (await infoOf(staff, undoId)).status).toBe('done')
    expect((await start(staff, undoId)).body).toMatchObject({ status: 409, message: '该操作已撤销' })
    const { body } = await staff.call(productImport.info, { params: { id: importId } })
    expect(body).toMatchObject({ undoId, undoStatus: 'done' })
  })

  test('only by staff who may do what is undone: prices, shelf and costs stay as they are for all others', async () => {
    const opened = await openImported()
    const { shop, staff, single, shirt, undoId } = opened
    const undoes = Object.values(productUndo)
    const clerk = await shop.signIn({ can: undoes })
    expect((await start(clerk, undoId)).body).toMatchObject({ status: 403, permission: product.update.permission })
    const run = async (body: ProductBatch) => (await staff.call(product.batch, { body })).body as BatchAnswer
    const shown = await run({ ids: [single.id], action: 'up' })
    const editor = await shop.signIn({ can: [...undoes, product.update, product.save] })
    expect((await start(editor, shown.undoId ?? 0)).status).toBe(403)
    await run({ ids: [single.id], action: 'down' })
    const dearer = await run({ ids: [shirt.id], action: 'price', data: { target: 'cost', mode: 'add', value: 1 } })
    await undo({ ...opened, staff: editor }, dearer.undoId ?? 0)
    expect(await leftOf(staff, dearer.undoId ?? 0)).toMatchObject([
      { id: shirt.id, reason: '没有查看成本价的权限，保持不变' },
    ])
    expect((await readProduct(staff, shirt.id)).attrValue[0]?.cost).toBe(34)
  })

  test('whole: new products go to the recycle bin, all fields, prices, stock and specifications go back, with their records', async () => {
    const opened = await openImported()
    const { shop, staff, single, shirt, undoId, addedId } = opened
    expect(contentOf(await readProduct(staff, shirt.id))).not.toEqual(contentOf(shirt))
    // What is sold meanwhile stays sold: the stock goes back by what the import had added.
    await sell(shop, single.attrValue[0]?.id ?? 0, 2)
    expect(await infoOf(staff, undoId)).toMatchObject({ status: 'open', total: 3, recycled: 1, restored: 2, left: 0 })
    expect(await undo(opened, undoId)).toMatchObject({ recycled: 1, restored: 2, left: 0, stockLeft: 0 })
    expect((await readProduct(staff, addedId)).isRecycle).toBe(true)
    expect(contentOf(await readProduct(staff, shirt.id))).toEqual(contentOf(shirt))
    const [sku] = single.attrValue
    const sold = {
      ...contentOf(single),
      stock: 8,
      attrValue: [{ ...contentOf(single).attrValue[0], stock: 8, stockBase: 8 }],
    }
    expect(contentOf(await readProduct(staff, single.id))).toEqual(sold)
    const { list: prices } = (await staff.call(productStock.prices, { query: { productId: single.id } })).body
    expect(prices.filter(({ source }) => source === 'undo').map((row) => [row.field, row.old, row.new])).toEqual(
      expect.arrayContaining([
        ['price', 29.9, 19.9],
        ['cost', 12, 8],
      ]),
    )
    const { list: ledger } = (await staff.call(productStock.ledger, { query: { skuId: sku?.id ?? 0 } })).body
    expect(ledger.map(({ reason, change }) => [reason, change])).toEqual([
      ['undo', -6],
      ['order_create', -2],
      ['import', 6],
      ['init', 10],
    ])
    expect(await checkLedger(shop.ctx, new AbortController().signal)).toBe(0)
    const { rows } = await shop.ctx.db.execute(sql`
      select object_type, count(*)::int as count from audit_entry where action = 'undo' group by object_type order by 1`)
    expect(rows).toEqual([
      { object_type: 'product', count: 2 },
      { object_type: 'product-undo', count: 1 },
    ])
  })

  test('costs go back with the rest whoever takes it back, and nobody learns them', async () => {
    const { shop, staff, single, undoId, ...rest } = await openImported()
    const clerk = await shop.signIn({ can: [productUndo.start, product.info, product.update, product.save] })
    await undo({ ...rest, shop, staff: clerk }, undoId)
    expect((await readProduct(clerk, single.id)).cost).toBeNull()
    expect((await readProduct(staff, single.id)).cost).toBe(single.cost)
  })

  test('except for what was changed, moved, counted or deleted since: that is listed with the reason and left alone', async () => {
    const opened = await openImported()
    const { shop, staff, single, shirt, undoId, addedId } = opened
    const [skuId, newSku] = [single, await readProduct(staff, addedId)].map(({ attrValue }) => attrValue[0]?.id ?? 0)
    // A product that was only counted goes back, but for its stock.
    const version = (await readProduct(staff, single.id)).attrValue[0]?.version ?? 0
    const items = [{ id: skuId ?? 0, mode: 'set' as const, quantity: 30, version }]
    const counted = await staff.call(productStock.adjust, { body: { id: single.id, items, reason: 'stocktake' } })
    expect(counted.status).toBe(200)
    await sell(shop, newSku ?? 0, 1)
    await foldRefresh(shop.ctx)
    const changed = { ...formOf(await readProduct(staff, shirt.id)), storeName: '改过的T恤' }
    expect((await staff.call(product.update, { body: changed })).status).toBe(200)
    const before = [await readProduct(staff, shirt.id), await readProduct(staff, addedId)]
    const expected = [
      { id: single.id, reason: '规格「默认」的库存保持不变：之后已售出或盘点' },
      { id: shirt.id, reason: expect.stringMatching(/^之后被.+修改过（\d{4}-/) },
      { id: addedId, reason: '之后有库存变动（销售或调整）' },
    ]
    expect(await infoOf(staff, undoId)).toMatchObject({ recycled: 0, restored: 1, left: 2, stockLeft: 1 })
    expect(await leftOf(staff, undoId)).toMatchObject(expected)
    expect(await undo(opened, undoId)).toMatchObject({ recycled: 0, restored: 1, left: 2, stockLeft: 1 })
    expect(await leftOf(staff, undoId)).toMatchObject(expected)
    expect([await readProduct(staff, shirt.id), await readProduct(staff, addedId)]).toEqual(before)
    expect(await readProduct(staff, single.id)).toMatchObject({ storeName: single.storeName, price: 19.9, stock: 30 })
    expect(await checkLedger(shop.ctx, new AbortController().signal)).toBe(0)
  })

  test('nothing is left to take back: that is refused with the reason', async () => {
    const opened = await openExports()
    const { undoId } = await importText(opened, [added('N1')])
    const id = await idOf(opened.staff, '新品N1')
    await opened.staff.call(product.remove, { params: { id }, query: {} })
    expect((await start(opened.staff, undoId)).body).toMatchObject({
      status: 422,
      message: '没有可以撤销的商品，原因见列表',
    })
    expect(await leftOf(opened.staff, undoId)).toMatchObject([{ id, reason: '已在回收站' }])
  })

  test('after the process died on the way, the rest is taken back, and nothing twice', async () => {
    const opened = await openImported()
    const { shop, staff, shirt, single, undoId } = opened
    let steps = 0
    const died = runUndo(
      shop.ctx,
      { undoId },
      {
        progress: async () => {
          if (++steps === 2) throw new Error('killed')
        },
      },
    )
    await expect(died).rejects.toThrow('killed')
    const movements = async () =>
      (await shop.ctx.db.execute(sql`select count(*)::int as count from stock_ledger where reason = 'undo'`)).rows[0]
    expect(await infoOf(staff, undoId)).toMatchObject({ recycled: 1, restored: 2 })
    await undo(opened, undoId)
    const once = await movements()
    await runUndo(shop.ctx, { undoId }, { progress: async () => {} })
    expect(await movements()).toEqual(once)
    for (const info of [single, shirt]) expect(contentOf(await readProduct(staff, info.id))).toEqual(contentOf(info))
  })

  test('while others edit: each product either goes back or keeps the edit, never a mixture', async () => {
    const opened = await openExports()
    const { shop, staff, cateId } = opened
    const infos = []
    for (let n = 0; n < 12; n++) infos.push(await makeProduct(staff, productDraft(cateId, { storeName: `毛巾${n}` })))
    const { undoId } = await importText(
      opened,
      infos.map(({ id }) => `,${id},,,,,,,,55,,,,`),
    )
    const forms = await Promise.all(infos.map(async ({ id }) => formOf(await readProduct(staff, id))))
    const edit = async (form: (typeof forms)[number]) =>
      (await staff.call(product.update, { body: { ...form, origin: '手改' } })).status
    await start(staff, undoId)
    const [edits] = await Promise.all([Promise.all(forms.toReversed().map(edit)), shop.app.work()])
    await expect.poll(async () => (await infoOf(staff, undoId)).status).toBe('done')
    const after = await Promise.all(infos.map(({ id }) => readProduct(staff, id)))
    expect(after.toReversed().map(({ price, origin }) => [price, origin])).toEqual(
      edits.map((status) => (status === 200 ? [55, '手改'] : [19.9, ''])),
    )
  })

  test('and the corrected file can be imported: the products come back, changed', async () => {
    const opened = await openExports()
    const first = await importText(opened, [added('N1')])
    const id = await idOf(opened.staff, '新品N1')
    await undo(opened, first.undoId)
    const corrected = added('N1').replace(',9,3,7,', ',19,6,5,')
    const second = await importText(opened, [corrected], { mode: 'create' })
    expect(second.errors).toEqual([])
    expect(second).toMatchObject({
      done: 1,
      failed: 0,
      warnings: [{ message: expect.stringContaining('将恢复并更新') }],
    })
    expect(await readProduct(opened.staff, id)).toMatchObject({ isRecycle: false, price: 19, stock: 5 })
    await undo(opened, second.undoId)
    expect(await readProduct(opened.staff, id)).toMatchObject({ isRecycle: true, price: 9, stock: 7 })
    // One that staff put there stays there.
    await opened.staff.call(product.restore, { params: { id } })
    await opened.staff.call(product.remove, { params: { id }, query: {} })
    const content = Buffer.from([heading, corrected].join('\n'))
    const { body } = await upload(opened.staff, productImport.upload, { 'a.csv': content })
    expect(body.errors).toMatchObject([{ message: '商品在回收站中，请先恢复' }])
  })

  test('after a later import was taken back, as what it had left stands again; what was sold meanwhile stays sold', async () => {
    const opened = await openExports()
    const { shop, staff, cateId } = opened
    const { id } = await makeProduct(staff, productDraft(cateId))
    const shirt = await makeProduct(staff, variantDraft(cateId))
    const before = await readProduct(staff, id)
    const row = (price: number, stock: number) => `,${id},,,,,,,,${price},,${stock},,`
    const red = (price: number) => `,${shirt.id},,,,,,颜色,红,${price},,8,,`
    const first = await importText(opened, [row(29, 12), red(61), added('N1')])
    const newId = await idOf(staff, '新品N1')
    const second = await importText(opened, [row(39, 15), red(62), added('N1').replace(',9,3,7,', ',19,6,5,')])
    const third = await importText(opened, [row(49, 16), red(63)])
    // Each stands on the one before: only the last can be taken back.
    expect(await infoOf(staff, first.undoId)).toMatchObject({ recycled: 0, restored: 0, left: 3 })
    expect(await undo(opened, third.undoId)).toMatchObject({ restored: 2, left: 0 })
    expect(await infoOf(staff, first.undoId)).toMatchObject({ recycled: 0, restored: 0, left: 3 })
    for (const each of [id, shirt.id]) {
      const [sku] = (await readProduct(staff, each)).attrValue
      await sell(shop, sku?.id ?? 0, 1)
    }
    expect(await undo(opened, second.undoId)).toMatchObject({ restored: 3, left: 0, stockLeft: 0 })
    // The SKU of the shirt that the first added was sold.
    expect(await undo(opened, first.undoId)).toMatchObject({ recycled: 1, restored: 1, left: 1, stockLeft: 0 })
    expect(await leftOf(staff, first.undoId)).toMatchObject([{ id: shirt.id, reason: '之后有库存变动（销售或调整）' }])
    expect(await readProduct(staff, shirt.id)).toMatchObject({ price: 61, stock: 7 })
    expect((await readProduct(staff, newId)).isRecycle).toBe(true)
    const attrValue = before.attrValue.map((sku) => ({ ...sku, stock: sku.stock - 1, stockBase: sku.stock - 1 }))
    expect(contentOf(await readProduct(staff, id))).toEqual(
      contentOf({ ...before, stock: before.stock - 1, attrValue }),
    )
    expect(await checkLedger(shop.ctx, new AbortController().signal)).toBe(0)
  })

  test('but not where somebody changed the product between the two', async () => {
    const opened = await openExports()
    const { staff, cateId } = opened
    const { id } = await makeProduct(staff, productDraft(cateId))
    const row = (price: number) => `,${id},,,,,,,,${price},,,,`
    const first = await importText(opened, [row(29)])
    await staff.call(product.update, { body: { ...formOf(await readProduct(staff, id)), origin: '手改' } })
    const second = await importText(opened, [row(39)])
    await undo(opened, second.undoId)
    expect(await readProduct(staff, id)).toMatchObject({ price: 29, origin: '手改' })
    expect(await infoOf(staff, first.undoId)).toMatchObject({ restored: 0, left: 1 })
  })

  test('what is needed for it is deleted after thirty days', async () => {
    const { shop, staff, undoId } = await openImported()
    const purge = () => purgeUndos(shop.ctx, new AbortController().signal)
    expect(await purge()).toBe(0)
    await age(shop, 31)
    expect(await purge()).toBe(1)
    expect((await staff.call(productUndo.info, { params: { id: undoId } })).status).toBe(404)
    const { rows } = await shop.ctx.db.execute(sql`select from product_undo_item`)
    expect(rows).toEqual([])
  })
})

describe('a batch is taken back', () => {
  test.each([
    ['price', { target: 'price', mode: 'percent', value: 10 }],
    ['stock', { mode: 'add', value: 7, reason: 'stocktake' }],
    ['fields', { labelIds: [], keyword: '清仓', sort: 9 }],
    ['category', { mode: 'set' }],
    ['up', {}],
    ['recycle', {}],
  ] as const)(
    '%s: every product is as it was',
    async (action, given) => {
      const opened = await openExports()
      const { shop, staff, cateId } = opened
      const cateIds = [await makeCategory(staff, '清仓区')]
      const infos = [await makeProduct(staff, productDraft(cateId)), await makeProduct(staff, variantDraft(cateId))]
      const ids = infos.map(({ id }) => id)
      const data = { ...given, ...(action === 'category' && { cateIds }) } as BatchData
      const { body } = await staff.call(product.batch, { body: { ids, action, data } })
      if (!('total' in body)) throw new Error('a task was started')
      expect(body).toMatchObject({ success: 2, failed: 0 })
      const after = await Promise.all(ids.map((id) => readProduct(staff, id)))
      expect(after.map(contentOf)).not.toEqual(infos.map(contentOf))
      expect(await undo(opened, body.undoId ?? 0)).toMatchObject({ recycled: 0, restored: 2, left: 0, stockLeft: 0 })
      const back = await Promise.all(ids.map((id) => readProduct(staff, id)))
      // That it was on the shelf once stays true.
      const once = action === 'up' ? { firstShowTime: expect.any(String), alert: true } : {}
      expect(back.map(contentOf)).toEqual(infos.map((info) => ({ ...contentOf(info), ...once })))
      expect(await checkLedger(shop.ctx, new AbortController().signal)).toBe(0)
    },
    60_000,
  )

  test('from its record: the request of its entry in the trail leads to it, for thirty days, with the permission', async () => {
    const opened = await openExports()
    const { shop, staff, cateId } = opened
    const { id } = await makeProduct(staff, productDraft(cateId))
    const { body, headers } = await staff.call(product.batch, { body: { ids: [id], action: 'up' } })
    const undoId = 'undoId' in body ? (body.undoId ?? 0) : 0
    // One that changed nothing leaves nothing to take back.
    const idle = await staff.call(product.batch, { body: { ids: [id], action: 'fields', data: {} } })
    const requestIds = [headers, idle.headers].map((each) => String(each['x-request-id']))
    const find = async (who: Caller) => (await who.call(productUndo.find, { query: { requestIds } })).body
    const clerk = await shop.signIn({ can: [product.batch] })
    expect(await find(clerk)).toMatchObject({ status: 403 })
    const title = '批量上架'
    expect(await find(staff)).toEqual([{ id: undoId, requestId: requestIds[0], title, status: 'open' }])
    await undo(opened, undoId)
    expect(await find(staff)).toMatchObject([{ id: undoId, status: 'done' }])
    await shop.ctx.db.execute(sql`update product_undo set status = 'open'`)
    await age(shop, 31)
    expect(await find(staff)).toEqual([])
  })

  test('a complete deletion is not offered to be taken back', async () => {
    const { staff, cateId } = await openExports()
    const { id } = await makeProduct(staff, productDraft(cateId))
    await staff.call(product.remove, { params: { id }, query: {} })
    const { body } = await staff.call(product.batch, { body: { ids: [id], action: 'delete' } })
    expect(body).toMatchObject({ success: 1 })
    expect(body).not.toHaveProperty('undoId')
  })
})

import { product } from '@zhanggui/contract/product/product.ts'
import { type GridSave, productGrid } from '@zhanggui/contract/product/product-grid.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { productUndo } from '@zhanggui/contract/product/product-undo.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import {
  makeProduct,
  openProductShop,
  productDraft,
  productPermissions,
  readProduct,
  variantDraft,
} from '../../../testing/product.ts'
import { takeStock } from '../stock/product-stock.service.ts'

async function openGrid() {
  const opened = await openProductShop()
  const { staff, cateId } = opened
  const shirt = await makeProduct(staff, variantDraft(cateId))
  const towel = await makeProduct(staff, productDraft(cateId))
  const save = async (body: GridSave, by = staff) => {
    const { status, body: answer } = await by.call(productGrid.save, { body })
    return { status, ...(answer as object) } as Record<string, unknown> & { status: number; undoId?: number }
  }
  const skuOf = ({ attrValue }: typeof shirt, index = 0) => attrValue[index]?.id ?? 0
  return { ...opened, shirt, towel, save, skuOf }
}

test('each column of the grid needs its own permission, and costs are hidden from those who may not see them', async () => {
  const { shop, towel, save, skuOf } = await openGrid()
  const { id, version } = towel
  const sku = skuOf(towel)
  const clerk = await shop.signIn({ permissions: ['admin:product:batch'] })
  const needs = async (permission: string, change: object) =>
    expect(await save({ changes: [{ id, version, ...change }] }, clerk)).toMatchObject({ status: 403, permission })
  await needs('admin:product:update', { sort: 1 })
  await needs('admin:product:update', { skus: [{ id: sku, price: 1 }] })
  await needs('admin:product:stock:adjust', { skus: [{ id: sku, stock: 1, stockBase: 10 }] })
  await needs('admin:product:up', { isShow: true })
  await needs('admin:product:down', { isShow: false })
  const pricer = await shop.signIn({ permissions: ['admin:product:batch', 'admin:product:update'] })
  expect(await save({ changes: [{ id, version, skus: [{ id: sku, cost: 1 }] }] }, pricer)).toMatchObject({
    status: 403,
    permission: 'admin:product:cost:view',
  })
  const seen = await pricer.call(productGrid.list, { query: { ids: [id] } })
  expect(seen.body).toMatchObject({ list: [{ id, skus: [{ price: 19.9, cost: null, stock: 10 }] }] })
})

test('a call with a repeated row, without a change or with a bad cell names it and saves nothing', async () => {
  const { staff, shirt, towel, save, skuOf } = await openGrid()
  const { id, version } = towel
  const sku = skuOf(towel)
  const refused = async (changes: unknown, field: string) => {
    const { status, errors } = await save({ changes: changes as GridSave['changes'] })
    expect({ status, field: (errors as { field: string }[] | undefined)?.[0]?.field }).toEqual({ status: 400, field })
  }
  await refused([], 'changes')
  await refused([{ id, version }], 'changes[0]')
  await refused(
    [
      { id, version, sort: 1 },
      { id, version, sort: 2 },
    ],
    'changes',
  )
  await refused([{ id, version, skus: [{ id: sku, price: 1.234 }] }], 'changes[0].skus[0].price')
  await refused([{ id, version, skus: [{ id: sku, stock: 5 }] }], 'changes[0].skus[0].stockBase')
  const first = { id: shirt.id, version: shirt.version, sort: 5 }
  await refused(
    [
      first,
      {
        id,
        version,
        skus: [
          { id: sku, price: 1 },
          { id: sku, price: 2 },
        ],
      },
    ],
    'changes[1].skus',
  )
  expect((await readProduct(staff, shirt.id)).sort).toBe(0)
})

test('a product with a refused cell stays whole and names row and field; the others are saved', async () => {
  const { staff, shirt, towel, save, skuOf } = await openGrid()
  const answer = await save({
    changes: [
      {
        id: shirt.id,
        version: shirt.version,
        sort: 7,
        isShow: true,
        skus: [
          { id: skuOf(shirt, 0), price: 0 },
          { id: skuOf(shirt, 1), price: 61, stock: 0, stockBase: 99 },
          { id: skuOf(towel), price: 1 },
        ],
      },
      { id: towel.id, version: towel.version, skus: [{ id: skuOf(towel), price: 21.5 }] },
      { id: 999_999, version: 0, sort: 1 },
    ],
  })
  expect(answer).toMatchObject({ status: 200, success: 1, errors: [{ id: shirt.id }, { id: 999_999 }] })
  expect(answer.errors).toMatchObject([
    {
      cells: [
        { skuId: skuOf(shirt, 0), field: 'price', message: '商品在售，售价不能为0' },
        { skuId: skuOf(shirt, 1), field: 'stock', message: '库存不足，当前 5' },
        { skuId: skuOf(towel), field: '' },
      ],
    },
    { message: '商品不存在或已被删除', cells: [] },
  ])
  expect(answer.rows).toMatchObject([
    { id: shirt.id, version: shirt.version, sort: 0 },
    { id: towel.id, skus: [{ price: 21.5 }] },
  ])
  expect((await readProduct(staff, shirt.id)).attrValue.map(({ price, stock }) => [price, stock])).toEqual(
    Array(4).fill([59, 5]),
  )
})

test('prices, stock, order and shelf are saved at once, with history, ledger and audit, and taken back at once', async () => {
  const { staff: first, shop, shirt, towel, save, skuOf } = await openGrid()
  const staff = await shop.signIn({ permissions: [...productPermissions, 'admin:product:undo'] })
  const [one, other] = [skuOf(shirt, 0), skuOf(shirt, 3)]
  const saved = await save(
    {
      reason: 'stocktake',
      remark: '夏装',
      changes: [
        {
          id: shirt.id,
          version: shirt.version,
          sort: 9,
          isShow: true,
          skus: [
            { id: one, price: 64.9, otPrice: 99, cost: 31 },
            { id: other, stock: 8, stockBase: 5 },
          ],
        },
      ],
    },
    staff,
  )
  const more = { id: towel.id, version: towel.version, skus: [{ id: skuOf(towel), price: 18 }] }
  const undoId = saved.undoId ?? 0
  expect(await save({ undoId, changes: [more] }, first)).toMatchObject({ status: 404 })
  expect(await save({ undoId, changes: [more] }, staff)).toMatchObject({ status: 200, success: 1, undoId })
  const now = await readProduct(staff, shirt.id)
  expect(now).toMatchObject({ sort: 9, isShow: true, stock: 23, price: 59, priceMax: 64.9 })
  expect(now.attrValue[0]).toMatchObject({ price: 64.9, otPrice: 99, cost: 31, stock: 5 })
  const ledger = await staff.call(productStock.ledger, { query: { skuId: other } })
  expect(ledger.body).toMatchObject({ list: [{ change: 3, after: 8, reason: 'batch', remark: '盘点：夏装' }, {}] })
  const prices = await staff.call(productStock.prices, { query: { skuId: one } })
  expect((prices.body as { list: { source: string }[] }).list.map(({ source }) => source)).toEqual(
    Array(3).fill('batch'),
  )
  expect((await staff.call(productUndo.info, { params: { id: undoId } })).body).toMatchObject({
    title: '快速编辑',
    total: 2,
    restored: 2,
    left: 0,
  })
  expect((await staff.call(productUndo.start, { params: { id: undoId } })).status).toBe(202)
  await shop.app.work()
  const statusOf = async () => (await staff.call(productUndo.info, { params: { id: undoId } })).body.status
  await expect.poll(statusOf).toBe('done')
  const back = await readProduct(staff, shirt.id)
  expect(back).toMatchObject({ sort: 0, isShow: false, stock: 20, price: 59, priceMax: 59 })
  expect((await readProduct(staff, towel.id)).price).toBe(19.9)
  expect(await save({ undoId, changes: [{ ...more, version: 99 }] }, staff)).toMatchObject({ status: 409 })
})

test('stock changes by the difference to what was read, so what was sold meanwhile stays sold', async () => {
  const { shop, staff, towel, save, skuOf } = await openGrid()
  const sku = skuOf(towel)
  await staff.call(product.putOnShelf, { params: { id: towel.id } })
  const { version } = await readProduct(staff, towel.id)
  await inTransaction(shop.ctx, (tx) => takeStock(tx, [{ skuId: sku, num: 4 }], { reason: 'order_create' }))
  const change = { id: towel.id, version, skus: [{ id: sku, stock: 30, stockBase: 10 }] }
  expect(await save({ changes: [change] })).toMatchObject({ success: 1, rows: [{ skus: [{ stock: 26 }] }] })
})

test('the same stock sent again, or by a second person, is refused and adds nothing', async () => {
  const { shop, staff, towel, save, skuOf } = await openGrid()
  const other = await shop.signIn({ permissions: productPermissions })
  const change = { id: towel.id, version: towel.version, skus: [{ id: skuOf(towel), stock: 15, stockBase: 10 }] }
  const [one, two] = await Promise.all([save({ changes: [change] }), save({ changes: [change] }, other)])
  expect([one.success, two.success].toSorted()).toEqual([0, 1])
  expect(await save({ changes: [change] })).toMatchObject({
    success: 0,
    errors: [{ id: towel.id, changedBy: expect.any(String), message: expect.stringContaining('修改过') }],
    rows: [{ skus: [{ stock: 15 }] }],
  })
  expect((await readProduct(staff, towel.id)).stock).toBe(15)
})

test('what an action changes while it is being taken back is refused, so that nothing of it stays', async () => {
  const { shop, cateId, save, skuOf } = await openGrid()
  const staff = await shop.signIn({ permissions: [...productPermissions, 'admin:product:undo'] })
  const all = await Promise.all(Array.from({ length: 8 }, () => makeProduct(staff, productDraft(cateId))))
  const change = (each: (typeof all)[number]) => {
    return { id: each.id, version: each.version, skus: [{ id: skuOf(each), price: 50 }] }
  }
  const [first, ...rest] = all.map(change)
  const { undoId = 0 } = await save({ changes: first ? [first] : [] }, staff)
  const sending = save({ undoId, changes: rest }, staff)
  await expect.poll(async () => (await readProduct(staff, all[2]?.id ?? 0)).price).toBe(50)
  const started = await staff.call(productUndo.start, { params: { id: undoId } })
  expect(started.status).toBe(202)
  const sent = await sending
  await shop.app.work()
  const info = async () => (await staff.call(productUndo.info, { params: { id: undoId } })).body
  await expect.poll(async () => (await info()).status).toBe('done')
  const saved = 1 + Number(sent.success)
  expect(await info()).toMatchObject({ total: saved, restored: saved, left: 0 })
  for (const { message } of sent.errors as { message: string }[]) expect(message).toBe('该操作已撤销，不能继续')
  expect((await Promise.all(all.map(({ id }) => readProduct(staff, id)))).map(({ price }) => price)).toEqual(
    all.map(() => 19.9),
  )
})

test('of two grids on one product one is saved; the other learns who changed it, and saves its other products', async () => {
  const { shop, shirt, towel, save, skuOf } = await openGrid()
  const other = await shop.signIn({ permissions: productPermissions })
  const change = (price: number) => ({ id: towel.id, version: towel.version, skus: [{ id: skuOf(towel), price }] })
  const aside = { id: shirt.id, version: shirt.version, sort: 3 }
  const [mine, theirs] = await Promise.all([
    save({ changes: [change(21), aside] }),
    save({ changes: [change(22)] }, other),
  ])
  const [won, lost] = mine.success === 2 ? [mine, theirs] : [theirs, mine]
  const price = won === mine ? 21 : 22
  expect(won.errors).toEqual([])
  expect(lost).toMatchObject({
    success: lost === mine ? 1 : 0,
    errors: [{ id: towel.id, cells: [], changedBy: expect.any(String), message: expect.stringContaining('修改过') }],
  })
  expect(lost.rows).toMatchObject([
    { id: towel.id, version: towel.version + 1, skus: [{ price }] },
    ...(lost === mine ? [{}] : []),
  ])
})

test('the grid shows what the filter of the list finds, in its order', async () => {
  const { staff, shirt, towel } = await openGrid()
  const { body } = await staff.call(productGrid.list, { query: { type: 2, priceOrder: 'asc' } })
  expect(body).toMatchObject({ total: 2, list: [{ id: towel.id }, { id: shirt.id, skus: [{}, {}, {}, {}] }] })
  const found = await staff.call(productGrid.list, { query: { type: 2, keywords: '毛巾' } })
  expect(found.body).toMatchObject({ total: 1, list: [{ id: towel.id, storeName: '纯棉毛巾' }] })
})

test('a page of the grid has at most 2,000 SKUs of whole products, and says when products were left out', async () => {
  const { staff, cateId } = await openProductShop()
  const [colours, sizes] = [25, 24].map((count) => Array.from({ length: count }, (_, index) => `值${index + 1}`))
  const draft = variantDraft(cateId, {
    attr: [
      { attrName: '颜色', attrValues: colours ?? [] },
      { attrName: '尺码', attrValues: sizes ?? [] },
    ],
    attrValue: (colours ?? []).flatMap((colour) =>
      (sizes ?? []).map((size) => ({ attrValue: { 颜色: colour, 尺码: size }, price: 59, stock: 5 })),
    ),
  })
  const ids: number[] = []
  for (const storeName of ['一', '二', '三', '四']) ids.push((await makeProduct(staff, { ...draft, storeName })).id)
  for (const query of [{ ids }, { type: 2 as const }]) {
    const { body } = await staff.call(productGrid.list, { query })
    expect({ ...body, list: body.list.map(({ skus }) => skus.length) }).toMatchObject({
      total: 4,
      cut: true,
      list: [600, 600, 600],
    })
  }
  const { body } = await staff.call(productGrid.list, { query: { ids: ids.slice(0, 3) } })
  expect(body.list).toHaveLength(3)
  expect(body).not.toHaveProperty('cut')
})

import { audit } from '@zhanggui/contract/monitor/audit.ts'
import { log } from '@zhanggui/contract/monitor/log.ts'
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
import type { Caller } from '../../../testing/shop.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { SEE_COST } from './product-describe.service.ts'

test('a product without name, category or freight template is refused with the messages of its form', async () => {
  const { staff } = await openProductShop()
  const bare = await staff.send('POST', '/admin/store/product/save', { sliderImage: [], cateIds: [], attrValue: [] })
  expect(bare.status).toBe(400)
  const messages = bare.body.errors?.map(({ message }) => message)
  for (const said of ['请输入商品名称', '请选择商品分类', '请输入单位', '请选择运费模板'])
    expect(messages).toContain(said)
})

test('the main video is an mp4, webm or mov, wherever it is stored', async () => {
  const { staff, cateId } = await openProductShop()
  const save = async (videoLink: string) => {
    const { status, body } = await staff.call(product.save, { body: productDraft(cateId, { videoLink }) })
    return [status, (body as { message?: string }).message]
  }
  for (const wrong of ['https://m.example/a.avi', 'https://m.example/play?v=1', 'javascript:alert(1).mp4'])
    expect(await save(wrong)).toEqual([400, '主图视频须为 mp4、webm 或 mov 的地址'])
  for (const right of ['', 'https://m.example/a.MP4?t=1#x', 'https://m.example/b.webm', '/file/public/c.mov'])
    expect(await save(right)).toEqual([200, undefined])
})

test('contradictions in the matrix are refused, naming the row', async () => {
  const { staff, cateId } = await openProductShop()
  const save = async (change: Parameters<typeof variantDraft>[1]) => {
    const { status, body } = await staff.call(product.save, { body: variantDraft(cateId, change) })
    return [status, (body as unknown as { message: string }).message]
  }
  const row = { price: 1, attrValue: { 颜色: '红', 尺码: 'L' } }
  expect(await save({ attr: [], attrValue: [] })).toEqual([400, '请填写多规格属性！'])
  expect(await save({ attrValue: [row, { price: 2, attrValue: { 尺码: 'L', 颜色: '红' } }] })).toEqual([
    400,
    '规格「红,L」重复',
  ])
  expect(await save({ attrValue: [{ price: 1, attrValue: { 颜色: '黑', 尺码: 'L' } }] })).toEqual([
    400,
    '规格「黑,L」与商品规格不一致',
  ])
  expect(await save({ specType: false })).toEqual([400, '单规格商品属性值不能大于1'])
  expect(await save({ attrValue: [{ ...row, brokerage: 0.6, brokerageTwo: 0.5 }] })).toEqual([
    400,
    '一级返佣与二级返佣之和不能大于售价',
  ])
  expect(await save({ attrValue: [{ ...row, weight: 0.0001 }] })).toEqual([400, '重量最多3位小数'])
  const other = { ...row, attrValue: { 颜色: '蓝', 尺码: 'L' } }
  for (const [wrong, field, message] of [
    [{ price: 9.999 }, 'attrValue[1].price', '售价：金额最多两位小数'],
    [{ stock: -1 }, 'attrValue[1].stock', '库存不能小于0'],
  ] as const) {
    const { status, body } = await staff.call(product.save, {
      body: variantDraft(cateId, { attrValue: [row, { ...other, ...wrong }] }),
    })
    expect({ status, body }).toMatchObject({ status: 400, body: { message, errors: [{ field, message }] } })
  }
  expect(await save({ attr: [{ attrName: '颜色', attrValues: ['红', 'a,b'] }] })).toEqual([
    400,
    '规格值「a,b」不能包含逗号、双引号和反斜杠',
  ])
  const sizes = Array.from({ length: 25 }, (_, index) => String(index))
  const many = sizes.flatMap((a) => sizes.map((b) => ({ price: 1, attrValue: { 甲: a, 乙: b } })))
  const attr = ['甲', '乙'].map((attrName) => ({ attrName, attrValues: sizes }))
  expect(await save({ attr, attrValue: many })).toEqual([400, '规格组合最多600个'])
})

test('an unknown category, template, brand, label or coupon is refused with 422, never 401 or 403', async () => {
  const { staff, cateId } = await openProductShop()
  const save = async (change: object) => {
    const { status, body } = await staff.call(product.save, { body: productDraft(cateId, change) })
    return [status, (body as unknown as { message: string }).message]
  }
  expect(await save({ cateIds: [cateId, 99_999] })).toEqual([422, '商品分类不存在，请重新选择'])
  expect(await save({ tempId: 99_999 })).toEqual([422, '运费模板不存在，请重新选择'])
  expect(await save({ brandId: 99_999 })).toEqual([422, '品牌不存在，请重新选择'])
  expect(await save({ labelIds: [99_999] })).toEqual([422, '商品标签不存在，请重新选择'])
  expect(await save({ couponIds: [7] })).toEqual([422, '优惠券不可用：7'])
})

test('a saved product is in the warehouse, copies the values of its cheapest SKU, and its initial stock is in the ledger', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const info = await makeProduct(
    staff,
    variantDraft(cateId, {
      content: '<p onclick="x()">厚<script>alert(1)</script></p><a href="javascript:alert(1)">点</a>',
      attrValue: [
        { attrValue: { 颜色: '红', 尺码: 'M' }, price: 59, otPrice: 99.9, cost: 30, stock: 5, barCode: '690001' },
        { attrValue: { 颜色: '蓝', 尺码: 'L' }, price: '49.50' as unknown as number, stock: 7, skuNo: 'T-1' },
        { attrValue: { 颜色: '红', 尺码: 'L' }, price: 79, stock: 0, isShow: false },
      ],
    }),
  )
  expect(info).toMatchObject({
    isShow: false,
    isRecycle: false,
    price: 49.5,
    priceMax: 59,
    cost: 0,
    stock: 12,
    skuCount: 3,
    sales: 0,
    cateNames: ['家纺'],
    storeCategory: { cateName: '家纺' },
    isPostage: true,
    activity: [0, 1, 2, 3],
    version: 0,
    content: '<p>厚</p><a rel="noopener noreferrer">点</a>',
    couponIds: [],
    coupons: [],
  })
  expect(info.attrValue.map(({ suk, stock, stockBase }) => [suk, stock, stockBase])).toEqual([
    ['红,M', 5, 5],
    ['蓝,L', 7, 7],
    ['红,L', 0, 0],
  ])
  expect(info.attrValue.every(({ unique }) => /^[a-z0-9]{8}$/.test(unique))).toBe(true)
  const { body: ledger } = await staff.call(productStock.ledger, { query: { productId: info.id } })
  expect(ledger.list.map(({ change, before, after, reason }) => [change, before, after, reason])).toEqual([
    [7, 0, 7, 'init'],
    [5, 0, 5, 'init'],
  ])
  await expect(shop.ctx.db.execute(sql`update stock_ledger set change = 1`)).rejects.toThrow()
})

test('a product updated with every SKU id 0 keeps all ids and codes of its SKUs', async () => {
  const { staff, cateId } = await openProductShop()
  const before = await makeProduct(staff, variantDraft(cateId))
  const form = formOf(before)
  const rows = form.attrValue.toReversed().map(({ attrValue, price, stock }) => ({ id: 0, attrValue, price, stock }))
  const saved = await staff.call(product.update, { body: { ...form, attrValue: rows } })
  expect(saved).toMatchObject({ status: 200, body: { id: before.id, version: 1 } })
  const after = await readProduct(staff, before.id)
  const codes = (info: typeof before) =>
    Object.fromEntries(info.attrValue.map(({ suk, id, unique }) => [suk, [id, unique]]))
  expect(codes(after)).toEqual(codes(before))
  expect(after.attrValue.map(({ stock }) => stock)).toEqual([5, 5, 5, 5])
})

test('the stock of a removed combination is written out, and it is restored under its former code', async () => {
  const { staff, cateId } = await openProductShop()
  const before = await makeProduct(staff, variantDraft(cateId))
  const form = formOf(before)
  const gone = before.attrValue[0]
  await staff.call(product.update, { body: { ...form, attrValue: form.attrValue.slice(1) } })
  expect((await readProduct(staff, before.id)).stock).toBe(15)
  const rows = [...form.attrValue.slice(1), { attrValue: { 颜色: '红', 尺码: 'M' }, price: 60, stock: 2 }]
  await staff.call(product.update, { body: { ...form, version: 1, attrValue: rows } })
  const after = await readProduct(staff, before.id)
  expect(after.attrValue.at(-1)).toMatchObject({ id: gone?.id, unique: gone?.unique, stock: 2, price: 60 })
  const { body } = await staff.call(productStock.ledger, { query: { skuId: gone?.id ?? 0 } })
  expect(body.list.map(({ change, reason }) => [change, reason])).toEqual([
    [2, 'init'],
    [-5, 'sku_removed'],
    [5, 'init'],
  ])
})

test('SKUs whose ids the form sends are kept when values are swapped or renamed', async () => {
  const { staff, cateId } = await openProductShop()
  const before = await makeProduct(staff, variantDraft(cateId))
  const form = formOf(before)
  const swapped = (value: string) => (value === '红' ? '蓝' : '红')
  const rows = form.attrValue.map((row) => ({
    ...row,
    attrValue: { ...row.attrValue, 颜色: swapped(row.attrValue?.颜色 ?? '') },
  }))
  const { status } = await staff.call(product.update, { body: { ...form, attrValue: rows } })
  expect(status).toBe(200)
  const after = await readProduct(staff, before.id)
  const suks = (info: typeof before) => new Map(info.attrValue.map(({ id, suk }) => [id, suk]))
  expect([...suks(after)].map(([id, suk]) => [id, suk])).toEqual(
    [...suks(before)].map(([id, suk]) => [id, suk.replace(/^./, swapped)]),
  )
})

test('of two saves of the same version the second is refused with the current one, unless it sends none', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const other = await shop.signIn({ permissions: productPermissions })
  const { id } = await makeProduct(staff, productDraft(cateId))
  await shop.ctx.db.execute(sql`update product set version = 3 where id = ${id}`)
  const [mine, theirs] = [formOf(await readProduct(staff, id)), formOf(await readProduct(other, id))]
  expect([mine.version, theirs.version]).toEqual([3, 3])
  expect((await staff.call(product.update, { body: { ...mine, storeName: '浴巾' } })).body.version).toBe(4)
  const late = await other.call(product.update, { body: { ...theirs, storeName: '方巾' } })
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'VERSION_CONFLICT', current: { version: 4, storeName: '浴巾', updateBy: staff.username } },
  })
  const { version: _, ...blind } = { ...theirs, storeName: '方巾' }
  expect(await other.call(product.update, { body: blind })).toMatchObject({ status: 200, body: { version: 5 } })
})

test('of many saves of one version at once exactly one succeeds', async () => {
  const { staff, cateId } = await openProductShop()
  const form = formOf(await makeProduct(staff, variantDraft(cateId)))
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => staff.call(product.update, { body: { ...form, storeName: `名${index}` } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
})

test('two products cannot share an own code, even when saved at once; nor a bar code, if the settings say so', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const row = { price: 1, stock: 0, skuNo: 'SN-1', barCode: '690' }
  const save = (storeName: string, change: object = {}) =>
    staff.call(product.save, { body: productDraft(cateId, { storeName, attrValue: [{ ...row, ...change }] }) })
  const answers = await Promise.all([save('一'), save('二'), save('三', { skuNo: 'sn-1' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ message: '商家编码已存在' })
  expect((await save('四', { skuNo: '' })).status).toBe(200)
  await inTransaction(shop.ctx, (tx) => writeSettings(tx, { product_unique_barcode: true }))
  expect(await save('五', { skuNo: '' })).toMatchObject({ status: 409, body: { message: '商品编号已存在：690' } })
})

test('staff who may not see costs never receive them, and their saves keep them', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const clerk = await shop.signIn({
    permissions: productPermissions.filter((permission) => permission !== 'admin:product:cost:view'),
  })
  const { id } = await makeProduct(staff, variantDraft(cateId, { isShow: true }))
  const seen = await readProduct(clerk, id)
  expect([seen.cost, ...seen.attrValue.map(({ cost }) => cost)]).toEqual([null, null, null, null, null])
  const { body: list } = await clerk.call(product.list, { query: { type: 1, withSku: true } })
  expect(JSON.stringify(list)).not.toContain('"cost":3')
  expect(list.list[0]).toMatchObject({ cost: null, attrValue: [{ cost: null }, {}, {}, {}] })
  const form = formOf(seen)
  const rows = form.attrValue.map((row) => ({ ...row, cost: 1, price: 60 }))
  expect((await clerk.call(product.update, { body: { ...form, attrValue: rows } })).status).toBe(200)
  const after = await readProduct(staff, id)
  expect(after.attrValue.map(({ cost, price }) => [cost, price])).toEqual(Array(4).fill([30, 60]))
  const { body: prices } = await clerk.call(productStock.prices, { query: { productId: id } })
  expect(prices.list.every(({ field }) => field === 'price')).toBe(true)
})

test('conflicts, audit trail and request log hide costs from them too', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const reads = ['admin:system:audit:list', 'admin:system:log:list']
  const permissions = [...productPermissions, ...reads].filter((each) => each !== SEE_COST)
  const [clerk, boss] = [await shop.signIn({ permissions }), await shop.signIn({ permissions: [...reads, SEE_COST] })]
  const form = formOf(await makeProduct(staff, productDraft(cateId, { attrValue: [{ price: 20, cost: 8.76 }] })))
  const rows = form.attrValue.map((row) => ({ ...row, cost: 8.75 }))
  await staff.call(product.update, { body: { ...form, attrValue: rows } })
  const late = await clerk.call(product.update, { body: form })
  expect(late).toMatchObject({ status: 409, body: { current: { cost: null, attrValue: [{ cost: null }] } } })
  const traces = async (reader: Caller) => {
    const { list } = (await reader.call(audit.list, { query: { objectType: 'product' } })).body
    const details = list.map(async ({ id }) => (await reader.call(audit.get, { params: { id } })).body)
    const calls = async () => (await reader.call(log.list, { query: {} })).body
    await expect.poll(async () => JSON.stringify(await calls())).toContain('/update')
    return JSON.stringify([list, await Promise.all(details), await calls()])
  }
  expect(await traces(boss)).toMatch(/8\.75.*8\.76/)
  expect(await traces(clerk)).not.toMatch(/8\.7|"cost"/)
})

test('a repeated creation with the same key adds no second product', async () => {
  const { staff, cateId } = await openProductShop()
  const headers = { 'idempotency-key': 'form-0123456789abcdef' }
  const first = await staff.call(product.save, { body: productDraft(cateId), headers })
  const again = await staff.call(product.save, { body: productDraft(cateId), headers })
  expect(again.body).toEqual(first.body)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect((await staff.call(product.list, { query: { type: 2 } })).body.total).toBe(1)
})

test('a price change is kept in the history permanently, and the lowest price of thirty days is shown', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const info = await makeProduct(staff, productDraft(cateId))
  const form = formOf(info)
  const rows = (price: number) => form.attrValue.map((row) => ({ ...row, price }))
  await staff.call(product.update, { body: { ...form, attrValue: rows(9.9) } })
  await staff.call(product.update, { body: { ...form, version: 1, attrValue: rows(25) } })
  const { body } = await staff.call(productStock.prices, { query: { productId: info.id, field: 'price' } })
  expect(body.list.map((row) => [row.old, row.new, row.source])).toEqual([
    [9.9, 25, 'edit'],
    [19.9, 9.9, 'edit'],
  ])
  expect((await readProduct(staff, info.id)).attrValue[0]?.lowestPrice).toBe(9.9)
  await expect(shop.ctx.db.execute(sql`delete from price_history`)).rejects.toThrow()
})

test('our own picture is stored by key and returned under the current media domain; external addresses stay', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const key = `public/2026/11/21/${'a'.repeat(32)}.jpg`
  const setDomain = (localUploadUrl: string) => inTransaction(shop.ctx, (tx) => writeSettings(tx, { localUploadUrl }))
  await setDomain('https://media.example')
  const content = `<p><img src="https://media.example/file/${key}" /><img src="https://m.example/b.jpg" /></p>`
  const image = `https://media.example/file/${key}`
  const { id } = await makeProduct(staff, productDraft(cateId, { image, content }))
  const { rows } = await shop.ctx.db.execute(
    sql`select image, html from product join product_content on product_id = id`,
  )
  expect(rows).toEqual([{ image: key, html: `<p><img src="/file/${key}" /><img src="https://m.example/b.jpg" /></p>` }])
  await setDomain('https://cdn.example/')
  await expect.poll(async () => (await readProduct(staff, id)).image).toBe(`https://cdn.example/file/${key}`)
  expect(await readProduct(staff, id)).toMatchObject({
    sliderImage: ['https://m.example/a.jpg'],
    content: `<p><img src="https://cdn.example/file/${key}" /><img src="https://m.example/b.jpg" /></p>`,
    attrValue: [{ image: `https://cdn.example/file/${key}` }],
  })
  expect(
    (await staff.call(product.save, { body: productDraft(cateId, { image: 'javascript:alert(1)' }) })).status,
  ).toBe(400)
})

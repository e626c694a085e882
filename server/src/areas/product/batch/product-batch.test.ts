import { type FileRow, file } from '@zhanggui/contract/file/file.ts'
import { audit } from '@zhanggui/contract/monitor/audit.ts'
import { log } from '@zhanggui/contract/monitor/log.ts'
import { type ProductBatch, product } from '@zhanggui/contract/product/product.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { productUndo } from '@zhanggui/contract/product/product-undo.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { upload } from '../../../testing/files/multipart.ts'
import { fetchBytes, readSheet } from '../../../testing/files/product-sheets.ts'
import { paint } from '../../../testing/files/upload-samples.ts'
import {
  makeCategory,
  makeProduct,
  openProductShop,
  productDraft,
  productPermissions,
  readProduct,
  variantDraft,
} from '../../../testing/product.ts'
import type { Caller } from '../../../testing/shop.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { SEE_COST } from '../product/product-describe.service.ts'

async function openBatch() {
  const opened = await openProductShop()
  const { staff, cateId } = opened
  const shirt = await makeProduct(staff, variantDraft(cateId))
  const towel = await makeProduct(staff, productDraft(cateId))
  const run = async (batch: ProductBatch) => {
    const { status, body } = await staff.call(product.batch, { body: batch })
    return { status, ...(body as object) } as Record<string, unknown> & { status: number; message?: string }
  }
  return { ...opened, shirt, towel, run, ids: [shirt.id, towel.id] }
}

test('a batch needs the permission of its action, products, and data that fit the action', async () => {
  const { shop, run, ids } = await openBatch()
  const clerk = await shop.signIn({ permissions: ['admin:product:batch'] })
  const refused = await clerk.call(product.batch, { body: { ids, action: 'up' } })
  expect(refused).toMatchObject({ status: 403, body: { permission: 'admin:product:up' } })
  const blind = await shop.signIn({ permissions: ['admin:product:batch', 'admin:product:update'] })
  const data = { target: 'cost' as const, mode: 'set' as const, value: 1 }
  expect((await blind.call(product.batch, { body: { ids, action: 'price', data } })).status).toBe(403)
  expect(await run({ action: 'up' })).toMatchObject({ status: 400, message: '请选择商品' })
  expect(await run({ ids, filter: { type: 1 }, action: 'up' })).toMatchObject({ status: 400 })
  expect(await run({ ids, action: 'price' })).toMatchObject({ status: 400, message: '请选择价格' })
  expect(await run({ ids, action: 'freight' })).toMatchObject({ status: 400, message: '请选择运费模板' })
  const half = { mode: 'add' as const, value: 0.5 }
  expect(await run({ ids, action: 'stock', data: half })).toMatchObject({ status: 400, message: '请输入整数' })
  const thin = { target: 'price' as const, mode: 'set' as const, value: 9.999 }
  expect(await run({ ids, action: 'price', data: thin })).toMatchObject({ status: 400, message: '金额最多两位小数' })
})

test('a bulk act is one entry of the trail with its count, and opens to what it changed in words', async () => {
  const { shop, staff, run, ids, shirt } = await openBatch()
  const reader = await shop.signIn({ can: [audit.list] })
  const data = { target: 'price' as const, mode: 'set' as const, value: 66 }
  expect(await run({ ids, action: 'price', data })).toMatchObject({ success: 2 })
  const { body } = await reader.call(audit.list, { query: { objectType: 'product' } })
  const [entry, ...others] = body.list
  expect(entry).toMatchObject({
    action: 'batch',
    objectName: expect.stringMatching(/ 2 个$/),
    actorName: staff.username,
  })
  expect(others.map(({ action }) => action)).toEqual(['create', 'create'])
  const { body: opened } = await reader.call(audit.list, { query: { requestId: entry?.requestId ?? '' } })
  expect(opened.list.map(({ action }) => action)).toEqual(['batch', 'update', 'update'])
  const { body: own } = await reader.call(audit.list, { query: { objectType: 'product', objectId: String(shirt.id) } })
  expect(own.list.map(({ action }) => action)).toEqual(['update', 'create'])
  const changes = own.list[0]?.diff ?? []
  expect(changes.map(({ label }) => label)).toContain('规格 红,M 售价')
  for (const { label, before, after } of changes) {
    expect(label).not.toMatch(/^[a-z]+$/i)
    for (const value of [before, after])
      expect(typeof value === 'object' && value !== null && !Array.isArray(value)).toBe(false)
  }
})

test('refusals are reported by product, and the other products are changed', async () => {
  const { staff, cateId, run, ids, shirt } = await openBatch()
  const free = await makeProduct(staff, productDraft(cateId, { storeName: '赠品', attrValue: [{ price: 0 }] }))
  expect(await run({ ids: [...ids, free.id, 99_999], action: 'up' })).toEqual({
    status: 200,
    total: 4,
    success: 2,
    failed: 2,
    undoId: expect.any(Number),
    errors: [
      { id: free.id, name: '赠品', message: '售价为0，不能上架' },
      { id: 99_999, name: '', message: '商品不存在或已被删除' },
    ],
  })
  expect((await readProduct(staff, shirt.id)).isShow).toBe(true)
})

test('prices change by amount or percentage with the chosen ending, in every SKU and the history; a dry run changes nothing', async () => {
  const { staff, run, ids, shirt, towel } = await openBatch()
  const data = { target: 'price' as const, mode: 'percent' as const, value: 10, round: 'x.9' as const }
  const tried = await run({ ids, action: 'price', data, dryRun: true })
  expect(tried).toMatchObject({
    total: 2,
    samples: [
      ...['红,M', '红,L', '蓝,M', '蓝,L'].map((suk) => ({ suk, before: '¥59.00', after: '¥64.90' })),
      { after: '¥21.90' },
    ],
  })
  expect((await readProduct(staff, shirt.id)).price).toBe(59)
  expect(await run({ ids, action: 'price', data })).toMatchObject({ success: 2 })
  expect((await readProduct(staff, shirt.id)).attrValue.map(({ price }) => price)).toEqual([64.9, 64.9, 64.9, 64.9])
  expect(await readProduct(staff, towel.id)).toMatchObject({ price: 21.9, version: 1 })
  const { body } = await staff.call(productStock.prices, { query: { productId: towel.id } })
  expect(body.list).toMatchObject([{ field: 'price', old: 19.9, new: 21.9, source: 'batch' }])
  const less = { target: 'price' as const, mode: 'add' as const, value: -30 }
  expect(await run({ ids, action: 'price', data: less })).toMatchObject({
    success: 1,
    errors: [{ id: towel.id, message: '调整后的价格不能小于0' }],
  })
})

test('request log and audit trail hide new costs of a batch from staff who may not see costs', async () => {
  const { shop, run, ids } = await openBatch()
  const data = { target: 'cost' as const, mode: 'set' as const, value: 7.31 }
  expect(await run({ ids, action: 'price', data })).toMatchObject({ success: 2 })
  const read = async (reader: Caller) => {
    const calls = async () => JSON.stringify((await reader.call(log.list, { query: {} })).body)
    await expect.poll(calls).toContain('"target":"cost"')
    const find = async (query: object) => (await reader.call(audit.list, { query })).body.list
    const listed = await find({ objectType: 'product' })
    const opened = await find({ requestId: listed.find(({ action }) => action === 'batch')?.requestId ?? '' })
    const list = [...listed, ...opened]
    const details = list.map(async ({ id }) => (await reader.call(audit.get, { params: { id } })).body)
    return JSON.stringify([await calls(), list, await Promise.all(details)])
  }
  const reads = ['admin:system:audit:list', 'admin:system:log:list']
  expect(await read(await shop.signIn({ permissions: reads }))).not.toContain('7.31')
  expect((await read(await shop.signIn({ permissions: [...reads, SEE_COST] }))).split('7.31').length).toBeGreaterThan(5)
})

test('stock that would fall below zero stays unchanged in all SKUs of the product; a dry run shows this', async () => {
  const { staff, run, ids, shirt, towel } = await openBatch()
  const batch: ProductBatch = { ids, action: 'stock', data: { mode: 'add', value: -6, reason: 'loss' } }
  const { samples } = await run({ ...batch, dryRun: true })
  expect(samples).toMatchObject([
    ...Array(4).fill({ before: '5', after: '库存不足，不会修改' }),
    { before: '10', after: '4' },
  ])
  expect(await run(batch)).toMatchObject({
    success: 1,
    failed: 1,
    errors: [{ id: shirt.id, name: '纯棉T恤', message: '规格「红,M」库存不足' }],
  })
  expect((await readProduct(staff, shirt.id)).attrValue.map(({ stock }) => stock)).toEqual([5, 5, 5, 5])
  expect((await readProduct(staff, towel.id)).stock).toBe(4)
})

test('a dry run names categories and templates, and shows every product, page by page', async () => {
  const { staff, run, cateId } = await openBatch()
  const other = await makeCategory(staff, '数码')
  const made = []
  for (let n = 0; n < 11; n++) made.push((await makeProduct(staff, productDraft(cateId))).id)
  const filing = {
    ids: made,
    action: 'category' as const,
    data: { mode: 'add' as const, cateIds: [other] },
    dryRun: true,
  }
  const change = { field: '分类', before: '家纺', after: '家纺、数码' }
  expect(await run(filing)).toMatchObject({ total: 11, samples: made.slice(0, 10).map((id) => ({ id, ...change })) })
  expect(await run({ ...filing, page: 2 })).toMatchObject({ total: 11, samples: [{ id: made[10], ...change }] })
})

test('stock, flags, categories, templates and plain fields of many products are changed at once', async () => {
  const { staff, run, ids, shirt, towel, cateId } = await openBatch()
  const other = await makeCategory(staff, '夏季')
  expect(await run({ ids, action: 'stock', data: { mode: 'set', value: 8, reason: 'stocktake' } })).toMatchObject({
    success: 2,
  })
  expect((await readProduct(staff, shirt.id)).stock).toBe(32)
  const { body } = await staff.call(productStock.ledger, { query: { productId: towel.id, reason: 'batch' } })
  expect(body.list).toMatchObject([{ change: -2, after: 8, remark: '盘点' }])
  await run({ ids, action: 'flags', data: { isHot: true, isNew: true } })
  await run({ ids, action: 'category', data: { mode: 'add', cateIds: [other] } })
  await run({ ids, action: 'fields', data: { sort: 9, unitName: '件' } })
  expect(await readProduct(staff, towel.id)).toMatchObject({
    isHot: true,
    isNew: true,
    isBest: false,
    sort: 9,
    unitName: '件',
    cateIds: [cateId, other],
  })
  expect(await run({ ids, action: 'category', data: { mode: 'remove', cateIds: [cateId, other] } })).toMatchObject({
    failed: 2,
    errors: [{ message: '商品至少保留一个分类' }, {}],
  })
  expect(await run({ ids, action: 'freight', data: { tempId: 99 } })).toMatchObject({
    errors: [{ message: '运费模板不存在，请重新选择' }, {}],
  })
  expect((await staff.call(product.list, { query: { type: 2, cateId: [other] } })).body.total).toBe(2)
})

test('above 200 products a task applies the batch, and its file lists the refused products', async () => {
  const { shop, staff, cateId, run, towel } = await openBatch()
  await liftRateLimits(shop)
  const admin = await shop.signInAdmin()
  await inTransaction(shop.ctx, (tx) => writeSettings(tx, { store_stock: 0 }))
  for (let round = 0; round < 20; round++)
    await Promise.all(Array.from({ length: 10 }, () => staff.call(product.duplicate, { params: { id: towel.id } })))
  const free = await makeProduct(staff, productDraft(cateId, { storeName: '=1+1', attrValue: [{ price: 0 }] }))
  await shop.app.work()
  const { status, taskId } = await run({ filter: { type: 2 }, action: 'up' })
  expect(status).toBe(202)
  const params = { id: String(taskId) }
  const state = async () => (await staff.call(task.info, { params })).body
  await expect.poll(async () => (await state()).status, { interval: 300 }).toBe('success')
  expect(await state()).toMatchObject({ title: '批量上架', message: '成功 202 个，失败 1 个', hasErrorFile: true })
  // It can be taken back from its record in the task centre.
  const found = await admin.call(productUndo.find, { query: { requestIds: [`task-${params.id}`] } })
  expect(found.body).toMatchObject([{ title: '批量上架', status: 'open' }])
  const undo = await admin.call(productUndo.info, { params: { id: found.body[0]?.id ?? 0 } })
  expect(undo.body).toMatchObject({ total: 202, restored: 202, left: 0 })
  const file = await fetchBytes(shop, staff, `/api/tasks/${params.id}/download?errors=true`)
  expect(await readSheet(file)).toEqual([
    ['商品ID', '商品名称', '原因'],
    [free.id, "'=1+1", '售价为0，不能上架'],
  ])
  expect((await staff.call(product.tabs)).body.slice(0, 2).map(({ count }) => count)).toEqual([202, 1])
})

test('a copy is in the warehouse under its own name, with new codes and no stock', async () => {
  const { shop, staff, cateId } = await openBatch()
  const row = { price: 5, cost: 3, stock: 7, skuNo: 'SN-9', barCode: '690', weight: 0.25 }
  const original = await makeProduct(
    staff,
    productDraft(cateId, { storeName: '杯'.repeat(128), isShow: true, content: '<p>好</p>', attrValue: [row] }),
  )
  const { body } = await staff.call(product.duplicate, { params: { id: original.id } })
  const copy = await readProduct(staff, body.id)
  expect(copy).toMatchObject({
    storeName: `${'杯'.repeat(125)}-副本`,
    isShow: false,
    stock: 0,
    sales: 0,
    content: '<p>好</p>',
    cateIds: [cateId],
    attrValue: [{ price: 5, cost: 3, stock: 0, skuNo: '', barCode: '690', weight: 0.25 }],
  })
  expect(copy.attrValue[0]?.unique).not.toBe(original.attrValue[0]?.unique)
  expect((await staff.call(product.duplicate, { params: { id: 99_999 } })).status).toBe(404)
  // It never had stock, so nobody is notified that it has run out.
  const { rows } = await shop.ctx.db.execute(sql`select title from notification where event = 'stock.alert'`)
  expect(rows).toEqual([])
})

test('all pictures of a copy are registered as used by it', async () => {
  const { shop, staff, cateId } = await openBatch()
  const pictures = { 'flat.png': await paint(30).png().toBuffer(), 'share.png': await paint(40).png().toBuffer() }
  const [flat, share] = (await upload(staff, file.upload, pictures)).body.files as FileRow[]
  const shown = { flatPattern: flat?.url ?? '', shareImage: share?.url ?? '' }
  const original = await makeProduct(staff, productDraft(cateId, shown))
  const { body } = await staff.call(product.duplicate, { params: { id: original.id } })
  const { rows } = await shop.ctx.db.execute(
    sql`select file_id as id from file_ref where owner_type = 'product' and owner_id = ${body.id} order by file_id`,
  )
  expect(rows).toEqual([{ id: flat?.id }, { id: share?.id }])
})

test('a field edited in place is validated like in the form, and its version is checked', async () => {
  const { staff, towel } = await openBatch()
  const edit = async (field: string, value: unknown, version?: number) => {
    const { status, body } = await staff.call(product.quickEdit, {
      body: { id: towel.id, version, field, value } as never,
    })
    return [status, (body as { message?: string }).message]
  }
  expect((await edit('price', 1))[0]).toBe(400)
  expect(await edit('sort', -1)).toEqual([400, '排序不能小于0'])
  expect(await edit('storeName', '')).toEqual([400, '请输入商品名称'])
  expect(await edit('tempId', 999)).toEqual([422, '运费模板不存在，请重新选择'])
  expect(await edit('sort', '7', 0)).toEqual([200, undefined])
  expect((await edit('sort', 8, 0))[0]).toBe(409)
  expect(await edit('keyword', '')).toEqual([200, undefined])
  expect(await readProduct(staff, towel.id)).toMatchObject({ sort: 7, keyword: '', version: 2 })
})

test('an unfinished form is kept only for its author', async () => {
  const { shop, staff } = await openBatch()
  const other = await shop.signIn({ permissions: productPermissions })
  const query = { key: 'new' }
  expect((await staff.call(product.draft, { query })).body).toEqual({ body: null, time: null })
  await staff.call(product.keepDraft, { body: { key: 'new', body: { storeName: '半' } } })
  await staff.call(product.keepDraft, { body: { key: 'new', body: { storeName: '半成' } } })
  expect((await staff.call(product.draft, { query })).body.body).toEqual({ storeName: '半成' })
  expect((await other.call(product.draft, { query })).body.body).toBeNull()
  await staff.call(product.removeDraft, { query })
  expect((await staff.call(product.draft, { query })).body.body).toBeNull()
  expect((await staff.call(product.keepDraft, { body: { key: '../x', body: {} } })).status).toBe(400)
})

test('of the forms that a user leaves unfinished the latest twenty are kept, whatever others leave', async () => {
  const { shop, staff } = await openBatch()
  const other = await shop.signIn({ permissions: productPermissions })
  const keep = (who: Caller, key: number) =>
    who.call(product.keepDraft, { body: { key: `${key}`, body: { storeName: `${key}` } } })
  await keep(other, 1)
  for (let key = 1; key <= 22; key++) {
    await keep(staff, key)
    shop.clock.advance(1000)
  }
  const found = async (who: Caller, key: number) =>
    (await who.call(product.draft, { query: { key: `${key}` } })).body.body !== null
  expect(await Promise.all([1, 2, 3, 22].map((key) => found(staff, key)))).toEqual([false, false, true, true])
  expect(await found(other, 1)).toBe(true)
})

test('two windows keep two drafts of new products; a window without one is offered the latest', async () => {
  const { staff } = await openBatch()
  const find = async (key: string) => (await staff.call(product.draft, { query: { key } })).body
  const keep = (key: string, storeName: string) => staff.call(product.keepDraft, { body: { key, body: { storeName } } })
  await keep('new-0000000a', '甲')
  await keep('new-0000000b', '乙')
  expect(await find('new-0000000a')).toMatchObject({ key: 'new-0000000a', body: { storeName: '甲' } })
  expect(await find('new-0000000b')).toMatchObject({ body: { storeName: '乙' } })
  expect((await find('new-0000000c')).key).toMatch(/^new-0000000[ab]$/)
  expect((await find('12')).body).toBeNull()
  await staff.call(product.removeDraft, { query: { key: 'new-0000000b' } })
  expect(await find('new-0000000b')).toMatchObject({ key: 'new-0000000a' })
})

test('the QR code of a product needs the address of the buyers’ site, that of the mini-program its account', async () => {
  const { shop, staff, towel } = await openBatch()
  const draw = (kind?: 'mp' | 'h5') => staff.call(product.qrcode, { params: { id: towel.id }, query: { kind } })
  expect(await draw()).toMatchObject({ status: 422, body: { code: 'NOT_CONFIGURED' } })
  await inTransaction(shop.ctx, (tx) => writeSettings(tx, { site_url: 'https://m.example/' }))
  expect((await draw()).body.url).toMatch(/^data:image\/png;base64,/)
  expect((await draw('mp')).body.url).toMatch(/^data:image\//)
})

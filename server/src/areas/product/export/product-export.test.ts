import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { product } from '@zhanggui/contract/product/product.ts'
import { productExport } from '@zhanggui/contract/product/product-export.ts'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import {
  carryOut,
  exportSheet,
  fetchBytes,
  openExports,
  readSheet,
  sheetPermissions,
} from '../../../testing/files/product-sheets.ts'
import {
  makeCategory,
  makeProduct,
  openProductShop,
  productDraft,
  productPermissions,
  readProduct,
  variantDraft,
} from '../../../testing/product.ts'
import type { Caller, Shop } from '../../../testing/shop.ts'
import { SEE_COST } from '../product/product-describe.service.ts'
import { productSheet } from './product.export.ts'

describe('products are exported', () => {
  test('only with the permission', async () => {
    const { shop, cateId } = await openProductShop()
    const staff = await shop.signIn({ permissions: productPermissions })
    await makeProduct(staff, productDraft(cateId))
    expect((await staff.call(productExport.download, { query: { type: 2 } })).status).toBe(403)
  })

  test('one row each: names, amounts and states as staff see them', async () => {
    const { shop, staff, cateId } = await openExports()
    const sub = await makeCategory(staff, '毛巾', cateId)
    const { id } = await makeProduct(
      staff,
      productDraft(sub, { attrValue: [{ price: 19.9, cost: 8, stock: 3, skuNo: 'T-1' }] }),
    )
    await makeProduct(staff, variantDraft(cateId))
    const [heading, ...rows] = await exportSheet(shop, staff, { type: 2 })
    expect(heading?.slice(0, 9)).toEqual([
      '商品名称',
      '商品分类',
      '价格',
      '库存',
      '销量',
      '浏览量',
      'ID',
      '市场价',
      '成本价',
    ])
    expect(rows).toHaveLength(2)
    // In the order of the list.
    expect(rows[0]?.[0]).toBe('纯棉T恤')
    expect(rows[1]?.slice(0, 9)).toEqual(['纯棉毛巾', '家纺/毛巾', 19.9, 3, 0, 0, id, 0, 8])
    expect(rows[1]?.slice(9, 13)).toEqual(['', 'T-1', '条', '仓库中'])
    const { rows: audited } = await shop.ctx.db.execute(
      sql`select object_name from audit_entry where action = 'export'`,
    )
    expect(audited).toEqual([{ object_name: '商品导出 2 条' }])
  })

  test('by ids or by the filters of the list, with only the requested columns', async () => {
    const { shop, staff, cateId } = await openExports()
    const towel = await makeProduct(staff, productDraft(cateId))
    const shirt = await makeProduct(staff, variantDraft(cateId))
    expect(await exportSheet(shop, staff, { ids: [shirt.id], columns: ['storeName', 'id'] })).toEqual([
      ['商品名称', 'ID'],
      ['纯棉T恤', shirt.id],
    ])
    const found = await exportSheet(shop, staff, { type: 2, keywords: '毛巾', columns: ['id'] })
    expect(found.slice(1)).toEqual([[towel.id]])
    expect(await staff.call(productExport.download, { query: { type: 1 } })).toMatchObject({
      status: 422,
      body: { message: '没有可导出的数据' },
    })
    expect((await staff.call(productExport.download, { query: { columns: ['no'] as never } })).status).toBe(400)
  })

  test('without costs for staff who may not see them', async () => {
    const { shop, staff, cateId } = await openExports()
    await makeProduct(staff, productDraft(cateId))
    const clerk = await shop.signIn({ permissions: sheetPermissions.filter((each) => each !== SEE_COST) })
    for (const mode of ['spu', 'sku'] as const)
      expect((await exportSheet(shop, clerk, { type: 2, mode }))[0]).not.toContain('成本价')
  })

  test("staff who may not see costs cannot change them by import, nor read other people's files", async () => {
    const { shop, staff, cateId } = await openExports()
    const { id } = await makeProduct(staff, productDraft(cateId))
    const clerk = await shop.signIn({ permissions: sheetPermissions.filter((each) => each !== SEE_COST) })
    const content = Buffer.from(`商品ID,售价,成本价\n${id},20.5,1`)
    const { body } = await upload(clerk, productImport.upload, { 'a.csv': content }, { mode: 'update' })
    await carryOut(shop, clerk, body.id)
    expect((await readProduct(staff, id)).attrValue).toMatchObject([{ price: 20.5, cost: 8 }])
    const { body: other } = await upload(staff, productImport.upload, { 'a.csv': content }, { mode: 'update' })
    const openFile = (caller: Caller, of: number) =>
      caller.send('GET', productImport.file.path.replace(':id', String(of))).then(({ status }) => status)
    expect([await openFile(clerk, body.id), await openFile(clerk, other.id)]).toEqual([200, 403])
    expect([await openFile(staff, body.id), await openFile(staff, other.id)]).toEqual([200, 200])
  })

  test('a name that begins with = opens as text; the address works once, within ten minutes', async () => {
    const { shop, staff, cateId } = await openExports()
    await makeProduct(staff, productDraft(cateId, { storeName: '=HYPERLINK("http://a")' }))
    const ask = async () => {
      const { body } = await staff.call(productExport.download, { query: { type: 2 } })
      if (!('url' in body)) throw new Error('no file')
      return body.url
    }
    const url = await ask()
    const headers = { authorization: `Bearer ${staff.token}` }
    const fetched = await Promise.all([1, 2].map(() => shop.app.fastify.inject({ method: 'GET', url, headers })))
    expect(fetched.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    const rows = await readSheet(fetched.find(({ statusCode }) => statusCode === 200)?.rawPayload ?? Buffer.alloc(0))
    expect(rows[1]?.[0]).toBe(`'=HYPERLINK("http://a")`)
    expect((await staff.send('GET', url)).status).toBe(404)
    const late = await ask()
    shop.clock.advance(11 * 60_000)
    expect((await staff.send('GET', late)).status).toBe(404)
  })

  test('above 5,000 rows as a task that keeps only some hundred rows in memory', async () => {
    const { shop, staff, cateId } = await openExports()
    const held = watchLines()
    const { id } = await makeProduct(staff, productDraft(cateId))
    const columns = sql.raw(await columnsOf(shop, 'product'))
    await shop.ctx.db.execute(sql`insert into product (id, ${columns}) overriding system value
      select 100000 + n, ${columns} from product, generate_series(1, 5001) n where product.id = ${id}`)
    await shop.ctx.db.execute(sql`insert into product_category select 100000 + n, category_id, is_direct
      from product_category, generate_series(1, 5001) n where product_id = ${id}`)
    const { status, body } = await staff.call(productExport.download, { query: { type: 2 } })
    expect(status).toBe(202)
    await shop.app.work()
    const params = { id: 'taskId' in body ? body.taskId : '' }
    await expect.poll(async () => (await staff.call(task.info, { params })).body.status).toBe('success')
    expect((await staff.call(task.info, { params })).body).toMatchObject({ resultRows: 5002 })
    const address = task.download.path.replace(':id', params.id)
    const rows = await readSheet(await fetchBytes(shop, staff, address))
    expect(rows).toHaveLength(5003)
    const ids = rows.slice(1).map((row) => row[6])
    expect([ids[0], ids.at(-1), new Set(ids).size]).toEqual([105_001, id, 5002])
    const others = [...sheetPermissions, 'admin:system:task:list']
    for (const [seen, status] of [
      [others, 200],
      [others.filter((each) => each !== SEE_COST), 403],
    ] as const)
      expect((await (await shop.signIn({ permissions: seen })).send('GET', address)).status).toBe(status)
    expect(held.lines).toBe(5002)
    expect(held.most).toBeGreaterThan(0)
    expect(held.most).toBeLessThan(1000)
  })
})

describe('our own sheet', () => {
  test('with one bad SKU row skips that product and reports row and column; confirmed twice it runs once', async () => {
    const { shop, staff } = await openExports()
    const text = [
      '商品编码,商品名称,商品分类,封面图,运费模板,规格1名称,规格1值,售价,库存',
      'T,T恤,家纺,https://m.example/a.jpg,全国包邮,颜色,红,59,3',
      'T,T恤,家纺,https://m.example/a.jpg,全国包邮,颜色,蓝,59.999,3',
      'B,杯子,家纺,https://m.example/a.jpg,全国包邮,,,9.9,2',
    ].join('\n')
    const { body } = await upload(staff, productImport.upload, { 'a.csv': Buffer.from(text) })
    expect(body).toMatchObject({
      total: 2,
      valid: 1,
      invalid: 1,
      errors: [{ row: 3, column: '售价', message: expect.stringContaining('超过两位小数') }],
    })
    const confirm = () => staff.call(productImport.confirm, { body: { importId: body.id, policy: 'skip' } })
    const answers = [await confirm(), await confirm()]
    expect(answers).toMatchObject([{ status: 202 }, { status: 409, body: { message: '该导入已执行' } }])
    await shop.app.work()
    const read = async () => (await staff.call(productImport.info, { params: { id: body.id } })).body
    await expect.poll(async () => (await read()).status).toBe('done')
    const { list } = (await staff.call(product.list, { query: { type: 2 } })).body
    expect(list.map(({ storeName, stock }) => [storeName, stock])).toEqual([['杯子', 2]])
  })

  test('leaves fields with empty cells unchanged; 清空 empties them', async () => {
    const { shop, staff, cateId } = await openExports()
    const other = await makeCategory(staff, '其他')
    const pictures = ['https://m.example/a.jpg', 'https://m.example/b.jpg']
    const info = await makeProduct(
      staff,
      productDraft(cateId, { sliderImage: pictures, keyword: '旧', storeInfo: '旧' }),
    )
    const text = `商品ID,商品名称,封面图,关键字,商品简介,轮播图,商品分类\n${info.id},,https://m.example/c.jpg,,<清空>,,`
    const { body } = await upload(
      staff,
      productImport.upload,
      { 'a.csv': Buffer.from(text) },
      { cateId: String(other) },
    )
    expect(body).toMatchObject({ updates: 1, errors: [] })
    await carryOut(shop, staff, body.id)
    const after = await readProduct(staff, info.id)
    expect(after).toMatchObject({ storeName: info.storeName, keyword: '旧', storeInfo: '', cateIds: [cateId] })
    expect({ image: after.image, sliderImage: after.sliderImage }).toEqual({
      image: 'https://m.example/c.jpg',
      sliderImage: pictures,
    })
  })

  test('does not add a product for an unknown id, unless the row has an own code', async () => {
    const { staff } = await openExports()
    const row = (code: string) => `${code},999,杯子,家纺,https://m.example/a.jpg,全国包邮,9.9`
    const read = async (code: string) => {
      const text = `商品编码,商品ID,商品名称,商品分类,封面图,运费模板,售价\n${row(code)}`
      return (await upload(staff, productImport.upload, { 'a.csv': Buffer.from(text) })).body
    }
    expect(await read('')).toMatchObject({ valid: 0, errors: [{ row: 2, column: '商品ID' }] })
    expect(await read('CUP')).toMatchObject({ creates: 1, warnings: [{ column: '商品ID' }] })
  })
})

/** The maximum number of export lines that survive garbage collection, sampled every thousand lines. */
function watchLines() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = { lines: 0, most: 0 }
  const seen: WeakRef<object>[] = []
  const { rows } = productSheet
  const watch = vi.spyOn(productSheet, 'rows').mockImplementation(async function* (...given) {
    for await (const line of rows(...given)) {
      seen.push(new WeakRef(line))
      if (++held.lines % 1000 === 0) {
        await setImmediate()
        collect()
        held.most = Math.max(held.most, seen.filter((each) => each.deref()).length)
      }
      yield line
    }
  })
  onTestFinished(() => watch.mockRestore())
  return held
}

async function columnsOf(shop: Shop, table: string): Promise<string> {
  const { rows } = await shop.ctx.db.execute<{ names: string }>(sql`
    select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
    where table_name = ${table} and table_schema = 'public' and column_name <> 'id'`)
  return rows[0]?.names ?? ''
}

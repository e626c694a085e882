import { product } from '@zhanggui/contract/product/product.ts'
import type { ImportInfo } from '@zhanggui/contract/product/product-import.ts'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { sql } from 'drizzle-orm'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { openProductShop, productPermissions } from '../../../testing/product.ts'
import type { Caller, Shop } from '../../../testing/shop.ts'

const head =
  'Handle,Title,Body (HTML),Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Image Src'
const bike = [
  head,
  'bike,Bike,"<p>Fast, <script>alert(1)</script>light</p>",Pure,Bikes,Color,Red,B-1,shopify,7,1299.00,https://nowhere.invalid/1.jpg',
  'bike,,,,,,Blue,B-2,shopify,-3,1199.00,',
  'bell,Bell,,Pure,Bells,Title,Default Title,B-3,shopify,4,9.90,',
].join('\n')

describe('a file of products', () => {
  test('is refused without the permission', async () => {
    const { shop } = await openProductShop()
    const stranger = await shop.signIn()
    expect((await upload(stranger, productImport.upload, { 'a.csv': Buffer.from(bike) })).status).toBe(403)
  })

  test('is checked without writing anything; problems and changes are reported by row and column', async () => {
    const { shop, staff } = await openImports()
    const bad = `${bike}\nbroken,Broken,,,,Title,Default Title,B-9,shopify,1,9.999,`
    const { status, body } = await upload(staff, productImport.upload, { 'a.csv': Buffer.from(bad) })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      importId: body.id,
      format: 'shopify',
      total: 3,
      valid: 2,
      invalid: 1,
      creates: 2,
      updates: 0,
      skus: 3,
      newCategories: ['Bikes', 'Bells'],
      newBrands: ['Pure'],
      errors: [{ row: 5, column: 'Variant Price', message: expect.stringContaining('两位小数') }],
      warnings: expect.arrayContaining([
        { row: 3, column: 'Variant Inventory Qty', message: expect.stringContaining('负数') },
      ]),
      preview: expect.arrayContaining([
        expect.objectContaining({
          storeName: 'Bike',
          action: 'create',
          category: 'Bikes',
          price: '1199 ~ 1299',
          stock: 7,
          skuCount: 2,
        }),
      ]),
    })
    const { rows } = await shop.ctx.db.execute(sql`select 1 from product union all select 1 from brand`)
    expect(rows).toEqual([])
  })

  test('is imported once, however often confirmed: variants, stock, ledger, categories, brands; invalid products are skipped', async () => {
    const { shop, staff } = await openImports()
    const { body } = await upload(staff, productImport.upload, {
      'a.csv': Buffer.from(`${bike}\nbroken,Broken,,,,Title,Default Title,B-9,shopify,1,x,`),
    })
    const refused = await staff.call(productImport.confirm, { body: { importId: body.id, policy: 'all' } })
    expect(refused.body).toMatchObject({ status: 422, message: expect.stringContaining('有 1 个商品存在错误') })
    const answers = await Promise.all([1, 2, 3].map(() => confirm(staff, body.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409])
    const done = await carriedOut(shop, staff, body.id)
    expect(done).toMatchObject({ done: 2, failed: 0, pictures: { total: 1 } })
    const { list } = (await staff.call(product.list, { query: { type: 2 } })).body
    expect(
      list.map(({ storeName, stock, brandName, skuCount }) => ({ storeName, stock, brandName, skuCount })),
    ).toEqual([
      { storeName: 'Bell', stock: 4, brandName: 'Pure', skuCount: 1 },
      { storeName: 'Bike', stock: 7, brandName: 'Pure', skuCount: 2 },
    ])
    const info = (await staff.call(product.info, { params: { id: list[1]?.id ?? 0 } })).body
    expect(info).toMatchObject({
      content: '<p>Fast, light</p>',
      image: 'https://nowhere.invalid/1.jpg',
      cateNames: ['Bikes'],
      attr: [{ attrName: 'Color', attrValues: ['Red', 'Blue'] }],
      attrValue: [
        { suk: 'Red', price: 1299, stock: 7, skuNo: 'B-1' },
        { suk: 'Blue', price: 1199, stock: 0, skuNo: 'B-2' },
      ],
    })
    const ledger = (await staff.call(productStock.ledger, { query: { productId: info.id } })).body.list
    expect(ledger).toMatchObject([{ change: 7, reason: 'import' }])
  })

  test('changes products when imported again instead of adding them: SKUs keep their identity, missing pictures are reported', async () => {
    const { shop, staff } = await openImports()
    await importFile(shop, staff, bike)
    const before = await bikeOf(staff)
    const again = bike
      .replace('1299.00', '999.00')
      .replace('shopify,7', 'shopify,5')
      .replace('bell,Bell', 'bell,Loud Bell')
    const info = await importFile(shop, staff, `${again}\nbike,,,,,,Green,B-7,shopify,1,5.00,`)
    expect(info).toMatchObject({ creates: 0, updates: 2, done: 2, failed: 0 })
    const after = await bikeOf(staff)
    expect(after.id).toBe(before.id)
    expect(after.attrValue.map(({ suk, price, stock }) => [suk, price, stock])).toEqual([
      ['Red', 999, 5],
      ['Blue', 1199, 0],
      ['Green', 5, 1],
    ])
    expect(after.attrValue.slice(0, 2).map(({ id, unique }) => [id, unique])).toEqual(
      before.attrValue.map(({ id, unique }) => [id, unique]),
    )
    await expect
      .poll(async () => (await staff.call(productImport.missing, { query: { id: info.id } })).body.list)
      .toMatchObject([{ storeName: 'Bike', url: 'https://nowhere.invalid/1.jpg' }])
  })

  test('can be downloaded again, and its invalid rows with the reasons', async () => {
    const { shop, staff } = await openImports()
    const content = `${bike}\nbroken,Broken,,,,Title,Default Title,B-9,shopify,1,x,`
    const { body } = await upload(staff, productImport.upload, { 'a.csv': Buffer.from(content) })
    const { rawPayload: original } = await fetchFile(
      shop,
      staff,
      productImport.file.path.replace(':id', String(body.id)),
    )
    expect(original.toString()).toBe(content)
    const errors = await fetchFile(shop, staff, productImport.errors.path.replace(':id', String(body.id)))
    const { sheets } = await readXlsx(new Uint8Array(errors.rawPayload))
    const message = expect.stringContaining('Variant Price：')
    expect(sheets[0]?.rows).toEqual([
      ['行号', ...head.split(','), '错误原因'],
      [5, ...'broken,Broken,,,,Title,Default Title,B-9,shopify,1,x,'.split(','), message],
    ])
  })

  test('has a template with headings that the import recognizes', async () => {
    const { shop, staff } = await openImports()
    const { rawPayload } = await fetchFile(shop, staff, productImport.template.path)
    const { sheets } = await readXlsx(new Uint8Array(rawPayload))
    const titles = (sheets[0]?.rows[0] ?? []).map(String)
    expect(titles).toEqual(expect.arrayContaining(['商品名称*', '商品分类*', '售价*', '规格5值', '详情']))
    expect(sheets[1]?.name).toBe('填写说明')
    const rows = [titles, titles.map((title) => towel[title.replace('*', '')] ?? '')]
    const filled = Buffer.from(await writeXlsx({ sheets: [{ name: '商品', rows }] }))
    const { body } = await upload(staff, productImport.upload, { 'a.xlsx': filled })
    expect(body).toMatchObject({ total: 1, valid: 1, errors: [] })
  })
})

const towel: Record<string, string> = {
  商品名称: '毛巾',
  商品分类: '家纺',
  封面图: 'https://a.invalid/1.jpg',
  轮播图: 'https://a.invalid/1.jpg',
  售价: '9.9',
  运费模板: '全国包邮',
}

async function openImports() {
  const { shop } = await openProductShop()
  const permissions = [...productPermissions, productImport.upload.permission, 'admin:product:brand:list']
  return { shop, staff: await shop.signIn({ permissions }) }
}

const sheetOf = (row: Record<string, string>) => `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}`

test('a sheet changes and adds no product for whoever may not do so by the form', async () => {
  const { shop, staff } = await openImports()
  await importFile(shop, staff, sheetOf({ ...towel, 商品编码: 'T-1' }))
  const permissions = [productImport.upload.permission, product.list.permission]
  const clerk = await shop.signIn({ permissions })
  const seen = async (row: object) =>
    (await upload(clerk, productImport.upload, { 'a.csv': Buffer.from(sheetOf({ ...towel, ...row })) })).body
  expect(JSON.stringify(await seen({ 商品编码: 'T-1', 售价: '0.1' }))).toContain('没有编辑商品的权限')
  expect(JSON.stringify(await seen({ 商品名称: '浴巾', 商品编码: 'T-2' }))).toContain('没有新增商品的权限')
})

const confirm = (staff: Caller, importId: number) =>
  staff.call(productImport.confirm, { body: { importId, policy: 'skip' } })

async function carriedOut(shop: Shop, staff: Caller, id: number): Promise<ImportInfo> {
  await shop.app.work()
  const read = async () => (await staff.call(productImport.info, { params: { id } })).body
  await expect.poll(async () => (await read()).status).toBe('done')
  return read()
}

async function importFile(shop: Shop, staff: Caller, content: string): Promise<ImportInfo> {
  const { body } = await upload(staff, productImport.upload, { 'a.csv': Buffer.from(content) })
  await confirm(staff, body.id)
  return carriedOut(shop, staff, body.id)
}

async function bikeOf(staff: Caller) {
  const { list } = (await staff.call(product.list, { query: { type: 2 } })).body
  const { id = 0 } = list.find(({ storeName }) => storeName === 'Bike') ?? {}
  return (await staff.call(product.info, { params: { id } })).body
}

function fetchFile({ app }: Shop, { token }: Caller, url: string) {
  return app.fastify.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
}

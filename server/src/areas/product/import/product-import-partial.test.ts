import { product } from '@zhanggui/contract/product/product.ts'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { carryOut, openExports } from '../../../testing/files/product-sheets.ts'
import { formOf, makeProduct, productDraft, readProduct, variantDraft } from '../../../testing/product.ts'
import type { Caller, Shop } from '../../../testing/shop.ts'
import { turnShelves } from '../upkeep/product-watch.service.ts'

const check = async (staff: Caller, text: string, options: Record<string, string> = {}) =>
  (await upload(staff, productImport.upload, { 'a.csv': Buffer.from(text) }, { fetchPictures: 'false', ...options }))
    .body

async function importText(shop: Shop, staff: Caller, text: string, options: Record<string, string> = {}) {
  const body = await check(staff, text, options)
  expect(body.errors).toEqual([])
  return carryOut(shop, staff, body.id)
}

const tee = `Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Image Src
tee,Tee,Tops,Size,S,T-1,shopify,5,20,https://m.example/t.jpg
tee,,,,M,T-2,shopify,6,21,
cap,Cap,Hats,Title,Default Title,C-1,shopify,7,9,https://m.example/c.jpg`

async function products(shop: Shop) {
  const { rows } = await shop.ctx.db.execute<{
    name: string
    code: string
    price: number
    stock: number
    cates: number[]
  }>(
    sql`select p.store_name as name, s.sku_no as code, s.price_fen::int as price, s.stock::int as stock
      from product p join product_sku s on s.product_id = p.id and not s.is_del order by s.sku_no`,
  )
  return rows.map(({ name, code, price, stock }) => [name, code, price, stock])
}

test('partial files change what they hold: prices by code, and the stock of an inventory', async () => {
  const { shop, staff } = await openExports()
  await importText(shop, staff, tee)
  const { rows: filed } = await shop.ctx.db.execute(sql`select id, cate_ids from product order by id`)
  const prices = await importText(shop, staff, 'Handle,SKU,Price\ntee,T-2,25\ncap,,10')
  expect(prices).toMatchObject({ creates: 0, updates: 2, done: 2, failed: 0 })
  expect(await products(shop)).toEqual([
    ['Cap', 'C-1', 1000, 7],
    ['Tee', 'T-1', 2000, 5],
    ['Tee', 'T-2', 2500, 6],
  ])
  const both = await importText(shop, staff, 'Handle,SKU,Price\ntee,T-1,22\ntee,T-2,26')
  expect(both).toMatchObject({ done: 1, failed: 0 })
  const stock = `Handle,Title,Option1 Name,Option1 Value,SKU,COO,East,West
tee,Renamed,Size,M,T-2,,1,2
cap,Cap,Title,Default Title,C-1,,not stocked,4`
  expect(await importText(shop, staff, stock)).toMatchObject({ done: 2, failed: 0 })
  expect(await products(shop)).toEqual([
    ['Cap', 'C-1', 1000, 4],
    ['Tee', 'T-1', 2200, 5],
    ['Tee', 'T-2', 2600, 3],
  ])
  // Nothing is filed elsewhere because the file says nothing of categories.
  expect((await shop.ctx.db.execute(sql`select id, cate_ids from product order by id`)).rows).toEqual(filed)
  expect((await check(staff, stock.replaceAll('cap', 'new'))).errors).toEqual([
    { row: 3, column: '', message: '店里没有这个商品，这样的行只更新已有的商品' },
  ])
})

test('rows without anything of a SKU change their product, with and without specifications', async () => {
  const { shop, staff, cateId } = await openExports()
  const [many, one] = [await makeProduct(staff, variantDraft(cateId)), await makeProduct(staff, productDraft(cateId))]
  const text = (price = '') => `商品ID,商品名称,售价\n${many.id},多规格改名,${price}\n${one.id},单规格改名,`
  // A price could be meant for any of them.
  expect(await importText(shop, staff, text('5'))).toMatchObject({ done: 1, failed: 1 })
  expect(await readProduct(staff, many.id)).toEqual(many)
  expect(await importText(shop, staff, text())).toMatchObject({ done: 2, failed: 0 })
  const after = [await readProduct(staff, many.id), await readProduct(staff, one.id)]
  expect(after.map(({ storeName }) => storeName)).toEqual(['多规格改名', '单规格改名'])
  const skusOf = ({ attrValue }: typeof many) => attrValue.map(({ id, suk, price, stock }) => [id, suk, price, stock])
  expect(after.map(skusOf)).toEqual([many, one].map(skusOf))
})

test('columns that are not read are listed, and what a new product lacks is named', async () => {
  const { staff } = await openExports()
  const found = await check(staff, '商品名称,商品分类,销售价,颜色\n毛巾,家纺,9.9,红')
  expect(found.unread).toEqual([
    { column: '销售价', meant: '售价' },
    { column: '颜色', meant: '' },
  ])
  expect(found.errors).toEqual([
    { row: 2, column: '售价', message: '文件中没有「售价」这一列，新增商品需要它；「销售价」如果就是「售价」，请改名' },
    { row: 2, column: '运费模板', message: '文件中没有「运费模板」这一列，新增商品需要它' },
  ])
  expect((await check(staff, 'Handle,SKU,Price\nnew,N-1,5')).errors).toEqual([
    { row: 2, column: 'Title', message: '文件中没有「Title」这一列，新增商品需要它' },
  ])
})

test('sheets of other systems are refused by name; what Matrixify is to delete is never added', async () => {
  const { staff } = await openExports()
  const taobao = Buffer.from(
    `\uFEFFversion 1.00\ntitle\tcid\tseller_cids\n宝贝名称\t宝贝类目\t店铺类目\n毛巾\t1\t2`,
    'utf16le',
  )
  const refused = await upload(staff, productImport.upload, { 'a.csv': taobao })
  expect([refused.status, (refused.body as { message?: string }).message]).toEqual([
    400,
    '这是淘宝助理的数据包，不能直接导入，请把商品名称、售价、库存等复制到导入模板中再上传',
  ])
  const matrixify = 'ID,Handle,Command,Title,Variant Price\n1,gone,DELETE,Gone,5'
  expect(await check(staff, matrixify)).toMatchObject({
    valid: 0,
    creates: 0,
    errors: [{ row: 2, column: 'Command', message: expect.stringContaining('DELETE') }],
  })
})

test('what Matrixify is to add only is never updated, and what it is to update only never added', async () => {
  const { shop, staff } = await openExports()
  await importText(shop, staff, tee)
  const heading = 'Handle,Command,Title,Option1 Name,Option1 Value,Variant Command,Variant Price'
  const single = (handle: string, command: string, variant = '') =>
    `${heading}\n${handle},${command},Any,Title,Default Title,${variant},5`
  const refusals: [text: string, column: string, message: string][] = [
    [single('cap', 'NEW'), '', '商品已存在，而命令 NEW 只新增商品，请删除这些行，或改为 MERGE'],
    [single('new', 'UPDATE'), '', '店里没有这个商品，这样的行只更新已有的商品'],
    [single('new', 'MERGE', 'UPDATE'), 'Variant Command', '店里没有这个商品，UPDATE 只更新已有的规格，请改为 MERGE'],
  ]
  for (const [text, column, message] of refusals)
    expect(await check(staff, text)).toMatchObject({ valid: 0, errors: [{ row: 2, column, message }] })
  const sizes = (variant: string) => `${heading}\ntee,UPDATE,Tee,Size,S,${variant},30\ntee,,,,L,${variant},31`
  expect(await importText(shop, staff, sizes('update'))).toMatchObject({
    failed: 1,
    errors: [{ message: '第 3 行的规格不存在，而命令 UPDATE 只更新已有的规格，请改为 MERGE' }],
  })
  expect(await importText(shop, staff, sizes('merge'))).toMatchObject({ done: 1, failed: 0 })
})

test('a removed frame is reported; addresses without a protocol and underlines stay', async () => {
  const { shop, staff } = await openExports()
  const body = `<p><u>a</u><img src=""//m.example/a.jpg""></p><iframe src=""https://v.example/1""></iframe>`
  const text = `Handle,Title,Type,Body (HTML),Variant Price,Image Src\ntee,Tee,Tops,"${body}",5,https://m.example/t.jpg`
  const info = await importText(shop, staff, text)
  expect(info.warnings).toEqual([
    { row: 2, column: 'Body (HTML)', message: '详情中的视频或嵌入的网页（iframe）无法保留，已去掉' },
  ])
  const { list } = (await staff.call(product.list, { query: { type: 2 } })).body
  expect((await readProduct(staff, list[0]?.id ?? 0)).content).toBe(
    '<p><u>a</u><img src="https://m.example/a.jpg" /></p>',
  )
})

test('a product may be saved and imported without pictures, but is never put on the shelf or left there without', async () => {
  const { shop, staff, cateId } = await openExports()
  const NO_PICTURE = '请先上传商品封面图，再上架'
  const bare = productDraft(cateId, { image: '', sliderImage: [''] })
  const say = ({ status, body }: { status: number; body: unknown }) => [status, (body as { message?: string }).message]
  expect(say(await staff.call(product.save, { body: { ...bare, isShow: true } }))).toEqual([422, NO_PICTURE])
  const { id } = await makeProduct(staff, bare)
  expect(say(await staff.call(product.putOnShelf, { params: { id } }))).toEqual([422, NO_PICTURE])
  const info = await readProduct(staff, id)
  expect(info).toMatchObject({ image: '', sliderImage: [] })

  await shop.ctx.db.execute(sql`update product set auto_on_time = ${new Date(0)} where id = ${id}`)
  await turnShelves(shop.ctx, new AbortController().signal)
  expect(await readProduct(staff, id)).toMatchObject({ isShow: false, autoOnTime: null })

  const sheet = '商品名称,商品分类,售价,运费模板,上架\n浴巾,家纺,9.9,全国包邮,是'
  const messagesOf = ({ warnings }: { warnings: readonly { message: string }[] }) =>
    warnings.map(({ message }) => message)
  expect(messagesOf(await check(staff, sheet))).toEqual(['商品没有图片，上架前需要上传'])
  // The check foresees what the import then finds, also of a product that the shop has without a picture.
  const both = `商品ID,商品名称,商品分类,售价,运费模板,上架\n,浴巾,家纺,9.9,全国包邮,是\n${id},方巾,,9.9,,是`
  const foreseen = messagesOf(await check(staff, both, { publish: 'true' }))
  expect(foreseen).toEqual([`不能上架：${NO_PICTURE}`, `不能上架：${NO_PICTURE}`])
  expect(messagesOf(await importText(shop, staff, both, { publish: 'true' }))).toEqual(foreseen)

  const shown = await makeProduct(staff, productDraft(cateId, { image: '', isShow: true }))
  expect(shown).toMatchObject({ isShow: true, image: 'https://m.example/a.jpg' })
  const change = { ...formOf(shown), image: '', sliderImage: [] }
  expect(say(await staff.call(product.update, { body: change }))).toEqual([422, '商品已上架，请保留封面图，或先下架'])
})

import { exported } from '@zhanggui/contract/export.ts'
import { type ProductDraft, type ProductInfo, product, type SkuDraft } from '@zhanggui/contract/product.ts'
import { type ProductExportQuery, productExport } from '@zhanggui/contract/product-export.ts'
import { productImport } from '@zhanggui/contract/product-import.ts'
import { task } from '@zhanggui/contract/task.ts'
import { MOST_SHEET_TEXT, productSheetColumns } from '@zhanggui/domain/product-sheet.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { upload } from '../../testing/multipart.ts'
import {
  makeCategory,
  makeProduct,
  openProductShop,
  productDraft,
  productPermissions,
  readProduct,
  variantDraft,
} from '../../testing/product.ts'
import type { Caller, Shop } from '../../testing/shop.ts'

const LONG = { timeout: 120_000, interval: 300 }
const permissions = [...productPermissions, productImport.upload.permission, productExport.download.permission]

describe('9.3 products are exported', () => {
  test('by nobody without the permission', async () => {
    const { shop, cateId } = await openProductShop()
    const staff = await shop.signIn({ permissions: productPermissions })
    await makeProduct(staff, productDraft(cateId))
    expect((await staff.call(productExport.download, { query: { type: 2 } })).status).toBe(403)
  })

  test('a row each: names, amounts and states as staff know them', async () => {
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
    expect(rows[0]?.slice(0, 9)).toEqual(['纯棉毛巾', '家纺/毛巾', 19.9, 3, 0, 0, id, 0, 8])
    expect(rows[0]?.slice(9, 13)).toEqual(['', 'T-1', '条', '仓库中'])
    const { rows: audited } = await shop.ctx.db.execute(
      sql`select object_name from audit_entry where action = 'export'`,
    )
    expect(audited).toEqual([{ object_name: '商品导出 2 条' }])
  })

  test('only those chosen, only the columns asked for, and found as the list finds them', async () => {
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
      ...{ status: 422, body: { message: '没有可导出的数据' } },
    })
    expect((await staff.call(productExport.download, { query: { columns: ['no'] as never } })).status).toBe(400)
  })

  test('§15.26 without what they cost, for whoever may not see it', async () => {
    const { shop, staff, cateId } = await openExports()
    await makeProduct(staff, productDraft(cateId))
    const clerk = await shop.signIn({ permissions: permissions.filter((each) => each !== 'admin:product:cost:view') })
    for (const mode of ['spu', 'sku'] as const)
      expect((await exportSheet(shop, clerk, { type: 2, mode }))[0]).not.toContain('成本价')
  })

  test('22 a name that begins with = opens as text; the address works once and for ten minutes', async () => {
    const { shop, staff, cateId } = await openExports()
    await makeProduct(staff, productDraft(cateId, { storeName: '=HYPERLINK("http://a")' }))
    const ask = async () => {
      const { body } = await staff.call(productExport.download, { query: { type: 2 } })
      if (!('url' in body)) throw new Error('no file')
      return body.url
    }
    const url = await ask()
    const rows = await readSheet(await fetchBytes(shop, staff, url))
    expect(rows[1]?.[0]).toBe(`'=HYPERLINK("http://a")`)
    expect((await staff.send('GET', url)).status).toBe(404)
    const late = await ask()
    shop.clock.advance(11 * 60_000)
    expect((await staff.send('GET', late)).status).toBe(404)
  })

  test('more than 5,000 rows as a task', async () => {
    const { shop, staff, cateId } = await openExports()
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
    await expect.poll(async () => (await staff.call(task.info, { params })).body.status, LONG).toBe('success')
    expect((await staff.call(task.info, { params })).body).toMatchObject({ resultRows: 5002 })
    const rows = await readSheet(await fetchBytes(shop, staff, task.download.path.replace(':id', params.id)))
    expect(rows).toHaveLength(5003)
    const ids = rows.slice(1).map((row) => row[6])
    expect([ids[0], ids.at(-1), new Set(ids).size]).toEqual([id, 105_001, 5002])
  }, 60_000)
})

describe('9.2 own exports can be imported again', () => {
  test('whatever the products: nothing changes in the shop they come from, and an empty shop gets the same', async () => {
    const { shop, staff, cateId } = await openExports()
    const categories = [cateId, await makeCategory(staff, 'A/B; c\\d', cateId), await makeCategory(staff, "'=新品；")]
    const drafts = fc.sample(anyProduct(categories), { seed: 20_250_530, numRuns: 40 })
    const before: ProductInfo[] = []
    for (const draft of drafts) before.push(await makeProduct(staff, draft))
    const file = await exportFile(shop, staff, { type: 2, mode: 'sku' })
    const traces = () =>
      shop.ctx.db.execute(sql`select (select count(*)::int from stock_ledger) as movements,
        (select count(*)::int from price_history) as prices, (select count(*)::int from product) as products,
        (select count(*)::int from category) as categories`)
    const { rows: then } = await traces()
    for (const mode of ['update', 'upsert']) {
      const done = await importFile(shop, staff, file, { mode })
      expect(done).toMatchObject({ creates: 0, updates: drafts.length, done: drafts.length, failed: 0, errors: [] })
      for (const info of before) expect(await readProduct(staff, info.id)).toEqual(info)
    }
    expect((await traces()).rows).toEqual(then)

    const other = await openExports()
    const done = await importFile(other.shop, other.staff, file, { mode: 'upsert' })
    expect(done).toMatchObject({ creates: drafts.length, done: drafts.length, failed: 0, errors: [] })
    const { list } = (await other.staff.call(product.list, { query: { type: 2, limit: 100 } })).body
    const after = await Promise.all(list.map(({ id }) => readProduct(other.staff, id)))
    const sorted = (infos: ProductInfo[]) => infos.map(goodsOf).sort((one, two) => one.mark.localeCompare(two.mark))
    expect(sorted(after)).toEqual(sorted(before))
    // The same file once more changes these, too, and adds none.
    const again = await importFile(
      other.shop,
      other.staff,
      await exportFile(other.shop, other.staff, { type: 2, mode: 'sku' }),
      { mode: 'upsert' },
    )
    expect(again).toMatchObject({ creates: 0, updates: drafts.length, failed: 0 })
    for (const info of after) expect(await readProduct(other.staff, info.id)).toEqual(info)
  }, 300_000)

  test('a file of another shop does not change what happens to have the same id', async () => {
    const [one, other] = [await openExports(), await openExports()]
    await makeProduct(one.staff, productDraft(one.cateId, { storeName: '甲店的毛巾' }))
    await makeProduct(other.staff, productDraft(other.cateId, { storeName: '乙店的毛巾' }))
    const file = await exportFile(one.shop, one.staff, { type: 2, mode: 'sku' })
    const { body } = await upload(other.staff, productImport.upload, { 'a.xlsx': file })
    expect(body).toMatchObject({
      valid: 0,
      errors: [{ row: 2, column: '商品ID', message: expect.stringContaining('其他店铺') }],
    })
  })

  test('a description too long for a cell is left out, and stays as it is', async () => {
    const { shop, staff, cateId } = await openExports()
    const content = `<p>${'很长的详情'.repeat(MOST_SHEET_TEXT / 5)}</p>`
    const info = await makeProduct(staff, productDraft(cateId, { content }))
    const file = await exportFile(shop, staff, { type: 2, mode: 'sku' })
    const rows = await readSheet(file)
    expect(rows[1]?.[rows[0]?.indexOf(productSheetColumns.content) ?? 0]).toBe('')
    await importFile(shop, staff, file, { mode: 'update' })
    expect(await readProduct(staff, info.id)).toEqual(info)
  })

  test('stock and prices that staff change in the sheet are changed, and nothing else', async () => {
    const { shop, staff, cateId } = await openExports()
    const info = await makeProduct(staff, variantDraft(cateId, { sort: 5, keyword: '夏季' }))
    const rows = await readSheet(await exportFile(shop, staff, { type: 2, mode: 'sku' }))
    const [heading = []] = rows
    const text = rows
      .map((row, index) =>
        [
          productSheetColumns.id,
          productSheetColumns.name1,
          productSheetColumns.value1,
          productSheetColumns.name2,
          productSheetColumns.value2,
          productSheetColumns.price,
          productSheetColumns.stock,
        ]
          .map((title) => (index === 1 && title === productSheetColumns.stock ? 9 : row[heading.indexOf(title)]))
          .join(','),
      )
      .join('\n')
    const { body } = await upload(staff, productImport.upload, { 'a.csv': Buffer.from(text) }, { mode: 'update' })
    expect(body).toMatchObject({ updates: 1, errors: [] })
    await carryOut(shop, staff, body.id)
    const after = await readProduct(staff, info.id)
    expect(after.attrValue.map(({ stock }) => stock)).toEqual([9, 5, 5, 5])
    const rest = { version: 0, stock: 0, alert: true, attr: [], attrValue: [], updateTime: '' }
    expect({ ...after, ...rest }).toEqual({ ...info, ...rest })
  })
})

describe('9.2 a sheet of ours', () => {
  test('§15.21 with one bad SKU row leaves that product out and tells row and column; confirmed twice it runs once', async () => {
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
    await expect.poll(async () => (await read()).status, LONG).toBe('done')
    const { list } = (await staff.call(product.list, { query: { type: 2 } })).body
    expect(list.map(({ storeName, stock }) => [storeName, stock])).toEqual([['杯子', 2]])
  })

  test('leaves alone what its cells leave empty; 清空 empties', async () => {
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

  test('an id that is nowhere is no new product, unless the row has a code of its own', async () => {
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

async function openExports() {
  const { shop, cateId } = await openProductShop()
  return { shop, cateId, staff: await shop.signIn({ permissions }) }
}

async function columnsOf(shop: Shop, table: string): Promise<string> {
  const { rows } = await shop.ctx.db.execute<{ names: string }>(sql`
    select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
    where table_name = ${table} and table_schema = 'public' and column_name <> 'id'`)
  return rows[0]?.names ?? ''
}

async function fetchBytes(shop: Shop, { token }: Caller, url: string): Promise<Buffer> {
  const answer = await shop.app.fastify.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

async function exportFile(shop: Shop, staff: Caller, query: ProductExportQuery): Promise<Buffer> {
  const { status, body } = await staff.call(productExport.download, { query })
  if (!('url' in body)) throw new Error(`${status} ${JSON.stringify(body)}`)
  expect(body.url).toBe(exported.fetch.path.replace(':token', body.url.split('/').at(-1) ?? ''))
  return fetchBytes(shop, staff, body.url)
}

async function readSheet(content: Buffer) {
  const { sheets } = await readXlsx(new Uint8Array(content))
  return sheets[0]?.rows ?? []
}

async function exportSheet(shop: Shop, staff: Caller, query: ProductExportQuery) {
  return readSheet(await exportFile(shop, staff, query))
}

async function carryOut(shop: Shop, staff: Caller, id: number) {
  await staff.call(productImport.confirm, { body: { importId: id, policy: 'all' } })
  await shop.app.work()
  const read = async () => (await staff.call(productImport.info, { params: { id } })).body
  await expect.poll(async () => (await read()).status, LONG).toBe('done')
  return read()
}

async function importFile(shop: Shop, staff: Caller, content: Buffer, options: Record<string, string>) {
  const { status, body } = await upload(
    staff,
    productImport.upload,
    { 'a.xlsx': content },
    { ...options, fetchPictures: 'false' },
  )
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: [] })
  return carryOut(shop, staff, body.id)
}

/** Everything of a product that a sheet carries. */
function goodsOf(info: ProductInfo) {
  const { storeName, storeInfo, keyword, unitName, image, sliderImage, videoLink, giveIntegral, ficti, sort } = info
  const { isBest, isHot, isNew, isBenefit, isGood, isSub, content, specType, cateNames, stock } = info
  return {
    mark: `${storeName} ${keyword}`,
    ...{ storeName, storeInfo, keyword, unitName, image, sliderImage, videoLink, giveIntegral, ficti, sort },
    ...{ isBest, isHot, isNew, isBenefit, isGood, isSub, content, specType, cateNames, stock },
    attr: info.attr.map(({ attrName, attrValues }) => ({ attrName, attrValues })),
    attrValue: info.attrValue.map((sku) => {
      const { attrValue, suk, price, otPrice, cost, weight, volume, barCode, skuNo, brokerage, brokerageTwo } = sku
      return {
        attrValue,
        suk,
        price,
        otPrice,
        cost,
        weight,
        volume,
        barCode,
        skuNo,
        brokerage,
        brokerageTwo,
        image: sku.image,
        stock: sku.stock,
      }
    }),
  }
}

/** Texts that sheets are known to spoil. */
const awkward = fc.constantFrom(
  ...['=1+1', "'=1+1", "''-x", '+86 138', '-5', '@home', '00123', '1e5', 'TRUE', '2024-01-02', '1/2', '<b>&amp;</b>'],
  ...[
    '"引号"',
    "it's",
    'a;b；c',
    'a/b\\c',
    '_x0041_',
    '😀 表情',
    '#REF!',
    '1,299.00',
    '99.00',
    ' 空 格 ',
    '多\n行',
    '٣',
  ],
)
const text = (most: number) =>
  fc
    .oneof(
      awkward,
      fc.string({ unit: 'grapheme', maxLength: most }),
      awkward.map((one) => `${one}号`),
    )
    .map((one) =>
      [
        ...one
          .normalize('NFC')
          .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
          .trim(),
      ]
        .slice(0, most)
        .join('')
        .trim(),
    )
const named = (most: number) => text(most).map((one) => one || '名')
const yuan = (most = 9_999_999_99) => fc.integer({ min: 0, max: most }).map((fen) => fen / 100)
const address = fc.constantFrom(
  ...[
    'https://m.example/a.jpg',
    'https://m.example/b;c.jpg?x=1&y=2',
    'https://m.example/图.png',
    'http://m.example/a\\b.gif',
  ],
)
const specName = named(10).map((one) => one.replace(/[,"\\]/g, ''))

let serial = 0

function anyProduct(categories: readonly number[]): fc.Arbitrary<ProductDraft> {
  const sku = fc.record({
    ...{ price: yuan(), otPrice: yuan(), cost: yuan(), stock: fc.integer({ min: 0, max: 99_999_999 }) },
    ...{ weight: fc.integer({ min: 0, max: 99_999_000 }).map((g) => g / 1000), barCode: text(20), image: address },
    volume: fc.integer({ min: 0, max: 9_999 }).map((one) => one / 10_000),
    share: fc.integer({ min: 0, max: 100 }),
  })
  const specs = fc.array(fc.record({ name: specName, values: fc.array(specName, { minLength: 1, maxLength: 4 }) }), {
    minLength: 0,
    maxLength: 3,
  })
  const fields = fc.record({
    ...{ storeName: named(40), storeInfo: text(60), keyword: text(30), unitName: named(4), image: address },
    sliderImage: fc.array(address, { minLength: 1, maxLength: 4 }),
    videoLink: fc.constantFrom('', 'https://m.example/a.mp4'),
    cateIds: fc.shuffledSubarray([...categories], { minLength: 1 }),
    content: text(80).map((one) => (one ? `<p>${one}</p>\r\n<p style="color:red">=1</p>` : '')),
    ...{ ficti: fc.integer({ min: 0, max: 9_999_999 }), giveIntegral: fc.nat(99_999), sort: fc.nat(99_999) },
    ...{
      isBest: fc.boolean(),
      isHot: fc.boolean(),
      isNew: fc.boolean(),
      isBenefit: fc.boolean(),
      isGood: fc.boolean(),
    },
    isSub: fc.boolean(),
  })
  return fc.tuple(fields, specs, fc.infiniteStream(sku)).map(([given, dimensions, stream]) => {
    const names = [...new Set(dimensions.map(({ name }) => name || '规'))]
    const attr = names.map((attrName, place) => ({
      attrName,
      attrValues: [...new Set((dimensions[place]?.values ?? []).map((value) => value || '值'))],
    }))
    const combinations = attr.reduce<Record<string, string>[]>(
      (rows, { attrName, attrValues }) =>
        rows.flatMap((row) => attrValues.map((value) => ({ ...row, [attrName]: value }))),
      [{}],
    )
    const skus = combinations.map((attrValue): SkuDraft => {
      const { share, ...fields } = stream.next().value
      const brokerage = Math.floor((fields.price * share) / 2) / 100
      const skuNo = share > 50 ? `=C-${++serial}` : ''
      return {
        ...fields,
        skuNo,
        ...(given.isSub && { brokerage, brokerageTwo: brokerage }),
        ...(attr.length && { attrValue }),
      }
    })
    return {
      ...given,
      keyword: `${given.keyword}#${++serial}`,
      tempId: 1,
      specType: attr.length > 0,
      ...(attr.length && { attr }),
      attrValue: skus,
    }
  })
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { file as mediaFile } from '@zhanggui/contract/file/file.ts'
import { brand } from '@zhanggui/contract/product/brand.ts'
import { type ProductDraft, type ProductInfo, product, type SkuDraft } from '@zhanggui/contract/product/product.ts'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { productLabel } from '@zhanggui/contract/product/product-label.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import type { PlainFields } from '@zhanggui/domain/fields.ts'
import { type PlainProduct, type SheetField, sheetFields } from '@zhanggui/domain/product/product-fields.ts'
import { MAX_SHEET_TEXT, productSheetColumns } from '@zhanggui/domain/product/product-sheet.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { carryOut, exportFile, importFile, openExports, readSheet } from '../../../testing/files/product-sheets.ts'
import { png } from '../../../testing/files/upload-samples.ts'
import { makeCategory, makeProduct, productDraft, readProduct, variantDraft } from '../../../testing/product.ts'
import type { Caller, Shop } from '../../../testing/shop.ts'
import { listEnsures, listLabels } from './product-export.repository.ts'

describe('exports of our own can be imported again', () => {
  test('random products: nothing changes in their own shop, and an empty shop gets the same products', async () => {
    const { shop, staff, cateId } = await openExports()
    const shelves: Shelves = {
      cateIds: [cateId, await makeCategory(staff, 'A/B; c\\d', cateId), await makeCategory(staff, "'=新品；")],
      brandIds: [0, await makeBrand(staff, '回力'), await makeBrand(staff, "'=A;b")],
      labelIds: [await makeLabel(staff, '爆款'), await makeLabel(staff, 'a;b\\；')],
      ensureIds: [...(await listEnsures(shop.ctx)).keys()],
    }
    const drafts = fc.sample(anyProduct(shelves), { seed: 20_250_530, numRuns: 40 })
    const made: ProductInfo[] = []
    for (const draft of drafts) made.push(await makeProduct(staff, draft))
    // What was stored before texts were trimmed, and what only rules assign, or is gone, stays as well.
    const ruled = await makeLabel(staff, '低库存')
    await shop.ctx.db.execute(sql`update product_label set rule = '{"kind":"lowStock","value":1}' where id = ${ruled}`)
    await shop.ctx.db.execute(sql`update product_content set html = html || E'\r\n\n' where product_id % 3 = 0`)
    await shop.ctx.db.execute(sql`update product set store_info = store_info || ' ',
      label_ids = array_append(label_ids, ${ruled}::bigint), ensure_ids = array_prepend(999999::bigint, ensure_ids)
      where id % 3 = 1`)
    const before: ProductInfo[] = []
    for (const { id } of made) before.push(await readProduct(staff, id))
    const file = await exportFile(shop, staff, { type: 2, mode: 'sku' })
    const traces = () =>
      shop.ctx.db.execute(sql`select (select count(*)::int from stock_ledger) as movements,
        (select count(*)::int from price_history) as prices, (select count(*)::int from product) as products,
        (select count(*)::int from category) as categories, (select count(*)::int from product_key) as keys,
        (select count(*)::int from product_import_picture) as pictures,
        (select count(*)::int from audit_entry where object_type = 'product') as entries,
        (select md5(string_agg(product::text, ',' order by id)) from product) as rows,
        (select md5(string_agg(sku::text, ',' order by id)) from product_sku as sku) as skus,
        (select md5(string_agg(content::text, ',' order by product_id)) from product_content as content) as contents`)
    const { rows: then } = await traces()
    for (const mode of ['update', 'upsert']) {
      const done = await importFile(shop, staff, file, { mode, fetchPictures: 'true' })
      expect(done).toMatchObject({ creates: 0, updates: drafts.length, done: drafts.length, failed: 0, errors: [] })
      for (const info of before) expect(await readProduct(staff, info.id)).toEqual(info)
    }
    expect((await traces()).rows).toEqual(then)

    const other = await openExports()
    const done = await importFile(other.shop, other.staff, file, { mode: 'upsert' })
    expect(done).toMatchObject({ creates: drafts.length, done: drafts.length, failed: 0, errors: [] })
    const { list } = (await other.staff.call(product.list, { query: { type: 2, limit: 100 } })).body
    const after = await Promise.all(list.map(({ id }) => readProduct(other.staff, id)))
    const sorted = async ({ ctx }: Shop, infos: ProductInfo[]) => {
      const labels = await listLabels(ctx)
      return infos.map((info) => goodsOf(info, labels)).sort((one, two) => one.mark.localeCompare(two.mark))
    }
    expect(await sorted(other.shop, after)).toEqual(await sorted(shop, made))
    // Importing the same file again changes these products and adds none.
    const again = await importFile(
      other.shop,
      other.staff,
      await exportFile(other.shop, other.staff, { type: 2, mode: 'sku' }),
      { mode: 'upsert' },
    )
    expect(again).toMatchObject({ creates: 0, updates: drafts.length, failed: 0 })
    for (const info of after) expect(await readProduct(other.staff, info.id)).toEqual(info)
  })

  test('pictures of our own stay here as they are, and another shop fetches them from this one', async () => {
    let own: Shop | undefined
    const front = createServer(async (request, response) => {
      const answer = await own?.app.fastify.inject({ method: 'GET', url: request.url ?? '' })
      response.writeHead(answer?.statusCode ?? 503).end(answer?.rawPayload)
    })
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void front.close())
    const address = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
    const { shop, staff, cateId } = await openExports({ env: { PUBLIC_URL: address } })
    own = shop
    const image = `/file/${(await upload(staff, mediaFile.picture, { 'a.png': await png() })).body.path}`
    const info = await makeProduct(
      staff,
      productDraft(cateId, { image, sliderImage: [image], content: `<p><img src="${image}"></p>` }),
    )
    const file = await exportFile(shop, staff, { type: 2, mode: 'sku' })
    await importFile(shop, staff, file, { mode: 'update', fetchPictures: 'true' })
    expect(await readProduct(staff, info.id)).toEqual(info)

    const other = await openExports()
    const admin = await other.shop.signInAdmin()
    const values = { private_network_allowed: true }
    await admin.call(setting.save, { params: { group: 'security' }, body: { values } })
    const done = await importFile(other.shop, other.staff, file, { fetchPictures: 'true' })
    expect(done).toMatchObject({ creates: 1, warnings: [{ column: '商品ID' }] })
    const { list } = (await other.staff.call(product.list, { query: { type: 2 } })).body
    const read = () => readProduct(other.staff, list[0]?.id ?? 0)
    await expect.poll(async () => (await read()).image).toMatch(/^\/file\/public\//)
    const { image: theirs, sliderImage, content, attrValue } = await read()
    expect({ sliderImage, content, image: attrValue[0]?.image }).toEqual({
      sliderImage: [theirs],
      image: theirs,
      content: `<p><img src="${theirs}" /></p>`,
    })
    const bytes = (of: Shop, url: string) => of.app.fastify.inject({ method: 'GET', url })
    expect((await bytes(other.shop, theirs)).rawPayload).toEqual((await bytes(shop, image)).rawPayload)

    // Without its domain in the file, nobody else can find a picture: that is said before the import.
    const nowhere = (await readSheet(file)).map((row) => row.map((cell) => String(cell ?? '').replaceAll(address, '')))
    const text = nowhere.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
    const { body } = await upload(other.staff, productImport.upload, { 'a.csv': Buffer.from(text) })
    expect(body.warnings).toContainEqual({
      row: 2,
      column: '封面图',
      message: expect.stringMatching(/^\d 张图片不在本店素材库中/),
    })
  })

  test("another shop's file does not change products that happen to have the same id", async () => {
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

  test("a product is found by one of its SKUs' own codes, whatever key the sheet has for it", async () => {
    const { shop, staff, cateId } = await openExports()
    const info = await makeProduct(staff, productDraft(cateId, { attrValue: [{ price: 5, skuNo: 'SN-1' }] }))
    const text = '商品编码,商家编码,售价\nA-100,sn-1,8'
    const { body } = await upload(staff, productImport.upload, { 'a.csv': Buffer.from(text) }, { mode: 'update' })
    expect(body).toMatchObject({ updates: 1, errors: [] })
    await carryOut(shop, staff, body.id)
    expect((await readProduct(staff, info.id)).price).toBe(8)
    const later = '商品编码,商品名称,售价\nA-100,新毛巾,9'
    const again = await upload(staff, productImport.upload, { 'b.csv': Buffer.from(later) }, { mode: 'update' })
    expect(again.body).toMatchObject({ updates: 1, errors: [], preview: [{ productId: info.id }] })
  })

  test('a description too long for a cell is left out of the export and unchanged by the import', async () => {
    const { shop, staff, cateId } = await openExports()
    const content = `<p>${'很长的详情'.repeat(MAX_SHEET_TEXT / 5)}</p>`
    const info = await makeProduct(staff, productDraft(cateId, { content }))
    const file = await exportFile(shop, staff, { type: 2, mode: 'sku' })
    const rows = await readSheet(file)
    expect(rows[1]?.[rows[0]?.indexOf(productSheetColumns.content) ?? 0]).toBe('')
    await importFile(shop, staff, file, { mode: 'update' })
    expect(await readProduct(staff, info.id)).toEqual(info)
  })

  test('only the stock and prices that staff change in the sheet are changed', async () => {
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
    // Changes made by a task are in the product's audit trail too, with the same fields hidden from some readers.
    const { rows: trail } = await shop.ctx.db.execute(
      sql`select object_type from audit_entry where object_id = ${String(info.id)} and action = 'update'`,
    )
    expect(trail).toEqual([{ object_type: 'product' }])
  })
})

/** All of a product that staff enter, with the names of what it refers to instead of this shop's ids. */
function goodsOf(info: ProductInfo, labels: ReadonlyMap<number, string>) {
  const { attr, attrValue, brandId: _1, labelIds, cateIds: _2, storeCategory: _3, ...rest } = info
  const { id: _4, version: _5, createTime: _6, updateTime: _7, createBy: _8, updateBy: _9, ...fields } = rest
  return {
    mark: `${info.storeName} ${info.keyword}`,
    ...fields,
    labels: labelIds.map((id) => labels.get(id)),
    attr: attr.map(({ attrName, attrValues }) => ({ attrName, attrValues })),
    attrValue: attrValue.map(({ id: _a, productId: _b, version: _c, unique: _d, ...sku }) => sku),
  }
}

async function makeBrand(staff: Caller, name: string): Promise<number> {
  return (await staff.call(brand.save, { body: { name } })).body.id
}

async function makeLabel(staff: Caller, name: string): Promise<number> {
  return (await staff.call(productLabel.save, { body: { name, color: '#00aa00' } })).body.id
}

/** Texts that spreadsheets are known to corrupt. */
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

/** Random values for every plain field that a sheet carries. */
function anyPlain() {
  const fields: PlainFields = sheetFields
  const values = Object.entries(fields).map(([name, field]) => {
    if (field.kind === 'flag') return [name, fc.boolean()]
    return [name, field.kind === 'whole' ? fc.integer(field) : text(Math.min(field.max, 60))]
  })
  return Object.fromEntries(values) as { [Name in SheetField]: fc.Arbitrary<PlainProduct[Name]> }
}

/** The rows that products of a shop can refer to. */
type Shelves = Record<'cateIds' | 'brandIds' | 'labelIds' | 'ensureIds', number[]>

function anyProduct({ cateIds, brandIds, labelIds, ensureIds }: Shelves): fc.Arbitrary<ProductDraft> {
  const sku = fc.record({
    price: yuan(),
    otPrice: yuan(),
    cost: yuan(),
    stock: fc.integer({ min: 0, max: 99_999_999 }),
    weight: fc.integer({ min: 0, max: 99_999_000 }).map((g) => g / 1000),
    barCode: text(20),
    image: address,
    volume: fc.integer({ min: 0, max: 9_999 }).map((one) => one / 10_000),
    share: fc.integer({ min: 0, max: 100 }),
    vipPrice: fc.option(yuan(), { nil: undefined }),
    alertStock: fc.option(fc.nat(999), { nil: undefined }),
    isShow: fc.boolean(),
  })
  const specs = fc.array(fc.record({ name: specName, values: fc.array(specName, { minLength: 1, maxLength: 4 }) }), {
    minLength: 0,
    maxLength: 3,
  })
  const fields = fc.record({
    ...anyPlain(),
    storeName: named(40),
    keyword: text(30),
    unitName: named(4),
    image: address,
    sliderImage: fc.array(address, { minLength: 1, maxLength: 4 }),
    videoLink: fc.constantFrom('', 'https://m.example/a.mp4'),
    cateIds: fc.shuffledSubarray(cateIds, { minLength: 1 }),
    brandId: fc.constantFrom(...brandIds),
    labelIds: fc.shuffledSubarray(labelIds),
    ensureIds: fc.shuffledSubarray(ensureIds),
    params: fc.array(fc.record({ name: named(20), value: text(40) }), { maxLength: 4 }),
    activity: fc.shuffledSubarray([0, 1, 2, 3] as const).map((types) => [...types]),
    limitType: fc.constantFrom(0, 1, 2),
    limitNum: fc.constant(9999),
    visibility: fc.constantFrom(0, 1, 2),
    alertStock: fc.option(fc.nat(999), { nil: undefined }),
    autoOnTime: fc.constantFrom('', '2099-02-03 04:05:06'),
    autoOffTime: fc.constantFrom('', '2099-12-31 23:59:59'),
    flatPattern: fc.constantFrom('', 'https://m.example/f;g.jpg'),
    shareImage: fc.constantFrom('', 'public/a.jpg'),
    content: text(80).map((one) => (one ? `<p>${one}</p>\r\n<p style="color:red">=1</p>` : '')),
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

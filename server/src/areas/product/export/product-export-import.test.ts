import { type ProductDraft, type ProductInfo, product, type SkuDraft } from '@zhanggui/contract/product/product.ts'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { namesOf, type PlainFields, pick } from '@zhanggui/domain/fields.ts'
import { type PlainProduct, type SheetField, sheetFields } from '@zhanggui/domain/product/product-fields.ts'
import { MAX_SHEET_TEXT, productSheetColumns } from '@zhanggui/domain/product/product-sheet.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { upload } from '../../../testing/multipart.ts'
import { makeCategory, makeProduct, productDraft, readProduct, variantDraft } from '../../../testing/product.ts'
import { carryOut, exportFile, importFile, openExports, readSheet } from '../../../testing/product-sheets.ts'

describe('9.2 exports of our own can be imported again', () => {
  test('random products: nothing changes in their own shop, and an empty shop gets the same products', async () => {
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
    // Importing the same file again changes these products and adds none.
    const again = await importFile(
      other.shop,
      other.staff,
      await exportFile(other.shop, other.staff, { type: 2, mode: 'sku' }),
      { mode: 'upsert' },
    )
    expect(again).toMatchObject({ creates: 0, updates: drafts.length, failed: 0 })
    for (const info of after) expect(await readProduct(other.staff, info.id)).toEqual(info)
  }, 300_000)

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

  test("9.2 a product is found by one of its SKUs' own codes, whatever key the sheet has for it", async () => {
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

/** All fields of a product that a sheet carries. */
function goodsOf(info: ProductInfo) {
  const { storeName, keyword, image, sliderImage, videoLink, isSub, content, specType, cateNames, stock } = info
  return {
    mark: `${storeName} ${keyword}`,
    ...pick(info, namesOf(sheetFields)),
    ...{ storeName, image, sliderImage, videoLink, isSub, content, specType, cateNames, stock },
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
    ...anyPlain(),
    ...{ storeName: named(40), keyword: text(30), unitName: named(4), image: address },
    sliderImage: fc.array(address, { minLength: 1, maxLength: 4 }),
    videoLink: fc.constantFrom('', 'https://m.example/a.mp4'),
    cateIds: fc.shuffledSubarray([...categories], { minLength: 1 }),
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

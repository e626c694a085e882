import { describe, expect, test } from 'vitest'
import type { ImportLine } from '../sheet-cells.ts'
import { findShopifyColumns } from './shopify-columns.ts'
import { readShopifyExport } from './shopify-export.ts'

const heading = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Barcode',
  'Image Src',
  'Variant Image',
]
type Cells = Partial<Record<string, string>>

describe('a Shopify product export', () => {
  test('is recognized by its heading, in the older and the newer format, in any case and spacing', () => {
    expect(findShopifyColumns(heading)).toBeDefined()
    expect(findShopifyColumns(['\uFEFFtitle', 'URL HANDLE', 'Price', 'Option1 name'])?.get('handle')?.index).toBe(1)
    expect(findShopifyColumns(['商品名称', '售价'])).toBeUndefined()
  })

  test('yields a product for each handle: variants become SKUs, options specifications, picture rows no SKUs', () => {
    const [bike] = read(
      {
        Handle: 'Bike',
        Title: 'Bike',
        'Body (HTML)': '<p>fast</p>',
        Vendor: 'Pure',
        Type: 'Bikes',
        Tags: 'a, b',
        Published: 'true',
        'Option1 Name': 'Color',
        'Option1 Value': 'Red',
        'Option2 Name': 'Size',
        'Option2 Value': 'L',
        'Variant SKU': 'B-1',
        'Variant Grams': '272',
        'Variant Inventory Tracker': 'shopify',
        'Variant Inventory Qty': '7',
        'Variant Price': '1,299.00',
        'Variant Compare At Price': '1,500.50',
        'Variant Barcode': "'0309",
        'Image Src': '//cdn.example/1.jpg',
      },
      {
        Handle: 'Bike',
        'Option1 Value': 'Blue',
        'Option2 Value': 'L',
        'Variant Price': '9',
        'Variant Inventory Tracker': 'shopify',
        'Image Src': 'https://cdn.example/2.jpg',
        'Variant Image': 'https://cdn.example/blue.jpg',
      },
      { Handle: 'bike', 'Image Src': 'https://cdn.example/3.jpg' },
    )
    expect(bike).toMatchObject({
      key: 'bike',
      hasKey: true,
      firstRow: 2,
      lastRow: 4,
      storeName: 'Bike',
      brand: 'Pure',
      categories: [['Bikes']],
      keyword: 'a,b',
      content: '<p>fast</p>',
      isShow: true,
      image: 'https://cdn.example/1.jpg',
      sliderImage: ['https://cdn.example/1.jpg', 'https://cdn.example/2.jpg', 'https://cdn.example/3.jpg'],
      attrs: [
        { attrName: 'Color', attrValues: ['Red', 'Blue'] },
        { attrName: 'Size', attrValues: ['L'] },
      ],
      problems: [],
      warnings: [],
    })
    expect(bike?.skus).toEqual([
      expect.objectContaining({
        row: 2,
        values: ['Red', 'L'],
        price: '1299',
        otPrice: '1500.5',
        stock: 7,
        weight: 0.272,
        barCode: '0309',
        skuNo: 'B-1',
      }),
      expect.objectContaining({ row: 3, values: ['Blue', 'L'], price: '9', image: 'https://cdn.example/blue.jpg' }),
    ])
  })

  test('without options yields a product with a single specification, whatever its one Title says', () => {
    for (const value of ['Default Title', '15mm Wrench'])
      expect(read({ ...wrench, 'Option1 Name': 'Title', 'Option1 Value': value })[0]).toMatchObject({
        attrs: [{ attrName: '规格', attrValues: ['默认'] }],
        skus: [{ values: ['默认'] }],
      })
    const two = read(
      { ...wrench, 'Option1 Name': 'Title', 'Option1 Value': 'small' },
      { Handle: 'wrench', 'Option1 Value': 'large', 'Variant Price': '2' },
    )
    expect(two[0]?.attrs).toEqual([{ attrName: 'Title', attrValues: ['small', 'large'] }])
  })

  test('is accepted with the irregularities of real shop data, and every change is reported', () => {
    const [product] = read(
      {
        ...wrench,
        'Option1 Name': 'Size',
        'Option1 Value': '26"',
        'Variant Inventory Tracker': 'shopify',
        'Variant Inventory Qty': '-103',
        'Variant SKU': 'x'.repeat(60),
        Tags: `${'t'.repeat(200)},${'u'.repeat(100)}`,
      },
      ...Array.from({ length: 12 }, (_, n) => ({ Handle: 'wrench', 'Image Src': `https://cdn.example/${n}.jpg` })),
    )
    expect(product?.skus[0]).toMatchObject({ values: ['26″'], stock: 0, skuNo: 'x'.repeat(50) })
    expect(product?.keyword).toBe('t'.repeat(200))
    expect(product?.sliderImage).toHaveLength(10)
    expect(product?.content).toContain('<img src="https://cdn.example/11.jpg">')
    expect(product?.problems).toEqual([])
    expect(product?.warnings.map(({ row, column }) => [row, column])).toEqual([
      [2, 'Variant SKU'],
      [2, 'Option1 Value'],
      [2, 'Variant Inventory Qty'],
      [2, 'Image Src'],
      [2, 'Tags'],
    ])
  })

  test('gives variants without tracked inventory the stock the shop chose', () => {
    expect(read({ ...wrench, 'Variant Inventory Tracker': '', 'Variant Inventory Qty': '0' })[0]?.skus[0]?.stock).toBe(
      99,
    )
  })

  test.each([
    [[{ ...wrenchRow(), 'Variant Price': '10.999' }], 2, 'Variant Price', '超过两位小数'],
    [[{ ...wrenchRow(), 'Variant Price': 'free' }], 2, 'Variant Price', '不是金额'],
    [[{ ...wrenchRow(), 'Variant Price': '' }], 2, 'Variant Price', '缺少价格'],
    [[{ ...wrenchRow(), 'Variant Grams': '-4' }], 2, 'Variant Grams', '不是数字'],
    [[{ ...wrenchRow(), Title: '' }], 2, 'Title', '缺少商品名称'],
    [[{ ...wrenchRow(), Handle: '' }], 2, 'Handle', '缺少 Handle'],
    [
      [
        { ...wrenchRow(), 'Option1 Name': 'Size', 'Option1 Value': 'S' },
        { Handle: 'wrench', 'Option1 Value': 'S', 'Variant Price': '1' },
      ],
      3,
      'Option1 Value',
      '与第 2 行重复',
    ],
    [
      [
        { ...wrenchRow(), 'Option1 Name': 'Size', 'Option1 Value': 'S' },
        { Handle: 'wrench', 'Variant SKU': 'x', 'Variant Price': '1' },
      ],
      3,
      'Option1 Value',
      '缺少规格「Size」的值',
    ],
  ])('names row, column and remedy of what keeps a product out', (rows, row, column, message) => {
    const [product] = read(...rows)
    expect(product?.problems).toEqual([{ row, column, message: expect.stringContaining(message) }])
  })
})

const wrench = wrenchRow()
function wrenchRow(): Cells {
  return {
    Handle: 'wrench',
    Title: 'Wrench',
    'Option1 Value': 'Default Title',
    'Variant Inventory Tracker': 'shopify',
    'Variant Price': '10.99',
  }
}

function read(...rows: Cells[]) {
  const columns = findShopifyColumns(heading)
  if (!columns) throw new Error('no Shopify heading')
  const lines = rows.map(
    (cells, index): ImportLine => ({ line: index + 2, cells: heading.map((title) => cells[title] ?? '') }),
  )
  return readShopifyExport(columns, lines, { untrackedStock: 99 })
}

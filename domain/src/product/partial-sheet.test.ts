import { expect, test } from 'vitest'
import { cutAtWord, findUnread, type ImportLine } from '../sheet-cells.ts'
import { findSheetColumns, productSheetColumns } from './product-sheet.ts'
import { findShopifyColumns } from './shopify-columns.ts'
import { readShopifyExport } from './shopify-export.ts'
import { isShopifyInventory, readShopifyInventory } from './shopify-inventory.ts'

function table(text: string) {
  const [heading = [], ...rows] = text.split('\n').map((row) => row.split(','))
  const lines = rows.map((cells, index): ImportLine => ({ line: index + 2, cells }))
  const columns = findShopifyColumns(heading)
  if (!columns) throw new Error('no Shopify heading')
  return { heading, lines, columns }
}

function read(text: string) {
  const { lines, columns } = table(text)
  return readShopifyExport(columns, lines, { untrackedStock: 0 })
}

test('a file with Handle, SKU and Price holds these and nothing else of a product', () => {
  const [bike, bell] = read('Handle,SKU,Price\nbike,B-1,9\nbike,B-2,8\nbell,,7')
  expect(bike).toMatchObject({
    key: 'bike',
    storeName: undefined,
    content: undefined,
    isShow: undefined,
    skus: [
      { skuNo: 'B-1', price: '9', stock: undefined },
      { skuNo: 'B-2', price: '8', stock: undefined },
    ],
    problems: [],
    warnings: [],
  })
  expect(bell).toMatchObject({ skus: [{ price: '7' }], problems: [] })
  expect(read('Handle,Tags\nbike,a')[0]).toMatchObject({ keyword: 'a', skus: [], problems: [] })
})

test('without options, the variants of a product need codes that differ', () => {
  const [bike] = read('Handle,SKU,Price\nbike,B-1,9\nbike,,8\nbike,b-1,7')
  expect(bike?.problems).toEqual([
    { row: 3, column: 'SKU', message: expect.stringContaining('请填写 SKU') },
    { row: 4, column: 'SKU', message: '商家编码与第 2 行重复，请修改或删除其中一行' },
  ])
})

test.each([
  [
    'a row for each location',
    `Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Incoming,Unavailable,Committed,Available,On hand
tee,Tee,Size,S,T-1,,,East,0,0,1,4,5
tee,Tee,Size,S,T-1,,,West,0,0,0,3,3
tee,Tee,Size,M,T-2,,,East,0,0,0,not stocked,not stocked
cap,Cap,Title,Default Title,C-1,,,East,0,0,0,-2,0`,
  ],
  [
    'a column for each location',
    `Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,East,West
tee,Tee,Size,S,T-1,,,4,3
tee,Tee,Size,M,T-2,,,not stocked,not stocked
cap,Cap,Title,Default Title,C-1,,,-2,not stocked`,
  ],
])('a Shopify inventory with %s holds the stock that is available at all of them', (_, text) => {
  const { heading, lines, columns } = table(text)
  expect(isShopifyInventory(columns)).toBe(true)
  const [tee, cap] = readShopifyInventory(columns, heading, lines)
  expect(tee).toMatchObject({
    key: 'tee',
    onlyUpdates: true,
    attrs: [{ attrName: 'Size', attrValues: ['S', 'M'] }],
    skus: [
      { values: ['S'], stock: 7, skuNo: 'T-1' },
      { values: ['M'], stock: undefined, skuNo: 'T-2' },
    ],
    problems: [],
  })
  expect(tee?.storeName).toBeUndefined()
  expect(cap).toMatchObject({
    skus: [{ values: ['默认'], stock: 0 }],
    warnings: [{ message: '库存为负数（-2），按0导入' }],
  })
})

test('the newer Shopify inventory holds what is available, corrected by what was counted since', () => {
  const { heading, lines, columns } =
    table(`Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Bin name,Incoming (not editable),Unavailable (not editable),Committed (not editable),Available (not editable),On hand (current),On hand (new)
tee,Tee,Size,S,T-1,,,East,A1,0,0,1,4,5,
tee,Tee,Size,S,T-1,,,West,A1,0,0,0,3,3,10
tee,Tee,Size,M,T-2,,,East,A1,not stocked,not stocked,not stocked,not stocked,not stocked,
tee,Tee,Size,L,T-3,,,East,A1,not stocked,not stocked,not stocked,not stocked,not stocked,6`)
  expect(isShopifyInventory(columns)).toBe(true)
  const [tee] = readShopifyInventory(columns, heading, lines)
  expect(tee?.skus.map(({ stock }) => stock)).toEqual([14, undefined, 6])
  expect(tee?.problems).toEqual([])
})

test('our own sheet may name its products by 商品编码 alone, if it says anything of them', () => {
  expect(findSheetColumns(['商品编码', '封面图'])?.size).toBe(2)
  expect(findSheetColumns(['商品编码'])).toBeUndefined()
  expect(findSheetColumns(['商品ID'])?.size).toBe(1)
})

test('an inventory names the location whose quantity is no whole number', () => {
  const { heading, lines, columns } = table('Handle,SKU,COO,East\ncap,C-1,,many')
  expect(readShopifyInventory(columns, heading, lines)[0]?.problems).toEqual([
    { row: 2, column: 'East', message: '「many」不是整数，请填写整数' },
  ])
  expect(isShopifyInventory(table('Handle,Title,Variant Price\na,A,1').columns)).toBe(false)
})

test('a Matrixify sheet never adds what it is to delete or ignore, and UPDATE never adds', () => {
  const [gone, variant, changed, added] = read(
    `Handle,Command,Title,Option1 Name,Option1 Value,Variant Command,Variant Price
gone,DELETE,Gone,Title,Default Title,,1
tee,MERGE,Tee,Size,S,Delete,1
cap,UPDATE,Cap,Title,Default Title,,1
hat,NEW,Hat,Title,Default Title,MERGE,1`,
  )
  const message = expect.stringContaining('DELETE 的行不导入')
  expect(gone?.problems).toEqual([{ row: 2, column: 'Command', message }])
  expect(variant?.problems).toEqual([{ row: 3, column: 'Variant Command', message }])
  expect(changed).toMatchObject({ onlyUpdates: true, problems: [] })
  expect(added).toMatchObject({ onlyAdds: true, problems: [] })
  expect(added?.onlyUpdates).toBeUndefined()
})

test.each([
  ['ＤＥＬＥＴＥ', 'DELETE 的行不导入，导入也不会删除商品，请删除这些行'],
  [' ignore ', 'IGNORE 的行不导入，导入也不会删除商品，请删除这些行'],
  ['REPLACE', '导入不会删除后重建，REPLACE 的行不导入，请改为 NEW、MERGE 或 UPDATE'],
  ['REMOVE', '「REMOVE」不是可识别的命令，这样的行不导入，请改为 NEW、MERGE 或 UPDATE，或清空'],
  ['删除', '「删除」不是可识别的命令，这样的行不导入，请改为 NEW、MERGE 或 UPDATE，或清空'],
])('the Matrixify command %j is refused by name, for products and in an inventory', (command, message) => {
  const refused = [{ row: 2, column: 'Command', message }]
  expect(read(`Handle,Command,Title,Variant Price\ngone,${command},Gone,1`)[0]?.problems).toEqual(refused)
  const { heading, lines, columns } = table(`Handle,Command,SKU,Available\ngone,${command},G-1,5`)
  expect(readShopifyInventory(columns, heading, lines)[0]?.problems).toEqual(refused)
})

test('of a variant only MERGE and UPDATE are understood, and a product has one command', () => {
  const rows = ['ＵＰＤＡＴＥ', 'new', 'replace'].map(
    (command, place) => `tee,${place ? 'UPDATE' : 'MERGE'},Tee,Size,${place},${command},1`,
  )
  const [tee] = read(
    ['Handle,Command,Title,Option1 Name,Option1 Value,Variant Command,Variant Price', ...rows].join('\n'),
  )
  expect(tee?.skus.map(({ onlyUpdates }) => onlyUpdates)).toEqual([true, undefined, undefined])
  expect(tee?.problems).toEqual([
    {
      row: 3,
      column: 'Variant Command',
      message: '「NEW」不是可识别的命令，这样的行不导入，请改为 MERGE 或 UPDATE，或清空',
    },
    { row: 4, column: 'Variant Command', message: '导入不会删除后重建，REPLACE 的行不导入，请改为 MERGE 或 UPDATE' },
    { row: 3, column: 'Command', message: '与本商品第一行的命令不一致，请改为一致' },
  ])
})

test('tags and pictures that Matrixify is to take away are not added', () => {
  const heading = 'Handle,Title,Tags,Tags Command,Image Src,Image Command,Variant Price'
  const [one, other] = read(
    `${heading}
tee,Tee,a,Delete,https://m.example/a.jpg,DELETE,1
cap,Cap,a,replace,https://m.example/a.jpg,merge,1`,
  )
  expect(one).toMatchObject({ keyword: undefined, image: undefined, problems: [] })
  expect(one?.warnings).toEqual([
    { row: 2, column: 'Image Command', message: '导入只添加图片，不能执行「DELETE」，这张图片未导入' },
    { row: 2, column: 'Tags Command', message: '只能整体替换标签，不能执行「DELETE」，标签未导入' },
  ])
  expect(other).toMatchObject({ keyword: 'a', image: 'https://m.example/a.jpg', warnings: [] })
})

test.each([
  ['销售价', '售价'],
  ['商品名', '商品名称'],
  ['商品各称', '商品名称'],
  ['品商名称', '商品名称'],
  ['市价', ''],
  ['颜色', ''],
])('the unread column %s may mean 「%s」', (column, meant) => {
  const heading = ['商品ID', column, ' ']
  const columns = findSheetColumns(heading)
  expect(findUnread(heading, columns ?? new Map(), Object.values(productSheetColumns))).toEqual([{ column, meant }])
})

test('a column that the file has already is not suggested', () => {
  const heading = ['商品ID', '售价', '销售价']
  const columns = findSheetColumns(heading) ?? new Map()
  expect(findUnread(heading, columns, Object.values(productSheetColumns))).toEqual([{ column: '销售价', meant: '' }])
})

test('titles lose repeated spaces, then are shortened at a word, with a warning', () => {
  const [spaced] = read(`Handle,Title,Variant Price\na,${'word   '.repeat(25)},1`)
  expect(spaced).toMatchObject({ storeName: 'word '.repeat(25).trim(), warnings: [] })
  const [long] = read(`Handle,Title,Vendor,SEO Title,SEO Description,Variant Price
a,${'word '.repeat(30)},${'v'.repeat(40)},${'seo '.repeat(20)},${'text '.repeat(60)},1`)
  expect(long?.storeName).toBe('word '.repeat(25).trim())
  expect(long).toMatchObject({
    brand: 'v'.repeat(32),
    shareTitle: 'seo '.repeat(16).trim(),
    storeInfo: 'text '.repeat(51).trim(),
  })
  expect(long?.problems).toEqual([])
  expect(long?.warnings.map(({ column }) => column).sort()).toEqual(['SEO Description', 'SEO Title', 'Title', 'Vendor'])
})

test.each([
  ['short', 10, 'short'],
  ['one two three', 7, 'one two'],
  ['one two three', 9, 'one two'],
  ['abcdefghij', 4, 'abcd'],
  ['a bcdefghijk', 8, 'a bcdefg'],
  ['纯棉毛巾加厚款', 4, '纯棉毛巾'],
  ['😀😀😀', 2, '😀😀'],
])('%s is cut to %i characters as %s', (text, max, cut) => {
  expect(cutAtWord(text, max)).toBe(cut)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findSheetColumns, joinParams, productSheetColumns, readProductSheet, splitParams } from './product-sheet.ts'

/** The first product of a sheet with these cells. */
function readOne(cells: Partial<Record<keyof typeof productSheetColumns, string>>) {
  const names = Object.keys(cells) as (keyof typeof productSheetColumns)[]
  const columns = findSheetColumns(names.map((name) => productSheetColumns[name]))
  if (!columns) throw new Error('no columns')
  const [product] = readProductSheet(columns, [{ line: 2, cells: names.map((name) => cells[name] ?? '') }])
  return product
}

describe('parameters in a cell', () => {
  test('are read back as they were written, whatever signs they contain', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab;；:：\\n\n\r'), maxLength: 8 }).map((each) => each.trim())
    const param = fc.record({ name: text.filter(Boolean), value: text })
    fc.assert(
      fc.property(fc.array(param), (params) => {
        expect(splitParams(joinParams(params))).toEqual(params)
      }),
    )
  })

  test.each([
    [
      '产地：新疆；材质:棉',
      [
        ['产地', '新疆'],
        ['材质', '棉'],
      ],
    ],
    [
      '产地: 新疆\n材质:',
      [
        ['产地', '新疆'],
        ['材质', ''],
      ],
    ],
    ['产地', undefined],
    ['产地\\:新疆', undefined],
    [':新疆', undefined],
  ])('%j is read as staff mean it', (text, params) => {
    expect(splitParams(text)).toEqual(params?.map(([name, value]) => ({ name, value })))
  })
})

test('rows of one name that do not follow one another are two products, which is said', () => {
  const columns = findSheetColumns(['商品名称', '售价'])
  if (!columns) throw new Error('no columns')
  const names = ['毛巾', '毛巾', '浴巾', '毛巾', '', '']
  const products = readProductSheet(
    columns,
    names.map((name, at) => ({ line: at + 2, cells: [name, '9'] })),
  )
  const apart = { row: 5, column: '商品名称', message: expect.stringContaining('与第 2 行同名但不相邻') }
  expect(products.map(({ warnings }) => warnings)).toEqual([[], [], [apart], [], []])
})

test('a cell that is not among the choices, or not a time, is refused with what to fill in', () => {
  const product = readOne({
    storeName: '毛巾',
    params: '棉',
    activity: '团购',
    limitType: '每人一件',
    visibility: '全部',
    autoOnTime: '明天',
    skuShow: '开',
    isShow: '上架',
    alertStock: '少',
  })
  expect(product?.problems.map(({ column, message }) => `${column}：${message}`)).toEqual([
    '规格启用：请填写「是」或「否」',
    '参数：请写成「名称:值」，多个参数用 ; 分隔，例如：产地:新疆;材质:棉',
    '活动优先级：请填写「默认」「秒杀」「砍价」「拼团」，用 ; 分隔',
    '限购方式：请填写「不限购」「单次限购」「长期限购」之一',
    '定时上架时间：请填写如 2025-06-01 09:00:00 的时间',
    '可见范围：请填写「公开」「仅链接可见」「仅会员可见」之一',
    '库存预警：「少」不是整数，请填写整数',
    '上架：请填写「是」或「否」',
  ])
})

test('清空 empties what may be empty, times are read as Excel shows them, and an empty cell says nothing', () => {
  const clear = '<清空>'
  expect(
    readOne({
      storeName: '毛巾',
      brand: clear,
      labels: clear,
      params: clear,
      ensures: clear,
      alertStock: clear,
      skuAlertStock: clear,
      vipPrice: clear,
      autoOnTime: '2025/6/1 9:05',
      autoOffTime: clear,
      visibility: '',
    }),
  ).toMatchObject({
    brand: '',
    labels: [],
    params: [],
    ensures: [],
    alertStock: null,
    visibility: undefined,
    autoOnTime: '2025-06-01 09:05:00',
    autoOffTime: '',
    problems: [],
    skus: [{ alertStock: null, vipPrice: null, isShow: undefined }],
  })
})

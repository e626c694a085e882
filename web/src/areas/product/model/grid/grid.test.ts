import type { GridProduct } from '@zhanggui/contract/product/product-grid.ts'
import { expect, test } from 'vitest'
import { readBlock } from '../../../../kit/sku-grid/cells.ts'
import { type GridLine, gridColumns, linesOf, readValue } from './grid-cells.ts'
import { NO_EDITS, nextUnread, textAt, type } from './grid-edits.ts'
import { effectsOf } from './grid-effects.ts'
import { at, move } from './grid-select.ts'
import { callsOf, revive } from './grid-send.ts'
import { createGridStore, type GridStore } from './grid-store.ts'

const RIGHTS = { edits: true, seesCost: true, stocks: true, puts: true, takes: true }
const columns = gridColumns(RIGHTS)
const [PRICE, , COST, STOCK, SORT, SHELF] = [0, 1, 2, 3, 4, 5]

function makeProduct(id: number, prices: readonly number[], change: Partial<GridProduct> = {}): GridProduct {
  return {
    id,
    version: 0,
    storeName: `商品${id}`,
    image: '',
    sort: 0,
    isShow: true,
    isRecycle: false,
    skus: prices.map((price, index) => ({
      id: id * 10 + index,
      suk: `色${index}`,
      price,
      otPrice: 0,
      cost: 5,
      stock: 10,
      isShow: true,
    })),
    ...change,
  }
}

const open = (...products: GridProduct[]) => createGridStore(products.flatMap(linesOf), columns)
const select = (store: GridStore, row: number, column: number, toRow = row, toColumn = column) =>
  store.select({ active: { row, column }, end: { row: toRow, column: toColumn } })
const texts = (store: GridStore, column: number) =>
  store.getState().lines.map((line) => textAt(store.getState().edits, line, columns[column] as never))
const one = (row: number, column: number) => ({ top: row, bottom: row, left: column, right: column })

test.each([
  ['59', 5900],
  ['¥1,299.00', 129_900],
  ['￥１２．５', 1250],
  [' 1 299.5元', 129_950],
  ['0012.30', 1230],
  ['.5', 50],
  ['9999999.99', 999_999_999],
])('a price typed as %s is %i fen', (text, value) => {
  expect(readValue(columns[PRICE] as never, text)).toEqual({ value })
})

test.each([
  [PRICE, 'abc', '售价应为数字'],
  [PRICE, '12.345', '售价最多两位小数'],
  [PRICE, '-1', '售价不能小于0'],
  [PRICE, '10000000', '售价不能大于9999999.99'],
  [PRICE, '9'.repeat(400), '售价不能大于9999999.99'],
  [PRICE, '1,29', '售价应为数字'],
  [PRICE, '1e3', '售价应为数字'],
  [STOCK, '1.5', '库存应为整数'],
  [STOCK, '100000000', '库存不能大于99999999'],
  [SORT, '100000', '排序不能大于99999'],
  [SHELF, '也许', '上架应为上架或下架'],
])('column %i refuses %s', (column, text, problem) => {
  expect(readValue(columns[column] as never, text)).toEqual({ problem })
})

test('counts and the shelf are read as Excel shows them', () => {
  expect(readValue(columns[STOCK] as never, '1,200.00')).toEqual({ value: 1200 })
  expect(['上架', '是', '１', '仓库中'].map((text) => readValue(columns[SHELF] as never, text))).toEqual(
    [true, true, true, false].map((value) => ({ value })),
  )
})

test('a pasted block keeps its good cells, marks the bad ones with the reason, and skips what cannot be edited', () => {
  const store = open(makeProduct(1, [10, 20]), makeProduct(2, [30]))
  select(store, 0, STOCK)
  const outcome = store.paste(readBlock('7\t3\r\n多\t4\r\n9\t5\r\n8\t6\r\n'))
  expect(outcome).toMatchObject({ done: 4, unread: 1, skipped: 3 })
  expect([texts(store, STOCK), texts(store, SORT)]).toEqual([
    ['7', '多', '9'],
    ['3', '', '5'],
  ])
  const { edits } = store.getState()
  expect([...edits.unread.values()]).toEqual([{ text: '多', problem: '库存应为数字' }])
  expect(nextUnread(edits, store.sheet(), { row: 2, column: 0 })).toEqual({ row: 1, column: STOCK })
})

test('one value is pasted into every selected cell, blanks change nothing, and a value as stored is no change', () => {
  const store = open(makeProduct(1, [10, 20, 30]))
  select(store, 0, PRICE, 2)
  store.paste([['20']])
  expect(texts(store, PRICE)).toEqual(['20.00', '20.00', '20.00'])
  expect(store.getState().edits.values.size).toBe(2)
  select(store, 0, PRICE)
  store.paste([[''], ['25'], [' ']])
  expect(texts(store, PRICE)).toEqual(['20.00', '25.00', '20.00'])
})

test('what is copied is pasted back as it was', () => {
  const store = open(makeProduct(1, [10.5, 20]))
  select(store, 0, PRICE, 1, SHELF)
  const copied = store.copy()
  expect(copied).toBe('10.50\t0.00\t5.00\t10\t0\t上架\n20.00\t0.00\t5.00\t10\t\t')
  store.paste(readBlock(copied))
  expect(store.getState().edits.values.size).toBe(0)
})

test('fill down repeats the first line of the selection, and a single cell takes the one above', () => {
  const store = open(makeProduct(1, [10]), makeProduct(2, [20, 21]), makeProduct(3, [30]))
  select(store, 0, PRICE, 2)
  store.fillDown()
  expect(texts(store, PRICE)).toEqual(['10.00', '10.00', '10.00', '30.00'])
  store.type('8', one(0, SORT))
  select(store, 0, SORT, 3)
  store.fillDown()
  expect(texts(store, SORT)).toEqual(['8', '8', '', '8'])
  select(store, 3, PRICE)
  store.fillDown()
  expect(texts(store, PRICE).at(-1)).toBe('10.00')
})

test('a number with a sign changes what is there by so much or so many percent, and says when that cannot be', () => {
  const store = open(makeProduct(1, [19.9, 4]), makeProduct(2, [100]))
  store.type('+10%', { ...one(0, PRICE), bottom: 2 })
  expect(texts(store, PRICE)).toEqual(['21.89', '4.40', '110.00'])
  store.type('－5', { ...one(0, PRICE), bottom: 2 })
  expect(texts(store, PRICE)).toEqual(['16.89', '－5', '105.00'])
  expect([...store.getState().edits.unread.values()]).toEqual([{ text: '－5', problem: '调整后的价格不能小于0' }])
  store.type('+20', one(0, STOCK))
  expect(texts(store, STOCK)).toEqual(['30', '10', '10'])
  expect(store.type('+0.5', one(1, STOCK))).toMatchObject({ unread: 1 })
})

test('a formula changes the selected numbers by their own column, and marks a result that is not allowed', () => {
  const store = open(makeProduct(1, [19.9, 4]), makeProduct(2, [100]))
  select(store, 0, PRICE, 2)
  store.calculate({ mode: 'percent', value: 1000, round: 'x.9' })
  expect(texts(store, PRICE)).toEqual(['21.90', '4.90', '110.90'])
  store.undo()
  const outcome = store.calculate({ mode: 'add', value: -500, round: 'none' })
  expect(outcome).toMatchObject({ done: 2, unread: 1 })
  expect(texts(store, PRICE)).toEqual(['14.90', '4.00', '95.00'])
  expect([...store.getState().edits.unread.values()]).toEqual([{ text: '4.00', problem: '调整后的价格不能小于0' }])
  store.calculate({ mode: 'times', value: 150, round: 'none' }, STOCK)
  expect(texts(store, STOCK)).toEqual(['15', '15', '15'])
  expect(store.calculate({ mode: 'add', value: 50, round: 'none' }, STOCK)).toMatchObject({ done: 0, unread: 3 })
})

test('every step is undone and done again, until a new one', () => {
  const store = open(makeProduct(1, [10, 20]))
  store.type('11', one(0, PRICE))
  store.type('x', one(1, PRICE))
  store.undo()
  expect(texts(store, PRICE)).toEqual(['11.00', '20.00'])
  store.undo()
  store.undo()
  expect(texts(store, PRICE)).toEqual(['10.00', '20.00'])
  store.redo()
  store.redo()
  expect(texts(store, PRICE)).toEqual(['11.00', 'x'])
  store.undo()
  store.type('22', one(1, PRICE))
  store.redo()
  expect(texts(store, PRICE)).toEqual(['11.00', '22.00'])
  store.type(' ', one(1, PRICE))
  expect(texts(store, PRICE)).toEqual(['11.00', '20.00'])
})

test('keys move within the grid, extend the selection, and Tab leaves it after the last cell', () => {
  const size = { rows: 3, columns: 2 }
  const corner = at({ row: 2, column: 1 })
  expect(move(at({ row: 0, column: 1 }), { key: 'Tab' }, size)).toEqual(at({ row: 1, column: 0 }))
  expect(move(corner, { key: 'Tab' }, size)).toBeUndefined()
  expect(move(corner, { key: 'ArrowDown' }, size)).toEqual(corner)
  expect(move(corner, { key: 'Home', ctrlKey: true }, size)).toEqual(at({ row: 0, column: 0 }))
  expect(move(corner, { key: 'ArrowUp', shiftKey: true, ctrlKey: true }, size)).toEqual({
    active: { row: 2, column: 1 },
    end: { row: 0, column: 1 },
  })
  expect(move(corner, { key: 'Enter', shiftKey: true }, size)).toEqual(at({ row: 1, column: 1 }))
  expect(move(corner, { key: 'q' }, size)).toBeUndefined()
})

test('columns that a role may not edit are read-only, and costs are not there without their right', () => {
  const some = gridColumns({ ...RIGHTS, seesCost: false, stocks: false })
  expect(some.map(({ field, readOnly }) => [field, readOnly])).toEqual([
    ['price', false],
    ['otPrice', false],
    ['stock', true],
    ['sort', false],
    ['isShow', false],
  ])
  const sheet = { lines: linesOf(makeProduct(1, [10])), columns: some }
  expect(type(NO_EDITS, sheet, one(0, 2), '9')).toMatchObject({ done: 0, skipped: 1 })
})

test('who may only put products on the shelf cannot take them off in the grid', () => {
  const sheet = { lines: linesOf(makeProduct(1, [10])), columns: gridColumns({ ...RIGHTS, takes: false }) }
  const { edits } = type(NO_EDITS, sheet, one(0, SHELF), '下架')
  expect([...edits.unread.values()]).toEqual([{ text: '下架', problem: '没有下架的权限' }])
})

test('only edited cells are sent, stock with what was read, products never split between calls', () => {
  const store = open(...Array.from({ length: 60 }, (_, index) => makeProduct(index + 1, [10, 20, 30, 40, 50])))
  store.type('12.34', one(0, PRICE))
  store.type('4', one(1, STOCK))
  store.type('下架', one(0, SHELF))
  expect(callsOf(store.getState().edits, store.sheet())).toEqual([
    [
      {
        id: 1,
        version: 0,
        isShow: false,
        skus: [
          { id: 10, price: 12.34 },
          { id: 11, stock: 4, stockBase: 10 },
        ],
      },
    ],
  ])
  store.calculate({ mode: 'set', value: 100, round: 'none' }, PRICE)
  const calls = callsOf(store.getState().edits, store.sheet())
  expect(calls.map((call) => call.length)).toEqual([40, 20])
})

test('the preview sums up what saving does', () => {
  const store = open(makeProduct(1, [10, 20]), makeProduct(2, [30]))
  for (const [row, column, text] of [
    [0, PRICE, '4'],
    [1, PRICE, '26'],
    [2, PRICE, '无'],
    [0, STOCK, '0'],
    [2, STOCK, '15'],
    [2, SORT, '3'],
    [2, SHELF, '下架'],
  ] as const)
    store.type(text, one(row, column))
  const { belowCost, halved, free, ...effects } = effectsOf(store.getState().edits, store.sheet())
  expect(effects).toEqual({
    products: 2,
    skus: 3,
    cells: 6,
    unread: 1,
    sorted: 1,
    on: 0,
    off: 1,
    prices: [{ field: 'price', title: '售价', up: 1, down: 1, least: -600, most: 600, average: 0 }],
    stock: { up: 1, down: 1, sum: -5, emptied: 1 },
  })
  const ids = (lines: readonly GridLine[]) => lines.map(({ skuId }) => skuId)
  expect([ids(belowCost), ids(halved), ids(free)]).toEqual([[10], [10], []])
  store.type('31', one(2, COST))
  expect(ids(effectsOf(store.getState().edits, store.sheet()).belowCost)).toEqual([10, 20])
})

test('after a call saved cells are clean; refused ones stay typed with the reason, and what another changed is shown', () => {
  const store = open(makeProduct(1, [10]), makeProduct(2, [20]), makeProduct(3, [30]))
  for (const row of [0, 1, 2]) store.type('15', one(row, PRICE))
  store.receive({
    success: 1,
    rows: [makeProduct(1, [15], { version: 1 }), makeProduct(2, [21], { version: 4 }), makeProduct(3, [30])],
    errors: [
      { id: 2, name: '商品2', message: '李四在 12:00 修改过', cells: [], changedBy: '李四', changedAt: '12:00' },
      { id: 3, name: '商品3', message: '不行', cells: [{ skuId: 30, field: 'price', message: '不行' }] },
    ],
  })
  const { edits, notes, lines, past } = store.getState()
  expect([...edits.values.keys()]).toEqual(['s20:price', 's30:price'])
  expect(lines.map(({ version }) => version)).toEqual([1, 4, 0])
  expect(notes.get('s20:price')).toBe('李四改过：20.00 → 21.00')
  expect(notes.get('p2')).toBe('李四在 12:00 修改过；售价 20.00 → 21.00')
  expect(notes.get('s30:price')).toBe('不行')
  expect(past).toEqual([])
})

test('kept edits come back: stock by its difference, and a value that another changed is noted', () => {
  const store = open(makeProduct(1, [10, 20]))
  store.type('12', one(0, PRICE))
  store.type('25', one(0, STOCK))
  store.type('22', one(1, PRICE))
  const kept = store.kept()
  const now = makeProduct(1, [11])
  const sold = { ...now, skus: now.skus.map((sku) => ({ ...sku, stock: 7 })) }
  const { edits, notes, lost } = revive({ lines: linesOf(sold), columns }, kept)
  expect([...edits.values]).toEqual([
    ['s10:price', 1200],
    ['s10:stock', 22],
  ])
  expect(notes.get('s10:price')).toBe('此后已变：10.00 → 11.00')
  expect(lost).toBe(1)
})

test('kept stock is not added twice when the page closed while its save was on the way', () => {
  const store = open(makeProduct(1, [10, 20]))
  store.type('25', one(0, STOCK))
  store.type('30', one(1, STOCK))
  const kept = store.kept()
  const before = makeProduct(1, [10, 20])
  const stockOf = (stock: readonly number[], version: number) => ({
    ...before,
    version,
    skus: before.skus.map((sku, index) => ({ ...sku, stock: stock[index] ?? 0 })),
  })
  const came = (product: typeof before) => revive({ lines: linesOf(product), columns }, kept)
  // Saved, and two of the second were sold since.
  const saved = came(stockOf([25, 28], before.version + 1))
  expect([...saved.edits.values]).toEqual([])
  expect(saved.notes.get('s11:stock')).toBe('改为 30 可能已保存，没有恢复；此后已变：10 → 28，请核对')
  expect(saved.notes.has('s10:stock')).toBe(false)
  expect(saved.unsure).toBe(1)
  // Another only changed the price: the stock is as it was.
  expect([...came({ ...before, version: before.version + 1 }).edits.values]).toEqual([
    ['s10:stock', 25],
    ['s11:stock', 30],
  ])
})

import { withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { invoice } from '@zhanggui/contract/order/invoice.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { productCopy } from '@zhanggui/contract/product/product-copy.ts'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { region } from '@zhanggui/contract/setting/region.ts'
import { userImport } from '@zhanggui/contract/user/user-import.ts'
import { shipSheetColumns } from '@zhanggui/domain/order/ship-sheet.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upload } from '../files/multipart.ts'
import { exportFile, fetchBytes, openExports, readSheet } from '../files/product-sheets.ts'
import { SEES_PHONES } from '../files/user-sheets.ts'
import { expectWellFormed } from '../files/well-formed.ts'
import { rawCells, sheetsWorkbook } from '../files/workbooks.ts'
import { makeOrders } from '../order.ts'
import { openProductShop, productDraft, productPermissions } from '../product.ts'
import type { Caller } from '../shop.ts'
import { liftRateLimits } from './hostile.ts'

const { text, number, truth, formula, uncounted, error, row } = rawCells
const formats = ['00000000', 'm"月"d"日"', '0%', '0"盒"', '#,##0.00_ ']

/** What cannot be read as a text, each with the words that tell it. */
const told: readonly [cell: string, words: string][] = [
  [number('45992', 2), '单元格是日期「2025-12-01」，请把该列设为文本格式'],
  [number('0.31', 3), '单元格的数字格式使显示的内容与数值 0.31 不同，请把该列设为文本格式'],
  [number('24', 4), '单元格的数字格式使显示的内容与数值 24 不同，请把该列设为文本格式'],
  [truth(false), '单元格是逻辑值「FALSE」，请把该列设为文本格式'],
  [number('4.3217890123456701E+16'), '数字超过15位，末几位可能已被表格改成0，请把该列设为文本格式'],
  [text('4.32179E+13'), '数字被表格改成了科学计数，请把该列设为文本格式'],
  [uncounted(), '公式没有计算结果'],
  [error('#REF!'), '公式的结果是错误 #REF!，请改正'],
  [text('半\ufffd'), '有一个字没有保存完整'],
]
/** What is read as it is shown. */
const shown: readonly [cell: string, shown: string][] = [
  [number('4321789', 1), '04321789'],
  [formula('SF4321789012345'), 'SF4321789012345'],
  [text('="0432178901"'), '0432178901'],
  [text('43\u200b21\u202d78\u202c901'), '432178901'],
  [text('4321_xFFFE_789_x0002_0'), '43217890'],
]
/** Numbers that a column of amounts or counts does not take, and those that it does. */
const refusedNumbers: readonly [cell: string, words: string][] = [
  [number('0.31', 3), '请把该列设为常规格式后填写数字'],
  [number('24', 4), '请把该列设为常规格式后填写数字'],
  [number('45992', 2), '单元格是日期「2025-12-01」'],
]
const takenNumbers = [number('24', 5), number('24'), text('２４')]
const PLAIN = 'SF1234567890'

/** A sheet that the product reads: its columns with one of texts and one of numbers, and what its preview says. */
type Kind = {
  heading: readonly string[]
  cells: (line: number, text: string, number: string) => string[]
  read: (staff: Caller, book: Buffer) => Promise<{ told: Map<number, string>; shown: readonly string[] }>
}

const imported: Kind['read'] = async (staff, book) => {
  const { body } = await upload(staff, productImport.upload, { 'a.xlsx': book }, { fetchPictures: 'false' })
  const words = Map.groupBy(body.errors, ({ row: line }) => line)
  return {
    told: new Map([...words].map(([line, errors]) => [line, errors.map(({ message }) => message).join()])),
    shown: body.preview.map(({ storeName }) => storeName),
  }
}

/** Sheets that are looked at row by row; the rows name nothing that there is. @param shownIn the column of texts */
const batched =
  (route: typeof withdrawal.import | typeof invoice.import, shownIn: string): Kind['read'] =>
  async (staff, book) => {
    const { body } = await upload(staff, route, { 'a.xlsx': book })
    const bad = body.rows.filter(({ message }) => message && !/^没有这个|^发票号码应为/.test(message))
    return {
      told: new Map(bad.map(({ row: line, message }) => [line, message])),
      shown: body.rows.map(({ given }) => given[shownIn] ?? ''),
    }
  }

const kinds: Record<string, Kind> = {
  'the sheet to ship by': {
    heading: [shipSheetColumns.orderNo, shipSheetColumns.expressNumber, shipSheetColumns.num],
    cells: (line, cell, num) => [text(`2026112810000000${1000 + line}`), cell, num],
    read: async (staff, book) => {
      const { body } = await upload(staff, shipBatch.read, { 'a.xlsx': book })
      const bad = body.rows.filter(({ message }) => message !== '订单不存在')
      return {
        told: new Map(bad.map(({ row: line, message }) => [line, message])),
        shown: body.rows.map(({ expressNumber }) => expressNumber),
      }
    },
  },
  'the sheet of products': {
    heading: ['商品编码', '商品名称', '售价', '商品分类', '运费模板'],
    cells: (line, cell, price) => [text(`P${line}`), cell, price, text('家纺'), text('全国包邮')],
    read: imported,
  },
  'the products of Shopify': {
    heading: ['Handle', 'Title', 'Variant Price'],
    cells: (line, cell, price) => [text(`p${line}`), cell, price],
    read: imported,
  },
  'the inventory of Shopify': {
    heading: ['Handle', 'COO', 'Available'],
    cells: (_, cell, available) => [cell, text('CN'), available],
    read: async (staff, book) => {
      const { told: all, shown: names } = await imported(staff, book)
      const missing = (words: string) => words.includes('没有') && !/单元格|数字|公式|保存|隐藏/.test(words)
      return { told: new Map([...all].filter(([, words]) => !missing(words))), shown: names }
    },
  },
  'the sheet of customers': {
    heading: ['手机号', '昵称', '余额'],
    cells: (line, cell, money) => [text(`1380000${1000 + line}`), cell, money],
    read: async (staff, book) => {
      const { body } = await upload(staff, userImport.upload, { 'a.xlsx': book }, { mode: 'upsert' })
      const words = Map.groupBy(body.errors, ({ row: line }) => line)
      return {
        told: new Map([...words].map(([line, errors]) => [line, errors.map(({ message }) => message).join()])),
        shown: body.preview.map(({ nickname }) => nickname),
      }
    },
  },
  'the results of transfers': {
    heading: ['提现单号', '结果', '流水号', '金额'],
    cells: (line, cell, amount) => [text(`W${1000 + line}`), text('成功'), cell, amount],
    read: batched(withdrawal.import, 'payNo'),
  },
  'the numbers of invoices': {
    heading: ['订单号', '发票号码', '金额'],
    cells: (line, cell, amount) => [text(`2026112810000000${1000 + line}`), cell, amount],
    read: batched(invoice.import, 'number'),
  },
  'the sheet of regions': {
    heading: ['地区编号', '上级编号', '地区名称', '经度'],
    cells: (line, cell, longitude) => [text(`91${1000 + line}`), text('0'), cell, longitude],
    read: async (staff, book) => {
      const { body } = await upload(staff, region.import, { 'a.xlsx': book }, { dryRun: 'true' })
      const lines = body.faults.map((fault) => /^第 (\d+) 行：(.*)$/.exec(fault) ?? [])
      return {
        told: new Map(lines.map(([, line, words = '']) => [Number(line), words])),
        shown: body.changes.map(({ after }) => after.split(' ')[0] ?? ''),
      }
    },
  },
}

test('an order and a product with characters that no workbook holds leave in workbooks that any program opens', async () => {
  const { shop, cateId, staff } = await openExports()
  const saved = await staff.call(product.save, {
    body: { ...productDraft(cateId), storeName: '青\ufffe花\uffff瓷\u200b碗' },
  })
  expect(saved.status).toBe(200)
  const { body } = await staff.call(product.info, { params: { id: saved.body.id } })
  expect(body.storeName).toBe('青花瓷碗')
  // Stored before the door knew them.
  await shop.ctx.db.execute(sql`update product set store_name = ${'旧\uffff碗'}, keyword = ${'\ufffe'}`)
  const products = await exportFile(shop, staff, { type: 2 })
  await expectWellFormed(products)
  expect(JSON.stringify(await readSheet(products))).toContain('旧碗')
  await makeOrders(shop.ctx, [{ paid: true, realName: '甲\uffff', detail: '1 号院\ufffe' }])
  const office = await shop.signIn({ can: [order.download] })
  const asked = await office.call(order.download, { query: {} })
  await expectWellFormed(await fetchBytes(shop, office, (asked.body as { url: string }).url))
})

test('every sheet that is read tells each cell that it would read otherwise than it is shown, and reads the others as shown', async () => {
  const { shop } = await openProductShop()
  await liftRateLimits(shop)
  const permissions = [
    ...productPermissions,
    productImport.upload.permission,
    productCopy.parse.permission,
    userImport.upload.permission,
    SEES_PHONES,
  ]
  const staff = await shop.signIn({
    permissions,
    can: [shipBatch.read, region.import, withdrawal.import, invoice.import],
  })
  // A further sheet is to be read here, too.
  const routes = shop.app.routes.filter(({ files }) => files?.kinds.includes('sheet')).map(({ name }) => name)
  expect(routes.toSorted()).toEqual(
    [
      productCopy.parse,
      productImport.upload,
      region.import,
      shipBatch.read,
      userImport.upload,
      withdrawal.import,
      invoice.import,
    ]
      .map(({ name }) => name)
      .toSorted(),
  )

  for (const [what, { heading, cells, read }] of Object.entries(kinds)) {
    const titles = row(heading.map(text))
    const one = number('24')
    const lines = [
      ...told.map(([cell]) => [cell, one]),
      ...shown.map(([cell]) => [cell, one]),
      ...refusedNumbers.map(([cell], at) => [text(`${PLAIN}${at}`), cell]),
      ...takenNumbers.map((cell, at) => [text(`${PLAIN}${at + 5}`), cell]),
    ].map(([cell = '', count = ''], at) => row(cells(at + 2, cell, count)))
    const hidden = row(cells(lines.length + 2, text('SF4321'), one), true)
    const notes = { name: '说明', rows: row([text('填写说明')]) }
    const old = { name: '旧', rows: titles + row(cells(2, text('SF99'), one)), isHidden: true }
    const book = sheetsWorkbook([notes, old, { name: '新', rows: titles + lines.join('') + hidden }], formats)
    const answer = await read(staff, book)
    const wanted = new Map<number, string>()
    for (const [at, [, words]] of told.entries()) wanted.set(at + 2, words)
    const numbersFrom = 2 + told.length + shown.length
    for (const [at, [, words]] of refusedNumbers.entries()) wanted.set(numbersFrom + at, words)
    wanted.set(lines.length + 2, '该行被隐藏或筛选掉了，请取消隐藏和筛选后再上传')
    expect({ what, told: [...answer.told.keys()].toSorted((a, b) => a - b) }).toEqual({
      what,
      told: [...wanted.keys()],
    })
    for (const [line, words] of wanted)
      expect({ what, line, words: answer.told.get(line) }).toEqual({
        what,
        line,
        words: expect.stringContaining(words),
      })
    for (const [, seen] of shown)
      expect({ what, names: answer.shown.join(' ').toLowerCase() }).toEqual({
        what,
        names: expect.stringContaining(seen.toLowerCase()),
      })
    expect(answer.shown).not.toContain('SF99')
  }

  // Of a sheet to copy from, only the first product is read.
  const copy = (cell: string) => {
    const rows = row(['商品名称', '售价'].map(text)) + row([cell, number('24')])
    return upload(staff, productCopy.parse, { 'a.xlsx': sheetsWorkbook([{ name: 'a', rows }], formats) })
  }
  for (const [cell, words] of told.slice(0, 4))
    expect(await copy(cell)).toMatchObject({ status: 400, body: { message: expect.stringContaining(words) } })
  for (const [cell, seen] of shown.slice(2))
    expect(await copy(cell)).toMatchObject({ status: 200, body: { drafts: [{ storeName: seen }] } })
})

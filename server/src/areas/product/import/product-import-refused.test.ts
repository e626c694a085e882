import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { sql } from 'drizzle-orm'
import { type WriteSheet, writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { bombWorkbook, longWorkbook } from '../../../testing/files/workbooks.ts'
import { openProductShop, productPermissions } from '../../../testing/product.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'

const heading = ['商品名称', '售价', '库存', '商品分类', '封面图', '运费模板']
const towel = ['毛巾', 9.9, 3, '家纺', 'https://m.example/a.jpg', '全国包邮']

async function openImports() {
  const { shop } = await openProductShop()
  await liftRateLimits(shop)
  const staff = await shop.signIn({ permissions: [...productPermissions, productImport.upload.permission] })
  const read = async (name: string, content: Buffer) => {
    const { status, body } = await upload(staff, productImport.upload, { [name]: content })
    return { ...body, status }
  }
  return { shop, read }
}

const workbook = async (sheet: Partial<WriteSheet>, more: { vbaProject?: Uint8Array; password?: string } = {}) => {
  const { password, ...rest } = more
  const sheets = [{ name: '商品', rows: [heading, towel], ...sheet }]
  return Buffer.from(await writeXlsx({ sheets, ...rest, ...(password && { encryption: { password, spinCount: 1 } }) }))
}
/** Formulas in these cells, with the values they had when saved. */
const formulas = (given: Record<string, string | number | null>) =>
  new Map(
    Object.entries(given).map(([place, formulaResult]) => {
      return [place, { value: null, type: 'formula' as const, formula: 'A1', formulaResult }]
    }),
  )

test('a file that is not a product sheet is refused with the place and remedy, and leaves nothing', async () => {
  const { shop, read } = await openImports()
  const merges = [{ startRow: 1, startCol: 0, endRow: 2, endCol: 1 }]
  const whole = await workbook({})
  const damaged = Buffer.concat([whole.subarray(0, 300), Buffer.alloc(200), whole.subarray(500)])
  const macros = await workbook({}, { vbaProject: new Uint8Array(100) })
  const line = `毛巾,9.9\n`
  const cases: [what: string, name: string, content: Buffer, status: number, message: string][] = [
    [
      '1,000,000 rows',
      'a.xlsx',
      longWorkbook(['商品名称'], 1_000_000),
      400,
      '一次最多导入 20,000 行，请拆分文件后分次导入',
    ],
    ['20,001 rows of text', 'a.csv', Buffer.from(`商品名称,售价\n${line.repeat(20_001)}`), 400, '请拆分文件后分次导入'],
    [
      '30,000 rows among as many blank ones',
      ...(['a.csv', Buffer.from(`商品名称,售价\n${`${line}\n`.repeat(30_000)}`), 400, '请拆分文件后分次导入'] as const),
    ],
    [
      'merged cells',
      'a.xlsx',
      await workbook({ rows: [heading, towel, towel], merges }),
      400,
      '第 2 行有合并的单元格 A2:B3，请取消合并',
    ],
    ['macros', 'a.xlsx', macros, 415, '文件含有宏，请另存为不含宏的 xlsx 后再上传'],
    ['macros by their own name', 'a.xlsm', macros, 415, '上传文件类型只能为：xlsx,csv'],
    ['a password', 'a.xlsx', await workbook({}, { password: 'x' }), 415, '请另存为不带密码的 xlsx 后再上传'],
    ['a bomb', 'a.xlsx', bombWorkbook(heading, 310), 400, '文件解压后过大，请拆分后再上传'],
    ['damage', 'a.xlsx', damaged, 415, '请另存为'],
    ['no products', 'a.csv', Buffer.from('商品名称,售价'), 400, '文件中没有商品，请检查是否选错了文件'],
    ['another heading', 'a.csv', Buffer.from('\nname,cost\n1,2'), 400, '第 2 行不是可识别的表头，请使用导入模板'],
    [
      'an open quote',
      'a.csv',
      Buffer.from(`商品名称,售价\n毛巾,"9.9\n${line.repeat(150_000)}`),
      400,
      '第 2 行的内容过长，请检查引号是否成对',
    ],
  ]
  for (const [what, name, content, status, message] of cases) {
    const answer = await read(name, content)
    expect({ what, status: answer.status, message: answer.message }).toEqual({
      what,
      status,
      message: expect.stringContaining(message),
    })
  }
  const { rows } = await shop.ctx.db.execute(
    sql`select 1 from file union all select 1 from product_import union all select 1 from product`,
  )
  expect(rows).toEqual([])
})

test('an invalid cell is reported with row, column and remedy; formulas count as the value they showed', async () => {
  const { read } = await openImports()
  const shown = await read('a.xlsx', await workbook({ cells: formulas({ '1,1': 9.9 }) }))
  expect(shown).toMatchObject({ valid: 1, errors: [], preview: [{ price: '9.9' }] })
  const rows = [heading, ['毛巾', 9.999, 3], ['浴巾', 1, -3], ['方巾', '九', 1.5], ['', 1, 1]].map((row, index) =>
    index ? [...row, ...towel.slice(3)] : row,
  )
  const named = (name: string) => [name, ...towel.slice(1)]
  const worked = await read(
    'a.xlsx',
    await workbook({
      rows: [[...heading, '备注'], named('毛巾'), named('浴巾'), named('方巾'), named('枕巾')],
      cells: formulas({ '1,1': null, '2,1': '#DIV/0!', '3,0': '#N/A', '4,6': '#REF!' }),
    }),
  )
  expect(worked).toMatchObject({ total: 4, valid: 1, preview: [{}, {}, {}, { storeName: '枕巾' }] })
  expect(worked.errors).toEqual([
    { row: 2, column: '售价', message: '公式没有计算结果，请用 Excel 打开并保存文件，或改为数值' },
    { row: 3, column: '售价', message: '公式的结果是错误 #DIV/0!，请改正' },
    { row: 4, column: '商品名称', message: '公式的结果是错误 #N/A，请改正' },
  ])
  const spread = await workbook({ rows: [heading, ...Array(25_000).fill([]), towel] })
  expect(await read('a.xlsx', spread)).toMatchObject({ total: 1, preview: [{ row: 25_002 }] })
  const { errors } = await read('a.xlsx', await workbook({ rows }))
  expect(errors).toEqual([
    { row: 2, column: '售价', message: '「9.999」超过两位小数，请改为最多两位小数' },
    { row: 3, column: '库存', message: '「-3」不能小于0，请改为不小于0的整数' },
    { row: 4, column: '售价', message: '「九」不是金额，请填写如 99.00 的数字' },
    { row: 4, column: '库存', message: '「1.5」不是整数，请填写整数' },
    { row: 5, column: '商品名称', message: '请输入商品名称' },
  ])
  const red = ['T恤', 1, 1, ...towel.slice(3), '颜色', '红']
  const clashing = [[...heading, '规格1名称', '规格1值'], red, [...red.slice(0, -2), '色', '蓝'], red]
  const deep = ['帽', 1, 1, '一/二/三/四', ...towel.slice(4)]
  const more = await read('a.xlsx', await workbook({ rows: [...clashing, deep] }))
  expect(more.errors).toEqual([
    { row: 3, column: '规格1名称', message: '规格名称「色」与本商品第一行不一致，请改为一致' },
    { row: 4, column: '规格1值', message: '规格「红」与第 2 行重复，请修改或删除其中一行' },
    { row: 5, column: '商品分类', message: '分类「一/二/三/四」超过3级，请减少级别' },
  ])
})

test('text is read in the encodings that Excel writes, and refused when unreadable', async () => {
  const { read } = await openImports()
  const text = [heading.join(','), towel.join(',')].join('\n')
  const utf16 = Buffer.from(`\uFEFF${text.replaceAll(',', '\t')}`, 'utf16le')
  const inAll = [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text.replaceAll(',', ';')}`),
    utf16,
    Buffer.from(utf16).swap16(),
  ]
  for (const content of inAll) expect(await read('a.csv', content)).toMatchObject({ total: 1, valid: 1, errors: [] })
  // A title above the heading, which decides neither the columns nor the separator, and a column that stands twice.
  const twice = [
    [...heading, '售价'].join('\t'),
    [...towel, '9.9'].join('\t'),
    ['浴巾', 8, ...towel.slice(2), 7].join('\t'),
  ]
  expect(await read('a.csv', Buffer.from(`商品表\n${twice.join('\n')}`))).toMatchObject({
    preview: [
      { storeName: '毛巾', price: '9.9' },
      { storeName: '浴巾', action: 'skip' },
    ],
    errors: [{ row: 4, column: '售价', message: '文件里有 2 列是这个表头，内容不同，请只保留一列' }],
    unread: [],
  })
  // 商品名称,售价 and 毛巾,9.9 in GB 18030
  const gb = Buffer.from('c9ccc6b7c3fbb3c62ccadbbcdb0ac3abbded2c392e39', 'hex')
  expect(await read('a.csv', gb)).toMatchObject({ format: 'sheet', preview: [{ storeName: '毛巾', price: '9.9' }] })
  const broken = Buffer.concat([gb, Buffer.from([0xff, 0xff, 0x80])])
  expect(await read('a.csv', broken)).toMatchObject({
    status: 400,
    message: '无法识别文件的文字编码，请另存为 UTF-8 编码的 CSV 后再试',
  })
})

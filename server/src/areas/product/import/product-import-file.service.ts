import type { CategoryNode } from '@zhanggui/contract/product/category.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { limitTypeNames, visibilityNames } from '@zhanggui/domain/product/product.ts'
import {
  type ProductSheetColumn,
  productSheetColumns,
  requiredSheetColumns,
} from '@zhanggui/domain/product/product-sheet.ts'
import { CLEAR } from '@zhanggui/domain/sheet-cells.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { forbidden } from '../../../platform/http/errors.ts'
import type { FileAnswer } from '../../../platform/http/file-answer.ts'
import { openKeptFile } from '../../file/file/file.service.ts'
import {
  errorSheetName,
  makeErrorSheet,
  makeTemplateFile,
  readKeptLines,
  workbookAnswer,
} from '../../file/import-sheet/import-sheet.service.ts'
import { listDetails } from '../../setting/dict/dict-detail.service.ts'
import { listPickable } from '../category/category.service.ts'
import { listFreightTemplates } from '../freight/freight-template.service.ts'
import { maySeeCost, SEE_COST } from '../product/product-describe.service.ts'
import * as imports from './product-import.repository.ts'
import { requireImport, sheetRules } from './product-import.service.ts'
import { leftOutTitles } from './product-import-columns.ts'

/** The sheet to fill in, with notes and drop-down lists of the shop's categories, freight templates and units. */
export async function makeTemplate(ctx: Ctx): Promise<FileAnswer> {
  const names = Object.keys(productSheetColumns) as ProductSheetColumn[]
  const isRequired = (name: ProductSheetColumn) => requiredSheetColumns.some((each) => each === name)
  const titles = names.map((name) => `${productSheetColumns[name]}${isRequired(name) ? '*' : ''}`)
  const choices: Partial<Record<ProductSheetColumn, string[]>> = {
    categories: pathsOf(await listPickable(ctx, { type: 1, status: 1 })),
    freight: (await listFreightTemplates(ctx, { page: 1, limit: 100 })).list.map(({ name }) => name),
    unitName: await unitsOf(ctx),
    ...Object.fromEntries(
      (['isHot', 'isBenefit', 'isBest', 'isNew', 'isGood', 'skuShow', 'isShow'] as const).map((name) => [
        name,
        ['是', '否'],
      ]),
    ),
    limitType: Object.values(limitTypeNames),
    visibility: Object.values(visibilityNames),
  }
  const columns = names.map((name, at) => ({ title: titles[at] ?? '', choices: choices[name] ?? [] }))
  return makeTemplateFile({ name: '商品', columns, notes }, '商品导入模板.xlsx')
}

const notes = [
  '填写说明',
  '1. 一行是一个规格（SKU）；同一商品的多行填写相同的「商品编码」，或不填编码而让「商品名称」相同的行连续排列。',
  '2. 带 * 的列在新增商品时必填；更新商品时，空单元格表示不修改。',
  `3. 要清空某一项，在单元格中填写 ${CLEAR}。`,
  '4. 商品分类用 / 分隔级别，多个分类用 ; 分隔，例如：男装/外套;新品。',
  '5. 轮播图填写图片地址，多张用 ; 分隔，最多 10 张。',
  '6. 更新商品时按「商品ID」查找；没有填写时，按任一「商家编码」查找。',
  '7. 价格的单位是元，最多两位小数；重量的单位是 kg，体积的单位是 m³。',
  '8. 新增的商品放入仓库中，确认无误后再上架；「上架」列只在导入时选择「按原状态上架」时使用。',
  '9. 参数写成「名称:值」，多个用 ; 分隔，例如：产地:新疆;材质:棉。标签、服务保障、活动优先级也用 ; 分隔。',
  '10. 由规则自动设置的标签不在表格中；超过 32,000 字的详情不导出，再次导入时保持不变。',
  `11. 表格不包含：${leftOutTitles.join('、')}，没有规格（SKU）使用的规格值，销量、评论等统计。`,
]

function pathsOf(nodes: readonly CategoryNode[], above = ''): string[] {
  return nodes.flatMap(({ name, child = [] }) => [`${above}${name}`, ...pathsOf(child, `${above}${name}/`)])
}

async function unitsOf(ctx: Ctx): Promise<string[]> {
  const units = await listDetails(ctx, { dictName: 'product_unit', page: 0, size: 100 })
  return ('content' in units ? units.content : units.list).map(({ label }) => label)
}

/** An import whose file the caller may read: other people's sheets may contain costs. @throws 403, 404 */
async function requireReadable(ctx: Ctx, id: number): Promise<imports.ImportRecord> {
  const row = await requireImport(ctx, id)
  if (row.createdBy !== ctx.actor.userId && !maySeeCost(ctx)) throw forbidden(SEE_COST)
  return row
}

/** The file that was imported. @throws 403, 404 */
export async function openImportFile(ctx: Ctx, id: number): Promise<FileAnswer> {
  const row = await requireReadable(ctx, id)
  return { ...(await openKeptFile(ctx, row.fileId)), saveAs: row.fileName }
}

/**
 * The rows of the products that were not imported, with the reasons in an extra last column.
 * @throws 403, 404, 422 when there are none
 */
export async function openImportErrors(ctx: Ctx, id: number): Promise<FileAnswer> {
  const row = await requireReadable(ctx, id)
  const { status, done, failed, fileName } = row
  // Sheets are read one at a time: whoever asks again and again would keep everybody else's waiting.
  const made = ctx.platform.caches.named<string>('import-errors', { ttlSeconds: KEPT_SECONDS, max: MAX_KEPT })
  const sheet = await made.get(`${id} ${status} ${done} ${failed}`, () => makeErrors(ctx, row))
  return workbookAnswer(Buffer.from(sheet, 'base64'), errorSheetName(fileName))
}

const KEPT_SECONDS = 600
const MAX_KEPT = 4

/** The sheet of the faulty rows, base64. @throws 422 when there are none */
async function makeErrors(ctx: Ctx, row: imports.ImportRecord): Promise<string> {
  const { id } = row
  const bad = await imports.listItems(ctx, id, { limit: row.total, status: ['invalid', 'left'] })
  if (!bad.length) throw new Refusal('没有错误的行')
  const faults = new Map<number, { column: string; message: string }[]>()
  for (const { product, errors } of bad) {
    for (let line = product.firstRow; line <= product.lastRow; line++) if (!faults.has(line)) faults.set(line, [])
    for (const { row: line, ...fault } of errors) faults.set(line, [...(faults.get(line) ?? []), fault])
  }
  return (await makeErrorSheet(await readKeptLines(ctx, row, sheetRules), faults)).toString('base64')
}

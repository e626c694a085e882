import { CellReader, type ImportColumns, type ImportLine, readCell } from '../sheet-cells.ts'
import { readCommands } from './matrixify-command.ts'
import { attrsOf, type ImportedProduct, tidyValue } from './product-import.ts'
import { SINGLE_ATTR } from './product-sku.ts'
import type { ShopifyColumn } from './shopify-columns.ts'

type Column = { index: number; title: string }
type Variant = { line: ImportLine; values: string[]; stock: number | undefined }

/** Written where a location does not keep a variant. */
const NOT_STOCKED = /^not stocked$/i

/** Whether a file with a handle is a Shopify shop's inventory rather than its products. */
export function isShopifyInventory(columns: ImportColumns<ShopifyColumn>): boolean {
  return !columns.has('price') && (['available', 'onHand', 'coo', 'hsCode'] as const).some((name) => columns.has(name))
}

/**
 * Reads the inventory export of a Shopify shop: a row for each variant and location, or a column for each location. The
 * stock of a variant is what is available at all locations together. Products are changed and never added.
 * @param heading the headings of the file, for the columns named after locations
 * @see https://help.shopify.com/manual/products/inventory/inventory-csv
 */
export function readShopifyInventory(
  columns: ImportColumns<ShopifyColumn>,
  heading: readonly string[],
  lines: readonly ImportLine[],
): ImportedProduct[] {
  const products = new Map<string, ImportLine[]>()
  const handles = new CellReader(columns)
  for (const line of lines) {
    const key = handles.shown(line, 'handle').toLowerCase() || `#${line.line}`
    products.set(key, [...(products.get(key) ?? []), line])
  }
  const places = quantityColumns(columns, heading)
  return [...products].map(([key, rows]) => readProduct(columns, places, key, rows))
}

/** The columns with quantities: what is available, else what is on hand, else those named after locations. */
function quantityColumns(columns: ImportColumns<ShopifyColumn>, heading: readonly string[]): readonly Column[] {
  const total = columns.get('available') ?? columns.get('onHand')
  if (total) return [total]
  const known = new Set([...columns.values()].flatMap(({ index, more = [] }) => [index, ...more]))
  return heading.flatMap((title, index) => (title.trim() && !known.has(index) ? [{ index, title: title.trim() }] : []))
}

function readProduct(
  columns: ImportColumns<ShopifyColumn>,
  places: readonly Column[],
  key: string,
  lines: readonly ImportLine[],
): ImportedProduct {
  const cells = new CellReader(columns)
  const first = lines[0] as ImportLine
  for (const line of lines) cells.text(line, 'handle')
  const names = (['name1', 'name2', 'name3'] as const).map((name) => cells.text(first, name)).filter(Boolean)
  if (key.startsWith('#')) cells.refuse(first, 'handle', '缺少 Handle，无法判断属于哪个商品，请补全')
  readCommands(cells, lines)
  const variants = new Map<string, Variant>()
  for (const line of lines) {
    const values = (['value1', 'value2', 'value3'] as const)
      .slice(0, names.length)
      .map((name) => tidyValue(cells.text(line, name)))
    const id = JSON.stringify([values, cells.text(line, 'sku')])
    const variant = variants.get(id) ?? { line, values, stock: undefined }
    for (const place of places) variant.stock = add(variant.stock, readQuantity(cells, line, place))
    variant.stock = add(variant.stock, readCorrection(cells, line))
    variants.set(id, variant)
  }
  const isSingle = variants.size === 1 && (!names.length || names[0]?.toLowerCase() === 'title')
  const single = [...SINGLE_ATTR.attrValues]
  const skus = [...variants.values()].map(({ line, values, stock }) => {
    if (stock !== undefined && stock < 0) cells.warn(line, 'available', `库存为负数（${stock}），按0导入`)
    return {
      row: line.line,
      values: isSingle ? single : values,
      stock: stock === undefined ? undefined : Math.max(stock, 0),
      skuNo: cells.text(line, 'sku').replace(/^'/, '') || undefined,
    }
  })
  return {
    key,
    hasKey: true,
    onlyUpdates: true,
    firstRow: first.line,
    lastRow: lines.at(-1)?.line ?? first.line,
    attrs: isSingle
      ? [{ attrName: SINGLE_ATTR.attrName, attrValues: single }]
      : attrsOf(
          names,
          skus.map(({ values }) => values),
        ),
    skus,
    problems: cells.problems,
    warnings: cells.warnings,
  }
}

/** What was counted, in the column that Shopify leaves empty for it, more than what was on hand. */
function readCorrection(cells: CellReader<ShopifyColumn>, line: ImportLine): number | undefined {
  const [counted, before] = [cells.columns.get('onHand'), cells.columns.get('onHandBefore')]
  if (!cells.has('available') || !counted || !before) return undefined
  const count = readQuantity(cells, line, counted)
  return count === undefined ? undefined : count - (readQuantity(cells, line, before) ?? 0)
}

function readQuantity(
  cells: CellReader<ShopifyColumn>,
  line: ImportLine,
  { index, title }: Column,
): number | undefined {
  const read = readCell(line, index, 'number')
  const text = read.text.normalize('NFKC').trim()
  if (!read.fault && (!text || NOT_STOCKED.test(text))) return undefined
  if (/^-?\d{1,9}$/.test(text)) return Number(text)
  const message = read.fault || `「${text.slice(0, 20)}」不是整数，请填写整数`
  // A fault of the whole row is told with its handle.
  if (!line.fault) cells.problems.push({ row: line.line, column: title, message })
  return undefined
}

const add = (one: number | undefined, other: number | undefined) => (one === undefined ? other : one + (other ?? 0))

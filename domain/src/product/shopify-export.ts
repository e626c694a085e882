import { CellReader, type ImportColumns, type ImportLine } from '../sheet-cells.ts'
import { cutText } from '../text.ts'
import { addsPicture, commandOf, readCommands, replacesTags } from './matrixify-command.ts'
import { attrsOf, type ImportedProduct, type ImportedSku, MAX_PICTURES, tidyValue } from './product-import.ts'
import { SINGLE_ATTR } from './product-sku.ts'
import type { ShopifyColumn } from './shopify-columns.ts'

type Name = ShopifyColumn

const MAX_NAME = 128
const MAX_TITLE = 64
const MAX_INFO = 256
const MAX_KEYWORD = 255
const MAX_CODE = 50
const MAX_BRAND = 32
const MAX_LEVELS = 3

/** The shop's choices where Shopify leaves a value open. */
export type ShopifyOptions = {
  /** Stock of variants without tracked inventory, 0 or more. */
  untrackedStock: number
}

/**
 * Reads the product export of a Shopify shop: a row for each variant and for each further picture; rows with the same
 * handle are one product. Options become specifications, the vendor becomes the brand, the type (else the last levels of the
 * category) the category, tags the keywords. Oversold stock becomes 0, characters that SKU texts cannot have are replaced
 * in option values, and pictures beyond the tenth go below the description; each change is reported as a warning.
 * @see https://help.shopify.com/manual/products/import-export/using-csv
 */
export function readShopifyExport(
  columns: ImportColumns<Name>,
  lines: readonly ImportLine[],
  options: ShopifyOptions,
): ImportedProduct[] {
  const products = new Map<string, ImportLine[]>()
  const nameless: ImportedProduct[] = []
  const handles = new CellReader(columns)
  for (const line of lines) {
    const handle = handles.shown(line, 'handle')
    if (!handle) nameless.push(namelessRow(columns, line))
    else if (products.has(handle.toLowerCase())) products.get(handle.toLowerCase())?.push(line)
    else products.set(handle.toLowerCase(), [line])
  }
  return [...[...products].map(([key, rows]) => readProduct(columns, key, rows, options)), ...nameless]
}

function namelessRow(columns: ImportColumns<Name>, line: ImportLine): ImportedProduct {
  const reader = new CellReader(columns)
  reader.refuse(line, 'handle', '缺少 Handle，无法判断属于哪个商品，请补全')
  const { problems, warnings } = reader
  const place = { key: `#${line.line}`, hasKey: false, firstRow: line.line, lastRow: line.line }
  return { ...place, attrs: [], skus: [], problems, warnings }
}

function readProduct(
  columns: ImportColumns<Name>,
  key: string,
  lines: readonly ImportLine[],
  options: ShopifyOptions,
): ImportedProduct {
  const cells = new CellReader(columns)
  for (const line of lines) cells.text(line, 'handle')
  const first = lines.find((line) => cells.text(line, 'title')) ?? (lines[0] as ImportLine)
  const { onlyAdds, onlyUpdates } = readCommands(cells, lines)
  const names = (['name1', 'name2', 'name3'] as const).map((name) => cells.text(first, name)).filter(Boolean)
  const variants = lines.filter((line) => isVariant(cells, line))
  if (!variants.length && cells.has('price')) cells.refuse(first, 'price', '商品没有任何规格行，请补全价格')
  const skus = variants.map((line) => readSku(cells, line, names, options))
  const title = cells.fitting(first, 'title', MAX_NAME, tidyName(cells.text(first, 'title')))
  if (!title && cells.has('title')) cells.refuse(first, 'title', '缺少商品名称，请填写 Title')
  // Without options, variants are known by their codes.
  const isBare = !cells.has('name1') && !cells.has('value1')
  const isSingle =
    isBare || (skus.length <= 1 && (!names.length || (names.length === 1 && names[0]?.toLowerCase() === 'title')))
  const { pictures, more } = readPictures(cells, lines)
  if (more.length) cells.warn(first, 'picture', `图片多于${MAX_PICTURES}张，其余${more.length}张放入商品详情`)
  if (isYes(cells.text(first, 'giftCard', 'truth'))) cells.warn(first, 'giftCard', '礼品卡将作为普通商品导入')
  if (isBare) checkCodes(cells, variants, skus)
  checkCombinations(cells, variants, skus, names, isSingle)
  return {
    key,
    hasKey: true,
    onlyAdds: onlyAdds || undefined,
    onlyUpdates: onlyUpdates || undefined,
    firstRow: Math.min(...lines.map(({ line }) => line)),
    lastRow: Math.max(...lines.map(({ line }) => line)),
    storeName: title || undefined,
    categories: readCategories(cells, first),
    brand: cells.fitting(first, 'vendor', MAX_BRAND) || undefined,
    storeInfo: cells.fitting(first, 'seoDescription', MAX_INFO) || undefined,
    keyword: readTags(cells, first),
    image: pictures[0],
    sliderImage: pictures.length ? pictures : undefined,
    content:
      [cells.text(first, 'body'), ...more.map((url) => `<p><img src="${escaped(url)}"></p>`)].join('') || undefined,
    shareTitle: cells.fitting(first, 'seoTitle', MAX_TITLE) || undefined,
    isShow: readPublished(cells, first),
    attrs: isSingle
      ? [{ attrName: SINGLE_ATTR.attrName, attrValues: [...SINGLE_ATTR.attrValues] }]
      : attrsOf(
          names.map(tidyName),
          skus.map(({ values }) => values),
        ),
    skus: isSingle ? skus.map((sku) => ({ ...sku, values: [...SINGLE_ATTR.attrValues] })) : skus,
    problems: cells.problems,
    warnings: cells.warnings,
  }
}

/** Rows without price, values and code only add a picture. */
function isVariant(cells: CellReader<Name>, line: ImportLine): boolean {
  return (['price', 'value1', 'sku'] as const).some((name) => cells.shown(line, name) !== '')
}

function readSku(
  cells: CellReader<Name>,
  line: ImportLine,
  names: readonly string[],
  { untrackedStock }: ShopifyOptions,
): ImportedSku {
  const price = cells.yuan(line, 'price')
  if (price === undefined && cells.has('price') && !cells.shown(line, 'price'))
    cells.refuse(line, 'price', '缺少价格，请填写')
  const grams = cells.number(line, 'grams', 0)
  const code = cells.text(line, 'sku').replace(/^'/, '')
  if ([...code].length > MAX_CODE) cells.warn(line, 'sku', `商家编码超过${MAX_CODE}个字符，只保留前${MAX_CODE}个`)
  return {
    row: line.line,
    onlyUpdates: commandOf(cells, line, 'variantCommand') === 'UPDATE' || undefined,
    values: names.map((_, place) => readValue(cells, line, place)),
    image: addressOf(cells.text(line, 'skuPicture')) || undefined,
    price,
    otPrice: cells.yuan(line, 'comparePrice'),
    cost: cells.yuan(line, 'cost'),
    stock: readStock(cells, line, untrackedStock),
    barCode: cutText(cells.text(line, 'barcode').replace(/^'/, ''), MAX_CODE) || undefined,
    skuNo: cutText(code, MAX_CODE) || undefined,
    weight: grams === undefined ? undefined : grams / 1000,
  }
}

const valueColumns = ['value1', 'value2', 'value3'] as const

function readValue(cells: CellReader<Name>, line: ImportLine, place: number): string {
  const name = valueColumns[place] ?? 'value1'
  const value = cells.text(line, name)
  const tidy = tidyValue(value)
  if (tidy !== value) cells.warn(line, name, `规格值「${value}」中的逗号、引号、反斜杠已换成全角字符`)
  return tidy
}

/** Shops set to continue selling when out of stock have negative inventory for what they oversold. */
function readStock(cells: CellReader<Name>, line: ImportLine, untracked: number): number | undefined {
  if (cells.has('tracker') && !cells.text(line, 'tracker')) return untracked
  const stock = cells.whole(line, 'quantity', Number.NEGATIVE_INFINITY)
  if (stock === undefined || stock >= 0) return stock
  cells.warn(line, 'quantity', `库存为负数（${stock}），按0导入`)
  return 0
}

function checkCodes(cells: CellReader<Name>, lines: readonly ImportLine[], skus: readonly ImportedSku[]): void {
  if (skus.length < 2) return
  const seen = new Map<string, number>()
  for (const [index, line] of lines.entries()) {
    const code = skus[index]?.skuNo?.toLowerCase() ?? ''
    const before = seen.get(code)
    if (!code) cells.refuse(line, 'sku', '商品有多个规格，请填写 SKU，或补上规格（Option1 Name、Option1 Value）两列')
    else if (before !== undefined) cells.refuse(line, 'sku', `商家编码与第 ${before} 行重复，请修改或删除其中一行`)
    else seen.set(code, line.line)
  }
}

function checkCombinations(
  cells: CellReader<Name>,
  lines: readonly ImportLine[],
  skus: readonly ImportedSku[],
  names: readonly string[],
  isSingle: boolean,
): void {
  if (isSingle) return
  const seen = new Map<string, number>()
  for (const [index, line] of lines.entries()) {
    const values = skus[index]?.values ?? []
    const missing = values.findIndex((value) => !value)
    const column = valueColumns[Math.max(missing, 0)] ?? 'value1'
    if (!names.length) cells.refuse(line, 'name1', '商品有多个规格，但缺少规格名称，请补全')
    else if (missing >= 0) cells.refuse(line, column, `缺少规格「${names[missing]}」的值，请补全`)
    const key = JSON.stringify(values)
    const before = seen.get(key)
    if (before !== undefined)
      cells.refuse(line, 'value1', `规格「${values.join(',')}」与第 ${before} 行重复，请修改或删除其中一行`)
    else seen.set(key, line.line)
  }
}

/** Only spaces are tidied here; names that break other limits are refused later. */
const tidyName = (name: string) => name.replace(/\s+/g, ' ')

function readPictures(cells: CellReader<Name>, lines: readonly ImportLine[]): { pictures: string[]; more: string[] } {
  const found = lines.flatMap((line, order) => {
    const text = cells.text(line, 'picture')
    if (!text || !addsPicture(cells, line)) return []
    const url = addressOf(text)
    if (!url) cells.warn(line, 'picture', '图片地址不正确，已忽略')
    const position = Number(cells.text(line, 'position', 'number')) || order + 1
    return url ? [{ url, position }] : []
  })
  const urls = [...new Set(found.sort((one, other) => one.position - other.position).map(({ url }) => url))]
  return { pictures: urls.slice(0, MAX_PICTURES), more: urls.slice(MAX_PICTURES) }
}

/** The address of a picture with its protocol; '' when it is not one. */
function addressOf(text: string): string {
  const url = text.startsWith('//') ? `https:${text}` : text
  return /^https?:\/\/\S+$/.test(url) ? url : ''
}

function readCategories(cells: CellReader<Name>, line: ImportLine): string[][] | undefined {
  const type = cells.text(line, 'type')
  if (type) return [[type]]
  const levels = cells
    .text(line, 'category')
    .split('>')
    .map((name) => name.trim())
    .filter(Boolean)
  return levels.length && !/^\d+$/.test(levels[0] ?? '') ? [levels.slice(-MAX_LEVELS)] : undefined
}

/** Tags as keywords; tags that do not fit are left out entirely. */
function readTags(cells: CellReader<Name>, line: ImportLine): string | undefined {
  if (!replacesTags(cells, line)) return undefined
  const tags = cells
    .text(line, 'tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  let keyword = ''
  for (const [index, tag] of tags.entries()) {
    const longer = keyword ? `${keyword},${tag}` : tag
    if ([...longer].length > MAX_KEYWORD) {
      cells.warn(line, 'tags', `标签过长，最后${tags.length - index}个没有放入关键字`)
      break
    }
    keyword = longer
  }
  return keyword || undefined
}

function readPublished(cells: CellReader<Name>, line: ImportLine): boolean | undefined {
  const status = cells.text(line, 'status').toLowerCase()
  if (status && status !== 'active') return false
  if (cells.has('published')) return isYes(cells.text(line, 'published', 'truth'))
  return status ? true : undefined
}

const isYes = (text: string) => /^(true|yes|1)$/i.test(text)

const escaped = (url: string) => url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

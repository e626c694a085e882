import { namesOf, type PlainField, type PlainFields } from '../fields.ts'
import { type CellKind, CellReader, CLEAR, findColumns, type ImportColumns, type ImportLine } from '../sheet-cells.ts'
import { looksLikeFormula } from '../text.ts'
import type { ProductParam } from './param-template.ts'
import { limitTypeNames, type SaleType, saleNames, visibilityNames } from './product.ts'
import { type PlainProduct, productFields, type SheetField, sheetFields } from './product-fields.ts'
import { attrsOf, type ImportedProduct, type ImportedSku } from './product-import.ts'
import { MAX_ATTRS, SINGLE_ATTR, VOLUME_DECIMALS, WEIGHT_DECIMALS } from './product-sku.ts'

/** The headings of the plain fields in the first step of the form, or in the others. */
function headings(ofFirst: boolean): Record<SheetField, string> {
  const fields: PlainFields = sheetFields
  const names = namesOf(sheetFields).filter((name) => (fields[name]?.step === 1) === ofFirst)
  return Object.fromEntries(names.map((name) => [name, sheetFields[name].sheet])) as Record<SheetField, string>
}

/** A column of the product sheet: in the template, in imports, and in exports with a row for each SKU. */
export const productSheetColumns = {
  code: '商品编码',
  id: '商品ID',
  storeName: '商品名称',
  categories: '商品分类',
  brand: '品牌',
  labels: '标签',
  ...headings(true),
  image: '封面图',
  sliderImage: '轮播图',
  videoLink: '视频',
  flatPattern: '展示图',
  name1: '规格1名称',
  value1: '规格1值',
  name2: '规格2名称',
  value2: '规格2值',
  name3: '规格3名称',
  value3: '规格3值',
  name4: '规格4名称',
  value4: '规格4值',
  name5: '规格5名称',
  value5: '规格5值',
  skuImage: '规格图',
  price: '售价',
  otPrice: '原价',
  cost: '成本价',
  vipPrice: '会员价',
  stock: '库存',
  skuAlertStock: '规格库存预警',
  barCode: '商品编号',
  skuNo: '商家编码',
  weight: '重量',
  volume: '体积',
  brokerage: '一级返佣',
  brokerageTwo: '二级返佣',
  skuShow: '规格启用',
  freight: '运费模板',
  ...headings(false),
  params: '参数',
  ensures: '服务保障',
  activity: '活动优先级',
  limitType: '限购方式',
  limitNum: '限购数量',
  autoOnTime: '定时上架时间',
  autoOffTime: '定时下架时间',
  visibility: '可见范围',
  shareImage: '分享图',
  alertStock: '库存预警',
  isShow: '上架',
  content: '详情',
} as const
export type ProductSheetColumn = keyof typeof productSheetColumns
type Name = ProductSheetColumn

/** The columns that a new product requires. */
export const requiredSheetColumns = ['storeName', 'categories', 'price', 'freight'] as const

/** Separates several values in one cell. */
export const SHEET_SEPARATOR = ';'
/** Separates the levels of a category. */
export const LEVEL_SEPARATOR = '/'
/** Longer descriptions do not fit into an Excel cell: exports omit them, so that imports leave them unchanged. */
export const MAX_SHEET_TEXT = 32_000

/** Writes a category path for a sheet: names from the root, with separators in names escaped by a backslash. */
export function joinPath(names: readonly string[]): string {
  return names.map((name) => name.replace(/[\\/;；]/g, '\\$&')).join(LEVEL_SEPARATOR)
}

/** Reads a category path from a sheet: the names from the root. */
export function splitPath(path: string): string[] {
  return piecesOf(path, /(?:\\[\\/;；]|[^/])+/g).map((name) => name.replace(/\\([\\/;；])/g, '$1'))
}

/** Joins several addresses or names for one cell. */
export function joinPieces(pieces: readonly string[]): string {
  return pieces.map((piece) => piece.replace(/[\\;；]/g, '\\$&')).join(SHEET_SEPARATOR)
}

/** Writes parameters for a sheet: `产地:新疆;材质:棉`, with separators in names and values escaped by a backslash. */
export function joinParams(params: readonly ProductParam[]): string {
  const escaped = (text: string) =>
    text.replace(/[\\;；:：]/g, '\\$&').replace(/[\n\r]/g, (sign) => (sign === '\n' ? '\\n' : '\\r'))
  return params.map(({ name, value }) => `${escaped(name)}:${escaped(value)}`).join(SHEET_SEPARATOR)
}

/**
 * Reads parameters from a sheet, separated by semicolons or line ends.
 * @returns undefined when a piece has no colon after its name
 */
export function splitParams(text: string): ProductParam[] | undefined {
  const plain = (piece: string) =>
    piece.trim().replace(/\\([\\;；:：nr])/g, (_, sign) => ({ n: '\n', r: '\r' })[sign as string] ?? sign)
  const params = piecesOf(text, /(?:\\[\\;；:：nr]|[^;；\n])+/g).map((piece) => {
    const [, name = '', value] = /^((?:\\[\\;；:：nr]|[^\\:：]|\\(?![\\;；:：nr]))+)[:：]([\s\S]*)$/.exec(piece) ?? []
    return value === undefined ? undefined : { name: plain(name), value: plain(value) }
  })
  return params.every((param) => param !== undefined) ? params : undefined
}

/**
 * Escapes a text that looks like one already guarded against being read as a formula, so that reading it back yields the
 * text itself.
 */
export function guardQuote(text: string): string {
  return looksLikeFormula(text, true) ? `'${text}` : text
}

const piecesOf = (text: string, pieces: RegExp) =>
  (text.match(pieces) ?? []).map((piece) => piece.trim()).filter(Boolean)

const places = Array.from({ length: MAX_ATTRS }, (_, place) => place + 1) as (1 | 2 | 3 | 4 | 5)[]

const aliases = Object.fromEntries(
  Object.entries(productSheetColumns).map(([name, title]) => [name, [title, `${title}*`]]),
) as Record<Name, string[]>

/** The columns of our own product sheet, or undefined when the heading is not of that format. */
export function findSheetColumns(heading: readonly string[]): ImportColumns<Name> | undefined {
  const columns = findColumns<Name>(heading, aliases)
  const names = (['storeName', 'id', 'skuNo', 'code'] as const).filter((name) => columns.has(name))
  return names.length && columns.size > (names[0] === 'code' ? 1 : 0) ? columns : undefined
}

/**
 * Reads our product sheet, with a row for each SKU. Rows with the same 商品编码, else the same 商品ID, else consecutive rows
 * with the same 商品名称 are one product; its other cells are read from its first row.
 */
export function readProductSheet(columns: ImportColumns<Name>, lines: readonly ImportLine[]): ImportedProduct[] {
  const groups: { key: string; hasKey: boolean; lines: ImportLine[]; namesake?: number | undefined }[] = []
  const byKey = new Map<string, { lines: ImportLine[] }>()
  const cells = new SheetReader(columns)
  for (const line of lines) {
    const code = cells.shown(line, 'code')
    const id = cells.shown(line, 'id')
    const name = cells.shown(line, 'storeName')
    const key = code ? `code:${code}` : id ? `id:${id}` : `name:${name}`
    const last = groups.at(-1)
    const group = code || id ? byKey.get(key) : last?.key === key && name ? last : undefined
    if (group) {
      group.lines.push(line)
      continue
    }
    // Known by their names alone, rows apart may be meant as one product.
    const namesake = !code && !id && name ? byKey.get(key)?.lines[0]?.line : undefined
    const begun = { key, hasKey: code !== '', lines: [line], namesake }
    groups.push(begun)
    byKey.set(key, begun)
  }
  return groups.map(({ key, hasKey, lines: rows, namesake }) => {
    const product = readProduct(columns, hasKey ? key.slice('code:'.length) : `#${rows[0]?.line}`, hasKey, rows)
    if (namesake === undefined) return product
    const message = `与第 ${namesake} 行同名但不相邻，会成为两个商品；是同一商品的规格请排在一起，或填写相同的「商品编码」`
    return {
      ...product,
      warnings: [...product.warnings, { row: product.firstRow, column: cells.title('storeName'), message }],
    }
  })
}

const unguarded = (text: string) => (looksLikeFormula(text, true) ? text.slice(1) : text)

/** Removes the quote that our exports put before texts that Excel would read as formulas. */
class SheetReader extends CellReader<Name> {
  override text(line: ImportLine, name: Name, kind?: CellKind): string {
    return unguarded(super.text(line, name, kind))
  }

  override shown(line: ImportLine, name: Name): string {
    return unguarded(super.shown(line, name))
  }
}

function readProduct(
  columns: ImportColumns<Name>,
  key: string,
  hasKey: boolean,
  lines: readonly ImportLine[],
): ImportedProduct {
  const cells = new SheetReader(columns)
  const first = lines[0] as ImportLine
  const names = places.map((place) => cells.text(first, `name${place}`)).filter(Boolean)
  const skus = lines.map((line) => readSku(cells, line, names))
  checkRows(cells, lines, skus, names)
  return {
    key,
    hasKey,
    productId: cells.whole(first, 'id', 1),
    firstRow: first.line,
    lastRow: lines.at(-1)?.line ?? first.line,
    storeName: given(readName(cells, first)),
    categories: piecesIn(cells.text(first, 'categories'))?.map(splitPath),
    ...readPlain(cells, first),
    image: given(cells.text(first, 'image')),
    brand: given(cells.text(first, 'brand')),
    labels: listIn(cells.text(first, 'labels')),
    params: readParams(cells, first),
    ensures: listIn(cells.text(first, 'ensures')),
    sliderImage: listIn(cells.text(first, 'sliderImage')),
    videoLink: given(cells.text(first, 'videoLink')),
    flatPattern: given(cells.text(first, 'flatPattern')),
    shareImage: given(cells.text(first, 'shareImage')),
    activity: readActivity(cells, first),
    limitType: readChoice(cells, first, 'limitType', limitTypeNames),
    limitNum: cells.whole(first, 'limitNum'),
    autoOnTime: readMoment(cells, first, 'autoOnTime'),
    autoOffTime: readMoment(cells, first, 'autoOffTime'),
    visibility: readChoice(cells, first, 'visibility', visibilityNames),
    alertStock: readOptional(cells, first, 'alertStock'),
    isShow: readYesOrNo(cells, first, 'isShow'),
    freight: given(cells.text(first, 'freight')),
    content: given(cells.text(first, 'content')),
    attrs: names.length
      ? attrsOf(
          names,
          skus.map(({ values }) => values),
        )
      : [{ attrName: SINGLE_ATTR.attrName, attrValues: [...SINGLE_ATTR.attrValues] }],
    skus: names.length ? skus : skus.map((sku) => ({ ...sku, values: [...SINGLE_ATTR.attrValues] })),
    problems: cells.problems,
    warnings: cells.warnings,
  }
}

/** A name that is too long for the field often is so by its spaces. */
function readName(cells: CellReader<Name>, line: ImportLine): string {
  const name = cells.text(line, 'storeName')
  const { max } = productFields.storeName
  return [...name].length > max ? cells.fitting(line, 'storeName', max, name.replace(/\s+/g, ' ')) : name
}

/** The meaning of a cell: undefined for an empty cell, '' for 清空. */
function given(text: string): string | undefined {
  if (!text) return undefined
  return text === CLEAR ? '' : text
}

function piecesIn(text: string): string[] | undefined {
  if (!text) return undefined
  return text === CLEAR ? [] : piecesOf(text, /(?:\\[\\/;；]|[^;；\n])+/g)
}

const unescaped = (piece: string) => piece.replace(/\\([\\;；])/g, '$1')

/** The values of a cell with several. */
const listIn = (text: string) => piecesIn(text)?.map(unescaped)

function readPlain(cells: CellReader<Name>, line: ImportLine): Partial<PlainProduct> {
  const names = namesOf(sheetFields)
  return Object.fromEntries(names.map((name) => [name, readField(cells, line, name, sheetFields[name])]))
}

const kindOf = { text: 'text', whole: 'number', flag: 'truth' } as const

function readField(cells: CellReader<Name>, line: ImportLine, name: SheetField, field: PlainField) {
  const text = cells.text(line, name, kindOf[field.kind])
  if (!text) return undefined
  if (text === CLEAR) return field.kind === 'text' ? '' : field.initial
  if (field.kind === 'text') return text
  return field.kind === 'whole' ? cells.whole(line, name, field.min) : readYesOrNo(cells, line, name)
}

function readYesOrNo(cells: CellReader<Name>, line: ImportLine, name: Name): boolean | undefined {
  const text = cells.text(line, name, 'truth')
  if (!text) return undefined
  if (/^(是|1|true|yes|y)$/i.test(text)) return true
  if (/^(否|0|false|no|n)$/i.test(text)) return false
  return cells.refuse(line, name, '请填写「是」或「否」')
}

function readParams(cells: CellReader<Name>, line: ImportLine): ProductParam[] | undefined {
  const text = cells.text(line, 'params')
  if (!text) return undefined
  if (text === CLEAR) return []
  return (
    splitParams(text) ?? cells.refuse(line, 'params', '请写成「名称:值」，多个参数用 ; 分隔，例如：产地:新疆;材质:棉')
  )
}

/** The number that a choice stands for, by its name. */
function readChoice<Value extends number>(
  cells: CellReader<Name>,
  line: ImportLine,
  name: Name,
  names: Readonly<Record<Value, string>>,
): Value | undefined {
  const text = cells.text(line, name)
  if (!text) return undefined
  const choices = Object.entries<string>(names)
  const found = text === CLEAR ? choices[0] : choices.find(([, label]) => label === text)
  if (found) return Number(found[0]) as Value
  return cells.refuse(line, name, `请填写${choices.map(([, label]) => `「${label}」`).join('')}之一`)
}

function readActivity(cells: CellReader<Name>, line: ImportLine): SaleType[] | undefined {
  const labels = listIn(cells.text(line, 'activity'))
  const types = labels?.map((label) => Object.entries(saleNames).find(([, each]) => each === label)?.[0])
  if (types?.every((type) => type !== undefined)) return types.map((type) => Number(type) as SaleType)
  return types && cells.refuse(line, 'activity', '请填写「默认」「秒杀」「砍价」「拼团」，用 ; 分隔')
}

/** A moment as `YYYY-MM-DD HH:mm:ss`; slashes and short forms as in Excel are accepted. */
function readMoment(cells: CellReader<Name>, line: ImportLine, name: Name): string | undefined {
  const text = cells.text(line, name, 'moment')
  if (!text || text === CLEAR) return text ? '' : undefined
  const parts = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text)
  if (!parts) return cells.refuse(line, name, '请填写如 2025-06-01 09:00:00 的时间')
  const [year, month, day, hour, minute, second] = parts.slice(1).map((part = '0') => part.padStart(2, '0'))
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`
}

/** A whole number that may also be absent: null for 清空. */
const readOptional = (cells: CellReader<Name>, line: ImportLine, name: Name) =>
  cells.text(line, name, 'number') === CLEAR ? null : cells.whole(line, name)

function readSku(cells: CellReader<Name>, line: ImportLine, names: readonly string[]): ImportedSku {
  return {
    row: line.line,
    values: names.map((_, place) => cells.text(line, `value${(place + 1) as 1 | 2 | 3 | 4 | 5}`)),
    image: given(cells.text(line, 'skuImage')),
    price: cells.yuan(line, 'price'),
    otPrice: amount(cells, line, 'otPrice'),
    cost: amount(cells, line, 'cost'),
    stock: cells.whole(line, 'stock'),
    barCode: given(cells.code(line, 'barCode')),
    skuNo: given(cells.code(line, 'skuNo')),
    weight: measure(cells, line, 'weight', WEIGHT_DECIMALS),
    volume: measure(cells, line, 'volume', VOLUME_DECIMALS),
    brokerage: amount(cells, line, 'brokerage'),
    brokerageTwo: amount(cells, line, 'brokerageTwo'),
    vipPrice: cells.text(line, 'vipPrice', 'number') === CLEAR ? null : cells.yuan(line, 'vipPrice'),
    alertStock: readOptional(cells, line, 'skuAlertStock'),
    isShow: readYesOrNo(cells, line, 'skuShow'),
  }
}

const amount = (cells: CellReader<Name>, line: ImportLine, name: Name) =>
  cells.text(line, name, 'number') === CLEAR ? '0' : cells.yuan(line, name)
const measure = (cells: CellReader<Name>, line: ImportLine, name: Name, decimals: number) =>
  cells.text(line, name, 'number') === CLEAR ? 0 : cells.number(line, name, decimals)

function checkRows(
  cells: CellReader<Name>,
  lines: readonly ImportLine[],
  skus: readonly ImportedSku[],
  names: readonly string[],
): void {
  const seen = new Map<string, number>()
  for (const [index, line] of lines.entries()) {
    const { values } = skus[index] as ImportedSku
    // The cells that group the rows were read before there was a product to report problems on.
    for (const name of ['code', 'storeName'] as const) cells.text(line, name)
    cells.text(line, 'id', 'number')
    const missing = values.findIndex((value) => !value)
    if (missing >= 0) cells.refuse(line, `value${(missing + 1) as 1}`, `缺少规格「${names[missing]}」的值，请补全`)
    for (const place of places) {
      const name = cells.text(line, `name${place}`)
      if (name && name !== names[place - 1])
        cells.refuse(line, `name${place}`, `规格名称「${name}」与本商品第一行不一致，请改为一致`)
      if (place > names.length && cells.text(line, `value${place}`))
        cells.refuse(line, `value${place}`, '有规格值但没有规格名称，请补全')
    }
    // Without specifications, the SKUs of a product are told apart by their codes.
    const key = JSON.stringify(names.length || cells.has('name1') ? values : skus[index]?.skuNo?.toLowerCase())
    const before = seen.get(key)
    const text = names.length ? `规格「${values.join(',')}」` : '单规格商品只能有一行，本行'
    if (before !== undefined)
      cells.refuse(line, names.length ? 'value1' : 'storeName', `${text}与第 ${before} 行重复，请修改或删除其中一行`)
    else seen.set(key, line.line)
  }
}

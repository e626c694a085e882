import type { ProductParam } from './param-template.ts'
import type { ActivityType, LimitType, Visibility } from './product.ts'
import type { PlainProduct } from './product-fields.ts'
import type { Attr } from './product-sku.ts'

/** A row of a sheet, numbered as in Excel; `faults` says what is wrong with cells whose shown value cannot be trusted. */
export type ImportLine = { line: number; cells: readonly string[]; faults?: Readonly<Record<number, string>> }
/** A problem or change at a cell. `column` is its heading in the file; '' means the whole row. */
export type Remark = { row: number; column: string; message: string }

/**
 * A SKU of an imported product. An undefined field was left empty or has no column: new SKUs get the default, existing
 * ones keep their value. Prices are texts in yuan with at most two decimals.
 */
export type ImportedSku = {
  row: number
  /** A SKU that the product does not have is refused rather than added. */
  onlyUpdates?: boolean | undefined
  /** In the order of the product's dimensions. */
  values: readonly string[]
  image?: string | undefined
  price?: string | undefined
  otPrice?: string | undefined
  cost?: string | undefined
  stock?: number | undefined
  barCode?: string | undefined
  skuNo?: string | undefined
  weight?: number | undefined
  volume?: number | undefined
  brokerage?: string | undefined
  brokerageTwo?: string | undefined
  /** null empties it. */
  vipPrice?: string | null | undefined
  /** null empties it. */
  alertStock?: number | null | undefined
  isShow?: boolean | undefined
}

/** A product as read from a file; undefined means the same as in {@link ImportedSku}, and '' empties a field. */
export type ImportedProduct = Partial<PlainProduct> & {
  /** Its key in the file: a handle or 商品编码, which stays the same in later imports if the file has one. */
  key: string
  /** Whether the key is stable across files, rather than the row number in this one. */
  hasKey: boolean
  productId?: number | undefined
  /** A product that the shop does not have is refused rather than added. */
  onlyUpdates?: boolean | undefined
  /** A product that the shop has already is refused rather than updated. */
  onlyAdds?: boolean | undefined
  firstRow: number
  lastRow: number
  /** Paths of names from the root: 男装/外套. */
  categories?: readonly (readonly string[])[] | undefined
  brand?: string | undefined
  /** Names of labels. */
  labels?: readonly string[] | undefined
  params?: readonly ProductParam[] | undefined
  /** Names of services promised with it. */
  ensures?: readonly string[] | undefined
  image?: string | undefined
  sliderImage?: readonly string[] | undefined
  videoLink?: string | undefined
  flatPattern?: string | undefined
  shareImage?: string | undefined
  /** Freight template name. */
  freight?: string | undefined
  content?: string | undefined
  activity?: readonly ActivityType[] | undefined
  limitType?: LimitType | undefined
  limitNum?: number | undefined
  /** `YYYY-MM-DD HH:mm:ss` */
  autoOnTime?: string | undefined
  autoOffTime?: string | undefined
  visibility?: Visibility | undefined
  /** null empties it. */
  alertStock?: number | null | undefined
  isShow?: boolean | undefined
  attrs: readonly Attr[]
  skus: readonly ImportedSku[]
  /** These keep the product out of the import. */
  problems: readonly Remark[]
  /** These say what was changed to accept the product. */
  warnings: readonly Remark[]
}

/** The column of each kind of cell in a file. */
export type ImportColumns<Name extends string> = ReadonlyMap<Name, { index: number; title: string }>

/** The maximum number of pictures in a product's carousel. */
export const MAX_PICTURES = 10

/**
 * Finds the columns of a file by their headings, in any order, case and spacing.
 * @param aliases the headings accepted for each column, in lower case
 */
export function findColumns<Name extends string>(
  heading: readonly string[],
  aliases: Readonly<Record<Name, readonly string[]>>,
): ImportColumns<Name> {
  const titles = heading.map((title) => title.replace(/^\uFEFF/, '').trim())
  const places = new Map(titles.map((title, index) => [plainTitle(title), index] as const).reverse())
  const found = new Map<Name, { index: number; title: string }>()
  for (const name of Object.keys(aliases) as Name[])
    for (const alias of aliases[name]) {
      const index = places.get(plainTitle(alias))
      if (index === undefined || found.has(name)) continue
      found.set(name, { index, title: titles[index] ?? '' })
    }
  return found
}

/** A heading without case, spacing and marks. */
export const plainTitle = (title: string) =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*:：]+/g, '')

/** A column of a file that is not read, and the column that its heading may stand for; '' if there is none like it. */
export type UnreadColumn = { column: string; meant: string }

/**
 * The columns of a file that are not read.
 * @param known the headings that would be read
 */
export function findUnread(
  heading: readonly string[],
  columns: ImportColumns<string>,
  known: readonly string[],
): UnreadColumn[] {
  const read = new Set([...columns.values()].map(({ index }) => index))
  const taken = new Set([...columns.values()].map(({ title }) => plainTitle(title)))
  const open = known.filter((title) => !taken.has(plainTitle(title)))
  return heading.flatMap((cell, index) => {
    const column = cell.replace(/^\uFEFF/, '').trim()
    if (!column || read.has(index)) return []
    return [
      { column: short(column, 50), meant: open.find((title) => isNear(plainTitle(column), plainTitle(title))) ?? '' },
    ]
  })
}

/** Whether two headings differ by a single letter. In short ones another letter is another word: 市价 is not 售价. */
function isNear(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [[...one], [...other]] : [[...other], [...one]]
  if (longer.length - shorter.length > 1) return false
  let start = 0
  while (start < shorter.length && shorter[start] === longer[start]) start++
  let end = 0
  while (end < shorter.length - start && shorter.at(-1 - end) === longer.at(-1 - end)) end++
  if (longer.length > shorter.length) return start + end >= shorter.length
  const rest = shorter.length - start - end
  const isSwapped = rest === 2 && shorter[start] === longer[start + 1] && shorter[start + 1] === longer[start]
  return shorter.length > 2 && (rest <= 1 || isSwapped)
}

/** Reads the cells of a file by column name and collects their problems. */
export class CellReader<Name extends string> {
  readonly problems: Remark[] = []
  readonly warnings: Remark[] = []
  readonly columns: ImportColumns<Name>

  constructor(columns: ImportColumns<Name>) {
    this.columns = columns
  }

  has(name: Name): boolean {
    return this.columns.has(name)
  }

  title(name: Name): string {
    return this.columns.get(name)?.title ?? ''
  }

  /** The text of a cell, trimmed and in NFC; '' when the cell is empty or the column missing. */
  text(line: ImportLine, name: Name): string {
    const column = this.columns.get(name)
    if (!column) return ''
    const fault = line.faults?.[column.index]
    if (fault === undefined) return (line.cells[column.index] ?? '').normalize('NFC').trim()
    const { title } = column
    const isReported = this.problems.some(
      ({ row, column: place, message }) => row === line.line && place === title && message === fault,
    )
    if (!isReported) this.refuse(line, name, fault)
    return ''
  }

  /** The text of a cell, shortened with a warning to what its field holds. */
  fitting(line: ImportLine, name: Name, max: number, text = this.text(line, name)): string {
    const fit = cutAtWord(text, max)
    if (fit !== text) this.warn(line, name, `超过${max}个字符，只保留前${[...fit].length}个`)
    return fit
  }

  refuse(line: ImportLine, name: Name, message: string): undefined {
    this.problems.push({ row: line.line, column: this.title(name), message })
    return undefined
  }

  warn(line: ImportLine, name: Name, message: string): void {
    this.warnings.push({ row: line.line, column: this.title(name), message })
  }

  /** An amount in yuan: `1,299.00`, `¥12.5`. */
  yuan(line: ImportLine, name: Name): string | undefined {
    const text = this.text(line, name)
    if (!text) return undefined
    const bare = text
      .replace(/^[¥￥$€£]\s*/, '')
      .replace(/^(\d{1,3})((?:,\d{3})+)(?=$|\.)/, (all) => all.replaceAll(',', ''))
    const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(bare)
    if (!match) return this.refuse(line, name, `「${short(text)}」不是金额，请填写如 99.00 的数字`)
    const decimals = (match[2] ?? '').replace(/0+$/, '')
    if (decimals.length > 2) return this.refuse(line, name, `「${short(text)}」超过两位小数，请改为最多两位小数`)
    return decimals ? `${match[1]}.${decimals}` : match[1]
  }

  /** A whole number. @param least the smallest number accepted */
  whole(line: ImportLine, name: Name, least = 0): number | undefined {
    const text = this.text(line, name)
    if (!text) return undefined
    const bare = text.replace(/^(-?\d{1,3})((?:,\d{3})+)$/, (all) => all.replaceAll(',', '')).replace(/\.0+$/, '')
    if (!/^-?\d{1,9}$/.test(bare)) return this.refuse(line, name, `「${short(text)}」不是整数，请填写整数`)
    const value = Number(bare)
    return value < least
      ? this.refuse(line, name, `「${short(text)}」不能小于${least}，请改为不小于${least}的整数`)
      : value
  }

  /** A number of zero or more, rounded to the given decimals. */
  number(line: ImportLine, name: Name, decimals: number): number | undefined {
    const text = this.text(line, name)
    if (!text) return undefined
    if (!/^\d{1,9}(\.\d+)?$/.test(text))
      return this.refuse(line, name, `「${short(text)}」不是数字，请填写不小于0的数字`)
    return Number(Number(text).toFixed(decimals))
  }
}

/** The beginning of a text, for messages. */
export function short(text: string, max = 20): string {
  const characters = [...text]
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text
}

/** The beginning of a text, at most `max` characters; it ends with a whole word unless the last one is very long. */
export function cutAtWord(text: string, max: number): string {
  const characters = [...text]
  if (characters.length <= max) return text
  const head = characters.slice(0, max).join('')
  if (/\s/.test(characters[max] ?? '')) return head.trimEnd()
  const space = head.search(/\s\S*$/)
  return (space > head.length / 2 ? head.slice(0, space) : head).trimEnd()
}

/**
 * Replaces the three characters that SKU texts are built with in a specification value.
 * @returns the value with their full-width equivalents
 */
export function tidyValue(value: string): string {
  return value.replaceAll(',', '，').replaceAll('"', '″').replaceAll('\\', '＼')
}

/** The dimensions spanned by a product's combinations, with values in order of appearance. */
export function attrsOf(names: readonly string[], combinations: readonly (readonly string[])[]): Attr[] {
  return names.map((attrName, place) => ({
    attrName,
    attrValues: [...new Set(combinations.map((values) => values[place] ?? ''))],
  }))
}

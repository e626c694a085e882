import type { PlainProduct } from './product-fields.ts'
import type { Attr } from './product-sku.ts'

/** A row of a sheet, numbered as Excel does; of cells that cannot be taken for what they show, what is wrong with them. */
export type ImportLine = { line: number; cells: readonly string[]; faults?: Readonly<Record<number, string>> }
/** What is wrong, or was changed, at a cell. `column` is its heading in the file; '' is the whole row. */
export type Remark = { row: number; column: string; message: string }

/**
 * A SKU of an imported product. What is undefined was left empty, or has no column: new SKUs get the default, those that
 * exist keep what they have. Prices are texts of yuan with at most two decimals.
 */
export type ImportedSku = {
  row: number
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
}

/** A product as a file has it; undefined means what it does in {@link ImportedSku}, and '' empties a field. */
export type ImportedProduct = Partial<PlainProduct> & {
  /** What the file calls it: a handle, a 商品编码. The same at the next import, when it has one. */
  key: string
  /** Whether the key is one that files keep, and not only the place in this one. */
  hasKey: boolean
  productId?: number | undefined
  firstRow: number
  lastRow: number
  /** Paths of names from the root: 男装/外套. */
  categories?: readonly (readonly string[])[] | undefined
  brand?: string | undefined
  image?: string | undefined
  sliderImage?: readonly string[] | undefined
  videoLink?: string | undefined
  /** Name of the freight template. */
  freight?: string | undefined
  content?: string | undefined
  isShow?: boolean | undefined
  attrs: readonly Attr[]
  skus: readonly ImportedSku[]
  /** Keep the product out. */
  problems: readonly Remark[]
  /** Tell what was changed to let it in. */
  warnings: readonly Remark[]
}

/** Where each kind of cell stands in a file. */
export type ImportColumns<Name extends string> = ReadonlyMap<Name, { index: number; title: string }>

/** The most products' pictures in the carousel. */
export const MAX_PICTURES = 10

/**
 * Finds the columns of a file by their headings, in whatever order, case and spacing they come.
 * @param aliases the headings each column is known by, in small letters
 */
export function findColumns<Name extends string>(
  heading: readonly string[],
  aliases: Readonly<Record<Name, readonly string[]>>,
): ImportColumns<Name> {
  const titles = heading.map((title) => title.replace(/^\uFEFF/, '').trim())
  const places = new Map(titles.map((title, index) => [plain(title), index] as const).reverse())
  const found = new Map<Name, { index: number; title: string }>()
  for (const name of Object.keys(aliases) as Name[])
    for (const alias of aliases[name]) {
      const index = places.get(plain(alias))
      if (index === undefined || found.has(name)) continue
      found.set(name, { index, title: titles[index] ?? '' })
    }
  return found
}

const plain = (title: string) =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*:：]+/g, '')

/** Reads the cells of a file by name and collects what is wrong with them. */
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

  /** The text of a cell, trimmed and in NFC; '' when it is empty or there is no such column. */
  text(line: ImportLine, name: Name): string {
    const column = this.columns.get(name)
    if (!column) return ''
    const fault = line.faults?.[column.index]
    if (fault === undefined) return (line.cells[column.index] ?? '').normalize('NFC').trim()
    const { title } = column
    const isTold = this.problems.some(
      ({ row, column: place, message }) => row === line.line && place === title && message === fault,
    )
    if (!isTold) this.refuse(line, name, fault)
    return ''
  }

  refuse(line: ImportLine, name: Name, message: string): undefined {
    this.problems.push({ row: line.line, column: this.title(name), message })
    return undefined
  }

  warn(line: ImportLine, name: Name, message: string): void {
    this.warnings.push({ row: line.line, column: this.title(name), message })
  }

  /** An amount of yuan: `1,299.00`, `¥12.5`. */
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

  /** A whole number. @param least below it the number is refused */
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

  /** A number of zero or more, rounded to so many decimals. */
  number(line: ImportLine, name: Name, decimals: number): number | undefined {
    const text = this.text(line, name)
    if (!text) return undefined
    if (!/^\d{1,9}(\.\d+)?$/.test(text))
      return this.refuse(line, name, `「${short(text)}」不是数字，请填写不小于0的数字`)
    return Number(Number(text).toFixed(decimals))
  }
}

/** The beginning of a text that is told in a message. */
export function short(text: string, most = 20): string {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text
}

/** At most so many characters of a text. */
export function cut(text: string, most: number): string {
  return [...text].slice(0, most).join('')
}

/**
 * A value of a specification without the three characters that SKU texts are built with.
 * @returns it with their full-width likes
 */
export function tidyValue(value: string): string {
  return value.replaceAll(',', '，').replaceAll('"', '″').replaceAll('\\', '＼')
}

/** The dimensions that the combinations of a product span, values in order of appearance. */
export function attrsOf(names: readonly string[], combinations: readonly (readonly string[])[]): Attr[] {
  return names.map((attrName, place) => ({
    attrName,
    attrValues: [...new Set(combinations.map((values) => values[place] ?? ''))],
  }))
}

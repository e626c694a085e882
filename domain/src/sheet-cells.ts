import { plainNumber } from './plain-number.ts'

/** What the cells of a column are read as. */
export type CellKind = 'text' | 'number' | 'moment' | 'truth'
/** What a cell that is no text says to a column of its kind, or why it cannot. */
export type CellValue = { kind: Exclude<CellKind, 'text'>; text: string; fault?: string }

/** A row of a sheet, numbered as in Excel. */
export type ImportLine = {
  line: number
  /** As Excel shows them. */
  cells: readonly string[]
  /** Why the whole row cannot be relied on: nobody sees it, or it may be two. */
  fault?: string
  /** By column, why a cell cannot be read as a text, and what to do about it. */
  faults?: Readonly<Record<number, string>>
  /** By column, numbers, dates and truth values: for columns of that kind they count instead. */
  values?: Readonly<Record<number, CellValue>>
}
/** What a cell says to a column of a kind, or why it cannot be relied on; '' for one that can. */
export type ReadCell = { text: string; fault: string }

/** The only way to read a cell. Whoever reads one as a text gets what Excel shows, or is told why not. */
export function readCell(
  { cells, fault, faults, values }: ImportLine,
  column: number,
  kind: CellKind = 'text',
): ReadCell {
  if (fault) return { text: '', fault }
  const value = values?.[column]
  if (value?.kind === kind) return { text: value.fault ? '' : value.text, fault: value.fault ?? '' }
  const found = faults?.[column]
  return { text: found ? '' : (cells[column] ?? ''), fault: found ?? '' }
}

/**
 * What a column says in a row. A heading may stand in a file twice: then its columns must not say different things, as the
 * reader cannot know which one staff look at.
 */
export function readColumn(line: ImportLine, { index, more }: ColumnPlace, kind?: CellKind): ReadCell {
  if (!more || line.fault) return readCell(line, index, kind)
  const filled = [index, ...more].filter((each) => line.cells[each]?.trim() || line.faults?.[each])
  const [first = index] = filled
  const saying = new Set(filled.map((each) => line.cells[each]?.trim() ?? ''))
  if (saying.size > 1) return { text: '', fault: `文件里有 ${more.length + 1} 列是这个表头，内容不同，请只保留一列` }
  return readCell(line, first, kind)
}

/** Characters that nobody sees and no number has: controls but for lines and tabs, zero-width ones, marks of direction. */
export const UNSEEN = /[\p{Cf}\p{Cs}\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/gu
/** A cell as its author meant it: in plain width, without unseen characters and the quotes by which Excel keeps a text. */
export const plainCell = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .trim()
    .replace(/^=?"([^"]*)"$/, '$1')
    .trim()
/** Cell content that empties the field; an empty cell leaves it unchanged. */
export const CLEAR = '<清空>'

/** A problem or change at a cell. `column` is its heading in the file; '' means the whole row. */
export type Remark = { row: number; column: string; message: string }

/** Where a column stands, with its heading; `more`: further columns of the same heading. */
export type ColumnPlace = { index: number; title: string; more?: readonly number[] }

/** The column of each kind of cell in a file. */
export type ImportColumns<Name extends string> = ReadonlyMap<Name, ColumnPlace>

/** Headings are looked for in so many lines: some tools put a title above them. */
export const HEADING_LINES = 5

/** The lines of a file from its heading on, which is the first one that staff see; all lines where none is a heading. */
export function fromHeading(
  lines: readonly ImportLine[],
  isHeading: (cells: readonly string[]) => boolean,
): readonly ImportLine[] {
  const at = lines.slice(0, HEADING_LINES).findIndex(({ cells, fault }) => !fault && isHeading(cells))
  return at > 0 ? lines.slice(at) : lines
}

/**
 * Finds the columns of a file by their headings, in any order, case and spacing.
 * @param aliases the headings accepted for each column, in lower case
 */
export function findColumns<Name extends string>(
  heading: readonly string[],
  aliases: Readonly<Record<Name, readonly string[]>>,
): ImportColumns<Name> {
  const titles = heading.map((title) => title.replace(/^\uFEFF/, '').trim())
  const places = Map.groupBy(titles.keys(), (index) => plainTitle(titles[index] ?? ''))
  const found = new Map<Name, ColumnPlace>()
  for (const name of Object.keys(aliases) as Name[])
    for (const alias of aliases[name]) {
      const [index, ...more] = places.get(plainTitle(alias)) ?? []
      if (index === undefined || found.has(name)) continue
      found.set(name, { index, title: titles[index] ?? '', ...(more.length && { more }) })
    }
  return found
}

/** What staff write behind a heading, in the units of ours: 商品名称（必填）, 售价（元）. */
const BESIDE = /\((?:必填|选填|可选|元|人民币|rmb|件|个|张|kg|千克|公斤|m3)\)$/

/** A heading without case, spacing, marks, and what is said beside it. */
export const plainTitle = (title: string) =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*:：]+/g, '')
    .replace(BESIDE, '')

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
  const read = new Set([...columns.values()].flatMap(({ index, more = [] }) => [index, ...more]))
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

  /** What a cell says, trimmed and in NFC; '' when the cell is empty, cannot be relied on, or the column is missing. */
  text(line: ImportLine, name: Name, kind: CellKind = 'text'): string {
    const column = this.columns.get(name)
    if (!column) return ''
    const { text, fault } = readColumn(line, column, kind)
    if (!fault) return text.normalize('NFC').trim()
    const title = line.fault ? '' : column.title
    const isReported = this.problems.some(
      ({ row, column: place, message }) => row === line.line && place === title && message === fault,
    )
    if (!isReported) this.problems.push({ row: line.line, column: title, message: fault })
    return ''
  }

  /** What a cell shows, whether it can be relied on or not: for which rows belong together. */
  shown({ cells }: ImportLine, name: Name): string {
    return (cells[this.columns.get(name)?.index ?? -1] ?? '').normalize('NFC').trim()
  }

  /** A code that people do not calculate with, without the sign by which spreadsheets keep digits as a text. */
  code(line: ImportLine, name: Name): string {
    return this.text(line, name).replace(/^'(?=\d+$)/, '')
  }

  /** A number as it was typed, in the width of European digits. */
  private digits(line: ImportLine, name: Name): string {
    return this.text(line, name, 'number').normalize('NFKC').trim()
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
    const text = this.digits(line, name)
    if (!text) return undefined
    const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(plainNumber(text, true) ?? '')
    if (!match) return this.refuse(line, name, `「${short(text)}」不是金额，请填写如 99.00 的数字`)
    const decimals = (match[2] ?? '').replace(/0+$/, '')
    if (decimals.length > 2) return this.refuse(line, name, `「${short(text)}」超过两位小数，请改为最多两位小数`)
    return decimals ? `${match[1]}.${decimals}` : match[1]
  }

  /** A whole number. @param least the smallest number accepted */
  whole(line: ImportLine, name: Name, least = 0): number | undefined {
    const text = this.digits(line, name)
    if (!text) return undefined
    const bare = plainNumber(text)?.replace(/\.0+$/, '') ?? ''
    if (!/^-?\d{1,9}$/.test(bare)) return this.refuse(line, name, `「${short(text)}」不是整数，请填写整数`)
    const value = Number(bare)
    return value < least
      ? this.refuse(line, name, `「${short(text)}」不能小于${least}，请改为不小于${least}的整数`)
      : value
  }

  /** A number of zero or more, rounded to the given decimals. */
  number(line: ImportLine, name: Name, decimals: number): number | undefined {
    const text = this.digits(line, name)
    if (!text) return undefined
    const plain = plainNumber(text) ?? ''
    if (!/^\d{1,9}(\.\d+)?$/.test(plain))
      return this.refuse(line, name, `「${short(text)}」不是数字，请填写不小于0的数字`)
    return Number(Number(plain).toFixed(decimals))
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

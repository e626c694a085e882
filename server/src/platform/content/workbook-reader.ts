import { stat } from 'node:fs/promises'
import { posix } from 'node:path'
import type { CellValue } from '@zhanggui/domain/sheet-cells.ts'
import { freeOfUnseen } from '@zhanggui/domain/text.ts'
import { Parser } from 'htmlparser2'
import { serialToDate } from 'hucre'
import { type RuledCell, ruleDate, ruleNumber, ruleText, ruleTruth } from './cell-rules.ts'
import { type NumberFormat, readFormat } from './number-format.ts'
import {
  type ChooseSheet,
  MAX_CELL_TEXT,
  MAX_SHARED_STRINGS,
  MAX_TEXT,
  MAX_UNPACKED,
  type RowLimits,
  type SheetHead,
  type SheetLine,
  TOO_MUCH_TEXT,
  UnpackedSize,
  UnreadableSheet,
} from './sheet-limits.ts'
import { withZip, type Zip } from './zip.ts'

const ROOT = '_rels/.rels'
/** What Excel shows for a formula it cannot evaluate. */
const ERROR_VALUE = /^#(DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!)$/
/** Workbooks need less than twenty; the parser's work grows with the square of the depth. */
const MAX_DEPTH = 100
/** The heading of a sheet is looked for in so many of its rows. */
const HEAD_ROWS = 5
/** Sheets of a workbook whose heading is looked at. */
const MAX_SHEETS = 20
const HIDDEN_ROW = '该行被隐藏或筛选掉了，请取消隐藏和筛选后再上传，或删除该行'

/** The elements of a part of a workbook as they are read, by name without prefix. */
type Elements = {
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads a sheet of a workbook as a stream, passing on its rows within the limits. Formulas yield their saved values; those
 * without one are reported by cell, and rows that nobody sees as a whole.
 * @param choose asked which sheet, where there are several
 * @throws {UnreadableSheet} for macros, merged cells and anything above the limits; other errors for damaged files
 */
export async function readWorkbook(
  path: string,
  limits: RowLimits,
  take: (line: SheetLine) => void,
  choose: ChooseSheet,
): Promise<void> {
  const { size } = await stat(path)
  await withZip(path, async (zip) => {
    const entries = [...zip.entries.values()]
    if (entries.some(({ fileName }) => /vbaProject\.bin$/i.test(fileName)))
      throw new UnreadableSheet('文件含有宏，请另存为不含宏的 xlsx 后再上传')
    // Parts that are not read are not unpacked either, so their declared size is all there is to check.
    if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MAX_UNPACKED)
      throw new UnreadableSheet('文件解压后过大，请拆分后再上传')
    const workbook = new Workbook(zip, new UnpackedSize(size))
    await workbook.readRows(limits, take, choose)
  })
}

/** The rest of a sheet need not be read. */
class EnoughRead extends Error {}

class Workbook {
  private readonly zip: Zip
  private readonly size: UnpackedSize

  constructor(zip: Zip, size: UnpackedSize) {
    this.zip = zip
    this.size = size
  }

  async readRows(limits: RowLimits, take: (line: SheetLine) => void, choose: ChooseSheet): Promise<void> {
    const main = (await this.targets(ROOT)).find(({ type }) => type === 'officeDocument')?.path
    if (!main) throw new Error('not a workbook')
    const targets = await this.targets(relationsOf(main))
    const pathOf = (kind: string) => targets.find(({ type }) => type === kind)?.path
    const { sheets: named, is1904 } = await this.readMain(main)
    const sheets = named.slice(0, MAX_SHEETS).flatMap(({ relation, ...sheet }) => {
      const path = targets.find(({ id, type }) => id === relation && type === 'worksheet')?.path
      return path && this.zip.entries.has(path) ? [{ ...sheet, path }] : []
    })
    const [only] = sheets
    if (!only) throw new UnreadableSheet('文件中没有工作表')
    const formats = await this.readFormats(pathOf('styles'))
    const strings = await this.readStrings(pathOf('sharedStrings'))
    const numbers = { formats, is1904 }
    const heads: SheetHead[] = []
    if (sheets.length > 1)
      for (const { name, isHidden, path } of sheets) {
        const lines: SheetLine[] = []
        const takeHead = (line: SheetLine) => {
          lines.push(line)
          if (lines.length === HEAD_ROWS) throw new EnoughRead()
        }
        // What is wrong with a sheet that is not chosen does not matter.
        await this.parse(path, new Rows(strings, numbers, limits.fresh(), takeHead)).catch((error: unknown) => {
          if (!(error instanceof EnoughRead || error instanceof UnreadableSheet)) throw error
        })
        heads.push({ name, isHidden, lines })
      }
    const chosen = sheets[heads.length ? await choose(heads) : 0] ?? only
    await this.parse(chosen.path, new Rows(strings, numbers, limits, take))
  }

  private async parse(path: string, { open, text, close }: Elements): Promise<void> {
    let depth = 0
    const parser = new Parser(
      {
        onopentag: (name, attributes) => {
          if (++depth > MAX_DEPTH) throw new Error('elements are nested too deeply')
          open?.(localName(name), attributes)
        },
        ontext: text,
        onclosetag: (name) => {
          depth--
          close?.(localName(name))
        },
      },
      { xmlMode: true, decodeEntities: true },
    )
    for await (const piece of this.zip.read(path)) {
      this.size.add(piece.length)
      parser.write(piece)
    }
    parser.end()
  }

  /** The parts that a part refers to. */
  private async targets(relations: string): Promise<{ id: string; type: string; path: string }[]> {
    const found: { id: string; type: string; path: string }[] = []
    const folder = relations.replace(/_rels\/[^/]*$/, '')
    await this.parse(relations, {
      open: (name, { Id = '', Type = '', Target = '' }) => {
        if (name !== 'Relationship') return
        const path = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
        found.push({ id: Id, type: Type.split('/').at(-1) ?? '', path })
      },
    })
    return found
  }

  /** The sheets, each with its relation, and whether days are counted from 1904. */
  private async readMain(path: string) {
    const sheets: { name: string; isHidden: boolean; relation: string | undefined }[] = []
    let is1904 = false
    await this.parse(path, {
      open: (name, attributes) => {
        if (name === 'sheet') {
          const relation = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1]
          const isHidden = (attributes.state ?? 'visible') !== 'visible'
          sheets.push({ name: attributes.name ?? '', isHidden, relation })
        }
        if (name === 'workbookPr') is1904 = isOn(attributes.date1904)
      },
    })
    return { sheets, is1904 }
  }

  /** The formats of numbers, by the index of their style. */
  private async readFormats(path: string | undefined): Promise<NumberFormat[]> {
    const codes = new Map<string, string>()
    const known = new Map<string, NumberFormat>()
    const formats: NumberFormat[] = []
    let isInCells = false
    const formatOf = (id: string) => {
      if (!known.has(id)) known.set(id, readFormat(id, codes.get(id)))
      return known.get(id)
    }
    if (path)
      await this.parse(path, {
        open: (name, { numFmtId = '0', formatCode = '' }) => {
          if (name === 'numFmt') codes.set(numFmtId, formatCode)
          if (name === 'cellXfs') isInCells = true
          if (name === 'xf' && isInCells) formats.push(formatOf(numFmtId))
        },
        close: (name) => {
          if (name === 'cellXfs') isInCells = false
        },
      })
    return formats
  }

  private async readStrings(path: string | undefined): Promise<string[]> {
    const strings: string[] = []
    const current = new CellText()
    let length = 0
    if (path)
      await this.parse(path, {
        open: (name) => current.open(name),
        text: (text) => current.add(text),
        close: (name) => {
          current.close(name)
          if (name !== 'si') return
          const text = freeOfUnseen(current.take())
          strings.push(text)
          length += text.length
          if (length > MAX_TEXT || strings.length > MAX_SHARED_STRINGS) throw new UnreadableSheet(TOO_MUCH_TEXT)
        },
      })
    return strings
  }
}

/** The text of a string item: its runs, without the pronunciation that Japanese and Chinese versions keep with it. */
class CellText {
  private text = ''
  private isText = false
  private isPhonetic = false

  open(name: string): void {
    if (name === 't') this.isText = !this.isPhonetic
    if (name === 'rPh') this.isPhonetic = true
  }

  add(text: string): void {
    if (!this.isText) return
    this.text += text
    if (this.text.length > MAX_CELL_TEXT * 2) throw new UnreadableSheet(TOO_MUCH_TEXT)
  }

  close(name: string): void {
    if (name === 't') this.isText = false
    if (name === 'rPh') this.isPhonetic = false
  }

  take(): string {
    const { text } = this
    this.text = ''
    return unescaped(text)
  }
}

/** How the numbers of a workbook are shown. */
type Numbers = { formats: readonly NumberFormat[]; is1904: boolean }

/** The rows of a sheet, from the elements of its XML. */
class Rows implements Elements {
  private line = 0
  private column = -1
  private cells: string[] = []
  private faults: Record<number, string> = {}
  private values: Record<number, CellValue> = {}
  private isHidden = false
  private cell: Record<string, string> = {}
  private value = ''
  private isValue = false
  private hasFormula = false
  private hasValue = false
  private readonly inline = new CellText()
  private readonly strings: readonly string[]
  private readonly numbers: Numbers
  private readonly limits: RowLimits
  private readonly take: (line: SheetLine) => void

  constructor(strings: readonly string[], numbers: Numbers, limits: RowLimits, take: (line: SheetLine) => void) {
    this.strings = strings
    this.numbers = numbers
    this.limits = limits
    this.take = take
  }

  readonly open = (name: string, attributes: Record<string, string>): void => {
    switch (name) {
      case 'row':
        this.line = Number(attributes.r) || this.line + 1
        this.column = -1
        this.isHidden = isOn(attributes.hidden) || (attributes.ht !== undefined && Number(attributes.ht) === 0)
        this.limits.countLine()
        break
      case 'c':
        this.cell = attributes
        this.column = attributes.r ? columnOf(attributes.r) : this.column + 1
        this.value = ''
        this.hasFormula = false
        this.hasValue = false
        break
      case 'v':
        this.isValue = true
        this.hasValue = true
        break
      case 'f':
        this.hasFormula = true
        break
      case 'mergeCell':
        throw refuseMerged(attributes.ref ?? '')
      default:
        this.inline.open(name)
    }
  }

  readonly text = (text: string): void => {
    if (this.isValue) this.value += text
    else this.inline.add(text)
    if (this.value.length > MAX_CELL_TEXT) throw new UnreadableSheet(TOO_MUCH_TEXT)
  }

  readonly close = (name: string): void => {
    if (name === 'v') this.isValue = false
    else if (name === 'c') this.closeCell()
    else if (name === 'row') this.closeRow()
    else this.inline.close(name)
  }

  private closeCell(): void {
    const inline = this.inline.take()
    const { text, fault, value } = this.readCell(inline)
    const found = this.faultOfCell() ?? fault
    if (found) this.faults[this.column] = found
    if (!text) return
    this.limits.countCell(this.line, this.column, text)
    if (!text.trim()) return
    if (value) this.values[this.column] = value
    while (this.cells.length < this.column) this.cells.push('')
    this.cells[this.column] = text
  }

  private readCell(inline: string): RuledCell {
    const { value } = this
    switch (this.cell.t) {
      case 's':
        return ruleText(this.strings[Number(value)] ?? '')
      case 'inlineStr':
        return ruleText(inline)
      case 'str':
        return ruleText(unescaped(value))
      case 'b':
        return ruleTruth(isOn(value))
      case 'e':
        return { text: value }
      case 'd':
        return readDate(new Date(value.endsWith('Z') ? value : `${value}Z`)) ?? { text: value }
      default:
        return this.readNumber(value.trim())
    }
  }

  private readNumber(value: string): RuledCell {
    const number = Number(value)
    if (!value || !Number.isFinite(number)) return ruleText(value)
    const { formats, is1904 } = this.numbers
    const format = formats[Number(this.cell.s ?? 0)]
    if (format !== 'date' && format !== 'time') return ruleNumber(number, format)
    const hasDay = format === 'date' && Math.abs(number) >= 1
    return readDate(serialToDate(number, is1904), hasDay) ?? ruleNumber(number, undefined)
  }

  /** A formula counts by its value. One without a value, or with an error, would be read as something it does not show. */
  private faultOfCell(): string | undefined {
    const { value, hasFormula, hasValue, cell } = this
    if (cell.t === 'e' || (hasFormula && ERROR_VALUE.test(value))) return `公式的结果是错误 ${value}，请改正`
    const isWithout = !hasValue || (value === '' && cell.t !== 'str')
    return hasFormula && isWithout ? '公式没有计算结果，请用 Excel 打开并保存文件，或改为数值' : undefined
  }

  private closeRow(): void {
    const { line, cells, faults, values, isHidden } = this
    const hasFaults = Object.keys(faults).length > 0
    const hasValues = Object.keys(values).length > 0
    this.cells = []
    if (hasFaults) this.faults = {}
    if (hasValues) this.values = {}
    if (!cells.length && !hasFaults) return
    this.limits.countRow(cells)
    const row: SheetLine = { line, cells }
    if (hasFaults) row.faults = faults
    if (hasValues) row.values = values
    if (isHidden) row.fault = HIDDEN_ROW
    this.take(row)
  }
}

const isOn = (flag: string | undefined) => flag === '1' || flag === 'true'

const readDate = (date: Date, hasDay?: boolean) => (Number.isNaN(date.getTime()) ? undefined : ruleDate(date, hasDay))

function refuseMerged(area: string): UnreadableSheet {
  const row = /\d+/.exec(area)?.[0] ?? '1'
  return new UnreadableSheet(`第 ${row} 行有合并的单元格 ${area}，请取消合并并把每一行填写完整后再上传`)
}

/** The place of a cell such as B7 in its row, from 0. */
function columnOf(cell: string): number {
  let column = 0
  for (const letter of cell) {
    const digit = letter.charCodeAt(0) - 64
    if (digit < 1 || digit > 26) break
    column = column * 26 + digit
  }
  return column - 1
}

/** The part that lists what a part refers to. */
const relationsOf = (path: string) => path.replace(/([^/]*)$/, '_rels/$1.rels')

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Characters that XML cannot hold are written as codes: `_x000D_`. */
function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}

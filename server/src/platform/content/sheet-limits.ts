import type { ImportLine } from '@zhanggui/domain/sheet-cells.ts'

/** Why a file cannot be read; the message is for staff. */
export class UnreadableSheet extends Error {}

/** A row of a sheet as Excel shows it. Blank rows are omitted. */
export type SheetLine = ImportLine

/** The first rows of a sheet of a workbook. */
export type SheetHead = { name: string; isHidden: boolean; lines: SheetLine[] }
/** Which sheet of several is read; its place among them. */
export type ChooseSheet = (heads: SheetHead[]) => Promise<number>

/** Shops' sheets unpack to some tens of MB; a zip bomb to much more. */
export const MAX_UNPACKED = 300 * 1024 ** 2
/** Sheets shrink to a tenth or twentieth; far smaller ones hold the same blanks over and over. */
const MAX_RATIO = 200
/** Up to this size the ratio does not matter. */
const FREE_UNPACKED = 32 * 1024 ** 2
/** Sheets formatted far down have many blank rows: at most this many rows per allowed row. */
const MAX_BLANK = 10
export const MAX_COLUMNS = 1000
export const MAX_CELLS = 5_000_000
/**
 * Of all cells together, in characters, without those that repeat the cell above, as descriptions do for each SKU; also of a
 * workbook's shared strings.
 */
export const MAX_TEXT = 32_000_000
export const MAX_SHARED_STRINGS = 2_000_000
/** Far above what an Excel cell holds; in CSV a stray quote can turn the rest of the file into one cell. */
export const MAX_CELL_TEXT = 1_000_000

const TOO_LARGE = '文件解压后过大，请拆分后再上传'
export const TOO_MUCH_TEXT = '文件中的文字过多，请拆分后再上传'

/** Counts what a workbook unpacks to, as the sizes in its directory cannot be trusted. */
export class UnpackedSize {
  private unpacked = 0
  private readonly packed: number

  /** @param packed the size of the file */
  constructor(packed: number) {
    this.packed = packed
  }

  /** @throws {UnreadableSheet} when the sum is too large by itself or for the size of the file */
  add(bytes: number): void {
    this.unpacked += bytes
    const isBomb = this.unpacked > FREE_UNPACKED && this.unpacked > this.packed * MAX_RATIO
    if (this.unpacked > MAX_UNPACKED || isBomb) throw new UnreadableSheet(TOO_LARGE)
  }
}

/** Counts what a sheet contains, whatever its format. */
export class RowLimits {
  private lines = 0
  private rows = 0
  private cells = 0
  private text = 0
  private rowText = 0
  private above: readonly string[] = []
  private readonly maxRows: number

  /** @param maxRows without the heading and blank rows */
  constructor(maxRows: number) {
    this.maxRows = maxRows
  }

  /** The same limits for another sheet. */
  fresh(): RowLimits {
    return new RowLimits(this.maxRows)
  }

  /** Counts a row, whether blank or not. @throws {UnreadableSheet} */
  countLine(): void {
    if (++this.lines > (this.maxRows + 1) * MAX_BLANK) throw this.tooMany()
  }

  /** Counts a cell that is not empty. @param column from 0 @throws {UnreadableSheet} */
  countCell(line: number, column: number, text: string): void {
    if (column >= MAX_COLUMNS) throw new UnreadableSheet(`第 ${line} 行超过 ${MAX_COLUMNS} 列，请删除多余的列`)
    if (text.length > MAX_CELL_TEXT) throw new UnreadableSheet(`第 ${line} 行的内容过长，请检查引号是否成对`)
    this.rowText += text.length
    if (this.rowText > MAX_TEXT) throw new UnreadableSheet(TOO_MUCH_TEXT)
  }

  /** Counts a row that is not blank, with the empty cells in it. @throws {UnreadableSheet} */
  countRow(cells: readonly string[]): void {
    if (++this.rows > this.maxRows + 1) throw this.tooMany()
    for (const [column, cell] of cells.entries()) if (cell !== this.above[column]) this.text += cell.length
    if (this.text > MAX_TEXT) throw new UnreadableSheet(TOO_MUCH_TEXT)
    this.above = cells
    this.rowText = 0
    this.cells += cells.length
    if (this.cells > MAX_CELLS)
      throw new UnreadableSheet(`单元格超过 ${MAX_CELLS.toLocaleString('en')} 个，请拆分后再上传`)
  }

  private tooMany(): UnreadableSheet {
    return new UnreadableSheet(`一次最多导入 ${this.maxRows.toLocaleString('en')} 行，请拆分文件后分次导入`)
  }
}

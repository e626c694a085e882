import type { ThemeConfig } from 'antd'
import { cookie, readCookie } from '../../api/cookies.ts'

/** One row of the table of sizes, all in px. */
type SizeRow = {
  label: string
  controlHeight: number
  fontSize: number
  cellPaddingBlock: number
  cellPaddingInline: number
  formItemGap: number
  dialogPadding: number
  icon: number
  /** Heights of the first and the second line of a cell. */
  line1: number
  line2: number
  /** Pictures, buttons and the head of tables. */
  thumb: number
  rowButton: number
  tableHead: number
}

/** The smallest size Chinese is comfortably read at, px; the library would make its small texts smaller. */
const SMALL_TEXT = 12

/** From the largest to the smallest. */
export const sizes = ['default', 'medium', 'small', 'mini'] as const
export type Size = (typeof sizes)[number]

export const defaultSize: Size = 'small'

export const sizeRows: Readonly<Record<Size, SizeRow>> = {
  default: {
    label: '默认',
    controlHeight: 40,
    fontSize: 14,
    cellPaddingBlock: 11,
    cellPaddingInline: 12,
    formItemGap: 22,
    dialogPadding: 24,
    icon: 16,
    line1: 22,
    line2: 20,
    thumb: 44,
    rowButton: 32,
    tableHead: 40,
  },
  medium: {
    label: '中等',
    controlHeight: 36,
    fontSize: 14,
    cellPaddingBlock: 9,
    cellPaddingInline: 12,
    formItemGap: 20,
    dialogPadding: 22,
    icon: 16,
    line1: 20,
    line2: 18,
    thumb: 40,
    rowButton: 28,
    tableHead: 36,
  },
  small: {
    label: '较小',
    controlHeight: 32,
    fontSize: 13,
    cellPaddingBlock: 7,
    cellPaddingInline: 10,
    formItemGap: 18,
    dialogPadding: 20,
    icon: 14,
    line1: 18,
    line2: 16,
    thumb: 34,
    rowButton: 26,
    tableHead: 32,
  },
  mini: {
    label: '迷你',
    controlHeight: 28,
    fontSize: 12,
    cellPaddingBlock: 4,
    cellPaddingInline: 8,
    formItemGap: 14,
    dialogPadding: 16,
    icon: 12,
    line1: 17,
    line2: 15,
    thumb: 28,
    rowButton: 24,
    tableHead: 28,
  },
}

/** The size named by a cookie; unknown values give the default. */
export function sizeOf(text: string | undefined): Size {
  return sizes.find((size) => size === text) ?? defaultSize
}

/**
 * The component library's tokens for a size. Every control uses the library's middle size, which takes the
 * row's own values; an explicit `large` or `small` takes those of the row next to it, or of the last one.
 */
export function sizeTokens(size: Size): Pick<ThemeConfig, 'token' | 'components'> {
  const row = sizeRows[size]
  const index = sizes.indexOf(size)
  const larger = sizeRows[sizes[index - 1] ?? size]
  const smaller = sizeRows[sizes[index + 1] ?? size]
  return {
    token: {
      controlHeight: row.controlHeight,
      controlHeightLG: larger.controlHeight,
      controlHeightSM: smaller.controlHeight,
      fontSize: row.fontSize,
      fontSizeSM: SMALL_TEXT,
    },
    components: {
      Button: {
        contentFontSize: row.fontSize,
        contentFontSizeLG: larger.fontSize,
        contentFontSizeSM: smaller.fontSize,
      },
      Input: { inputFontSize: row.fontSize, inputFontSizeLG: larger.fontSize, inputFontSizeSM: smaller.fontSize },
      Table: {
        cellPaddingBlock: larger.cellPaddingBlock,
        cellPaddingInline: larger.cellPaddingInline,
        cellFontSize: larger.fontSize,
        cellPaddingBlockMD: row.cellPaddingBlock,
        cellPaddingInlineMD: row.cellPaddingInline,
        cellFontSizeMD: row.fontSize,
        cellPaddingBlockSM: smaller.cellPaddingBlock,
        cellPaddingInlineSM: smaller.cellPaddingInline,
        cellFontSizeSM: smaller.fontSize,
      },
      Form: { itemMarginBottom: row.formItemGap },
      // The library derives the padding of a dialog from these two.
      Modal: { paddingMD: row.dialogPadding, paddingContentHorizontalLG: row.dialogPadding },
    },
  }
}

/** The CSS variables of a size, for what the library does not draw. */
export function sizeVariables(size: Size): Record<string, string> {
  const { line1, line2, thumb, rowButton, tableHead, controlHeight, fontSize } = sizeRows[size]
  return {
    '--line-1': `${line1}px`,
    '--line-2': `${line2}px`,
    '--thumb': `${thumb}px`,
    '--row-button': `${rowButton}px`,
    '--table-head': `${tableHead}px`,
    '--control': `${controlHeight}px`,
    '--font': `${fontSize}px`,
  }
}

/** The size the user chose. */
export function readSize(cookies: string): Size {
  return sizeOf(readCookie(cookies, 'size'))
}

export function sizeCookie(size: Size, secure: boolean): string {
  return cookie('size', size, secure, 365)
}

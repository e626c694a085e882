import type { CellValue } from '@zhanggui/domain/sheet-cells.ts'
import { freeOfUnseen } from '@zhanggui/domain/text.ts'
import { type NumberFormat, showNumber } from './number-format.ts'

/** What a cell says: as it is shown, why that cannot be relied on, and as what else it can be read. */
export type RuledCell = { text: string; fault?: string; value?: CellValue }

const AS_TEXT = '请把该列设为文本格式后重新填写'
/** Spreadsheets keep as many digits of a number; files contain more, such as 0.30000000000000004. */
const DIGITS = 15
const MAX_EXACT = 10 ** DIGITS
/** A number as a spreadsheet writes it into CSV once it has more than eleven digits. */
const EXPONENT = /^-?\d(?:\.\d+)?E[+-]\d{2,}$/i

/** A text as its author meant it: without characters that nobody sees, and without the guard that keeps its zeros, `="0012"`. */
export function ruleText(raw: string): RuledCell {
  const text = freeOfUnseen(raw)
  const [, guarded] = /^\s*="((?:[^"]|"")*)"\s*$/.exec(text) ?? []
  if (guarded !== undefined) return { text: guarded.replaceAll('""', '"') }
  if (text.includes('\uFFFD')) return { text, fault: '有一个字没有保存完整（显示为�），请改正后重新填写' }
  if (EXPONENT.test(text.trim())) return { text, fault: `数字被表格改成了科学计数，${AS_TEXT}` }
  return { text }
}

/** A truth value, which a column of 是 and 否 takes. */
export function ruleTruth(isTrue: boolean): RuledCell {
  const text = isTrue ? 'TRUE' : 'FALSE'
  return { text, fault: `单元格是逻辑值「${text}」，${AS_TEXT}`, value: { kind: 'truth', text } }
}

/** A day or a moment, which a column of moments takes. @param date NaN for one that cannot be */
export function ruleDate(date: Date, hasDay = true): RuledCell {
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T')
  const text = `${day} ${time}`
  if (!hasDay) return { text: time, fault: `单元格只有时间「${time}」，没有日期，请填写日期和时间` }
  const shown = time === '00:00:00' ? day : text
  return { text, fault: `单元格是日期「${shown}」，${AS_TEXT}`, value: { kind: 'moment', text } }
}

/** A number, as its format shows it. */
export function ruleNumber(value: number, format: Exclude<NumberFormat, string>): RuledCell {
  const plain = String(Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS)))
  if (Math.abs(value) >= MAX_EXACT)
    return { text: plain, fault: `数字超过${DIGITS}位，末几位可能已被表格改成0，${AS_TEXT}` }
  const { text, isAsShown, isNumber } = showNumber(value, plain, format)
  const number: CellValue = isNumber
    ? { kind: 'number', text: plain }
    : {
        kind: 'number',
        text: plain,
        fault: `单元格的数字格式使显示的内容与数值 ${plain} 不同，请把该列设为常规格式后填写数字`,
      }
  if (isAsShown && !plain.includes('e')) return { text, ...((text !== plain || !isNumber) && { value: number }) }
  return { text, fault: `单元格的数字格式使显示的内容与数值 ${plain} 不同，${AS_TEXT}`, value: number }
}

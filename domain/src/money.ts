import { BadInput } from './errors.ts'

const YUAN = /^-?\d{1,13}(\.\d{1,2})?$/

/** Whole fen as a JSON number of yuan with at most two decimals: 1230 → 12.3. */
export function toYuan(fen: number): number {
  return fen / 100
}

/** Whole fen as an amount with two decimals: 1230 → 12.30. */
export function amountText(fen: number): string {
  return toYuan(fen).toFixed(2)
}

/** As people read it, with its sign: ¥1,234.50. */
export function yuanText(fen: number): string {
  return `¥${amountText(fen).replace(/\B(?=(\d{3})+\.)/g, ',')}`
}

/**
 * A number or decimal text of yuan as whole fen, judged by its digits and not by floating point.
 * @throws {BadInput} when it is not an amount, or has more than two decimals
 */
export function toFen(yuan: number | string): number {
  const text = String(yuan).trim()
  if (!isYuan(text)) throw new BadInput('金额最多两位小数')
  const negative = text.startsWith('-')
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.')
  const fen = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return negative && fen ? -fen : fen
}

/** Whether a number or text is an amount of yuan that {@link toFen} takes. */
export function isYuan(yuan: number | string): boolean {
  return YUAN.test(String(yuan))
}

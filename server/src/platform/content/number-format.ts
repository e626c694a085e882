import { isDateFormat } from 'hucre'

/** Formats that workbooks name by a number alone; dates are known by theirs. */
const builtIn: Readonly<Record<string, string>> = {
  '1': '0',
  '2': '0.00',
  '3': '#,##0',
  '4': '#,##0.00',
  '9': '0%',
  '10': '0.00%',
  '11': '0.00E+00',
  '12': '# ?/?',
  '13': '# ??/??',
  '48': '##0.0E+0',
  '49': '@',
}

/** One of the parts of a format for positive, negative numbers and zero: its placeholders, and the text around them. */
type Section = { pattern: string; literals: string; isOdd: boolean }

/**
 * How a number is shown: as a day or a moment, as a time or a length without a day, or by the section for it. Undefined stands for
 * the usual format, which shows the digits as they are.
 */
export type NumberFormat = 'date' | 'time' | readonly Section[] | undefined

/** The format of a number. @param id of one that workbooks know without its code */
export function readFormat(id: string, code?: string): NumberFormat {
  if (isDateFormat(code ?? id)) return isTimeOnly(id, code) ? 'time' : 'date'
  const format = code ?? builtIn[id]
  return !format || /^(general|g\/通用格式)$/i.test(format) ? undefined : sectionsOf(format)
}

function isTimeOnly(id: string, code?: string): boolean {
  if (code === undefined) return ['18', '19', '20', '21', '45', '46', '47'].includes(id)
  const signs = code.replace(/"[^"]*"|\\.|\[\$[^\]]*\]/g, '')
  return /[hs]/i.test(signs) && !/[yd]/i.test(signs)
}

function sectionsOf(format: string): Section[] {
  const sections: Section[] = [{ pattern: '', literals: '', isOdd: false }]
  // Quoted text, signs taken as they are, blanks as wide as a sign, fillers, brackets, and all other signs.
  for (const [token] of format.matchAll(/"[^"]*"?|[\\!].|[_*].|\[[^\]]*\]|general|./gis)) {
    const last = sections.at(-1) as Section
    if (token === ';') sections.push({ pattern: '', literals: '', isOdd: false })
    else if (/^[0#?.,%E/@]$/i.test(token)) last.pattern += token
    else if (/^general$/i.test(token)) last.pattern += 'G'
    else if (/^[_*]./.test(token)) last.literals += ' '
    else if (/^\[\$/.test(token)) last.literals += token.slice(2, -1).replace(/-[^-]*$/, '')
    // Colours do not change what is shown; conditions and numbers in Chinese do.
    else if (/^\[/.test(token)) last.isOdd ||= /[<>=]|dbnum/i.test(token)
    else last.literals += token.replace(/^[\\!]|"/g, '')
  }
  return sections
}

/** What a cell shows, and whether that, or its number, can be relied on. */
export type ShownNumber = { text: string; isAsShown: boolean; isNumber: boolean }

/** @param plain the number with all of its digits */
export function showNumber(value: number, plain: string, format: Exclude<NumberFormat, string>): ShownNumber {
  if (!format) return { text: plain, isAsShown: true, isNumber: true }
  const section = (value < 0 && format[1]) || (value === 0 && format[2]) || format[0]
  const isNumber = section !== undefined && isPlainNumber(section, value)
  const text = section && format.length === 1 ? padded(section, value, plain) : undefined
  const shown = text ?? (section && isNumber && isBare(section, value) ? plain : undefined)
  return { text: shown ?? plain, isAsShown: shown !== undefined, isNumber }
}

/** Digits with no more than a currency around them, neither scaled nor hidden. */
function isPlainNumber({ pattern, literals, isOdd }: Section, value: number): boolean {
  if (isOdd || !/^[\s¥￥$€£元+()-]*$/u.test(literals)) return false
  if (!pattern) return value === 0 && literals.trim() === '-'
  return /^(G|@|[#0?,]*[#0?](\.[#0?]*)?(E[#0?]+)?)$/i.test(pattern)
}

/** Whether the digits alone are shown, though in groups for those above 999. */
const isBare = ({ pattern, literals }: Section, value: number) =>
  !literals.trim() &&
  value >= 0 &&
  (pattern === 'G' || (/^(#,##)?[#0]$/.test(pattern) && Number.isInteger(value) && value < 1000))

/** Zeros before and behind a number; undefined for other formats, and where digits are rounded away. */
function padded({ pattern, literals, isOdd }: Section, value: number, plain: string): string | undefined {
  if (isOdd || literals.trim()) return undefined
  if (pattern === '@') return plain
  const [, whole = '', decimals = ''] = /^#*(0*)(?:\.(0+))?$/.exec(pattern) ?? []
  if (!whole && !decimals && !/^#+$/.test(pattern)) return undefined
  const shown = Math.abs(value).toFixed(decimals.length)
  if (Number(shown) !== Math.abs(value)) return undefined
  const width = whole.length + (decimals ? decimals.length + 1 : 0)
  return `${value < 0 ? '-' : ''}${shown.padStart(width, '0')}`
}

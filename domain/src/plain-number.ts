import { tidyCharacters } from './keyword.ts'

const CURRENCY = /^(-?) ?(?:[¥$€£]|RMB|CNY) ?/i
/** Thousands apart by commas or blanks. */
const GROUPED = /^-?\d{1,3}(?:(?:,\d{3})+|(?: \d{3})+)(?=\.|$)/

/**
 * The digits of a number as people type or paste it: in full width, 。 for the point, with commas or blanks between thousands.
 * @param isMoney a currency before it and 元 behind it are read, too
 * @returns '' for a blank text, undefined for what is no number or may be several: 12-15, 1e3, 1.299,00
 */
export function plainNumber(typed: string, isMoney = false): string | undefined {
  const text = tidyCharacters(typed)
    .replace(/[−–]/g, '-')
    .replace(/(?<=\d)。/g, '.')
  const bare = isMoney ? text.replace(CURRENCY, '$1').replace(/ ?元$/, '') : text
  const digits = bare.replace(GROUPED, (group) => group.replace(/[, ]/g, ''))
  if (!text) return ''
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(digits) ? digits : undefined
}

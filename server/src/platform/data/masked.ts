import { maskPhonesIn, tidyKeyword } from '@zhanggui/domain/keyword.ts'
import { maskEmail, maskNumber, maskPhone } from '@zhanggui/domain/mask.ts'

export type Row = Record<string, unknown>
/** Whether the values of a field are never shown. */
export type SecretTest = (key: string) => boolean

const HIDDEN = '***'
const SECRET = /(pass|password|secret|token|apikey|privatekey)(hash|history)?$/i

/** Recognises secrets by their usual names, and these further ones. */
export function secretTest(further: readonly string[] = []): SecretTest {
  const names = new Set(further)
  return (key) => names.has(key) || SECRET.test(key)
}

/**
 * A value as logs and the audit trail show it: secrets hidden, phones, identity numbers and e-mail addresses masked,
 * at every depth.
 */
export function mask(path: string, value: unknown, isSecret: SecretTest): unknown {
  const key = path.slice(path.lastIndexOf('.') + 1)
  // A flag or a moment tells nothing secret.
  if (value === null || value === '' || typeof value === 'boolean') return value
  if (isSecret(key)) return HIDDEN
  if (typeof value === 'string' && /phone|mobile/i.test(key)) return maskPhone(value)
  if (typeof value === 'string' && /cardId$/i.test(key)) return maskNumber(value)
  if (typeof value === 'string' && /e-?mail/i.test(key)) return maskEmail(value)
  if (Array.isArray(value)) return value.map((item) => (isRow(item) ? maskRow(item, isSecret) : item))
  return isRow(value) ? maskRow(value, isSecret) : value
}

/** Whether the trail keeps the field only hidden or masked. */
export function isMasked(path: string, isSecret: SecretTest): boolean {
  const key = path.slice(path.lastIndexOf('.') + 1)
  return isSecret(key) || /phone|mobile|cardId$|e-?mail/i.test(key)
}

/** All values of a row, in the same way. */
export function maskRow(row: Row, isSecret: SecretTest): Row {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, mask(key, value, isSecret)]))
}

/** Fields by which something is looked for: what is typed there may be the code of a pick-up. */
const SOUGHT = /^(keywords?|q|search|blurry|v?code|verifyCode)$/i

/** What was typed, as logs keep it: phones within texts masked, of codes the last four digits. For values nobody restores. */
export function maskTyped(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    const text = SOUGHT.test(key) ? tidyKeyword(value) : ''
    return /^\d{10}$/.test(text) ? `***${text.slice(-4)}` : maskPhonesIn(value)
  }
  if (Array.isArray(value)) return value.map((each) => maskTyped(each, key))
  return isRow(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskTyped(each, name)]))
    : value
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

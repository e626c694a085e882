/** A field of a template: its key names its type and number, `thing1`. */
export type TemplateField = { key: string; label: string }
/** What a field may say, where it is one of a list. */
export type FieldChoices = Readonly<Record<string, readonly string[]>>
export type FittedField = { value: string; fault: string; cut: boolean }
export type FilledField = FittedField & TemplateField

const HAN = /\p{Script=Han}/u
const DAY = String.raw`\d{4}(?:年|[-/.])\d{1,2}(?:月|[-/.])\d{1,2}日?`
const HOUR = String.raw`\d{1,2}:\d{2}(?::\d{2})?`
const TIME = new RegExp(`^(?:${DAY} ?)?${HOUR}(?: ?~ ?(?:${DAY} ?)?${HOUR})?$`)
const DATE = new RegExp(`^${DAY}(?: ?${HOUR})?(?: ?~ ?${DAY}(?: ?${HOUR})?)?$`)

type Kind = {
  /** How staff are told what fits. */
  hint: string
  fits: (text: string) => boolean
  max?: number
  /** What stands for nothing. */
  empty?: string
}

const kinds: Readonly<Record<string, Kind>> = {
  thing: { hint: '最多 20 个字', fits: () => true, max: 20, empty: '-' },
  number: { hint: '最多 32 位数字，可带小数', fits: (text) => text.length <= 32 && /^-?\d+(?:\.\d+)?$/.test(text) },
  letter: { hint: '最多 32 个字母', fits: (text) => /^[A-Za-z]+$/.test(text), max: 32 },
  symbol: { hint: '最多 5 个符号', fits: (text) => !/[\p{L}\p{N}]/u.test(text), max: 5, empty: '-' },
  character_string: {
    hint: '最多 32 个数字、字母或符号，不含汉字',
    fits: (text) => !HAN.test(text),
    max: 32,
    empty: '-',
  },
  time: { hint: '时间，如 15:01 或 2026-11-20 15:01', fits: (text) => TIME.test(text) },
  date: { hint: '日期，如 2026-11-20 或 2026-11-20 15:01', fits: (text) => DATE.test(text) },
  amount: { hint: '金额，最多 10 位数字，如 ¥19.90', fits: isAmount },
  phone_number: { hint: '最多 17 位电话号码', fits: (text) => /^[\d+\-() ]{1,17}$/.test(text) },
  car_number: { hint: '最多 8 位车牌号', fits: (text) => [...text].length <= 8 },
  name: { hint: '最多 10 个汉字或 20 个字母', fits: () => true, empty: '-' },
  phrase: { hint: '最多 5 个汉字', fits: (text) => /^\p{Script=Han}+$/u.test(text), max: 5 },
}

/** What is less than nothing has its minus for the one sign that an amount may have. */
const oneSign = (text: string): string => text.replace(/^[¥￥$€£₩](?=-)/, '')

function isAmount(text: string): boolean {
  const [, digits = ''] = /^[¥￥$€£₩-]?(\d+(?:\.\d+)?)元?$/.exec(text) ?? []
  return digits !== '' && digits.replace('.', '').length <= 12 && /^\d{1,10}(?:\.|$)/.test(digits)
}

const typeOf = (key: string): string => key.replace(/\d+$/, '')

/** What fits into a field, for staff. */
export const fieldHint = (key: string, choices: FieldChoices = {}): string => {
  const listed = choices[key]
  return listed ? `只能是：${listed.join('、')}` : (kinds[typeOf(key)]?.hint ?? '')
}

/** The fields of a template, by its content: 订单号：{{character_string1.DATA}}, a line each. */
export function fieldsOf(content: string): TemplateField[] {
  return [...content.matchAll(/([^\n{}]*)\{\{(\w+)\.DATA\}\}/g)].map(([, label = '', key = '']) => ({
    key,
    label: label.replace(/[:：\s]+$/, '').trim() || key,
  }))
}

/** A text as the platform takes it in a field: on one line, cut to its length; or why it does not. */
export function fitField(key: string, text: string, choices: FieldChoices = {}): FittedField {
  const onLine = text.replace(/\s+/g, ' ').trim()
  const plain = typeOf(key) === 'amount' ? oneSign(onLine) : onLine
  const listed = choices[key]
  const kind = kinds[typeOf(key)]
  const hint = fieldHint(key, choices)
  const whole = plain || (listed ? '' : (kind?.empty ?? ''))
  const refused = (fault: string) => ({ value: whole, fault, cut: false })
  if (!whole) return refused(`没有内容；${hint}`)
  if (listed) return listed.includes(whole) ? { value: whole, fault: '', cut: false } : refused(hint)
  if (!kind) return { value: whole, fault: '', cut: false }
  if (!kind.fits(whole)) return refused(hint)
  const max = kind.max ?? (typeOf(key) === 'name' ? (HAN.test(whole) ? 10 : 20) : Number.POSITIVE_INFINITY)
  const letters = [...whole]
  if (letters.length <= max) return { value: whole, fault: '', cut: false }
  // An ellipsis says that there was more; where only some characters are allowed there is none.
  const value = typeOf(key) === 'thing' ? `${letters.slice(0, max - 1).join('')}…` : letters.slice(0, max).join('')
  return { value, fault: '', cut: true }
}

/** What each field of a template says: `fieldMap` has a text with variables for each key. */
export function fillFields(
  content: string,
  fieldMap: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
  choices: FieldChoices = {},
): FilledField[] {
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  return fieldsOf(content).map((field) => ({
    ...field,
    ...fitField(field.key, filled(fieldMap[field.key] ?? ''), choices),
  }))
}

/** What fields say after a template got other keys: a field keeps its text by its key, else by what it is called. */
export function remapFields(
  before: string,
  after: string,
  fieldMap: Readonly<Record<string, string>>,
): Record<string, string> {
  const known = new Map(fieldsOf(before).map(({ key, label }) => [label, fieldMap[key] ?? '']))
  const old = new Map(fieldsOf(before).map(({ key, label }) => [key, label]))
  return Object.fromEntries(
    fieldsOf(after).map(({ key, label }) => [
      key,
      (old.get(key) === label || !known.has(label) ? fieldMap[key] : undefined) ?? known.get(label) ?? '',
    ]),
  )
}

import type { SettingField, SettingGroup, SettingValues } from '@zhanggui/contract/setting/setting.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { readSetting, SECRET_MASK, settingField } from '@zhanggui/domain/setting/setting-registry.ts'

export type Values = Readonly<Record<string, unknown>>
type Fields = SettingGroup['fields']

/** The initial values of a form. Secrets are blank: they are only ever typed in full. */
export function startValues(fields: Fields, values: Values): Values {
  return Object.fromEntries(fields.map(({ key, type }) => [key, type === 'secret' ? '' : values[key]]))
}

/** Whether a field applies, given the other values of its group. */
export function isShown({ visibleIf }: SettingField, values: Values): boolean {
  return !visibleIf || visibleIf.in.includes(values[visibleIf.key])
}

/** The changed values of the visible fields; errors in hidden fields could not be seen. */
export function changesOf(fields: Fields, start: Values, values: Values): Values {
  const changed = fields.filter((field) => isShown(field, values) && !isSame(values[field.key], start[field.key]))
  return Object.fromEntries(changed.map(({ key }) => [key, values[key]]))
}

/** The group as stored by the server after saving the sent values. */
export function withSaved(group: SettingGroup, shown: SettingValues, sent: Values, version: number): SettingValues {
  const secrets = group.fields.filter(({ key, type }) => type === 'secret' && key in sent)
  const masked = Object.fromEntries(secrets.map(({ key }) => [key, SECRET_MASK]))
  return { ...shown, values: { ...shown.values, ...sent, ...masked }, version }
}

/** The problem of a value, in the server's words; undefined if it is valid. */
export function settingProblem(key: string, value: unknown): string | undefined {
  const field = settingField(key)
  // A server newer than this page may have more keys.
  if (!field || (field.type === 'secret' && !value)) return undefined
  try {
    readSetting(field, value)
    return undefined
  } catch (error) {
    if (error instanceof BadInput) return error.message
    throw error
  }
}

/** A value as staff read it. */
export function reportSetting(
  { type, unit, options, columns = [] }: Omit<SettingField, 'key' | 'label'>,
  value: unknown,
): string {
  if (value === '' || value === null || value === undefined || (Array.isArray(value) && !value.length)) return '（空）'
  if (type === 'bool') return value ? '开启' : '关闭'
  if (type === 'multiselect' && Array.isArray(value)) return value.map((one) => labelOf(options, one)).join('、')
  if (type === 'rows' && Array.isArray(value))
    return value.map((row) => columns.map(({ key, label }) => `${label} ${row[key]}`).join('，')).join('；')
  if (options) return labelOf(options, value)
  if (typeof value === 'object') return JSON.stringify(value)
  return unit ? `${value} ${unit}` : String(value)
}

function labelOf(options: SettingField['options'], value: unknown): string {
  return options?.find((option) => option.value === value)?.label ?? String(value)
}

/** Whether two values of a field are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

import type { SettingField, SettingGroup, SettingValues } from '@zhanggui/contract/setting/setting.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { readSetting, SECRET_MASK, settingField } from '@zhanggui/domain/setting/setting-registry.ts'

export type Values = Readonly<Record<string, unknown>>
type Fields = SettingGroup['fields']

/** What a form starts from. Secrets are typed anew or not at all, so theirs are blank. */
export function startValues(fields: Fields, values: Values): Values {
  return Object.fromEntries(fields.map(({ key, type }) => [key, type === 'secret' ? '' : values[key]]))
}

/** Says whether a field has a meaning beside the other values of its group. */
export function isShown({ visibleIf }: SettingField, values: Values): boolean {
  return !visibleIf || visibleIf.in.includes(values[visibleIf.key])
}

/** What differs from the start, among the fields on show: nobody sees what is wrong with the others. */
export function changesOf(fields: Fields, start: Values, values: Values): Values {
  const changed = fields.filter((field) => isShown(field, values) && !isSame(values[field.key], start[field.key]))
  return Object.fromEntries(changed.map(({ key }) => [key, values[key]]))
}

/** A group as the server has it after it took the values sent. */
export function withSaved(group: SettingGroup, shown: SettingValues, sent: Values, version: number): SettingValues {
  const secrets = group.fields.filter(({ key, type }) => type === 'secret' && key in sent)
  const masked = Object.fromEntries(secrets.map(({ key }) => [key, SECRET_MASK]))
  return { ...shown, values: { ...shown.values, ...sent, ...masked }, version }
}

/** What is wrong with a value, as the server would word it; undefined when it will do. */
export function settingProblem(key: string, value: unknown): string | undefined {
  const field = settingField(key)
  // A server that is newer than this page knows more keys.
  if (!field || (field.type === 'secret' && !value)) return undefined
  try {
    readSetting(field, value)
    return undefined
  } catch (error) {
    if (error instanceof BadInput) return error.message
    throw error
  }
}

/** A value in the words of staff. */
export function reportSetting({ type, unit, options }: Omit<SettingField, 'key' | 'label'>, value: unknown): string {
  if (value === '' || value === null || value === undefined || (Array.isArray(value) && !value.length)) return '（空）'
  if (type === 'bool') return value ? '开启' : '关闭'
  if (type === 'multiselect' && Array.isArray(value)) return value.map((one) => labelOf(options, one)).join('、')
  if (options) return labelOf(options, value)
  if (typeof value === 'object') return JSON.stringify(value)
  return unit ? `${value} ${unit}` : String(value)
}

function labelOf(options: SettingField['options'], value: unknown): string {
  return options?.find((option) => option.value === value)?.label ?? String(value)
}

/** Says whether two values of a field are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

import { BadInput } from '../errors.ts'
import { toFen, toYuan } from '../money.ts'
import { validUrl } from '../validators.ts'
import { backup } from './settings/backup.ts'
import { balance, checkBalance } from './settings/balance.ts'
import { brokerage, checkBrokerage } from './settings/brokerage.ts'
import { copy } from './settings/copy.ts'
import { email } from './settings/email.ts'
import type { SettingFault, SettingField, SettingFields, SettingValue, ValuesOf } from './settings/field.ts'
import { integral } from './settings/integral.ts'
import { logistics } from './settings/logistics.ts'
import { checkMarketing, marketing } from './settings/marketing.ts'
import { pay } from './settings/pay.ts'
import { print } from './settings/print.ts'
import { routine } from './settings/routine.ts'
import { security } from './settings/security.ts'
import { shop } from './settings/shop.ts'
import { site } from './settings/site.ts'
import { checkSms, sms } from './settings/sms.ts'
import { storage } from './settings/storage.ts'
import { checkUpload, upload } from './settings/upload.ts'
import { wechat } from './settings/wechat.ts'

/** Shown in place of a stored secret; sent back, it changes nothing. */
export const SECRET_MASK = '••••••'

type Group<Fields extends SettingFields> = {
  readonly label: string
  readonly fields: Fields
  /** Faults of values that are each valid on their own. */
  readonly check: (values: Readonly<Record<string, unknown>>) => SettingFault[]
}

function group<Fields extends SettingFields>(
  label: string,
  fields: Fields,
  check: (values: ValuesOf<Fields>) => SettingFault[] = () => [],
): Group<Fields> {
  return { label, fields, check: (values) => check(values as ValuesOf<Fields>) }
}

/** Every settings group and key, in the order of the screen. Keys are unique across groups. */
export const settingRegistry = {
  site: group('站点设置', site),
  shop: group('商城设置', shop),
  integral: group('积分设置', integral),
  brokerage: group('分销设置', brokerage, checkBrokerage),
  balance: group('余额与充值', balance, checkBalance),
  logistics: group('物流设置', logistics),
  pay: group('支付设置', pay),
  wechat: group('公众号设置', wechat),
  routine: group('小程序设置', routine),
  upload: group('上传设置', upload, checkUpload),
  storage: group('存储设置', storage),
  sms: group('短信设置', sms, checkSms),
  email: group('邮件设置', email),
  print: group('打印设置', print),
  copy: group('商品采集', copy),
  security: group('安全设置', security),
  marketing: group('营销设置', marketing, checkMarketing),
  backup: group('备份设置', backup),
}

export type SettingGroupName = keyof typeof settingRegistry

type All = UnionToIntersection<(typeof settingRegistry)[SettingGroupName]['fields']>
type UnionToIntersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** Keys whose values are stored encrypted and read one at a time. */
export type SecretKey = { [Key in keyof All]: All[Key] extends SettingField<string, 'secret'> ? Key : never }[keyof All]

/** The value of every setting except secrets, by key; money in whole fen. */
export type SettingValues = { [Key in Exclude<keyof All, SecretKey>]: SettingValue<All[Key]> }

/** Whether a group of this name exists. */
export function isSettingGroup(name: string): name is SettingGroupName {
  return Object.hasOwn(settingRegistry, name)
}

const fields = Object.values(settingRegistry).flatMap((group) => Object.entries<SettingField>(group.fields))
const fieldsByKey = new Map(fields)

/** The field of a key, of any group. */
export function settingField(key: string): SettingField | undefined {
  return fieldsByKey.get(key)
}

/**
 * The values of all settings.
 * @param changed stored values by key; keys that are no longer in the registry are ignored
 */
export function settingValues(changed: ReadonlyMap<string, unknown>): SettingValues {
  const values = fields
    .filter(([, field]) => field.type !== 'secret')
    .map(([key, field]) => [key, changed.has(key) ? changed.get(key) : field.default])
  return Object.fromEntries(values)
}

/** A value in its wire form: money in yuan, others unchanged. */
export function toWireSetting({ type, columns = [] }: SettingField, value: unknown): unknown {
  if (type === 'money') return toYuan(value as number)
  if (type !== 'rows' || !Array.isArray(value)) return value
  return value.map((row) => ({ ...row, ...Object.fromEntries(columns.map(({ key }) => [key, toYuan(row[key])])) }))
}

/**
 * Reads a value as staff or a client sent it: texts trimmed, `1/0` for a switch, digits as text for a number, `1,2` for
 * several choices.
 * @returns the value in its stored form: money in whole fen
 * @throws {BadInput} stating what the field accepts
 */
export function readSetting(field: SettingField, given: unknown): unknown {
  switch (field.type) {
    case 'int':
    case 'decimal':
    case 'percent':
      return readNumber(field, given)
    case 'money':
      return readMoney(field, given)
    case 'bool':
      return readBool(field, given)
    case 'select':
      return readChoice(field, given)
    case 'multiselect':
      return readChoices(field, given)
    case 'rows':
      return readRows(field, given)
    case 'json':
      if (typeof given !== 'object' || given === null) throw new BadInput(`${field.label}格式不正确`)
      return given
    default:
      return readText(field, given)
  }
}

function readNumber(field: SettingField, given: unknown): number {
  const { label, min = 0, max = 0, decimals = 0 } = field
  const text = typeof given === 'number' ? String(given) : typeof given === 'string' ? given.trim() : ''
  if (text === '') throw new BadInput(`请输入${label}`)
  const digits = /^-?\d{1,15}(?:\.(\d{1,15}))?$/.exec(text)
  if (!digits) throw new BadInput(`${label}应为${decimals ? '数字' : '整数'}`)
  if ((digits[1]?.length ?? 0) > decimals)
    throw new BadInput(decimals ? `${label}最多${decimals}位小数` : `${label}应为整数`)
  const value = Number(text)
  if (value < min) throw new BadInput(`${label}不能小于${min}`)
  if (value > max) throw new BadInput(`${label}不能大于${max}`)
  return value
}

function readMoney({ label, min = 0, max = 0 }: SettingField, given: unknown): number {
  if (given === '' || given === null || given === undefined) throw new BadInput(`请输入${label}`)
  if (typeof given !== 'number' && typeof given !== 'string') throw new BadInput(`${label}应为金额`)
  const fen = toFen(given)
  if (fen < min) throw new BadInput(`${label}不能小于${toYuan(min)}元`)
  if (fen > max) throw new BadInput(`${label}不能大于${toYuan(max)}元`)
  return fen
}

/** Rows in the order given; one without an id is new and gets the next. */
function readRows({ label, columns = [], max = 0 }: SettingField, given: unknown): Record<string, number>[] {
  if (!Array.isArray(given) || given.some((row) => typeof row !== 'object' || row === null))
    throw new BadInput(`${label}格式不正确`)
  if (given.length > max) throw new BadInput(`${label}最多${max}档`)
  const ids: number[] = given.map(({ id }) => (Number.isInteger(id) && id > 0 && id <= MAX_ROW_ID ? id : 0))
  let last = Math.max(0, ...ids)
  return given.map((row, index) => {
    const nth = `${label}第${index + 1}档：`
    const id = ids[index] || ++last
    if (ids.indexOf(id) !== ids.lastIndexOf(id)) throw new BadInput(`${label}格式不正确`)
    const amounts = columns.map(({ key, ...column }) => {
      const field = { type: 'money', default: 0, max: MAX_ROW_FEN, ...column, label: `${nth}${column.label}` } as const
      return [key, readMoney(field, row[key])] as const
    })
    return { id, ...Object.fromEntries(amounts) }
  })
}

const MAX_ROW_ID = 1_000_000
const MAX_ROW_FEN = 999_999_99

function readBool({ label }: SettingField, given: unknown): boolean {
  if (given === true || given === 1 || given === '1' || given === 'true') return true
  if (given === false || given === 0 || given === '0' || given === 'false') return false
  throw new BadInput(`${label}应为是或否`)
}

function readChoice({ label, options = [] }: SettingField, given: unknown): string | number {
  const chosen = options.find(({ value }) => value === given || (typeof given === 'string' && String(value) === given))
  if (!chosen) throw new BadInput(`请选择${label}`)
  return chosen.value
}

/** Choices in the order of the options, whatever the order given. */
function readChoices(field: SettingField, given: unknown): (string | number)[] {
  const list = typeof given === 'string' ? given.split(',').filter((part) => part.trim()) : given
  if (!Array.isArray(list)) throw new BadInput(`请选择${field.label}`)
  const chosen = new Set(list.map((item) => readChoice(field, typeof item === 'string' ? item.trim() : item)))
  return (field.options ?? []).map(({ value }) => value).filter((value) => chosen.has(value))
}

function readText(field: SettingField, given: unknown): string {
  const { type, label, required, min = 0, max = 0, pattern, hint } = field
  if (given !== null && typeof given !== 'string') throw new BadInput(`${label}应为文字`)
  const text = (given ?? '').trim().replaceAll('\r\n', '\n')
  if (!text && required) throw new BadInput(`请输入${label}`)
  if (!text) return ''
  const length = [...text].length
  if (length < min || length > max)
    throw new BadInput(min ? `${label}长度在 ${min} 到 ${max} 个字符` : `${label}不能超过${max}个字符，请缩短`)
  if (!['textarea', 'html', 'secret'].includes(type) && text.includes('\n')) throw new BadInput(`${label}不能换行`)
  if (pattern && !pattern.test(text)) throw new BadInput(hint ?? `${label}格式不正确`)
  const problem = formProblems[type]?.(text)
  if (problem) throw new BadInput(`${label}：${problem}`)
  return text
}

/** What is wrong with the format of a non-empty text, by the type of its field. */
const formProblems: Partial<Record<SettingField['type'], (text: string) => string | undefined>> = {
  // Hotlines such as 400-800-8888 are neither mobile nor landline numbers.
  phone: (text) => (/^\+?\d[\d-]{2,18}$/.test(text) ? undefined : '请输入正确的电话号码'),
  url: (text) => (isWebAddress(text) ? undefined : '请输入以 http:// 或 https:// 开头的网址'),
  image: addressProblem,
  file: addressProblem,
  color: (text) => (/^#[0-9a-f]{6}$/i.test(text) ? undefined : '请选择颜色'),
}

function isWebAddress(text: string): boolean {
  return /^https?:/i.test(text) && validUrl(text)
}

/** A full address or a path; schemes such as `javascript:` are refused. */
function addressProblem(text: string): string | undefined {
  const path = !/^[a-z][a-z0-9+.-]*:/i.test(text) && !/[\s"'<>\\]/.test(text)
  return path || isWebAddress(text) ? undefined : '地址不正确，请重新上传'
}

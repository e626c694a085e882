import { mobileIn } from '../keyword.ts'
import { plainNumber } from '../plain-number.ts'
import {
  CellReader,
  CLEAR,
  findColumns,
  type ImportColumns,
  type ImportLine,
  plainTitle,
  type Remark,
  short,
} from '../sheet-cells.ts'
import { parseWireTime, toWireDay, toWireTime } from '../time.ts'
import { MAX_POINTS } from './ledger.ts'

/** The columns of our own sheet, in its order. */
export const userSheetColumns = {
  phone: '手机号',
  nickname: '昵称',
  realName: '姓名',
  sex: '性别',
  birthday: '生日',
  mark: '备注',
  groupName: '分组',
  tags: '标签',
  levelName: '等级',
  experience: '成长值',
  money: '余额',
  points: '积分',
  isPromoter: '推广员',
  spreadPhone: '推广人手机号',
  firstSeen: '首次到店',
  pastMoney: '历史消费',
  pastCount: '历史单数',
  province: '省',
  city: '市',
  district: '区',
  detail: '详细地址',
} as const
export type UserColumn = keyof typeof userSheetColumns
/** Columns of other shops' sheets that only together say what one of ours does. */
type ForeignColumn = 'addressPhone' | 'lastName' | 'firstName'

/** Headings that are read without being told what they mean; those of Shopify and WooCommerce with ours. */
const aliases: Readonly<Record<UserColumn | ForeignColumn, readonly string[]>> = {
  phone: ['手机号', '手机', '手机号码', 'phone', 'billing_phone', 'billing phone'],
  addressPhone: ['default address phone'],
  nickname: ['昵称', 'display_name', 'display name', 'name'],
  lastName: ['last name', 'last_name'],
  firstName: ['first name', 'first_name'],
  realName: ['姓名', '真实姓名'],
  sex: ['性别'],
  birthday: ['生日'],
  mark: ['备注', 'note', 'description'],
  groupName: ['分组'],
  tags: ['标签', 'tags'],
  levelName: ['等级', '用户等级'],
  experience: ['成长值', '经验'],
  money: ['余额'],
  points: ['积分'],
  isPromoter: ['推广员'],
  spreadPhone: ['推广人手机号'],
  firstSeen: ['首次到店', 'created at', 'user_registered', 'sign up'],
  pastMoney: ['历史消费', 'total spent', 'total spend'],
  pastCount: ['历史单数', 'total orders', 'orders'],
  province: [
    '省',
    '省份',
    'default address province code',
    'default address province',
    'billing_state',
    'billing state',
  ],
  city: ['市', '城市', 'default address city', 'billing_city', 'billing city'],
  district: ['区', '区县'],
  detail: ['详细地址', 'default address address1', 'billing_address_1', 'billing address 1'],
}

/** The headings that are read. */
export const userHeadings: readonly string[] = Object.values(aliases).flat()

/**
 * Headings by which the shop's own list of customers is known. What it says of balances and levels is what customers have
 * already: read as openings, it would pay everybody a second time.
 */
const OWN_EXPORT = ['来源', '消费次数', '近次访问']
const OF_OWN_EXPORT = ['money', 'points', 'levelName'] as const satisfies readonly UserColumn[]

export type UserColumns = ImportColumns<UserColumn | ForeignColumn>

/**
 * The columns of a file of customers.
 * @param given what staff said of headings that are not known
 */
export function findUserColumns(
  heading: readonly string[],
  given: Readonly<Record<string, UserColumn>> = {},
): UserColumns {
  const columns = new Map(findColumns<UserColumn | ForeignColumn>(heading, aliases))
  const titles = heading.map(plainTitle)
  if (OWN_EXPORT.every((title) => titles.includes(title))) for (const name of OF_OWN_EXPORT) columns.delete(name)
  for (const [title, name] of Object.entries(given)) {
    const [index, ...more] = [...titles.keys()].filter((each) => titles[each] === plainTitle(title))
    if (index !== undefined) columns.set(name, { index, title: title.trim(), ...(more.length && { more }) })
  }
  return columns
}

/** A place as a file names it. */
export type WrittenPlace = { province: string; city: string; district: string; detail: string }

/** A customer as a row says it: what is undefined stays as it is, null is emptied. */
export type ImportedUser = {
  row: number
  phone: string
  nickname?: string
  realName?: string
  sex?: number
  birthday?: string | null
  mark?: string | null
  groupName?: string | null
  /** Are added to those there are. */
  tags?: readonly string[] | null
  levelName?: string
  experience?: number
  moneyFen?: number
  points?: number
  isPromoter?: boolean
  spreadPhone?: string
  /** As on the wire. */
  firstSeen?: string
  pastMoneyFen?: number
  pastCount?: number
  place?: WrittenPlace
}
/** A row with what is wrong with it, and what was left out of it. */
export type ReadUser = { user: ImportedUser; errors: Remark[]; warnings: Remark[] }

export const MAX_TAG_NAME = 50
const MAX_NICKNAME = 64
const MAX_NAME = 32
const MAX_MARK = 255
const MAX_OPENING_FEN = 99_999_999
const SEXES: Readonly<Record<string, number>> = { 男: 1, 女: 2, 保密: 3 }
const TRUTHS: Readonly<Record<string, boolean>> = { 是: true, 否: false, TRUE: true, FALSE: false }
/** What may be emptied by writing so. */
type Clearable = 'mark' | 'birthday' | 'groupName' | 'tags'

/** Reads the rows of a file. @param lines without the heading */
export function readUsers(columns: UserColumns, lines: readonly ImportLine[], now: Date): ReadUser[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const reader = new UserReader(columns, line, now)
    const user = reader.read()
    const earlier = user.phone ? seen.get(user.phone) : undefined
    if (earlier) reader.refuse(line, 'phone', `与第 ${earlier} 行手机号重复`)
    else if (user.phone) seen.set(user.phone, line.line)
    return { user, errors: reader.problems, warnings: reader.warnings }
  })
}

class UserReader extends CellReader<UserColumn | ForeignColumn> {
  private readonly line: ImportLine
  private readonly now: Date

  constructor(columns: UserColumns, line: ImportLine, now: Date) {
    super(columns)
    this.line = line
    this.now = now
  }

  read(): ImportedUser {
    const { line } = this
    const phone = this.phone('phone') || this.phone('addressPhone')
    if (!phone && !this.problems.length) this.refuse(line, 'phone', '请填写手机号')
    const foreign = this.foreignName()
    const place = this.place()
    return defined({
      row: line.line,
      phone,
      nickname: this.words('nickname', MAX_NICKNAME) ?? (foreign && this.fits('nickname', foreign, MAX_NICKNAME)),
      realName: this.words('realName', MAX_NAME) ?? (foreign && [...foreign].length <= MAX_NAME ? foreign : undefined),
      sex: this.one('sex', SEXES, '性别须为男、女或保密'),
      birthday: this.orCleared('birthday', () => this.birthday()),
      mark: this.orCleared('mark', () => this.words('mark', MAX_MARK)),
      groupName: this.orCleared('groupName', () => this.words('groupName', MAX_NICKNAME)),
      tags: this.orCleared('tags', () => this.tags()),
      levelName: this.words('levelName', 50),
      experience: this.count('experience', '成长值须为非负整数'),
      moneyFen: this.amount('money', MAX_OPENING_FEN, '余额须为0–999999.99的金额'),
      points: this.count('points', '积分须为非负整数'),
      isPromoter: this.one('isPromoter', TRUTHS, '推广员须为是或否', 'truth'),
      spreadPhone: this.phone('spreadPhone') || undefined,
      firstSeen: this.firstSeen(),
      pastMoneyFen: this.amount('pastMoney', 9_999_999_999, '历史消费须为0–99999999.99的金额'),
      pastCount: this.count('pastCount', '历史单数须为非负整数'),
      place,
    }) as ImportedUser
  }

  /** A mobile number of this country; '' where there is none. */
  private phone(name: 'phone' | 'addressPhone' | 'spreadPhone'): string {
    // Exports write an apostrophe before numbers, so that no spreadsheet calculates with them.
    const text = this.text(this.line, name).replace(/^['’]+/, '')
    if (!text) return ''
    // Numbers of other countries may have as many digits: +1 415 555 0100 is none of 141.
    const isForeign = /^\s*(?:\+|00)(?!\s*\(?\s*86)/.test(text.normalize('NFKC'))
    const phone = isForeign ? undefined : mobileIn(text)
    if (!phone) this.refuse(this.line, name, '手机号格式不正确')
    return phone ?? ''
  }

  /** The name of a sheet that has it in two columns; Chinese names have no blank between. */
  private foreignName(): string | undefined {
    const [last, first] = [this.text(this.line, 'lastName'), this.text(this.line, 'firstName')]
    const isChinese = /^\p{Script=Han}*$/u.test(last + first)
    return [last, first].filter(Boolean).join(isChinese ? '' : ' ') || undefined
  }

  private words(name: UserColumn, max: number): string | undefined {
    const text = this.text(this.line, name)
    if (text === CLEAR) return this.refuse(this.line, name, `「${this.title(name)}」不能清空，请填写内容或留空`)
    return text ? this.fits(name, text, max) : undefined
  }

  private fits(name: UserColumn, text: string, max: number): string | undefined {
    if ([...text].length <= max) return text
    return this.refuse(this.line, name, `${userSheetColumns[name]}不能超过${max}个字符`)
  }

  /** null where the cell empties the field. */
  private orCleared<Value>(name: Clearable, read: () => Value): Value | null {
    return this.shown(this.line, name) === CLEAR && !this.line.fault ? null : read()
  }

  private one<Value>(
    name: UserColumn,
    words: Readonly<Record<string, Value>>,
    message: string,
    kind?: 'truth',
  ): Value | undefined {
    const text = this.text(this.line, name, kind)
    if (!text) return undefined
    return Object.hasOwn(words, text) ? words[text] : this.refuse(this.line, name, message)
  }

  private tags(): string[] | undefined {
    const text = this.text(this.line, 'tags')
    const names = [...new Set(text.split(/[,，、;；]/).map((each) => each.trim()))].filter(Boolean)
    if (names.some((each) => [...each].length > MAX_TAG_NAME))
      return this.refuse(this.line, 'tags', `标签名称不能超过${MAX_TAG_NAME}个字符`)
    return names.length ? names : undefined
  }

  /** As it was typed where it is no number. */
  private plainNumber(name: UserColumn): string {
    const text = this.text(this.line, name, 'number')
    return plainNumber(text, true) ?? text
  }

  private amount(name: UserColumn, most: number, message: string): number | undefined {
    const text = this.plainNumber(name)
    if (!text) return undefined
    const [, whole = '', decimals = ''] = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(text) ?? []
    const fen = whole ? Number(whole) * 100 + Number(decimals.padEnd(2, '0')) : Number.NaN
    return fen <= most ? fen : this.refuse(this.line, name, message)
  }

  private count(name: UserColumn, message: string): number | undefined {
    const text = this.plainNumber(name).replace(/\.0+$/, '')
    if (!text) return undefined
    return /^\d{1,9}$/.test(text) && Number(text) <= MAX_POINTS ? Number(text) : this.refuse(this.line, name, message)
  }

  private birthday(): string | undefined {
    const text = this.text(this.line, 'birthday', 'moment')
    if (!text) return undefined
    const at = readMoment(text)
    const day = at && toWireDay(at)
    return day && day >= '1900-01-01' && day <= toWireDay(this.now) ? day : this.wrongDate('birthday')
  }

  private firstSeen(): string | undefined {
    const text = this.text(this.line, 'firstSeen', 'moment')
    if (!text) return undefined
    const at = readMoment(text)
    if (!at || toWireDay(at) < '1970-01-01') return this.wrongDate('firstSeen')
    return at <= this.now ? toWireTime(at) : this.refuse(this.line, 'firstSeen', '首次到店不能晚于现在')
  }

  private wrongDate(name: UserColumn): undefined {
    return this.refuse(
      this.line,
      name,
      `日期格式不正确：「${short(this.shown(this.line, name))}」，请填写如 2020-05-01`,
    )
  }

  private place(): WrittenPlace | undefined {
    const [province, city, district, detail] = (['province', 'city', 'district', 'detail'] as const).map((name) =>
      this.text(this.line, name),
    )
    return province || city || district || detail
      ? { province: provinceOf(province ?? ''), city: city ?? '', district: district ?? '', detail: detail ?? '' }
      : undefined
  }
}

/** A day or a moment as people and other programs write it. */
function readMoment(text: string): Date | undefined {
  const parts =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/.exec(
      text,
    )
  if (!parts) return undefined
  const [, year = '', month = '', day = '', hour = '0', minute = '00', second = '00', zone = ''] = parts
  const two = (part: string) => part.padStart(2, '0')
  const at = parseWireTime(`${year}-${two(month)}-${two(day)} ${two(hour)}:${minute}:${second}`)
  if (!at || !zone) return at
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  const ahead = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  return new Date(at.getTime() + (8 * 60 - ahead) * 60_000)
}

/** The provinces by the codes of Shopify, and behind `CN` in the order of WooCommerce's numbers. */
const shopifyProvinces =
  'AH安徽 BJ北京 CQ重庆 FJ福建 GD广东 GS甘肃 GX广西 GZ贵州 HA河南 HB湖北 HE河北 HI海南 HK香港 HL黑龙江 HN湖南 JL吉林 JS江苏 JX江西 LN辽宁 MO澳门 NM内蒙古 NX宁夏 QH青海 SC四川 SD山东 SH上海 SN陕西 SX山西 TJ天津 TW台湾 XJ新疆 XZ西藏 YN云南 ZJ浙江'
const wooProvinces =
  '云南 北京 天津 河北 山西 内蒙古 辽宁 吉林 黑龙江 上海 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 广西 海南 重庆 四川 贵州 陕西 甘肃 青海 宁夏 澳门 西藏 新疆'.split(
    ' ',
  )

/** The name of a province that may be given by its code. */
function provinceOf(text: string): string {
  const code = text.replace(/^CN-(?=[A-Z]{2}$)/i, '').toUpperCase()
  if (/^[A-Z]{2}$/.test(code)) return new RegExp(`(?:^| )${code}(\\S+)`).exec(shopifyProvinces)?.[1] ?? text
  const [, number] = /^CN-?(\d{1,2})$/.exec(code) ?? []
  return (number && wooProvinces[Number(number) - 1]) || text
}

function defined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** What a customer is called who brings no name. */
export const nameOfPhone = (phone: string): string => `用户${phone.slice(-4)}`

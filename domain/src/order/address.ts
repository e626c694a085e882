import { tidyCharacters } from '../keyword.ts'
import { cutText } from '../text.ts'
import { indexOf, type Match, matchesOf, type PlaceIndex } from './place-index.ts'
import type { Place } from './place-names.ts'

export type { Place } from './place-names.ts'

/** What an address pasted as one text says; what is not sure is empty. */
export type ParsedAddress = {
  name: string
  phone: string
  /** The ids from the province down to the district; to the city where the district is not sure. */
  area: number[]
  /** Whether the area goes down to where nothing lies below. */
  isWhole: boolean
  /** What follows the area, or the whole address where none is sure; at its end the extension of the phone. */
  detail: string
}

const MAX_TEXT = 500
/** What is dialled after the number: platforms give numbers of their own with one, 18412345678-1234. */
const EXTENSION = '(?:(?: ?(?:-|转|转接|分机|ext\\.?) ?|\\[)(\\d{3,6})\\]?(?![\\d\\p{L}-]|(?<=\\d) ?[号栋楼室幢]))?'
const MOBILE = new RegExp(
  `(?<!\\d)\\(?(?:(?:\\+|00)?86\\)?[- ]?)?(1[3-9]\\d)[- ]?(\\d{4})[- ]?(\\d{4})(?!\\d)${EXTENSION}`,
  'giu',
)
const LANDLINE = new RegExp(`(?<![\\d-])(0\\d{2,3}-\\d{7,8})(?!\\d)${EXTENSION}`, 'giu')
/** A labelled name; Latin ones have several words. */
const LABELLED_NAME =
  /(?:(?:收货人|收件人|联系人|姓名)(?:姓名)? *: *|(?:收货人|收件人|联系人) +)([A-Za-z.'-]+(?: [A-Za-z.'-]+)*|[^\s,;:]+)/g
/** What stands before other values. */
const LABEL =
  /(?:手机号码|手机号|手机|联系电话|联系方式|电话号码|电话|所在地区|所在区域|地区|详细地址|收货地址|收件地址|地址|邮政编码|邮编)(?: *:|(?= *[\d+]))/g
/** Brackets around what values are called, and the number of an order that was copied with its address. */
const AROUND = /[【〔](?:收货|收件|寄送)?(?:地址|信息)[】〕]|[【】〔〕]|订单(?:编)?号 *:? *\d{20}(?!\d)/g
/** 张三(收). */
const RECEIVES = /(?<=[\u4e00-\u9fa5A-Za-z])\((?:收|收货|收件|亲收)\)(?=[\s,;]|$)/g
/** Marks the segment after it as the name. */
const NAMED = '\u0001'
/** Stands for a space within the name. */
const GAP = '\u0003'
/** Stands where the phone was. */
const PHONE = '\u0002'
const POSTCODE = /^\d{6}$/
/** A name; orders of platforms have the extension of the phone in it. */
const PERSON =
  /^(?:[\u4e00-\u9fa5]{2,4}|[\u4e00-\u9fa5]{1,8}(?:·[\u4e00-\u9fa5]{1,8})+|[A-Za-z][A-Za-z.'-]{1,30}(?: [A-Za-z][A-Za-z.'-]{0,30}){0,3})(?:\[\d{3,6}\])?$/
/** A Latin name of several words, at the beginning or beside the phone. */
const LATIN_NAME =
  /(?:(?<=^ *)|(?<=\u0002[ ,;]*))[A-Za-z][A-Za-z.'-]*(?: [A-Za-z][A-Za-z.'-]*){1,3}(?![A-Za-z0-9])|(?<![A-Za-z0-9.'-] ?)[A-Za-z][A-Za-z.'-]*(?: [A-Za-z][A-Za-z.'-]*){1,3}(?=[ ,;]*\u0002)/g
const ADDRESS_WORD = /[省市区县镇乡村路街道巷弄号楼栋幢室苑厦院站组]$|小区|大厦|广场|单元|公司|学校|医院|驿站/

/**
 * Finds name, phone and place in an address pasted as one text, as chats and other shops give it. Places are known by their
 * full and short names (上海 徐汇, 恩施), with or without province and city where the rest leaves no doubt.
 * @param regions the national division from the provinces down
 */
export function parseAddress(text: string, regions: readonly Place[]): ParsedAddress {
  const index = indexOf(regions)
  const tidy = tidyCharacters(cutText(text, MAX_TEXT))
    .replace(AROUND, ' ')
    .replace(RECEIVES, ' ')
    .replace(LABEL, ' ')
    .replace(LABELLED_NAME, (_, name: string) => ` ${NAMED}${name.replaceAll(' ', GAP)} `)
  const { phone, extension, rest } = takePhone(tidy)
  const parts = rest
    .replace(LATIN_NAME, (name) => name.replaceAll(' ', GAP))
    .split(/[\s,;|。、，；]+/)
    .filter((part) => part && !POSTCODE.test(part))
  const found = findArea(parts.map(unmarked), index)
  const named = findName(parts, found)
  const told = parts.flatMap((part, at) => {
    if (at === named || part === PHONE) return []
    if (found && at >= found.from && at < found.until) return []
    return [withoutArea(at === found?.until ? found.rest : unmarked(part), found, index)]
  })
  const suffix = extension && ` 转${extension}`
  return {
    name: named === undefined ? '' : cutText(unmarked(parts[named] ?? ''), 32),
    phone,
    area: found?.area ?? [],
    isWhole: found?.isWhole ?? false,
    detail: `${cutText(joined(told), 256 - suffix.length)}${suffix}`.trim(),
  }
}

const unmarked = (part: string) => part.replaceAll(NAMED, '').replaceAll(GAP, ' ')

/** The phone, if there is one and no other, and what is dialled after it. */
function takePhone(text: string): { phone: string; extension: string; rest: string } {
  const mobiles = [...text.matchAll(MOBILE)].map(([, a = '', b = '', c = '', extension = '']) => ({
    phone: a + b + c,
    extension,
  }))
  const landlines = [...text.matchAll(LANDLINE)].map(([, phone = '', extension = '']) => ({ phone, extension }))
  const found = new Map((mobiles.length ? mobiles : landlines).map((each) => [each.phone, each]))
  const [first, ...others] = found.values()
  const rest = text.replace(MOBILE, ` ${PHONE} `).replace(LANDLINE, ` ${PHONE} `)
  if (!first || others.length) return { phone: '', extension: '', rest }
  return { ...first, rest }
}

/** Texts that follow one another: Chinese ones without a gap. */
function joined(texts: readonly string[]): string {
  return texts
    .filter(Boolean)
    .join(' ')
    .replace(/(?<=[\u4e00-\u9fa5]) (?=[\u4e00-\u9fa5])/g, '')
}

type Found = { area: number[]; from: number; until: number; rest: string; length: number; isWhole: boolean }

/**
 * Where the place stands: it begins a part, and may go on over the next ones. Undefined when there is none, or a doubt. Without a
 * district, province and city.
 */
function findArea(parts: readonly string[], index: PlaceIndex): Found | undefined {
  const found = parts.flatMap((_, from) => {
    const best = bestMatch(parts.slice(from).join(' '), index)
    return best ? [{ ...best, ...spanOf(parts, from, best.length), from }] : []
  })
  const whole = found.filter(({ isWhole }) => isWhole)
  const sure = whole.length ? whole : found
  const longest = Math.max(...sure.map(({ length }) => length))
  const [first, ...others] = sure.filter(({ length }) => length === longest)
  return others.some(({ area }) => area.at(-1) !== first?.area.at(-1)) ? undefined : first
}

/** The first part that the place does not cover whole, and what it leaves of that. */
function spanOf(parts: readonly string[], from: number, length: number): { until: number; rest: string } {
  let left = length
  let until = from
  for (; until < parts.length; until++) {
    const size = parts[until]?.length ?? 0
    if (left < size) break
    left = Math.max(0, left - size - 1)
  }
  return { until, rest: (parts[until] ?? '').slice(left) }
}

/** The place again, at the beginning of the detail address, says nothing new. */
function withoutArea(part: string, found: Found | undefined, index: PlaceIndex): string {
  if (!found) return part
  const again = bestMatch(part, index)
  return again && again.area.at(-1) === found.area.at(-1) ? part.slice(again.length) : part
}

/** The place a text begins with; undefined when it begins with none, or could mean several. */
function bestMatch(text: string, index: PlaceIndex): Match | undefined {
  const start = /^(?:中国 ?)?/.exec(text)?.[0].length ?? 0
  const all = matchesOf(text.slice(start), index)
  const whole = all.filter(({ isWhole }) => isWhole)
  const sure = whole.length ? whole : all
  const length = Math.max(...sure.map((match) => match.length))
  const longest = sure.filter((match) => match.length === length)
  const named = longest.filter((match) => match.named)
  const [first, ...others] = named.length ? named : longest
  if (!first || others.some(({ area }) => area.at(-1) !== first.area.at(-1))) return undefined
  return { ...first, length: start + first.length }
}

/** The part that is the name: labelled, or the only one that looks like one; of several the one beside the phone. */
function findName(parts: readonly string[], found: Found | undefined): number | undefined {
  const labelled = parts.findIndex((part) => part.startsWith(NAMED) && part.length > 1)
  if (labelled >= 0) return labelled
  const isOfPlace = (at: number) => found !== undefined && at >= found.from && at <= found.until && at < parts.length
  const candidates = parts.flatMap((part, at) => {
    const inPlace = isOfPlace(at) && !(at === found?.until && found.rest === part)
    return !inPlace && PERSON.test(unmarked(part)) && !ADDRESS_WORD.test(part) ? [at] : []
  })
  const beside = candidates.filter((at) => parts[at - 1] === PHONE || parts[at + 1] === PHONE)
  const sure = beside.length ? beside : candidates
  return sure.length === 1 ? sure[0] : undefined
}

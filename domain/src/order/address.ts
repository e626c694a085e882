import { cutText } from '../text.ts'
/** A place of the national division, with the places below it: province, city, district. */
export type Place = { cityId: number; name: string; isShow?: boolean; child?: readonly Place[] }

/** What an address pasted as one text says; what is not sure is empty. */
export type ParsedAddress = {
  name: string
  phone: string
  /** The ids from the province down to the district. */
  area: number[]
  /** What follows the district, or the whole address where the district is not sure. */
  detail: string
}

const MAX_TEXT = 500
const MOBILE = /(?<!\d)(?:\+?86[- ]?)?(1[3-9]\d)[- ]?(\d{4})[- ]?(\d{4})(?!\d)/g
const LANDLINE = /(?<![\d-])0\d{2,3}-\d{7,8}(?!\d)/g
/** A labelled name; Latin ones have several words. */
const LABELLED_NAME = /(?:收货人|收件人|联系人|姓名)(?:姓名)? *: *([A-Za-z.'-]+(?: [A-Za-z.'-]+)*|[^\s,;:]+)/g
/** What stands before other values. */
const LABEL =
  /(?:手机号码|手机号|手机|联系电话|联系方式|电话号码|电话|所在地区|所在区域|地区|详细地址|收货地址|收件地址|地址|邮政编码|邮编)(?: *:|(?= *[\d+]))/g
/** Marks the segment after it as the name. */
const NAMED = '\u0001'
/** Stands for a space within the name. */
const GAP = '\u0003'
/** Stands where the phone was. */
const PHONE = '\u0002'
const POSTCODE = /^\d{6}$/
const PERSON = /^(?:[\u4e00-\u9fa5]{2,4}|[\u4e00-\u9fa5]{1,8}(?:·[\u4e00-\u9fa5]{1,8})+|[A-Za-z][A-Za-z.'-]{1,30})$/
const ADDRESS_WORD = /[省市区县镇乡村路街道巷弄号楼栋幢室苑厦院站组]$|小区|大厦|广场|单元|公司|学校|医院|驿站/

/**
 * Finds name, phone and place in an address pasted as one text, as chats and other shops give it. Places are known by their
 * full and short names (上海 徐汇, 恩施), with or without province and city where the rest leaves no doubt.
 * @param regions the national division from the provinces down
 */
export function parseAddress(text: string, regions: readonly Place[]): ParsedAddress {
  const tidy = cutText(text, MAX_TEXT)
    .normalize('NFKC')
    .replace(LABEL, ' ')
    .replace(LABELLED_NAME, (_, name: string) => ` ${NAMED}${name.replaceAll(' ', GAP)} `)
  const { phone, rest } = takePhone(tidy)
  const parts = rest.split(/[\s,;|。、，；]+/).filter((part) => part && !POSTCODE.test(part))
  const found = findArea(parts.map(unmarked), regions)
  const named = findName(parts, found)
  const told = parts.flatMap((part, at) => {
    if (at === named || part === PHONE) return []
    if (found && at >= found.from && at < found.until) return []
    return [withoutArea(at === found?.until ? found.rest : unmarked(part), found, regions)]
  })
  return {
    name: named === undefined ? '' : cutText(unmarked(parts[named] ?? ''), 32),
    phone,
    area: found?.area ?? [],
    detail: cutText(joined(told), 256),
  }
}

const unmarked = (part: string) => part.replaceAll(NAMED, '').replaceAll(GAP, ' ')

/** The phone, if there is one and no other. */
function takePhone(text: string): { phone: string; rest: string } {
  const mobiles = [...text.matchAll(MOBILE)].map(([, ...groups]) => groups.join(''))
  const landlines = text.match(LANDLINE) ?? []
  const [phone = '', ...others] = new Set(mobiles.length ? mobiles : landlines)
  const rest = text.replace(MOBILE, ` ${PHONE} `).replace(LANDLINE, ` ${PHONE} `)
  return { phone: others.length ? '' : phone, rest }
}

/** Texts that follow one another: Chinese ones without a gap. */
function joined(texts: readonly string[]): string {
  return texts
    .filter(Boolean)
    .join(' ')
    .replace(/(?<=[\u4e00-\u9fa5]) (?=[\u4e00-\u9fa5])/g, '')
}

type Found = { area: number[]; from: number; until: number; rest: string; length: number }

/** Where the place stands: it begins a part, and may go on over the next ones. Undefined when there is none, or a doubt. */
function findArea(parts: readonly string[], regions: readonly Place[]): Found | undefined {
  const found = parts.flatMap((_, from) => {
    const best = bestMatch(parts.slice(from).join(' '), regions)
    return best ? [{ ...best, ...spanOf(parts, from, best.length), from }] : []
  })
  const longest = Math.max(...found.map(({ length }) => length))
  const [first, ...others] = found.filter(({ length }) => length === longest)
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
function withoutArea(part: string, found: Found | undefined, regions: readonly Place[]): string {
  if (!found) return part
  const again = bestMatch(part, regions)
  return again && again.area.at(-1) === found.area.at(-1) ? part.slice(again.length) : part
}

type Match = { area: number[]; length: number }

/** The place a text begins with; undefined when it begins with none, or could mean several. */
function bestMatch(text: string, regions: readonly Place[]): Match | undefined {
  const start = /^(?:中国 ?)?/.exec(text)?.[0].length ?? 0
  const all = matchesOf(text.slice(start), regions)
  const length = Math.max(...all.map((match) => match.length))
  const [first, ...others] = all.filter((match) => match.length === length)
  if (!first || others.some(({ area }) => area.at(-1) !== first.area.at(-1))) return undefined
  return { ...first, length: start + first.length }
}

function matchesOf(text: string, provinces: readonly Place[]): Match[] {
  return provinces.flatMap((province) => {
    const cities = shown(province.child)
    const inProvince = prefixes(text, province).flatMap((length) => below(text, length, cities, [province.cityId]))
    // Without its province, a place must be named in full, or lead on to one below it.
    const alone = cities.flatMap((city) =>
      prefixes(text, city).flatMap((length) =>
        shown(city.child).length
          ? below(text, length, shown(city.child), [province.cityId, city.cityId])
          : length >= city.name.length
            ? [{ area: [province.cityId, city.cityId], length }]
            : [],
      ),
    )
    const districts = cities.flatMap((city) =>
      shown(city.child)
        .filter(({ name }) => name.length > 2 && text.startsWith(name))
        .map(({ cityId, name }) => ({ area: [province.cityId, city.cityId, cityId], length: name.length })),
    )
    return [...inProvince, ...alone, ...districts]
  })
}

/** The places below one, after its name; the level between may be left out: 上海市徐汇区, 江苏昆山. */
function below(text: string, at: number, places: readonly Place[], area: number[]): Match[] {
  const from = at + (text[at] === ' ' ? 1 : 0)
  const rest = text.slice(from)
  return places.flatMap((place) => {
    const path = [...area, place.cityId]
    const under = shown(place.child)
    const named = prefixes(rest, place).flatMap((length) =>
      under.length && area.length < 2
        ? below(text, from + length, under, path)
        : [{ area: path, length: from + length }],
    )
    return area.length < 2 ? [...named, ...below(text, from, under, path)] : named
  })
}

const shown = (places: readonly Place[] = []) => places.filter(({ isShow = true }) => isShow)

/** How much of the text the place's name takes, in full and short. */
function prefixes(text: string, { name }: Place): number[] {
  return [...new Set([name, shortName(name)])].filter((one) => text.startsWith(one)).map(({ length }) => length)
}

const KIND = /(?:特别行政区|自治区|自治州|自治县|自治旗|地区|林区|新区|省|市|区|县|旗|盟)$/
const PEOPLES =
  /(?:壮族|回族|维吾尔|藏族|苗族|彝族|土家族|布依族|侗族|瑶族|白族|哈尼族|傣族|傈僳族|景颇族|朝鲜族|羌族|哈萨克|哈萨克族|蒙古|蒙古族|满族|黎族|畲族|仫佬族|毛南族|水族|仡佬族|纳西族|拉祜族|佤族|布朗族|独龙族|怒族|普米族|土族|撒拉族|东乡族|保安族|裕固族|柯尔克孜|锡伯|塔吉克|达斡尔族|鄂温克族|各族)+$/

/** 上海市 → 上海, 恩施土家族苗族自治州 → 恩施; names that would be left with one character stay. */
function shortName(name: string): string {
  const kindless = name.replace(KIND, '')
  const short = kindless.replace(PEOPLES, '')
  return [short, kindless].find(({ length }) => length > 1) ?? name
}

/** The part that is the name: labelled, or the only one that looks like one; of several the one beside the phone. */
function findName(parts: readonly string[], found: Found | undefined): number | undefined {
  const labelled = parts.findIndex((part) => part.startsWith(NAMED) && part.length > 1)
  if (labelled >= 0) return labelled
  const isOfPlace = (at: number) => found !== undefined && at >= found.from && at <= found.until && at < parts.length
  const candidates = parts.flatMap((part, at) => {
    const inPlace = isOfPlace(at) && !(at === found?.until && found.rest === part)
    return !inPlace && PERSON.test(part) && !ADDRESS_WORD.test(part) ? [at] : []
  })
  const beside = candidates.filter((at) => parts[at - 1] === PHONE || parts[at + 1] === PHONE)
  const sure = beside.length ? beside : candidates
  return sure.length === 1 ? sure[0] : undefined
}

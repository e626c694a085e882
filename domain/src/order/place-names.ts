import { isUnwritten } from '../setting/area-name.ts'

/** A place of the national division, with the places below it: province, city, district. */
export type Place = { cityId: number; name: string; isShow?: boolean; child?: readonly Place[] }

/**
 * A way to write a place; `named` with what kind it is, as 汶川县 and 恩施州, and not 汶川 alone. One that is not the place's own is
 * understood `onlyBelow` the city.
 */
export type Spelling = { text: string; named: boolean; onlyBelow?: boolean }

const KIND = /(?:特别行政区|自治区|自治州|自治县|自治旗|地区|林区|新区|省|市|区|县|旗|盟)$/
const PEOPLE =
  /(?:壮族|回族|维吾尔|藏族|苗族|彝族|土家族|布依族|侗族|瑶族|白族|哈尼族|傣族|傈僳族|景颇族|朝鲜族|羌族|哈萨克族?|蒙古族?|满族|黎族|畲族|仫佬族|毛南族|水族|仡佬族|纳西族|拉祜族|佤族|布朗族|独龙族|怒族|普米族|土族|撒拉族|东乡族|保安族|裕固族|柯尔克孜|锡伯|塔吉克|达斡尔族|鄂温克族|各族)$/
/** 东乡族自治县 is also 东乡县, 鄂温克族自治旗 鄂温克旗. */
const SELF_NAMED = /^(东乡|鄂温克)族自治[县旗]$/u

/** What people write instead of what a rule would make of the name. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  巴音郭楞蒙古自治州: ['巴州'],
  博尔塔拉蒙古自治州: ['博州'],
  克孜勒苏柯尔克孜自治州: ['克州'],
  西双版纳傣族自治州: ['版纳州'],
  内蒙古自治区: ['内蒙'],
  锡林郭勒盟: ['锡盟'],
  阿拉善盟: ['阿盟'],
  科尔沁左翼中旗: ['科左中旗'],
  科尔沁左翼后旗: ['科左后旗'],
  科尔沁右翼前旗: ['科右前旗'],
  科尔沁右翼中旗: ['科右中旗'],
  察哈尔右翼前旗: ['察右前旗'],
  察哈尔右翼中旗: ['察右中旗'],
  察哈尔右翼后旗: ['察右后旗'],
  莫力达瓦达斡尔族自治旗: ['莫旗'],
  达尔罕茂明安联合旗: ['达茂旗', '达茂联合旗'],
  土默特左旗: ['土左旗'],
  土默特右旗: ['土右旗'],
  阿鲁科尔沁旗: ['阿旗'],
  巴林左旗: ['巴左旗', '左旗'],
  巴林右旗: ['巴右旗', '右旗'],
  克什克腾旗: ['克旗'],
  翁牛特旗: ['翁旗'],
  喀喇沁旗: ['喀旗'],
  鄂托克前旗: ['鄂前旗'],
  鄂托克旗: ['鄂旗'],
  伊金霍洛旗: ['伊旗'],
  准格尔旗: ['准旗'],
  达拉特旗: ['达旗'],
  陈巴尔虎旗: ['陈旗'],
  新巴尔虎左旗: ['新左旗'],
  新巴尔虎右旗: ['新右旗'],
  乌拉特前旗: ['乌前旗'],
  乌拉特中旗: ['乌中旗'],
  乌拉特后旗: ['乌后旗'],
  杭锦后旗: ['杭后旗'],
  阿拉善左旗: ['阿左旗'],
  阿拉善右旗: ['阿右旗'],
  苏尼特左旗: ['苏左旗'],
  苏尼特右旗: ['苏右旗'],
  东乌珠穆沁旗: ['东乌旗'],
  西乌珠穆沁旗: ['西乌旗'],
  喀喇沁左翼蒙古族自治县: ['喀左县', '喀左', '喀喇沁左翼县'],
  阜新蒙古族自治县: ['阜蒙县'],
  前郭尔罗斯蒙古族自治县: ['前郭县', '前郭'],
  杜尔伯特蒙古族自治县: ['杜蒙县', '杜蒙'],
  塔什库尔干塔吉克自治县: ['塔县'],
  察布查尔锡伯自治县: ['察县'],
  和布克赛尔蒙古自治县: ['和丰县', '和布克赛尔县'],
  双江拉祜族佤族布朗族傣族自治县: ['双江县'],
  莱芜区: ['莱芜市莱城区', '莱城区'],
  钢城区: ['莱芜市钢城区'],
}

export const shownOf = (places: readonly Place[] = []): Place[] => places.filter(({ isShow = true }) => isShow)

/** 上海市 → 上海, 恩施土家族苗族自治州 → 恩施; names that would be left with one character stay. */
function shortNames(name: string): string[] {
  const self = SELF_NAMED.exec(name)?.[1]
  if (self) return [self]
  const names: string[] = []
  let text = name.replace(KIND, '')
  while (text.length > 1 && text !== names.at(-1)) {
    names.push(text)
    text = text.replace(PEOPLE, '')
  }
  return names
}

const all = (texts: readonly string[], named: boolean): Spelling[] => texts.map((text) => ({ text, named }))

export function spellingsOfProvince(name: string): Spelling[] {
  const short = shortNames(name)
  const kinds = /自治区$/.test(name) ? ['自治区', '省'] : /行政区$/.test(name) ? ['特区'] : []
  return unique([
    ...all([name, ...kinds.flatMap((kind) => short.map((text) => text + kind))], true),
    ...all([...short, ...(OTHER_NAMES[name] ?? [])], false),
  ])
}

/** @param below the names of its districts, which are not its own */
export function spellingsOfCity(name: string, below: ReadonlySet<string>): Spelling[] {
  if (isUnwritten(name))
    return all([name, '省直辖县级行政区划', '自治区直辖县级行政区划', '省直辖县级行政单位', '直辖县级'], true)
  const short = shortNames(name)
  const kinds = /自治州$/.test(name) ? ['州', '自治州'] : /(?:市|地区)$/.test(name) ? ['市', '地区'] : []
  const others = kinds.flatMap((kind) => short.map((text) => text + kind)).filter((text) => !below.has(text))
  return unique([
    ...all([name, ...others, ...(OTHER_NAMES[name] ?? [])], true),
    ...all(name === '西双版纳傣族自治州' ? [...short, '版纳'] : short, false),
  ])
}

/**
 * @param city the name of the city above
 * @param beside the names of that city and of its districts, which are not its own
 */
export function spellingsOfDistrict(name: string, city: string, beside: ReadonlySet<string>): Spelling[] {
  const short = shortNames(name)
  const kind = /(?:自治县|自治旗)$/.test(name) ? name.slice(-1) : ''
  const own = kind ? short.map((text) => text + kind) : []
  // A county that has become a city or a district keeps its name.
  const [, stem = ''] = /^(\p{Script=Han}{2,})[县市区]$/u.exec(name) ?? []
  const later = stem ? ['县', '市', '区'].map((each) => stem + each).filter((each) => !beside.has(each)) : []
  return unique([
    ...all([name, ...own, ...(OTHER_NAMES[name] ?? [])], true),
    ...[...zoneNames(name, city), ...later].map((text) => ({ text, named: true, onlyBelow: true })),
    ...all(short, false),
  ])
}

/** 苏州工业园区 is written without the city it is in, 高新技术产业开发区 as 高新区. */
function zoneNames(name: string, city: string): string[] {
  const zone = /(?:开发区|园区|示范区|管理区)$/.test(name) ? name : ''
  const [short = city] = shortNames(city)
  const at = zone.indexOf(short)
  if (at < 0) return []
  const own = zone.slice(at + short.length).replace(/^市/, '')
  if (/^高新(?:技术(?:产业)?)?(?:开发区|园区)$/.test(own)) return [own, '高新区', `${short}高新区`]
  if (/^经济(?:技术)?开发区$/.test(own)) return [own, '经济开发区', '经开区', `${short}经开区`]
  return own.length > 2 ? [own] : []
}

function unique(spellings: readonly Spelling[]): Spelling[] {
  return [...new Map([...spellings].reverse().map((one) => [one.text, one] as const)).values()].filter(
    ({ text }) => text.length > 1 || text === '县',
  )
}

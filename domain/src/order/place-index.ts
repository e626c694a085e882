import { isUnwritten } from '../setting/area-name.ts'
import {
  type Place,
  type Spelling,
  shownOf,
  spellingsOfCity,
  spellingsOfDistrict,
  spellingsOfProvince,
} from './place-names.ts'

/**
 * The place a text begins with: its ids, how many characters name it, whether that is all an address needs, and
 * whether the last name says what kind of place it is.
 */
export type Match = { area: number[]; length: number; isWhole: boolean; named: boolean }

type Entry = Spelling & { node: Node }
type Lookup = Map<string, Entry[]>
type Node = {
  area: number[]
  name: string
  /** The ids down to where nothing lies below, if no more than the name is needed for them. */
  whole: number[] | undefined
  /** The places of the next level. */
  below: Lookup
  /** Of a province, the districts of all its cities. */
  deep: Lookup
}

/** The national division by the ways in which its places are written. */
export type PlaceIndex = { provinces: Lookup; cities: Lookup; districts: Lookup }

const indexes = new WeakMap<readonly Place[], PlaceIndex>()

/** The index of a division, which is made once. */
export function indexOf(regions: readonly Place[]): PlaceIndex {
  const known = indexes.get(regions) ?? build(regions)
  indexes.set(regions, known)
  return known
}

function build(regions: readonly Place[]): PlaceIndex {
  const index: PlaceIndex = { provinces: new Map(), cities: new Map(), districts: new Map() }
  for (const { cityId, name, child } of shownOf(regions)) {
    const province = nodeOf([cityId], name, child)
    add(index.provinces, province, spellingsOfProvince(name))
    for (const city of shownOf(child)) addCity(index, province, city)
  }
  return index
}

function addCity(index: PlaceIndex, province: Node, { cityId, name, child }: Place) {
  const city = nodeOf([...province.area, cityId], name, child)
  const districts = shownOf(child)
  const names = new Set(districts.map((district) => district.name))
  const spellings = spellingsOfCity(name, names)
  add(province.below, city, spellings)
  add(index.cities, city, isUnwritten(name) ? [] : spellings)
  const beside = new Set([...names, ...spellings.map(({ text }) => text)])
  const cityTexts = new Set(spellings.map(({ text }) => text))
  for (const district of districts) {
    const node = nodeOf([...city.area, district.cityId], district.name, district.child)
    const ways = spellingsOfDistrict(district.name, name, beside)
    add(city.below, node, ways)
    // Without its city, what may be the city itself is no district.
    const own = ways.filter(({ onlyBelow }) => !onlyBelow)
    add(
      province.deep,
      node,
      own.filter(({ text, named }) => named || !cityTexts.has(text)),
    )
    add(
      index.districts,
      node,
      own.filter(({ text, named }) => named && text.length > 2),
    )
  }
}

function nodeOf(area: number[], name: string, child: readonly Place[] | undefined): Node {
  const [only, ...others] = shownOf(child)
  const isSelf = !others.length && only?.name === '市辖区'
  const whole = !only ? area : isSelf ? [...area, only.cityId] : undefined
  return { area, name, whole, below: new Map(), deep: new Map() }
}

function add(lookup: Lookup, node: Node, spellings: readonly Spelling[]) {
  for (const spelling of spellings) {
    const key = spelling.text.slice(0, 1)
    const known = lookup.get(key)
    if (known) known.push({ ...spelling, node })
    else lookup.set(key, [{ ...spelling, node }])
  }
}

/** What begins with the name of a kind, and is none. */
const NO_KIND = /^(?:市[场政府民中心]|县[城府前后]|区[府政]|州府)/
/** After a name without its kind: there is more to the name, or a street is called so. */
const LEADS_ON =
  /^(?:[省州县市旗区盟族]|自治|地区|(?:[东西南北中前后上下新老大小]|[一二三四五六七八九十])?(?:路|街|道|巷|弄|大道|大街|公路|镇|乡|村|里|桥|站|机场|大厦|广场|花园|小区))/
/** 巴州 of 巴州区, 沙县 of 沙县区. */
const IS_MORE = /^(?:州[区市县]|县[区市])/
const NEW_AREA = /^(?:\p{Script=Han}{2,3}新区) ?/u
/** What stands between two names and says nothing. */
const BETWEEN = /^[ -]?(?:市辖区 ?)?/

/** The places of a lookup that the text names from a character on. */
function find(lookup: Lookup, text: string, at: number): Entry[] {
  return (lookup.get(text.charAt(at)) ?? []).filter((entry) => text.startsWith(entry.text, at))
}

/** Whether a name is over after the spelling: that of the last place must be. */
function ends({ text: name, named }: Spelling, text: string, after: number): boolean {
  const rest = text.slice(after, after + 5)
  if (NO_KIND.test(rest)) return true
  return named ? !IS_MORE.test(name.slice(-1) + rest) : !LEADS_ON.test(rest)
}

const over = (text: string, at: number) => at + (BETWEEN.exec(text.slice(at, at + 6))?.[0].length ?? 0)

/** All places a text may begin with. */
export function matchesOf(text: string, index: PlaceIndex): Match[] {
  const inProvince = find(index.provinces, text, 0).flatMap((province) => {
    const { below, deep } = province.node
    const at = over(text, province.text.length)
    const cities = find(below, text, at).flatMap((city) => inCity(text, at, city, true))
    const alone = province.named ? cityOfItsOwn(province) : undefined
    return [...cities, ...(alone ? [matchOf(alone, 0, false)] : []), ...districtsIn(deep, text, at)]
  })
  // Without its province, a city must be named in full, or lead on to a place below it.
  const cities = find(index.cities, text, 0).flatMap((city) =>
    inCity(text, 0, city, city.named && city.text.length > 2),
  )
  return [...inProvince, ...cities, ...lastOnes(index.districts, text, 0)]
}

/** @param isSure whether the city is known without a district of it */
function inCity(text: string, at: number, city: Entry, isSure: boolean): Match[] {
  const { whole, name, below } = city.node
  const after = at + city.text.length
  const again = text.startsWith(city.text, after) && !below.has(city.text.charAt(0)) ? city.text.length : 0
  const self = isSure && !isUnwritten(name) && ends(city, text, after) ? [matchOf(city, at, whole !== undefined)] : []
  return [...self, ...districtsIn(below, text, over(text, after + again))]
}

/** The districts at a place of the text, also after a new area that the division does not have: 雄安新区容城县. */
function districtsIn(lookup: Lookup, text: string, at: number): Match[] {
  const here = lastOnes(lookup, text, at)
  const passed = NEW_AREA.exec(text.slice(at, at + 8))?.[0].length
  return here.length || !passed ? here : lastOnes(lookup, text, at + passed).filter(({ named }) => named)
}

const lastOnes = (lookup: Lookup, text: string, at: number): Match[] =>
  find(lookup, text, at).flatMap((entry) =>
    ends(entry, text, at + entry.text.length) ? [matchOf(entry, at, true)] : [],
  )

const matchOf = ({ node, text, named }: Entry, at: number, isWhole: boolean): Match => ({
  area: (isWhole && node.whole) || node.area,
  length: at + text.length,
  isWhole: isWhole && node.whole !== undefined,
  named,
})

/** Of a province that is one city: 上海市. */
function cityOfItsOwn({ node: { name, below } }: Entry): Entry | undefined {
  return below.get(name.slice(0, 1))?.find(({ text }) => text === name)
}

import { BadInput, Refusal } from '../errors.ts'
import { amountText } from '../money.ts'

/** 0 free everywhere, 1 only the listed regions pay, 2 a default, regions and conditions for free. */
export const freightAppoints = [0, 1, 2] as const
export type FreightAppoint = (typeof freightAppoints)[number]
export const freightAppointNames = { 0: '全国包邮', 1: '部分包邮', 2: '自定义' } as const

/** The measure fees are based on: 1 pieces, 2 kg, 3 m³; 0 none, as delivery is free everywhere. */
export const freightTypes = [0, 1, 2, 3] as const
export type FreightType = (typeof freightTypes)[number]
export const freightTypeNames = { 0: '不计费', 1: '按件数', 2: '按重量', 3: '按体积' } as const
export const freightUnits = { 0: '件', 1: '件', 2: 'kg', 3: 'm³' } as const
const decimals = { 0: 0, 1: 0, 2: 3, 3: 4 } as const

/** Whether one of the conditions is enough or all must be met. */
export const freeModes = ['or', 'and'] as const
export const freeModeNames = { or: '满足其一', and: '同时满足' } as const
export type FreeMode = (typeof freeModes)[number]

/** Ids from the province down to the chosen area. */
export type AreaPath = number[]

/** The fee for some areas. Measures are pieces, kg or m³. */
export type FreightRegion = {
  /** Applies to all areas without a rule of their own. */
  isDefault: boolean
  cityIds: readonly number[]
  first: number
  firstPriceFen: number
  renewal: number
  renewalPriceFen: number
}

/** Conditions for free delivery in some areas; 0 is no condition, and without any it is always free. */
export type FreightFree = { cityIds: readonly number[]; number: number; priceFen: number; freeMode: FreeMode }

/** A freight template, as the calculation needs it. */
export type Freight = {
  id: number
  name: string
  appoint: FreightAppoint
  type: FreightType
  regions: readonly FreightRegion[]
  frees: readonly FreightFree[]
  /** Areas without delivery. */
  refusedIds: readonly number[]
}

/** An order line; weight in kg and volume in m³ per piece. */
export type FreightLine = {
  tempId: number
  /** Product name, for messages. */
  name: string
  num: number
  weight: number
  volume: number
  priceFen: number
}

/** The rule that set the fee of a group of lines. */
export type FreightRule = 'shop' | 'nationwide' | 'free' | 'unlisted' | 'region' | 'default'
export type FreightGroup = {
  tempId: number
  feeFen: number
  measure: number
  rule: FreightRule
  region?: FreightRegion
}

export type FreightQuote = {
  feeFen: number
  /** There is no address yet: 待计算. */
  pending: boolean
  /** The fee of each template, in the order of the lines. */
  groups: FreightGroup[]
  /** Each line's share in fen, in the same order; they add up to the fee. */
  shares: number[]
}

/** Measures are calculated in ten-thousandths, the finest precision used, so that no fraction is lost. */
const FINEST = 10_000

/**
 * Calculates the delivery fee. Prices are multiplied by whole numbers only, so nothing is rounded.
 * @param address area ids, the most specific first: district, city, province; empty or undefined while it is unknown
 * @param shopFreeFen goods total in fen from which the whole shop delivers for free; undefined when it does not
 * @throws {Refusal} when a line cannot be delivered to the address
 * @throws {Error} when a line's template is not among `templates`
 * @see docs/catalogue.md, Freight
 */
export function quoteFreight(
  lines: readonly FreightLine[],
  templates: readonly Freight[],
  address: readonly number[] | undefined,
  shopFreeFen?: number,
): FreightQuote {
  const nothing = { feeFen: 0, groups: [], shares: lines.map(() => 0) }
  if (!address?.length) return { ...nothing, pending: true }
  const groups = new Map<Freight, FreightLine[]>()
  for (const line of lines) {
    const template = templates.find(({ id }) => id === line.tempId)
    if (!template) throw new Error(`no freight template ${line.tempId}`)
    if (covers(template.refusedIds, address)) throw new Refusal(`「${line.name}」不支持配送到该地区`, 'NO_DELIVERY')
    groups.set(template, [...(groups.get(template) ?? []), line])
  }
  const goodsFen = sum(lines, amountFen)
  const isShopFree = shopFreeFen !== undefined && goodsFen >= shopFreeFen
  const shares = new Map<FreightLine, number>()
  const quoted = [...groups].map(([template, own]): FreightGroup => {
    const group: FreightGroup = isShopFree
      ? { tempId: template.id, feeFen: 0, measure: measureOf(template, own) / FINEST, rule: 'shop' }
      : quoteGroup(template, own, address)
    const measures = own.map((line) => measureOf(template, [line]))
    for (const [index, share] of shareFee(group.feeFen, measures).entries())
      shares.set(own[index] as FreightLine, share)
    return group
  })
  return {
    feeFen: sum(quoted, ({ feeFen }) => feeFen),
    pending: false,
    groups: quoted,
    shares: lines.map((line) => shares.get(line) ?? 0),
  }
}

function quoteGroup(template: Freight, lines: readonly FreightLine[], address: readonly number[]): FreightGroup {
  const { id: tempId, appoint } = template
  const finest = measureOf(template, lines)
  const free = (rule: FreightRule) => ({ tempId, feeFen: 0, measure: finest / FINEST, rule })
  if (appoint === 0) return free('nationwide')
  if (appoint === 2 && isFree(nearest(template.frees, address), finest, sum(lines, amountFen))) return free('free')
  const listed = nearest(template.regions, address)
  const region = listed ?? (appoint === 2 ? template.regions.find(({ isDefault }) => isDefault) : undefined)
  if (!region) return free('unlisted')
  const feeFen = feeOf(region, finest)
  return { tempId, feeFen, measure: finest / FINEST, rule: listed ? 'region' : 'default', region }
}

function isFree(rule: FreightFree | undefined, finest: number, goodsFen: number): boolean {
  if (!rule) return false
  const met: boolean[] = []
  if (rule.number) met.push(toFinest(rule.number) <= finest)
  if (rule.priceFen) met.push(rule.priceFen <= goodsFen)
  if (!met.length) return true
  return rule.freeMode === 'and' ? met.every(Boolean) : met.some(Boolean)
}

function feeOf({ first, firstPriceFen, renewal, renewalPriceFen }: FreightRegion, finest: number): number {
  const more = finest - toFinest(first)
  return more <= 0 ? firstPriceFen : firstPriceFen + Math.ceil(more / toFinest(renewal)) * renewalPriceFen
}

/** Explains a group's fee in one sentence. */
export function explainFreight({ rule, region, measure, feeFen }: FreightGroup, type: FreightType): string {
  if (!region) return freeReasons[rule as keyof typeof freeReasons]
  const { first, firstPriceFen, renewal, renewalPriceFen } = region
  const unit = freightUnits[type]
  const whose = rule === 'region' ? '该地区的运费' : '默认运费'
  const begin = `按${whose}：共 ${measure} ${unit}，首 ${first} ${unit} ${amountText(firstPriceFen)} 元`
  const more = toFinest(measure) - toFinest(first)
  if (more <= 0) return begin
  const times = Math.ceil(more / toFinest(renewal))
  const rest = `超出 ${more / FINEST} ${unit}，每 ${renewal} ${unit} ${amountText(renewalPriceFen)} 元，计 ${times} 次`
  return `${begin}；${rest}，合计 ${amountText(feeFen)} 元`
}

const freeReasons = {
  shop: '达到全场包邮条件',
  nationwide: '全国包邮',
  free: '该地区达到指定包邮条件',
  unlisted: '该地区不在收费区域内，包邮',
} as const

/** The rule for the most specific area of the address that has one. */
function nearest<Rule extends { cityIds: readonly number[] }>(rules: readonly Rule[], address: readonly number[]) {
  for (const id of address) {
    const rule = rules.find(({ cityIds }) => cityIds.includes(id))
    if (rule) return rule
  }
  return undefined
}

function covers(cityIds: readonly number[], address: readonly number[]): boolean {
  return address.some((id) => cityIds.includes(id))
}

function measureOf({ type }: Freight, lines: readonly FreightLine[]): number {
  return sum(lines, ({ num, weight, volume }) => num * toFinest(type === 2 ? weight : type === 3 ? volume : 1))
}

/**
 * Splits a group's fee over its lines, for refunds: by measure, rounded down to the fen; the last line takes the rest.
 */
function shareFee(feeFen: number, measures: readonly number[]): number[] {
  const whole = BigInt(sum(measures, (measure) => measure))
  let rest = feeFen
  return measures.map((measure, index) => {
    const share = index === measures.length - 1 || !whole ? 0 : Number((BigInt(feeFen) * BigInt(measure)) / whole)
    rest -= share
    return index === measures.length - 1 ? rest : share
  })
}

const toFinest = (measure: number) => Math.round(measure * FINEST)
const amountFen = ({ num, priceFen }: FreightLine) => num * priceFen

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}

/** A template as staff entered it. `first`, `renewal` and `number` are pieces, kg or m³. */
export type FreightDraft = {
  appoint: FreightAppoint
  type: FreightType
  undelivery: boolean
  regionList: readonly { isDefault: boolean; areas: readonly AreaPath[]; first: number; renewal: number }[]
  freeList: readonly { areas: readonly AreaPath[]; number: number }[]
  noDeliveryList: readonly { areas: readonly AreaPath[] }[]
}

/**
 * Validates a template before it is stored.
 * @param nameOf the full name of an area, by its id
 * @throws {BadInput} naming the row and what to correct
 */
export function checkFreight(draft: FreightDraft, nameOf: (cityId: number) => string | undefined): void {
  const { appoint, type, undelivery, regionList, freeList, noDeliveryList } = draft
  if (appoint !== 0) {
    if (type === 0) throw new BadInput('请选择计费方式', 'type')
    if (!regionList.length) throw new BadInput('请设置区域运费', 'regionList')
    if (appoint === 2 && regionList.filter(({ isDefault }) => isDefault).length !== 1)
      throw new BadInput('不包邮，最少需要一条公共区域运费数据', 'regionList')
    if (appoint === 1 && regionList.some(({ isDefault }) => isDefault))
      throw new BadInput('部分包邮不能有默认运费，请改为指定区域', 'regionList')
    for (const [index, { first, renewal }] of regionList.entries()) {
      checkMeasure(first, type, `regionList[${index}].first`, '首')
      checkMeasure(renewal, type, `regionList[${index}].renewal`, '续')
    }
    checkAreas(regionList, 'regionList', nameOf)
  }
  if (appoint === 2) {
    for (const [index, { number }] of freeList.entries())
      if (number) checkMeasure(number, type, `freeList[${index}].number`, '包邮')
    checkAreas(freeList, 'freeList', nameOf)
  }
  if (!undelivery) return
  if (!noDeliveryList.length) throw new BadInput('请至少选择一个区域', 'noDeliveryList')
  checkAreas(noDeliveryList, 'noDeliveryList', nameOf)
}

function checkMeasure(value: number, type: FreightType, field: string, what: string): void {
  const word = { 0: '件', 1: '件', 2: '重量', 3: '体积' }[type]
  if (value <= 0) throw new BadInput(`${what}${word}必须大于0`, field)
  const most = decimals[type]
  if (Number(value.toFixed(most)) !== value)
    throw new BadInput(most ? `${what}${word}最多${most}位小数` : `${what}${word}必须为整数`, field)
}

/** Each row except the default one has areas, and no area appears twice. */
function checkAreas(
  rows: readonly { isDefault?: boolean; areas: readonly AreaPath[] }[],
  list: string,
  nameOf: (cityId: number) => string | undefined,
): void {
  const seen = new Set<number>()
  for (const [index, { isDefault, areas }] of rows.entries()) {
    if (isDefault) continue
    if (!areas.length) throw new BadInput('请至少选择一个区域', `${list}[${index}].areas`)
    for (const id of leavesOf(areas)) {
      if (seen.has(id)) throw new BadInput(`「${nameOf(id) ?? id}」重复设置`, `${list}[${index}].areas`)
      seen.add(id)
    }
  }
}

/** The last id of each path. */
export function leavesOf(areas: readonly AreaPath[]): number[] {
  return areas.map((path) => path.at(-1) ?? 0)
}

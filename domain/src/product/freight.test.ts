import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BadInput, Refusal } from '../errors.ts'
import {
  checkFreight,
  explainFreight,
  type Freight,
  type FreightDraft,
  type FreightLine,
  type FreightRegion,
  quoteFreight,
} from './freight.ts'

const [BEIJING, SHANGHAI, PUDONG, GUANGDONG, GUANGZHOU] = [110000, 310000, 310115, 440000, 440100]
const beijing = [110101, 110100, BEIJING]
const shanghai = [PUDONG, 310100, SHANGHAI]
const guangzhou = [440106, GUANGZHOU, GUANGDONG]

const region = (
  [first, firstPriceFen, renewal, renewalPriceFen]: [number, number, number, number],
  ...cityIds: number[]
): FreightRegion => ({ isDefault: !cityIds.length, cityIds, first, firstPriceFen, renewal, renewalPriceFen })

/** Default: 1 for 10, each further one 5; Beijing: 2 for 8, each further 2 for 3; Shanghai: free from 5 or from 99 yuan. */
const byPieces: Freight = {
  id: 7,
  name: '自定义',
  appoint: 2,
  type: 1,
  regions: [region([1, 1000, 1, 500]), region([2, 800, 2, 300], BEIJING)],
  frees: [{ cityIds: [SHANGHAI], number: 5, priceFen: 9900, freeMode: 'or' }],
  refusedIds: [],
}
const line = (num: number, rest: Partial<FreightLine> = {}): FreightLine => {
  return { tempId: 7, name: '毛巾', num, weight: 0, volume: 0, priceFen: 1500, ...rest }
}
const feeOf = (template: Freight, address: number[], ...lines: FreightLine[]) =>
  quoteFreight(lines, [template], address).feeFen

test.each([
  ['Beijing, 5 pieces', beijing, line(5), 1400],
  ['Guangzhou, 3 pieces', guangzhou, line(3), 2000],
  ['Shanghai, 2 pieces worth 120.00', shanghai, line(2, { priceFen: 6000 }), 0],
  ['Shanghai, 4 pieces worth 60.00', shanghai, line(4), 2500],
] as const)('%s', (_, address, goods, fee) => {
  expect(feeOf(byPieces, [...address], goods)).toBe(fee)
})

test('by weight, the first kg for 10.00 and each further half for 2.00, 2.3 kg cost 16.00', () => {
  const byWeight: Freight = { ...byPieces, type: 2, regions: [region([1, 1000, 0.5, 200])], frees: [] }
  expect(feeOf(byWeight, guangzhou, line(1, { weight: 2.3 }))).toBe(1600)
  expect(feeOf(byWeight, guangzhou, line(2, { weight: 0.5 }), line(1, { weight: 1.3 }))).toBe(1600)
})

test('fractions of weight and volume add up exactly: three times 0.1 kg are not more than 0.3 kg', () => {
  const byWeight: Freight = { ...byPieces, type: 2, regions: [region([0.3, 1000, 0.1, 200])], frees: [] }
  expect(feeOf(byWeight, guangzhou, line(3, { weight: 0.1 }))).toBe(1000)
  const byVolume: Freight = { ...byPieces, type: 3, regions: [region([0.0003, 1000, 0.0001, 200])], frees: [] }
  expect(feeOf(byVolume, guangzhou, line(4, { volume: 0.0001 }))).toBe(1200)
})

test('from its amount on, the shop-wide rule makes all delivery free', () => {
  const quote = (shopFree: number | undefined) => quoteFreight([line(4)], [byPieces], guangzhou, shopFree).feeFen
  expect(quote(undefined)).toBe(2500)
  expect(quote(6001)).toBe(2500)
  expect(quote(6000)).toBe(0)
  expect(quote(0)).toBe(0)
})

test('an order to an area without delivery is refused, naming the goods, even where delivery is free', () => {
  const refusing = { ...byPieces, refusedIds: [SHANGHAI] }
  expect(() => quoteFreight([line(1)], [refusing], shanghai, 0)).toThrow(
    new Refusal('「毛巾」不支持配送到该地区', 'NO_DELIVERY'),
  )
  expect(feeOf(refusing, guangzhou, line(1))).toBe(1000)
})

test('without an address no fee is calculated yet', () => {
  expect(quoteFreight([line(1)], [byPieces], undefined)).toEqual({ feeFen: 0, pending: true, groups: [], shares: [0] })
})

test('a template that is free everywhere costs nothing; in one that is partly free only the listed regions pay', () => {
  expect(feeOf({ ...byPieces, appoint: 0 }, beijing, line(9))).toBe(0)
  const partly: Freight = { ...byPieces, appoint: 1, regions: [region([2, 800, 2, 300], BEIJING)] }
  expect(feeOf(partly, beijing, line(5))).toBe(1400)
  expect(feeOf(partly, guangzhou, line(5))).toBe(0)
})

test('of several rules for an address the most specific one applies: district, city, province', () => {
  const rules = [region([1, 100, 1, 100], GUANGDONG), region([1, 200, 1, 100], GUANGZHOU)]
  const template: Freight = { ...byPieces, regions: [...byPieces.regions, ...rules] }
  expect(feeOf(template, guangzhou, line(1))).toBe(200)
  expect(feeOf(template, [440305, 440300, GUANGDONG], line(1))).toBe(100)
})

test('a free rule applies when one condition is met, or all of them if staff chose so; without conditions it always applies', () => {
  const free = (number: number, priceFen: number, freeMode: 'or' | 'and'): Freight => {
    return { ...byPieces, frees: [{ cityIds: [GUANGZHOU], number, priceFen, freeMode }] }
  }
  const goods = line(3)
  expect(feeOf(free(3, 999_900, 'or'), guangzhou, goods)).toBe(0)
  expect(feeOf(free(3, 999_900, 'and'), guangzhou, goods)).toBe(2000)
  expect(feeOf(free(3, 4500, 'and'), guangzhou, goods)).toBe(0)
  expect(feeOf(free(0, 4501, 'or'), guangzhou, goods)).toBe(2000)
  expect(feeOf(free(0, 0, 'or'), guangzhou, goods)).toBe(0)
})

test('lines are grouped by template, and the fees of the templates are added up', () => {
  const other: Freight = { ...byPieces, id: 8, regions: [region([1, 300, 1, 100])], frees: [] }
  const lines = [line(1), line(2, { tempId: 8 }), line(1)]
  const quote = quoteFreight(lines, [byPieces, other], guangzhou)
  expect(quote.groups).toMatchObject([
    { tempId: 7, feeFen: 1500, measure: 2 },
    { tempId: 8, feeFen: 400, measure: 2 },
  ])
  expect(quote).toMatchObject({ feeFen: 1900, shares: [750, 400, 750] })
})

test("a line's share is rounded down to the fen, the last takes the rest", () => {
  const template: Freight = { ...byPieces, regions: [region([3, 1000, 1, 100])] }
  expect(quoteFreight([line(1), line(1), line(1)], [template], guangzhou).shares).toEqual([333, 333, 334])
  const weightless: Freight = { ...template, type: 2 }
  expect(quoteFreight([line(1), line(1)], [weightless], guangzhou).shares).toEqual([0, 1000])
})

const anyLine = fc.record({
  tempId: fc.constantFrom(7, 8),
  name: fc.constant('商品'),
  num: fc.integer({ min: 1, max: 9999 }),
  weight: fc.integer({ min: 0, max: 99_999_999 }).map((grams) => grams / 1000),
  volume: fc.integer({ min: 0, max: 99_999 }).map((parts) => parts / 10_000),
  priceFen: fc.integer({ min: 0, max: 100_000_00 }),
})
const anyRegion = fc.record({
  isDefault: fc.constant(true),
  cityIds: fc.constant<number[]>([]),
  first: fc.integer({ min: 1, max: 99_999 }),
  firstPriceFen: fc.integer({ min: 0, max: 100_000 }),
  renewal: fc.integer({ min: 1, max: 99_999 }),
  renewalPriceFen: fc.integer({ min: 0, max: 100_000 }),
})

test('shares are always whole fen, never negative, and add up to the fee; one piece more never costs less', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 12 }),
      anyRegion,
      fc.constantFrom(1 as const, 2 as const, 3 as const),
      (lines, rule, type) => {
        const templates = [7, 8].map((id): Freight => ({ ...byPieces, id, type, regions: [rule], frees: [] }))
        const { feeFen, shares, groups } = quoteFreight(lines, templates, guangzhou)
        expect(shares.every((share) => Number.isSafeInteger(share) && share >= 0)).toBe(true)
        expect(shares.reduce((total, share) => total + share, 0)).toBe(feeFen)
        expect(groups.reduce((total, group) => total + group.feeFen, 0)).toBe(feeFen)
        const more = lines.map((each, index) => (index ? each : { ...each, num: each.num + 1 }))
        expect(quoteFreight(more, templates, guangzhou).feeFen).toBeGreaterThanOrEqual(feeFen)
      },
    ),
  )
})

test('the fee is explained in one sentence', () => {
  const [paid] = quoteFreight([line(5)], [byPieces], beijing).groups
  if (!paid) throw new Error('nothing was quoted')
  expect(explainFreight(paid, 1)).toBe(
    '按该地区的运费：共 5 件，首 2 件 8.00 元；超出 3 件，每 2 件 3.00 元，计 2 次，合计 14.00 元',
  )
  const [free] = quoteFreight([line(5)], [byPieces], shanghai).groups
  expect(free && explainFreight(free, 1)).toBe('该地区达到指定包邮条件')
})

const row = (areas: number[][], first = 1, renewal = 1) => ({ isDefault: !areas.length, areas, first, renewal })
const draft: FreightDraft = {
  appoint: 2,
  type: 1,
  undelivery: false,
  regionList: [row([]), row([[BEIJING]])],
  freeList: [{ areas: [[SHANGHAI, 310100, PUDONG]], number: 5 }],
  noDeliveryList: [],
}

test('a template with consistent rules is accepted; one area may have both a fee and a condition for free delivery', () => {
  expect(() => checkFreight(draft, String)).not.toThrow()
  expect(() => checkFreight({ ...draft, freeList: [{ areas: [[BEIJING]], number: 0 }] }, String)).not.toThrow()
})

test.each<[string, Partial<FreightDraft>, string, string]>([
  ['no rows', { regionList: [] }, '请设置区域运费', 'regionList'],
  ['no default row', { regionList: [row([[BEIJING]])] }, '不包邮，最少需要一条公共区域运费数据', 'regionList'],
  ['two default rows', { regionList: [row([]), row([])] }, '不包邮，最少需要一条公共区域运费数据', 'regionList'],
  ['nothing is counted', { type: 0 }, '请选择计费方式', 'type'],
  ['a default row, partly free', { appoint: 1 }, '部分包邮不能有默认运费，请改为指定区域', 'regionList'],
  [
    'an area twice among the rows',
    { regionList: [row([]), row([[SHANGHAI, 310100, PUDONG], [BEIJING]]), row([[SHANGHAI, 310100, PUDONG]])] },
    '「上海市 浦东新区」重复设置',
    'regionList[2].areas',
  ],
  [
    'an area twice among the free rows',
    { freeList: [draft.freeList[0], draft.freeList[0]] as FreightDraft['freeList'] },
    '「上海市 浦东新区」重复设置',
    'freeList[1].areas',
  ],
  ['half a piece', { regionList: [row([], 1.5)] }, '首件必须为整数', 'regionList[0].first'],
  ['nothing for the renewal', { regionList: [row([], 1, 0)] }, '续件必须大于0', 'regionList[0].renewal'],
  ['grams are the finest', { type: 2, regionList: [row([], 0.0001)] }, '首重量最多3位小数', 'regionList[0].first'],
  ['no areas', { freeList: [{ areas: [], number: 1 }] }, '请至少选择一个区域', 'freeList[0].areas'],
  ['no delivery nowhere', { undelivery: true }, '请至少选择一个区域', 'noDeliveryList'],
])('refused, naming the row: %s', (_, wrong, message, field) => {
  const nameOf = (id: number) => (id === PUDONG ? '上海市 浦东新区' : undefined)
  const fault = new BadInput(message, field)
  expect(() => checkFreight({ ...draft, ...wrong }, nameOf)).toThrow(fault)
})

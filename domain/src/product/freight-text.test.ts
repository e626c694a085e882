import { expect, test } from 'vitest'
import type { Freight, FreightRegion } from './freight.ts'
import { freightWords } from './freight-text.ts'

const line = { tempId: 1, name: '毛巾', num: 1, weight: 0, volume: 0, priceFen: 2000 }
const region = (firstPriceFen: number, cityIds: number[] = []): FreightRegion => ({
  isDefault: !cityIds.length,
  cityIds,
  first: 1,
  firstPriceFen,
  renewal: 1,
  renewalPriceFen: 100,
})
const template = (change: Partial<Freight>): Freight => ({
  id: 1,
  name: '模板',
  appoint: 2,
  type: 1,
  regions: [region(800)],
  frees: [],
  refusedIds: [],
  ...change,
})

test.each<[string, Partial<Freight>, number | undefined]>([
  ['包邮', { appoint: 0, regions: [] }, undefined],
  ['包邮', {}, 2000],
  ['运费 ¥8.00', {}, undefined],
  ['运费 ¥8.00，满99包邮', {}, 9900],
  ['运费 ¥5.00 起', { regions: [region(800), region(500, [11])] }, undefined],
  ['部分地区包邮', { appoint: 1, regions: [region(800, [11])] }, undefined],
  ['部分地区包邮', { frees: [{ cityIds: [11], number: 1, priceFen: 0, freeMode: 'or' }] }, undefined],
])('without a place the least that is paid anywhere is told: %s', (text, change, shopFreeFen) => {
  const told = freightWords(line, template(change), undefined, shopFreeFen)
  expect(told).toEqual({ feeFen: null, text, refusal: '' })
})

test('of a place its fee is told, with the sum from which it is free by money alone', () => {
  const free = (freeMode: 'or' | 'and') => [{ cityIds: [11], number: 3, priceFen: 5000, freeMode }]
  const frees = free('or')
  const of = (change: Partial<Freight>, shopFreeFen?: number) =>
    freightWords(line, template(change), [1101, 11], shopFreeFen)
  expect(of({ frees })).toEqual({ feeFen: 800, text: '运费 ¥8.00，满50包邮', refusal: '' })
  expect(of({ frees }, 3000)).toMatchObject({ text: '运费 ¥8.00，满30包邮' })
  expect(of({ frees: free('and') })).toMatchObject({ text: '运费 ¥8.00' })
  expect(of({ refusedIds: [11] })).toEqual({ feeFen: null, text: '', refusal: '不配送到该地区' })
  expect(of({ appoint: 0 })).toMatchObject({ feeFen: 0, text: '包邮' })
})

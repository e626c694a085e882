import { expect, test } from 'vitest'
import { skuGoodsOf } from './activity-sku.ts'
import { activityStateOf } from './activity-state.ts'

const running = { phase: 'running' as const, quota: 3 }
const facts = { openOrderNo: '', productState: 'normal' as const, activity: running }

test.each([
  ['open', facts],
  ['soldOut', { ...facts, activity: { ...running, quota: 0 } }],
  ['soldOut', { ...facts, productState: 'sellOut' as const }],
  ['upcoming', { ...facts, activity: { phase: 'upcoming' as const, quota: 3 } }],
  ['soldOut', { ...facts, activity: { phase: 'upcoming' as const, quota: 0 } }],
  ['ended', { ...facts, activity: { phase: 'ended' as const, quota: 3 } }],
  ['off', { ...facts, productState: 'soldOut' as const }],
  ['due', { ...facts, openOrderNo: '1', productState: 'deleted' as const }],
])('an activity is %s with %j', (state, given) => {
  expect(activityStateOf(given)).toBe(state)
})

test('of a product the sheet shows what takes part alone, with its price and what is left of it', () => {
  const sku = (id: number | null, size: string, quota: number) => ({
    id,
    skuId: 9,
    suk: size,
    attrValue: { 尺码: size },
    image: '',
    price: 7,
    otPrice: 9,
    quota,
    quotaShow: quota,
  })
  const goods = skuGoodsOf(
    {
      attr: [{ attrName: '尺码', attrValues: ['S', 'M', 'L'] }],
      attrValue: [sku(1, 'S', 0), sku(2, 'M', 4), sku(null, 'L', 0)],
    },
    { image: '', price: 7, otPrice: 9, quota: 4 },
    2,
  )
  expect(goods.attr).toEqual([{ attrName: '尺码', attrValues: ['S', 'M'] }])
  expect(goods.skus.map(({ id, stock }) => [id, stock])).toEqual([
    [1, 0],
    [2, 4],
  ])
  expect(goods.product).toMatchObject({ stock: 4, limitType: 1, limitNum: 2, priceMax: 7 })
})

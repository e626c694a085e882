import { activityStyle, type StyleDraft } from '@zhanggui/contract/decor/activity-style.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { expect, test } from 'vitest'
import { makeStyle, openStyleShop, styleDraft } from '../../../testing/activity-style.ts'
import { roundTrips } from '../../../testing/database/round-trips.ts'
import { makeCategory, makeProduct, productDraft } from '../../../testing/product.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'

/** A towel in 毛巾, which is below 家纺; each style is drawn as the picture of its name. */
async function openDressed() {
  const opened = await openStyleShop()
  const { shop, staff, keeper, cateId } = opened
  const below = await makeCategory(staff, '毛巾', cateId)
  const put = async (storeName: string, filedIn = below) =>
    (await makeProduct(staff, productDraft(filedIn, { storeName, isShow: true }))).id
  const towel = await put('浴巾')
  const picture = (name: string) => `https://m.example/${name}.png`
  const dress = (name: string, change: Partial<StyleDraft> = {}) =>
    makeStyle(keeper, { name, style: picture(name), ...change })
  const visitor = shop.visitor()
  const nameOf = (address: string | null | undefined) => address?.replace(/^.*\/|\.png$/g, '')
  const frames = async (ids: number[]) =>
    (await visitor.call(shopWindow.byIds, { params: { ids } })).body.list.map((card) => nameOf(card.activityStyle))
  const page = async (id: number) => {
    const { body } = await visitor.call(shopWindow.detail, { params: { id } })
    return [nameOf(body.activityStyle), nameOf(body.atmosphere)]
  }
  return { ...opened, below, put, towel, dress, visitor, frames, page }
}

test('a card has the frame of its product, else of the nearest category, else of all; the page has frame and strip', async () => {
  const { keeper, cateId, below, put, towel, dress, frames, page } = await openDressed()
  const quilt = await put('被子', cateId)
  expect(await frames([towel, quilt])).toEqual([undefined, undefined])
  expect(await page(towel)).toEqual([undefined, undefined])
  const all = await dress('all')
  await dress('strip', { type: 1 })
  const own = await dress('own', { method: 1, targetIds: [towel] })
  const near = await dress('near', { method: 3, targetIds: [below] })
  await dress('far', { method: 3, targetIds: [cateId] })
  expect(await frames([towel, quilt])).toEqual(['own', 'far'])
  expect(await page(towel)).toEqual(['own', 'strip'])
  await keeper.call(activityStyle.useStatus, { body: { id: own, status: false } })
  expect(await frames([towel, quilt])).toEqual(['near', 'far'])
  await keeper.call(activityStyle.remove, { query: { id: near } })
  expect(await frames([towel])).toEqual(['far'])
  const { type: _, ...form } = styleDraft({ name: 'all', style: 'https://m.example/new.png', method: 3 })
  await keeper.call(activityStyle.update, { body: { ...form, id: all, targetIds: [below] } })
  expect(await frames([towel, quilt])).toEqual(['new', 'far'])
})

test('of two for the same goods the one changed last is shown, while it runs: styles turn by themselves when one begins or is over', async () => {
  const { shop, towel, dress, page } = await openDressed()
  const { clock } = shop
  const minute = 60_000
  const begin = Math.ceil(clock.now().getTime() / 1000) * 1000 + 60 * minute
  const at = (minutes: number) => toWireTime(new Date(begin + minutes * minute))
  await dress('usual')
  await dress('hour', { startTime: at(0), endTime: at(60) })
  await dress('strip', { type: 1, startTime: at(30), endTime: at(90) })
  const until = (ms: number) => clock.advance(begin + ms - clock.now().getTime())
  expect(await page(towel)).toEqual(['usual', undefined])
  until(0)
  expect(await page(towel)).toEqual(['hour', undefined])
  until(30 * minute)
  expect(await page(towel)).toEqual(['hour', 'strip'])
  until(60 * minute + 1000)
  expect(await page(towel)).toEqual(['usual', 'strip'])
  until(90 * minute + 1000)
  expect(await page(towel)).toEqual(['usual', undefined])
  // Whoever was signed in is not any more.
  const staff = await shop.signIn({ can: [activityStyle.list] })
  const { body } = await staff.call(activityStyle.list, { query: { runningStatus: -1 } })
  expect(body.list.map(({ name }) => name)).toEqual(['strip', 'hour'])
})

test('a category that moves or is deleted changes at once which style is nearest', async () => {
  const { staff, cateId, below, put, towel, dress, frames } = await openDressed()
  const kitchen = await makeCategory(staff, '厨房')
  await dress('home', { method: 3, targetIds: [cateId] })
  await dress('kitchen', { method: 3, targetIds: [kitchen] })
  expect(await frames([towel])).toEqual(['home'])
  const moved = await staff.call(category.update, { body: { id: below, name: '毛巾', pid: kitchen } })
  expect(moved.status).toBe(200)
  expect(await frames([towel])).toEqual(['kitchen'])
  const cup = await put('杯子', cateId)
  expect(await frames([cup])).toEqual(['home'])
})

test('a page of twenty products is dressed without a query for any of them', async () => {
  const { shop, cateId, below, put, towel, dress, visitor, frames } = await openDressed()
  await liftRateLimits(shop)
  const ids = [towel]
  while (ids.length < 20) ids.push(await put(`毛巾${ids.length}`))
  const asking = (some: number[]) =>
    roundTrips(shop, async () => {
      await visitor.call(shopWindow.byIds, { params: { ids: some } })
      return () => visitor.call(shopWindow.byIds, { params: { ids: some } })
    })
  const plain = await asking(ids)
  await dress('all')
  await dress('category', { method: 3, targetIds: [cateId, below] })
  for (const id of ids.slice(0, 5)) await dress(`own${id}`, { method: 1, targetIds: [id] })
  expect(await frames(ids)).toEqual(ids.map((id, at) => (at < 5 ? `own${id}` : 'category')))
  expect(await asking(ids)).toBe(plain)
  expect(await asking(ids.slice(0, 1))).toBe(plain)
})

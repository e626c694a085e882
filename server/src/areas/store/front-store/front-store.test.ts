import { frontRegion } from '@zhanggui/contract/setting/region.ts'
import { frontStore } from '@zhanggui/contract/store/front-store.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'

const DAY_MS = 24 * 3600_000

test('stores of now are listed, the nearest first with the metres; hidden, closed and recycled ones are not', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: Object.values(store) })
  const add = async (name: string, more: object = {}) =>
    (await staff.call(store.save, { body: storeDraft(name, more) })).body.id
  const day = (days: number) => toWireDay(new Date(shop.ctx.now().getTime() + days * DAY_MS))
  await add('远店', { latitude: 31.23, longitude: 121.47, sort: 9 })
  await add('近店', { latitude: 39.93, longitude: 116.43, validTime: [day(0), day(0)], dayTime: ['09:00', '21:00'] })
  await add('隐藏', { isShow: false })
  await add('过期', { validTime: [day(-3), day(-1)] })
  await add('未到', { validTime: [day(1), day(2)] })
  await staff.call(store.recycle, { query: { id: await add('回收') } })
  const ask = (body: object) => shop.visitor().call(frontStore.list, { body })
  expect((await ask({ latitude: 39.93 })).status).toBe(400)
  expect((await ask({ latitude: 91, longitude: 0 })).status).toBe(400)
  const { list, total } = (await ask({ latitude: 39.93, longitude: 116.42 })).body
  expect(list.map(({ name, distance }) => [name, distance])).toEqual([
    ['近店', 853],
    ['远店', 1_069_284],
  ])
  expect(total).toBe(2)
  expect(list[0]).toMatchObject({
    address: '北京市东城区东四北大街 1 号',
    validTime: [day(0), day(0)],
    dayTime: ['09:00', '21:00'],
    phone: '010-12345678',
  })
  expect((await ask({})).body.list.map(({ name, distance }) => [name, distance])).toEqual([
    ['远店', null],
    ['近店', null],
  ])
})

test('the places of addresses are the shown ones, without those below hidden ones, and answered once', async () => {
  const shop = await openShop()
  const visitor = shop.visitor()
  await shop.ctx.db.execute(sql`update region set is_show = false where city_id in (120000, 110101)`)
  const { body, headers } = await visitor.call(frontRegion.tree)
  expect(body.some(({ cityId }) => cityId === 120000)).toBe(false)
  const districts = body.find(({ cityId }) => cityId === 110000)?.child?.[0]?.child ?? []
  expect(districts[0]).toEqual({ cityId: 110102, name: '西城区' })
  const again = await visitor.send('GET', '/api/front/city/list', undefined, { 'if-none-match': String(headers.etag) })
  expect(again.status).toBe(304)
})

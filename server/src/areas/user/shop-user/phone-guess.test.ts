import { audit } from '@zhanggui/contract/monitor/audit.ts'
import { draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { savedView } from '@zhanggui/contract/setting/saved-view.ts'
import { search } from '@zhanggui/contract/setting/search.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { userSegment } from '@zhanggui/contract/user/user-segment.ts'
import { expect, test } from 'vitest'
import { makeProduct, openProductShop, productDraft } from '../../../testing/product.ts'
import { type Caller, openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'
import { SEE_SENSITIVE } from './shop-user.service.ts'

const reads = [
  shopUser.list,
  order.list,
  order.statusNum,
  search.find,
  draftOrder.compute,
  savedView.list,
  savedView.save,
  userSegment.preview,
  userSegment.save,
  shopUser.download,
]
const phone = (middle: number) => `138${String(middle).padStart(4, '0')}1234`
const look = async (who: Caller, keywords: string) => (await who.call(shopUser.list, { query: { keywords } })).status

test('decision 0061: after sixty whole phones that nobody has, further ones wait, wherever they are looked for', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const made = await makeProduct(staff, productDraft(cateId))
  const items = made.attrValue.map(({ id }) => ({ skuId: id, num: 1 }))
  const uid = await makeCustomer(shop.ctx, { phone: phone(7777), nickname: '阿夏' })
  const clerk = await shop.signIn({ can: reads })
  const tries: ((middle: number) => Promise<number>)[] = [
    (middle) => look(clerk, phone(middle)),
    (middle) => look(clerk, `+86 ${phone(middle).replace(/(...)(....)/, '$1 $2 ')}`),
    async (middle) => (await clerk.call(order.list, { query: { keywords: phone(middle), uid } })).status,
    async (middle) => (await clerk.call(order.statusNum, { query: { keywords: phone(middle) } })).status,
    async (middle) => (await clerk.call(search.find, { query: { q: [...phone(middle)].join(' ') } })).status,
    async (middle) =>
      (await clerk.call(userSegment.preview, { body: { query: { keywords: phone(middle).replace('8', '8.') } } }))
        .status,
    async (middle) =>
      (await clerk.call(draftOrder.compute, { body: { customerPhone: phone(middle), items, shippingType: 1 } })).status,
  ]
  for (let middle = 0; middle < 60; middle++)
    expect(await tries[middle % tries.length]?.(middle), `${middle}`).toBe(200)
  for (const attempt of tries) expect(await attempt(100)).toBe(429)
  const keywords = phone(100)
  expect((await clerk.call(shopUser.download, { query: { keywords } })).status).toBe(429)
  const rule = { name: '猜', query: { keywords } }
  expect((await clerk.call(userSegment.save, { body: rule })).status).toBe(429)
  const refused = await clerk.call(shopUser.list, { query: { keywords: phone(100) } })
  expect(refused.body).toMatchObject({
    code: 'TOO_MANY_LOOKUPS',
    message: expect.stringMatching(/没有结果的手机号.*分钟后再查/),
  })
  // What was looked up is known, names and the ends of numbers are no guesses, and others are not kept waiting.
  expect([await look(clerk, phone(3)), await look(clerk, '阿夏'), await look(clerk, '1234')]).toEqual([200, 200, 200])
  expect(await look(await shop.signIn({ can: reads }), phone(100))).toBe(200)
  const admin = await shop.signInAdmin()
  const { list } = (await admin.call(audit.list, { query: { action: 'guess' } })).body
  expect(list).toMatchObject([{ actorName: clerk.username, objectName: '138****1234' }])
})

test('decision 0061: phones that are found are not counted, nor is anybody who may see them', async () => {
  const shop = await openShop()
  const clerk = await shop.signIn({ can: reads })
  const trusted = await shop.signIn({ can: reads, permissions: [SEE_SENSITIVE] })
  for (let middle = 0; middle < 70; middle++) {
    await makeCustomer(shop.ctx, { phone: phone(middle) })
    expect(await look(clerk, phone(middle))).toBe(200)
    expect(await look(trusted, phone(1000 + middle))).toBe(200)
  }
})

test('decision 0061: a customer who is named otherwise makes no guess a hit', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const made = await makeProduct(staff, productDraft(cateId))
  const items = made.attrValue.map(({ id }) => ({ skuId: id, num: 1 }))
  const uid = await makeCustomer(shop.ctx, { phone: phone(7777) })
  const clerk = await shop.signIn({ can: reads })
  for (let middle = 0; middle < 60; middle++) {
    expect(await look(clerk, phone(middle))).toBe(200)
    const form = { uid, customerPhone: phone(middle), phone: phone(middle), items, shippingType: 1 as const }
    const answer = await clerk.call(draftOrder.compute, { body: form })
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200, body: { customer: { uid } } })
  }
  expect(await look(clerk, phone(100))).toBe(429)
})

test('decision 0061: the counts of saved views look nothing up for free', async () => {
  const shop = await openShop()
  await liftRateLimits(shop)
  const clerk = await shop.signIn({ can: reads })
  for (let middle = 0; middle < 60; middle++) await look(clerk, phone(middle))
  const view = { page: 'shop-user.list', name: '猜', query: { keywords: phone(100) } }
  expect((await clerk.call(savedView.save, { body: view })).status).toBe(429)
  const known = { ...view, query: { keywords: phone(1) } }
  const { id } = (await clerk.call(savedView.save, { body: known })).body
  for (let hour = 0; hour < 3; hour++) {
    shop.clock.advance(3_600_000)
    await look(clerk, '阿夏')
  }
  for (let middle = 200; middle < 260; middle++) await look(clerk, phone(middle))
  expect(await clerk.call(savedView.count, { query: { ids: [id] } })).toMatchObject({ status: 200, body: {} })
})

import { bargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { frontBargain } from '@zhanggui/contract/bargain/front-bargain.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { expect, test } from 'vitest'
import { begin, help, lookAt, openBargain, openBargainShop, orderSession, win } from '../../../testing/bargain.ts'
import { beginBuying, placeOrder } from '../../../testing/checkout.ts'
import { pass, payOrder, richBuyer } from '../../../testing/combination.ts'
import { storeDraft } from '../../../testing/store.ts'

/** A bargain; a customer of a store, who picks an order up there; an account that sees that store alone. */
async function openWithClerk() {
  const own = await openBargainShop()
  const { shop } = own
  const admin = await shop.signInAdmin()
  const storeId = (await admin.call(store.save, { body: storeDraft('一店') })).body.id
  const owner = await richBuyer(shop)
  expect((await placeOrder(owner, await beginBuying(owner, own.skuId), { storeId })).status).toBe(200)
  const clerk = await shop.signIn({
    can: [bargainSession.list, bargainSession.helps, order.list],
    dataScope: '本门店',
    storeIds: [storeId],
  })
  return { own, shop, clerk, owner, sale: await openBargain(own) }
}

test('an account limited to stores is not told who helped in a session unless they are customers of its stores', async () => {
  const { shop, clerk, owner, sale } = await openWithClerk()
  const id = await begin(owner, sale)
  const stranger = await shop.buyer()
  for (const helper of [owner, stranger]) expect((await help(helper, id)).status).toBe(200)
  const { status, body } = await clerk.call(bargainSession.helps, { params: { id } })
  expect(status).toBe(200)
  expect(body.map(({ uid }) => uid)).not.toContain(stranger.userId)
})

test('an account limited to stores reads no number of the order of a session that it does not see', async () => {
  const { own, clerk, owner, sale } = await openWithClerk()
  const { id } = await win(own, sale, owner)
  const orderNo = await orderSession(owner, sale, id)
  expect((await payOrder(owner, orderNo)).status).toBe(200)
  expect((await clerk.call(order.list, { query: { orderNo } })).body.total).toBe(0)
  const { body } = await clerk.call(bargainSession.list, { query: {} })
  expect(body.list).toMatchObject([{ id, orderNo: '', orderId: 0 }])
})

test('whoever bought what they won reads so also when the bargain is over, as everybody else does', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const sale = await openBargain(own)
  const buyer = await richBuyer(shop)
  const { id } = await win(own, sale, buyer)
  expect((await payOrder(buyer, await orderSession(buyer, sale, id))).status).toBe(200)
  await pass(shop, 5 * 24 * 3600_000)
  expect((await lookAt(shop.visitor(), sale, id)).state).toBe(9)
  const { body } = await buyer.call(frontBargain.record, { query: {} })
  expect.soft(body.list).toMatchObject([{ state: 9 }])
  expect((await lookAt(buyer, sale, id)).state).toBe(9)
})

import { bargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { frontBargain } from '@zhanggui/contract/bargain/front-bargain.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { customerCentre } from '@zhanggui/contract/user/customer-centre.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import {
  begin,
  help,
  lookAt,
  openBargain,
  openBargainShop,
  orderSession,
  quotaOf,
  readSession,
  startIn,
  win,
} from '../../../testing/bargain.ts'
import { codeFor, prepareCodes } from '../../../testing/buyer.ts'
import { beginBuying, findUnbalanced, placeOrder } from '../../../testing/checkout.ts'
import { pass, payOrder, richBuyer } from '../../../testing/combination.ts'
import { fetchBytes, readSheet } from '../../../testing/files/product-sheets.ts'
import { storeDraft } from '../../../testing/store.ts'
import { lockCustomers } from '../../user/ledger/ledger.service.ts'

const DAY_MS = 24 * 3600_000
const PHONE = '13800138000'

/** A bargain; a customer of a store, who picks an order up there; an account that sees that store alone. */
async function openWithClerk() {
  const own = await openBargainShop()
  const { shop } = own
  const admin = await shop.signInAdmin()
  const storeId = (await admin.call(store.save, { body: storeDraft('一店') })).body.id
  const owner = await richBuyer(shop)
  expect((await placeOrder(owner, await beginBuying(owner, own.skuId), { storeId })).status).toBe(200)
  const can = [bargainSession.list, bargainSession.helps, bargainSession.download]
  const ofStore = { dataScope: '本门店', storeIds: [storeId] } as const
  const clerk = await shop.signIn({ can: [...can, order.list], ...ofStore })
  return { own, shop, clerk, can, ofStore, storeId, owner, sale: await openBargain(own) }
}

test('an account limited to stores is not told who helped in a session unless they are customers of its stores', async () => {
  const { own, shop, clerk, owner, sale } = await openWithClerk()
  const id = await begin(owner, sale)
  const stranger = await shop.buyer()
  for (const helper of [owner, stranger]) expect((await help(helper, id)).status).toBe(200)
  const read = async (caller: typeof clerk) =>
    (await caller.call(bargainSession.helps, { params: { id } })).body.map(({ id: seq, uid }) => [seq, uid])
  expect(await read(clerk)).toEqual([[1, owner.userId]])
  expect(await read(own.keeper)).toEqual([
    [2, stranger.userId],
    [1, owner.userId],
  ])
})

test('list and sheet show the order of a session only to staff who may see that order', async () => {
  const { own, shop, clerk, can, ofStore, storeId, owner, sale } = await openWithClerk()
  const read = async (caller: typeof clerk) => {
    const { body } = await caller.call(bargainSession.list, { query: {} })
    const numbers = body.list.map(({ id, hasOrder, orderNo, orderId }) => [id, hasOrder, orderNo, orderId > 0])
    const made = await caller.call(bargainSession.download, { query: {} })
    if (!('url' in made.body)) throw new Error(JSON.stringify(made.body))
    const sheet = await readSheet(await fetchBytes(shop, caller, String(made.body.url)))
    return { numbers, inSheet: sheet.slice(1).map((row) => row.at(-1) ?? '') }
  }
  const sent = await win(own, sale, owner)
  const sentNo = await orderSession(owner, sale, sent.id)
  expect((await payOrder(owner, sentNo)).status).toBe(200)
  const fetched = await win(own, sale, owner)
  const fetchedNo = await orderSession(owner, sale, fetched.id, { storeId })
  const all = await shop.signIn({ can: [...can, order.list] })
  expect(await read(all)).toEqual({
    numbers: [
      [fetched.id, true, fetchedNo, true],
      [sent.id, true, sentNo, true],
    ],
    inSheet: [fetchedNo, sentNo],
  })
  expect((await clerk.call(order.list, { query: { orderNo: sentNo } })).body.total).toBe(0)
  expect(await read(clerk)).toEqual({
    numbers: [
      [fetched.id, true, fetchedNo, true],
      [sent.id, true, '', false],
    ],
    inSheet: [fetchedNo, ''],
  })
  for (const blind of [await shop.signIn({ can }), await shop.signIn({ can, ...ofStore })])
    expect(await read(blind)).toEqual({
      numbers: [
        [fetched.id, true, '', false],
        [sent.id, true, '', false],
      ],
      inSheet: ['', ''],
    })
})

test('a buyer who ordered what they won sees that in their records at once, and on the page once the bargain is over', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const sale = await openBargain(own)
  const buyer = await richBuyer(shop)
  const { id } = await win(own, sale, buyer)
  expect((await payOrder(buyer, await orderSession(buyer, sale, id))).status).toBe(200)
  const records = async () => (await buyer.call(frontBargain.record, { query: {} })).body.list.map(({ state }) => state)
  expect(await records()).toEqual([9])
  expect((await lookAt(buyer, sale)).state).toBe(1)
  await pass(shop, 5 * DAY_MS)
  expect(await records()).toEqual([9])
  for (const caller of [buyer, shop.visitor()]) expect((await lookAt(caller, sale, id)).state).toBe(9)
})

test('an account that ends gives up its sessions, with the units of won ones that have no order', async () => {
  const own = await openBargainShop()
  const { shop } = own
  await prepareCodes(shop)
  const sale = await openBargain(own)
  const buyer = await shop.buyer({ phone: PHONE })
  const [ordered, won] = [await win(own, sale, buyer), await win(own, sale, buyer)]
  const running = await begin(buyer, sale)
  const orderNo = await orderSession(buyer, sale, ordered.id)
  const end = async () => buyer.call(customerCentre.end, { body: { captcha: await codeFor(shop, PHONE) } })
  expect((await end()).body).toMatchObject({ status: 422, message: '还有未完成的订单或退款，暂不能注销账号' })
  expect(await readSession(shop, running)).toMatchObject({ status: 1, isCancelled: false })
  await buyer.call(frontOrder.cancel, { body: { orderNo } })
  expect(await quotaOf(own, sale)).toEqual([8, 2, 0])

  expect((await end()).status).toBe(200)
  for (const id of [ordered.id, won.id, running])
    expect(await readSession(shop, id)).toMatchObject({ status: 2, isCancelled: true, isHeld: false, orderId: null })
  expect(await quotaOf(own, sale)).toEqual([10, 0, 0])
  expect((await help(await shop.buyer(), running)).body).toMatchObject({ status: 422, message: '砍价已取消' })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a session that is started while its account ends is refused', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const sale = await openBargain(own)
  const buyer = await shop.buyer()
  const starting = await inTransaction(shop.ctx, async (tx) => {
    await lockCustomers(tx, [buyer.userId])
    const call = startIn(buyer, sale)
    const waiting = () =>
      shop.ctx.db.execute(sql`select from pg_locks where not granted and locktype = 'transactionid'`)
    await expect.poll(async () => (await waiting()).rows.length).toBe(1)
    await tx.db.execute(sql`update shop_user set status = false where id = ${buyer.userId}`)
    return { call }
  })
  expect((await starting.call).body).toMatchObject({ status: 422, message: '账号已被禁用，请联系商家' })
})

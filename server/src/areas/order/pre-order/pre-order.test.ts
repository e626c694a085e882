import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { addressIdOf, beginBuying, openSellingShop, placeOrder } from '../../../testing/checkout.ts'
import { setSettings } from '../../../testing/pay.ts'
import { changePoints } from '../../user/ledger/ledger.service.ts'

test('a checkout offers what points would take off, and once it is an order says which', async () => {
  const { shop, skuId } = await openSellingShop({ attrValue: [{ price: 20, stock: 5 }] })
  const buyer = await shop.buyer()
  await addressIdOf(buyer)
  await setSettings(shop, { integral_ratio: 0.01, integral_max: 0, integral_max_ratio: 50, integral_min_order: 0 })
  const preOrderNo = await beginBuying(buyer, skuId)
  const load = () => buyer.call(frontOrder.load, { params: { preOrderNo } })
  const { body } = await load()
  expect(body.quote.pointsOffer).toEqual({ integral: 0, money: 0 })
  expect(body).toMatchObject({ activity: null, address: '北京市东城区东四北大街 1 号院 2 单元 301' })
  await inTransaction(shop.ctx, (tx) =>
    changePoints(tx, {
      uid: buyer.userId,
      type: 1,
      integral: 300,
      linkType: 'system',
      linkId: '',
      title: '系统增加',
      bizKey: 'test',
      status: 3,
    }),
  )
  expect((await load()).body.quote).toMatchObject({ pointsOffer: { integral: 300, money: 3 }, deductionPrice: 0 })
  const stranger = await shop.buyer()
  const { body: made } = await placeOrder(buyer, preOrderNo)
  expect(await load()).toMatchObject({ status: 404, body: { orderNo: made.orderNo } })
  const other = await stranger.call(frontOrder.load, { params: { preOrderNo } })
  expect(other.status).toBe(404)
  expect(other.body).not.toHaveProperty('orderNo')
})

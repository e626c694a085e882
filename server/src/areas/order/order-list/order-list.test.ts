import { order } from '@zhanggui/contract/order/order.ts'
import { expect, test } from 'vitest'
import { makeOrder, makeOrders } from '../../../testing/order.ts'
import { openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'

test('the desk lists orders newest first, what waits to be shipped oldest first, with masked phones and two lines', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [order.list, order.statusNum, order.sums] })
  const uid = await makeCustomer(shop.ctx, { nickname: '小满' })
  const at = (minutes: number) => new Date(shop.clock.now().getTime() - minutes * 60_000)
  const [first, second, third] = await makeOrders(shop.ctx, [
    { uid, createdAt: at(30), paid: true, lines: [{ num: 2 }, {}, {}] },
    { uid, createdAt: at(20), paid: true, userPhone: '13900139000' },
    { uid, createdAt: at(10) },
  ])
  const all = await staff.call(order.list, { query: {} })
  expect(all.body.list.map(({ orderNo }) => orderNo)).toEqual([third, second, first].map((each) => each?.orderNo))
  expect(all.body).toMatchObject({ total: 3, page: 1, limit: 20 })
  const waiting = await staff.call(order.list, { query: { status: 'notShipped' } })
  expect(waiting.body.list.map(({ id }) => id)).toEqual([first?.id, second?.id])
  expect(waiting.body.list[0]).toMatchObject({
    ...{ nickname: '小满', userPhone: '138****8000', payPrice: 79.6, payTypeStr: '微信支付', area: '北京市 东城区' },
    ...{ statusStr: { key: 'notShipped', value: '待发货' }, orderTypeText: '普通订单', lineCount: 3, totalNum: 4 },
    lines: [{ num: 2, unitPrice: 19.9 }, { num: 1 }],
    labels: [{ text: '首单', level: 'info' }],
  })
  const counts = await staff.call(order.statusNum, { query: {} })
  expect(counts.body).toMatchObject({ all: 3, unPaid: 1, notShipped: 2, complete: 0 })
  const sums = await staff.call(order.sums, { query: {} })
  expect(sums.body).toMatchObject({ count: 2, amount: 99.5, weChatAmount: 99.5, yueAmount: 0, isLowerBound: false })
})

test('an order is shown complete, and what may be done with it follows from its state and the permissions', async () => {
  const shop = await openShop()
  const can = [order.info, order.log, order.updatePrice, order.close, order.mark]
  const [staff, seesCost] = [
    await shop.signIn({ can }),
    await shop.signIn({ can, permissions: ['admin:product:cost:view'] }),
  ]
  const made = await makeOrder(shop.ctx, { lines: [{ costFen: 800, num: 2 }] })
  const { status, body } = await staff.call(order.info, { query: { orderNo: made.orderNo } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: made.id, address: '北京市 东城区', listPrice: 39.8, payments: [], refunds: [] })
  expect(body.allow).toEqual({
    ...{ editPrice: true, close: true, mark: true },
    ...{ paid: false, editAddress: false, delete: false, reveal: false },
  })
  expect([body.cost, body.lines[0]?.cost]).toEqual([undefined, undefined])
  const seen = await seesCost.call(order.info, { query: { id: made.id } })
  expect([seen.body.cost, seen.body.lines[0]?.cost]).toEqual([16, 8])
  const log = await staff.call(order.log, { query: { orderNo: made.orderNo } })
  expect(log.body.list).toMatchObject([{ changeType: 'create', typeStr: '订单生成' }])
  expect((await staff.call(order.info, { query: {} })).status).toBe(400)
  expect((await staff.call(order.info, { query: { id: made.id + 1 } })).status).toBe(404)
})

import { paymentList, refundList } from '@zhanggui/contract/finance/payment-list.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { expect, test } from 'vitest'
import { begin, openPayShop, placeOrder, setSettings } from '../../../testing/pay.ts'
import { ask, paidByGateway, send } from '../../../testing/refund.ts'

const can = [paymentList.list, paymentList.download, refundList.retry, refund.start]

test('attempts and refunds are listed with their sums and found by their numbers; a failed refund is sent again', async () => {
  const own = await openPayShop()
  const paid = await paidByGateway(own)
  const open = await placeOrder(own)
  const { outTradeNo } = await begin(own, open.orderNo)
  const staff = await own.shop.signIn({ can })
  const payments = async (query = {}) => (await staff.call(paymentList.list, { query })).body
  expect(await payments()).toMatchObject({
    list: [
      { outTradeNo, state: 'open', bizTitle: '订单', provider: 'sim' },
      { bizNo: paid.orderNo, state: 'paid', orderId: paid.id, uid: own.buyer.userId, amount: 19.9 },
    ],
    total: 2,
    sums: { amount: 19.9 },
  })
  for (const [query, number] of [
    [{ keywords: open.orderNo }, 1],
    [{ keywords: outTradeNo }, 1],
    [{ keywords: `T${paid.orderNo}-1` }, 1],
    [{ keywords: 'nothing' }, 0],
    [{ state: 'paid', provider: 'sim', uid: own.buyer.userId, surplus: false, dateLimit: ['today'] }, 1],
    [{ provider: 'wechat' }, 0],
  ] as const)
    expect((await payments(query)).total, JSON.stringify(query)).toBe(number)
  await setSettings(own.shop, { pay_sim_refund: 'fail' })
  const { body } = await ask(staff, { orderNo: paid.orderNo, amount: 5 })
  await send(own)
  const refunds = async (query = {}) => (await staff.call(refundList.list, { query })).body
  expect(await refunds({ keywords: paid.orderNo, state: 'failed', method: 'origin', surplus: false })).toMatchObject({
    list: [{ refundNo: body.refundNo, orderNo: paid.orderNo, outTradeNos: [`${paid.orderNo}-1`], amount: 5 }],
    sums: { amount: 0 },
  })
  expect((await refunds({ keywords: `${body.refundNo}-1` })).total).toBe(1)
  await setSettings(own.shop, { pay_sim_refund: 'sync' })
  const retry = () => staff.call(refundList.retry, { body: { refundNo: body.refundNo } })
  expect(await retry()).toMatchObject({ status: 200, body: { state: 'waiting' } })
  await send(own)
  expect(await refunds({ state: 'done' })).toMatchObject({ total: 1, sums: { amount: 5 } })
  expect(await retry()).toMatchObject({ status: 409 })
  expect((await staff.call(paymentList.download, { query: { state: 'paid' } })).body).toMatchObject({
    fileName: expect.stringContaining('支付流水'),
  })
  const other = await own.shop.signIn({ can, dataScope: '本门店', level: 5 })
  expect((await other.call(paymentList.list)).body).toMatchObject({ total: 0, sums: { amount: 0 } })
  expect((await other.call(refundList.list)).body).toMatchObject({ total: 0 })
  expect((await other.call(refundList.retry, { body: { refundNo: body.refundNo } })).status).toBe(404)
})

import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontPay, simPay } from '@zhanggui/contract/payment/front-pay.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { begin, openPayShop, payAtProvider, placeOrder, ring, setSettings } from '../../../testing/pay.ts'

test('the page pays an order over HTTP, with repeats, once; then it says so', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  const base = await shop.app.listen()
  const { orderNo } = await placeOrder(own)
  const { outTradeNo, jsConfig } = await begin(own, orderNo)
  const page = await fetch(new URL(jsConfig?.mwebUrl ?? '', base))
  const policy = page.headers.get('content-security-policy') ?? ''
  const text = await page.text()
  expect(page.status).toBe(200)
  for (const word of ['¥19.90', '支付成功', '支付失败', outTradeNo]) expect(text).toContain(word)
  const [, nonce] = /script-src 'nonce-([^']+)'/.exec(policy) ?? []
  expect(text).toContain(`<script nonce="${nonce}">`)
  expect(policy).toContain("default-src 'none'")
  const act = (body: object) =>
    fetch(`${base}/api/front/pay/sim/${outTradeNo}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  expect((await act({ result: 'success', duplicate: 5, delayMs: 50 })).status).toBe(200)
  expect((await buyer.call(frontPay.query, { body: { orderNo } })).body).toMatchObject({ paid: true })
  const { rows } = await shop.ctx.db.execute(sql`select (select count(*)::int from user_bill) as bills, state, pay_time,
    notify_raw from payment`)
  expect(rows).toEqual([
    { bills: 1, state: 1, pay_time: expect.anything(), notify_raw: expect.stringContaining(`"${outTradeNo}"`) },
  ])
  expect((await act({ result: 'success' })).status).toBe(409)
  const after = await (await fetch(new URL(jsConfig?.mwebUrl ?? '', base))).text()
  expect(after).toContain('该支付单已支付')
  expect(after).not.toContain('id="pay"')
})

test('another amount leaves the order unpaid; a failed payment ends the attempt, and the next is a new one', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  await shop.app.listen()
  const act = (outTradeNo: string, body: Parameters<typeof buyer.call<typeof simPay.act>>[1]) =>
    buyer.call(simPay.act, { params: { outTradeNo }, ...body })
  const [one, other] = [await placeOrder(own), await placeOrder(own)]
  const wrong = await begin(own, one.orderNo)
  expect(await act(wrong.outTradeNo, { body: { result: 'success', amount: 0.01 } })).toMatchObject({ status: 200 })
  const failed = await begin(own, other.orderNo)
  expect(await act(failed.outTradeNo, { body: { result: 'fail' } })).toMatchObject({ status: 200 })
  const { rows } =
    await shop.ctx.db.execute(sql`select state, fail_msg, (select count(*)::int from payment_stray) as strays,
    (select bool_or(paid) from store_order) as paid from payment order by id`)
  expect(rows).toEqual([
    { state: 0, fail_msg: '', strays: 1, paid: false },
    { state: 3, fail_msg: '买家支付失败', strays: 1, paid: false },
  ])
  expect((await begin(own, other.orderNo)).outTradeNo).toBe(`${other.orderNo}-2`)
})

test('an unknown number, and everything while play money is closed, is 404', async () => {
  const own = await openPayShop()
  const { shop } = own
  const { orderNo } = await placeOrder(own)
  const { outTradeNo } = await begin(own, orderNo)
  const visitor = shop.visitor()
  const both = async (no: string) => [
    (await visitor.send('GET', `/api/front/pay/sim/page/${no}`)).status,
    (await visitor.call(simPay.act, { params: { outTradeNo: no }, body: { result: 'success' } })).status,
  ]
  expect(await both('nothing-1')).toEqual([404, 404])
  expect((await visitor.call(auth.site)).body.simPay).toBe(true)
  await setSettings(shop, { pay_sim_open: 'off' })
  expect((await visitor.call(auth.site)).body.simPay).toBe(false)
  expect(await both(outTradeNo)).toEqual([404, 404])
  expect((await visitor.send('POST', '/api/callback/pay/sim', {})).status).toBe(404)
})

test('jobs close the attempts of a cancelled order at the provider, and send late money back, once', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  const [cancelled, late] = [await placeOrder(own), await placeOrder(own)]
  await begin(own, cancelled.orderNo)
  const { outTradeNo } = await begin(own, late.orderNo)
  const paid = await payAtProvider(shop, outTradeNo)
  for (const { orderNo } of [cancelled, late]) await buyer.call(frontOrder.cancel, { body: { orderNo } })
  await shop.app.work()
  // The job that closes the second attempt hears of its money, as the call-back does.
  if (paid) await ring(shop, paid)
  const atProvider = async () => {
    const { rows } = await shop.ctx.db.execute(sql`select state, refunded_fen from sim_payment order by id`)
    return rows
  }
  const closed = { state: 2, refunded_fen: 0 }
  await expect.poll(atProvider).toEqual([closed, { state: 1, refunded_fen: late.payPriceFen }])
  expect((await shop.ctx.db.execute(sql`select from refund`)).rowCount).toBe(1)
})

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { order } from '@zhanggui/contract/order/order.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { backup } from '@zhanggui/contract/work/backup.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { tellBySms } from '../../../testing/buyer-message.ts'
import { makeOrder } from '../../../testing/order.ts'
import { begin, openPayShop, type PayShop, payAtProvider, placeOrder, setSettings } from '../../../testing/pay.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { onDatabase } from '../../../testing/templates.ts'
import { trailOf } from '../../../testing/trail.ts'
import { balancesOf, expectReconciled } from '../../../testing/user.ts'
import { closeUnpaid } from '../../order/order-payment/order-overdue.service.ts'
import { addBalance } from '../../user/ledger/ledger.service.ts'
import { queryOpen } from './pay-watch.service.ts'

const give = ({ shop, buyer }: PayShop, numberFen: number) =>
  inTransaction(shop.ctx, (tx) => addBalance(tx, { uid: buyer.userId, type: 'system_add', numberFen }))

const pay = (buyer: Caller, orderNo: string, payType: 'weixin' | 'alipay' | 'yue' | 'offline') =>
  buyer.call(frontPay.pay, { body: { orderNo, payType, channel: 'h5' } })

async function orderRow({ ctx }: Shop, orderNo: string) {
  const { rows } = await ctx.db.execute<Record<string, unknown>>(
    sql`select * from store_order where order_no = ${orderNo}`,
  )
  return rows[0]
}

const paymentsOf = async ({ ctx }: Shop) =>
  (await ctx.db.execute<Record<string, unknown>>(sql`select * from payment order by id`)).rows

const never = new AbortController().signal

describe('the ways to pay', () => {
  test('are closed with a reason until the shop opens them; real money has no play gateway beside it', async () => {
    const own = await openPayShop()
    const { shop, buyer } = own
    const openOnes = async () => {
      const { body } = await buyer.call(frontPay.config)
      return body.methods.filter(({ open }) => open).map(({ payType }) => payType)
    }
    expect((await buyer.call(frontPay.config)).body).toMatchObject({ userBalance: 0, simOpen: true })
    expect(await openOnes()).toEqual(['weixin', 'alipay', 'yue'])
    const { orderNo } = await placeOrder(own)
    expect(await pay(buyer, orderNo, 'offline')).toMatchObject({
      status: 422,
      body: { message: '商家尚未开通线下支付' },
    })
    await setSettings(shop, { offline_pay_status: true, yue_pay_status: false, ali_pay_status: true })
    expect(await openOnes()).toEqual(['weixin', 'offline'])
    await setSettings(shop, { pay_sim_open: 'off' })
    expect(await openOnes()).toEqual(['offline'])
    for (const [payType, message] of [
      ['weixin', '商家尚未开通微信支付'],
      ['alipay', '商家尚未开通支付宝支付'],
      ['yue', '商家尚未开通余额支付'],
    ] as const)
      expect(await pay(buyer, orderNo, payType)).toMatchObject({ status: 422, body: { message } })
    expect(await paymentsOf(shop)).toEqual([])
  })

  test('the key of the simulated gateway is made once, however many need it first', async () => {
    const own = await openPayShop()
    const { shop } = own
    const { getSimKey } = await import('../sim/sim-gateway.service.ts')
    const second = await shop.second()
    const keys = await Promise.all([shop.ctx, second.ownContext(), shop.ctx].map((ctx) => getSimKey(ctx)))
    expect(new Set(keys).size).toBe(1)
    const admin = await shop.signInAdmin()
    const { body } = await admin.call(setting.info, { params: { group: 'pay' } })
    expect(JSON.stringify(body)).not.toContain(keys[0])
  })
})

describe('from the balance', () => {
  test('of two orders of 80 paid at once out of 100 one is paid, the other 422', async () => {
    const own = await openPayShop()
    const { shop, buyer } = own
    await give(own, 100_00)
    const made = [await placeOrder(own, { payPriceFen: 80_00 }), await placeOrder(own, { payPriceFen: 80_00 })]
    const answers = await Promise.all(made.map(({ orderNo }) => pay(buyer, orderNo, 'yue')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({ message: '余额不足' })
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ paid: true, provider: 'balance' })
    expect(await balancesOf(shop.ctx, buyer.userId)).toMatchObject({ money: 20_00, experience: 80 })
    expect(await paymentsOf(shop)).toMatchObject([{ state: 1, provider: 'balance', amount_fen: 80_00 }])
    await expectReconciled(shop.ctx)
  })

  test('an order is paid once, however often and by whatever way it is tried', async () => {
    const own = await openPayShop()
    const { shop, buyer } = own
    await give(own, 100_00)
    await tellBySms(shop, 'paySuccess')
    const { orderNo } = await placeOrder(own)
    const open = await begin(own, orderNo)
    const tries = await Promise.all([
      pay(buyer, orderNo, 'yue'),
      pay(buyer, orderNo, 'yue'),
      pay(buyer, orderNo, 'yue'),
    ])
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await pay(buyer, orderNo, 'weixin')).toMatchObject({ status: 409, body: { message: '订单已支付' } })
    expect(await balancesOf(shop.ctx, buyer.userId)).toMatchObject({ money: 100_00 - 19_90 })
    expect(await paymentsOf(shop)).toMatchObject([{ out_trade_no: open.outTradeNo, state: 2 }, { state: 1 }])
    expect((await buyer.call(frontPay.query, { body: { orderNo } })).body).toEqual({
      paid: true,
      state: 'paid',
      message: '',
    })
    const { rows } = await shop.ctx.db.execute(sql`select mark, uid, payload from notify_outbox where channel = 'sms'`)
    const values = { orderNo, payPrice: '19.90', payType: '余额支付' }
    expect(rows).toMatchObject([{ mark: 'paySuccess', uid: buyer.userId, payload: { values } }])
  })

  test('nobody pays for another buyer, nor for a closed order', async () => {
    const own = await openPayShop()
    const { shop, buyer } = own
    await give(own, 100_00)
    const { orderNo } = await makeOrder(shop.ctx)
    const closed = await makeOrder(shop.ctx, { uid: buyer.userId, closeType: 1 })
    for (const payType of ['yue', 'weixin'] as const) {
      expect(await pay(buyer, orderNo, payType)).toMatchObject({ status: 404 })
      expect(await pay(buyer, closed.orderNo, payType)).toMatchObject({ status: 409, body: { message: '订单已关闭' } })
    }
    expect(await buyer.call(frontPay.query, { body: { orderNo } })).toMatchObject({ status: 404 })
  })
})

describe('T2b at the door or the counter', () => {
  test('an order waits for its money: at most three of a buyer, once each, no activity', async () => {
    const own = await openPayShop()
    const { shop, buyer } = own
    await setSettings(shop, { offline_pay_status: true })
    const special = await placeOrder(own, { orderKind: 'seckill' })
    expect(await pay(buyer, special.orderNo, 'offline')).toMatchObject({
      status: 422,
      body: { message: '该订单不支持线下支付' },
    })
    const made = []
    for (let count = 0; count < 5; count++) made.push(await placeOrder(own, { shippingType: 2, storeId: 1 }))
    const answers = await Promise.all(made.map(({ orderNo }) => pay(buyer, orderNo, 'offline')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422, 422])
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({ message: '请先完成待收款的订单' })
    const chosen = made[answers.findIndex(({ status }) => status === 200)]?.orderNo ?? ''
    expect(await orderRow(shop, chosen)).toMatchObject({
      cod: true,
      paid: false,
      pay_deadline: null,
      verify_code: expect.stringMatching(/^\d{10}$/),
    })
    expect(await pay(buyer, chosen, 'offline')).toMatchObject({ status: 422 })
    // It is not closed for want of money.
    shop.clock.advance(24 * 3600_000)
    await closeUnpaid(shop.ctx, never)
    expect(await orderRow(shop, chosen)).toMatchObject({ close_type: 0 })
  })

  test('staff of its store confirm the money, which pays the order once and is audited', async () => {
    const own = await openPayShop()
    const { shop } = own
    const { orderNo, version } = await placeOrder(own, { cod: true, shippingType: 2, storeId: 3 })
    const clerkOf = (storeId: number) => shop.signIn({ can: [order.paid], dataScope: '本门店', storeIds: [storeId] })
    const body = { orderNo, reason: '门店现金', voucher: 'NO.88' }
    expect(await (await clerkOf(4)).call(order.paid, { body })).toMatchObject({ status: 404 })
    const clerk = await clerkOf(3)
    const stale = await clerk.call(order.paid, { body: { ...body, version: version + 1 } })
    expect(stale).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } })
    const answers = await Promise.all([clerk.call(order.paid, { body }), clerk.call(order.paid, { body })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const done = answers.find(({ status }) => status === 200)
    expect(await orderRow(shop, orderNo)).toMatchObject({ paid: true, pay_type: 'offline' })
    expect(await paymentsOf(shop)).toMatchObject([{ provider: 'offline', state: 1, channel: 'admin' }])
    if (done) expect(await trailOf(shop, done)).toEqual(['paid'])
    const { rows } = await shop.ctx.db.execute(
      sql`select message, operator_type from order_log where change_type = 'pay'`,
    )
    expect(rows).toEqual([{ message: '确认线下收款 19.90 元：门店现金，凭证 NO.88', operator_type: 'admin' }])
  })
})

describe('by a provider', () => {
  test('asking for the result asks the provider, at most once in three seconds', async () => {
    const own = await openPayShop()
    const { shop, buyer } = own
    const { orderNo } = await placeOrder(own)
    const { outTradeNo, jsConfig } = await begin(own, orderNo)
    expect(jsConfig).toEqual({ mwebUrl: `/api/front/pay/sim/page/${outTradeNo}` })
    const ask = async () => (await buyer.call(frontPay.query, { body: { orderNo } })).body
    expect(await ask()).toEqual({ paid: false, state: 'open', message: '' })
    await payAtProvider(shop, outTradeNo)
    expect(await ask()).toEqual({ paid: false, state: 'open', message: '' })
    shop.clock.advance(6000)
    expect(await ask()).toEqual({ paid: true, state: 'paid', message: '' })
  })

  test('the result says why the newest attempt failed, in words for a buyer', async () => {
    const own = await openPayShop()
    const { shop, buyer } = own
    const { orderNo } = await placeOrder(own)
    const { outTradeNo } = await begin(own, orderNo)
    const failed = async (failMsg: string) => {
      await shop.ctx.db.execute(
        sql`update payment set state = 3, fail_msg = ${failMsg} where out_trade_no = ${outTradeNo}`,
      )
      return (await buyer.call(frontPay.query, { body: { orderNo } })).body
    }
    expect(await failed('余额不足')).toEqual({ paid: false, state: 'failed', message: '余额不足' })
    expect(await failed('connect ECONNREFUSED')).toMatchObject({ message: '支付未成功，请重试或换一种支付方式' })
    await shop.ctx.db.execute(sql`update payment set state = 2`)
    expect((await buyer.call(frontPay.query, { body: { orderNo } })).body).toMatchObject({
      state: 'closed',
      message: '',
    })
  })

  test('a new attempt is made after five minutes, and another way closes it', async () => {
    const own = await openPayShop()
    const { shop, buyer } = own
    const { orderNo } = await placeOrder(own)
    const first = await begin(own, orderNo)
    shop.clock.advance(5 * 60_000 + 1000)
    const second = await begin(own, orderNo)
    expect([first.outTradeNo, second.outTradeNo]).toEqual([`${orderNo}-1`, `${orderNo}-2`])
    expect((await pay(buyer, orderNo, 'alipay')).body).toMatchObject({ outTradeNo: `${orderNo}-3` })
    expect(await paymentsOf(shop)).toMatchObject([{ state: 2 }, { state: 2 }, { state: 0 }])
  })

  test('payQuery asks about open attempts after 1, 2, 5, 10 and 30 minutes, then every hour, and books what came', async () => {
    const own = await openPayShop()
    const { shop } = own
    const { orderNo } = await placeOrder(own)
    const { outTradeNo } = await begin(own, orderNo)
    const asked: number[] = []
    for (let minute = 0; minute <= 180; minute++) {
      if (await queryOpen(shop.ctx, never)) asked.push(minute)
      shop.clock.advance(60_000)
    }
    expect(asked).toEqual([1, 2, 5, 10, 30, 90, 150])
    await payAtProvider(shop, outTradeNo)
    shop.clock.advance(60 * 60_000)
    await queryOpen(shop.ctx, never)
    expect(await orderRow(shop, orderNo)).toMatchObject({ paid: true })
    expect(await queryOpen(shop.ctx, never)).toBe(0)
  })

  test('orderAutoCancel asks the provider first: what was paid there is paid, the rest is closed on both sides', async () => {
    const own = await openPayShop()
    const { shop } = own
    const [early, paid, unpaid] = [await placeOrder(own), await placeOrder(own), await placeOrder(own, { num: 3 })]
    const attempts = [await begin(own, paid.orderNo), await begin(own, unpaid.orderNo)]
    await payAtProvider(shop, attempts[0]?.outTradeNo ?? '')
    await shop.ctx.db.execute(
      sql`update store_order set pay_deadline = now() + interval '2 hours' where id = ${early.id}`,
    )
    shop.clock.advance(31 * 60_000)
    expect(await closeUnpaid(shop.ctx, never)).toBe(1)
    expect(await orderRow(shop, early.orderNo)).toMatchObject({ paid: false, close_type: 0 })
    expect(await orderRow(shop, paid.orderNo)).toMatchObject({ paid: true, close_type: 0 })
    expect(await orderRow(shop, unpaid.orderNo)).toMatchObject({ paid: false, close_type: 2 })
    const { rows } = await shop.ctx.db.execute(sql`select state, (select sum(stock)::int from product_sku) as stock
      from sim_payment order by id`)
    expect(rows).toEqual([
      { state: 1, stock: 8 },
      { state: 2, stock: 8 },
    ])
    expect(await closeUnpaid(shop.ctx, never)).toBe(0)
  })

  test('a provider that says nothing is waited for ten minutes; it does not hold up other orders', async () => {
    const own = await openPayShop()
    const { shop, buyer } = own
    const [silent, other] = [await placeOrder(own), await placeOrder(own)]
    await begin(own, silent.orderNo)
    await onDatabase(shop.databaseOwnerUrl, 'alter table sim_payment rename to sim_payment_away')
    expect(await pay(buyer, other.orderNo, 'weixin')).toMatchObject({ status: 502, body: { code: 'UPSTREAM' } })
    expect(await paymentsOf(shop)).toMatchObject([{ state: 0 }, { state: 3, prepay: null }])
    shop.clock.advance(31 * 60_000)
    expect(await closeUnpaid(shop.ctx, never)).toBe(1)
    expect(await orderRow(shop, other.orderNo)).toMatchObject({ close_type: 2 })
    shop.clock.advance(10 * 60_000)
    expect(await closeUnpaid(shop.ctx, never)).toBe(1)
    expect(await orderRow(shop, silent.orderNo)).toMatchObject({ close_type: 2 })
  })
})

test('the check-up says whether call-backs arrive at the address of the shop', async () => {
  const look = async (env: Record<string, string>, listens = true) => {
    const shop = await openShop({ env })
    if (listens) await shop.app.listen()
    const { body } = await (await shop.signInAdmin()).call(backup.health)
    return body.checks.find(({ name }) => name === 'payment')
  }
  expect(await look({})).toMatchObject({ level: 'ok', message: expect.stringContaining('未设置 PUBLIC_URL') })
  const envAt = (port: number) => ({ PUBLIC_URL: `http://localhost:${port}`, PORT: String(port) })
  expect(await look(envAt(await findPort()))).toMatchObject({
    level: 'ok',
    message: expect.stringContaining('可以访问'),
  })
  expect(await look(envAt(await findPort()), false)).toMatchObject({
    level: 'error',
    message: expect.stringContaining('无法访问'),
  })
})

/** A port where nothing listens. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

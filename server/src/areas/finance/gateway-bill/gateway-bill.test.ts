import { billDiff, gatewayBill } from '@zhanggui/contract/finance/gateway-bill.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { placeOrder } from '../../../testing/pay.ts'
import { all, ask, one, send } from '../../../testing/refund.ts'
import { callBack, openWechatPayShop, type WechatPayShop } from '../../../testing/wechat-pay.ts'
import { fetchBills } from './gateway-bill.service.ts'

const NEVER = new AbortController().signal
const HOUR = 3600_000
const can = [gatewayBill.list, gatewayBill.check, gatewayBill.download, refund.start]

/** An order whose buyer pays; the shop hears of it unless its call-back is lost. */
async function paid(own: WechatPayShop, { isHeard = true } = {}) {
  const order = await placeOrder(own)
  const body = { orderNo: order.orderNo, payType: 'weixin', channel: 'routine' } as const
  const { outTradeNo } = (await own.buyer.call(frontPay.pay, { body })).body
  own.fake.payFor(outTradeNo)
  if (isHeard) await callBack(own.shop, own.fake.notice(outTradeNo))
  return { ...order, outTradeNo }
}

/** The next morning, when bills are there. */
function nextMorning({ shop: { clock } }: WechatPayShop): string {
  const today = toWireDay(clock.now())
  const tomorrow = new Date(`${today}T00:00:00+08:00`).getTime() + 34.5 * HOUR
  clock.advance(tomorrow - clock.now().getTime())
  return today
}

const diffsOf = (own: WechatPayShop) =>
  all(own, sql`select id, kind, no, state, expected, found, amount_fen from recon_diff order by kind, no`)
const runsOf = (own: WechatPayShop) =>
  all(own, sql`select day::text, state, rows, paid_fen, refunded_fen, fee_fen from recon_run order by day`)
const told = (own: WechatPayShop) =>
  all(own, sql`select distinct title from notification where event = 'recon.diff' order by title`)

describe('a day of WeChat Pay', () => {
  test('whose bill agrees has sums and no difference; until the bill is there the day waits, which is none', async () => {
    const own = await openWechatPayShop()
    const one = await paid(own)
    await paid(own)
    const staff = await own.shop.signIn({ can })
    const { body } = await ask(staff, { orderNo: one.orderNo, amount: 1 })
    await send(own)
    own.fake.endRefund(`${body.refundNo}-1`, 'SUCCESS')
    const day = nextMorning(own)
    own.shop.clock.advance(-1 * HOUR)
    expect(await fetchBills(own.shop.ctx, NEVER)).toBe(1)
    expect(await runsOf(own)).toMatchObject([{ day, state: 'waiting' }])
    own.shop.clock.advance(HOUR)
    expect(await fetchBills(own.shop.ctx, NEVER)).toBe(1)
    const gross = own.fake.payments.size * one.payPriceFen
    expect(await runsOf(own)).toEqual([
      { day, state: 'done', rows: 3, paid_fen: gross, refunded_fen: 100, fee_fen: 23 },
    ])
    expect(await diffsOf(own)).toEqual([])
    expect(await all(own, sql`select state from refund`), 'its outcome stands in no bill and was asked for').toEqual([
      { state: 1 },
    ])
    expect(await fetchBills(own.shop.ctx, NEVER)).toBe(0)
  })

  test('with a missing and a surplus row has two differences: money whose call-back was lost is booked, and they stay the same rows', async () => {
    const own = await openWechatPayShop()
    await own.shop.signInAdmin()
    const [kept, lost] = [await paid(own), await paid(own, { isHeard: false })]
    own.fake.editBill = (entries) => entries.filter(({ payment }) => payment.no !== kept.outTradeNo)
    const day = nextMorning(own)
    await fetchBills(own.shop.ctx, NEVER)
    const found = await diffsOf(own)
    expect(found).toMatchObject([
      { kind: 'ours', no: kept.outTradeNo, state: 'open', expected: '没有记录', amount_fen: kept.payPriceFen },
      { kind: 'theirs', no: lost.outTradeNo, state: 'gone', found: '未付款' },
    ])
    expect(await one(own, sql`select paid from store_order where order_no = ${lost.orderNo}`)).toEqual({ paid: true })
    expect(await told(own)).toEqual([{ title: `对账发现 2 处差异：微信支付 ${day}` }])
    nextMorning(own)
    await fetchBills(own.shop.ctx, NEVER)
    expect(await diffsOf(own)).toEqual(found)
    expect(await told(own)).toHaveLength(1)
    // It stands in the next day's bill after all.
    const [, ...late] = [...own.fake.payments.values()]
    expect(late).toHaveLength(1)
    await own.shop.ctx.db.execute(sql`insert into gateway_bill
      (provider, account, day, kind, out_trade_no, transaction_id, amount_fen, fee_fen, at)
      values ('wechat', '1900000001', ${day}::date + 1, 'pay', ${kept.outTradeNo}, 'x', 1, 0, now())`)
    const staff = await own.shop.signIn({ can })
    await staff.call(gatewayBill.check, { body: { day } })
    expect((await diffsOf(own)).map(({ state }) => state)).toEqual(['gone', 'gone'])
  })

  test('with other sums, repeated lines and lines that nobody can read says so; payments of other systems are none of ours', async () => {
    const own = await openWechatPayShop()
    const [changed, twice] = [await paid(own), await paid(own)]
    own.fake.editBill = (entries) => [
      ...entries.map((entry) => (entry.payment.no === changed.outTradeNo ? { ...entry, fen: 1 } : entry)),
      ...entries.filter(({ payment }) => payment.no === twice.outTradeNo),
      ...entries.slice(0, 1).map((entry) => ({ ...entry, line: '`???' })),
      ...entries.slice(0, 1).map((entry) => ({ ...entry, payment: { ...entry.payment, no: 'CRM-2026-1' } })),
      ...entries.slice(0, 1).map((entry) => ({ ...entry, payment: { ...entry.payment, no: `${'9'.repeat(20)}-1` } })),
    ]
    nextMorning(own)
    await fetchBills(own.shop.ctx, NEVER)
    expect(await diffsOf(own)).toMatchObject([
      { kind: 'amount', no: changed.outTradeNo, expected: '收款 ¥0.01', amount_fen: changed.payPriceFen - 1 },
      { kind: 'double', no: twice.outTradeNo, expected: '2 行' },
      { kind: 'odd', no: '', expected: '账单中有一行无法识别：`???' },
      { kind: 'theirs', no: `${'9'.repeat(20)}-1`, found: '没有记录' },
    ])
  })
})

describe('staff', () => {
  test('see days, sums and differences, explain one, ask again, and fetch the bill as a sheet', async () => {
    const own = await openWechatPayShop()
    const kept = await paid(own)
    await paid(own)
    own.fake.editBill = (entries) => entries.filter(({ payment }) => payment.no !== kept.outTradeNo)
    const day = nextMorning(own)
    const staff = await own.shop.signIn({ can })
    const today = await staff.call(gatewayBill.check, { body: { day: toWireDay(own.shop.clock.now()) } })
    expect(today).toMatchObject({ status: 400, body: { message: '当天的账单第二天才有，请选择今天以前的日期' } })
    expect(await staff.call(gatewayBill.check, { body: { day } })).toMatchObject({
      status: 200,
      body: { days: 1, openCount: 1, message: '有 1 处差异待处理' },
    })
    const { body } = await staff.call(gatewayBill.list)
    expect(body).toMatchObject({
      list: [{ day, provider: 'wechat', state: 'done', rows: 1, openCount: 1, account: expect.stringMatching(/\*/) }],
      sums: { rows: 1, paid: kept.payPriceFen / 100 },
    })
    const list = async () => (await staff.call(billDiff.list)).body
    const { list: found, stateNum } = await list()
    expect([found, stateNum]).toMatchObject([
      [{ kind: 'ours', orderNo: kept.orderNo, state: 'open' }],
      { open: 1, explained: 0, gone: 0 },
    ])
    const id = found[0]?.id ?? 0
    expect((await staff.call(billDiff.info, { query: { id } })).body).toMatchObject({
      theirs: [],
      ours: { no: kept.outTradeNo, orderNo: kept.orderNo, stateText: '已付款' },
    })
    expect(await staff.call(billDiff.explain, { body: { id, note: '账单漏了，已向微信报告' } })).toMatchObject({
      status: 200,
    })
    await staff.call(gatewayBill.check, { body: { day } })
    expect((await list()).list).toMatchObject([{ state: 'explained', note: '账单漏了，已向微信报告' }])
    own.fake.editBill = (entries) => entries
    await staff.call(gatewayBill.check, { body: { day } })
    expect((await list()).list).toMatchObject([{ state: 'gone' }])
    expect(await staff.call(billDiff.explain, { body: { id, note: '再说一次' } })).toMatchObject({ status: 409 })
    expect(await staff.call(billDiff.ask, { body: { id } })).toMatchObject({ status: 200, body: { state: 'gone' } })
    const { body: sheet } = await staff.call(gatewayBill.download, { body: { id: body.list[0]?.id ?? 0 } })
    expect(sheet).toMatchObject({ fileName: expect.stringContaining('渠道账单') })
  })

  test('of single stores see nothing of it', async () => {
    const own = await openWechatPayShop()
    await paid(own)
    const day = nextMorning(own)
    await fetchBills(own.shop.ctx, NEVER)
    const clerk = await own.shop.signIn({ can, dataScope: '本门店', level: 5 })
    expect((await clerk.call(gatewayBill.list)).body).toMatchObject({ list: [], total: 0, sums: { paid: 0 } })
    expect((await clerk.call(billDiff.list)).body).toMatchObject({ list: [], total: 0 })
    expect((await clerk.call(gatewayBill.check, { body: { day } })).status).toBe(404)
    expect((await clerk.call(gatewayBill.download, { body: { id: 1 } })).status).toBe(404)
  })
})

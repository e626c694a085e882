import { createPrivateKey } from 'node:crypto'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { frontPay, type PayForm } from '@zhanggui/contract/payment/front-pay.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import * as vectors from '../../../testing/outside/wechat-pay-vectors.ts'
import { placeOrder, setSettings } from '../../../testing/pay.ts'
import { again, all, ask, one, refundsOf, send } from '../../../testing/refund.ts'
import { openShop } from '../../../testing/shop.ts'
import { callBack, openWechatPayShop, paySettings, publicPem, type WechatPayShop } from '../../../testing/wechat-pay.ts'
import { queryOpen } from '../pay/pay-watch.service.ts'

const NEVER = new AbortController().signal
const MINUTE = 60_000

const pay = async ({ buyer }: Pick<WechatPayShop, 'buyer'>, orderNo: string, form: Partial<PayForm> = {}) => {
  const answer = await buyer.call(frontPay.pay, { body: { orderNo, payType: 'weixin', channel: 'routine', ...form } })
  return { status: answer.status, body: answer.body as typeof answer.body & { code?: string; message?: string } }
}
const stateOf = (own: WechatPayShop) =>
  all(
    own,
    sql`select (select paid from store_order where id = biz_id) as paid, state, surplus, provider,
    transaction_id from payment order by id`,
  )

/** An order that is being paid, and how its buyer pays it. */
async function begun(own: WechatPayShop, form: Partial<PayForm> = {}) {
  const order = await placeOrder(own)
  const { body } = await pay(own, order.orderNo, form)
  return { ...order, outTradeNo: body.outTradeNo }
}

/** A paid order, and staff who refund it. */
async function paid(own: WechatPayShop) {
  const order = await begun(own)
  own.fake.payFor(order.outTradeNo)
  await callBack(own.shop, own.fake.notice(order.outTradeNo))
  return { order, staff: await own.shop.signIn({ can: [refund.start, refund.again] }) }
}

describe('paying', () => {
  test('in the mini-program and in the official account opens the window of WeChat, in browsers its page', async () => {
    const own = await openWechatPayShop()
    const { orderNo } = await placeOrder(own)
    const answers = []
    for (const channel of ['routine', 'wechat', 'h5'] as const)
      answers.push((await pay(own, orderNo, { channel })).body)
    expect(answers.map(({ provider, jsConfig }) => [provider, Object.keys(jsConfig ?? {}).sort()])).toEqual([
      ['wechat', ['appId', 'nonceStr', 'package', 'paySign', 'signType', 'timeStamp']],
      ['wechat', ['appId', 'nonceStr', 'package', 'paySign', 'signType', 'timeStamp']],
      ['wechat', ['mwebUrl']],
    ])
    expect((await pay(own, orderNo, { channel: 'h5' })).body, 'an open attempt is given again').toEqual(answers[2])
    const payers = [...own.fake.payments.values()].map(({ openid, tradeType }) => [tradeType, openid])
    expect(payers).toEqual([
      ['JSAPI', 'oMini01'],
      ['JSAPI', 'oTest01'],
      ['MWEB', ''],
    ])
    expect(await pay(own, orderNo, { channel: 'app' })).toMatchObject({ status: 422 })
  })

  test('without an openid of the official account asks for a code, whose openid serves that attempt alone', async () => {
    const own = await openWechatPayShop()
    await own.shop.ctx.db.execute(sql`delete from wechat_user`)
    const { orderNo } = await placeOrder(own)
    const wanted = await pay(own, orderNo, { channel: 'wechat' })
    expect(wanted).toMatchObject({ status: 422, body: { code: 'OPENID_WANTED' } })
    expect(await stateOf(own)).toEqual([])
    expect(await pay(own, orderNo, { channel: 'wechat', wxCode: 'wrong' })).toMatchObject({ status: 422 })
    const { body } = await pay(own, orderNo, { channel: 'wechat', wxCode: 'sim:mei' })
    expect(own.fake.payments.get(body.outTradeNo)?.openid).toBe('sim_mei')
    expect(await all(own, sql`select from wechat_user`)).toEqual([])
    expect((await pay(own, orderNo, { channel: 'h5' })).status).toBe(200)
  })

  test('a provider that refuses or is silent is 502, and the next attempt is a new one', async () => {
    const own = await openWechatPayShop()
    const { orderNo } = await placeOrder(own)
    own.fake.tricks.push({ status: 400, code: 'APPID_MCHID_NOT_MATCH' })
    expect(await pay(own, orderNo)).toMatchObject({ status: 502, body: { message: expect.stringContaining('换一种') } })
    expect(await one(own, sql`select state, fail_msg from payment`)).toMatchObject({
      state: 3,
      fail_msg: expect.stringContaining('AppID 与商户号没有绑定'),
    })
    expect((await pay(own, orderNo)).body.outTradeNo).toBe(`${orderNo}-2`)
  })
})

describe('a call-back', () => {
  test('pays the order once, however often it comes', async () => {
    const own = await openWechatPayShop()
    const { outTradeNo } = await begun(own)
    own.fake.payFor(outTradeNo, { transactionId: 'T1' })
    const first = own.fake.notice(outTradeNo)
    expect(await callBack(own.shop, first)).toMatchObject({ status: 200, body: { code: 'SUCCESS' } })
    // The same bytes once more, and the message signed anew, as WeChat repeats it.
    for (const notice of [first, own.fake.notice(outTradeNo)])
      expect(await callBack(own.shop, notice)).toMatchObject({ status: 200 })
    expect(await stateOf(own)).toEqual([
      { paid: true, state: 1, surplus: false, provider: 'wechat', transaction_id: 'T1' },
    ])
    expect(await one(own, sql`select count(*)::int as bills from user_bill`)).toEqual({ bills: 1 })
    own.shop.clock.advance(6 * MINUTE)
    expect(await callBack(own.shop, first), 'replayed later').toMatchObject({ status: 401 })
  })

  test('that is forged, probing, old or not sealed by us is refused in the form of WeChat, and leaves no trace', async () => {
    const own = await openWechatPayShop()
    const { outTradeNo } = await begun(own)
    own.fake.payFor(outTradeNo)
    const { headers, body } = own.fake.notice(outTradeNo)
    const refused = { status: 401, body: { code: 'FAIL', message: '签名错误' } }
    const signature = headers['wechatpay-signature'] ?? ''
    const forger = { id: vectors.publicKeyId, privateKey: createPrivateKey(vectors.merchantKey) }
    const stranger = own.fake.merchants.get(vectors.mchid)
    if (stranger) own.fake.merchants.set(vectors.mchid, { ...stranger, v3Key: 'a'.repeat(32) })
    const sealedElsewhere = own.fake.notice(outTradeNo)
    for (const wrong of [
      { headers, body: Buffer.concat([body, Buffer.from(' ')]) },
      { headers: { ...headers, 'wechatpay-serial': 'PUB_KEY_ID_0000' }, body },
      { headers: { ...headers, 'wechatpay-nonce': 'another' }, body },
      { headers: { 'content-type': 'application/json' }, body },
      own.fake.notice(outTradeNo, forger),
      sealedElsewhere,
      { headers, body: Buffer.alloc(0) },
    ])
      expect(await callBack(own.shop, wrong)).toMatchObject(refused)
    const probe = { headers: { ...headers, 'wechatpay-signature': `WECHATPAY/SIGNTEST/${signature}` }, body }
    expect(await callBack(own.shop, probe)).toMatchObject(refused)
    const { text } = await own.shop.ctx.platform.measures.metrics()
    expect(text).toContain('bad_signatures_total{sender="wechat"} 7')
    expect(await stateOf(own)).toMatchObject([{ paid: false, state: 0 }])
    expect(await all(own, sql`select from payment_stray`)).toEqual([])
  })

  test('of another sum, merchant number or unknown number is kept and reported, and changes nothing', async () => {
    const own = await openWechatPayShop()
    const [wrong, other] = [await begun(own), await begun(own)]
    const payment = own.fake.payFor(wrong.outTradeNo)
    payment.totalFen -= 1
    expect(await callBack(own.shop, own.fake.notice(wrong.outTradeNo))).toMatchObject({ status: 200 })
    const unknown = own.fake.payFor(other.outTradeNo)
    own.fake.payments.set('unknown-1', { ...unknown, no: 'unknown-1', transactionId: 'T9' })
    await callBack(own.shop, own.fake.notice('unknown-1'))
    expect(await all(own, sql`select reason from payment_stray order by id`)).toEqual([
      { reason: 'amount' },
      { reason: 'unknown' },
    ])
    expect(await stateOf(own)).toMatchObject([{ paid: false }, { paid: false }])
  })

  test('by a key that follows in the settings is believed, and money that comes late goes back', async () => {
    const own = await openWechatPayShop()
    const { orderNo, outTradeNo } = await begun(own)
    const next = own.fake.addSigner('PUB_KEY_ID_0119000000012026112800000002')
    own.fake.payFor(outTradeNo)
    expect(await callBack(own.shop, own.fake.notice(outTradeNo, next))).toMatchObject({ status: 401 })
    const { pay_weixin_platform_key: first } = paySettings('weixin')
    const both = `${first}\n${next.id}\n${publicPem(next.privateKey)}`
    await setSettings(own.shop, { pay_weixin_platform_key: both, pay_routine_platform_key: both.replaceAll('\n', '') })
    await own.shop.ctx.db.execute(
      sql`update store_order set close_type = 2, close_time = now() where order_no = ${orderNo}`,
    )
    expect(await callBack(own.shop, own.fake.notice(outTradeNo, next))).toMatchObject({ status: 200 })
    expect(await stateOf(own)).toMatchObject([{ paid: false, state: 1, surplus: true }])
    await send(own)
    expect([...own.fake.refunds.values()].map(({ payment, status }) => [payment.no, status])).toEqual([
      [outTradeNo, 'PROCESSING'],
    ])
  })
})

test('a payment of which nothing is heard is asked about, and one that is closed is told to WeChat', async () => {
  const own = await openWechatPayShop()
  const { outTradeNo } = await begun(own)
  own.fake.payFor(outTradeNo)
  own.shop.clock.advance(2 * MINUTE)
  own.fake.tricks.push({ status: 500, code: 'SYSTEM_ERROR' })
  await queryOpen(own.shop.ctx, NEVER)
  expect(await stateOf(own)).toMatchObject([{ paid: false }])
  own.shop.clock.advance(5 * MINUTE)
  await queryOpen(own.shop.ctx, NEVER)
  expect(await stateOf(own)).toMatchObject([{ paid: true, state: 1 }])
})

describe('a refund', () => {
  test('is done when WeChat says so: by its call-back, or when asked', async () => {
    const own = await openWechatPayShop()
    for (const isTold of [true, false]) {
      const { order, staff } = await paid(own)
      const { body } = await ask(staff, { orderNo: order.orderNo, amount: order.payPriceFen / 100 })
      await send(own)
      const no = `${body.refundNo}-1`
      expect(own.fake.refunds.get(no)).toMatchObject({ fen: order.payPriceFen, status: 'PROCESSING' })
      expect((await refundsOf(own)).at(-1)).toMatchObject({ state: 0 })
      own.fake.endRefund(no, 'SUCCESS')
      if (isTold) {
        const notice = own.fake.refundNotice(no)
        for (let repeat = 0; repeat < 2; repeat++)
          expect(await callBack(own.shop, notice, 'refund')).toMatchObject({ status: 200, body: { code: 'SUCCESS' } })
        expect(await callBack(own.shop, own.fake.notice(order.outTradeNo), 'refund')).toMatchObject({ status: 401 })
      } else await send(own)
      expect((await refundsOf(own)).at(-1)).toMatchObject({ state: 1 })
    }
  })

  test('that is ABNORMAL or for which the merchant has too little fails in words, and 重试 sends the same number', async () => {
    const own = await openWechatPayShop()
    const { order, staff } = await paid(own)
    own.fake.availableFen = 1
    const { body } = await ask(staff, { orderNo: order.orderNo, amount: order.payPriceFen / 100 })
    await send(own)
    expect(await refundsOf(own)).toMatchObject([
      { state: 2, fail_msg: expect.stringContaining('商户号可用余额不足，请充值后点重试') },
    ])
    own.fake.availableFen = 100_000
    expect(await again(staff, { refundNo: body.refundNo })).toMatchObject({ status: 200 })
    await send(own)
    expect([...own.fake.refunds.keys()]).toEqual([`${body.refundNo}-1`])
    own.fake.endRefund(`${body.refundNo}-1`, 'ABNORMAL')
    await callBack(own.shop, own.fake.refundNotice(`${body.refundNo}-1`), 'refund')
    expect(await refundsOf(own)).toMatchObject([{ state: 2, fail_msg: expect.stringContaining('退款异常') }])
  })

  test('that comes too soon after another of the same payment waits, and goes out later', async () => {
    const own = await openWechatPayShop()
    const { order, staff } = await paid(own)
    const first = await ask(staff, { orderNo: order.orderNo, amount: 1 })
    await send(own)
    own.fake.endRefund(`${first.body.refundNo}-1`, 'SUCCESS')
    await send(own)
    const second = await ask(staff, { orderNo: order.orderNo, amount: 2 })
    await send(own)
    expect((await refundsOf(own)).at(-1)).toMatchObject({ state: 0, fail_msg: '' })
    expect(own.fake.refunds.has(`${second.body.refundNo}-1`)).toBe(false)
    own.shop.clock.advance(61_000)
    await send(own)
    expect(own.fake.refunds.get(`${second.body.refundNo}-1`)).toMatchObject({ fen: 200 })
  })
})

describe('the settings', () => {
  test('take keys that are keys, and open nothing that is incomplete', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const save = async (values: Record<string, unknown>) => {
      const { status, body } = await admin.call(setting.save, { params: { group: 'pay' }, body: { values } })
      return { status, errors: (body as { errors?: { field: string; message: string }[] }).errors ?? [] }
    }
    const whole = paySettings('routine') as Record<string, unknown>
    const missing = await save({ pay_routine_open: true, pay_routine_mchid: vectors.mchid })
    expect(missing.status).toBe(400)
    expect(missing.errors.map(({ message }) => message)).toEqual([
      ...['请填写小程序支付的 AppID', '请填写小程序支付的证书序列号', '请填写小程序支付的 APIv3 密钥'],
      ...['请填写小程序支付的商户私钥', '请填写小程序支付的微信公钥'],
    ])
    const publicKey = String(whole.pay_routine_platform_key)
    for (const [key, value, message] of [
      ['pay_routine_private_key', publicKey, '这不是私钥'],
      ['pay_routine_private_key', 'secret', '应为一段完整的内容'],
      ['pay_routine_private_key', vectors.merchantKey.slice(0, 900), '应为一段完整的内容'],
      ['pay_routine_private_key', vectors.merchantKey.replace('MIIEvQ', 'MIIEvR'), '内容不完整'],
      ['pay_routine_platform_key', vectors.platformKey, '这是私钥'],
      ['pay_routine_platform_key', `${publicKey}${publicKey}`, '第 2 段缺少 ID'],
      ['pay_routine_platform_key', publicKey.replace('MIIB', 'MIIC'), '第 1 段内容不完整'],
      ['pay_routine_key_v3', 'short', 'APIv3 密钥应为 32 位字母和数字'],
      ['pay_routine_mchid', '商户', '商户号应为'],
      ['pay_routine_serial', 'xyz', '证书序列号应为'],
      ['pay_routine_platform_serial', 'PUB_KEY_1', '应为以 PUB_KEY_ID_ 开头'],
    ] as const) {
      const answer = await save({ ...whole, [key]: value })
      expect(answer, key).toMatchObject({
        status: 400,
        errors: [{ field: `values.${key}`, message: expect.stringContaining(message) }],
      })
    }
    expect(await save(whole)).toEqual({ status: 200, errors: [] })
    expect(await save({ pay_routine_mchid: '' })).toMatchObject({ status: 400 })
    const { body } = await admin.call(setting.info, { params: { group: 'pay' } })
    expect(body.values).toMatchObject({ pay_routine_private_key: '••••••', pay_routine_platform_key: '••••••' })
  })

  test('are tried by a question to WeChat before they are saved', async () => {
    const own = await openWechatPayShop()
    const admin = await own.shop.signInAdmin()
    const tried = async (values: Record<string, unknown>) =>
      (await admin.call(setting.test, { params: { kind: 'pay' }, body: { values } })).body
    expect(await tried({})).toMatchObject({ ok: true, message: expect.stringContaining('小程序支付：连接成功') })
    expect(await tried({ pay_weixin_serial: 'A'.repeat(40) })).toMatchObject({
      ok: false,
      message: expect.stringContaining('公众号支付：签名错误'),
    })
    const other = publicPem(createPrivateKey(vectors.merchantKey))
    expect(await tried({ pay_weixin_platform_key: other })).toMatchObject({
      ok: false,
      message: expect.stringContaining('应答的签名不可信'),
    })
    expect(await tried({ pay_weixin_open: false, pay_routine_open: false })).toMatchObject({
      message: '请先开启公众号支付或小程序支付，并填写商户号和密钥',
    })
  })
})

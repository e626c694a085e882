import { frontRecharge } from '@zhanggui/contract/finance/front-recharge.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { customerCentre } from '@zhanggui/contract/user/customer-centre.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { payAtProvider, ring, setSettings } from '../../../testing/pay.ts'
import {
  beginRecharge,
  give,
  moneyOf,
  openRechargeShop,
  type RechargeShop,
  sendBack,
} from '../../../testing/recharge.ts'
import { NEVER } from '../../../testing/refund.ts'
import { ENDED_BY_BUYER } from '../../user/shop-user/shop-user.tables.ts'
import { closeUnpaidRecharges } from './recharge.service.ts'

const billsOf = async ({ shop, buyer }: RechargeShop) =>
  (
    await shop.ctx.db.execute(sql`select type, pm, number_fen, balance_fen, affect_balance, pay_type, link_id from user_bill
      where uid = ${buyer.userId} order by id`)
  ).rows
const refundsOf = async ({ shop }: RechargeShop) =>
  (await shop.ctx.db.execute(sql`select state, surplus, reason, amount_fen from refund order by id`)).rows

test('what the shop offers is said, and what it does not offer is refused with the reason', async () => {
  const own = await openRechargeShop()
  const { shop, buyer } = own
  await setSettings(shop, { recharge_attention: '充值不能提现', store_user_min_recharge: 5_00 })
  expect((await buyer.call(frontRecharge.index)).body).toEqual({
    open: true,
    packages: [{ id: 7, price: 100, giveMoney: 10 }],
    minPrice: 5,
    attention: '充值不能提现',
    nowMoney: 0,
    methods: [
      { payType: 'weixin', label: '微信支付', open: true },
      { payType: 'alipay', label: '支付宝支付', open: true },
    ],
  })
  expect((await shop.visitor().call(frontRecharge.index)).status).toBe(401)
  const refused = async (form: Parameters<typeof beginRecharge>[1]) => {
    const { status, body } = await beginRecharge(own, form)
    return [status, body.message]
  }
  expect(await refused({ price: 4.99 })).toEqual([400, '充值金额不能小于 ¥5.00'])
  expect(await refused({ price: 0 })).toEqual([400, '充值金额不能小于 ¥5.00'])
  expect(await refused({ price: 99, packageId: 7 })).toEqual([400, '该套餐的充值金额为 ¥100.00，请重新选择'])
  expect(await refused({ price: 100, packageId: 8 })).toEqual([409, '该充值套餐已下架，请重新选择'])
  await setSettings(shop, { pay_sim_open: 'off' })
  expect(await refused({ price: 10 })).toEqual([422, '商家尚未开通微信支付'])
  await setSettings(shop, { pay_sim_open: 'on', balance_func_status: false })
  expect(await refused({ price: 10 })).toEqual([422, '商家未开通充值'])
  expect((await buyer.call(customerCentre.account)).body.rechargeSwitch).toBe(false)
  await setSettings(shop, { balance_func_status: true, recharge_switch: false })
  expect(await refused({ price: 10 })).toEqual([422, '商家未开通充值'])
  await setSettings(shop, { recharge_switch: true })
  await give(own, 99_999_990_00)
  expect(await refused({ price: 10 })).toEqual([422, '余额将超过上限'])
  expect((await shop.ctx.db.execute(sql`select from user_recharge`)).rowCount).toBe(0)
})

test('a package is paid by its number and credited with its gift once, however often the provider says so', async () => {
  const own = await openRechargeShop()
  const { shop, buyer } = own
  const [first, same] = await Promise.all([beginRecharge(own), beginRecharge(own)])
  expect(first.body).toMatchObject({ rechargeNo: expect.stringMatching(/^C\d{20}$/), paid: false, payType: 'weixin' })
  expect(same.body.rechargeNo).toBe(first.body.rechargeNo)
  const { rechargeNo, outTradeNo } = first.body
  const other = await beginRecharge(own, { price: 100 })
  expect(other.body.rechargeNo).not.toBe(rechargeNo)

  const pay = async (payType: 'yue' | 'offline' | 'weixin', caller = buyer) => {
    const { status, body } = await caller.call(frontPay.pay, { body: { orderNo: rechargeNo, payType, channel: 'h5' } })
    return [status, (body as { message?: string }).message]
  }
  await setSettings(shop, { offline_pay_status: true })
  expect(await pay('yue')).toEqual([422, '充值不能用余额支付'])
  expect(await pay('offline')).toEqual([422, '不支持线下支付'])
  expect((await pay('weixin', await shop.buyer()))[0]).toBe(404)

  const config = (await buyer.call(frontPay.config, { query: { no: rechargeNo } })).body
  expect(config.methods.filter(({ open }) => open).map(({ payType }) => payType)).toEqual(['weixin', 'alipay'])
  expect(config.due).toMatchObject({ fee: 100, paid: false, what: 'recharge' })

  const query = async () => (await buyer.call(frontPay.query, { body: { orderNo: rechargeNo } })).body
  expect(await query()).toMatchObject({ paid: false })
  const paid = await payAtProvider(shop, outTradeNo)
  if (!paid) throw new Error('not paid')
  const rings = await Promise.all([1, 2, 3].map(() => ring(shop, paid)))
  expect(rings.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await query()).toMatchObject({ paid: true })
  expect(await moneyOf(own)).toBe(110_00)
  const bill = { pm: 1, affect_balance: true, link_id: rechargeNo }
  expect(await billsOf(own)).toEqual([
    { ...bill, type: 'pay_recharge', number_fen: 100_00, balance_fen: 100_00, pay_type: 'weixin' },
    { ...bill, type: 'recharge_gift', number_fen: 10_00, balance_fen: 110_00, pay_type: '' },
  ])
  expect(await pay('weixin')).toEqual([409, '充值单已支付'])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('money that comes twice, for an ended account, or beyond the limit of a balance goes back', async () => {
  const own = await openRechargeShop()
  const { shop, buyer } = own
  const one = await beginRecharge(own)
  const again = await beginRecharge(own, { channel: 'wechat', packageId: 7, price: 100 })
  const second = await buyer.call(frontPay.pay, {
    body: { orderNo: one.body.rechargeNo, payType: 'alipay', channel: 'h5' },
  })
  const come = async (outTradeNo: string) => {
    const paid = await payAtProvider(shop, outTradeNo)
    if (paid) expect((await ring(shop, paid)).status).toBe(200)
  }
  // The older attempt was closed when the newer one began, and is paid all the same.
  for (const { outTradeNo } of [one.body, second.body]) await come(outTradeNo)
  expect(await moneyOf(own)).toBe(110_00)
  await give(own, 99_999_999_99 - 110_00)
  await come(again.body.outTradeNo)
  expect(await refundsOf(own)).toMatchObject([
    { state: 0, surplus: true, amount_fen: 100_00, reason: '充值已支付，重复到账，原路退回' },
    { state: 0, surplus: true, amount_fen: 100_00, reason: '余额超过上限，充值到账，原路退回' },
  ])

  const left = { shop, buyer: await shop.buyer() }
  const late = await beginRecharge(left)
  await shop.ctx.db.execute(
    sql`update shop_user set status = false, close_reason = ${ENDED_BY_BUYER} where id = ${left.buyer.userId}`,
  )
  await come(late.body.outTradeNo)
  expect((await refundsOf(own)).at(-1)).toMatchObject({ reason: expect.stringMatching(/^账号注销后充值到账/) })
  await sendBack(own)
  expect((await refundsOf(own)).map(({ state }) => state)).toEqual([1, 1, 1])
  expect(await moneyOf(own)).toBe(99_999_999_99)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('what is not paid in time is closed at its provider, takes no new attempt, and is credited if its money comes after all', async () => {
  const own = await openRechargeShop()
  const { shop, buyer } = own
  const { rechargeNo, outTradeNo } = (await beginRecharge(own)).body
  expect(await closeUnpaidRecharges(shop.ctx, NEVER)).toBe(0)
  shop.clock.advance(61 * 60_000)
  const fresh = { shop, buyer: await shop.buyer({ uid: buyer.userId }) }
  const pay = { body: { orderNo: rechargeNo, payType: 'weixin', channel: 'h5' } } as const
  expect((await fresh.buyer.call(frontPay.pay, pay)).body).toMatchObject({
    status: 409,
    message: '充值单已超过付款时间，请重新充值',
  })
  expect(await closeUnpaidRecharges(shop.ctx, NEVER)).toBe(1)
  expect(await closeUnpaidRecharges(shop.ctx, NEVER)).toBe(0)
  const { rows } = await shop.ctx.db.execute(sql`select state from payment union all select state from sim_payment`)
  expect(rows).toEqual([{ state: 2 }, { state: 2 }])
  expect((await beginRecharge(fresh)).body.rechargeNo).not.toBe(rechargeNo)
  expect((await ring(shop, { outTradeNo, amount: 100_00 })).status).toBe(200)
  expect(await moneyOf(own)).toBe(110_00)
  expect(await refundsOf(own)).toEqual([])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('twenty recharges of a buyer may wait for their money, then one of them is to be paid or closed first', async () => {
  const own = await openRechargeShop()
  for (let n = 0; n < 20; n++) expect((await beginRecharge(own, { price: 10 + n })).status).toBe(200)
  const refused = { status: 422, body: { message: '未付款的充值过多，请先支付其中一笔，或等它们超时关闭' } }
  expect(await beginRecharge(own, { price: 50 })).toMatchObject(refused)
  expect((await beginRecharge(own, { price: 29 })).status, 'the same again is no new one').toBe(200)
  const other = { ...own, buyer: await own.shop.buyer() }
  expect((await beginRecharge(other, { price: 50 })).status).toBe(200)
})

test('another amount than was asked for credits nothing', async () => {
  const own = await openRechargeShop()
  const { outTradeNo } = (await beginRecharge(own)).body
  expect((await ring(own.shop, { outTradeNo, amount: 1 })).status).toBe(200)
  expect(await moneyOf(own)).toBe(0)
  expect(await findUnbalanced(own.shop.ctx)).toEqual([])
})

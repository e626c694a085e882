import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Ctx } from '../../../platform/http/context.ts'
import { stateConflict } from '../../../platform/http/errors.ts'
import { begin, openPayShop, type PayShop, payAtProvider, ring, setSettings } from '../../../testing/pay.ts'
import { all } from '../../../testing/refund.ts'
import { type Due, type Payable, payables, type Repaid } from '../payment/payable.service.ts'
import { markTaken } from '../payment/payment.service.ts'
import { sendRefund } from '../refund/refund-send.service.ts'

const NO = '90000000000000000001'

/** A yearly fee of 30 yuan that a buyer pays by a number: of an area that payments have never heard of. */
function addFee({ shop, buyer }: PayShop) {
  const heard: string[] = []
  const { userId: uid } = buyer
  const subject = { bizType: 'fee', bizId: uid }
  let isPaid = false
  const concern = {
    no: NO,
    link: '/fees',
    object: { type: 'fee', id: uid },
    to: { permission: 'admin:fee' },
    event: { uid },
  }
  const due = (): Due => ({
    ...subject,
    bizNo: NO,
    uid,
    amountFen: 3000,
    subject: '年费',
    concern,
    refusal: isPaid ? stateConflict('年费已支付') : undefined,
    pay: async (tx, { taken }) => {
      if (taken) await markTaken(tx, taken)
      isPaid = true
      heard.push('paid')
      return true
    },
    late: { why: '年费已支付，重复到账', orderId: null, note: async (_, { message }) => void heard.push(message) },
  })
  const repaid: Repaid = {
    uid,
    concern,
    lockPeople: async () => {},
    finish: async (_, { amountFen }) => heard.push(`${amountFen} back`),
    fail: async () => heard.push('not back'),
    wait: async () => heard.push('on its way'),
    reopen: async () => repaid,
    note: async () => {},
  }
  const isOwn = (ctx: Ctx, no: string) => no === NO && ctx.buyer.uid === uid
  const kind: Payable = {
    bizType: 'fee',
    title: '年费',
    locking: (bizId) => sql`select id from shop_user where id = ${bizId} for update`,
    read: async () => due(),
    ofBuyer: {
      find: async (ctx, no) =>
        isOwn(ctx, no)
          ? { ...subject, isPaid, amountFen: 3000, payDeadline: null, closed: { offline: '年费不支持线下支付' } }
          : undefined,
      lock: async (ctx, no) => (isOwn(ctx, no) ? due() : undefined),
    },
    lockRepaid: async (_, { bizId }) => {
      if (bizId !== uid) throw new Error('another fee')
      return repaid
    },
  }
  shop.ctx.platform.hooks.add(payables, kind)
  return heard
}

test('what payments have never heard of is paid by its number, once; money that comes again goes back', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  await setSettings(shop, { pay_sim_refund: 'sync' })
  const heard = addFee(own)
  const pay = (orderNo: string, caller = buyer) =>
    caller.call(frontPay.pay, { body: { orderNo, payType: 'weixin', channel: 'h5' } })
  expect((await pay(NO, await shop.buyer())).body).toMatchObject({
    status: 404,
    message: expect.stringMatching(/^订单或.*年费不存在或已被删除$/),
  })
  expect((await pay(NO.replace('9', '8'))).status).toBe(404)
  const config = async () => (await buyer.call(frontPay.config, { query: { no: NO } })).body
  await setSettings(shop, { offline_pay_status: true })
  expect((await config()).methods.find(({ payType }) => payType === 'offline')).toMatchObject({
    open: false,
    reason: '年费不支持线下支付',
  })
  expect((await config()).due).toEqual({ fee: 30, payDeadline: null, paid: false, what: 'fee' })
  expect((await buyer.call(frontPay.config)).body.due).toBeNull()
  expect((await (await shop.buyer()).call(frontPay.config, { query: { no: NO } })).status).toBe(404)
  const old = await begin(own, NO)
  const { outTradeNo } = await begin(own, NO, 'wechat')
  const [later, first] = [await payAtProvider(shop, old.outTradeNo), await payAtProvider(shop, outTradeNo)]
  if (!later || !first) throw new Error('not paid')

  for (let times = 0; times < 2; times++) expect((await ring(shop, first)).status).toBe(200)
  expect(heard).toEqual(['paid'])
  expect((await buyer.call(frontPay.query, { body: { orderNo: NO } })).body).toMatchObject({ paid: true })
  expect((await pay(NO)).body).toMatchObject({ status: 409, message: '年费已支付' })

  expect((await ring(shop, later)).status).toBe(200)
  const refunds = await all<{ id: number; order_id: null }>(own, sql`select id, order_id from refund`)
  expect(refunds).toMatchObject([{ order_id: null }])
  for (const { id } of refunds) await sendRefund(shop.ctx, id)
  expect(heard).toEqual(['paid', '年费已支付，重复到账 30.00 元，原路退回', '3000 back'])
  expect(await all(own, sql`select state, surplus from refund`)).toEqual([{ state: 1, surplus: true }])
})

import { promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { recharge } from '@zhanggui/contract/finance/recharge.ts'
import { frontWithdrawal, withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { order as orderRoutes } from '@zhanggui/contract/order/order.ts'
import { orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { approval } from '@zhanggui/contract/work/approval.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/http/context.ts'
import { makeCase } from '../../testing/after-sales.ts'
import { findUnbalanced } from '../../testing/checkout.ts'
import { openPayShop, placeOrder, setSettings } from '../../testing/pay.ts'
import { recharged } from '../../testing/recharge.ts'
import { again, NEVER, one, paidByBalance } from '../../testing/refund.ts'
import { openSeckillShop, seckillDraft } from '../../testing/seckill.ts'
import type { Caller, Refused, Shop } from '../../testing/shop.ts'
import { balancesOf, makeCustomer } from '../../testing/user.ts'
import { addBrokerage } from '../distribution/commission/commission.service.ts'
import { settleAlone, settleDeadlines } from './after-sales/after-sales-deadline.service.ts'

const acts = [
  ...[refund.start, refund.again, afterSales.check, afterSales.pay, orderEdit.confirm, recharge.refund],
  ...[withdrawal.apply, promoter.adjust, shopUser.funds, orderRoutes.updatePrice],
  ...[draftOrder.save, draftOrder.send, draftOrder.convert, draftOrder.cancel],
]
const more = ['admin:user:operate:founds:large', 'admin:product:cost:view', 'admin:order:create:discount']

async function staffOf(shop: Shop, routes: readonly Route[] = acts) {
  const clerk = await shop.signIn({ can: routes, permissions: more, username: 'clerk' })
  const chief = await shop.signIn({ can: [...routes, approval.list, approval.review], permissions: more })
  const calls = (who: Caller) => async (route: Route, body: object) => {
    const { status, body: said } = await who.call(route, { body } as never)
    return { status, body: said as Refused & Record<string, unknown> }
  }
  const ask = calls(clerk)
  const agree = async (id: unknown) => {
    const { body } = await chief.call(approval.review, { body: { id: Number(id), pass: true } })
    expect(body).toMatchObject({ state: 1, message: '' })
  }
  /** Asks twice, and has it agreed to. */
  const through = async (route: Route, body: object, kind: string) => {
    const asked = await ask(route, body)
    expect([kind, asked.status, asked.body.message]).toEqual([kind, 202, undefined])
    const [row] = (await chief.call(approval.list, { query: { state: 0 } })).body.list
    expect(row).toMatchObject({ kind, blocked: '', id: asked.body.approvalId })
    expect(row?.changes.length).toBeGreaterThan(0)
    expect(await ask(route, body)).toMatchObject({ status: 409, body: { message: '该操作正在等待审批' } })
    await agree(asked.body.approvalId)
  }
  return { clerk, chief, ask, agree, through }
}

test('every act that moves much money is asked for once, and done by its review as it would have been', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  await setSettings(shop, { pay_sim_refund: 'sync', reauth_amount: 1_000_000_00 })
  const { id: rechargeId } = await recharged({ shop, buyer }, { price: 60 })
  const inCase = await paidByBalance(own)
  const inEdit = await paidByBalance(own, { num: 2 })
  const rich = await makeCustomer(shop.ctx, { nickname: '老郑' })
  await inTransaction(shop.ctx, (tx) =>
    addBrokerage(tx, { uid: buyer.userId, priceFen: 90_00, linkType: 'system', linkId: '', title: '后台调整' }),
  )
  const { body: asked } = await buyer.call(frontWithdrawal.cash, {
    body: { extractType: 'alipay', money: 60, name: '王小明', alipayCode: '13800138000' },
  })
  const { id: salesId } = await makeCase(shop.ctx, { order: inCase })
  await setSettings(shop, { approval_amount: 10_00, founds_limit: 50_00 })
  const { ask, through, clerk } = await staffOf(shop)
  await through(afterSales.check, { id: salesId, pass: true }, 'afterSales')
  expect(await one(own, sql`select state, sales_state from after_sales where id = ${salesId}`)).toEqual({
    state: 3,
    sales_state: 0,
  })
  await through(
    orderEdit.confirm,
    { orderNo: inEdit.orderNo, change: [{ lineId: inEdit.lines[0]?.id, num: 1 }], reason: '买家少要' },
    'orderEdit',
  )
  expect(
    await one(own, sql`select total_num, refund_price_fen::int as back from store_order where id = ${inEdit.id}`),
  ).toMatchObject({ back: 19_90 })
  await through(recharge.refund, { id: rechargeId, type: 1, price: 20 }, 'rechargeRefund')
  await through(withdrawal.apply, { id: asked.id, status: 2 }, 'withdrawal')
  expect(await one(own, sql`select status from user_extract`)).toEqual({ status: 2 })
  await through(promoter.adjust, { uid: rich, type: 1, price: 30, mark: '补发佣金' }, 'commission')
  await through(shopUser.funds, { uid: rich, moneyType: 1, moneyValue: 60, mark: '活动奖励' }, 'balance')
  expect((await balancesOf(shop.ctx, rich))?.money).toBe(60_00)
  // Below the limits nothing waits, and while nothing may wait neither does a large change.
  const small = await paidByBalance(own)
  expect((await ask(refund.start, { orderNo: small.orderNo, amount: 9.99, reason: '补偿' })).status).toBe(200)
  expect((await ask(refund.start, { orderNo: small.orderNo, amount: 0.02, reason: '补偿' })).status).toBe(202)
  const other = await makeCustomer(shop.ctx)
  await setSettings(shop, { approval_amount: 0 })
  expect((await ask(shopUser.funds, { uid: other, moneyType: 1, moneyValue: 60, mark: '活动奖励' })).status).toBe(200)
  expect((await clerk.call(approval.withdraw, { body: { id: 999 } })).status).toBe(404)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('cash is handed over only after somebody has agreed: the refund is asked for without a voucher and then waits for one', async () => {
  const own = await openPayShop()
  const { shop } = own
  await setSettings(shop, { approval_amount: 10_00 })
  const { clerk, through } = await staffOf(shop)
  const made = await paidByBalance(own)
  await through(refund.start, { orderNo: made.orderNo, amount: 15, method: 'offline', reason: '现金退' }, 'refund')
  const row = await one(own, sql`select refund_no as no, state, voucher, fail_msg as why from refund`)
  expect(row).toMatchObject({ state: 2, voucher: '', why: '请线下退给买家 ¥15.00，再填写退款凭证' })
  const said = await again(clerk, { refundNo: String(row?.no), method: 'offline', voucher: '收条 1' })
  expect(said).toMatchObject({ status: 200, body: { state: 1 } })
})

test('of many withdrawals those above the limit wait, each for itself', async () => {
  const own = await openPayShop()
  const { shop } = own
  const ids: number[] = []
  for (const money of [5, 60, 70]) {
    const buyer = await shop.buyer()
    await inTransaction(shop.ctx, (tx) =>
      addBrokerage(tx, { uid: buyer.userId, priceFen: 90_00, linkType: 'system', linkId: '', title: '后台调整' }),
    )
    const form = { extractType: 'alipay', money, name: '王小明', alipayCode: '13800138000' } as const
    ids.push((await buyer.call(frontWithdrawal.cash, { body: form })).body.id)
  }
  await setSettings(shop, { approval_amount: 10_00 })
  const { ask, chief, agree } = await staffOf(shop)
  expect(await ask(withdrawal.apply, { ids, status: 2 })).toMatchObject({
    status: 200,
    body: { ok: 1, asked: 2, failed: [] },
  })
  expect(await ask(withdrawal.apply, { ids: ids.slice(1), status: 2 })).toMatchObject({
    body: { ok: 0, asked: 0, failed: [{ message: '该操作正在等待审批' }, { message: '该操作正在等待审批' }] },
  })
  const { list } = (await chief.call(approval.list, { query: { kind: 'withdrawal' } })).body
  await agree(list.find(({ amount }) => amount === 60)?.id)
  expect(await one(own, sql`select array_agg(status order by id) as status from user_extract`)).toEqual({
    status: [2, 2, 0],
  })
})

test('a job settles no case above the limit: it is left to staff, who ask', async () => {
  const own = await openPayShop()
  const { shop } = own
  await setSettings(shop, { approval_amount: 10_00, refund_auto_unshipped: true, after_sales_auto_approve: true })
  const made = await paidByBalance(own)
  const { id } = await makeCase(shop.ctx, { order: made, set: { auditDeadline: shop.ctx.now() } })
  await settleAlone(shop.ctx, id)
  await settleDeadlines(shop.ctx, NEVER)
  expect(await one(own, sql`select state from after_sales where id = ${id}`)).toEqual({ state: 0 })
  await setSettings(shop, { approval_amount: 0 })
  await settleAlone(shop.ctx, id)
  expect(await one(own, sql`select state from after_sales where id = ${id}`)).toEqual({ state: 3 })
})

test('what is sold below its cost waits: an order that is repriced, a draft, a flash sale; a larger loss than was agreed to fails', async () => {
  const own = await openPayShop()
  const { shop, buyer, skuId } = own
  const open = await placeOrder(own, { num: 1, costFen: 8_00 })
  await setSettings(shop, { approval_below_cost: true })
  const { ask, through, chief } = await staffOf(shop)
  expect((await ask(orderRoutes.updatePrice, { orderNo: open.orderNo, payPrice: 8, reason: '老客' })).status).toBe(200)
  await through(orderRoutes.updatePrice, { orderNo: open.orderNo, payPrice: 7.5, reason: '老客' }, 'price')
  expect(await one(own, sql`select pay_price_fen::int as fen from store_order where id = ${open.id}`)).toEqual({
    fen: 7_50,
  })
  const draft = async (discountValue: number) => {
    const items = [{ skuId, num: 1 }]
    const off = { discountType: 1, discountValue, discountReason: '样品' }
    const to = {
      shippingType: 1,
      realName: '王小明',
      phone: '13800138000',
      cityId: 110101,
      detail: '一号院',
      freight: 0,
    }
    return (await ask(draftOrder.save, { uid: buyer.userId, items, ...to, ...off })).body.id
  }
  expect((await ask(draftOrder.send, { id: await draft(11) })).status).toBe(200)
  await through(draftOrder.send, { id: await draft(15) }, 'draft')
  const second = await ask(draftOrder.convert, { id: await draft(15), reason: '现金' })
  expect(second.status).toBe(202)
  await shop.ctx.db.execute(sql`update product_sku set cost_fen = 9_00 where id = ${skuId}`)
  const { body } = await chief.call(approval.review, { body: { id: Number(second.body.approvalId), pass: true } })
  expect(body).toMatchObject({ state: 5, message: '金额已变化，请重新申请' })
  // Who may not see costs sees no loss.
  const blind = await shop.signIn({ can: [approval.list] })
  expect((await blind.call(approval.list, { query: { kind: 'draft' } })).body.list).toMatchObject([
    { amount: null, changes: [] },
    { amount: null, changes: [] },
  ])
})

test('a flash sale below its cost opens once a second person has agreed, also one that is saved open', async () => {
  const sale = await openSeckillShop({ stock: 30 })
  const { shop, skuId } = sale
  await setSettings(shop, { approval_below_cost: true })
  const { ask, agree, through } = await staffOf(shop, Object.values(seckill))
  const attrValue = [{ skuId, price: 4.99, quota: 5 }]
  const draft = (title: string, status: boolean) => ({ ...seckillDraft(sale, { title, attrValue, status }) })
  const { body: made } = await ask(seckill.save, draft('一', false))
  expect(await ask(seckill.useStatus, { id: made.id, status: true })).toMatchObject({
    status: 422,
    body: { code: 'BELOW_COST' },
  })
  const turn = { id: made.id, status: true, confirmBelowCost: true }
  await through(seckill.useStatus, turn, 'activity')
  const statusOf = async (title: string) =>
    (await shop.ctx.db.execute(sql`select status from activity where title = ${title}`)).rows
  expect(await statusOf('一')).toEqual([{ status: true }])
  await ask(seckill.useStatus, { id: made.id, status: false })
  const saved = await ask(seckill.save, { ...draft('二', true), confirmBelowCost: true })
  expect(saved.status).toBe(202)
  expect(await statusOf('二')).toEqual([])
  await agree(saved.body.approvalId)
  expect(await statusOf('二')).toEqual([{ status: true }])
})

test('what was agreed to is what is done: an account, goods or a draft that somebody changes meanwhile fails, and more units below cost wait again', async () => {
  const sale = await openSeckillShop({ stock: 500 })
  const { shop, skuId } = sale
  const buyer = await shop.buyer()
  const uid = buyer.userId
  await inTransaction(shop.ctx, (tx) =>
    addBrokerage(tx, { uid, priceFen: 90_00, linkType: 'system', linkId: '', title: '后台调整' }),
  )
  const account = { extractType: 'alipay', name: '王小明', alipayCode: '13800138000' } as const
  const { id } = (await buyer.call(frontWithdrawal.cash, { body: { ...account, money: 60 } })).body
  await setSettings(shop, { approval_amount: 10_00, approval_below_cost: true })
  const routes = [...Object.values(seckill), ...acts, withdrawal.update, activity.quota]
  const { ask, agree, chief } = await staffOf(shop, routes)
  const fails = async (approvalId: unknown) => {
    const { body } = await chief.call(approval.review, { body: { id: Number(approvalId), pass: true } })
    expect(body).toMatchObject({ state: 5, message: '申请之后内容已被修改，请重新申请' })
  }
  // Of a withdrawal where the money goes, also once it is approved.
  const pass = { id, status: 2 }
  const first = await ask(withdrawal.apply, pass)
  expect((await ask(withdrawal.update, { id, realName: '别人', alipayCode: 'other@x.cn' })).status).toBe(200)
  await fails(first.body.approvalId)
  await agree((await ask(withdrawal.apply, pass)).body.approvalId)
  expect((await ask(withdrawal.update, { id, alipayCode: 'third@x.cn' })).status).toBe(200)
  expect(await ask(withdrawal.apply, { id, status: 1, payVoucher: '回单' })).toMatchObject({
    status: 422,
    body: { message: '请先审核通过' },
  })

  // Of an activity its goods, prices and units; of an open one more units are asked for like its opening.
  const attrValue = [{ skuId, price: 4.99, quota: 5 }]
  const draft = { ...seckillDraft(sale, { title: '一', attrValue, status: false }) }
  const { id: saleId } = (await ask(seckill.save, draft)).body
  const turn = { id: saleId, status: true, confirmBelowCost: true }
  const opening = await ask(seckill.useStatus, turn)
  const cheaper = { ...draft, id: saleId, attrValue: [{ skuId, price: 4.98, quota: 1 }] }
  expect((await ask(seckill.update, cheaper)).status).toBe(200)
  await fails(opening.body.approvalId)
  await agree((await ask(seckill.useStatus, turn)).body.approvalId)
  const quotaOf = async () => (await shop.ctx.db.execute(sql`select quota_show::int as quota from activity_sku`)).rows
  const raised = await ask(activity.quota, { id: saleId, skuId, quota: 400 })
  expect([raised.status, await quotaOf()]).toEqual([202, [{ quota: 1 }]])
  await agree(raised.body.approvalId)
  expect(await quotaOf()).toEqual([{ quota: 400 }])
})

test('a draft that is changed after it was asked for is not sent as it is now', async () => {
  const { shop, buyer, skuId } = await openPayShop()
  await setSettings(shop, { approval_below_cost: true })
  await shop.ctx.db.execute(sql`update product_sku set cost_fen = 800 where id = ${skuId}`)
  const { ask, chief } = await staffOf(shop)
  const given = {
    uid: buyer.userId,
    items: [{ skuId, num: 1 }],
    shippingType: 1,
    realName: '王小明',
    phone: '13800138000',
    cityId: 110101,
    detail: '一号院',
    freight: 0,
    discountType: 1,
    discountValue: 15,
    discountReason: '样品',
  }
  const { id } = (await ask(draftOrder.save, given)).body
  const asked = await ask(draftOrder.send, { id })
  expect(asked.status).toBe(202)
  expect((await ask(draftOrder.save, { ...given, id, realName: '别人' })).status).toBe(200)
  const { body } = await chief.call(approval.review, { body: { id: Number(asked.body.approvalId), pass: true } })
  expect(body).toMatchObject({ state: 5, message: '申请之后内容已被修改，请重新申请' })
})

test('of many adjustments of commission at once no more goes through than one after the other', async () => {
  const { shop } = await openPayShop()
  await setSettings(shop, { approval_amount: 10_00 })
  const { ask } = await staffOf(shop)
  const uids = await Promise.all(Array.from({ length: 6 }, () => makeCustomer(shop.ctx)))
  const answers = await Promise.all(uids.map((uid) => ask(promoter.adjust, { uid, type: 1, price: 9, mark: '补发' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 202, 202, 202, 202, 202])
})

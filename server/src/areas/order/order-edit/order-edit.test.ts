import { setTimeout as sleep } from 'node:timers/promises'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import { orderNote } from '@zhanggui/contract/order/order-note.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { tellBySms } from '../../../testing/buyer-message.ts'
import { draw } from '../../../testing/chance.ts'
import { buy, findUnbalanced, sell } from '../../../testing/checkout.ts'
import { ring, setSettings } from '../../../testing/pay.ts'
import { openProductShop } from '../../../testing/product.ts'
import type { Caller, CallInput, Refused } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'
import { smsLogs, smsTemplates } from '../../message/sms/sms.tables.ts'
import { addBalance } from '../../user/ledger/ledger.service.ts'
import { expireEdits } from './order-edit-expiry.service.ts'

type Wish = Partial<NonNullable<CallInput<typeof orderEdit.confirm>['body']>>
const routes = [
  orderNote.timeline,
  order.info,
  order.paid,
  order.close,
  shipment.send,
  refund.start,
  ...Object.values(orderEdit),
]

/** A shop with towels in two colours at 10.00 and one at 12.00, and a pillow case at 25.00. */
async function openShop(stock = 10) {
  const opened = await openProductShop()
  const { shop } = opened
  await setSettings(shop, { order_give_integral: 1, freeze_integral_day: 0 })
  const towels = await sell(opened, {
    specType: true,
    attr: [{ attrName: '颜色', attrValues: ['白', '蓝', '金'] }],
    attrValue: [
      { attrValue: { 颜色: '白' }, price: 10, cost: 4, stock },
      { attrValue: { 颜色: '蓝' }, price: 10, cost: 5, stock },
      { attrValue: { 颜色: '金' }, price: 12, cost: 5, stock },
    ],
  })
  const pillow = await sell(opened, { storeName: '枕套', attrValue: [{ price: 25, cost: 9, stock }] })
  const [white = 0, blue = 0, gold = 0] = towels.skuIds
  const staff = await shop.signIn({ can: routes })
  const buyer = await shop.buyer()
  /** An order of white towels that was paid at the counter, or from the balance. */
  const paidOrder = async (num = 3, from: 'offline' | 'yue' = 'offline') => {
    const orderNo = await buy(buyer, white, num)
    if (from === 'offline') await staff.call(order.paid, { body: { orderNo, reason: '转账已到' } })
    else await buyer.call(frontPay.pay, { body: { orderNo, payType: 'yue', channel: 'h5' } })
    const { body: info } = await staff.call(order.info, { query: { orderNo } })
    expect(info.paid).toBe(true)
    return { orderNo, lineId: info.lines[0]?.id ?? 0 }
  }
  const edit = async (orderNo: string, wish: Wish) => {
    const answer = await staff.call(orderEdit.confirm, { body: { orderNo, reason: '买家换货', ...wish } })
    return { ...answer, body: answer.body as typeof answer.body & Refused }
  }
  const info = async (orderNo: string) => (await staff.call(order.info, { query: { orderNo } })).body
  const stockOf = async () => {
    const ids = sql.join([white, blue, gold, pillow.skuId], sql`, `)
    const { rows } = await shop.ctx.db.execute<{ stock: number }>(
      sql`select stock from product_sku where id in (${ids}) order by id`,
    )
    return rows.map((row) => row.stock)
  }
  const customer = async () =>
    (
      await shop.ctx.db.execute<Record<string, number>>(sql`
        select now_money_fen as money, consume_money_fen as bought, refund_money_fen as back, experience, pay_count as times,
          (select coalesce(sum(integral), 0)::int from user_integral_record where uid = u.id and status = 1) as points
        from shop_user as u where id = ${buyer.userId}`)
    ).rows[0]
  const fill = (fen: number) =>
    inTransaction(shop.ctx, (tx) =>
      addBalance(tx, { uid: buyer.userId, type: 'system_add', numberFen: fen, bizKey: `gift ${Math.floor(fen)}` }),
    )
  return {
    ...opened,
    maker: opened.staff,
    staff,
    buyer,
    white,
    blue,
    gold,
    pillow: pillow.skuId,
    paidOrder,
    edit,
    info,
    stockOf,
    customer,
    fill,
  }
}
const pay = (buyer: Caller, orderNo: string, payType: 'weixin' | 'yue' | 'offline' = 'weixin') =>
  buyer.call(frontPay.pay, { body: { orderNo, payType, channel: 'h5' } })
const send = async (staff: Caller, orderNo: string) => {
  const { status, body } = await staff.call(shipment.send, { body: { orderNo, deliveryType: 'fictitious' } })
  return { status, body: body as typeof body & Refused }
}

test('an edit is refused in the words of its guards, and nothing changes', async () => {
  const opened = await openShop()
  const { shop, edit, white, blue, gold, pillow, staff, buyer, paidOrder, stockOf } = opened
  const unpaid = await buy(buyer, white, 1)
  expect(await edit(unpaid, { add: [{ skuId: pillow, num: 1 }] })).toMatchObject({
    status: 409,
    body: { message: '订单未支付，不能改单' },
  })
  await staff.call(order.close, { body: { orderNo: unpaid, reason: '不要了' } })
  const { skuId: jade } = await sell(
    { ...opened, staff: opened.maker },
    { storeName: '玉屏', attrValue: [{ price: 999_970, stock: 2 }] },
  )
  const { orderNo, lineId } = await paidOrder(3)
  const refused = async (wish: Wish, status: number, message: string) =>
    expect(await edit(orderNo, wish)).toMatchObject({ status, body: { message } })
  await refused({}, 400, '订单没有改动')
  await refused({ change: [{ lineId, num: 3 }] }, 400, '订单没有改动')
  await refused({ change: [{ lineId: 999_999, num: 1 }] }, 400, '订单商品不存在，请刷新后重试')
  await refused({ change: [{ lineId, num: 1 }], swap: [{ lineId, skuId: blue }] }, 400, '同一商品只能选择一种改动')
  await refused({ change: [{ lineId, num: 0 }] }, 422, '改单后至少保留一件商品，全部退款请用退款')
  await refused({ swap: [{ lineId, skuId: white }] }, 400, '新规格与原规格相同')
  await refused({ swap: [{ lineId, skuId: gold }] }, 422, '规格价格不同，请用增减商品')
  await refused({ swap: [{ lineId, skuId: pillow }] }, 422, '只能换为同一商品的其他规格')
  await refused({ add: [{ skuId: pillow, num: 11 }] }, 409, '「枕套」库存不足，仅剩10件')
  await refused({ add: [{ skuId: 999_999, num: 1 }] }, 409, '商品已下架')
  const dear = { add: [{ skuId: jade, num: 1 }] }
  await refused(dear, 422, '订单金额不能超过 ¥999999.99，请减少商品或分开下单')
  expect((await staff.call(orderEdit.preview, { body: { orderNo, ...dear } })).status).toBe(422)
  expect(await edit(orderNo, { add: [{ skuId: pillow, num: 1 }], version: 99 })).toMatchObject({
    status: 409,
    body: { code: 'VERSION_CONFLICT' },
  })
  expect(await stockOf()).toEqual([7, 10, 10, 10])
  await send(staff, orderNo)
  await refused({ add: [{ skuId: pillow, num: 1 }] }, 409, '订单已发货，不能改单')
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('an edit that costs more waits for its buyer, who pays it like an order; nothing is sent meanwhile', async () => {
  const { shop, edit, staff, buyer, info, pillow, white, paidOrder, stockOf, customer } = await openShop()
  const { orderNo, lineId } = await paidOrder(3)
  const before = await customer()
  // More of a SKU that the order has is a line of its own, at today's price.
  const wish = { add: [{ skuId: pillow, num: 1 }], change: [{ lineId, num: 5 }] }
  const preview = await staff.call(orderEdit.preview, { body: { orderNo, ...wish } })
  expect(preview.body).toMatchObject({ added: 45, removed: 0, difference: 45 })
  const answer = await edit(orderNo, wish)
  expect(answer).toMatchObject({ status: 200, body: { state: 0, difference: 45 } })
  expect(await trailOf(shop, answer)).toEqual(['edit'])
  expect(await stockOf()).toEqual([5, 10, 10, 9])
  expect(await send(staff, orderNo)).toMatchObject({ status: 409, body: { message: '订单正在改单，暂不能发货' } })
  expect(await edit(orderNo, wish)).toMatchObject({ status: 409, body: { message: '已有改单正在等待付款' } })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  const { body: waiting } = await staff.call(orderEdit.info, { query: { orderNo } })
  expect(waiting.edit).toMatchObject({ difference: 45, text: '增加「纯棉毛巾 白」×2，增加「枕套」×1' })

  const stranger = await shop.buyer()
  expect((await pay(stranger, orderNo)).status).toBe(404)
  const { body: shown } = await buyer.call(frontOrder.detail, { params: { orderNo } })
  expect(shown.edit).toMatchObject({ fee: 45, reason: '买家换货' })
  expect(await pay(buyer, orderNo, 'yue')).toMatchObject({ status: 422, body: { message: '余额不足' } })
  const { body: begun } = await pay(buyer, orderNo)
  expect((await pay(buyer, orderNo)).body.outTradeNo).toBe(begun.outTradeNo)
  expect((await buyer.call(frontPay.query, { body: { orderNo } })).body).toMatchObject({ paid: false })
  for (let told = 0; told < 2; told++) await ring(shop, { outTradeNo: begun.outTradeNo, amount: 4500 })
  expect(await info(orderNo)).toMatchObject({
    payPrice: 75,
    totalNum: 6,
    isEdited: false,
    gainIntegral: 75,
    lines: [
      { skuId: white, num: 3, payShare: 30 },
      { skuId: white, num: 2, payShare: 20 },
      { skuId: pillow, num: 1, payShare: 25 },
    ],
  })
  expect(await customer()).toEqual({ ...before, bought: 7500, experience: 75, points: 75 })
  expect((await buyer.call(frontPay.query, { body: { orderNo } })).body).toMatchObject({ paid: true })
  expect(await stockOf()).toEqual([5, 10, 10, 9])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  expect((await send(staff, orderNo)).status).toBe(200)
})

test('what is removed goes back, and pays for what is added first', async () => {
  const { shop, edit, staff, buyer, info, pillow, white, gold, paidOrder, stockOf, customer, fill } = await openShop()
  await fill(100_00)
  const { orderNo, lineId } = await paidOrder(4, 'yue')
  expect(await customer()).toMatchObject({ money: 60_00, bought: 40_00, experience: 40, points: 40 })
  // Down.
  expect((await edit(orderNo, { change: [{ lineId, num: 3 }] })).body).toMatchObject({ state: 1, difference: -10 })
  expect(await customer()).toMatchObject({ money: 70_00, back: 10_00, experience: 30, points: 30 })
  expect(await stockOf()).toEqual([7, 10, 10, 10])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  // Mixed, up: 25.00 for 10.00 and 15.00 more.
  const up = await edit(orderNo, { change: [{ lineId, num: 2 }], add: [{ skuId: pillow, num: 1 }] })
  expect(up.body).toMatchObject({ state: 0, difference: 15 })
  expect((await pay(buyer, orderNo, 'yue')).body).toMatchObject({ paid: true, provider: 'balance' })
  expect(await info(orderNo)).toMatchObject({ payPrice: 65, refundPrice: 20, refundStatus: 0 })
  expect(await customer()).toMatchObject({ money: 55_00, bought: 55_00, back: 10_00, experience: 45, points: 45 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  // Mixed, down: 12.00 for 25.00, 13.00 back.
  const last = (await info(orderNo)).lines.at(-1)?.id ?? 0
  const wish = { change: [{ lineId: last, num: 0 }], add: [{ skuId: gold, num: 1 }] }
  const { effects } = (await staff.call(orderEdit.preview, { body: { orderNo, ...wish } })).body
  const down = await edit(orderNo, wish)
  expect(down.body).toMatchObject({ state: 1, difference: -13 })
  const after = await info(orderNo)
  expect(after).toMatchObject({
    payPrice: 77,
    refundPrice: 45,
    refunds: [{ amount: 25 }, { amount: 10 }, { amount: 10 }],
  })
  expect(await customer()).toMatchObject({ money: 68_00, bought: 55_00, back: 23_00, experience: 32, points: 32 })
  // Of 45 points 32 are left: the preview and the refund say so.
  for (const text of [effects.join(), after.refunds[0]?.text]) expect(text).toMatch(/扣回积分 13(?!\d)/)
  expect(await stockOf()).toEqual([8, 10, 9, 10])
  // The log, the buyer and events are told what of it went back.
  const told = await shop.ctx.db.execute<{ payload: object }>(sql`
    select distinct payload -> 'amount' as amount, payload -> 'netted' as netted from outbox
    where event = 'order.refunded' and payload ->> 'refundNo' = ${after.refunds[0]?.refundNo ?? ''}`)
  expect(told.rows).toEqual([{ amount: 13, netted: 12 }])
  const { list: stream } = (await staff.call(orderNote.timeline, { query: { orderNo } })).body
  expect(stream.some(({ text }) => text.includes('¥25.00（抵扣改单 ¥12.00，实退 ¥13.00）'))).toBe(true)
  // Even: nothing moves.
  const even = await edit(orderNo, { change: [{ lineId, num: 1 }], add: [{ skuId: white, num: 1 }] })
  expect(even.body).toMatchObject({ state: 1, difference: 0 })
  expect(await customer()).toMatchObject({ money: 68_00, bought: 55_00, back: 23_00 })
  const { rows } = await shop.ctx.db.execute(
    sql`select provider, amount_fen from payment where biz_type = 'edit' order by id`,
  )
  expect(rows).toEqual([
    { provider: 'balance', amount_fen: 1500 },
    { provider: 'edit', amount_fen: 1000 },
    { provider: 'edit', amount_fen: 1200 },
    { provider: 'edit', amount_fen: 1000 },
  ])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('an edit that gives money back takes the right and the proof that a refund of that size takes', async () => {
  const { shop, paidOrder, buyer, blue } = await openShop()
  await setSettings(shop, { reauth_amount: 15_00 })
  await inTransaction(shop.ctx, (tx) => addBalance(tx, { uid: buyer.userId, type: 'system_add', numberFen: 100_00 }))
  const staff = await shop.signIn({ can: routes })
  const clerk = await shop.signIn({ can: Object.values(orderEdit).filter((route) => route !== orderEdit.paid) })
  const { orderNo, lineId } = await paidOrder(3, 'yue')
  const less = (num: number) => ({ orderNo, change: [{ lineId, num }] })
  const preview = async (who: Caller, num: number) => (await who.call(orderEdit.preview, { body: less(num) })).body
  const confirm = (who: Caller, num: number) =>
    who.call(orderEdit.confirm, { body: { ...less(num), reason: '买家少要' } })
  expect(await preview(clerk, 2)).toMatchObject({ difference: -10, refused: expect.stringContaining('「退款」权限') })
  expect(await preview(staff, 2)).toMatchObject({ difference: -10, refused: '' })
  expect(await confirm(clerk, 2)).toMatchObject({ status: 403, body: { permission: 'admin:order:refund' } })
  expect((await confirm(staff, 2)).status).toBe(200)
  shop.clock.advance(11 * 60_000)
  // 10.00 and 10.00: the second makes it a large one.
  expect((await preview(staff, 1)).effects).toContainEqual(expect.stringContaining('须验证身份'))
  expect((await confirm(staff, 1)).status).toBe(428)
  expect((await staff.call(refund.start, { body: { orderNo, amount: 5.01, reason: '补偿' } })).status).toBe(428)
  const swap = { orderNo, swap: [{ lineId, skuId: blue }], reason: '买家换色' }
  expect((await clerk.call(orderEdit.confirm, { body: swap })).status, 'what gives nothing back needs neither').toBe(
    200,
  )
})

test('the buyer is told what to pay; the shop confirms what it took past the gateways, once', async () => {
  const { shop, edit, staff, buyer, info, pillow, gold, paidOrder, customer } = await openShop()
  const { ctx } = shop
  await setSettings(shop, { site_url: 'https://m.example.com/' })
  await tellBySms(shop, 'modifyOrderPrice')
  await ctx.db.execute(sql`update shop_user set phone = '13800000001' where id = ${buyer.userId}`)
  const content = `订单\${orderNo}还需付款\${payPrice}元，请在\${deadline}前支付：\${payUrl}`
  await ctx.db
    .insert(smsTemplates)
    .values({ tempId: 'T8', title: '待付款', type: 2, tempKey: 'modifyOrderPrice', content, status: '通过' })
  await shop.app.work()
  const { orderNo, lineId } = await paidOrder(3)
  const taken = async (voucher = '收据 9') => {
    const answer = await staff.call(orderEdit.paid, { body: { orderNo, voucher, reason: '到店补差价' } })
    return { ...answer, body: answer.body as typeof answer.body & Refused }
  }
  expect(await taken()).toMatchObject({ status: 409, body: { message: '没有等待付款的改单' } })
  const wish = { change: [{ lineId, num: 2 }], add: [{ skuId: pillow, num: 1 }] }
  expect((await edit(orderNo, wish)).body).toMatchObject({ state: 0, difference: 15 })
  const told = async () => (await ctx.db.select({ content: smsLogs.content }).from(smsLogs)).map((log) => log.content)
  await expect.poll(told).toHaveLength(1)
  expect((await told())[0]).toMatch(
    new RegExp(`^订单${orderNo}还需付款15.00元，请在.{19}前支付：https://m.example.com/h5/pay/${orderNo}$`),
  )

  const clerk = await shop.signIn({ can: [orderEdit.confirm] })
  expect((await clerk.call(orderEdit.paid, { body: { orderNo, reason: '到店补差价' } })).status).toBe(403)
  const { body: begun } = await pay(buyer, orderNo)
  const answers = await Promise.all([taken(), taken()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const done = answers.find(({ status }) => status === 200)
  expect(done && (await trailOf(shop, done))).toContain('paid')
  expect(await info(orderNo)).toMatchObject({ payPrice: 55, refundPrice: 10, isEdited: false, totalNum: 4 })
  expect(await customer()).toMatchObject({ bought: 45_00, back: 0, money: 0 })
  // What the buyer pays all the same goes back.
  await ring(shop, { outTradeNo: begun.outTradeNo, amount: 1500 })
  expect((await info(orderNo)).refunds.filter(({ surplus }) => surplus)).toMatchObject([{ amount: 15 }])
  // What goes back beyond what is added is cash, as it came, and is told as such.
  const last = (await info(orderNo)).lines.at(-1)?.id ?? 0
  const cheaper = { change: [{ lineId: last, num: 0 }], add: [{ skuId: gold, num: 1 }] }
  const { body: sum } = await staff.call(orderEdit.preview, { body: { orderNo, ...cheaper } })
  expect(sum).toMatchObject({ difference: -13, handOver: 13 })
  expect(sum.effects).toContain('其中 ¥13.00 请线下退给买家（现金或转账），并填写退款凭证')
  const unproven = await edit(orderNo, cheaper)
  expect([unproven.status, unproven.body.message]).toEqual([400, '请线下退给买家 ¥13.00，再填写退款凭证'])
  expect((await info(orderNo)).payPrice).toBe(55)
  expect(await edit(orderNo, { ...cheaper, voucher: '收据 10' })).toMatchObject({ status: 200 })
  expect((await info(orderNo)).refunds.find(({ amount }) => amount === 25)).toMatchObject({ method: 'offline' })
  const { list } = (await staff.call(orderNote.timeline, { query: { orderNo } })).body
  const moved = list.flatMap(({ what, from, amount }) => (amount ? [[what, from, amount]] : []))
  expect(moved.toReversed()).toEqual([
    ...[['付款成功', 'staff', 30] as const, ['改单', 'staff', 15] as const, ['关闭后到账', 'channel', 15] as const],
    ['退款', 'staff', -13],
  ])
  expect(await findUnbalanced(ctx)).toEqual([])
})

test('a difference not paid in a day, given up by the shop, or overtaken by a refund gives stock back; its money later is sent back', async () => {
  const { shop, edit, staff, buyer, info, pillow, blue, paidOrder, stockOf, fill } = await openShop()
  const { orderNo, lineId } = await paidOrder(3)
  const wish = { add: [{ skuId: pillow, num: 2 }] }
  await edit(orderNo, wish)
  const { body: first } = await pay(buyer, orderNo)
  expect(await expireEdits(shop.ctx, AbortSignal.timeout(60_000))).toBe(0)
  await shop.ctx.db.execute(sql`update order_edit set expire_time = expire_time - interval '24 hours'`)
  // Before the job has run the buyer can pay no more, either way.
  await fill(100_00)
  for (const payType of ['yue', 'weixin'] as const)
    expect(await pay(buyer, orderNo, payType)).toMatchObject({
      status: 409,
      body: { message: '改单已超过付款时间，请联系商家重新改单' },
    })
  expect(await expireEdits(shop.ctx, AbortSignal.timeout(60_000))).toBe(1)
  expect(await stockOf()).toEqual([7, 10, 10, 10])
  await ring(shop, { outTradeNo: first.outTradeNo, amount: 5000 })

  await edit(orderNo, { ...wish, add: [{ skuId: blue, num: 1 }] })
  const cancelled = await staff.call(orderEdit.cancel, { body: { orderNo } })
  expect([cancelled.status, await trailOf(shop, cancelled)]).toEqual([200, ['editCancel']])
  expect(await staff.call(orderEdit.cancel, { body: { orderNo } })).toMatchObject({ status: 409 })

  await edit(orderNo, wish)
  const { body: third } = await pay(buyer, orderNo)
  expect(
    await staff.call(refund.start, {
      body: { orderNo, lines: [{ lineId, num: 1 }], voucher: '收据 2', reason: '买家不要了' },
    }),
  ).toMatchObject({
    status: 200,
  })
  expect(await stockOf()).toEqual([8, 10, 10, 10])
  await ring(shop, { outTradeNo: third.outTradeNo, amount: 5000 })
  const after = await info(orderNo)
  expect(after).toMatchObject({ payPrice: 30, refundPrice: 10, totalNum: 3, isEdited: false })
  expect(after.refunds.filter(({ surplus }) => surplus).map(({ amount }) => amount)).toEqual([50, 50])
  const { rows } = await shop.ctx.db.execute(sql`select state from order_edit order by id`)
  expect(rows).toEqual([{ state: 2 }, { state: 3 }, { state: 3 }])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a swapped line keeps its price and shares; the stock of both SKUs is right', async () => {
  const { shop, edit, staff, info, blue, white, paidOrder, stockOf } = await openShop()
  const { orderNo, lineId } = await paidOrder(3)
  const [before] = (await info(orderNo)).lines
  expect(await edit(orderNo, { swap: [{ lineId, skuId: blue }] })).toMatchObject({
    status: 200,
    body: { state: 1, difference: 0 },
  })
  const [after] = (await info(orderNo)).lines
  expect(after).toEqual({
    ...before,
    skuId: blue,
    sku: '蓝',
    unique: after?.unique,
    barCode: after?.barCode,
    image: after?.image,
  })
  expect(await stockOf()).toEqual([10, 7, 10, 10])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  // Back again, and what is refunded then returns to the SKU that the line has now.
  await edit(orderNo, { swap: [{ lineId, skuId: white }] })
  await staff.call(refund.start, {
    body: { orderNo, lines: [{ lineId, num: 1 }], voucher: '收据 2', reason: '买家不要了' },
  })
  expect(await stockOf()).toEqual([8, 10, 10, 10])
  const { rows } = await shop.ctx.db.execute(sql`select sales from product_sku order by id limit 2`)
  expect(rows).toEqual([{ sales: 2 }, { sales: 0 }])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

/** Within such a time either of two calls comes first. */
const soon = () => sleep(draw(15))

test('of a swap and a shipment, and of two swaps to the last units, one wins in 20 rounds each', async () => {
  const { shop, edit, staff, info, blue, white, paidOrder, stockOf } = await openShop(60)
  await setSettings(shop, { rate_writes_per_minute: 6000 })
  for (let round = 0; round < 20; round++) {
    const { orderNo, lineId } = await paidOrder(1)
    const answers = await Promise.all([
      soon().then(() => send(staff, orderNo)),
      soon().then(() => edit(orderNo, { swap: [{ lineId, skuId: blue }] })),
    ])
    const [sent, swapped] = answers.map(({ status }) => status)
    expect(sent).toBe(200)
    expect([200, 409]).toContain(swapped)
    const [line] = (await info(orderNo)).lines
    expect([line?.skuId === blue, line?.sentNum]).toEqual([swapped === 200, 1])
  }
  const [, left = 0] = await stockOf()
  await shop.ctx.db.execute(sql`update product_sku set stock = 1 where id = ${blue}`)
  const two = [await paidOrder(1), await paidOrder(1)]
  for (let round = 0; round < 20; round++) {
    const swap = ({ orderNo, lineId }: (typeof two)[number]) => edit(orderNo, { swap: [{ lineId, skuId: blue }] })
    const answers = await Promise.all(two.map((one) => soon().then(() => swap(one))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await stockOf())[1]).toBe(0)
    const won = two[answers.findIndex(({ status }) => status === 200)]
    // The last unit goes back for the next round.
    if (won) expect((await edit(won.orderNo, { swap: [{ lineId: won.lineId, skuId: white }] })).status).toBe(200)
  }
  await shop.ctx.db.execute(sql`update product_sku set stock = ${left} where id = ${blue}`)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('points that a refund took back whole are earned anew by what an edit adds, and only by that', async () => {
  const { shop, edit, staff, buyer, pillow, paidOrder, customer, fill } = await openShop()
  await fill(100_00)
  const { orderNo } = await paidOrder(4, 'yue')
  expect((await customer())?.points).toBe(40)
  const back = { orderNo, amount: 39.99, reason: '破损补偿' }
  expect((await staff.call(refund.start, { body: back })).status).toBe(200)
  expect((await customer())?.points).toBe(0)
  expect((await edit(orderNo, { add: [{ skuId: pillow, num: 1 }] })).status).toBe(200)
  expect((await pay(buyer, orderNo, 'yue')).status).toBe(200)
  expect((await customer())?.points).toBe(25)
  const { rows } = await shop.ctx.db.execute(
    sql`select status, integral from user_integral_record where uid = ${buyer.userId} and biz_key like '%:earn'`,
  )
  expect(rows).toEqual([{ status: 1, integral: 25 }])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

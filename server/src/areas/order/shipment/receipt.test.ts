import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontShipment, type Review } from '@zhanggui/contract/order/front-shipment.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { MAX_POINTS } from '@zhanggui/domain/user/ledger.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { pictureBy } from '../../../testing/after-sales.ts'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { type MadeOrder, makeOrder } from '../../../testing/order.ts'
import { openPayShop, type PayShop, placeOrder, setSettings } from '../../../testing/pay.ts'
import type { Caller, Refused, Shop } from '../../../testing/shop.ts'
import { expectReconciled } from '../../../testing/user.ts'
import { changePoints } from '../../user/ledger/ledger.service.ts'
import { AUTO_COMPLETE, AUTO_RECEIPT, UNFREEZE } from './receipt.service.ts'

const { take, comment } = frontShipment
const DAY_MS = 24 * 3600_000

/** Runs a scheduled job. Returns how many rows it did. */
const run = ({ app, ctx }: Shop, job: string) =>
  app.platform.scheduler.find(job)?.run(ctx, {}, new AbortController().signal)

async function answerOf(call: Promise<{ status: number; body: object }>) {
  const { status, body } = await call
  return { status, body: body as Partial<Refused> }
}

const review = (orderNo: string, lineId: number | undefined, more: Partial<Review> = {}) => ({
  body: { orderNo, lineId: lineId ?? 0, productScore: 5, serviceScore: 4, comment: '软，吸水', ...more },
})

const seen = async (buyer: Caller, orderNo: string) =>
  (await buyer.call(frontOrder.detail, { params: { orderNo } })).body

/** An order of the buyer's, of two products. */
const makeTwo = ({ shop, buyer, productId, skuId }: PayShop, order: MadeOrder = {}) =>
  makeOrder(shop.ctx, {
    uid: buyer.userId,
    paid: true,
    lines: [
      { productId, skuId, num: 2 },
      { productId, skuId: skuId + 1, num: 1, unique: 'other' },
    ],
    ...order,
  })

test('T13 T15 a buyer takes an order and reviews it line by line; the last review completes it', async () => {
  const opened = await openPayShop()
  const { shop, buyer } = opened
  const refused = async (order: MadeOrder, status: number, message: string) => {
    const { orderNo } = await makeTwo(opened, order)
    expect(await answerOf(buyer.call(take, { body: { orderNo } }))).toMatchObject({ status, body: { message } })
  }
  await refused({}, 409, '订单未发货，不能确认收货')
  await refused({ status: 1, paid: false, cod: true }, 422, '请先确认收款')
  await refused({ status: 1, refundStatus: 1 }, 409, '订单正在退款')
  await refused({ status: 2 }, 409, '订单已确认收货')
  const { orderNo, lines } = await makeTwo(opened, { status: 1 })
  const [one, two] = lines
  expect((await buyer.call(comment, review(orderNo, one?.id))).status).toBe(409)
  const stranger = await shop.buyer()
  expect((await stranger.call(take, { body: { orderNo } })).status).toBe(404)
  const answers = await Promise.all([1, 2].map(() => buyer.call(take, { body: { orderNo } })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await seen(buyer, orderNo)).toMatchObject({ statusStr: { value: '待评价' }, canTake: false, canReview: true })
  expect((await buyer.call(comment, review(orderNo, 999_999))).status).toBe(404)
  expect((await buyer.call(comment, review(orderNo, one?.id, { productScore: 6 as 5 }))).status).toBe(400)
  const first = await Promise.all([1, 2].map(() => answerOf(buyer.call(comment, review(orderNo, one?.id)))))
  expect(first.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await seen(buyer, orderNo)).toMatchObject({ statusStr: { value: '待评价' } })
  expect((await buyer.call(comment, review(orderNo, two?.id))).status).toBe(200)
  expect(await seen(buyer, orderNo)).toMatchObject({ statusStr: { value: '交易完成' }, canReview: false })
  const { rows } = await shop.ctx.db.execute(sql`select oid, product_score, comment from product_reply order by id`)
  expect(rows).toMatchObject([{ comment: '软，吸水', product_score: 5 }, {}])
})

test('a review shows pictures that its buyer uploaded: none of other buyers, none of other hosts', async () => {
  const opened = await openPayShop()
  const { shop, buyer } = opened
  const { orderNo, lines } = await makeTwo(opened, { status: 2 })
  const own = await pictureBy(buyer, 'red')
  const foreign = await pictureBy(await shop.buyer(), 'green')
  for (const pic of [foreign, 'https://evil.example/track.png'])
    expect(await answerOf(buyer.call(comment, review(orderNo, lines[0]?.id, { pics: [own, pic] })))).toMatchObject({
      status: 400,
      body: { message: '请上传自己的图片', errors: [{ field: 'pics[1]' }] },
    })
  expect((await buyer.call(comment, review(orderNo, lines[0]?.id, { pics: [own] }))).status).toBe(200)
  const { rows } = await shop.ctx.db.execute<{ pics: string[] }>(sql`select pics from product_reply`)
  expect(rows.map(({ pics }) => pics.length)).toEqual([1])
})

test('T15 a line wholly refunded is not waited for', async () => {
  const opened = await openPayShop()
  const { shop, buyer } = opened
  const { orderNo, lines } = await makeTwo(opened, { status: 2 })
  await shop.ctx.db.execute(sql`update order_line set refund_num = num where id = ${lines[1]?.id}`)
  expect((await answerOf(buyer.call(comment, review(orderNo, lines[1]?.id)))).body.message).toBe(
    '该商品已退款，不能评价',
  )
  expect((await buyer.call(comment, review(orderNo, lines[0]?.id))).status).toBe(200)
  expect(await seen(buyer, orderNo)).toMatchObject({ statusStr: { value: '交易完成' } })
})

test('orders are received when their time has come, but for those with a lost parcel, which the buyer may still take', async () => {
  const opened = await openPayShop({ stock: 40 })
  const { shop, buyer } = opened
  const staff = await shop.signIn({ can: [shipment.send, order.info, order.list] })
  const ship = async (number: string) => {
    const { orderNo } = await placeOrder(opened, { paid: true })
    const body = {
      orderNo,
      deliveryType: 'express' as const,
      expressCode: 'SF',
      expressNumber: number,
      confirmSame: true,
    }
    expect((await staff.call(shipment.send, { body })).status).toBe(200)
    return orderNo
  }
  const [plain, problem, returned] = [
    await ship('SF1000000000001'),
    await ship('SF1000000000002'),
    await ship('SF1000000000003'),
  ]
  const told = (number: string, state: number) =>
    shop.ctx.db.execute(
      sql`update shipment set trace_state = ${state}, trace_time = now() where express_no = ${number}`,
    )
  await told('SF1000000000002', 5)
  await told('SF1000000000003', 6)
  expect(await run(shop, AUTO_RECEIPT)).toBe(0)
  shop.clock.advance(7 * DAY_MS + 1000)
  const runs = await Promise.all([run(shop, AUTO_RECEIPT), run(shop, AUTO_RECEIPT)])
  expect(runs.reduce((sum = 0, done = 0) => sum + done, 0)).toBe(1)
  // His session has ended meanwhile.
  const later = await shop.buyer({ uid: buyer.userId })
  expect(await seen(later, plain)).toMatchObject({
    statusStr: { value: '待评价' },
    shipments: [{ expressNo: 'SF1000000000001' }],
  })
  const again = await shop.signIn({ can: [order.info, order.list] })
  for (const orderNo of [problem, returned]) {
    const { body } = await again.call(order.info, { query: { orderNo } })
    expect(body).toMatchObject({ status: 1, labels: expect.arrayContaining([{ text: '物流异常', level: 'danger' }]) })
  }
  const { list } = (await again.call(order.list, { query: { status: 'toReceive' } })).body
  expect(list.every(({ labels }) => labels.some(({ text }) => text === '物流异常'))).toBe(true)
  expect((await later.call(take, { body: { orderNo: problem } })).status).toBe(200)
})

test('unreviewed lines get a good review in time and the order is complete; without automatic reviews it just completes', async () => {
  const opened = await openPayShop()
  const { shop } = opened
  const past = new Date(shop.clock.now().getTime() - 1000)
  const due = { status: 2 as const, autoCompleteTime: past }
  const { orderNo, lines } = await makeTwo(opened, due)
  await shop.ctx.db.execute(sql`update order_line set refund_num = num where id = ${lines[1]?.id}`)
  const reship = await makeTwo(opened, { ...due, source: 'reship' })
  const waiting = await makeTwo(opened, { ...due, refundStatus: 1 })
  expect(await run(shop, AUTO_COMPLETE)).toBe(2)
  const stateOf = async (no: string) =>
    (await shop.ctx.db.execute<{ status: number }>(sql`select status from store_order where order_no = ${no}`)).rows[0]
      ?.status
  expect([await stateOf(orderNo), await stateOf(reship.orderNo), await stateOf(waiting.orderNo)]).toEqual([3, 3, 2])
  const replies = async () =>
    (
      await shop.ctx.db.execute(
        sql`select oid, product_score as score, comment, is_auto from product_reply order by id`,
      )
    ).rows
  expect(await replies()).toEqual([{ oid: lines[0]?.id, score: 5, comment: '系统默认好评', is_auto: true }])
  await setSettings(shop, { auto_reply_days: 0 })
  const silent = await makeTwo(opened, due)
  expect(await run(shop, AUTO_COMPLETE)).toBe(1)
  expect(await stateOf(silent.orderNo)).toBe(3)
  expect(await replies()).toHaveLength(1)
})

test('points earned thaw after their days; those of an order under refund wait', async () => {
  const opened = await openPayShop({ stock: 40 })
  const { shop, buyer } = opened
  await setSettings(shop, { freeze_integral_day: 3 })
  const takePaid = async () => {
    const made = await placeOrder(opened, { status: 1, gainIntegral: 19 })
    await shop.ctx.db.execute(sql`insert into user_integral_record (uid, link_id, title, biz_key, link_type, type, integral, balance, status)
      values (${buyer.userId}, ${made.orderNo}, '用户订单付款成功', ${`order:${made.id}:earn`}, 'order', 1, 19, 0, 1)`)
    expect((await buyer.call(take, { body: { orderNo: made.orderNo } })).status).toBe(200)
    return made
  }
  const [, refunding] = [await takePaid(), await takePaid()]
  await shop.ctx.db.execute(sql`update store_order set refund_status = 3 where id = ${refunding.id}`)
  const points = async () =>
    (await shop.ctx.db.execute<{ integral: number }>(sql`select integral from shop_user where id = ${buyer.userId}`))
      .rows[0]?.integral
  expect(await run(shop, UNFREEZE)).toBe(0)
  expect(await points()).toBe(0)
  shop.clock.advance(3 * DAY_MS + 1000)
  const runs = await Promise.all([run(shop, UNFREEZE), run(shop, UNFREEZE)])
  expect(Math.max(...runs.map((done) => done ?? 0))).toBe(1)
  expect(await points()).toBe(19)
  await shop.ctx.db.execute(sql`update store_order set refund_status = 0 where id = ${refunding.id}`)
  expect(await run(shop, UNFREEZE)).toBe(1)
  expect(await points()).toBe(38)
  // Those for which the balance has no room wait, and their record says why.
  const move = (type: 1 | 2, integral: number) =>
    inTransaction(shop.ctx, (tx) => {
      const note = { linkType: 'system', title: '后台积分操作', status: 3 } as const
      return changePoints(tx, { uid: buyer.userId, type, integral, ...note })
    })
  await move(1, MAX_POINTS - 38 - 4)
  await setSettings(shop, { freeze_integral_day: 0 })
  await takePaid()
  expect(await run(shop, UNFREEZE)).toBe(0)
  const { rows: waiting } = await shop.ctx.db.execute(
    sql`select status, mark from user_integral_record where link_type = 'order' order by id desc limit 1`,
  )
  expect(waiting).toEqual([{ status: 2, mark: '积分已达上限，余额减少后到账' }])
  await move(2, 100)
  expect(await run(shop, UNFREEZE)).toBe(1)
  expect(await points()).toBe(MAX_POINTS - 4 - 100 + 19)
  await expectReconciled(shop.ctx)
})

test('T13 a receipt against the shipping of what is left: the order is received only once all of it was sent', async () => {
  const opened = await openPayShop({ stock: 40 })
  const { shop, buyer } = opened
  const staff = await shop.signIn({ can: [shipment.send, shipment.withdraw] })
  for (let round = 0; round < 5; round++) {
    const { orderNo, id } = await placeOrder(opened, { paid: true, num: 2 })
    const body = { orderNo, deliveryType: 'fictitious' as const }
    const [sent, taken] = await Promise.all([
      staff.call(shipment.send, { body }),
      buyer.call(take, { body: { orderNo } }),
    ])
    expect(sent.status).toBe(200)
    expect([200, 409]).toContain(taken.status)
    const { deliveryNo } = sent.body
    const answers = await Promise.all([
      staff.call(shipment.withdraw, { body: { deliveryNo } }),
      buyer.call(take, { body: { orderNo } }),
    ])
    const { rows } = await shop.ctx.db.execute(sql`select status, sent_num from store_order where id = ${id}`)
    const isBack = answers[0].status === 200
    expect(rows).toEqual([isBack ? { status: 0, sent_num: 0 } : { status: 2, sent_num: 2 }])
  }
  expect((await findUnbalanced(shop.ctx)).filter(({ equation }) => equation !== 'R10')).toEqual([])
})

import { combination } from '@zhanggui/contract/combination/combination.ts'
import { frontCombination } from '@zhanggui/contract/combination/front-combination.ts'
import { team } from '@zhanggui/contract/combination/team.ts'
import { frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { orderPrint } from '@zhanggui/contract/order/order-print.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { findUnbalanced } from '../../../testing/checkout.ts'
import {
  askTeam,
  buyInTeam,
  type CombinationShop,
  leave,
  openCombination,
  openCombinationShop,
  orderInTeam,
  pass,
  payOrder,
  readCombination,
  readTeam,
  richBuyer,
  settle,
  teamOf,
} from '../../../testing/combination.ts'
import { begin, payAtProvider, ring, setSettings } from '../../../testing/pay.ts'
import type { Caller } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { listMembersToTell } from '../../combination/team/team-read.service.ts'
import { closeOfProduct } from '../../promotion/activity/activity.service.ts'
import { closeUnpaid } from '../order-payment/order-overdue.service.ts'
import { settleTeams } from './order-team.service.ts'

const HOUR_MS = 3600_000
const SECOND_MS = 1000

const balanced = async ({ shop }: CombinationShop) => expect(await findUnbalanced(shop.ctx)).toEqual([])

test('the paid order that opens a team waits in 待成团; with the last place all orders of the team may leave at once', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own)
  const first = await buyInTeam(shop, sale, { num: 2 })
  expect(first).toMatchObject({ pinkStatus: 1, tab: 3 })
  expect(first.pinkId).toBeGreaterThan(0)
  const clerk = await shop.signIn({ can: [shipment.send, order.info] })
  const send = (orderNo: string) =>
    clerk.call(shipment.send, {
      body: { orderNo, deliveryType: 'express', expressCode: 'ZTO', expressNumber: '7512345678' },
    })
  expect((await send(first.orderNo)).body).toMatchObject({ status: 409, message: '拼团未完成，暂不能发货' })
  const second = await buyInTeam(shop, sale, { pinkId: first.pinkId })
  expect(second).toMatchObject({ pinkId: first.pinkId, pinkStatus: 1 })
  const third = await buyInTeam(shop, sale, { pinkId: first.pinkId })
  expect(third).toMatchObject({ pinkId: first.pinkId, pinkStatus: 2, tab: 2 })
  for (const { orderNo } of [first, second])
    expect(await teamOf(shop, orderNo)).toMatchObject({ pinkStatus: 2, tab: 2 })
  expect(await readTeam(shop, first.pinkId)).toMatchObject({
    status: 2,
    memberCount: 3,
    virtualCount: 0,
    endReason: 'full',
  })
  expect((await send(first.orderNo)).status).toBe(200)
  const info = (id: number) => own.keeper.call(team.info, { query: { id } })
  const sums = { runningTeam: 0, countTeam: 1, failTeam: 0, averageMinutes: 0 }
  expect((await info(first.pinkId)).body).toMatchObject({ id: first.pinkId, memberCount: 3, status: 2, ...sums })
  expect((await info(first.pinkId + 99)).status).toBe(404)
  const late = await richBuyer(shop)
  expect((await askTeam(late, sale, first.pinkId)).body).toMatchObject({ status: 422, message: '拼团已完成' })
  await balanced(own)
})

test('who finds the team full when the money comes opens one of their own, and is told', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own, { people: 2 })
  const first = await buyInTeam(shop, sale)
  const [slow, quick] = [await richBuyer(shop), await richBuyer(shop)]
  const slowNo = await orderInTeam(slow, sale, { pinkId: first.pinkId })
  await buyInTeam(shop, sale, { buyer: quick, pinkId: first.pinkId })
  expect((await payOrder(slow, slowNo)).status).toBe(200)
  const after = await teamOf(shop, slowNo)
  expect(after).toMatchObject({ pinkStatus: 1, tab: 3 })
  expect(after.pinkId).not.toBe(first.pinkId)
  const { body } = await slow.call(frontOrder.detail, { params: { orderNo: slowNo } })
  expect(body).toMatchObject({ notice: '原团已满，已为您开新团', pinkId: after.pinkId, orderKind: 'combination' })
  await balanced(own)
})

test('of ten who pay at once for the two places of a team, it is full once, and the others have teams of their own', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own)
  const first = await buyInTeam(shop, sale)
  const buyers = await Promise.all(Array.from({ length: 10 }, () => richBuyer(shop)))
  const numbers: string[] = []
  for (const buyer of buyers) numbers.push(await orderInTeam(buyer, sale, { pinkId: first.pinkId }))
  const paid = await Promise.all(buyers.map((buyer, at) => payOrder(buyer, numbers[at] ?? '')))
  expect(paid.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  const stand = await Promise.all(numbers.map((no) => teamOf(shop, no)))
  expect(stand.filter(({ pinkId, pinkStatus }) => pinkId === first.pinkId && pinkStatus === 2)).toHaveLength(2)
  const others = stand.filter(({ pinkId }) => pinkId !== first.pinkId)
  expect(new Set(others.map(({ pinkId }) => pinkId)).size).toBe(8)
  expect(others.every(({ pinkStatus }) => pinkStatus === 1)).toBe(true)
  expect(await teamOf(shop, first.orderNo)).toMatchObject({ pinkStatus: 2 })
  await balanced(own)
})

test('money that a gateway reports for the places of a team, while papers are printed and orders cancelled and closed, is booked once each', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own)
  const first = await buyInTeam(shop, sale)
  const buyers = await Promise.all(Array.from({ length: 6 }, () => shop.buyer()))
  const numbers: string[] = []
  for (const buyer of buyers) numbers.push(await orderInTeam(buyer, sale, { pinkId: first.pinkId }))
  const told: { outTradeNo: string; amount: number }[] = []
  for (const [at, buyer] of buyers.entries()) {
    const attempt = await begin({ ...own, buyer }, numbers[at] ?? '')
    const said = await payAtProvider(shop, attempt.outTradeNo)
    if (said) told.push(said)
  }
  await shop.ctx.db.execute(
    sql`update store_order set pay_deadline = ${shop.ctx.now()}::timestamptz - interval '1 minute' where tab = 1`,
  )
  const admin = await shop.signInAdmin()
  const answers = await Promise.all([
    ...told.map((said) => ring(shop, said)),
    ...told.map((said) => ring(shop, said)),
    print(admin, [first.orderNo, ...numbers]),
    buyers[0]?.call(frontOrder.cancel, { body: { orderNo: numbers[0] ?? '' } }),
    closeUnpaid(shop.ctx, new AbortController().signal),
    settle(shop),
  ])
  for (const answer of answers)
    if (answer && typeof answer === 'object') expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
  await settle(shop)
  const stand = await Promise.all(numbers.map((no) => teamOf(shop, no)))
  expect(stand.filter(({ pinkId, pinkStatus }) => pinkId === first.pinkId && pinkStatus === 2)).toHaveLength(2)
  // The one that was cancelled before its money came gets it back; the others have teams.
  expect(stand.filter(({ paid }) => paid).length).toBeGreaterThanOrEqual(5)
  expect(stand.every(({ paid, pinkStatus }) => !paid || pinkStatus > 0)).toBe(true)
  await balanced(own)
})

test.each([0, 1, 2, 3, 4, 5])(
  'a refund and the completion of its team at the same instant, with papers printed beside them, end in one order or the other (%i)',
  async (at) => {
    const own = await openCombinationShop()
    const { shop } = own
    const sale = await openCombination(own, { people: 2 })
    const first = await buyInTeam(shop, sale)
    const joiner = await richBuyer(shop)
    const no = await orderInTeam(joiner, sale, { pinkId: first.pinkId })
    const admin = await shop.signInAdmin()
    const giveBack = () =>
      admin.call(refund.start, { body: { orderNo: first.orderNo, amount: 9.9, reason: '协商一致' } })
    const acts = [giveBack, () => payOrder(joiner, no), () => print(admin, [first.orderNo, no])]
    const order = at % 2 ? acts : acts.toReversed()
    const answers = await Promise.all(order.map((act) => act()))
    for (const answer of answers) expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
    await settle(shop)
    const [mine, theirs] = [await teamOf(shop, first.orderNo), await teamOf(shop, no)]
    expect(mine.refundStatus).toBe(2)
    // Completed before: the refund changes nothing for the other. Else the other is in the team that goes on, or in a new one.
    expect([2, 3]).toContain(mine.pinkStatus)
    expect(theirs).toMatchObject({ paid: true, pinkStatus: mine.pinkStatus === 2 ? 2 : 1 })
    await balanced(own)
  },
)

const print = (admin: Caller, orderNos: string[]) => admin.call(orderPrint.data, { body: { orderNos, kind: 'note' } })

test('a team that misses no more than may be filled succeeds when its time is over; one that misses more fails, and everybody gets their own money back once', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own, { virtualRation: 1 })
  const [one, other] = [await buyInTeam(shop, sale), await buyInTeam(shop, sale, { num: 2 })]
  await buyInTeam(shop, sale, { pinkId: one.pinkId })
  await settle(shop)
  expect(await readTeam(shop, one.pinkId)).toMatchObject({ status: 1 })
  // Edited meanwhile, with everything closed: teams keep the terms under which they were opened.
  await own.keeper.call(combination.useStatus, { body: { id: sale.id, status: false } })
  await shop.ctx.db.execute(sql`update combination set virtual_ration = 0, people = 5`)
  await pass(shop, 24 * HOUR_MS)
  await settle(shop)
  expect(await readTeam(shop, one.pinkId)).toMatchObject({ status: 2, virtualCount: 1, endReason: 'virtual' })
  expect(await teamOf(shop, one.orderNo)).toMatchObject({ pinkStatus: 2, tab: 2 })
  expect(await readTeam(shop, other.pinkId)).toMatchObject({ status: 3, endReason: 'due' })
  expect(await teamOf(shop, other.orderNo)).toMatchObject({ pinkStatus: 3, tab: 9, refundStatus: 2 })
  await settle(shop)
  const { rows } = await shop.ctx.db.execute(sql`select amount_fen as "amountFen", state, cause from refund`)
  expect(rows).toMatchObject([{ amountFen: 1980, state: 1, cause: 'team' }])
  await balanced(own)
})

test('a buyer leaves a running team and is paid back; the longest member leads it then, and the last one ends it', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own)
  const first = await buyInTeam(shop, sale)
  const second = await buyInTeam(shop, sale, { pinkId: first.pinkId })
  expect((await leave(await richBuyer(shop), first.pinkId)).status).toBe(404)
  expect((await leave(first.buyer, first.pinkId)).status).toBe(200)
  expect(await readTeam(shop, first.pinkId)).toMatchObject({ status: 1, memberCount: 1, uid: second.buyer.userId })
  expect(await teamOf(shop, first.orderNo)).toMatchObject({ pinkStatus: 3, tab: 9, refundStatus: 2 })
  expect((await leave(first.buyer, first.pinkId)).body).toMatchObject({ status: 409, message: '您已不在该团中' })
  // The place is free again, for the same buyer, too.
  expect((await askTeam(first.buyer, sale, first.pinkId)).status).toBe(200)
  await balanced(own)
  expect((await leave(second.buyer, first.pinkId)).status).toBe(200)
  expect(await readTeam(shop, first.pinkId)).toMatchObject({ status: 3, memberCount: 0, endReason: 'left' })
  await balanced(own)
  const [a, b] = [await buyInTeam(shop, sale), await richBuyer(shop)]
  await buyInTeam(shop, sale, { pinkId: a.pinkId })
  await buyInTeam(shop, sale, { pinkId: a.pinkId, buyer: b })
  expect((await leave(b, a.pinkId)).body).toMatchObject({ status: 409, message: '拼团已完成，无法取消' })
})

test('staff who refund all of a member’s order take the member out; part of it does not', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own)
  const cashier = await shop.signIn({ can: [refund.start, order.info] })
  const first = await buyInTeam(shop, sale, { num: 2 })
  const { body } = await cashier.call(order.info, { query: { orderNo: first.orderNo } })
  const lines = [{ lineId: body.lines[0]?.id ?? 0, num: 1 }]
  const back = () => cashier.call(refund.start, { body: { orderNo: first.orderNo, lines, reason: '协商一致' } })
  expect((await back()).status).toBe(200)
  expect(await teamOf(shop, first.orderNo)).toMatchObject({ pinkStatus: 1, tab: 3 })
  expect((await back()).status).toBe(200)
  expect(await teamOf(shop, first.orderNo)).toMatchObject({ pinkStatus: 3, tab: 9 })
  expect(await readTeam(shop, first.pinkId)).toMatchObject({ status: 3, endReason: 'left' })
  await balanced(own)
})

test('a case that is open when the team fails ends, and all of the money goes back instead of what was agreed in it', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own)
  const first = await buyInTeam(shop, sale, { num: 2 })
  const { body } = await first.buyer.call(frontOrder.detail, { params: { orderNo: first.orderNo } })
  const applied = await first.buyer.call(frontAfterSales.apply, {
    body: {
      orderNo: first.orderNo,
      serviceType: 0,
      reason: '与描述不符',
      lines: [{ lineId: body.lines[0]?.id ?? 0, num: 1 }],
    },
  })
  expect([applied.status, applied.body]).toMatchObject([200, {}])
  await pass(shop, 24 * HOUR_MS)
  await settle(shop)
  expect(await teamOf(shop, first.orderNo)).toMatchObject({ pinkStatus: 3, refundStatus: 2 })
  const { rows } = await shop.ctx.db.execute(
    sql`select amount_fen as "amountFen", cause, after_sales_id as "caseId" from refund`,
  )
  expect(rows).toMatchObject([{ amountFen: 1980, cause: 'team', caseId: null }])
  await balanced(own)
})

test('a process that ends between the failure of a team and its refunds leaves them to the next run', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own)
  const first = await buyInTeam(shop, sale)
  await pass(shop, 24 * HOUR_MS)
  let looks = 0
  const ends = {
    get aborted() {
      return looks++ > 1
    },
  } as AbortSignal
  await settleTeams(shop.ctx, ends)
  expect(await readTeam(shop, first.pinkId)).toMatchObject({ status: 3, endReason: 'due' })
  expect(await teamOf(shop, first.orderNo)).toMatchObject({ pinkStatus: 3, refundStatus: 0, tab: 8 })
  const { body } = await first.buyer.call(frontOrder.detail, { params: { orderNo: first.orderNo } })
  expect(body.statusStr).toEqual({ key: 'refunding', value: '待退款' })
  await balanced(own)
  await settle(shop)
  expect(await teamOf(shop, first.orderNo)).toMatchObject({ refundStatus: 2, tab: 9 })
  await balanced(own)
})

test('money that the gateway refuses to send back is asked for once, and then waits for staff', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own)
  const buyer = await shop.buyer()
  const orderNo = await orderInTeam(buyer, sale)
  const attempt = await begin({ ...own, buyer }, orderNo)
  const told = await payAtProvider(shop, attempt.outTradeNo)
  if (!told) throw new Error('not paid')
  expect((await ring(shop, told)).status).toBe(200)
  const { pinkId } = await teamOf(shop, orderNo)
  expect(await readTeam(shop, pinkId)).toMatchObject({ status: 1, memberCount: 1 })
  await setSettings(shop, { pay_sim_refund: 'fail' })
  await pass(shop, 24 * HOUR_MS)
  for (let run = 0; run < 3; run++) await settle(shop)
  expect(await teamOf(shop, orderNo)).toMatchObject({ pinkStatus: 3, refundStatus: 0, tab: 8 })
  const { rows } = await shop.ctx.db.execute(
    sql`select state, refund_no as "refundNo" from refund where cause = 'team'`,
  )
  expect(rows).toMatchObject([{ state: 2 }])
  await balanced(own)
  await setSettings(shop, { pay_sim_refund: 'sync' })
  const cashier = await shop.signIn({ can: [refund.again] })
  const { status } = await cashier.call(refund.again, { body: { refundNo: String(rows[0]?.refundNo) } })
  expect(status).toBe(200)
  await settle(shop)
  expect(await teamOf(shop, orderNo)).toMatchObject({ refundStatus: 2, tab: 9 })
  await balanced(own)
})

test('closing lets friends join and an unpaid opener open; ending makes teams due, and nothing alive can be deleted', async () => {
  const own = await openCombinationShop()
  const { shop, keeper } = own
  const sale = await openCombination(own, { people: 2 })
  const first = await buyInTeam(shop, sale)
  const opener = await richBuyer(shop)
  const openerNo = await orderInTeam(opener, sale)
  await keeper.call(combination.useStatus, { body: { id: sale.id, isShow: false } })
  const { body: watched } = await keeper.call(activity.watch, { query: { id: sale.id } })
  expect(watched).toMatchObject({ unpaidCount: 1, teamCount: 1, sessionCount: 0 })
  expect((await keeper.call(combination.remove, { query: { id: sale.id } })).body).toMatchObject({
    status: 409,
    message: '还有 1 笔待付款、1 个团，请先提前结束活动',
  })
  const stranger = await richBuyer(shop)
  expect((await askTeam(stranger, sale)).body).toMatchObject({ status: 422, message: '拼团活动已结束' })
  expect(await buyInTeam(shop, sale, { buyer: stranger, pinkId: first.pinkId })).toMatchObject({ pinkStatus: 2 })
  expect((await payOrder(opener, openerNo)).status).toBe(200)
  const opened = await teamOf(shop, openerNo)
  expect(opened).toMatchObject({ pinkStatus: 1 })
  const unpaid = await richBuyer(shop)
  const unpaidNo = await orderInTeam(unpaid, sale, { pinkId: opened.pinkId })
  expect((await keeper.call(activity.end, { body: { id: sale.id } })).status).toBe(200)
  await settle(shop)
  expect(await readTeam(shop, opened.pinkId)).toMatchObject({ status: 3, endReason: 'due' })
  expect(await teamOf(shop, openerNo)).toMatchObject({ refundStatus: 2 })
  expect((await payOrder(unpaid, unpaidNo)).body).toMatchObject({
    status: 422,
    message: '拼团活动已结束，订单不能支付',
  })
  await unpaid.call(frontOrder.cancel, { body: { orderNo: unpaidNo } })
  expect((await keeper.call(combination.remove, { query: { id: sale.id } })).status).toBe(200)
  await balanced(own)
})

test('a product with running teams is not taken down unless by force, which ends them; money that comes later goes back', async () => {
  const own = await openCombinationShop()
  const { shop, keeper, staff, productId } = own
  const sale = await openCombination(own)
  const first = await buyInTeam(shop, sale)
  const payer = await shop.buyer()
  const payerNo = await orderInTeam(payer, sale)
  const attempt = await begin({ ...own, buyer: payer }, payerNo)
  await keeper.call(combination.useStatus, { body: { id: sale.id, status: false } })
  const down = (force = false) => staff.call(product.takeOffShelf, { params: { id: productId }, query: { force } })
  expect((await down()).body).toMatchObject({ code: 'IN_USE', uses: [{ type: 'combination', id: sale.id }] })
  expect((await down(true)).status).toBe(200)
  await inTransaction(shop.ctx, (tx) => closeOfProduct(tx, productId))
  const told = await payAtProvider(shop, attempt.outTradeNo)
  if (!told) throw new Error('not paid')
  expect((await ring(shop, told)).status).toBe(200)
  expect(await teamOf(shop, payerNo)).toMatchObject({ paid: true, pinkId: 0, pinkStatus: 3, tab: 8 })
  await settle(shop)
  expect(await readTeam(shop, first.pinkId)).toMatchObject({ status: 3 })
  for (const no of [first.orderNo, payerNo]) expect(await teamOf(shop, no)).toMatchObject({ refundStatus: 2, tab: 9 })
  await balanced(own)
})

test('units a buyer and an order are limited to the unit, over cancelled and refunded orders', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own, { num: 3, onceNum: 2, people: 2 })
  const buyer = await richBuyer(shop)
  const said = async (num: number) => {
    const { body } = await askTeam(buyer, sale, 0, num)
    return (body as { message?: string }).message
  }
  expect(await said(3)).toBe('购买数量超过单次拼团购买上限')
  const orderNo = await orderInTeam(buyer, sale, { num: 2 })
  expect(await said(1)).toBe('您有拼团待支付订单，请支付后再购买')
  await buyer.call(frontOrder.cancel, { body: { orderNo } })
  const bought = await buyInTeam(shop, sale, { buyer, num: 2 })
  expect(await said(2)).toBe('您已达到该商品拼团活动上限')
  expect(await said(1)).toBeUndefined()
  await leave(buyer, bought.pinkId)
  expect(await said(2)).toBeUndefined()
  const { quota, reserved, sales } = await readCombination(own, sale.id)
  expect([quota, reserved, sales]).toEqual([30, 0, 0])
  await balanced(own)
})

test('an order that opens a team is paid before its activity ends, one that joins has its whole time', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own)
  const first = await buyInTeam(shop, sale)
  await shop.ctx.db.execute(sql`update activity set stop_at = ${shop.ctx.now()}::timestamptz + interval '10 minutes'`)
  const [opener, joiner] = [await richBuyer(shop), await richBuyer(shop)]
  const numbers = [await orderInTeam(opener, sale), await orderInTeam(joiner, sale, { pinkId: first.pinkId })]
  const { rows } = await shop.ctx.db.execute<{ minutes: number }>(sql`
    select round(extract(epoch from pay_deadline - created_at) / 60)::int as minutes from store_order
    where order_no = any(${sql.param(numbers)}) order by id`)
  expect(rows).toEqual([{ minutes: 10 }, { minutes: 60 }])
  await shop.ctx.db.execute(sql`update activity set stop_at = ${shop.ctx.now()}::timestamptz + interval '4 minutes'`)
  expect((await askTeam(await richBuyer(shop), sale)).body).toMatchObject({ message: '拼团活动即将结束' })
})

test('a team of another activity is not there, nor is the SKU of one', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own)
  const { pinkId } = await buyInTeam(shop, sale)
  await shop.ctx.db.execute(sql`update activity set stop_at = ${shop.ctx.now()}`)
  const next = await openCombination(own, { title: '毛巾再拼' })
  const buyer = await richBuyer(shop)
  expect((await askTeam(buyer, next, pinkId)).body).toMatchObject({ status: 404, message: '拼团不存在' })
  expect((await askTeam(buyer, { ...next, activitySkuId: sale.activitySkuId })).body).toMatchObject({
    status: 404,
    message: '拼团商品规格不存在',
  })
})

test('an order that costs nothing takes its place as every other', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  await setSettings(shop, { order_give_integral: 0, integral_ratio: 1, integral_max_percent: 100 } as never)
  const sale = await openCombination(own, { people: 2 })
  const first = await buyInTeam(shop, sale)
  await shop.ctx.db.execute(sql`update activity_sku set price_fen = 0`)
  const buyer = await shop.buyer()
  const orderNo = await orderInTeam(buyer, sale, { pinkId: first.pinkId })
  expect(await teamOf(shop, orderNo)).toMatchObject({ paid: true, pinkStatus: 2, tab: 2 })
  expect(await teamOf(shop, first.orderNo)).toMatchObject({ pinkStatus: 2, tab: 2 })
})

test('staff complete a team by filling its places, once and in time, and say why', async () => {
  const own = await openCombinationShop()
  const { shop, keeper } = own
  const sale = await openCombination(own, { people: 5 })
  const first = await buyInTeam(shop, sale)
  const finish = (id: number) => keeper.call(team.finish, { body: { id, reason: '老客户的团' } })
  expect((await finish(first.pinkId + 9)).status).toBe(404)
  expect((await finish(first.pinkId)).status).toBe(200)
  expect(await readTeam(shop, first.pinkId)).toMatchObject({ status: 2, virtualCount: 4, endReason: 'staff' })
  expect(await teamOf(shop, first.orderNo)).toMatchObject({ pinkStatus: 2, tab: 2 })
  expect((await finish(first.pinkId)).body).toMatchObject({ status: 409, message: '该团已结束，不能提前成团' })
  const membersFor = async (caller: typeof keeper) =>
    (await caller.call(team.members, { params: { id: first.pinkId } })).body
  const leader = { uid: first.buyer.userId, isLeader: true, status: 2 }
  // Which orders they are is told to those who may see orders.
  expect(await membersFor(keeper)).toMatchObject([{ ...leader, orderNo: '', orderId: 0 }])
  const clerk = await shop.signIn({ can: [team.members, order.list] })
  expect(await membersFor(clerk)).toMatchObject([{ ...leader, orderNo: first.orderNo }])
  await balanced(own)
})

test('accounts limited to stores see of a team the members whose orders are theirs, and find it by no others', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const admin = await shop.signInAdmin()
  const storeId = (await admin.call(store.save, { body: storeDraft('一店') })).body.id
  const sale = await openCombination(own)
  const leader = await buyInTeam(shop, sale, { storeId })
  const other = await buyInTeam(shop, sale, { pinkId: leader.pinkId })
  const can = [team.list, team.members]
  const ofStore = { dataScope: '本门店', storeIds: [storeId] } as const
  const clerk = await shop.signIn({ can: [...can, order.list], ...ofStore })
  const read = async (caller: typeof clerk) =>
    (await caller.call(team.members, { params: { id: leader.pinkId } })).body.map(({ uid, orderNo }) => [uid, orderNo])
  const found = async (caller: typeof clerk, uid: number) =>
    (await caller.call(team.list, { query: { uid } })).body.total
  expect(await read(clerk)).toEqual([[leader.buyer.userId, leader.orderNo]])
  expect(await read(await shop.signIn({ can, ...ofStore }))).toEqual([[leader.buyer.userId, '']])
  expect([await found(clerk, leader.buyer.userId), await found(clerk, other.buyer.userId)]).toEqual([1, 0])
  expect(await found(admin, other.buyer.userId)).toBe(1)
})

test('the page of a team hides who its members are, and says whether and why one cannot join', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own)
  const first = await buyInTeam(shop, sale)
  const page = (caller: typeof first.buyer) => caller.call(frontCombination.team, { params: { pinkId: first.pinkId } })
  const stranger = await richBuyer(shop)
  expect((await page(stranger)).body).toMatchObject({
    left: 2,
    joined: null,
    refusal: '',
    team: { status: 1, people: 3 },
  })
  expect((await page(first.buyer)).body).toMatchObject({
    joined: { orderNo: first.orderNo, refunded: false },
    refusal: '您已在该团中',
    members: [{ isLeader: true, isVirtual: false }],
  })
  const { body } = await stranger.call(frontCombination.detail, { params: { id: sale.id } })
  expect(body).toMatchObject({ teams: [{ id: first.pinkId, left: 2 }], doneCount: 0 })
  expect(JSON.stringify(body)).not.toContain('"uid"')
  expect((await stranger.call(frontCombination.list, { query: {} })).body).toMatchObject({
    total: 1,
    list: [{ id: sale.id }],
  })
})

test('who left a team in time is not shown on its page once it failed, and is not told that it did', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own, { people: 3 })
  const first = await buyInTeam(shop, sale)
  const gone = await buyInTeam(shop, sale, { pinkId: first.pinkId })
  expect((await leave(gone.buyer, first.pinkId)).status).toBe(200)
  const page = () => gone.buyer.call(frontCombination.team, { params: { pinkId: first.pinkId } })
  expect((await page()).body.members).toHaveLength(1)
  await pass(shop, 24 * HOUR_MS)
  await settle(shop)
  expect(await readTeam(shop, first.pinkId)).toMatchObject({ status: 3, memberCount: 1, endReason: 'due' })
  expect((await page()).body.members).toHaveLength(1)
  const told = await listMembersToTell(shop.ctx, first.pinkId, 0, 100)
  expect(told.map(({ uid }) => uid)).toEqual([first.buyer.userId])
})

test('members keep the page of their team when its activity was deleted, and when its product is for members of the shop alone now', async () => {
  const own = await openCombinationShop()
  const { shop, keeper } = own
  const sale = await openCombination(own, { people: 2 })
  const { buyer, pinkId } = await buyInTeam(shop, sale)
  await buyInTeam(shop, sale, { pinkId })
  const page = async () => (await buyer.call(frontCombination.team, { params: { pinkId } })).status
  await shop.ctx.db.execute(sql`update product set visibility = 2 where id = ${own.productId}`)
  expect(await page()).toBe(200)
  await shop.ctx.db.execute(sql`update product set visibility = 0 where id = ${own.productId}`)
  await keeper.call(combination.useStatus, { body: { id: sale.id, status: false } })
  expect((await keeper.call(combination.remove, { query: { id: sale.id } })).status).toBe(200)
  // What buyers see of an activity is kept for a second.
  await new Promise((done) => setTimeout(done, 1.1 * SECOND_MS))
  expect(await page()).toBe(200)
  const stranger = await shop.buyer()
  expect((await stranger.call(frontCombination.team, { params: { pinkId } })).status).toBe(404)
})

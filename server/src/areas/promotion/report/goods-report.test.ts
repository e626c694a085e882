import { frontBargain } from '@zhanggui/contract/bargain/front-bargain.ts'
import { combination } from '@zhanggui/contract/combination/combination.ts'
import { frontCombination } from '@zhanggui/contract/combination/front-combination.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { activityReport } from '@zhanggui/contract/promotion/activity-report.ts'
import { frontSeckill } from '@zhanggui/contract/seckill/front-seckill.ts'
import { seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { expect, test } from 'vitest'
import { bargainCalls, openBargain, openBargainShop } from '../../../testing/bargain.ts'
import { draw } from '../../../testing/chance.ts'
import { addressIdOf, beginBuying, placeOrder } from '../../../testing/checkout.ts'
import { combinationCalls, openCombination } from '../../../testing/combination.ts'
import { type MadeOrder, makeOrders, type StoredOrder } from '../../../testing/order.ts'
import { ask } from '../../../testing/refund.ts'
import { beginSeckill, buyIn, openSeckill, openSeckillShop, seckillCalls } from '../../../testing/seckill.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { flushActivityViews } from '../activity/activity-view.service.ts'

const DAY_MS = 24 * 3600_000
const can = [activityReport.goods, order.list, order.info, refund.start]
/** Random orders of a recount; so many are stored at once. */
const [ORDERS, AT_ONCE] = [Number(process.env.REPORT_ORDERS ?? 200), 200]

test('the report of an activity is the sum of its orders, their lines and refunds, and the order list finds the same orders', async () => {
  const shop = await openSeckillShop()
  const sale = await openSeckill(shop)
  const staff = await shop.shop.signIn({ can, permissions: ['admin:product:cost:view'] })
  const [one, two, three, regular] = await Promise.all(Array.from({ length: 4 }, () => shop.shop.buyer()))
  if (!one || !two || !three || !regular) throw new Error('no buyers')
  await buyIn(shop, one, sale, 2)
  await buyIn(shop, one, sale, 1)
  const { orderNo } = await buyIn(shop, two, sale, 3)
  const { body } = await staff.call(order.info, { query: { orderNo } })
  const lineId = body.lines[0]?.id ?? 0
  expect((await ask(staff, { orderNo, lines: [{ lineId, num: 3 }] })).status).toBe(200)
  await placeOrder(three, await beginSeckill(three, sale))
  await addressIdOf(regular)
  await placeOrder(regular, await beginBuying(regular, shop.skuId))

  const read = () => staff.call(activityReport.goods, { query: { id: sale.id } })
  // Three units at 9.90 that stay, of goods at 20.00 that cost 5.00; three more were refunded.
  await expect.poll(async () => (await read()).body.refundAmount, { timeout: 5000 }).toBe(29.7)
  const { status, body: report } = await read()
  expect([status, report]).toMatchObject([
    200,
    {
      title: '毛巾秒杀',
      type: 1,
      orders: 4,
      paidOrders: 3,
      participants: 2,
      newBuyers: 2,
      units: 3,
      gmv: 29.7,
      discount: 30.3,
      refundAmount: 29.7,
      refundRate: 50,
      avgOrder: 14.85,
      cost: 15,
      margin: 14.7,
      roi: 0.49,
      soldOutTime: null,
      points: 0,
      coupons: 0,
      daily: [{ paidOrders: 3, units: 3, gmv: 29.7, discount: 30.3 }],
    },
  ])
  const { body: found } = await staff.call(order.list, { query: { activityId: sale.id } })
  expect(found.total).toBe(4)
  expect((await staff.call(order.list, { query: { activityId: sale.id + 999 } })).body.total).toBe(0)
})

test('costs are told to those who may see them, the report to those who may see the whole shop, and of what there is', async () => {
  const shop = await openSeckillShop()
  const sale = await openSeckill(shop)
  const plain = await shop.shop.signIn({ can: [activityReport.goods] })
  const { body } = await plain.call(activityReport.goods, { query: { id: sale.id } })
  expect(body).toMatchObject({ paidOrders: 0, refundRate: 0, avgOrder: 0, daily: [] })
  for (const field of ['cost', 'margin', 'roi']) expect(body).not.toHaveProperty(field)
  expect((await plain.call(activityReport.goods, { query: { id: 999 } })).status).toBe(404)
  expect((await shop.keeper.call(activityReport.goods, { query: { id: sale.id } })).status).toBe(403)
  const clerk = await shop.shop.signIn({ can: [activityReport.goods], dataScope: '本门店', storeIds: [1] })
  expect((await clerk.call(activityReport.goods, { query: { id: sale.id } })).status).toBe(403)
})

test('the sums of a report cover all days of an activity, also those that are not told one by one', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const sale = await openBargain(own)
  const staff = await shop.signIn({ can: [activityReport.goods], permissions: ['admin:product:cost:view'] })
  const at = shop.clock.now().getTime()
  await makeOrders(
    shop.ctx,
    Array.from({ length: 370 }, (_, day) => {
      const payTime = new Date(at - day * DAY_MS)
      const lines = [{ costFen: 5_00 }]
      return { paid: true, payTime, createdAt: payTime, activityId: sale.id, orderKind: 'bargain' as const, lines }
    }),
  )
  const { body } = await staff.call(activityReport.goods, { query: { id: sale.id } })
  expect(body.buyers.fresh + body.buyers.lapsed + body.buyers.regular).toBe(body.participants)
  expect(body).toMatchObject({ paidOrders: 370, cost: 1850, avgOrder: 19.9, units: 370, gmv: 7363, margin: 5513 })
})

test('buyers are new, back after ninety days, or regular by what they had paid for before; who was new and bought again is told', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const sale = await openBargain(own)
  const staff = await shop.signIn({ can: [activityReport.goods] })
  const at = shop.clock.now().getTime()
  const uids = await Promise.all(Array.from({ length: 4 }, () => makeCustomer(shop.ctx)))
  const paid = (buyer: number, days: number, activityId = 0) => ({
    uid: uids[buyer] ?? 0,
    paid: true,
    payTime: new Date(at - days * DAY_MS),
    createdAt: new Date(at - days * DAY_MS),
    ...(activityId && { activityId, orderKind: 'bargain' as const }),
  })
  await makeOrders(shop.ctx, [
    ...[paid(0, 20, sale.id), paid(0, 7), paid(0, 5, sale.id)],
    ...[paid(1, 20, sale.id), paid(1, 5)],
    ...[paid(2, 111), paid(2, 20, sale.id)],
    ...[paid(3, 300), paid(3, 109), paid(3, 20, sale.id)],
  ])
  const { body } = await staff.call(activityReport.goods, { query: { id: sale.id } })
  expect(body).toMatchObject({ participants: 4, buyers: { fresh: 2, lapsed: 1, regular: 1, again: 1 } })
})

test('views of the pages of activities are counted within seconds, those of refused pages are not', async () => {
  const opened = await openSeckillShop()
  const { shop } = opened
  const keeper = await shop.signIn({
    can: [activityReport.goods, ...seckillCalls, ...bargainCalls, ...combinationCalls],
  })
  const own = { ...opened, keeper }
  const attrValue = [{ skuId: own.skuId, price: 9.9, quota: 5 }]
  const [sale, cut, team] = [await openSeckill(own), await openBargain(own), await openCombination(own, { attrValue })]
  const visitor = shop.visitor()
  const lookAll = () =>
    Promise.all([
      visitor.call(frontSeckill.detail, { params: { id: sale.id } }),
      visitor.call(frontBargain.detail, { params: { id: cut.id } }),
      visitor.call(frontCombination.detail, { params: { id: team.id } }),
    ])
  const viewsOf = async ({ id }: { id: number }) =>
    (await keeper.call(activityReport.goods, { query: { id } })).body.views
  const views = () => Promise.all([sale, cut, team].map(viewsOf))
  await lookAll()
  await keeper.call(combination.useStatus, { body: { id: team.id, status: false } })
  const lookAtTeam = async () => (await visitor.call(frontCombination.detail, { params: { id: team.id } })).status
  // Pages of buyers are a second behind what staff change.
  await expect.poll(lookAtTeam).toBe(404)
  const settle = async () => {
    // The shop itself may be writing some of them.
    for (let time = 0; time < 2; time++) await flushActivityViews(shop.ctx)
  }
  await settle()
  const ofTeam = await viewsOf(team)
  await lookAll()
  await settle()
  await expect.poll(views).toEqual([2, 2, ofTeam])
  expect((await keeper.call(seckill.list, { query: {} })).body.list).toMatchObject([{ id: sale.id, browse: 2 }])
})

test('the ranking of activities is a recount of their orders, lines and refunds, whatever they are, on the days of payment', async () => {
  const own = await openSeckillShop({ stock: 500 })
  const { shop } = own
  const attrValue = [{ skuId: own.skuId, price: 9.9, quota: 5 }]
  const names = ['甲', '乙', '丙']
  const ids: number[] = []
  for (const title of names) ids.push((await openSeckill(own, { title, attrValue, status: title === '甲' })).id)
  const staff = await shop.signIn({
    can: [activityReport.goodsList, activityReport.goodsDownload],
    permissions: ['admin:product:cost:view'],
  })
  const buyers = [await makeCustomer(shop.ctx), await makeCustomer(shop.ctx), await makeCustomer(shop.ctx)]
  const now = shop.clock.now().getTime()
  const wanted = Array.from({ length: ORDERS }, (): MadeOrder => {
    const createdAt = new Date(now - draw(40) * DAY_MS - draw(1000) * 1000)
    const isPaid = draw(5) > 0
    const isWhole = isPaid && draw(6) === 0
    const lines = Array.from({ length: 1 + draw(2) }, () => {
      const num = 1 + draw(4)
      const refundNum = isWhole ? num : isPaid && draw(3) === 0 ? draw(num) : 0
      const [activityDiscountFen, costFen, giveIntegral] = [draw(5000), draw(2000), draw(9)]
      return { num, refundNum, unitPriceFen: 100 + draw(5000), activityDiscountFen, costFen, giveIntegral }
    })
    return {
      uid: buyers[draw(3)] ?? 0,
      activityId: ids[draw(3)] ?? 0,
      orderKind: 'seckill',
      createdAt,
      ...(isPaid ? { paid: true, payTime: createdAt } : {}),
      ...(isWhole ? { refundStatus: 2 } : { refundPriceFen: isPaid ? draw(100) : 0 }),
      lines,
    }
  })
  const made: StoredOrder[] = []
  for (let at = 0; at < ORDERS; at += AT_ONCE)
    made.push(...(await makeOrders(shop.ctx, wanted.slice(at, at + AT_ONCE))))
  const from = new Date(now - 20 * DAY_MS)
  const read = async (query: Record<string, unknown>) =>
    (await staff.call(activityReport.goodsList, { query: { type: 1, limit: 100, ...query } })).body.list
  const recount = (id: number, since: Date) => {
    const paid = made.filter((each) => each.activityId === id && each.paid && (each.payTime ?? since) >= since)
    const lines = paid.flatMap((each) => each.lines)
    const sum = <Each>(all: readonly Each[], of: (each: Each) => number) =>
      all.reduce((total, each) => total + of(each), 0)
    const gmvFen = sum(paid, (each) => each.payPriceFen - each.refundPriceFen)
    const refundFen = sum(paid, (each) => each.refundPriceFen)
    const lasting = paid.filter(({ refundStatus }) => refundStatus !== 2).length
    const discountFen = sum(
      lines,
      (line) => line.activityDiscountFen - Math.floor((line.activityDiscountFen * line.refundNum) / line.num),
    )
    const costFen = sum(lines, (line) => line.costFen * (line.num - line.refundNum))
    const isFirst = (each: (typeof made)[number]) =>
      !made.some(
        (other) =>
          other.uid === each.uid &&
          other.payTime &&
          each.payTime &&
          (other.payTime < each.payTime || (+other.payTime === +each.payTime && other.id < each.id)),
      )
    return {
      id,
      paidOrders: paid.length,
      participants: new Set(paid.map(({ uid }) => uid)).size,
      newBuyers: paid.filter(isFirst).length,
      units: sum(lines, (line) => line.num - line.refundNum),
      gmv: gmvFen / 100,
      discount: discountFen / 100,
      refundAmount: refundFen / 100,
      refundRate: gmvFen + refundFen ? Math.round((refundFen * 10_000) / (gmvFen + refundFen)) / 100 : 0,
      avgOrder: lasting ? Math.round(gmvFen / lasting) / 100 : 0,
      points: sum(lines, (line) => line.giveIntegral * (line.num - line.refundNum)),
      coupons: 0,
      cost: costFen / 100,
      margin: (gmvFen - costFen) / 100,
      roi: discountFen ? Math.round(((gmvFen - costFen) * 100) / discountFen) / 100 : null,
    }
  }
  const byGmv = (since: Date) =>
    ids.map((id) => recount(id, since)).sort((one, other) => other.gmv - one.gmv || other.id - one.id)
  expect(await read({})).toMatchObject(byGmv(new Date(0)))
  expect(await read({ dateLimit: `${toWireTime(from)},2999-12-31` })).toMatchObject(byGmv(from))
  const [, second = 0] = ids
  expect(await read({ ids: [second], name: '乙', sort: 'units,asc' })).toMatchObject([recount(second, new Date(0))])
  expect(await read({ type: 2 })).toEqual([])
})

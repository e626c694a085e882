import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontPoints } from '@zhanggui/contract/points/front-points.ts'
import { points } from '@zhanggui/contract/points/points.ts'
import type { PointsLinkType, PointsStatus } from '@zhanggui/domain/user/ledger.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { buy, openSellingShop } from '../../../testing/checkout.ts'
import { fetchBytes, readSheet } from '../../../testing/files/product-sheets.ts'
import { toTomorrow } from '../../../testing/shanghai-clock.ts'
import { openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { changePoints } from '../../user/ledger/ledger.service.ts'

const DAY_MS = 24 * 3600_000

type Move = {
  type?: 1 | 2
  linkType?: PointsLinkType
  status?: PointsStatus
  bizKey?: string
  title?: string
  mark?: string
}

async function openDesk() {
  const shop = await openShop()
  toTomorrow(shop.clock, 12)
  /** Signs in anew: days pass. */
  const staff = () => shop.signIn({ can: Object.values(points) })
  const [xia, che] = [
    await makeCustomer(shop.ctx, { nickname: '阿夏', phone: '13800138001' }),
    await makeCustomer(shop.ctx, { nickname: '阿澈' }),
  ]
  const move = (uid: number, integral: number, more: Move = {}) =>
    inTransaction(shop.ctx, (tx) =>
      changePoints(tx, { uid, integral, type: 1, linkType: 'system', status: 3, title: '后台积分操作', ...more }),
    )
  const list = async (body: object = {}, query: object = {}) =>
    (await (await staff()).call(points.list, { body, query })).body
  return { shop, staff, xia, che, move, list }
}

/** A record of every kind, each a minute after the one before. */
async function fill({ shop, xia, che, move }: Awaited<ReturnType<typeof openDesk>>) {
  const minute = () => shop.clock.advance(60_000)
  await move(xia, 100, { mark: '补偿' })
  minute()
  await move(xia, 30, { type: 2, linkType: 'order', title: '订单积分抵扣', bizKey: 'order:1:spend' })
  minute()
  await move(xia, 30, { linkType: 'order', title: '订单取消退回积分', bizKey: 'order:1:return' })
  minute()
  await move(xia, 20, { linkType: 'order', title: '用户订单付款成功', bizKey: 'order:2:earn', status: 2 })
  minute()
  await move(xia, 7, { linkType: 'order', title: '用户订单付款成功', bizKey: 'order:3:earn', status: 1 })
  minute()
  await move(che, 50, { linkType: 'sign', title: '签到积分奖励' })
  minute()
  await move(che, 8, { type: 2, linkType: 'expire', title: '积分过期' })
  minute()
  await move(che, 5, { linkType: 'refund', title: '订单退款', bizKey: 'refund:R1:back' })
  minute()
  await move(che, 2, { type: 2, linkType: 'refund', title: '订单退款', bizKey: 'refund:R1:earn' })
}

test('the log shows done records alone, the last change first, and finds them by customer, kind, direction, status and time', async () => {
  const desk = await openDesk()
  await fill(desk)
  const { xia, che, list } = desk
  const signs = async (body: object) => (await list(body)).list.map(({ sign }) => sign)
  const all = ['-2', '+5', '-8', '+50', '+30', '-30', '+100']
  expect(await signs({})).toEqual(all)
  expect((await list({ uid: xia })).list.at(-1)).toMatchObject({
    uid: xia,
    nickname: '阿夏',
    title: '后台积分操作',
    type: 1,
    integral: 100,
    sign: '+100',
    balance: 100,
    linkType: 'system',
    status: 3,
    mark: '补偿',
  })
  expect(await signs({ keywords: '阿澈' })).toEqual(all.slice(0, 4))
  expect(await signs({ keywords: '13800138001' })).toEqual(all.slice(4))
  expect(await signs({ keywords: String(che) })).toEqual(all.slice(0, 4))
  expect(await signs({ keywords: '%' })).toEqual([])
  expect(await signs({ keywords: '阿夏', uid: che })).toEqual([])
  expect(await signs({ type: 2 })).toEqual(['-2', '-8', '-30'])
  expect(await signs({ linkType: 'refund' })).toEqual(['-2', '+5'])
  expect(await signs({ status: 2 })).toEqual(['+20'])
  expect(await signs({ status: 1 })).toEqual(['+7'])
  expect(await signs({ status: 4 })).toEqual([])
  // One that is done later is the newest.
  await desk.move(xia, 20, { linkType: 'order', title: '用户订单付款成功', bizKey: 'order:2:earn' })
  expect(await signs({ uid: xia })).toEqual(['+20', '+30', '-30', '+100'])
  desk.shop.clock.advance(3 * DAY_MS)
  expect(await signs({ dateLimit: ['today'] })).toEqual([])
  expect(await signs({ dateLimit: ['lately30'] })).toHaveLength(8)
  const second = await list({}, { page: 2, limit: 3 })
  expect([second.total, second.list.map(({ sign }) => sign)]).toEqual([8, ['-8', '+50', '+30']])
})

test('what is no filter is refused in Chinese', async () => {
  const staff = await (await openDesk()).staff()
  for (const [body, message] of [
    [{ type: 3 }, expect.stringContaining('类型')],
    [{ linkType: 'gift' }, expect.stringContaining('来源')],
    [{ status: 5 }, expect.stringContaining('状态')],
    [{ uid: 'x' }, expect.stringContaining('编号')],
    [{ dateLimit: ['2026-13-01', '2026-13-02'] }, '时间范围格式不正确'],
    [{ keywords: 'x'.repeat(65) }, expect.stringContaining('用户')],
  ] as const)
    expect(await staff.send('POST', points.list.path, body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { message },
    })
  expect((await staff.call(points.statistics, { query: { dateLimit: ['soon'] } })).status).toBe(400)
})

test('the statistics are sums of the records of their range', async () => {
  const desk = await openDesk()
  await fill(desk)
  const { staff, shop } = desk
  const sums = async (query: object = {}) => (await (await staff()).call(points.statistics, { query })).body
  const balance = 145
  expect(await sums()).toEqual({ balance, issued: 150, spent: 30, returned: 35, frozen: 20, expired: 8, signUsers: 0 })
  shop.clock.advance(3 * DAY_MS)
  const buyer = await shop.buyer()
  await buyer.call(frontPoints.signIn)
  const today = { balance: 150, issued: 5, spent: 0, returned: 0, frozen: 0, expired: 0, signUsers: 1 }
  expect(await sums({ dateLimit: ['today'] })).toEqual(today)
  shop.clock.advance(DAY_MS)
  await buyer.call(frontPoints.signIn)
  expect(await sums()).toMatchObject({ issued: 165, signUsers: 1 })
})

test('accounts that see their stores alone see no points', async () => {
  const desk = await openDesk()
  await fill(desk)
  const keeper = await desk.shop.signIn({ can: Object.values(points), dataScope: '本门店' })
  expect((await keeper.call(points.list, { body: {} })).body).toMatchObject({ list: [], total: 0 })
  const none = { balance: 0, issued: 0, spent: 0, returned: 0, frozen: 0, expired: 0, signUsers: 0 }
  expect((await keeper.call(points.statistics)).body).toEqual(none)
  expect(await keeper.call(points.download)).toMatchObject({ status: 422, body: { message: '没有可导出的数据' } })
  const nobody = await desk.shop.signIn()
  expect((await nobody.call(points.list, { body: {} })).status).toBe(403)
  expect((await nobody.call(points.download)).status).toBe(403)
  expect((await nobody.call(points.statistics)).status).toBe(403)
})

test('the log is exported as it is filtered, at once or as a task', async () => {
  const desk = await openDesk()
  await fill(desk)
  const { shop } = desk
  const staff = await desk.staff()
  const { body } = await staff.call(points.download, { query: { keywords: '阿澈', type: 2 } })
  const { fileName, url } = body as { fileName: string; url: string }
  expect(fileName).toMatch(/-积分日志\.xlsx$/)
  const [head, ...rows] = await readSheet(await fetchBytes(shop, staff, url))
  expect(head?.slice(0, 7)).toEqual(['ID', '标题', '积分余量', '明细数字', '备注', '用户编号', '用户昵称'])
  expect(rows.map((row) => row.slice(1, 10))).toEqual([
    ['订单退款', 45, -2, '', desk.che, '阿澈', '退款', '', '完成'],
    ['积分过期', 42, -8, '', desk.che, '阿澈', '过期', '', '完成'],
  ])
  expect(await staff.call(points.download, { query: { status: 4 } })).toMatchObject({ status: 422 })
  await shop.ctx.db.execute(sql`
    insert into user_integral_record (uid, title, link_type, type, integral, balance, status)
    select ${desk.xia}, '签到积分奖励', 'sign', 1, 0, 0, 3 from generate_series(1, 5001)`)
  expect(await staff.call(points.download)).toMatchObject({ status: 202, body: { taskId: expect.any(String) } })
})

test('a buyer sees the own points: gained, spent, waiting, and each record', async () => {
  const { shop, skuId } = await openSellingShop()
  const [buyer, other] = [await shop.buyer(), await shop.buyer()]
  const fresh = { integral: 0, sumIntegral: 0, deductionIntegral: 0, frozenIntegral: 0, expiring: null }
  expect((await buyer.call(frontPoints.points)).body).toEqual(fresh)
  await inTransaction(shop.ctx, (tx) =>
    changePoints(tx, {
      uid: buyer.userId,
      type: 1,
      integral: 500,
      linkType: 'system',
      title: '后台积分操作',
      status: 3,
    }),
  )
  const orderNo = await buy(buyer, skuId, 1, { useIntegral: true })
  const { integral, ...spent } = (await buyer.call(frontPoints.points)).body
  expect(integral).toBeLessThan(500)
  expect(spent).toMatchObject({ sumIntegral: 500, deductionIntegral: 500 - integral })
  await buyer.call(frontOrder.cancel, { body: { orderNo } })
  expect((await buyer.call(frontPoints.points)).body).toMatchObject({
    integral: 500,
    sumIntegral: 500,
    deductionIntegral: 0,
  })
  const { list, total } = (await buyer.call(frontPoints.records)).body
  expect(list.map(({ title, type, linkId }) => [title, type, linkId])).toEqual([
    ['订单取消退回积分', 1, orderNo],
    ['订单积分抵扣', 2, orderNo],
    ['后台积分操作', 1, ''],
  ])
  expect(total).toBe(3)
  expect((await other.call(frontPoints.points)).body).toEqual(fresh)
  expect((await other.call(frontPoints.records)).body.list).toEqual([])
  for (const route of [frontPoints.points, frontPoints.records, frontPoints.get, frontPoints.list, frontPoints.month])
    expect((await shop.visitor().call(route)).status, route.name).toBe(401)
})

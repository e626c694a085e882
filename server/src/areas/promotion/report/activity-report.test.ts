import { activityReport, type CouponReport } from '@zhanggui/contract/promotion/activity-report.ts'
import { couponSources } from '@zhanggui/domain/promotion/coupon.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fetchBytes, readSheet } from '../../../testing/files/product-sheets.ts'
import { makeOrders, type StoredOrder } from '../../../testing/order.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { couponCopies } from '../../coupon/copy/coupon-copy.tables.ts'
import { coupons } from '../../coupon/coupon/coupon.tables.ts'
import { orderLines, storeOrders } from '../../order/order/order.tables.ts'
import { refunds } from '../../payment/payment/refund.tables.ts'
import { couponStatDaily } from './coupon-stat.tables.ts'

const SEE_COST = 'admin:product:cost:view'
const DAY_MS = 24 * 3600_000
const can = [activityReport.report, activityReport.list, activityReport.download]
type Copy = typeof couponCopies.$inferSelect

test('a report is refused without its permission, of an unknown coupon, and for days that make no sense', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can })
  const [id = 0] = await makeCoupons(shop, ['满减'])
  const days = { start: '2026-11-01', end: '2026-11-30' }
  const clerk = await shop.signIn({ can: [activityReport.list] })
  const mayList = await shop.signIn({ permissions: ['admin:marketing:calendar'] })
  expect((await mayList.call(activityReport.report, { query: { type: 4, id, ...days } })).status).toBe(403)
  expect((await clerk.call(activityReport.download, { query: { type: 4 } })).status).toBe(403)
  expect((await staff.call(activityReport.report, { query: { type: 4, id: id + 1, ...days } })).status).toBe(404)
  const refused = async (start: string, end: string) => {
    const { status, body } = await staff.send(
      'GET',
      `/admin/marketing/activity/report?type=4&id=${id}&start=${start}&end=${end}`,
    )
    return [status, body.message]
  }
  expect(await refused('2026-11-31', '2026-12-01')).toEqual([400, '开始日期不存在'])
  expect(await refused('2026-11-02', '2026-11-01')).toEqual([400, '结束日期不能早于开始日期'])
  expect(await refused('2025-11-01', '2026-11-02')).toEqual([400, '最多查看 366 天'])
  expect((await refused('gestern', '2026-11-02'))[0]).toBe(400)
})

test('an account that sees its stores alone is refused the figures of the whole shop, in the list and the export too', async () => {
  const shop = await openShop()
  const [id = 0] = await makeCoupons(shop, ['满减'])
  const clerk = await shop.signIn({ can, dataScope: '本门店', storeIds: [1] })
  const refused = { status: 403, body: { message: '活动效果按全店统计，您的账号只能查看所属门店的数据' } }
  const days = { start: '2026-11-01', end: '2026-11-30' }
  expect(await clerk.call(activityReport.report, { query: { type: 4, id, ...days } })).toMatchObject(refused)
  expect(await clerk.call(activityReport.list, { query: { type: 4 } })).toMatchObject(refused)
  expect(await clerk.call(activityReport.download, { query: { type: 4 } })).toMatchObject(refused)
})

test('the figures of a coupon are a recount of its copies, orders, lines and refunds, live and booked, however often', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can, permissions: [SEE_COST] })
  const ids = await makeCoupons(shop, ['满减', '新人', '生日'])
  await makeHistory(shop, ids, 120)
  const run = () => shop.app.platform.scheduler.find('activityRollup')?.run(shop.ctx, {}, new AbortController().signal)
  await run()
  const booked = await readAll(shop)
  for (const id of ids) expect(await readReport(shop, staff, id)).toEqual(await recount(shop, id))
  await run()
  expect(await readAll(shop)).toEqual(booked)

  // An order of long ago is refunded whole and its copy returned, another one in part: their days change with the next run.
  const paid = await shop.ctx.db.select().from(storeOrders).where(sql`paid and refund_status = 0 and coupon_id > 0`)
  const old = paid.filter(({ payTime }) => payTime && +payTime < +shop.ctx.now() - 5 * DAY_MS)
  const [whole, part] = [old[0], old[1]]
  if (!whole || !part) throw new Error('no order was paid long ago')
  await refundUnits(shop, whole.id, Number.POSITIVE_INFINITY)
  await refundUnits(shop, part.id, 1)
  const back = { status: 0 as const, orderId: null, useTime: null }
  await shop.ctx.db.update(couponCopies).set(back).where(eq(couponCopies.id, whole.couponId))
  await run()
  for (const id of ids) expect(await readReport(shop, staff, id)).toEqual(await recount(shop, id))
  expect(await readAll(shop)).not.toEqual(booked)

  // An order of the day before yesterday that was not paid is closed today.
  const open = await shop.ctx.db.select().from(storeOrders).where(sql`not paid and close_type = 0 and coupon_id > 0`)
  const late = open.find(({ createdAt }) => +createdAt < +shop.ctx.now() - 3 * DAY_MS)
  if (!late) throw new Error('no order waits for payment')
  await shop.ctx.db
    .update(storeOrders)
    .set({ closeType: 1, closeTime: shop.ctx.now() })
    .where(eq(storeOrders.id, late.id))
  await shop.ctx.db.update(couponCopies).set(back).where(eq(couponCopies.id, late.couponId))
  await run()
  for (const id of ids) expect(await readReport(shop, staff, id)).toEqual(await recount(shop, id))
})

test('days that were missed are booked by the next run, and what happened since midnight counts at once', async () => {
  const shop = await openShop()
  const [id = 0] = await makeCoupons(shop, ['满减'])
  const uid = await makeCustomer(shop.ctx)
  const run = () => shop.app.platform.scheduler.find('activityRollup')?.run(shop.ctx, {}, new AbortController().signal)
  await makeCopy(shop, { couponId: id, uid })
  const today = toWireDay(shop.ctx.now())
  const received = async () => {
    const staff = await shop.signIn({ can })
    return (await staff.call(activityReport.report, { query: { type: 4, id, start: today, end: today } })).body.received
  }
  expect(await received()).toBe(1)
  shop.clock.advance(7 * DAY_MS)
  expect(await received()).toBe(0)
  await run()
  expect(await received()).toBe(1)
})

test('coupons are ranked by what they brought in a time, found by name, and exported as they stand; the return is for those who see costs', async () => {
  const shop = await openShop()
  const [staff, seesCost] = [await shop.signIn({ can }), await shop.signIn({ can, permissions: [SEE_COST] })]
  const [small = 0, large = 0, none = 0] = await makeCoupons(shop, ['小额', '大额', '无人'])
  const [one, other] = [await makeCustomer(shop.ctx), await makeCustomer(shop.ctx)]
  const smallCopy = await makeCopy(shop, { couponId: small, uid: one })
  const largeCopy = await makeCopy(shop, { couponId: large, uid: other })
  await makeCopy(shop, { couponId: small, uid: other })
  const bought = (unitPriceFen: number, couponShareFen: number) => ({ unitPriceFen, couponShareFen, costFen: 1_000 })
  const payTime = shop.clock.now()
  await use(shop, smallCopy, { payTime, couponPriceFen: 500, lines: [bought(2_500, 500)] })
  await use(shop, largeCopy, { payTime, couponPriceFen: 1_000, lines: [bought(9_000, 1_000)] })
  type Asked = { sort?: 'received' | 'orderAmount,asc'; name?: string; dateLimit?: string[]; ids?: number[] }
  const rank = async (query: Asked = {}) =>
    (await staff.call(activityReport.list, { query: { type: 4, ...query } })).body.list.map(({ id }) => id)
  expect(await rank()).toEqual([large, small, none])
  expect(await rank({ sort: 'received' })).toEqual([small, large, none])
  expect(await rank({ sort: 'orderAmount,asc' })).toEqual([none, small, large])
  expect(await rank({ name: '额' })).toEqual([large, small])
  expect(await rank({ ids: [none, small] })).toEqual([small, none])
  const { body } = await seesCost.call(activityReport.list, { query: { type: 4, dateLimit: ['today'] } })
  expect(body).toMatchObject({ total: 3, page: 1, limit: 20 })
  expect(body.list[1]).toEqual({
    id: small,
    title: '小额',
    received: 2,
    used: 1,
    useRate: 50,
    expired: 0,
    orderAmount: 20,
    discount: 5,
    orders: 1,
    newBuyers: 1,
    avgOrder: 20,
    refundAmount: 0,
    cost: 10,
    roi: 2,
  })
  const { body: before } = await staff.call(activityReport.list, { query: { type: 4, dateLimit: ['yesterday'] } })
  expect(before.list.map(({ received, orderAmount }) => [received, orderAmount])).toEqual([0, 1, 2].map(() => [0, 0]))
  expect(before.list[0]).not.toHaveProperty('roi')

  const sheetOf = async (caller: Caller) => {
    const { body: file } = await caller.call(activityReport.download, { query: { type: 4 } })
    if (!('url' in file)) throw new Error(JSON.stringify(file))
    return readSheet(await fetchBytes(shop, caller, file.url))
  }
  const [titles, first] = await sheetOf(seesCost)
  expect(titles).toContain('投入产出比')
  expect(first?.slice(0, 9)).toEqual([large, '大额', 1, 1, 100, 0, 80, 10, 0])
  expect((await sheetOf(staff))[0]).not.toContain('投入产出比')
})

/** Coupons of 5 yuan for 7 days, received by their buyers. */
async function makeCoupons({ ctx }: Shop, names: readonly string[]): Promise<number[]> {
  const rows = await ctx.db
    .insert(coupons)
    .values(names.map((name) => ({ name, moneyFen: 500, useType: 1 as const, type: 1 as const, day: 7, status: true })))
    .returning({ id: coupons.id })
  return rows.map(({ id }) => id)
}

let made = 0

async function makeCopy({ ctx }: Shop, copy: { couponId: number; uid: number } & Partial<Copy>): Promise<Copy> {
  const { createdAt = ctx.now() } = copy
  const [row] = await ctx.db
    .insert(couponCopies)
    .values({
      seq: ++made,
      name: '满减',
      moneyFen: 500,
      minPriceFen: 0,
      useType: 1,
      scopeIds: [],
      source: 'receive',
      startTime: createdAt,
      endTime: new Date(+createdAt + 7 * DAY_MS),
      updatedAt: createdAt,
      ...copy,
      createdAt,
    })
    .returning()
  if (!row) throw new Error('the copy was not stored')
  return row
}

/** An order that spends a copy, as an order's creation leaves both. */
async function use(
  { ctx }: Shop,
  copy: Copy,
  order: Parameters<typeof makeOrders>[1][number],
): Promise<StoredOrder | undefined> {
  const [row] = await makeOrders(ctx, [{ ...order, uid: copy.uid, couponId: copy.id, fromCouponId: copy.couponId }])
  if (!row) throw new Error('the order was not stored')
  const used = { status: 1 as const, orderId: row.id, useTime: row.createdAt }
  await ctx.db.update(couponCopies).set(used).where(eq(couponCopies.id, copy.id))
  return row
}

/** Copies of forty days, some spent on orders that were paid, closed or refunded since; always the same. */
async function makeHistory(shop: Shop, couponIds: readonly number[], count: number): Promise<void> {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const sources = Object.keys(couponSources) as (keyof typeof couponSources)[]
  const uids = await Promise.all(Array.from({ length: 12 }, () => makeCustomer(shop.ctx)))
  for (let at = 0; at < count; at++) {
    const couponId = couponIds[at % couponIds.length] ?? 0
    const createdAt = new Date(+shop.ctx.now() - random(40 * 24 * 60) * 60_000)
    const uid = uids[random(uids.length)] ?? 0
    const source = sources[random(2)] ?? 'receive'
    const fate = random(10)
    const copy = await makeCopy(shop, { couponId, uid, createdAt, source, ...(fate === 0 && { status: 2 }) })
    if (fate === 1) await voidCopy(shop, copy, random(2) ? copy.seq : null)
    if (fate < 3) continue
    const orderedAt = new Date(Math.min(+createdAt + random(6 * 24 * 60) * 60_000, +shop.ctx.now() - 60_000))
    const lines = Array.from({ length: 1 + random(3) }, () => ({
      unitPriceFen: 1_000 + random(5_000),
      num: 1 + random(4),
      costFen: random(2_000),
      couponShareFen: random(300),
    }))
    const couponPriceFen = lines.reduce((sum, { couponShareFen }) => sum + couponShareFen, 0)
    const paid = fate !== 3
    const order = await use(shop, copy, {
      createdAt: orderedAt,
      paid,
      couponPriceFen,
      lines,
      payPostageFen: random(800),
    })
    if (paid && fate > 7) await refundUnits(shop, order?.id ?? 0, fate === 9 ? Number.POSITIVE_INFINITY : 1)
  }
}

async function voidCopy({ ctx }: Shop, { id, createdAt }: Copy, seq: number | null): Promise<void> {
  const over = { status: 2 as const, voidReason: '后台撤回', voidTime: new Date(+createdAt + 60_000), seq }
  await ctx.db.update(couponCopies).set(over).where(eq(couponCopies.id, id))
}

/** Books a refund of so many units of each line, now, as the end of one does. */
async function refundUnits({ ctx }: Shop, orderId: number, units: number): Promise<void> {
  const { rows } = await ctx.db.execute<{ fen: number; isWhole: boolean }>(sql`
    with back as (update order_line set refund_num = least(num, ${Math.min(units, 9_999)}),
        refund_money_fen = pay_share_fen * least(num, ${Math.min(units, 9_999)}) / num
      where order_id = ${orderId} returning refund_money_fen, refund_num = num as is_whole)
    select sum(refund_money_fen)::int as fen, bool_and(is_whole) as "isWhole" from back`)
  const { fen = 0, isWhole = false } = rows[0] ?? {}
  const postage = isWhole ? sql`pay_postage_fen` : sql`0`
  await ctx.db.execute(sql`update store_order set refund_price_fen = ${fen} + ${postage},
    refund_status = ${isWhole ? 2 : 0} where id = ${orderId}`)
  await ctx.db.insert(refunds).values({
    refundNo: `R${orderId}`,
    orderId,
    parts: [],
    amountFen: fen,
    state: 1,
    reason: '不想要了',
    finishTime: ctx.now(),
  })
}

const rangeOf = ({ ctx }: Shop) => ({ start: toWireDay(new Date(+ctx.now() - 60 * DAY_MS)), end: toWireDay(ctx.now()) })

async function readReport(shop: Shop, staff: Caller, id: number): Promise<CouponReport> {
  const { status, body } = await staff.call(activityReport.report, { query: { type: 4, id, ...rangeOf(shop) } })
  expect(status).toBe(200)
  return { ...body, daily: body.daily.filter((day) => Object.values(day).some((value) => Number(value) > 0)) }
}

const readAll = ({ ctx }: Shop) =>
  ctx.db.select().from(couponStatDaily).orderBy(couponStatDaily.couponId, couponStatDaily.day)

type Paid = { payTime: Date | null; id: number }
const isBefore = (one: Paid, other: Paid) =>
  Number(one.payTime) < Number(other.payTime) || (Number(one.payTime) === Number(other.payTime) && one.id < other.id)

/** The same report, counted in the plainest way. */
async function recount({ ctx }: Shop, id: number): Promise<CouponReport> {
  const copies = await ctx.db.select().from(couponCopies).where(eq(couponCopies.couponId, id))
  const all = await ctx.db.select().from(storeOrders)
  const lines = await ctx.db.select().from(orderLines)
  const orders = all.filter(({ couponId }) => copies.some((copy) => copy.id === couponId))
  const paid = orders.filter(({ paid }) => paid)
  const kept = copies.filter(({ seq }) => seq !== null)
  const used = copies.filter(({ status }) => status === 1)
  const expired = kept.filter(
    ({ status, endTime, voidTime }) => status !== 1 && endTime < ctx.now() && !(voidTime && voidTime < endTime),
  )
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const amountOf = (those: typeof orders) => sum(those.map((each) => each.payPriceFen - each.refundPriceFen)) / 100
  const linesOf = (those: typeof orders) => lines.filter(({ orderId }) => those.some((each) => each.id === orderId))
  const discountOf = (those: typeof orders) =>
    sum(
      linesOf(those).map(({ couponShareFen, num, refundNum }) => {
        return couponShareFen - Math.floor((couponShareFen * refundNum) / num)
      }),
    ) / 100
  const costFen = sum(linesOf(paid).map((line) => line.costFen * (line.num - line.refundNum)))
  const isFirst = ({ uid, payTime, id: own }: (typeof orders)[number]) =>
    !all.some((each) => each.uid === uid && each.paid && isBefore(each, { payTime, id: own }))
  const alive = paid.filter(({ refundStatus }) => refundStatus !== 2)
  const dayOf = (at: Date | null) => (at ? toWireDay(at) : '')
  const orderOf = ({ orderId }: Copy) => orders.find((each) => each.id === orderId)
  const days = new Set([
    ...kept.map(({ createdAt }) => dayOf(createdAt)),
    ...used.map((copy) => dayOf(orderOf(copy)?.createdAt ?? null)),
    ...expired.map(({ endTime }) => dayOf(endTime)),
    ...paid.map(({ payTime }) => dayOf(payTime)),
  ])
  const ratio = (n: number, d: number) => (d ? Math.round((n * 100) / d) / 100 : null)
  const daily = [...days].sort().map((day) => {
    const those = paid.filter(({ payTime }) => dayOf(payTime) === day)
    return {
      day,
      received: kept.filter(({ createdAt }) => dayOf(createdAt) === day).length,
      used: used.filter((copy) => dayOf(orderOf(copy)?.createdAt ?? null) === day).length,
      expired: expired.filter(({ endTime }) => dayOf(endTime) === day).length,
      orderAmount: amountOf(those),
      discount: discountOf(those),
    }
  })
  return {
    title: (await ctx.db.select().from(coupons).where(eq(coupons.id, id)))[0]?.name ?? '',
    received: kept.length,
    used: used.length,
    expired: expired.length,
    useRate: Math.round((used.length * 10_000) / kept.length) / 100,
    orderAmount: amountOf(paid),
    discount: discountOf(paid),
    refundAmount: sum(paid.map((each) => each.refundPriceFen)) / 100,
    cost: costFen / 100,
    orders: alive.length,
    newBuyers: paid.filter(isFirst).length,
    avgOrder: ratio(amountOf(paid), alive.length) ?? 0,
    roi: ratio(Math.round(amountOf(paid) * 100) - costFen, Math.round(discountOf(paid) * 100)),
    bySource: (Object.keys(couponSources) as (keyof typeof couponSources)[]).flatMap((source) => {
      const [got, spent] = [kept, used].map((those) => those.filter((copy) => copy.source === source).length)
      return got || spent ? [{ source, received: got ?? 0, used: spent ?? 0 }] : []
    }),
    daily: daily.filter((day) => Object.values(day).some((value) => Number(value) > 0)),
  }
}

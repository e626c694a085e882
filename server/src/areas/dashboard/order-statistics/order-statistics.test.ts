import { orderStatistics } from '@zhanggui/contract/dashboard/order-statistics.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MadeOrder, makeOrders } from '../../../testing/order.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { orderEdits } from '../../order/order-edit/order-edit.tables.ts'
import { refundLines } from '../../order/refund/refund-line.tables.ts'
import { payments } from '../../payment/payment/payment.tables.ts'
import { refunds } from '../../payment/payment/refund.tables.ts'
import { metricNames } from '../rollup/rollup.repository.ts'
import { closeEnded, foldLately, rebuild } from '../rollup/rollup.service.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const routes = Object.values(orderStatistics)
const dayBefore = ({ clock }: Shop, days: number) => toWireDay(new Date(clock.now().getTime() - days * DAY_MS))

/** Sets the clock to that hour of today, in Shanghai. */
function setHour({ clock }: Shop, hour: number): void {
  const now = clock.now().getTime()
  const midnight = Math.floor((now + 8 * HOUR_MS) / DAY_MS) * DAY_MS - 8 * HOUR_MS
  clock.advance(midnight + DAY_MS + hour * HOUR_MS - now)
}

/** Stores of a round, delivery among them, and the days over which its orders are spread. */
const STORES = 10
const DAYS = 20
const MIN_CASES = 500
const kinds = ['weixin', 'alipay', 'yue', 'offline'] as const

const hours = (max: number) => fc.integer({ min: 0, max })
const wish = fc.record({
  hoursAgo: fc.integer({ min: 3, max: DAYS * 24 }),
  paidAfter: fc.option(hours(3)),
  store: fc.nat({ max: STORES - 1 }),
  num: fc.integer({ min: 1, max: 5 }),
  buyer: fc.nat({ max: 2 }),
  kind: fc.constantFrom(...kinds),
  isReship: fc.constantFrom(false, false, false, true),
  edit: fc.option(
    fc.record({ after: fc.integer({ min: 1, max: 40 }), paid: fc.nat({ max: 9 }), moved: fc.nat({ max: 9 }) }),
    {
      freq: 3,
    },
  ),
  backs: fc.array(
    fc.record({
      hoursAgo: hours(DAYS * 24),
      share: hours(30),
      restock: fc.boolean(),
      isMoved: fc.boolean(),
      surplus: fc.constantFrom(false, false, true),
      state: fc.constantFrom(1 as const, 1 as const, 2 as const),
    }),
    { maxLength: 2 },
  ),
})
type Wish = typeof wish extends fc.Arbitrary<infer Value> ? Value : never

/** A second, naive account of what an hour or day brought, kept beside the rows as they are made. */
class Account {
  readonly sums = new Map<string, Record<string, number>>()
  readonly payers = new Map<string, Set<number>>()
  add(at: Date, storeId: number, name: string, amount: number) {
    const key = `${toWireDay(at)}/${storeId}`
    const row = this.sums.get(key) ?? Object.fromEntries(metricNames.map((one) => [one, 0]))
    row[name] = (row[name] ?? 0) + amount
    this.sums.set(key, row)
  }
  pays(at: Date, storeId: number, uid: number) {
    const key = `${toWireDay(at)}/${storeId}`
    this.payers.set(key, (this.payers.get(key) ?? new Set()).add(uid))
  }
}

/** Stores what a round wishes for in a few statements, and keeps the account of it. */
async function fill(shop: Shop, account: Account, given: readonly Wish[], stores: readonly number[]) {
  const { db } = shop.ctx
  const uids = [await makeCustomer(shop.ctx), await makeCustomer(shop.ctx), await makeCustomer(shop.ctx)]
  const now = shop.clock.now().getTime()
  const hoursAgo = (ago: number) => new Date(now - ago * HOUR_MS)
  const wanted = given.map(({ paidAfter, edit, ...each }) => {
    const createdAt = hoursAgo(each.hoursAgo)
    const payTime = paidAfter === null ? null : new Date(createdAt.getTime() + paidAfter * 50 * 60_000)
    const editedAt = payTime && edit && !each.isReship && new Date(payTime.getTime() + edit.after * HOUR_MS)
    return { ...each, createdAt, payTime, edit, editedAt: editedAt && editedAt.getTime() < now ? editedAt : null }
  })
  const drafts = wanted.map(({ num, isReship, createdAt, payTime, editedAt, ...each }): MadeOrder => {
    const storeId = stores[each.store] ?? 0
    const sold = isReship ? { priceFen: 0, unitPriceFen: 0 } : {}
    const lines = [{ num, costFen: 800, ...sold }, ...(editedAt ? [{ costFen: 300, createdAt: editedAt }] : [])]
    return {
      uid: uids[each.buyer] ?? 0,
      createdAt,
      lines,
      payPostageFen: isReship ? 0 : 500,
      ...(isReship && { source: 'reship', fromOrderNo: '20261001000000000000' }),
      ...(storeId && { shippingType: 2 as const, storeId }),
      ...(payTime && { paid: true, payTime, payType: isReship ? 'zero' : each.kind }),
    }
  })
  const made = await makeOrders(shop.ctx, drafts)
  const cases = wanted.flatMap((each, at) => {
    const order = made[at]
    return order ? [{ ...each, order }] : []
  })
  const edits = cases.flatMap((each) =>
    each.edit && each.editedAt ? [{ ...each, ...each.edit, at: each.editedAt }] : [],
  )
  const stored = await db
    .insert(orderEdits)
    .values(
      edits.map(({ order, at, paid, moved }) => ({
        editNo: `E${order.id}`,
        orderId: order.id,
        plan: { add: [], remove: [], swap: [] },
        reason: '换大号',
        addedFen: (paid + moved) * 10,
        removedFen: moved * 10,
        differenceFen: paid * 10,
        state: 1 as const,
        finishTime: at,
      })),
    )
    .returning()
  const money = await db
    .insert(payments)
    .values(
      edits.flatMap(({ order, kind, at, paid, moved }, index) => {
        const { id: bizId = 0, editNo: bizNo = '' } = stored[index] ?? {}
        const pay = { bizType: 'edit' as const, bizId, bizNo, uid: order.uid, channel: 'h5' as const, payType: kind }
        const one = { ...pay, state: 1, payTime: at }
        return [
          { ...one, outTradeNo: `${bizNo}-1`, provider: 'edit' as const, amountFen: moved * 10 },
          ...(paid ? [{ ...one, outTradeNo: `${bizNo}-2`, provider: 'sim' as const, amountFen: paid * 10 }] : []),
        ]
      }),
    )
    .returning()

  const backs = cases.flatMap(({ order, backs: some, isReship, payTime }) =>
    (payTime ? some : []).map((back, at) => {
      const moved = money.find(({ provider, bizNo }) => provider === 'edit' && bizNo === `E${order.id}`)
      const movedFen = (!at && back.isMoved && moved?.amountFen) || 0
      const paidFen = isReship ? 0 : back.share * 10
      // Money goes back after it came.
      const refundTime = new Date(Math.max(hoursAgo(back.hoursAgo).getTime(), payTime?.getTime() ?? 0))
      const amountFen = paidFen + movedFen
      const parts = movedFen && moved ? [{ paymentId: moved.id, amountFen: movedFen, state: 1 as const }] : []
      const row = {
        refundNo: `R${order.id}-${at}`,
        orderId: order.id,
        parts,
        amountFen,
        postageAmountFen: isReship ? 0 : back.share,
        restock: back.restock,
        surplus: back.surplus,
        state: back.surplus ? 1 : back.state,
        reason: '少件',
        finishTime: refundTime,
        method: movedFen && !paidFen ? ('edit' as const) : ('origin' as const),
      }
      return { row, order, isReship, paidFen, movedFen, cutNum: at ? 0 : 1 }
    }),
  )
  const sent = await db
    .insert(refunds)
    .values(backs.map(({ row }) => row))
    .returning({ id: refunds.id })
  await db.insert(refundLines).values(
    backs.map(({ order, row, cutNum }, at) => ({
      refundId: sent[at]?.id ?? 0,
      lineId: order.lines[0]?.id ?? 0,
      num: 1,
      cutNum,
      moneyFen: row.amountFen,
    })),
  )

  for (const { order, createdAt, payTime, isReship, kind, num } of cases) {
    const add = (at: Date, name: string, amount: number) => account.add(at, order.storeId, name, amount)
    add(createdAt, 'orderNum', 1)
    if (!payTime) continue
    add(payTime, 'costFen', 800 * num)
    if (isReship) continue
    account.pays(payTime, order.storeId, order.uid)
    add(payTime, 'payOrderNum', 1)
    add(payTime, 'postageFen', 500)
    for (const name of ['salesFen', `${kind}Fen`]) add(payTime, name, order.payPriceFen)
  }
  for (const { order, kind, at, paid } of edits) {
    account.add(at, order.storeId, 'costFen', 300)
    if (paid) account.pays(at, order.storeId, order.uid)
    for (const name of ['salesFen', `${kind}Fen`]) account.add(at, order.storeId, name, paid * 10)
  }
  for (const { row, order, isReship, paidFen, movedFen, cutNum } of backs) {
    if (row.surplus || row.state !== 1) continue
    const add = (name: string, amount: number) => account.add(row.finishTime, order.storeId, name, amount)
    add('costBackFen', 800 * (row.restock ? 1 : cutNum))
    if (isReship) continue
    add('refundNum', movedFen && !paidFen ? 0 : 1)
    add('refundFen', paidFen)
    add('refundPostageFen', row.postageAmountFen)
  }
}

const columns = metricNames.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
const read = async ({ ctx }: Shop, table: string, day: string) => {
  const { rows } = await ctx.db.execute<Record<string, string | number>>(
    sql.raw(`select ${day} || '/' || store_id as key, ${columns.map((one) => `sum(${one})::int as ${one}`).join(', ')}
      from ${table} group by 1 order by 1`),
  )
  return new Map(rows.map(({ key, ...sums }) => [String(key), sums]))
}

test('whatever happened and however late money went back, Σ hours = days = the sums over payments, orders and refunds', async () => {
  const shop = await openShop()
  setHour(shop, 10)
  const admin = await shop.signInAdmin()
  const stores = [0]
  while (stores.length < STORES)
    stores.push((await admin.call(store.save, { body: storeDraft(`湖滨${stores.length}店`) })).body.id)
  const account = new Account()
  let judged = 0
  const some = fc.array(wish, { minLength: 300, maxLength: 400 })
  const run = fc.asyncProperty(some, hours(96), async (given, closedBefore) => {
    // Each round has days of its own.
    shop.clock.advance((DAYS + 2) * DAY_MS)
    const reader = await shop.signInAdmin()
    await fill(shop, account, given, stores)
    // Hours are closed at some moment, then the rest; the last days are computed again.
    await closeEnded({ db: shop.ctx.db, now: () => new Date(shop.clock.now().getTime() - closedBefore * HOUR_MS) })
    await closeEnded(shop.ctx)
    const wanted = new Map(
      [...account.sums].map(([key, sums]) => [
        key,
        Object.fromEntries(metricNames.map((name, at) => [columns[at], sums[name]])),
      ]),
    )
    const isPast = (key: string) => key < toWireDay(shop.clock.now())
    const byHour = await read(shop, 'stat_hour', `to_char(hour at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`)
    const days = await read(shop, 'stat_day', `to_char(day, 'YYYY-MM-DD')`)
    for (const [key, sums] of wanted)
      if (isPast(key)) expect([key, byHour.get(key), days.get(key)]).toEqual([key, sums, sums])
    for (const [key, sums] of days) expect(byHour.get(key)).toEqual(sums)
    judged = [...wanted.keys()].filter(isPast).length
    const { rows: payers } = await shop.ctx.db.execute<{ key: string; number: number }>(sql`
      select to_char(day, 'YYYY-MM-DD') || '/' || store_id as key, pay_user_num as number from stat_day where pay_user_num > 0`)
    const counted = [...account.payers].flatMap(([key, uids]) => (isPast(key) ? [{ key, number: uids.size }] : []))
    expect(payers.sort((a, b) => a.key.localeCompare(b.key))).toEqual(
      counted.sort((a, b) => a.key.localeCompare(b.key)),
    )

    const { body } = await reader.call(orderStatistics.days, { query: { dateLimit: ['lately30'], limit: 100 } })
    for (const { time, count, price } of body) {
      const of = stores.map((id) => account.sums.get(`${time}/${id}`))
      const total = (name: string) => of.reduce((sum, row) => sum + (row?.[name] ?? 0), 0)
      expect([time, count, price]).toEqual([
        ...[time, total('payOrderNum')],
        (total('salesFen') - total('refundFen')) / 100,
      ])
    }
    const [earliest = ''] = days.keys()
    await rebuild(shop.ctx, [earliest.slice(0, 10), dayBefore(shop, 4)].sort().at(-1) ?? '')
    expect(await read(shop, 'stat_day', `to_char(day, 'YYYY-MM-DD')`)).toEqual(days)
  })
  await fc.assert(run, { numRuns: Number(process.env.LAW_RUNS ?? 4), endOnFailure: true })
  // Each day of a store is a case of its own.
  expect(judged).toBeGreaterThanOrEqual(MIN_CASES)
})

test('the figures of today, yesterday and the month, of all stores and of one; from nothing before there is no growth', async () => {
  const shop = await openShop()
  setHour(shop, 12)
  const admin = await shop.signInAdmin()
  const { id: storeId } = (await admin.call(store.save, { body: storeDraft('湖滨店') })).body
  const clerk = await shop.signIn({ can: routes, dataScope: '本门店', storeIds: [storeId], level: 5 })
  const at = (hours: number) => new Date(shop.clock.now().getTime() - hours * HOUR_MS)
  const uid = await makeCustomer(shop.ctx)
  const [first] = await makeOrders(shop.ctx, [
    { uid, createdAt: at(30), paid: true, payTime: at(30) },
    { uid, createdAt: at(4), paid: true, payTime: at(4) },
    { uid, createdAt: at(0), paid: true, payTime: at(0) },
    { uid, createdAt: at(2), paid: true, payTime: at(2), shippingType: 2, storeId, lines: [{ num: 2 }] },
    { uid, createdAt: at(1) },
  ])
  await shop.ctx.db.insert(refunds).values({
    refundNo: 'R1',
    orderId: first?.id ?? 0,
    parts: [],
    amountFen: 500,
    state: 1,
    reason: '少件',
    finishTime: at(1),
  })
  const all = async () => (await admin.call(orderStatistics.overview)).body
  const before = await all()
  expect(before).toMatchObject({
    orderCount: 5,
    unpaidCount: 1,
    unshippedCount: 3,
    verificationCount: 1,
    completeCount: 0,
    refundCount: 0,
  })
  await foldLately(shop.ctx)
  expect(await all()).toMatchObject({
    sumPrice: 94.5,
    todayCount: 3,
    todayPrice: 74.6,
    proCount: 1,
    proPrice: 19.9,
  })
  const own = (await clerk.call(orderStatistics.overview)).body
  expect(own).toMatchObject({ orderCount: 1, sumPrice: 39.8, todayCount: 1, todayPrice: 39.8, proPrice: 0 })

  const trend = async (who = admin, query = {}) => (await who.call(orderStatistics.trend, { query })).body
  const today = await trend()
  expect(today).toMatchObject({ time: 74.6, growthRate: 274.87, increaseTime: 54.7, increaseTimeStatus: 1 })
  expect(today.chart).toHaveLength(24)
  expect(today.chart.filter(({ num }) => num)).toEqual([
    ...[
      { time: '08:00', num: 19.9 },
      { time: '10:00', num: 39.8 },
      { time: '11:00', num: -5 },
    ],
    { time: '12:00', num: 19.9 },
  ])
  expect(await trend(clerk, { type: 2 })).toMatchObject({ time: 1, growthRate: null, increaseTimeStatus: 1 })
  const week = await trend(admin, { dateLimit: ['lately7'], type: 2 })
  expect(week.chart).toHaveLength(7)
  expect(week).toMatchObject({ time: 4, growthRate: null })
  const wide = await admin.call(orderStatistics.days, { query: { dateLimit: ['2020-01-01', '2026-01-01'] } })
  expect(wide).toMatchObject({ status: 400, body: { message: '时间范围最长800天' } })
  const { body: page } = await admin.call(orderStatistics.days, { query: { page: 2, limit: 3 } })
  expect(page.map(({ time }) => time)).toEqual([3, 4, 5].map((days) => dayBefore(shop, days)))
})

test('of an edited order only the difference is a sale or a refund; what pays for what was added is neither', async () => {
  const shop = await openShop()
  setHour(shop, 12)
  const at = (hours: number) => new Date(shop.clock.now().getTime() - hours * HOUR_MS)
  const times = { createdAt: at(9), paid: true, payTime: at(9) }
  const made = await makeOrders(shop.ctx, [
    {
      ...times,
      lines: [
        { num: 1, costFen: 800 },
        { num: 1, costFen: 300, createdAt: at(5) },
      ],
      payPriceFen: 1990,
    },
    { ...times, lines: [{ num: 1, costFen: 800 }], payPriceFen: 1990 },
  ])
  // The first gives 5 for what was added, the second takes 3 and 7 went from goods to goods.
  for (const [index, order] of made.entries()) {
    const editNo = `E${order.id}`
    const difference = index ? -300 : 500
    const [edit] = await shop.ctx.db
      .insert(orderEdits)
      .values({
        editNo,
        orderId: order.id,
        plan: { add: [], remove: [], swap: [] },
        addedFen: 1200,
        removedFen: 700,
        differenceFen: difference,
        reason: '换大号',
        state: 1 as const,
        finishTime: at(5),
      })
      .returning()
    const pay = {
      bizType: 'edit' as const,
      bizId: edit?.id ?? 0,
      bizNo: editNo,
      uid: order.uid,
      channel: 'h5' as const,
      payType: 'weixin' as const,
      state: 1,
      payTime: at(5),
    }
    const [moved] = await shop.ctx.db
      .insert(payments)
      .values({ ...pay, outTradeNo: `${editNo}-1`, provider: 'edit', amountFen: 700 })
      .returning()
    if (!index)
      await shop.ctx.db.insert(payments).values({ ...pay, outTradeNo: `${editNo}-2`, provider: 'sim', amountFen: 500 })
    const parts = [{ paymentId: moved?.id ?? 0, amountFen: 700, state: 1 as const }]
    await shop.ctx.db.insert(refunds).values({
      refundNo: `R${editNo}`,
      orderId: order.id,
      amountFen: index ? 1000 : 700,
      state: 1,
      reason: '改单',
      parts: index ? [...parts, { paymentId: order.payment?.id ?? 0, amountFen: 300, state: 1 }] : parts,
      finishTime: at(4),
    })
  }
  await closeEnded(shop.ctx)
  const { rows } = await shop.ctx.db.execute(sql`
    select sum(sales_fen)::int as sales, sum(weixin_fen)::int as weixin, sum(refund_num)::int as backs,
      sum(refund_fen)::int as refunded, sum(cost_fen)::int as cost from stat_hour`)
  expect(rows).toEqual([{ sales: 4480, weixin: 4480, backs: 1, refunded: 300, cost: 1900 }])
})

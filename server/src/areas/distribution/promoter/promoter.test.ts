import { promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/chance.ts'
import { bindBelow, type MadeCommission, makeCommission } from '../../../testing/commission.ts'
import { makeOrders } from '../../../testing/order.ts'
import { setSettings } from '../../../testing/pay.ts'
import { toTomorrow } from '../../../testing/shanghai-clock.ts'
import { openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'

/** At noon, so that no sum of a day is begun anew. */
async function openDesk() {
  const shop = await openShop()
  toTomorrow(shop.clock, 12)
  const staff = await shop.signIn({ can: Object.values(promoter) })
  return { shop, staff, ctx: shop.ctx }
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
const yuan = (fen: number) => fen / 100

test('the promoters, their people and their orders are those of a naive count over random records', async () => {
  const { shop, staff, ctx } = await openDesk()
  const uids: number[] = []
  const people = Array.from({ length: 14 }, (_, n) => ({
    nickname: `推广${n}`,
    isPromoter: n < 4,
    promoterTime: n < 4 ? ctx.now() : null,
  }))
  for (const one of people) uids.push(await makeCustomer(ctx, one))
  /** Two levels: the first four promote, each of the others is brought by one of those before. */
  const above = new Map<number, number>()
  for (let n = 1; n < uids.length; n++) {
    const up = uids[draw(Math.min(n, 5))] ?? 0
    above.set(uids[n] ?? 0, up)
    await bindBelow(ctx, up, [uids[n] ?? 0])
  }
  const orders = await makeOrders(
    ctx,
    Array.from({ length: 30 }, () => ({
      uid: uids[4 + draw(10)] ?? 0,
      paid: true,
      payTime: ctx.now(),
      payType: 'yue' as const,
      commissionNote: draw(2) ? ('zero' as const) : ('' as const),
    })),
  )
  const records: MadeCommission[] = []
  for (const [n, order] of orders.entries()) {
    const first = above.get(order.uid) ?? 0
    const earners = [first, above.get(first) ?? 0].slice(0, draw(3)).filter(Boolean)
    for (const [at, uid] of earners.entries()) {
      const status = ([1, 2, 3, 4] as const)[draw(4)] ?? 1
      const own = { uid, orderId: order.id, linkId: order.orderNo, brokerageLevel: (at + 1) as 1 | 2 }
      const priceFen = 100 + draw(900)
      records.push({ ...own, linkType: 'order', status, priceFen, bizKey: `order:${order.id}:l${at + 1}` })
      if (status === 3 && draw(2)) records.push({ ...own, linkType: 'refund', status: 3, priceFen: draw(100) + 1 })
    }
    const uid = uids[draw(4)] ?? 0
    if (!draw(3)) records.push({ uid, linkType: 'system', type: draw(2) ? 1 : 2, status: 3, priceFen: 1 + draw(500) })
    if (!draw(3))
      records.push({ uid, linkType: 'withdraw', type: 2, status: 3, priceFen: 1 + draw(500), bizKey: `extract:${n}` })
    if (!draw(4))
      records.push({ uid, linkType: 'withdraw', type: 2, status: 5, priceFen: 1 + draw(500), bizKey: `extract:9${n}` })
    if (!draw(5)) records.push({ uid, linkType: 'yue', status: 3, priceFen: 1 + draw(500) })
  }
  await makeCommission(ctx, records)

  const signed = (row: MadeCommission) =>
    (row.type ?? (row.linkType === 'refund' ? 2 : 1)) === 1 ? row.priceFen : -row.priceFen
  const gains = (row: MadeCommission) => row.status === 3 && ['order', 'refund', 'system'].includes(row.linkType)
  const naive = (uid: number) => {
    const own = records.filter((row) => row.uid === uid)
    const live = own.filter((row) => row.linkType === 'order' && row.status !== 4)
    const paid = own.filter((row) => row.linkType === 'withdraw' && row.status === 3)
    return {
      spreadCount: [...above.values()].filter((up) => up === uid).length,
      spreadOrderNum: live.length,
      spreadOrderTotalPrice: yuan(sum(live, (row) => orders.find(({ id }) => id === row.orderId)?.payPriceFen ?? 0)),
      totalBrokeragePrice: yuan(sum(own.filter(gains), signed)),
      freezeBrokeragePrice: yuan(
        sum(
          live.filter((row) => row.status < 3),
          (row) => row.priceFen,
        ),
      ),
      extractCountPrice: yuan(sum(paid, (row) => row.priceFen)),
      extractCountNum: paid.length,
      brokeragePrice: yuan(
        sum(
          own.filter((row) => row.status === 3 || row.status === 5),
          (row) => (row.linkType === 'yue' || row.linkType === 'withdraw' ? -row.priceFen : signed(row)),
        ),
      ),
    }
  }
  const list = (await staff.call(promoter.list, { query: {} })).body
  expect(list.list.map(({ uid }) => uid).sort()).toEqual(uids.slice(0, 4).sort())
  for (const row of list.list) expect(row, row.nickname).toMatchObject(naive(row.uid))
  // Everybody is a promoter: those who brought somebody are listed, too.
  await setSettings(shop, { store_brokerage_status: 2 })
  const all = (await staff.call(promoter.list, { query: { sort: ['totalBrokeragePrice', 'desc'] } })).body.list
  const bringing = uids.filter((uid, n) => n < 4 || [...above.values()].includes(uid))
  expect(all.map(({ uid }) => uid).sort()).toEqual(bringing.sort())
  expect(all.map((row) => row.totalBrokeragePrice)).toEqual(
    bringing.map((uid) => naive(uid).totalBrokeragePrice).sort((a, b) => b - a),
  )

  const own = records.filter((row) => row.linkType === 'order')
  const [uid = 0] = uids
  const levelOf = (person: number) =>
    above.get(person) === uid ? 1 : above.get(above.get(person) ?? 0) === uid ? 2 : 0
  const brought = (await staff.call(promoter.people, { query: { limit: 100 }, body: { uid } })).body.list
  expect(brought.map(({ id }) => id).sort()).toEqual(uids.filter(levelOf).sort())
  for (const person of brought) {
    const theirs = orders.filter((order) => order.uid === person.id).map(({ id }) => id)
    const left = records.filter((row) => row.uid === uid && theirs.includes(row.orderId ?? 0))
    const kept = sum(left, (row) => (row.linkType === 'refund' ? -row.priceFen : row.status === 4 ? 0 : row.priceFen))
    expect(person).toMatchObject({ level: levelOf(person.id), brokerage: yuan(kept) })
  }
  const earned = (await staff.call(promoter.orders, { query: { limit: 100 }, body: { uid } })).body.list
  const withRecord = own.filter((row) => row.uid === uid).map((row) => row.orderId ?? 0)
  const noted = orders.filter((order) => order.commissionNote && levelOf(order.uid) && !withRecord.includes(order.id))
  expect(earned.map(({ id }) => id).sort()).toEqual([...withRecord, ...noted.map(({ id }) => id)].sort())
  expect(earned.filter(({ status }) => status === null).every(({ note }) => note.includes('佣金为 0'))).toBe(true)
  const [order] = earned
  const found = await staff.call(promoter.orders, { body: { uid, keywords: order?.orderNo } })
  expect(found.body.list.map(({ orderNo }) => orderNo)).toEqual([order?.orderNo])
  const tree = (await staff.call(promoter.tree, { query: { uid } })).body
  expect(tree.list.map(({ id }) => id).sort()).toEqual(uids.filter((person) => levelOf(person) === 1).sort())

  const sums = (await staff.call(promoter.statistics, { query: {} })).body
  expect(sums).toEqual({
    promoterNum: bringing.length,
    newPromoterNum: bringing.length,
    spreadUserNum: uids.length - 1,
    orderNum: new Set(own.filter((row) => row.status !== 4).map((row) => row.orderId)).size,
    orderPrice: yuan(
      sum(
        orders.filter(({ id }) => own.some((row) => row.orderId === id && row.status !== 4)),
        (row) => row.payPriceFen,
      ),
    ),
    brokeragePrice: yuan(sum(records.filter(gains), signed)),
    freezePrice: yuan(
      sum(
        own.filter((row) => row.status < 3),
        (row) => row.priceFen,
      ),
    ),
    extractPrice: yuan(
      sum(
        records.filter((row) => row.linkType === 'withdraw' && row.status === 3),
        (row) => row.priceFen,
      ),
    ),
    waitExtractPrice: yuan(
      sum(
        records.filter((row) => row.status === 5),
        (row) => row.priceFen,
      ),
    ),
  })
  expect(
    (await staff.call(promoter.statistics, { query: { dateLimit: ['2020-01-01', '2020-01-02'] } })).body,
  ).toMatchObject({
    promoterNum: bringing.length,
    newPromoterNum: 0,
    spreadUserNum: 0,
    orderNum: 0,
    brokeragePrice: 0,
  })
})

test('accounts of single stores see no promoters and nothing of what they earn, and change nothing', async () => {
  const { shop, ctx } = await openDesk()
  const clerk = await shop.signIn({ can: Object.values(promoter), dataScope: '本门店', storeIds: [1] })
  const uid = await makeCustomer(ctx, { isPromoter: true })
  await bindBelow(ctx, uid, [await makeCustomer(ctx)])
  const [order] = await makeOrders(ctx, [{ paid: true, payTime: ctx.now(), payType: 'yue' }])
  await makeCommission(ctx, [{ uid, orderId: order?.id ?? 0, linkType: 'order', status: 3, priceFen: 500 }])
  expect((await clerk.call(promoter.list, { query: {} })).body.total).toBe(0)
  expect((await clerk.call(promoter.list, { query: { uid } })).body.total).toBe(0)
  expect((await clerk.call(promoter.statistics, { query: {} })).body).toMatchObject({
    promoterNum: 0,
    brokeragePrice: 0,
  })
  expect((await clerk.call(promoter.people, { body: { uid } })).body.total).toBe(0)
  expect((await clerk.call(promoter.orders, { body: { uid } })).body.total).toBe(0)
  expect((await clerk.call(promoter.tree, { query: { uid } })).status).toBe(404)
  expect((await clerk.call(promoter.adjust, { body: { uid, type: 1, price: 1, mark: '奖励' } })).status).toBe(422)
  expect((await clerk.call(promoter.appoint, { body: { ids: [uid], isPromoter: false } })).status).toBe(404)
})

test('customers become promoters and ordinary again, at most 200 at once, and what they earned stays theirs', async () => {
  const { shop, staff, ctx } = await openDesk()
  const [one, other] = [await makeCustomer(ctx), await makeCustomer(ctx)]
  const ended = await makeCustomer(ctx, { status: false, closeReason: '买家已注销账号' })
  const appoint = (ids: number[], isPromoter = true) => staff.call(promoter.appoint, { body: { ids, isPromoter } })
  expect((await appoint([one, 999_999])).status).toBe(404)
  expect((await appoint([one, ended])).status).toBe(404)
  expect((await appoint(Array.from({ length: 201 }, (_, n) => n + 1))).status).toBe(400)
  expect((await appoint([one, other])).status).toBe(200)
  const first = (await staff.call(promoter.list, { query: {} })).body.list.find(({ uid }) => uid === one)
  shop.clock.advance(3600_000)
  await appoint([one, other])
  const again = (await staff.call(promoter.list, { query: {} })).body.list.find(({ uid }) => uid === one)
  expect(again?.promoterTime).toBe(first?.promoterTime)
  await makeCommission(ctx, [{ uid: one, linkType: 'order', status: 3, priceFen: 700 }])
  await appoint([one], false)
  expect((await staff.call(promoter.list, { query: {} })).body.list.map(({ uid }) => uid)).toEqual([other])
  expect((await staff.call(promoter.list, { query: { uid: one } })).body.list).toMatchObject([
    { isPromoter: false, brokeragePrice: 7 },
  ])
})

test('commission is given and taken by hand with a reason, never below what there is, and large sums ask for the password', async () => {
  const { shop, staff, ctx } = await openDesk()
  const uid = await makeCustomer(ctx, { nickname: '周屿' })
  const [order] = await makeOrders(ctx, [{ uid }])
  const adjust = (body: object) =>
    staff.call(promoter.adjust, { body: { uid, type: 1, price: 10, mark: '补发佣金', ...body } })
  for (const [body, status, message] of [
    [{ price: 0 }, 400, '佣金'],
    [{ price: 1.234 }, 400, '两位小数'],
    [{ mark: '补' }, 400, '原因'],
    [{ type: 3 }, 400, '增减'],
    [{ uid: 999_999 }, 404, '用户不存在'],
    [{ orderNo: '20990101000000000001' }, 404, '订单不存在'],
    [{ type: 2 }, 422, '可扣佣金不足'],
  ] as const)
    expect(
      await staff.send('POST', promoter.adjust.path, { uid, type: 1, price: 10, mark: '补发佣金', ...body }),
      JSON.stringify(body),
    ).toMatchObject({
      status,
      body: { message: expect.stringContaining(message) },
    })
  expect((await adjust({ orderNo: order?.orderNo })).status).toBe(200)
  expect((await adjust({ type: 2, price: 4, mark: '多发收回' })).status).toBe(200)
  expect((await staff.call(promoter.list, { query: { uid } })).body.list[0]).toMatchObject({
    brokeragePrice: 6,
    totalBrokeragePrice: 6,
  })
  await setSettings(shop, { reauth_amount: 5000 })
  shop.clock.advance(11 * 60_000)
  const other = await makeCustomer(ctx)
  expect((await adjust({ uid: other, price: 36 })).status).toBe(200)
  // The sums of a day add up over all customers.
  expect(await adjust({ uid: other, price: 0.01 })).toMatchObject({ status: 428, body: { code: 'REAUTH_REQUIRED' } })
  await ctx.db.execute(sql`update shop_user set status = false, close_reason = '买家已注销账号' where id = ${other}`)
  const fresh = await shop.signIn({ can: [promoter.adjust] })
  expect(
    (await fresh.call(promoter.adjust, { body: { uid: other, type: 1, price: 1, mark: '补发佣金' } })).body,
  ).toMatchObject({ message: '该账号已注销，不能调整佣金' })
})

test('more commission in a day than balance may be given by hand takes the right to large amounts, however it is split', async () => {
  const { shop, staff, ctx } = await openDesk()
  const [uid, other] = [await makeCustomer(ctx), await makeCustomer(ctx)]
  await setSettings(shop, { founds_limit: 20_00 })
  const large = 'admin:user:operate:founds:large'
  const give = (by: typeof staff, to: number, price: number, type: 1 | 2 = 1) =>
    by.call(promoter.adjust, { body: { uid: to, type, price, mark: '补发佣金' } })
  expect((await give(staff, uid, 12)).status).toBe(200)
  expect(await give(staff, other, 8.01)).toMatchObject({ status: 403, body: { permission: large } })
  expect(await give(staff, uid, 8.01, 2)).toMatchObject({ status: 403 })
  expect((await give(staff, other, 8)).status).toBe(200)
  const trusted = await shop.signIn({ can: [promoter.adjust], permissions: [large] })
  expect((await give(trusted, other, 20.01)).status).toBe(200)
})

test('an adjustment sent twice at once with one key is booked once, and the same key of somebody else is another', async () => {
  const { shop, staff, ctx } = await openDesk()
  const uid = await makeCustomer(ctx)
  const other = await shop.signIn({ can: [promoter.adjust] })
  const headers = { 'idempotency-key': 'adjust-0000000001' }
  const send = (by: typeof staff) =>
    by.call(promoter.adjust, { body: { uid, type: 1, price: 8, mark: '补发佣金' }, headers })
  const answers = await Promise.all([send(staff), send(staff), send(staff)])
  expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true)
  await send(staff)
  // Answers are forgotten in a day, what was booked is not.
  await ctx.db.execute(sql`delete from idempotency_key`)
  await send(staff)
  expect((await staff.call(promoter.list, { query: { uid } })).body.list[0]?.brokeragePrice).toBe(8)
  await send(other)
  expect((await staff.call(promoter.list, { query: { uid } })).body.list[0]?.brokeragePrice).toBe(16)
})

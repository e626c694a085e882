import { order } from '@zhanggui/contract/order/order.ts'
import { orderCommission } from '@zhanggui/contract/order/order-commission.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { frontSignIn } from '@zhanggui/contract/user/front-sign-in.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { randomFrom } from '../../../platform/security/random.ts'
import { codeFor, prepareCodes } from '../../../testing/buyer.ts'
import { addressIdOf, buy, findUnbalanced } from '../../../testing/checkout.ts'
import { type MadeLine, makeOrder } from '../../../testing/order.ts'
import { openPayShop, type PayShop, setSettings } from '../../../testing/pay.ts'
import { all, ask, give, NEVER, one, paidByBalance } from '../../../testing/refund.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'
import { addBrokerage, takeBrokerage } from '../../distribution/commission/commission.service.ts'
import { ENDED_BY_BUYER } from '../../user/shop-user/shop-user.tables.ts'
import { setSuperior } from '../../user/spread/spread.service.ts'
import * as orders from '../order/order.repository.ts'
import { markPaid, receiveOrder } from '../order/order-transition.service.ts'
import { thawCommissions } from './order-commission.service.ts'

const DAY_MS = 24 * 3600_000
const CASES = Number(process.env.COMMISSION_CASES ?? 60)
const SEED = Number(process.env.COMMISSION_SEED ?? 20_261_129)

/** The promoter of a shop's buyer, and the one above. */
async function bindAbove({ shop, buyer }: PayShop) {
  const above = await makeCustomer(shop.ctx, { isPromoter: true, nickname: '上上级' })
  const promoter = await makeCustomer(shop.ctx, { isPromoter: true, nickname: '推广员' })
  await inTransaction(shop.ctx, async (tx) => {
    await setSuperior(tx, promoter, above)
    await setSuperior(tx, buyer.userId, promoter)
  })
  return { above, promoter }
}

const recordsOf = (own: PayShop, orderId: number) =>
  all<{ uid: number; level: number; type: number; fen: number; status: number; lines: object[] }>(
    own,
    sql`select uid::int, brokerage_level as level, type, price_fen::int as fen, status, lines from user_brokerage_record
      where order_id = ${orderId} order by id`,
  )
const hasOf = async (own: PayShop, uid: number) =>
  Number((await one(own, sql`select brokerage_price_fen as fen from shop_user where id = ${uid}`))?.fen)

const receive = (own: PayShop, id: number) =>
  inTransaction(own.shop.ctx, async (tx) => receiveOrder(tx, await locked(tx, id), '确认收货'))
async function locked(tx: Parameters<typeof orders.lockOrder>[0], id: number) {
  const found = await orders.lockOrder(tx, { id })
  if (!found) throw new Error('no such order')
  return found
}

/** Of the commission alone: the orders here are received without a parcel. */
const unbalanced = async ({ shop }: PayShop) =>
  (await findUnbalanced(shop.ctx)).filter(({ equation }) => equation === 'R2' || equation === 'R9')

type Person = { id: number; on: boolean; promoter: boolean; above: Person | undefined }
type Line = { isSub: boolean; unitPriceFen: number; num: number; share: number; one: number; two: number }
type Rules = {
  on: boolean
  all: boolean
  self: boolean
  activity: boolean
  days: number
  one: number
  two: number
  paid: boolean
}

/** What an order earns, worked out a second time, one person and one line at a time. */
function naive(rules: Rules, buyer: Person & { idle: number }, lines: readonly Line[], isActivity: boolean) {
  const may = (person: Person) => person.promoter || rules.all
  const none = (note: string) => ({ note, one: undefined, two: undefined })
  if (!rules.on) return none('off')
  if (isActivity && !rules.activity) return none('activity')
  const isOver = buyer.above !== undefined && rules.days > 0 && buyer.idle > rules.days
  const above = isOver ? undefined : buyer.above
  const isOwn = rules.self && buyer.on && may(buyer)
  const first = isOwn ? buyer : above
  if (!first) return none(isOver ? 'lapsed' : 'noSuperior')
  if (!first.on) return none('disabled')
  if (!may(first)) return none('notPromoter')
  const second = isOwn ? above : first.above
  let why = ''
  if (!second) why = isOwn && isOver ? 'lapsed' : 'noSuperior'
  else if (!second.on) why = 'disabled'
  else if (!may(second)) why = 'notPromoter'
  let [one, two] = [0, 0]
  for (const line of lines) {
    const base = rules.paid ? line.share : line.unitPriceFen * line.num
    const [wantOne, wantTwo] = line.isSub
      ? [line.one * line.num, line.two * line.num]
      : [Math.floor((base * rules.one) / 100), Math.floor((base * rules.two) / 100)]
    const given = Math.min(wantOne, line.share)
    one += given
    two += Math.min(wantTwo, line.share - given)
  }
  const note = one === 0 ? 'zero' : why || (two === 0 ? 'zero' : '')
  return {
    note,
    one: one ? { uid: first.id, fen: one } : undefined,
    two: !why && two ? { uid: second?.id, fen: two } : undefined,
  }
}

test('what an order earns, and why not more, is what a second reckoning says, whatever rules, bonds, people and goods there are', async () => {
  const own = await openPayShop()
  const { shop, productId, skuId } = own
  const random = randomFrom(SEED)
  const draw = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const yes = (chance = 0.5) => random() < chance
  const now = shop.clock.now()
  for (let at = 0; at < CASES; at++) {
    const rules: Rules = {
      on: yes(0.95),
      all: yes(0.3),
      self: yes(0.3),
      activity: yes(),
      days: yes() ? 0 : draw(1, 30),
      one: draw(0, 60),
      two: draw(0, 40),
      paid: yes(),
    }
    await setSettings(shop, {
      brokerage_func_status: rules.on,
      store_brokerage_status: rules.all ? 2 : 1,
      store_brokerage_ratio: rules.one,
      store_brokerage_two: rules.two,
      brokerage_base: rules.paid ? 'paid' : 'unit',
      brokerage_self: rules.self,
      brokerage_activity: rules.activity,
      brokerage_bind_days: rules.days,
    })
    const person = async (above: Person | undefined, more = {}): Promise<Person> => {
      const [on, promoter] = [yes(0.85), yes(0.75)]
      const id = await makeCustomer(shop.ctx, { status: on, isPromoter: promoter, spreadUid: above?.id ?? 0, ...more })
      return { id, on, promoter, above }
    }
    const top = yes(0.8) ? await person(undefined) : undefined
    const above = yes(0.85) ? await person(top) : undefined
    const [boundDays, paidDays] = [draw(0, 40), yes() ? undefined : draw(0, 40)]
    const ago = (days: number) => new Date(now.getTime() - days * DAY_MS - 1000)
    const buyer = await person(above, {
      spreadTime: above ? ago(boundDays) : null,
      lastPayTime: paidDays === undefined ? null : ago(paidDays),
    })
    const idle = Math.min(boundDays, paidDays ?? boundDays) + 0.001
    const goods = Array.from({ length: draw(1, 3) }, () => ({
      isSub: yes(0.4),
      unitPriceFen: draw(1, 5000),
      num: draw(1, 4),
      one: draw(0, 900),
      two: draw(0, 900),
    }))
    const lines: MadeLine[] = goods.map(({ isSub, unitPriceFen, num, one: brokerageFen, two: brokerageTwoFen }) => ({
      productId,
      skuId,
      isSub,
      unitPriceFen,
      num,
      brokerageFen,
      brokerageTwoFen,
    }))
    const isActivity = yes(0.2)
    const total = goods.reduce((sum, { unitPriceFen, num }) => sum + unitPriceFen * num, 0)
    const made = await inTransaction(shop.ctx, async (tx) => {
      const payPriceFen = yes(0.3) ? draw(0, total) : total
      const stored = await makeOrder(tx, {
        uid: buyer.id,
        lines,
        payPriceFen,
        ...(isActivity && { orderKind: 'seckill' as const }),
      })
      await markPaid(tx, await locked(tx, stored.id), payPriceFen ? 'offline' : 'zero')
      return stored
    })
    const shares = made.lines.map(({ payShareFen }, nth) => ({
      ...(goods[nth] as (typeof goods)[number]),
      share: payShareFen,
    }))
    const expected = naive(rules, { ...buyer, idle }, shares, isActivity)
    const found = await recordsOf(own, made.id)
    const said = await one(own, sql`select commission_note as note from store_order where id = ${made.id}`)
    const at1 = found.find(({ level }) => level === 1)
    const at2 = found.find(({ level }) => level === 2)
    const way = `case ${at} of seed ${SEED}: ${JSON.stringify({ rules, shares, isActivity, idle })}`
    expect(
      { note: said?.note, one: at1 && { uid: at1.uid, fen: at1.fen }, two: at2 && { uid: at2.uid, fen: at2.fen } },
      way,
    ).toEqual(expected)
    expect(found.every(({ status, type }) => status === 1 && type === 1)).toBe(true)
  }
  expect(await unbalanced(own)).toEqual([])
})

test("a promoter's friend registers with the link and buys: the commission waits for receipt and its days, is taken back with refunds, and never comes twice", async () => {
  const own = await openPayShop({ stock: 50 })
  const { shop, skuId } = own
  await liftRateLimits(shop)
  const above = await makeCustomer(shop.ctx, { isPromoter: true })
  const promoter = await makeCustomer(shop.ctx, { isPromoter: true, nickname: '推广员' })
  await inTransaction(shop.ctx, (tx) => setSuperior(tx, promoter, above))
  await prepareCodes(shop)
  const phone = '13900001111'
  const captcha = await codeFor(shop, phone)
  const came = await shop.visitor().call(frontSignIn.mobile, { body: { phone, captcha, spread_spid: promoter } })
  const friend = await shop.buyer({ uid: came.body.uid })
  expect(await one(own, sql`select spread_uid::int as up, path from shop_user where id = ${friend.userId}`)).toEqual({
    up: promoter,
    path: `/${above}/${promoter}/`,
  })
  await addressIdOf(friend)
  await give({ ...own, buyer: friend }, 500_00)
  const orderNo = await buy(friend, skuId, 3)
  await friend.call(frontPay.pay, { body: { orderNo, payType: 'yue', channel: 'h5' } })
  const id = Number((await one(own, sql`select id from store_order where order_no = ${orderNo}`))?.id)
  // 59.70 at 5 % and 2 %.
  expect(await recordsOf(own, id)).toMatchObject([
    { uid: promoter, level: 1, fen: 298, status: 1 },
    { uid: above, level: 2, fen: 119, status: 1 },
  ])
  const signIn = () =>
    shop.signIn({
      can: [order.info, refund.start, orderCommission.void],
      permissions: ['admin:retail:spread:order:list'],
    })
  let staff = await signIn()
  const lineId = Number((await one(own, sql`select id from order_line where order_id = ${id}`))?.id)
  expect((await ask(staff, { orderNo, lines: [{ lineId, num: 1 }] })).status).toBe(200)
  // Two thirds of it, rounded down.
  expect(await recordsOf(own, id)).toMatchObject([{ fen: 198 }, { fen: 79 }])

  await receive(own, id)
  const thaw = () => thawCommissions(shop.ctx, NEVER)
  shop.clock.advance(6 * DAY_MS)
  expect(await thaw()).toBe(0)
  shop.clock.advance(DAY_MS + 1000)
  expect(await thaw()).toBe(1)
  expect(await thaw()).toBe(0)
  staff = await signIn()
  expect([await hasOf(own, promoter), await hasOf(own, above)]).toEqual([198, 79])
  expect((await staff.call(order.info, { query: { orderNo } })).body).toMatchObject({
    commission: [
      { level: 1, promoter: '推广员', price: 1.98, takenBack: 0, status: 3 },
      { level: 2, price: 0.79, status: 3 },
    ],
    commissionNote: '',
  })
  const late = await staff.call(orderCommission.void, { body: { orderNo, level: 1, reason: '自买自卖' } })
  expect(late).toMatchObject({ status: 409, body: { message: '佣金已到账，请用佣金调整' } })

  // It was paid out, then its order goes back: the promoter owes it.
  await inTransaction(shop.ctx, (tx) =>
    takeBrokerage(tx, { uid: promoter, priceFen: 150, linkType: 'system', linkId: '', title: '后台调整' }),
  )
  shop.clock.advance(61_000)
  expect((await ask(staff, { orderNo, lines: [{ lineId, num: 2 }] })).status).toBe(200)
  expect([await hasOf(own, promoter), await hasOf(own, above)]).toEqual([-150, 0])
  expect((await recordsOf(own, id)).slice(2)).toMatchObject([
    { uid: promoter, type: 2, fen: 198, status: 3 },
    { uid: above, type: 2, fen: 79, status: 3 },
  ])
  await inTransaction(shop.ctx, async (tx) => {
    const taken = { uid: promoter, priceFen: 1, linkType: 'system' as const, linkId: '', title: '后台调整' }
    expect(await takeBrokerage(tx, taken)).toBe(false)
    const bonus = { ...taken, priceFen: 150, bizKey: 'system:once' }
    expect([await addBrokerage(tx, bonus), await addBrokerage(tx, bonus)]).toEqual([true, true])
  })
  expect(await hasOf(own, promoter)).toBe(0)
  expect(await unbalanced(own)).toEqual([])
})

test('commission of an order that is refunded whole before it came is void, as is what staff make void, and that of an account that has ended', async () => {
  const own = await openPayShop({ stock: 50 })
  const { shop } = own
  await liftRateLimits(shop)
  const { above, promoter } = await bindAbove(own)
  const signIn = () => shop.signIn({ can: [order.info, refund.start, orderCommission.void] })
  const staff = await signIn()
  const first = await paidByBalance(own)
  const units = first.lines.map(({ id: lineId, num }) => ({ lineId, num }))
  expect((await ask(staff, { orderNo: first.orderNo, lines: units })).status).toBe(200)
  expect(await recordsOf(own, first.id)).toMatchObject([
    { fen: 0, status: 4 },
    { fen: 0, status: 4 },
  ])

  const second = await paidByBalance(own)
  const body = { orderNo: second.orderNo, level: 1 as const, reason: '自买自卖' }
  const clerk = await shop.signIn({ can: [order.info] })
  expect((await clerk.call(orderCommission.void, { body })).status).toBe(403)
  await shop.ctx.db.execute(sql`update store_order set shipping_type = 2, store_id = 1 where id = ${second.id}`)
  const ofStore = await shop.signIn({ can: [orderCommission.void], dataScope: '本门店', storeIds: [1] })
  expect((await ofStore.call(orderCommission.void, { body })).status).toBe(404)
  expect((await staff.call(orderCommission.void, { body })).status).toBe(200)
  expect(await staff.call(orderCommission.void, { body })).toMatchObject({
    status: 409,
    body: { message: '该佣金已失效' },
  })
  const third = await paidByBalance(own)
  await receive(own, second.id)
  shop.clock.advance(8 * DAY_MS)
  expect(await thawCommissions(shop.ctx, NEVER)).toBe(1)
  expect([await hasOf(own, promoter), await hasOf(own, above)]).toEqual([0, 39])
  await receive(own, third.id)
  await shop.ctx.db.execute(
    sql`update shop_user set status = false, close_reason = ${ENDED_BY_BUYER} where id = ${promoter}`,
  )
  shop.clock.advance(8 * DAY_MS)
  expect(await thawCommissions(shop.ctx, NEVER)).toBe(1)
  expect(await recordsOf(own, third.id)).toMatchObject([{ status: 4, fen: 99 }, { status: 3 }])
  expect([await hasOf(own, promoter), await hasOf(own, above)]).toEqual([0, 78])
  const later = await signIn()
  expect((await later.call(order.info, { query: { orderNo: second.orderNo } })).body).not.toHaveProperty('commission')
  expect(await unbalanced(own)).toEqual([])
})

test('while money of an order is on its way back, its commission does not thaw', async () => {
  const own = await openPayShop()
  const { shop } = own
  const { promoter } = await bindAbove(own)
  const made = await paidByBalance(own)
  await receive(own, made.id)
  shop.clock.advance(8 * DAY_MS)
  await shop.ctx.db.execute(sql`update store_order set refund_status = 1 where id = ${made.id}`)
  expect(await thawCommissions(shop.ctx, NEVER)).toBe(0)
  await shop.ctx.db.execute(sql`update store_order set refund_status = 0 where id = ${made.id}`)
  expect(await thawCommissions(shop.ctx, NEVER)).toBe(1)
  expect(await hasOf(own, promoter)).toBe(99)
})

test('payments of the buyers of one promoter never wait for the promoter', async () => {
  const own = await openPayShop({ stock: 50 })
  const { shop } = own
  const { promoter } = await bindAbove(own)
  await inTransaction(shop.ctx, async (tx) => {
    await tx.db.execute(sql`select from shop_user where id = ${promoter} for no key update`)
    const made = await paidByBalance(own)
    expect(await recordsOf(own, made.id)).toMatchObject([{ uid: promoter, status: 1 }, { status: 1 }])
  })
})

test('each fault that is planted in commission is found under its own equation', async () => {
  const own = await openPayShop()
  const { shop } = own
  const { promoter } = await bindAbove(own)
  const made = await paidByBalance(own)
  const { db } = shop.ctx
  const of = sql`order_id = ${made.id} and brokerage_level = 1`
  const faults: [string, ReturnType<typeof sql>, ReturnType<typeof sql>][] = [
    [
      'R2',
      sql`update shop_user set brokerage_price_fen = brokerage_price_fen + 1 where id = ${promoter}`,
      sql`update shop_user set brokerage_price_fen = brokerage_price_fen - 1 where id = ${promoter}`,
    ],
    [
      'R9',
      sql`update user_brokerage_record set price_fen = price_fen - 1 where ${of}`,
      sql`update user_brokerage_record set price_fen = price_fen + 1 where ${of}`,
    ],
    [
      'R9',
      sql`update order_line set refund_money_fen = 100 where order_id = ${made.id}`,
      sql`update order_line set refund_money_fen = 0 where order_id = ${made.id}`,
    ],
  ]
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  for (const [equation, plant, mend] of faults) {
    await db.execute(plant)
    expect((await findUnbalanced(shop.ctx)).map((each) => each.equation)).toContain(equation)
    await db.execute(mend)
    expect(await findUnbalanced(shop.ctx)).toEqual([])
  }
  // What is done is done: the ledger itself refuses to be changed.
  await expect(
    db.execute(sql`update user_brokerage_record set uid = ${own.buyer.userId} where ${of}`),
  ).rejects.toThrow()
  await expect(db.execute(sql`delete from user_brokerage_record where ${of}`)).rejects.toThrow()
})

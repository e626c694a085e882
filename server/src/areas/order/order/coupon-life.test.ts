import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order as orderRoutes } from '@zhanggui/contract/order/order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressIdOf, beginBuying, findUnbalanced, openSellingShop, placeOrder } from '../../../testing/checkout.ts'
import { makeCoupon } from '../../../testing/coupon-grant.ts'
import { setSettings } from '../../../testing/pay.ts'
import type { Caller, Shop } from '../../../testing/shop.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'
import { couponCopies } from '../../coupon/copy/coupon-copy.tables.ts'
import { reconcile } from '../recon/recon.service.ts'

/** The acceptance asks for 500 runs of 30 steps. */
const RUNS = Number(process.env.COUPON_RUNS ?? 8)
const STEPS = Number(process.env.COUPON_STEPS ?? 30)
/** The seed of the first shop; the others follow. */
const SEED = Number(process.env.COUPON_SEED ?? 20_261_123)
/** What is reckoned up after each step grows with the orders of the shop, so that a single one for all runs would slow down. */
const RUNS_OF_SHOP = 8
/** What must hold after each step: everything, in many runs what is of coupons. After each run everything is reckoned up anyway. */
const ALWAYS = RUNS < 100 ? {} : { only: ['R8'] }
const HOUR_MS = 3600_000
/** Copies are good for two days, and time passes in steps of 30 hours: nothing ends while it is looked at. */
const [DAYS, STEP_MS] = [2, 30 * HOUR_MS]
const [UNITS, PRICE, MONEY] = [2, 20, 5]
const [TOTAL, LIMIT] = [4, 3]

/** What the runs must have come to, and in many of them all that can. */
const MUST_HAPPEN = [
  ...['claim 200', 'claim 409', 'used', 'COUPON_USED', 'COUPON_EXPIRED', 'COUPON_MISSING', 'sent', 'undone 1'],
  ...["open order's comes back as 0", "paid order's comes back as 0"],
  ...(RUNS >= 100
    ? ['kept', "open order's comes back as 2", "paid order's comes back as 2", 'used once of two', 'undone 0']
    : []),
]

type Copy = {
  id: number
  owner: number
  status: 0 | 1 | 2
  ends: number
  /** Of one that was sent: when, and whether the send was to be undone, and the copy was. */
  sendId?: number
  sentAt?: number
  isAsked?: boolean
  isUndone?: boolean
}
type Placed = { orderNo: string; owner: number; copy: Copy | undefined; state: 'open' | 'paid' | 'over'; left: number }
/** What there ought to be; `time` is how far the clock was moved. */
type Model = { copies: Copy[]; orders: Placed[]; time: number; returns: boolean; seen: Set<string> }
type Real = { shop: Shop; staff: Caller; buyers: Caller[]; couponId: number; skuId: number }
type Command = fc.AsyncCommand<Model, Real>

const nth = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % Math.max(1, items.length)]
/** Mostly one that fits, now and then any. */
const fitting = <Item>(items: readonly Item[], at: number, fits: (item: Item) => boolean): Item | undefined =>
  (at < 8 ? nth(items.filter(fits), at) : undefined) ?? nth(items, at)
const isOver = ({ time }: Model, { ends }: Copy) => time > ends

/** What a copy becomes that comes off an order. */
function comeBack(model: Model, { copy, state }: Placed): void {
  if (!copy) return
  // Of a send that was undone meanwhile it is void.
  copy.status = copy.isAsked || isOver(model, copy) ? 2 : 0
  model.seen.add(`${state} order's comes back as ${copy.status}`)
}

/** After each command: the copies are as the model has them, and what can be wrong is not. */
async function expectSame(model: Model, { shop }: Real): Promise<void> {
  const ids = model.copies.map(({ id }) => id)
  const rows = ids.length
    ? await shop.ctx.db.select().from(couponCopies).where(inArray(couponCopies.id, ids)).orderBy(couponCopies.id)
    : []
  const stored = rows.map(({ id, status }) => [id, status])
  expect(stored).toEqual(
    [...model.copies].sort((one, other) => one.id - other.id).map(({ id, status }) => [id, status]),
  )
  expect(await reconcile(shop.ctx, ALWAYS)).toEqual([])
}

function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model, real) => {
      await run(model, real)
      await expectSame(model, real)
    },
    toString: () => name,
  }
}

const claim = (owner: number) =>
  command(`claim ${owner}`, async ({ copies, time, seen }, { buyers, couponId }) => {
    const counted = copies.filter(({ isUndone }) => !isUndone)
    const own = counted.filter((copy) => copy.owner === owner).length
    const { status, body } = await (buyers[owner] as Caller).call(frontCoupon.receive, { body: { couponId } })
    expect(status).toBe(own < LIMIT && counted.length < TOTAL ? 200 : 409)
    seen.add(`claim ${status}`)
    if (status === 200) copies.push({ id: body.id, owner, status: 0, ends: time + DAYS * 24 * HOUR_MS })
  })

/** Two orders with one copy at once, or one: the copy pays for one at most. */
const use = (owner: number, at: number, isTwice: boolean) =>
  command(`use ${owner} ${at}${isTwice ? ' twice' : ''}`, async (model, { buyers, skuId }) => {
    const buyer = buyers[owner] as Caller
    const copy = fitting(model.copies, at, (each) => each.status === 0 && each.owner === owner)
    if (model.orders.filter(({ state }) => state === 'open').length > 15) return
    const numbers = [await beginBuying(buyer, skuId, UNITS)]
    if (isTwice) numbers.push(await beginBuying(buyer, skuId, UNITS))
    const couponId = copy ? { couponId: copy.id } : {}
    const answers = await Promise.all(numbers.map((no) => placeOrder(buyer, no, couponId)))
    const made = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)
    for (const { body } of made) {
      expect(body.payFee).toBe(UNITS * PRICE - (copy ? MONEY : 0))
      model.orders.push({ orderNo: body.orderNo, owner, copy, state: 'open', left: UNITS })
    }
    if (!copy) return expect(refused).toEqual([])
    const why = copy.owner !== owner ? 'COUPON_MISSING' : copy.status === 1 ? 'COUPON_USED' : 'COUPON_EXPIRED'
    const isGood = copy.owner === owner && copy.status === 0 && !isOver(model, copy)
    model.seen.add(isGood ? (isTwice ? 'used once of two' : 'used') : why)
    if (isGood) copy.status = 1
    expect([made.length, refused]).toEqual([
      isGood ? 1 : 0,
      isGood ? numbers.slice(1).map(() => 'COUPON_USED') : numbers.map(() => why),
    ])
  })

const pay = (at: number) =>
  command(`pay ${at}`, async ({ orders }, { staff }) => {
    const order = fitting(orders, at, ({ state, copy }) => state === 'open' && copy !== undefined)
    if (!order) return
    const { status } = await staff.call(orderRoutes.paid, { body: { orderNo: order.orderNo, reason: '转账已到' } })
    expect(status).toBe(order.state === 'open' ? 200 : 409)
    if (status === 200) order.state = 'paid'
  })

const close = (at: number, isBuyer: boolean) =>
  command(`close ${at}`, async (model, { staff, buyers }) => {
    const order = fitting(model.orders, at, ({ state, copy }) => state === 'open' && copy !== undefined)
    if (!order) return
    const { orderNo } = order
    const { status } = isBuyer
      ? await (buyers[order.owner] as Caller).call(frontOrder.cancel, { body: { orderNo } })
      : await staff.call(orderRoutes.close, { body: { orderNo, reason: '缺货' } })
    expect(status).toBe(order.state === 'open' ? 200 : 409)
    if (status !== 200) return
    comeBack(model, order)
    order.state = 'over'
  })

const giveMoneyBack = (at: number, isWhole: boolean) =>
  command(`refund ${at} ${isWhole ? 'all' : 'one'}`, async (model, { staff }) => {
    const order = fitting(model.orders, at, ({ state, copy }) => state === 'paid' && copy !== undefined)
    if (!order) return
    const { orderNo } = order
    const { lines, payPrice, refundPrice } = (await staff.call(orderRoutes.info, { query: { orderNo } })).body
    const units = { lines: [{ lineId: lines[0]?.id ?? 0, num: 1 }] }
    const wish = isWhole ? { amount: Math.round((payPrice - refundPrice) * 100) / 100 } : units
    const body = { orderNo, reason: '不想要了', method: 'balance' as const, ...wish }
    const quoted = await staff.call(refund.quote, { body })
    const { status } = await staff.call(refund.start, { body })
    if (order.state !== 'paid') return expect(status).toBeGreaterThanOrEqual(400)
    expect([quoted.status, status]).toEqual([200, 200])
    order.left -= isWhole ? order.left : 1
    if (order.left) return expect(quoted.body.coupon).toBe(order.copy ? '部分退款不返还优惠券' : '')
    if (model.returns) comeBack(model, order)
    else if (order.copy) model.seen.add('kept')
    order.state = 'over'
    const log = await staff.call(orderRoutes.log, { query: { orderNo } })
    expect(log.body.list[0]?.message, 'what was promised came to pass').toContain(quoted.body.coupon)
  })

/** What is over by the clock is left as it is. */
const revoke = (at: number) =>
  command(`revoke ${at}`, async (model, { staff }) => {
    const copy = nth(model.copies, at)
    if (!copy) return
    const isGood = copy.status === 0 && !isOver(model, copy)
    const { status, body } = await staff.call(couponCopy.revoke, { body: { ids: [copy.id], reason: '误发' } })
    expect([status, body.revoked]).toEqual([200, isGood ? 1 : 0])
    if (isGood) copy.status = 2
  })

const send = (owner: number) =>
  command(`send ${owner}`, async ({ copies, time, seen }, { shop, staff, buyers, couponId }) => {
    const counted = copies.filter(({ isUndone }) => !isUndone)
    const own = counted.filter((copy) => copy.owner === owner).length
    const uid = [buyers[owner]?.userId ?? 0]
    const { status, body } = await staff.call(couponCopy.receive, { body: { couponId, uid } })
    expect(status).toBe(own < LIMIT && counted.length < TOTAL ? 200 : 409)
    if (status !== 200) return
    seen.add('sent')
    const { sendId } = body
    const [given] = await shop.ctx.db.select().from(couponCopies).where(eq(couponCopies.sendId, sendId))
    copies.push({ id: given?.id ?? 0, owner, status: 0, ends: time + DAYS * 24 * HOUR_MS, sentAt: time, sendId })
  })

const undo = (at: number) =>
  command(`undo ${at}`, async ({ copies, time, seen }, { staff }) => {
    const copy = nth(
      copies.filter(({ sendId }) => sendId),
      at,
    )
    if (!copy?.sendId) return
    const { status, body } = await staff.call(couponCopy.undo, { body: { sendId: copy.sendId } })
    const isLate = copy.sentAt !== time
    expect(status).toBe(isLate || copy.isAsked ? 409 : 200)
    if (status !== 200) return
    copy.isAsked = true
    expect(body).toEqual({ undone: copy.status === 0 ? 1 : 0, kept: copy.status === 1 ? 1 : 0 })
    seen.add(`undone ${body.undone}`)
    if (copy.status === 0) Object.assign(copy, { status: 2, isUndone: true })
  })

const expire = () =>
  command('expire', async (model, { shop }) => {
    await shop.app.platform.scheduler.find('couponExpire')?.run(shop.ctx, {}, new AbortController().signal)
    for (const copy of model.copies) if (copy.status === 0 && isOver(model, copy)) copy.status = 2
  })

const pass = () =>
  command('30 hours', async (model, { shop }) => {
    shop.clock.advance(STEP_MS)
    model.time += STEP_MS
    const now = shop.clock.now()
    await shop.ctx.db.execute(sql`update session set last_active_at = ${now},
      absolute_expires_at = ${now}::timestamptz + interval '1 year'`)
    await shop.ctx.db.execute(sql`update buyer_session set expires_at = ${now}::timestamptz + interval '1 year'`)
  })

const set = (returns: boolean) =>
  command(`return ${returns}`, async (model, { shop }) => {
    await setSettings(shop, { coupon_return_on_refund: returns })
    model.returns = returns
  })

const shops = Array.from({ length: Math.ceil(RUNS / RUNS_OF_SHOP) }, (_, n) => ({
  runs: Math.min(RUNS_OF_SHOP, RUNS - n * RUNS_OF_SHOP),
  seed: SEED + n,
}))
/** What came to pass, over all runs. */
const seen = new Set<string>()

test.each(shops)(
  'whatever is done with coupons and their orders in whatever order, copies are as they ought to be and every equation holds (COUPON_RUNS=$runs COUPON_SEED=$seed)',
  async ({ runs, seed }) => {
    const { shop, skuId } = await openSellingShop({ attrValue: [{ price: PRICE, cost: 8, stock: 99_999 }] })
    await liftRateLimits(shop)
    const staff = await shop.signInAdmin()
    const [owner, at] = [fc.nat(1), fc.nat(9)]
    const often = <Item>(times: number, item: Item): Item[] => Array.from({ length: times }, () => item)
    const commands = fc.array(
      fc.oneof(
        ...often(2, owner.map(claim)),
        ...often(
          4,
          fc.tuple(owner, at, fc.integer({ min: 0, max: 3 })).map(([of, where, n]) => use(of, where, n === 3)),
        ),
        ...often(4, at.map(pay)),
        ...often(
          2,
          fc.tuple(at, fc.boolean()).map((values) => close(...values)),
        ),
        ...often(
          3,
          fc.tuple(at, fc.integer({ min: 0, max: 2 })).map(([where, n]) => giveMoneyBack(where, n > 0)),
        ),
        ...[at.map(revoke), owner.map(send), at.map(undo), fc.constant(expire())],
        ...often(2, fc.constant(pass())),
        ...often(2, fc.boolean().map(set)),
      ),
      { minLength: STEPS, maxLength: STEPS },
    )
    await fc.assert(
      fc.asyncProperty(commands, async (each) => {
        const buyers = [await shop.buyer(), await shop.buyer()]
        for (const buyer of buyers) await addressIdOf(buyer)
        const couponId = await makeCoupon(shop.ctx, {
          moneyFen: MONEY * 100,
          day: DAYS,
          isLimited: true,
          total: TOTAL,
          limitPerUser: LIMIT,
        })
        await setSettings(shop, { coupon_return_on_refund: true })
        const model: Model = { copies: [], orders: [], time: 0, returns: true, seen }
        await fc.asyncModelRun(() => ({ model, real: { shop, staff, buyers, couponId, skuId } }), each)
        expect(await findUnbalanced(shop.ctx)).toEqual([])
      }),
      { numRuns: runs, seed, endOnFailure: RUNS > 50 },
    )
    if (process.env.COUPON_RUNS) process.stdout.write(`COUPON_SEED=${seed}: ${runs} runs, all well\n`)
  },
)

test('the runs came to all that they are about', () => {
  expect([...seen]).toEqual(expect.arrayContaining(MUST_HAPPEN))
})

import { setTimeout as sleep } from 'node:timers/promises'
import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { order as orderRoutes } from '@zhanggui/contract/order/order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { caseForm } from '../../../testing/after-sales.ts'
import { draw } from '../../../testing/chance.ts'
import { beginBuying, buy, findUnbalanced, placeOrder } from '../../../testing/checkout.ts'
import { giveCopy } from '../../../testing/coupon-copy.ts'
import { begin, openPayShop, type PayShop, payAtProvider, ring, setSettings } from '../../../testing/pay.ts'
import { again, all, ask, refundsOf, ringRefund, send } from '../../../testing/refund.ts'
import { balancesOf } from '../../../testing/user.ts'
import { couponCopies } from '../../coupon/copy/coupon-copy.tables.ts'

const DAY_MS = 24 * 3600_000
const can = [refund.start, orderRoutes.info, afterSales.check]
const soon = () => sleep(draw(8))

/** An order of towels at 19.90 each, less a coupon of 5 yuan, paid at the gateway. */
async function buyPaid(own: PayShop, num = 1) {
  const { shop, buyer, skuId } = own
  const { id: couponId } = await giveCopy(shop.ctx, buyer.userId)
  const orderNo = await buy(buyer, skuId, num, { couponId })
  const paid = await payAtProvider(shop, (await begin(own, orderNo)).outTradeNo)
  if (paid) await ring(shop, paid)
  return { orderNo, couponId, amount: (num * 19_90 - 5_00) / 100 }
}

async function stateOf({ shop }: PayShop, copyId: number) {
  const [copy] = await shop.ctx.db.select().from(couponCopies).where(eq(couponCopies.id, copyId))
  return { status: copy?.status, orderId: copy?.orderId }
}

test('while its gateway refuses a refund the copy stays on the order; sent again by three clerks at once it comes back once, and late calls do not take it off the next order', async () => {
  const own = await openPayShop({ stock: 100 })
  const { shop, buyer, skuId } = own
  const staff = await shop.signIn({ can })
  const { orderNo, couponId, amount } = await buyPaid(own)
  await setSettings(shop, { pay_sim_refund: 'fail' })
  const { body: first } = await ask(staff, { orderNo, amount })
  await send(own)
  expect(await refundsOf(own)).toMatchObject([{ state: 2 }])
  expect(await stateOf(own, couponId)).toMatchObject({ status: 1 })
  const spendAgain = async () => placeOrder(buyer, await beginBuying(buyer, skuId), { couponId })
  expect(await spendAgain()).toMatchObject({ status: 409, body: { code: 'COUPON_USED' } })
  await setSettings(shop, { pay_sim_refund: 'sync' })
  const { refundNo } = first
  const answers = await Promise.all([
    ...[1, 2, 3].map(() => soon().then(() => again(staff, { refundNo }))),
    soon().then(() => ask(staff, { orderNo, amount })),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  await send(own)
  expect(await stateOf(own, couponId)).toEqual({ status: 0, orderId: null })
  const next = await spendAgain()
  expect(next.status).toBe(200)
  const paid = answers.find(({ status }) => status === 200)?.body.refundNo ?? ''
  const late = [1, 2].map((n) => ringRefund(shop, { refundNo: `${paid}-1`, amount: 14_90 }, { n }))
  expect(await Promise.all(late)).toEqual([200, 200])
  expect((await again(staff, { refundNo })).status).toBe(409)
  expect(await stateOf(own, couponId)).toMatchObject({ status: 1, orderId: expect.any(Number) })
  const [, other] = await all<{ refund_price_fen: number }>(
    own,
    sql`select refund_price_fen from store_order order by id`,
  )
  expect(other?.refund_price_fen).toBe(0)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a refund that failed is judged when its money is back: by the setting of then, and a copy that ended meanwhile does not come back', async () => {
  const own = await openPayShop({ stock: 100 })
  const { shop } = own
  let staff = await shop.signIn({ can })
  await setSettings(shop, { pay_sim_refund: 'fail' })
  const failed = async () => {
    const made = await buyPaid(own)
    const { body } = await ask(staff, made)
    await send(own)
    return { ...made, refundNo: body.refundNo }
  }
  const [kept, over] = [await failed(), await failed()]
  await setSettings(shop, { coupon_return_on_refund: false })
  expect((await again(staff, { refundNo: kept.refundNo, method: 'balance' })).status).toBe(200)
  expect(await stateOf(own, kept.couponId)).toMatchObject({ status: 1 })
  await setSettings(shop, { coupon_return_on_refund: true })
  shop.clock.advance(31 * DAY_MS)
  staff = await shop.signIn({ can })
  expect((await again(staff, { refundNo: over.refundNo, method: 'balance' })).status).toBe(200)
  expect(await stateOf(own, over.couponId)).toEqual({ status: 2, orderId: null })
  expect((await balancesOf(shop.ctx, own.buyer.userId))?.money).toBe(2 * 14_90)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('of a refund and a case on one order at the same instant one pays, and its copy comes back once when all is back', async () => {
  const own = await openPayShop({ stock: 100 })
  const { shop, buyer } = own
  const staff = await shop.signIn({ can })
  await setSettings(shop, { pay_sim_refund: 'sync' })
  for (let round = 0; round < 8; round++) {
    const { orderNo, couponId, amount } = await buyPaid(own, 2)
    const { lines } = (await staff.call(orderRoutes.info, { query: { orderNo } })).body
    const form = caseForm({ lines: [{ id: lines[0]?.id ?? 0 }] } as never)
    const isOpen = round % 2 > 0
    const apply = () => buyer.call(frontAfterSales.apply, { body: { orderNo, ...form } })
    const opened = isOpen ? (await apply()).body.id : 0
    const handle = async () => (await staff.call(afterSales.check, { body: { id: opened, pass: true } })).status
    const statuses = await Promise.all([
      soon().then(async () => (await ask(staff, { orderNo, amount })).status),
      soon().then(async () => (opened ? handle() : (await apply()).status)),
    ])
    // An open case is what pays; a request that came after the refund began is refused, one before it refuses the refund.
    const [good, ...refused] = [...statuses].sort()
    expect(good, `round ${round}`).toBe(200)
    expect(refused[0]).toBeOneOf([409, 422])
    await send(own)
    const isWhole = statuses[0] === 200
    expect(await stateOf(own, couponId), `round ${round}`).toMatchObject({ status: isWhole ? 0 : 1 })
    expect(await findUnbalanced(shop.ctx)).toEqual([])
  }
})

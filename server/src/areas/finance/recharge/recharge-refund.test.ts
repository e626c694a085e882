import { frontRecharge } from '@zhanggui/contract/finance/front-recharge.ts'
import { type RechargeRefundAgain, recharge } from '@zhanggui/contract/finance/recharge.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '../../../platform/data/audit.tables.ts'
import { draw } from '../../../testing/chance.ts'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { setSettings } from '../../../testing/pay.ts'
import {
  askBack,
  give,
  moneyOf,
  openRechargeShop,
  type RechargeShop,
  recharged,
  sendBack,
  spend,
} from '../../../testing/recharge.ts'
import { ringRefund } from '../../../testing/refund.ts'
import type { Caller, Refused } from '../../../testing/shop.ts'
import { refuseWhileRefunding } from './recharge.service.ts'

const DAY_MS = 24 * 3600_000

const staffOf = ({ shop }: RechargeShop) => shop.signIn({ can: [recharge.list, recharge.balance, recharge.refund] })
const rowOf = async (staff: Caller, id: number) =>
  (await staff.call(recharge.list, { query: {} })).body.list.find((row) => row.id === id)
const again = async (staff: Caller, body: RechargeRefundAgain) => {
  const { status, body: said } = await staff.call(recharge.again, { body })
  return { status, body: said as typeof said & Refused }
}

test('money of a recharge goes back in parts, with the share of the gift or without, and never more than came', async () => {
  const own = await openRechargeShop()
  const staff = await staffOf(own)
  const { id, rechargeNo } = await recharged(own)
  const first = await askBack(staff, { id, price: 33.33, reason: '不想要了' })
  expect(first).toMatchObject({ status: 200, body: { id, refundNo: expect.stringMatching(/^R\d{20}$/), state: 0 } })
  expect(await moneyOf(own)).toBe(110_00 - 33_33 - 3_33)
  expect(await askBack(staff, { id, price: 1 })).toMatchObject({ status: 409, body: { message: '该充值正在退款' } })
  expect(await again(staff, { refundNo: first.body.refundNo })).toMatchObject({
    status: 409,
    body: { message: '该充值正在退款' },
  })
  expect(await rowOf(staff, id)).toMatchObject({
    refundPrice: 33.33,
    refundGive: 3.33,
    refunds: [{ state: 0, amount: 33.33 }],
  })
  await sendBack(own)
  expect(await rowOf(staff, id)).toMatchObject({ refundPrice: 33.33, refunds: [] })
  expect(await findUnbalanced(own.shop.ctx)).toEqual([])

  expect((await askBack(staff, { id, price: 10, type: 1 })).status).toBe(200)
  await sendBack(own)
  expect(await moneyOf(own)).toBe(110_00 - 33_33 - 3_33 - 10_00)
  expect(await askBack(staff, { id, price: 56.68 })).toMatchObject({
    status: 422,
    body: { message: '退款金额不能大于可退金额 ¥56.67' },
  })
  expect(await askBack(staff, { id, price: 0 })).toMatchObject({ status: 400, body: { message: '退款金额必须大于0' } })
  // All that is left, and what of the gift goes with it.
  expect((await askBack(staff, { id })).status).toBe(200)
  await sendBack(own)
  expect(await rowOf(staff, id)).toMatchObject({ refundPrice: 100, refundGive: 9, price: 100 })
  expect(await moneyOf(own)).toBe(1_00)
  expect(await askBack(staff, { id })).toMatchObject({ status: 422, body: { message: '该充值已全部退款' } })
  const { rows } = await own.shop.ctx.db.execute(sql`select refunded_fen from sim_payment`)
  expect(rows).toEqual([{ refunded_fen: 100_00 }])
  const trail = await own.shop.ctx.db.select().from(auditEntries)
  expect(trail.filter(({ objectName }) => objectName === rechargeNo).map(({ action }) => action)).toEqual([
    'refund',
    'refund',
    'refund',
  ])
  expect(await findUnbalanced(own.shop.ctx)).toEqual([])
})

test('what was spent does not go back: the refusal names the most that can', async () => {
  const own = await openRechargeShop()
  const staff = await staffOf(own)
  const { id } = await recharged(own)
  await spend(own, 77_00)
  expect(await askBack(staff, { id })).toMatchObject({
    status: 422,
    body: { message: '用户余额不足，最多可退 ¥30.00' },
  })
  expect(await askBack(staff, { id, type: 1 })).toMatchObject({
    status: 422,
    body: { message: '用户余额不足，最多可退 ¥33.00' },
  })
  expect((await askBack(staff, { id, price: 30 })).status).toBe(200)
  expect(await moneyOf(own)).toBe(0)
  await sendBack(own)
  expect(await findUnbalanced(own.shop.ctx)).toEqual([])
})

test('a refund that its provider refuses is booked back, beyond the limit too, and goes again or in cash with a voucher', async () => {
  const own = await openRechargeShop()
  const { shop } = own
  const staff = await staffOf(own)
  const { id } = await recharged(own)
  await setSettings(shop, { pay_sim_refund: 'fail' })
  const { refundNo } = (await askBack(staff, { id, price: 50 })).body
  expect(await moneyOf(own)).toBe(55_00)
  await give(own, 99_999_999_99 - 55_00)
  await sendBack(own)
  expect(await moneyOf(own)).toBe(99_999_999_99 + 55_00)
  expect(await rowOf(staff, id)).toMatchObject({
    refundPrice: 0,
    refundGive: 0,
    refunds: [{ refundNo, state: 2, amount: 50, failMsg: expect.stringContaining('余额不足') }],
  })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  const { rows: told } = await shop.ctx.db.execute(
    sql`select distinct link from notification where event = 'refund.failed'`,
  )
  expect(told).toEqual([{ link: expect.stringMatching(/^\/finance\/recharge\?keywords=C\d{20}$/) }])

  // It was spent meanwhile, so there is nothing to take again.
  await spend(own, 99_999_999_99)
  expect(await again(staff, { refundNo })).toMatchObject({ status: 200, body: { state: 0 } })
  await sendBack(own)
  expect(await moneyOf(own)).toBe(55_00)
  await spend(own, 55_00)
  expect(await again(staff, { refundNo })).toMatchObject({
    status: 422,
    body: { message: '用户余额不足，请按现在的余额重新发起退款' },
  })
  await give(own, 60_00)
  expect(await again(staff, { refundNo, method: 'offline' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'voucher' }] },
  })
  const done = await again(staff, { refundNo, method: 'offline', voucher: '转账 2210' })
  expect(done).toMatchObject({ status: 200, body: { id, refundNo, state: 1 } })
  expect(await moneyOf(own)).toBe(5_00)
  expect(await rowOf(staff, id)).toMatchObject({ refundPrice: 50, refundGive: 5, refunds: [] })
  expect(await again(staff, { refundNo })).toMatchObject({ status: 409, body: { message: '该退款已成功' } })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a failed refund that arrives after all takes the balance again, or is reported when the balance is spent', async () => {
  const own = await openRechargeShop()
  const { shop } = own
  const staff = await staffOf(own)
  const [one, other] = [await recharged(own), await recharged(own, { price: 40 })]
  await setSettings(shop, { pay_sim_refund: 'fail' })
  const [first, second] = [await askBack(staff, { id: one.id }), await askBack(staff, { id: other.id })]
  await sendBack(own)
  expect(await moneyOf(own)).toBe(150_00)
  expect(await ringRefund(shop, { refundNo: `${first.body.refundNo}-1`, amount: 100_00 })).toBe(200)
  expect(await moneyOf(own)).toBe(40_00)
  await spend(own, 20_00)
  expect(await ringRefund(shop, { refundNo: `${second.body.refundNo}-1`, amount: 40_00 })).toBe(200)
  expect(await moneyOf(own)).toBe(20_00)
  expect((await shop.ctx.db.execute(sql`select reason from payment_stray`)).rows).toEqual([{ reason: 'late' }])
  const unbalanced = await findUnbalanced(shop.ctx)
  expect(unbalanced.map(({ what }) => what)).toEqual(['支付渠道退回的钱都已记账，没有退两次'])
})

test('a silent provider: nothing is marked before a day, then what its own page says is booked, with a proof', async () => {
  const own = await openRechargeShop()
  const { shop } = own
  const staff = await staffOf(own)
  const { id } = await recharged(own)
  await setSettings(shop, { pay_sim_refund: 'silent' })
  const { refundNo } = (await askBack(staff, { id, price: 20 })).body
  await sendBack(own)
  expect(await again(staff, { refundNo, outcome: 'failed' })).toMatchObject({
    status: 409,
    body: { message: '退款正在处理，24 小时后仍无结果才能标记' },
  })
  shop.clock.advance(DAY_MS)
  const later = await staffOf(own)
  expect((await rowOf(later, id))?.refunds).toMatchObject([{ silent: true }])
  expect(await again(later, { refundNo, outcome: 'succeeded' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'voucher' }] },
  })
  expect(await again(later, { refundNo, outcome: 'failed' })).toMatchObject({ status: 200, body: { state: 2 } })
  expect(await moneyOf(own)).toBe(110_00)
  shop.clock.advance(DAY_MS / 24)
  expect(await again(later, { refundNo, outcome: 'failed' })).toMatchObject({ status: 428 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('refunds above the limit of the shop ask for a proof, whatever the parts; nobody without the right and nobody of a single store refunds', async () => {
  const own = await openRechargeShop()
  const { shop } = own
  await setSettings(shop, { reauth_amount: 50_00 })
  const staff = await staffOf(own)
  const { id } = await recharged(own)
  expect((await askBack(staff, { id, price: 40 })).status).toBe(200)
  await sendBack(own)
  shop.clock.advance(11 * 60_000)
  expect(await askBack(staff, { id, price: 20 })).toMatchObject({ status: 428 })
  expect((await askBack(staff, { id, price: 10 })).status).toBe(200)
  const keeper = await shop.signIn({ can: [recharge.list, recharge.balance, recharge.refund], dataScope: '本门店' })
  expect(await askBack(keeper, { id, price: 1 })).toMatchObject({ status: 404 })
  expect((await keeper.call(recharge.list, { query: {} })).body).toMatchObject({
    list: [],
    total: 0,
    sums: { price: 0 },
  })
  expect((await keeper.call(recharge.balance)).body.total).toBe(0)
  expect((await askBack(await shop.signIn({ can: [recharge.list] }), { id })).status).toBe(403)
  expect(await askBack(staff, { id: 999 })).toMatchObject({ status: 404 })
  const { body: unpaid } = await own.buyer.call(frontRecharge.create, {
    body: { price: 3, payType: 'weixin', channel: 'h5' },
  })
  const row = (await staff.call(recharge.list, { query: { keywords: unpaid.rechargeNo } })).body.list[0]
  expect(await askBack(staff, { id: row?.id ?? 0 })).toMatchObject({
    status: 422,
    body: { message: '未支付的充值不能退款' },
  })
})

test('of two who refund one recharge at once, one succeeds and the other is refused with the reason', async () => {
  const own = await openRechargeShop()
  const staff = await staffOf(own)
  const { id } = await recharged(own)
  const answers = await Promise.all([askBack(staff, { id }), askBack(staff, { id }), spend(own, 60_00)])
  const statuses = answers.slice(0, 2).map((answer) => (answer as { status: number }).status)
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
  expect(await findUnbalanced(own.shop.ctx)).toEqual([])
})

test('an account does not end while money of a recharge is on its way back', async () => {
  const own = await openRechargeShop()
  const { ctx } = own.shop
  const { id } = await recharged(own)
  await refuseWhileRefunding(ctx, own.buyer.userId)
  await askBack(await staffOf(own), { id })
  await expect(refuseWhileRefunding(ctx, own.buyer.userId)).rejects.toThrow('还有充值退款在处理，暂不能注销账号')
  await sendBack(own)
  await refuseWhileRefunding(ctx, own.buyer.userId)
})

test('the list finds recharges by customer, number, way, state and time, and sums up what it finds', async () => {
  const own = await openRechargeShop()
  const { shop, buyer } = own
  const staff = await staffOf(own)
  const mine = await recharged(own)
  const other = { shop, buyer: await shop.buyer({ nickname: '老郑', phone: '13800138002' }) }
  const theirs = await recharged(other, { price: 30, payType: 'alipay', channel: 'wechat' })
  await askBack(staff, { id: theirs.id, price: 5 })
  const find = async (query: object) => {
    const { list, sums } = (await staff.call(recharge.list, { query })).body
    return { nos: list.map(({ orderNo }) => orderNo), sums }
  }
  expect(await find({})).toEqual({
    nos: [theirs.rechargeNo, mine.rechargeNo],
    sums: { price: 130, givePrice: 10, refundPrice: 5 },
  })
  expect((await find({ keywords: '老郑' })).nos).toEqual([theirs.rechargeNo])
  expect((await find({ keywords: mine.rechargeNo })).nos).toEqual([mine.rechargeNo])
  expect(await find({ uid: buyer.userId })).toMatchObject({ nos: [mine.rechargeNo], sums: { price: 100 } })
  expect((await find({ rechargeType: 'alipay' })).nos).toEqual([theirs.rechargeNo])
  expect((await find({ paid: false })).nos).toEqual([])
  expect((await find({ refundState: 'waiting' })).nos).toEqual([theirs.rechargeNo])
  expect((await find({ refundState: 'failed' })).nos).toEqual([])
  expect((await staff.call(recharge.balance)).body).toEqual({
    total: 130,
    routine: 0,
    weChat: 30,
    other: 100,
    refund: 5,
  })
  shop.clock.advance(3 * DAY_MS)
  const later = await staffOf(own)
  expect((await later.call(recharge.list, { query: { dateLimit: ['today'] } })).body.total).toBe(0)
})

test('whatever buyers, staff and the provider do, balances, payments, refunds and bills agree', async () => {
  const own = await openRechargeShop()
  const { shop } = own
  const staff = await staffOf(own)
  const made: number[] = []
  // One after the other: two alike at once are one recharge, which is paid once.
  let last = Promise.resolve()
  const rechargeNext = async () => void made.push((await recharged(own, draw(2) ? {} : { price: 1 + draw(90) })).id)
  const acts = [
    () => {
      last = last.then(rechargeNext)
      return last
    },
    async () => void (await spend(own, 1 + draw(60_00))),
    async () => void (await setSettings(shop, { pay_sim_refund: draw(2) ? 'fail' : 'sync' })),
    async () => sendBack(own),
    async () => {
      const id = made[draw(made.length || 1)]
      const price = draw(3) === 0 ? {} : { price: (1 + draw(4000)) / 100 }
      if (id) await askBack(staff, { id, type: draw(2) ? 1 : 2, ...price })
    },
    async () => {
      const { list } = (await staff.call(recharge.list, { query: { refundState: 'failed' } })).body
      const failed = list.flatMap(({ refunds }) => refunds).find(({ state }) => state === 2)
      const way = draw(2) ? {} : ({ method: 'offline', voucher: '收据 7' } as const)
      if (failed) await again(staff, { refundNo: failed.refundNo, ...way })
    },
  ]
  for (let step = 0; step < 40; step++) {
    const several = Array.from({ length: 1 + draw(2) }, () => acts[draw(acts.length)])
    await Promise.all(several.map((act) => act?.()))
    if (step % 8 === 7) expect(await findUnbalanced(shop.ctx)).toEqual([])
  }
  await setSettings(shop, { pay_sim_refund: 'sync' })
  await sendBack(own)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

import { order } from '@zhanggui/contract/order/order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findUnbalanced } from '../../../testing/checkout.ts'
import {
  buyInTeam,
  type CombinationShop,
  leave,
  type OpenCombination,
  openCombination,
  openCombinationShop,
  orderInTeam,
  pass,
  readTeam,
  richBuyer,
  settle,
  teamOf,
} from '../../../testing/combination.ts'
import { giveCopy } from '../../../testing/coupon-copy.ts'
import { begin, payAtProvider, ring, setSettings } from '../../../testing/pay.ts'
import { again, ask, ringRefund } from '../../../testing/refund.ts'

const HOUR_MS = 3600_000

const rights = [refund.start, refund.again, order.info]

/** A buyer opens a team and pays at the gateway. */
async function payInTeam(own: CombinationShop, sale: OpenCombination, num = 1) {
  const { shop } = own
  const buyer = await shop.buyer()
  const orderNo = await orderInTeam(buyer, sale, { num })
  const attempt = await begin({ ...own, buyer }, orderNo)
  const told = await payAtProvider(shop, attempt.outTradeNo)
  if (!told) throw new Error('not paid')
  await ring(shop, told)
  return { buyer, orderNo, pinkId: (await teamOf(shop, orderNo)).pinkId }
}

/** A team for two whose leader bought two units: of one the refund failed at the gateway, the other one is back. */
async function openHalfRefunded() {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own, { people: 2 })
  const { orderNo, pinkId } = await payInTeam(own, sale, 2)
  const staff = await shop.signIn({ can: rights })
  const { body } = await staff.call(order.info, { query: { orderNo } })
  const lineId = body.lines[0]?.id ?? 0
  await setSettings(shop, { pay_sim_refund: 'fail' })
  expect((await ask(staff, { orderNo, lines: [{ lineId, num: 1 }] })).status).toBe(200)
  await settle(shop)
  const { rows } = await shop.ctx.db.execute<{ refundNo: string; state: number }>(
    sql`select refund_no as "refundNo", state from refund`,
  )
  const [failed] = rows
  expect(failed).toMatchObject({ state: 2 })
  await setSettings(shop, { pay_sim_refund: 'sync' })
  expect((await ask(staff, { orderNo, lines: [{ lineId, num: 1 }] })).status).toBe(200)
  await settle(shop)
  expect(await teamOf(shop, orderNo)).toMatchObject({ pinkStatus: 1, refundStatus: 0 })
  return { shop, sale, staff, orderNo, pinkId, refundNo: failed?.refundNo ?? '' }
}

test('an order of which all is back by a refund that was sent again is out of its team, which it does not complete', async () => {
  const { shop, sale, staff, orderNo, pinkId, refundNo } = await openHalfRefunded()
  expect((await again(staff, { refundNo })).status).toBe(200)
  await settle(shop)
  expect(await teamOf(shop, orderNo)).toMatchObject({ refundStatus: 2, tab: 9 })
  expect(await readTeam(shop, pinkId)).toMatchObject({ status: 3, memberCount: 0 })
  const friend = await orderInTeam(await shop.buyer(), sale, { pinkId }).catch((error: Error) => error.message)
  expect(friend).toContain('拼团已结束')
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('an order of which all is back by the late word of the gateway is out of its team', async () => {
  const { shop, orderNo, pinkId, refundNo } = await openHalfRefunded()
  expect(await ringRefund(shop, { refundNo: `${refundNo}-1`, amount: 990 })).toBe(200)
  expect(await teamOf(shop, orderNo)).toMatchObject({ refundStatus: 2, tab: 9 })
  expect(await readTeam(shop, pinkId)).toMatchObject({ status: 3, memberCount: 0 })
})

test('a member leaves when the last of the money goes to the balance instead, and when it is sent again and still on its way', async () => {
  for (const method of ['balance', undefined] as const) {
    const { shop, sale, staff, orderNo, pinkId, refundNo } = await openHalfRefunded()
    await setSettings(shop, { pay_sim_refund: 'async' })
    expect((await again(staff, { refundNo, ...(method && { method }) })).status).toBe(200)
    expect(await teamOf(shop, orderNo)).toMatchObject({ pinkStatus: 3, refundStatus: method ? 2 : 3 })
    expect(await readTeam(shop, pinkId)).toMatchObject({ status: 3, memberCount: 0, endReason: 'left' })
    const friend = await orderInTeam(await shop.buyer(), sale, { pinkId }).catch((error: Error) => error.message)
    expect(friend).toContain('拼团已结束')
    expect(await findUnbalanced(shop.ctx)).toEqual([])
  }
})

test('a refund of all by staff that its gateway refused is theirs to send again, and no job asks for the same money', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own, { people: 2 })
  const { orderNo, pinkId } = await payInTeam(own, sale)
  const staff = await shop.signIn({ can: rights })
  await setSettings(shop, { pay_sim_refund: 'fail' })
  const { body } = await ask(staff, { orderNo, amount: 9.9 })
  for (let run = 0; run < 3; run++) await settle(shop)
  const { rows } = await shop.ctx.db.execute(sql`select state, cause from refund`)
  expect(rows).toEqual([{ state: 2, cause: '' }])
  expect(await readTeam(shop, pinkId)).toMatchObject({ status: 3, memberCount: 0 })
  expect(await teamOf(shop, orderNo)).toMatchObject({ pinkStatus: 3, refundStatus: 0, tab: 8 })
  await setSettings(shop, { pay_sim_refund: 'sync' })
  expect((await again(staff, { refundNo: body.refundNo })).status).toBe(200)
  await settle(shop)
  expect(await teamOf(shop, orderNo)).toMatchObject({ refundStatus: 2, tab: 9 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a part of the money that its gateway refused is in what goes back when the team fails', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own, { people: 2 })
  const { orderNo } = await payInTeam(own, sale, 2)
  const staff = await shop.signIn({ can: rights })
  const { body } = await staff.call(order.info, { query: { orderNo } })
  await setSettings(shop, { pay_sim_refund: 'fail' })
  await ask(staff, { orderNo, lines: [{ lineId: body.lines[0]?.id ?? 0, num: 1 }] })
  await settle(shop)
  await setSettings(shop, { pay_sim_refund: 'sync' })
  await pass(shop, 24 * HOUR_MS)
  await settle(shop)
  const { rows } = await shop.ctx.db.execute(sql`select state, amount_fen as fen, cause from refund order by id`)
  expect(rows).toEqual([
    { state: 2, fen: 990, cause: '' },
    { state: 1, fen: 1980, cause: 'team' },
  ])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a coupon comes back from an order whose team failed or could not be opened, whatever the setting says; of one that left it follows the setting', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  await setSettings(shop, { coupon_return_on_refund: false } as never)
  const sale = await openCombination(own, { people: 3, allowCoupon: true })
  const buy = async () => {
    const buyer = await richBuyer(shop)
    const { id: couponId } = await giveCopy(shop.ctx, buyer.userId)
    return { couponId, ...(await buyInTeam(shop, sale, { buyer, couponId })) }
  }
  const [failed, gone, noTeam] = [await buy(), await buy(), await buy()]
  expect((await leave(gone.buyer, gone.pinkId)).status).toBe(200)
  await shop.ctx.db.execute(sql`delete from team_member where team_id = ${noTeam.pinkId}`)
  await shop.ctx.db.execute(sql`delete from team where id = ${noTeam.pinkId}`)
  await shop.ctx.db.execute(sql`update store_order set pink_id = 0, pink_status = 3 where order_no = ${noTeam.orderNo}`)
  await pass(shop, 24 * HOUR_MS)
  await settle(shop)
  const said = async ({ orderNo, couponId }: { orderNo: string; couponId: number }) => {
    const { rows } = await shop.ctx.db.execute(sql`
      select status, (select message from order_log join store_order on store_order.id = order_log.order_id
        where order_no = ${orderNo} and change_type = 'refund' order by order_log.id desc limit 1) as log
      from coupon_user where id = ${couponId}`)
    return rows[0]
  }
  const returned = { status: 0, log: expect.stringContaining('返还优惠券「五元券」') }
  expect(await said(failed)).toEqual(returned)
  expect(await said(noTeam)).toEqual(returned)
  expect(await said(gone)).toEqual({ status: 1, log: expect.stringContaining('按设置，退款不返还优惠券') })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

import { combination } from '@zhanggui/contract/combination/combination.ts'
import { frontCombination } from '@zhanggui/contract/combination/front-combination.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  buyInTeam,
  leave,
  openCombination,
  openCombinationShop,
  orderInTeam,
  pass,
  readTeam,
  settle,
  teamOf,
} from '../../../testing/combination.ts'
import { begin, payAtProvider, ring, setSettings } from '../../../testing/pay.ts'
import { again, ask, ringRefund } from '../../../testing/refund.ts'
import { listMembersToTell } from '../../combination/team/team-read.service.ts'

const HOUR_MS = 3600_000
const SECOND_MS = 1000

/** A team of two whose leader bought two units: of one the refund failed at the gateway, the other one is back. */
async function openHalfRefunded() {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own, { people: 2 })
  const buyer = await shop.buyer()
  const orderNo = await orderInTeam(buyer, sale, { num: 2 })
  const attempt = await begin({ ...own, buyer }, orderNo)
  const told = await payAtProvider(shop, attempt.outTradeNo)
  if (!told) throw new Error('not paid')
  await ring(shop, told)
  const { pinkId } = await teamOf(shop, orderNo)
  const staff = await shop.signIn({ can: [refund.start, refund.again, order.info] })
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
  expect.soft(await readTeam(shop, pinkId)).toMatchObject({ status: 3, memberCount: 0 })
  const friend = await orderInTeam(await shop.buyer(), sale, { pinkId }).catch((error: Error) => error.message)
  expect(friend).toContain('拼团已结束')
})

test('an order of which all is back by the late word of the gateway is out of its team', async () => {
  const { shop, orderNo, pinkId, refundNo } = await openHalfRefunded()
  expect(await ringRefund(shop, { refundNo: `${refundNo}-1`, amount: 990 })).toBe(200)
  expect(await teamOf(shop, orderNo)).toMatchObject({ refundStatus: 2, tab: 9 })
  expect(await readTeam(shop, pinkId)).toMatchObject({ status: 3, memberCount: 0 })
})

test('who left a team in time is not shown on its page once it failed, and is not told that it did', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own, { people: 3 })
  const first = await buyInTeam(shop, sale)
  const gone = await buyInTeam(shop, sale, { pinkId: first.pinkId })
  expect((await leave(gone.buyer, first.pinkId)).status).toBe(200)
  const page = () => gone.buyer.call(frontCombination.team, { params: { pinkId: first.pinkId } })
  expect((await page()).body.members).toHaveLength(1)
  await pass(shop, 24 * HOUR_MS)
  await settle(shop)
  expect(await readTeam(shop, first.pinkId)).toMatchObject({ status: 3, memberCount: 1, endReason: 'due' })
  expect.soft((await page()).body.members).toHaveLength(1)
  const told = await listMembersToTell(shop.ctx, first.pinkId, 0, 100)
  expect(told.map(({ uid }) => uid)).toEqual([first.buyer.userId])
})

test('members keep the page of their team when its activity was deleted, and when its product is for members of the shop alone now', async () => {
  const own = await openCombinationShop()
  const { shop, keeper } = own
  const sale = await openCombination(own, { people: 2 })
  const { buyer, pinkId } = await buyInTeam(shop, sale)
  await buyInTeam(shop, sale, { pinkId })
  const page = async () => (await buyer.call(frontCombination.team, { params: { pinkId } })).status
  await shop.ctx.db.execute(sql`update product set visibility = 2 where id = ${own.productId}`)
  expect.soft(await page()).toBe(200)
  await shop.ctx.db.execute(sql`update product set visibility = 0 where id = ${own.productId}`)
  await keeper.call(combination.useStatus, { body: { id: sale.id, status: false } })
  expect((await keeper.call(combination.remove, { query: { id: sale.id } })).status).toBe(200)
  // What buyers see of an activity is kept for a second.
  await new Promise((done) => setTimeout(done, 1.1 * SECOND_MS))
  expect(await page()).toBe(200)
})

import { frontPromoter } from '@zhanggui/contract/distribution/front-promoter.ts'
import { promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { recharge } from '@zhanggui/contract/finance/recharge.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { approval } from '@zhanggui/contract/work/approval.ts'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { pass } from '../passing.ts'
import { setSettings } from '../pay.ts'
import { enable, endAccount, runJobs, stepWithdrawal } from './money-acts.ts'
import { again, cancel, cancelEdit, receive, refuseCase, ship } from './money-order-acts.ts'
import { personOf } from './money-plans.ts'
import { look, type Said, type World } from './money-world.ts'

const DAY_MS = 24 * 3600_000
const TURNS = 8

/** Willing people bring everything to its end: what is asked for is agreed to, what is owed is paid, and what is on its way arrives. */
export async function settleAll(world: World): Promise<void> {
  const { shop, clerk } = world
  await setSettings(shop, { pay_sim_refund: 'sync' })
  for (let turn = 0; turn < TURNS; turn++) {
    await agreeToAll(world)
    const { people, orders, withdrawals, refunds } = await look(world)
    const isOver = orders.every(({ status, refundStatus }) => status === 3 && !refundStatus) && !withdrawals.length
    if (isOver && turn > 1) return
    const disabled = people.filter(({ status }) => !status).map(({ uid }) => uid)
    if (disabled.length) await enable(world, disabled)
    for (const one of withdrawals) {
      // What was taken back since is more than is left: the promoter asks anew.
      const isShort = (people.find(({ uid }) => uid === one.uid)?.commission ?? 0) < 0
      await stepWithdrawal(world, one, isShort)
    }
    for (const { refundNo, orderNo } of refunds)
      await (orderNo ? again(world, refundNo) : clerk.call(recharge.again, { body: { refundNo } }))
    for (const of of orders) {
      if (of.caseId) await refuseCase(world, of)
      if (of.isEdited) await cancelEdit(world, of)
      if (!of.paid) await cancel(world, of)
      else if (of.status === 0) await ship(world, of)
      else if (of.status === 1) await receive(world, of)
    }
    // What these asked for expires in a day.
    await agreeToAll(world)
    await pass(shop, 10 * DAY_MS)
    await runJobs(world)
  }
}

/** A second person agrees to all that waits. */
async function agreeToAll({ shop, chiefs: [chief] }: World): Promise<void> {
  const { approvals } = await look({ shop })
  for (const { id } of approvals) await chief.call(approval.review, { body: { id, pass: true } })
}

/** Everybody settles what is theirs and ends their account. */
export async function endAll(world: World): Promise<void> {
  const { shop, clerk, next } = world
  for (const { uid, commission } of (await look(world)).people) {
    if (commission < 0)
      await done(
        world,
        clerk.call(promoter.adjust, { body: { uid, type: 1, price: -commission / 100, mark: '免除欠款' } }),
      )
    const headers = { 'idempotency-key': `transfer-${String(next()).padStart(12, '0')}` }
    const body = { price: commission / 100 }
    if (commission > 0) await done(world, personOf(world, uid).call(frontPromoter.transfer, { body, headers }))
  }
  for (const { uid, money } of (await look(world)).people) {
    const body = { uid, moneyType: 2, moneyValue: money / 100, mark: '门店已付现金' } as const
    if (money) await done(world, clerk.call(shopUser.funds, { body }))
  }
  for (const { uid, phone } of (await look(world)).people) {
    const said = await endAccount(world, { uid, phone })
    const { rows } = await shop.ctx.db.execute(
      sql`select order_no, status, paid, close_type, refund_status from store_order where uid = ${uid}`,
    )
    expect([said.status, said.status === 200 ? '' : said.body, said.status === 200 ? [] : rows]).toEqual([200, '', []])
  }
}

/** A call of staff goes through, if need be once somebody has agreed to it. */
async function done(world: World, call: Promise<Said>): Promise<void> {
  const { status, body } = await call
  expect([200, 202], JSON.stringify(body)).toContain(status)
  if (status === 202) await agreeToAll(world)
}

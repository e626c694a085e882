import { setTimeout as sleep } from 'node:timers/promises'
import { promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { recharge } from '@zhanggui/contract/finance/recharge.ts'
import { frontWithdrawal, withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { approval } from '@zhanggui/contract/work/approval.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { draw } from '../../../testing/chance.ts'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { openPayShop, setSettings } from '../../../testing/pay.ts'
import { callServer, Refused, startServerOf, unlessGone } from '../../../testing/process/killed-server.ts'
import type { ServerProcess } from '../../../testing/process/server-process.ts'
import { recharged } from '../../../testing/recharge.ts'
import { ask, paidByBalance } from '../../../testing/refund.ts'
import type { Caller } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'
import { addBrokerage } from '../../distribution/commission/commission.service.ts'
import { askDue } from '../../payment/refund/refund-send.service.ts'

/** How often the server is killed; by hand 20 times. */
const ROUNDS = Number(process.env.KILL_RUNS ?? 1)
/** Of each kind in each round. */
const ASKED = 5
/** Reviewers at once. */
const LANES = 4
/** The longest that reviews go on after the first was answered. */
const BURST_MS = 250

const acts = [refund.start, recharge.refund, withdrawal.apply, promoter.adjust, shopUser.funds]
const permissions = ['admin:user:operate:founds:large']

/** Of each approval how often what was asked for is there, and how often its applicant was told. */
const effects = sql`
  select id::int, kind, state, message, case kind
    when 'refund' then (select count(*) from refund where order_id = object_id::bigint)
    when 'rechargeRefund' then (select count(*) from recharge_refund where recharge_id = object_id::bigint)
    when 'withdrawal' then (select count(*) from user_extract where id = object_id::bigint and status = 2)
    when 'commission' then (select count(*) from user_brokerage_record where uid = object_id::bigint and link_type = 'system')
    else (select count(*) from user_bill where uid = object_id::bigint and type = 'system_add') end::int as done,
    (select count(*) from notification where event = 'approval.decided' and object_type = 'approval' and object_id = approval.id::text)::int as told
  from approval order by id`

test('killed amid reviews, a server leaves each approval either waiting or done, and what was asked for is there once', async () => {
  const own = await openPayShop({ stock: 10_000 })
  const { shop } = own
  const { db } = shop.ctx
  await liftRateLimits(shop)
  await setSettings(shop, {
    approval_amount: 10_00,
    founds_limit: 50_00,
    reauth_amount: 900_000_00,
    pay_sim_refund: 'sync',
  })
  const clerk = await shop.signIn({ can: acts, permissions })
  const chiefs = [
    await shop.signIn({ can: [...acts, approval.review], permissions }),
    await shop.signIn({ can: [...acts, approval.review], permissions }),
  ]

  async function askForAll(): Promise<void> {
    for (let n = 0; n < ASKED; n++) {
      const { orderNo } = await paidByBalance(own)
      const { id } = await recharged({ shop, buyer: await shop.buyer() }, { price: 60 })
      const rich = await shop.buyer()
      await inTransaction(shop.ctx, (tx) =>
        addBrokerage(tx, { uid: rich.userId, priceFen: 90_00, linkType: 'yue', linkId: '', title: '佣金' }),
      )
      const form = { extractType: 'alipay', money: 60, name: '王小明', alipayCode: '13800138000' } as const
      const { body: asked } = await rich.call(frontWithdrawal.cash, { body: form })
      const [one, other] = [await makeCustomer(shop.ctx), await makeCustomer(shop.ctx)]
      const said = [
        await ask(clerk, { orderNo, amount: 19.9 }),
        await clerk.call(recharge.refund, { body: { id, type: 1, price: 20 } }),
        await clerk.call(withdrawal.apply, { body: { id: asked.id, status: 2 } }),
        await clerk.call(promoter.adjust, { body: { uid: one, type: 1, price: 30, mark: '补发佣金' } }),
        await clerk.call(shopUser.funds, { body: { uid: other, moneyType: 1, moneyValue: 60, mark: '活动奖励' } }),
      ]
      expect(said.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202])
    }
  }
  const stored = async () => (await db.execute<{ id: number; state: number; done: number; told: number }>(effects)).rows
  const waiting = async () => (await stored()).filter(({ state }) => state === 0).map(({ id }) => id)

  /** What a server said was done. */
  const said = new Set<number>()
  async function review(server: ServerProcess, chief: Caller, id: number): Promise<void> {
    const agreed = callServer(server, approval.review, chief, { body: { id, pass: true } })
    // Somebody else was faster, or was at it for so long that this one is to come again.
    const answer = await agreed.catch((error: unknown) => {
      if (error instanceof Refused && / (409|503) /.test(error.message)) return undefined
      throw error
    })
    if (!answer) return
    expect(answer).toMatchObject({ id, state: 1, message: '' })
    said.add(id)
  }
  /** Reviewers go through what waits, each from another place. */
  async function reviewAll(server: ServerProcess, ids: readonly number[]): Promise<void> {
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      const from = Math.floor(lane / 2) * Math.floor(ids.length / LANES)
      const chief = chiefs[lane % 2] ?? clerk
      for (const id of [...ids.slice(from), ...ids.slice(0, from)]) await review(server, chief, id)
    })
    await Promise.all(lanes.map((lane) => lane.catch(unlessGone)))
  }

  let cut = 0
  for (let round = 0; round < ROUNDS; round++) {
    await askForAll()
    const server = await startServerOf(shop)
    const ids = await waiting()
    const before = said.size
    const burst = reviewAll(server, ids)
    await expect.poll(() => said.size, { interval: 1 }).toBeGreaterThan(before)
    await sleep(draw(BURST_MS))
    await server.kill()
    await burst
    const now = await stored()
    for (const { id, state, done, told } of now) {
      expect([state, done, told], `approval ${id}`).toEqual(state === 0 ? [0, 0, 0] : [1, 1, 1])
      if (said.has(id)) expect(state, `approval ${id} was said to be done`).toBe(1)
    }
    cut += now.filter(({ state }) => state === 0).length
  }
  const last = await startServerOf(shop)
  for (let ids = await waiting(); ids.length; ids = await waiting()) await reviewAll(last, ids)
  expect((await stored()).filter(({ state, done, told }) => state !== 1 || done !== 1 || told !== 1)).toEqual([])
  // A minute passes: what the dead process was sending is asked about.
  await db.execute(sql`update refund set query_at = now() - interval '1 second' where state = 0`)
  await askDue(shop.ctx, new AbortController().signal)
  await expect.poll(async () => (await db.execute(sql`select from refund where state = 0`)).rowCount).toBe(0)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  if (process.env.KILL_RUNS)
    process.stdout.write(`${ROUNDS} kills, ${(await stored()).length} approvals, of which ${cut} waited after one\n`)
})

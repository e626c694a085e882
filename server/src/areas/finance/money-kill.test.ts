import { setTimeout as sleep } from 'node:timers/promises'
import { frontPromoter } from '@zhanggui/contract/distribution/front-promoter.ts'
import { frontWithdrawal, withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { approval } from '@zhanggui/contract/work/approval.ts'
import { scheduledJob } from '@zhanggui/contract/work/scheduled-job.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/http/context.ts'
import { draw } from '../../testing/chance.ts'
import { addressIdOf, buy, findUnbalanced } from '../../testing/checkout.ts'
import { openPayShop, setSettings } from '../../testing/pay.ts'
import { callServer, startServerOf, unlessGone } from '../../testing/process/killed-server.ts'
import type { ServerProcess } from '../../testing/process/server-process.ts'
import { give, NEVER } from '../../testing/refund.ts'
import type { Caller } from '../../testing/shop.ts'
import { liftRateLimits } from '../../testing/walk/hostile.ts'
import { addBrokerage } from '../distribution/commission/commission.service.ts'
import * as orders from '../order/order/order.repository.ts'
import { receiveOrder } from '../order/order/order-transition.service.ts'
import { COMMISSION_UNFREEZE, thawCommissions } from '../order/order-commission/order-commission.service.ts'
import { setSuperior } from '../user/spread/spread.service.ts'

/** How often the server is killed; by hand 20 times. */
const ROUNDS = Number(process.env.KILL_RUNS ?? 1)
const PROMOTERS = 6
/** Orders of each round whose commission may thaw. */
const ORDERS = 4
/** The longest a burst may last. */
const BURST_MS = 1500
const GIVEN_FEN = 5_000_00
/** Withdrawals above it need a second person. */
const LIMIT_FEN = 30_00
const TRANSFER = 1

test('a server killed during withdrawals, approvals, payments and transfers loses nothing that it acknowledged and moves no commission twice', async () => {
  const own = await openPayShop({ stock: 10_000 })
  const { shop, buyer: friend, skuId } = own
  const { db } = shop.ctx
  await liftRateLimits(shop)
  await setSettings(shop, { store_brokerage_status: 2, extract_time: 0, approval_amount: LIMIT_FEN })
  const clerk = await shop.signIn({ can: [withdrawal.apply, approval.list, scheduledJob.list, scheduledJob.run] })
  const chief = await shop.signIn({ can: [withdrawal.apply, approval.review] })
  const promoters = await Promise.all(Array.from({ length: PROMOTERS }, () => shop.buyer()))
  const [first] = promoters
  await inTransaction(shop.ctx, async (tx) => {
    for (const { userId: uid } of promoters)
      await addBrokerage(tx, { uid, priceFen: GIVEN_FEN, linkType: 'system', linkId: '', title: '后台调整' })
    await setSuperior(tx, friend.userId, first?.userId ?? 0)
  })
  await addressIdOf(friend)
  await give(own, 50_000_00)

  /** What the server said had been done: the state that a withdrawal had reached. */
  const said = new Map<number, number>()
  /** Transfers by key: whether they were answered. */
  const transfers = new Map<string, { promoter: Caller; isDone: boolean }>()

  async function agree(server: ServerProcess, id: number): Promise<void> {
    const answer = await callServer(server, withdrawal.apply, clerk, { body: { id, status: 2 } })
    if ('approvalId' in answer) await review(server, answer.approvalId as number)
    said.set(id, 2)
  }
  async function review(server: ServerProcess, id: number): Promise<void> {
    expect(await callServer(server, approval.review, chief, { body: { id, pass: true } })).toMatchObject({ state: 1 })
  }
  async function end(server: ServerProcess, id: number): Promise<void> {
    const isPaid = id % 3 > 0
    const how = isPaid ? { status: 1 as const, payVoucher: '回单' } : { status: -1 as const, backMessage: '户名不符' }
    await callServer(server, withdrawal.apply, clerk, { body: { id, ...how } })
    said.set(id, isPaid ? 1 : -1)
  }
  async function transfer(server: ServerProcess, key: string): Promise<void> {
    const of = transfers.get(key)
    if (!of) throw new Error(`no transfer ${key}`)
    await callServer(server, frontPromoter.transfer, of.promoter, { body: { price: TRANSFER } }, key)
    of.isDone = true
  }
  async function liveOn(server: ServerProcess, promoter: Caller, n: number): Promise<void> {
    for (let turn = 0; ; turn++) {
      // A day passes: nobody asks for more than a few within one.
      await db.execute(
        sql`update user_extract set created_at = created_at - interval '1 day' where uid = ${promoter.userId}`,
      )
      const money = (n + turn) % 2 ? 10 : 40
      const body = { extractType: 'alipay', money, name: '王小明', alipayCode: '13800138000' } as const
      await callServer(server, frontWithdrawal.cash, promoter, { body })
      const { list } = await callServer(server, frontWithdrawal.record, promoter, { query: { limit: 1 } })
      const id = list[0]?.id ?? 0
      said.set(id, 0)
      await agree(server, id)
      await end(server, id)
      const key = `transfer-${promoter.userId}-${String(id).padStart(8, '0')}`
      transfers.set(key, { promoter, isDone: false })
      await transfer(server, key)
    }
  }
  async function thaw(server: ServerProcess): Promise<void> {
    const { list } = await callServer(server, scheduledJob.list, clerk, { query: { limit: 100 } })
    const job = list.find(({ beanName }) => beanName === COMMISSION_UNFREEZE)
    if (!job) throw new Error('no job of commission')
    // Its clock may have come before this: then it runs already.
    await callServer(server, scheduledJob.run, clerk, { params: { id: job.id } }).catch(() => {})
  }
  /** What was cut short is done to its end. */
  async function finishAll(server: ServerProcess): Promise<void> {
    // Minutes pass: dead calls are known as dead, and nobody has called too often.
    await db.execute(sql`update idempotency_key set leased_until = now() where status is null`)
    await db.execute(sql`delete from rate_limit`)
    const { list } = await callServer(server, approval.list, clerk, { query: { state: 0, limit: 100 } })
    for (const { id } of list) await review(server, id)
    for (const status of [0, 2]) {
      const { rows } = await db.execute<{ id: number }>(
        sql`select id::int from user_extract where status = ${status} order by id`,
      )
      for (const { id } of rows) await (status ? end(server, id) : agree(server, id))
    }
    for (const [key, { isDone }] of transfers) if (!isDone) await transfer(server, key)
  }
  /** Orders of a friend that have arrived, so that their commission is due. */
  async function sell(): Promise<void> {
    for (let n = 0; n < ORDERS; n++) {
      const orderNo = await buy(friend, skuId, 1)
      await friend.call(frontPay.pay, { body: { orderNo, payType: 'yue', channel: 'h5' } })
      await inTransaction(shop.ctx, async (tx) => {
        const order = await orders.lockOrder(tx, { orderNo })
        if (!order) throw new Error(`no order ${orderNo}`)
        await receiveOrder(tx, order, '确认收货')
      })
    }
  }

  for (let round = 0; round < ROUNDS; round++) {
    await sell()
    const server = await startServerOf(shop)
    await finishAll(server)
    const burst = [thaw(server), ...promoters.map((promoter, n) => liveOn(server, promoter, n))].map((each) =>
      each.catch(unlessGone),
    )
    await sleep(BURST_MS / 3 + draw(BURST_MS))
    // A slow machine may have paid nothing yet.
    await expect.poll(() => [...said.values()].some((status) => status === 1), { interval: 5 }).toBe(true)
    await server.kill()
    await Promise.all(burst)
    const { rows } = await db.execute<{ id: number; status: number }>(sql`select id::int, status from user_extract`)
    const stored = new Map(rows.map(({ id, status }) => [id, status]))
    const lost = [...said].filter(([id, status]) => !follows(stored.get(id), status))
    expect(lost).toEqual([])
  }
  await finishAll(await startServerOf(shop))
  await thawCommissions(shop.ctx, NEVER)

  // Orders are received here without a parcel, which other equations would name.
  const wrong = (await findUnbalanced(shop.ctx)).filter(({ equation }) => ['R1', 'R2', 'R9'].includes(equation))
  expect(wrong).toEqual([])
  const { rows } = await db.execute<{ uid: number; left: number; paid: number; moved: number; earned: number }>(sql`
    select u.id::int as uid, brokerage_price_fen::int as left,
      (select coalesce(sum(extract_price_fen), 0)::int from user_extract where uid = u.id and status = 1) as paid,
      (select count(*)::int from user_bill where uid = u.id and type = 'transferIn') as moved,
      (select coalesce(sum(price_fen), 0)::int from user_brokerage_record
        where uid = u.id and link_type = 'order' and status = 3) as earned
    from shop_user as u where u.id = any(${sql.param(promoters.map(({ userId }) => userId))}::bigint[]) order by u.id`)
  for (const { uid, left, paid, moved, earned } of rows) {
    const own = [...transfers.values()].filter(({ promoter }) => promoter.userId === uid)
    expect(moved).toBe(own.length)
    expect(left).toBe(GIVEN_FEN + earned - paid - moved * TRANSFER * 100)
  }
  const { rows: thawed } = await db.execute<{ orders: number }>(
    sql`select count(distinct order_id)::int as orders from user_brokerage_record where link_type = 'order' and status = 3`,
  )
  expect(thawed).toEqual([{ orders: ROUNDS * ORDERS }])
  if (process.env.KILL_RUNS)
    process.stdout.write(`${ROUNDS} kills, ${said.size} withdrawals, ${transfers.size} transfers\n`)
})

/** Whether a withdrawal is where it was said to be, or further. */
function follows(stored: number | undefined, said: number): boolean {
  if (stored === undefined) return false
  return said === 1 || said === -1 ? stored === said : said === 0 || stored !== 0
}

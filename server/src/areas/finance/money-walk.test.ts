import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findUnbalanced } from '../../testing/checkout.ts'
import { watchLocks } from '../../testing/database/lock-watch.ts'
import { names, plans } from '../../testing/money/money-acts.ts'
import { endAll, settleAll } from '../../testing/money/money-end.ts'
import { between } from '../../testing/money/money-plans.ts'
import { look, openMoneyWorld, type World } from '../../testing/money/money-world.ts'
import { reconcile } from '../order/recon/recon.service.ts'
import { ENDED_BY_BUYER } from '../user/shop-user/shop-user.tables.ts'

/** How many walks, each in a shop of its own; by hand 200 and more. */
const WALKS = Number(process.env.MONEY_WALKS ?? 3)
const STEPS = Number(process.env.MONEY_STEPS ?? 30)
/** The seed of the first walk; the others follow. */
const SEED = Number(process.env.MONEY_SEED ?? 20_261_129)
/** What must hold after each step. */
const ALWAYS = ['R1', 'R2', 'R3', 'R4', 'R9']

const seeds = Array.from({ length: WALKS }, (_, n) => SEED + n)
/** What was done, and how often it was agreed to, over all walks. */
const tally = new Map<string, { done: number; refused: number }>()

test.each(seeds)(
  'whatever people and staff do at once with money, the books agree after each step, nobody waits in a ring, and in the end nothing waits and every account can end (MONEY_WALKS=1 MONEY_SEED=%i)',
  async (seed) => {
    const locks = watchLocks()
    const world = await openMoneyWorld(seed)
    const told: string[] = []
    const way = () => `MONEY_SEED=${seed}: ${told.join('; ')}`
    const check = async () => {
      expect(await reconcile(world.shop.ctx, { only: ALWAYS }), way()).toEqual([])
      expect(locks(), way()).toEqual([])
    }
    for (let step = 0; step < STEPS; step++) {
      told.push(await takeStep(world))
      await check()
    }
    await settleAll(world)
    await check()
    expect(await whatWaits(world), way()).toEqual([])
    await endAll(world)
    expect((await look(world)).people, way()).toEqual([])
    expect(await findUnbalanced(world.shop.ctx), way()).toEqual([])
    expect(await ofProvider(world), way()).toEqual(await ofBooks(world))
    await countCommission(world)
    if (process.env.MONEY_WALKS) process.stdout.write(`walk ${seed}: ${told.length} steps, all well\n`)
  },
)

test('the walks did everything that they are about', () => {
  const report = [...tally].map(([name, { done, refused }]) => `${name} ${done}/${refused}`).toSorted()
  if (process.env.MONEY_WALKS) process.stdout.write(`done/refused: ${report.join(', ')}\n`)
  // In a few walks the rarer ones hardly ever come to pass.
  const never = Object.keys(plans).filter((name) => !tally.get(name)?.done)
  expect(WALKS < 50 ? [] : never).toEqual([])
})

/** Two or three acts at once. Returns them in words. */
async function takeStep(world: World): Promise<string> {
  const seen = await look(world)
  const chosen = []
  const wanted = between(world, 2, 3)
  for (let tries = 0; chosen.length < wanted && tries < 20; tries++) {
    const name = names[between(world, 0, names.length - 1)] ?? ''
    const act = plans[name]?.(world, seen)
    if (act) chosen.push({ name, act })
  }
  const said = await Promise.all(
    chosen.map(async ({ name, act }) => {
      const answers = [await act()].flat()
      const statuses = answers.map(({ status }) => status)
      const known = tally.get(name) ?? { done: 0, refused: 0 }
      tally.set(name, known)
      if (statuses.every((status) => status < 300)) known.done++
      else known.refused++
      expect(
        answers.filter(({ status }) => status >= 500),
        name,
      ).toEqual([])
      return `${name} ${statuses.join(' ') || '-'}`
    }),
  )
  return said.join(' + ')
}

/** What still waits for somebody, once everybody was willing, and what accounts have that have ended. */
async function whatWaits({ shop, ended }: World): Promise<string[]> {
  const { rows } = await shop.ctx.db.execute<{ what: string }>(sql`
    select 'approval ' || id as what from approval where state = 0
    union all select 'withdrawal ' || id from user_extract where status in (0, 2)
    union all select 'refund ' || id from refund where state = 0
    union all select 'commission ' || record.id from user_brokerage_record as record join store_order as o on o.id = order_id
      where order_id > 0 and link_type = 'order' and record.status in (1, 2) and (receive_time is not null or refund_status = 2)
    union all select 'ended account ' || id from shop_user where id = any(${sql.param(ended)}::bigint[])
      and (status or close_reason <> ${ENDED_BY_BUYER} or now_money_fen <> 0 or brokerage_price_fen > 0)`)
  return rows.map(({ what }) => what)
}

/** How much commission there was for the walk to go wrong with. */
async function countCommission({ shop }: World): Promise<void> {
  const { rows } = await shop.ctx.db.execute<{ name: string; num: number }>(sql`
    select 'commission of ' || link_type || ' in state ' || status as name, count(*)::int as num from user_brokerage_record group by 1`)
  for (const { name, num } of rows) tally.set(name, { done: (tally.get(name)?.done ?? 0) + num, refused: 0 })
}

type Sums = { taken: number; back: number }

/** What the provider took and sent back, as it knows it. */
async function ofProvider({ shop }: World): Promise<Sums | undefined> {
  const { rows } = await shop.ctx.db.execute<Sums>(sql`select
    (select coalesce(sum(paid_fen), 0)::float8 from sim_payment where state = 1) as taken,
    (select coalesce(sum(amount_fen), 0)::float8 from sim_refund where state = 1) as back`)
  return rows[0]
}

/** The same as the shop has booked it. */
async function ofBooks({ shop }: World): Promise<Sums | undefined> {
  const { rows } = await shop.ctx.db.execute<Sums>(sql`select
    (select coalesce(sum(amount_fen), 0)::float8 from payment where state = 1 and provider = 'sim') as taken,
    (select coalesce(sum((part ->> 'amountFen')::bigint), 0)::float8 from refund cross join lateral jsonb_array_elements(parts) as part
      where (part ->> 'state')::int = 1 and part ->> 'method' = 'origin') as back`)
  return rows[0]
}

import { expiryMonth } from '@zhanggui/domain/promotion/points.ts'
import { SHANGHAI_OFFSET_MS } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, inTransaction, withContext } from '../../../platform/http/context.ts'
import { randomFrom } from '../../../platform/security/random.ts'
import { changePoints, findPurse } from '../../user/ledger/ledger.service.ts'
import { signInOnce } from '../sign/sign-in.service.ts'

const SEED = 20_260_404
const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
/** Staff gave and took points since so many days ago; customers signed in on the last fortnight. */
const GIVEN_DAYS = 90
const SIGN_DAYS = 14
const GIFTS = 24
const SIGNERS = 24

const gifts = [
  { type: 1, integral: 100, mark: '生日赠送' },
  { type: 1, integral: 50, mark: '发货延迟补偿' },
  { type: 1, integral: 200, mark: '社群活动奖励' },
  { type: 2, integral: 30, mark: '重复赠送，收回' },
] as const

type Customer = { id: number; since: Date }
type Step = { at: Date; take: (then: Ctx) => Promise<unknown> }

/**
 * Gives the customers of a demo shop points by staff, expiries and sign-ins, always the same except for their dates, through the
 * services, so that the ledgers add up. Points of orders come with these.
 */
export async function fillPointsDemo(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute(sql`select from sign_log limit 1`)
  if (rows.length) return
  await inTransaction(ctx, async (tx) => {
    const found = await tx.db.execute<{ id: number; since: string }>(
      sql`select id, created_at as since from shop_user where status order by id`,
    )
    const customers = found.rows.map(({ id, since }) => ({ id, since: new Date(since) }))
    const steps = [...giftsOf(customers, tx.now()), ...expiriesOf(customers, tx.now()), ...signsOf(customers, tx.now())]
    for (const { at, take } of steps.toSorted((one, other) => one.at.getTime() - other.at.getTime()))
      await take(withContext(tx, { now: () => at }))
  })
}

/** What staff gave and took back, during office hours. */
function giftsOf(customers: readonly Customer[], now: Date): Step[] {
  return Array.from({ length: GIFTS }, (_, n) => {
    const at = new Date(
      midnightOf(now) - Math.floor(((n + 1) * GIVEN_DAYS) / GIFTS) * DAY_MS + (10 + (n % 8)) * HOUR_MS,
    )
    const known = customers.filter(({ since }) => since < at)
    const { id: uid } = known[(n * 7) % known.length] ?? { id: 0 }
    const gift = gifts[n % gifts.length] ?? gifts[0]
    const note = { uid, ...gift, linkType: 'system', title: '后台积分操作', status: 3 } as const
    // Less than is taken is not there to take: then it stays.
    return { at, take: async (then: Ctx) => uid && changePoints(then, note) }
  })
}

/** What was over on the first of the last three months, of points that came with the customers. */
function expiriesOf(customers: readonly Customer[], now: Date): Step[] {
  const today = new Date(now.getTime() + SHANGHAI_OFFSET_MS)
  const firsts = [2, 1, 0].map((months) => {
    const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1, 0, 10)
    return new Date(first - SHANGHAI_OFFSET_MS)
  })
  return firsts
    .filter((at) => at < now)
    .flatMap((at, nth) =>
      customers
        .slice(0, 24)
        .filter(({ since }, place) => place % 3 === nth && since < at)
        .map(({ id }) => ({ at, take: (then: Ctx) => expireSome(withContext(then, { caller: undefined }), id) })),
    )
}

async function expireSome(then: Ctx, uid: number): Promise<void> {
  const integral = Math.min(20 + (uid % 60), (await findPurse(then, uid))?.integral ?? 0)
  const note = { uid, type: 2, linkType: 'expire', title: '积分过期', status: 3 } as const
  await changePoints(then, { ...note, integral, bizKey: `expire:${uid}:${expiryMonth(then.now())}` })
}

/** Who signed in: some every day, most with gaps. */
function signsOf(customers: readonly Customer[], now: Date): Step[] {
  const random = randomFrom(SEED)
  const signers = customers.filter((_, place) => place % 5 === 1).slice(0, SIGNERS)
  const days = Array.from({ length: SIGN_DAYS }, (_, day) => midnightOf(now) - (SIGN_DAYS - 1 - day) * DAY_MS)
  return days.flatMap((midnight) =>
    signers.flatMap(({ id, since }, place) => {
      const [chance, hour] = [random(), 7 + 15 * random()]
      // Those of today came between midnight and now.
      const length = Math.min(DAY_MS, now.getTime() - midnight)
      const at = new Date(midnight + Math.floor((length * hour) / 24))
      const comes = place % 4 === 0 || chance < 0.6
      if (!comes || since >= at) return []
      const take = (then: Ctx) => signInOnce(withContext(then, { caller: undefined }), id)
      return [{ at, take }]
    }),
  )
}

/** When the Shanghai day began. */
function midnightOf(now: Date): number {
  return Math.floor((now.getTime() + SHANGHAI_OFFSET_MS) / DAY_MS) * DAY_MS - SHANGHAI_OFFSET_MS
}

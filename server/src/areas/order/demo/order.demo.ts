import { SHANGHAI_OFFSET_MS } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, inTransaction, withContext } from '../../../platform/http/context.ts'
import { getSettings, writeSettings } from '../../setting/setting/setting.service.ts'
import * as orders from '../order/order.repository.ts'
import { changePrice, closeByShop, markOrder } from '../order/order-change.service.ts'
import { thawCommissions } from '../order-commission/order-commission.service.ts'
import { cancelOwnOrder, remindOwnOrder } from '../order-own/order-own.service.ts'
import { completeDue, thawPoints } from '../shipment/receipt.service.ts'
import { bargainSome } from './order-bargain.demo.ts'
import { shipByText } from './order-batch.demo.ts'
import { limitSome } from './order-budget.demo.ts'
import { openCases } from './order-case.demo.ts'
import { takeBackSome } from './order-commission.demo.ts'
import { draftSome } from './order-draft.demo.ts'
import { editSome } from './order-edit.demo.ts'
import { invoiceSome } from './order-invoice.demo.ts'
import { fulfil } from './order-life.demo.ts'
import { noteSome } from './order-note.demo.ts'
import { owe, pay } from './order-pay.demo.ts'
import { expire, payTwice, refundInTrouble, refundSent, refundUnsent } from './order-refund.demo.ts'
import { sellInSales } from './order-sale.demo.ts'
import {
  DAY_MS,
  HOUR_MS,
  type Life,
  MINUTE_MS,
  midnightOf,
  place,
  prepareStage,
  type Stage,
} from './order-stage.demo.ts'
import { forgetSome, tellStories } from './order-story.demo.ts'
import { buyTogether } from './order-team.demo.ts'
import { buyerNotes, shopNotes } from './order-words.demo.ts'

const ORDERS = 820
const DAYS = 90
/** Orders between two looks at what is due. */
const SWEEP = 30
/** The last orders are minutes old and wait to be paid. */
const FRESH = 3

/**
 * Fills a demo shop without orders with ninety days of them, always the same except for their dates: made, paid, cancelled and
 * closed, sent and received by the services that buyers and staff use, with the clock moved, so that stock and ledgers add up.
 * @param count how many come by chance; some with a story of their own are added
 */
export async function fillOrderDemo(ctx: Ctx, count = ORDERS): Promise<void> {
  const { rows } = await ctx.db.execute(sql`select from store_order limit 1`)
  if (rows.length) return
  await inTransaction(ctx, async (tx) => {
    const stage = await prepareStage(tx)
    if (!stage.customers.length || !stage.goods.length || !stage.places.length) return
    await openWays(tx)
    const moments = momentsOf(stage, count)
    for (const [n, at] of moments.entries()) {
      if (n % SWEEP === 0) await sweep(tx, at)
      await addOne(stage, n, at, n >= count - FRESH)
    }
    await sellInSales(stage)
    await buyTogether(stage)
    await bargainSome(stage)
    await refundInTrouble(tx, stage.lives.toReversed())
    await openCases(tx, stage.lives.toReversed())
    await noteSome(stage.lives)
    await tellStories(stage)
    await editSome(stage)
    await draftSome(stage)
    await shipByText(stage)
    await forgetSome(stage)
    await limitSome(stage)
    await sweep(tx, tx.now())
    await takeBackSome(stage)
    await invoiceSome(stage)
  })
}

/** How buyers pay, where they do, and a gateway that takes a moment to send money back. */
async function openWays(tx: Ctx): Promise<void> {
  const { site_url } = await getSettings(tx)
  const { publicUrl, port } = tx.platform.config
  await writeSettings(tx, {
    offline_pay_status: true,
    pay_sim_refund: 'async',
    ...(!site_url && { site_url: publicUrl ?? `http://localhost:${port || 8080}` }),
  })
}

/** What jobs did by then: old orders were completed, points thawed. */
async function sweep(tx: Ctx, at: Date): Promise<void> {
  const then = withContext(tx, { caller: undefined, shopper: undefined, now: () => at })
  const { signal } = new AbortController()
  await completeDue(then, signal)
  await thawPoints(then, signal)
  await thawCommissions(then, signal)
}

async function addOne(stage: Stage, n: number, at: Date, isLast: boolean): Promise<void> {
  const { random, customers, storeIds } = stage
  const known = customers.filter(({ since }) => new Date(since) < at)
  // Some buy often, most now and then.
  const customer = known[Math.floor(random() ** 2 * known.length)]
  if (!customer) return
  const life = await place(stage, {
    n,
    at,
    customer,
    usePoints: n % 5 === 2,
    useCoupon: n % 5 < 2,
    storeId: n % 9 === 4 ? storeIds[n % storeIds.length] : undefined,
    mark: n % 6 === 1 ? (buyerNotes[n % buyerNotes.length] ?? '') : '',
  })
  if (!life.paid) await goOn(stage, life, isLast)
}

/** What became of an order. */
async function goOn({ tx, random, lives }: Stage, life: Life, isLast: boolean): Promise<void> {
  const { n, orderNo, age, byBuyer, byStaff } = life
  if (n % 37 === 11)
    await changePrice(byStaff(4 * MINUTE_MS), { orderNo, payPrice: await lowered(tx, orderNo), reason: '老客优惠' })
  const isFresh = age < 55 * MINUTE_MS
  if (isLast || (isFresh && n % 2)) return
  const chance = random()
  if (chance < 0.06) return cancelOwnOrder(byBuyer(9 * MINUTE_MS), orderNo)
  if (chance < 0.11) return expire(life)
  if (chance < 0.13) {
    await closeByShop(byStaff(30 * MINUTE_MS, 'service'), { orderNo, reason: '买家来电要求取消' })
    return
  }
  if (n % 29 === 7) await owe(byBuyer(3 * MINUTE_MS), orderNo)
  else if (n % 97 === 41) await payTwice(life)
  else await pay(byBuyer((1 + 8 * random()) * MINUTE_MS), orderNo, chance)
  if (n % 7 === 5)
    await markOrder(byStaff(2 * HOUR_MS, 'service'), { orderNo, remark: shopNotes[n % shopNotes.length] ?? '' })
  await refundUnsent(life)
  await fulfil(life)
  await refundSent(life)
  lives.push(life)
  if (n % 3 || age < 27 * HOUR_MS) return
  const order = await orders.findOrder(tx, { orderNo })
  if (order?.tab === 2) await remindOwnOrder(byBuyer(26 * HOUR_MS), orderNo)
}

async function lowered(tx: Ctx, orderNo: string): Promise<number> {
  const order = await orders.findOrder(tx, { orderNo })
  return Math.max(1, Math.floor((order?.payPriceFen ?? 0) * 0.88)) / 100
}

/**
 * When orders came, the oldest first: more towards today, more at weekends and most of them in the evening; today's are spread
 * over the hours so far, the last ones are minutes old.
 */
function momentsOf({ tx, random }: Stage, count: number): Date[] {
  const now = tx.now().getTime()
  const midnight = midnightOf(tx.now())
  const soFar = Math.max(MINUTE_MS, now - HOUR_MS - midnight)
  const days = Array.from({ length: DAYS }, (_, n) => {
    const start = midnight - (DAYS - 1 - n) * DAY_MS
    const growth = 0.5 + n / DAYS
    const isWeekend = [0, 6].includes(new Date(start + SHANGHAI_OFFSET_MS).getUTCDay())
    return { start, weight: growth * (isWeekend ? 1.4 : 1) * (start === midnight ? soFar / DAY_MS : 1) }
  })
  const total = days.reduce((sum, { weight }) => sum + weight, 0)
  const moments: number[] = []
  let [passed, made] = [0, 0]
  for (const { start, weight } of days) {
    passed += weight
    const until = Math.round(((count - FRESH) * passed) / total)
    for (; made < until; made++)
      moments.push(start === midnight ? start + soFar * random() : start + (8 + 15 * Math.sqrt(random())) * HOUR_MS)
  }
  const last = Array.from({ length: FRESH }, (_, n) => now - (4 + 13 * (FRESH - n)) * MINUTE_MS)
  return [...moments.sort((one, other) => one - other), ...last].map((at) => new Date(Math.min(at, now)))
}

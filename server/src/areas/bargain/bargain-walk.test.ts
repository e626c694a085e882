import { bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { frontBargain } from '@zhanggui/contract/bargain/front-bargain.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  askSession,
  bargainDraft,
  help,
  type OpenBargain,
  openBargain,
  openBargainShop,
  settle,
  startIn,
} from '../../testing/bargain.ts'
import { findUnbalanced, placeOrder } from '../../testing/checkout.ts'
import { pass, payOrder } from '../../testing/combination.ts'
import type { Caller } from '../../testing/shop.ts'
import { openWalk, walksByShop } from '../../testing/walk/walks-by-shop.ts'
import { closeUnpaid } from '../order/order-payment/order-overdue.service.ts'
import { reconcile } from '../order/recon/recon.service.ts'
import { sendRefund } from '../payment/refund/refund-send.service.ts'

const STEPS = 40
const BUYERS = 5
/** Walks of one shop share its orders, which every step looks at: many walks are those of many shops. */
const shops = walksByShop(process.env.BARGAIN_WALKS, Number(process.env.SEED ?? 11))
const HOUR_MS = 3600_000

/** What may break by what is done with bargains; everything is looked at once a run. */
const bargainEquations = { only: ['Q1', 'Q2', 'Q3', 'Q5', 'Q7', 'Q9'] }

test.each(shops)(
  `in $runs random walks over starting, cutting, ordering, paying, refunding, giving up, editing, ending and time, every session and quota adds up after each of ${STEPS} steps (seed $seed)`,
  async ({ runs, seed }) => {
    const own = await openBargainShop({ stock: 100_000 })
    const { shop, keeper } = own
    const { admin, buyers, random, below, pick } = await openWalk(shop, { buyers: BUYERS, seed })
    const unbalanced = () => reconcile(shop.ctx, bargainEquations)
    const seen = new Map<string, number>()

    for (let run = 0; run < runs; run++) {
      const sale: OpenBargain = await openBargain(own, {
        peopleNum: 2 + below(2),
        num: 3,
        bargainNum: 1 + below(4),
        attrValue: [{ skuId: own.skuId, price: 20, minPrice: below(2) * 6, quota: 1 + below(4) }],
        budget: run % 2 ? 30 : 0,
        confirmBelowCost: true,
      })
      const orders: { no: string; buyer: Caller }[] = []
      const sessions = async (status?: number) =>
        (
          await shop.ctx.db.execute<{ id: number; uid: number }>(sql`
          select id, uid from bargain_session where activity_id = ${sale.id}
            and (${status ?? null}::int is null or status = ${status ?? null}::int)`)
        ).rows
      const cut = async () => {
        const [one, buyer] = [pick(await sessions(1)), pick(buyers)]
        // The limits a minute are tried elsewhere.
        await shop.ctx.db.execute(sql`delete from rate_limit`)
        return one && buyer && help(buyer, one.id)
      }
      const create = async () => {
        const one = pick(await sessions(random() < 0.8 ? 3 : undefined))
        const buyer = buyers.find(({ userId }) => userId === one?.uid)
        if (!one || !buyer) return undefined
        const asked = await askSession(buyer, sale, one.id)
        if (asked.status !== 200) return asked
        const made = await placeOrder(buyer, asked.body.preOrderNo)
        if (made.status === 200) orders.push({ no: made.body.orderNo, buyer })
        return made
      }
      const pay = async () => {
        const one = pick(orders)
        return one && payOrder(one.buyer, one.no)
      }
      const cancel = async () => {
        const one = pick(orders)
        return one?.buyer.call(frontOrder.cancel, { body: { orderNo: one.no } })
      }
      const start = async () => startIn(pick(buyers) ?? keeper, sale)
      const acts: Record<string, () => Promise<{ status: number; body: unknown } | undefined>> = {
        start,
        startMore: start,
        cut,
        cutMore: cut,
        cutAgain: cut,
        cutOther: cut,
        create,
        createMore: create,
        pay,
        cancel,
        refund: async () => {
          const one = pick(orders)
          return one && admin.call(refund.start, { body: { orderNo: one.no, amount: 6, reason: '协商一致' } })
        },
        giveUp: async () => {
          const buyer = pick(buyers)
          return random() < 0.4 ? buyer?.call(frontBargain.cancel, { body: { bargainId: sale.id } }) : undefined
        },
        close: () => keeper.call(bargain.useStatus, { body: { id: sale.id, status: false } }),
        reopen: () => keeper.call(bargain.useStatus, { body: { id: sale.id, status: true, confirmBelowCost: true } }),
        edit: () =>
          keeper.call(bargain.update, {
            body: {
              ...bargainDraft(own, { peopleNum: 2 + below(3), num: 3, bargainNum: 1 + below(3) }),
              attrValue: [{ skuId: own.skuId, price: 15 + below(5), minPrice: below(9), quota: 2 + below(4) }],
              budget: 40,
              id: sale.id,
              status: false,
            },
          }),
        quota: () => keeper.call(activity.quota, { body: { id: sale.id, skuId: own.skuId, quota: 1 + below(6) } }),
        end: async () => (random() < 0.15 ? keeper.call(activity.end, { body: { id: sale.id } }) : undefined),
        hours: async () => {
          await pass(shop, random() * 9 * HOUR_MS)
          return undefined
        },
        jobs: async () => {
          await settle(shop)
          await closeUnpaid(shop.ctx, new AbortController().signal)
          const { rows } = await shop.ctx.db.execute<{ id: number }>(
            sql`select id from refund where state = 0 order by id`,
          )
          for (const { id } of rows) await sendRefund(shop.ctx, id)
          return undefined
        },
        together: async () => {
          await Promise.all([cut(), cut(), create(), pay(), cancel(), settle(shop)])
          return undefined
        },
      }
      const names = Object.keys(acts)
      const told: string[] = []
      for (let step = 0; step < STEPS; step++) {
        const name = pick(names) ?? 'jobs'
        const answer = await acts[name]?.()
        told.push(`${name} ${answer?.status ?? '-'}`)
        if (!answer || answer.status === 200) seen.set(name, (seen.get(name) ?? 0) + 1)
        expect(answer?.status ?? 200, `${told.join(', ')} ${JSON.stringify(answer?.body)}`).toBeLessThan(500)
        expect(await unbalanced(), `run ${run}: ${told.join(', ')}`).toEqual([])
      }
      // Everything comes to its end: orders and sessions by time.
      await pass(shop, 8 * 24 * HOUR_MS)
      await acts.jobs?.()
      await acts.jobs?.()
      const { rows } = await shop.ctx.db.execute(sql`
      select 'session' as what from bargain_session where status = 1 or is_held
      union all select 'order' from store_order where tab = 1
      union all select 'quota' from activity_sku where activity_id = ${sale.id} and reserved > 0`)
      expect(rows, `run ${run}: ${told.join(', ')}`).toEqual([])
      expect(await findUnbalanced(shop.ctx)).toEqual([])
      await shop.ctx.db.execute(sql`update activity set is_del = true, status = false`)
    }
    if (process.env.BARGAIN_WALKS) process.stdout.write(`seed ${seed}, ${runs} walks: ${JSON.stringify([...seen])}\n`)
    for (const name of [
      'start',
      'cut',
      'create',
      'pay',
      'cancel',
      'refund',
      'giveUp',
      'close',
      'edit',
      'quota',
      'jobs',
    ])
      expect(seen.get(name) ?? 0, name).toBeGreaterThan(0)
  },
)

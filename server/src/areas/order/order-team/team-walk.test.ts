import { combination } from '@zhanggui/contract/combination/combination.ts'
import { team } from '@zhanggui/contract/combination/team.ts'
import { frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { findUnbalanced, placeOrder } from '../../../testing/checkout.ts'
import {
  askTeam,
  combinationDraft,
  leave,
  type OpenCombination,
  openCombination,
  openCombinationShop,
  pass,
  payOrder,
  settle,
  teamOf,
} from '../../../testing/combination.ts'
import type { Caller } from '../../../testing/shop.ts'
import { openWalk, walksByShop } from '../../../testing/walk/walks-by-shop.ts'
import { closeOfProduct } from '../../promotion/activity/activity.service.ts'
import { closeUnpaid } from '../order-payment/order-overdue.service.ts'
import { reconcile } from '../recon/recon.service.ts'

const STEPS = 40
const BUYERS = 6
/** Walks of one shop share its orders, which every step looks at: many walks are those of many shops. */
const shops = walksByShop(process.env.TEAM_WALKS, Number(process.env.SEED ?? 7))
const HOUR_MS = 3600_000

/** What may break by what is done with teams; everything is looked at once a run. */
const teamEquations = { only: ['Q1', 'Q2', 'Q3', 'Q5', 'Q6', 'Q8', 'Q9', 'Q11'] }

test.each(shops)(
  `in $runs random walks over creating, paying, leaving, refunding, cases, finishing, closing, ending, taking down and time, every team and quota adds up after each of ${STEPS} steps (seed $seed)`,
  async ({ runs, seed }) => {
    const own = await openCombinationShop({ stock: 100_000 })
    const { shop, keeper } = own
    const { admin, buyers, random, below, pick } = await openWalk(shop, { buyers: BUYERS, seed })
    const unbalanced = () => reconcile(shop.ctx, teamEquations)
    const seen = new Map<string, number>()

    for (let run = 0; run < runs; run++) {
      const sale: OpenCombination = await openCombination(own, {
        people: 2 + below(3),
        virtualRation: below(2),
        num: 4,
        onceNum: 2,
        effectiveTime: 1 + below(6),
        confirmBelowCost: true,
        budget: run % 2 ? 120 : 0,
        attrValue: [{ skuId: own.skuId, price: 0.5, quota: 12 }],
      })
      const orders: { no: string; buyer: Caller; isPaid?: boolean }[] = []
      const teams = async () =>
        (
          await shop.ctx.db.execute<{ id: number }>(
            sql`select id from team where activity_id = ${sale.id} order by status, id desc limit 3`,
          )
        ).rows
      const create = async (pinkId: number) => {
        const buyer = pick(buyers)
        if (!buyer) return undefined
        const asked = await askTeam(buyer, sale, pinkId, 1 + below(2))
        if (asked.status !== 200) return asked
        const made = await placeOrder(buyer, asked.body.preOrderNo)
        if (made.status === 200) orders.push({ no: made.body.orderNo, buyer })
        return made
      }
      const pay = async () => {
        const one = pick(orders.filter(({ isPaid }) => !isPaid)) ?? pick(orders)
        const answer = one && (await payOrder(one.buyer, one.no))
        if (one && answer?.status === 200) one.isPaid = true
        return answer
      }
      const paidOne = () => pick(orders.filter(({ isPaid }) => isPaid).slice(-4)) ?? pick(orders)
      const giveBack = async (amount: number) => {
        const one = paidOne()
        return one && admin.call(refund.start, { body: { orderNo: one.no, amount, reason: '协商一致' } })
      }
      const acts: Record<string, () => Promise<{ status: number; body: unknown } | undefined>> = {
        open: () => create(0),
        join: async () => create((pick(await teams()) ?? { id: 0 }).id),
        pay,
        cancel: async () => {
          const one = pick(orders)
          return one?.buyer.call(frontOrder.cancel, { body: { orderNo: one.no } })
        },
        leave: async () => {
          const one = paidOne()
          const at = one && (await teamOf(shop, one.no))
          return one && at && leave(one.buyer, at.pinkId)
        },
        refundUnit: () => giveBack(0.5),
        refundAll: () => giveBack(1),
        apply: async () => {
          const one = paidOne()
          if (!one) return undefined
          const { rows } = await shop.ctx.db.execute<{ id: number; num: number }>(sql`
          select line.id, line.num from order_line as line join store_order as o on o.id = order_id where order_no = ${one.no}`)
          const lines = rows.map(({ id, num }) => ({ lineId: id, num: 1 + below(num) }))
          const body = { orderNo: one.no, serviceType: 0 as const, reason: '与描述不符', lines }
          return one.buyer.call(frontAfterSales.apply, { body })
        },
        down: async () => {
          if (random() > 0.1) return undefined
          const taken = await admin.call(product.takeOffShelf, {
            params: { id: own.productId },
            query: { force: true },
          })
          await inTransaction(shop.ctx, (tx) => closeOfProduct(tx, own.productId))
          return taken
        },
        up: () => admin.call(product.putOnShelf, { params: { id: own.productId } }),
        finish: async () => {
          const one = pick(await teams())
          return one && random() < 0.2 ? keeper.call(team.finish, { body: { id: one.id, reason: '凑团' } }) : undefined
        },
        close: () => keeper.call(combination.useStatus, { body: { id: sale.id, status: false } }),
        reopen: () =>
          keeper.call(combination.useStatus, { body: { id: sale.id, status: true, confirmBelowCost: true } }),
        edit: () =>
          keeper.call(combination.update, {
            body: {
              ...combinationDraft(own, { people: 2 + below(3), virtualRation: 0 }),
              attrValue: [{ skuId: own.skuId, price: 0.5, quota: 12 + below(4) }],
              budget: 150,
              id: sale.id,
              status: false,
            },
          }),
        quota: () => keeper.call(activity.quota, { body: { id: sale.id, skuId: own.skuId, quota: 8 + below(10) } }),
        end: async () => (random() < 0.1 ? keeper.call(activity.end, { body: { id: sale.id } }) : undefined),
        hours: async () => {
          await pass(shop, random() * 2 * HOUR_MS)
          return undefined
        },
        jobs: async () => {
          await settle(shop)
          return undefined
        },
        overdue: async () => {
          await closeUnpaid(shop.ctx, new AbortController().signal)
          return undefined
        },
        together: async () => {
          await Promise.all([pay(), pay(), acts.leave?.(), settle(shop)])
          return undefined
        },
      }
      // What teams are made of comes more often than what ends them.
      const weights: Record<string, number> = { open: 4, join: 8, pay: 12, hours: 2, jobs: 2, reopen: 3 }
      const names = Object.keys(acts).flatMap((name) => Array.from({ length: weights[name] ?? 1 }, () => name))
      const told: string[] = []
      for (let step = 0; step < STEPS; step++) {
        const name = pick(names) ?? 'jobs'
        const answer = await acts[name]?.()
        told.push(`${name} ${answer?.status ?? '-'}`)
        if (!answer || answer.status === 200) seen.set(name, (seen.get(name) ?? 0) + 1)
        expect(answer?.status ?? 200, `${told.join(', ')} ${JSON.stringify(answer?.body)}`).toBeLessThan(500)
        // A refusal is rolled back.
        if (!answer || answer.status === 200) expect(await unbalanced(), `run ${run}: ${told.join(', ')}`).toEqual([])
      }
      // Everything comes to its end: teams by time, failed orders by their refunds.
      await pass(shop, 4 * 24 * HOUR_MS)
      await settle(shop)
      await closeUnpaid(shop.ctx, new AbortController().signal)
      const { rows } = await shop.ctx.db.execute(sql`
      select 'team' as what from team where status = 1
      union all select 'order' from store_order where pink_status = 1 or tab = 1 or pink_status = 3 and refund_status <> 2`)
      expect(rows, `run ${run}: ${told.join(', ')}`).toEqual([])
      expect(await findUnbalanced(shop.ctx)).toEqual([])
      await shop.ctx.db.execute(sql`update activity set is_del = true, status = false`)
      await acts.up?.()
    }
    if (process.env.TEAM_WALKS) process.stdout.write(`seed ${seed}, ${runs} walks: ${JSON.stringify([...seen])}\n`)
    for (const name of ['open', 'join', 'pay', 'leave', 'refundAll', 'finish', 'close', 'jobs'])
      expect(seen.get(name) ?? 0, name).toBeGreaterThan(0)
  },
)

import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import type { Shop } from '../../shop.ts'
import type { AreaWalk } from './audit-walk.ts'

/** A sheet with a row that can be done, of the staff who imported last. */
export async function sheetReady({ db }: Shop['ctx'], kind: 'invoice' | 'payout'): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`select max(id) as id from sheet_batch where kind = ${kind}`)
  await db.execute(sql`update sheet_batch_row set state = 0, message = '' where batch_id = ${Number(rows[0]?.id)}`)
  return Number(rows[0]?.id)
}

/** A day of the simulated gateway, and a difference of it. */
async function compared({ ctx }: Shop): Promise<{ run: number; diff: number; day: string }> {
  const day = toWireDay(new Date(ctx.now().getTime() - 24 * 3600_000))
  await ctx.db.execute(sql`insert into gateway_bill (provider, account, day, kind, out_trade_no, transaction_id, amount_fen, fee_fen, at)
    values ('sim', 'sim', ${day}, 'pay', '20261123101500123456-1', 'T1', 100, 0, now())`)
  const runs = await ctx.db.execute<{ id: number }>(sql`insert into recon_run (provider, account, day, state, rows)
    values ('sim', 'sim', ${day}, 'done', 1) on conflict (provider, account, day) do update set rows = 1 returning id`)
  const diffs = await ctx.db.execute<{ id: number }>(sql`insert into recon_diff
    (equation, object, kind, provider, account, day, no, amount_fen, expected, found, seen_at)
    values ('R11', 'walk:' || clock_timestamp(), 'odd', 'sim', 'sim', ${day}, '', 0, '?', '', now()) returning id`)
  return { run: Number(runs.rows[0]?.id), diff: Number(diffs.rows[0]?.id), day }
}

export const financeWalk: AreaWalk = {
  walks: {
    'bill-diff.explain': async (_, shop) => ({ body: { id: (await compared(shop)).diff, note: '已核对' } }),
    'bill-diff.ask': async (_, shop) => ({ body: { id: (await compared(shop)).diff } }),
    'gateway-bill.check': async (_, shop) => {
      const { day } = await compared(shop)
      await shop.ctx.db.execute(sql`insert into payment
        (biz_type, biz_id, biz_no, uid, out_trade_no, provider, pay_type, channel, amount_fen, state, surplus, pay_time)
        values ('order', 1, '20261123101500123456', 1, '20261123101500123456-1', 'sim', 'weixin', 'h5', 100, 1, true,
          ${day}::date at time zone 'Asia/Shanghai')`)
      return { body: { day } }
    },
    'withdrawal.import': () => ({ file: ['a.csv', Buffer.from('提现单号,结果,流水号\nW2,成功,1')] }),
    'withdrawal.confirm': async (_, { ctx }) => ({ body: { batchId: await sheetReady(ctx, 'payout') } }),
    'gateway-bill.download': async (_, shop) => ({ body: { id: (await compared(shop)).run } }),
  },
  elsewhere: {
    'recharge.balance': 'changes nothing',
    'recharge.refund': 'recharge-refund.test.ts',
    'recharge.again': 'recharge-refund.test.ts',
    'withdrawal.balance': 'changes nothing',
    'withdrawal.update': 'withdrawal.test.ts',
    'withdrawal.apply': 'withdrawal.test.ts',
    'refund-list.retry': 'refund.test.ts',
  },
}

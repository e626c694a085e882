import { sql } from 'drizzle-orm'
import { incomingEffects, type Incoming } from '../areas/wechat/incoming/incoming.service.ts'
import { inTransaction } from '../platform/http/context.ts'
import type { Shop } from './shop.ts'

/** What WeChat tells has its effects, as if it had come by the call-back. */
export async function tellEffects({ ctx }: Shop, told: Partial<Incoming>): Promise<void> {
  const incoming: Incoming = {
    ...{ id: 1, account: 'public', openid: 'oSomebody', type: 'event', event: '', eventKey: '', text: '', fields: {} },
    ...{ at: ctx.now(), ...told },
  }
  await inTransaction(ctx, async (tx) => {
    for (const effect of tx.platform.hooks.of(incomingEffects)) await effect(tx, incoming)
  })
}

/** How the newest task of a kind ended, or stands. */
export async function lastTask({ ctx }: Shop, type: string): Promise<{ status: string; message: string }> {
  const { rows } = await ctx.db.execute<{ status: string; message: string }>(
    sql`select status, message from task where type = ${type} order by created_at desc limit 1`,
  )
  return rows[0] ?? { status: '', message: '' }
}

import { sql } from 'drizzle-orm'
import { type Incoming, incomingEffects } from '../areas/wechat/incoming/incoming.service.ts'
import { inTransaction } from '../platform/http/context.ts'
import { writePush } from '../platform/outside/wechat/fake/push.ts'
import type { Shop } from './shop.ts'

/** What WeChat tells has its effects, as if it had come by the call-back. */
export async function tellEffects({ ctx }: Shop, told: Partial<Incoming>): Promise<void> {
  const incoming: Incoming = {
    id: 1,
    account: 'public',
    openid: 'oSomebody',
    type: 'event',
    event: '',
    eventKey: '',
    text: '',
    fields: {},
    at: ctx.now(),
    ...told,
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

const TOKEN = 'testToken01'
/** The settings with which {@link pushEvent} is heard. */
export const heardSettings = { wechat_token: TOKEN, wechat_encode: 0 as const }

/** WeChat posts an event of the official account to the shop. Returns what it was answered. */
export async function pushEvent({ app }: Shop, openid: string, event: string, eventKey: string, at: Date) {
  const fields = {
    ToUserName: 'gh_0123456789ab',
    FromUserName: openid,
    CreateTime: Math.floor(at.getTime() / 1000),
    MsgType: 'event',
    Event: event,
    EventKey: eventKey,
  }
  const account = { token: TOKEN, encodingAesKey: '', appid: '', mode: 'plain' as const }
  const { query, payload } = writePush(fields, account, at)
  const url = `/api/callback/wechat/public?${new URLSearchParams(query)}`
  const answer = await app.fastify.inject({ method: 'POST', url, headers: { 'content-type': 'text/xml' }, payload })
  return answer.body
}

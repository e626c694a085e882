import { eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { wechatCallbacks } from '../incoming/incoming.tables.ts'
import { wechatCustomerMessages } from './customer-message.tables.ts'

/** When somebody last wrote to the account, or did something, and how much they were sent since. */
export type Window = { at: Date; sent: number }
export type Windows = { message?: Window | undefined; act?: Window | undefined; isHeard: boolean }

/** What a fan did that opens a short window; a click on the menu counts, an opened page does not. */
const ACTS = ['subscribe', 'SCAN', 'CLICK', 'scancode_push', 'scancode_waitmsg']

export async function findWindows({ db }: Ctx, openid: string): Promise<Windows> {
  const last = (where: SQL) => sql`(
    select max(${wechatCallbacks.at}) from ${wechatCallbacks}
    where ${wechatCallbacks.account} = 'public' and ${wechatCallbacks.openid} = ${openid} and ${where}
  )`
  const sentSince = (at: SQL) => sql`(
    select count(*)::integer from ${wechatCustomerMessages}
    where ${wechatCustomerMessages.openid} = ${openid} and ${wechatCustomerMessages.createdAt} >= ${at}
  )`
  const { rows } = await db.execute<{
    message: string | null
    message_sent: number
    act: string | null
    act_sent: number
    heard: boolean
  }>(sql`
    select message, ${sentSince(sql`message`)} as message_sent, act, ${sentSince(sql`act`)} as act_sent,
      exists (select 1 from ${wechatCallbacks} where ${wechatCallbacks.account} = 'public') as heard
    from (select ${last(sql`${wechatCallbacks.event} = ''`)} as message,
      ${last(sql`${wechatCallbacks.event} in ${ACTS}`)} as act) as times`)
  const [row] = rows
  return {
    message: row?.message ? { at: new Date(row.message), sent: row.message_sent } : undefined,
    act: row?.act ? { at: new Date(row.act), sent: row.act_sent } : undefined,
    isHeard: row?.heard ?? false,
  }
}

/** Waits until nobody else counts messages to somebody, to the end of the transaction. */
export async function takeTurn({ db }: Ctx, openid: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('customer message ' || ${openid}::text, 0))`)
}

/** @returns what it is forgotten by, should WeChat refuse it */
export async function noteSent({ db, now }: Ctx, openid: string, type: string): Promise<number> {
  const [row] = await db
    .insert(wechatCustomerMessages)
    .values({ openid, type, createdAt: now() })
    .returning({ id: wechatCustomerMessages.id })
  if (!row) throw new Error('a message was not stored')
  return row.id
}

export async function forgetSent({ db }: Ctx, id: number): Promise<void> {
  await db.delete(wechatCustomerMessages).where(eq(wechatCustomerMessages.id, id))
}

import type { OuterChannel } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { givenJson } from '../../../platform/data/given-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { smsLogs } from '../../message/sms/sms.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { notifyOutbox as outbox } from './buyer-message.tables.ts'
import { type NewMessage, newMessages, storingMessages } from './notify-outbox.parts.ts'

export type OutboxRow = typeof outbox.$inferSelect
export type { NewMessage }

/** Stores messages; one that was told before stays as it is. */
export async function insert({ db }: Ctx, messages: readonly NewMessage[]): Promise<void> {
  await db.execute(storingMessages(sql`${givenJson(newMessages, messages)}`))
}

/** A message that waits for this job, which from now on makes its attempt; with what was known of it before. */
export async function claim({ db, now }: Ctx, dedupeKey: string, jobId: string): Promise<OutboxRow | undefined> {
  const at = now()
  const { rows } = await db.execute<{ id: number; before: Date | null }>(sql`
    update notify_outbox as own set trying_since = ${at}::timestamptz, updated_at = ${at}::timestamptz,
      first_tried_at = coalesce(own.first_tried_at, ${at}::timestamptz)
    from (select id, trying_since from notify_outbox
      where dedupe_key = ${dedupeKey} and job_id = ${jobId} and status in (0, 2) for update) as was
    where own.id = was.id returning own.id, was.trying_since as before`)
  const [claimed] = rows
  if (!claimed) return undefined
  const [row] = await db.select().from(outbox).where(eq(outbox.id, claimed.id))
  return row && { ...row, tryingSince: claimed.before }
}

/** Locks a message that waits for this job. */
export async function lockWaiting({ db }: Ctx, id: number, jobId: string): Promise<OutboxRow | undefined> {
  const [row] = await db.select().from(outbox).where(eq(outbox.id, id)).for('update')
  return row && (row.status === 0 || row.status === 2) && row.jobId === jobId ? row : undefined
}

export async function update({ db, now }: Ctx, id: number, change: Partial<OutboxRow>): Promise<void> {
  await db
    .update(outbox)
    .set({ ...change, updatedAt: now() })
    .where(eq(outbox.id, id))
}

/** Messages whose attempt was due before a moment and was not made; of an attempt that began, after `stale`. */
export function lockOverdue({ db }: Ctx, before: Date, stale: Date, limit: number): Promise<OutboxRow[]> {
  return db
    .select()
    .from(outbox)
    .where(and(lt(outbox.nextAt, before), or(isNull(outbox.tryingSince), lt(outbox.tryingSince, stale))))
    .orderBy(asc(outbox.id))
    .limit(limit)
    .for('update', { skipLocked: true })
}

/** Locks the message that a provider speaks of: sent, by this channel. */
export async function lockSent({ db }: Ctx, channel: OuterChannel, msgId: string): Promise<OutboxRow | undefined> {
  const [row] = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.msgId, msgId), eq(outbox.channel, channel), sql`${outbox.msgId} <> ''`))
    .for('update')
  return row?.status === 1 ? row : undefined
}

/** The messages of one thing to tell, by all channels. */
export function listOf({ db }: Ctx, mark: string, bizId: string, channels: readonly string[]): Promise<OutboxRow[]> {
  const keys = channels.map((channel) => `${mark}:${bizId}:${channel}`)
  return db.select().from(outbox).where(inArray(outbox.dedupeKey, keys))
}

/** Locks messages by their ids. */
export function lock({ db }: Ctx, ids: readonly number[]): Promise<OutboxRow[]> {
  return db
    .select()
    .from(outbox)
    .where(inArray(outbox.id, [...ids]))
    .orderBy(asc(outbox.id))
    .for('update')
}

/** What messages say of an order that its transitions do not know: its first product, and where it goes or is picked up. */
type Bought = {
  uid: number
  productName: string | null
  province: string
  city: string
  district: string
  detail: string
  storeName: string | null
  storeAddress: string | null
  /** The place of the store, from which its region is read. */
  storePlace: number | null
}

/** What is known of a buyer, and of an order. */
export async function readKnown({ db }: Ctx, uid: number, orderNo: string | undefined) {
  const bought = sql<Bought | null>`(
    select json_build_object('uid', bought.uid, 'province', bought.province, 'city', bought.city,
      'district', bought.district, 'detail', bought.detail, 'storeName', place.name,
      'storeAddress', place.detailed_address, 'storePlace', place.city_ids[cardinality(place.city_ids)],
      'productName', (select line.store_name from order_line as line where line.order_id = bought.id
        order by line.line_no limit 1))
    from store_order as bought left join store as place on place.id = bought.store_id
    where bought.order_no = ${orderNo ?? ''})`
  const [row] = await db
    .select({ nickname: shopUsers.nickname, phone: shopUsers.phone, bought })
    .from(shopUsers)
    .where(eq(shopUsers.id, uid))
  return row
}

/** What an SMS said, by its row in the log. */
export async function readSmsText({ db }: Ctx, logId: number): Promise<string> {
  const [log] = await db.select({ content: smsLogs.content }).from(smsLogs).where(eq(smsLogs.id, logId))
  return log?.content ?? ''
}

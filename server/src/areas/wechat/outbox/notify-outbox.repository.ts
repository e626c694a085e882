import type { NotifyQuery } from '@zhanggui/contract/wechat/notify-outbox.ts'
import { tidyKeyword } from '@zhanggui/domain/keyword.ts'
import { messageChannels, outerChannels } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { allRead, is, within } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type FilterOf, type Page } from '../../../platform/http/paging.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { notifyOutbox as outbox } from '../buyer-message/buyer-message.tables.ts'

/** A page of messages, newest first; none for accounts that see their stores alone. */
export async function list(ctx: Ctx, filter: FilterOf<NotifyQuery>, { limit, offset }: Page) {
  const { channel, status, mark, keywords, dateLimit, ...left } = filter
  const where = and(
    allRead(left),
    ctx.actor.scope.storeIds ? sql`false` : undefined,
    is(outbox.channel, channel),
    is(outbox.status, status),
    is(outbox.mark, mark),
    keywords ? ofBuyer(keywords) : undefined,
    within(outbox.createdAt, dateLimit, ctx),
  )
  const rows = await selectRows(ctx, where).orderBy(desc(outbox.id)).limit(limit).offset(offset)
  return { rows, ...(await countBounded(ctx.db, outbox, where)) }
}

/** The messages of one thing by all channels, of which this is one, in the order in which they were tried; none for a foreign one. */
export function listTries(ctx: Ctx, id: number) {
  const channels = sql.join(
    Object.keys(messageChannels).map((each) => sql`${each}`),
    sql`, `,
  )
  const same = sql`${outbox.dedupeKey} in (select one.mark || ':' || one.biz_id || ':' || channel_name
    from notify_outbox as one, unnest(array[${channels}]::text[]) as channel_name where one.id = ${id})`
  return selectRows(ctx, and(ctx.actor.scope.storeIds ? sql`false` : undefined, same))
    .orderBy(asc(outbox.id))
    .limit(10)
}

function selectRows({ db }: Ctx, where: SQL | undefined) {
  const reached = sql<boolean>`exists (select 1 from ${outbox} as other
    where other.dedupe_key in (${sql.join(
      outerChannels.map((each) => sql`${outbox.mark} || ':' || ${outbox.bizId} || ':' || ${each}`),
      sql`, `,
    )}) and other.id <> ${outbox.id} and other.status < 3)`
  return db
    .select({ row: outbox, nickname: shopUsers.nickname, reached })
    .from(outbox)
    .leftJoin(shopUsers, eq(shopUsers.id, outbox.uid))
    .where(where)
}

/** The beginning of a nickname, a buyer's number or whole phone. */
function ofBuyer(typed: string): SQL {
  const number = /^\d{1,15}$/.test(typed) ? Number(typed) : 0
  return sql`${outbox.uid} in (select id from shop_user
    where nickname like ${`${typed.replace(/[\\%_]/g, '\\$&')}%`} or phone = ${tidyKeyword(typed)} or id = ${number})`
}

/** A buyer's own messages in the shop, newest first. */
export async function listOwn({ db }: Ctx, uid: number, { limit, offset }: Page) {
  const where = and(eq(outbox.uid, uid), eq(outbox.channel, 'inner'))
  const rows = await db.select().from(outbox).where(where).orderBy(desc(outbox.id)).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, outbox, where)) }
}

const unread = (uid: number) => and(eq(outbox.uid, uid), eq(outbox.channel, 'inner'), isNull(outbox.readAt))

export const countUnread = ({ db }: Ctx, uid: number): Promise<number> => db.$count(outbox, unread(uid))

/** How many of these messages are a buyer's own. */
export const countOwn = ({ db }: Ctx, uid: number, ids: readonly number[]): Promise<number> =>
  db.$count(outbox, and(eq(outbox.uid, uid), eq(outbox.channel, 'inner'), inArray(outbox.id, [...ids])))

/** Notes that a buyer read messages, or all of them. */
export async function markRead({ db, now }: Ctx, uid: number, ids: readonly number[] | undefined): Promise<void> {
  await db
    .update(outbox)
    .set({ readAt: now() })
    .where(and(unread(uid), ids && inArray(outbox.id, [...ids])))
}

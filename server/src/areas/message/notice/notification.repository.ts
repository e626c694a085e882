import type { NotificationQuery, NotifyWish } from '@zhanggui/contract/message/notification.ts'
import type { NotifyEvent } from '@zhanggui/domain/message/notify-event.ts'
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { allRead } from '../../../platform/data/filters.ts'
import { type Ctx, isSuper } from '../../../platform/http/context.ts'
import type { FilterOf, Page } from '../../../platform/http/paging.ts'
import { SUPER_ROLE } from '../../staff/role/role.tables.ts'
import { notifications, notifyRules } from './notification.tables.ts'

export type NotificationRow = typeof notifications.$inferSelect
/**
 * The receivers of a notification: holders of a permission who may see its object, by the object's store (0: none) where
 * stores matter; or the named users or roles.
 */
export type Receivers =
  /** Holders of a permission, at a store if given, but for the one whose own act it was. */
  | { permission: string; storeId?: number; except?: number | null }
  | { userIds: readonly number[] }
  | { roleIds: readonly number[] }

/**
 * Stores a notification for every receiver who can sign in and wants the event, in one statement.
 * @param silent whether receivers without a rule of their own are left out
 * @returns the ids of the rows, ascending
 */
export async function insertFor(
  { db, now }: Ctx,
  to: Receivers,
  row: Omit<typeof notifications.$inferInsert, 'userId' | 'createdAt'>,
  silent: boolean,
): Promise<number[]> {
  const { event, level, title, content = '', link = '', objectType = '', objectId = '', payload, permission = '' } = row
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into notification
      (user_id, event, level, title, content, link, object_type, object_id, payload, permission, created_at)
    select u.id, ${event}, ${level}, ${title}, ${content}, ${link}, ${objectType}, ${objectId},
      ${JSON.stringify(payload ?? {})}::jsonb, ${permission}, ${now().toISOString()}::timestamptz
    from admin_user u left join notify_rule r on r.user_id = u.id and r.event = ${event}
    where u.deleted_at is null and u.enabled and coalesce(r.site, ${!silent}) and ${isReceiver(to)}
    order by u.id
    returning id`)
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}

export type Contacts = { emails: string[]; phones: { uid: number; phone: string }[] }

/** The addresses and numbers of those receivers who want the event by mail, and by SMS. */
export async function listContacts({ db }: Ctx, to: Receivers, event: NotifyEvent): Promise<Contacts> {
  const { rows } = await db.execute<{ uid: number; email: string | null; phone: string | null }>(sql`
    select u.id as uid, case when r.email then u.email end as email, case when r.sms then u.phone end as phone
    from admin_user u join notify_rule r on r.user_id = u.id and r.event = ${event}
    where (r.email or r.sms) and u.deleted_at is null and u.enabled and ${isReceiver(to)}`)
  return {
    emails: rows.flatMap(({ email }) => email ?? []),
    phones: rows.flatMap(({ uid, phone }) => (phone ? { uid, phone } : [])),
  }
}

/** The numbers of those receivers who take SMS. */
export async function listSmsPhones({ db }: Ctx, to: Receivers): Promise<Contacts['phones']> {
  const { rows } = await db.execute<{ uid: number; phone: string }>(sql`
    select u.id as uid, u.phone from admin_user u
    where u.is_sms and u.phone <> '' and u.deleted_at is null and u.enabled and ${isReceiver(to)} order by u.id`)
  return rows
}

/** Whether anybody has chosen any way to hear of an event. */
export async function isChosen({ db }: Ctx, event: NotifyEvent): Promise<boolean> {
  const [chosen] = await db
    .select({ userId: notifyRules.userId })
    .from(notifyRules)
    .where(and(eq(notifyRules.event, event), or(notifyRules.site, notifyRules.email, notifyRules.sms)))
    .limit(1)
  return chosen !== undefined
}

/** Whether the caller has a mobile number that can receive messages. */
export async function hasPhone({ db, actor }: Ctx): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(
    sql`select coalesce(phone, '') <> '' as has from admin_user where id = ${actor.userId}`,
  )
  return rows[0]?.has ?? false
}

function isReceiver(to: Receivers): SQL {
  if ('userIds' in to) return sql`u.id = any(${sql.param([...to.userIds])}::bigint[])`
  const held = (which: SQL) => sql`exists (
    select from admin_user_role l join role on role.id = l.role_id
    where l.user_id = u.id and role.status and ${which})`
  if ('roleIds' in to) return held(sql`role.id = any(${sql.param([...to.roleIds])}::bigint[])`)
  const may = held(sql`(role.permission = ${SUPER_ROLE} or exists (
    select from role_menu g join menu on menu.id = g.menu_id
    where g.role_id = role.id and menu.permissions @> array[${to.permission}]::varchar[]))`)
  const others = to.except ? sql`${may} and u.id <> ${to.except}` : may
  if (to.storeId === undefined) return others
  const seesAll = held(sql`role.data_scope in ('全部', '本级', '自定义')`)
  // Clerks who are not told of their store's orders are told of none of its pick-ups.
  return sql`${others} and (${seesAll} or exists (
    select from admin_user_store s where s.user_id = u.id and s.store_id = ${to.storeId}
      and not exists (select from store_staff as clerk where clerk.admin_id = u.id and clerk.store_id = s.store_id
        and not clerk.is_del and not clerk.notify)))`
}

export type NotificationFilter = FilterOf<NotificationQuery, 'createTime'> & { from?: Date; to?: Date }

/** A page of the caller's notifications, newest first. */
export async function list(ctx: Ctx, filter: NotificationFilter, { limit, offset }: Page) {
  const { read, event, from, to, ...left } = filter
  const where = and(
    allRead(left),
    isShown(ctx),
    read === undefined ? undefined : read ? isNotNull(notifications.readAt) : isNull(notifications.readAt),
    event && eq(notifications.event, event),
    from && gte(notifications.createdAt, from),
    to && lte(notifications.createdAt, to),
  )
  const rows = await ctx.db
    .select()
    .from(notifications)
    .where(where)
    .orderBy(desc(notifications.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await ctx.db.$count(notifications, where) }
}

/** The number of the caller's unread notifications, and the newest id of all. */
export async function countUnread(ctx: Ctx): Promise<{ unread: number; lastId: number }> {
  const [row] = await ctx.db
    .select({ unread: count(sql`case when ${notifications.readAt} is null then 1 end`), lastId: max(notifications.id) })
    .from(notifications)
    .where(isShown(ctx))
  return { unread: row?.unread ?? 0, lastId: row?.lastId ?? 0 }
}

/** The caller's notifications after an id, since a moment, in order; at most `limit`. */
export function listAfter(ctx: Ctx, id: number, since: Date, limit: number): Promise<NotificationRow[]> {
  return ctx.db
    .select()
    .from(notifications)
    .where(and(isShown(ctx), gt(notifications.id, id), gte(notifications.createdAt, since)))
    .orderBy(asc(notifications.id))
    .limit(limit)
}

/** The rows in these ranges of ids that belong to these users, in order. */
export function listRanges(
  { db }: Ctx,
  ranges: readonly (readonly [number, number])[],
  userIds: readonly number[],
): Promise<NotificationRow[]> {
  const within = ranges.map(([first, last]) => and(gte(notifications.id, first), lte(notifications.id, last)))
  return db
    .select()
    .from(notifications)
    .where(and(or(...within), sql`${notifications.userId} = any(${sql.param([...userIds])}::bigint[])`))
    .orderBy(asc(notifications.id))
}

/** Marks the caller's notifications as read: those with the ids, or all. */
export async function markRead(ctx: Ctx, ids: readonly number[] | undefined): Promise<void> {
  await ctx.db
    .update(notifications)
    .set({ readAt: ctx.now() })
    .where(
      and(
        eq(notifications.userId, ctx.actor.userId),
        isNull(notifications.readAt),
        ids && inArray(notifications.id, [...ids]),
      ),
    )
}

/** Deletes the caller's own notifications among these ids; returns how many existed. */
export async function removeOwn({ db, actor }: Ctx, ids: readonly number[]): Promise<number> {
  const { rowCount } = await db
    .delete(notifications)
    .where(and(eq(notifications.userId, actor.userId), inArray(notifications.id, [...ids])))
  return rowCount ?? 0
}

/** Deletes the oldest notifications before the moment, at most `limit`; returns how many. */
export async function removeBefore({ db }: Ctx, before: Date, limit: number): Promise<number> {
  const old = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(lt(notifications.createdAt, before))
    .orderBy(asc(notifications.createdAt))
    .limit(limit)
  const { rowCount } = await db.delete(notifications).where(inArray(notifications.id, old))
  return rowCount ?? 0
}

export function listRules({ db, actor }: Ctx) {
  return db.select().from(notifyRules).where(eq(notifyRules.userId, actor.userId))
}

/** Stores the caller's wishes; events not given keep theirs. */
export async function storeRules({ db, actor }: Ctx, wishes: readonly NotifyWish[]): Promise<void> {
  if (!wishes.length) return
  await db
    .insert(notifyRules)
    .values(wishes.map((wish) => ({ ...wish, userId: actor.userId })))
    .onConflictDoUpdate({
      target: [notifyRules.userId, notifyRules.event],
      set: {
        site: sql`excluded.site`,
        email: sql`excluded.email`,
        sms: sql`excluded.sms`,
        popup: sql`excluded.popup`,
        sound: sql`excluded.sound`,
      },
    })
}

/** The caller's own notifications, except those whose permission the caller has lost since. */
function isShown({ actor }: Ctx) {
  const held = sql`${notifications.permission} = any(${sql.param(['', ...actor.permissions])}::varchar[])`
  return and(eq(notifications.userId, actor.userId), isSuper(actor) ? undefined : held)
}

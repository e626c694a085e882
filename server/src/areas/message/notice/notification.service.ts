import type {
  Notification,
  NotificationCount,
  NotificationQuery,
  NotifyWish,
} from '@zhanggui/contract/message/notification.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import {
  eventInfo,
  type NotifyEvent,
  type NotifyLevel,
  notifyEventNames,
} from '@zhanggui/domain/message/notify-event.ts'
import { isOffered } from '@zhanggui/domain/not-yet-offered.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { badFields } from '../../../platform/http/input/validation.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { defineLive, onReport, pagesOf, report } from '../../../platform/work/live.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { countTodo } from '../live/todo.service.ts'
import { findUsable } from '../sms/sms.repository.ts'
import { SMS_NOTICE_QUEUE, SMS_NOTICE_TEMPLATE, STAFF_SMS_QUEUE, type StaffSms } from '../sms/sms-notice.ts'
import { countUnreadNotices } from './notice.service.ts'
import * as notifications from './notification.repository.ts'

const DAY_MS = 24 * 3600_000
const KEPT_DAYS = 90
const CLEANUP_BATCH = 1000
/** Maximum number of id ranges in one message of the bus. */
const MAX_RANGES = 300
/** How far back, and how many, notifications are sent one by one to a returning page. */
const RESUME = { ms: DAY_MS, max: 200 }

/** Forwards notifications by mail to those who want it; consumed elsewhere, as settings raise notifications themselves. */
export const NOTICE_QUEUE = 'notice-mail'
export type MailedNotice = { tos: string[]; subject: string; text: string; link?: string }

/** A notification to be sent to staff. */
export type NotificationDraft = {
  event: NotifyEvent
  /** The receivers; the holders of the event's permission by default. */
  to?: notifications.Receivers
  level?: NotifyLevel
  /** Cut to 100 characters. */
  title: string
  /** Cut to 1000 characters. */
  content?: string
  /** Address within the console. */
  link?: string
  object?: { type: string; id: string | number }
  payload?: Record<string, unknown>
  /** What the receivers who take SMS are sent as well, while its setting is on. */
  sms?: StaffSms
}

/**
 * Notifies staff: stored with the transaction, pushed to their open pages after its commit. Staff who have switched
 * the event off are left out.
 */
export async function notify(tx: Ctx, draft: NotificationDraft): Promise<void> {
  const { event, level = 'info', title, content = '', link, object, payload } = draft
  const { permission, off = false } = eventInfo(event)
  const to = draft.to ?? (permission && { permission })
  if (!to) throw new Error(`${event} needs its receivers`)
  const row = {
    event,
    level,
    title: cutText(title, 100),
    content: cutText(content, 1000),
    link,
    objectType: object?.type,
    objectId: object && String(object.id),
    payload,
    permission: 'permission' in to ? to.permission : '',
  }
  await reportStored(tx, await notifications.insertFor(tx, to, row, off))
  const texted = await textStaff(tx, to, draft.sms)
  const { emails: tos, phones: wished } = await notifications.listContacts(tx, to, event)
  const { title: subject, content: text } = row
  if (tos.length) await tx.platform.jobs.enqueue(tx, NOTICE_QUEUE, { tos, subject, text, link })
  // Nobody gets two messages of one event.
  const phones = wished.filter(({ uid }) => !texted.has(uid))
  if (phones.length) await tx.platform.jobs.enqueue(tx, SMS_NOTICE_QUEUE, { phones, event, title: subject })
}

/** Sends an SMS to the receivers who take SMS, if its setting is on and its template usable. Returns who they are. */
async function textStaff(tx: Ctx, to: notifications.Receivers, sms: StaffSms | undefined): Promise<Set<number>> {
  const isOn = sms && (await getSettings(tx))[sms.mark] && (await findUsable(tx, { tempKey: sms.mark }))
  const phones = isOn ? await notifications.listSmsPhones(tx, to) : []
  if (phones.length) await tx.platform.jobs.enqueue(tx, STAFF_SMS_QUEUE, { ...sms, phones })
  return new Set(phones.map(({ uid }) => uid))
}

/** Whether anybody at all would hear of an event that is off until someone switches it on, or of its SMS. */
export async function isWanted(ctx: Ctx, event: NotifyEvent, mark?: StaffSms['mark']): Promise<boolean> {
  if (!eventInfo(event).off || (mark && (await getSettings(ctx))[mark])) return true
  return notifications.isChosen(ctx, event)
}

/** Stored notifications, as ranges of ids. */
const stored = defineLive<[first: number, last: number][]>('live.notified')

/** @param ids ascending */
async function reportStored(tx: Ctx, ids: readonly number[]): Promise<void> {
  const ranges: [number, number][] = []
  for (const id of ids) {
    const last = ranges.at(-1)
    if (last && last[1] === id - 1) last[1] = id
    else ranges.push([id, id])
  }
  for (let at = 0; at < ranges.length; at += MAX_RANGES) await report(tx, stored, ranges.slice(at, at + MAX_RANGES))
}

/** Pushes stored notifications to the pages of their receivers; the rows are read once for all of them. */
export const pushNotifications = onReport(stored, async (own, ranges) => {
  const { platform } = own
  if (!platform.sockets.byUser.size) return
  for (const row of await listNotifiedTo(own, ranges, [...platform.sockets.byUser.keys()])) {
    const frame = platform.sockets.frame('notify', describeNotification(row))
    for (const page of pagesOf(platform, [row.userId]))
      if (!row.permission || holds(page.actor, row.permission)) page.sendFrame(frame)
  }
})

/** A page of the caller's notifications, newest first. */
export async function listNotifications(ctx: Ctx, { createTime, page, limit, ...filter }: NotificationQuery) {
  const paging = readPage({ page, limit })
  const { rows, total } = await notifications.list(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }, paging)
  return { list: rows.map(describeNotification), total, page: paging.page, limit: paging.limit }
}

/** The counters that wait for the caller. */
export async function countNotifications(ctx: Ctx): Promise<NotificationCount> {
  const [counts, notices, todo] = await Promise.all([
    notifications.countUnread(ctx),
    countUnreadNotices(ctx),
    countTodo(ctx),
  ])
  return { ...counts, notices, ...todo }
}

/** Marks the caller's notifications as read: the named ones, or all. Missing ones, and those of others, are ignored. */
export function readNotifications(ctx: Ctx, ids: readonly number[] | undefined): Promise<void> {
  return notifications.markRead(ctx, ids)
}

/** @throws 404 when none of them is the caller's */
export async function removeNotifications(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (!(await notifications.removeOwn(ctx, ids))) throw notFound('消息')
}

/**
 * The caller's notifications after that id, oldest first.
 * @returns undefined when there are too many to send one by one
 */
export async function listMissed(ctx: Ctx, lastId: number): Promise<Notification[] | undefined> {
  const since = new Date(ctx.now().getTime() - RESUME.ms)
  const rows = await notifications.listAfter(ctx, lastId, since, RESUME.max + 1)
  return rows.length > RESUME.max ? undefined : rows.map(describeNotification)
}

/** Stored notifications with their receivers, in order: of these ranges of ids, and these users. */
export function listNotifiedTo(ctx: Ctx, ranges: readonly (readonly [number, number])[], userIds: readonly number[]) {
  return notifications.listRanges(ctx, ranges, userIds)
}

/** The caller's wishes for every event they may be notified of. */
export async function getWishes(ctx: Ctx): Promise<NotifyWish[]> {
  const rules = new Map((await notifications.listRules(ctx)).map((rule) => [rule.event, rule]))
  return eventsFor(ctx).map((event) => {
    const { site, email, sms, popup, sound } = rules.get(event) ?? defaultWish(event)
    return { event, site, email, sms, popup, sound }
  })
}

/**
 * Saves the caller's wishes.
 * @throws {HttpError} 400 for an event that is named twice or that the caller is never notified of
 * @throws {Refusal} when the caller newly chooses SMS and cannot be reached by it
 */
export async function saveWishes(ctx: Ctx, wishes: readonly NotifyWish[]): Promise<void> {
  const known = new Set(eventsFor(ctx))
  const wrong = wishes.findIndex(({ event }) => !known.delete(event))
  if (wrong >= 0) throw badFields([{ field: `[${wrong}].event`, message: '消息类型不存在或重复' }])
  const rules = await notifications.listRules(ctx)
  if (wishes.some(({ event, sms }) => sms && !rules.some((rule) => rule.event === event && rule.sms)))
    await requireSms(ctx)
  await notifications.storeRules(ctx, wishes)
}

async function requireSms(ctx: Ctx): Promise<void> {
  if (!(await notifications.hasPhone(ctx))) throw new Refusal('请先填写手机号码，再选择短信提醒')
  if (!(await findUsable(ctx, { tempKey: SMS_NOTICE_TEMPLATE })))
    throw new Refusal(`短信提醒尚未开通：请管理员到「短信管理」申请模板「${SMS_NOTICE_TEMPLATE}」并等待审核通过`)
}

/** Deletes notifications older than 90 days in batches; for a job. Returns how many. */
export async function removeOldNotifications(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.now().getTime() - KEPT_DAYS * DAY_MS)
  let removed = 0
  for (;;) {
    const batch = await notifications.removeBefore(ctx, before, CLEANUP_BATCH)
    removed += batch
    if (batch < CLEANUP_BATCH) return removed
  }
}

/** A notification in its wire form. */
export function describeNotification(row: notifications.NotificationRow): Notification {
  const { userId: _, permission: __, readAt, createdAt, ...rest } = row
  return { ...rest, readTime: readAt && toWireTime(readAt), createTime: toWireTime(createdAt) }
}

function eventsFor({ actor }: Ctx): NotifyEvent[] {
  return notifyEventNames.filter((event) => {
    if (!isOffered('notices', event)) return false
    const { permission, atStores } = eventInfo(event)
    return !permission || holds(actor, permission) || (atStores !== undefined && holds(actor, atStores))
  })
}

function defaultWish(event: NotifyEvent) {
  const site = !eventInfo(event).off
  return { site, email: false, sms: false, popup: true, sound: event === 'order.paid' }
}

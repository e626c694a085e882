import type { WechatMenu } from '@zhanggui/domain/wechat/wechat-menu.ts'
import { and, desc, eq, getTableColumns, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Saved } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { wechatCallbacks } from '../incoming/incoming.tables.ts'
import { wechatMenuLogs, wechatMenus } from './wechat-menu.tables.ts'

export type MenuRow = typeof wechatMenus.$inferSelect
type Change = Partial<typeof wechatMenus.$inferInsert>

const ACCOUNT = 'public'
const KEPT_LOGS = 50

const named = (id: string) =>
  sql<string>`coalesce((select nick_name from admin_user where admin_user.id = ${sql.raw(id)}), '')`

/** The shop's menu, with who published it; undefined before anybody kept one. */
export async function find({ db }: Ctx): Promise<(MenuRow & { publisher: string }) | undefined> {
  const [row] = await db
    .select({ ...getTableColumns(wechatMenus), publisher: named('wechat_menu.publish_by') })
    .from(wechatMenus)
    .where(eq(wechatMenus.account, ACCOUNT))
  return row
}

/** The same, locked. */
export async function lock({ db }: Ctx): Promise<MenuRow | undefined> {
  const [row] = await db.select().from(wechatMenus).where(eq(wechatMenus.account, ACCOUNT)).for('update')
  return row
}

/** Keeps the first menu; undefined when somebody else has meanwhile. */
export async function insert({ db, actor, now }: Ctx, change: Change & { draft: WechatMenu }): Promise<MenuRow | undefined> {
  const by = { createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() }
  const [row] = await db
    .insert(wechatMenus)
    .values({ ...by, ...change })
    .onConflictDoNothing()
    .returning()
  return row
}

/** Changes the locked menu, of which this is the next version. */
export async function update({ db, actor, now }: Ctx, id: number, change: Change): Promise<Saved> {
  const [saved] = await db
    .update(wechatMenus)
    .set({ ...change, version: sql`${wechatMenus.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(eq(wechatMenus.id, id))
    .returning({ id: wechatMenus.id, version: wechatMenus.version })
  if (!saved) throw new Error('a locked menu is gone')
  return saved
}

/** Takes the turn to tell the platform until then; false while another has it. */
export async function takeTurn({ db, now }: Ctx, id: number, busyUntil: Date): Promise<boolean> {
  const free = or(isNull(wechatMenus.busyUntil), lt(wechatMenus.busyUntil, now()))
  const taken = await db
    .update(wechatMenus)
    .set({ busyUntil })
    .where(and(eq(wechatMenus.id, id), free))
    .returning({ id: wechatMenus.id })
  return taken.length > 0
}

/** Gives back a turn that is still held. */
export async function endTurn({ db }: Ctx, id: number, busyUntil: Date): Promise<void> {
  await db
    .update(wechatMenus)
    .set({ busyUntil: null })
    .where(and(eq(wechatMenus.id, id), eq(wechatMenus.busyUntil, busyUntil)))
}

/** Notes what the platform took, and drops the oldest. */
export async function note({ db, actor, now }: Ctx, kind: 'publish' | 'delete', menu: WechatMenu): Promise<void> {
  await db.insert(wechatMenuLogs).values({ kind, menu, createdBy: actor.userId, createdAt: now(), updatedAt: now() })
  await db.execute(sql`delete from wechat_menu_log where id <= (
    select id from wechat_menu_log order by id desc offset ${KEPT_LOGS} limit 1)`)
}

/** What the platform took, newest first. */
export function listLogs({ db }: Ctx) {
  return db
    .select({ ...getTableColumns(wechatMenuLogs), createBy: named('wechat_menu_log.created_by') })
    .from(wechatMenuLogs)
    .orderBy(desc(wechatMenuLogs.id))
    .limit(KEPT_LOGS)
}

export async function findLog({ db }: Ctx, id: number) {
  const [row] = await db.select().from(wechatMenuLogs).where(eq(wechatMenuLogs.id, id))
  return row
}

const WEEK_MS = 7 * 24 * 3600_000
/** The events of taps; their key is the keyword, the address or the page of the item. */
const TAPS = [
  ...['CLICK', 'VIEW', 'view_miniprogram', 'scancode_push', 'scancode_waitmsg'],
  ...['pic_sysphoto', 'pic_photo_or_album', 'pic_weixin', 'location_select'],
]
const MOST_KEYS = 100

/** How often items were tapped in the last seven days, the most frequent first. */
export async function countClicks({ db, now }: Ctx): Promise<{ key: string; count: number }[]> {
  const since = new Date(now().getTime() - WEEK_MS)
  return db
    .select({ key: wechatCallbacks.eventKey, count: sql<number>`count(*)`.mapWith(Number) })
    .from(wechatCallbacks)
    .where(
      and(
        eq(wechatCallbacks.account, ACCOUNT),
        inArray(wechatCallbacks.event, TAPS),
        gt(wechatCallbacks.createdAt, since),
      ),
    )
    .groupBy(wechatCallbacks.eventKey)
    .orderBy(desc(sql`count(*)`))
    .limit(MOST_KEYS)
}

import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { decorPageSchedules, decorPages, decorPageVersions } from './page.tables.ts'

export type VersionRow = typeof decorPageVersions.$inferSelect
export type ScheduleRow = typeof decorPageSchedules.$inferSelect
type NewVersion = Omit<typeof decorPageVersions.$inferInsert, 'createdBy' | 'createdAt'>

/** What stays of versions: those that went live, those that were kept, and from when on one a day. */
const KEPT = { live: 200, kept: 50, days: 30 }

/** Keeps a document. @param by who did it, if not the caller */
export async function insert({ db, caller, now }: Ctx, row: NewVersion, by = caller?.userId): Promise<number> {
  const [saved] = await db
    .insert(decorPageVersions)
    .values({ ...row, createdBy: by, createdAt: now() })
    .returning({ id: decorPageVersions.id })
  if (!saved) throw new Error('a version was not stored')
  return saved.id
}

/** The number that the next version of a page gets which goes live; the page is locked. */
export async function nextNo({ db }: Ctx, pageId: number): Promise<number> {
  const { rows } = await db.execute<{ no: number }>(
    sql`select coalesce(max(no), 0) + 1 as no from decor_page_version where page_id = ${pageId}`,
  )
  return rows[0]?.no ?? 1
}

export async function find({ db }: Ctx, id: number): Promise<VersionRow | undefined> {
  const [row] = await db.select().from(decorPageVersions).where(eq(decorPageVersions.id, id))
  return row
}

export async function change({ db }: Ctx, id: number, values: Partial<NewVersion>): Promise<void> {
  await db.update(decorPageVersions).set(values).where(eq(decorPageVersions.id, id))
}

/** When the draft of a page was last kept, in any session and in this one. */
export async function lastKept({ db }: Ctx, pageId: number, sessionKey: string) {
  const { rows } = await db.execute<{ any: string | null; own: string | null }>(sql`
    select max(created_at) as any, max(created_at) filter (where session_key = ${sessionKey}) as own
    from decor_page_version where page_id = ${pageId} and kind = 'autosave'`)
  const at = (text: string | null | undefined) => (text ? new Date(text) : undefined)
  return { any: at(rows[0]?.any), own: at(rows[0]?.own) }
}

const { settings: _1, value: _2, share: _3, ...plain } = getTableColumns(decorPageVersions)
const told = {
  createName: sql<string>`coalesce((select nick_name from admin_user where admin_user.id = decor_page_version.created_by), '')`,
  components: sql<number>`(select count(*)::int from jsonb_object_keys(decor_page_version.value))`,
  live: sql<boolean>`exists (select from decor_page where decor_page.id = decor_page_version.page_id
    and live_version_id = decor_page_version.id and enabled)`,
  scheduleId: decorPageSchedules.id,
  publishAt: decorPageSchedules.publishAt,
  scheduledEnd: decorPageSchedules.offlineAt,
  setDefault: decorPageSchedules.setDefault,
}

/** A page of the versions: waiting ones by their time, the live one, then newest first. */
export async function list({ db }: Ctx, pageId: number, { limit, offset }: Page) {
  const where = eq(decorPageVersions.pageId, pageId)
  const found = await db
    .select({ ...plain, ...told })
    .from(decorPageVersions)
    .leftJoin(decorPageSchedules, eq(decorPageSchedules.versionId, decorPageVersions.id))
    .where(where)
    .orderBy(asc(decorPageSchedules.publishAt), sql`${told.live} desc`, sql`decor_page_version.id desc`)
    .limit(limit)
    .offset(offset)
  return { rows: found, total: await db.$count(decorPageVersions, where) }
}

export async function findTold({ db }: Ctx, id: number) {
  const [row] = await db
    .select({ ...getTableColumns(decorPageVersions), ...told })
    .from(decorPageVersions)
    .leftJoin(decorPageSchedules, eq(decorPageSchedules.versionId, decorPageVersions.id))
    .where(eq(decorPageVersions.id, id))
  return row
}

// Schedules.

export async function listSchedules({ db }: Ctx, pageId: number): Promise<ScheduleRow[]> {
  return db
    .select()
    .from(decorPageSchedules)
    .where(eq(decorPageSchedules.pageId, pageId))
    .orderBy(asc(decorPageSchedules.publishAt))
}

export async function findSchedule({ db }: Ctx, id: number): Promise<ScheduleRow | undefined> {
  const [row] = await db.select().from(decorPageSchedules).where(eq(decorPageSchedules.id, id))
  return row
}

export async function insertSchedule(
  { db, caller, now }: Ctx,
  row: Omit<typeof decorPageSchedules.$inferInsert, 'createdBy' | 'createdAt'>,
): Promise<number> {
  const [saved] = await db
    .insert(decorPageSchedules)
    .values({ ...row, createdBy: caller?.userId, createdAt: now() })
    .returning({ id: decorPageSchedules.id })
  if (!saved) throw new Error('a schedule was not stored')
  return saved.id
}

export async function moveSchedule({ db }: Ctx, id: number, publishAt: Date, offlineAt: Date | null): Promise<void> {
  await db.update(decorPageSchedules).set({ publishAt, offlineAt }).where(eq(decorPageSchedules.id, id))
}

/** Strikes a schedule off. @returns it, unless somebody else already did */
export async function strikeOff({ db }: Ctx, id: number): Promise<ScheduleRow | undefined> {
  const [row] = await db.delete(decorPageSchedules).where(eq(decorPageSchedules.id, id)).returning()
  return row
}

export async function removeVersion({ db }: Ctx, id: number): Promise<void> {
  await db.delete(decorPageVersions).where(and(eq(decorPageVersions.id, id), sql`no is null`))
}

/** The documents that wait, for what they name. */
export async function listWaiting({ db }: Ctx, pageId: number): Promise<VersionRow[]> {
  return db
    .select(getTableColumns(decorPageVersions))
    .from(decorPageVersions)
    .innerJoin(decorPageSchedules, eq(decorPageSchedules.versionId, decorPageVersions.id))
    .where(eq(decorPageSchedules.pageId, pageId))
}

/**
 * Locks the page whose schedule is due first, unless somebody holds it.
 * @returns the schedule; undefined when none is due
 */
export async function lockDue({ db, now }: Ctx, but: readonly number[]) {
  const [row] = await db
    .select({ id: decorPageSchedules.id, pageId: decorPageSchedules.pageId })
    .from(decorPageSchedules)
    .innerJoin(decorPages, eq(decorPages.id, decorPageSchedules.pageId))
    .where(
      and(
        sql`publish_at <= ${now().toISOString()}::timestamptz`,
        sql`decor_page_schedule.id <> all(${sql.param([...but])}::bigint[])`,
      ),
    )
    .orderBy(asc(decorPageSchedules.publishAt), asc(decorPageSchedules.id))
    .limit(1)
    .for('no key update', { of: decorPages, skipLocked: true })
  return row
}

/** Locks the page whose live version ended first, unless somebody holds it. */
export async function lockEnded({ db, now }: Ctx): Promise<number | undefined> {
  const [row] = await db
    .select({ id: decorPages.id })
    .from(decorPages)
    .where(
      and(
        sql`offline_at <= ${now().toISOString()}::timestamptz`,
        eq(decorPages.enabled, true),
        sql`deleted_at is null`,
      ),
    )
    .orderBy(asc(decorPages.offlineAt), asc(decorPages.id))
    .limit(1)
    .for('no key update', { skipLocked: true })
  return row?.id
}

/**
 * Deletes versions that are too many: of what went live 200 stay, of what was kept 50, and after 30 days one a day. Never the live
 * one, one that an end may go back to, or one that waits.
 * @param pageId of one page alone
 */
export async function thin({ db, now }: Ctx, pageId?: number): Promise<number> {
  const limits = KEPT
  const { rows } = await db.execute(sql`
    delete from decor_page_version where id in (
      select version.id from (
        select id, page_id, no, created_at,
          row_number() over (partition by page_id, no is null order by id desc) as place,
          row_number() over (partition by page_id, no is null, (created_at at time zone 'Asia/Shanghai')::date order by id desc) as of_day
        from decor_page_version as kept
        where not exists (select from decor_page_schedule where version_id = kept.id)
          ${pageId === undefined ? sql`` : sql`and page_id = ${pageId}`}
      ) as version join decor_page on decor_page.id = page_id
      where (case when no is not null then place > ${limits.live} else place > ${limits.kept}
          or (of_day > 1 and version.created_at < ${now().toISOString()}::timestamptz - ${limits.days} * interval '1 day') end)
        and version.id is distinct from live_version_id
        and not exists (select from decor_page_version as live where live.id = live_version_id and live.before_id = version.id)
    ) returning id`)
  return rows.length
}

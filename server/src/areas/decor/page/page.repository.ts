import type { PageQuery } from '@zhanggui/contract/decor/page.ts'
import { RECYCLE_DAYS } from '@zhanggui/domain/decor/page.ts'
import { and, desc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { allRead, has, is } from '../../../platform/data/filters.ts'
import { rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf, Page } from '../../../platform/http/paging.ts'
import { decorPageEditors, decorPageRefs, decorPages, decorPageVersions } from './page.tables.ts'

export type PageRecord = typeof decorPages.$inferSelect
type Editor = { name: string; seenAt: Date }
/** What a list says of a page beside its row, without its draft. */
export type ListedPage = Omit<PageRecord, 'settings' | 'value' | 'share'> & {
  publishAt: Date | null
  publishName: string
  updateName: string
  views7: number
}

export const { find, insert, update, lock } = rows(decorPages)

const nameOf = (userId: SQL) =>
  sql<string>`coalesce((select nick_name from admin_user where admin_user.id = ${userId}), '')`
const { settings: _1, value: _2, share: _3, ...plain } = getTableColumns(decorPages)
const told = {
  publishAt: sql<Date | null>`(select min(publish_at) from decor_page_schedule where page_id = decor_page.id)`.mapWith(
    decorPages.createdAt,
  ),
  publishName: nameOf(sql`decor_page.publish_by`),
  updateName: nameOf(sql`decor_page.updated_by`),
}
const whole = { ...getTableColumns(decorPages), ...told }
export type WholePage = PageRecord & Omit<ListedPage, keyof PageRecord | 'views7'>

function stateIs(state: PageQuery['publishState']): SQL | undefined {
  if (state === undefined) return undefined
  if (state === 0) return isNull(decorPages.publishedNo)
  if (state === 3) return and(isNotNull(decorPages.publishedNo), eq(decorPages.enabled, false))
  const isDifferent = state === 2 ? sql`changes > 0` : sql`changes = 0`
  return and(isNotNull(decorPages.publishedNo), eq(decorPages.enabled, true), isDifferent)
}

function matching({ name, terminal, type, publishState, recycled = false, ...left }: FilterOf<PageQuery>) {
  return and(
    allRead(left),
    has(decorPages.name, name),
    is(decorPages.terminal, terminal),
    is(decorPages.type, type),
    stateIs(publishState),
    recycled ? isNotNull(decorPages.deletedAt) : isNull(decorPages.deletedAt),
  )
}

/** A page of the pages: homes first, then newest first; of the recycle bin, what was deleted last. */
export async function list({ db, now }: Ctx, filter: FilterOf<PageQuery>, { limit, offset }: Page) {
  const where = matching(filter)
  const views7 = sql<number>`coalesce((select sum(views)::int from decor_page_stat where page_id = decor_page.id
    and component_id = '' and day > (${now().toISOString()}::timestamptz at time zone 'Asia/Shanghai')::date - 7), 0)`
  const found = await db
    .select({ ...plain, ...told, views7 })
    .from(decorPages)
    .where(where)
    .orderBy(...(filter.recycled ? [desc(decorPages.deletedAt)] : [desc(decorPages.isDefault)]), desc(decorPages.id))
    .limit(limit)
    .offset(offset)
  return { rows: found, total: await db.$count(decorPages, where) }
}

/** A page with the fields that its list shows; also a deleted one. */
export async function findWhole({ db }: Ctx, id: number): Promise<WholePage | undefined> {
  const [row] = await db.select(whole).from(decorPages).where(eq(decorPages.id, id))
  return row
}

/** The home (2) or user centre (4) of a terminal. */
export async function findDefault({ db }: Ctx, terminal: number, type: number): Promise<number | undefined> {
  const [row] = await db
    .select({ id: decorPages.id })
    .from(decorPages)
    .where(and(eq(decorPages.isDefault, true), eq(decorPages.terminal, terminal as 3), eq(decorPages.type, type as 2)))
  return row?.id
}

/** Changes flags and what follows from publishing: the version of the draft stays. */
export async function mark({ db }: Ctx, id: number, change: Partial<typeof decorPages.$inferInsert>): Promise<void> {
  await db.update(decorPages).set(change).where(eq(decorPages.id, id))
}

/** Locks pages, by their ids. */
export async function lockAll({ db }: Ctx, ids: readonly number[]): Promise<PageRecord[]> {
  const found: PageRecord[] = []
  for (const id of [...new Set(ids)].sort((one, other) => one - other))
    found.push(...(await db.select().from(decorPages).where(eq(decorPages.id, id)).for('no key update')))
  return found
}

/** How many pages there are, and how many with those in the recycle bin. */
export async function count({ db }: Ctx): Promise<{ living: number; all: number }> {
  return {
    living: await db.$count(decorPages, isNull(decorPages.deletedAt)),
    all: await db.$count(decorPages),
  }
}

/** Whether a living page of the terminal has the name. */
export async function isTaken({ db }: Ctx, terminal: number, name: string, but = 0): Promise<boolean> {
  const { rows: found } = await db.execute(sql`
    select from decor_page where terminal = ${terminal} and name = ${name} and deleted_at is null and id <> ${but}`)
  return found.length > 0
}

// What pages name.

type NewRef = { kind: string; id: number }

/** Stores what a document of a page, or a block, names. */
export async function replaceRefs(
  { db }: Ctx,
  owner: { owner: 'page' | 'block'; ownerId: number; state: 'draft' | 'live' | 'waiting' },
  refs: readonly NewRef[],
): Promise<void> {
  await db.execute(sql`delete from decor_page_ref
    where owner = ${owner.owner} and owner_id = ${owner.ownerId} and state = ${owner.state}`)
  const unique = new Map(refs.map((ref) => [`${ref.kind} ${ref.id}`, ref]))
  if (unique.size)
    await db.insert(decorPageRefs).values([...unique.values()].map(({ kind, id }) => ({ ...owner, kind, refId: id })))
}

/** Living pages and blocks that name an object, live ones first. @param but a page that does not count */
export async function listUses({ db }: Ctx, kind: string, refId: number, but = 0) {
  const { rows: found } = await db.execute<{ type: string; id: number; name: string }>(sql`
    select type, id::int as id, name from (
      select 'page' as type, decor_page.id, decor_page.name, bool_or(ref.state = 'live' and enabled) as is_live
      from decor_page_ref as ref join decor_page on decor_page.id = owner_id
      where owner = 'page' and kind = ${kind} and ref_id = ${refId} and deleted_at is null and owner_id <> ${but}
      group by decor_page.id
      union all
      select 'block', decor_block.id, decor_block.name, true from decor_page_ref join decor_block on decor_block.id = owner_id
      where owner = 'block' and kind = ${kind} and ref_id = ${refId}
    ) as used order by type = 'block', is_live desc, id limit 100`)
  return found
}

/** Whether a live or waiting document of a living page names an object. */
export async function isShown({ db }: Ctx, kind: string, refId: number): Promise<boolean> {
  const { rows: found } = await db.execute(sql`
    select from decor_page_ref join decor_page on decor_page.id = owner_id
    where owner = 'page' and state <> 'draft' and kind = ${kind} and ref_id = ${refId} and deleted_at is null limit 1`)
  return found.length > 0
}

// Who has a page open.

export async function seeEditor({ db, actor, now }: Ctx, pageId: number, sessionKey: string): Promise<void> {
  const row = { pageId, userId: actor.userId, sessionKey, seenAt: now() }
  await db
    .insert(decorPageEditors)
    .values(row)
    .onConflictDoUpdate({
      target: [decorPageEditors.pageId, decorPageEditors.userId, decorPageEditors.sessionKey],
      set: { seenAt: row.seenAt },
    })
}

/** Who was seen since a moment, by page, each once. */
export async function listEditors({ db }: Ctx, pageIds: readonly number[], since: Date, but = '') {
  if (!pageIds.length) return new Map<number, Editor[]>()
  const { rows: found } = await db.execute<{ pageId: number; name: string; seenAt: string }>(sql`
    select page_id::int as "pageId", nick_name as name, max(seen_at) as "seenAt"
    from decor_page_editor join admin_user on admin_user.id = user_id
    where page_id = any(${sql.param([...pageIds])}::bigint[]) and seen_at > ${since.toISOString()}::timestamptz
      and session_key <> ${but}
    group by page_id, user_id, nick_name order by max(seen_at) desc`)
  const editors = found.map(({ pageId, name, seenAt }) => ({ pageId, name, seenAt: new Date(seenAt) }))
  return Map.groupBy(editors, ({ pageId }) => pageId) as Map<number, Editor[]>
}

export async function removeEditors({ db }: Ctx, until: Date): Promise<void> {
  await db.execute(sql`delete from decor_page_editor where seen_at < ${until.toISOString()}::timestamptz`)
}

/** Deletes pages that lie in the recycle bin for too long. @returns their ids */
export async function purge({ db, now }: Ctx): Promise<number[]> {
  const { rows: found } = await db.execute<{ id: number }>(sql`
    select id from decor_page where deleted_at < ${now().toISOString()}::timestamptz - ${RECYCLE_DAYS} * interval '1 day'
    order by id limit 50 for update skip locked`)
  return found.map(({ id }) => Number(id))
}

export async function removePage({ db }: Ctx, id: number): Promise<void> {
  await db.execute(sql`update decor_page set live_version_id = null, published_no = null where id = ${id}`)
  await db.execute(sql`delete from decor_page_schedule where page_id = ${id}`)
  await db.execute(sql`delete from decor_page_stat where page_id = ${id}`)
  await db.execute(sql`delete from decor_page_ref where owner = 'page' and owner_id = ${id}`)
  await db.execute(sql`delete from decor_page where id = ${id}`)
}

type Shipped = Pick<PageRecord, 'name' | 'terminal' | 'type' | 'templateKey' | 'settings' | 'value' | 'share'>

/** Stores a page that is live and the default of its terminal from the beginning; nobody made it. */
export async function insertShipped({ db, now }: Ctx, page: Shipped, hash: string): Promise<PageRecord | undefined> {
  const at = { createdAt: now(), updatedAt: now() }
  const [row] = await db
    .insert(decorPages)
    .values({ ...page, ...at })
    .onConflictDoNothing()
    .returning()
  if (!row) return undefined
  const { settings, value, share } = page
  const [version] = await db
    .insert(decorPageVersions)
    .values({ pageId: row.id, no: 1, kind: 'publish', settings, value, share, hash, createdAt: now() })
    .returning({ id: decorPageVersions.id })
  if (!version) throw new Error('a version was not stored')
  const live = { isDefault: true, publishedNo: 1, liveVersionId: version.id, publishTime: now() }
  await db.update(decorPages).set(live).where(eq(decorPages.id, row.id))
  return { ...row, ...live }
}

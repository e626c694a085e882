import { and, desc, eq, getTableColumns, gte, lt, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { auditEntries } from '../../../platform/data/audit.tables.ts'
import type { Reference } from '../../../platform/data/versioned.ts'
import type { Ctx } from '../../../platform/http/context.ts'

/** What is in the trail of an object, but changed nothing of it. */
const NO_CHANGE = [
  ...['login', 'login.failed', 'logout', 'unmask', 'export', 'download', 'use', 'test', 'resend', 'kick', 'denied'],
  ...['storm', 'guess', 'unmaskOver', 'seeAs', 'seeAsEnd', 'run', 'send', 'do'],
]

/** How many of the latest entries are looked at for what concerns the whole object. */
const LATEST = 1000

export type HistoryFilter = { before?: number; field?: string; actor?: string; from?: Date; to?: Date }
type Of = { object: string; id: string }

/** The nick name of the member of staff who acted; null for others. */
const nickName = sql<string | null>`(select nick_name from admin_user
  where ${auditEntries.actorType} = 'admin' and admin_user.id = ${auditEntries.actorId})`

/** What the act on many objects was called of which the entry is a part; null for others. */
const batchName = sql<string | null>`(select batch.object_name from audit_entry batch
  where ${auditEntries.requestId} <> '' and batch.request_id = ${auditEntries.requestId}
    and batch.action in ('batch', 'import') and batch.id <> ${auditEntries.id} limit 1)`

const ofObject = ({ object, id }: Of) => and(eq(auditEntries.objectId, id), eq(auditEntries.objectType, object))

/** Who made the last entry of an object. */
export async function findLast({ db }: Ctx, objectType: string, objectId: string) {
  const { id, actorId, actorName } = auditEntries
  const [row] = await db
    .select({ actorId, actorName, nickName })
    .from(auditEntries)
    .where(and(eq(auditEntries.objectId, objectId), eq(auditEntries.objectType, objectType)))
    .orderBy(desc(id))
    .limit(1)
  return row
}

/** Entries of an object, the newest first. */
export function list({ db }: Ctx, of: Of, { before, field, actor, from, to }: HistoryFilter, limit: number) {
  const { id, time, action } = auditEntries
  return db
    .select({ entry: auditEntries, nickName, batchName })
    .from(auditEntries)
    .where(
      and(
        ofObject(of),
        notInArray(action, NO_CHANGE),
        before === undefined ? undefined : lt(id, before),
        field ? hasChanged(field) : undefined,
        actor ? or(eq(auditEntries.actorName, actor), eq(nickName, actor)) : undefined,
        from && gte(time, from),
        to && lte(time, to),
      ),
    )
    .orderBy(desc(id))
    .limit(limit)
}
export type HistoryRow = Awaited<ReturnType<typeof list>>[number]

function hasChanged(field: string): SQL {
  return sql`exists (select from jsonb_array_elements(${auditEntries.diff}) change
    where split_part(change ->> 'path', '.', 1) = ${field})`
}

/**
 * The changes of an object after one of its versions, the newest first and at most `limit`. Entries that do not say which
 * version they led to count as one version each.
 */
export async function listSince(
  ctx: Ctx,
  of: Of,
  { version, current, limit }: { version: number; current: number; limit: number },
): Promise<HistoryRow[]> {
  const rows = await list(ctx, of, {}, limit)
  const led = ({ entry }: HistoryRow) => (typeof entry.after?.version === 'number' ? entry.after.version : undefined)
  const reached = rows.findIndex((row) => (led(row) ?? version + 1) <= version)
  const later = rows.slice(0, reached < 0 ? limit : reached)
  const known = later.filter((row) => led(row) !== undefined)
  const upToKnown = later.findLastIndex((row) => led(row) !== undefined) + 1
  const isComplete = known.length >= current - version
  const since = later.slice(0, isComplete ? upToKnown : Math.max(upToKnown, current - version))
  return since.filter(({ entry }) => entry.before !== null)
}

/** Who made the latest changes of the object, by the names of today. */
export async function listActors({ db }: Ctx, of: Of, limit: number): Promise<string[]> {
  const { actorName, action, id } = auditEntries
  const latest = db
    .select({ name: sql<string>`coalesce(nullif(${nickName}, ''), ${actorName})`.as('name') })
    .from(auditEntries)
    .where(and(ofObject(of), notInArray(action, NO_CHANGE)))
    .orderBy(desc(id))
    .limit(LATEST)
    .as('latest')
  const rows = await db.selectDistinct({ name: latest.name }).from(latest).limit(limit)
  return rows.map(({ name }) => name).sort()
}

/** An entry of the object. */
export async function find({ db }: Ctx, of: Of, id: number) {
  const [row] = await db
    .select({ entry: auditEntries, nickName })
    .from(auditEntries)
    .where(and(ofObject(of), eq(auditEntries.id, id)))
  return row
}

/**
 * What each field was before an entry, of those that changed in it or later: by its name.
 * @returns undefined when there are more than {@link LATEST} entries since
 */
export async function findBefore(
  { db }: Ctx,
  { object, id }: Of,
  entry: number,
): Promise<Map<string, unknown> | undefined> {
  const since = await db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(and(ofObject({ object, id }), gte(auditEntries.id, entry)))
    .limit(LATEST + 1)
  if (since.length > LATEST) return undefined
  const { rows } = await db.execute<{ field: string; value: unknown }>(sql`
    select distinct on (field) field, entry.before -> field as value
    from audit_entry entry,
      lateral (select split_part(change ->> 'path', '.', 1) as field from jsonb_array_elements(entry.diff) change) changed
    where entry.object_id = ${id} and entry.object_type = ${object} and entry.id >= ${entry} and entry.before is not null
    order by field, entry.id`)
  return new Map(rows.map(({ field, value }) => [field, value ?? null]))
}

/** What a row is called, and whether it is deleted, but kept. */
export type Named = { name: string; deleted: boolean }

/** Names of rows by what refers to them. */
export async function findNames(
  { db }: Ctx,
  reference: Exclude<Reference, string>,
  ids: readonly number[],
): Promise<Map<number, Named>> {
  if (!ids.length) return new Map()
  const { name, by } = 'by' in reference ? reference : { name: reference, by: undefined }
  const key = by ?? sql.identifier('id')
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
  const { rows } = await db.execute<Named & { id: string }>(
    sql`select ${key} as id, ${name} as name, ${isDeleted(name.table)} as deleted from ${name.table} where ${key} in (${list})`,
  )
  return new Map(rows.map(({ id, ...named }) => [Number(id), named]))
}

/** Whether a row of a table is marked as deleted. */
function isDeleted(table: PgTable): SQL {
  const { isDel, deletedAt } = getTableColumns(table) as Record<string, PgColumn>
  if (isDel) return sql`${isDel}`
  return deletedAt ? sql`${deletedAt} is not null` : sql`false`
}

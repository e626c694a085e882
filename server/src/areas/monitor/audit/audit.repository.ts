import { and, asc, desc, eq, gt, gte, lte, type SQL, sql } from 'drizzle-orm'
import { auditChain, auditEntries } from '../../../platform/data/audit.tables.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'

export type AuditRow = typeof auditEntries.$inferSelect

export type AuditFilter = {
  actor?: string
  objectType?: string
  objectId?: string
  action?: string
  requestId?: string
  from?: Date
  to?: Date
}

/** A page of the trail, the newest first, and how many entries there are, as far as they are counted (ER-31). */
export async function list({ db }: Ctx, filter: AuditFilter, { limit, offset }: Page) {
  const { id, time, actorType, actorId, actorName, ip, requestId, action, objectType, objectId, objectName, diff } =
    auditEntries
  const where = matching(filter)
  const rows = await db
    .select({ id, time, actorType, actorId, actorName, ip, requestId, action, objectType, objectId, objectName, diff })
    .from(auditEntries)
    .where(where)
    .orderBy(desc(id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, auditEntries, where)) }
}

function matching({ actor, objectType, objectId, action, requestId, from, to }: AuditFilter): SQL | undefined {
  return and(
    actor ? eq(auditEntries.actorName, actor) : undefined,
    objectType ? eq(auditEntries.objectType, objectType) : undefined,
    objectId ? eq(auditEntries.objectId, objectId) : undefined,
    action ? eq(auditEntries.action, action) : undefined,
    requestId ? eq(auditEntries.requestId, requestId) : undefined,
    from && gte(auditEntries.time, from),
    to && lte(auditEntries.time, to),
  )
}

export async function find({ db }: Ctx, id: number): Promise<AuditRow | undefined> {
  const [row] = await db.select().from(auditEntries).where(eq(auditEntries.id, id))
  return row
}

/** Entries after one and up to another, in the order of the chain. */
export function listBetween({ db }: Ctx, after: number, last: number, limit: number): Promise<AuditRow[]> {
  return db
    .select()
    .from(auditEntries)
    .where(and(gt(auditEntries.id, after), lte(auditEntries.id, last)))
    .orderBy(asc(auditEntries.id))
    .limit(limit)
}

/** The end of the chain as its writers keep it. */
export async function findEnd({ db }: Ctx) {
  const [end] = await db.select({ lastId: auditChain.lastId, hash: auditChain.hash }).from(auditChain)
  return end
}

/** Makes the partitions of this month and the two after it, where they are missing. */
export async function makePartitions({ db, now }: Ctx): Promise<void> {
  await db.execute(sql`select audit_make_partitions(${now().toISOString().slice(0, 10)}::date, 3)`)
}

/** Drops whole months that ended by that day. Returns how many. */
export async function dropPartitions({ db }: Ctx, before: Date): Promise<number> {
  const { rows } = await db.execute<{ dropped: number }>(
    sql`select audit_drop_partitions(${before.toISOString().slice(0, 10)}::date) as dropped`,
  )
  return rows[0]?.dropped ?? 0
}

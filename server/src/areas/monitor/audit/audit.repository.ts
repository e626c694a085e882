import type { AuditQuery } from '@zhanggui/contract/monitor/audit.ts'
import { pick } from '@zhanggui/domain/fields.ts'
import { and, asc, desc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { auditChain, auditEntries, auditPending, auditSeals } from '../../../platform/data/audit.tables.ts'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type FilterOf, type Page } from '../../../platform/http/paging.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'

export type AuditRow = typeof auditEntries.$inferSelect

export type AuditFilter = FilterOf<AuditQuery, 'time'> & { from?: Date; to?: Date }

/** The nick name of the member of staff who acted; null for others. */
const nickName = sql<string | null>`(select nick_name from admin_user
  where ${auditEntries.actorType} = 'admin' and admin_user.id = ${auditEntries.actorId})`

const listed = {
  ...pick(auditEntries, ['id', 'time', 'actorType', 'actorId', 'actorName', 'ip', 'requestId', 'action']),
  ...pick(auditEntries, ['objectType', 'objectId', 'objectName', 'diff', 'before', 'after']),
  nickName,
}

/**
 * A page of the trail, the newest first, and the number of entries, counted up to a limit. A bulk act is one entry,
 * unless an object or a request is asked for.
 */
export async function list(ctx: Ctx, filter: AuditFilter, { limit, offset }: Page) {
  const { db } = ctx
  const where = and(isSeen(ctx), matching(filter))
  const rows = await db
    .select(listed)
    .from(auditEntries)
    .where(where)
    .orderBy(desc(auditEntries.id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, auditEntries, where)) }
}

/** Of accounts of single stores their own acts: the trail is of the whole shop, and names its orders and customers. */
const isSeen = ({ caller }: Ctx): SQL | undefined =>
  caller?.scope.storeIds ? and(eq(auditEntries.actorType, 'admin'), eq(auditEntries.actorId, caller.userId)) : undefined

function matching(filter: AuditFilter): SQL | undefined {
  const { actor, objectType, objectId, action, requestId, from, to, ...left } = filter
  return and(
    allRead(left),
    actor ? or(eq(auditEntries.actorName, actor), isCalled(actor)) : undefined,
    objectId || requestId ? undefined : isNoPartOfBatch,
    objectType ? eq(auditEntries.objectType, objectType) : undefined,
    objectId ? eq(auditEntries.objectId, objectId) : undefined,
    action ? eq(auditEntries.action, action) : undefined,
    requestId ? eq(auditEntries.requestId, requestId) : undefined,
    from && gte(auditEntries.time, from),
    to && lte(auditEntries.time, to),
  )
}

const isNoPartOfBatch = or(
  eq(auditEntries.action, 'batch'),
  sql`${auditEntries.requestId} not in (select batch.request_id from audit_entry batch where batch.action = 'batch')`,
)

function isCalled(nick: string): SQL | undefined {
  const called = sql`(select admin_user.id from ${adminUsers} where nick_name = ${nick})`
  return and(eq(auditEntries.actorType, 'admin'), inArray(auditEntries.actorId, called))
}

/** An entry and its seal; a new entry has none yet. */
export async function find(ctx: Ctx, id: number) {
  const [row] = await ctx.db
    .select({ entry: auditEntries, nickName, prevHash: auditSeals.prevHash, hash: auditSeals.hash })
    .from(auditEntries)
    .leftJoin(auditSeals, and(eq(auditSeals.entryId, auditEntries.id), eq(auditSeals.time, auditEntries.time)))
    .where(and(eq(auditEntries.id, id), isSeen(ctx)))
  return row
}

/** The seals from one to another in the order of the chain, each with its entry, or null where that is gone. */
export function listSealed({ db }: Ctx, first: number, last: number, limit: number) {
  return db
    .select({ seal: auditSeals, entry: auditEntries })
    .from(auditSeals)
    .leftJoin(auditEntries, and(eq(auditEntries.id, auditSeals.entryId), eq(auditEntries.time, auditSeals.time)))
    .where(and(gte(auditSeals.id, first), lte(auditSeals.id, last)))
    .orderBy(asc(auditSeals.id))
    .limit(limit)
}

/**
 * The first entry that can never be sealed: it has no seal and is not waiting for one, or it is waiting but gone.
 * Undefined if there is none.
 */
export async function findLost({ db }: Ctx): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number | null }>(sql`
    select least(
      (select min(entry.id) from audit_entry entry
        where not exists (select from audit_seal seal where seal.entry_id = entry.id)
          and not exists (select from audit_pending pending where pending.entry_id = entry.id)),
      (select min(pending.entry_id) from audit_pending pending
        where not exists (select from audit_entry entry where entry.id = pending.entry_id and entry.time = pending.time))
    ) as id`)
  return rows[0]?.id ?? undefined
}

/** Where the chain begins and ends. */
export async function getChain({ db }: Ctx) {
  const [chain] = await db.select().from(auditChain)
  if (!chain) throw new Error('audit_chain has no row')
  return chain
}

// Sealing

/** Whether any entry has no seal yet. */
export async function hasPending({ db }: Ctx): Promise<boolean> {
  return (await db.select({ id: auditPending.entryId }).from(auditPending).limit(1)).length > 0
}

/**
 * The end of the chain, held until the end of the transaction.
 * @param waits whether to wait while another process holds it, or to return undefined
 */
export async function holdEnd({ db }: Ctx, waits: boolean) {
  const held = db.select({ lastId: auditChain.lastId, hash: auditChain.hash }).from(auditChain)
  const [end] = await held.for('update', waits ? {} : { skipLocked: true })
  return end
}

/** The first entries that have no seal yet. */
export async function listPending({ db }: Ctx, limit: number): Promise<AuditRow[]> {
  const rows = await db
    .select({ entry: auditEntries })
    .from(auditPending)
    .innerJoin(auditEntries, and(eq(auditEntries.id, auditPending.entryId), eq(auditEntries.time, auditPending.time)))
    .orderBy(asc(auditPending.entryId))
    .limit(limit)
  return rows.map(({ entry }) => entry)
}

/** Extends the chain; the caller holds its end. */
export async function addSeals({ db }: Ctx, seals: (typeof auditSeals.$inferInsert)[], end: { hash: string }) {
  await db.insert(auditSeals).values(seals)
  await db.delete(auditPending).where(
    inArray(
      auditPending.entryId,
      seals.map(({ entryId }) => entryId),
    ),
  )
  await db.update(auditChain).set({ lastId: sql`last_id + ${seals.length}`, hash: end.hash })
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

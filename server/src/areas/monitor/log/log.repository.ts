import type { ErrorLogQuery, LoginLogQuery, OperationLogQuery } from '@zhanggui/contract/monitor/log.ts'
import { and, desc, eq, getTableColumns, gte, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { containsValue } from '../../../platform/data/contains.ts'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx, Db } from '../../../platform/http/context.ts'
import { type Batch, countBounded, type FilterOf, isOlder, type Page } from '../../../platform/http/paging.ts'
import { type LoginReason, loginLogs } from '../../staff/sign-in/login.tables.ts'
import { type ActorType, operationLogs } from './operation-log.tables.ts'

/** Rows deleted in one statement, so that none is locked for long. */
const BATCH = 5000

type Times = { from?: Date; to?: Date }
export type OperationFilter = FilterOf<OperationLogQuery, 'createTime'> & Times & { actorType?: ActorType }
export type FaultFilter = FilterOf<ErrorLogQuery, 'createTime'> & Times
export type LoginFilter = FilterOf<LoginLogQuery, 'createTime'> & Times
export type OperationRow = typeof operationLogs.$inferSelect & { nickName: string | null }
export type LoginRow = typeof loginLogs.$inferSelect & { nickName: string | null }

/** A page of the operation log, newest first. */
export async function listOperations(ctx: Ctx, filter: OperationFilter, { limit, offset }: Page) {
  const { db } = ctx
  const where = await matching(ctx, filter)
  const rows = await selectOperations(db, where).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, operationLogs, where)) }
}

export async function countOperations(ctx: Ctx, filter: OperationFilter): Promise<number> {
  const { db } = ctx
  return db.$count(operationLogs, await matching(ctx, filter))
}

export async function nextOperations(ctx: Ctx, filter: OperationFilter, { after, limit }: Batch) {
  const { db } = ctx
  return selectOperations(db, await matching(ctx, filter), after).limit(limit)
}

/** A page of the faults, newest first. */
export async function listFaults(ctx: Ctx, filter: FaultFilter, { limit, offset }: Page) {
  const { db } = ctx
  const where = await matchingFaults(ctx, filter)
  const rows = await selectOperations(db, where).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, operationLogs, where)) }
}

export async function countFaults(ctx: Ctx, filter: FaultFilter): Promise<number> {
  const { db } = ctx
  return db.$count(operationLogs, await matchingFaults(ctx, filter))
}

export async function nextFaults(ctx: Ctx, filter: FaultFilter, { after, limit }: Batch) {
  const { db } = ctx
  return selectOperations(db, await matchingFaults(ctx, filter), after).limit(limit)
}

/** Calls without their stacks, newest first. */
function selectOperations(db: Db, where: SQL | undefined, after?: number) {
  const { exceptionDetail: _, ...listed } = operationColumns
  return db
    .select({ ...listed, nickName: nickOfCaller })
    .from(operationLogs)
    .where(and(where, after === undefined ? undefined : isOlder(operationLogs, after)))
    .orderBy(desc(operationLogs.createdAt), desc(operationLogs.id))
}

/** The nick name of the user who called; null for others. */
function nickOf(uid: AnyPgColumn) {
  return sql<string | null>`(select nick_name from admin_user where admin_user.id = ${uid})`
}

/** A buyer's nickname is the name they are logged by. */
const nickOfCaller = sql<
  string | null
>`case when actor_type = 'admin' then ${nickOf(operationLogs.uid)} else username end`

const operationColumns = {
  id: operationLogs.id,
  description: operationLogs.description,
  logType: operationLogs.logType,
  method: operationLogs.method,
  params: operationLogs.params,
  requestIp: operationLogs.requestIp,
  address: operationLogs.address,
  browser: operationLogs.browser,
  os: operationLogs.os,
  time: operationLogs.time,
  username: operationLogs.username,
  uid: operationLogs.uid,
  status: operationLogs.status,
  requestId: operationLogs.requestId,
  objectType: operationLogs.objectType,
  objectId: operationLogs.objectId,
  fingerprint: operationLogs.fingerprint,
  handledBy: operationLogs.handledBy,
  handledAt: operationLogs.handledAt,
  note: operationLogs.note,
  createdAt: operationLogs.createdAt,
  exceptionDetail: operationLogs.exceptionDetail,
}

/** Accounts of single stores: calls and sign-ins of others are of the whole shop, and name its orders and customers. */
const ofStores = ({ caller }: Ctx) => caller?.scope.storeIds !== undefined

/** For an account of single stores its own calls alone. */
const isOwn = (ctx: Ctx) =>
  ofStores(ctx) ? and(eq(operationLogs.actorType, 'admin'), eq(operationLogs.uid, ctx.actor.userId)) : undefined

/** Worded as in the partial indexes of the faults, which match only so. */
const isFault = sql`log_type = 'ERROR'`

async function matchingFaults(ctx: Ctx, { handled, fingerprint, ...others }: FaultFilter): Promise<SQL | undefined> {
  const { blurry, status, objectType, from, to, ...left } = others
  const filter = { blurry, status, objectType, from, to }
  return and(
    allRead(left),
    isFault,
    await matching(ctx, filter),
    fingerprint ? eq(operationLogs.fingerprint, fingerprint) : undefined,
    handled === undefined ? undefined : (handled ? isNotNull : isNull)(operationLogs.handledAt),
  )
}

async function matching(
  ctx: Ctx,
  { blurry, status, objectType, actorType, from, to, ...left }: OperationFilter,
): Promise<SQL | undefined> {
  const { username, description, requestIp, createdAt } = operationLogs
  return and(
    allRead(left),
    isOwn(ctx),
    blurry ? await containsValue(ctx.db, [username, description, requestIp], blurry) : undefined,
    actorType && eq(operationLogs.actorType, actorType),
    status === undefined ? undefined : eq(operationLogs.status, status),
    objectType ? eq(operationLogs.objectType, objectType) : undefined,
    from && gte(createdAt, from),
    to && lte(createdAt, to),
  )
}

/** A fault, with the number of faults that share its fingerprint. */
export async function findFault(ctx: Ctx, id: number) {
  const { db } = ctx
  const [row] = await db
    .select({ ...operationColumns, nickName: nickOfCaller })
    .from(operationLogs)
    .where(and(eq(operationLogs.id, id), isFault, isOwn(ctx)))
  if (!row) return undefined
  const same = row.fingerprint ? and(isFault, eq(operationLogs.fingerprint, row.fingerprint)) : undefined
  return { ...row, similar: same ? (await countBounded(db, operationLogs, same)).total : 1 }
}

export async function setHandled({ db, actor, now }: Ctx, id: number, note: string): Promise<void> {
  const handled = { handledBy: actor.username, handledAt: now(), note, updatedBy: actor.userId, updatedAt: now() }
  await db.update(operationLogs).set(handled).where(eq(operationLogs.id, id))
}

/** A page of the sign-ins, newest first. */
export async function listLogins(ctx: Ctx, filter: LoginFilter, { limit, offset }: Page) {
  const { db } = ctx
  const where = await matchingLogins(ctx, filter)
  const rows = await selectLogins(db, where).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, loginLogs, where)) }
}

export async function countLogins(ctx: Ctx, filter: LoginFilter): Promise<number> {
  const { db } = ctx
  return db.$count(loginLogs, await matchingLogins(ctx, filter))
}

export async function nextLogins(ctx: Ctx, filter: LoginFilter, { after, limit }: Batch) {
  const { db } = ctx
  return selectLogins(db, await matchingLogins(ctx, filter), after).limit(limit)
}

function selectLogins(db: Db, where: SQL | undefined, after?: number) {
  return db
    .select({ ...getTableColumns(loginLogs), nickName: nickOf(loginLogs.uid) })
    .from(loginLogs)
    .where(and(where, after === undefined ? undefined : isOlder(loginLogs, after)))
    .orderBy(desc(loginLogs.createdAt), desc(loginLogs.id))
}

async function matchingLogins(ctx: Ctx, { blurry, reason, from, to, ...left }: LoginFilter): Promise<SQL | undefined> {
  return and(
    allRead(left),
    ofStores(ctx) ? eq(loginLogs.uid, ctx.actor.userId) : undefined,
    blurry ? await containsValue(ctx.db, [loginLogs.username, loginLogs.ip], blurry) : undefined,
    reason ? eq(loginLogs.reason, reason as LoginReason) : undefined,
    from && gte(loginLogs.createdAt, from),
    to && lte(loginLogs.createdAt, to),
  )
}

/** Deletes calls or faults before a time, in batches with transactions of their own. Returns how many. */
export function removeOperations(ctx: Ctx, type: 'INFO' | 'ERROR', before: Date): Promise<number> {
  const where = and(eq(operationLogs.logType, type), lt(operationLogs.createdAt, before))
  return removeInBatches(ctx, operationLogs, where)
}

async function removeInBatches({ db }: Ctx, table: PgTable, where: SQL | undefined): Promise<number> {
  for (let removed = 0; ; ) {
    const { rowCount } = await db.execute(
      sql`delete from ${table} where id in (select id from ${table} where ${where} limit ${BATCH})`,
    )
    removed += rowCount ?? 0
    if ((rowCount ?? 0) < BATCH) return removed
  }
}

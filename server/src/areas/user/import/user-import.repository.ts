import { MAX_USER_IMPORTS } from '@zhanggui/contract/user/user-import.ts'
import type { Remark } from '@zhanggui/domain/sheet-cells.ts'
import type { BondUser, KnownLevel, KnownUser } from '@zhanggui/domain/user/user-import-plan.ts'
import { and, asc, count, desc, eq, gt, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { ENDED_BY_BUYER, shopUsers } from '../shop-user/shop-user.tables.ts'
import { type UserImportRowState, userImportRows, userImports } from './user-import.tables.ts'

export type ImportRecord = typeof userImports.$inferSelect
export type ImportInsert = typeof userImports.$inferInsert
export type RowRecord = typeof userImportRows.$inferSelect
export type RowInsert = typeof userImportRows.$inferInsert

/** Rows stored by one statement. */
const CHUNK = 500

/** Stores an import with its rows. @param ctx a transaction */
export async function insert(
  { db, caller, now }: Ctx,
  row: ImportInsert,
  rows: readonly Omit<RowInsert, 'importId'>[],
) {
  const [stored] = await db
    .insert(userImports)
    .values({ ...row, createdBy: caller?.userId ?? null, createdAt: now() })
    .returning({ id: userImports.id })
  const importId = stored?.id ?? 0
  for (let from = 0; from < rows.length; from += CHUNK)
    await db.insert(userImportRows).values(rows.slice(from, from + CHUNK).map((each) => ({ ...each, importId })))
  return importId
}

const [makers, confirmers, undoers] = ['maker', 'confirmer', 'undoer'].map((name) => alias(adminUsers, name)) as [
  ReturnType<typeof alias<typeof adminUsers, string>>,
  ReturnType<typeof alias<typeof adminUsers, string>>,
  ReturnType<typeof alias<typeof adminUsers, string>>,
]

/** Whether a second person is to agree to it. */
const isWaiting = ({ now }: Ctx) =>
  sql<boolean>`exists (select from approval where kind = 'opening' and object_type = 'user-import'
    and object_id = ${userImports.id}::text and state = 0 and expire_time > ${now()}::timestamptz)`

/** Whether its task, or the one that takes it back, waits or runs. */
const isAtWork = sql<boolean>`exists (select from task
  where task.id::text in (${userImports.taskId}, ${userImports.undoTaskId}) and task.status in ('pending', 'running'))`

function select(ctx: Ctx) {
  const { db } = ctx
  return db
    .select({
      row: userImports,
      createBy: makers.nickName,
      confirmBy: confirmers.nickName,
      undoBy: undoers.nickName,
      waiting: isWaiting(ctx),
      atWork: isAtWork,
    })
    .from(userImports)
    .leftJoin(makers, eq(makers.id, userImports.createdBy))
    .leftJoin(confirmers, eq(confirmers.id, userImports.confirmedBy))
    .leftJoin(undoers, eq(undoers.id, userImports.undoneBy))
}

/** A page of the newest imports. */
export async function list(ctx: Ctx, { limit, offset }: Page) {
  const rows = await select(ctx)
    .orderBy(desc(userImports.id))
    .limit(Math.max(0, Math.min(limit, MAX_USER_IMPORTS - offset)))
    .offset(offset)
  return { rows, total: Math.min(await ctx.db.$count(userImports), MAX_USER_IMPORTS) }
}

export async function find(ctx: Ctx, id: number) {
  const [found] = await select(ctx).where(eq(userImports.id, id))
  return found
}
export type FoundImport = NonNullable<Awaited<ReturnType<typeof find>>>

export async function lock({ db }: Ctx, id: number): Promise<ImportRecord | undefined> {
  const [row] = await db.select().from(userImports).where(eq(userImports.id, id)).for('update')
  return row
}

export async function update({ db, now }: Ctx, id: number, change: Partial<ImportInsert>): Promise<void> {
  await db
    .update(userImports)
    .set({ ...change, updatedAt: now() })
    .where(eq(userImports.id, id))
}

/** When the same file was imported before, and not taken back. */
export async function findEarlier({ db }: Ctx, { id, fileHash }: ImportRecord): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: userImports.confirmTime })
    .from(userImports)
    .where(
      and(
        eq(userImports.fileHash, fileHash),
        inArray(userImports.status, ['running', 'done', 'failed']),
        lt(userImports.id, id),
      ),
    )
    .orderBy(desc(userImports.id))
    .limit(1)
  return row?.at ?? undefined
}

/** What a member of staff has started to open since a moment; until the end of the transaction no other one of theirs is judged. */
export async function listOpenedBy({ db }: Ctx, operatorId: number, since: Date) {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('opening ' || ${operatorId}::bigint, 0))`)
  const { moneyFen, points, confirmedBy, confirmTime } = userImports
  return db
    .select({ moneyFen, points })
    .from(userImports)
    .where(and(eq(confirmedBy, operatorId), gte(confirmTime, since)))
}

/** Whether any import is at work. */
export async function isAnyRunning({ db }: Ctx): Promise<boolean> {
  return (await db.$count(userImports, and(inArray(userImports.status, ['running', 'undoing']), isAtWork))) > 0
}

/** Rows after a number, in the order of the file. */
export function listRows(
  { db }: Ctx,
  importId: number,
  { after = 0, limit, state, where }: { after?: number; limit: number; state?: UserImportRowState; where?: SQL },
): Promise<RowRecord[]> {
  const { row } = userImportRows
  return db
    .select()
    .from(userImportRows)
    .where(and(eq(userImportRows.importId, importId), gt(row, after), state && eq(userImportRows.state, state), where))
    .orderBy(asc(row))
    .limit(limit)
}

/** The next rows that wait, locked; by phone, so that two imports meet them in one order. */
export async function lockPending({ db }: Ctx, importId: number, limit: number): Promise<RowRecord[]> {
  const { row, state } = userImportRows
  const rows = await db
    .select()
    .from(userImportRows)
    .where(and(eq(userImportRows.importId, importId), eq(state, 'pending')))
    .orderBy(asc(row))
    .limit(limit)
    .for('update')
  return rows.toSorted((one, other) => (one.phone < other.phone ? -1 : 1))
}

/** The next rows whose customers are to be bound, or a row that was done, locked. */
export function lockRows({ db }: Ctx, importId: number, where: SQL | undefined, limit: number): Promise<RowRecord[]> {
  return db
    .select()
    .from(userImportRows)
    .where(and(eq(userImportRows.importId, importId), where))
    .orderBy(asc(userImportRows.row))
    .limit(limit)
    .for('update')
}

export async function updateRow(
  { db }: Ctx,
  { importId, row }: Pick<RowRecord, 'importId' | 'row'>,
  change: Partial<RowInsert>,
): Promise<void> {
  await db
    .update(userImportRows)
    .set(change)
    .where(and(eq(userImportRows.importId, importId), eq(userImportRows.row, row)))
}

export async function countRows({ db }: Ctx, importId: number): Promise<ReadonlyMap<UserImportRowState, number>> {
  const { state } = userImportRows
  const rows = await db
    .select({ state, count: count() })
    .from(userImportRows)
    .where(eq(userImportRows.importId, importId))
    .groupBy(state)
  return new Map(rows.map((row) => [row.state, row.count]))
}

/** The first problems or warnings of an import's rows, and their number. */
export async function listRemarks({ db }: Ctx, importId: number, kind: 'errors' | 'warnings', limit: number) {
  const remarks = userImportRows[kind]
  const { rows } = await db.execute<{ remark: Remark }>(sql`
    select remark from ${userImportRows}, jsonb_array_elements(${remarks}) as remark
    where import_id = ${importId} and ${remarks} <> '[]' order by row limit ${limit}`)
  const [total] = await db
    .select({ count: sql<number>`coalesce(sum(jsonb_array_length(${remarks})), 0)::int` })
    .from(userImportRows)
    .where(eq(userImportRows.importId, importId))
  return { list: rows.map(({ remark }) => remark), total: total?.count ?? 0 }
}

/** The most that a row opens, in fen, points counted with what they take off an order. */
export async function findLargest({ db }: Ctx, importId: number, fenOfPoint: number): Promise<number> {
  const { moneyFen, points, state } = userImportRows
  const [row] = await db
    .select({ most: sql<number>`coalesce(max(${moneyFen} + ${points} * ${fenOfPoint}::float8), 0)::float8` })
    .from(userImportRows)
    .where(and(eq(userImportRows.importId, importId), ne(state, 'idle')))
  return row?.most ?? 0
}

/** Imports from before a moment whose files are still kept. */
export function listOld({ db }: Ctx, before: Date, limit: number) {
  const { id, fileId, createdAt } = userImports
  return db
    .select({ id, fileId })
    .from(userImports)
    .where(and(lt(createdAt, before), gt(fileId, 0)))
    .limit(limit)
}

/** Deletes the rows of an import and forgets its file. */
export async function forget(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.delete(userImportRows).where(eq(userImportRows.importId, id))
  await update(ctx, id, { fileId: 0 })
}

/** Customers by their phones, with what an import has opened for them. */
export async function findKnown({ db }: Ctx, phones: readonly string[]): Promise<Map<string, KnownUser>> {
  if (!phones.length) return new Map()
  const { rows } = await db.execute<KnownUser & { phone: string }>(sql`
    select u.phone, u.id::int as uid, u.version, u.status, u.nickname, u.real_name as "realName", u.sex, u.birthday::text, u.mark,
      u.group_id::int as "groupId", u.tag_ids as "tagIds", u.level::int, u.level_auto as "levelAuto", u.experience,
      u.is_promoter as "isPromoter", u.spread_uid::int as "spreadUid",
      case when u.spread_uid = 0 then '' else coalesce((select up.phone from shop_user as up where up.id = u.spread_uid), '') end
        as "spreadPhone",
      u.past_money_fen::float8 as "pastMoneyFen", u.past_count as "pastCount", u.now_money_fen::float8 as "nowMoneyFen", u.integral,
      case when u.opening_import_id = 0 then null else jsonb_build_object(
        'moneyFen', coalesce((select number_fen from user_bill where biz_key = ${keyOf('money')}), 0),
        'points', coalesce((select record.integral from user_integral_record as record
          where record.biz_key = ${keyOf('points')}), 0)) end as opening
    from shop_user as u where u.phone = any(${sql.param([...phones])}::text[])`)
  return new Map(rows.map(({ phone, ...user }) => [phone, user]))
}

/** Of these phones, those for which an import opened sums that were not taken back: their customers may have another phone by now, or have ended. */
export async function findOpened({ db }: Ctx, phones: readonly string[]): Promise<ReadonlySet<string>> {
  if (!phones.length) return new Set()
  const { phone, state, moneyFen, points } = userImportRows
  const found = await db
    .selectDistinct({ phone })
    .from(userImportRows)
    .where(and(inArray(phone, [...phones]), inArray(state, ['done', 'kept']), sql`(${moneyFen} > 0 or ${points} > 0)`))
  return new Set(found.map((row) => row.phone))
}

const keyOf = (what: 'money' | 'points') =>
  sql`'import:' || u.opening_import_id || ':' || u.id || ${sql.raw(`':${what}'`)}`

/** Customers by phone, and all who stand above them. */
export async function findTree({ db }: Ctx, phones: readonly string[]): Promise<BondUser[]> {
  const { rows } = await db.execute<BondUser>(sql`
    with recursive up as (
      select id, spread_uid from shop_user where phone = any(${sql.param([...phones])}::text[])
      union select above.id, above.spread_uid from shop_user as above join up on above.id = up.spread_uid
    )
    select id::int as uid, coalesce(phone, '') as phone, status, is_promoter as "isPromoter", spread_uid::int as "spreadUid"
    from shop_user where id in (select id from up)`)
  return rows
}

/** Groups by their names in lower case, kept until the transaction ends. */
export async function findGroups({ db }: Ctx): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ name: string; id: number }>(
    sql`select lower(group_name) as name, id::int from user_group for key share`,
  )
  return new Map(rows.map(({ name, id }) => [name, id]))
}

/** The names of the groups, for the template. */
export async function listGroupNames({ db }: Ctx): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select group_name as name from user_group order by id limit 200`,
  )
  return rows.map(({ name }) => name)
}

/** Those of the labels that there are, by their names in lower case. */
export async function findTags({ db }: Ctx, names: readonly string[]): Promise<Map<string, number>> {
  if (!names.length) return new Map()
  const { rows } = await db.execute<{ name: string; id: number }>(sql`
    select lower(name) as name, id::int from user_tag
    where lower(name) = any(${sql.param(names.map((name) => name.toLowerCase()))}::text[]) order by id for key share`)
  return new Map(rows.map(({ name, id }) => [name, id]))
}

/** All levels, the lowest first. */
export async function listLevels({ db }: Ctx): Promise<KnownLevel[]> {
  const { rows } = await db.execute<KnownLevel>(sql`
    select id::int, name, grade, discount, experience, is_show as "isShow" from user_level order by grade`)
  return rows
}

/** Those of the phones that are somebody's account. */
export async function findAccounts({ db }: Ctx, phones: readonly string[]): Promise<Set<string>> {
  const { account } = shopUsers
  const rows = await db
    .select({ account })
    .from(shopUsers)
    .where(inArray(account, [...phones]))
  return new Set(rows.map((row) => row.account))
}

type NewCustomer = Omit<typeof shopUsers.$inferInsert, 'updatedAt'> & { phone: string }

/** Adds customers, but for those whose phone or account is taken. Returns them by their phones. */
export async function addCustomers({ db, caller, now }: Ctx, customers: readonly NewCustomer[]) {
  if (!customers.length) return new Map<string, { uid: number; version: number }>()
  const made = await db
    .insert(shopUsers)
    .values(customers.map((row) => ({ ...row, createdBy: caller?.userId ?? null, updatedAt: now() })))
    .onConflictDoNothing()
    .returning({ uid: shopUsers.id, version: shopUsers.version, phone: shopUsers.phone })
  return new Map(made.map(({ phone, ...own }) => [phone ?? '', own]))
}

/** What a row has become. */
export type DoneRow = Pick<RowInsert, 'row' | 'state'> &
  Required<
    Pick<RowInsert, 'uid' | 'made' | 'moneyFen' | 'points' | 'experience' | 'version' | 'bonds' | 'before' | 'errors'>
  >

/** Says of many rows what they have become. */
export async function settleRows({ db }: Ctx, importId: number, rows: readonly DoneRow[]): Promise<void> {
  if (!rows.length) return
  await db.execute(sql`
    update user_import_row as own set state = done.state, uid = done.uid, made = done.made, money_fen = done."moneyFen",
      points = done.points, experience = done.experience, version = done.version, bonds = done.bonds, before = done.before,
      errors = done.errors
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as done(row int, state text, uid bigint, made boolean, "moneyFen" bigint,
      points bigint, experience int, version int, bonds boolean, before jsonb, errors jsonb)
    where own.import_id = ${importId} and own.row = done.row`)
}

/** Changes a locked customer. Returns the new version. */
export async function changeCustomer(
  { db, caller, now }: Ctx,
  uid: number,
  set: Partial<typeof shopUsers.$inferInsert>,
): Promise<number> {
  const [changed] = await db
    .update(shopUsers)
    .set({ ...set, version: sql`${shopUsers.version} + 1`, updatedBy: caller?.userId ?? null, updatedAt: now() })
    .where(eq(shopUsers.id, uid))
    .returning({ version: shopUsers.version })
  return changed?.version ?? 0
}

/** Notes which import opened a locked customer's account. */
export async function setOpening({ db }: Ctx, uid: number, openingImportId: number): Promise<void> {
  await db.update(shopUsers).set({ openingImportId }).where(eq(shopUsers.id, uid))
}

/** Gives a locked customer the level of an earlier time. */
export async function setLevel({ db }: Ctx, uid: number, level: number, levelAuto: boolean): Promise<void> {
  await db.update(shopUsers).set({ level, levelAuto }).where(eq(shopUsers.id, uid))
}

/** What taking a row back looks at. */
export type UndoFacts = {
  uid: number
  version: number
  hasEnded: boolean
  nowMoneyFen: number
  integral: number
  experience: number
  openingImportId: number
  spreadUid: number
  spreadCount: number
  level: number
  levelAuto: boolean
  hasSignedIn: boolean
  hasOrders: boolean
  /** Rows of ledgers that this import did not write. */
  hasOtherRecords: boolean
}

/** The facts of customers of an import. */
export async function findUndoFacts({ db }: Ctx, importId: number, uids: readonly number[]) {
  const others = (table: string) =>
    sql`exists (select from ${sql.raw(table)} as record where record.uid = u.id
      and coalesce(record.biz_key, '') not like 'import:' || ${importId}::bigint || ':%')`
  const { rows } = await db.execute<UndoFacts>(sql`
    select u.id::int as uid, u.version, (not u.status and u.close_reason = ${ENDED_BY_BUYER}) as "hasEnded",
      u.now_money_fen::float8 as "nowMoneyFen", u.integral, u.experience, u.opening_import_id::int as "openingImportId",
      u.spread_uid::int as "spreadUid", u.spread_count as "spreadCount", u.level::int, u.level_auto as "levelAuto",
      u.last_login_time is not null as "hasSignedIn",
      (u.pay_count > 0 or exists (select from store_order where uid = u.id) or exists (select from draft_order where uid = u.id))
        as "hasOrders",
      (${others('user_bill')} or ${others('user_integral_record')} or ${others('user_experience_record')}
        or exists (select from user_brokerage_record as record where record.uid = u.id)) as "hasOtherRecords"
    from shop_user as u where u.id = any(${sql.param([...uids])}::bigint[])`)
  return new Map(rows.map((row) => [row.uid, row]))
}

/** Those of the groups and labels that there still are. */
export async function findStanding({ db }: Ctx, groupIds: readonly number[], tagIds: readonly number[]) {
  const { rows } = await db.execute<{ kind: 'group' | 'tag'; id: number }>(sql`
    select 'group' as kind, id::int from user_group where id = any(${sql.param([...groupIds])}::bigint[])
    union all select 'tag', id::int from user_tag where id = any(${sql.param([...tagIds])}::bigint[])`)
  const of = (kind: 'group' | 'tag') => new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id))
  return { groups: of('group'), tags: of('tag') }
}

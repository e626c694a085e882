import type { UserFilter } from '@zhanggui/contract/user/shop-user.ts'
import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { among } from '../../../platform/data/filters.ts'
import { prepared } from '../../../platform/data/prepared.ts'
import { rows } from '../../../platform/data/rows.ts'
import type { Ctx, Db } from '../../../platform/http/context.ts'
import { countBounded, type Page, readSort } from '../../../platform/http/paging.ts'
import { userGroups } from '../group/user-group.tables.ts'
import { userLevels } from '../level/user-level.tables.ts'
import { withinScope } from '../scope/customer-scope.parts.ts'
import { shopUsers } from './shop-user.tables.ts'
import { matching, matchingHere, namings } from './shop-user-filter.repository.ts'

export type ShopUser = typeof shopUsers.$inferSelect
export type NewUser = Omit<typeof shopUsers.$inferInsert, 'createdAt' | 'updatedAt'>
export type Named = { id: number; name: string }

export const { insert, update } = rows(shopUsers)

/** Stores a customer, by whomever. Returns undefined when the account or phone is taken. */
export async function add({ db, now }: Ctx, row: NewUser): Promise<number | undefined> {
  const [stored] = await db
    .insert(shopUsers)
    .values({ ...row, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: shopUsers.id })
  return stored?.id
}

/** Columns with an index, so that a list of a million customers is sorted at once. */
const sorts = {
  id: shopUsers.id,
  createTime: shopUsers.createdAt,
  lastLoginTime: shopUsers.lastLoginTime,
  lastPayTime: shopUsers.lastPayTime,
  payCount: shopUsers.payCount,
  consumeMoney: shopUsers.consumeMoneyFen,
}
/** Those who see no money are not told by an order either who spent most. */
const sortsOf = ({ caller }: Ctx) => (caller?.scope.storeIds ? { ...sorts, consumeMoney: shopUsers.payCount } : sorts)

/** `ids`: these alone. */
type Query = UserFilter & { sort?: string[]; ids?: number[] }

/** A page of the customers within the caller's scope, newest first. */
export async function list(ctx: Ctx, { sort, ...filter }: Query, { limit, offset }: Pick<Page, 'limit' | 'offset'>) {
  const where = matchingHere(ctx, filter)
  const order = readSort(sort, sortsOf(ctx), [desc(shopUsers.id)])
  const ids = await ctx.db
    .select({ id: shopUsers.id })
    .from(shopUsers)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  const found = ids.length ? await rowsById(ctx.db).execute({ ids: ids.map(({ id }) => id) }) : []
  return { rows: found, ...(await countBounded(ctx.db, shopUsers, where)) }
}

/** Rows of a page that was found, in the order of their ids; built and planned once. */
const rowsById = prepared('shop-user-rows', (db) => {
  const ids = sql`${sql.placeholder('ids')}::bigint[]`
  return select(db, sql`${shopUsers.id} = any(${ids})`).orderBy(sql`array_position(${ids}, ${shopUsers.id})`)
})

/**
 * The first customers within the caller's scope that a text names: each of its meanings is looked up by an index of its own,
 * the surest first.
 */
export async function listNamed(ctx: Ctx, typed: string, limit: number) {
  const scope = withinScope(ctx) ?? sql`true`
  const branches = namings(typed).map(({ where, order }, rank) => {
    return sql`(select id, ${sql.raw(String(rank))} as rank from shop_user where ${where} and ${scope}
      ${order ? sql`order by ${order}` : sql``} limit ${limit})`
  })
  const named = sql`(select id, min(rank) as rank from (${sql.join(branches, sql` union all `)}) as named
    group by id order by rank, id desc limit ${limit}) as named`
  const { id, nickname, realName, phone, status } = shopUsers
  return ctx.db
    .select({ id, nickname, realName, phone, status })
    .from(shopUsers)
    .innerJoin(named, sql`named.id = ${id}`)
    .orderBy(sql`named.rank, named.id desc`)
}

/** The exact number of customers that match, within the caller's scope. */
export function count(ctx: Ctx, { sort: _, ids, ...filter }: Query): Promise<number> {
  return ctx.db.$count(shopUsers, and(matchingHere(ctx, filter), among(shopUsers.id, ids)))
}

/** The ids that match, in the order of the list, for an export. */
export async function listIds(ctx: Ctx, { sort, ids, ...filter }: Query, max: number): Promise<number[]> {
  const found = await ctx.db
    .select({ id: shopUsers.id })
    .from(shopUsers)
    .where(and(matchingHere(ctx, filter), among(shopUsers.id, ids)))
    .orderBy(...readSort(sort, sortsOf(ctx), [desc(shopUsers.id)]))
    .limit(max)
  return found.map(({ id }) => id)
}

/** The customers with these ids, in the order of the ids. */
export const listByIds = ({ db }: Ctx, ids: readonly number[]): Promise<FoundUser[]> =>
  rowsById(db).execute({ ids: [...ids] })

/** A customer within the caller's scope, with the names of what they belong to. */
export async function find(ctx: Ctx, id: number) {
  const [found] = await select(ctx.db, and(eq(shopUsers.id, id), withinScope(ctx)))
  return found
}
export type FoundUser = NonNullable<Awaited<ReturnType<typeof find>>>

function select(db: Db, where: SQL | undefined) {
  return db
    .select({
      user: getTableColumns(shopUsers),
      levelName: userLevels.name,
      levelGrade: userLevels.grade,
      levelDiscount: userLevels.discount,
      groupName: userGroups.groupName,
      spreadNickname: sql<
        string | null
      >`(select up.nickname from shop_user as up where up.id = ${shopUsers.spreadUid})`,
      tags: sql<
        Named[]
      >`(select coalesce(jsonb_agg(jsonb_build_object('id', tag.id, 'name', tag.name) order by tag.id), '[]')
        from user_tag as tag where tag.id = any(${shopUsers.tagIds}))`,
    })
    .from(shopUsers)
    .leftJoin(userLevels, eq(userLevels.id, shopUsers.level))
    .leftJoin(userGroups, eq(userGroups.id, shopUsers.groupId))
    .where(where)
}

export async function findFunds({ db }: Ctx, uid: number) {
  const { nowMoneyFen, integral } = shopUsers
  const [row] = await db.select({ nowMoneyFen, integral }).from(shopUsers).where(eq(shopUsers.id, uid))
  return row
}

/** Changes customers that are locked. */
export async function change(
  { db, caller, now }: Ctx,
  ids: readonly number[],
  values: Partial<typeof shopUsers.$inferInsert> | { tagIds: SQL },
): Promise<void> {
  await db
    .update(shopUsers)
    .set({ ...values, version: sql`${shopUsers.version} + 1`, updatedBy: caller?.userId ?? null, updatedAt: now() })
    .where(inArray(shopUsers.id, [...ids]))
}

/** Whether a customer matches. */
export async function matches({ db, now }: Ctx, filter: UserFilter, uid: number): Promise<boolean> {
  const [found] = await db
    .select({ id: shopUsers.id })
    .from(shopUsers)
    .where(and(eq(shopUsers.id, uid), matching(filter, now())))
  return found !== undefined
}

/** The next ids that match, ascending; where staff ask, those within their scope. */
export async function nextIds(ctx: Ctx, filter: UserFilter, after: number, limit: number): Promise<number[]> {
  const where = ctx.caller ? matchingHere(ctx, filter) : matching(filter, ctx.now())
  const found = await ctx.db
    .select({ id: shopUsers.id })
    .from(shopUsers)
    .where(and(where, sql`${shopUsers.id} > ${after}`))
    .orderBy(asc(shopUsers.id))
    .limit(limit)
  return found.map(({ id }) => id)
}

/** The groups of these ids that exist, locked against deletion until the transaction ends. */
export async function lockGroup({ db }: Ctx, id: number): Promise<boolean> {
  const found = await db.select({ id: userGroups.id }).from(userGroups).where(eq(userGroups.id, id)).for('share')
  return found.length > 0
}

/** The numbers of the customer's own rows in each list of the detail, by its type, each bounded. */
export async function countDetails({ db }: Ctx, uid: number, most: number): Promise<Record<string, number>> {
  const some = (from: SQL) => sql`(select count(*) from (select ${from} limit ${most}) as counted)`
  const { rows: counted } = await db.execute<Record<string, number>>(sql`
    select ${some(sql`from user_integral_record where uid = ${uid}`)} as "1",
      ${some(sql`from sign_log where uid = ${uid}`)} as "2",
      ${some(sql`from coupon_user where uid = ${uid}`)} as "3",
      ${some(sql`from user_bill where uid = ${uid}`)} as "4",
      ${some(sql`from user_experience_record where uid = ${uid}`)} as "6",
      ${some(sql`from buyer_address where uid = ${uid}`)} as "7",
      ${some(sql`from user_note where uid = ${uid}`)} as "10"`)
  return counted[0] ?? {}
}

/** Tag ids after adding, removing or replacing. */
export function tagsAfter(mode: 'replace' | 'add' | 'remove', tagIds: readonly number[]): SQL {
  const given = sql`${sql.param([...tagIds])}::integer[]`
  if (mode === 'replace') return given
  const kept = sql`select tag from unnest(${shopUsers.tagIds}) with ordinality as had(tag, place) where tag <> all(${given})`
  if (mode === 'remove') return sql`array(${kept} order by place)`
  return sql`array(${kept} order by place) || ${given}`
}

/** Customers by their ids, with the names of what they belong to. */
export function findMany(ctx: Ctx, ids: readonly number[]) {
  return select(ctx.db, inArray(shopUsers.id, [...ids])).orderBy(asc(shopUsers.id))
}

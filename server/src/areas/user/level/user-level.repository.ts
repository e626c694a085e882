import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { is } from '../../../platform/data/filters.ts'
import { rows } from '../../../platform/data/rows.ts'
import { lockTree } from '../../../platform/data/tree.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { shopUsers } from '../shop-user/shop-user.tables.ts'
import { userLevelLogs, userLevels } from './user-level.tables.ts'

export type LevelRow = typeof userLevels.$inferSelect

/** Customers are counted up to this number. */
const MAX_COUNTED = 10_000

export const { find, lock, insert, update, remove } = rows(userLevels)

/** One change of the levels at a time: each is judged by its neighbours. */
export const lockAll = (tx: Ctx) => lockTree(tx, 'user_level')

/** All levels, the lowest first, with their numbers of customers. */
export function list({ db }: Ctx, isShow: boolean | undefined) {
  const userCount = sql<number>`(select count(*) from (
    select from shop_user where level = user_level.id limit ${MAX_COUNTED}) as counted)`
  return db
    .select({ level: userLevels, userCount })
    .from(userLevels)
    .where(is(userLevels.isShow, isShow))
    .orderBy(asc(userLevels.grade))
}

/** The levels next to a grade, without the given one. */
export async function findNeighbours({ db }: Ctx, grade: number, without: number) {
  const others = sql`${userLevels.id} <> ${without}`
  const [below] = await db
    .select()
    .from(userLevels)
    .where(and(others, lte(userLevels.grade, grade)))
    .orderBy(desc(userLevels.grade))
    .limit(1)
  const [above] = await db
    .select()
    .from(userLevels)
    .where(and(others, gt(userLevels.grade, grade)))
    .orderBy(asc(userLevels.grade))
    .limit(1)
  return { below, above }
}

/** The lowest shown level above a grade that needs more experience. */
export async function findNext({ db }: Ctx, grade: number, experience: number): Promise<LevelRow | undefined> {
  const [level] = await db
    .select()
    .from(userLevels)
    .where(and(eq(userLevels.isShow, true), gt(userLevels.grade, grade), gt(userLevels.experience, experience)))
    .orderBy(asc(userLevels.grade))
    .limit(1)
  return level
}

/** A customer who has a higher level now, with the number of the change. */
export type Risen = { id: number; uid: number; name: string }

/**
 * Gives locked customers the highest shown level that their experience reaches, and records each change. A level given by
 * hand stays unless it is not shown any more or a higher one is reached.
 * @returns those who rose
 */
export async function applyLevels({ db, now, caller }: Ctx, uids: readonly number[], mark: string): Promise<Risen[]> {
  const { rows: risen } = await db.execute<Risen>(sql`
    with reached as materialized (
      select shop_user.id, best.id as level_id, best.grade, best.discount, best.name,
        coalesce(best.grade, 0) > coalesce(was.grade, 0) as rises
      from shop_user
      left join user_level as was on was.id = shop_user.level
      left join user_level as own on own.id = shop_user.level and own.is_show
      left join lateral (
        select id, grade, discount, name from user_level
        where is_show and experience <= shop_user.experience order by grade desc limit 1
      ) as best on true
      where shop_user.id = any(${sql.param([...uids])}::bigint[]) and coalesce(best.id, 0) <> shop_user.level
        and (shop_user.level_auto or own.id is null or best.grade > own.grade)
    ), changed as (
      update shop_user set level = coalesce(reached.level_id, 0), level_auto = true
      from reached where shop_user.id = reached.id
    ), logged as (
      insert into user_level_log (uid, level_id, grade, discount, auto, mark, operator_id, created_at)
      select id, coalesce(level_id, 0), coalesce(grade, 0), coalesce(discount, 100), true, ${mark},
        ${caller?.userId ?? 0}::bigint, ${now()}::timestamptz from reached
      returning id, uid
    )
    select logged.id::int, logged.uid::int, reached.name from logged join reached on reached.id = logged.uid and rises`)
  return risen
}

/** Gives a locked customer a level by hand. @returns the number of the change */
export async function giveLevel(
  { db, now, caller }: Ctx,
  uid: number,
  level: Pick<LevelRow, 'id' | 'grade' | 'discount'>,
  mark = '后台修改',
): Promise<number> {
  await db.update(shopUsers).set({ level: level.id, levelAuto: false }).where(eq(shopUsers.id, uid))
  const row = {
    uid,
    levelId: level.id,
    grade: level.grade,
    discount: level.discount,
    auto: false,
    mark,
    operatorId: caller?.userId ?? 0,
    createdAt: now(),
  }
  const [logged] = await db.insert(userLevelLogs).values(row).returning({ id: userLevelLogs.id })
  return logged?.id ?? 0
}

/** The next customers by id, locked. */
export async function lockNext({ db }: Ctx, after: number, limit: number): Promise<number[]> {
  const found = await db
    .select({ id: shopUsers.id })
    .from(shopUsers)
    .where(gt(shopUsers.id, after))
    .orderBy(asc(shopUsers.id))
    .limit(limit)
    .for('no key update')
  return found.map(({ id }) => id)
}

import type { WechatUserQuery } from '@zhanggui/contract/wechat/wechat-user.ts'
import { tidyKeyword } from '@zhanggui/domain/keyword.ts'
import { and, desc, eq, like, ne, or, type SQL, sql } from 'drizzle-orm'
import { allRead, is, within } from '../../../platform/data/filters.ts'
import { defineHook } from '../../../platform/hooks.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type FilterOf, type Page } from '../../../platform/http/paging.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { wechatUsers } from './wechat-user.tables.ts'

/** Says whether a customer is store staff, as a condition on the given uid: the stores add theirs. */
export const staffTests = defineHook<(uid: SQL) => SQL>('staff tests')

/** A page of people known by WeChat, newest first, with their customers; nobody for accounts that see their stores alone. */
export async function list(ctx: Ctx, filter: FilterOf<WechatUserQuery>, { limit, offset }: Page) {
  const { db, platform } = ctx
  const { keywords, userType, subscribe, sex, tagId, dateLimit, bound, notStaff, ...left } = filter
  const tests = platform.hooks.of(staffTests).map((test) => test(sql`${wechatUsers.uid}`))
  const isStaff = or(...tests) ?? sql`false`
  const where = and(
    allRead(left),
    ctx.actor.scope.storeIds ? sql`false` : undefined,
    keywords ? named(keywords) : undefined,
    is(wechatUsers.userType, userType),
    is(wechatUsers.subscribe, subscribe),
    is(wechatUsers.sex, sex),
    tagId === undefined ? undefined : sql`${wechatUsers.tagIds} @> array[${tagId}::integer]`,
    within(wechatUsers.createdAt, dateLimit, ctx),
    bound === undefined ? undefined : bound ? ne(wechatUsers.uid, 0) : eq(wechatUsers.uid, 0),
    notStaff ? sql`not (${isStaff})` : undefined,
  )
  const rows = await db
    .select({
      row: wechatUsers,
      phone: shopUsers.phone,
      lastLoginTime: shopUsers.lastLoginTime,
      isStaff: sql<boolean>`${isStaff}`,
    })
    .from(wechatUsers)
    .leftJoin(shopUsers, eq(shopUsers.id, wechatUsers.uid))
    .where(where)
    .orderBy(desc(wechatUsers.id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, wechatUsers, where)) }
}

/** The beginning of a nickname, a customer's phone, or a whole openid. */
function named(typed: string): SQL | undefined {
  const openid = or(eq(wechatUsers.openid, typed), eq(wechatUsers.routineOpenid, typed))
  return or(
    like(wechatUsers.nickname, `${typed.replace(/[\\%_]/g, '\\$&')}%`),
    and(openid, ne(sql`${typed}::text`, '')),
    sql`${wechatUsers.uid} in (select id from shop_user where phone = ${tidyKeyword(typed)})`,
  )
}

/** Stores a person known by WeChat. */
export async function insert({ db, now }: Ctx, row: typeof wechatUsers.$inferInsert): Promise<void> {
  await db.insert(wechatUsers).values({ createdAt: now(), updatedAt: now(), ...row })
}

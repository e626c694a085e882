import type { WechatUserQuery } from '@zhanggui/contract/wechat/wechat-user.ts'
import { tidyKeyword } from '@zhanggui/domain/keyword.ts'
import { type FanSource, scenesOf } from '@zhanggui/domain/wechat/fan.ts'
import { and, desc, eq, inArray, like, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { allRead, is, within } from '../../../platform/data/filters.ts'
import { defineHook } from '../../../platform/hooks.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type FilterOf, type Page } from '../../../platform/http/paging.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { channelCodes } from '../channel-code/channel-code.tables.ts'
import { fanTags } from '../tag/fan-tag.tables.ts'
import { wechatUsers } from './wechat-user.tables.ts'

/** How long the account may write to somebody who wrote to it. */
export const TALKED_MS = 48 * 3600_000

/** Says whether a customer is store staff, as a condition on the given uid: the stores add theirs. */
export const staffTests = defineHook<(uid: SQL) => SQL>('staff tests')

/** A page of people known by WeChat, newest first, with their customers; nobody for accounts that see their stores alone. */
export async function list(ctx: Ctx, filter: FilterOf<WechatUserQuery>, { limit, offset }: Page) {
  const { db, platform } = ctx
  const { keywords, userType, subscribe, sex, tagId, dateLimit, bound, notStaff, ...rest } = filter
  const { source, codeId, official, fan, ...left } = rest
  const isStaff = staffTest(platform)
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
    source && cameBy(source),
    is(wechatUsers.codeId, codeId),
    official === undefined ? undefined : official ? ne(wechatUsers.openid, '') : eq(wechatUsers.openid, ''),
    official && fan !== 'left' ? wechatUsers.subscribe : undefined,
    fan && fanTests[fan](ctx),
  )
  const rows = await selectPeople(db, isStaff).where(where).orderBy(desc(wechatUsers.id)).limit(limit).offset(offset)
  return { rows, ...(await countPeople(db, where, fan)) }
}

/** Counts only what it must: customers are looked at where a filter asks for them. */
function countPeople(db: Ctx['db'], where: SQL | undefined, fan: WechatUserQuery['fan']) {
  if (fan !== 'phone' && fan !== 'bought') return countBounded(db, wechatUsers, where)
  const ids = db
    .select({ id: wechatUsers.id })
    .from(wechatUsers)
    .innerJoin(shopUsers, eq(shopUsers.id, wechatUsers.uid))
    .where(where)
  return countBounded(db, wechatUsers, inArray(wechatUsers.id, ids))
}

/** A person by the row's id; nobody for accounts that see their stores alone. */
export async function find({ db, platform, actor }: Ctx, id: number) {
  if (actor.scope.storeIds) return undefined
  const [row] = await selectPeople(db, staffTest(platform)).where(eq(wechatUsers.id, id))
  return row
}

export type Person = NonNullable<Awaited<ReturnType<typeof find>>>

/** What the tags are called. */
export const listTagNames = ({ db }: Ctx) => db.select({ id: fanTags.id, name: fanTags.name }).from(fanTags)

const staffTest = ({ hooks }: Ctx['platform']): SQL =>
  or(...hooks.of(staffTests).map((test) => test(sql`${wechatUsers.uid}`))) ?? sql`false`

function selectPeople(db: Ctx['db'], isStaff: SQL) {
  const { phone, lastLoginTime, consumeMoneyFen, nickname, avatar } = shopUsers
  return db
    .select({
      row: wechatUsers,
      customer: { phone, lastLoginTime, consumeMoneyFen, nickname, avatar },
      codeName: channelCodes.name,
      isStaff: sql<boolean>`${isStaff}`,
    })
    .from(wechatUsers)
    .leftJoin(shopUsers, eq(shopUsers.id, wechatUsers.uid))
    .leftJoin(channelCodes, eq(channelCodes.id, wechatUsers.codeId))
}

/** Whoever came by a code of ours, and those of whom WeChat says the source. */
export function cameBy(source: FanSource): SQL | undefined {
  const { codeId, subscribeScene } = wechatUsers
  const scenes = [...scenesOf(source)]
  if (source === 'code') return or(ne(codeId, 0), inArray(subscribeScene, scenes))
  const said = source === 'other' ? notInArray(subscribeScene, scenes) : inArray(subscribeScene, scenes)
  return and(eq(codeId, 0), said)
}

const fanTests: Record<NonNullable<WechatUserQuery['fan']>, (ctx: Ctx) => SQL> = {
  phone: () => sql`${shopUsers.phone} is not null`,
  bought: () => sql`${shopUsers.payCount} > 0`,
  talked: ({ now }) => sql`${wechatUsers.openid} in (${talkedSince(new Date(now().getTime() - TALKED_MS))})`,
  left: () => sql`not ${wechatUsers.subscribe} and ${wechatUsers.unsubscribeTime} is not null`,
}

/** The openids of people who wrote to the official account since a moment. */
export function talkedSince(moment: Date): SQL {
  return sql`select openid from wechat_callback where account = 'public' and type <> 'event'
    and created_at >= ${moment.toISOString()}::timestamptz`
}

/** The beginning of a nickname, here or of the customer, a remark, a customer's phone, or a whole openid. */
function named(typed: string): SQL | undefined {
  const openid = or(eq(wechatUsers.openid, typed), eq(wechatUsers.routineOpenid, typed))
  const beginning = `${typed.replace(/[\\%_]/g, '\\$&')}%`
  return or(
    like(wechatUsers.nickname, beginning),
    like(wechatUsers.remark, beginning),
    sql`${wechatUsers.uid} in (select id from shop_user where nickname like ${beginning})`,
    and(openid, ne(sql`${typed}::text`, '')),
    sql`${wechatUsers.uid} in (select id from shop_user where phone = ${tidyKeyword(typed)})`,
  )
}

/** Stores a person known by WeChat. */
export async function insert({ db, now }: Ctx, row: typeof wechatUsers.$inferInsert): Promise<void> {
  await db.insert(wechatUsers).values({ createdAt: now(), updatedAt: now(), ...row })
}

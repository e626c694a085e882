import type { UserFilter } from '@zhanggui/contract/user/shop-user.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { toFen } from '@zhanggui/domain/money.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { readUserKeyword } from '@zhanggui/domain/user/user-keyword.ts'
import { and, eq, gte, isNull, like, lte, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { allRead, is } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { withinScope } from '../scope/customer-scope.parts.ts'
import { shopUsers as users } from './shop-user.tables.ts'

/**
 * The customers of a filter within the caller's data scope.
 * @throws {BadInput} as {@link matching}, and for amounts that the caller does not see: their bounds would tell them
 */
export function matchingHere(ctx: Ctx, filter: UserFilter): SQL | undefined {
  if (ctx.actor.scope.storeIds)
    for (const field of ['minConsume', 'maxConsume', 'minTotal', 'maxTotal'] as const)
      if (filter[field] !== undefined) throw new BadInput('门店账号不能按消费金额筛选', field)
  return and(matching(filter, ctx.now()), withinScope(ctx))
}

/**
 * The customers that a list or a segment is about.
 * @throws {BadInput} for a time range that is none
 */
export function matching(filter: UserFilter, now: Date): SQL | undefined {
  const { keywords, accessType, dateLimit, lastPay, tagIds, payCount, groupId, ...rest } = filter
  const { minConsume, maxConsume, minTotal, maxTotal, birthday, country, province, city, ...others } = rest
  const { userType, status, isPromoter, level, sex, spreadUid, ...left } = others
  return and(
    allRead(left),
    keywords?.trim() ? named(keywords) : undefined,
    within(accessType === 0 ? users.lastLoginTime : users.createdAt, dateLimit, now),
    within(users.lastPayTime, lastPay, now),
    groupId === 0 ? isNull(users.groupId) : is(users.groupId, groupId),
    tagIds?.length ? sql`${users.tagIds} && array[${sql.join(tagIds.map(integer), sql`, `)}]` : undefined,
    is(users.userType, userType),
    is(users.status, status),
    is(users.isPromoter, isPromoter),
    payCount ? gte(users.payCount, payCount) : is(users.payCount, payCount),
    is(users.level, level),
    is(users.country, country || undefined),
    is(users.province, province || undefined),
    is(users.city, city || undefined),
    is(users.sex, sex),
    minConsume === undefined ? undefined : gte(users.consumeMoneyFen, toFen(minConsume)),
    maxConsume === undefined ? undefined : lte(users.consumeMoneyFen, toFen(maxConsume)),
    minTotal === undefined ? undefined : sql`${spentInAll} >= ${toFen(minTotal)}`,
    maxTotal === undefined ? undefined : sql`${spentInAll} <= ${toFen(maxTotal)}`,
    is(users.spreadUid, spreadUid),
    birthday === undefined ? undefined : sql`extract(month from ${users.birthday}) = ${birthday}`,
  )
}

/** As the index has it. */
const spentInAll = sql`(${users.consumeMoneyFen} + ${users.pastMoneyFen})`

/** Ids of tags fit in an integer; larger ones belong to nobody. */
const integer = (id: number) => sql`${Math.min(id, 2_147_483_647)}::integer`

function named(typed: string): SQL | undefined {
  return or(...namings(typed).map(({ where }) => where))
}

/** What a text may mean, the surest first: conditions with an index each, and the order of that index where it finds many. */
export function namings(typed: string): { where: SQL; order?: SQL }[] {
  const { phone, uid, name } = readUserKeyword(typed)
  const beginning = `${name.replace(/[\\%_]/g, '\\$&')}%`
  return [
    ...(phone ? [{ where: eq(users.phone, phone) }] : []),
    ...(uid ? [{ where: eq(users.id, uid) }] : []),
    ...[users.nickname, users.realName].map((column) => {
      return { where: like(column, beginning), order: sql`${column} using ~<~` }
    }),
  ]
}

function within(column: AnyPgColumn, range: readonly string[] | undefined, now: Date): SQL | undefined {
  const { from, to } = parseTimeRange(range, now)
  return and(from && gte(column, from), to && lte(column, to))
}

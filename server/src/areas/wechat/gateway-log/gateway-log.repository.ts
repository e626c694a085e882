import type { GatewayLogQuery } from '@zhanggui/contract/wechat/gateway-log.ts'
import { and, desc, eq, gte, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type FilterOf, type Page } from '../../../platform/http/paging.ts'
import { wechatApiLogs } from './gateway-log.tables.ts'

export type GatewayRow = typeof wechatApiLogs.$inferSelect
type Filter = FilterOf<GatewayLogQuery, 'createTime' | 'account'> & { from?: Date; to?: Date; appid?: string }

/** A page of calls to WeChat, newest first. */
export async function list({ db }: Ctx, filter: Filter, { limit, offset }: Page) {
  const { keywords, result, from, to, appid, ...left } = filter
  const where = and(
    allRead(left),
    keywords ? matching(keywords) : undefined,
    result && ofResult(result),
    appid === undefined ? undefined : eq(wechatApiLogs.appid, appid),
    from && gte(wechatApiLogs.createdAt, from),
    to && lte(wechatApiLogs.createdAt, to),
  )
  const rows = await db
    .select()
    .from(wechatApiLogs)
    .where(where)
    .orderBy(desc(wechatApiLogs.createdAt), desc(wechatApiLogs.id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, wechatApiLogs, where)) }
}

/** The last call of a path for an account. */
export async function findLast({ db }: Ctx, appid: string, path: string): Promise<GatewayRow | undefined> {
  const [row] = await db
    .select()
    .from(wechatApiLogs)
    .where(and(eq(wechatApiLogs.appid, appid), eq(wechatApiLogs.path, path)))
    .orderBy(desc(wechatApiLogs.createdAt), desc(wechatApiLogs.id))
    .limit(1)
  return row
}

function matching(keywords: string): SQL | undefined {
  const ofCode = /^-?\d{1,9}$/.test(keywords) ? eq(wechatApiLogs.errcode, Number(keywords)) : undefined
  return or(sql`strpos(${wechatApiLogs.path}, ${keywords}) > 0`, ofCode)
}

function ofResult(result: NonNullable<GatewayLogQuery['result']>): SQL | undefined {
  if (result === 'ok') return eq(wechatApiLogs.errcode, 0)
  return result === 'silent'
    ? isNull(wechatApiLogs.errcode)
    : and(isNotNull(wechatApiLogs.errcode), ne(wechatApiLogs.errcode, 0))
}

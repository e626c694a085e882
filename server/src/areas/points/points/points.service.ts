import type { frontPoints } from '@zhanggui/contract/points/front-points.ts'
import type { PointsQuery, PointsRecord, PointsStatistics, points } from '@zhanggui/contract/points/points.ts'
import type { RouteAnswer, RouteInput } from '@zhanggui/contract/routes.ts'
import { nextExpiry } from '@zhanggui/domain/promotion/points.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { countSigners } from '../sign/sign-log.service.ts'
import * as records from './points.repository.ts'

type Paged = RouteInput<typeof points.list>['query']

/** A page of the points ledger, the last change first; done records alone unless a status is asked for. */
export async function listPoints(ctx: Ctx, { page, limit, ...filter }: PointsQuery & Paged) {
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await records.list(ctx, filter, paging)
  return { list: rows.map(describe), ...counted, page: paging.page, limit: paging.limit }
}

function describe(row: records.FoundRecord): PointsRecord {
  const { id, uid, nickname, title, integral, balance, linkType, linkId, status, mark } = row
  return {
    id,
    uid,
    nickname,
    title,
    integral,
    balance,
    linkType,
    linkId,
    status,
    mark,
    type: row.type === 1 ? 1 : 2,
    sign: `${row.type === 1 ? '+' : '-'}${integral}`,
    createTime: toWireTime(row.createdAt),
    updateTime: toWireTime(row.updatedAt),
  }
}

/** Sums of the ledger; accounts that see their stores alone see none. */
export async function sumPoints(ctx: Ctx, { dateLimit }: { dateLimit?: string[] }): Promise<PointsStatistics> {
  if (ctx.actor.scope.storeIds)
    return { balance: 0, issued: 0, spent: 0, returned: 0, frozen: 0, expired: 0, signUsers: 0 }
  return { ...(await records.sum(ctx, dateLimit)), signUsers: await countSigners(ctx, dateLimit) }
}

/** The calling buyer's points: what there is, was gained and spent, waits, and expires next. */
export async function getOwnPoints(ctx: Ctx): Promise<RouteAnswer<typeof frontPoints.points>> {
  const { integral, months } = await records.sumOwn(ctx, ctx.buyer.uid)
  const total = (field: 'gained' | 'returned' | 'spent' | 'out' | 'frozen') =>
    months.reduce((sum, month) => sum + month[field], 0)
  const gains = months.map(({ month, gained }) => ({ month, integral: gained }))
  const { integral_expire_month } = await getSettings(ctx)
  const expiring = nextExpiry(gains, total('out') - total('returned'), {
    now: ctx.now(),
    months: integral_expire_month,
  })
  return {
    integral,
    sumIntegral: total('gained'),
    deductionIntegral: Math.max(0, total('spent') - total('returned')),
    frozenIntegral: total('frozen'),
    expiring: expiring ?? null,
  }
}

/** A page of the calling buyer's records, the newest first. */
export async function listOwnPoints(ctx: Ctx, query: RouteInput<typeof frontPoints.records>['query']) {
  const paging = readPage(query)
  const { rows, ...counted } = await records.listOwn(ctx, ctx.buyer.uid, paging)
  const list = rows.map(({ id, title, type, integral, balance, status, linkId, createdAt }) => ({
    id,
    title,
    integral,
    balance,
    status,
    linkId,
    createTime: toWireTime(createdAt),
    type: type === 1 ? (1 as const) : (2 as const),
  }))
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

import {
  type Team,
  type TeamInfo,
  type TeamMember,
  type team,
  team as teamRoutes,
} from '@zhanggui/contract/combination/team.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import {
  type OrderTab,
  orderStateOf,
  type RefundStatus,
  refundStatusWords,
} from '@zhanggui/domain/order/order-state.ts'
import { teamEndReasons, teamStatusWords } from '@zhanggui/domain/promotion/team.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { defineLongExport } from '../../../platform/work/exports.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { isToldOrders } from '../../user/scope/told-order.parts.ts'
import * as teams from './team.repository.ts'

/** A page of teams, the newest first. */
export async function listTeams(ctx: Ctx, { query }: RouteInput<typeof team.list>) {
  const { status, dateLimit, keywords, combinationId, uid, ...left } = query
  const paging = readPage(left)
  const { rows, ...counted } = await teams.list(ctx, { status, dateLimit, keywords, combinationId, uid }, paging)
  const media = await readMedia(ctx)
  return { list: rows.map((row) => toWire(row, media)), ...counted, page: paging.page, limit: paging.limit }
}

function toWire(row: teams.ListedTeam, media: Media): Team {
  const {
    id,
    activityId: combinationId,
    title,
    uid,
    nickname,
    people,
    memberCount,
    virtualCount,
    virtualMost,
    status,
    endReason,
  } = row
  return {
    id,
    combinationId,
    title,
    uid,
    nickname,
    people,
    memberCount,
    virtualCount,
    virtualMost,
    status,
    endReason,
    image: media.toWire(row.image),
    avatar: media.toWire(row.avatar),
    statusName: teamStatusWords[status],
    stopTime: toWireTime(row.stopAt),
    endTime: wireTime(row.endTime),
    createTime: toWireTime(row.createdAt),
  }
}

/** A team with what the teams of its activity came to. @throws 404 */
export async function getTeam(ctx: Ctx, id: number): Promise<TeamInfo> {
  const row = await teams.find(ctx, id)
  if (!row) throw notFound('拼团')
  const { done, running, failed, averageMinutes } = await teams.sumOf(ctx, row.activityId)
  const sums = { runningTeam: running, countTeam: done, failTeam: failed, averageMinutes }
  return { ...toWire(row, await readMedia(ctx)), ...sums }
}

/** The sheet of teams. */
export const teamExport = defineLongExport(teamRoutes.download, {
  name: '拼团列表导出',
  count: (ctx, { shown: _, page: _1, limit: _2, ...filter }) => teams.count(ctx, filter),
  next: (ctx, { shown: _, page: _1, limit: _2, ...filter }, batch) => teams.next(ctx, filter, batch),
  idOf: ({ id }) => id,
  columns: [
    { title: 'ID', of: 'id', value: ({ id }) => id, width: 8 },
    { title: '开团团长', of: 'nickname', value: ({ nickname }) => nickname, width: 20 },
    { title: '开团时间', of: 'createTime', value: ({ createdAt }) => toWireTime(createdAt), width: 20 },
    { title: '拼团商品', of: 'title', value: ({ title }) => title, width: 30 },
    { title: '几人团', of: 'people', value: ({ people }) => people, width: 10 },
    { title: '几人参加', of: 'memberCount', value: ({ memberCount }) => memberCount, width: 10 },
    { title: '补齐人数', of: 'memberCount', value: ({ virtualCount }) => virtualCount, width: 10 },
    { title: '结束时间', of: 'stopTime', value: ({ stopAt }) => toWireTime(stopAt), width: 20 },
    { title: '拼团状态', of: 'status', value: ({ status }) => teamStatusWords[status], width: 10 },
    {
      title: '结束原因',
      of: 'status',
      value: ({ endReason }) => (endReason ? teamEndReasons[endReason] : ''),
      width: 12,
    },
  ],
})

/** All teams and their members are counted, which takes a moment in a large shop. */
const SUMS_KEPT = { ttlSeconds: 5, max: 50 }

/** The figures above the list of teams, at most five seconds old. */
export async function sumTeams(ctx: Ctx) {
  const kept = ctx.platform.caches.named<Awaited<ReturnType<typeof teams.sum>>>('team-sums', SUMS_KEPT)
  const { people, done, running, failed } = await kept.get(JSON.stringify(ctx.actor.scope.storeIds ?? 'all'), () =>
    teams.sum(ctx),
  )
  return { countPeople: people, countTeam: done, runningTeam: running, failTeam: failed }
}

/** The buyers of a team, including those who left; only staff who may see orders get their orders. @throws 404 */
export async function listMembers(ctx: Ctx, id: number): Promise<TeamMember[]> {
  if (!(await teams.find(ctx, id))) throw notFound('拼团')
  const rows = await teams.listMembers(ctx, id)
  const isTold = isToldOrders(ctx)
  const media = await readMedia(ctx)
  return rows.map(({ avatar, payPriceFen, tab, refundStatus, createdAt, ...member }) => ({
    ...member,
    ...(!isTold && { orderId: 0, orderNo: '' }),
    avatar: media.toWire(avatar),
    totalPrice: toYuan(payPriceFen),
    orderStatus: orderStateOf(tab as OrderTab, refundStatus as RefundStatus)?.value ?? '',
    refundStatus: refundStatusWords[refundStatus as RefundStatus],
    createTime: toWireTime(new Date(createdAt)),
  }))
}

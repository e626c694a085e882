import { type BargainHelp, type BargainSession, bargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { sessionStatusWords } from '@zhanggui/domain/promotion/bargain-session.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { defineLongExport } from '../../../platform/work/exports.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { withinScope } from '../../user/scope/customer-scope.parts.ts'
import * as sessions from './bargain-session.repository.ts'

/** A session has no more cuts. */
const MAX_CUTS = 9999

/** A page of sessions, the newest first. */
export async function listSessions(ctx: Ctx, { query }: RouteInput<typeof bargainSession.list>) {
  const { status, dateLimit, keywords, bargainId, uid, ...left } = query
  const paging = readPage(left)
  const { rows, ...counted } = await sessions.list(ctx, { status, dateLimit, keywords, bargainId, uid }, paging)
  const media = await readMedia(ctx)
  return { list: rows.map((row) => toWire(row, media)), ...counted, page: paging.page, limit: paging.limit }
}

function toWire(row: sessions.ListedSession, media: Media): BargainSession {
  const { id, uid, nickname, activityId: bargainId, title, priceFen, minPriceFen, cutFen, peopleNum, cutCount } = row
  const { status, isCancelled, orderNo, orderId } = row
  return {
    id,
    uid,
    nickname,
    bargainId,
    title,
    peopleNum,
    status,
    isCancelled,
    orderNo,
    avatar: media.toWire(row.avatar),
    image: media.toWire(row.image),
    price: toYuan(priceFen),
    minPrice: toYuan(minPriceFen),
    cutPrice: toYuan(cutFen),
    nowPrice: toYuan(priceFen - cutFen),
    cutNum: cutCount,
    leftNum: peopleNum - cutCount,
    statusName: isCancelled ? '已取消' : sessionStatusWords[status],
    stopTime: toWireTime(row.stopAt),
    orderDeadline: wireTime(row.orderDeadline),
    hasOrder: orderId !== null,
    orderId: orderNo ? (orderId ?? 0) : 0,
    createTime: toWireTime(row.createdAt),
  }
}

/** A session. @throws 404 */
export async function getSession(ctx: Ctx, id: number): Promise<BargainSession> {
  const row = await sessions.find(ctx, id)
  if (!row) throw notFound('砍价记录')
  return toWire(row, await readMedia(ctx))
}

/** The sheet of sessions. */
export const sessionExport = defineLongExport(bargainSession.download, {
  name: '砍价列表导出',
  count: (ctx, { shown: _, page: _1, limit: _2, ...filter }) => sessions.count(ctx, filter),
  next: (ctx, { shown: _, page: _1, limit: _2, ...filter }, batch) => sessions.next(ctx, filter, batch),
  idOf: ({ id }) => id,
  columns: [
    { title: 'ID', of: 'id', value: ({ id }) => id, width: 8 },
    { title: '发起用户', of: 'nickname', value: ({ nickname }) => nickname, width: 20 },
    { title: '开启时间', of: 'createTime', value: ({ createdAt }) => toWireTime(createdAt), width: 20 },
    { title: '砍价商品', of: 'title', value: ({ title }) => title, width: 30 },
    { title: '起始金额', of: 'minPrice', value: ({ priceFen }) => toYuan(priceFen), money: true, width: 12 },
    { title: '最低价', of: 'minPrice', value: ({ minPriceFen }) => toYuan(minPriceFen), money: true, width: 12 },
    {
      title: '当前价',
      of: 'nowPrice',
      value: ({ priceFen, cutFen }) => toYuan(priceFen - cutFen),
      money: true,
      width: 12,
    },
    { title: '总砍价次数', of: 'peopleNum', value: ({ peopleNum }) => peopleNum, width: 10 },
    { title: '剩余砍价次数', of: 'leftNum', value: ({ peopleNum, cutCount }) => peopleNum - cutCount, width: 10 },
    { title: '结束时间', of: 'stopTime', value: ({ stopAt }) => toWireTime(stopAt), width: 20 },
    {
      title: '砍价状态',
      of: 'status',
      value: ({ status, isCancelled }) => (isCancelled ? '已取消' : sessionStatusWords[status]),
      width: 10,
    },
    { title: '订单号', of: 'orderNo', value: ({ orderNo }) => orderNo, width: 22 },
  ],
})

/** The cuts of a session by customers within the caller's scope, the newest first. @throws 404 */
export async function listHelps(ctx: Ctx, id: number): Promise<BargainHelp[]> {
  if (!(await sessions.find(ctx, id))) throw notFound('砍价记录')
  const media = await readMedia(ctx)
  const rows = await sessions.listHelps(ctx, id, { limit: MAX_CUTS, offset: 0, seen: withinScope(ctx) })
  return rows.map(({ seq, uid, nickname, avatar, cutFen, isNew, createdAt }) => ({
    id: seq,
    uid,
    nickname,
    avatar: media.toWire(avatar),
    price: toYuan(cutFen),
    isNew,
    createTime: toWireTime(new Date(createdAt)),
  }))
}

import { type CouponCopy, type CouponCopyQuery, couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { copyFateOf, copyFates, copyState, copyStates, couponSources } from '@zhanggui/domain/promotion/coupon.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { defineLongExport } from '../../../platform/work/exports.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import * as copies from './coupon-copy.repository.ts'

/** A page of buyers' copies, newest first. @throws 400 for an unreadable time range */
export async function listCopies(ctx: Ctx, { page, limit, ...filter }: CouponCopyQuery) {
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await copies.list(ctx, filter, paging)
  const media = await readMedia(ctx)
  const list = rows.map((row) => describeCopy(row, ctx.now(), media))
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

function describeCopy(row: copies.CopyRow, now: Date, media: Media): CouponCopy {
  const { uid, nickname, avatar, voidReason } = row
  const owned = describeOwned(row, now)
  const status = row.status === 2 && voidReason ? 3 : owned.status
  return { ...owned, status, uid, nickname, avatar: media.toWire(avatar), voidReason }
}

/** Copies as their owner sees them, by id. */
export async function describeOwnedOf(ctx: Ctx, ids: readonly number[]) {
  const rows = await copies.listByIds(ctx, ids)
  return new Map(rows.map((row) => [row.id, describeOwned(row, ctx.now())]))
}

/** A copy as its owner sees it. One that is past its end counts as over, whatever a job has noted. */
export function describeOwned(row: copies.CopyRow, now: Date) {
  const { id, couponId, name, moneyFen, minPriceFen, useType, scopeIds, source, startTime, endTime, orderNo } = row
  const validStr = copyState({ status: row.status, from: startTime, to: endTime }, now)
  return {
    id,
    couponId,
    name,
    useType,
    scopeIds,
    source,
    validStr,
    money: toYuan(moneyFen),
    minPrice: toYuan(minPriceFen),
    status: validStr === 'overdue' ? 2 : row.status,
    startTime: toWireTime(startTime),
    endTime: toWireTime(endTime),
    useTime: wireTime(row.useTime),
    orderNo: orderNo ?? '',
    createTime: toWireTime(row.createdAt),
    updateTime: toWireTime(row.updatedAt),
  }
}

const at = (title: string, of: string, value: (row: CouponCopy) => string) => ({ title, of, value, width: 20 })

/** 优惠券领取记录: what the list shows. */
export const copyExport = defineLongExport(couponCopy.download, {
  name: '优惠券领取记录',
  count: (ctx, { page: _, limit: __, ...filter }) => copies.count(ctx, filter),
  next: async (ctx, { page: _, limit: __, ...filter }, batch) => {
    const media = await readMedia(ctx)
    return (await copies.next(ctx, filter, batch)).map((row) => describeCopy(row, ctx.now(), media))
  },
  idOf: ({ id }) => id,
  columns: [
    { title: '优惠券ID', of: 'couponId', value: ({ couponId }) => couponId, width: 10 },
    { title: '优惠券名称', of: 'name', value: ({ name }) => name, width: 24 },
    { title: '用户ID', value: ({ uid }) => uid, width: 10 },
    { title: '领取人', of: 'nickname', value: ({ uid, nickname }) => nickname || `用户 ${uid}` },
    { title: '面值', of: 'money', value: ({ money }) => money, width: 12 },
    { title: '最低消费额', of: 'money', value: ({ minPrice }) => minPrice, width: 12 },
    at('开始使用时间', 'startTime', ({ startTime }) => startTime),
    at('结束使用时间', 'endTime', ({ endTime }) => endTime),
    { title: '获取方式', of: 'source', value: ({ source }) => couponSources[source], width: 12 },
    { title: '是否可用', of: 'validStr', value: ({ validStr }) => copyStates[validStr], width: 14 },
    { title: '使用状态', of: 'status', value: copyFateOf, width: 10 },
    at('使用时间', 'status', ({ useTime }) => useTime ?? ''),
    { title: '订单号', of: 'orderNo', value: ({ orderNo }) => orderNo, width: 24 },
    at('领取时间', 'nickname', ({ createTime }) => createTime),
    { title: '失效原因', of: 'status', value: ({ voidReason }) => voidReason, width: 24 },
  ],
})

/** Makes unused copies void; used and ended ones are skipped. The buyers' limit stays as it is. */
export function revokeCopies(ctx: Ctx, { ids, reason }: { ids: readonly number[]; reason: string }) {
  return retried(ctx, async (tx) => {
    const revoked = await copies.revoke(tx, ids, reason)
    for (const { id, name } of revoked) {
      const [before, after] = [{ status: copyFates[0] }, { status: copyFates[3], voidReason: reason }]
      await audit(tx, { action: 'revoke', objectId: id, objectName: name, before, after, labels })
    }
    return { revoked: revoked.length, skipped: ids.length - revoked.length }
  })
}

const labels = { status: '使用状态', voidReason: '失效原因' }

/** Registers the job that notes which copies are over; nothing is decided by its note. */
export function registerCopyJobs({ scheduler }: Platform): void {
  scheduler.handle('couponExpire', {
    title: '优惠券过期',
    cron: '0 */1 * * * ?',
    run: (ctx, _, signal) => expireCopies(ctx, signal),
  })
}

/** Notes which copies are over. Returns how many it noted. */
async function expireCopies(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let expired = 0
  for (let batch = 1; batch && !signal.aborted; expired += batch) batch = await copies.expireNext(ctx)
  return expired
}

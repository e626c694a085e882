import type { CouponCopy, CouponCopyQuery } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { copyState } from '@zhanggui/domain/promotion/coupon.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readPage } from '../../../platform/http/paging.ts'
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
  return { ...describeOwned(row, now), uid, nickname, avatar: media.toWire(avatar), voidReason }
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
    ...{ id, couponId, name, useType, scopeIds, source, validStr },
    ...{ money: toYuan(moneyFen), minPrice: toYuan(minPriceFen) },
    status: validStr === 'overdue' ? 2 : row.status,
    startTime: toWireTime(startTime),
    endTime: toWireTime(endTime),
    useTime: wireTime(row.useTime),
    orderNo: orderNo ?? '',
    createTime: toWireTime(row.createdAt),
    updateTime: toWireTime(row.updatedAt),
  }
}

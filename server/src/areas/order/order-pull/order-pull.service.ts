import type { PulledOrder } from '@zhanggui/contract/order/order-pull.ts'
import { areaText } from '@zhanggui/domain/order/order-label.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { forbidden } from '../../../platform/http/errors.ts'
import { SEE_SENSITIVE } from '../../user/shop-user/shop-user.service.ts'
import { listWhole } from '../order-list/order-info.service.ts'
import { findChanged, skuNosOf } from './order-pull.repository.ts'

const MAX_PULLED = 100

/**
 * Orders that changed since a cursor, each once and whole, for other programs: receivers in full. An order that changes again
 * comes again with a later cursor. A key says by its scope that its program may have them; a person needs the right to phones.
 * @throws 403
 */
export async function pullOrders(ctx: Ctx, { cursor = 0, limit = MAX_PULLED }: { cursor?: number; limit?: number }) {
  if (!ctx.actor.key && !holds(ctx.actor, SEE_SENSITIVE)) throw forbidden(SEE_SENSITIVE)
  const changed = await findChanged(ctx, cursor, Math.min(limit, MAX_PULLED))
  const list = await readPulled(ctx, changed.orderIds)
  if (list.length) {
    const after = { orders: list.map(({ orderNo }) => orderNo).join('、') }
    const objectName = `订单推送 ${list.length} 单`
    await audit(ctx, {
      action: 'pull',
      objectType: 'order',
      objectId: '',
      objectName,
      after,
      labels: { orders: '订单' },
    })
  }
  return { list, cursor: changed.cursor, more: changed.more }
}

/** Orders in full; without those deleted for good, or outside the caller's stores. */
async function readPulled(ctx: Ctx, ids: readonly number[]): Promise<PulledOrder[]> {
  const found = await listWhole(ctx, ids)
  const skuIds = new Set(found.flatMap(({ info }) => info.lines.map(({ skuId }) => skuId)))
  const skuNos = await skuNosOf(ctx, [...skuIds])
  return found.map(({ row, info: { allow: _, lines, ...order } }) => ({
    ...order,
    realName: row.realName,
    userPhone: row.userPhone,
    detail: row.detail,
    address: [areaText(row), row.detail].filter(Boolean).join(' '),
    lines: lines.map((line) => ({ ...line, skuNo: skuNos.get(line.skuId) ?? '' })),
  }))
}

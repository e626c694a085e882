import type { CommissionVoid } from '@zhanggui/contract/order/order-commission.ts'
import {
  commissionLevels,
  commissionStatuses,
  commissionStatusLabels,
} from '@zhanggui/domain/distribution/commission.ts'
import { toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound, stateConflict } from '../../../platform/http/errors.ts'
import {
  listThawing,
  type ThawingCommission,
  thawCommission,
  voidRecord,
} from '../../distribution/commission/commission.service.ts'
import { eachRow } from '../../work/parked/job-parked.service.ts'
import * as orders from '../order/order.repository.ts'
import { withOrder } from '../order/order-change.service.ts'

const BATCH = 200

export const COMMISSION_UNFREEZE = 'brokerageUnfreeze'

/** Gives promoters the commission whose time has come; of an order under refund it waits. Returns of how many records. */
export async function thawCommissions(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let done = 0
  let after: ThawingCommission | undefined
  while (!signal.aborted) {
    const due = await listThawing(ctx, COMMISSION_UNFREEZE, after, BATCH)
    done += await eachRow(ctx, COMMISSION_UNFREEZE, due, signal, ({ orderId }) =>
      retried(ctx, async (tx) => {
        const order = await orders.lockOrder(tx, { id: orderId })
        if (!order || order.refundStatus === 1 || order.refundStatus === 3) return false
        return (await thawCommission(tx, order)) > 0
      }),
    )
    after = due.at(-1)
    if (due.length < BATCH) break
  }
  return done
}

/**
 * Makes the commission of an order void on one level, for good, as when its promoter bought it under another name.
 * @throws 404, also for accounts that see their stores alone, which see no commission, and for a level that earned nothing; 409 for what the promoter has already
 */
export function voidCommission(ctx: Ctx, { orderNo, level, reason }: CommissionVoid): Promise<Record<never, never>> {
  if (ctx.actor.scope.storeIds) throw notFound('订单')
  return withOrder(ctx, { orderNo }, async (tx, order) => {
    const had = await voidRecord(tx, { orderId: order.id, level, mark: reason })
    if (!had) throw notFound(`该订单的${commissionLevels[level]}佣金`)
    if (had.status === commissionStatuses.done) throw stateConflict('佣金已到账，请用佣金调整')
    if (had.status === commissionStatuses.void) throw stateConflict('该佣金已失效')
    await orders.noteOrder(tx, order.id, {
      changeType: 'commission',
      message: `${commissionLevels[level]}佣金 ${yuanText(had.priceFen)} 作废，原因：${reason}`,
    })
    await audit(tx, {
      action: 'void',
      objectType: 'order',
      objectId: order.id,
      objectName: orderNo,
      before: { commission: toYuan(had.priceFen), status: commissionStatusLabels[had.status] },
      after: { commission: 0, status: commissionStatusLabels[commissionStatuses.void], reason },
      labels: { commission: `${commissionLevels[level]}佣金`, status: '状态', reason: '原因' },
    })
    return {}
  })
}

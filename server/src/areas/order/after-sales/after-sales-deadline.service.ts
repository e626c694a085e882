import { amountText, toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { canEndCase, canMoveOn, serviceTypes } from '@zhanggui/domain/order/after-sales.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { isRefusal } from '../../../platform/http/error-body.ts'
import type { OutboxMessage } from '../../../platform/work/outbox.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { eachRow } from '../../work/parked/job-parked.service.ts'
import * as orders from '../order/order.repository.ts'
import { isLeftToStaff } from '../refund/refund.service.ts'
import * as cases from './after-sales.repository.ts'
import { approveMoney, approveReturn, endCase, isSettledAlone } from './after-sales-flow.service.ts'

/** The job that keeps the time limits of cases. */
export const DEADLINES = 'afterSalesDeadline'
const BATCH = 200

/**
 * The time limits of cases: the shop is reminded at half of its time, at the end of it the case is
 * approved where the shop wishes so; a return that was not sent in time ends.
 * @returns how many cases it changed
 */
export async function settleDeadlines(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const late = await eachDue(ctx, signal, cases.listLate, judgeLate)
  return late + (await eachDue(ctx, signal, cases.listUnreturned, endUnreturned))
}

type Step = (tx: Ctx, order: orders.OrderRow, row: cases.CaseRow) => Promise<unknown>

async function eachDue(ctx: Ctx, signal: AbortSignal, list: typeof cases.listLate, step: Step): Promise<number> {
  let done = 0
  for (let after = 0; !signal.aborted; ) {
    const due = await list(ctx, DEADLINES, after, BATCH)
    done += await eachRow(ctx, DEADLINES, due, signal, (each) => onCase(ctx, each, step))
    if (due.length < BATCH) break
    after = due.at(-1)?.id ?? after
  }
  return done
}

function onCase(ctx: Ctx, { id, orderId }: cases.DueCase, step: Step): Promise<unknown> {
  return retried(ctx, async (tx) => {
    const order = await orders.lockOrder(tx, { id: orderId })
    const row = order && (await cases.lockCase(tx, id))
    return order && row && row.salesState === 0 ? step(tx, order, row) : false
  })
}

async function judgeLate(tx: Ctx, order: orders.OrderRow, row: cases.CaseRow): Promise<unknown> {
  const { auditDeadline: end } = row
  // What is on its way ends the case, or leaves it to the next run.
  if (row.state !== 0 || !end || canMoveOn(order)) return false
  const { after_sales_auto_approve: approves } = await getSettings(tx)
  if (end <= tx.now() && approves && !(await isLeftToStaff(tx, order, row.refundAmountFen))) {
    await cases.noteCase(tx, row.id, { what: 'auto', message: '超过审核时限，系统自动同意' })
    return row.serviceType ? approveReturn(tx, order, row, { place: {} }) : approveMoney(tx, order, row, {})
  }
  if (row.reminded) return false
  await cases.changeCase(tx, row.id, { reminded: true })
  await notify(tx, {
    event: 'refund.applied',
    level: 'warn',
    title: `售后单待审核：${row.salesNo}`,
    content: `${serviceTypes[row.serviceType]} ${yuanText(row.refundAmountFen)}，请在 ${toWireTime(end).slice(0, 16)} 前处理`,
    ...whereTo(row),
    to: { permission: 'admin:order:refund', storeId: row.storeId },
  })
  return true
}

async function endUnreturned(tx: Ctx, order: orders.OrderRow, row: cases.CaseRow): Promise<unknown> {
  const { returnDeadline } = row
  if (row.state !== 1 || !returnDeadline || returnDeadline > tx.now() || canEndCase(order)) return false
  return endCase(tx, order, row, { salesState: 3, message: '买家超时未寄回商品，售后关闭' })
}

/**
 * Settles a case of which nothing was sent, where the shop wishes so and nothing was printed: money goes back without staff. What
 * cannot be settled so is left to staff.
 */
export async function settleAlone(ctx: Ctx, salesId: number): Promise<void> {
  const found = await cases.findCase(ctx, salesId)
  if (!found) return
  try {
    await onCase(ctx, found, async (tx, order, row) => {
      const { refund_auto_unshipped } = await getSettings(tx)
      if (!refund_auto_unshipped || row.state !== 0 || !isSettledAlone(row, order)) return false
      if (await isLeftToStaff(tx, order, row.refundAmountFen)) return false
      await cases.noteCase(tx, row.id, { what: 'auto', message: '未发货，系统自动同意退款' })
      return approveMoney(tx, order, row, {})
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    ctx.log.info({ salesId, reason: error.message }, 'a case of unsent goods is left to staff')
  }
}

const notices = {
  'refund.applied': { permission: 'admin:order:refund', title: '退款申请' },
  'return.sent': { permission: 'admin:order:refund:list', title: '买家寄回退货' },
} as const

/** Tells staff of a new case, or of a parcel on its way back: those who may see it. */
export async function noticeCase(tx: Ctx, { event, data }: OutboxMessage): Promise<void> {
  const row = await cases.findForNotice(tx, Number(data.salesId))
  if (!row) return
  const name = event as keyof typeof notices
  const { permission, title } = notices[name]
  const amount = yuanText(row.refundAmountFen)
  const content =
    name === 'return.sent'
      ? `${row.expressName} ${row.expressNo}，收到后退款 ${amount}`
      : `${serviceTypes[row.serviceType]} ${amount}，${row.reason}`
  const { orderNo, salesNo, serviceType } = row
  await notify(tx, {
    event: name,
    title: `${title}：${orderNo}`,
    content,
    ...whereTo(row),
    payload: { orderNo, salesNo, amount: toYuan(row.refundAmountFen), serviceType },
    to: { permission, storeId: row.storeId },
    ...(name === 'refund.applied' && {
      sms: { mark: 'adminRefund', values: { orderNo, amount: amountText(row.refundAmountFen), reason: row.reason } },
    }),
  })
}

const whereTo = ({ id, salesNo }: { id: number; salesNo: string }) => ({
  link: `/order/refund?keywords=${salesNo}&look=${id}`,
  object: { type: 'after-sales', id },
})

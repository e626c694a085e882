import { toYuan } from '@zhanggui/domain/money.ts'
import { experienceOf, keptOf } from '@zhanggui/domain/order/refund-quote.ts'
import type { PayType } from '@zhanggui/domain/payment/payment.ts'
import { earn } from '@zhanggui/domain/promotion/quote.ts'
import { pointsStatuses } from '@zhanggui/domain/user/ledger.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { earnMore } from '../../distribution/commission/commission.service.ts'
import { insertPaid } from '../../payment/payment/payment.service.ts'
import { moveStockLast } from '../../product/stock/product-stock.service.ts'
import { nameOf } from '../../promotion/quote/quote.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import {
  addBill,
  changeExperience,
  changePoints,
  countBought,
  lockCustomers,
  takeBalance,
} from '../../user/ledger/ledger.service.ts'
import * as orders from '../order/order.repository.ts'
import { onEdited } from '../order/order-effects.service.ts'
import { eventOf } from '../order/order-transition.service.ts'
import { startRefund } from '../refund/refund.service.ts'
import * as edits from './order-edit.repository.ts'
import { paidForEdit, refOf } from './order-edit.service.ts'

/**
 * Applies an edit whose money is there, or that asks for none: new lines, sums, what the buyer has of them; swapped lines; the
 * refund of what is removed, of which what is added takes its part first. The stock it takes is the caller's.
 * @param order locked, paid, nothing sent
 * @param edit locked
 * @param money how the difference was paid, its payment is stored by the caller; or what proves that it was handed over
 * @returns undefined when the balance is too small; nothing may be committed then
 * @throws as {@link startRefund}
 */
export async function applyEdit(
  tx: Ctx,
  order: orders.OrderRow,
  edit: edits.EditRow,
  { payType, voucher }: { payType?: PayType; voucher?: string | undefined } = {},
) {
  const { plan, addedFen, removedFen, differenceFen } = edit
  await edits.end(tx, edit.id, 1)
  const lines = await orders.linesOf(tx, order.id)
  if (plan.add.length) await edits.addLines(tx, order.id, plan.add)
  for (const step of plan.swap) await edits.swapLine(tx, step)
  const after = await changeSums(tx, order)
  if (!(await book(tx, order, edit, payType))) return undefined
  const pointsGiven = await bookEarned(tx, { order, lines }, after, edit)
  const had = new Set(lines.map(({ id }) => id))
  await earnMore(
    tx,
    order.id,
    after.lines.flatMap(({ id }) => (had.has(id) ? [] : [id])),
  )

  const text = editText(plan, lines)
  await orders.noteOrder(tx, order.id, {
    changeType: 'edit',
    message: `${text}，原因：${edit.reason}`,
    extra: { editNo: edit.editNo, added: toYuan(addedFen), removed: toYuan(removedFen) },
  })
  let saved = { id: order.id, version: after.order.version }
  if (plan.remove.length) {
    const nettedFen = Math.min(addedFen, removedFen)
    const payFor = paidForEdit(order, edit, nettedFen)
    const netted = nettedFen
      ? { paymentId: (await insertPaid(tx, payFor, 'edit', order.payType || 'zero')).id, amountFen: nettedFen }
      : undefined
    const started = await startRefund(tx, after.order, {
      isEdit: true,
      lines: plan.remove.map(({ lineId, num }) => ({ lineId, num })),
      reason: `改单：${edit.reason}`,
      netted,
      pointsGiven,
      voucher,
    })
    saved = started
  }
  const sold = [...plan.add, ...plan.swap].map(({ skuId, num }) => ({ skuId, num }))
  const old = plan.swap.map(({ oldSkuId, num }) => ({ skuId: oldSkuId, num }))
  await moveStockLast(tx, [
    { items: sold, sales: 1 },
    { items: old, sales: -1 },
    { items: old, backAs: { reason: 'order_cancel', ...refOf(edit) } },
  ])
  await onEdited(tx, order)
  const sums = { added: toYuan(addedFen), removed: toYuan(removedFen), difference: toYuan(differenceFen) }
  await emit(tx, 'order.edited', { ...eventOf(order), editNo: edit.editNo, ...sums })
  return { id: saved.id, version: saved.version }
}

/** Recomputes an order's sums from its lines. */
async function changeSums(tx: Ctx, order: orders.OrderRow) {
  const lines = await orders.linesOf(tx, order.id)
  const sum = (of: (line: orders.LineRow) => number) => lines.reduce((total, line) => total + of(line), 0)
  const payPriceFen = sum(({ payShareFen }) => payShareFen) + order.payPostageFen
  const set = {
    payPriceFen,
    totalNum: sum(({ num }) => num),
    lineCount: lines.length,
    proTotalPriceFen: sum(({ lineTotalFen }) => lineTotalFen),
    costFen: sum(({ costFen, num }) => costFen * num),
    gainIntegral: await earnedBy(tx, lines, payPriceFen),
    ...(order.printTime && { printStale: true }),
  }
  const { version } = await orders.changeOrder(tx, order.id, set)
  return { order: { ...order, ...set, version }, lines }
}

/** The bill of the difference, and what the customer has bought. False when the balance is too small. */
async function book(tx: Ctx, order: orders.OrderRow, edit: edits.EditRow, payType: PayType | undefined) {
  const { uid, orderNo: linkId } = order
  await lockCustomers(tx, [uid])
  if (edit.differenceFen > 0 && payType) {
    const bill = { uid, linkId, type: 'pay_order' as const, title: '改单补差价', payType, mark: edit.reason }
    const move = { ...bill, numberFen: edit.differenceFen, bizKey: `edit:${edit.id}:pay` }
    if (payType !== 'yue') await addBill(tx, move, -1)
    else if (!(await takeBalance(tx, move))) return false
  }
  // What is removed pays for what is added first: neither bought nor given back.
  if (edit.differenceFen > 0) await countBought(tx, uid, edit.differenceFen)
  return true
}

type Sums = { order: orders.OrderRow; lines: readonly orders.LineRow[] }

/** The points that an order earns once its lines come to a sum. */
export async function earnedBy(
  ctx: Ctx,
  lines: readonly Pick<orders.LineRow, 'num' | 'giveIntegral'>[],
  payPriceFen: number,
): Promise<number> {
  const { order_give_integral } = await getSettings(ctx)
  return earn([Math.round(order_give_integral * 100), 100], lines, payPriceFen)
}

/**
 * Experience and points become what a refund would keep of the new sums; the refund of what is removed takes its own.
 * @returns how many points more these are
 */
async function bookEarned(tx: Ctx, before: Sums, after: Sums, edit: edits.EditRow): Promise<number> {
  const { uid, id, orderNo: linkId } = before.order
  const keeps = (gain: number, { order, lines }: Sums) => keptOf(gain, order, lines)
  const grown = keeps(experienceOf(after.order), after) - keeps(experienceOf(before.order), before)
  const earned = keeps(after.order.gainIntegral, after)
  const note = { uid, linkType: 'order' as const, linkId, title: '订单改单' }
  if (grown)
    await changeExperience(tx, {
      ...note,
      type: grown > 0 ? 1 : 2,
      experience: Math.abs(grown),
      bizKey: `edit:${edit.id}:experience`,
    })
  await changePoints(tx, {
    ...note,
    title: '用户订单付款成功',
    type: 1,
    integral: earned,
    bizKey: `order:${id}:earn`,
    status: pointsStatuses.created,
    mayRise: true,
  })
  return earned - keeps(before.order.gainIntegral, before)
}

/** What an edit does, in words. */
export function editText({ add, remove, swap }: edits.EditRow['plan'], lines: readonly orders.LineRow[]): string {
  const of = (lineId: number) => {
    const line = lines.find(({ id }) => id === lineId)
    return line ? nameOf(line) : ''
  }
  return [
    ...add.map((line) => `增加「${nameOf(line)}」×${line.num}`),
    ...remove.map(({ lineId, num }) => `减少「${of(lineId)}」×${num}`),
    ...swap.map(({ lineId, set, num }) => `「${of(lineId)}」×${num} 换为 ${set.sku}`),
  ].join('，')
}

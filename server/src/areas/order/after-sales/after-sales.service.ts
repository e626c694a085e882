import type { AuditAction } from '@zhanggui/contract/audit-actions.ts'
import { afterSales as routes } from '@zhanggui/contract/order/after-sales.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toFen, toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { caseGuards, serviceTypes } from '@zhanggui/domain/order/after-sales.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { forbidden, notFound, stateConflict, versionConflict } from '../../../platform/http/errors.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { todoChanged } from '../../message/live/todo.service.ts'
import { approvable } from '../../work/approval/approval.service.ts'
import * as orders from '../order/order.repository.ts'
import { seesOrder, withOrder } from '../order/order-change.service.ts'
import { lockOrder, refuseBy } from '../order/order-transition.service.ts'
import * as cases from './after-sales.repository.ts'
import {
  agree,
  approveMoney,
  approveReturn,
  keepImages,
  openCase,
  payBack,
  refuseCase,
} from './after-sales-flow.service.ts'

export const WHAT = '售后单'
export const APPROVE = 'admin:order:refund'
export const REFUSE = 'admin:order:refund:refuse'
export const RECEIVE = 'admin:order:refund:receive'

type Named = { id: number; version?: number | undefined }
type Input<Name extends keyof typeof routes> = RouteInput<(typeof routes)[Name]>['body']

/** Locks the order of a case, then the case, and does the work with both. @throws 404, also outside the caller's stores; 409 */
async function withCase<Result>(
  ctx: Ctx,
  { id, version }: Named,
  work: (tx: Ctx, order: orders.OrderRow, row: cases.CaseRow) => Promise<Result>,
): Promise<Result> {
  const found = await cases.findCase(ctx, id)
  if (!found) throw notFound(WHAT)
  return retried(ctx, async (tx) => {
    const order = await lockOrder(tx, { id: found.orderId })
    if (!seesOrder(tx, order)) throw notFound(WHAT)
    const row = await cases.lockCase(tx, id)
    if (!row) throw notFound(WHAT)
    if (version !== undefined && version !== row.version) throw stale(row)
    return work(tx, order, row)
  })
}

/** Says that a case was handled meanwhile, or else that it has changed. */
function stale(row: cases.CaseRow) {
  if (row.state === 3) return stateConflict('售后单已处理')
  return versionConflict({ id: row.id, version: row.version })
}

/**
 * The shop judges a case: refuses it, has money sent back, or has the goods returned first.
 * @throws 400, 403 without the permission for that, 404, 409 once it was handled, 422 above what can go back, 428
 */
export async function checkCase(ctx: Ctx, form: Input<'check'>) {
  const { id, version, pass, ...given } = form
  const permission = pass ? APPROVE : REFUSE
  if (!holds(ctx.actor, permission)) throw forbidden(permission)
  const { refuseReason = '', images = [] } = given
  if (!pass && refuseReason.length < 2) throw new BadInput('请填写拒绝退款原因', 'refuseReason')
  return withCase(ctx, { id, version }, async (tx, order, row) => {
    if (!pass) return refuse(tx, order, row, refuseReason, images)
    refuseBy(caseGuards.approve(row, order))
    const agreed = {
      refundAmountFen: given.refundAmount === undefined ? undefined : toFen(given.refundAmount),
      postageFen: given.postage === undefined ? undefined : toFen(given.postage),
    }
    if (row.serviceType === 0)
      return approvable(tx, { route: routes.check, input: form, reason: reasonOf(row) }, async (own) => {
        const saved = await approveMoney(own, order, row, agreed)
        await trail(own, row, 'approve', { refundAmount: toYuan(agreed.refundAmountFen ?? row.refundAmountFen) })
        return saved
      })
    const { consignee, phone, address } = given
    const place = { ...(consignee && { consignee }), ...(phone && { phone }), ...(address && { address }) }
    const saved = await approveReturn(tx, order, row, { ...agreed, place })
    await trail(tx, row, 'approve', { refundAmount: toYuan(agreed.refundAmountFen ?? row.refundAmountFen), ...place })
    return saved
  })
}

/** T17: the shop refuses the open case of an order. @throws 400, 404, also without one; 409 once it was handled */
export function refuseRefund(ctx: Ctx, { reason, images = [], ...named }: Input<'refuse'>) {
  return withOrder(ctx, named, async (tx, order) => {
    const row = await cases.lockOpen(tx, order.id)
    if (!row) throw stateConflict('售后单已处理')
    return refuse(tx, order, row, reason, images)
  })
}

async function refuse(tx: Ctx, order: orders.OrderRow, row: cases.CaseRow, reason: string, images: readonly string[]) {
  refuseBy(caseGuards.refuse(row, order))
  // Then the buyer has sent something: what came, or did not, is shown.
  if (row.state === 2 && !images.length) throw new BadInput('请上传验货图片或物流截图', 'images')
  const saved = await refuseCase(tx, order, row, { reason, images })
  await trail(tx, row, 'refuse', { refuseReason: reason })
  return saved
}

/**
 * The shop takes back what came: good, or with a difference, for which the amount may be lowered.
 * @throws 400, 404, 409 unless the parcel is on its way, 422 for more than was agreed
 */
export function receiveReturn(ctx: Ctx, { id, version, received, ...given }: Input<'receive'>) {
  const { inspectMark = '', inspectImages = [], restock = true } = given
  return withCase(ctx, { id, version }, async (tx, order, row) => {
    refuseBy(caseGuards.receive(row, order))
    const amountFen = given.refundAmount === undefined ? row.refundAmountFen : toFen(given.refundAmount)
    if (amountFen > row.refundAmountFen)
      throw new Refusal(`退款金额超过可退金额，最多可退 ${yuanText(row.refundAmountFen)}`)
    const isLower = amountFen < row.refundAmountFen
    if (isLower && received !== 2) throw new BadInput('降低退款金额时请选择「有差异」', 'received')
    if (received === 2 && !inspectMark) throw new BadInput('请填写验货说明', 'inspectMark')
    if (isLower && !inspectImages.length) throw new BadInput('请上传验货图片', 'inspectImages')
    const [rows, lines] = [await orders.linesOf(tx, order.id), await cases.linesOfCase(tx, row.id)]
    const { refundAmountFen, postageFen } = agree(order, rows, row, lines, { refundAmountFen: amountFen })
    const media = await readMedia(tx)
    const images = inspectImages.map(media.toStored)
    const saved = await cases.changeCase(tx, id, {
      received,
      refundAmountFen,
      postageFen,
      inspectMark,
      inspectImages: images,
      restock,
    })
    const said = received === 1 ? '已收到退货，商品完好' : `已收到退货，有差异：${inspectMark}`
    const lowered = isLower ? `；退款金额由 ${yuanText(row.refundAmountFen)} 改为 ${yuanText(refundAmountFen)}` : ''
    await cases.noteCase(tx, id, { what: 'receive', message: `${said}${lowered}`, images })
    await keepImages(tx, id, row.salesNo, 'inspectImages', images)
    await todoChanged(tx)
    await trail(
      tx,
      row,
      'receive',
      { received, refundAmount: toYuan(refundAmountFen), inspectMark, restock },
      { received: row.received, refundAmount: toYuan(row.refundAmountFen) },
    )
    return saved
  })
}

/** Money goes back for what was approved, or has come. @throws 404, 409, 422, 428 above the amount of the settings */
export function payCase(ctx: Ctx, form: Input<'pay'>) {
  const { id, version, method, voucher } = form
  return withCase(ctx, { id, version }, async (tx, order, row) => {
    refuseBy(caseGuards.pay(row, order))
    return approvable(tx, { route: routes.pay, input: form, reason: reasonOf(row) }, async (own) => {
      const lines = await cases.linesOfCase(own, row.id)
      await cases.noteCase(own, id, { what: 'pay', message: `退款 ${yuanText(row.refundAmountFen)}` })
      const saved = await payBack(own, order, row, lines, { method, voucher })
      await trail(own, row, 'refund', { refundAmount: toYuan(row.refundAmountFen), refundNo: saved.refundNo })
      return saved
    })
  })
}

/** What the buyer says, for whoever is asked to agree. */
const reasonOf = ({ salesNo, reason, explain }: cases.CaseRow) =>
  `售后单 ${salesNo}：${[reason, explain].filter(Boolean).join('，')}`

/** T16 by staff for a buyer. @throws 404 also for another's order, 409, 422 as openCase */
export function applyForBuyer(ctx: Ctx, { orderNo, version, uid, ...form }: Input<'apply'>) {
  return withOrder(ctx, { orderNo, version }, async (tx, order) => {
    if (uid !== undefined && uid !== order.uid) throw notFound('订单')
    const saved = await openCase(tx, order, form)
    const { serviceType, reason } = form
    await trail(tx, saved, 'create', { orderNo, serviceType: serviceTypes[serviceType], reason })
    return saved
  })
}

const LABELS = {
  refundAmount: '退款金额',
  consignee: '退货收货人',
  phone: '退货电话',
  address: '退货地址',
  received: '收货情况',
  refuseReason: '拒绝原因',
  inspectMark: '验货说明',
  restock: '退回库存',
  refundNo: '退款单号',
  orderNo: '订单号',
  serviceType: '售后类型',
  reason: '退款原因',
}

async function trail(
  tx: Ctx,
  row: Pick<cases.CaseRow, 'id' | 'salesNo'>,
  action: AuditAction,
  after: object,
  before?: object,
) {
  await audit(tx, {
    action,
    objectType: 'after-sales',
    objectId: row.id,
    objectName: row.salesNo,
    before,
    after,
    labels: LABELS,
    secret: ['phone', 'address'],
  })
}

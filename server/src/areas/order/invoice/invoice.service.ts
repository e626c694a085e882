import type {
  FrontInvoice,
  Invoice,
  InvoiceFile,
  InvoiceForm,
  InvoiceIssue,
  InvoiceQuery,
} from '@zhanggui/contract/order/invoice.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toFen, toYuan } from '@zhanggui/domain/money.ts'
import {
  afterChange,
  type InvoiceTitle,
  invoiceFen,
  invoiceKinds,
  invoiceStates,
  refusalOfInvoice,
  tidyTitle,
  titleTypes,
} from '@zhanggui/domain/order/invoice.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { conflict, notFound, refuseTaken, stateConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { useFiles } from '../../file/file/file-ref.service.ts'
import { type TodoCounter, todoChanged } from '../../message/live/todo.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as orders from '../order/order.repository.ts'
import { seesOrder, withOrder } from '../order/order-change.service.ts'
import { stateOf } from '../order/order-describe.service.ts'
import type { OrderEffects } from '../order/order-effects.service.ts'
import { lockOrder, WHAT as ORDER } from '../order/order-transition.service.ts'
import { meaningsOf } from '../order-keyword/order-keyword.service.ts'
import * as invoices from './invoice.repository.ts'
import { readInvoiceFiles, toStoredFile } from './invoice-file.service.ts'

const WHAT = '发票'
const ALREADY = '该订单已申请开票'

/** A page of invoices, the newest first. */
export async function listInvoices(
  ctx: Ctx,
  { page, limit, ...filter }: InvoiceQuery & { page?: number; limit?: number },
) {
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await invoices.list(ctx, filterOf(filter), paging)
  const fileOf = await readInvoiceFiles(ctx)
  const list = rows.map((row) => ({ ...toWire(row), fileUrl: fileOf(row.invoice.fileUrl) }))
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

/** A query, with what its keyword may mean. @throws {BadInput} for words that are too long */
export const filterOf = (query: InvoiceQuery): invoices.InvoiceFilter => ({
  ...query,
  meanings: query.keywords?.trim() ? meaningsOf(query.keywords) : [],
})

/** How many there are in each state. */
export async function countInvoices(ctx: Ctx, query: InvoiceQuery): Promise<Record<string, number>> {
  const found = await invoices.countStates(ctx, filterOf(query))
  return Object.fromEntries(Object.keys(invoiceStates).map((state) => [state, found[Number(state) as 0] ?? 0]))
}

function toWire({ invoice, order, nickname, operatorName }: invoices.FoundInvoice): Invoice {
  const { id, orderId, uid, amountFen, state, number, fileUrl, reason, issueTime, createdAt, email } = invoice
  return {
    id,
    orderId,
    uid,
    ...titleOf(invoice),
    email,
    state,
    number,
    fileUrl,
    reason,
    operatorName,
    orderNo: order.orderNo,
    orderState: stateOf(order).value,
    nickname: nickname ?? '',
    amount: toYuan(amountFen),
    nowAmount: toYuan(invoiceFen(order)),
    issueTime: wireTime(issueTime),
    createTime: toWireTime(createdAt),
  }
}

const titleOf = ({ titleType, title, taxNo, kind, regAddress, regPhone, bankName, bankAccount }: InvoiceTitle) => ({
  titleType,
  title,
  taxNo,
  kind,
  regAddress,
  regPhone,
  bankName,
  bankAccount,
})

/** @throws 422 where no invoice of it may be asked for */
async function requireInvoiceable(tx: Ctx, order: orders.OrderRow): Promise<void> {
  const refusal = refusalOfInvoice(order, await rulesOf(tx))
  if (refusal) throw new Refusal(refusal)
}

async function rulesOf(ctx: Ctx) {
  const { invoice_open: open, invoice_days: days } = await getSettings(ctx)
  return { open, days, now: ctx.now() }
}

/** Asks for an invoice. @param order locked @throws 409 for one that waits or is issued; 422 */
async function ask(tx: Ctx, order: orders.OrderRow, typed: Omit<InvoiceForm, 'orderNo'>): Promise<{ id: number }> {
  const title = tidyTitle(typed)
  if (await invoices.findOpen(tx, order.id)) throw conflict(ALREADY)
  await requireInvoiceable(tx, order)
  const saved = await invoices.insert(tx, { ...title, orderId: order.id, uid: order.uid, amountFen: invoiceFen(order) })
  if (!saved) throw conflict(ALREADY)
  await todoChanged(tx)
  return saved
}

/** Changes what a waiting invoice is written to. @throws 404; 409 for one that was issued meanwhile */
async function rewrite(
  tx: Ctx,
  waiting: invoices.InvoiceRow | undefined,
  typed: Omit<InvoiceForm, 'orderNo'>,
): Promise<{ id: number }> {
  if (!waiting) throw notFound('待开的发票')
  const saved = await invoices.change(tx, { id: waiting.id, state: 0 }, tidyTitle(typed))
  if (!saved) throw stateConflict('发票已开出，不能修改')
  return saved
}

/**
 * Staff ask for an invoice of a customer's order, or change what the waiting one is written to.
 * @throws 404, also outside the caller's stores; 409 for one that is issued; 422
 */
export function saveInvoice(ctx: Ctx, { orderNo, ...typed }: InvoiceForm): Promise<{ id: number }> {
  return withOrder(ctx, { orderNo }, async (tx, order) => {
    const open = await invoices.findOpen(tx, order.id)
    if (open?.state === 1) throw stateConflict('发票已开出，不能修改')
    const saved = open ? await rewrite(tx, open, typed) : await ask(tx, order, typed)
    await trail(tx, order, saved.id, { action: open ? 'update' : 'create', before: open, after: tidyTitle(typed) })
    return saved
  })
}

/** Locks the order of an invoice, then reads the invoice. @throws 404, also outside the caller's stores */
function withInvoice(
  ctx: Ctx,
  id: number,
  work: (tx: Ctx, order: orders.OrderRow, invoice: invoices.InvoiceRow) => Promise<{ id: number }>,
): Promise<{ id: number }> {
  return retried(ctx, async (tx) => {
    const named = await invoices.find(tx, id)
    if (!named) throw notFound(WHAT)
    const order = await lockOrder(tx, { id: named.orderId })
    const invoice = seesOrder(tx, order) ? await invoices.find(tx, id) : undefined
    if (!invoice) throw notFound(WHAT)
    return work(tx, order, invoice)
  })
}

/**
 * Notes that an invoice was issued. Number and sum are stored as they are: where the sum is not what is left of the order now, it
 * is to be reversed at once.
 * @throws 404, 409 for one that does not wait, or a number that another invoice has
 */
export const issueInvoice = (ctx: Ctx, { id, ...issue }: InvoiceIssue): Promise<{ id: number }> =>
  withInvoice(ctx, id, (tx, order, invoice) => issueInTx(tx, order, invoice, issue))

/** @param order locked @param invoice of it */
export async function issueInTx(
  tx: Ctx,
  order: orders.OrderRow,
  invoice: invoices.InvoiceRow,
  { number, fileUrl = '', amount }: Omit<InvoiceIssue, 'id'>,
): Promise<{ id: number }> {
  if (invoice.state !== 0) throw stateConflict(`发票${invoiceStates[invoice.state]}，不能再开`)
  const taken = await invoices.findByNumber(tx, number)
  if (taken) throw conflict(`发票号码已用于订单 ${taken.orderNo}`)
  const nowFen = invoiceFen(order)
  const amountFen = amount === undefined ? nowFen : toFen(amount)
  if (!amountFen) throw new Refusal('开票金额应大于0')
  const state = amountFen === nowFen ? 1 : 3
  const stored = await toStoredFile(tx, fileUrl)
  const set = { number, fileUrl: stored, amountFen, state, ...by(tx), issueTime: tx.now() } as const
  const saved = await refuseTaken(invoices.change(tx, invoice, set), () => conflict('发票号码已用于其他订单'))
  if (!saved) throw stateConflict('发票已处理')
  await useFile(tx, order, invoice.id, stored)
  await todoChanged(tx)
  await trail(tx, order, invoice.id, { action: 'issue', before: invoice, after: { ...invoice, ...set } })
  return saved
}

/** The file of an invoice cannot be deleted while its buyer may open it. */
const useFile = (tx: Ctx, { orderNo }: orders.OrderRow, id: number, stored: string) =>
  useFiles(tx, { type: 'invoice', id, field: 'fileUrl', title: `订单 ${orderNo} 的发票` }, stored)

/** Hands out another file of an invoice that was issued, or none. @throws 400, 404; 409 for one that has no number yet */
export const attachFile = (ctx: Ctx, { id, fileUrl }: InvoiceFile) =>
  withInvoice(ctx, id, async (tx, order, invoice) => {
    if (!invoice.number) throw stateConflict('发票还没有开出，请在「开票」里上传')
    const set = { fileUrl: await toStoredFile(tx, fileUrl, invoice.fileUrl) }
    const saved = await invoices.change(tx, invoice, set)
    if (!saved) throw stateConflict('发票已处理')
    await useFile(tx, order, id, set.fileUrl)
    await trail(tx, order, id, { action: 'update', before: invoice, after: { ...invoice, ...set } })
    return saved
  })

const by = ({ caller }: Ctx) => ({ operatorId: caller?.userId ?? 0 })

/** Refuses to issue an invoice. @throws 404, 409 for one that does not wait */
export const refuseInvoice = (ctx: Ctx, { id, reason }: { id: number; reason: string }) =>
  withInvoice(ctx, id, async (tx, order, invoice) => {
    const set = { state: 2, reason, ...by(tx) } as const
    const saved = await invoices.change(tx, { id, state: 0 }, set)
    if (!saved) throw stateConflict(`发票${invoiceStates[invoice.state]}，不能拒绝`)
    await todoChanged(tx)
    await trail(tx, order, id, { action: 'refuse', before: invoice, after: { ...invoice, ...set } })
    return saved
  })

/** Notes that an issued invoice was reversed in the tax software; another may be asked for. @throws 404, 409 */
export const reverseInvoice = (ctx: Ctx, id: number) =>
  withInvoice(ctx, id, async (tx, order, invoice) => {
    const set = { state: 4, ...by(tx) } as const
    const saved = await invoices.change(tx, { id, state: 3 }, set)
    if (!saved) throw stateConflict(`发票${invoiceStates[invoice.state]}，不需要红冲`)
    await trail(tx, order, id, { action: 'reverse', before: invoice, after: { ...invoice, ...set } })
    return saved
  })

/** What is left of an order is another sum: its waiting invoice follows, an issued one is to be reversed. @param order locked */
async function followOrder(tx: Ctx, { id }: Pick<orders.OrderRow, 'id'>): Promise<void> {
  const open = await invoices.findOpen(tx, id)
  const order = open && (await orders.findOrder(tx, { id }))
  const change = open && order && afterChange(open, invoiceFen(order))
  if (!change) return
  await invoices.change(tx, open, change)
  await todoChanged(tx)
}

/** Invoices follow what goes back of their orders, and what edits change. */
export const invoiceEffects: OrderEffects = { place: 'invoice', refunded: followOrder, edited: followOrder }

/** Locks an order of the calling buyer. @throws 404 */
async function lockOwn(tx: Ctx, orderNo: string): Promise<orders.OrderRow> {
  const order = await orders.lockOwn(tx, tx.buyer.uid, orderNo)
  if (!order || order.isDel) throw notFound(ORDER)
  return order
}

/** The calling buyer asks for an invoice. @throws 404, 409, 422 */
export async function applyInvoice(ctx: Ctx, { orderNo, ...typed }: InvoiceForm): Promise<void> {
  await retried(ctx, async (tx) => ask(tx, await lockOwn(tx, orderNo), typed))
}

/** The calling buyer changes what a waiting invoice is written to. @throws 404, 409, 422 */
export async function changeOwnInvoice(ctx: Ctx, { orderNo, ...typed }: InvoiceForm): Promise<void> {
  await retried(ctx, async (tx) => {
    const order = await lockOwn(tx, orderNo)
    return rewrite(tx, await invoices.findOpen(tx, order.id), typed)
  })
}

/** The invoice of an order of the calling buyer, and what may be asked for. @throws 404 */
export async function getOwnInvoice(ctx: Ctx, orderNo: string): Promise<FrontInvoice> {
  const order = await orders.findOwn(ctx, ctx.buyer.uid, orderNo)
  if (!order) throw notFound(ORDER)
  const newest = await invoices.findNewest(ctx, order.id)
  const last = newest ?? (await invoices.findLastOf(ctx, ctx.buyer.uid))
  const isOpen = newest && newest.state < 2
  const message = isOpen ? ALREADY : (refusalOfInvoice(order, await rulesOf(ctx)) ?? '')
  const fileOf = await readInvoiceFiles(ctx)
  return {
    message,
    canApply: !message,
    amount: toYuan(invoiceFen(order)),
    lastTitle: last ? { ...titleOf(last), email: last.email } : null,
    invoice: newest
      ? {
          ...titleOf(newest),
          email: newest.email,
          amount: toYuan(newest.amountFen),
          state: newest.state,
          stateStr: invoiceStates[newest.state],
          number: newest.number,
          fileUrl: newest.number ? fileOf(newest.fileUrl) : '',
          reason: newest.reason,
          issueTime: wireTime(newest.issueTime),
          createTime: toWireTime(newest.createdAt),
        }
      : null,
  }
}

/** The invoices that wait to be issued, on bell and menu. */
export const invoicesToIssue: TodoCounter = {
  name: 'invoicesToIssue',
  page: 'order/invoice-list',
  permission: 'admin:order:invoice:issue',
  count: invoices.countWaiting,
}

type Shown = InvoiceTitle & Partial<Pick<invoices.InvoiceRow, 'amountFen' | 'state' | 'number' | 'fileUrl' | 'reason'>>

function trail(
  tx: Ctx,
  { orderNo }: orders.OrderRow,
  id: number,
  {
    action,
    before,
    after,
  }: {
    action: 'create' | 'update' | 'issue' | 'refuse' | 'reverse'
    before?: Shown | undefined
    after: Shown
  },
): Promise<void> {
  return audit(tx, {
    action,
    objectType: 'invoice',
    objectId: id,
    objectName: `${orderNo} ${after.title}`,
    ...(before && { before: shown(before) }),
    after: shown(after),
    labels: LABELS,
  })
}

const LABELS = {
  titleType: '抬头类型',
  title: '发票抬头',
  taxNo: '税号',
  kind: '发票类型',
  email: '邮箱',
  amount: '金额',
  state: '状态',
  number: '发票号码',
  fileUrl: '发票文件',
  reason: '拒绝原因',
}

function shown({ titleType, title, taxNo, kind, email, amountFen, state, number, fileUrl, reason }: Shown) {
  return {
    title,
    taxNo,
    email,
    number,
    fileUrl,
    reason,
    titleType: titleTypes[titleType],
    kind: invoiceKinds[kind],
    ...(amountFen !== undefined && { amount: toYuan(amountFen) }),
    ...(state !== undefined && { state: invoiceStates[state] }),
  }
}

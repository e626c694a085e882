import { Refusal } from '../errors.ts'

/** Where an invoice stands; by the number of the table. */
export const invoiceStates = { 0: '待开票', 1: '已开票', 2: '已拒绝', 3: '待红冲', 4: '已红冲' } as const
export type InvoiceState = keyof typeof invoiceStates

export const titleTypes = { 1: '个人', 2: '企业' } as const
export type TitleType = keyof typeof titleTypes

export const invoiceKinds = { 1: '普通发票', 2: '专用发票' } as const
export type InvoiceKind = keyof typeof invoiceKinds

/** Why an invoice is refused by itself: nothing is left to write it about. */
export const ALL_REFUNDED = '订单已全额退款'

const DAY_MS = 24 * 3600_000

/** What an invoice is asked for, as far as it decides. */
export type Invoiced = {
  paid: boolean
  payPriceFen: number
  refundPriceFen: number
  receiveTime: Date | null
}

/** What can be written on an invoice: what was paid and is not back. */
export const invoiceFen = ({ payPriceFen, refundPriceFen }: Pick<Invoiced, 'payPriceFen' | 'refundPriceFen'>): number =>
  Math.max(0, payPriceFen - refundPriceFen)

/**
 * Whether an invoice may be asked for now: from the payment until some days after receipt.
 * @returns why not, or undefined
 */
export function refusalOfInvoice(
  order: Invoiced,
  { open, days, now }: { open: boolean; days: number; now: Date },
): string | undefined {
  if (!open) return '商家未开通发票'
  if (!order.paid) return '订单付款后才能申请开票'
  if (order.receiveTime && now.getTime() > order.receiveTime.getTime() + days * DAY_MS) return '已超过开票期限'
  if (!invoiceFen(order)) return '订单没有可开票的金额'
  return undefined
}

export type InvoiceTitle = {
  titleType: TitleType
  title: string
  taxNo: string
  kind: InvoiceKind
  regAddress: string
  regPhone: string
  bankName: string
  bankAccount: string
  email: string
}

const needs = [
  ['regAddress', '请输入注册地址'],
  ['regPhone', '请输入注册电话'],
  ['bankName', '请输入开户银行'],
  ['bankAccount', '请输入银行账号'],
] as const

/**
 * What an invoice is written to: a person has no tax number, and a special invoice is a company's and says where it is registered.
 * @throws {Refusal} for what is missing
 */
export function tidyTitle(typed: Partial<InvoiceTitle> & Pick<InvoiceTitle, 'titleType' | 'title'>): InvoiceTitle {
  const { titleType, kind = 1 } = typed
  const text = (name: Exclude<keyof InvoiceTitle, 'titleType' | 'kind'>) => typed[name]?.trim() ?? ''
  const title = text('title')
  if (!title) throw new Refusal('请输入发票抬头')
  const plain = { titleType, title, kind, email: text('email') }
  if (titleType === 1) {
    if (kind === 2) throw new Refusal('专用发票只能开给企业')
    return { ...plain, taxNo: '', regAddress: '', regPhone: '', bankName: '', bankAccount: '' }
  }
  const taxNo = text('taxNo').toUpperCase()
  if (!/^[A-Z0-9]{15,20}$/.test(taxNo)) throw new Refusal('请输入正确的税号')
  const company = {
    regAddress: text('regAddress'),
    regPhone: text('regPhone'),
    bankName: text('bankName'),
    bankAccount: text('bankAccount'),
  }
  if (kind === 2) for (const [name, ask] of needs) if (!company[name]) throw new Refusal(ask)
  return { ...plain, ...company, taxNo }
}

/**
 * What becomes of an invoice when the sum of its order changes.
 * @returns undefined where it stays as it is
 */
export function afterChange(
  { state, amountFen }: { state: InvoiceState; amountFen: number },
  nowFen: number,
): { state: InvoiceState; amountFen: number; reason?: string } | undefined {
  if (amountFen === nowFen) return undefined
  if (state === 0) return nowFen ? { state, amountFen: nowFen } : { state: 2, amountFen: 0, reason: ALL_REFUNDED }
  return state === 1 ? { state: 3, amountFen } : undefined
}

import type { Guard, OrderFacts } from './order-state.ts'
import { canApply, canRefund } from './order-state.ts'

/** What is asked for. */
export const serviceTypes = { 0: '仅退款', 1: '退货退款' } as const
export type ServiceType = 0 | 1

/** 0 waits for the shop, 1 approved: for the parcel or for money, 2 parcel on its way back, 3 finished. */
export type SalesState = 0 | 1 | 2 | 3

/** How a case ended otherwise than with money: 0 normal, 1 revoked, 2 refused, 3 timed out. */
export type SalesOutcome = 0 | 1 | 2 | 3

/** 0 not yet, 1 good, 2 with difference. */
export type Received = 0 | 1 | 2

/** Refusals of one line before a case for it is refused at once. */
const MAX_REFUSALS = 3
/** Pictures of a case, and of what the shop found in the parcel. */
export const MAX_CASE_IMAGES = 9

/** What decides where a case stands. */
export type SalesFacts = {
  serviceType: ServiceType
  state: SalesState
  salesState: SalesOutcome
  received: Received
}

/** The tabs of 售后退款, in its order. */
export const salesTabs = {
  audit: '待审核',
  waitReturn: '待买家退货',
  waitReceive: '待商家收货',
  waitPay: '待退款',
  finished: '已完成',
  refused: '已拒绝',
  cancelled: '已取消',
} as const
export type SalesTab = keyof typeof salesTabs

/** The tab a case stands in. */
export function salesTab({ serviceType, state, salesState, received }: SalesFacts): SalesTab {
  if (salesState === 2) return 'refused'
  if (salesState) return 'cancelled'
  if (state === 3) return 'finished'
  if (state === 2) return received ? 'waitPay' : 'waitReceive'
  if (state === 1) return serviceType ? 'waitReturn' : 'waitPay'
  return 'audit'
}

/** Where a case stands, in words; of one that was cancelled also by whom. */
export function salesStateText(facts: SalesFacts): string {
  if (facts.salesState === 1) return '已撤销'
  if (facts.salesState === 3) return '超时未退货'
  return salesTabs[salesTab(facts)]
}

const refuse = (status: 409 | 422, message: string): Guard => ({ status, message })
const HANDLED = refuse(409, '售后单已处理')

/** The shop approves what waits for it. */
export const canApprove = (facts: SalesFacts): Guard => (salesTab(facts) === 'audit' ? undefined : HANDLED)

/** The shop refuses what waits for it: the request, or a parcel that never came or holds other goods. */
export function canRefuse(facts: SalesFacts): Guard {
  const tab = salesTab(facts)
  return tab === 'audit' || tab === 'waitReceive' ? undefined : HANDLED
}

/** The buyer changes a request that nobody has looked at. */
export const canChange = (facts: SalesFacts): Guard => (salesTab(facts) === 'audit' ? undefined : HANDLED)

/** The buyer takes a request back until the parcel has left. */
export function canRevoke(facts: SalesFacts): Guard {
  if (facts.salesState || facts.state === 3) return HANDLED
  return facts.state === 2 ? refuse(409, '退货已寄出，不能撤销') : undefined
}

/** The buyer tells the number of the parcel. */
export function canSendBack(facts: SalesFacts): Guard {
  const tab = salesTab(facts)
  if (tab === 'waitReturn') return undefined
  if (tab === 'audit') return refuse(409, '商家尚未同意退货，请等待处理')
  return tab === 'waitReceive' ? refuse(409, '退货物流已提交') : HANDLED
}

/** The shop takes the parcel in. */
export function canTakeBack(facts: SalesFacts): Guard {
  const tab = salesTab(facts)
  if (tab === 'waitReceive') return undefined
  return tab === 'waitReturn' ? refuse(409, '买家尚未寄回商品') : HANDLED
}

/** Money goes back for what was approved and, of a return, has come. */
export function canPayBack(facts: SalesFacts): Guard {
  const tab = salesTab(facts)
  if (tab === 'waitPay') return undefined
  if (tab === 'audit') return refuse(409, '售后单尚未审核')
  return tab === 'waitReturn' || tab === 'waitReceive' ? refuse(409, '尚未收到退货，不能退款') : HANDLED
}

/** While money of its order is on its way, a case stays as that money was booked for. */
export function canMoveOn({ refundStatus }: Pick<OrderFacts, 'refundStatus'>): Guard {
  return refundStatus === 3 ? refuse(409, '退款正在处理，售后单暂不能修改') : undefined
}

/** The buyer takes a case that has ended out of the list. */
export function canForget(facts: SalesFacts): Guard {
  return facts.salesState || facts.state === 3 ? undefined : refuse(409, '售后正在处理，不能删除')
}

/** T17: the order goes on as before; what is already being refunded does not. */
export function canEndCase({ refundStatus, pinkStatus }: Pick<OrderFacts, 'refundStatus' | 'pinkStatus'>): Guard {
  if (refundStatus === 3) return refuse(409, '退款正在处理，不能结束售后')
  if (refundStatus !== 1) return HANDLED
  return pinkStatus === 3 ? refuse(409, '拼团失败的订单只能退款') : undefined
}

/** What staff may do with a case. */
export const caseActs = ['approve', 'refuse', 'receive', 'pay'] as const
export type CaseAct = (typeof caseActs)[number]

/** What of its order decides what may be done with a case. */
export type CaseOrderFacts = Pick<OrderFacts, 'paid' | 'refundStatus' | 'pinkStatus'>

/** Why an act cannot be done with a case now, whoever asks; list, detail and the refusals of the server judge by these. */
export const caseGuards: Readonly<Record<CaseAct, (sale: SalesFacts, order: CaseOrderFacts) => Guard>> = {
  approve: (sale, order) => canApprove(sale) ?? (sale.serviceType ? canMoveOn(order) : undefined) ?? canRefund(order),
  refuse: (sale, order) => canRefuse(sale) ?? canEndCase(order),
  receive: (sale, order) => canTakeBack(sale) ?? canMoveOn(order),
  pay: (sale, order) => canPayBack(sale) ?? canRefund(order),
}

/** What may be done with a case. @param may whether the caller has the right to an act */
export function judgeCaseActs(
  sale: SalesFacts,
  order: CaseOrderFacts,
  may: (act: CaseAct) => boolean,
): Record<CaseAct, boolean> {
  const judged = caseActs.map((act) => [act, may(act) && !caseGuards[act](sale, order)] as const)
  return Object.fromEntries(judged) as Record<CaseAct, boolean>
}

/** What a case needs of a line. `refusals`: how often cases for it were refused. */
export type CaseLine = {
  id: number
  storeName: string
  num: number
  sentNum: number
  refundNum: number
  cutNum: number
  refusals: number
}

/** Units of a line that may be asked for: of a return those that were sent, else all that are not refunded. */
export function claimable(line: Omit<CaseLine, 'id' | 'storeName' | 'refusals'>, serviceType: ServiceType): number {
  const { num, sentNum, refundNum, cutNum } = line
  return Math.max(0, serviceType ? sentNum - (refundNum - cutNum) : num - refundNum)
}

/** What is asked for: lines of the order, and how many units of each. */
export type CaseWish = { serviceType: ServiceType; lines: readonly { lineId: number; num: number }[] }

/** What decides whether a case is opened, besides the order's state. */
export type CaseRules = { receiveTime: Date | null; saleDays: number; now: Date }

const DAY_MS = 24 * 3600_000

/**
 * T16: why no case can be opened for that; undefined when it can.
 * @see docs/orders.md, Transitions
 */
export function canOpenCase(
  order: OrderFacts,
  lines: readonly CaseLine[],
  wish: CaseWish,
  { receiveTime, saleDays, now }: CaseRules,
): Guard {
  const guard = canApply(order)
  if (guard) return guard
  if (receiveTime && now.getTime() > receiveTime.getTime() + saleDays * DAY_MS) return refuse(422, '已超过售后期限')
  for (const { lineId, num } of wish.lines) {
    const line = lines.find(({ id }) => id === lineId)
    if (!line) return refuse(422, '申请售后的商品不属于该订单')
    const name = `「${line.storeName}」`
    if (line.refusals >= MAX_REFUSALS) return refuse(422, `${name}的售后申请已被拒绝${MAX_REFUSALS}次，请联系客服`)
    if (claimable(line, 0) <= 0) return refuse(422, `${name}已全部退款`)
    if (wish.serviceType && !line.sentNum) return refuse(422, `${name}尚未发货，请申请仅退款`)
    const most = claimable(line, wish.serviceType)
    if (num > most) return refuse(422, `${name}最多可申请${most}件`)
  }
  return undefined
}

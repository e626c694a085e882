import { canEndCase } from './after-sales.ts'
import {
  canAddParcel,
  canApply,
  canChangeAddress,
  canClose,
  canDeleteForGood,
  canEdit,
  canEditDelivery,
  canHold,
  canPay,
  canPrint,
  canRefund,
  canReprice,
  canReship,
  canShip,
  canUnhold,
  canVerify,
  type FulfilFacts,
  type Guard,
} from './order-state.ts'

/** What staff may do with an order. */
export const orderActs = [
  ...(['editPrice', 'close', 'paid', 'editAddress', 'mark', 'delete', 'reveal'] as const),
  /** `addParcel`: one more parcel of what was sent. `editDelivery`: some parcel of it. `refuse`: the case that is open. */
  ...(['send', 'addParcel', 'editDelivery', 'verify', 'refund', 'refuse', 'apply'] as const),
  ...(['hold', 'unhold', 'tag', 'comment', 'print', 'edit', 'reship'] as const),
] as const
export type OrderAct = (typeof orderActs)[number]

/** What decides which acts an order allows. */
export type ActFacts = FulfilFacts & { /** No further change of its price is left. */ isPriceFixed: boolean }

/** What is usual of an order: rows of lists leave it out. */
const usual = {
  closeType: 0,
  isDel: false,
  isSystemDel: false,
  orderKind: 'normal',
  pinkStatus: 0,
  source: 'front',
  sentNum: 0,
  hold: false,
  isEdited: false,
  isPriceFixed: false,
} as const satisfies Partial<ActFacts>
type Unusual = Partial<Pick<ActFacts, keyof typeof usual>>

/** What of an order's facts its row must say. */
export function unusualOf(order: Pick<ActFacts, keyof typeof usual>): Unusual {
  const names = Object.keys(usual) as (keyof typeof usual)[]
  return Object.fromEntries(names.filter((name) => order[name] !== usual[name]).map((name) => [name, order[name]]))
}

/** The facts of an order, by its row. */
export const factsOfRow = <Row extends Omit<ActFacts, keyof typeof usual> & Unusual>(row: Row): ActFacts => ({
  ...usual,
  ...row,
})

const always = (): Guard => undefined

/** Why an act cannot be done now, whoever asks; lists, details, the search box and the refusals of the server judge by these. */
export const actGuards: Readonly<Record<OrderAct, (order: ActFacts) => Guard>> = {
  editPrice: canReprice,
  close: canClose,
  paid: canPay,
  editAddress: canChangeAddress,
  mark: always,
  delete: canDeleteForGood,
  reveal: always,
  send: canShip,
  addParcel: canAddParcel,
  editDelivery: canEditDelivery,
  verify: canVerify,
  refund: canRefund,
  refuse: canEndCase,
  apply: canApply,
  hold: canHold,
  unhold: canUnhold,
  tag: always,
  comment: always,
  print: canPrint,
  edit: canEdit,
  reship: canReship,
}

/** What may be done with an order. @param may whether the caller has the right to an act */
export function judgeActs(order: ActFacts, may: (act: OrderAct) => boolean): Record<OrderAct, boolean> {
  const judged = orderActs.map((act) => [act, may(act) && !actGuards[act](order)] as const)
  return Object.fromEntries(judged) as Record<OrderAct, boolean>
}

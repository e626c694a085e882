import type { BillType } from '../user/ledger.ts'

/** What 资金监控 is filtered by. */
const kindLabels = {
  recharge: '充值',
  admin: '后台操作',
  productRefund: '商品退款',
  payProduct: '购买商品',
  rechargeRefund: '充值退款',
  transferIn: '佣金转余额',
} as const
export type BillKind = keyof typeof kindLabels

/**
 * What each type of bill is: its kind, and what the shop's own money does by it where a provider or a till took part: it comes, goes
 * back, goes back or (in) never left after all, or nothing.
 */
const facts: Readonly<Record<BillType, { kind: BillKind; cash: 'comes' | 'goesBack' | 'goesBackOrStays' | 'none' }>> = {
  pay_order: { kind: 'payProduct', cash: 'comes' },
  pay_product_refund: { kind: 'productRefund', cash: 'goesBack' },
  pay_recharge: { kind: 'recharge', cash: 'comes' },
  recharge_gift: { kind: 'recharge', cash: 'none' },
  user_recharge_refund: { kind: 'rechargeRefund', cash: 'goesBackOrStays' },
  system_add: { kind: 'admin', cash: 'none' },
  system_sub: { kind: 'admin', cash: 'none' },
  transferIn: { kind: 'transferIn', cash: 'none' },
}

export const billKindOf = (type: BillType): BillKind => facts[type].kind

const kindWith = (kind: BillKind) => ({
  label: kindLabels[kind],
  types: (Object.keys(facts) as BillType[]).filter((type) => facts[type].kind === kind),
})
/** The kinds of movements with the types of bills they are. */
export const billKinds = Object.fromEntries(
  (Object.keys(kindLabels) as BillKind[]).map((kind) => [kind, kindWith(kind)]),
) as Readonly<Record<BillKind, ReturnType<typeof kindWith>>>

type Bill = { type: BillType; pm: number; payType: string; numberFen: number }

/**
 * What a bill says of the shop's own money: in, out (below 0), or 0 where only the balance of a customer moved. A refund that
 * failed for good is booked back, so its money is counted as if it came.
 */
export function cashOf({ type, pm, payType, numberFen }: Bill): number {
  if (payType === '' || payType === 'yue') return 0
  const { cash } = facts[type]
  if (cash === 'none') return 0
  return cash === 'comes' || (cash === 'goesBackOrStays' && pm === 1) ? numberFen : -numberFen
}

/**
 * The same for sums: what came, and what went back. A refund that failed for good makes the second smaller, as its money never
 * left; of a time in which only that happened it is below 0.
 */
export function flowOf(bill: Bill): { inFen: number; outFen: number } {
  const cash = cashOf(bill)
  return facts[bill.type].cash.startsWith('goesBack') ? { inFen: 0, outFen: -cash } : { inFen: cash, outFen: 0 }
}

/** What a bill does to the customer's balance: below 0 where it shrinks, 0 for money that went through a provider alone. */
export function changeOf({
  pm,
  numberFen,
  affectBalance,
}: Pick<Bill, 'pm' | 'numberFen'> & { affectBalance: boolean }): number {
  if (!affectBalance) return 0
  return pm === 1 ? numberFen : -numberFen
}

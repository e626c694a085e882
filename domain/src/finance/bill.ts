import type { BillType } from '../user/ledger.ts'

/** The kinds of movements that 资金监控 is filtered by, with the types of bills they are. */
export const billKinds = {
  recharge: { label: '充值', types: ['pay_recharge', 'recharge_gift'] },
  admin: { label: '后台操作', types: ['system_add', 'system_sub'] },
  productRefund: { label: '商品退款', types: ['pay_product_refund'] },
  payProduct: { label: '购买商品', types: ['pay_order'] },
  rechargeRefund: { label: '充值退款', types: ['user_recharge_refund'] },
  transferIn: { label: '佣金转余额', types: ['transferIn'] },
} as const satisfies Record<string, { label: string; types: readonly BillType[] }>
export type BillKind = keyof typeof billKinds

type Bill = { type: BillType; pm: number; payType: string; numberFen: number }

/**
 * What a bill says of the shop's own money: in, out (below 0), or 0 where only the balance of a customer moved. A refund that
 * failed for good is booked back, so its money is counted as if it came.
 */
export function cashOf({ type, pm, payType, numberFen }: Bill): number {
  if (payType === '' || payType === 'yue') return 0
  if (type === 'pay_order' || type === 'pay_recharge') return numberFen
  if (type === 'pay_product_refund') return -numberFen
  return type === 'user_recharge_refund' ? (pm === 1 ? numberFen : -numberFen) : 0
}

/**
 * The same for sums: what came, and what went back. A refund that failed for good makes the second smaller, as its money never
 * left; of a time in which only that happened it is below 0.
 */
export function flowOf(bill: Bill): { inFen: number; outFen: number } {
  const cash = cashOf(bill)
  const isRefund = bill.type === 'pay_product_refund' || bill.type === 'user_recharge_refund'
  return isRefund ? { inFen: 0, outFen: -cash } : { inFen: cash, outFen: 0 }
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

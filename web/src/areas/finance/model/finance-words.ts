import type { BillDiff } from '@zhanggui/contract/finance/gateway-bill.ts'
import type { Recharge } from '@zhanggui/contract/finance/recharge.ts'
import {
  billProviders,
  billStates,
  diffKinds,
  diffProviders,
  diffStates,
} from '@zhanggui/domain/finance/gateway-bill.ts'
import { payProviders, payStates, refundStates } from '@zhanggui/domain/finance/payment-list.ts'
import { type PayType, payTypes, refundMethods } from '@zhanggui/domain/payment/payment.ts'

/** How it was paid, in words; — where no money went. */
export const payTypeText = (payType: string) => payTypes[payType as PayType] ?? '—'

export const nameOf = ({ uid, nickname }: { uid: number; nickname: string }) => nickname || `用户 ${uid}`

/** What is left of the price. */
export const leftOf = ({ price, refundPrice }: Recharge) => Math.round((price - refundPrice) * 100) / 100

const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

export const billProviderOptions = options(billProviders)
export const billStateOptions = options(billStates)
export const diffKindOptions = options(diffKinds)
export const diffProviderOptions = options(diffProviders)
export const providerOptions = options(payProviders)
export const payStateOptions = options(payStates)
export const refundStateOptions = options(refundStates)
export const refundMethodOptions = options(refundMethods)
export const surplusOptions = [{ value: true, label: '多收的' }]

/** What does not agree: a rule of the shop's books, or a line of a bill. */
export const diffText = ({ what, kind }: Pick<BillDiff, 'what' | 'kind'>) =>
  what ? `不成立：${what}` : diffKinds[kind]

/** Where the object of a difference of the shop's books is shown. */
export const rootLink = ({ of, rootId }: Pick<BillDiff, 'of' | 'rootId'>): string | undefined => {
  if (of === 'order') return `/order/detail/${rootId}`
  if (of === 'customer') return `/member/detail/${rootId}`
  if (of === 'product') return `/product/edit/${rootId}`
  return undefined
}

export { billProviders, diffProviders, diffStates }

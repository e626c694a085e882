import type { Withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { extractTypes, withdrawalStatusLabels } from '@zhanggui/domain/finance/withdrawal.ts'

/** The tabs of the list, what waits first. */
export const withdrawalTabs = ([0, 2, 1, -1] as const).map((key) => ({ key, label: withdrawalStatusLabels[key] }))

export const extractOptions = Object.entries(extractTypes).map(([value, label]) => ({ value, label }))

/** Where the money goes, in words: 支付宝 138****8000. */
export function accountText({ extractType, bankName, account, qrcodeUrl }: Withdrawal): string {
  return [bankName || extractTypes[extractType], account || (qrcodeUrl && '收款码')].filter(Boolean).join(' ')
}

export const promoterOf = ({ uid, nickname }: Pick<Withdrawal, 'uid' | 'nickname'>): string => nickname || `用户 ${uid}`

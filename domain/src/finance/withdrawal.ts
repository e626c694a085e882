/** States of a withdrawal: asked for, approved and to be paid, paid, come back. */
const withdrawalStatuses = { waiting: 0, approved: 2, paid: 1, back: -1 } as const
export type WithdrawalStatus = (typeof withdrawalStatuses)[keyof typeof withdrawalStatuses]

/** What staff and promoters call them. */
export const withdrawalStatusLabels: Readonly<Record<WithdrawalStatus, string>> = {
  0: '待审核',
  2: '待打款',
  1: '已打款',
  [-1]: '未成功',
}

/** Where the money goes. */
export const extractTypes = { bank: '银行卡', alipay: '支付宝', weixin: '微信' } as const
export type ExtractType = keyof typeof extractTypes

/**
 * What the shop keeps of a withdrawal, in fen, rounded down.
 * @param rate percent of 100, 0 to 20
 */
export const withdrawalFee = (priceFen: number, rate: number): number => Math.floor((priceFen * rate) / 100)

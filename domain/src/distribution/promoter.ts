/** What says who promotes: the settings of distribution. */
export type PromotingRules = { brokerage_func_status: boolean; store_brokerage_status: number | string }

/** Whether everybody promotes, not those alone whom the shop appointed. */
export const isOpenToAll = ({ store_brokerage_status: mode }: PromotingRules): boolean => Number(mode) === 2

/** Whether a customer promotes now. */
export const promotes = (isPromoter: boolean, rules: PromotingRules): boolean =>
  rules.brokerage_func_status && (isPromoter || isOpenToAll(rules))

/** What staff look for among the records of commission. */
export const brokerageKinds = {
  1: '推广订单',
  2: '提现中',
  3: '提现退回',
  4: '已提现',
  5: '转入余额',
  6: '退款扣回',
  7: '后台调整',
} as const
export type BrokerageKind = keyof typeof brokerageKinds

/** How high the pay price of an order must be to make its buyer a promoter, in fen; null where nobody becomes one that way. */
export const quotaFen = (quota: number, rules: PromotingRules): number | null =>
  quota < 0 || isOpenToAll(rules) ? null : quota

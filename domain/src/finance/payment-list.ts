/** Who takes money. */
export const payProviders = {
  wechat: '微信支付',
  alipay: '支付宝',
  sim: '模拟支付',
  balance: '余额',
  offline: '线下',
  zero: '零元',
  edit: '改单抵扣',
} as const
export type PayProviderName = keyof typeof payProviders

/** What became of an attempt to pay, by its number in the database. */
export const payStates = { open: '待付款', paid: '已付款', closed: '已关闭', failed: '支付失败' } as const
export type PayStateName = keyof typeof payStates
export const payStateNames = ['open', 'paid', 'closed', 'failed'] as const satisfies readonly PayStateName[]

/** What became of a refund, by its number in the database. */
export const refundStates = { waiting: '退款中', done: '已退款', failed: '退款失败' } as const
export type RefundStateName = keyof typeof refundStates
export const refundStateNames = ['waiting', 'done', 'failed'] as const satisfies readonly RefundStateName[]

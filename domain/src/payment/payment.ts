/** How something was paid. */
export const payTypes = {
  weixin: '微信支付',
  alipay: '支付宝支付',
  yue: '余额支付',
  offline: '线下支付',
  zero: '零元支付',
} as const
export type PayType = keyof typeof payTypes

/** By the gateway it came from, to the balance, in cash, or against what an edit of the order adds. */
export const refundMethods = { origin: '原路退回', balance: '退到余额', offline: '线下退款', edit: '抵扣改单' } as const
export type RefundMethod = keyof typeof refundMethods
const { edit: _, ...chosen } = refundMethods
/** Those that staff choose from. */
export const chosenMethods = chosen

/** How money goes back unless another way is chosen: to the balance that paid, else by the payments it came by. */
export const usualMethodOf = (payType: string) => (payType === 'yue' ? 'balance' : 'origin')

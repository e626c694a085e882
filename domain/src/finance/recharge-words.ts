/** Where a buyer recharged. */
export const rechargeChannels = { routine: '小程序', wechat: '公众号', h5: 'H5', app: 'APP' } as const

/** The states of a recharge, as staff and sheets call them. */
export const rechargeStates = ['未支付', '已支付', '已关闭', '退款中', '退款失败', '部分退款', '已退款'] as const
export type RechargeState = (typeof rechargeStates)[number]

type Facts = {
  paid: boolean
  closed: boolean
  priceFen: number
  refundPriceFen: number
  /** A refund has failed and was not made up for; one is on its way. */
  hasFailed: boolean
  isRefunding: boolean
}

/** The state of a recharge: what its refunds need comes first. */
export function rechargeStateOf({
  paid,
  closed,
  priceFen,
  refundPriceFen,
  hasFailed,
  isRefunding,
}: Facts): RechargeState {
  if (hasFailed) return '退款失败'
  if (isRefunding) return '退款中'
  if (refundPriceFen) return refundPriceFen < priceFen ? '部分退款' : '已退款'
  return paid ? '已支付' : closed ? '已关闭' : '未支付'
}

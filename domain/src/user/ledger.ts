/** The kinds of balance movements, with their titles. */
export const billTypes = {
  pay_order: '购买商品',
  pay_product_refund: '商品退款',
  pay_recharge: '充值支付',
  recharge_gift: '充值赠送',
  user_recharge_refund: '充值退款',
  system_add: '后台操作',
  system_sub: '后台操作',
  transferIn: '佣金转余额',
} as const
export type BillType = keyof typeof billTypes

/** Whether staff move a balance by it as they see fit: then it counts towards what one of them gives and takes in a day. */
const areByStaff: Readonly<Record<BillType, boolean>> = {
  pay_order: false,
  pay_product_refund: false,
  pay_recharge: false,
  recharge_gift: false,
  user_recharge_refund: false,
  system_add: true,
  system_sub: true,
  transferIn: false,
}
export const staffBillTypes = (Object.keys(areByStaff) as BillType[]).filter((type) => areByStaff[type])

/** What a points record belongs to. */
export const pointsLinkTypes = ['order', 'refund', 'sign', 'system', 'expire'] as const
export type PointsLinkType = (typeof pointsLinkTypes)[number]

/** What staff call it. */
export const pointsLinkLabels: Readonly<Record<PointsLinkType, string>> = {
  order: '订单',
  refund: '退款',
  sign: '签到',
  system: '后台操作',
  expire: '过期',
}

/** What an experience record belongs to. */
export const experienceLinkTypes = ['order', 'refund', 'sign', 'system'] as const
export type ExperienceLinkType = (typeof experienceLinkTypes)[number]

/** States of a points record. Only a done one moved the balance. */
export const pointsStatuses = { created: 1, frozen: 2, done: 3, void: 4 } as const
export type PointsStatus = (typeof pointsStatuses)[keyof typeof pointsStatuses]

/** What staff and buyers call them. */
export const pointsStatusLabels: Readonly<Record<PointsStatus, string>> = {
  1: '订单创建',
  2: '冻结期',
  3: '完成',
  4: '失效',
}

/** Maximum of a balance in fen, and of points and experience. */
export const MAX_BALANCE_FEN = 9_999_999_999
export const MAX_POINTS = 999_999_999

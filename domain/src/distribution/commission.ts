/** What a record of commission belongs to, as staff call it. */
export const commissionLinkLabels = {
  order: '推广订单',
  refund: '退款扣回',
  withdraw: '提现',
  yue: '转入余额',
  system: '后台调整',
} as const
export type CommissionLinkType = keyof typeof commissionLinkLabels
export const commissionLinkTypes = Object.keys(commissionLinkLabels) as CommissionLinkType[]

/** States of a record. A done one and one asked for moved what its promoter has. */
export const commissionStatuses = { created: 1, frozen: 2, done: 3, void: 4, asked: 5 } as const
export type CommissionStatus = (typeof commissionStatuses)[keyof typeof commissionStatuses]

/** What staff and promoters call them. */
export const commissionStatusLabels = {
  1: '待收货',
  2: '冻结中',
  3: '已到账',
  4: '已失效',
  5: '提现中',
} as const satisfies Record<CommissionStatus, string>

/** The two levels that earn; the law allows no third. */
export const commissionLevels = { 1: '一级', 2: '二级' } as const
export type CommissionLevel = keyof typeof commissionLevels

/** Why nobody earns commission on an order, or why one level alone does; '' where both earn. */
const commissionNotes = {
  '': '',
  off: '分销功能未开启',
  activity: '活动订单不返佣',
  noSuperior: '未绑定上级',
  notPromoter: '上级不是推广员',
  disabled: '上级账号已停用',
  lapsed: '推广关系已过期',
  zero: '佣金为 0',
} as const
export type CommissionNote = keyof typeof commissionNotes

/**
 * Why an order earned no commission, or not on both levels, in words; '' where there is nothing to say.
 * @param earned the levels that earned
 */
export function commissionNoteText(note: CommissionNote, earned: readonly CommissionLevel[]): string {
  const said = commissionNotes[note]
  if (!said || !earned.length) return said
  return `${earned.includes(1) ? '二级' : '一级'}未返佣：${said}`
}

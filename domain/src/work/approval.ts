/** Acts that may have to wait until a second person has looked at them, and what staff call them. */
export const approvalKinds = {
  refund: '退款',
  afterSales: '售后退款',
  rechargeRefund: '充值退款',
  orderEdit: '改单退款',
  withdrawal: '提现',
  commission: '调佣金',
  balance: '调余额',
  opening: '导入余额',
  price: '改价',
  draft: '代客下单',
  activity: '开启活动',
} as const
export type ApprovalKind = keyof typeof approvalKinds
export const approvalKindNames = Object.keys(approvalKinds) as ApprovalKind[]

/** Of what the amount of a kind is: of money that leaves the shop, or of what is sold below its cost. */
export const isBelowCost = (kind: ApprovalKind): boolean => kind === 'price' || kind === 'draft' || kind === 'activity'

export const approvalStates = {
  0: '待审批',
  1: '已通过',
  2: '已拒绝',
  3: '已过期',
  4: '已撤回',
  5: '执行失败',
} as const
export type ApprovalState = keyof typeof approvalStates
export const approvalStateValues = Object.keys(approvalStates).map(Number) as ApprovalState[]

/** For so long an approval waits for its reviewer. */
export const APPROVAL_MS = 24 * 3600_000

/** What a decision changes, as it was asked for: a thing, now and afterwards. */
export type ApprovalChange = { name: string; now: string; after: string }

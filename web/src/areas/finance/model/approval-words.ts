import type { Approval } from '@zhanggui/contract/work/approval.ts'
import { approvalKinds, approvalStates, isBelowCost } from '@zhanggui/domain/work/approval.ts'
import { moneyText } from '../../../kit/text/money.tsx'
import type { StateName } from '../../../kit/text/states.ts'

export const approvalTabs = ['waiting', 'mine', 'done'] as const
export type ApprovalTab = (typeof approvalTabs)[number]

export const tabWords: Record<ApprovalTab, string> = { waiting: '等我批', mine: '我申请的', done: '已处理' }

/** What the list is asked for in each tab. */
export const tabQueries = {
  waiting: { mine: false, done: false },
  mine: { mine: true },
  done: { done: true },
} as const

export const stateOf = ({ state }: Approval) => approvalStates[state] as StateName<'approval'>

/** 退款; of what loses money 低于成本, as that is why it waits. */
export const kindOf = ({ kind }: Approval) =>
  isBelowCost(kind) ? `低于成本 · ${approvalKinds[kind]}` : approvalKinds[kind]

export const roleOf = ({ applicantRoles: [first] }: Approval) => first ?? ''

/** What agreeing does, with its size: 同意，退款 ¥1,999.00. */
export function agreeText({ kind, amount }: Approval): string {
  const what = approvalKinds[kind]
  return isBelowCost(kind) || amount === null ? `同意${what}` : `同意，${what} ${moneyText(amount)}`
}

export const emptyTexts: Record<ApprovalTab, { text: string; more: string }> = {
  waiting: { text: '没有等您审批的', more: '大额退款、提现、调账和低于成本的操作，会在这里等另一位同事同意' },
  mine: { text: '您还没有申请过审批', more: '金额超过「审批金额」的操作提交后会出现在这里' },
  done: { text: '还没有处理过的审批', more: '同意、拒绝、过期和撤回的都在这里' },
}

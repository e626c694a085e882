/** What buyers write and WeChat looks at, as staff read it. */
export const checkedKinds = { reply: '商品评价', nickname: '昵称', avatar: '头像' } as const
export type CheckedKind = keyof typeof checkedKinds
export const checkedKindNames = ['reply', 'nickname', 'avatar'] as const

/** WeChat's verdicts; `none` when it gave none. */
export const verdicts = { pass: '通过', review: '建议人工看', risky: '违规', none: '没有结论' } as const
export type Verdict = keyof typeof verdicts

/** States of what is checked. */
export const checkStates = { 0: '检查中', 1: '待人工处理', 2: '已放行', 3: '已拒绝' } as const
export type CheckState = keyof typeof checkStates
export const checkStateNumbers = [0, 1, 2, 3] as const

/** The verdict of several: the worst. */
export function worstVerdict(given: readonly Verdict[]): Verdict {
  for (const verdict of ['risky', 'review', 'none'] as const) if (given.includes(verdict)) return verdict
  return 'pass'
}

/** WeChat's verdict in an answer, if it is one. */
export function readVerdict(result: unknown): Verdict {
  const { suggest } = (result ?? {}) as { suggest?: unknown }
  return suggest === 'pass' || suggest === 'review' || suggest === 'risky' ? suggest : 'none'
}

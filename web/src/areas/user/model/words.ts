import { sexLabels, userTypeLabels, userTypes } from '@zhanggui/domain/user/user-type.ts'

/** What a level's discount means, as shops say it: 95 → 95 折, 90 → 9 折. */
export function discountText(percent: number): string {
  if (percent >= 100) return '不打折'
  return `${percent % 10 ? percent : percent / 10} 折`
}

/** How a customer is called: by nickname, else by name, else by number. */
export function nameOf({ id, nickname, realName }: { id: number; nickname: string; realName: string }): string {
  return nickname || realName || `用户 ${id}`
}

export const sexOptions = sexLabels.map((label, value) => ({ value, label }))
export const typeOptions = userTypes.map((value) => ({ value, label: userTypeLabels[value] }))

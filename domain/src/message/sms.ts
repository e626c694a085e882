/** The purpose of a message. */
export const smsTemplateTypes = { 1: '验证码', 2: '通知', 3: '营销' } as const
export type SmsTemplateType = keyof typeof smsTemplateTypes

/** The provider's verdict on a template. */
export const smsTemplateStates = ['待审', '通过', '驳回'] as const
export type SmsTemplateStatus = (typeof smsTemplateStates)[number]

/** The outcome of a message. */
export const smsResults = {
  100: '成功',
  130: '失败',
  131: '空号',
  132: '停机',
  133: '关机',
  134: '无状态',
} as const
export type SmsResult = keyof typeof smsResults

/** The variables of a template such as `${code}`, in the order of their first use. */
export function smsVariables(content: string): string[] {
  return [...new Set([...content.matchAll(/\$\{(\w{1,30})\}/g)].map(([, name]) => name as string))]
}

/** A template with its variables filled in; those without a value stay. */
export function fillSms(content: string, values: Readonly<Record<string, string>>): string {
  return content.replace(/\$\{(\w{1,30})\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}

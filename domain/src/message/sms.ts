/** What a message is for. */
export const smsTemplateTypes = { 1: '验证码', 2: '通知', 3: '营销' } as const
export type SmsTemplateType = keyof typeof smsTemplateTypes

/** What the provider thinks of a template. */
export const smsTemplateStates = ['待审', '通过', '驳回'] as const
export type SmsTemplateStatus = (typeof smsTemplateStates)[number]

/** What became of a message. */
export const smsResults = {
  100: '成功',
  130: '失败',
  131: '空号',
  132: '停机',
  133: '关机',
  134: '无状态',
} as const
export type SmsResult = keyof typeof smsResults

/** The names a template leaves open, in the order of their first use: `${code}`. */
export function smsVariables(content: string): string[] {
  return [...new Set([...content.matchAll(/\$\{(\w{1,30})\}/g)].map(([, name]) => name as string))]
}

/** A template with its names filled in; those that are not given stay as they are. */
export function fillSms(content: string, values: Readonly<Record<string, string>>): string {
  return content.replace(/\$\{(\w{1,30})\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}

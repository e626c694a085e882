import { type BuyerMark, buyerMarkKeys, buyerMarks, variablesOf } from '../wechat/buyer-mark.ts'

/** The purpose of a message. */
export const smsTemplateTypes = { 1: '验证码', 2: '通知', 3: '营销' } as const
export type SmsTemplateType = keyof typeof smsTemplateTypes

/** What a template is for: its name for staff, the values that fill it, and the setting that switches its messages on. */
type SmsPurpose = { readonly label: string; readonly values: readonly string[]; readonly switch?: string }

/** What buyers are told of; 消息通知 says whether by SMS. */
const ofBuyers = Object.fromEntries(
  buyerMarkKeys.map((mark) => [mark, { label: `${buyerMarks[mark].title}通知用户`, values: variablesOf(mark) }]),
) as Record<BuyerMark, { label: string; values: readonly string[] }>

/** The purposes that the shop itself sends for, by the `tempKey` of their templates, in the order of the form. */
export const smsPurposes = {
  verify_code: { label: '验证码', values: ['code', 'minutes'] },
  ...ofBuyers,
  adminLowerOrder: {
    label: '下单通知管理员',
    values: ['orderNo', 'payPrice', 'nickname'],
    switch: 'adminLowerOrder',
  },
  adminPaySuccess: {
    label: '支付成功通知管理员',
    values: ['orderNo', 'payPrice', 'nickname'],
    switch: 'adminPaySuccess',
  },
  adminConfirmTakeOver: {
    label: '确认收货通知管理员',
    values: ['orderNo', 'nickname'],
    switch: 'adminConfirmTakeOver',
  },
  adminRefund: { label: '退款申请通知管理员', values: ['orderNo', 'amount', 'reason'], switch: 'adminRefund' },
  staff_notice: { label: '员工消息提醒', values: ['title'] },
} as const satisfies Record<string, SmsPurpose>
export type SmsPurposeKey = keyof typeof smsPurposes

export const smsPurposeKeys = Object.keys(smsPurposes) as SmsPurposeKey[]

/** A purpose in the words of staff; one that the shop does not know stays as it was typed. */
export function smsPurposeLabel(tempKey: string): string {
  return Object.hasOwn(smsPurposes, tempKey) ? smsPurposes[tempKey as SmsPurposeKey].label : tempKey
}

/** Messages to staff that a setting of the same name switches on. */
export type StaffSmsMark = Extract<SmsPurposeKey, `admin${string}`>

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

/**
 * Why a text does not do for a purpose of the shop: it names a value that nobody fills, or a code is not in it. The newest template
 * of a purpose is the one that is sent, so a text without the code would keep every buyer out.
 */
export function smsTextProblem(tempKey: string, content: string): string | undefined {
  if (!Object.hasOwn(smsPurposes, tempKey)) return undefined
  const { label, values } = smsPurposes[tempKey as SmsPurposeKey] as SmsPurpose
  const named = smsVariables(content)
  const offered = values.map((name) => `\${${name}}`).join('、')
  const unknown = named.find((name) => !values.includes(name))
  if (unknown) return `「${label}」没有变量 \${${unknown}}，可以用 ${offered}`
  return values.includes('code') && !named.includes('code') ? `「${label}」的内容须含 \${code}` : undefined
}

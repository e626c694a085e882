/** A rule for text, and the message for staff when it does not match. */
export type Validator = { readonly pattern: RegExp; readonly message: string }

/** The form rules that client and server share. Each runs in linear time on hostile text. */
export const validators = {
  mobile: { pattern: /^1[3-9]\d{9}$/, message: '请输入正确的电话号码' },
  mobileOrLandline: { pattern: /^((0\d{2,3}-\d{7,8})|(1[3-9]\d{9}))$/, message: '请输入正确的电话号码或者固话号码' },
  landline: { pattern: /^0\d{2}-\d{7,8}$/, message: '请输入正确的固话（格式：区号+号码,如010-1234567）' },
  ip: {
    pattern: /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/,
    message: '请输入正确的IP地址',
  },
  idNumber: { pattern: /^(\d{15}|\d{17}[\dXx])$/, message: '请输入正确的身份证号码' },
  email: {
    pattern: /^[^\s@<>()[\]\\.,;:"]+(\.[^\s@<>()[\]\\.,;:"]+)*@([A-Za-z0-9-]+\.)+[A-Za-z]{2,}$/,
    message: '请输入正确的邮箱地址',
  },
  url: {
    pattern: /^(https?|ftp):\/\/([^\s/?#:@]+(:[^\s/?#@]*)?@)?[^\s/?#:@]+(:\d{1,5})?([/?#]\S*)?$/i,
    message: '请输入正确的网址',
  },
  lowerCase: { pattern: /^[a-z]+$/, message: '只能输入小写字母' },
  upperCase: { pattern: /^[A-Z]+$/, message: '只能输入大写字母' },
  letters: { pattern: /^[A-Za-z]+$/, message: '只能输入英文字母' },
} as const satisfies Record<string, Validator>

/**
 * Phone numbers delivered by a channel (WeChat phone authorisation): wider than {@link validators}.mobile, which governs
 * what staff type. A form that only passes such a value on does not check it again.
 */
export const STORED_PHONE = /^1[3-9]\d{9}$/

/**
 * Checks optional text against one of the shared rules.
 * @returns the message for staff, or undefined when the text matches or is empty ('', null, undefined)
 */
export function problemWith(rule: keyof typeof validators, text: string | null | undefined): string | undefined {
  if (!text) return undefined
  const { pattern, message } = validators[rule]
  const fits = rule === 'url' ? validUrl(text) : pattern.test(text)
  return fits ? undefined : message
}

/** Whether the text is a full http, https or ftp address: the pattern alone would accept `http://[`. */
export function validUrl(text: string): boolean {
  return validators.url.pattern.test(text) && URL.canParse(text)
}

/** The message of an empty required text field: 请输入用户名. */
export function pleaseEnter(label: string): string {
  return `请输入${label}`
}

/** The message of a required choice without a selection: 请选择部门. */
export function pleaseChoose(label: string): string {
  return `请选择${label}`
}

import { dictionary } from '@zxcvbn-ts/language-common'

let common: Set<string> | undefined

/** Whether a password is among the 10,000 most common ones, in whatever case (AU-50). */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].slice(0, 10_000))
  return common.has(password.toLowerCase())
}

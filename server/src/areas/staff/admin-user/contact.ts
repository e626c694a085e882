import { BadInput } from '@zhanggui/domain/errors.ts'
import { maskEmail, maskPhone } from '@zhanggui/domain/mask.ts'

/**
 * The phone to store, from the value of a form: answers show it masked, so its masked form leaves it unchanged.
 * @throws {BadInput} for any other masked number
 */
export function readPhone(typed: string | undefined, stored: string | null = null): string | null {
  if (!typed || typed === maskPhone(stored)) return typed ? stored : null
  if (typed.includes('*')) throw new BadInput('请输入正确的11位手机号码', 'phone')
  return typed
}

/**
 * The e-mail address to store, in the same way.
 * @throws {BadInput} for any other masked address
 */
export function readEmail(typed: string | undefined, stored: string | null = null): string | null {
  if (!typed || typed === maskEmail(stored)) return typed ? stored : null
  if (typed.includes('*')) throw new BadInput('请输入正确的邮箱地址', 'email')
  return typed
}

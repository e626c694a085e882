import { randomInt } from 'node:crypto'
import type { PasswordPolicy } from '@zhanggui/contract/staff/auth.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { type PasswordRules, passwordProblems } from '@zhanggui/domain/staff/password-policy.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { isCommonPassword } from '../../../platform/security/common-passwords.ts'
import { hashPassword, verifyPassword } from '../../../platform/security/password-hash.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'

/** How many former passwords cannot be reused. */
export const REMEMBERED_PASSWORDS = 5
const RANDOM_LENGTH = 16
/** Shorter passwords need a second factor. */
const MIN_LENGTH_ALONE = 10
/** Words of the product, which guessers try besides those of the account and the shop. */
const PRODUCT_WORDS = ['zhanggui', '掌柜']
/** Without look-alike letters and digits. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!@#$%^&*-_=+?'

export type Identity = PasswordRules['identity']

/**
 * Hashes a new password that satisfies the policy.
 * @param field of the request, named in the refusal
 * @throws {BadInput} naming the broken rule
 */
export async function hashNewPassword(ctx: Ctx, password: string, identity: Identity, field: string): Promise<string> {
  const { site_name } = await getSettings(ctx)
  const problem = passwordProblems(password, {
    ...(await getPasswordPolicy(ctx)),
    identity,
    words: [site_name, ...PRODUCT_WORDS],
    isCommon: isCommonPassword,
  })
  if (problem) throw new BadInput(problem, field)
  return hashPassword(password)
}

/**
 * Refuses the present password and the last five.
 * @throws {Refusal} saying so
 */
export async function refuseReuse(password: string, present: string, former: readonly string[]): Promise<void> {
  if (await verifyPassword(present, password)) throw new Refusal('新密码不能与旧密码相同')
  for (const hash of former)
    if (await verifyPassword(hash, password)) throw new Refusal('新密码不能与最近5次使用的密码相同')
}

/** A random password of 16 characters that satisfies the policy. */
export async function randomPassword(ctx: Ctx, identity: Identity): Promise<string> {
  const rules = { ...(await getPasswordPolicy(ctx)), identity }
  const length = Math.max(RANDOM_LENGTH, rules.minLength)
  for (;;) {
    const password = Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    if (!passwordProblems(password, rules)) return password
  }
}

/** Notifies the owner of an account of its new password. */
export async function notifyPasswordChanged(tx: Ctx, userId: number, content: string): Promise<void> {
  await notify(tx, {
    event: 'password.changed',
    to: { userIds: [userId] },
    level: 'warn',
    title: '登录密码已变更',
    content,
    link: '/user/center?tab=operations',
  })
}

/** The settings' rules for a new password. */
export async function getPasswordPolicy(ctx: Ctx): Promise<PasswordPolicy> {
  const { password_min_length, mfa_policy } = await getSettings(ctx)
  return { minLength: mfa_policy === 'all' ? password_min_length : Math.max(MIN_LENGTH_ALONE, password_min_length) }
}

import { randomInt } from 'node:crypto'
import type { MfaQuestion, TrustedDevice } from '@zhanggui/contract/staff/auth.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { Secret, TOTP } from 'otpauth'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { hashToken, newToken } from '../../../platform/security/token.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { describeDevice } from './device.ts'
import * as factors from './second-factor.repository.ts'

const STEP_SECONDS = 30
const CHALLENGE_MS = 5 * 60_000
const TRUST_SECONDS = 7 * 24 * 3600
const RECOVERY_CODES = 10
/** Without look-alike letters and digits. */
const RECOVERY_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
/** The cookie is sent to the sign-in calls only. */
const TRUST_COOKIE = { name: 'zhanggui-device', path: '/auth/login' }

/** Creates recovery codes and voids the old ones. @returns the codes, which are not shown again */
export async function renewRecoveryCodes(tx: Ctx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, randomRecoveryCode)
  await factors.replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => recoveryDigest(tx, userId, code)),
  )
  return codes
}

/**
 * Consumes a code of the app, or a recovery code. Each is accepted once, also when two calls race.
 * @returns which kind it was; undefined for a wrong or used one
 */
export async function useCode(
  ctx: Ctx,
  user: factors.FactorOwner,
  code: string,
): Promise<'totp' | 'recovery' | undefined> {
  if (!user.totpSecret) return undefined
  const typed = code.replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(typed)) {
    const counter = counterOf(ctx, user.totpSecret, typed)
    return counter !== undefined && (await factors.takeCounter(ctx, user, counter)) ? 'totp' : undefined
  }
  return (await factors.takeRecoveryCode(ctx, user.id, recoveryDigest(ctx, user.id, typed))) ? 'recovery' : undefined
}

/** The caller's second factor. @throws 422 when it is off */
export async function getOwnFactor(ctx: Ctx): Promise<factors.FactorOwner> {
  const user = await factors.findAccount(ctx, ctx.actor.userId)
  if (!user?.totpSecret) throw new Refusal('两步验证尚未开启')
  return user
}

/** Deletes a user's second factor. @throws 422 when it is off */
export async function disableTotp(tx: Ctx, userId: number): Promise<void> {
  if (!(await factors.disable(tx, userId))) throw new Refusal('两步验证尚未开启')
}

/** Whether a sign-in with the right password still needs the second factor. */
export async function needsFactor(ctx: Ctx, user: factors.FactorOwner): Promise<boolean> {
  const { mfa_policy } = await getSettings(ctx)
  if (!user.totpSecret || mfa_policy === 'off') return false
  const token = ctx.origin.cookies?.get(TRUST_COOKIE.name)
  return !token || !(await factors.isTrusted(ctx, user.id, hashToken(token)))
}

/** Requests the second factor for a sign-in whose password was right. */
export async function askFactor(
  ctx: Ctx,
  user: { id: number; passwordHash: string },
  form: { username: string; rememberMe: boolean },
): Promise<MfaQuestion> {
  const mfaToken = newToken()
  await factors.insertChallenge(ctx, {
    ...form,
    tokenHash: hashToken(mfaToken),
    userId: user.id,
    passwordHash: user.passwordHash,
    expiresAt: new Date(ctx.now().getTime() + CHALLENGE_MS),
  })
  return { mfaRequired: true, mfaToken, methods: ['totp', 'recovery'] }
}

/** Lets this browser sign in without the second factor for seven days. */
export async function trustDevice(tx: Ctx, userId: number): Promise<void> {
  const { browser, os, ip } = describeDevice(tx.origin)
  const token = newToken()
  const createdAt = tx.now()
  const expiresAt = new Date(createdAt.getTime() + TRUST_SECONDS * 1000)
  await factors.insertDevice(tx, { userId, tokenHash: hashToken(token), browser, os, ip, createdAt, expiresAt })
  tx.origin.cookies?.set(TRUST_COOKIE.name, token, { path: TRUST_COOKIE.path, seconds: TRUST_SECONDS })
}

/** Browsers that may skip the caller's second factor. */
export async function listTrustedDevices(ctx: Ctx): Promise<TrustedDevice[]> {
  const rows = await factors.listDevices(ctx, ctx.actor.userId)
  return rows.map(({ id, browser, os, ip, createdAt, expiresAt }) => ({
    id,
    browser,
    os,
    ip,
    createTime: toWireTime(createdAt),
    expireTime: toWireTime(expiresAt),
  }))
}

/** @throws 404 for a device that is not the caller's */
export async function removeTrustedDevice(ctx: Ctx, id: string): Promise<void> {
  if (!(await factors.removeDevice(ctx, ctx.actor.userId, id))) throw notFound('设备')
}

/** The counter of a code, within one step early or late; undefined for a wrong code. */
export function counterOf(ctx: Ctx, sealed: string, code: string): number | undefined {
  const at = ctx.now().getTime()
  const totp = new TOTP({ secret: Secret.fromBase32(ctx.platform.secrets.open(sealed)) })
  const delta = totp.validate({ token: code, timestamp: at, window: 1 })
  return delta === null ? undefined : Math.floor(at / 1000 / STEP_SECONDS) + delta
}

function randomRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)])
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

function recoveryDigest({ platform }: Ctx, userId: number, code: string): string {
  return platform.secrets.digest(`recovery:${userId}:${code.replace(/[\s-]/g, '').toLowerCase()}`)
}

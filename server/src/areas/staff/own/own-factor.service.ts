import type { TotpSetup } from '@zhanggui/contract/staff/auth.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { Secret, TOTP } from 'otpauth'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { stateConflict, tooMany } from '../../../platform/http/errors.ts'
import { notifyOwner } from '../../message/notice/owner-notice.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { verifyOwnCode, verifyOwnPassword } from '../sign-in/login.service.ts'
import * as factors from '../sign-in/second-factor.repository.ts'
import { counterOf, disableTotp, getOwnFactor, renewRecoveryCodes } from '../sign-in/second-factor.service.ts'

const SETUP_MS = 10 * 60_000
const SECRET_BYTES = 20
const ENABLE_LIMIT = { max: 10, seconds: 15 * 60 }

/**
 * A secret for an authenticator app, active once its first code is entered within ten minutes.
 * @throws 422 when the second factor is on already, or disabled for the shop
 */
export async function startSetup(ctx: Ctx): Promise<TotpSetup> {
  const { userId, username } = ctx.actor
  const { mfa_policy, site_name } = await getSettings(ctx)
  if (mfa_policy === 'off') throw new Refusal('系统未启用两步验证')
  if ((await factors.findAccount(ctx, userId))?.totpSecret) throw new Refusal('两步验证已开启，如需更换手机请先关闭')
  const secret = new Secret({ size: SECRET_BYTES })
  const otpauthUrl = new TOTP({ issuer: site_name.replaceAll(':', ' '), label: username, secret }).toString()
  const expiresAt = new Date(ctx.now().getTime() + SETUP_MS)
  await factors.storeSetup(ctx, { userId, secret: ctx.platform.secrets.seal(secret.base32), expiresAt })
  const { toDataURL } = await import('qrcode')
  return { secret: secret.base32, otpauthUrl, qr: await toDataURL(otpauthUrl, { margin: 1, width: 200 }) }
}

/**
 * Switches the second factor on.
 * @returns the recovery codes, which are not shown again
 * @throws 422 for a wrong code or an expired set-up, 409 when it was switched on elsewhere, 429 for the eleventh try
 */
export async function enableTotp(ctx: Ctx, code: string): Promise<string[]> {
  const { userId, sessionId } = ctx.actor
  const { allowed, resetSeconds } = await ctx.platform.limits.take(`totp ${userId}`, ENABLE_LIMIT)
  if (!allowed) throw tooMany(resetSeconds)
  const setup = await factors.findSetup(ctx, userId)
  if (!setup) throw new Refusal('两步验证设置已过期，请重新扫码')
  const counter = counterOf(ctx, setup.secret, code)
  if (counter === undefined) throw new Refusal('验证码错误，请检查手机时间是否准确')
  return inTransaction(ctx, async (tx) => {
    if (!(await factors.enable(tx, userId, setup.secret, counter))) throw stateConflict()
    await factors.markSession(tx, sessionId)
    await noteOwnFactor(tx, '两步验证已开启')
    return renewRecoveryCodes(tx, userId)
  })
}

/**
 * Switches the caller's second factor off.
 * @throws 422 for a wrong password or code, each of which counts as a failed sign-in, or when it is off
 */
export async function disableOwnTotp(ctx: Ctx, { password, code }: { password: string; code: string }): Promise<void> {
  await getOwnFactor(ctx)
  await verifyOwnPassword(ctx, password, '密码错误')
  await verifyOwnCode(ctx, code, '验证码错误或已使用')
  await inTransaction(ctx, async (tx) => {
    await disableTotp(tx, tx.actor.userId)
    await noteOwnFactor(tx, '两步验证已关闭')
  })
}

/**
 * Gives the caller new recovery codes.
 * @returns the codes, which are not shown again
 * @throws 422 for a wrong password, which counts as a failed sign-in, or when the second factor is off
 */
export async function renewOwnRecoveryCodes(ctx: Ctx, password: string): Promise<string[]> {
  await getOwnFactor(ctx)
  await verifyOwnPassword(ctx, password, '密码错误')
  return inTransaction(ctx, async (tx) => {
    await noteOwnFactor(tx, '两步验证的恢复码已更换')
    return renewRecoveryCodes(tx, tx.actor.userId)
  })
}

/** Notifies the caller of a change to their second factor, and notes it in the audit trail. */
async function noteOwnFactor(tx: Ctx, what: string): Promise<void> {
  const { userId, username } = tx.actor
  await notifyOwner(tx, userId, 'mfa.changed', what)
  await audit(tx, { action: 'mfa', objectType: 'admin-user', objectId: userId, objectName: `${username}：${what}` })
}

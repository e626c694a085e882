import type { ForgotForm, ResetForm } from '@zhanggui/contract/staff/auth.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { HttpError, stateConflict, tooMany } from '../../../platform/http/errors.ts'
import { limitedAddress } from '../../../platform/http/networks.ts'
import { hashToken, newToken } from '../../../platform/security/token.ts'
import { canMail, consoleAddress, MAIL_RETRIES, mailNow } from '../../message/mail/mail.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as proofs from './account-proof.repository.ts'
import { rememberDevice } from './known-device.ts'
import { requireCaptcha, unlock } from './login.service.ts'
import * as passwords from './password.repository.ts'
import { hashNewPassword, notifyPasswordChanged, REMEMBERED_PASSWORDS, refuseReuse } from './password.service.ts'
import { forgetDevices } from './second-factor.repository.ts'
import { endSessions } from './session.service.ts'

const QUEUE = 'password-reset'
const LINK_MS = 30 * 60_000
const HOUR = 3600
const ADDRESS_LIMIT = { max: 3, seconds: HOUR }

/**
 * Mails a link that sets a new password, if an account has the address. Answer and response time are the same either way:
 * the account is looked up in the background.
 * @throws 422 NOT_CONFIGURED while the shop cannot send mail, 429, and errors of the captcha
 */
export async function forgotPassword(ctx: Ctx, { email, ...captcha }: ForgotForm): Promise<{ message: string }> {
  if (!canMail(await getSettings(ctx)))
    throw new HttpError(422, 'NOT_CONFIGURED', '尚未开通邮箱找回，请联系管理员重置密码')
  await requireCaptcha(ctx, captcha)
  const { allowed, resetSeconds } = await ctx.platform.limits.take(
    `forgot ${limitedAddress(ctx.origin.ip)}`,
    ADDRESS_LIMIT,
  )
  if (!allowed) throw tooMany(resetSeconds)
  await ctx.platform.jobs.enqueue(ctx, QUEUE, { email })
  return { message: '如果该邮箱存在，重置邮件已发送' }
}

/** Registers the background job that mails the link. */
export function registerPasswordReset({ jobs }: Platform): void {
  jobs.handle<{ email: string }>(QUEUE, MAIL_RETRIES, (ctx, { email }, { retry }) => mailLink(ctx, email, retry))
}

async function mailLink(ctx: Ctx, email: string, retry: number): Promise<void> {
  const user = await proofs.findByEmail(ctx, email)
  if (!user?.email) return
  // Requests by others cannot flood the owner's mailbox.
  if (!(await ctx.platform.limits.take(`reset ${user.id}`, { max: 5, seconds: HOUR })).allowed) return
  const token = newToken()
  const expiresAt = new Date(ctx.now().getTime() + LINK_MS)
  await proofs.insertReset(ctx, { tokenHash: hashToken(token), userId: user.id, expiresAt })
  const { site_name } = await getSettings(ctx)
  // Behind #: browsers do not send it, so no proxy logs it.
  const text = `${user.nickName}，您好：

有人（可能是您本人）申请重置您在「${site_name}」的登录密码。请在 30 分钟内打开下面的链接设置新密码，链接只能使用一次：

${consoleAddress(ctx, `/login#reset=${token}`)}

如果不是您本人操作，请忽略这封邮件，您的密码不会改变。`
  await mailNow(ctx, { to: user.email, subject: `【${site_name}】重置登录密码`, text }, { retry })
}

/**
 * Sets a new password by a mailed link, once, and ends all sessions of the user.
 * @throws 422 for an expired or used link, or a recently used password; {BadInput} for one that breaks the policy
 */
export async function resetForgotten(ctx: Ctx, { token, newPass }: ResetForm): Promise<void> {
  const tokenHash = hashToken(token)
  const user = await proofs.findReset(ctx, tokenHash)
  if (!user) throw linkOver()
  const hash = await hashNewPassword(ctx, newPass, user, 'newPass')
  await refuseReuse(newPass, user.passwordHash, user.passwordHistory)
  const history = [user.passwordHash, ...user.passwordHistory].slice(0, REMEMBERED_PASSWORDS)
  await inTransaction(ctx, async (tx) => {
    if (!(await proofs.takeReset(tx, tokenHash))) throw linkOver()
    const change = { hash, history, mustChange: false }
    if (!(await passwords.updatePassword(tx, user.id, user.passwordHash, change))) throw stateConflict()
    await endSessions(tx, user.id, 'password')
    await forgetDevices(tx, user.id)
    await unlock(tx, user.id)
    rememberDevice(tx, user.id)
    await notifyPasswordChanged(
      tx,
      user.id,
      `您的登录密码已通过邮件重置，所有设备已退出登录，IP ${tx.origin.ip}。若不是您本人操作，请立即联系管理员。`,
    )
    const { id, username } = user
    const actor = { id, name: username }
    await audit(tx, { action: 'password', objectType: 'admin-user', objectId: id, objectName: username, actor })
  })
}

function linkOver(): Refusal {
  return new Refusal('重置链接无效或已过期，请重新申请')
}

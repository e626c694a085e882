import { randomInt } from 'node:crypto'
import type { EmailForm } from '@zhanggui/contract/staff/user-center.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, refuseTaken, tooMany } from '../../../platform/http/errors.ts'
import { mailNow } from '../../message/mail/mail.service.ts'
import { notifyOwner } from '../../message/notice/owner-notice.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as users from '../admin-user/admin-user.repository.ts'
import * as proofs from '../sign-in/account-proof.repository.ts'
import { verifyOwnPassword } from '../sign-in/login.service.ts'

const CODE_MS = 5 * 60_000
const LIMITS = [
  { max: 1, seconds: 60 },
  { max: 10, seconds: 24 * 3600 },
]

/**
 * Mails a code of six digits to the caller's new address, valid for five minutes and five tries.
 * @throws 429 for more than one per minute or ten per day; errors of sending mail
 */
export async function mailEmailCode(ctx: Ctx, email: string): Promise<void> {
  refuseMasked(email)
  const { userId } = ctx.actor
  for (const limit of LIMITS) {
    const { allowed, resetSeconds } = await ctx.platform.limits.take(`email ${limit.seconds} ${userId}`, limit)
    if (!allowed) throw tooMany(resetSeconds)
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(ctx.now().getTime() + CODE_MS)
  const { site_name } = await getSettings(ctx)
  const text = `您正在修改「${site_name}」账号 ${ctx.actor.username} 的邮箱，验证码：${code}

验证码 5 分钟内有效，请勿告诉他人。如果不是您本人操作，请忽略这封邮件。`
  await mailNow(ctx, { to: email, subject: `【${site_name}】邮箱验证码`, text })
  // A mail that was not sent leaves no code.
  await proofs.storeEmailCode(ctx, { userId, email, digest: digestOf(ctx, email, code), expiresAt })
}

/**
 * Sets the caller's address to the one a code was mailed to.
 * @throws 422 for a wrong password, which counts as a failed sign-in, or a wrong, used or expired code; 409 for another
 *   user's address
 */
export async function changeOwnEmail(ctx: Ctx, code: string, { password, email }: EmailForm): Promise<void> {
  refuseMasked(email)
  await verifyOwnPassword(ctx, password, '密码错误')
  const digest = digestOf(ctx, email, code)
  const mailed = await proofs.tryEmailCode(ctx)
  if (mailed?.digest !== digest) throw codeOver()
  const former = await inTransaction(ctx, async (tx) => {
    if (!(await proofs.takeEmailCode(tx, digest))) throw codeOver()
    const { userId, username } = tx.actor
    const before = (await users.find(tx, userId))?.user.email ?? null
    await refuseTaken(users.update(tx, userId, { email }), () => conflict('邮箱已被使用', 'email'))
    await proofs.forgetResets(tx, userId)
    await notifyOwner(tx, userId, 'email.changed', '邮箱已修改')
    const rows = { before: { email: before }, after: { email } }
    await audit(tx, { action: 'email', objectType: 'admin-user', objectId: userId, objectName: username, ...rows })
    return before
  })
  // The former address is notified, too: someone who took over the account cannot prevent it.
  if (former) await notifyFormer(ctx, former)
}

async function notifyFormer(ctx: Ctx, to: string): Promise<void> {
  const { site_name } = await getSettings(ctx)
  const text = `您在「${site_name}」的账号 ${ctx.actor.username} 已改用其他邮箱，此邮箱不再用于找回密码。

如果不是您本人操作，请立即联系管理员。`
  await mailNow(ctx, { to, subject: `【${site_name}】邮箱已修改`, text }).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'the former address was not notified'),
  )
}

function digestOf({ platform, actor }: Ctx, email: string, code: string): string {
  return platform.secrets.digest(`email:${actor.userId}:${email.toLowerCase()}:${code}`)
}

/** Answers show addresses masked, so a masked one is not a new address. */
function refuseMasked(email: string): void {
  if (email.includes('*')) throw new BadInput('请输入正确的邮箱地址', 'email')
}

function codeOver(): Refusal {
  return new Refusal('验证码错误或已过期')
}

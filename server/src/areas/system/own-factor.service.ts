import { type Ctx, inTransaction } from '../../platform/context.ts'
import { verifyOwnCode, verifyOwnPassword } from './login.service.ts'
import { disableTotp, getOwnFactor, renewRecoveryCodes } from './second-factor.service.ts'

/**
 * Switches the caller's second factor off.
 * @throws 422 for a wrong password or code, each of which counts as a failed sign-in, or while it is off
 */
export async function disableOwnTotp(ctx: Ctx, { password, code }: { password: string; code: string }): Promise<void> {
  await getOwnFactor(ctx)
  await verifyOwnPassword(ctx, password, '密码错误')
  await verifyOwnCode(ctx, code, '验证码错误或已使用')
  await inTransaction(ctx, (tx) => disableTotp(tx, tx.actor.userId))
}

/**
 * Gives the caller new recovery codes.
 * @returns them, which nobody sees again
 * @throws 422 for a wrong password, which counts as a failed sign-in, or while the second factor is off
 */
export async function renewOwnRecoveryCodes(ctx: Ctx, password: string): Promise<string[]> {
  await getOwnFactor(ctx)
  await verifyOwnPassword(ctx, password, '密码错误')
  return inTransaction(ctx, (tx) => renewRecoveryCodes(tx, tx.actor.userId))
}

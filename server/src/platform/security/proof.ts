import type { Ctx } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'

/** How long an entered password counts as proof of identity (docs/access.md, Sessions). */
const REAUTH_MS = 10 * 60_000

/** Whether the caller proved their identity within the last ten minutes. */
export function hasProof({ actor, now }: Ctx): boolean {
  return now().getTime() - actor.reauthAt.getTime() <= REAUTH_MS
}

/** @throws 428 unless the caller proved their identity within the last ten minutes */
export function requireProof(ctx: Ctx): void {
  if (!hasProof(ctx)) throw new HttpError(428, 'REAUTH_REQUIRED', '请验证身份')
}

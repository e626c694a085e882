import type { Ctx } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'

/** How long an entered password counts as proof of identity (system chapter, 2.8). */
const REAUTH_MS = 10 * 60_000

/** @throws 428 unless the caller proved their identity within the last ten minutes */
export function requireProof({ actor, now }: Ctx): void {
  if (now().getTime() - actor.reauthAt.getTime() > REAUTH_MS) throw new HttpError(428, 'REAUTH_REQUIRED', '请验证身份')
}

import type { Ctx } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'

/** How long a given password counts as proof of who is calling (system chapter, 2.8). */
const REAUTH_MS = 10 * 60_000

/** @throws 428 unless the caller proved within the last ten minutes who he is */
export function requireProof({ actor, now }: Ctx): void {
  if (now().getTime() - actor.reauthAt.getTime() > REAUTH_MS) throw new HttpError(428, 'REAUTH_REQUIRED', '请验证身份')
}

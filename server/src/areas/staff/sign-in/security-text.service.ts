import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'

/** What is read from it is good for so long: whoever looks later looks again. */
const GOOD_MS = 180 * 24 * 3600_000

/**
 * Whom to tell of a weakness, for everybody (SEC-94).
 * @see RFC 9116
 * @throws 404 where the shop names nobody
 */
export async function drawSecurityText(ctx: Ctx): Promise<string> {
  const { security_contact } = await getSettings(ctx)
  if (!security_contact) throw new HttpError(404, 'NOT_FOUND', '接口不存在')
  const expires = new Date(ctx.now().getTime() + GOOD_MS).toISOString()
  return `Contact: ${security_contact}\nExpires: ${expires}\nPreferred-Languages: zh, en\n`
}

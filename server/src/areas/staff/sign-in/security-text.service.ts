import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'

/** How long the text is valid: readers must fetch it again later. */
const VALID_MS = 180 * 24 * 3600_000

/**
 * The contact for reporting a vulnerability, public.
 * @see RFC 9116
 * @throws 404 when the shop names no contact
 */
export async function drawSecurityText(ctx: Ctx): Promise<string> {
  const { security_contact } = await getSettings(ctx)
  if (!security_contact) throw new HttpError(404, 'NOT_FOUND', '接口不存在')
  const expires = new Date(ctx.now().getTime() + VALID_MS).toISOString()
  return `Contact: ${security_contact}\nExpires: ${expires}\nPreferred-Languages: zh, en\n`
}

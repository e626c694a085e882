import type { Actor, Ctx } from '../../../platform/http/context.ts'
import { holds } from '../../../platform/http/context.ts'
import { forbidden, HttpError } from '../../../platform/http/errors.ts'
import { authenticateSession } from '../../staff/sign-in/session.service.ts'
import { consumeTicket } from './ticket.service.ts'

const COOKIE_SECONDS = 15 * 60
const COOKIE = 'zhanggui_page'

type Page = { purpose: 'druid' | 'doc'; path: string; permission: string }

/**
 * Lets somebody in to a page that the server draws: by a ticket, or by the cookie an earlier ticket gave him, which is good
 * for 15 minutes and for this page alone (AU-46).
 * @returns the cookie to set, when he came with a ticket
 * @throws 401 without either, 403 without the permission
 */
export async function enterPage(
  ctx: Ctx,
  { purpose, path, permission }: Page,
  { ticket, cookies = '' }: { ticket: string | undefined; cookies: string | undefined },
): Promise<{ actor: Actor; cookie: string | undefined }> {
  const actor = ticket ? await consumeTicket(ctx, ticket, purpose) : await byCookie(ctx, purpose, cookies)
  if (!holds(actor, permission)) throw forbidden(permission)
  if (!ticket) return { actor, cookie: undefined }
  const until = ctx.now().getTime() + COOKIE_SECONDS * 1000
  const pass = ctx.platform.secrets.seal(JSON.stringify({ purpose, sessionId: actor.sessionId, until }))
  const secure = ctx.platform.config.publicUrl?.startsWith('https:') ? '; Secure' : ''
  return {
    actor,
    cookie: `${COOKIE}=${pass}; Path=${path}; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Strict${secure}`,
  }
}

async function byCookie(ctx: Ctx, purpose: Page['purpose'], cookies: string): Promise<Actor> {
  const sealed = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]+)`).exec(cookies)?.[1]
  const pass = sealed && open(ctx, sealed)
  if (!pass || pass.purpose !== purpose || pass.until < ctx.now().getTime())
    throw new HttpError(401, 'TOKEN_INVALID', '请从控制台打开此页面')
  return authenticateSession(ctx, pass.sessionId)
}

function open({ platform }: Ctx, sealed: string): { purpose: string; sessionId: string; until: number } | undefined {
  try {
    return JSON.parse(platform.secrets.open(sealed))
  } catch {
    return undefined
  }
}

import { consumeTicket } from '../../security/tickets.ts'
import { type Actor, type Ctx, holds } from '../context.ts'
import { forbidden, HttpError } from '../errors.ts'

const COOKIE_SECONDS = 15 * 60
const COOKIE = 'zhanggui_page'

type Page = { purpose: 'druid' | 'doc'; path: string; permission: string }

/**
 * Admits the caller to a server-rendered page: by a ticket, which sets a cookie for this page that is valid for 15 minutes,
 * or by that cookie.
 * @throws 401 without either, 403 without the permission
 */
export async function enterPage(
  ctx: Ctx,
  { purpose, path, permission }: Page,
  ticket: string | undefined,
): Promise<Actor> {
  const actor = ticket ? await consumeTicket(ctx, ticket, purpose) : await byCookie(ctx, purpose)
  if (!holds(actor, permission)) throw forbidden(permission)
  if (!ticket) return actor
  const until = ctx.now().getTime() + COOKIE_SECONDS * 1000
  const pass = ctx.platform.secrets.seal(JSON.stringify({ purpose, sessionId: actor.sessionId, until }))
  ctx.origin.cookies?.set(COOKIE, pass, { path, seconds: COOKIE_SECONDS })
  return actor
}

async function byCookie(ctx: Ctx, purpose: Page['purpose']): Promise<Actor> {
  const sealed = ctx.origin.cookies?.get(COOKIE)
  const pass = sealed && open(ctx, sealed)
  if (!pass || pass.purpose !== purpose || pass.until < ctx.now().getTime())
    throw new HttpError(401, 'TOKEN_INVALID', '请从控制台打开此页面')
  return ctx.platform.gate.authenticateSession(ctx, pass.sessionId)
}

function open({ platform }: Ctx, sealed: string): { purpose: string; sessionId: string; until: number } | undefined {
  try {
    return JSON.parse(platform.secrets.open(sealed))
  } catch {
    return undefined
  }
}

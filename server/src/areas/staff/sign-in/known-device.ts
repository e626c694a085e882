import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '../../../platform/http/context.ts'

const DAYS = 90
/** The cookie is sent to the sign-in calls only. One for each account, as several may share a browser. */
const nameOf = (userId: number) => `zhanggui-known-${userId}`
const FORM = /^([\w-]{22})\.(\d{10})\.([\w-]{43})$/

/**
 * The device of a call, if the account has signed in on it within 90 days. It proves nothing about who is there, it only
 * counts its wrong passwords apart from those of others (decision 0026).
 */
export function findKnownDevice(ctx: Ctx, userId: number): string | undefined {
  const [, device = '', until = '', mac = ''] = FORM.exec(ctx.origin.cookies?.get(nameOf(userId)) ?? '') ?? []
  if (!device || Number(until) * 1000 <= ctx.now().getTime()) return undefined
  const right = sign(ctx, userId, device, until)
  return timingSafeEqual(Buffer.from(mac), Buffer.from(right)) ? device : undefined
}

/** Makes this browser a known one of the account for another 90 days. */
export function rememberDevice(ctx: Ctx, userId: number): void {
  const device = findKnownDevice(ctx, userId) ?? randomBytes(16).toString('base64url')
  const seconds = DAYS * 24 * 3600
  const until = String(Math.floor(ctx.now().getTime() / 1000) + seconds)
  const token = `${device}.${until}.${sign(ctx, userId, device, until)}`
  ctx.origin.cookies?.set(nameOf(userId), token, { path: '/auth/login', seconds })
}

function sign({ platform }: Ctx, userId: number, device: string, until: string): string {
  return platform.secrets.digest(`known:${userId}:${device}:${until}`)
}

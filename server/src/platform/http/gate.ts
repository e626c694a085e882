import { type Access, isForStaff, type Route } from '@zhanggui/contract/routes.ts'
import { File } from '@zhanggui/contract/schema.ts'
import type { FileKind } from '@zhanggui/domain/file/file-type.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireProof } from '../security/proof.ts'
import { type Actor, type Buyer, type Ctx, holds, isSuper, type Platform, type Seeing, withContext } from './context.ts'
import { forbidden, HttpError, tooMany } from './errors.ts'
import type { UploadRules } from './input/uploads.ts'
import { limitedAddress } from './networks.ts'
import type { Limit } from './rate-limit.ts'

/** The platform's questions to the shop about every call, but for buyers. */
export type StaffGate = {
  /** Whether there is an administrator yet. */
  isSetUp(ctx: Ctx): Promise<boolean>
  /**
   * The owner of the token.
   * @throws 401
   */
  authenticate(ctx: Ctx): Promise<Actor>
  /**
   * The user of a session.
   * @throws 401 when it has ended
   */
  authenticateSession(ctx: Ctx, sessionId: string): Promise<Actor>
  /** A user as an actor, for work they started earlier; undefined if they may not sign in any more. */
  actorOf(ctx: Ctx, userId: number): Promise<Actor | undefined>
  /** The limits and rules from the settings that apply to every call. */
  policy(ctx: Ctx): Promise<Policy>
  /**
   * The extensions allowed for files of these kinds, with their limits.
   * @throws when such files are not accepted at present
   */
  uploadRules(ctx: Ctx, kinds: readonly FileKind[]): Promise<UploadRules>
}

/** The platform's questions about the calls of buyers. */
export type BuyerGate = {
  /**
   * The owner of the token.
   * @throws 401
   */
  authenticateBuyer(ctx: Ctx): Promise<Buyer>
}

export type Gate = StaffGate & BuyerGate

declare module './context.ts' {
  interface Platform {
    /** What the shop answers about every call. */
    gate: Gate
  }
}

/** Limits and rules of the settings. */
export type Policy = {
  strictVersion: boolean
  /** For staff: anyone not signed in, of one address; one session, its changes and its uploads. */
  anonymous: Limit
  session: Limit
  writes: Limit
  uploads: Limit
  /** For buyers: anyone not signed in, of one address; one session and its changes. */
  front: Limit
  buyer: Limit
  buyerWrites: Limit
  /** For providers, of one address. */
  provider: Limit
  /** During maintenance: the message for staff, and who may work nevertheless. */
  maintenance?: { message: string; unless: string }
}

/** A call at the door. */
type Entry = {
  platform: Platform
  route: Route
  request: FastifyRequest
  reply: FastifyReply
  policy: Policy
  /** The caller's address, as limits count it. */
  address: string
  /** @throws 429 */
  limit: (key: string, rule: Limit) => Promise<void>
}

/** Admits a call or throws: checks set-up, limits, sign-in, required actions, permission and proof of identity. */
export async function admit(
  platform: Platform,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { gate } = platform
  const { ctx } = request
  const beforeSetUp = route.early && route.permission === 'public'
  if (!beforeSetUp && !(await gate.isSetUp(ctx))) throw new HttpError(503, 'SETUP_REQUIRED', '系统尚未初始化')
  const policy = await gate.policy(ctx)
  const limit = async (key: string, rule: Limit) => {
    const { allowed, remaining, resetSeconds } = await platform.limits.take(key, rule)
    reply.header('RateLimit-Limit', rule.max)
    reply.header('RateLimit-Remaining', remaining)
    reply.header('RateLimit-Reset', resetSeconds)
    if (!allowed) throw tooMany(resetSeconds)
  }
  if (route.changes && (request.headers['sec-purpose'] ?? request.headers.purpose)?.includes('prefetch'))
    throw new HttpError(400, 'BAD_REQUEST', '此操作不能预取')
  const entry = { platform, route, request, reply, policy, limit, address: limitedAddress(ctx.origin.ip) }
  switch (route.permission) {
    case 'public':
      return admitAnyone(entry)
    case 'visitor':
      return admitVisitor(entry)
    case 'buyer':
      return admitBuyer(entry)
    case 'provider':
      return limit(`provider ${entry.address}`, policy.provider)
    default:
      return admitStaff(entry)
  }
}

async function admitAnyone({ platform, route, request: { ctx }, policy, address, limit }: Entry): Promise<void> {
  // A page of pictures makes many calls, which cost no more than the console's static files.
  if (route.response !== File) {
    // Staff who open pages must not use up the sign-in limit of their office, which shares one address.
    const mayBeStaff = route.method === 'GET' && !route.perMinute
    const caller = mayBeStaff ? await platform.gate.authenticate(ctx).catch(() => undefined) : undefined
    await (caller ? limit(`session ${caller.sessionId}`, policy.session) : limit(`ip ${address}`, policy.anonymous))
  }
  await limitRoute({ route, address, limit })
}

async function admitStaff({ platform, route, request, reply, policy, address, limit }: Entry): Promise<void> {
  const { ctx } = request
  const caller = await platform.gate.authenticate(ctx).catch(async (error: unknown) => {
    await limit(`ip ${address}`, policy.anonymous)
    throw error
  })
  request.ctx = withContext(ctx, { caller })
  reply.header('X-Perm-Version', caller.permVersion)
  const { key } = caller
  await limit(`session ${caller.sessionId}`, key ? { max: key.perMinute, seconds: 60 } : policy.session)
  // The parts of a file were counted when the upload started.
  const isPart = route.files?.kinds.includes('part')
  if (!key && route.method !== 'GET' && !isPart) await limit(`writes ${caller.sessionId}`, policy.writes)
  const { maintenance } = policy
  if (caller.seeing) refuseWhileSeeing(caller.seeing, route)
  if (maintenance && !route.early && !holds(caller, maintenance.unless)) throw underMaintenance(maintenance.message)
  if (caller.duty && !route.early) throw new HttpError(428, caller.duty.code, caller.duty.message)
  if (!may(caller, route.permission) || (key && !isForKeys(route))) throw forbidden([route.permission].flat()[0])
  if (route.reauth) requireProof(request.ctx)
  if (route.files && !isPart) await limit(`uploads ${caller.sessionId}`, policy.uploads)
}

/** Who looks at the console as somebody else changes nothing. @throws 403 SEEING */
function refuseWhileSeeing({ kind, name }: Seeing, { method, changes, whileSeeing }: Route): void {
  if (whileSeeing || (method === 'GET' && !changes)) return
  const whom = kind === 'role' ? `角色「${name}」` : `「${name}」`
  throw new HttpError(403, 'SEEING', `正在以${whom}的身份查看，不能修改；退出查看后再操作`)
}

/** Anyone in the buyer channel. An ended session is no reason to refuse what needs none. */
async function admitVisitor({ platform, route, request, policy, address, limit }: Entry): Promise<void> {
  const { ctx } = request
  const shopper = ctx.origin.token
    ? await platform.gate.authenticateBuyer(ctx).catch((error: unknown) => {
        if (error instanceof HttpError && error.status === 401) return undefined
        throw error
      })
    : undefined
  if (shopper) request.ctx = withContext(ctx, { shopper })
  // Signing in is limited by the address whoever sends it, reading by the session: a mobile network is one address.
  await (shopper && route.method === 'GET'
    ? limit(`buyer ${shopper.sessionId}`, policy.buyer)
    : limit(`front ${address}`, policy.front))
  await limitRoute({ route, address, limit })
  if (policy.maintenance) throw underMaintenance(policy.maintenance.message)
}

async function admitBuyer({ platform, route, request, policy, address, limit }: Entry): Promise<void> {
  const { ctx } = request
  const shopper = await platform.gate.authenticateBuyer(ctx).catch(async (error: unknown) => {
    await limit(`front ${address}`, policy.front)
    throw error
  })
  request.ctx = withContext(ctx, { shopper })
  await limit(`buyer ${shopper.sessionId}`, policy.buyer)
  if (route.method !== 'GET') await limit(`buyer writes ${shopper.sessionId}`, policy.buyerWrites)
  await limitRoute({ route, address, limit })
  if (policy.maintenance) throw underMaintenance(policy.maintenance.message)
  if (route.files) await limit(`uploads ${shopper.sessionId}`, policy.uploads)
}

/** @throws 429 beyond the route's own limit */
async function limitRoute({ route, address, limit }: Pick<Entry, 'route' | 'address' | 'limit'>): Promise<void> {
  if (route.perMinute) await limit(`${route.name} ${address}`, { max: route.perMinute, seconds: 60 })
}

function underMaintenance(message: string): HttpError {
  return new HttpError(503, 'MAINTENANCE', message)
}

/** Whether API keys may call a route: not if it is personal, requires the password or starts a task of the user. */
function isForKeys({ permission, reauth, accepted }: Route): boolean {
  return permission !== 'auth' && !reauth && !accepted
}

/** Whether a member of staff may call a route with this access rule. */
export function may(actor: Actor, access: Access): boolean {
  if (!isForStaff({ permission: access })) return false
  if (access === 'public' || access === 'auth') return true
  if (access === 'super') return isSuper(actor)
  return [access].flat().some((permission) => holds(actor, permission))
}

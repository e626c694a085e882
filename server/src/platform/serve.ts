import { createHash } from 'node:crypto'
import type { Access, Route, RouteAnswer, RouteInput } from '@zhanggui/contract/routes.ts'
import type { TSchema } from '@zhanggui/contract/schema.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, type Ctx, holds, isSuper, type Platform, withContext } from './context.ts'
import { forbidden, HttpError, tooMany } from './errors.ts'
import { once } from './idempotency.ts'
import { requireProof } from './proof.ts'
import type { Limit } from './rate-limit.ts'
import { badFields } from './validation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Ctx
    /** The row was changed without saying which version of it was seen (ER-42). */
    lastWriteWins?: boolean
  }
  interface FastifyContextConfig {
    route?: Route
  }
}

/** What the platform asks of the shop about every call. */
export type Gate = {
  /** Whether there is an administrator yet (AU-1). */
  isSetUp(ctx: Ctx): Promise<boolean>
  /**
   * Who the token belongs to.
   * @throws 401
   */
  authenticate(ctx: Ctx): Promise<Actor>
  /** The limits and rules of the settings that hold for every call. */
  policy(ctx: Ctx): Promise<Policy>
}

export type Policy = { strictVersion: boolean; anonymous: Limit; session: Limit; writes: Limit }

/** The application while it is being put together. */
export type App = {
  fastify: FastifyInstance
  platform: Platform
  gate: Gate
  /** Every route served so far. */
  routes: Route[]
}

type Handler<Spec extends Route> = (ctx: Ctx, input: RouteInput<Spec>) => RouteAnswer<Spec> | Promise<RouteAnswer<Spec>>
type Handlers<Routes extends Record<string, Route>> = { [Action in keyof Routes]: Handler<Routes[Action]> }

/**
 * Serves an object's routes, one handler for each: with limits, sign-in, permission, reading and checking of the input,
 * version and idempotency headers. A POST's fields are also taken from its query.
 */
export function serve<Routes extends Record<string, Route>>(
  app: App,
  routes: Routes,
  handlers: Handlers<Routes>,
): void {
  for (const action of Object.keys(routes)) {
    const route = routes[action] as Route
    const handle = handlers[action] as (ctx: Ctx, input: unknown) => Promise<unknown>
    app.routes.push(route)
    app.fastify.route({
      method: route.method,
      url: route.path,
      // A HEAD does what the GET does: not where that changes something (SEC-71).
      exposeHeadRoute: route.method === 'GET' && !route.changes,
      config: { route },
      bodyLimit: route.bodyLimit,
      schema: {
        ...(route.params && { params: route.params }),
        ...(route.query && { querystring: route.query }),
        ...(route.body && { body: route.body }),
        response: { 200: route.response },
      },
      onRequest: (request, reply) => admit(app, route, request, reply),
      preValidation: async (request) => {
        if (route.body) gatherBody(route.body, request)
        refuseOwnId(route, request)
        await readVersion(app, route, request)
      },
      handler: (request, reply) => answer(route, handle, request, reply),
    })
  }
}

/** Lets a call in, or says why not: set-up, limits, sign-in, what must be done first, permission, proof. */
async function admit(
  { gate, platform }: App,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
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
  const anonymous = () => limit(`ip ${ctx.origin.ip}`, policy.anonymous)
  if (route.changes && (request.headers['sec-purpose'] ?? request.headers.purpose)?.includes('prefetch'))
    throw new HttpError(400, 'BAD_REQUEST', '此操作不能预取')
  if (route.permission === 'public') {
    await anonymous()
    if (route.perMinute) await limit(`${route.name} ${ctx.origin.ip}`, { max: route.perMinute, seconds: 60 })
    return
  }
  const caller = await gate.authenticate(ctx).catch(async (error: unknown) => {
    await anonymous()
    throw error
  })
  request.ctx = withContext(ctx, { caller })
  reply.header('X-Perm-Version', caller.permVersion)
  await limit(`session ${caller.sessionId}`, policy.session)
  if (route.method !== 'GET') await limit(`writes ${caller.sessionId}`, policy.writes)
  if (caller.duty && !route.early) throw new HttpError(428, caller.duty.code, caller.duty.message)
  if (!may(caller, route.permission)) throw forbidden([route.permission].flat()[0])
  if (route.reauth) requireProof(request.ctx)
}

/** Whether the actor may call what asks for this. */
export function may(actor: Actor, access: Access): boolean {
  if (access === 'public' || access === 'auth') return true
  if (access === 'super') return isSuper(actor)
  return [access].flat().some((permission) => holds(actor, permission))
}

/** Fields of the body that came in the query instead; the body wins. */
function gatherBody(schema: TSchema, request: FastifyRequest): void {
  const { type, properties } = schema as { type?: string; properties?: Record<string, unknown> }
  if (type !== 'object' || !properties || (request.body !== undefined && !isObject(request.body))) return
  const asked = request.query as Record<string, unknown>
  const inQuery = request.method === 'POST' ? Object.keys(properties).filter((name) => Object.hasOwn(asked, name)) : []
  request.body = { ...Object.fromEntries(inQuery.map((name) => [name, asked[name]])), ...request.body }
}

/** Who adds a row does not choose its id (SY-4). */
function refuseOwnId({ name, body: schema }: Route, { body }: FastifyRequest): void {
  const { properties } = (schema ?? {}) as { properties?: Record<string, unknown> }
  if (name.endsWith('.save') && properties && !properties.id && isObject(body) && body.id)
    throw badFields([{ field: 'id', message: '新增数据不能带ID' }])
}

/** The version seen by who changes a row may come as `If-Match` (ER-41). */
async function readVersion({ gate }: App, route: Route, request: FastifyRequest): Promise<void> {
  const { properties } = (route.body ?? {}) as { properties?: Record<string, unknown> }
  if (!properties?.version || !isObject(request.body)) return
  const header = request.headers['if-match']
  const { body } = request
  if (header !== undefined) {
    const version = /^"?(\d{1,9})"?$/.exec(header)?.[1]
    if (version === undefined || (body.version !== undefined && Number(body.version) !== Number(version)))
      throw badFields([{ field: 'version', message: 'If-Match 与请求中的版本号不一致' }])
    body.version = Number(version)
  }
  if (body.version !== undefined) return
  if ((await gate.policy(request.ctx)).strictVersion)
    throw new HttpError(428, 'VERSION_REQUIRED', '请刷新页面后重试：缺少数据版本号')
  request.lastWriteWins = true
}

async function answer(
  route: Route,
  handle: (ctx: Ctx, input: unknown) => Promise<unknown>,
  { ctx, params, query, body, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const input = { params, query, body }
  const key = headers['idempotency-key']
  if (typeof key === 'string' && route.method !== 'GET' && ctx.caller) {
    const call = { key, method: route.method, path: route.path, input }
    const result = await once(ctx, call, (tx) => Promise.resolve(handle(tx, input)))
    if (result.replayed) reply.header('Idempotent-Replayed', 'true')
    return reply.code(result.status).send(result.body)
  }
  const result = await handle(ctx, input)
  if (route.etag) return answerTagged(result, headers['if-none-match'], reply)
  if (route.method === 'GET' && route.params && isObject(result) && typeof result.version === 'number')
    reply.header('ETag', `"${result.version}"`)
  return result
}

/** Answers with a tag of the content; without the content to who has it already. */
function answerTagged(result: unknown, known: string | undefined, reply: FastifyReply): unknown {
  const tag = `W/"${createHash('sha256').update(JSON.stringify(result)).digest('base64url')}"`
  reply.header('ETag', tag).header('Cache-Control', 'private, no-cache')
  const isKnown = known?.split(',').some((other) => other.trim() === tag)
  return isKnown ? reply.code(304).send() : result
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

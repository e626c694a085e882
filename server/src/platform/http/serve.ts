import { createHash } from 'node:crypto'
import type { Access, Route, RouteInput } from '@zhanggui/contract/routes.ts'
import { File, type Static, type TSchema } from '@zhanggui/contract/schema.ts'
import type { FileKind } from '@zhanggui/domain/file/file-type.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireProof } from '../security/proof.ts'
import { Accepted } from './accepted.ts'
import { type Actor, type Ctx, holds, isSuper, type Platform, withContext } from './context.ts'
import { forbidden, HttpError, tooMany } from './errors.ts'
import { type FileAnswer, sendFile } from './file-answer.ts'
import { once } from './idempotency.ts'
import { limitedAddress } from './networks.ts'
import type { Limit } from './rate-limit.ts'
import { type ReceivedFile, receiveFiles, type UploadRules } from './uploads.ts'
import { badFields } from './validation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Ctx
    /** The row was changed without naming the version the caller saw (ER-42). */
    lastWriteWins?: boolean
    /** The internal error, for the error log. */
    failure?: unknown
    /** The uploaded files, deleted after the answer. */
    received?: { files: ReceivedFile[]; discard(): Promise<void> }
  }
  interface FastifyContextConfig {
    route?: Route
  }
}

/** The platform's questions to the shop about every call. */
export type Gate = {
  /** Whether there is an administrator yet (AU-1). */
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

declare module './context.ts' {
  interface Platform {
    /** What the shop answers about every call. */
    gate: Gate
  }
}

export type Policy = {
  strictVersion: boolean
  anonymous: Limit
  session: Limit
  writes: Limit
  uploads: Limit
  /** During maintenance: the message for staff, and who may work nevertheless. */
  maintenance?: { message: string; unless: string }
}

/** The application while it is being built. */
export type App = {
  fastify: FastifyInstance
  platform: Platform
  /** Every route served so far. */
  routes: Route[]
}

type Input<Spec extends Route> = RouteInput<Spec> & (Spec['files'] extends object ? { files: ReceivedFile[] } : unknown)
type AcceptedOf<Spec extends Route> = Spec['accepted'] extends TSchema ? Accepted<Static<Spec['accepted']>> : never
type Answer<Spec extends Route> = Spec['response'] extends typeof File
  ? FileAnswer
  : Static<Spec['response']> | AcceptedOf<Spec>
type Handler<Spec extends Route> = (ctx: Ctx, input: Input<Spec>) => Answer<Spec> | Promise<Answer<Spec>>
type Handlers<Routes extends Record<string, Route>> = { [Action in keyof Routes]: Handler<Routes[Action]> }

/**
 * Serves an object's routes, one handler each: with limits, sign-in, permissions, parsing and validation of the input,
 * version and idempotency headers. A POST's fields are also read from its query.
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
      // HEAD runs the GET handler, so it is not available where that changes data (SEC-71).
      exposeHeadRoute: route.method === 'GET' && !route.changes,
      config: { route },
      bodyLimit: route.bodyLimit,
      schema: {
        ...(route.params && { params: route.params }),
        ...(route.query && { querystring: route.query }),
        ...(route.body && { body: route.body }),
        ...(route.response !== File && {
          response: { 200: route.response, ...(route.accepted && { 202: route.accepted }) },
        }),
      },
      onRequest: (request, reply) => admit(app, route, request, reply),
      preValidation: async (request) => {
        await takeFiles(app, route, request)
        if (route.body) gatherBody(route.body, request)
        refuseOwnId(route, request)
        await readVersion(app, route, request)
      },
      handler: (request, reply) => answer(route, handle, request, reply),
      onResponse: async ({ received }) => received?.discard(),
    })
  }
}

/** Admits a call or throws: checks set-up, limits, sign-in, required actions, permission and proof of identity. */
async function admit({ platform }: App, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
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
  const anonymous = () => limit(`ip ${limitedAddress(ctx.origin.ip)}`, policy.anonymous)
  if (route.changes && (request.headers['sec-purpose'] ?? request.headers.purpose)?.includes('prefetch'))
    throw new HttpError(400, 'BAD_REQUEST', '此操作不能预取')
  if (route.permission === 'public') {
    // A page of pictures makes many calls, which cost no more than the console's static files.
    if (route.response !== File) {
      // Staff who open pages must not use up the sign-in limit of their office, which shares one address.
      const mayBeStaff = route.method === 'GET' && !route.perMinute
      const caller = mayBeStaff ? await gate.authenticate(ctx).catch(() => undefined) : undefined
      await (caller ? limit(`session ${caller.sessionId}`, policy.session) : anonymous())
    }
    if (route.perMinute)
      await limit(`${route.name} ${limitedAddress(ctx.origin.ip)}`, { max: route.perMinute, seconds: 60 })
    return
  }
  const caller = await gate.authenticate(ctx).catch(async (error: unknown) => {
    await anonymous()
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
  if (maintenance && !route.early && !holds(caller, maintenance.unless))
    throw new HttpError(503, 'MAINTENANCE', maintenance.message)
  if (caller.duty && !route.early) throw new HttpError(428, caller.duty.code, caller.duty.message)
  if (!may(caller, route.permission) || (key && !isForKeys(route))) throw forbidden([route.permission].flat()[0])
  if (route.reauth) requireProof(request.ctx)
  if (route.files && !isPart) await limit(`uploads ${caller.sessionId}`, policy.uploads)
}

/** Whether API keys may call a route: not if it is personal, requires the password or starts a task of the user. */
function isForKeys({ permission, reauth, accepted }: Route): boolean {
  return permission !== 'auth' && !reauth && !accepted
}

/** Whether the actor may call a route with this access rule. */
export function may(actor: Actor, access: Access): boolean {
  if (access === 'public' || access === 'auth') return true
  if (access === 'super') return isSuper(actor)
  return [access].flat().some((permission) => holds(actor, permission))
}

/** Reads a multipart body: files if the route takes some, all other parts as fields of the body. */
async function takeFiles({ platform }: App, route: Route, request: FastifyRequest): Promise<void> {
  // A GET has no body, whatever its header says.
  if (route.method === 'GET') return
  const inParts = request.headers['content-type']?.startsWith('multipart/form-data')
  if (!inParts && route.files?.orAddress) {
    request.received = { files: [], discard: async () => {} }
    return
  }
  if (inParts !== Boolean(route.files) && request.headers['content-type'])
    throw new HttpError(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      `不支持的内容类型，请使用 ${route.files ? 'multipart/form-data' : 'application/json'}`,
    )
  if (!route.files) return
  if (!inParts) throw badFields([{ field: 'file', message: '请选择要上传的文件' }])
  const rules = await platform.gate.uploadRules(request.ctx, route.files.kinds)
  const { fields, ...received } = await receiveFiles(request, platform.config.dataFolder, rules, route.files)
  request.received = received
  request.body = fields
}

/** Adds fields of the body that were sent in the query; the body takes precedence. */
function gatherBody(schema: TSchema, request: FastifyRequest): void {
  const { type, properties } = schema as { type?: string; properties?: Record<string, unknown> }
  if (type !== 'object' || !properties || (request.body !== undefined && !isObject(request.body))) return
  const query = request.query as Record<string, unknown>
  const inQuery = request.method === 'POST' ? Object.keys(properties).filter((name) => Object.hasOwn(query, name)) : []
  request.body = { ...Object.fromEntries(inQuery.map((name) => [name, query[name]])), ...request.body }
}

/** Refuses a new row with a chosen id (SY-4). */
function refuseOwnId({ name, body: schema }: Route, { body }: FastifyRequest): void {
  const { properties } = (schema ?? {}) as { properties?: Record<string, unknown> }
  if (name.endsWith('.save') && properties && !properties.id && isObject(body) && body.id)
    throw badFields([{ field: 'id', message: '新增数据不能带ID' }])
}

/** Reads the version a change refers to, which may be sent as `If-Match` (ER-41). */
async function readVersion({ platform }: App, route: Route, request: FastifyRequest): Promise<void> {
  const { properties } = (route.body ?? {}) as { properties?: Record<string, unknown> }
  if (!properties?.version || !isObject(request.body)) return
  const header = request.headers['if-match']
  const { body } = request
  if (header !== undefined) {
    const version = /^"?(\d{1,9})"?$/.exec(header)?.[1]
    const isOther = body.version !== undefined && body.version !== version && body.version !== Number(version)
    if (version === undefined || isOther)
      throw badFields([{ field: 'version', message: 'If-Match 与请求中的版本号不一致' }])
    body.version = Number(version)
  }
  if (body.version !== undefined) return
  if ((await platform.gate.policy(request.ctx)).strictVersion)
    throw new HttpError(428, 'VERSION_REQUIRED', '请刷新页面后重试：缺少数据版本号')
  request.lastWriteWins = true
}

async function answer(
  route: Route,
  handle: (ctx: Ctx, input: unknown) => Promise<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { ctx, params, query, body, headers } = request
  const input = { params, query, body, files: request.received?.files }
  const key = headers['idempotency-key']
  // Uploads may be repeated: equal content is stored once.
  const isKept = route.method !== 'GET' && !route.files && !route.unkept && route.response !== File
  let result: unknown
  if (typeof key === 'string' && isKept && ctx.caller) {
    const write = (status: number, given: unknown) => {
      const serialize = reply.getSerializationFunction(String(status)) as ((answer: unknown) => string) | undefined
      if (!serialize) throw new Error(`${route.name} does not answer ${status}`)
      return serialize(given)
    }
    const call = { key, method: route.method, path: route.path, input, write }
    const outcome = await once(ctx, call, async (keyed) => handle(keyed, input))
    if (outcome.isStored) {
      if (outcome.isReplayed) reply.header('Idempotent-Replayed', 'true')
      if (outcome.retryAfter) reply.header('Retry-After', outcome.retryAfter)
      return reply.code(outcome.status).send(outcome.body)
    }
    result = outcome.answer
  } else result = await handle(ctx, input)
  if (result instanceof Accepted) return reply.code(202).send(result.body)
  if (route.response === File) return sendFile(request, reply, result as FileAnswer)
  if (route.etag) return answerTagged(result, headers['if-none-match'], reply)
  if (route.method === 'GET' && route.params && isObject(result) && typeof result.version === 'number')
    reply.header('ETag', `"${result.version}"`)
  return result
}

/** Answers with an ETag of the content; with 304 when the client has it already. */
function answerTagged(result: unknown, known: string | undefined, reply: FastifyReply): unknown {
  const tag = `W/"${createHash('sha256').update(JSON.stringify(result)).digest('base64url')}"`
  reply.header('ETag', tag).header('Cache-Control', 'private, no-cache')
  const isKnown = known?.split(',').some((other) => other.trim() === tag)
  return isKnown ? reply.code(304).send() : result
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

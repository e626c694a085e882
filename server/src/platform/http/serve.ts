import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isForStaff, type Route, type RouteInput } from '@zhanggui/contract/routes.ts'
import { File, type Static, type TObject, type TSchema } from '@zhanggui/contract/schema.ts'
import { viewedQuery } from '@zhanggui/contract/setting/saved-view.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defineHook } from '../hooks.ts'
import { Accepted } from './accepted.ts'
import type { Ctx, Platform } from './context.ts'
import { HttpError } from './errors.ts'
import { type FileAnswer, sendFile } from './file-answer.ts'
import { admit } from './gate.ts'
import { keyOwner, once } from './idempotency.ts'
import { type ReceivedFile, receiveFiles } from './input/uploads.ts'
import { badFields, makeReader } from './input/validation.ts'
import { enterRush, inPlace } from './rush.ts'

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Ctx
    /** The row was changed without naming the version the caller saw. */
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

/** Called with every answered call, after the answer was sent. */
export const answered =
  defineHook<(request: FastifyRequest, reply: FastifyReply) => void | Promise<void>>('answered calls')

/**
 * Looks at what a call of staff, or a reading one of a buyer, asks for, before its handler, and may refuse it; what it returns
 * looks at the answer. Lists that are asked from within are looked at, too.
 */
export type ReadWatch = (
  ctx: Ctx,
  route: Route,
  asked: Record<string, unknown>,
) => Promise<((answer: unknown) => Promise<void>) | undefined>
export const readWatches = defineHook<ReadWatch>('watched readings')

/** Names who changed an object last; undefined if nobody known did. */
export const lastChangers =
  defineHook<(ctx: Ctx, object: string, id: string) => Promise<string | undefined>>('who changed an object')

/** The application while it is being built. */
export type App = {
  fastify: FastifyInstance
  /** The platform that answers; read it with each call, as routes are registered before there is one. */
  platform: Platform
  /** Every route served so far. */
  routes: Route[]
  /** What answers the lists among them, by the names of their routes. */
  lists: Map<string, ServedList>
}

/** A paged list of the console, to be asked from within. */
export type ServedList = {
  route: Route
  /** What it is asked for, see {@link viewedQuery}. */
  asks: TObject
  /** Reads what it is asked for, as a call would. @throws 400 */
  read(typed: unknown): unknown
  /** Its answer to an input that fits, within what the caller sees; the permission is the matter of who asks. */
  ask(ctx: Ctx, input: Record<string, unknown>): Promise<unknown>
}

declare module './context.ts' {
  interface Platform {
    /** The lists that are served, by the names of their routes. */
    lists: ReadonlyMap<string, ServedList>
  }
}

type Input<Spec extends Route> = RouteInput<Spec> &
  (Spec['files'] extends object ? { files: ReceivedFile[] } : unknown) &
  (Spec['raw'] extends true ? { headers: IncomingHttpHeaders } : unknown)
type AcceptedOf<Spec extends Route> = Spec['accepted'] extends TSchema ? Accepted<Static<Spec['accepted']>> : never
type Answer<Spec extends Route> = Spec['response'] extends typeof File
  ? FileAnswer
  : Static<Spec['response']> | AcceptedOf<Spec>
type Handler<Spec extends Route> = (ctx: Ctx, input: Input<Spec>) => Answer<Spec> | Promise<Answer<Spec>>
type Handle = (ctx: Ctx, input: unknown) => Promise<unknown>
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
    const handle = watched(route, handlers[action] as Handle)
    const written: WrittenAnswers = new WeakMap()
    app.routes.push(route)
    noteList(app, route, handle)
    app.fastify.route({
      method: route.method,
      url: route.path,
      // HEAD runs the GET handler, so it is not available where that changes data.
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
      // What people rush for waits before it costs anything; what it waits for stands in the body.
      ...(!route.rush && { onRequest: (request, reply) => admit(app.platform, route, request, reply) }),
      preValidation: async (request, reply) => {
        if (route.rush) {
          await enterRush(app.platform, route, request, reply)
          await admit(app.platform, route, request, reply)
        }
        await takeFiles(app, route, request)
        if (route.body) gatherBody(route.body, request)
        refuseOwnId(route, request)
        await readVersion(app, route, request)
      },
      handler: async (request, reply) => {
        // What was sent in the query, or with characters that are taken away, is known only now.
        if (route.rush) await enterRush(app.platform, route, request, reply)
        return inPlace(request, () => answer(route, handle, written, request, reply)).catch(async (error: unknown) => {
          throw await withChanger(error, route, request)
        })
      },
      ...(route.rush && { onSend: async ({ place }) => place?.leave() }),
      onResponse: async ({ received }) => received?.discard(),
    })
  }
}

function noteList({ lists }: App, route: Route, handle: Handle): void {
  const asks = viewedQuery(route)
  if (!asks) return
  const inBody = (route.method === 'POST' && (route.body as TObject | undefined)?.properties) || {}
  const pick = (input: Record<string, unknown>, wanted: boolean) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(inBody, name) === wanted))
  let reader: ReturnType<typeof makeReader> | undefined
  lists.set(route.name, {
    route,
    asks,
    read: (typed) => {
      reader ??= makeReader(asks)
      return reader(typed)
    },
    ask: async (ctx, input) => handle(ctx, { query: pick(input, false), body: pick(input, true) }),
  })
}

/** A handler with what watches it: of calls of staff, and of what buyers read. */
function watched(route: Route, handle: Handle): Handle {
  if (!isForStaff(route) && !(route.permission === 'buyer' && route.method === 'GET')) return handle
  return async (ctx, input) => {
    const { query, body } = input as { query?: unknown; body?: unknown }
    const asked = { ...(isObject(query) && query), ...(isObject(body) && body) }
    const watches = await Promise.all(ctx.platform.hooks.of(readWatches).map((watch) => watch(ctx, route, asked)))
    const result = await handle(ctx, input)
    await Promise.all(watches.map((look) => look?.(result)))
    return result
  }
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

/** Refuses a new row with a chosen id. */
function refuseOwnId({ name, body: schema }: Route, { body }: FastifyRequest): void {
  const { properties } = (schema ?? {}) as { properties?: Record<string, unknown> }
  if (name.endsWith('.save') && properties && !properties.id && isObject(body) && body.id)
    throw badFields([{ field: 'id', message: '新增数据不能带ID' }])
}

/** Reads the version a change refers to, which may be sent as `If-Match`. */
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
  written: WrittenAnswers,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { ctx, params, query, body, headers } = request
  const input = route.raw
    ? { params, query, body: body ?? Buffer.alloc(0), headers }
    : { params, query, body, files: request.received?.files }
  const key = headers['idempotency-key']
  // Uploads may be repeated: equal content is stored once.
  const isKept = route.method !== 'GET' && !route.files && !route.raw && !route.unkept && route.response !== File
  let result: unknown
  const owner = keyOwner(ctx)
  if (typeof key === 'string' && isKept && owner) {
    const write = (status: number, given: unknown) => {
      const serialize = reply.getSerializationFunction(String(status)) as ((answer: unknown) => string) | undefined
      if (!serialize) throw new Error(`${route.name} does not answer ${status}`)
      return serialize(given)
    }
    const call = { owner, key, method: route.method, path: route.path, input, write }
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
  if (route.etag) return answerTagged(result, written, request, reply)
  if (route.method === 'GET' && route.params && isObject(result) && typeof result.version === 'number')
    reply.header('ETag', `"${result.version}"`)
  return result
}

const OVERTAKEN = ['VERSION_CONFLICT', 'STATE_CONFLICT']

/** A refusal because the one row of the call was changed meanwhile also says by whom. */
async function withChanger(error: unknown, { object }: Route, { ctx, params, body }: FastifyRequest): Promise<unknown> {
  if (!ctx.caller || !(error instanceof HttpError) || !OVERTAKEN.includes(error.code)) return error
  const given = { ...(isObject(body) ? body : {}), ...(isObject(params) ? params : {}) }
  const [id, ...others] = [given.id].flat()
  if (id === undefined || others.length) return error
  const names = await Promise.all(
    ctx.platform.hooks.of(lastChangers).map((find) => find(ctx, object, String(id)).catch(() => undefined)),
  )
  const changedBy = names.find((name) => name !== undefined)
  return changedBy === undefined ? error : new HttpError(409, error.code, error.message, { ...error.extra, changedBy })
}

/** Tagged answers as they are sent, by the objects that handlers return: one that keeps an answer and returns it again has it written once. */
type WrittenAnswers = WeakMap<object, Written>
/** The bytes of an answer, before and after the moment at which it leaves; all of them come before where it names none. */
type Written = { tag: string; before: Buffer; after: Buffer | undefined }

const SERVER_TIME = '"serverTime":"'
const NO_TIME = '0000-00-00 00:00:00'

/**
 * Answers with an ETag of the content; with 304 when the client has it already. `serverTime` is set as the answer leaves and is no
 * content: with 304, the header Date says it.
 */
function answerTagged(
  result: unknown,
  answers: WrittenAnswers,
  { ctx, headers }: FastifyRequest,
  reply: FastifyReply,
): unknown {
  const kept = typeof result === 'object' && result !== null ? result : {}
  const { tag, before, after } = answers.get(kept) ?? writeTagged(result, reply)
  answers.set(kept, { tag, before, after })
  reply.header('ETag', tag).header('Cache-Control', 'private, no-cache')
  if (headers['if-none-match']?.split(',').some((other) => other.trim() === tag)) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  const bytes = () => (after ? Buffer.concat([before, Buffer.from(toWireTime(ctx.now())), after]) : before)
  // Fastify sends bytes as well as texts, of which alone its types know.
  return reply.serializer(bytes as unknown as () => string).send(result)
}

function writeTagged(result: unknown, reply: FastifyReply): Written {
  const serialize = reply.getSerializationFunction('200') as (answer: unknown) => string
  const isTimed = isObject(result) && 'serverTime' in result
  const bytes = Buffer.from(serialize(isTimed ? { ...result, serverTime: NO_TIME } : result))
  const tag = `W/"${hash('sha256', bytes, 'base64url')}"`
  // Quotes within a text would be escaped, so this is the field itself.
  const at = isTimed ? bytes.lastIndexOf(SERVER_TIME + NO_TIME) : -1
  if (at < 0) return { tag, before: bytes, after: undefined }
  const start = at + SERVER_TIME.length
  return { tag, before: bytes.subarray(0, start), after: bytes.subarray(start + NO_TIME.length) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

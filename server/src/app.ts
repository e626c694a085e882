import type { AddressInfo } from 'node:net'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import type { Access, Route } from '@zhanggui/contract/routes.ts'
import makeSerializer, { type Schema } from 'fast-json-stringify'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type pg from 'pg'
import { areas } from './areas/areas.ts'
import type { Config } from './config.ts'
import type { Stop } from './platform/area.ts'
import { makeCaches } from './platform/data/caches.ts'
import { type Database, openDatabase } from './platform/data/connection/database.ts'
import type { EmbeddedState } from './platform/data/embedded/embedded-keeper.ts'
import { makeHooks } from './platform/hooks.ts'
import { answerClientError, bareHeaders, cutSlowBodies, refuseTwoHosts } from './platform/http/client-error.ts'
import { type Ctx, makeContext, type Platform } from './platform/http/context.ts'
import { type Cookies, cookiesOf } from './platform/http/cookies.ts'
import { allowOrigins } from './platform/http/cors.ts'
import { drainCalls } from './platform/http/drain.ts'
import { errorBody, toHttpError } from './platform/http/error-body.ts'
import { describeFault } from './platform/http/faults.ts'
import type { Gate } from './platform/http/gate.ts'
import { readJsonBodies } from './platform/http/input/json-body.ts'
import { clearStaleUploads, readMultipartBodies } from './platform/http/input/uploads.ts'
import { makeReader } from './platform/http/input/validation.ts'
import { answerUnknown, serveWeb } from './platform/http/page/static-web.ts'
import { makeRateLimits } from './platform/http/rate-limit.ts'
import { requestIdOf } from './platform/http/request-id.ts'
import { makeRush } from './platform/http/rush.ts'
import { type App, answered } from './platform/http/serve.ts'
import { acceptSockets, makeSockets } from './platform/http/sockets.ts'
import { traceCalls } from './platform/http/trace.ts'
import { openWechat } from './platform/outside/wechat/wechat.ts'
import { openWechatGateway } from './platform/outside/wechat/wechat-gateway.ts'
import { openSecrets } from './platform/security/secrets.ts'
import { openBus } from './platform/work/bus.ts'
import { answerHealth } from './platform/work/health.ts'
import { keepAlive } from './platform/work/instances.ts'
import { makeJobs } from './platform/work/jobs.ts'
import { startLive } from './platform/work/live.ts'
import { makeMeasures } from './platform/work/measures.ts'
import { dispatchOutbox, makeOutbox } from './platform/work/outbox.ts'
import { makeScheduler } from './platform/work/scheduler.ts'
import { makeTasks } from './platform/work/tasks.ts'

/** Largest JSON body. */
const BODY_LIMIT = 1024 * 1024
/** The counter scans codes with the camera; nothing else is needed. */
const PERMISSIONS_POLICY = 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()'
/** How long a client may take to send a request's head, and a whole request with files. */
const HEAD_TIMEOUT_MS = 30_000
const REQUEST_TIMEOUT_MS = 15 * 60_000

export type AppOptions = {
  config: Config
  databaseUrl: string
  /** The state of the embedded database, if that is the one. */
  embedded?: EmbeddedState | undefined
  /** The clock; tests move it. */
  now?: () => Date
  /** The driver's client; tests keep its connections from one application to the next. */
  Client?: typeof pg.Client
  /** Routes and hooks that are already built, for the same configuration; closing the application leaves them, unless it was listening. */
  front?: Front
  /** Adds routes to new ones: tests of the kernel bring their own. */
  serveMore?: (app: App) => void
}

/**
 * What a server is by its code and configuration alone: every route and hook, without any state. It answers for one platform at
 * a time.
 */
export type Front = {
  app: App
  /** Answers for the platform of this context from now on. */
  attach(own: Ctx): void
  /** Refuses new calls and waits for the open ones. */
  drain(): Promise<void>
}

/** A shop's server, ready to listen. */
export type RunningApp = {
  fastify: FastifyInstance
  platform: Platform
  routes: readonly Route[]
  /** The context of work outside any request. */
  ownContext(): Ctx
  /** Runs background work until closed; does nothing in a process with ROLE=api. */
  work(): Promise<void>
  listen(): Promise<string>
  /** Refuses new calls, finishes the open ones within ten seconds, then stops everything. */
  close(): Promise<void>
}

const serializers = new WeakMap<object, (answer: unknown) => string>()

/** The serializer of a schema, compiled once per process, however many applications the process builds. */
function serializerOf(schema: Schema): (answer: unknown) => string {
  const known = serializers.get(schema)
  if (known) return known
  const made = makeSerializer(schema)
  serializers.set(schema, made)
  return made
}

/** Builds the routes and hooks of a server. @param serveMore adds routes of its own */
export async function buildFront(config: Config, serveMore?: (app: App) => void): Promise<Front> {
  let own: Ctx | undefined
  const attached = () => {
    if (!own) throw new Error('no platform is attached')
    return own
  }
  const now = () => attached().now()
  const fastify = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: 4000 },
    http: { maxHeaderSize: 16 * 1024, headersTimeout: HEAD_TIMEOUT_MS },
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    forceCloseConnections: true,
    logger: {
      level: config.logLevel,
      base: null,
      serializers: { err: describeFault },
      redact: ['req.headers.authorization', 'headers.authorization', 'token', 'password'],
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, now),
    frameworkErrors: (error, request, reply) => {
      const body = errorBody(error, request.id, now())
      return (reply as FastifyReply).code(body.status).headers(bareHeaders).send(body)
    },
  })
  const app: App = { fastify, platform: absentPlatform, routes: [], lists: new Map() }

  // Compiled with the first answer, for the reason that readers are compiled with the first input.
  fastify.setSerializerCompiler(
    ({ schema }) =>
      (answer) =>
        serializerOf(schema as Schema)(answer),
  )
  fastify.setValidatorCompiler(({ schema }) => {
    const read = makeReader(schema as object)
    return (input: unknown) => {
      try {
        return { value: read(input) }
      } catch (error) {
        return { error: error as Error }
      }
    }
  })
  await fastify.register(helmet, securityHeaders(config))
  const drain = drainCalls(fastify)
  await allowOrigins(fastify, config.corsOrigins)
  await fastify.register(cookie)
  await fastify.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  readJsonBodies(fastify)
  cutSlowBodies(fastify, now)
  await readMultipartBodies(fastify)
  await acceptSockets(fastify, () => app.platform.sockets)
  traceCalls(fastify, !config.production)
  fastify.addHook('onResponse', async (request, reply) => {
    // A call refused at the door, as while the server stops, has no context.
    const { platform } = request.ctx ?? attached()
    for (const watch of platform.hooks.of(answered)) await watch(request, reply)
  })
  fastify.decorateRequest('ctx')
  fastify.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id).header('Permissions-Policy', PERMISSIONS_POLICY)
    if (request.routeOptions.config.route) reply.header('Cache-Control', 'no-store')
    request.ctx = contextOf(attached(), request, cookiesOf(request, reply, config))
  })
  refuseTwoHosts(fastify)
  fastify.setErrorHandler((error, request, reply) => {
    const body = errorBody(error, request.id, now())
    if (body.status >= 500) request.failure = error
    if (body.status === 500) request.log.error({ err: error, route: request.routeOptions.config.route?.name }, 'failed')
    const { retryAfter } = toHttpError(error)
    if (retryAfter) reply.header('Retry-After', retryAfter)
    return reply.code(body.status).type('application/json; charset=utf-8').send(body)
  })

  serveAreas(app)
  serveMore?.(app)
  await serveWeb(fastify, config)
  answerUnknown(app)
  await fastify.ready()
  return {
    app,
    attach: (next) => {
      own = next
      app.platform = next.platform
      drain.reopen()
    },
    drain: drain.close,
  }
}

/** Builds the server: main.ts starts it, tests call it without a port. */
export async function buildApp({
  config,
  databaseUrl,
  embedded,
  now = () => new Date(),
  Client,
  front,
  serveMore,
}: AppOptions): Promise<RunningApp> {
  const { app, attach, drain } = front ?? (await buildFront(config, serveMore))
  const { fastify } = app
  const database = openDatabase(databaseUrl, Client)
  const platform = await openPlatform(config, database, app, embedded, now, Client)
  const anonymous = makeContext({
    db: database.db,
    caller: undefined,
    shopper: undefined,
    now,
    log: fastify.log,
    origin: { requestId: 'system', ip: '', userAgent: '', token: undefined },
    platform,
  })
  platform.hooks.add(answered, platform.measures.count)
  for (const { adds = [], background = [] } of areas) {
    for (const add of adds) add(platform.hooks)
    for (const register of background) register(platform)
  }
  const lastStops = areas.flatMap(({ inEveryProcess = [] }) => inEveryProcess.map((start) => start(anonymous)))
  lastStops.push(startLive(anonymous))
  const stops: Stop[] = []
  attach(anonymous)

  let closing: Promise<void> | undefined
  const close = async () => {
    const stopWork = async () => {
      for (const stop of stops.reverse()) await stop()
      await platform.jobs.close()
    }
    // Background work ends while the open calls do.
    await Promise.all([drain(), stopWork()])
    if (front && !fastify.server.listening) platform.sockets.close()
    else await fastify.close()
    for (const stop of lastStops) await stop()
    platform.measures.close()
    await platform.wechat.close()
    await platform.bus.close()
    await database.close()
  }
  return {
    fastify,
    platform,
    routes: app.routes,
    ownContext: () => anonymous,
    work: async () => {
      if (config.role === 'api') return
      stops.push(dispatchOutbox(anonymous))
      stops.push(platform.tasks.work(anonymous, platform.gate.actorOf))
      await platform.jobs.work(anonymous)
      for (const { inWorkers = [] } of areas) for (const start of inWorkers) stops.push(await start(anonymous))
    },
    listen: async () => {
      await clearStaleUploads(config.dataFolder, now())
      await fastify.listen({
        host: config.host,
        port: config.port,
        listenTextResolver: (address) => `正在监听 ${address}`,
      })
      const { port } = fastify.server.address() as AddressInfo
      stops.push(await keepAlive(anonymous, port))
      return `http://${config.host === '0.0.0.0' || config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

function serveAreas(app: App): void {
  answerHealth(app)
  for (const { routes } of areas) for (const serveObject of routes) serveObject(app)
}

/** A route the server answers, and the permission it needs. */
export type ServedCall = { method: string; path: string; permission: Access }

/** All routes, sorted by path. Needs no database: registering a route queries nothing. */
export function listCalls(): ServedCall[] {
  const calls: ServedCall[] = []
  const fastify = Fastify({ exposeHeadRoutes: false })
  fastify.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat())
      calls.push({ method: each, path: url, permission: config?.route?.permission ?? 'public' })
  })
  serveAreas({ fastify, platform: absentPlatform, routes: [], lists: new Map() })
  return calls.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/** The routes of the contract, in the order they are served; without a database, as {@link listCalls}. */
export function listRoutes(): Route[] {
  const routes: Route[] = []
  serveAreas({ fastify: Fastify(), platform: absentPlatform, routes, lists: new Map() })
  return routes
}

const keyOf = ({ path, method }: ServedCall) => `${path} ${method}`

const absentPlatform = new Proxy({} as Platform, {
  get: (_, part) => {
    throw new Error(`${String(part)} was asked for while routes were registered`)
  },
})

async function openPlatform(
  config: Config,
  { aside: db, asidePool, committing, url, statements }: Database,
  { fastify: { log }, lists }: App,
  embedded: EmbeddedState | undefined,
  now: () => Date,
  Client: typeof pg.Client | undefined,
): Promise<Platform> {
  // Before anything connects: a wrong key file ends the start.
  const secrets = await openSecrets(config)
  const bus = await openBus(url, log, Client && { Client })
  // Not from the transactions' pool: a transaction that adds the first job waits until the queues are open.
  const jobs = makeJobs(asidePool, bus, log)
  return {
    config,
    db,
    committing,
    databaseUrl: url,
    embedded,
    bus,
    caches: makeCaches(bus),
    limits: makeRateLimits(db, now),
    rush: makeRush(),
    secrets,
    measures: makeMeasures(),
    statements,
    sockets: makeSockets(now, log),
    wechat: openWechat(config, now),
    wechatGateway: openWechatGateway(db, secrets),
    payCertificates: new Map(),
    outbox: makeOutbox(),
    jobs,
    tasks: makeTasks(jobs),
    scheduler: makeScheduler(),
    gate: openGate(),
    hooks: makeHooks(),
    lists,
  }
}

function openGate(): Gate {
  const [makeGate] = areas.flatMap(({ gate }) => gate ?? [])
  const [makeBuyerGate] = areas.flatMap(({ buyerGate }) => buyerGate ?? [])
  if (!makeGate || !makeBuyerGate) throw new Error('no area answers what the platform asks about every call')
  return { ...makeGate(), ...makeBuyerGate() }
}

function contextOf(anonymous: Ctx, request: FastifyRequest, cookies: Cookies): Ctx {
  const { db, now, platform } = anonymous
  const authorization = request.headers.authorization
  return makeContext({
    db,
    caller: undefined,
    shopper: undefined,
    now,
    log: request.log,
    origin: {
      requestId: request.id,
      ip: request.ip.replace(/^::ffff:/, ''),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
      channel: request.headers['form-type']?.toString().slice(0, 20),
      isAgain: request.headers['x-again'] === '1',
      token: authorization?.replace(/^Bearer /i, '').trim() || undefined,
      route: request.routeOptions.config.route,
      key: request.headers['idempotency-key']?.toString(),
      cookies,
    },
    platform,
  })
}

/** Pages and files set policies of their own; what else is opened directly may load and do nothing. */
function securityHeaders({ production, publicUrl }: Config) {
  const none = ["'none'"]
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: none, baseUri: none, formAction: none, frameAncestors: none },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: false as const,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    strictTransportSecurity: production && publicUrl?.startsWith('https:') ? { maxAge: 31_536_000 } : (false as const),
    xFrameOptions: { action: 'sameorigin' as const },
  }
}

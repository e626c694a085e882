import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'
import { HttpError, tooMany } from '../errors.ts'
import { limitedAddress } from '../networks.ts'
import type { App } from '../serve.ts'
import { builtFile } from './built-file.ts'

/** The first path segments of calls and built files, which are never pages. */
const CALL_PREFIXES = [
  'api',
  'auth',
  'admin',
  'public',
  'file',
  'websocket',
  'druid',
  'doc.html',
  'openapi.json',
  'metrics',
  'assets',
]
const NONCE_MARK = '__CSP_NONCE__'
/** What builds name their files; a folder, a path out of it and what no file system takes are none of them. */
const ASSET = /^[\w-][\w.-]{0,199}$/
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/**
 * Serves the built console: hashed files are cached for ever, the page never. Both may be built anew while it runs. Of the storefront
 * it serves the hashed files; its documents are written with what they show.
 */
export async function serveWeb(app: FastifyInstance, { webFolder, storefrontFolder }: Config): Promise<void> {
  const readPage = builtFile(join(webFolder, 'index.html'), (page) => page)
  const built = (await readPage()) !== undefined
  app.decorateReply('sendPage', async function (this: FastifyReply) {
    const page = built && (await readPage())
    if (!page) throw new HttpError(503, 'OVERLOADED', '控制台尚未构建，请先运行 npm start 或 npm run build')
    const nonce = randomBytes(16).toString('base64')
    return this.header('Content-Security-Policy', policyFor(nonce, socketsOf(this.request.host)))
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(NONCE_MARK, nonce))
  })
  await serveHashed(app, storefrontFolder, '/h5/assets/')
  if (!built) return
  await app.register(staticFiles, {
    root: webFolder,
    index: false,
    wildcard: false,
    globIgnore: ['**/*.html', '**/.*', 'assets/**'],
    cacheControl: false,
    setHeaders: (reply) => reply.header('Cache-Control', 'public, max-age=3600'),
  })
  await serveHashed(app, webFolder, '/assets/')
}

/** Serves the hashed files of a build; they are looked for when asked, as a later build has files of other names. */
async function serveHashed(app: FastifyInstance, folder: string, prefix: string): Promise<void> {
  const root = join(folder, 'assets')
  if (!existsSync(root)) return
  await app.register(async (assets) => {
    assets.addHook('onRequest', async (request, reply) => {
      if (ASSET.test((request.url.split('?', 1)[0] ?? '').slice(prefix.length))) return
      reply.callNotFound()
      return reply
    })
    await assets.register(staticFiles, {
      root,
      prefix,
      index: false,
      decorateReply: false,
      cacheControl: false,
      setHeaders: (reply) => reply.header('Cache-Control', 'public, max-age=31536000, immutable'),
    })
  })
}

declare module 'fastify' {
  interface FastifyReply {
    /** Answers with the console's page, for every path that is not a call. */
    sendPage(): Promise<FastifyReply>
  }
}

/**
 * The component library writes styles at run time, with the nonce. Style attributes, which it uses for sizes and
 * positions, cannot have a nonce and are allowed.
 */
function policyFor(nonce: string, sockets: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "form-action 'self'",
    "img-src 'self' data: blob: https:",
    `connect-src 'self'${sockets}`,
  ].join('; ')
}

/** The page's socket, which older browsers do not count as 'self'. A host with other characters would alter the policy. */
function socketsOf(host: string): string {
  return /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i.test(host) ? ` ws://${host} wss://${host}` : ''
}

/** Answers unknown paths: with the page for the console's own paths, with an error body for calls. */
export function answerUnknown({ fastify, routes }: App): void {
  const patterns = () =>
    routes.map(({ method, path }) => ({ method, pattern: new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}/?$`) }))
  let known: ReturnType<typeof patterns> | undefined
  fastify.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    known ??= patterns()
    const allowed = METHODS.filter((method) =>
      known?.some((route) => route.method === method && route.pattern.test(path)),
    )
    if (allowed.length) {
      reply.header('Allow', allowed.join(', '))
      throw new HttpError(405, 'METHOD_NOT_ALLOWED', `此接口不支持 ${request.method} 方法`)
    }
    const isCall = CALL_PREFIXES.includes(path.split('/')[1] ?? '')
    const isFile = /\.[a-z0-9]{1,8}$/i.test(path)
    if (isCall || isFile || !['GET', 'HEAD'].includes(request.method)) {
      await limitUnknown(request)
      throw new HttpError(404, 'NOT_FOUND', '接口不存在')
    }
    return reply.sendPage()
  })
}

/**
 * Callers of what is not there are limited as other anonymous ones, by a count of their own: a page that was open during an
 * update, whose scripts are gone, does not use up the sign-ins of its office.
 * @throws 429
 */
async function limitUnknown({ ctx }: FastifyRequest): Promise<void> {
  const { gate, limits } = ctx.platform
  const { anonymous } = await gate.policy(ctx)
  const { allowed, resetSeconds } = await limits.take(`unknown ${limitedAddress(ctx.origin.ip)}`, anonymous)
  if (!allowed) throw tooMany(resetSeconds)
}

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../../config.ts'
import { HttpError } from './errors.ts'
import type { App } from './serve.ts'

/** The first path segments of calls, which are never pages (ER-4). */
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
]
const NONCE_MARK = '__CSP_NONCE__'
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** Serves the built console: hashed files are cached for ever, the page never. */
export async function serveWeb(app: FastifyInstance, { webFolder }: Config): Promise<void> {
  const page = existsSync(join(webFolder, 'index.html'))
    ? await readFile(join(webFolder, 'index.html'), 'utf8')
    : undefined
  app.decorateReply('sendPage', function (this: FastifyReply) {
    if (!page) throw new HttpError(503, 'OVERLOADED', '控制台尚未构建，请先运行 npm start 或 npm run build')
    const nonce = randomBytes(16).toString('base64')
    return this.header('Content-Security-Policy', policyFor(nonce, socketsOf(this.request.host)))
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(NONCE_MARK, nonce))
  })
  if (!page) return
  await app.register(staticFiles, {
    root: webFolder,
    index: false,
    wildcard: false,
    globIgnore: ['**/*.html', '**/.*'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(webFolder, 'assets'))
      reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
}

declare module 'fastify' {
  interface FastifyReply {
    /** Answers with the console's page, for every path that is not a call. */
    sendPage(): FastifyReply
  }
}

/**
 * SEC-23. The component library writes styles at run time, with the nonce. Style attributes, which it uses for sizes and
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

/** Answers unknown paths: with the page for the console's own paths, with an error body for calls (ER-3, ER-4). */
export function answerUnknown({ fastify, routes }: App): void {
  const patterns = () =>
    routes.map(({ method, path }) => ({ method, pattern: new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}/?$`) }))
  let known: ReturnType<typeof patterns> | undefined
  fastify.setNotFoundHandler((request, reply) => {
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
    if (isCall || isFile || !['GET', 'HEAD'].includes(request.method))
      throw new HttpError(404, 'NOT_FOUND', '接口不存在')
    return reply.sendPage()
  })
}

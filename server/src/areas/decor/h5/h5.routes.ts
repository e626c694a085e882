import { join } from 'node:path'
import type { Route } from '@zhanggui/contract/routes.ts'
import { File } from '@zhanggui/contract/schema.ts'
import { toH5 } from '@zhanggui/page-kit/links/links.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../../../platform/http/errors.ts'
import { admit } from '../../../platform/http/gate.ts'
import { builtFile } from '../../../platform/http/page/built-file.ts'
import type { App } from '../../../platform/http/serve.ts'
import { hasWechatAccount } from '../../wechat/wechat-user/wechat-account.service.ts'
import { readDocument } from './h5-document.service.ts'
import { type Build, type Manifest, policyOf, writeDocument, writeNotice } from './h5-html.ts'
import type { Screens } from './h5-screens.ts'

/** Documents are for anybody, and count for the same limit as what the storefront reads. */
const entrance: Route = {
  name: 'h5.document',
  object: 'h5',
  method: 'GET',
  path: '/h5',
  permission: 'visitor',
  summary: '商城页面',
  response: File,
}
const WECHAT_SCRIPTS = 'https://res.wx.qq.com'

/** What buyers open in a browser: the storefront's documents, and addresses printed elsewhere, which lead to them. */
export function serveStorefront(app: App): void {
  let readBuild: (() => Promise<Build | undefined>) | undefined
  const open = async (request: FastifyRequest, reply: FastifyReply) => {
    readBuild ??= buildIn(app.platform.config.storefrontFolder)
    const { preview } = request.query as Record<string, unknown>
    // A draft that a pass shows stays in no cache, and in no search engine.
    if (preview !== undefined) reply.header('X-Robots-Tag', 'noindex')
    reply
      .header('Cache-Control', preview === undefined ? 'private, no-cache' : 'private, no-store')
      .type('text/html; charset=utf-8')
    try {
      await admit(app.platform, entrance, request, reply)
      const build = await readBuild()
      if (!build) throw new HttpError(503, 'OVERLOADED', '商城尚未构建，请先运行 npm start 或 npm run build')
      const { ctx } = request
      const { '*': rest = '' } = request.params as Record<string, string>
      const pass = typeof preview === 'string' ? preview : undefined
      const document = await readDocument(ctx, build.screens, `/${rest}`, pass)
      const hasWechat = !ctx.platform.config.wechat.isFake && (await hasWechatAccount(ctx, 'wechat'))
      const own = `${request.protocol}://${request.host}`
      return reply
        .code(document.status)
        .header('Content-Security-Policy', policyOf(hasWechat ? [WECHAT_SCRIPTS] : []))
        .send(writeDocument(build, document, own, pass !== undefined))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (error.retryAfter) reply.header('Retry-After', error.retryAfter)
      return reply.code(error.status).header('Content-Security-Policy', policyOf([])).send(writeNotice(error.message))
    }
  }
  app.fastify.get('/h5', open)
  app.fastify.get('/h5/*', open)
  app.fastify.get('/pages/*', (request, reply) => {
    const { spread } = request.query as Record<string, unknown>
    const address = h5Of(request.url)
    const isKept = typeof spread === 'string' && /^\d{1,15}$/.test(spread)
    return reply.redirect(isKept ? `${address}${address.includes('?') ? '&' : '?'}spread=${spread}` : address)
  })
  // Links to pay an order were sent so before there was a storefront.
  app.fastify.get<{ Params: { orderNo: string } }>('/order/detail/:orderNo(^\\d{20}$)', ({ params }, reply) =>
    reply.redirect(`/h5/order/${params.orderNo}`),
  )
}

/** The storefront's address of a mini-program's page, which its codes hold; the home of what it does not know. */
function h5Of(url: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  const kept = query.split('&').filter((part) => part && !part.startsWith('spread='))
  return toH5(kept.length ? `${path}?${kept.join('&')}` : path) ?? '/h5'
}

function buildIn(folder: string): () => Promise<Build | undefined> {
  const readPage = builtFile(join(folder, 'index.html'), (page) => page)
  const readManifest = builtFile(join(folder, 'manifest.json'), (text) => JSON.parse(text) as Manifest)
  const readScreens = builtFile(join(folder, 'screens.json'), (text) => JSON.parse(text) as Screens)
  return async () => {
    const [page, manifest, screens] = await Promise.all([readPage(), readManifest(), readScreens()])
    return page && manifest && screens ? { page, manifest, screens } : undefined
  }
}

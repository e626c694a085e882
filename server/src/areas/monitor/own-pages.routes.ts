import { apiDoc } from '@zhanggui/contract/monitor/api-doc.ts'
import { withContext } from '../../platform/http/context.ts'
import { sendHtmlPage } from '../../platform/http/page/html-page.ts'
import { enterPage } from '../../platform/http/page/ticketed-page.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { drawSecurityText } from '../staff/sign-in/security-text.service.ts'
import { drawApiDoc, getOpenApi, requireDocs } from './api-doc.service.ts'
import { drawDruid } from './druid.service.ts'

const doc = { purpose: 'doc', path: '/doc.html', permission: 'admin:system:apidoc' } as const
const druid = { purpose: 'druid', path: '/druid', permission: 'admin:system:db:info' } as const

type Query = { ticket?: string; tab?: string }

/** Pages drawn by the server: the console shows them in a frame, which cannot send a header. */
export function serveOwnPages(app: App): void {
  serve(app, apiDoc, { openapi: (ctx) => getOpenApi(ctx, app.routes) })
  app.fastify.get('/.well-known/security.txt', async (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(await drawSecurityText(request.ctx)),
  )
  app.fastify.get<{ Querystring: Query }>('/doc.html', async (request, reply) => {
    await requireDocs(request.ctx)
    const ctx = withContext(request.ctx, { caller: await enterPage(request.ctx, doc, request.query.ticket) })
    return sendHtmlPage(reply, '接口文档', await drawApiDoc(ctx, app.routes))
  })
  app.fastify.get<{ Querystring: Query }>('/druid', async (request, reply) => {
    const { ticket, tab = '' } = request.query
    const ctx = withContext(request.ctx, { caller: await enterPage(request.ctx, druid, ticket) })
    return sendHtmlPage(reply, '数据库监控', await drawDruid(ctx, tab))
  })
}

import type { Route } from '@zhanggui/contract/routes.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { describeAccess, describeApi } from '../../platform/http/openapi/openapi.ts'
import { escapeHtml } from '../../platform/http/page/html-page.ts'
import { getSettings } from '../setting/setting/setting.service.ts'

type Operation = {
  parameters: { name: string; in: string; required: boolean; description?: string; schema: { type?: string } }[]
  requestBody?: { content: Record<string, { schema: Fields; example?: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { example?: unknown }> }>
}
type Fields = { properties?: Record<string, { title?: string; format?: string; type?: string }>; required?: string[] }

/**
 * OpenAPI 3.1 of every route of the server.
 * @throws 404 in production, unless the setting `api_docs_enabled` allows it
 */
export async function getOpenApi(ctx: Ctx, routes: readonly Route[]) {
  await requireDocs(ctx)
  const { site_name } = await getSettings(ctx)
  const { version, publicUrl } = ctx.platform.config
  return describeApi(routes, { title: `${site_name} 接口文档`, version, publicUrl })
}

/** @throws 404 when the documentation is disabled */
export async function requireDocs(ctx: Ctx): Promise<void> {
  const { config } = ctx.platform
  if (config.production && !(await getSettings(ctx)).api_docs_enabled)
    throw new HttpError(404, 'NOT_FOUND', '接口不存在')
}

/**
 * The documentation as a page: every call with its permission, input, an example and its refusals. The page runs no
 * script: calls are tried on the console's own screen, with the token of the signed-in user.
 */
export async function drawApiDoc(ctx: Ctx, routes: readonly Route[]): Promise<string> {
  const { paths } = await getOpenApi(ctx, routes)
  const groups = Map.groupBy(routes, ({ object }) => object)
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([object, members]) =>
        `<h2>${escapeHtml(object)}</h2>${members.map((route) => drawRoute(route, paths)).join('')}`,
    )
    .join('')
}

function drawRoute(route: Route, paths: Record<string, Record<string, unknown>>): string {
  const method = route.method.toLowerCase()
  const operation = paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[method] as Operation
  const inputs = operation.parameters.map(
    ({ name, in: place, required, description = '', schema }) =>
      `<li><code>${escapeHtml(name)}</code> ${place === 'path' ? '路径' : '查询'} ${escapeHtml(schema.type)}${required ? ' 必填' : ''} ${escapeHtml(description)}</li>`,
  )
  const { 'application/json': body, 'multipart/form-data': form } = operation.requestBody?.content ?? {}
  const answer = operation.responses['200']?.content?.['application/json']?.example
  const refusals = Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description }]) => `${status} ${description}`)
  return `<details><summary><b class="${method}">${route.method}</b> <code>${escapeHtml(route.path)}</code> ${escapeHtml(route.summary)}</summary>
<p>权限：${escapeHtml(describeAccess(route.permission))}${route.reauth ? '；需要重新验证身份' : ''}</p>
${inputs.length ? `<ul>${inputs.join('')}</ul>` : ''}${form ? `<p>表单（multipart/form-data）：${escapeHtml(listParts(form.schema))}</p>` : ''}${body ? `<p>请求示例</p>${json(body.example)}` : ''}
${answer === undefined ? '<p>应答为文件</p>' : `<p>应答示例</p>${json(answer)}`}<p>可能的错误：${escapeHtml(refusals.join('；'))}</p>
<p><a href="/system-tools/swagger?q=${encodeURIComponent(route.name)}" target="_blank" rel="noopener">试一试</a></p></details>`
}

/** The parts of a form: file（文件，必填）、groupId（分组编号）. */
function listParts({ properties = {}, required = [] }: Fields): string {
  return Object.entries(properties)
    .map(([name, { title }]) => `${name}（${title ?? name}${required.includes(name) ? '，必填' : ''}）`)
    .join('、')
}

function json(value: unknown): string {
  return `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
}

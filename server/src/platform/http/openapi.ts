import type { Access, Route } from '@zhanggui/contract/routes.ts'

type Schema = Record<string, unknown> & {
  type?: string | readonly string[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  enum?: readonly unknown[]
  title?: string
  description?: string
  default?: unknown
  minimum?: number
  minLength?: number
}

const errors: Record<string, string> = {
  400: '请求不符合约定',
  401: '未登录或登录已过期',
  403: '没有权限',
  404: '数据不存在',
  409: '名称重复、版本冲突或状态已变更',
  422: '业务规则不允许',
  428: '需先完成身份验证或其他步骤',
  429: '操作过于频繁',
  500: '系统繁忙',
}

/** OpenAPI 3.1 of all routes, from the schemas the server validates with (system chapter, 3.15). */
export function describeApi(routes: readonly Route[], { version, title }: { version: string; title: string }) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of [...routes].sort((one, other) => (one.path < other.path ? -1 : 1))) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description: '由服务端的接口约定生成；金额单位为元，时间为 Asia/Shanghai。' },
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema },
    },
  }
}

function describeRoute(route: Route) {
  const { name, object, summary, permission, params, query, body, response } = route
  return {
    operationId: name,
    tags: [object],
    summary,
    description: [
      `权限：${describeAccess(permission)}`,
      route.reauth && '需要重新验证身份',
      route.changes && '会修改数据',
    ]
      .filter(Boolean)
      .join('；'),
    'x-permission': permission,
    ...(permission !== 'public' && { security: [{ token: [] }] }),
    parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: plainSchema(body as Schema), example: exampleOf(body as Schema) } },
      },
    }),
    responses: {
      200: {
        description: '成功',
        content: {
          'application/json': { schema: plainSchema(response as Schema), example: exampleOf(response as Schema) },
        },
      },
      ...Object.fromEntries(errorsOf(route).map((status) => [status, describeError(status)])),
    },
  }
}

/** The errors a route may answer with, derived from what it requires. */
function errorsOf({ permission, params, body, query, reauth, method }: Route): string[] {
  return [
    ...(body || query || params ? ['400'] : []),
    ...(permission === 'public' ? [] : ['401']),
    ...(permission === 'public' || permission === 'auth' ? [] : ['403']),
    ...(params || (body && method !== 'POST') ? ['404'] : []),
    ...(method === 'GET' ? [] : ['409', '422']),
    ...(reauth ? ['428'] : []),
    '429',
    '500',
  ]
}

function describeError(status: string) {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return { description: errors[status], content }
}

/** Describes in Chinese who may call. */
export function describeAccess(access: Access): string {
  if (access === 'public') return '公开'
  if (access === 'auth') return '登录即可'
  return access === 'super' ? '超级管理员' : [access].flat().join(' 或 ')
}

function parametersOf(place: 'path' | 'query', schema: unknown) {
  const { required: needed, properties = {} } = (schema ?? {}) as Schema
  const required = new Set(needed)
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    description: field.title ?? field.description,
    schema: plainSchema(field),
  }))
}

/** Removes the keywords that only our own validation uses. */
function plainSchema(schema: Schema): unknown {
  const { yuan, raw, ask, hint, ...rest } = schema
  const { properties, items } = rest as Schema
  return {
    ...rest,
    ...(yuan === true && { multipleOf: 0.01 }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, plainSchema(field)])),
    }),
    ...(items && { items: plainSchema(items) }),
  }
}

/** An example value that fits the schema. */
function exampleOf({ type, properties, items, enum: values, title, description, ...rest }: Schema): unknown {
  const [kind] = [type].flat()
  if (rest.default !== undefined) return rest.default
  if (values?.length) return values[0]
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field)]))
  if (kind === 'array') return items ? [exampleOf(items)] : []
  if (kind === 'integer' || kind === 'number') return rest.yuan ? 12.5 : Math.max(1, rest.minimum ?? 1)
  if (kind === 'boolean') return true
  if (kind === 'string') return description?.startsWith('YYYY') ? '2026-01-31 10:20:30' : (title ?? '文本')
  return {}
}

const errorSchema = {
  type: 'object',
  required: ['status', 'message', 'timestamp', 'code', 'requestId'],
  properties: {
    status: { type: 'integer' },
    message: { type: 'string' },
    timestamp: { type: 'string' },
    code: { type: 'string' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
  },
}

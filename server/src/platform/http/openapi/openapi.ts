import { ErrorBody } from '@zhanggui/contract/error-body.ts'
import { fieldTitles } from '@zhanggui/contract/field-titles.ts'
import { objectTitles } from '@zhanggui/contract/object-titles.ts'
import { type Access, isForStaff, type Route } from '@zhanggui/contract/routes.ts'
import { File } from '@zhanggui/contract/schema.ts'

export type Schema = Record<string, unknown> & {
  type?: string | readonly string[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  enum?: readonly unknown[]
  title?: string
  description?: string
  default?: unknown
  example?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

const statuses: Record<number, string> = {
  200: '成功',
  202: '已受理，在后台继续',
  206: '文件的一段',
  304: '内容没有变化',
  400: '请求不符合约定',
  401: '未登录或登录已过期',
  403: '没有权限',
  404: '数据不存在',
  409: '名称重复、版本冲突或状态已变更',
  413: '上传内容超出大小限制',
  415: '不支持的内容类型',
  416: '请求的范围超出文件',
  422: '业务规则不允许',
  423: '账号已锁定',
  428: '需先完成身份验证或其他步骤',
  429: '操作过于频繁',
  500: '系统繁忙',
  502: '第三方服务异常',
  503: '系统维护、尚未初始化或繁忙，请稍后再试',
  504: '第三方服务没有及时应答',
}

type Described = { version: string; title: string; publicUrl?: string | undefined }

/** OpenAPI 3.1 of all routes, from the schemas the server validates with. */
export function describeApi(routes: readonly Route[], { version, title, publicUrl }: Described) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of [...routes].sort((one, other) => (one.path < other.path ? -1 : 1))) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route) }
  }
  const objects = [...new Set(routes.map(({ object }) => object))].sort()
  return {
    openapi: '3.1.0',
    info: { title, version, description: '由服务端的接口约定生成；金额单位为元，时间为 Asia/Shanghai。' },
    servers: [{ url: publicUrl?.replace(/\/$/, '') || '/', description: '本店' }],
    tags: objects.map((object) => ({ name: tagOf(object), description: object })),
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: '登录后得到的令牌，或API密钥' },
        buyer: { type: 'http', scheme: 'bearer', description: '买家登录后得到的令牌' },
      },
      schemas: { Error: describeSchema(answerSchema(ErrorBody as unknown as Schema)) },
    },
  }
}

const tagOf = (object: string) => objectTitles[object] ?? object

function describeRoute(route: Route) {
  const { name, object, summary, permission, params, query } = route
  const requestBody = describeBody(route)
  return {
    operationId: name,
    tags: [tagOf(object)],
    summary,
    description: [
      `权限：${describeAccess(permission)}`,
      route.reauth && '需要重新验证身份',
      route.changes && '会修改数据',
    ]
      .filter(Boolean)
      .join('；'),
    'x-permission': permission,
    ...describeSecurity(permission),
    parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries(statusesOf(route).map((status) => [status, describeAnswer(route, status)])),
  }
}

/** Who calls with which token, where it is not the console's. */
function describeSecurity(access: Access) {
  if (access === 'public' || access === 'provider') return { security: [] }
  if (access === 'visitor') return { security: [{}, { buyer: [] }] }
  return access === 'buyer' ? { security: [{ buyer: [] }] } : {}
}

function describeBody({ body, files, raw }: Route) {
  if (raw) return { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  const json = body && { 'application/json': content(body as Schema) }
  if (!files) return json && { required: true, content: json }
  const { part = 'file', max } = files
  const fields = (body ?? {}) as Schema
  const one = { type: 'string', format: 'binary', title: '文件' }
  const file = max > 1 ? { type: 'array', items: one, minItems: 1, maxItems: max, title: '文件' } : one
  const form = {
    type: 'object',
    required: [...(fields.required ?? []), part],
    properties: { ...describeFields(fields.properties), [part]: file },
  }
  return { required: true, content: { 'multipart/form-data': { schema: form }, ...(files.orAddress && json) } }
}

/**
 * The statuses a route answers with: those that follow from its description, and those it names in `errors`. Tests of
 * the server refuse any other.
 */
export function statusesOf({
  method,
  permission,
  params,
  body,
  query,
  files,
  reauth,
  early,
  ...route
}: Route): number[] {
  const writes = method !== 'GET'
  const isOpen = permission === 'public' || permission === 'visitor'
  const isOfStaff = permission !== 'public' && isForStaff({ permission })
  const given: Record<number, unknown> = {
    200: true,
    202: route.accepted,
    206: route.response === File,
    304: route.response === File || route.etag,
    400: writes || route.changes || body || query || params,
    // Of providers, for a wrong signature.
    401: !isOpen,
    // API keys may not call what is personal.
    403: isOfStaff,
    404: params || namesRow(query, /^ids?$/) || ((writes || route.changes) && namesRow(body ?? query, /^ids?$|Ids?$/)),
    409: writes || route.changes,
    413: writes,
    415: writes,
    416: route.response === File,
    422: writes || route.changes,
    // Some duty comes first, such as a new password; or the version is missing.
    428: reauth || (isOfStaff && !early),
    429: true,
    500: true,
    503: true,
  }
  const derived = Object.keys(given).filter((status) => given[Number(status)])
  // What may fail outside may also be too slow.
  const late = route.errors?.includes(502) ? [504] : []
  return [...new Set([...derived.map(Number), ...(route.errors ?? []), ...late])].sort((one, other) => one - other)
}

/** Whether an input has the id of a row: as a list of ids, or in a field whose name fits. */
function namesRow(schema: unknown, names: RegExp): boolean {
  const { type, properties = {}, items } = (schema ?? {}) as Schema
  if (type === 'array') return items?.type === 'integer' || namesRow(items, names)
  return Object.entries(properties).some(([name, field]) => names.test(name) || namesRow(field, names))
}

function describeAnswer(route: Route, status: number) {
  const description = statuses[status] ?? String(status)
  if (status === 304 || status === 416) return { description }
  if (status >= 400)
    return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }
  const schema = (status === 202 ? route.accepted : route.response) as Schema
  if ((schema as unknown) === File)
    return { description, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  return { description, content: { 'application/json': content(answerSchema(schema)) } }
}

const limits = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum']

/** The schema of an answer: limits are for input, stored values may lie beyond them. */
export function answerSchema(schema: Schema): Schema {
  const { properties, items, additionalProperties: others, ...rest } = schema
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, answerSchema(field)])
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([keyword]) => !limits.includes(keyword))),
    ...(properties && { properties: Object.fromEntries(fields) }),
    ...(items && { items: answerSchema(items) }),
    ...(others !== undefined && { additionalProperties: typeof others === 'object' ? answerSchema(others) : others }),
  }
}

const content = (schema: Schema) => ({ schema: describeSchema(schema), example: exampleOf(schema) })

/** Describes in Chinese who may call. */
export function describeAccess(access: Access): string {
  if (access === 'public') return '公开'
  if (access === 'auth') return '登录即可'
  if (access === 'visitor') return '买家端公开'
  if (access === 'buyer') return '买家登录'
  if (access === 'provider') return '服务商回调，验证签名'
  return access === 'super' ? '超级管理员' : [access].flat().join(' 或 ')
}

function parametersOf(place: 'path' | 'query', schema: unknown) {
  const { required: needed, properties = {} } = (schema ?? {}) as Schema
  const required = new Set(needed)
  return Object.entries(properties).map(([name, field]) => {
    const isRequired = place === 'path' || required.has(name)
    return {
      name,
      in: place,
      required: isRequired,
      description: [field.title ?? fieldTitles[name], field.description].filter(Boolean).join('，'),
      schema: describeSchema(field),
      ...((isRequired || field.example !== undefined) && { example: exampleOf(field, name) }),
    }
  })
}

/** Adds the titles of fields, and removes the keywords that only our own validation uses. */
function describeSchema(schema: Schema): Schema {
  const { yuan, raw: _1, ask: _2, hint: _3, clearable: _4, example, properties, items, ...described } = schema
  const { additionalProperties: others, ...rest } = described
  return {
    ...rest,
    ...(yuan === true && { multipleOf: 0.01 }),
    ...(example !== undefined && { examples: [example] }),
    ...(properties && { properties: describeFields(properties) }),
    ...(items && { items: describeSchema(items) }),
    ...(others !== undefined && { additionalProperties: typeof others === 'object' ? describeSchema(others) : others }),
  }
}

function describeFields(fields: Record<string, Schema> = {}): Record<string, Schema> {
  const described = Object.entries(fields).map(([name, field]) => {
    const title = field.title ?? fieldTitles[name]
    return [name, { ...(title && { title }), ...describeSchema(field) }]
  })
  return Object.fromEntries(described)
}

/** An example that fits the schema. @param name the name of the field, for its title */
export function exampleOf(schema: Schema, name = ''): unknown {
  const { type, properties, items, enum: values, title = fieldTitles[name], description, ...rest } = schema
  const [kind] = [type].flat()
  const preset = rest.example ?? rest.default
  if (preset !== undefined) return preset
  if (values?.length) return values[0]
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([key, field]) => [key, exampleOf(field, key)]))
  if (kind === 'array') return items ? [exampleOf(items, name)] : []
  if (kind === 'integer' || kind === 'number')
    return rest.yuan ? 12.5 : Math.min(Math.max(1, rest.minimum ?? 1), rest.maximum ?? 1)
  if (kind === 'boolean') return true
  if (kind === 'string') {
    const text = description?.startsWith('YYYY') ? '2026-01-31 10:20:30' : (title ?? '文本')
    return [...text.padEnd(rest.minLength ?? 0, '，')].slice(0, rest.maxLength).join('')
  }
  return {}
}

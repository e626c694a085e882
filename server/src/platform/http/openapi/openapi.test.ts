import { ErrorBody } from '@zhanggui/contract/error-body.ts'
import { fieldTitles } from '@zhanggui/contract/field-titles.ts'
import { routes } from '@zhanggui/contract/routes.ts'
import * as t from '@zhanggui/contract/schema.ts'
import { describe, expect, test } from 'vitest'
import { listRoutes } from '../../../app.ts'
import { makeReader } from '../input/validation.ts'
import { describeApi, exampleOf } from './openapi.ts'

type Schema = {
  title?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: boolean | Schema
}
type Media = { schema: Schema; example?: unknown }
type Operation = {
  operationId: string
  tags: string[]
  security?: unknown[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

const all = listRoutes()
const document = describeApi(all, { version: '1.0.0', title: '接口文档', publicUrl: 'https://shop.example.com/' })
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods)) as Operation[]
const operation = (name: string) => {
  const found = operations.find(({ operationId }) => operationId === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}

describe('the documentation', () => {
  test('names the server it describes, and only calls that need a token ask for one', () => {
    expect(document.servers).toEqual([{ url: 'https://shop.example.com', description: '本店' }])
    expect(document.security).toEqual([{ token: [] }])
    expect(operation('auth.login').security).toEqual([])
    expect(operation('brand.list').security).toBeUndefined()
    const open = operations.filter(({ security }) => security?.length === 0).map(({ operationId }) => operationId)
    expect(open.sort()).toEqual(
      all
        .filter(({ permission }) => permission === 'public' || permission === 'provider')
        .map(({ name }) => name)
        .sort(),
    )
  })

  test('groups calls by what staff call the objects', () => {
    expect(operation('brand.list').tags).toEqual(['品牌'])
    const english = document.tags.filter(({ name }) => name !== 'Webhook' && !/\p{Script=Han}/u.test(name))
    expect(english).toEqual([])
    expect(new Set(document.tags.map(({ name }) => name)).size).toBe(document.tags.length)
  })

  test('describes an upload as a form with its file and fields, and a download as a file', () => {
    const { content = {} } = operation('file.upload').requestBody ?? {}
    expect(Object.keys(content)).toEqual(['multipart/form-data'])
    const form = content['multipart/form-data']?.schema
    expect(form).toMatchObject({
      required: ['file'],
      properties: { file: { type: 'array', maxItems: 9, items: { type: 'string', format: 'binary' } } },
    })
    expect(Object.keys(form?.properties ?? {}).length).toBeGreaterThan(1)
    const picture = operation('component-product.uploadPicture').requestBody?.content ?? {}
    expect(Object.keys(picture)).toEqual(['multipart/form-data', 'application/json'])
    expect(picture['multipart/form-data']?.schema.properties?.media).toMatchObject({ format: 'binary' })
    for (const { name } of all.filter(({ response }) => response === t.File))
      expect(operation(name).responses['200']?.content).toEqual({
        '*/*': { schema: { type: 'string', format: 'binary' } },
      })
  })

  test('names the statuses that follow from a call, and those it declares', () => {
    const statuses = (name: string) => Object.keys(operation(name).responses)
    expect(statuses('auth.login')).toContain('423')
    expect(statuses('email.send')).toContain('502')
    expect(statuses('backup.save')).toContain('202')
    expect(statuses('file.upload')).toEqual(expect.arrayContaining(['413', '415']))
    expect(statuses('brand.list')).not.toContain('413')
    for (const { responses } of operations)
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['429', '503']))
  })

  test('gives every field of an answer its title', () => {
    const answers = operations.flatMap(({ operationId, responses }) =>
      Object.values(responses).flatMap(({ content = {} }) =>
        Object.values(content).flatMap(({ schema }) => fieldsOf(schema, operationId)),
      ),
    )
    const refusal = fieldsOf(document.components.schemas.Error as Schema, 'Error')
    answers.push(...refusal)
    expect(answers.length).toBeGreaterThan(2500)
    expect(answers.filter(({ title }) => !title).map(({ path }) => path)).toEqual([])
  })

  test('has no title for a field that no answer has', () => {
    const names = new Set(
      all.flatMap((route) => [route.response, route.accepted].flatMap(namesIn)).concat(namesIn(ErrorBody)),
    )
    expect(Object.keys(fieldTitles).filter((name) => !names.has(name))).toEqual([])
  })
})

test.each(
  all.flatMap(({ name, body, query, params }) =>
    [body, query, params].flatMap((part) => (part ? [[name, part] as const] : [])),
  ),
)('the example of %s is an input that fits', (_, part) => {
  const example = exampleOf(part as never)
  expect(makeReader(part)(example)).toEqual(example)
})

test('an example keeps the limits of the field', () => {
  const { draft } = routes('probe', {
    draft: {
      method: 'POST',
      path: '/probe',
      permission: 'auth',
      summary: '测试',
      body: t.Object({
        short: t.String({ title: '很长的标题', maxLength: 2 }),
        long: t.String({ title: '短', minLength: 4 }),
        few: t.Integer({ maximum: 0 }),
        price: t.Yuan,
        colour: t.String({ pattern: /^#[0-9a-f]{6}$/, example: '#1890ff' }),
      }),
      response: t.Done,
    },
  })
  expect(exampleOf(draft.body as never)).toEqual({
    short: '很长',
    long: '短，，，',
    few: 0,
    price: 12.5,
    colour: '#1890ff',
  })
})

function fieldsOf(schema: Schema, path: string): { path: string; title?: string }[] {
  const { properties = {}, items, additionalProperties: others } = schema
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      { path: `${path}.${name}`, ...(field.title && { title: field.title }) },
      ...fieldsOf(field, `${path}.${name}`),
    ]),
    ...(items ? fieldsOf(items, path) : []),
    ...(typeof others === 'object' ? fieldsOf(others, path) : []),
  ]
}

const namesIn = (schema: unknown) =>
  fieldsOf((schema ?? {}) as Schema, '').map(({ path }) => path.split('.').at(-1) ?? '')

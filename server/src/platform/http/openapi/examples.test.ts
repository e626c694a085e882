import type { FileKind } from '@zhanggui/domain/file/file-type.ts'
import { expect, test } from 'vitest'
import { makeForm } from '../../../testing/files/multipart.ts'
import { pdf, png } from '../../../testing/files/upload-samples.ts'
import { openShop } from '../../../testing/shop.ts'
import { liftRateLimits, type RawRequest } from '../../../testing/walk/hostile.ts'
import { makeSender } from '../../../testing/walk/hostile-walk.ts'
import { describeApi } from './openapi.ts'

type Operation = {
  operationId: string
  parameters: { name: string; in: 'path' | 'query'; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}

test('every call is accepted as its documentation shows it, without any change', async () => {
  const shop = await openShop()
  await liftRateLimits(shop)
  const send = makeSender(shop)
  const { paths } = describeApi(shop.app.routes, { version: '', title: '' })
  const files = await sampleFiles()
  const products: [string, Buffer] = ['a.csv', Buffer.from('\uFEFF商品名称,商品分类,售价,库存\n毛巾,家居,19.9,5\n')]
  const refused: string[] = []
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods) as [string, Operation][]) {
      const { operationId } = operation
      const route = shop.app.routes.find(({ name }) => name === operationId)
      if (!route) throw new Error(`no route ${operationId}`)
      const kind = route.files?.kinds[0]
      const file = operationId === 'product-import.upload' ? products : kind && files[kind]
      const { status, body } = await send(requestOf(method.toUpperCase(), path, operation, file), route)
      const { code = '', message = '' } = (body ?? {}) as { code?: string; message?: string }
      // What an example names need not exist; what it says must fit.
      const fits = !['VALIDATION_FAILED', 'BAD_REQUEST', 'UNSUPPORTED_MEDIA_TYPE', 'INTERNAL'].includes(code)
      if (!fits) refused.push(`${operationId} ${status} ${message}`)
    }
  expect(refused).toEqual([])
})

function requestOf(method: string, path: string, { parameters, requestBody }: Operation, file?: [string, Buffer]) {
  const given = (place: 'path' | 'query') =>
    parameters.flatMap(({ name, in: where, example }) =>
      where === place && example !== undefined ? [[name, String(example)] as const] : [],
    )
  const filled = given('path').reduce((url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(value)), path)
  const query = new URLSearchParams(given('query') as [string, string][])
  const url = query.size ? `${filled}?${query}` : filled
  const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {}
  if (json) {
    const headers = { 'content-type': 'application/json' }
    return { method, url, headers, payload: JSON.stringify(json.example) } satisfies RawRequest
  }
  if (!form || !file) return { method, url, headers: {}, payload: undefined } satisfies RawRequest
  const [fileName, content] = file
  return { method, url, ...makeForm([{ fileName, content }]) } satisfies RawRequest
}

async function sampleFiles(): Promise<Record<FileKind, [string, Buffer]>> {
  const picture: [string, Buffer] = ['a.png', await png()]
  const document: [string, Buffer] = ['a.pdf', pdf]
  const certificate = Buffer.from('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
  const sheet: [string, Buffer] = ['a.csv', Buffer.from('\uFEFF编号,上级编号,名称\n')]
  return {
    image: picture,
    avatar: picture,
    video: picture,
    document,
    source: document,
    certificate: ['a.pem', certificate],
    sheet,
    package: document,
    backup: document,
    part: ['0.part', pdf],
  }
}

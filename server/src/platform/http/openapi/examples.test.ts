import { randomUUID } from 'node:crypto'
import type { FileKind } from '@zhanggui/domain/file/file-type.ts'
import { expect, test } from 'vitest'
import { makeForm } from '../../../testing/files/multipart.ts'
import { pdf, png } from '../../../testing/files/upload-samples.ts'
import { openShop } from '../../../testing/shop.ts'
import { liftRateLimits, type RawRequest } from '../../../testing/walk/hostile.ts'
import { makeSender } from '../../../testing/walk/hostile-walk.ts'

import { describeApi, exampleOf, type Schema } from './openapi.ts'

type Operation = {
  operationId: string
  parameters: { name: string; in: 'path' | 'query'; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown; schema?: Schema }> }
}

/** The examples are of these weeks; in a real year they would be over. */
const DAY_OF_EXAMPLES = Date.UTC(2026, 10, 30, 4)

test('every call is accepted as its documentation shows it, without any change', async () => {
  const shop = await openShop()
  shop.clock.advance(DAY_OF_EXAMPLES - Date.now())
  await liftRateLimits(shop)
  const send = makeSender(shop)
  const { paths } = describeApi(shop.app.routes, { version: '', title: '' })
  const files = await sampleFiles()
  const refused: string[] = []
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods) as [string, Operation][]) {
      const { operationId } = operation
      const route = shop.app.routes.find(({ name }) => name === operationId)
      if (!route) throw new Error(`no route ${operationId}`)
      const kind = route.files?.kinds[0]
      const file = named[operationId] ?? (kind && files[kind])
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
    // Clients send a key with what moves money; some calls insist on one.
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    return { method, url, headers, payload: JSON.stringify(json.example) } satisfies RawRequest
  }
  if (!form || !file) return { method, url, headers: {}, payload: undefined } satisfies RawRequest
  const [fileName, content] = file
  const fields = Object.entries(form.schema?.properties ?? {})
    .filter(([name]) => form.schema?.required?.includes(name) && !name.startsWith('file'))
    .map(([name, field]) => ({ name, value: String(exampleOf(field, name)) }))
  return { method, url, ...makeForm([...fields, { fileName, content }]) } satisfies RawRequest
}

const sheetOf = (text: string): [string, Buffer] => ['a.csv', Buffer.from(`\uFEFF${text}\n`)]
/** Files of calls that read what is in them. */
const named: Readonly<Record<string, [string, Buffer]>> = {
  'product-import.upload': sheetOf('商品名称,商品分类,售价,库存\n毛巾,家居,19.9,5'),
  'user-import.upload': sheetOf('手机号,昵称\n13800138000,小王'),
  'withdrawal.import': sheetOf('提现单号,结果,流水号\nW20261129000000000001,成功,1'),
  'invoice.import': sheetOf('订单号,发票号码\n20261123101500123456,26332000000012345678'),
  'decor-page.import': [
    'a.json',
    Buffer.from(JSON.stringify({ kind: 'zhanggui-page', format: 1, name: '新品', value: {} })),
  ],
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
    invoice: document,
    source: document,
    certificate: ['a.pem', certificate],
    sheet,
    package: document,
    backup: document,
    part: ['0.part', pdf],
    voice: ['a.amr', Buffer.from('#!AMR\n\x3c'.padEnd(38, '\0'), 'latin1')],
  }
}

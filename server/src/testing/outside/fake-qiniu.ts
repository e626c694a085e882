import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { readBody } from './fake-s3.ts'

/** A local fake of Qiniu's upload, management and download hosts that checks tokens and credentials. */
export type FakeQiniu = {
  endpoint: string
  bucket: string
  accessKey: string
  secretKey: string
  objects: Map<string, { content: Buffer; type: string }>
  /** Whether downloads need a signed address. */
  isPrivate: boolean
}

export async function openFakeQiniu(): Promise<FakeQiniu> {
  const fake: FakeQiniu = {
    endpoint: '',
    bucket: 'shop',
    accessKey: 'qiniu-access',
    secretKey: 'qiniu-secret',
    objects: new Map(),
    isPrivate: false,
  }
  const server = createServer((request, response) => {
    readBody(request).then((body) => answer(fake, request, body, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  fake.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

async function answer(fake: FakeQiniu, request: IncomingMessage, body: Buffer, response: ServerResponse) {
  const url = new URL(request.url ?? '/', fake.endpoint)
  const say = (status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  if (request.method === 'POST' && url.pathname === '/') return say(...(await takeUpload(fake, request, body)))
  const [, verb, entry] = url.pathname.split('/')
  if (verb === 'stat' || verb === 'delete') {
    if (request.headers.authorization !== `Qiniu ${credential(fake, request)}`) return say(401, { error: 'bad token' })
    const [bucket, key = ''] = Buffer.from(entry ?? '', 'base64url')
      .toString()
      .split(':')
    const object = fake.objects.get(key)
    if (bucket !== fake.bucket) return say(631, { error: 'no such bucket' })
    if (!object) return say(612, { error: 'no such file or directory' })
    if (verb === 'delete') fake.objects.delete(key)
    return say(200, { fsize: object.content.length, mimeType: object.type })
  }
  if (verb === 'list') {
    if (request.headers.authorization !== `Qiniu ${credential(fake, request)}`) return say(401, { error: 'bad token' })
    return say(...listObjects(fake, url.searchParams))
  }
  const object = fake.objects.get(decodeURIComponent(url.pathname.slice(1)))
  const unsigned = `${fake.endpoint}${url.pathname}?e=${url.searchParams.get('e')}`
  if (fake.isPrivate && url.searchParams.get('token') !== sign(fake, unsigned)) return say(401, { error: 'bad token' })
  if (!object) return say(404, { error: 'Document not found' })
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const content = start ? object.content.subarray(Number(start), Number(end) + 1) : object.content
  return response.writeHead(start ? 206 : 200, { 'content-type': object.type }).end(content)
}

/** Returns two objects at a time whatever the limit, so that callers must fetch further pages. */
function listObjects({ bucket, objects }: FakeQiniu, asked: URLSearchParams): [number, unknown] {
  if (asked.get('bucket') !== bucket) return [631, { error: 'no such bucket' }]
  const start = Number(asked.get('marker') ?? 0)
  const items = [...objects].slice(start, start + 2).map(([key, { content, type }]) => {
    return { key, fsize: content.length, mimeType: type, putTime: 16_000_000_000_000_000 }
  })
  return [200, { items, ...(start + 2 < objects.size && { marker: String(start + 2) }) }]
}

async function takeUpload(fake: FakeQiniu, request: IncomingMessage, body: Buffer): Promise<[number, unknown]> {
  const headers = { 'content-type': String(request.headers['content-type']) }
  const form = await new Response(new Uint8Array(body), { headers }).formData()
  const [token, key, file] = [form.get('token'), form.get('key'), form.get('file')]
  if (typeof token !== 'string' || typeof key !== 'string' || !(file instanceof Blob))
    return [400, { error: 'invalid multipart format' }]
  const policy = token.split(':')[2] ?? ''
  if (token !== `${sign(fake, policy)}:${policy}`) return [401, { error: 'bad token' }]
  const { scope, deadline } = JSON.parse(Buffer.from(policy, 'base64url').toString())
  if (scope !== `${fake.bucket}:${key}`) return [403, { error: 'key does not match with scope' }]
  if (deadline < Date.now() / 1000) return [401, { error: 'expired token' }]
  fake.objects.set(key, { content: Buffer.from(await file.arrayBuffer()), type: file.type })
  return [200, { hash: 'x', key }]
}

function credential(fake: FakeQiniu, { method, url, headers }: IncomingMessage): string {
  return sign(fake, `${method} ${url}\nHost: ${headers.host}\nContent-Type: ${headers['content-type']}\n\n`)
}

function sign({ accessKey, secretKey }: FakeQiniu, text: string): string {
  const mac = createHmac('sha1', secretKey).update(text).digest('base64')
  return `${accessKey}:${mac.replaceAll('+', '-').replaceAll('/', '_')}`
}

import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A local fake of an Amazon S3 bucket that checks every signature. */
export type FakeS3 = {
  endpoint: string
  bucket: string
  accessKey: string
  secretKey: string
  objects: Map<string, { content: Buffer; type: string }>
  /** Multipart uploads that were neither completed nor aborted. */
  unfinished: Map<string, Map<number, Buffer>>
  /** Method and path with query of every call. */
  calls: string[]
  /** The answers to the next calls, one each. */
  failures: { status: number; code: string }[]
}

export async function openFakeS3(): Promise<FakeS3> {
  const fake: FakeS3 = {
    endpoint: '',
    bucket: 'shop',
    accessKey: 'AKIDEXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG',
    objects: new Map(),
    unfinished: new Map(),
    calls: [],
    failures: [],
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

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await request.toArray())
}

function answer(fake: FakeS3, request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://fake')
  const method = request.method ?? 'GET'
  fake.calls.push(`${method} ${url.pathname}${url.search}`)
  const fail = (status: number, code: string) =>
    response.writeHead(status).end(`<Error><Code>${code}</Code><Message>${code} it is</Message></Error>`)
  const failure = fake.failures.shift()
  if (failure) return void fail(failure.status, failure.code)
  if (!isSigned(fake, request, url)) return void fail(403, 'SignatureDoesNotMatch')
  const [, bucket, ...rest] = url.pathname.split('/')
  if (bucket !== fake.bucket) return void fail(404, 'NoSuchBucket')
  const key = decodeURIComponent(rest.join('/'))
  const uploadId = url.searchParams.get('uploadId')
  const type = String(request.headers['content-type'] ?? '')

  if (method === 'POST' && url.searchParams.has('uploads')) {
    const id = `upload-${fake.calls.length}+/=`
    fake.unfinished.set(id, new Map())
    return void response.end(
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }
  if (uploadId) {
    const parts = fake.unfinished.get(uploadId)
    if (!parts) return void fail(404, 'NoSuchUpload')
    if (method === 'PUT') {
      parts.set(Number(url.searchParams.get('partNumber')), body)
      return void response.writeHead(200, { etag: tagOf(body) }).end()
    }
    fake.unfinished.delete(uploadId)
    if (method === 'DELETE') return void response.writeHead(204).end()
    const listed = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)</g)]
    const pieces = listed.map(([, number, tag]) => ({ tag, content: parts.get(Number(number)) ?? Buffer.alloc(0) }))
    const fits = pieces.every(({ tag, content }) => tag === tagOf(content))
    const tooSmall = pieces.slice(0, -1).some(({ content }) => content.length < 5 * 1024 * 1024)
    if (!fits || tooSmall) return void response.end('<Error><Code>InvalidPart</Code></Error>')
    fake.objects.set(key, { content: Buffer.concat(pieces.map(({ content }) => content)), type })
    return void response.end('<CompleteMultipartUploadResult/>')
  }
  if (method === 'PUT') {
    fake.objects.set(key, { content: body, type })
    return void response.writeHead(200, { etag: tagOf(body) }).end()
  }
  if (method === 'DELETE') {
    fake.objects.delete(key)
    return void response.writeHead(204).end()
  }
  const object = fake.objects.get(key)
  if (!object) return void fail(404, 'NoSuchKey')
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const content = start ? object.content.subarray(Number(start), Number(end) + 1) : object.content
  response.writeHead(start ? 206 : 200, { 'content-length': content.length, 'content-type': object.type })
  response.end(method === 'HEAD' ? undefined : content)
}

const tagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`

/** @see AWS Signature Version 4, computed independently of the signing library */
function isSigned({ accessKey, secretKey }: FakeS3, request: IncomingMessage, url: URL): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
  const [, key, day = '', region = '', names = '', signature] = pattern.exec(request.headers.authorization ?? '') ?? []
  if (key !== accessKey || !names.split(';').includes('host')) return false
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const payload = String(request.headers['x-amz-content-sha256'])
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), names, payload].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const date = String(request.headers['x-amz-date'])
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const hmac = (secret: string | Buffer, data: string) => createHmac('sha256', secret).update(data).digest()
  const signing = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  return hmac(signing, text).toString('hex') === signature
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { AwsV4Signer } from 'aws4fetch'
import { openOutgoing, readAddress, readAll } from '../safe-fetch.ts'
import { checkKey, type Storage, StorageError } from './storage.ts'

export type S3Options = {
  /** `https://oss-cn-hangzhou.aliyuncs.com` */
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
  /** The domain browsers fetch from; '' for the bucket's own. */
  publicUrl: string
  /** Only holders of the keys may read. */
  isPrivate: boolean
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  pathStyle: boolean
  allowPrivate: boolean
}

/** Larger files are uploaded in parts of this size; S3 requires 5 MB or more. */
const PART_BYTES = 8 * 1024 * 1024
const TIMEOUT_MS = 120_000
const TRIES = 3

/** Stores files in a bucket with the Amazon S3 protocol: OSS, COS, JD, MinIO. */
export function openS3Storage(options: S3Options): Storage {
  const { region, accessKey, secretKey, allowPrivate } = options
  const base = baseOf(options)
  const addressOf = (key: string) => `${base}/${checkKey(key)}`

  async function call(
    method: string,
    url: string,
    { headers, body }: { headers?: Record<string, string>; body?: Buffer } = {},
  ): Promise<IncomingMessage> {
    const signer = new AwsV4Signer({
      method,
      url,
      headers,
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region: region || 'us-east-1',
    })
    const signed = await signer.sign()
    const sent = Object.fromEntries(signed.headers)
    return openOutgoing(signed.url.href, {
      method,
      headers: { ...sent, ...(method !== 'GET' && { 'content-length': String(body?.length ?? 0) }) },
      body,
      allowPrivate,
      timeoutMs: TIMEOUT_MS,
    })
  }

  /** @throws {StorageError} with the service's message; server errors are tried three times */
  async function expect(method: string, url: string, parts: { headers?: Record<string, string>; body?: Buffer } = {}) {
    for (let tries = 1; ; tries++) {
      const answer = await call(method, url, parts)
      const status = answer.statusCode ?? 0
      if (status >= 200 && status < 300) return answer
      const text = (await readAll(answer)).toString('utf8')
      if (status < 500 || tries === TRIES) throw new StorageError(reportFault(status, text))
    }
  }

  async function putInParts(key: string, parts: AsyncIterable<Buffer>, mime: string): Promise<void> {
    const url = addressOf(key)
    const begun = await expect('POST', `${url}?uploads=`, { headers: headersOf(mime) })
    const uploadId = /<UploadId>([^<]+)</.exec((await readAll(begun)).toString('utf8'))?.[1]
    if (!uploadId) throw new StorageError('没有返回分片上传编号')
    const upload = `uploadId=${encodeURIComponent(uploadId)}`
    try {
      const tags: string[] = []
      for await (const body of parts) {
        const answer = await expect('PUT', `${url}?partNumber=${tags.length + 1}&${upload}`, { body })
        await readAll(answer)
        tags.push(String(answer.headers.etag))
      }
      const list = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
      const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`)
      const text = (await readAll(await expect('POST', `${url}?${upload}`, { body }))).toString('utf8')
      // The service may start an answer with 200 and then fail.
      if (text.includes('<Error>')) throw new StorageError(reportFault(200, text))
    } catch (error) {
      await expect('DELETE', `${url}?${upload}`).then(readAll, () => {})
      throw error
    }
  }

  return {
    async put(key, { open, bytes, mime }) {
      if (bytes > PART_BYTES) return putInParts(key, inPieces(open(), PART_BYTES), mime)
      const body = Buffer.concat(await open().toArray())
      await readAll(await expect('PUT', addressOf(key), { headers: headersOf(mime), body }))
    },
    async get(key, range) {
      return expect('GET', addressOf(key), { headers: range && { range: `bytes=${range.start}-${range.end}` } })
    },
    async head(key) {
      const answer = await call('HEAD', addressOf(key))
      answer.destroy()
      if (answer.statusCode === 404) return undefined
      if (answer.statusCode !== 200) throw new StorageError(reportFault(answer.statusCode ?? 0, ''))
      return { bytes: Number(answer.headers['content-length']) }
    },
    async delete(key) {
      await readAll(await expect('DELETE', addressOf(key)))
    },
    publicUrl: (key) =>
      options.isPrivate ? undefined : `${options.publicUrl.replace(/\/$/, '') || base}/${checkKey(key)}`,
  }
}

/** Files that browsers cannot show safely are downloads, even when served by the bucket itself. */
function headersOf(mime: string): Record<string, string> {
  const isShown = /^(image|audio|video)\//.test(mime)
  return { 'content-type': mime, ...(!isShown && { 'content-disposition': 'attachment' }) }
}

/** The base address of the bucket's keys. An IP address cannot have the bucket as a subdomain. */
function baseOf({ endpoint, bucket, pathStyle, allowPrivate }: S3Options): string {
  const address = readAddress(endpoint, allowPrivate)
  const inPath = pathStyle || isIP(address.hostname.replace(/^\[|\]$/g, '')) || address.hostname === 'localhost'
  const path = address.pathname.replace(/\/$/, '')
  return inPath ? `${address.origin}${path}/${bucket}` : `${address.protocol}//${bucket}.${address.host}${path}`
}

function reportFault(status: number, text: string): string {
  const [code, message] = ['Code', 'Message'].map((name) => new RegExp(`<${name}>([^<]{1,200})<`).exec(text)?.[1])
  return [`HTTP ${status}`, code, message].filter(Boolean).join(' ')
}

/** Splits content into buffers of one size, the last one smaller. */
async function* inPieces(content: AsyncIterable<Buffer>, size: number): AsyncIterable<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of content) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < size) continue
    const whole = Buffer.concat(waiting)
    yield whole.subarray(0, size)
    waiting = [whole.subarray(size)]
    bytes -= size
  }
  if (bytes) yield Buffer.concat(waiting)
}

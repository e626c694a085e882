import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { openOutgoing, readAll } from '../safe-fetch.ts'
import { checkKey, type Storage, StorageError } from './storage.ts'

export type QiniuOptions = {
  /** Replaces all of Qiniu's hosts; '' for those of the region. */
  endpoint: string
  /** `z0`, `cn-east-2` */
  region: string
  bucket: string
  accessKey: string
  secretKey: string
  /** The bucket's domain, from which files are read. */
  publicUrl: string
  isPrivate: boolean
  allowPrivate: boolean
  now: () => Date
}

/** An object in a bucket, whoever stored it. */
export type BucketObject = { key: string; bytes: number; mime: string }

/** A bucket may also hold objects of others, with other forms of keys: all functions but `put` accept those too. */
export type QiniuStorage = Storage & {
  /** All objects in the bucket. */
  list(): AsyncIterable<BucketObject>
  /** Whether a key can be requested. */
  holds(key: string): boolean
}

const MAX_LISTED = 1000
const TIMEOUT_MS = 120_000
const TOKEN_SECONDS = 3600

/** Stores files in a Qiniu Kodo bucket: upload tokens, form upload, management calls (developer.qiniu.com/kodo). */
export function openQiniuStorage(options: QiniuOptions): QiniuStorage {
  const { bucket, accessKey, secretKey, allowPrivate } = options
  const region = options.region || 'z0'
  const uploads = options.endpoint.replace(/\/$/, '') || `https://upload-${region}.qiniup.com`
  const manages = options.endpoint.replace(/\/$/, '') || `https://rs-${region}.qiniuapi.com`
  const lists = options.endpoint.replace(/\/$/, '') || `https://rsf-${region}.qiniuapi.com`
  const domain = options.publicUrl.replace(/\/$/, '')
  const signed = (text: string) => `${accessKey}:${encode(createHmac('sha1', secretKey).update(text).digest())}`
  const entryOf = (key: string) => encode(Buffer.from(`${bucket}:${checkForeignKey(key)}`))
  const deadline = () => Math.floor(options.now().getTime() / 1000) + TOKEN_SECONDS

  function uploadToken(key: string): string {
    const policy = encode(Buffer.from(JSON.stringify({ scope: `${bucket}:${key}`, deadline: deadline() })))
    return `${signed(policy)}:${policy}`
  }

  function manage(method: 'GET' | 'POST', path: string, base = manages): Promise<IncomingMessage> {
    const { host } = new URL(base)
    const type = 'application/x-www-form-urlencoded'
    const credential = signed(`${method} ${path}\nHost: ${host}\nContent-Type: ${type}\n\n`)
    const headers = { Authorization: `Qiniu ${credential}`, 'Content-Type': type, 'Content-Length': '0' }
    return openOutgoing(`${base}${path}`, { method, headers, allowPrivate, timeoutMs: TIMEOUT_MS })
  }

  function sourceUrl(key: string): string {
    const address = `${domain}/${inPath(key)}`
    const url = `${address}?e=${deadline()}`
    return options.isPrivate ? `${url}&token=${signed(url)}` : address
  }

  return {
    async put(key, { open, bytes, mime }) {
      const boundary = `----zhanggui${randomBytes(16).toString('hex')}`
      const field = (name: string, value: string) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
      const head = Buffer.from(
        `${field('token', uploadToken(checkKey(key)))}${field('key', key)}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: ${mime}\r\n\r\n`,
      )
      const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
      const form = async function* () {
        yield head
        yield* open()
        yield tail
      }
      const headers = {
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'Content-Length': String(head.length + bytes + tail.length),
      }
      const body = Readable.from(form(), { objectMode: false })
      await succeed(
        await openOutgoing(`${uploads}/`, { method: 'POST', headers, body, allowPrivate, timeoutMs: TIMEOUT_MS }),
      )
    },
    async get(key, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      const answer = await openOutgoing(sourceUrl(key), { headers, allowPrivate, timeoutMs: TIMEOUT_MS })
      if (answer.statusCode !== 200 && answer.statusCode !== 206) await succeed(answer)
      return answer
    },
    async head(key) {
      const answer = await manage('GET', `/stat/${entryOf(key)}`)
      if (answer.statusCode === 612) {
        answer.destroy()
        return undefined
      }
      const { fsize } = JSON.parse((await succeed(answer)).toString('utf8')) as { fsize: number }
      return { bytes: fsize }
    },
    async delete(key) {
      const answer = await manage('POST', `/delete/${entryOf(key)}`)
      if (answer.statusCode === 612) answer.destroy()
      else await succeed(answer)
    },
    publicUrl: (key) => (options.isPrivate ? undefined : `${domain}/${inPath(key)}`),
    holds: isForeignKey,
    async *list() {
      let marker = ''
      do {
        const query = new URLSearchParams({ bucket, limit: String(MAX_LISTED), ...(marker && { marker }) })
        const answer = await succeed(await manage('GET', `/list?${query}`, lists))
        const page = JSON.parse(answer.toString('utf8')) as ListPage
        for (const { key, fsize, mimeType } of page.items ?? []) yield { key, bytes: fsize, mime: mimeType }
        marker = page.marker ?? ''
      } while (marker)
    },
  }
}

type ListPage = { marker?: string; items?: { key: string; fsize: number; mimeType: string }[] }

/** Whether a key denotes one place, however its address is parsed. */
function isForeignKey(key: string): boolean {
  return (
    /^[^/]/.test(key) && !/\p{Cc}|\\|\/\/|(^|\/)\.{1,2}(\/|$)|\/$/u.test(key) && key.isWellFormed() && key.length <= 200
  )
}

function checkForeignKey(key: string): string {
  if (!isForeignKey(key)) throw new Error(`no key of storage: ${JSON.stringify(key).slice(0, 60)}`)
  return key
}

function inPath(key: string): string {
  return checkForeignKey(key).split('/').map(encodeURIComponent).join('/')
}

/** @throws {StorageError} with the service's message */
async function succeed(answer: IncomingMessage): Promise<Buffer> {
  const body = await readAll(answer)
  if (answer.statusCode === 200) return body
  const message = /"error"\s*:\s*"([^"]{1,200})"/.exec(body.toString('utf8'))?.[1]
  throw new StorageError([`HTTP ${answer.statusCode}`, message].filter(Boolean).join(' '))
}

/** Base64 in Qiniu's alphabet, which keeps the padding. */
function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')
}

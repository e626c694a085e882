import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openFakeQiniu } from '../../../testing/outside/fake-qiniu.ts'
import { openFakeS3 } from '../../../testing/outside/fake-s3.ts'
import { openLocalStorage } from './local-storage.ts'
import { openQiniuStorage } from './qiniu-storage.ts'
import { openS3Storage } from './s3-storage.ts'
import { probe, type Storage } from './storage.ts'

const sourceOf = (content: Buffer, mime = 'image/png') => ({
  open: () => Readable.from([content]),
  bytes: content.length,
  mime,
})
const readWhole = async (content: Readable) => Buffer.concat(await content.toArray())

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-storage-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function openS3(changes: Partial<Parameters<typeof openS3Storage>[0]> = {}) {
  const fake = await openFakeS3()
  const { endpoint, bucket, accessKey, secretKey } = fake
  const own = { endpoint, bucket, accessKey, secretKey, region: 'cn-north-1', publicUrl: '', isPrivate: false }
  return { fake, storage: openS3Storage({ ...own, pathStyle: true, allowPrivate: true, ...changes }) }
}

async function openQiniu(changes: Partial<Parameters<typeof openQiniuStorage>[0]> = {}) {
  const fake = await openFakeQiniu()
  const { endpoint, bucket, accessKey, secretKey } = fake
  const own = { endpoint, bucket, accessKey, secretKey, region: '', publicUrl: endpoint, isPrivate: false }
  return { fake, storage: openQiniuStorage({ ...own, allowPrivate: true, now: () => new Date(), ...changes }) }
}

const kinds: [string, () => Promise<Storage>][] = [
  ['the local folder', async () => openLocalStorage(await makeFolder())],
  ['a bucket of S3', async () => (await openS3()).storage],
  ['a bucket of Qiniu', async () => (await openQiniu()).storage],
]
describe.each(kinds)('%s', (_, open) => {
  test('returns what was stored, whole or in part, and nothing after it was deleted', async () => {
    const storage = await open()
    const key = 'public/2026/01/02/a-b_c.png'
    const content = randomBytes(5000)
    expect(await storage.head(key)).toBeUndefined()
    await storage.put(key, sourceOf(content))
    expect(await storage.head(key)).toEqual({ bytes: 5000 })
    expect(await readWhole(await storage.get(key))).toEqual(content)
    expect(await readWhole(await storage.get(key, { start: 10, end: 19 }))).toEqual(content.subarray(10, 20))
    await storage.delete(key)
    await storage.delete(key)
    expect(await storage.head(key)).toBeUndefined()
    await expect(storage.get(key)).rejects.toThrow()
  })

  test('refuses keys that lead elsewhere', async () => {
    const storage = await open()
    const keys = ['../x', 'a/../../x', '/etc/passwd', 'a//b', 'a/./b', 'a\u0000b', 'a\\b', '..', '', 'a/']
    for (const key of [...keys, 'x'.repeat(201)]) {
      await expect(storage.put(key, sourceOf(Buffer.from('x')))).rejects.toThrow('no key')
      await expect(storage.get(key)).rejects.toThrow('no key')
      await expect((async () => storage.delete(key))()).rejects.toThrow('no key')
    }
    // Objects of others in a bucket may have such keys; ours never do.
    for (const key of ['A', '%2e%2e/x'])
      await expect(storage.put(key, sourceOf(Buffer.from('x')))).rejects.toThrow('no key')
  })

  test('passes its self-test', async () => {
    expect(await probe(await open())).toBeUndefined()
  })

  test('keeps nothing of an interrupted upload', async () => {
    const storage = await open()
    const broken = async function* () {
      yield randomBytes(1000)
      throw new Error('the disk is gone')
    }
    const source = { open: () => Readable.from(broken()), bytes: 2000, mime: 'video/mp4' }
    await expect(storage.put('a/b', source)).rejects.toThrow()
    expect(await storage.head('a/b')).toBeUndefined()
  })
})

test('files on disk are readable only by this user, and partial files are removed', async () => {
  const folder = await makeFolder()
  const storage = openLocalStorage(join(folder, 'files'))
  await storage.put('a/b.txt', sourceOf(Buffer.from('x')))
  expect((await stat(join(folder, 'files/a/b.txt'))).mode & 0o777).toBe(0o600)
  for (const each of ['files', 'files/a']) expect((await stat(join(folder, each))).mode & 0o777).toBe(0o700)
  const failing = () => new Readable({ read: () => {} }).destroy(new Error('no'))
  await expect(storage.put('a/c.txt', { open: failing, bytes: 1, mime: '' })).rejects.toThrow()
  expect(await readdir(join(folder, 'files/a'))).toEqual(['b.txt'])
})

describe('S3', () => {
  test('uploads large files in parts, and drops the parts when one fails', async () => {
    const { fake, storage } = await openS3()
    const content = randomBytes(20 * 1024 * 1024)
    const chunks = () => Readable.from(Array.from({ length: 20 }, (_, i) => content.subarray(i << 20, (i + 1) << 20)))
    const source = { open: chunks, bytes: content.length, mime: 'video/mp4' }
    await storage.put('v/a.mp4', source)
    expect(hashOf(fake.objects.get('v/a.mp4')?.content)).toBe(hashOf(content))
    expect(fake.calls.filter((call) => call.includes('partNumber='))).toHaveLength(3)
    fake.failures.push({ status: 200, code: '' }, { status: 403, code: 'AccessDenied' })
    await expect(storage.put('v/b.mp4', source)).rejects.toThrow()
    expect(fake.unfinished.size).toBe(0)
    expect(fake.objects.has('v/b.mp4')).toBe(false)
  })

  test('retries server errors up to three attempts, but not refusals', async () => {
    const { fake, storage } = await openS3()
    fake.failures.push({ status: 503, code: 'SlowDown' }, { status: 500, code: 'InternalError' })
    await storage.put('a', sourceOf(Buffer.from('x')))
    expect(fake.calls).toHaveLength(3)
    fake.failures.push({ status: 403, code: 'AccessDenied' })
    await expect(storage.put('b', sourceOf(Buffer.from('x')))).rejects.toThrow(
      'HTTP 403 AccessDenied AccessDenied it is',
    )
    expect(fake.calls).toHaveLength(4)
  })

  test('refuses a wrong secret', async () => {
    const { storage } = await openS3({ secretKey: 'wrong' })
    expect(await probe(storage)).toBe('写入失败：HTTP 403 SignatureDoesNotMatch SignatureDoesNotMatch it is')
  })

  test('uses addresses by host name or by path, or the shop’s own domain', () => {
    const options = { endpoint: 'https://oss.example.com', bucket: 'shop', region: '', accessKey: '', secretKey: '' }
    const open = (changes: object) =>
      openS3Storage({ ...options, publicUrl: '', isPrivate: false, pathStyle: false, allowPrivate: false, ...changes })
    expect(open({}).publicUrl('a/b.png')).toBe('https://shop.oss.example.com/a/b.png')
    expect(open({ pathStyle: true }).publicUrl('a/b.png')).toBe('https://oss.example.com/shop/a/b.png')
    expect(open({ publicUrl: 'https://cdn.example.com/' }).publicUrl('a/b.png')).toBe('https://cdn.example.com/a/b.png')
    expect(open({ isPrivate: true }).publicUrl('a/b.png')).toBeUndefined()
    expect(() => open({ endpoint: 'http://127.0.0.1:9000' })).toThrow('不允许访问内网地址')
  })
})

describe('Qiniu', () => {
  test('refuses a wrong secret', async () => {
    const { storage } = await openQiniu({ secretKey: 'wrong' })
    expect(await probe(storage)).toBe('写入失败：HTTP 401 bad token')
  })

  test('of a private bucket is read by signed addresses', async () => {
    const { fake, storage } = await openQiniu({ isPrivate: true })
    fake.isPrivate = true
    await storage.put('a/b.png', sourceOf(Buffer.from('x')))
    expect(fake.objects.get('a/b.png')?.type).toBe('image/png')
    expect((await readWhole(await storage.get('a/b.png'))).toString()).toBe('x')
    expect(storage.publicUrl('a/b.png')).toBeUndefined()
  })
})

const hashOf = (content: Buffer = Buffer.alloc(0)) => createHash('sha256').update(content).digest('hex')

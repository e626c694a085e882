import { createHash } from 'node:crypto'
import { type FileRow, file } from '@zhanggui/contract/file/file.ts'
import { ticket } from '@zhanggui/contract/work/ticket.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { fetchBytes, openStudio, paint, pdf } from '../../../testing/files/upload-samples.ts'
import type { Caller } from '../../../testing/shop.ts'

describe('a picture', () => {
  test('is stored upright, without embedded metadata such as the place it was taken', async () => {
    const { shop, staff } = await openStudio()
    const camera = await paint(40, 30)
      .jpeg()
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'SECRET-EXIF' }, IFD3: { GPSLatitude: '31/1' } } })
      .toBuffer()
    const polyglot = Buffer.concat([camera, Buffer.from('<script>alert("polyglot")</script>')])
    const { body } = await upload(staff, file.upload, { '照片 1.jpg': polyglot })
    const [row] = body.files
    expect(row).toMatchObject({
      realName: '照片 1.jpg',
      name: '照片 1.jpg',
      type: 1,
      suffix: 'jpg',
      width: 30,
      height: 40,
    })
    expect(row?.path).toMatch(/^public\/\d{4}\/\d\d\/\d\d\/[0-9a-f]{32}\.jpg$/)
    const content = await fetchBytes(shop, row?.url)
    expect(content.toString('latin1')).not.toMatch(/SECRET-EXIF|polyglot|Exif/)
    expect(await sharp(content).metadata()).toMatchObject({ width: 30, height: 40, format: 'jpeg' })
    expect(row?.hash).toBe(createHash('sha256').update(content).digest('hex'))
    expect(row?.bytes).toBe(content.length)
  })

  test('is cached for ever, harmless, and narrower on request', async () => {
    const { shop, staff } = await openStudio()
    const { body } = await upload(staff, file.upload, { 'a.png': await paint(1000, 500).png().toBuffer() })
    const [row] = body.files as [FileRow]
    const visitor = await staff.send('GET', row.url, undefined, { authorization: '' })
    expect(visitor.status).toBe(200)
    expect(visitor.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.* frame-ancestors 'self'; sandbox$/),
    })
    expect(visitor.headers['content-disposition']).toBeUndefined()
    const etag = String(visitor.headers.etag)
    expect((await staff.send('GET', row.url, undefined, { 'if-none-match': etag })).status).toBe(304)
    for (const width of [80, 200, 400, 800])
      expect(await sharp(await fetchBytes(shop, `${row.url}?w=${width}`)).metadata()).toMatchObject({
        width,
        format: 'webp',
      })
    expect(await sharp(await fetchBytes(shop, row.thumbUrl)).metadata()).toMatchObject({ width: 300, height: 150 })
    expect((await staff.send('GET', `${row.url}?w=81`)).status).toBe(400)
  })

  test('that is animated stays animated', async () => {
    const { shop, staff } = await openStudio()
    const frames = await Promise.all(['#f00', '#0f0'].map((colour) => paint(20, 10, colour).png().toBuffer()))
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const { body } = await upload(staff, file.upload, { 'a.gif': gif })
    expect(body.files[0]).toMatchObject({ width: 20, height: 10 })
    expect((await sharp(await fetchBytes(shop, body.files[0]?.url), { animated: true }).metadata()).pages).toBe(2)
  })
})

test('paths that lead outside the storage find nothing', async () => {
  const { staff } = await openStudio()
  for (const path of [
    '/file/../secret.key',
    '/file/public/%2e%2e/%2e%2e/secret.key',
    '/file/secret.key',
    '/file//etc/passwd',
  ])
    expect([400, 404]).toContain((await staff.send('GET', path)).status)
  const unknown = `/file/public/2026/01/01/${'0'.repeat(32)}.png`
  expect((await staff.send('GET', unknown)).body.message).toBe('文件不存在或已被删除')
})

test('documents are downloaded, not shown; videos are served in ranges', async () => {
  const { staff } = await openStudio()
  const saved = (await upload(staff, file.save, { '合同.pdf': pdf }, { name: '合同（盖章）' })).body
  expect(saved).toMatchObject({
    name: '合同（盖章）',
    realName: '合同.pdf',
    type: 4,
    provider: 1,
    createBy: staff.username,
  })
  const { headers } = await staff.send('GET', saved.url)
  expect(headers['content-disposition']).toMatch(/^attachment; filename=/)
  expect(headers['content-type']).toBe('application/pdf')

  const mp4 = Buffer.concat([
    Buffer.from('\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2', 'latin1'),
    Buffer.alloc(1000, 7),
  ])
  const [video] = (await upload(staff, file.upload, { 'a.mp4': mp4 })).body.files as [FileRow]
  expect(video).toMatchObject({ type: 2, mime: 'video/mp4' })
  const part = await staff.send('GET', video.url, undefined, { range: 'bytes=0-99' })
  expect(part.status).toBe(206)
  expect(part.headers).toMatchObject({ 'content-range': `bytes 0-99/${mp4.length}`, 'content-length': '100' })
  const last = await staff.send('GET', video.url, undefined, { range: 'bytes=-10' })
  expect(last.headers['content-range']).toBe(`bytes ${mp4.length - 10}-${mp4.length - 1}/${mp4.length}`)
  expect((await staff.send('GET', video.url, undefined, { range: 'bytes=9999-' })).status).toBe(416)
  expect((await staff.send('HEAD', video.url)).headers['content-length']).toBe(String(mp4.length))
})

describe('certificates are private', () => {
  const pem = Buffer.from('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n')

  test('and an invalid one is refused', async () => {
    const { staff } = await openStudio()
    expect(await upload(staff, file.save, { 'a.pem': Buffer.from('hello') })).toMatchObject({ status: 415 })
    expect(await upload(staff, file.save, { 'a.p12': pdf })).toMatchObject({ status: 415 })
  })

  test('so that only uploader and super administrator get an address, which is valid for ten minutes', async () => {
    const { shop, staff } = await openStudio()
    const saved = (await upload(staff, file.save, { 'apiclient_key.pem': pem })).body
    expect(saved).toMatchObject({ scope: 'private', path: expect.stringMatching(/^private\//) })
    const other = await shop.signIn({ can: [file.list] })
    expect((await other.call(file.list)).body.list).toMatchObject([{ url: '', scope: 'private' }])
    expect((await staff.send('GET', `/file/${saved.path}`)).status).toBe(403)
    expect((await staff.send('GET', `/file/${saved.path}?pass=v1.x.y`)).status).toBe(403)
    const admin = await shop.signInAdmin()
    const [row] = (await admin.call(file.list)).body.list as [FileRow]
    const fetched = await shop.visitor().send('GET', row.url)
    expect(fetched).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-store' } })
    const second = (await upload(staff, file.save, { 'b.pem': Buffer.concat([pem, Buffer.from('b')]) })).body
    expect((await staff.send('GET', row.url.replace(row.path, second.path))).status).toBe(403)
    shop.clock.advance(601_000)
    expect((await staff.send('GET', row.url)).status).toBe(403)
  })

  test('and opened by a ticket, once, by those who may open them', async () => {
    const { shop, staff } = await openStudio()
    const { path } = (await upload(staff, file.save, { 'apiclient_key.pem': pem })).body
    const address = `/file/${path}`
    const open = async (caller: Caller, target = address, purpose: 'download' | 'doc' = 'download') => {
      const { body } = await caller.call(ticket.make, { body: { purpose, target } })
      return `${address}?ticket=${body.ticket}`
    }
    const visitor = shop.visitor()
    const statusOf = async (url: string) => (await visitor.send('GET', url)).status
    const other = await shop.signIn({ can: [file.list] })
    expect(await statusOf(await open(other))).toBe(403)
    expect(await statusOf(await open(staff, `${address}x`))).toBe(401)
    expect(await statusOf(await open(staff, address, 'doc'))).toBe(401)
    expect(await statusOf(`${address}?ticket=nobodys`)).toBe(401)
    const good = await open(staff)
    expect((await Promise.all([1, 2, 3].map(() => statusOf(good)))).sort()).toEqual([200, 401, 401])
    expect(await statusOf(await open(await shop.signInAdmin()))).toBe(200)
    const late = await open(staff)
    shop.clock.advance(61_000)
    expect(await statusOf(late)).toBe(401)
  })
})

test('audio and video have a duration', async () => {
  const { staff } = await openStudio()
  const wav = Buffer.concat([wavHead(8000 * 3), Buffer.alloc(8000 * 3, 128)])
  const { files } = (await upload(staff, file.upload, { 'a.wav': wav })).body
  expect(files).toMatchObject([{ type: 3, duration: 3 }])
})

/** 8000 samples a second, one byte each. */
function wavHead(bytes: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(bytes, 40)
  return head
}

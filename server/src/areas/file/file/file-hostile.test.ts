import { crc32, deflateRawSync } from 'node:zlib'
import { file } from '@zhanggui/contract/file/file.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { expect, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { bomb, expectNothing, openStudio, pdf, png } from '../../../testing/files/upload-samples.ts'

const page = Buffer.from('<!doctype html><script>alert(1)</script>')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

/** A GIF with frames of any size that contain almost no data. */
function movingBomb(side: number, frames: number): Buffer {
  const screen = Buffer.alloc(7)
  screen.writeUInt16LE(side, 0)
  screen.writeUInt16LE(side, 2)
  screen[4] = 0x80
  const [low, high] = [side & 255, side >> 8]
  const frame = [0x2c, 0, 0, 0, 0, low, high, low, high, 0, 2, 2, 0x44, 1, 0]
  const all = Array.from({ length: frames }, () => Buffer.from(frame))
  return Buffer.concat([Buffer.from('GIF89a'), screen, Buffer.alloc(6, 0xff), ...all, Buffer.from([0x3b])])
}

/** A zip whose only entry declares the document type, in 256 MB of blanks. */
function documentBomb(): Buffer {
  const data = Buffer.alloc(256 * 1024 * 1024, 32)
  const packed = deflateRawSync(data, { level: 9 })
  const name = Buffer.from('[Content_Types].xml')
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(crc32(data), 14)
  head.writeUInt32LE(packed.length, 18)
  head.writeUInt32LE(data.length, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name, packed])
}

test('every route that takes files refuses mislabelled files and bad names', async () => {
  const { shop, staff } = await openStudio()
  const picture = await png()
  const routes = [
    { route: file.upload, good: picture, extension: 'png' },
    { route: file.picture, good: picture, extension: 'png' },
    { route: userCenter.updateAvatar, good: picture, extension: 'png' },
    { route: file.save, good: pdf, extension: 'pdf' },
  ] as const
  for (const { route, good, extension } of routes) {
    const cases: [name: string, content: Buffer, status: number][] = [
      [`a.${extension}`, page, 415],
      [`a.${extension}`, svg, 415],
      ['a.svg', svg, 415],
      ['a.html', page, 415],
      [`a.${extension}`, Buffer.alloc(0), 400],
      [`../../a.${extension}`, good, 400],
      [`..\\a.${extension}`, good, 400],
      [`a\u0000.${extension}`, good, 400],
      [`${'名'.repeat(297)}.${extension}`, good, 400],
      [`a.php.${extension}`, good, 400],
      [`a.${extension}.exe`, good, 400],
      ['a.exe', good, 415],
    ]
    for (const [name, content, status] of cases) {
      const { status: got, body } = await upload(staff, route, { [name]: content })
      expect({ route: route.name, name, status: got }).toEqual({ route: route.name, name, status })
      expect(body.message).toMatch(/\p{Script=Han}/u)
      await expectNothing(shop)
    }
  }
  expect((await upload(staff, file.upload, { 'a.png': picture })).status).toBe(200)
})

test('bombs of every kind are refused at once and leave nothing', async () => {
  const { shop, staff } = await openStudio()
  const cases: [name: string, content: Buffer, status: number, message: string][] = [
    ['a.png', bomb(100_000, 100_000), 413, '图片尺寸过大'],
    ['a.gif', movingBomb(5_000, 300), 413, '图片尺寸过大'],
    ['a.docx', documentBomb(), 415, '不支持的文件类型'],
  ]
  for (const [name, content, status, message] of cases) {
    expect(content.length).toBeLessThan(1024 * 1024)
    const before = process.memoryUsage().rss
    const answer = await upload(staff, file.upload, { [name]: content })
    expect({ name, status: answer.status, message: answer.body.message }).toEqual({ name, status, message })
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
    await expectNothing(shop)
  }
})

test('a storage in the private network stores nothing, and nothing is kept here', async () => {
  const { shop, staff } = await openStudio()
  const admin = await shop.signInAdmin()
  const save = (values: Record<string, unknown>) =>
    admin.call(setting.save, { params: { group: 'storage' }, body: { values } })
  for (const host of ['127.0.0.1:9', '169.254.169.254', '10.0.0.1', '192.168.1.1:9000']) {
    const place = { endpoint: `http://${host}`, bucket: 'shop', access_key: 'a', secret_key: 'b' }
    const named = (prefix: string) => Object.entries(place).map(([key, value]) => [`${prefix}_${key}`, value])
    for (const [uploadType, prefix] of [
      [6, 's3'],
      [2, 'qn'],
    ] as const) {
      const values = { uploadType, ...Object.fromEntries(named(prefix)), qn_public_url: `http://${host}` }
      expect((await save(values)).status).toBe(200)
      const { status, body } = await upload(staff, file.upload, { 'a.png': await png() })
      expect({ host, prefix, message: body.message }).toEqual({
        host,
        prefix,
        message: expect.stringContaining('不允许访问内网地址'),
      })
      expect([422, 502]).toContain(status)
      await expectNothing(shop)
    }
  }
})

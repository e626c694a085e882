import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { file } from '@zhanggui/contract/file/file.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { describe, expect, test } from 'vitest'
import { makeForm, upload } from '../../../testing/files/multipart.ts'
import {
  bomb,
  countFiles,
  expectNothing,
  openStudio,
  paint,
  pdf,
  png,
  stored,
} from '../../../testing/files/upload-samples.ts'

describe('an upload is refused, and leaves nothing,', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  const cases: [
    what: string,
    name: string,
    content: () => Buffer | Promise<Buffer>,
    status: number,
    message: RegExp,
  ][] = [
    ['of a page named as a picture', 'a.jpg', () => html, 415, /不支持的文件类型/],
    ['of a picture named as another format', 'a.jpg', png, 415, /不支持的文件类型/],
    ['of a program named as a document', 'a.pdf', () => Buffer.from('MZ\x90\x00\x03'), 415, /不支持的文件类型/],
    ['of a page named as a text', 'a.txt', () => html, 415, /不支持的文件类型/],
    ['of a drawing named as a text', 'a.csv', () => svg, 415, /不支持的文件类型/],
    ['of binary data named as a text', 'a.txt', () => Buffer.from([65, 0, 66]), 415, /不支持的文件类型/],
    ['of SVG', 'a.svg', () => svg, 415, /上传文件类型只能为：jpg,jpeg/],
    ['of SVG named as a picture', 'a.png', () => svg, 415, /不支持的文件类型/],
    ['of a page', 'a.html', () => html, 415, /上传文件类型只能为/],
    ['without an extension', 'a', png, 415, /上传文件类型只能为/],
    ['with an extension as its name', '.png', png, 415, /上传文件类型只能为/],
    [
      'of a truncated picture',
      'a.png',
      async () => (await paint(900, 900).png().toBuffer()).subarray(0, 400),
      415,
      /图片已损坏/,
    ],
    ['of an empty file', 'a.png', () => Buffer.alloc(0), 400, /空文件/],
    ['with a path as its name', '../../etc/cron.d/a.png', png, 400, /文件名含有不支持的字符/],
    ['with a Windows path as its name', '..\\a.png', png, 400, /文件名含有不支持的字符/],
    ['with NUL in its name', 'a\u0000.png', png, 400, /文件名含有不支持的字符|格式错误/],
    ['with a name that reverses direction', 'gnp\u202Egpj.png', png, 400, /文件名含有不支持的字符/],
    ['with a name of 300 characters', `${'名'.repeat(296)}.png`, png, 400, /文件名过长/],
    ['with two extensions', 'a.php.png', png, 400, /多个扩展名/],
    ['of a picture with more than 12,000 pixels a side', 'a.png', () => bomb(12_001, 10), 413, /图片尺寸过大/],
    ['of 100,000 by 100,000 pixels', 'a.png', () => bomb(100_000, 100_000), 413, /图片尺寸过大/],
    ['of 51 million pixels', 'a.png', () => bomb(10_200, 5_000), 413, /图片尺寸过大/],
    ['of 60 million pixels', 'a.png', () => bomb(10_000, 6_000), 413, /图片尺寸过大/],
    [
      'of 11 MB',
      'a.png',
      async () => Buffer.concat([await png(), Buffer.alloc(11 * 2 ** 20)]).subarray(0, 11 * 2 ** 20),
      413,
      /最大允许上传 10 MB文件，当前文件大小为 11\.00 MB/,
    ],
  ]
  test('however it is mislabelled', async () => {
    const { shop, staff } = await openStudio()
    for (const [what, name, content, status, message] of cases) {
      const answer = await upload(staff, file.upload, { [name]: await content() })
      expect({ what, status: answer.status, message: answer.body.message }).toEqual({
        what,
        status,
        message: expect.stringMatching(message),
      })
      await expectNothing(shop)
    }
    expect((await upload(staff, file.upload, { 'a.png': await png() })).status).toBe(200)
  })

  test('a bomb costs no memory', async () => {
    const { staff } = await openStudio()
    const content = bomb(100_000, 100_000)
    expect(content.length).toBeLessThan(1024 * 1024)
    const before = process.memoryUsage().rss
    expect((await upload(staff, file.upload, { 'a.png': content })).status).toBe(413)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  })

  test('that is too large, naming the limit and its size', async () => {
    const { shop, staff } = await openStudio()
    const admin = await shop.signInAdmin()
    await admin.call(setting.save, { params: { group: 'upload' }, body: { values: { image_max_size: 1 } } })
    const content = Buffer.concat([await png(), Buffer.alloc(1.25 * 1024 * 1024)])
    const { status, body } = await upload(staff, file.upload, { 'a.png': content })
    expect({ status, body }).toMatchObject({
      status: 413,
      body: { code: 'TOO_LARGE', message: '最大允许上传 1 MB文件，当前文件大小为 1.25 MB' },
    })
    await expectNothing(shop)
  })

  test('of ten files, of none, in another field, as JSON, and as a form where JSON is required', async () => {
    const { shop, staff } = await openStudio()
    const picture = await png()
    const ten = Array.from({ length: 10 }, (_, index): [string, Buffer] => [`${index}.png`, picture])
    expect(await upload(staff, file.upload, ten)).toMatchObject({
      status: 400,
      body: { message: '一次最多上传9个文件' },
    })
    expect(await upload(staff, file.upload, {})).toMatchObject({ status: 400, body: { message: '请选择要上传的文件' } })
    const astray = makeForm([{ name: 'image', fileName: 'a.png', content: picture }])
    expect((await staff.send('POST', '/api/upload', astray.payload, astray.headers)).status).toBe(400)
    expect((await staff.send('POST', '/api/upload', { file: 'x' })).status).toBe(415)
    const form = makeForm([{ name: 'name', value: 'x' }])
    expect((await staff.send('PUT', '/api/localStorage', form.payload, form.headers)).status).toBe(415)
    const cut = makeForm([{ fileName: 'a.png', content: picture }])
    const half = await staff.send('POST', '/api/upload', cut.payload.subarray(0, -60), cut.headers)
    expect(half).toMatchObject({ status: 400, body: { message: expect.stringContaining('不完整') } })
    await expectNothing(shop)
  })

  test('as a whole when one of its files is refused', async () => {
    const { shop, staff } = await openStudio()
    const { status } = await upload(staff, file.upload, { 'a.png': await png(), 'b.png': bomb(20_000, 20_000) })
    expect(status).toBe(413)
    await expectNothing(shop)
  })

  test('without sign-in, without permission, and of types the shop does not allow', async () => {
    const { shop, staff } = await openStudio()
    const picture = await png()
    expect((await upload(shop.visitor(), file.upload, { 'a.png': picture })).status).toBe(401)
    const nobody = await shop.signIn()
    expect((await upload(nobody, file.save, { 'a.pdf': pdf })).status).toBe(403)
    const grouped = await upload(nobody, file.upload, { 'a.png': picture }, { groupId: '0' })
    expect(grouped).toMatchObject({ status: 403, body: { permission: 'admin:system:attachment:save' } })
    const admin = await shop.signInAdmin()
    await admin.call(setting.save, { params: { group: 'upload' }, body: { values: { image_ext_str: 'jpg' } } })
    expect((await upload(staff, file.upload, { 'a.png': picture })).status).toBe(415)
    await expectNothing(shop)
  })

  test('that the browser aborts', async () => {
    const { shop, staff } = await openStudio()
    const base = await shop.app.listen()
    const { payload, headers } = makeForm([{ fileName: 'a.mp4', content: Buffer.alloc(3_000_000, 1) }])
    const call = request(`${base}/api/upload`, {
      method: 'POST',
      headers: { ...headers, 'content-length': payload.length, authorization: `Bearer ${staff.token}` },
    })
    call.on('error', () => {})
    call.write(payload.subarray(0, 2_000_000))
    await expect.poll(() => stored(shop)).not.toEqual([])
    call.destroy()
    await expect.poll(() => stored(shop)).toEqual([])
    expect(await countFiles(shop)).toBe(0)
    expect((shop.app.fastify.server.address() as AddressInfo).port).toBeGreaterThan(0)
  })
})

import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { type FileRow, file } from '@zhanggui/contract/file.ts'
import { setting } from '@zhanggui/contract/setting.ts'
import { userCenter } from '@zhanggui/contract/user-center.ts'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { liftRateLimits } from '../../testing/hostile.ts'
import { makeForm, upload } from '../../testing/multipart.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { adminUsers } from './admin-user.tables.ts'
import { fileRefs } from './file.tables.ts'

const all = [file.list, file.save, file.update, file.remove, file.picture]
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n')
const paint = (width = 40, height = 30, colour = '#c00') =>
  sharp({ create: { width, height, channels: 3, background: colour } })
const png = () => paint().png().toBuffer()

async function openStudio() {
  const shop = await openShop()
  await liftRateLimits(shop)
  return { shop, staff: await shop.signIn({ can: all }) }
}

/** Everything that lies on the disk below the data folder because of uploads. */
async function stored({ app }: Shop): Promise<string[]> {
  const names = await Promise.all(
    ['files', 'variants', 'receiving'].map((folder) =>
      readdir(join(app.platform.config.dataFolder, folder), { recursive: true, withFileTypes: true }).catch(() => []),
    ),
  )
  return names.flat().flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
}

/** What was received is removed right after the answer. */
const expectStored = (shop: Shop, count: number) => expect.poll(async () => (await stored(shop)).length).toBe(count)

async function expectNothing(shop: Shop): Promise<void> {
  await expectStored(shop, 0)
  expect(await countFiles(shop)).toBe(0)
}

async function countFiles({ ctx }: Shop): Promise<number> {
  const { rows } = await ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from file`)
  return rows[0]?.n ?? -1
}

/** A PNG of any size whose pixels are all the same: small on the way, large when unpacked. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

describe('ER-20, SEC-30 an upload is refused, and leaves nothing,', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  const cases: [
    what: string,
    name: string,
    content: () => Buffer | Promise<Buffer>,
    status: number,
    message: RegExp,
  ][] = [
    ['of a page called a picture', 'a.jpg', () => html, 415, /不支持的文件类型/],
    ['of a picture called another kind of picture', 'a.jpg', png, 415, /不支持的文件类型/],
    ['of a program called a document', 'a.pdf', () => Buffer.from('MZ\x90\x00\x03'), 415, /不支持的文件类型/],
    ['of a page called a text', 'a.txt', () => html, 415, /不支持的文件类型/],
    ['of a drawing called a text', 'a.csv', () => svg, 415, /不支持的文件类型/],
    ['of bytes called a text', 'a.txt', () => Buffer.from([65, 0, 66]), 415, /不支持的文件类型/],
    ['of SVG', 'a.svg', () => svg, 415, /上传文件类型只能为：jpg,jpeg/],
    ['of SVG called a picture', 'a.png', () => svg, 415, /不支持的文件类型/],
    ['of a page', 'a.html', () => html, 415, /上传文件类型只能为/],
    ['of a name without extension', 'a', png, 415, /上传文件类型只能为/],
    ['of a name that is an extension', '.png', png, 415, /上传文件类型只能为/],
    [
      'of half a picture',
      'a.png',
      async () => (await paint(900, 900).png().toBuffer()).subarray(0, 400),
      415,
      /图片已损坏/,
    ],
    ['of an empty file', 'a.png', () => Buffer.alloc(0), 400, /空文件/],
    ['of a name that climbs', '../../etc/cron.d/a.png', png, 400, /文件名含有不支持的字符/],
    ['of a name that climbs as Windows does', '..\\a.png', png, 400, /文件名含有不支持的字符/],
    ['of a name with NUL', 'a\u0000.png', png, 400, /文件名含有不支持的字符|格式错误/],
    ['of a name that turns around', 'gnp\u202Egpj.png', png, 400, /文件名含有不支持的字符/],
    ['of a name of 300 characters', `${'名'.repeat(296)}.png`, png, 400, /文件名过长/],
    ['of a name with two extensions', 'a.php.png', png, 400, /多个扩展名/],
    ['of a picture above 12,000 pixels a side', 'a.png', () => bomb(12_001, 10), 413, /图片尺寸过大/],
    ['of 100,000 by 100,000 pixels', 'a.png', () => bomb(100_000, 100_000), 413, /图片尺寸过大/],
    ['of 51 million pixels', 'a.png', () => bomb(10_200, 5_000), 413, /图片尺寸过大/],
  ]
  test('whatever it lies about', { timeout: 60_000 }, async () => {
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

  test('a bomb costs neither time nor memory', async () => {
    const { staff } = await openStudio()
    const content = bomb(100_000, 100_000)
    expect(content.length).toBeLessThan(1024 * 1024)
    const before = process.memoryUsage().rss
    const start = performance.now()
    expect((await upload(staff, file.upload, { 'a.png': content })).status).toBe(413)
    expect(performance.now() - start).toBeLessThan(1000)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  })

  test('too large, with the limit and its own size', async () => {
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

  test('of ten files, of none, in another field, as JSON, and as a form where JSON belongs', async () => {
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

  test('all together when one of them is refused', async () => {
    const { shop, staff } = await openStudio()
    const { status } = await upload(staff, file.upload, { 'a.png': await png(), 'b.png': bomb(20_000, 20_000) })
    expect(status).toBe(413)
    await expectNothing(shop)
  })

  test('without signing in, without the right, and beyond the shop’s own types', async () => {
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

  test('that the browser breaks off', async () => {
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

describe('a picture', () => {
  test('is stored upright, without what its camera and others wrote into it', async () => {
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

  test('is served for ever, harmless, and narrower when asked', async () => {
    const { shop, staff } = await openStudio()
    const { body } = await upload(staff, file.upload, { 'a.png': await paint(1000, 500).png().toBuffer() })
    const [row] = body.files as [FileRow]
    const visitor = await staff.send('GET', row.url, undefined, { authorization: '' })
    expect(visitor.status).toBe(200)
    expect(visitor.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
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

  test('that moves keeps moving', async () => {
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

test('SEC-29 paths that lead elsewhere find nothing', async () => {
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

test('documents are saved, not shown; videos are sent in ranges', async () => {
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

test('certificates are private: only the super administrator gets an address, which works for ten minutes', async () => {
  const { shop, staff } = await openStudio()
  const pem = Buffer.from('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n')
  const saved = (await upload(staff, file.save, { 'apiclient_key.pem': pem })).body
  expect(saved).toMatchObject({ scope: 'private', url: '', path: expect.stringMatching(/^private\//) })
  expect(await upload(staff, file.save, { 'a.pem': Buffer.from('hello') })).toMatchObject({ status: 415 })
  expect((await staff.send('GET', `/file/${saved.path}`)).status).toBe(403)
  expect((await staff.send('GET', `/file/${saved.path}?pass=v1.x.y`)).status).toBe(403)
  const admin = await shop.signInAdmin()
  const [row] = (await admin.call(file.list)).body.list as [FileRow]
  const fetched = await shop.visitor().send('GET', row.url)
  expect(fetched).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-store' } })
  const other = (await upload(staff, file.save, { 'b.pem': Buffer.concat([pem, Buffer.from('b')]) })).body
  expect((await staff.send('GET', row.url.replace(row.path, other.path))).status).toBe(403)
  shop.clock.advance(601_000)
  expect((await staff.send('GET', row.url)).status).toBe(403)
})

describe('equal content', () => {
  test('is stored once, and removed with the last file that has it', async () => {
    const { shop, staff } = await openStudio()
    const picture = await png()
    const rows = (await upload(staff, file.upload, { 'a.png': picture, 'b.png': picture })).body.files
    const [again] = (await upload(staff, file.upload, { 'c.png': picture })).body.files as [FileRow]
    expect(new Set([...rows, again].map(({ path }) => path)).size).toBe(1)
    await expectStored(shop, 2)
    await staff.call(file.remove, { body: rows.map(({ id }) => id) })
    expect((await staff.send('GET', again.url)).status).toBe(200)
    await staff.call(file.remove, { body: [again.id] })
    expect((await staff.send('GET', again.url)).status).toBe(404)
    await expectNothing(shop)
  })

  test('uploaded and deleted by many at once is there for each that has it, and gone with the last', async () => {
    const { shop, staff } = await openStudio()
    const picture = await png()
    const alive = new Set<number>()
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const [row] = (await upload(staff, file.upload, { 'a.png': picture })).body.files as [FileRow]
        if (index % 3) {
          alive.add(row.id)
          expect((await staff.send('GET', row.url)).status).toBe(200)
        } else await staff.call(file.remove, { body: [row.id] })
      }),
    )
    const { list } = (await staff.call(file.list, { query: { limit: 100 } })).body
    expect(new Set(list.map(({ id }) => id))).toEqual(alive)
    for (const { url } of list) expect((await staff.send('GET', url)).status).toBe(200)
    await expectStored(shop, 2)
    await staff.call(file.remove, { body: [...alive] })
    await expectNothing(shop)
  })
})

describe('a file in use', () => {
  test('is not deleted, unless the super administrator insists', async () => {
    const { shop, staff } = await openStudio()
    const [row] = (await upload(staff, file.upload, { 'logo.png': await png() })).body.files as [FileRow]
    const admin = await shop.signInAdmin()
    const use = (value: string) =>
      admin.call(setting.save, { params: { group: 'site' }, body: { values: { site_logo_square: value } } })
    await use(row.url)
    expect((await staff.call(file.list)).body.list[0]).toMatchObject({ id: row.id, refCount: 1 })
    const refused = await staff.call(file.remove, { body: [row.id] })
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'IN_USE', message: expect.stringMatching(/^文件正在使用中：系统设置「.+」$/) },
    })
    expect((await staff.call(file.remove, { body: [row.id], query: { force: true } })).status).toBe(403)
    await use('')
    expect((await staff.call(file.list)).body.list[0]?.refCount).toBe(0)
    await use(row.url)
    expect((await admin.call(file.remove, { body: [row.id], query: { force: true } })).status).toBe(200)
    await expectNothing(shop)
  })

  test('taken into use while it is deleted, is either kept or not in use', async () => {
    const { shop, staff } = await openStudio()
    const admin = await shop.signInAdmin()
    for (let round = 0; round < 8; round++) {
      const picture = await paint(10 + round)
        .png()
        .toBuffer()
      const [row] = (await upload(staff, file.upload, { 'a.png': picture })).body.files as [FileRow]
      const [, removed] = await Promise.all([
        admin.call(setting.save, { params: { group: 'site' }, body: { values: { site_logo_square: row.url } } }),
        staff.call(file.remove, { body: [row.id] }),
      ])
      const refs = await shop.ctx.db.$count(fileRefs)
      expect([removed.status, refs]).toEqual(removed.status === 200 ? [200, 0] : [422, 1])
    }
  })
})

test('files are found by name, extension and who uploaded them, by kind and place, and renamed', async () => {
  const { shop, staff } = await openStudio()
  await upload(staff, file.upload, { '海报.png': await png() })
  const { id } = (await upload(staff, file.save, { '价目表.pdf': pdf })).body
  const names = async (query: Parameters<typeof find>[0]) => (await find(query)).map(({ name }) => name)
  const find = async (query: { blurry?: string; type?: 1 | 4; provider?: 1 | 2; createTime?: string[] }) =>
    (await staff.call(file.list, { query })).body.list
  expect(await names({})).toEqual(['价目表.pdf', '海报.png'])
  expect(await names({ blurry: '海' })).toEqual(['海报.png'])
  expect(await names({ blurry: 'PDF' })).toEqual(['价目表.pdf'])
  expect(await names({ blurry: staff.username })).toHaveLength(2)
  expect(await names({ blurry: '%' })).toEqual([])
  expect(await names({ type: 1 })).toEqual(['海报.png'])
  expect(await names({ provider: 2 })).toEqual([])
  expect(await names({ createTime: ['yesterday'] })).toEqual([])
  expect((await staff.call(file.update, { body: { id, name: '价目表 2026' } })).body).toEqual({ id })
  expect(await names({ type: 4 })).toEqual(['价目表 2026'])
  expect((await staff.call(file.update, { body: { id: 999, name: 'x' } })).status).toBe(404)
  expect((await staff.call(file.remove, { body: [id, 999] })).status).toBe(404)
  expect(await countFiles(shop)).toBe(2)
})

test('SY-3 the list is exported, and SY-5 what was done with a file is in the audit trail', async () => {
  const { shop, staff } = await openStudio()
  const { id } = (await upload(staff, file.save, { '价目表.pdf': pdf })).body
  await staff.call(file.update, { body: { id, name: '价目表 2026' } })
  const { body } = await staff.call(file.download)
  expect(body).toMatchObject({ fileName: expect.stringMatching(/^\d{14}-文件导出\.xlsx$/) })
  await staff.call(file.remove, { body: [id] })
  const { rows } = await shop.ctx.db.execute(sql`
    select action, object_name as name from audit_entry where object_type = 'file' and object_id = ${String(id)} order by id`)
  expect(rows).toEqual([
    { action: 'create', name: '价目表.pdf' },
    { action: 'update', name: '价目表 2026' },
    { action: 'delete', name: '价目表 2026' },
  ])
})

describe('release packages and backups', () => {
  const zip = Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64')

  test('are refused unless the server was started for them, before anything is read', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    for (const route of [file.deploy, file.database])
      expect(await upload(admin, route, { 'a.zip': zip })).toMatchObject({
        status: 428,
        body: { code: 'SWITCHED_OFF', message: '未开启运维上传' },
      })
  })

  test('are kept as private files for the super administrator, who has just proved who he is', async () => {
    const shop = await openShop({ env: { OPS_UPLOADS: 'on' } })
    const admin = await shop.signInAdmin()
    const deployed = await upload(admin, file.deploy, { 'site.zip': zip }, { release: '2.1.0', remark: '官网' })
    expect(deployed).toMatchObject({ status: 200, body: { name: 'site.zip', release: '2.1.0', bytes: zip.length } })
    expect(deployed.body.hash).toBe(createHash('sha256').update(zip).digest('hex'))
    const { rows } = await shop.ctx.db.execute(
      sql`select title, user_id from notification where event = 'ops.uploaded'`,
    )
    expect(rows).toEqual([{ title: expect.stringContaining('上传了发布包'), user_id: admin.userId }])
    const backup = gzipSync('select 1')
    expect(await upload(admin, file.database, { 'backup.gz': backup })).toMatchObject({ status: 200 })
    expect((await upload(admin, file.database, { 'backup.sql': backup })).status).toBe(415)
    const staff = await shop.signIn({ can: all })
    expect((await upload(staff, file.deploy, { 'site.zip': zip })).status).toBe(403)
    expect((await staff.call(file.list)).body.total).toBe(0)
    expect((await staff.call(file.remove, { body: [deployed.body.id] })).status).toBe(404)
    expect((await admin.call(file.list)).body).toMatchObject({
      total: 2,
      list: [{ scope: 'private' }, { scope: 'private' }],
    })
    shop.clock.advance(11 * 60_000)
    expect(await upload(admin, file.deploy, { 'site.zip': zip })).toMatchObject({
      status: 428,
      body: { code: 'REAUTH_REQUIRED' },
    })
  })
})

describe('the avatar', () => {
  test('becomes a square of 256 px; the one before is removed', async () => {
    const { shop, staff } = await openStudio()
    const first = (await upload(staff, userCenter.updateAvatar, { 'me.png': await paint(600, 400).png().toBuffer() }))
      .body
    expect(await sharp(await fetchBytes(shop, first.avatar)).metadata()).toMatchObject({ width: 256, height: 256 })
    const refused = await upload(staff, userCenter.updateAvatar, { 'me.gif': await paint().gif().toBuffer() })
    expect(refused.status).toBe(415)
    const second = (
      await upload(staff, userCenter.updateAvatar, { 'me.png': await paint(300, 300, '#00c').png().toBuffer() })
    ).body
    expect((await staff.send('GET', first.avatar)).status).toBe(404)
    expect((await staff.send('GET', second.avatar)).status).toBe(200)
    const users = await shop.ctx.db.select({ id: adminUsers.id, avatar: adminUsers.avatar }).from(adminUsers)
    expect(users.find(({ id }) => id === staff.userId)?.avatar).toBe(second.avatar)
    expect(await countFiles(shop)).toBe(1)
    const [row] = (await staff.call(file.list)).body.list as [FileRow]
    expect((await staff.call(file.remove, { body: [row.id] })).body).toMatchObject({ code: 'IN_USE' })
  })

  test('above 2 MB is refused', async () => {
    const { shop, staff } = await openStudio()
    const content = Buffer.concat([await png(), Buffer.alloc(2 * 1024 * 1024)])
    expect(await upload(staff, userCenter.updateAvatar, { 'me.png': content })).toMatchObject({ status: 413 })
    await expectNothing(shop)
  })
})

async function fetchBytes({ app }: Shop, url = ''): Promise<Buffer> {
  return (await app.fastify.inject({ method: 'GET', url })).rawPayload
}

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { file } from '@zhanggui/contract/file/file.ts'
import { PART_BYTES, type Upload, upload } from '@zhanggui/contract/file/upload.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { describe, expect, test } from 'vitest'
import { makeForm } from '../../../testing/files/multipart.ts'
import { bomb, expectNothing, expectStored, fetchBytes, openStudio } from '../../../testing/files/upload-samples.ts'
import type { Caller, Shop } from '../../../testing/shop.ts'
import { removeStaleUploads } from './upload.service.ts'

/** A film of three parts, the last one small. */
const film = Buffer.concat([
  Buffer.from('\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2', 'latin1'),
  Buffer.alloc(2 * PART_BYTES + 976, 7),
])
const draft = { name: '开店.mp4', bytes: film.length, mark: '1760000000000' }
const partOf = (content: Buffer, index: number) => content.subarray(index * PART_BYTES, (index + 1) * PART_BYTES)

function send(caller: Caller, id: string, index: number, content: Buffer) {
  const { payload, headers } = makeForm([{ fileName: `${index}.part`, content }])
  return caller.send('POST', `/api/upload/parts/${id}/${index}`, payload, headers)
}

async function begin(caller: Caller, body = draft): Promise<Upload> {
  const { status, body: begun } = await caller.call(upload.begin, { body })
  expect(status).toBe(200)
  return begun
}

const finish = (caller: Caller, id: string) => caller.call(upload.finish, { params: { id } })
const countParts = async ({ app }: Shop, id: string) =>
  (await readdir(join(app.platform.config.dataFolder, 'uploads', id))).length

describe('a large file in parts', () => {
  test('is refused for its name, size or type before anything is sent', async () => {
    const { shop, staff } = await openStudio()
    const refusals: [Partial<typeof draft>, number, RegExp][] = [
      [{ name: '../a.mp4' }, 400, /文件名含有不支持的字符/],
      [{ name: 'a.php.mp4' }, 400, /多个扩展名/],
      [{ name: 'a.svg' }, 415, /上传文件类型只能为/],
      [{ name: 'a.pem' }, 415, /上传文件类型只能为/],
      [{ bytes: 201 * 1024 * 1024 }, 413, /最大允许上传 200 MB文件，当前文件大小为 201.00 MB/],
      [{ bytes: 0 }, 400, /文件大小/],
      [{ name: 'a'.repeat(300) }, 400, /文件名/],
    ]
    for (const [change, status, message] of refusals) {
      const answer = await staff.send('POST', '/api/upload/parts', { ...draft, ...change })
      expect({ status: answer.status, message: answer.body.message }).toEqual({
        status,
        message: expect.stringMatching(message),
      })
    }
    const grouped = await staff.send('POST', '/api/upload/parts', { ...draft, groupId: 7 })
    expect(grouped).toMatchObject({ status: 422, body: { message: '分组不存在，请刷新后重试' } })
    expect((await shop.visitor().call(upload.begin, { body: draft })).status).toBe(401)
    await expectNothing(shop)
  })

  test('resumes where it stopped, and becomes one file', async () => {
    const { shop, staff } = await openStudio()
    const { id, parts, received } = await begin(staff)
    expect({ parts, received }).toEqual({ parts: 3, received: [] })
    expect((await send(staff, id, 2, partOf(film, 2))).status).toBe(200)
    expect((await send(staff, id, 0, partOf(film, 0))).status).toBe(200)
    expect(await finish(staff, id)).toMatchObject({ status: 422, body: { code: 'INCOMPLETE' } })
    // The page was reloaded, and the same file chosen again.
    expect(await begin(staff)).toMatchObject({ id, received: [0, 2] })
    expect((await staff.call(upload.list)).body).toMatchObject([{ id, name: '开店.mp4', received: [0, 2] }])
    expect((await begin(staff, { ...draft, mark: '1760000000001' })).id).not.toBe(id)
    await send(staff, id, 1, partOf(film, 1))
    const { status, body } = await finish(staff, id)
    expect({ status, body }).toMatchObject({ status: 200, body: { realName: '开店.mp4', type: 2, bytes: film.length } })
    expect((await fetchBytes(shop, body.url)).equals(film)).toBe(true)
    expect((await finish(staff, id)).body).toEqual(body)
    expect((await send(staff, id, 1, partOf(film, 1))).status).toBe(404)
    expect((await staff.call(upload.list)).body).toHaveLength(1)
    await expectStored(shop, 1)
  })

  test('accepts no part that is too long, too short or beyond the end', async () => {
    const { shop, staff } = await openStudio()
    const { id } = await begin(staff)
    const refused = { status: 400, body: { message: '分片大小不正确，请重新选择文件上传' } }
    expect(await send(staff, id, 0, film.subarray(0, 1000))).toMatchObject(refused)
    expect(await send(staff, id, 2, partOf(film, 0))).toMatchObject(refused)
    expect(await send(staff, id, 3, partOf(film, 2))).toMatchObject(refused)
    expect((await send(staff, id, 0, film.subarray(0, PART_BYTES + 1))).status).toBe(413)
    expect((await send(staff, id, 1000, partOf(film, 0))).status).toBe(400)
    expect((await send(staff, '../../etc', 0, partOf(film, 0))).status).toBe(404)
    expect((await send(staff, 'x', 0, partOf(film, 0))).status).toBe(400)
    await expectNothing(shop)
  })

  test('that is mislabelled, or unpacks to too much, is refused once complete, and leaves nothing', async () => {
    const { shop, staff } = await openStudio()
    const page = Buffer.concat([Buffer.from('<!doctype html><script>alert(1)</script>'), Buffer.alloc(PART_BYTES, 32)])
    const picture = Buffer.concat([bomb(100_000, 100_000), Buffer.alloc(PART_BYTES)])
    for (const [name, content, status, message] of [
      ['a.mp4', page, 415, '不支持的文件类型'],
      ['a.png', picture, 413, expect.stringContaining('图片尺寸过大')],
    ] as const) {
      const { id } = await begin(staff, { name, bytes: content.length, mark: '' })
      for (const index of [0, 1]) await send(staff, id, index, partOf(content, index))
      expect(await finish(staff, id)).toMatchObject({ status, body: { message } })
      expect((await finish(staff, id)).status).toBe(404)
      await expectNothing(shop)
    }
  })

  test('is accessible to its owner only', async () => {
    const { shop, staff } = await openStudio()
    const other = await shop.signIn({ can: [file.list] })
    const { id } = await begin(staff)
    await send(staff, id, 0, partOf(film, 0))
    expect((await begin(other)).id).not.toBe(id)
    expect((await other.call(upload.list)).body.map((one) => one.id)).not.toContain(id)
    expect((await send(other, id, 1, partOf(film, 1))).status).toBe(404)
    expect((await finish(other, id)).status).toBe(404)
    expect((await other.call(upload.remove, { params: { id } })).status).toBe(404)
    expect(await countParts(shop, id)).toBe(1)
  })

  test('that is cancelled leaves nothing; ten may be unfinished', async () => {
    const { shop, staff } = await openStudio()
    const ids: string[] = []
    for (let mark = 0; mark < 10; mark++) ids.push((await begin(staff, { ...draft, mark: String(mark) })).id)
    const eleventh = () => staff.call(upload.begin, { body: { ...draft, mark: 'x' } })
    expect(await eleventh()).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('未完成的上传过多') },
    })
    await send(staff, ids[0] ?? '', 0, partOf(film, 0))
    for (const id of ids) expect((await staff.call(upload.remove, { params: { id } })).status).toBe(200)
    expect((await eleventh()).status).toBe(200)
    await expectNothing(shop)
  })

  test('that is not finished within a day is removed, and so are parts without an upload', async () => {
    const { shop, staff } = await openStudio()
    const old = await begin(staff)
    await send(staff, old.id, 0, partOf(film, 0))
    shop.clock.advance(23 * 3600_000)
    const later = await shop.signIn()
    const fresh = await begin(later)
    await send(later, fresh.id, 0, partOf(film, 0))
    expect(await removeStaleUploads(shop.ctx)).toBe(0)
    shop.clock.advance(2 * 3600_000)
    expect(await removeStaleUploads(shop.ctx)).toBe(2)
    await expectStored(shop, 1)
  })

  test('begun and finished by many calls at once is one upload and one file', async () => {
    const { shop, staff } = await openStudio()
    const begun = await Promise.all(Array.from({ length: 6 }, () => begin(staff)))
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1)
    const id = begun[0]?.id ?? ''
    await Promise.all([0, 1, 2, 0, 1, 2].map((index) => send(staff, id, index, partOf(film, index))))
    const answers = await Promise.all(Array.from({ length: 6 }, () => finish(staff, id)))
    expect(answers.map(({ status }) => status)).toContain(200)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect((await staff.call(file.list)).body.total).toBe(1)
    await expectStored(shop, 1)
  })

  test('is kept when the cloud fails, and stored when it works again', async () => {
    const { shop, staff } = await openStudio()
    const admin = await shop.signInAdmin()
    const values = { uploadType: 6, s3_endpoint: 'http://127.0.0.1:9', s3_bucket: 'shop', s3_path_style: true }
    const keys = { s3_access_key: 'a', s3_secret_key: 'b' }
    await admin.call(setting.save, {
      params: { group: 'security' },
      body: { values: { private_network_allowed: true } },
    })
    await admin.call(setting.save, { params: { group: 'storage' }, body: { values: { ...values, ...keys } } })
    const { id } = await begin(staff)
    for (const index of [0, 1, 2]) await send(staff, id, index, partOf(film, index))
    expect((await finish(staff, id)).status).toBe(502)
    await admin.call(setting.save, { params: { group: 'storage' }, body: { values: { uploadType: 1 } } })
    expect((await begin(staff)).received).toEqual([0, 1, 2])
    expect((await finish(staff, id)).status).toBe(200)
  })
})

import { type FileRow, file } from '@zhanggui/contract/file/file.ts'
import { storage } from '@zhanggui/contract/file/storage.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { expect, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { paint, pdf, png } from '../../../testing/files/upload-samples.ts'
import { openFakeQiniu } from '../../../testing/outside/fake-qiniu.ts'
import { openFakeS3 } from '../../../testing/outside/fake-s3.ts'
import { type Answer, type Caller, openShop } from '../../../testing/shop.ts'

async function openWarehouse() {
  const shop = await openShop()
  await shop.app.work()
  const admin = await shop.signInAdmin()
  await save(admin, 'security', { private_network_allowed: true })
  return { shop, admin }
}

async function save(admin: Caller, group: string, values: Record<string, unknown>) {
  expect((await admin.call(setting.save, { params: { group }, body: { values } })).status).toBe(200)
}

async function setUpS3(admin: Caller, uploadType: 1 | 6) {
  const fake = await openFakeS3()
  const { endpoint, bucket, accessKey, secretKey } = fake
  const place = { s3_endpoint: endpoint, s3_bucket: bucket, s3_path_style: true }
  await save(admin, 'storage', { uploadType, ...place, s3_access_key: accessKey, s3_secret_key: secretKey })
  return fake
}

async function setUpQiniu(admin: Caller, values: Record<string, unknown> = {}) {
  const fake = await openFakeQiniu()
  const keys = { qn_access_key: fake.accessKey, qn_secret_key: fake.secretKey }
  const place = { qn_endpoint: fake.endpoint, qn_bucket: 'shop', qn_public_url: fake.endpoint }
  await save(admin, 'storage', { ...place, ...keys, ...values })
  return fake
}

async function finished(admin: Caller, { status, body }: Answer<unknown>) {
  expect({ status, body }).toMatchObject({ status: 202 })
  const params = { id: (body as { taskId: string }).taskId }
  await expect.poll(async () => (await admin.call(task.info, { params })).body.finishTime).not.toBeNull()
  return (await admin.call(task.info, { params })).body
}

const listAll = async (admin: Caller) => (await admin.call(file.list, { query: { limit: 100 } })).body.list

test('迁移 is refused without permission, onto the same storage, and to a storage that is not configured', async () => {
  const { shop, admin } = await openWarehouse()
  const staff = await shop.signIn({ can: [file.list, file.save] })
  expect((await staff.call(storage.migrate, { body: { from: 1, to: 6 } })).status).toBe(403)
  expect(await admin.call(storage.migrate, { body: { from: 1, to: 1 } })).toMatchObject({
    status: 400,
    body: { message: '目标存储不能与原存储相同' },
  })
  expect(await admin.call(storage.migrate, { body: { from: 1, to: 6 } })).toMatchObject({
    status: 422,
    body: { code: 'NOT_CONFIGURED', message: '未配置S3 兼容存储' },
  })
  expect((await admin.send('POST', '/api/localStorage/migrate', { from: 1, to: 9 })).status).toBe(400)
})

test('files move from one storage to another and back; old addresses keep working, private files stay', async () => {
  const { shop, admin } = await openWarehouse()
  const [picture] = (await upload(admin, file.upload, { 'a.png': await png(), 'b.png': await png() })).body.files as [
    FileRow,
  ]
  const other = (await upload(admin, file.save, { 'a.pdf': pdf })).body
  const pem = Buffer.from('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n')
  const secret = (await upload(admin, file.save, { 'a.pem': pem })).body
  const fake = await setUpS3(admin, 1)
  const there = await finished(admin, await admin.call(storage.migrate, { body: { from: 1, to: 6 } }))
  expect(there).toMatchObject({ status: 'success', message: '已迁移 3 个文件', total: 3 })
  expect([...fake.objects.keys()].sort()).toEqual(
    [picture.path, picture.path.replace('.png', '-thumb.webp'), other.path].sort(),
  )
  const moved = await listAll(admin)
  expect(moved.map(({ provider }) => provider)).toEqual([1, 6, 6, 6])
  expect(moved.find(({ id }) => id === picture.id)?.url).toBe(`${fake.endpoint}/shop/${picture.path}`)
  expect(moved.find(({ id }) => id === secret.id)?.scope).toBe('private')
  const visitor = shop.visitor()
  expect((await visitor.send('GET', picture.url)).status).toBe(200)

  const back = await finished(admin, await admin.call(storage.migrate, { body: { from: 6, to: 1 } }))
  expect(back.message).toBe('已迁移 3 个文件')
  expect((await listAll(admin)).every(({ provider }) => provider === 1)).toBe(true)
  expect(fake.objects.size).toBe(3)
})

test('a move that the cloud refuses ends as failed and leaves the files in place', async () => {
  const { admin } = await openWarehouse()
  const pictures: [string, Buffer][] = []
  for (let width = 10; width < 31; width++) pictures.push(['a.png', await paint(width).png().toBuffer()])
  for (let first = 0; first < pictures.length; first += 7) {
    const files = pictures.slice(first, first + 7)
    expect((await upload(admin, file.upload, files)).status).toBe(200)
  }
  await setUpS3(admin, 1)
  await save(admin, 'storage', { s3_bucket: 'other' })
  const ended = await finished(admin, await admin.call(storage.migrate, { body: { from: 1, to: 6 } }))
  expect(ended).toMatchObject({ status: 'failed', message: expect.stringMatching(/^连续 20 个文件迁移失败：HTTP 404/) })
  expect((await listAll(admin)).every(({ provider }) => provider === 1)).toBe(true)
})

test('objects in the Qiniu bucket without a row are registered once, whatever their names', async () => {
  const { shop, admin } = await openWarehouse()
  expect(await admin.call(storage.synchronize)).toMatchObject({ status: 422, body: { message: '未配置七牛云' } })
  const fake = await setUpQiniu(admin)
  const staff = await shop.signIn({ can: [file.list] })
  expect((await staff.call(storage.synchronize)).status).toBe(403)
  const own = (await upload(admin, file.qiniu, { 'a.png': await png() })).body
  const put = (key: string, type: string) => fake.objects.set(key, { content: Buffer.from('x'), type })
  put('2019/海报 100%.JPG', 'image/jpeg')
  put('FhG8-hash', 'video/mp4')
  put('page.html', 'text/html')
  put('folder/', 'application/octet-stream')
  put('../../etc/passwd', 'text/plain')
  put('x'.repeat(150), 'text/plain')
  const first = await finished(admin, await admin.call(storage.synchronize))
  expect(first).toMatchObject({
    status: 'success',
    resultRows: 3,
    message: expect.stringMatching(/^新增 3 个文件，2 个/),
  })
  const rows = await listAll(admin)
  expect(rows.map(({ name, type, provider }) => [name, type, provider]).sort()).toEqual(
    [
      ['a.png', 1, 2],
      ['海报 100%.JPG', 1, 2],
      ['FhG8-hash', 2, 2],
      ['page.html', 4, 2],
    ].sort(),
  )
  const poster = rows.find(({ name }) => name.startsWith('海报')) as FileRow
  expect((await fetch(poster.url)).status).toBe(200)
  expect((await finished(admin, await admin.call(storage.synchronize))).message).toMatch(/^新增 0 个文件/)
  await admin.call(file.remove, { body: [poster.id] })
  expect(fake.objects.has(poster.path)).toBe(false)
  expect(fake.objects.has(own.path)).toBe(true)
})

import { type FileRow, file } from '@zhanggui/contract/file/file.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { openFakeQiniu } from '../../../testing/outside/fake-qiniu.ts'
import { openFakeS3 } from '../../../testing/outside/fake-s3.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'

const png = (colour = '#c00') =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: colour } })
    .png()
    .toBuffer()

async function openWarehouse() {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  await save(admin, 'security', { private_network_allowed: true })
  return { shop, admin }
}

async function save(admin: Caller, group: string, values: Record<string, unknown>) {
  const { status, body } = await admin.call(setting.save, { params: { group }, body: { values } })
  expect({ status, body }).toMatchObject({ status: 200 })
}

async function useS3(admin: Caller) {
  const fake = await openFakeS3()
  const values = { uploadType: 6, s3_endpoint: fake.endpoint, s3_bucket: fake.bucket, s3_region: 'cn-north-1' }
  const keys = { s3_access_key: fake.accessKey, s3_secret_key: fake.secretKey, s3_path_style: true }
  await save(admin, 'storage', { ...values, ...keys })
  return fake
}

async function uploadOne(caller: Caller, content: Buffer): Promise<FileRow> {
  const { body } = await upload(caller, file.upload, { 'a.png': content })
  return body.files[0] as FileRow
}

const fetchStatus = async ({ app }: Shop, url: string) => (await app.fastify.inject({ method: 'GET', url })).statusCode

test('pictures go to the bucket and are served from there; a copy stays here unless the settings say otherwise', async () => {
  const { shop, admin } = await openWarehouse()
  const fake = await useS3(admin)
  const row = await uploadOne(admin, await png())
  expect(row).toMatchObject({ provider: 6, url: `${fake.endpoint}/shop/${row.path}` })
  expect([...fake.objects.keys()]).toEqual([row.path, row.path.replace('.png', '-thumb.webp')])
  expect(fake.objects.get(row.path)?.type).toBe('image/png')
  expect(await fetchStatus(shop, `/file/${row.path}`)).toBe(200)
  await save(admin, 'upload', { file_is_save: false })
  const other = await uploadOne(admin, await png('#0c0'))
  const calls = fake.calls.length
  expect(await fetchStatus(shop, `/file/${other.path}?w=80`)).toBe(200)
  expect(fake.calls.length).toBeGreaterThan(calls)
  await admin.call(file.remove, { body: [row.id, other.id] })
  expect(fake.objects.size).toBe(0)
  expect(await fetchStatus(shop, `/file/${row.path}`)).toBe(404)
})

test('switching the storage leaves existing files in place, and every address keeps working', async () => {
  const { shop, admin } = await openWarehouse()
  await save(admin, 'upload', { file_is_save: false })
  const before = await uploadOne(admin, await png())
  const fake = await useS3(admin)
  const again = await uploadOne(admin, await png())
  expect([before.provider, again.provider]).toEqual([1, 6])
  const addresses = [`${fake.endpoint}/shop/${again.path}`, `/file/${before.path}`]
  const check = async () => {
    const { list } = (await admin.call(file.list)).body
    expect(list.map(({ url }) => url)).toEqual(addresses)
    for (const { path } of list) expect(await fetchStatus(shop, `/file/${path}`)).toBe(200)
    for (const address of list.flatMap(({ url, thumbUrl }) => [url, thumbUrl])) {
      const key = address.replace(`${fake.endpoint}/shop/`, '')
      if (key === address) expect(await fetchStatus(shop, address)).toBe(200)
      else expect([...fake.objects.keys()]).toContain(key)
    }
  }
  await check()
  for (const uploadType of [1, 2, 6]) {
    await save(admin, 'storage', { uploadType })
    await check()
  }
})

test('a private bucket is read through the server', async () => {
  const { shop, admin } = await openWarehouse()
  await useS3(admin)
  await save(admin, 'storage', { s3_private: true })
  await save(admin, 'upload', { file_is_save: false })
  const { url, thumbUrl } = await uploadOne(admin, await png())
  expect(url).toMatch(/^\/file\/public\//)
  for (const address of [url, thumbUrl]) expect(await fetchStatus(shop, address)).toBe(200)
})

test('a refusal of the bucket is answered with its message, and nothing is recorded', async () => {
  const { admin } = await openWarehouse()
  const fake = await useS3(admin)
  fake.failures.push({ status: 403, code: 'AccessDenied' })
  const refused = await upload(admin, file.upload, { 'a.png': await png() })
  expect(refused).toMatchObject({
    status: 502,
    body: { code: 'UPSTREAM', message: '第三方服务异常：S3 兼容存储，HTTP 403 AccessDenied AccessDenied it is' },
  })
  expect((await admin.call(file.list)).body.total).toBe(0)
  expect(fake.objects.size).toBe(0)
})

test('Qiniu has a call of its own, refused while Qiniu is not configured', async () => {
  const { admin } = await openWarehouse()
  const refused = await upload(admin, file.qiniu, { 'a.png': await png() })
  expect(refused).toMatchObject({ status: 422, body: { code: 'NOT_CONFIGURED', message: '未配置七牛云' } })
  const fake = await openFakeQiniu()
  const keys = { qn_access_key: fake.accessKey, qn_secret_key: fake.secretKey }
  await save(admin, 'storage', { qn_endpoint: fake.endpoint, qn_bucket: 'shop', qn_public_url: fake.endpoint, ...keys })
  const { body } = await upload(admin, file.qiniu, { 'a.png': await png() })
  expect(body).toMatchObject({ provider: 2, url: `${fake.endpoint}/${body.path}` })
  expect(fake.objects.has(body.path)).toBe(true)
})

test('测试连接 tries values before they are saved, with the stored secrets, and names the step that fails', async () => {
  const { shop, admin } = await openWarehouse()
  const fake = await useS3(admin)
  const tryOut = async (values: Record<string, unknown>) =>
    (await admin.call(setting.test, { params: { kind: 'storage' }, body: { values } })).body
  expect(await tryOut({})).toEqual({ ok: true, message: '连接成功，写入、读取、删除均正常' })
  expect(fake.objects.size).toBe(0)
  expect(await tryOut({ uploadType: 1 })).toMatchObject({ ok: true })
  expect(await tryOut({ s3_bucket: 'other' })).toEqual({
    ok: false,
    message: '写入失败：HTTP 404 NoSuchBucket NoSuchBucket it is',
  })
  expect(await tryOut({ uploadType: 2 })).toEqual({ ok: false, message: '未配置七牛云' })
  fake.failures.push({ status: 200, code: '' }, { status: 403, code: 'AccessDenied' })
  expect((await tryOut({})).message).toMatch(/^读取失败/)
  const groups = (await admin.call(setting.groups)).body
  expect(groups.filter(({ tests }) => tests.includes('storage')).map(({ name }) => name)).toEqual(['storage'])
  const staff = await shop.signIn({ permissions: ['admin:system:config:save:form'] })
  const refused = await staff.call(setting.test, { params: { kind: 'storage' }, body: { values: {} } })
  expect(refused).toMatchObject({ status: 403, body: { permission: 'admin:system:config:storage' } })
})

test('a storage in the private network is refused unless the settings allow it', async () => {
  const { admin } = await openWarehouse()
  const fake = await useS3(admin)
  await save(admin, 'security', { private_network_allowed: false })
  const { body } = await admin.call(setting.test, { params: { kind: 'storage' }, body: { values: {} } })
  expect(body).toEqual({ ok: false, message: expect.stringContaining('不允许访问内网地址') })
  const refused = await upload(admin, file.upload, { 'a.png': await png() })
  expect(refused).toMatchObject({ status: 422, body: { code: 'NOT_CONFIGURED' } })
  expect(fake.calls).toEqual([])
})

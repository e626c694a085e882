import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type FileRow, file } from '@zhanggui/contract/file/file.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { expect, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { expectStored, openStudio, png } from '../../../testing/files/upload-samples.ts'
import { openFakeS3 } from '../../../testing/outside/fake-s3.ts'
import { looseObjects } from '../file/file.tables.ts'
import * as loose from './loose-object.repository.ts'
import { removeLooseObjects } from './loose-object.service.ts'
import { localStorage } from './storage.service.ts'

const DAY_MS = 24 * 3600_000

test('an object whose row was never stored, because the process died in between, is removed a day later', async () => {
  const { shop, staff } = await openStudio()
  const { body } = await upload(staff, file.upload, { 'a.png': await png() })
  const key = `public/2026/01/02/${randomBytes(16).toString('hex')}.png`
  await loose.note(shop.ctx, 1, [key, null])
  await localStorage(shop.ctx).put(key, { open: () => Readable.from(['x']), bytes: 1, mime: 'image/png' })
  await expectStored(shop, 3)
  shop.clock.advance(DAY_MS - 60_000)
  expect(await removeLooseObjects(shop.ctx)).toBe(0)
  shop.clock.advance(120_000)
  expect(await removeLooseObjects(shop.ctx)).toBe(1)
  await expectStored(shop, 2)
  expect((await staff.send('GET', body.files[0]?.url ?? '')).status).toBe(200)
  expect(await shop.ctx.db.$count(looseObjects)).toBe(0)
})

test('an object that a file refers to after all stays, however it was noted', async () => {
  const { shop, staff } = await openStudio()
  const { body } = await upload(staff, file.upload, { 'a.png': await png() })
  const [{ path, url, thumbUrl }] = body.files as [FileRow]
  await loose.note(shop.ctx, 1, [path, path.replace('.png', '-thumb.webp')])
  shop.clock.advance(2 * DAY_MS)
  expect(await removeLooseObjects(shop.ctx)).toBe(2)
  for (const address of [url, thumbUrl]) expect((await shop.visitor().send('GET', address)).status).toBe(200)
  expect(await shop.ctx.db.$count(looseObjects)).toBe(0)
})

test('a deletion that the cloud failed to carry out is retried until it succeeds', async () => {
  const { shop, staff } = await openStudio()
  const admin = await shop.signInAdmin()
  const save = (group: string, values: Record<string, unknown>) =>
    admin.call(setting.save, { params: { group }, body: { values } })
  const fake = await openFakeS3()
  await save('security', { private_network_allowed: true })
  const place = { uploadType: 6, s3_endpoint: fake.endpoint, s3_bucket: fake.bucket, s3_path_style: true }
  await save('storage', { ...place, s3_access_key: fake.accessKey, s3_secret_key: fake.secretKey })
  const { body } = await upload(staff, file.upload, { 'a.png': await png() })
  const [row] = body.files as [FileRow]
  const refuse = () => fake.failures.push({ status: 403, code: 'AccessDenied' })
  refuse()
  expect((await staff.call(file.remove, { body: [row.id] })).status).toBe(200)
  expect(fake.objects.size).toBe(2)
  shop.clock.advance(DAY_MS + 1)
  refuse()
  await removeLooseObjects(shop.ctx)
  expect(fake.objects.size).toBe(1)
  shop.clock.advance(DAY_MS + 1)
  await removeLooseObjects(shop.ctx)
  expect(fake.objects.size).toBe(0)
  expect(await shop.ctx.db.$count(looseObjects)).toBe(0)
})

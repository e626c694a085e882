import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { file } from '@zhanggui/contract/file/file.ts'
import { backup } from '@zhanggui/contract/work/backup.ts'
import { ticket } from '@zhanggui/contract/work/ticket.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { stored } from '../../../testing/files/upload-samples.ts'
import { zipOf } from '../../../testing/files/workbooks.ts'
import { openShop } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'

describe('release packages and backups', () => {
  const zip = Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64')
  const routes = [file.deploy, file.database]

  test('are refused unless the server was started for them, before anything is read; to others always', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const staff = await shop.signIn({ can: [file.list, file.save, backup.list] })
    for (const route of routes) {
      expect(await upload(admin, route, { 'a.zip': zip })).toMatchObject({
        status: 428,
        body: { code: 'SWITCHED_OFF', message: '未开启运维上传' },
      })
      expect(await upload(staff, route, { 'a.zip': zip })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    }
  })

  test('are never unpacked, served or run', async () => {
    const shop = await openShop({ env: { OPS_UPLOADS: 'on' } })
    const admin = await shop.signInAdmin()
    const dump = gzipSync('create table taken_over (id int); delete from admin_user; drop table product cascade;')
    const site = zipOf([{ name: 'index.html', content: Buffer.from('<script>alert(1)</script>') }])
    expect((await upload(admin, file.database, { 'backup.gz': dump })).status).toBe(200)
    expect((await upload(admin, file.deploy, { 'site.zip': site }, { release: '1' })).status).toBe(200)
    await shop.app.work()
    const { rows } = await shop.ctx.db.execute(sql`
      select to_regclass('taken_over') as made, to_regclass('product')::text as kept, count(*)::int as users from admin_user`)
    expect(rows).toEqual([{ made: null, kept: 'product', users: 1 }])
    // Received files are discarded once the answer has been sent.
    await expect.poll(async () => (await stored(shop)).filter((path) => path.includes('/receiving/'))).toEqual([])
    const lying = await Promise.all((await stored(shop)).map((path) => readFile(path)))
    expect(lying.sort(Buffer.compare)).toEqual([dump, site].sort(Buffer.compare))
    for (const { path } of (await admin.call(backup.uploads)).body.list) {
      expect((await admin.send('GET', `/file/${path}`)).status).toBe(403)
      expect((await admin.send('GET', `/file/${path}/index.html`)).status).toBe(404)
    }
    expect((await admin.send('GET', '/index.html')).body).not.toContain('alert')
  })

  test('are kept as private files for the super administrator after a fresh proof of identity', async () => {
    const shop = await openShop({ env: { OPS_UPLOADS: 'on' } })
    const admin = await shop.signInAdmin()
    const deployed = await upload(admin, file.deploy, { 'site.zip': zip }, { release: '2.1.0', remark: '官网' })
    expect(deployed).toMatchObject({ status: 200, body: { name: 'site.zip', release: '2.1.0', bytes: zip.length } })
    expect(deployed.body.hash).toBe(createHash('sha256').update(zip).digest('hex'))
    const { rows } = await shop.ctx.db.execute(
      sql`select title, user_id from notification where event = 'ops.uploaded'`,
    )
    expect(rows).toEqual([{ title: expect.stringContaining('上传了发布包'), user_id: admin.userId }])
    const dump = gzipSync('select 1')
    const stored = await upload(admin, file.database, { 'backup.gz': dump })
    expect(stored.status).toBe(200)
    for (const answer of [deployed, stored]) expect(await trailOf(shop, answer)).toEqual(['create'])
    expect((await upload(admin, file.database, { 'backup.sql': dump })).status).toBe(415)
    const staff = await shop.signIn({ can: [file.list, file.remove] })
    for (const route of routes) expect((await upload(staff, route, { 'site.zip': zip })).status).toBe(403)
    expect((await staff.call(file.list)).body.total).toBe(0)
    expect((await staff.call(file.remove, { body: [deployed.body.id] })).status).toBe(404)
    expect((await admin.call(file.list)).body).toMatchObject({
      total: 2,
      list: [{ scope: 'private' }, { scope: 'private' }],
    })
    const { body } = await admin.call(backup.uploads)
    expect(body).toMatchObject({
      isOn: true,
      list: [
        { purpose: 'backup', name: 'backup.gz', createBy: admin.username },
        { purpose: 'package', name: 'site.zip', release: '2.1.0', remark: '官网', hash: deployed.body.hash },
      ],
    })
    const address = `/file/${body.list[0]?.path}`
    const made = await admin.call(ticket.make, { body: { purpose: 'download', target: address } })
    expect((await admin.send('GET', `${address}?ticket=${made.body.ticket}`)).status).toBe(200)
    const watcher = await shop.signIn({ can: [backup.list] })
    expect((await watcher.call(backup.uploads)).status).toBe(403)
    shop.clock.advance(11 * 60_000)
    expect(await upload(admin, file.deploy, { 'site.zip': zip })).toMatchObject({
      status: 428,
      body: { code: 'REAUTH_REQUIRED' },
    })
  })
})

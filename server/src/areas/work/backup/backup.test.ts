import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { backup } from '@zhanggui/contract/work/backup.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { ticket } from '@zhanggui/contract/work/ticket.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEntries } from '../../../platform/data/audit.tables.ts'
import { restoreBackup } from '../../../platform/data/backup/backup.ts'
import { backupFolder } from '../../../platform/data/backup/backup-folder.ts'
import { openFakeS3 } from '../../../testing/outside/fake-s3.ts'
import { certificateEnd, openTlsServer } from '../../../testing/outside/tls-server.ts'
import { type Caller, openEmptyDatabase, openShop, type Shop } from '../../../testing/shop.ts'
import { boss } from '../../../testing/templates.ts'
import { notifications } from '../../message/notice/notification.tables.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { scheduledJobs } from '../scheduled-job/scheduled-job.tables.ts'

const DAY_MS = 24 * 3600_000
const folderOf = (shop: Shop) => backupFolder(shop.ctx.platform.config)
const nameOf = (second: number) => `zhanggui-20260101-0000${String(second).padStart(2, '0')}-0a1b.gz`

describe('backups', () => {
  test('are made by a task, listed, downloaded once after a proof of identity, restored elsewhere and deleted', async () => {
    const shop = await openShop()
    await shop.app.work()
    const admin = await shop.signInAdmin()
    expect((await admin.call(backup.list)).body.list).toEqual([])
    const name = await makeBackup(shop, admin)

    const { body } = await admin.call(backup.list)
    expect(body.list).toMatchObject([{ name, version: shop.ctx.platform.config.version, sameKey: true }])
    expect(body.list[0]?.bytes).toBeGreaterThan(10_000)

    const params = { name }
    shop.clock.advance(11 * 60_000)
    expect(await admin.call(backup.link, { params })).toMatchObject({
      status: 428,
      body: { code: 'REAUTH_REQUIRED' },
    })
    await admin.call(auth.reauth, { body: { password: boss.password } })
    const { url } = (await admin.call(backup.link, { params })).body
    const fetched = await shop.app.fastify.inject({ method: 'GET', url })
    expect(fetched.statusCode).toBe(200)
    expect(fetched.headers).toMatchObject({
      'content-type': 'application/gzip',
      'cache-control': 'private, no-store',
    })
    expect(fetched.headers['content-disposition']).toContain(name)
    expect((await shop.app.fastify.inject({ method: 'GET', url })).statusCode).toBe(401)

    const path = join(folderOf(shop), 'fetched.gz')
    await writeFile(path, fetched.rawPayload)
    const { ownerUrl } = await openEmptyDatabase()
    const { secrets } = shop.ctx.platform
    const { tables } = await restoreBackup({ ownerUrl, secrets, path, filesFolder: join(folderOf(shop), 'files') })
    expect(tables).toMatchObject({ admin_user: 1, region: expect.any(Number) })

    expect((await admin.call(backup.remove, { params })).status).toBe(200)
    expect((await admin.call(backup.remove, { params })).status).toBe(404)
    expect((await admin.call(backup.list)).body.list).toEqual([])
    const entries = await shop.ctx.db.select().from(auditEntries).where(eq(auditEntries.objectType, 'backup'))
    expect(entries.map(({ action }) => action).sort()).toEqual(['delete', 'download', 'run'])
  })

  test('are not accessible by other names and tickets', async () => {
    const shop = await openShop()
    await mkdir(folderOf(shop))
    const name = nameOf(1)
    await writeFile(join(folderOf(shop), name), 'x')
    await writeFile(join(folderOf(shop), '..', 'secret.gz'), 'x')
    const admin = await shop.signInAdmin()
    for (const wrong of ['..%2Fsecret.gz', 'secret.key', '..%2F..%2Fetc%2Fpasswd', `${name}%00`, `${name}.part`]) {
      expect((await admin.send('DELETE', `/api/backups/${wrong}`)).status, wrong).toBe(400)
      expect((await admin.send('POST', `/api/backups/${wrong}/link`)).status, wrong).toBe(400)
    }
    expect((await admin.send('POST', `/api/backups/${nameOf(2)}/link`)).status).toBe(404)
    const ask = async (caller: Caller, target: string, purpose: 'download' | 'doc' = 'download') => {
      const made = await caller.call(ticket.make, { body: { purpose, target } })
      return (await shop.visitor().send('GET', `/api/backups/${name}/download?ticket=${made.body.ticket}`)).status
    }
    const reader = await shop.signIn({ can: [backup.list] })
    expect(await ask(admin, 'backup other')).toBe(401)
    expect(await ask(admin, `backup ${name}`, 'doc')).toBe(401)
    expect(await ask(reader, `backup ${name}`)).toBe(403)
    expect((await admin.send('GET', `/api/backups/${name}/download`)).status).toBe(400)
    expect((await admin.send('GET', `/api/backups/${name}/download?ticket=x`)).status).toBe(401)
    expect(await ask(admin, `backup ${name}`)).toBe(200)
    // A file that is not a backup is listed as one that cannot be restored.
    const { body } = await reader.call(backup.list)
    expect(body.list).toMatchObject([{ name, version: '', sameKey: false, createTime: '2026-01-01 00:00:01' }])
    expect((await reader.call(backup.save)).status).toBe(403)
    expect((await reader.call(backup.remove, { params: { name } })).status).toBe(403)
  })

  test('run on schedule when enabled, and as many are kept as the settings say', async () => {
    const shop = await openShop()
    await mkdir(folderOf(shop))
    for (let second = 1; second <= 9; second++) await writeFile(join(folderOf(shop), nameOf(second)), 'x')
    await writeFile(join(folderOf(shop), `${nameOf(1)}.part`), 'x')
    await utimes(join(folderOf(shop), `${nameOf(1)}.part`), new Date(0), new Date(0))
    await writeFile(join(folderOf(shop), 'mine.txt'), 'x')
    const run = () => shop.ctx.platform.scheduler.find('backup')?.run(shop.ctx, {}, new AbortController().signal)
    expect(await run()).toBe(0)
    await writeSettings(shop.ctx, { backup_enabled: true, backup_keep: 3 })
    shop.ctx.platform.caches.named('settings').dropHere()
    expect(await run()).toBeGreaterThan(100)
    const kept = (await readdir(folderOf(shop))).sort()
    expect(kept).toEqual(['mine.txt', nameOf(8), nameOf(9), expect.stringMatching(/^zhanggui-(?!20260101)/)])
  })

  test('are also stored in the cloud if the settings say so, and deleted in both places', async () => {
    const shop = await openShop()
    await shop.app.work()
    const [admin, cloud] = [await shop.signInAdmin(), await openFakeS3()]
    const save = async (group: string, values: Record<string, unknown>) =>
      expect((await admin.call(setting.save, { params: { group }, body: { values } })).status).toBe(200)
    await save('security', { private_network_allowed: true })
    await save('storage', {
      uploadType: 6,
      s3_endpoint: cloud.endpoint,
      s3_bucket: cloud.bucket,
      s3_region: 'cn-north-1',
      s3_access_key: cloud.accessKey,
      s3_secret_key: cloud.secretKey,
      s3_path_style: true,
    })
    await save('backup', { backup_enabled: true, backup_target: 'storage' })
    const name = await makeBackup(shop, admin)
    expect([...cloud.objects.keys()]).toEqual([`backups/${name}`])
    const [row] = (await admin.call(backup.list)).body.list
    expect(cloud.objects.get(`backups/${name}`)?.content.length).toBe(row?.bytes)
    expect((await admin.call(backup.remove, { params: { name } })).status).toBe(200)
    expect([cloud.objects.size, await readdir(folderOf(shop))]).toEqual([0, []])
  })

  test('follow the time of the settings, and a failure notifies those responsible', async () => {
    const shop = await openShop()
    await shop.app.work()
    const admin = await shop.signInAdmin()
    const row = async () =>
      (await shop.ctx.db.select().from(scheduledJobs).where(eq(scheduledJobs.beanName, 'backup')))[0]
    expect((await row())?.cronExpression).toBe('0 30 4 * * ?')
    const save = (cron: string) => admin.send('PUT', '/api/settings/backup', { values: { backup_cron: cron } })
    expect((await save('15 2 * * 1')).status).toBe(200)
    expect((await row())?.cronExpression).toBe('0 15 2 * * 1')
    expect((await save('0 0 31 2 *')).status).toBe(400)
    expect((await row())?.cronExpression).toBe('0 15 2 * * 1')

    // A file in place of the folder.
    await writeFile(folderOf(shop), 'x')
    const started = await admin.call(backup.save)
    const { taskId: id } = started.body as { taskId: string }
    await expect.poll(async () => (await admin.call(task.info, { params: { id } })).body.status).toBe('failed')
    const notified = await shop.ctx.db.select().from(notifications).where(eq(notifications.event, 'backup.failed'))
    expect(notified).toMatchObject([{ userId: admin.userId, level: 'error', title: '数据备份失败' }])
  })
})

describe('the check-up', () => {
  test('reports the state of the shop and what to do about it', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const look = async () => {
      const { status, body } = await admin.call(backup.health)
      expect(status).toBe(200)
      return Object.fromEntries(body.checks.map(({ name, ...check }) => [name, check]))
    }
    const first = await look()
    expect(first).toMatchObject({
      migrations: { level: 'ok', hint: '' },
      clock: { level: 'ok' },
      settings: { level: 'warn', message: expect.stringContaining('网站地址'), hint: '请到「系统设置」中填写' },
      storage: { level: 'ok' },
      certificate: { level: 'ok' },
      backup: { level: 'warn', message: '还没有备份' },
      demo: { level: 'ok' },
      jobs: { level: 'ok' },
      queue: { level: 'ok' },
      database: { level: 'ok', message: '使用 DATABASE_URL 指定的数据库' },
      logs: { level: 'ok' },
    })
    expect(['ok', 'warn', 'error']).toContain(first.disk?.level)

    shop.ctx.platform.measures.countLostRows('operation_log', 3)
    const at = new Date('2026-03-01T04:05:06Z')
    const interruptions = [
      { at, cause: 'SIGABRT' },
      { at, cause: 'SIGKILL' },
    ]
    shop.ctx.platform.embedded = { interruptions, trouble: undefined, lost: new Promise(() => {}) }
    await shop.ctx.db
      .insert(scheduledJobs)
      .values({ jobName: '数数', beanName: 'count', cronExpression: '0 0 * * * ?', nextTime: new Date(0) })
    await writeSettings(shop.ctx, { backup_enabled: true })
    shop.ctx.platform.caches.named('settings').dropHere()
    const manager = await shop.signIn({ username: 'manager', can: [backup.health] })
    await shop.ctx.db.execute(`update admin_user set nick_name = '陈思远' where id = ${manager.userId}`)
    shop.clock.advance(60_000)
    expect(await look()).toMatchObject({
      clock: { level: 'error', message: expect.stringContaining('60'), hint: expect.stringContaining('NTP') },
      backup: { level: 'error' },
      demo: { level: 'warn', message: '存在演示账号：manager' },
      jobs: { level: 'error', message: '已过时间仍未执行：数数' },
      database: { level: 'warn', message: expect.stringMatching('意外终止 2 次.*2026-03-01 12:05:06（SIGKILL）') },
      logs: { level: 'warn', message: expect.stringContaining('共丢失 3 条日志') },
    })

    // Recent enough, until two days have passed.
    await mkdir(folderOf(shop))
    const stamp = toWireTime(shop.clock.now()).replaceAll(/[-:]/g, '').replace(' ', '-')
    await writeFile(join(folderOf(shop), `zhanggui-${stamp}-0a1b.gz`), 'x')
    expect((await look()).backup?.level).toBe('ok')
    shop.clock.advance(2 * DAY_MS + 1000)
    const later = await shop.signInAdmin()
    const { body } = await later.call(backup.health)
    expect(body.checks.find(({ name }) => name === 'backup')?.level).toBe('error')
  })
})

test('those who manage the settings are notified daily of a certificate that expires within three weeks', async () => {
  const shop = await openShop({ env: { PUBLIC_URL: await openTlsServer() } })
  const watch = () => shop.ctx.platform.scheduler.find('certificateCheck')?.run(shop.ctx, {}, AbortSignal.timeout(9000))
  const findNotified = () => shop.ctx.db.select().from(notifications).where(eq(notifications.event, 'cert.expiring'))
  expect(await watch()).toBe(0)
  expect(await findNotified()).toEqual([])
  shop.clock.advance(certificateEnd.getTime() - shop.clock.now().getTime() - 10 * DAY_MS - 1000)
  expect(await watch()).toBe(1)
  expect(await findNotified()).toMatchObject([{ level: 'warn', content: '证书还有 10 天到期。请尽快更换证书' }])
  shop.clock.advance(8 * DAY_MS)
  expect(await watch()).toBe(1)
  expect((await findNotified()).map(({ level }) => level).sort()).toEqual(['error', 'warn'])
})

/** Makes a backup and waits for it. Returns its name. */
async function makeBackup(shop: Shop, admin: Caller): Promise<string> {
  const { status, body } = await admin.call(backup.save)
  expect(status).toBe(202)
  const { taskId: id } = body as { taskId: string }
  await expect.poll(async () => (await admin.call(task.info, { params: { id } })).body.status).toBe('success')
  const [name] = await readdir(folderOf(shop))
  if (!name) throw new Error('there is no backup')
  const { message } = (await admin.call(task.info, { params: { id } })).body
  expect(message).toContain(name)
  return name
}

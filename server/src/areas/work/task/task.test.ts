import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { dict } from '@zhanggui/contract/setting/dict.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { post } from '@zhanggui/contract/staff/post.ts'
import { exported } from '@zhanggui/contract/work/export.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { sql } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { harmlessText } from '../../../platform/content/sheets.ts'
import { auditEntries } from '../../../platform/data/audit.tables.ts'
import { tasks } from '../../../platform/work/task.tables.ts'
import { openFakeS3 } from '../../../testing/outside/fake-s3.ts'
import { startServerProcess } from '../../../testing/process/server-process.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { notifications } from '../../message/notice/notification.tables.ts'
import { dicts } from '../../setting/dict/dict.tables.ts'
import { cleanUpTasks } from './task.service.ts'

const NOBODYS = '00000000-0000-4000-8000-000000000000'

describe('a small export', () => {
  test('is refused without its permission, and when there is nothing to export', async () => {
    const shop = await openShop()
    const reader = await shop.signIn({ can: [adminUser.list] })
    expect((await reader.call(adminUser.download)).status).toBe(403)
    const exporter = await shop.signIn({ can: [dict.list] })
    const { status, body } = await exporter.call(dict.download, { query: { blurry: 'no such dictionary' } })
    expect({ status, body }).toMatchObject({ status: 422, body: { message: '没有可导出的数据' } })
  })

  test('is available at an address that only its user can fetch, once, for ten minutes', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const other = await shop.signIn({ role: 'shop_manager' })
    const address = await exportAddress(admin)
    expect(address).toMatch(/^\/api\/exports\/[\w-]{32}$/)
    expect((await shop.visitor().send('GET', address)).status).toBe(401)
    expect((await other.send('GET', address)).status).toBe(404)
    const rows = await fetchSheet(shop, admin, address)
    expect(rows[0]?.slice(0, 2)).toEqual(['字典名称', '描述'])
    expect(rows.map(([name]) => name)).toContain('user_status')
    expect((await admin.send('GET', address)).status).toBe(404)
    const late = await exportAddress(admin)
    shop.clock.advance(10 * 60_000 + 1)
    expect((await admin.send('GET', late)).status).toBe(404)
  })

  test('is downloaded once, however many requests race', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const address = await exportAddress(admin)
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.send('GET', address)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is named by the rule and audited', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const { body } = await admin.call(adminUser.download)
    expect(body).toMatchObject({ fileName: expect.stringMatching(/^\d{14}-管理员导出\.xlsx$/) })
    const [entry] = await shop.ctx.db.select().from(auditEntries).where(sql`action = 'export'`)
    expect(entry).toMatchObject({ objectType: 'admin-user', objectName: '管理员导出 1 条', actorId: admin.userId })
  })

  test('has the rows of the list, within its data scope', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const { body: top } = await admin.call(dept.save, { body: { name: '总部' } })
    const { body: seen } = await admin.call(dept.save, { body: { name: '客服', pid: top.id } })
    await admin.call(post.save, { body: { name: '总经理', dept: { id: top.id } } })
    await admin.call(post.save, { body: { name: '客服专员', dept: { id: seen.id } } })
    const clerk = await shop.signIn({ can: [post.list, dept.list], dataScope: '本级', deptId: seen.id })
    const posts = await fetchSheet(shop, clerk, await exportAddress(clerk, post.download))
    expect(posts.slice(1).map(([name]) => name)).toEqual(['客服专员'])
    const depts = await fetchSheet(shop, admin, await exportAddress(admin, dept.download))
    expect(depts.slice(1).map(([name]) => name)).toEqual(['总部', '总部 / 客服'])
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=x', '\n=x', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
    'contains no formula: %j',
    async (text) => {
      expect(harmlessText(text)).toBe(`'${text}`)
      expect(harmlessText(`a${text}`)).toBe(`a${text}`)
    },
  )

  test('can be requested at most ten times a minute', async () => {
    const shop = await openShop()
    const admin = await shop.signInAdmin()
    const statuses: number[] = []
    for (let index = 0; index < 11; index++) statuses.push((await admin.call(dict.download)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})

describe('an export of 6,000 rows', () => {
  test('becomes a task, with a row in the trail and a file for its user only', async () => {
    const shop = await openShop()
    await fillDictionaries(shop, 6000)
    const admin = await shop.signInAdmin()
    const other = await shop.signIn({ can: [dict.list] })
    const accepted = await admin.call(dict.download, { query: { blurry: 'bulk_' } })
    expect(accepted.status).toBe(202)
    const [entry] = await shop.ctx.db.select().from(auditEntries).where(sql`action = 'export'`)
    expect(entry).toMatchObject({ objectName: '字典导出 6000 条', actorId: admin.userId })
    const taskId = taskOf(accepted.body)
    expect((await admin.call(task.info, { params: { id: taskId } })).body).toMatchObject({ status: 'pending' })
    await shop.app.work()
    await expect.poll(() => statusOf(admin, taskId)).toBe('success')
    const { body } = await admin.call(task.info, { params: { id: taskId } })
    expect(body).toMatchObject({ title: '字典导出', progress: 100, resultRows: 6000, createName: '超级管理员' })
    expect(body.resultName).toMatch(/^\d{14}-字典导出\.xlsx$/)
    const rows = await fetchSheet(shop, admin, `/api/tasks/${taskId}/download`)
    expect(rows).toHaveLength(6001)
    expect(rows[1]).toEqual(['bulk_6000', "'=1+6000", '否', expect.any(String)])
    for (const path of [`/api/tasks/${taskId}`, `/api/tasks/${taskId}/download`])
      expect((await other.send('GET', path)).status).toBe(404)
    await expect
      .poll(() => shop.ctx.db.select({ title: notifications.title, userId: notifications.userId }).from(notifications))
      .toEqual([{ title: '任务「字典导出」已完成', userId: admin.userId }])
  })

  test('cannot be downloaded by users who may no longer export that', async () => {
    const shop = await openShop()
    await fillDictionaries(shop, 5001)
    const clerk = await shop.signIn({ can: [dict.list] })
    const taskId = taskOf((await clerk.call(dict.download, { query: { blurry: 'bulk_' } })).body)
    await shop.app.work()
    await expect.poll(() => statusOf(clerk, taskId)).toBe('success')
    await shop.ctx.db.execute(sql`update menu set permissions = '{}' where name = ${`grants of ${clerk.username}`}`)
    await shop.ctx.db.execute(sql`update admin_user set perm_version = perm_version + 1`)
    expect((await clerk.send('GET', `/api/tasks/${taskId}/download`)).status).toBe(403)
  })

  test('is stored in the cloud where the files of the shop are, so that every machine can serve it', async () => {
    const shop = await openShop()
    await fillDictionaries(shop, 5001)
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
    const id = taskOf((await admin.call(dict.download, { query: { blurry: 'bulk_' } })).body)
    await shop.app.work()
    await expect.poll(() => statusOf(admin, id)).toBe('success')
    expect([...cloud.objects.keys()]).toEqual([expect.stringMatching(`^exports/${id}-[0-9a-f]{12}\\.xlsx$`)])
    expect(await readdir(join(shop.app.platform.config.dataFolder, 'exports'))).toEqual([])
    await save('storage', { uploadType: 1 })
    const answer = await admin.send('GET', `/api/tasks/${id}/download`)
    expect(answer.status).toBe(200)
    expect(Number(answer.headers['content-length'])).toBe([...cloud.objects.values()][0]?.content.length)
    expect((await admin.call(task.remove, { params: { id } })).status).toBe(200)
    expect(cloud.objects.size).toBe(0)
  })

  test('is deleted with its file, on request and after seven days', async () => {
    const shop = await openShop()
    await fillDictionaries(shop, 5001)
    const admin = await shop.signInAdmin()
    const start = async () => taskOf((await admin.call(dict.download, { query: { blurry: 'bulk_' } })).body)
    const [first, second] = [await start(), await start()]
    await shop.app.work()
    for (const id of [first, second]) await expect.poll(() => statusOf(admin, id)).toBe('success')
    const folder = join(shop.app.platform.config.dataFolder, 'exports')
    expect(await readdir(folder)).toHaveLength(2)
    expect((await admin.call(task.remove, { params: { id: first } })).status).toBe(200)
    expect(await readdir(folder)).toHaveLength(1)
    shop.clock.advance(7 * 24 * 3600_000 + 1)
    expect(await cleanUpTasks(shop.ctx)).toBe(1)
    expect(await readdir(folder)).toEqual([])
    const later = await shop.signInAdmin()
    expect(await statusOf(later, second)).toBe('expired')
    expect((await later.send('GET', `/api/tasks/${second}/download`)).body).toMatchObject({
      status: 422,
      message: '结果文件已过期，请重新导出',
    })
  })
})

test('an export whose process is killed is finished by another process', async () => {
  const shop = await openShop()
  await shop.ctx.db.execute(
    sql`insert into dict (name, remark) select 'bulk_' || n, n from generate_series(1, 30000) n`,
  )
  const admin = await shop.signInAdmin()
  const taskId = taskOf((await admin.call(dict.download, { query: { blurry: 'bulk_' } })).body)
  const worker = await startServerProcess({
    DATABASE_URL: shop.databaseUrl,
    DATABASE_OWNER_URL: shop.databaseOwnerUrl,
    ZHANGGUI_DATA: shop.app.platform.config.dataFolder,
    ROLE: 'worker',
  })
  await expect.poll(() => statusOf(admin, taskId), { interval: 10 }).toBe('running')
  await worker.kill()
  expect(await statusOf(admin, taskId)).toBe('running')
  shop.clock.advance(61_000)
  await shop.app.work()
  await expect.poll(() => statusOf(admin, taskId)).toBe('success')
  expect((await admin.call(task.info, { params: { id: taskId } })).body.resultRows).toBe(30_000)
})

describe('the task centre', () => {
  test('shows users their own tasks, and with the permission those of others', async () => {
    const shop = await openShop()
    const [owner, other] = [await shop.signIn(), await shop.signIn()]
    const boss = await shop.signIn({ permissions: ['admin:system:task:list'] })
    const id = await storeTask(shop, owner, 'running')
    expect((await owner.call(task.list)).body).toMatchObject({ total: 1, list: [{ id, createName: owner.username }] })
    expect((await other.call(task.list)).body.total).toBe(0)
    expect((await boss.call(task.list)).body.total).toBe(1)
    expect((await boss.call(task.list, { query: { mine: true } })).body.total).toBe(0)
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
      ['POST', '/retry'],
      ['GET', '/download'],
      ['DELETE', ''],
    ] as const)
      expect((await other.send(method, `/api/tasks/${id}${path}`)).status, method + path).toBe(404)
    expect((await owner.send('GET', `/api/tasks/${NOBODYS}`)).status).toBe(404)
    expect((await owner.send('GET', '/api/tasks/1')).status).toBe(400)
  })

  test('cancels, restarts and deletes tasks where their state allows it', async () => {
    const shop = await openShop()
    const owner = await shop.signIn()
    const id = await storeTask(shop, owner, 'pending')
    const params = { id }
    expect((await owner.call(task.retry, { params })).status).toBe(409)
    expect((await owner.call(task.remove, { params })).status).toBe(409)
    const twice = await Promise.all([owner.call(task.cancel, { params }), owner.call(task.cancel, { params })])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await statusOf(owner, id)).toBe('cancelled')
    // It would run with the rights of its owner.
    const boss = await shop.signIn({ permissions: ['admin:system:task:list'] })
    expect((await boss.call(task.retry, { params })).status).toBe(403)
    expect((await owner.call(task.retry, { params })).status).toBe(200)
    expect(await statusOf(owner, id)).toBe('pending')
    await owner.call(task.cancel, { params })
    expect((await owner.call(task.remove, { params })).status).toBe(200)
    expect((await owner.call(task.info, { params })).status).toBe(404)
  })
})

async function exportAddress(
  who: Caller,
  route: typeof dict.download | typeof post.download | typeof dept.download = dict.download,
) {
  const { status, body } = await who.call(route)
  if (!('url' in body)) throw new Error(`the export answered ${status} ${JSON.stringify(body)}`)
  return body.url
}

function taskOf(body: object): string {
  if (!('taskId' in body)) throw new Error(`no task was started: ${JSON.stringify(body)}`)
  return String(body.taskId)
}

async function statusOf(who: Caller, id: string) {
  return (await who.call(task.info, { params: { id } })).body.status
}

async function fetchSheet({ app }: Shop, who: Caller, url: string) {
  const answer = await app.fastify.inject({ method: 'GET', url, headers: { authorization: `Bearer ${who.token}` } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toContain('attachment')
  const { sheets } = await readXlsx(answer.rawPayload)
  return sheets[0]?.rows ?? []
}

async function fillDictionaries({ ctx }: Shop, count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({ name: `bulk_${index + 1}`, remark: `=1+${index + 1}` }))
  for (let start = 0; start < count; start += 2000) await ctx.db.insert(dicts).values(rows.slice(start, start + 2000))
}

async function storeTask({ ctx }: Shop, { userId }: Caller, status: 'pending' | 'running') {
  const [row] = await ctx.db
    .insert(tasks)
    .values({
      type: 'export',
      title: '字典导出',
      params: { route: exported.fetch.name },
      createdBy: userId,
      status,
      heartbeatAt: new Date(),
    })
    .returning({ id: tasks.id })
  return row?.id ?? ''
}

import { writeFile } from 'node:fs/promises'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { actorOf } from '../../areas/staff/admin-user/actor.service.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { type Ctx, withContext } from '../http/context.ts'
import { tasks } from './task.tables.ts'
import { cancelTask, startTask, type TaskHandler } from './tasks.ts'

test('a task runs as its user and stores its result', async () => {
  const shop = await openShop()
  const seen: string[] = []
  handle(shop, async ({ actor }, { what }, work) => {
    seen.push(`${actor.username} ${what}`)
    const file = await work.newFile('txt')
    await writeFile(file.path, 'done')
    await work.progress({ processed: 3, total: 4 })
    return { file, fileName: 'done.txt', rows: 4 }
  })
  const ctx = await asStaff(shop)
  const { taskId } = await startTask(ctx, { type: 'count', title: '数数', params: { what: 'sheep' } })
  await shop.app.work()
  await expect.poll(() => find(shop, taskId)).toMatchObject({ status: 'success', progress: 100, resultRows: 4 })
  expect(seen).toEqual(['staff1 sheep'])
  expect(await find(shop, taskId)).toMatchObject({ total: 4, resultName: 'done.txt', message: '' })
})

test('a refused task reports the reason, a failed one only that it failed', async () => {
  const shop = await openShop()
  handle(shop, async (_, { what }) => {
    throw what === 'refuse' ? new Refusal('没有可以数的') : new Error('secret detail')
  })
  const ctx = await asStaff(shop)
  const refused = await startTask(ctx, { type: 'count', title: '数数', params: { what: 'refuse' } })
  const broken = await startTask(ctx, { type: 'count', title: '数数', params: { what: 'break' } })
  await shop.app.work()
  await expect.poll(() => find(shop, broken.taskId)).toMatchObject({ status: 'failed' })
  await expect.poll(() => find(shop, refused.taskId)).toMatchObject({ status: 'failed', message: '没有可以数的' })
  expect((await find(shop, broken.taskId)).message).toContain('请重试')
})

test('a task runs only while its user holds what it needs', async () => {
  const shop = await openShop()
  const run: string[] = []
  for (const needs of ['admin:held', 'admin:lost'])
    shop.app.platform.tasks.handle(needs, { needs }, async () => {
      run.push(needs)
      return {}
    })
  const { userId } = await shop.signIn({ permissions: ['admin:held'] })
  const ctx = withContext(shop.ctx, { caller: await actorOf(shop.ctx, userId) })
  const lost = await startTask(ctx, { type: 'admin:lost', title: '数数', params: {} })
  const held = await startTask(ctx, { type: 'admin:held', title: '数数', params: {} })
  await shop.app.work()
  await expect.poll(() => find(shop, held.taskId)).toMatchObject({ status: 'success' })
  await expect.poll(() => find(shop, lost.taskId)).toMatchObject({ status: 'failed', message: '没有权限执行此操作' })
  expect(run).toEqual(['admin:held'])
})

test('a waiting task is cancelled at once, a running one as soon as it notices', async () => {
  const shop = await openShop()
  handle(shop, untilStopped)
  const ctx = await asStaff(shop)
  const waiting = await startTask(ctx, { type: 'count', title: '数数', params: {} })
  expect(await cancelTask(ctx, waiting.taskId)).toBe(true)
  expect(await find(shop, waiting.taskId)).toMatchObject({ status: 'cancelled' })
  const { taskId } = await startTask(ctx, { type: 'count', title: '数数', params: {} })
  await shop.app.work()
  await expect.poll(() => find(shop, taskId)).toMatchObject({ status: 'running' })
  expect(await cancelTask(ctx, taskId)).toBe(true)
  await expect.poll(() => find(shop, taskId)).toMatchObject({ status: 'cancelled', message: '已取消' })
  expect(await cancelTask(ctx, taskId)).toBe(false)
})

test('three tasks of a user run at once, the others wait', async () => {
  const shop = await openShop()
  const second = await shop.second()
  handle(shop, untilStopped)
  handle({ app: second }, untilStopped)
  const ctx = await asStaff(shop)
  const started = await Promise.all(
    Array.from({ length: 5 }, () => startTask(ctx, { type: 'count', title: '数数', params: {} })),
  )
  await Promise.all([shop.app.work(), second.work()])
  const statuses = async () => {
    const rows = await shop.ctx.db.select({ status: tasks.status }).from(tasks)
    return rows.map(({ status }) => status).sort()
  }
  const three = ['pending', 'pending', 'running', 'running', 'running']
  await expect.poll(statuses).toEqual(three)
  const [running] = await shop.ctx.db.select().from(tasks).where(eq(tasks.status, 'running'))
  await cancelTask(ctx, running?.id ?? '')
  await expect.poll(statuses).toEqual(['cancelled', 'pending', 'running', 'running', 'running'])
  for (const { taskId } of started) await cancelTask(ctx, taskId)
})

test.each([
  ['success', undefined],
  ['failed', new Refusal('第三次失败')],
] as const)('a task that ends with %s shows the last progress it reported, however quickly', async (status, fault) => {
  const shop = await openShop()
  handle(shop, async (_ctx, _params, work) => {
    for (let processed = 1; processed <= 334; processed++) await work.progress({ processed, total: 334, failed: 3 })
    if (fault) throw fault
    return {}
  })
  const { taskId } = await startTask(await asStaff(shop), { type: 'count', title: '数数', params: {} })
  await shop.app.work()
  await expect.poll(() => find(shop, taskId)).toMatchObject({ status, processed: 334, total: 334, failed: 3 })
})

test('when a process stops, its restartable tasks are handed over and its others fail', async () => {
  const shop = await openShop()
  const second = await shop.second()
  handle(shop, async () => ({ message: 'done by the other' }))
  handle({ app: second }, untilStopped)
  for (const app of [shop.app, second]) app.platform.tasks.handle('once', { needs: undefined }, untilStopped)
  const ctx = await asStaff(shop)
  const again = await startTask(ctx, { type: 'count', title: '数数', params: {} })
  const once = await startTask(ctx, { type: 'once', title: '数一次', params: {} })
  await second.work()
  for (const { taskId } of [again, once])
    await expect.poll(() => find(shop, taskId)).toMatchObject({ status: 'running' })
  await second.platform.jobs.close()
  expect(await find(shop, once.taskId)).toMatchObject({ status: 'failed', message: '服务重启中断' })
  await shop.app.work()
  await expect.poll(() => find(shop, again.taskId)).toMatchObject({ status: 'success', message: 'done by the other' })
})

test('a task whose process has been silent for a minute is restarted once, then fails', async () => {
  const shop = await openShop()
  handle(shop, async () => ({}))
  const ctx = await asStaff(shop)
  const dead = { status: 'running' as const, heartbeatAt: new Date(Date.now() - 61_000), createdBy: ctx.actor.userId }
  const rows = await shop.ctx.db
    .insert(tasks)
    .values([
      { ...dead, type: 'count', title: 'first time', params: {}, attempts: 1 },
      { ...dead, type: 'count', title: 'second time', params: {}, attempts: 2 },
    ])
    .returning({ id: tasks.id })
  await shop.app.work()
  await expect.poll(() => find(shop, rows[0]?.id ?? '')).toMatchObject({ status: 'success', attempts: 2 })
  expect(await find(shop, rows[1]?.id ?? '')).toMatchObject({ status: 'failed', message: '服务重启中断' })
})

function handle({ app }: Pick<Shop, 'app'>, handler: TaskHandler<{ what: string }>) {
  app.platform.tasks.handle('count', { needs: undefined, restartable: true }, handler)
}

const untilStopped: TaskHandler<object> = async (_ctx, _params, work) => {
  for (let processed = 0; ; processed++) {
    await work.progress({ processed })
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function asStaff(shop: Shop): Promise<Ctx> {
  const { userId } = await shop.signIn()
  const caller = await actorOf(shop.ctx, userId)
  return withContext(shop.ctx, { caller })
}

async function find({ ctx }: Shop, id: string) {
  const [task] = await ctx.db.select().from(tasks).where(eq(tasks.id, id))
  if (!task) throw new Error('no such task')
  return task
}

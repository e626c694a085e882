import * as t from '@zhanggui/contract/schema.ts'
import { jobRun, scheduledJob } from '@zhanggui/contract/work/scheduled-job.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { RunningApp } from '../../../app.ts'
import { nextTimes } from '../../../platform/work/cron.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { notifications } from '../../message/notice/notification.tables.ts'
import { captchas } from '../../staff/sign-in/login.tables.ts'
import { jobRuns, scheduledJobs } from './scheduled-job.tables.ts'

const HOURLY = '0 0 * * * ?'
/** On a leap day. */
const SELDOM = '0 0 0 29 2 ?'
const draft = { jobName: '数数', beanName: 'count', cronExpression: HOURLY }

describe('a scheduled task', () => {
  test('is refused when its fields are invalid', async () => {
    const { admin } = await openClock()
    const refusals = [
      [{ ...draft, jobName: '数' }, 400, '任务名称'],
      [{ ...draft, beanName: 'nothing' }, 400, '执行内容不存在，请重新选择'],
      [{ ...draft, cronExpression: '0 0 25 * * ?' }, 400, 'Cron表达式不正确'],
      [{ ...draft, cronExpression: '0 0 12 * *' }, 400, 'Cron表达式'],
      [{ ...draft, cronExpression: '0 0 0 30 2 ?' }, 400, 'Cron表达式不正确'],
      [{ ...draft, params: { from: 'x' } }, 400, ''],
      [{ ...draft, params: { from: 1, name: 'x'.repeat(2000) } }, 400, '参数不能超过2000个字符'],
      [{ ...draft, beanName: 'taskCleanup', params: { from: 1 } }, 400, '此执行内容没有参数'],
      [{ ...draft, retry: 6 }, 400, '失败重试次数'],
    ] as const
    for (const [body, status, message] of refusals) {
      const answer = await admin.send('POST', '/api/jobs', body)
      expect({ status: answer.status, body }).toEqual({ status, body })
      expect(answer.body.message).toContain(message)
    }
  })

  test('can be added, changed, paused, resumed and deleted; its name is unique', async () => {
    const { admin } = await openClock()
    const saved = await admin.call(scheduledJob.save, { body: { ...draft, params: { from: 3 } } })
    expect(saved.status).toBe(200)
    const { id } = saved.body
    expect((await admin.call(scheduledJob.save, { body: draft })).body).toMatchObject({ message: '任务名称已存在' })
    expect(await findJob(admin, id)).toMatchObject({ params: { from: 3 }, isPause: false, misfire: 'run_once' })
    const stale = { ...draft, id, version: 7 }
    expect((await admin.call(scheduledJob.update, { body: stale })).status).toBe(409)
    const change = { ...draft, id, version: 0, cronExpression: '0 30 8 1 * ?', alarm: true }
    expect((await admin.call(scheduledJob.update, { body: change })).body).toEqual({ id, version: 1 })
    expect((await findJob(admin, id))?.nextTime).toMatch(/-01 08:30:00$/)
    await admin.call(scheduledJob.toggle, { params: { id } })
    expect(await findJob(admin, id)).toMatchObject({ isPause: true, nextTime: null })
    await admin.call(scheduledJob.toggle, { params: { id } })
    expect((await findJob(admin, id))?.nextTime).toMatch(/-01 08:30:00$/)
    expect((await admin.call(scheduledJob.remove, { body: [id] })).status).toBe(200)
    expect((await admin.call(scheduledJob.toggle, { params: { id } })).status).toBe(404)
  })

  test('keeps its handler and cannot be deleted if it is built in', async () => {
    const { shop, admin } = await openClock()
    await shop.app.work()
    const { body } = await admin.call(scheduledJob.list, { query: { limit: 100 } })
    const names = body.list.filter(({ builtin }) => builtin).map(({ beanName }) => beanName)
    expect(names).toEqual(expect.arrayContaining(['sessionCleanup', 'captchaCleanup', 'logCleanup', 'taskCleanup']))
    const job = body.list.find(({ beanName }) => beanName === 'logCleanup')
    if (!job) throw new Error('no such task')
    const { id, version } = job
    expect((await admin.call(scheduledJob.remove, { body: [id] })).body).toMatchObject({ status: 422 })
    const other = { ...draft, jobName: job.jobName, id, version }
    expect((await admin.call(scheduledJob.update, { body: other })).body).toMatchObject({
      message: '系统内置任务不能更换执行内容',
    })
  })

  test('shows its next five times', async () => {
    const { shop } = await openClock()
    const anybody = await shop.signIn()
    const { body } = await anybody.call(scheduledJob.cron, { query: { expr: '0 0 3 * * ?' } })
    expect(body).toHaveLength(5)
    for (const time of body) expect(time).toMatch(/ 03:00:00$/)
    expect((await anybody.send('GET', '/api/jobs/cron?expr=often')).body).toMatchObject({
      status: 400,
      message: 'Cron表达式不正确',
    })
  })

  test.each([
    ['0 5 0 * * ?', '2026-03-01T00:00:00+08:00', '2026-03-01T00:05:00+08:00'],
    ['*/10 * * * * ?', '2026-03-01T00:00:09+08:00', '2026-03-01T00:00:10+08:00'],
    ['0 0 9 ? * MON', '2026-03-01T10:00:00+08:00', '2026-03-02T09:00:00+08:00'],
    ['0 0 0 29 2 ?', '2026-03-01T00:00:00+08:00', '2028-02-29T00:00:00+08:00'],
  ])('%s comes after %s at %s', (expression, from, next) => {
    expect(nextTimes(expression, new Date(from), 1)).toEqual([new Date(next)])
  })
})

describe('on schedule', () => {
  test('a task runs once at its time, though two processes look for it', async () => {
    const { shop, admin, ran } = await openClock()
    const second = await shop.second()
    const ranThere = register(second)
    await admin.call(scheduledJob.save, { body: { ...draft, params: { from: 5 } } })
    await Promise.all([shop.app.work(), second.work()])
    shop.clock.advance(toNextHour(shop))
    await expect.poll(() => [...ran, ...ranThere]).toEqual([5])
    await expect.poll(() => runsOf(admin)).toMatchObject([{ isSuccess: true, processed: 6, trigger: 'cron' }])
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect([...ran, ...ranThere]).toEqual([5])
    expect((await listJobs(admin)).find(({ beanName }) => beanName === 'count')).toMatchObject({ lastResult: true })
  })

  test('a task that is still running is skipped, and the log says so', async () => {
    const { shop, admin, held } = await openClock()
    const { body } = await admin.call(scheduledJob.save, { body: { ...draft, beanName: 'hold' } })
    await shop.app.work()
    const { id } = body
    const now = await admin.call(scheduledJob.run, { params: { id } })
    expect(now).toMatchObject({ status: 202, body: { logId: expect.any(Number) } })
    expect((await admin.call(scheduledJob.run, { params: { id } })).body).toMatchObject({ message: '任务正在执行中' })
    await expect.poll(() => findJob(admin, id)).toMatchObject({ running: true })
    await shop.ctx.db.update(scheduledJobs).set({ nextTime: new Date() }).where(eq(scheduledJobs.id, id))
    await expect
      .poll(() => runsOf(admin))
      .toMatchObject([{ isSuccess: false, exceptionDetail: '上次执行未结束' }, { isSuccess: null }])
    held.release()
    await expect.poll(async () => (await runsOf(admin))[1]).toMatchObject({ isSuccess: true, trigger: 'manual' })
  })

  test.each([
    ['run_once', [5]],
    ['skip', []],
  ] as const)(
    'after hours of downtime a task with %s has run with %j',
    async (misfire, expected) => {
      const { shop, admin, ran } = await openClock()
      await admin.call(scheduledJob.save, { body: { ...draft, params: { from: 5 }, misfire } })
      shop.clock.advance(5 * 3600_000)
      await shop.app.work()
      await expect
        .poll(async () => {
          const [job] = await shop.ctx.db.select().from(scheduledJobs).where(eq(scheduledJobs.beanName, 'count'))
          return (job?.nextTime ?? 0) > shop.clock.now()
        })
        .toBe(true)
      if (expected.length) await expect.poll(() => ran).toEqual(expected)
      await new Promise((resolve) => setTimeout(resolve, 1500))
      expect(ran).toEqual(expected)
    },
    30_000,
  )

  test('a failure with alarm notifies those who may see the tasks, and the log has its cause', async () => {
    const { shop, admin } = await openClock()
    const body = { ...draft, jobName: '会失败', beanName: 'fail', alarm: true }
    const { id } = (await admin.call(scheduledJob.save, { body })).body
    await shop.app.work()
    await admin.call(scheduledJob.run, { params: { id } })
    await expect
      .poll(() => runsOf(admin))
      .toMatchObject([{ isSuccess: false, exceptionDetail: expect.stringContaining('the ledger does not add up') }])
    const notified = await shop.ctx.db.select().from(notifications).where(eq(notifications.event, 'job.failed'))
    expect(notified).toMatchObject([{ userId: admin.userId, title: '定时任务「会失败」执行失败' }])
    expect(await findJob(admin, id)).toMatchObject({ lastResult: false, running: false })
  })

  test('a run whose process died is marked as failed', async () => {
    const { shop, admin } = await openClock()
    const { id } = (await admin.call(scheduledJob.save, { body: draft })).body
    const dead = new Date(Date.now() - 61_000)
    const about = { id: id + 1000, jobId: id, jobName: '数数', beanName: 'count', params: {}, cronExpression: HOURLY }
    await shop.ctx.db
      .insert(jobRuns)
      .overridingSystemValue()
      .values({ ...about, trigger: 'cron', heartbeatAt: dead })
    expect(await findJob(admin, id)).toMatchObject({ running: true })
    await shop.app.work()
    await expect.poll(() => runsOf(admin)).toMatchObject([{ isSuccess: false, exceptionDetail: '服务重启中断' }])
  })

  test('expired rows are removed, others stay', async () => {
    const { shop, admin } = await openClock()
    const inAnHour = new Date(Date.now() + 3600_000)
    await shop.ctx.db.insert(captchas).values([
      { uuid: 'old', answer: '1', expiresAt: new Date(Date.now() - 1000) },
      { uuid: 'new', answer: '1', expiresAt: inAnHour },
    ])
    await shop.app.work()
    const job = (await listJobs(admin)).find(({ beanName }) => beanName === 'captchaCleanup')
    await admin.call(scheduledJob.run, { params: { id: job?.id ?? 0 } })
    await expect.poll(() => shop.ctx.db.select({ uuid: captchas.uuid }).from(captchas)).toEqual([{ uuid: 'new' }])
  })
})

async function openClock() {
  const shop = await openShop()
  const ran = register(shop.app)
  const held = { release: () => {} }
  const waiting = new Promise<void>((resolve) => {
    held.release = resolve
  })
  shop.app.platform.scheduler.handle('hold', {
    title: '等着',
    cron: SELDOM,
    run: async () => {
      await waiting
      return 0
    },
  })
  shop.app.platform.scheduler.handle('fail', {
    title: '失败',
    cron: SELDOM,
    run: async () => {
      throw new Error('the ledger does not add up')
    },
  })
  return { shop, ran, held, admin: await shop.signInAdmin() }
}

/** A handler that records its parameters. */
function register({ platform }: RunningApp): number[] {
  const ran: number[] = []
  platform.scheduler.handle('count', {
    title: '数',
    cron: SELDOM,
    params: t.Object({
      from: t.Optional(t.Integer({ title: '起点' })),
      name: t.Optional(t.String({ maxLength: 5000 })),
    }),
    run: async (_, { from = 0 }) => {
      ran.push(Number(from))
      return Number(from) + 1
    },
  })
  return ran
}

function toNextHour({ clock }: Shop): number {
  return 3600_000 - (clock.now().getTime() % 3600_000) + 50
}

async function listJobs(admin: Caller) {
  return (await admin.call(scheduledJob.list, { query: { limit: 100 } })).body.list
}

async function findJob(admin: Caller, id: number) {
  return (await listJobs(admin)).find((job) => job.id === id)
}

/** Runs of this test's tasks; the shop's own tasks also run when due. */
async function runsOf(admin: Caller) {
  const { body } = await admin.call(jobRun.list, { query: { limit: 100 } })
  return body.list.filter(({ beanName }) => ['count', 'hold', 'fail'].includes(beanName))
}

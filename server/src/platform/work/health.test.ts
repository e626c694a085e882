import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSilentProxy } from '../../testing/database/silent-proxy.ts'
import { useFakeTimeouts } from '../../testing/outside/fake-timeouts.ts'
import { openShop } from '../../testing/shop.ts'
import { openDatabase } from '../data/connection/database.ts'
import type { Platform } from '../http/context.ts'
import { answerHealth } from './health.ts'

/** Serves the probes of a platform. Returns what /readyz answers. */
function serveProbes(platform: Platform, minFreeBytes?: number) {
  const app = Fastify()
  onTestFinished(() => app.close())
  answerHealth({ fastify: app, platform }, minFreeBytes)
  return async () => {
    const answer = await app.inject('/readyz')
    return { status: answer.statusCode, body: answer.json() }
  }
}

async function openPlatform(databaseUrl?: string) {
  const shop = await openShop()
  const database = openDatabase(databaseUrl ?? shop.databaseUrl)
  // Not awaited: a silent connection ends only with its proxy.
  onTestFinished(() => void database.close())
  return { ...shop.ctx.platform, db: database.aside }
}

const unanswered = { status: 503, body: { status: 'unavailable', reason: '数据库没有应答' } }

test('/readyz answers within two seconds while the database is silent, however many ask, and is ready again after it', async () => {
  const { databaseUrl } = await openShop()
  const proxy = await openSilentProxy(databaseUrl)
  const ask = serveProbes(await openPlatform(proxy.url))
  expect(await ask()).toMatchObject({ status: 200, body: { status: 'ok' } })
  proxy.setSilent(true)
  useFakeTimeouts()
  const answers = Array.from({ length: 20 }, ask)
  await expect.poll(() => vi.getTimerCount()).toBe(answers.length)
  await vi.advanceTimersByTimeAsync(2000)
  for (const answer of await Promise.all(answers)) expect(answer).toMatchObject(unanswered)
})

test('/readyz answers while nothing listens at the address of the database', async () => {
  const answer = await serveProbes(await openPlatform('postgres://nobody@127.0.0.1:1/none'))()
  expect(answer).toMatchObject(unanswered)
})

test('/readyz names a full disk, and a database that is being started again', async () => {
  const platform = await openPlatform()
  const full = { status: 503, body: { status: 'unavailable', reason: '数据文件夹所在的磁盘已满' } }
  expect(await serveProbes(platform, Number.MAX_VALUE)()).toMatchObject(full)
  const embedded = { interruptions: [], lost: new Promise<never>(() => {}) }
  expect(await serveProbes({ ...platform, embedded: { ...embedded, trouble: 'disk full' } })()).toMatchObject(full)
  expect(await serveProbes({ ...platform, embedded: { ...embedded, trouble: 'restarting' } })()).toMatchObject({
    status: 503,
    body: { reason: '数据库意外终止，正在重新启动' },
  })
})

import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSilentProxy } from '../../testing/database/silent-proxy.ts'
import { openEmptyDatabase } from '../../testing/shop.ts'
import { onDatabase } from '../../testing/templates.ts'
import { openDatabase } from '../data/connection/database.ts'
import { openBus } from './bus.ts'

test('a bus whose connection has gone silent reconnects and reports that it may have missed messages', async () => {
  const database = await openEmptyDatabase()
  const proxy = await openSilentProxy(database.url)
  const bus = await openBus(proxy.url, Fastify().log, { askMs: 100, answerMs: 2000 })
  onTestFinished(() => bus.close())
  const received: string[] = []
  const gaps = vi.fn<() => void>()
  bus.subscribe('news', (payload) => received.push(payload))
  bus.onGap(gaps)
  proxy.setSilent(true)
  await new Promise((resolve) => setTimeout(resolve, 3000))
  proxy.setSilent(false)
  await expect.poll(() => gaps).toHaveBeenCalled()
  // Said again while the connection falls silent once more: on a busy machine an answer may take longer than 2 s.
  const say = () => onDatabase(database.url, `select pg_notify('zhanggui', E'news\\nagain')`)
  await expect.poll(() => say().then(() => received)).toContain('again')
})

test('an announcement wakes this process at once and only once, and others at most once in 100 ms, however many there are', async () => {
  const database = await openEmptyDatabase()
  const [near, far] = [await openBus(database.url, Fastify().log), await openBus(database.url, Fastify().log)]
  const { db, close } = openDatabase(database.url)
  onTestFinished(async () => {
    await Promise.all([near.close(), far.close()])
    await close()
  })
  const heard = { near: [] as string[], far: [] as string[] }
  near.subscribe('work', (payload) => heard.near.push(payload))
  far.subscribe('work', (payload) => heard.far.push(payload))
  near.announce(db, 'work', 'first')
  expect(heard.near).toEqual(['first'])
  await expect.poll(() => heard.far).toEqual(['first'])
  const begun = performance.now()
  let announced = 1
  for (; performance.now() < begun + 450; announced++) {
    near.announce(db, 'work', 'more')
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await new Promise((resolve) => setTimeout(resolve, 250))
  const own = heard.near.length
  expect(own).toBe(announced)
  expect(heard.far.length).toBeGreaterThan(1)
  // The first one of all came at once, and one may have been on its way.
  expect(heard.far.length).toBeLessThanOrEqual((performance.now() - begun) / 100 + 2)
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(heard.near.length, 'its own message does not come back').toBe(own)
})

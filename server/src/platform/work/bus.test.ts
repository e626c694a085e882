import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openEmptyDatabase } from '../../testing/shop.ts'
import { openSilentProxy } from '../../testing/silent-proxy.ts'
import { onDatabase } from '../../testing/templates.ts'
import { openBus } from './bus.ts'

test('a bus whose connection has gone silent reconnects and reports that it may have missed messages', async () => {
  const database = await openEmptyDatabase()
  const proxy = await openSilentProxy(database.url)
  const bus = await openBus(proxy.url, Fastify().log, { askMs: 100, answerMs: 300 })
  onTestFinished(() => bus.close())
  const received: string[] = []
  const gaps = vi.fn<() => void>()
  bus.subscribe('news', (payload) => received.push(payload))
  bus.onGap(gaps)
  proxy.setSilent(true)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  proxy.setSilent(false)
  await vi.waitFor(() => expect(gaps).toHaveBeenCalled(), 10_000)
  await onDatabase(database.url, `select pg_notify('zhanggui', E'news\\nagain')`)
  await vi.waitFor(() => expect(received).toEqual(['again']))
})

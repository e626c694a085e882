import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addressOf, openPage } from '../../testing/process/page-socket.ts'
import { makeProbe } from '../../testing/process/probe.ts'
import { openShop } from '../../testing/shop.ts'
import { drainCalls } from './drain.ts'

test('at the stop open calls finish, new ones are refused with 503, and sockets close last', async () => {
  const probe = makeProbe()
  const { app, ...shop } = await openShop({ serveMore: probe.serveMore })
  const admin = await shop.signInAdmin()
  const address = await addressOf(app)
  const page = await openPage(app, admin)
  const open = fetch(`${address}/api/probe/store`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'open', after: 'wait' }),
  })
  await probe.waiting
  const closing = app.close()
  const refused = await fetch(`${address}/auth/site`)
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ code: 'OVERLOADED', message: '服务正在重启，请稍后重试' })
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    connection: 'close',
    'retry-after': '5',
    'x-content-type-options': 'nosniff',
  })
  expect((await fetch(`${address}/readyz`)).status).toBe(503)
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect(page.socket.readyState).toBe(page.socket.OPEN)
  probe.release()
  const { status, headers } = await open
  expect({ status, connection: headers.get('connection') }).toEqual({ status: 200, connection: 'close' })
  await closing
  expect(await page.closed).toBe(1012)
})

test('a call that does not finish in time is cut; one whose client left is not waited for', async () => {
  const app = Fastify()
  const drain = drainCalls(app, 300)
  let arrived = Promise.withResolvers<void>()
  app.get('/never', () => {
    arrived.resolve()
    return new Promise(() => {})
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const left = fetch(`${address}/never`, { signal: leaving.signal }).catch(() => 'left')
  await arrived.promise
  arrived = Promise.withResolvers()
  leaving.abort()
  await left
  const cut = fetch(`${address}/never`).catch(() => 'cut')
  await arrived.promise
  const began = performance.now()
  await drain.close()
  // It waited as long as it may, and for the open call alone, which would never end.
  expect(performance.now() - began).toBeGreaterThan(250)
  app.server.closeAllConnections()
  await app.close()
  expect(await cut).toBe('cut')
})

import { brand } from '@zhanggui/contract/product/brand.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import * as t from '@zhanggui/contract/schema.ts'
import { count, eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp, buildFront } from './app.ts'
import { operationLogs } from './areas/monitor/log/operation-log.tables.ts'
import { openShop } from './testing/shop.ts'
import { liftRateLimits } from './testing/walk/hostile.ts'

test('routes that answered for an earlier platform answer like new ones, and record a call once', async () => {
  // An environment of its own gives the shop new routes.
  const shop = await openShop({ env: {} })
  const { app: fresh, ctx, databaseUrl } = shop
  await liftRateLimits(shop)
  const admin = await shop.signInAdmin()
  const { config } = fresh.platform
  const front = await buildFront(config)
  onTestFinished(() => front.app.fastify.close())
  const open = () => buildApp({ config, databaseUrl, front, now: ctx.now })

  const earlier = await open()
  const draft = { name: '晨光', isShow: true }
  expect((await admin.call(brand.save, { body: draft, process: earlier })).status).toBe(200)
  await earlier.close()
  expect((await admin.call(brand.list, { process: earlier })).status).toBe(503)

  const later = await open()
  expect(later.platform).not.toBe(earlier.platform)
  expect(await later.platform.caches.states()).toEqual([])
  const reads = fresh.routes.filter(
    ({ method, path, changes, response }) => method === 'GET' && !path.includes(':') && !changes && response !== t.File,
  )
  expect(reads.length).toBeGreaterThan(80)
  for (const route of reads) {
    const [one, other] = await Promise.all([fresh, later].map((process) => readWith(route, process)))
    expect(one).toEqual(other)
  }
  expect((await admin.call(brand.save, { body: { ...draft, name: '暮色' }, process: later })).status).toBe(200)
  await later.close()
  const { db } = ctx
  const [saved] = await db
    .select({ rows: count() })
    .from(operationLogs)
    .where(eq(operationLogs.description, brand.save.summary))
  expect(saved).toEqual({ rows: 2 })

  /** What does not depend on the moment: the status, the kind of content and the fields. */
  async function readWith(route: Route, process: typeof fresh) {
    const { status, body, headers } = await admin.call(route, { process })
    return { name: route.name, status, type: headers['content-type'], fields: Object.keys(Object(body)).sort() }
  }
})

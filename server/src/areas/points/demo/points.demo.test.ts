import { points } from '@zhanggui/contract/points/points.ts'
import { sign } from '@zhanggui/contract/points/sign.ts'
import { expect, test } from 'vitest'
import { type Actor, withContext } from '../../../platform/http/context.ts'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { toTomorrow } from '../../../testing/shanghai-clock.ts'
import { openShop } from '../../../testing/shop.ts'
import { fillUserDemo } from '../../user/demo/user.demo.ts'
import { fillPointsDemo } from './points.demo.ts'

test('18 a demo shop has points of staff, expiries and sign-ins that add up, and gets them once', {
  timeout: 60_000,
}, async () => {
  const shop = await openShop()
  toTomorrow(shop.clock, 12)
  const admin = await shop.signInAdmin()
  const caller: Actor = {
    ...{ userId: admin.userId, username: admin.username, name: '店主', sessionId: '', roles: [], level: 1 },
    ...{ permissions: new Set(['*:*:*']), scope: { all: true, deptIds: [], storeIds: undefined } },
    ...{ permVersion: 1, reauthAt: new Date(), duty: undefined },
  }
  const ctx = withContext(shop.ctx, { caller })
  await fillPointsDemo(ctx)
  await fillUserDemo(ctx)
  await fillPointsDemo(ctx)
  const total = async (body: object) => (await admin.call(points.list, { body, query: {} })).body.total
  const before = await total({})
  await fillPointsDemo(ctx)
  expect(await total({})).toBe(before)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  for (const linkType of ['system', 'sign', 'expire'] as const)
    expect(await total({ linkType }), linkType).toBeGreaterThan(7)
  const days = (await admin.call(sign.log, { query: { limit: 100 } })).body
  expect(days.total).toBeGreaterThan(120)
  expect((await admin.call(sign.log, { query: { dateLimit: ['today'] } })).body.total).toBeGreaterThan(5)
  const { body } = await admin.call(points.statistics, { query: {} })
  expect(body).toMatchObject({ signUsers: expect.any(Number) })
  expect(body.signUsers).toBeGreaterThan(15)
})

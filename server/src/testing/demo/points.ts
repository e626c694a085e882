import { points } from '@zhanggui/contract/points/points.ts'
import { sign } from '@zhanggui/contract/points/sign.ts'
import { expect } from 'vitest'
import { fillPointsDemo } from '../../areas/points/demo/points.demo.ts'
import type { Ctx } from '../../platform/http/context.ts'
import type { Caller } from '../shop.ts'

/** A demo shop has points of staff, expiries and sign-ins, and gets them once. */
export async function expectPoints(admin: Caller, filler: Ctx): Promise<void> {
  const total = async (body: object) => (await admin.call(points.list, { body, query: {} })).body.total
  const before = await total({})
  await fillPointsDemo(filler)
  expect(await total({})).toBe(before)
  for (const linkType of ['system', 'sign', 'expire'] as const)
    expect(await total({ linkType }), linkType).toBeGreaterThan(7)
  const days = (await admin.call(sign.log, { query: { limit: 100 } })).body
  expect(days.total).toBeGreaterThan(120)
  expect((await admin.call(sign.log, { query: { dateLimit: ['today'] } })).body.total).toBeGreaterThan(5)
  const { body } = await admin.call(points.statistics, { query: {} })
  expect(body).toMatchObject({ signUsers: expect.any(Number) })
  expect(body.signUsers).toBeGreaterThan(15)
}

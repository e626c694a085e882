import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { couponCode } from '@zhanggui/contract/coupon/coupon-code.ts'
import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { fillCouponDemo } from '../../areas/coupon/demo/coupon.demo.ts'
import type { Ctx } from '../../platform/http/context.ts'
import type { Caller, Shop } from '../shop.ts'

/** A demo shop has coupons of every type, scope and phase, with copies of 120 customers, and gets them once. */
export async function expectCoupons(shop: Shop, admin: Caller, filler: Ctx): Promise<void> {
  const counts = (await admin.call(coupon.counts, { query: {} })).body
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0)
  for (const query of [
    { type: 1 },
    { type: 2 },
    { type: 3 },
    { type: 4 },
    { useType: 1 },
    { useType: 2 },
    { useType: 3 },
  ])
    expect(
      (await admin.call(coupon.list, { query: query as object })).body.total,
      JSON.stringify(query),
    ).toBeGreaterThan(0)
  const copies = async (query: object) => (await admin.call(couponCopy.list, { query })).body.total
  expect(await copies({})).toBeGreaterThan(350)
  for (const source of ['receive', 'send', 'new', 'code']) expect(await copies({ source }), source).toBeGreaterThan(7)
  for (const status of [0, 2]) expect(await copies({ status }), String(status)).toBeGreaterThan(30)
  const { rows } = await shop.ctx.db.execute<{ holders: number }>(
    sql`select count(distinct uid)::int as holders from coupon_user`,
  )
  expect(rows[0]?.holders).toBeGreaterThanOrEqual(120)
  const batches = async () =>
    (await admin.call(couponCode.list, { query: {} })).body.list.map(({ kind, count }) => [kind, count])
  const both = [
    ['shared', 100],
    ['unique', 200],
  ]
  await expect.poll(async () => (await batches()).sort()).toEqual(both)
  // Copies may still come, with orders.
  const coupons = async () => (await admin.call(coupon.list, { query: {} })).body.total
  const all = await coupons()
  await fillCouponDemo(filler)
  expect([await coupons(), (await batches()).length]).toEqual([all, 2])
}

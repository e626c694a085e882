import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { couponCode } from '@zhanggui/contract/coupon/coupon-code.ts'
import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Actor, withContext } from '../../../platform/http/context.ts'
import { openShelves } from '../../../testing/category.ts'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { makeProduct, productDraft } from '../../../testing/product.ts'
import { products } from '../../product/product/product.tables.ts'
import { fillUserDemo } from '../../user/demo/user.demo.ts'
import { fillCouponDemo } from './coupon.demo.ts'

test('18 a demo shop has coupons of every type, scope and phase, with copies of 120 customers, and gets them once', {
  timeout: 60_000,
}, async () => {
  const { shop, staff, add } = await openShelves()
  const admin = await shop.signInAdmin()
  const caller: Actor = {
    ...{ userId: admin.userId, username: admin.username, name: '店主', sessionId: '', roles: [], level: 1 },
    ...{ permissions: new Set(['*:*:*']), scope: { all: true, deptIds: [], storeIds: undefined } },
    ...{ permVersion: 1, reauthAt: new Date(), duty: undefined },
  }
  const ctx = withContext(shop.ctx, { caller })
  const cateId = await add('家居')
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    await makeProduct(staff, productDraft(cateId, { storeName: `茶杯${n}` }))
  await ctx.db.update(products).set({ isShow: true })
  await fillCouponDemo(ctx)
  await fillUserDemo(ctx)
  await fillCouponDemo(ctx)
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
  const all = await copies({})
  expect(all).toBeGreaterThan(350)
  for (const source of ['receive', 'send', 'new', 'code']) expect(await copies({ source }), source).toBeGreaterThan(7)
  for (const status of [0, 2]) expect(await copies({ status }), String(status)).toBeGreaterThan(30)
  const { rows } = await ctx.db.execute(sql`select count(distinct uid)::int as holders from coupon_user`)
  expect(rows).toEqual([{ holders: 120 }])
  await shop.app.work()
  const batches = async () =>
    (await admin.call(couponCode.list, { query: {} })).body.list.map(({ kind, count }) => [kind, count])
  const both = [
    ['shared', 100],
    ['unique', 200],
  ]
  await expect.poll(async () => (await batches()).sort(), { timeout: 20_000 }).toEqual(both)
  await fillCouponDemo(ctx)
  expect(await copies({})).toBe(all)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Ctx } from '../../../platform/http/context.ts'
import { giveCopy } from '../../../testing/coupon-copy.ts'
import { openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { copyIsUsed, usingCopy } from './coupon-copy.parts.ts'
import { fateOfCoupon, returnCoupon } from './coupon-use.service.ts'

test('a copy is used from its first to its last second, both whole, and comes back unused up to the same', async () => {
  const { ctx } = await openShop()
  const [uid, other] = [await makeCustomer(ctx), await makeCustomer(ctx)]
  const [from, to] = ['2026-11-11T00:00:00.400Z', '2026-11-11T10:00:00.200Z'].map((at) => new Date(at))
  const { id: copy } = await giveCopy(ctx, uid, { startTime: from, endTime: to })
  const values = { orderId: sql`77::bigint`, copyId: sql`${copy}::bigint` }
  const use = async (moment: string, owner = uid) => {
    const at = sql`${new Date(moment)}::timestamptz`
    const { rows } = await ctx.db.execute<{ used: boolean }>(
      sql`with ${usingCopy({ ...values, uid: sql`${owner}::bigint`, at })} select ${copyIsUsed(values.copyId)} as used`,
    )
    return rows[0]?.used
  }
  const paid = { id: 77, uid, couponId: copy }
  const at = (moment: string): Ctx => Object.create(ctx, { now: { value: () => new Date(moment) } })
  expect(await use('2026-11-10T23:59:59.999Z')).toBe(false)
  expect(await use('2026-11-11T10:00:01.000Z')).toBe(false)
  expect(await use('2026-11-11T05:00:00Z', other), "another's").toBe(false)
  expect(await use('2026-11-11T00:00:00.000Z')).toBe(true)
  expect(await use('2026-11-11T00:00:00.000Z'), 'used already').toBe(false)
  const back = '返还优惠券「五元券」'
  expect(await fateOfCoupon(at('2026-11-11T10:00:00.999Z'), paid, { ends: true })).toEqual({
    returns: true,
    text: back,
  })
  expect(await returnCoupon(at('2026-11-11T10:00:00.999Z'), { ...paid, id: 78 }), 'of another order').toBe('')
  expect(await returnCoupon(at('2026-11-11T10:00:00.999Z'), paid)).toBe(back)
  expect(await returnCoupon(at('2026-11-11T10:00:00.999Z'), paid), 'twice').toBe('')
  expect(await use('2026-11-11T10:00:00.999Z')).toBe(true)
  const over = '优惠券已过期，不再返还'
  expect(await fateOfCoupon(at('2026-11-11T10:00:01.000Z'), paid, { ends: true })).toEqual({
    returns: true,
    text: over,
  })
  expect(await returnCoupon(at('2026-11-11T10:00:01.000Z'), paid)).toBe(over)
  const { rows } = await ctx.db.execute(
    sql`select status, order_id, (select sum(used)::int from coupon_count_delta) as used from coupon_user`,
  )
  expect(rows).toEqual([{ status: 2, order_id: null, used: 0 }])
})

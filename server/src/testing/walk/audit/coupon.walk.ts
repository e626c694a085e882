import { sql } from 'drizzle-orm'
import { couponCodes } from '../../../areas/coupon/code/coupon-code.tables.ts'
import { giveCopy, storeCoupon } from '../../coupon-copy.ts'
import { makeCustomer } from '../../user.ts'
import type { AreaWalk } from './audit-walk.ts'

export const couponWalk: AreaWalk = {
  walks: {
    'coupon.save': () => ({ body: { name: '十元券', money: 10, day: 7 } }),
    'coupon.update': (ids) => ({ body: { id: ids['coupon.save'], name: '周年券' } }),
    'coupon.useStatus': (ids) => ({ body: { id: ids['coupon.save'], status: true } }),
    'coupon-copy.receive': async (ids, { ctx }) => ({
      body: { couponId: ids['coupon.save'], uid: [await makeCustomer(ctx)] },
    }),
    'coupon-copy.undo': async (_, { ctx }) => {
      const { rows } = await ctx.db.execute<{ id: number }>(sql`select id from coupon_send`)
      return { body: { sendId: rows[0]?.id } }
    },
    'coupon-copy.revoke': async (_, { ctx }) => ({
      body: { ids: [(await giveCopy(ctx, await makeCustomer(ctx))).id], reason: '发错了' },
    }),
    'coupon-code.save': async (_, { ctx }) => {
      const couponId = await storeCoupon(ctx, { type: 4 })
      return { body: { couponId, kind: 'shared', code: 'SPRING2026' } }
    },
    'coupon-code.void': async (_, { ctx }) => {
      const [code] = await ctx.db.select().from(couponCodes)
      return { body: { couponId: code?.couponId, batchNo: code?.batchNo } }
    },
    'coupon.remove': (ids) => ({ body: { id: ids['coupon.save'] } }),
  },
  elsewhere: {
    'coupon.info': 'changes nothing',
  },
}

import type { User } from '@zhanggui/page-kit/data.ts'
import type { Viewer } from '@zhanggui/page-kit/rule.ts'
import { visitor } from '@zhanggui/page-kit/rule.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { getOwnAccount } from '../../user/centre/customer-centre.service.ts'
import type { Resolver } from './resolver.ts'
import * as own from './user.repository.ts'

/** What rules ask of the caller. */
export async function readViewer(ctx: Ctx): Promise<Viewer> {
  if (!ctx.shopper) return visitor
  const found = await own.findViewer(ctx, ctx.shopper.uid)
  const { level = 0, tagIds = [], hasPaid = false } = found ?? {}
  return { isSignedIn: true, hasPaid, tagIds: tagIds.map(Number), ...(level && { levelId: level }) }
}

/** The calling buyer. */
export const user: Resolver = async (ctx, components) => {
  const data = await readUser(ctx)
  return new Map(components.map(({ id }) => [id, data]))
}

async function readUser(ctx: Ctx): Promise<User> {
  if (!ctx.shopper) return { isSignedIn: false }
  const account = await getOwnAccount(ctx)
  const cartCount = await own.countCart(ctx, ctx.shopper.uid)
  const { level, nextLevel: next, experience, orderData: counts } = account
  return {
    isSignedIn: true,
    uid: account.uid,
    nickname: account.nickname,
    avatar: account.avatar,
    phone: account.phone,
    ...(level && { level: level.name }),
    percent: next ? Math.min(100, Math.floor((experience * 100) / Math.max(1, next.experience))) : 100,
    nextWords: next ? `再得${next.experience - experience}成长值升为${next.name}` : '',
    balance: account.nowMoney,
    points: account.integral,
    coupons: account.couponCount,
    favourites: account.collectCount,
    commission: account.brokeragePrice,
    orders: {
      unpaid: counts.unPaidCount,
      unsent: counts.unShippedCount,
      sent: counts.receivedCount,
      unreviewed: counts.evaluatedCount,
      refunds: counts.refundCount,
    },
    cartCount,
    isPromoter: account.isPromoter,
    isClerk: account.isClerk,
  }
}

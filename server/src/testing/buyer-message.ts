import type { BuyerMark } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { inArray } from 'drizzle-orm'
import { buyerMessageRules } from '../areas/wechat/buyer-message/buyer-message.tables.ts'
import type { Shop } from './shop.ts'

/** Has buyers told of these things by SMS, at any hour. */
export async function tellBySms({ ctx, app }: Shop, ...marks: BuyerMark[]): Promise<void> {
  await ctx.db
    .update(buyerMessageRules)
    .set({ isSms: true, quietFrom: '', quietTo: '' })
    .where(inArray(buyerMessageRules.mark, marks))
  app.platform.caches.named('buyer-message-rules').dropHere()
}

import { priceRules } from '@zhanggui/domain/promotion/price-rules.ts'
import * as t from '../schema.ts'

/** What one rule did to a price, or why it did nothing (docs/prices.md, The trace). */
export const TraceStep = t.Object({
  rule: t.OneOf(t.keysOf(priceRules), { title: '规则' }),
  applied: t.Boolean(),
  /** A sentence for buyer and staff. */
  reason: t.String(),
  /** What it took off; of freight what it adds. */
  amount: t.Yuan,
  code: t.String(),
  /** The level, coupon or freight template it comes from, by name. */
  about: t.Optional(t.String({ title: '来源' })),
  /** The amount by line, where it fell on some: of those, with their shares of `amount`. */
  lines: t.Optional(t.Array(t.Object({ skuId: t.Id, amount: t.Yuan }))),
  /** The goods that are missing for it. */
  lacks: t.Optional(t.Amount()),
})
export type TraceStep = t.Static<typeof TraceStep>

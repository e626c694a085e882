import * as t from '../schema.ts'

/** What a coupon or an activity may give away at most. 0: without a limit; not sent: as it is. */
export const budget = t.Optional(t.Amount({ title: '预算', maximum: 99_999_999.99, description: '0 不限；不传则不变' }))

/** What answers say of it: both null of what has none. */
export const budgetFields = {
  budget: t.Nullable(t.Amount({ title: '预算' })),
  /** By orders that are not closed, less the shares of what was refunded. */
  budgetUsed: t.Nullable(t.Amount({ title: '预算已用' })),
}

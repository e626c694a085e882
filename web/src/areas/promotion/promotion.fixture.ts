import type { CalendarRow } from '@zhanggui/contract/promotion/activity-calendar.ts'
import type { RankRow } from '@zhanggui/contract/promotion/activity-report.ts'

/** A coupon in the calendar, without an end of its receipt unless given. */
export function makeCalendarRow(id: number, given: Partial<CalendarRow> = {}): CalendarRow {
  return {
    ...{ type: 4, id, title: `券${id}`, productId: 0, image: '', startTime: null, stopTime: null },
    ...{ phase: 'receiving', status: true, quota: null, quotaShow: null, lowest: null, belowCost: false },
    ...{ conflicts: [], ...given },
  }
}

/** What a coupon brought. */
export function makeRank(id: number, given: Partial<RankRow> = {}): RankRow {
  return {
    ...{ id, title: `券${id}`, received: 120, used: 48, useRate: 40, expired: 6, orderAmount: 12_846.3 },
    ...{ discount: 960, newBuyers: 9, avgOrder: 267.63, roi: 4.2, ...given },
  }
}

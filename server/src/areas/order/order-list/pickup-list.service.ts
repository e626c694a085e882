import type { PickupQuery, PickupRow, PickupState } from '@zhanggui/contract/order/pickup-order.ts'
import { pickupStates } from '@zhanggui/contract/order/pickup-order.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import type { OrderTab } from '@zhanggui/domain/order/order-state.ts'
import { wireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type FilterOf, type Only, readPage } from '../../../platform/http/paging.ts'
import { meaningsOf, storesOf } from '../order-keyword/order-keyword.service.ts'
import type { OrderFilter } from './order-filter.repository.ts'
import { shownCode } from './order-info.service.ts'
import * as lists from './order-list.repository.ts'
import { describer } from './order-list.service.ts'

/** The tabs in which orders of the counter stand; buyers delete what has ended. */
const tabsOf: Record<PickupState, readonly OrderTab[]> = {
  all: [3, 4, 5, 6, 7, 8, 9, 11],
  toBeWrittenOff: [4],
  writtenOff: [5, 6, 7, 11],
  refunding: [8],
  refunded: [9, 11],
}

/** Orders of the days they were verified on come in the order they were. */
export const pickupSort = ({ verifiedIn }: OrderFilter) => verifiedIn && { by: 'verifyTime' as const, isUp: false }

/**
 * A page of the pick-up desk, newest first, with what all of its orders came to, within the caller's stores. Orders of the
 * days they were verified on come in the order they were.
 * @param own the stores of a caller who is no account
 * @throws 400 for an invalid time range, or a page too far
 */
export async function listPickups(ctx: Ctx, { page, limit, ...query }: PickupQuery, own?: readonly number[]) {
  const paging = readPage({ page, limit })
  const filter = await readPickupFilter(ctx, query, own)
  const found = await lists.listPage(ctx, filter, pickupSort(filter), paging)
  const names = await lists.namesAtCounter(
    ctx,
    found.map(({ id }) => id),
  )
  const describe = await describer(ctx)
  const { parts, isLowerBound } = await lists.sumPickups(
    ctx,
    await readPickupFilter(ctx, { ...query, status: 'all' }, own),
  )
  const { status = 'all' } = query
  const wanted = parts.filter(({ state }) => status === 'all' || state === status)
  const sum = (of: (part: lists.PickupPart) => number) => wanted.reduce((total, part) => total + of(part), 0)
  const countOf = (state: string) => parts.find((part) => part.state === state)?.orders ?? 0
  const total = sum(({ orders }) => orders)
  return {
    list: found.map((row): PickupRow => {
      const { clerkName = '', spreader = '' } = names.get(row.id) ?? {}
      return { ...describe(row), clerkName, spreader, verifyTime: wireTime(row.verifyTime), verifyCode: shownCode(row) }
    }),
    total,
    ...(isLowerBound && { totalIsLowerBound: true }),
    page: paging.page,
    limit: paging.limit,
    summary: {
      orderTotal: total,
      orderTotalPrice: toYuan(sum(({ amountFen }) => amountFen)),
      refundTotal: sum(({ refunds }) => refunds),
      refundTotalPrice: toYuan(sum(({ refundFen }) => refundFen)),
      collected: toYuan(sum(({ collectedFen }) => collectedFen)),
      isLowerBound,
    },
    statusNum: Object.fromEntries(
      pickupStates.map((state) => [
        state,
        state === 'all' ? parts.reduce((all, { orders }) => all + orders, 0) : countOf(state),
      ]),
    ),
  }
}

/** The conditions of a query of the pick-up desk, within the caller's stores. */
export async function readPickupFilter<Query extends FilterOf<PickupQuery>>(
  ctx: Ctx,
  query: Only<FilterOf<PickupQuery>, Query>,
  own?: readonly number[],
): Promise<OrderFilter> {
  const {
    storeId,
    dateLimit,
    dateField = 'create',
    keywords,
    status = 'all',
    clerkId,
    staffId,
    ...left
  }: FilterOf<PickupQuery> = query
  allRead(left)
  const { from, to } = parseTimeRange(dateLimit, ctx.now())
  const range = from && to && { from, to }
  const storeIds = own ?? storesOf(ctx, storeId || undefined)
  return {
    pickup: status,
    tabs: tabsOf[status],
    ...(storeIds ? { storeIds } : { shippingType: 2 }),
    ...(keywords?.trim() && { meanings: [meaningsOf(keywords)] }),
    ...(range && (dateField === 'create' ? { time: { field: 'create', ...range } } : { verifiedIn: range })),
    ...(clerkId && { clerkId }),
    ...(staffId && { staffId }),
  }
}

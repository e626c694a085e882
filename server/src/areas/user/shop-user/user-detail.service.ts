import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { DetailRow, shopUser, TopDetail } from '@zhanggui/contract/user/shop-user.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { areaText } from '@zhanggui/domain/order/order-label.ts'
import { copyState, copyStates, couponSources } from '@zhanggui/domain/promotion/coupon.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { defineHook } from '../../../platform/hooks.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { type Page, readPage } from '../../../platform/http/paging.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import * as addresses from '../address/buyer-address.repository.ts'
import * as users from './shop-user.repository.ts'
import { getUser, seesBalances, WHAT } from './shop-user.service.ts'
import * as details from './user-detail.repository.ts'

/** A customer's orders within the caller's stores: of a later area. */
export type OrdersOfCustomer = {
  /** All of them, those paid for, and of these those since a moment. */
  figures(ctx: Ctx, uid: number, since: Date): Promise<{ all: number; paid: number; paidSince: number }>
  list(ctx: Ctx, uid: number, paging: Page): Promise<{ list: DetailRow[]; total: number }>
}
export const ordersOfCustomer = defineHook<OrdersOfCustomer>('orders of a customer')

/** Rows of a list are counted up to this number. */
const MAX_COUNTED = 10_000
/** The lists that show what a customer has. */
const LEDGERS = ['1', '2', '3', '4', '6']

/** The head of a customer's detail. @throws 404 */
export async function getTopDetail(ctx: Ctx, uid: number): Promise<TopDetail> {
  const user = await getUser(ctx, uid)
  const { from = ctx.now() } = parseTimeRange('month', ctx.now())
  const sums = await details.sumBills(ctx, uid, from)
  const counts = await users.countDetails(ctx, uid, MAX_COUNTED)
  const row = await users.find(ctx, uid)
  const [orders] = ctx.platform.hooks.of(ordersOfCustomer)
  const ordered = await orders?.figures(ctx, uid, from)
  const sees = seesBalances(ctx)
  const seen = Object.entries(counts).filter(([type]) => sees || !LEDGERS.includes(type))
  return {
    user,
    balance: user.nowMoney,
    integralCount: user.integral,
    allOrderCount: ordered?.paid ?? 0,
    monthOrderCount: ordered?.paidSince ?? 0,
    allConsumeCount: user.consumeMoney,
    monthConsumeCount: sees ? toYuan(sums.monthFen) : null,
    refundCount: sums.refundCount,
    refundMoney: sees ? toYuan(row?.user.refundMoneyFen ?? 0) : null,
    couponCount: sees ? await details.countCoupons(ctx, uid) : null,
    avgPrice:
      sees && user.payCount ? toYuan(Math.round((row?.user.consumeMoneyFen ?? 0) / user.payCount)) : sees ? 0 : null,
    lastPayTime: user.lastPayTime,
    counts: {
      ...Object.fromEntries(seen),
      0: Math.min(ordered?.all ?? 0, MAX_COUNTED),
      5: await details.countRelations(ctx, user),
    },
  }
}

/** A page of one of a customer's lists, newest first; those of what a customer has are empty for accounts that see no balances. @throws 404 */
export async function listDetails(ctx: Ctx, { query }: RouteInput<typeof shopUser.detailList>) {
  const { userId, type, ...left } = query
  const paging = readPage(left)
  const found = await users.find(ctx, userId)
  if (!found) throw notFound(WHAT)
  const hidden = !seesBalances(ctx) && LEDGERS.includes(String(type))
  const page = hidden ? { list: [], total: 0 } : await lists[type](ctx, found.user, paging)
  return { ...page, page: paging.page, limit: paging.limit }
}

type Listing = (ctx: Ctx, user: users.ShopUser, paging: Page) => Promise<{ list: DetailRow[]; total: number }>

const lists: Record<RouteInput<typeof shopUser.detailList>['query']['type'], Listing> = {
  0: async (ctx, { id }, paging) => {
    const [orders] = ctx.platform.hooks.of(ordersOfCustomer)
    return orders ? orders.list(ctx, id, paging) : { list: [], total: 0 }
  },
  1: async (ctx, { id }, paging) => {
    const { rows, ...counted } = await details.listPoints(ctx, id, paging)
    return {
      list: rows.map(({ row, operatorName }) => ({
        ...entry(row, operatorName),
        pm: row.type === 1 ? 1 : 0,
        number: row.integral,
        balance: row.balance,
        status: row.status,
      })),
      ...counted,
    }
  },
  2: async (ctx, { id }, paging) => {
    const { rows, ...counted } = await details.listSignIns(ctx, id, paging)
    return {
      list: rows.map(({ id: logId, title, signDay, integral, experience, createdAt }) => ({
        id: logId,
        createTime: toWireTime(createdAt),
        title,
        content: signDay,
        number: integral,
        experience,
      })),
      ...counted,
    }
  },
  3: async (ctx, { id }, paging) => {
    const { rows, ...counted } = await details.listCoupons(ctx, id, paging)
    return { list: rows.map((row) => toCouponRow(row, ctx.now())), ...counted }
  },
  4: async (ctx, { id }, paging) => {
    const { rows, ...counted } = await details.listBills(ctx, id, paging)
    return {
      list: rows.map(({ row, operatorName }) => ({
        ...entry(row, operatorName),
        pm: row.pm,
        number: toYuan(row.numberFen),
        balance: toYuan(row.balanceFen),
        status: row.status,
      })),
      ...counted,
    }
  },
  5: async (ctx, customer, paging) => {
    const { rows, ...counted } = await details.listRelations(ctx, customer, paging)
    const media = await readMedia(ctx)
    const sees = seesBalances(ctx)
    return {
      list: rows.map(({ user, isUp }) => ({
        id: user.id,
        createTime: toWireTime(user.createdAt),
        relation: isUp ? 'up' : 'down',
        nickname: user.nickname,
        avatar: media.toWire(user.avatar),
        phone: maskPhone(user.phone),
        payCount: user.payCount,
        ...(sees && { consumeMoney: toYuan(user.consumeMoneyFen) }),
      })),
      ...counted,
    }
  },
  6: async (ctx, { id }, paging) => {
    const { rows, ...counted } = await details.listExperience(ctx, id, paging)
    return {
      list: rows.map(({ row, operatorName }) => ({
        ...entry(row, operatorName),
        pm: row.type === 1 ? 1 : 0,
        number: row.experience,
        balance: row.balance,
      })),
      ...counted,
    }
  },
  7: async (ctx, { id }, paging) => {
    const { rows, total } = await addresses.list(ctx, id, paging)
    return {
      list: rows.map(({ id: addressId, realName, phone, isDefault, createdAt, ...place }) => ({
        id: addressId,
        createTime: toWireTime(createdAt),
        title: realName,
        phone: maskPhone(phone),
        isDefault,
        content: areaText(place),
      })),
      total,
    }
  },
  10: async (ctx, { id }, paging) => {
    const { rows, ...counted } = await details.listNotes(ctx, id, paging)
    return {
      list: rows.map(({ id: noteId, content, operatorName, createdAt }) => ({
        id: noteId,
        content,
        operatorName,
        createTime: toWireTime(createdAt),
      })),
      ...counted,
    }
  },
}

type CouponRow = Awaited<ReturnType<typeof details.listCoupons>>['rows'][number]

function toCouponRow({ copy, orderNo }: CouponRow, now: Date): DetailRow {
  const { startTime: from, endTime: to } = copy
  return {
    id: copy.id,
    createTime: toWireTime(copy.createdAt),
    title: copy.name,
    number: toYuan(copy.moneyFen),
    minPrice: toYuan(copy.minPriceFen),
    startTime: toWireTime(from),
    endTime: toWireTime(to),
    content: copyStates[copyState({ status: copy.status, from, to }, now)],
    linkId: orderNo,
    mark: copy.voidReason || couponSources[copy.source],
  }
}

type Entry = { id: number; title: string; mark: string; linkId: string; createdAt: Date }

function entry({ id, title, mark, linkId, createdAt }: Entry, operatorName: string) {
  return { id, title, mark, linkId, operatorName, createTime: toWireTime(createdAt) }
}

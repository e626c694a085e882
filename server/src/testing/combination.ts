import { type Combination, type CombinationDraft, combination } from '@zhanggui/contract/combination/combination.ts'
import { frontCombination } from '@zhanggui/contract/combination/front-combination.ts'
import { team } from '@zhanggui/contract/combination/team.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { settleTeams } from '../areas/order/order-team/order-team.service.ts'
import { sendRefund } from '../areas/payment/refund/refund-send.service.ts'
import { addBalance } from '../areas/user/ledger/ledger.service.ts'
import { inTransaction } from '../platform/http/context.ts'
import { openSellingShop, placeOrder, type SellingShop } from './checkout.ts'
import { toTomorrow } from './shanghai-clock.ts'
import type { Caller, Shop, ShopOptions } from './shop.ts'

/** All calls about team products and teams. */
export const combinationCalls = [...Object.values(combination), ...Object.values(team), ...Object.values(activity)]

/** A shop at nine in the morning, with towels at 20 yuan and somebody who keeps its team products. */
export type CombinationShop = SellingShop & { keeper: Caller }

const productRights = [
  ...['save', 'update', 'info', 'list', 'down', 'up', 'delete', 'cost:view'].map((right) => `admin:product:${right}`),
  'admin:category:save',
]

export async function openCombinationShop({
  stock = 50,
  ...options
}: ShopOptions & { stock?: number } = {}): Promise<CombinationShop> {
  const opened = await openSellingShop({ attrValue: [{ price: 20, cost: 5, stock }] }, options)
  const { shop } = opened
  toTomorrow(shop.clock, 9)
  const keeper = await shop.signIn({ can: combinationCalls, permissions: ['admin:product:cost:view'] })
  const staff = await shop.signIn({ permissions: productRights })
  return { ...opened, staff, keeper }
}

/** What is typed of a team product of the shop's towels: three buyers within a day, today and the two days after. */
export function combinationDraft(
  { shop, productId, skuId }: Pick<CombinationShop, 'shop' | 'productId' | 'skuId'>,
  change: Partial<CombinationDraft> = {},
): CombinationDraft {
  const today = shop.clock.now()
  return {
    productId,
    title: '毛巾拼团',
    image: 'https://m.example/a.jpg',
    images: ['https://m.example/a.jpg'],
    unitName: '条',
    tempId: 1,
    startTime: toWireDay(today),
    stopTime: toWireDay(new Date(today.getTime() + 2 * 24 * 3600_000)),
    people: 3,
    effectiveTime: 24,
    num: 5,
    onceNum: 3,
    status: true,
    attrValue: [{ skuId, price: 9.9, quota: 30 }],
    ...change,
  }
}

/** A team product that runs, with the id by which its SKU is bought. */
export type OpenCombination = { id: number; activitySkuId: number; skuId: number }

export async function openCombination(
  shop: CombinationShop,
  change: Partial<CombinationDraft> = {},
): Promise<OpenCombination> {
  const { status, body } = await shop.keeper.call(combination.save, { body: combinationDraft(shop, change) })
  if (status !== 200) throw new Error(JSON.stringify(body))
  const sku = (await readCombination(shop, body.id)).attrValue.find((each) => each.id !== null)
  return { id: body.id, activitySkuId: sku?.id ?? 0, skuId: sku?.skuId ?? 0 }
}

export async function readCombination({ keeper }: Pick<CombinationShop, 'keeper'>, id: number): Promise<Combination> {
  const { status, body } = await keeper.call(combination.info, { query: { id } })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** Asks for a checkout that opens a team, or joins one. */
export const askTeam = (buyer: Caller, { id, activitySkuId }: OpenCombination, pinkId = 0, num = 1) =>
  buyer.call(frontOrder.pre, {
    body: {
      preOrderType: 'buyNow',
      orderDetails: [{ attrValueId: activitySkuId, productNum: num, combinationId: id, pinkId }],
    },
  })

/** Orders in a team product as far as the order that waits for its money. Returns its number. */
export async function orderInTeam(
  buyer: Caller,
  sale: OpenCombination,
  { pinkId = 0, num = 1, ...choices }: { pinkId?: number; num?: number } & Parameters<typeof placeOrder>[2] = {},
): Promise<string> {
  const { status, body } = await askTeam(buyer, sale, pinkId, num)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const made = await placeOrder(buyer, body.preOrderNo, choices)
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
  return made.body.orderNo
}

/** A buyer with a thousand yuan. */
export const richBuyer = async (shop: Shop): Promise<Caller> => enrich(shop, await shop.buyer())

/** Gives a buyer a thousand yuan. */
export async function enrich({ ctx }: Shop, buyer: Caller): Promise<Caller> {
  await inTransaction(ctx, (tx) => addBalance(tx, { uid: buyer.userId, type: 'system_add', numberFen: 1000_00 }))
  return buyer
}

export const payOrder = (buyer: Caller, orderNo: string) =>
  buyer.call(frontPay.pay, { body: { orderNo, payType: 'yue', channel: 'h5' } })

/** Orders and pays from the balance. Returns where the order stands. */
export async function buyInTeam(
  shop: Shop,
  sale: OpenCombination,
  { buyer: given, ...wish }: Parameters<typeof orderInTeam>[2] & { buyer?: Caller } = {},
) {
  const buyer = given ?? (await richBuyer(shop))
  const orderNo = await orderInTeam(buyer, sale, wish)
  const { status, body } = await payOrder(buyer, orderNo)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { buyer, orderNo, ...(await teamOf(shop, orderNo)) }
}

/** Where an order stands, and its team. */
export async function teamOf({ ctx }: Shop, orderNo: string) {
  const { rows } = await ctx.db.execute<{
    pinkId: number
    pinkStatus: number
    tab: number
    refundStatus: number
    paid: boolean
  }>(sql`select pink_id as "pinkId", pink_status as "pinkStatus", tab, refund_status as "refundStatus", paid
    from store_order where order_no = ${orderNo}`)
  const [row] = rows
  if (!row) throw new Error(`no order ${orderNo}`)
  return row
}

/** A team as its row says. */
export async function readTeam({ ctx }: Shop, id: number) {
  const { rows } = await ctx.db.execute<{
    status: number
    people: number
    memberCount: number
    virtualCount: number
    endReason: string
    uid: number
  }>(sql`select status, people, member_count as "memberCount", virtual_count as "virtualCount", end_reason as "endReason", uid
    from team where id = ${id}`)
  return rows[0]
}

/** Has the job of teams run, and what it sends be sent. */
export async function settle({ ctx }: Shop): Promise<void> {
  const { signal } = new AbortController()
  await settleTeams(ctx, signal)
  const { rows } = await ctx.db.execute<{ id: number }>(sql`select id from refund where state = 0 order by id`)
  for (const { id } of rows) await sendRefund(ctx, id)
}

/** Time passes, and everybody stays signed in. */
export async function pass({ ctx, clock }: Shop, ms: number): Promise<void> {
  clock.advance(ms)
  await ctx.db.execute(
    sql`update session set last_active_at = ${ctx.now()}, absolute_expires_at = ${ctx.now()}::timestamptz + interval '1 year'`,
  )
  await ctx.db.execute(sql`update buyer_session set expires_at = ${ctx.now()}::timestamptz + interval '1 year'`)
}

/** Leaves a team. */
export const leave = (buyer: Caller, pinkId: number) => buyer.call(frontCombination.remove, { body: { pinkId } })

import { type Bargain, type BargainDraft, bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { bargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { frontBargain } from '@zhanggui/contract/bargain/front-bargain.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { settleSessions } from '../areas/bargain/session/session-end.service.ts'
import { openSellingShop, placeOrder, type SellingShop } from './checkout.ts'
import { toTomorrow } from './shanghai-clock.ts'
import type { Caller, Shop, ShopOptions } from './shop.ts'

/** All calls about bargains and their sessions. */
export const bargainCalls = [...Object.values(bargain), ...Object.values(bargainSession), ...Object.values(activity)]

/** A shop at nine in the morning, with towels at 20 yuan and somebody who keeps its bargains. */
export type BargainShop = SellingShop & { keeper: Caller }

const productRights = [
  ...['save', 'update', 'info', 'list', 'down', 'up', 'delete', 'cost:view'].map((right) => `admin:product:${right}`),
  'admin:category:save',
]

export async function openBargainShop({
  stock = 50,
  ...options
}: ShopOptions & { stock?: number } = {}): Promise<BargainShop> {
  const opened = await openSellingShop({ attrValue: [{ price: 20, cost: 5, stock }] }, options)
  const { shop } = opened
  toTomorrow(shop.clock, 9)
  const keeper = await shop.signIn({ can: bargainCalls, permissions: ['admin:product:cost:view'] })
  const staff = await shop.signIn({ permissions: productRights })
  return { ...opened, staff, keeper }
}

/** What is typed of a bargain of the shop's towels: from 20 to 8 yuan in three cuts, today and the two days after. */
export function bargainDraft(
  { shop, productId, skuId }: Pick<BargainShop, 'shop' | 'productId' | 'skuId'>,
  change: Partial<BargainDraft> = {},
): BargainDraft {
  const today = shop.clock.now()
  return {
    productId,
    title: '毛巾砍价',
    image: 'https://m.example/a.jpg',
    images: ['https://m.example/a.jpg'],
    unitName: '条',
    tempId: 1,
    startTime: toWireDay(today),
    stopTime: toWireDay(new Date(today.getTime() + 2 * 24 * 3600_000)),
    peopleNum: 3,
    bargainNum: 5,
    num: 3,
    status: true,
    attrValue: [{ skuId, price: 20, minPrice: 8, quota: 10 }],
    ...change,
  }
}

/** A bargain that runs, with the id by which its SKU is bought. */
export type OpenBargain = { id: number; activitySkuId: number }

export async function openBargain(own: BargainShop, change: Partial<BargainDraft> = {}): Promise<OpenBargain> {
  const { status, body } = await own.keeper.call(bargain.save, { body: bargainDraft(own, change) })
  if (status !== 200) throw new Error(JSON.stringify(body))
  const sku = (await readBargain(own, body.id)).attrValue.find((each) => each.id !== null)
  return { id: body.id, activitySkuId: sku?.id ?? 0 }
}

export async function readBargain({ keeper }: Pick<BargainShop, 'keeper'>, id: number): Promise<Bargain> {
  const { status, body } = await keeper.call(bargain.info, { query: { id } })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** What is left, held and sold of the SKU of a bargain. */
export async function quotaOf(own: Pick<BargainShop, 'keeper'>, { id }: OpenBargain) {
  const { quota, reserved, sales } = await readBargain(own, id)
  return [quota, reserved, sales]
}

export const startIn = (buyer: Caller, { id }: OpenBargain) =>
  buyer.call(frontBargain.start, { body: { bargainId: id } })

/** Starts a session. Returns its id. */
export async function begin(buyer: Caller, sale: OpenBargain): Promise<number> {
  const { status, body } = await startIn(buyer, sale)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.bargainUserId
}

export const help = (buyer: Caller, bargainUserId: number) => buyer.call(frontBargain.help, { body: { bargainUserId } })

/** Starts a session and has it won by its owner and others. */
export async function win(own: BargainShop, sale: OpenBargain, owner?: Caller): Promise<{ buyer: Caller; id: number }> {
  const buyer = owner ?? (await own.shop.buyer())
  const id = await begin(buyer, sale)
  for (let helper = buyer, finished = false; !finished; helper = await own.shop.buyer()) {
    const { status, body } = await help(helper, id)
    if (status !== 200) throw new Error(JSON.stringify(body))
    finished = body.finished
    if (finished) break
  }
  return { buyer, id }
}

/** Asks for a checkout of a session. */
export const askSession = (buyer: Caller, { id, activitySkuId }: OpenBargain, bargainUserId: number, num = 1) =>
  buyer.call(frontOrder.pre, {
    body: {
      preOrderType: 'buyNow',
      orderDetails: [{ attrValueId: activitySkuId, productNum: num, bargainId: id, bargainUserId }],
    },
  })

/** Orders a won session as far as the order that waits for its money. Returns its number. */
export async function orderSession(
  buyer: Caller,
  sale: OpenBargain,
  bargainUserId: number,
  choices: Parameters<typeof placeOrder>[2] = {},
): Promise<string> {
  const { status, body } = await askSession(buyer, sale, bargainUserId)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const made = await placeOrder(buyer, body.preOrderNo, choices)
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
  return made.body.orderNo
}

/** What the page of a session says to a caller. */
export async function lookAt(caller: Caller, sale: OpenBargain, bargainUserId?: number) {
  const query = { bargainId: sale.id, ...(bargainUserId !== undefined && { bargainUserId }) }
  const { status, body } = await caller.call(frontBargain.user, { query })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** A session as its row says. */
export async function readSession({ ctx }: Shop, id: number) {
  const { rows } = await ctx.db.execute<{
    status: number
    isCancelled: boolean
    isHeld: boolean
    cutFen: number
    cutCount: number
    orderId: number | null
  }>(sql`select status, is_cancelled as "isCancelled", is_held as "isHeld", cut_fen as "cutFen", cut_count as "cutCount",
    order_id as "orderId" from bargain_session where id = ${id}`)
  const [row] = rows
  if (!row) throw new Error(`no session ${id}`)
  return row
}

/** Has the job of bargains run. */
export const settle = ({ ctx }: Shop) => settleSessions(ctx, new AbortController().signal)

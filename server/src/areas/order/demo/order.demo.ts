import type { OrderStatus, PayType } from '@zhanggui/domain/order/order-state.ts'
import { SHANGHAI_OFFSET_MS } from '@zhanggui/domain/time.ts'
import { pointsStatuses } from '@zhanggui/domain/user/ledger.ts'
import { sql } from 'drizzle-orm'
import { type Buyer, type BuyerChannel, type Ctx, inTransaction, withContext } from '../../../platform/http/context.ts'
import { randomFrom } from '../../../platform/security/random.ts'
import { editAddress, getDefaultAddress } from '../../user/address/buyer-address.service.ts'
import { changePoints } from '../../user/ledger/ledger.service.ts'
import * as orders from '../order/order.repository.ts'
import { changePrice, closeByShop, markOrder } from '../order/order-change.service.ts'
import { createOrder } from '../order/order-create.service.ts'
import { cancelOwnOrder, remindOwnOrder } from '../order/order-own.service.ts'
import { closeOrder, markPaid } from '../order/order-transition.service.ts'
import { insertPaid } from '../payment/payment.repository.ts'
import { beginCheckout } from '../pre-order/pre-order.service.ts'
import { buyerNotes, shopNotes, streets } from './order-words.demo.ts'

const SEED = 20_261_123
const ORDERS = 320
const DAYS = 90
const DAY_MS = 24 * 3600_000
const HOUR_MS = 3600_000
const MINUTE_MS = 60_000

type Customer = {
  id: number
  nickname: string
  phone: string | null
  realName: string
  type: BuyerChannel
  since: Date
}
type Goods = { skuId: number; left: number; price: number }
type Stage = { random: () => number; customers: Customer[]; goods: Goods[]; places: number[]; storeIds: number[] }

/**
 * Fills a demo shop without orders with ninety days of them, always the same except for their dates: made, paid, cancelled and
 * closed by the services that buyers and staff use, with the clock moved, so that stock and ledgers add up. What was paid
 * long ago has arrived since.
 */
export async function fillOrderDemo(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute(sql`select from store_order limit 1`)
  if (rows.length) return
  await inTransaction(ctx, async (tx) => {
    const stage = await prepare(tx)
    if (!stage.customers.length || !stage.goods.length || !stage.places.length) return
    for (let n = 0; n < ORDERS; n++) await addOne(tx, stage, n)
  })
}

async function prepare(tx: Ctx): Promise<Stage> {
  const customers = await tx.db.execute<Customer>(sql`
    select id, nickname, phone, real_name as "realName", user_type as type, created_at as since from shop_user
    where status order by id`)
  const goods = await tx.db.execute<Goods>(sql`
    select sku.id as "skuId", sku.stock as left, sku.price_fen as price
    from product_sku as sku join product on product.id = sku.product_id
    where product.is_show and not product.is_recycle and not product.is_del and sku.is_show and not sku.is_del
      and product.min_qty = 1 and product.limit_type = 0 and sku.stock > 40 and sku.price_fen between 500 and 90000
    order by sku.id limit 160`)
  const places = await tx.db.execute<{ id: number }>(sql`
    select city_id as id from region as leaf where level = 2 and is_show
      and not exists (select from region where parent_id = leaf.city_id) and city_id / 10000 in (11, 12, 31, 32, 33, 34, 35, 37, 42, 43, 44, 51) and city_id % 7 = 4 order by city_id limit 90`)
  const stores = await tx.db.execute<{ id: number }>(sql`select id from store where is_show and not is_del order by id`)
  return {
    random: randomFrom(SEED),
    customers: customers.rows,
    goods: goods.rows,
    places: places.rows.map(({ id }) => id),
    storeIds: stores.rows.map(({ id }) => id),
  }
}

async function addOne(tx: Ctx, stage: Stage, n: number): Promise<void> {
  const { random, customers } = stage
  const at = momentOf(n, random, tx.now())
  const known = customers.filter(({ since }) => new Date(since) < at)
  // Some buy often, most now and then.
  const customer = known[Math.floor(random() ** 2 * known.length)]
  if (!customer) return
  const buyer: Buyer = { uid: customer.id, name: customer.nickname, sessionId: '', channel: customer.type }
  const then = withContext(tx, { caller: undefined, shopper: buyer, now: () => at })
  const orderDetails = pickGoods(stage)
  const { preOrderNo } = await beginCheckout(then, { preOrderType: 'buyNow', orderDetails })
  const { orderNo, paid } = await createOrder(then, {
    preOrderNo,
    ...(await receiverOf(then, stage, customer, n)),
    useIntegral: n % 5 === 2,
    mark: n % 6 === 1 ? (buyerNotes[n % buyerNotes.length] ?? '') : '',
  })
  await goOn(tx, stage, { n, orderNo, paid, at, buyer })
}

function pickGoods({ random, goods }: Stage) {
  const wanted = 1 + Math.floor(random() ** 3 * 4)
  const picked = new Map<number, number>()
  for (let index = 0; index < wanted; index++) {
    const item = goods[Math.floor(random() ** 1.5 * goods.length)]
    if (!item || item.left < 20) continue
    const num = random() < 0.75 ? 1 : 2
    item.left -= num
    picked.set(item.skuId, (picked.get(item.skuId) ?? 0) + num)
  }
  if (!picked.size) picked.set(goods[0]?.skuId ?? 0, 1)
  return [...picked].map(([attrValueId, productNum]) => ({ attrValueId, productNum }))
}

async function receiverOf(then: Ctx, { storeIds, places, random }: Stage, customer: Customer, n: number) {
  const phone = customer.phone ?? `137${String(10_000_000 + customer.id * 7919).slice(-8)}`
  const realName = customer.realName || customer.nickname.slice(0, 6)
  const storeId = n % 9 === 4 ? storeIds[n % storeIds.length] : undefined
  if (storeId) return { shippingType: 2 as const, storeId, realName, phone }
  const usual = await getDefaultAddress(then)
  if (usual) return { shippingType: 1 as const, addressId: usual.id }
  const cityId = places[Math.floor(random() * places.length)] ?? 0
  const detail = `${streets[customer.id % streets.length]} ${1 + (customer.id % 280)} 号 ${1 + (n % 9)} 幢 ${101 + (n % 20)} 室`
  const { id } = await editAddress(then, { realName, phone, cityId, detail })
  return { shippingType: 1 as const, addressId: id }
}

type Made = { n: number; orderNo: string; paid: boolean; at: Date; buyer: Buyer }

/** What became of an order. */
async function goOn(tx: Ctx, { random }: Stage, { n, orderNo, paid, at, buyer }: Made): Promise<void> {
  const now = tx.now().getTime()
  const clock = (ms: number) => new Date(Math.min(at.getTime() + ms, now))
  const byBuyer = (ms: number) => withContext(tx, { caller: undefined, shopper: buyer, now: () => clock(ms) })
  const byNobody = (ms: number) => withContext(tx, { caller: undefined, shopper: undefined, now: () => clock(ms) })
  const byStaff = (ms: number) => withContext(tx, { now: () => clock(ms) })
  const age = now - at.getTime()
  const isFresh = age < 55 * MINUTE_MS
  if (paid) return
  if (n % 37 === 11)
    await changePrice(byStaff(4 * MINUTE_MS), { orderNo, payPrice: await lowered(tx, orderNo), reason: '老客优惠' })
  if (n >= ORDERS - 3 || (isFresh && n % 2)) return
  const chance = random()
  if (chance < 0.06) return cancelOwnOrder(byBuyer(9 * MINUTE_MS), orderNo)
  if (chance < 0.11) return expire(byNobody(61 * MINUTE_MS), orderNo)
  if (chance < 0.13) {
    await closeByShop(byStaff(30 * MINUTE_MS), { orderNo, reason: '买家来电要求取消' })
    return
  }
  await pay(byBuyer((1 + 8 * random()) * MINUTE_MS), orderNo, chance)
  const order = await orders.lockOrder(tx, { orderNo })
  if (!order?.paid) return
  if (age > 3 * DAY_MS && order.shippingType === 1) await arrive(byNobody, order, age)
  else if (order.shippingType === 1 && n % 8 === 3) await remindOwnOrder(byBuyer(26 * HOUR_MS), orderNo)
  if (n % 7 === 5) await markOrder(byStaff(2 * HOUR_MS), { orderNo, remark: shopNotes[n % shopNotes.length] ?? '' })
}

async function lowered(tx: Ctx, orderNo: string): Promise<number> {
  const order = await orders.findOrder(tx, { orderNo })
  return Math.max(1, Math.floor((order?.payPriceFen ?? 0) * 0.88)) / 100
}

async function expire(then: Ctx, orderNo: string): Promise<void> {
  const order = await orders.lockOrder(then, { orderNo })
  if (order) await closeOrder(then, order, 2)
}

async function pay(then: Ctx, orderNo: string, chance: number): Promise<void> {
  const order = await orders.lockOrder(then, { orderNo })
  if (!order) return
  const payType: PayType = chance < 0.22 ? 'yue' : chance < 0.34 ? 'alipay' : 'weixin'
  const enough = payType !== 'yue' || (await hasBalance(then, order))
  const used = enough ? payType : 'weixin'
  if (!(await markPaid(then, order, used))) throw new Error(`${orderNo} was not paid`)
  await insertPaid(then, order, used === 'yue' ? 'balance' : 'sim', used)
}

async function hasBalance(then: Ctx, order: orders.OrderRow): Promise<boolean> {
  const { rows } = await then.db.execute(
    sql`select from shop_user where id = ${order.uid} and now_money_fen >= ${order.payPriceFen}`,
  )
  return rows.length > 0
}

/** What was sent long ago has been received since, and its points are the buyer's. */
async function arrive(
  then: (ms: number) => Ctx,
  { id, orderNo, uid, createdAt, gainIntegral }: orders.OrderRow,
  age: number,
) {
  const sentAt = createdAt.getTime() % (30 * HOUR_MS)
  const hours = (ms: number) => then(ms).now()
  const [shipTime, receiveTime, completeTime] = [hours(sentAt), hours(sentAt + 4 * DAY_MS), hours(sentAt + 11 * DAY_MS)]
  const status: OrderStatus = age > 15 * DAY_MS ? 3 : age > 8 * DAY_MS ? 2 : 1
  const ctx = then(sentAt)
  await ctx.db.execute(sql`update order_line set sent_num = num where order_id = ${id}`)
  await ctx.db.execute(sql`update store_order set sent_num = total_num where id = ${id}`)
  await orders.changeOrder(ctx, id, {
    ...{ status, shipTime, isRemind: false },
    ...(status > 1 && { receiveTime }),
    ...(status > 2 && { completeTime }),
  })
  await orders.noteOrder(ctx, id, { changeType: 'ship', message: '已发货' })
  if (status < 2) return
  await orders.noteOrder(then(sentAt + 4 * DAY_MS), id, { changeType: 'receive', message: '确认收货' })
  if (gainIntegral)
    await changePoints(then(sentAt + 4 * DAY_MS), {
      ...{ uid, type: 1, integral: gainIntegral, linkType: 'order', linkId: orderNo },
      ...{ title: '用户订单付款成功', bizKey: `order:${id}:earn`, status: pointsStatuses.done },
    })
}

/** Orders grow towards today, more at weekends and most of them in the evening; the last three are minutes old. */
function momentOf(n: number, random: () => number, now: Date): Date {
  const fromEnd = ORDERS - n
  if (fromEnd <= 3) return new Date(now.getTime() - (4 + 13 * fromEnd) * MINUTE_MS)
  const midnight = Math.floor((now.getTime() + SHANGHAI_OFFSET_MS) / DAY_MS) * DAY_MS - SHANGHAI_OFFSET_MS
  const days = Math.floor(DAYS * (1 - Math.sqrt((n + 1) / ORDERS)))
  const hour = 8 + 15 * Math.sqrt(random())
  const at = midnight - days * DAY_MS + hour * HOUR_MS
  // Today's are spread over the hours so far.
  const latest = now.getTime() - 60 * MINUTE_MS
  const soFar = Math.max(MINUTE_MS, latest - midnight)
  return new Date(at < latest ? at : midnight + soFar * random())
}

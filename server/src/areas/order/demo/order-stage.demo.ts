import { SHANGHAI_OFFSET_MS } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { type Actor, type Buyer, type BuyerChannel, type Ctx, withContext } from '../../../platform/http/context.ts'
import { randomFrom } from '../../../platform/security/random.ts'
import { findActorByName } from '../../staff/admin-user/actor.service.ts'
import { editAddress, getDefaultAddress } from '../../user/address/buyer-address.service.ts'
import { givenNames, surnames } from '../../user/demo/user-people.demo.ts'
import { createOrder } from '../order-create/order-create.service.ts'
import { beginCheckout, rankCoupons } from '../pre-order/pre-order.service.ts'
import { streets } from './order-words.demo.ts'

const SEED = 20_261_123
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export type Customer = { id: number; nickname: string; phone: string | null; type: BuyerChannel; since: Date }
export type Goods = { skuId: number; productId: number; left: number; price: number }
/** Staff by the sign-in names of the demo; the owner does the work of those who are gone. */
const staffNames = ['manager', 'service', 'warehouse', 'verifier'] as const
export type StaffName = (typeof staffNames)[number]

export type Stage = {
  tx: Ctx
  random: () => number
  customers: Customer[]
  goods: Goods[]
  places: number[]
  storeIds: number[]
  staff: ReadonlyMap<string, Actor>
  /** Orders that were paid or will be at the door, the oldest first. */
  lives: Life[]
  /** How many orders with a story of their own there are. */
  told: number
  /** Moves on with each of their goods. */
  taken: number
}

/** An order, its age, and the contexts of those who act on it, each a number of milliseconds after it was placed. */
export type Life = {
  n: number
  orderNo: string
  /** Whether it was paid by being placed, as it cost nothing. */
  paid: boolean
  age: number
  byBuyer: (ms: number) => Ctx
  byNobody: (ms: number) => Ctx
  byStaff: (ms: number, who?: StaffName) => Ctx
}

export async function prepareStage(tx: Ctx): Promise<Stage> {
  const customers = await tx.db.execute<Customer>(sql`
    select id, nickname, phone, user_type as type, created_at as since from shop_user where status order by id`)
  const goods = await tx.db.execute<Goods>(sql`
    select sku.id as "skuId", product.id as "productId", sku.stock as left, sku.price_fen as price
    from product_sku as sku join product on product.id = sku.product_id
    where product.is_show and not product.is_recycle and not product.is_del and sku.is_show and not sku.is_del
      and product.min_qty = 1 and product.limit_type = 0 and sku.stock > 40 and sku.price_fen between 500 and 90000
    order by sku.id limit 320`)
  const places = await tx.db.execute<{ id: number }>(sql`
    select city_id as id from region as leaf where level = 2 and is_show
      and not exists (select from region where parent_id = leaf.city_id) and city_id / 10000 in (11, 12, 31, 32, 33, 34, 35, 37, 42, 43, 44, 51) and city_id % 7 = 4 order by city_id limit 90`)
  const stores = await tx.db.execute<{ id: number }>(sql`select id from store where is_show and not is_del order by id`)
  const staff = new Map<string, Actor>()
  for (const name of staffNames) {
    const actor = await findActorByName(tx, name)
    if (actor) staff.set(name, actor)
  }
  return {
    tx,
    random: randomFrom(SEED),
    customers: customers.rows,
    goods: goods.rows,
    staff,
    lives: [],
    told: 0,
    taken: 0,
    places: places.rows.map(({ id }) => id),
    storeIds: stores.rows.map(({ id }) => id),
  }
}

/** What is bought in an activity: of a team product in a team, or 0 to open one; of a bargain the session that was won. */
export type Sale = {
  activityId: number
  activitySkuId: number
  num: number
  type?: 1 | 2 | 3
  pinkId?: number
  sessionId?: number
}

function inActivity({ type = 1, activityId, pinkId, sessionId }: Sale) {
  if (type === 2) return { bargainId: activityId, bargainUserId: sessionId }
  return type === 3 ? { combinationId: activityId, pinkId } : { seckillId: activityId }
}

type Wish = {
  n: number
  at: Date
  customer: Customer
  /** What is bought; picked by chance unless given. */
  goods?: readonly { skuId: number; num: number }[]
  /** In which flash sale, or team product, instead of goods. */
  sale?: Sale
  storeId?: number | undefined
  usePoints?: boolean
  /** Whether the best of the customer's coupons is used. */
  useCoupon?: boolean
  mark?: string
}

/** An order as a customer places it. */
export async function place(stage: Stage, wish: Wish) {
  const { n, at, customer, goods, sale, storeId, usePoints = false, useCoupon = false, mark = '' } = wish
  const buyer: Buyer = { uid: customer.id, name: customer.nickname, sessionId: '', channel: customer.type }
  const then = withContext(stage.tx, { caller: undefined, shopper: buyer, now: () => at })
  const orderDetails = sale
    ? [
        {
          attrValueId: sale.activitySkuId,
          productNum: sale.num,
          ...inActivity(sale),
        },
      ]
    : (goods ?? pickGoods(stage)).map(({ skuId, num }) => ({ attrValueId: skuId, productNum: num }))
  const { preOrderNo } = await beginCheckout(then, { preOrderType: 'buyNow', orderDetails })
  const receiver = await receiverOf(then, stage, { customer, n, storeId })
  const [best] = useCoupon ? (await rankCoupons(then, preOrderNo, receiver)).list : []
  const choices = { useIntegral: usePoints, mark, ...(best?.discount && { couponId: best.id }) }
  const { orderNo, paid } = await createOrder(then, { preOrderNo, ...receiver, ...choices })
  return lifeOf(stage, { n, orderNo, paid, at, buyer })
}

/** Staff at a moment; whoever sends a large sum back has just proved their identity. */
export function staffAt({ tx, staff }: Pick<Stage, 'tx' | 'staff'>, at: Date, who?: StaffName): Ctx {
  const actor = (who && staff.get(who)) ?? tx.actor
  return withContext(tx, { caller: { ...actor, reauthAt: at }, shopper: undefined, now: () => at })
}

type Placed = { n: number; orderNo: string; paid: boolean; at: Date; buyer: Buyer }

export function lifeOf(stage: Pick<Stage, 'tx' | 'staff'>, { n, orderNo, paid, at, buyer }: Placed): Life {
  const { tx } = stage
  const now = tx.now().getTime()
  const clock = (ms: number) => new Date(Math.min(at.getTime() + ms, now))
  return {
    n,
    orderNo,
    paid,
    age: now - at.getTime(),
    byBuyer: (ms) => withContext(tx, { caller: undefined, shopper: buyer, now: () => clock(ms) }),
    byNobody: (ms) => withContext(tx, { caller: undefined, shopper: undefined, now: () => clock(ms) }),
    byStaff: (ms, who) => staffAt(stage, clock(ms), who),
  }
}

/** Some goods that are well in stock, the older ones more often. */
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
  const first = goods.find(({ left }) => left >= 20)
  if (!picked.size && first) {
    first.left--
    picked.set(first.skuId, 1)
  }
  return [...picked].map(([skuId, num]) => ({ skuId, num }))
}

/** Takes units of a SKU that has enough of them, another one each time. */
export function takeGoods(stage: Stage, num: number, test: (item: Goods) => boolean = () => true) {
  const { goods } = stage
  stage.taken += 17
  const item = goods
    .map((_, place) => goods[(place + stage.taken) % goods.length] as Goods)
    .find((each) => each.left > 20 + num && test(each))
  if (!item) throw new Error('the demo has too few goods')
  item.left -= num
  return { skuId: item.skuId, num }
}

async function receiverOf(
  then: Ctx,
  { places, random }: Stage,
  { customer, n, storeId }: { customer: Customer; n: number; storeId: number | undefined },
) {
  const phone = customer.phone ?? `137${String(10_000_000 + customer.id * 7919).slice(-8)}`
  const realName = nameOf(customer.id)
  if (storeId) return { shippingType: 2 as const, storeId, realName, phone }
  const usual = await getDefaultAddress(then)
  if (usual) return { shippingType: 1 as const, addressId: usual.id }
  const cityId = places[Math.floor(random() * places.length)] ?? 0
  const detail = `${streets[customer.id % streets.length]} ${1 + (customer.id % 280)} 号 ${1 + (n % 9)} 幢 ${101 + (n % 20)} 室`
  const { id } = await editAddress(then, { realName, phone, cityId, detail })
  return { shippingType: 1 as const, addressId: id }
}

/** What a customer is called on parcels; few share a name. */
export function nameOf(n: number): string {
  const given = Math.floor(n / surnames.length) * 7 + n * 3
  return `${surnames[n % surnames.length]}${givenNames[given % givenNames.length]}`
}

/** The midnight in Shanghai before a moment. */
export const midnightOf = (at: Date) =>
  Math.floor((at.getTime() + SHANGHAI_OFFSET_MS) / DAY_MS) * DAY_MS - SHANGHAI_OFFSET_MS

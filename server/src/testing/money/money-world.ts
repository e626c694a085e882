import { frontPromoter } from '@zhanggui/contract/distribution/front-promoter.ts'
import { promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { recharge } from '@zhanggui/contract/finance/recharge.ts'
import { withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { orderCommission } from '@zhanggui/contract/order/order-commission.ts'
import { orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { approval } from '@zhanggui/contract/work/approval.ts'
import { sql } from 'drizzle-orm'
import { addBrokerage } from '../../areas/distribution/commission/commission.service.ts'
import { ENDED_BY_BUYER } from '../../areas/user/shop-user/shop-user.tables.ts'
import { inTransaction } from '../../platform/http/context.ts'
import { randomFrom } from '../../platform/security/random.ts'
import { prepareCodes } from '../buyer.ts'
import { addressIdOf, sell } from '../checkout.ts'
import { openPayShop, setSettings } from '../pay.ts'
import { PACKAGE } from '../recharge.ts'
import type { Answer, Caller, Shop } from '../shop.ts'
import { liftRateLimits } from '../walk/hostile.ts'

/** A shop in which people earn, spend, withdraw and have their money back, and staff of whom one agrees to what another asks. */
export type World = {
  shop: Shop
  people: Map<number, Caller>
  /** Those who ended their accounts. */
  ended: number[]
  clerk: Caller
  chiefs: readonly [Caller, Caller]
  skuIds: readonly number[]
  random: () => number
  /** A number that no other call of the walk has. */
  next: () => number
}

const PEOPLE = 6
const GIVEN_FEN = 80_00
/** What goes back or out above it needs a second person. */
export const LIMIT_FEN = 25_00

const acts = [
  ...[promoter.appoint, promoter.adjust, orderCommission.void, withdrawal.apply, withdrawal.update],
  ...[shopUser.spread, shopUser.clearSpread, shopUser.status, shopUser.funds],
  ...[order.updatePrice, order.close, orderEdit.confirm, orderEdit.paid, orderEdit.cancel, shipment.send],
  ...[refund.start, afterSales.check, afterSales.refuse, recharge.refund],
]
const permissions = ['admin:user:operate:founds:large', 'admin:order:create:discount']

export async function openMoneyWorld(seed: number): Promise<World> {
  const own = await openPayShop({ stock: 5000 })
  const { shop } = own
  const random = randomFrom(seed)
  await liftRateLimits(shop)
  await prepareCodes(shop)
  await setSettings(shop, {
    approval_amount: LIMIT_FEN,
    founds_limit: 50_00,
    reauth_amount: 900_000_00,
    extract_time: 1,
    store_brokerage_ratio: 20,
    store_brokerage_two: 10,
    store_brokerage_status: random() < 0.3 ? 1 : 2,
    brokerage_self: random() < 0.5,
    brokerage_base: random() < 0.5 ? 'paid' : 'unit',
    extract_fee_rate: random() < 0.5 ? 0 : 3,
    order_after_sale_days: 30,
    after_sales_audit_hours: 4,
    after_sales_auto_approve: true,
    order_give_integral: 1,
    freeze_integral_day: 1,
    recharge_packages: [PACKAGE],
    pay_sim_refund: 'sync',
  })
  const dear = await sell(own, { storeName: '枕套', attrValue: [{ price: 60, stock: 5000 }] })
  const [clerk, first, second] = [
    await shop.signIn({ can: acts, permissions }),
    await shop.signIn({ can: [...acts, approval.list, approval.review], permissions }),
    await shop.signIn({ can: [...acts, approval.list, approval.review], permissions }),
  ]
  let number = 0
  const next = () => ++number
  const world: World = {
    shop,
    clerk,
    random,
    next,
    people: new Map(),
    ended: [],
    chiefs: [first, second],
    skuIds: [own.skuId, dear.skuId],
  }
  for (let n = 0; n < PEOPLE; n++) await join(world)
  const [top = 0, middle = 0, ...others] = [...world.people.keys()]
  await clerk.call(promoter.appoint, { body: { ids: [top, middle], isPromoter: true } })
  await inTransaction(shop.ctx, async (tx) => {
    for (const uid of [top, middle])
      await addBrokerage(tx, { uid, priceFen: GIVEN_FEN, linkType: 'system', linkId: '', title: '后台调整' })
  })
  await world.people.get(middle)?.call(frontPromoter.bind, { body: { spreadPid: top } })
  for (const uid of others) await world.people.get(uid)?.call(frontPromoter.bind, { body: { spreadPid: middle } })
  return world
}

/** A new customer comes. */
export async function join({ shop, people, next }: World): Promise<void> {
  const buyer = await shop.buyer({ phone: `138${String(10_000_000 + next()).padStart(8, '0')}` })
  await addressIdOf(buyer)
  people.set(buyer.userId, buyer)
}

export type Seen = {
  people: PersonSeen[]
  orders: OrderSeen[]
  refunds: { refundNo: string; orderNo: string | null; rechargeId: number | null }[]
  withdrawals: { id: number; uid: number; status: 0 | 2 }[]
  approvals: { id: number; applicantId: number }[]
  recharges: { id: number; uid: number; price: number; back: number; isOpen: boolean }[]
  attempts: { outTradeNo: string; uid: number }[]
}
type PersonSeen = {
  uid: number
  money: number
  commission: number
  superior: number
  status: boolean
  isPromoter: boolean
  phone: string
}
export type OrderSeen = {
  id: number
  orderNo: string
  uid: number
  status: number
  paid: boolean
  refundStatus: number
  payPrice: number
  back: number
  isEdited: boolean
  caseId: number | null
  lines: { id: number; num: number; left: number }[]
}

const listOf = (rows: ReturnType<typeof sql>) => sql`(select coalesce(json_agg(row), '[]') from (${rows}) as row)`

/** How things stand: of what is not over, in fen. */
export async function look({ shop }: Pick<World, 'shop'>): Promise<Seen> {
  const { rows } = await shop.ctx.db.execute<Seen>(sql`select
    ${listOf(sql`select id as uid, now_money_fen as money, brokerage_price_fen as commission, spread_uid as superior, status,
      is_promoter as "isPromoter", phone from shop_user where phone is not null and close_reason <> ${ENDED_BY_BUYER} order by id`)} as people,
    ${listOf(sql`select id, order_no as "orderNo", uid, status, paid, refund_status as "refundStatus", pay_price_fen as "payPrice",
      refund_price_fen as back, exists (select from order_edit where order_id = o.id and state = 0) as "isEdited",
      (select max(id) from after_sales where order_id = o.id and state < 3 and sales_state = 0) as "caseId",
      (select json_agg(json_build_object('id', id, 'num', num, 'left', num - refund_num) order by id) from order_line where order_id = o.id) as lines
      from store_order as o where close_type = 0 and refund_status <> 2 order by id`)} as orders,
    ${listOf(sql`select refund_no as "refundNo", (select order_no from store_order where id = order_id) as "orderNo",
      (select recharge_id from recharge_refund where refund_id = refund.id) as "rechargeId" from refund where state = 2 order by id`)} as refunds,
    ${listOf(sql`select id, uid, status from user_extract where status in (0, 2) order by id`)} as withdrawals,
    ${listOf(sql`select id, applicant_id as "applicantId" from approval where state = 0 order by id`)} as approvals,
    ${listOf(sql`select id, uid, price_fen as price, refund_price_fen as back, exists (select from recharge_refund
      join refund on refund.id = refund_id where recharge_id = user_recharge.id and state = 0) as "isOpen"
      from user_recharge where paid and refund_price_fen < price_fen order by id`)} as recharges,
    ${listOf(sql`select out_trade_no as "outTradeNo", uid from payment where provider = 'sim' and state in (0, 2)
      and exists (select from sim_payment where sim_payment.out_trade_no = payment.out_trade_no and state in (0, 1)) order by id`)} as attempts`)
  const [seen] = rows
  if (!seen) throw new Error('nothing was seen')
  return seen
}

/** What a call of the walk was answered. */
export type Said = Pick<Answer<unknown>, 'status' | 'body'>

import { randomUUID } from 'node:crypto'
import { cart } from '@zhanggui/contract/order/cart.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { buyerCollect } from '@zhanggui/contract/user/buyer-collect.ts'
import { sql } from 'drizzle-orm'
import { tellBuyer } from '../areas/wechat/buyer-message/buyer-message.service.ts'
import { inTransaction } from '../platform/http/context.ts'
import { addressForm } from './address.ts'
import { caseForm, makeCase, onItsWayBack } from './after-sales.ts'
import { beginBuying, buy, sell } from './checkout.ts'
import { buyInTeam, enrich } from './combination.ts'
import { makeOrder } from './order.ts'
import { makeCategory, makeProduct, productDraft, productPermissions } from './product.ts'
import type { Caller, Shop } from './shop.ts'
import { openGroup } from './walk/audit/combination.walk.ts'

/** Makes a row of a buyer's. Returns the input of a call that names it. */
type MakeRow = (shop: Shop, owner: Caller) => Promise<NamingInput>
type NamingInput = Partial<Record<'params' | 'query' | 'body', Readonly<Record<string, unknown>>>>

/**
 * For each call of buyers that names a row, by the route's name: a row of one's own. The walk makes the row, calls
 * the route for another buyer, which must answer 404, and then for its owner, which must not. A route that takes what
 * belongs to the shop names it by one of {@link shared}, and has no entry here.
 */
export const rowsOfBuyers: Record<string, MakeRow> = {
  'buyer-address.info': async (_, owner) => ({ params: { id: await makeAddress(owner) } }),
  'buyer-address.edit': async (_, owner) => ({ body: { id: await makeAddress(owner), ...addressForm() } }),
  'buyer-address.remove': async (_, owner) => ({ body: { id: await makeAddress(owner) } }),
  'buyer-address.makeUsual': async (_, owner) => ({ body: { id: await makeAddress(owner) } }),
  'cart.num': async (shop, owner) => ({ body: { id: await makeCartLine(shop, owner), num: 2 } }),
  'cart.price': async (shop, owner) => ({ query: { ids: [await makeCartLine(shop, owner)] } }),
  'cart.remove': async (shop, owner) => ({ body: { ids: [await makeCartLine(shop, owner)] } }),
  'cart.reset': async (shop, owner) => {
    const id = await makeCartLine(shop, owner)
    const [line] = (await owner.call(cart.list)).body.list
    return { body: { id, skuId: line?.skuId } }
  },
  'front-order.pre': async (shop, owner) => {
    const orderNo = await makeOwnOrder(shop, owner)
    return { body: { preOrderType: 'again', orderDetails: [{ orderNo }] } }
  },
  'front-order.load': async (shop, owner) => ({ params: { preOrderNo: await makeCheckout(shop, owner) } }),
  'front-order-coupon.rank': async (shop, owner) => ({ params: { preOrderNo: await makeCheckout(shop, owner) } }),
  'front-order.price': async (shop, owner) => ({
    body: { preOrderNo: await makeCheckout(shop, owner), shippingType: 1, useIntegral: false },
  }),
  'front-order.create': async (shop, owner) => ({
    body: { preOrderNo: await makeCheckout(shop, owner), shippingType: 1, addressId: await makeAddress(owner) },
  }),
  'front-order.detail': async (shop, owner) => ({ params: { orderNo: await makeOwnOrder(shop, owner) } }),
  'front-order.cancel': async (shop, owner) => ({ body: { orderNo: await makeOwnOrder(shop, owner) } }),
  'front-order.remove': async (shop, owner) => {
    const orderNo = await makeOwnOrder(shop, owner)
    await owner.call(frontOrder.cancel, { body: { orderNo } })
    return { body: { orderNo } }
  },
  'front-order.remind': async (shop, owner) => {
    const { orderNo } = await makeOrder(shop.ctx, { uid: owner.userId, paid: true })
    return { body: { orderNo } }
  },
  'front-order.address': async (shop, owner) => ({
    body: { orderNo: await makeOwnOrder(shop, owner), addressId: await makeAddress(owner) },
  }),
  'front-order.extend': async (shop, owner) => {
    const { orderNo } = await makeOrder(shop.ctx, { uid: owner.userId, status: 1 })
    return { body: { orderNo } }
  },
  'front-combination.remove': async (shop, owner) => {
    const sale = await openGroup(shop, `拼团 ${owner.userId}`)
    return { body: { pinkId: (await buyInTeam(shop, sale, { buyer: await enrich(shop, owner) })).pinkId } }
  },
  'front-withdrawal.cancel': async ({ ctx }, owner) => {
    const { rows } = await ctx.db.execute<{ id: number }>(sql`
      insert into user_extract (extract_no, uid, extract_type, extract_price_fen, fee_fen, balance_fen)
      values ('W' || ${owner.userId}, ${owner.userId}, 'alipay', 100, 0, 0) returning id`)
    return { body: { id: Number(rows[0]?.id) } }
  },
  'front-shipment.take': async (shop, owner) => {
    const { orderNo } = await makeOrder(shop.ctx, { uid: owner.userId, status: 1 })
    return { body: { orderNo } }
  },
  'front-shipment.comment': async (shop, owner) => {
    const { orderNo, lines } = await makeOrder(shop.ctx, { uid: owner.userId, status: 2 })
    return { body: { orderNo, lineId: lines[0]?.id, productScore: 5, serviceScore: 5, comment: '很好' } }
  },
  'front-shipment.express': async (shop, owner) => ({ params: { orderNo: await makeOwnOrder(shop, owner) } }),
  'front-pay.pay': async (shop, owner) => ({
    body: { orderNo: await makeOwnOrder(shop, owner), payType: 'weixin', channel: 'h5' },
  }),
  'front-pay.query': async (shop, owner) => ({ body: { orderNo: await makeOwnOrder(shop, owner) } }),
  'front-after-sales.claimable': async (shop, owner) => {
    const { orderNo } = await makeOrder(shop.ctx, { uid: owner.userId, paid: true })
    return { params: { orderNo } }
  },
  'front-after-sales.quote': async (shop, owner) => {
    const made = await makeOrder(shop.ctx, { uid: owner.userId, paid: true })
    const { serviceType, lines } = caseForm(made)
    return { body: { orderNo: made.orderNo, serviceType, lines } }
  },
  'front-after-sales.apply': async (shop, owner) => {
    const made = await makeOrder(shop.ctx, { uid: owner.userId, paid: true })
    return { body: { orderNo: made.orderNo, ...caseForm(made) } }
  },
  'front-after-sales.detail': async (shop, owner) => ({ params: { id: (await makeOwnCase(shop, owner)).id } }),
  'front-after-sales.update': async (shop, owner) => {
    const { id, order } = await makeOwnCase(shop, owner)
    return { body: { id, ...caseForm(order, { reason: '其它原因' }) } }
  },
  'front-after-sales.revoke': async (shop, owner) => ({ body: { id: (await makeOwnCase(shop, owner)).id } }),
  'front-after-sales.sendBack': async (shop, owner) => ({
    body: { id: (await makeOwnCase(shop, owner)).id, expressCode: 'SF', expressNo: onItsWayBack.expressNo },
  }),
  'front-after-sales.remove': async (shop, owner) => ({ body: { id: (await makeOwnCase(shop, owner)).id } }),
  'front-invoice.apply': async (shop, owner) => ({ body: await invoiceOf(shop, owner) }),
  'front-invoice.update': async (shop, owner) => {
    const body = await invoiceOf(shop, owner)
    await shop.ctx.db.execute(sql`insert into invoice (order_id, uid, title_type, title, amount_fen)
      select id, uid, 1, '王小明', pay_price_fen from store_order where order_no = ${body.orderNo}`)
    return { body }
  },
  'front-invoice.info': async (shop, owner) => {
    const { orderNo } = await makeOrder(shop.ctx, { uid: owner.userId, paid: true })
    return { params: { orderNo } }
  },
  'front-message.read': async (shop, owner) => ({ body: { ids: [await makeMessage(shop, owner)] } }),
  'buyer-collect.remove': async (shop, owner) => ({ body: { ids: [await makeFavourite(shop, owner)] } }),
}

const idName = /^(id|ids|\w+Id|\w+Ids|\w+No)$/
/** Fields that name what belongs to the shop. */
const shared = /^(productIds?|packageId|skuId|cityId|storeId|attrValueId|couponId|bargainId|bargainUserId|templateId)$/

async function makeMessage({ ctx }: Shop, { userId: uid }: Caller): Promise<number> {
  const message = { mark: 'verified', uid, bizId: randomUUID(), link: '', values: {} } as const
  await inTransaction(ctx, (tx) => tellBuyer(tx, message))
  const { rows } = await ctx.db.execute<{ id: number }>(
    sql`select max(id)::int as id from notify_outbox where uid = ${uid}`,
  )
  return rows[0]?.id ?? 0
}

/** Whether a call of buyers names a row of theirs, in its path or its input. */
export function namesOwnRow({ params, query, body }: Route): boolean {
  return [params, query, body].flatMap(fieldsOf).some((name) => idName.test(name) && !shared.test(name))
}

/** The names of all fields of a schema, those within lists and objects too. */
function fieldsOf(schema: unknown): string[] {
  const { properties = {}, items } = (schema ?? {}) as Schema
  const within = Object.entries(properties).flatMap(([name, field]) => [name, ...fieldsOf(field)])
  return items ? [...within, ...fieldsOf(items)] : within
}

async function makeAddress(owner: Caller): Promise<number> {
  return (await owner.call(buyerAddress.edit, { body: addressForm() })).body.id
}

/** An invoice of a paid order of the owner, as it is asked for. */
async function invoiceOf(shop: Shop, owner: Caller) {
  const { orderNo } = await makeOrder(shop.ctx, { uid: owner.userId, paid: true })
  return { orderNo, titleType: 1, title: '王小明' } as const
}

async function makeSku(shop: Shop): Promise<number> {
  const staff = await shop.signIn({ permissions: productPermissions })
  const cateId = await makeCategory(staff, `可买${Date.now()}`)
  return (await sell({ shop, staff, cateId })).skuId
}

async function makeCartLine(shop: Shop, owner: Caller): Promise<number> {
  return (await owner.call(cart.save, { body: { skuId: await makeSku(shop), num: 1 } })).body.id
}

const makeCheckout = async (shop: Shop, owner: Caller) => beginBuying(owner, await makeSku(shop))
const makeOwnCase = (shop: Shop, owner: Caller) => makeCase(shop.ctx, { order: { uid: owner.userId } })
const makeOwnOrder = async (shop: Shop, owner: Caller) => buy(owner, await makeSku(shop))

async function makeFavourite(shop: Shop, owner: Caller): Promise<number> {
  const staff = await shop.signIn({ permissions: productPermissions })
  const cateId = await makeCategory(staff, '收藏')
  const { id: productId } = await makeProduct(staff, productDraft(cateId, { isShow: true }))
  await owner.call(buyerCollect.add, { body: { productId } })
  const [favourite] = (await owner.call(buyerCollect.list)).body.list
  return favourite?.id ?? 0
}

type Schema = { properties?: Record<string, unknown>; items?: unknown }

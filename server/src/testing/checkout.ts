import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import type { ProductDraft } from '@zhanggui/contract/product/product.ts'
import { buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../platform/http/context.ts'
import { addressForm } from './address.ts'
import { makeProduct, openProductShop, type ProductShop, productDraft } from './product.ts'
import type { Caller, Refused, ShopOptions } from './shop.ts'

/** A shop with a product on the shelf, of one SKU. */
export type SellingShop = ProductShop & { productId: number; skuId: number }

export async function openSellingShop(
  change: Partial<ProductDraft> = {},
  options: ShopOptions = {},
): Promise<SellingShop> {
  const opened = await openProductShop(options)
  return { ...opened, ...(await sell(opened, change)) }
}

/** Puts one more product on the shelf. */
export async function sell({ staff, cateId }: ProductShop, change: Partial<ProductDraft> = {}) {
  const { id: productId, attrValue } = await makeProduct(staff, productDraft(cateId, { isShow: true, ...change }))
  const skuIds = attrValue.map(({ id }) => id ?? 0)
  return { productId, skuId: skuIds[0] ?? 0, skuIds }
}

/** The address a buyer orders to, made if he has none. */
export async function addressIdOf(buyer: Caller): Promise<number> {
  const usual = (await buyer.call(buyerAddress.usual)).body
  return usual?.id ?? (await buyer.call(buyerAddress.edit, { body: addressForm() })).body.id
}

/** Begins a checkout of one SKU. */
export async function beginBuying(buyer: Caller, skuId: number, num = 1): Promise<string> {
  const { status, body } = await buyer.call(frontOrder.pre, {
    body: { preOrderType: 'buyNow', orderDetails: [{ attrValueId: skuId, productNum: num }] },
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.preOrderNo
}

type Choices = { useIntegral?: boolean; mark?: string; payFee?: number; storeId?: number }

/** Makes an order of a checkout: delivered to the buyer's address, or picked up at a store. */
export async function placeOrder(buyer: Caller, preOrderNo: string, { storeId, ...more }: Choices = {}) {
  const where = storeId
    ? { shippingType: 2 as const, storeId, realName: '王小明', phone: '13800138000' }
    : { shippingType: 1 as const, addressId: await addressIdOf(buyer) }
  const { status, body } = await buyer.call(frontOrder.create, { body: { preOrderNo, ...where, ...more } })
  return { status, body: body as typeof body & Refused }
}

/** Buys a SKU as far as the order that waits for its money. Returns its number. */
export async function buy(buyer: Caller, skuId: number, num = 1, choices: Choices = {}): Promise<string> {
  const { status, body } = await placeOrder(buyer, await beginBuying(buyer, skuId, num), choices)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.orderNo
}

/** What the equations of the trade chapter's section 13 say of orders, stock and money as far as they apply. */
export async function findUnbalanced({ db }: Ctx) {
  const { rows } = await db.execute(sql`
    select 'pay' as law, order_no from store_order as o
      where pay_price_fen <> pay_postage_fen + (select sum(pay_share_fen) from order_line where order_id = o.id)
    union all select 'share', order_id::text from order_line
      where pay_share_fen <> line_total_fen - coupon_share_fen - integral_share_fen + adjust_share_fen
    union all select 'num', order_no from store_order as o
      where total_num <> (select sum(num) from order_line where order_id = o.id)
    union all select 'paid', order_no from store_order as o
      where paid and pay_price_fen <> (select coalesce(sum(amount_fen), 0) from payment
        where biz_type = 'order' and biz_id = o.id and state = 1 and not surplus)
    union all select 'unpaid', order_no from store_order as o
      where not paid and exists (select from payment
        where biz_type = 'order' and biz_id = o.id and state = 1 and not surplus)
    union all select 'stock', sku.id::text from product_sku as sku
      where stock <> (select coalesce(sum(change), 0) from stock_ledger where sku_id = sku.id)
    union all select 'taken', o.order_no from store_order as o
      where (select coalesce(-sum(change), 0) from stock_ledger where ref_type = 'order' and ref_id = o.order_no)
        <> (case when close_type > 0 then 0 else total_num end)
        and exists (select from stock_ledger where ref_type = 'order' and ref_id = o.order_no)`)
  return rows
}

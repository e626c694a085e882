import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import type { ProductDraft } from '@zhanggui/contract/product/product.ts'
import { buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { reconcile } from '../areas/order/recon/recon.service.ts'
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

type Choices = { useIntegral?: boolean; mark?: string; payFee?: number; storeId?: number; couponId?: number }

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

/** What does not hold of the equations of docs/money.md. */
export const findUnbalanced = (ctx: Ctx) => reconcile(ctx)

import { frontOrder, type PreOrderForm } from '@zhanggui/contract/order/front-order.ts'
import type { Slot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { SHANGHAI_OFFSET_MS, toWireDay } from '@zhanggui/domain/time.ts'
import { enterAddress, type MiniProgram } from '../../../scripts/mini-program.ts'
import { expect, type Page } from '../shop/journey.ts'
import type { Staff } from '../shop/shop.ts'

type Product = { id: number; storeName: string; skuCount: number }
export type Sku = { id: number; suk: string; price: number; stock: number }
export type Goods = {
  product: { id: number; storeName: string; tempId: number; image: string }
  skus: readonly [Sku, Sku, Sku]
}

/** A product of three SKUs in stock. @param skip so many of them are left to other journeys */
export async function findGoods(admin: Staff, skip = 0): Promise<Goods> {
  const { body } = await admin.call<{ list: Product[] }>('GET', '/admin/store/product/list?type=1&page=1&limit=100')
  let left = skip
  for (const { id } of body.list.filter(({ skuCount }) => skuCount >= 3)) {
    const { body: info } = await admin.call<{ storeName: string; tempId: number; image: string; attrValue: Sku[] }>(
      'GET',
      `/admin/store/product/info/${id}`,
    )
    const [a, b, c] = info.attrValue.filter(({ stock, price }) => stock > 3 && price > 5)
    if (!(a && b && c) || left-- > 0) continue
    return { product: { id, storeName: info.storeName, tempId: info.tempId, image: info.image }, skus: [a, b, c] }
  }
  throw new Error('the demo has no product of three SKUs')
}

export const yuan = (amount: number) => Math.round(amount * 100) / 100

/** What is typed of an activity that runs today and tomorrow. */
export const draftOf = ({ product }: Goods, title: string) => ({
  productId: product.id,
  title,
  image: product.image,
  images: [product.image],
  unitName: '件',
  tempId: product.tempId,
  startTime: toWireDay(new Date()),
  stopTime: toWireDay(new Date(Date.now() + 86_400_000)),
  status: true,
  confirmBelowCost: true,
})

/** A flash sale begun in the last minutes of its slot would end before its buyers come. */
const AHEAD_MS = 4 * 60_000

export async function slotOfNow(admin: Staff): Promise<Slot> {
  const { body } = await admin.call<{ list: Slot[] }>('GET', '/admin/store/seckill/manger/list?limit=100')
  const hour = new Date(Date.now() + AHEAD_MS + SHANGHAI_OFFSET_MS).getUTCHours()
  const slotNow = body.list.find(({ startHour, endHour }) => startHour <= hour && hour < endHour)
  if (!slotNow) throw new Error(`no slot at ${hour}`)
  return slotNow
}

/** Orders one line of an activity, as far as the order that waits for its money. @returns its number */
export async function orderIn(
  buyer: MiniProgram,
  detail: PreOrderForm['orderDetails'][number],
  phone: string,
): Promise<string> {
  const { preOrderNo } = await buyer.call(frontOrder.pre, {
    body: { preOrderType: 'buyNow', orderDetails: [detail] },
  })
  const addressId = await enterAddress(buyer, phone)
  const choice = { preOrderNo, shippingType: 1 as const, useIntegral: false, addressId }
  const { payFee, problems } = await buyer.call(frontOrder.price, { body: choice })
  if (problems[0]) throw new Error(problems[0].message)
  return (await buyer.call(frontOrder.create, { body: { ...choice, payFee } })).orderNo
}

export async function expectWithin(page: Page, width: number) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

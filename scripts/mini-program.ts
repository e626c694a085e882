import { cart } from '@zhanggui/contract/order/cart.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontPay, simPay } from '@zhanggui/contract/payment/front-pay.ts'
import { shopWindow } from '@zhanggui/contract/product/window.ts'
import type { Route, RouteAnswer, RouteInput } from '@zhanggui/contract/routes.ts'
import { type ChoosableRegion, frontRegion } from '@zhanggui/contract/setting/region.ts'
import { buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { frontSignIn } from '@zhanggui/contract/user/front-sign-in.ts'

type Input<Spec extends Route> = { [Part in keyof RouteInput<Spec>]?: RouteInput<Spec>[Part] }

/** A refusal of the shop. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, { message }: { message: string }) {
    super(message)
    this.status = status
  }
}

/** What runs on a buyer's phone: it knows the contract and the address of the shop, nothing else. */
export type MiniProgram = {
  nickname: string
  call<Spec extends Route>(route: Spec, input?: Input<Spec>): Promise<RouteAnswer<Spec>>
}

/**
 * Signs a simulated person of WeChat in, who becomes a customer with the first visit.
 * @param from the address that the shop sees, where a proxy is trusted; visitors are limited by address
 */
export async function openMiniProgram(url: string, name: string, from?: string): Promise<MiniProgram> {
  let token: string | undefined
  const call: MiniProgram['call'] = async (route, input = {}) => {
    const { params = {}, query = {}, body } = input as Record<string, Record<string, unknown>>
    const path = route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])))
    const search = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
    )
    const answer = await fetch(`${url}${path}?${search}`, {
      method: route.method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(from && { 'x-forwarded-for': from }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Refusal(answer.status, JSON.parse(text))
    return JSON.parse(text)
  }
  const { fake } = await call(frontSignIn.config)
  if (!fake) throw new Error('这家店铺没有使用微信模拟环境')
  const code = `sim:${name}`
  const begun = await call(frontSignIn.program, { body: { code, nickname: name } })
  const entered =
    begun.type === 'start'
      ? await call(frontSignIn.bindWechat, { body: { key: begun.key ?? '', phoneCode: code } })
      : begun
  token = entered.token
  return { nickname: entered.nickname ?? name, call }
}

/** Looks around as a buyer does, and puts something into the cart. Returns the line. */
export async function fillCart({ call }: MiniProgram, choose: (count: number) => number, num = 1): Promise<number> {
  await call(shopWindow.category)
  const { list } = await call(shopWindow.list, { query: { page: 1, limit: 20, sort: 'sales' } })
  // What has no stock, or asks for more than one, is looked at and left.
  const first = choose(list.length)
  for (const card of [...list.slice(first), ...list.slice(0, first)]) {
    const { product, skus } = await call(shopWindow.detail, { params: { id: card.id } })
    const sku = skus.find(({ stock }) => stock >= num + 2)
    if (!sku || product.minQty > num) continue
    const { id } = await call(cart.save, { body: { skuId: sku.id, num } })
    const lines = (await call(cart.list, { query: { isValid: true } })).list
    if (lines.some((line) => line.id === id)) return id
    await call(cart.remove, { body: { ids: [id] } })
  }
  throw new Error('没有可购买的商品')
}

/** The address to deliver to: the usual one, or one that is entered now. */
export async function chooseAddress(program: MiniProgram, phone: string): Promise<number> {
  return (await program.call(buyerAddress.usual))?.id ?? enterAddress(program, phone)
}

/** Enters an address in the first place that can be chosen. */
export async function enterAddress({ call }: MiniProgram, phone: string): Promise<number> {
  const cityId = leafOf((await call(frontRegion.tree))[0])
  const address = { realName: '林知夏', phone, cityId, detail: '天钥桥路 1 号', isDefault: true }
  return (await call(buyerAddress.edit, { body: address })).id
}

function leafOf(region: ChoosableRegion | undefined): number {
  if (!region) throw new Error('没有可选择的地区')
  return region.child?.length ? leafOf(region.child[0]) : region.cityId
}

/** Where an order goes: to an address, or to the store where somebody picks it up. */
type Where = { addressId: number } | { storeId: number; realName: string; phone: string }

/** Checks lines of the cart out: the price is shown, agreed to, and the order made. */
export async function checkOut({ call }: MiniProgram, cartIds: readonly number[], where: Where, mark = '') {
  const { preOrderNo } = await call(frontOrder.pre, {
    body: { preOrderType: 'shoppingCart', orderDetails: cartIds.map((cartId) => ({ cartId })) },
  })
  await call(frontOrder.load, { params: { preOrderNo } })
  const isDelivered = 'addressId' in where
  const shippingType = isDelivered ? (1 as const) : (2 as const)
  const choice = { preOrderNo, shippingType, useIntegral: true, ...(isDelivered && where) }
  const { payFee, problems } = await call(frontOrder.price, { body: choice })
  if (problems[0]) throw new Refusal(problems[0].status, problems[0])
  return call(frontOrder.create, { body: { ...choice, ...where, payFee, ...(mark && { mark }) } })
}

/** Buys one piece of the first product in stock, as far as the order that waits for its money. */
export async function placeOrder(program: MiniProgram, { phone, storeId, mark }: Placing) {
  const line = await fillCart(program, () => 0)
  const where = storeId ? { storeId, realName: '何苗', phone } : { addressId: await enterAddress(program, phone) }
  return checkOut(program, [line], where, mark)
}
type Placing = { phone: string; storeId?: number; mark?: string }

/** Pays on the simulated page, and waits until the shop has heard of it. */
export async function payOnPage({ call }: MiniProgram, orderNo: string): Promise<void> {
  const { simOpen } = await call(frontPay.config)
  if (!simOpen) throw new Error('这家店铺没有开启模拟支付')
  const { outTradeNo } = await call(frontPay.pay, { body: { orderNo, payType: 'weixin', channel: 'routine' } })
  await call(simPay.act, { params: { outTradeNo }, body: { result: 'success' } })
  const until = Date.now() + 20_000
  while (!(await call(frontPay.query, { body: { orderNo } })).paid) {
    if (Date.now() > until) throw new Error(`订单 ${orderNo} 的支付结果没有到账`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

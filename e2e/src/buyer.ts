import type { Answer, Shop } from './shop.ts'

/** A buyer who calls the server as a mini-program does, without a browser. */
export type Buyer = {
  call<Body = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Answer<Body>>
}

let calls = 0

/** Signs a simulated person of WeChat in, who becomes a customer with the first visit. */
export async function enterAsBuyer(shop: Shop, name: string): Promise<Buyer> {
  const send = async <Body>(method: string, path: string, body?: unknown, token?: string): Promise<Answer<Body>> => {
    // Visitors are limited by address.
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${++calls % 250}` }
    const answer = await fetch(shop.url + path, {
      method,
      headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return { status: answer.status, body: (await answer.json()) as Body }
  }
  const base = '/api/front/wechat'
  const code = `sim:${name}`
  type Entered = { type: string; token?: string; key?: string }
  const begun = (await send<Entered>('POST', `${base}/authorize/program/login`, { code, nickname: name })).body
  const { token } =
    begun.type === 'start'
      ? (await send<Entered>('POST', `${base}/register/binding/phone`, { key: begun.key, phoneCode: code })).body
      : begun
  return { call: (method, path, body) => send(method, path, body, token) }
}

type Where = { phone: string; storeId?: number; mark?: string }
type Sku = { id: number; stock: number }

/** Buys one piece of a product in stock, delivered or picked up at a store, up to the order that waits for its money. */
export async function placeOrder(buyer: Buyer, { phone, storeId, mark }: Where) {
  const { list } = (await buyer.call<{ list: { id: number }[] }>('GET', '/api/front/products?page=1&limit=20')).body
  const sku = await firstInStock(
    buyer,
    list.map(({ id }) => id),
  )
  const { preOrderNo } = (
    await buyer.call<{ preOrderNo: string }>('POST', '/api/front/order/pre/order', {
      preOrderType: 'buyNow',
      orderDetails: [{ attrValueId: sku, productNum: 1 }],
    })
  ).body
  const to = storeId
    ? { shippingType: 2, storeId, realName: '何苗', phone }
    : { shippingType: 1, addressId: await addressOf(buyer, phone) }
  const made = await buyer.call<{ orderNo: string; payFee: number }>('POST', '/api/front/order/create', {
    ...{ preOrderNo, ...to },
    ...(mark && { mark }),
  })
  return made.body
}

async function addressOf(buyer: Buyer, phone: string): Promise<number> {
  const address = { realName: '林知夏', phone, cityId: 310104, detail: '天钥桥路 1 号', isDefault: true }
  return (await buyer.call<{ id: number }>('POST', '/api/front/address/edit', address)).body.id
}

async function firstInStock(buyer: Buyer, productIds: readonly number[]): Promise<number> {
  for (const id of productIds) {
    const { body } = await buyer.call<{ skus: Sku[] }>('GET', `/api/front/product/detail/${id}`)
    const found = body.skus.find(({ stock }) => stock > 3)
    if (found) return found.id
  }
  throw new Error('nothing is in stock')
}

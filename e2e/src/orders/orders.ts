import { type Shop, type Staff, signIn } from '../shop/shop.ts'

/** Writes of a session are limited to 120 a minute; an order takes two. */
const EACH = 50

export type MadeOrder = { orderNo: string; realName: string; phone: string }

/**
 * Makes paid orders for receivers by phone, as staff do for callers.
 * @param receivers of each order; equal ones are one receiver
 */
export async function makePaidOrders(shop: Shop, receivers: readonly number[], ip: string): Promise<MadeOrder[]> {
  const stamp = String(Date.now()).slice(-5)
  const admins = await Promise.all(
    Array.from({ length: Math.ceil(receivers.length / EACH) }, (_, at) =>
      signIn(
        shop,
        { username: 'admin', password: shop.password },
        `${ip.split('.').slice(0, 3).join('.')}.${200 + at}`,
      ),
    ),
  )
  const [admin] = admins
  if (!admin) return []
  const skuId = await skuWith(admin, receivers.length)
  const made: MadeOrder[] = []
  await Promise.all(
    admins.map(async (each, at) => {
      for (const [place, receiver] of receivers.entries()) {
        // A receiver is one session's: of two who add a new customer at once, the second is refused.
        if (receiver % admins.length !== at) continue
        const who = { realName: `收件人${receiver}`, phone: `13${stamp}${1000 + receiver}` }
        made[place] = await makeOne(each, skuId, who)
      }
    }),
  )
  return made
}

async function makeOne(
  staff: Staff,
  skuId: number,
  { realName, phone }: Omit<MadeOrder, 'orderNo'>,
): Promise<MadeOrder> {
  const draft = await staff.call<{ id: number }>('POST', '/admin/store/order/draft/save', {
    customerPhone: phone,
    realName,
    phone,
    shippingType: 1,
    cityId: 110101,
    detail: '东四北大街 1 号',
    freight: 0,
    items: [{ skuId, num: 1 }],
  })
  const { body } = await staff.call<{ orderNo: string }>('POST', '/admin/store/order/draft/convert', {
    id: draft.body.id,
    voucher: '转账',
  })
  if (!body.orderNo) throw new Error(`no order was made: ${JSON.stringify([draft.body, body])}`)
  return { orderNo: body.orderNo, realName, phone }
}

/** A SKU on the shelf of which there is enough. */
async function skuWith(staff: Staff, num: number): Promise<number> {
  type Listed = { list: { id: number; stock: number }[] }
  const { body } = await staff.call<Listed>('GET', '/admin/store/product/list?type=1&limit=100')
  for (const { id } of body.list.toSorted((one, other) => other.stock - one.stock).slice(0, 20)) {
    const info = await staff.call<{ attrValue?: { id: number; stock: number }[] }>(
      'GET',
      `/admin/store/product/info/${id}`,
    )
    const sku = info.body.attrValue?.find(({ stock }) => stock > num)
    if (sku) return sku.id
  }
  throw new Error(`no SKU has a stock of ${num}`)
}

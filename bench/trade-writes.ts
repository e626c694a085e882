import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { SIM_MERCHANT, signMessage } from '../server/src/areas/payment/sim/sim-gateway.service.ts'
import type { Buyer } from './buyers.ts'
import type { Budget, LoadRequest } from './measure.ts'

/** Each orders once in a round: no more calls are made than there are buyers, unless some repeat. */
export const BUYERS = 4000

export type Shop = { owner: pg.Client; tokens: string[]; buyers: Buyer[]; skuIds: number[]; simKey: string }
/** A call that is made once of each thing prepared for it, so each round prepares its own. */
export type Ask = Budget & { prepare: (shop: Shop) => Promise<LoadRequest[]>; callers?: number }

export const writes: Ask[] = [
  { what: 'place an order', share: 0.06, p99: 60, prepare: prepareOrders },
  { what: 'pay call-back', share: 0.06, p99: 60, prepare: prepareCallbacks },
  { what: 'ship one order', share: 0.06, p99: 80, prepare: prepareShipments },
  // It has no budget of its own: that of a shipment, which does as much.
  { what: 'refund one line', share: 0.06, p99: 80, prepare: prepareRefunds },
]

/** Checkouts of one line, one for each buyer, and the calls that make orders of them. */
async function prepareOrders({ owner, buyers, skuIds }: Shop): Promise<LoadRequest[]> {
  const checkouts = buyers.map((buyer, index) => ({
    ...buyer,
    no: `p${randomBytes(16).toString('hex')}`,
    skuId: skuIds[index % skuIds.length],
  }))
  // No buyer may have more than twenty that wait for their money.
  await owner.query("update store_order set close_type = 3, close_time = now() where tab = 1 and channel <> 'app'")
  await owner.query(
    `insert into pre_order (pre_order_no, uid, kind, basket, expires_at)
    select no, uid, 'buyNow', jsonb_build_array(jsonb_build_object('skuId', sku, 'num', 1)), now() + interval '1 hour'
    from unnest($1::text[], $2::bigint[], $3::bigint[]) as given (no, uid, sku)`,
    [checkouts.map(({ no }) => no), checkouts.map(({ uid }) => uid), checkouts.map(({ skuId }) => skuId)],
  )
  return checkouts.map(({ no: preOrderNo, addressId, token }) => ({
    method: 'POST',
    path: '/api/front/order/create',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ preOrderNo, shippingType: 1, addressId, useIntegral: false }),
  }))
}

type Made = { id: number; orderNo: string; outTradeNo: string; lineId: number; version: number }

/** An order of one line for each buyer, with an attempt to pay it: open, or paid just now. */
export async function makeOrders({ owner, buyers, skuIds }: Shop, isPaid: boolean): Promise<Made[]> {
  const { rows } = await owner.query<Made>(
    `with made as (
      insert into store_order (order_no, uid, channel, real_name, user_phone, city_id, total_num, line_count,
        pro_total_price_fen, pay_price_fen, gain_integral, pay_deadline, paid, pay_time, pay_type)
      select to_char(clock_timestamp(), 'YYYYMMDDHH24MI') || lpad(nextval('store_order_id_seq')::text, 8, '0'), uid, 'app',
        '王小明', '13800138000', 110101, 1, 1, 1990, 1990, 19, now() + interval '1 hour', $3,
        case when $3 then now() end, case when $3 then 'weixin' else '' end from unnest($1::bigint[]) as uid
      returning id, order_no, uid, version
    ), lined as (
      insert into order_line (order_id, line_no, product_id, sku_id, "unique", store_name, image, sku, price_fen, unit_price_fen,
        num, line_total_fen, pay_share_fen)
      select made.id, 1, product_id, sku.id, '', '纯棉毛巾', '', '默认', 1990, 1990, 1, 1990, 1990
      from (select *, row_number() over () as n from made) as made
      join unnest($2::bigint[]) with ordinality as given (sku_id, n) using (n) join product_sku as sku on sku.id = sku_id
      returning id, order_id
    ), tried as (
      insert into payment (biz_type, biz_id, biz_no, uid, out_trade_no, provider, pay_type, channel, amount_fen, query_at, state,
        transaction_id, pay_time)
      select 'order', id, order_no, uid, order_no || '-1', 'sim', 'weixin', 'h5', 1990, now() + interval '1 hour',
        $3::boolean::int, case when $3 then 'T' || order_no else '' end, case when $3 then now() end from made
    )
    select made.id::int, order_no as "orderNo", order_no || '-1' as "outTradeNo", lined.id::int as "lineId", version
    from made join lined on order_id = made.id`,
    [buyers.map(({ uid }) => uid), buyers.map((_, index) => skuIds[index % skuIds.length]), isPaid],
  )
  return rows
}

const asStaff = ({ tokens }: Shop, n: number) => ({
  authorization: `Bearer ${tokens[n % tokens.length]}`,
  'content-type': 'application/json',
})

/** Paid orders, and a parcel of all that is in each. */
async function prepareShipments(shop: Shop): Promise<LoadRequest[]> {
  const made = await makeOrders(shop, true)
  return made.map(({ id, orderNo, version }, n) => {
    const parcel = { deliveryType: 'express', expressCode: 'SF', expressNumber: numberOf(id) }
    const body = JSON.stringify({ orderNo, version, ...parcel })
    return { method: 'POST', path: '/admin/store/order/send', headers: asStaff(shop, n), body }
  })
}

/** A number of 顺丰, another one for each order. */
export const numberOf = (id: number) => `SF${String(1_000_000_000_000 + id)}`

/** Paid orders, and the money of the only line of each. */
async function prepareRefunds(shop: Shop): Promise<LoadRequest[]> {
  const made = await makeOrders(shop, true)
  return made.map(({ orderNo, version, lineId }, n) => {
    const body = JSON.stringify({ orderNo, version, lines: [{ lineId, num: 1 }], reason: '拍错了' })
    const headers = { ...asStaff(shop, n), 'idempotency-key': randomUUID() }
    return { method: 'POST', path: '/admin/store/order/refund', headers, body }
  })
}

/** Orders of one line with an attempt to pay each, and the messages that they were paid. */
async function prepareCallbacks(shop: Shop): Promise<LoadRequest[]> {
  const made = await makeOrders(shop, false)
  return made.map(({ outTradeNo }) => {
    const [timestamp, nonce] = [String(Date.now()), randomUUID()]
    const message = {
      merchant: SIM_MERCHANT,
      currency: 'CNY',
      outTradeNo,
      transactionId: `T${outTradeNo}`,
      amount: 1990,
    }
    const body = JSON.stringify({ ...message, result: 'success', time: new Date().toISOString() })
    const sign = signMessage({ timestamp, nonce, body: Buffer.from(body) }, shop.simKey)
    const headers = { 'content-type': 'application/json', 'x-sim-timestamp': timestamp, 'x-sim-nonce': nonce }
    return { method: 'POST', path: '/api/callback/pay/sim', headers: { ...headers, 'x-sim-sign': sign }, body }
  })
}

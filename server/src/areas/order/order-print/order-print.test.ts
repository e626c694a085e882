import { setTimeout as sleep } from 'node:timers/promises'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { orderNote } from '@zhanggui/contract/order/order-note.ts'
import { orderPrint } from '@zhanggui/contract/order/order-print.ts'
import { shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { addressIdOf, openSellingShop } from '../../../testing/checkout.ts'
import { type MadeOrder, makeOrder, makeOrders } from '../../../testing/order.ts'
import type { Shop } from '../../../testing/shop.ts'
import { shipments } from '../shipment/shipment.tables.ts'

const { data } = orderPrint
const can = [data, order.info, order.list, order.mark, order.updateAddress, orderNote.hold, shipBatch.template]

const marksOf = async ({ ctx }: Shop, orderNo: string) => {
  const { rows } = await ctx.db.execute<{ printed: boolean; stale: boolean }>(
    sql`select print_time is not null as printed, print_stale as stale from store_order where order_no = ${orderNo}`,
  )
  return rows[0]
}

test('what is on paper and changes afterwards says so: a new address, a remark, a hold; the buyer may not change the address any more', async () => {
  const { shop } = await openSellingShop()
  const [staff, buyer] = [await shop.signIn({ can }), await shop.buyer()]
  const place = { realName: '李四', userPhone: '13900139000', cityId: 110101, detail: '建国路 8 号' }
  const changes: [what: string, change: (orderNo: string) => Promise<{ status: number }>][] = [
    ['address', (orderNo) => staff.call(order.updateAddress, { body: { orderNo, ...place } })],
    ['remark', (orderNo) => staff.call(order.mark, { body: { orderNo, remark: '送礼，不要放发票' } })],
    ['hold', (orderNo) => staff.call(orderNote.hold, { body: { orderNo, reason: '等买家电话' } })],
  ]
  for (const [what, change] of changes) {
    const { orderNo } = await makeOrder(shop.ctx, { uid: buyer.userId, paid: true, lines: [{ tempId: 1 }] })
    expect(await marksOf(shop, orderNo)).toEqual({ printed: false, stale: false })
    expect((await staff.call(data, { body: { orderNos: [orderNo], kind: 'receipt' } })).status).toBe(200)
    expect(await marksOf(shop, orderNo), 'a receipt is no list of goods').toEqual({ printed: false, stale: false })
    expect((await staff.call(data, { body: { orderNos: [orderNo], kind: 'note' } })).status).toBe(200)
    expect(await marksOf(shop, orderNo)).toEqual({ printed: true, stale: false })
    const addressId = await addressIdOf(buyer)
    expect(await buyer.call(frontOrder.address, { body: { orderNo, addressId } })).toMatchObject({
      status: 422,
      body: { message: '商家已配货，修改地址请联系客服' },
    })
    expect({ what, status: (await change(orderNo)).status }).toEqual({ what, status: 200 })
    expect({ what, ...(await marksOf(shop, orderNo)) }).toEqual({ what, printed: true, stale: true })
    const { body } = await staff.call(order.info, { query: { orderNo } })
    expect(body.labels).toContainEqual({ text: '打印后有变更', level: 'danger' })
    const listed = await staff.call(order.list, { query: { status: 'notShipped', printed: 2 } })
    expect(listed.body.list.map((row) => row.orderNo)).toContain(orderNo)
    if (what === 'hold') continue
    const again = what === 'address' ? staff.call(data, { body: { orderNos: [orderNo], kind: 'pick' } }) : undefined
    const sheet = what === 'remark' ? staff.call(shipBatch.template, { query: { orderNos: [orderNo] } }) : undefined
    expect((await (again ?? sheet))?.status).toBe(200)
    expect(await marksOf(shop, orderNo)).toEqual({ printed: true, stale: false })
  }
})

test('a pick list gathers what is left by SKU and names what it leaves out; a note and a receipt show the receiver in full; one row of the trail names the orders', async () => {
  const { shop } = await openSellingShop()
  const staff = await shop.signIn({ can })
  const make = (given: MadeOrder) => makeOrder(shop.ctx, { paid: true, ...given })
  const one = await make({
    mark: '请放前台',
    lines: [
      { skuId: 1, num: 3, sentNum: 1 },
      { skuId: 2, num: 1 },
    ],
    sentNum: 1,
  })
  const two = await make({ uid: one.uid, lines: [{ skuId: 1, num: 2, refundNum: 1, cutNum: 1 }] })
  const held = await make({ hold: true })
  const pickUp = await make({ shippingType: 2, storeId: 1 })
  const orderNos = [one, two, held, pickUp].map(({ orderNo }) => orderNo)
  const picked = await staff.call(data, { body: { orderNos, kind: 'pick', copies: 2 } })
  expect(picked.body.goods).toMatchObject([
    {
      skuId: 1,
      num: 3,
      orders: [
        { orderNo: one.orderNo, num: 2 },
        { orderNo: two.orderNo, num: 1 },
      ],
    },
    { skuId: 2, num: 1 },
  ])
  expect(picked.body.orders).toMatchObject([
    { orderNo: one.orderNo, mark: '请放前台', totalNum: 3, together: [two.orderNo] },
    { orderNo: two.orderNo, totalNum: 1 },
  ])
  expect(picked.body.left).toEqual([
    { orderNo: held.orderNo, message: '订单已挂起' },
    { orderNo: pickUp.orderNo, message: '自提订单请核销' },
  ])
  const note = await staff.call(data, { body: { orderNos: [two.orderNo], kind: 'note' } })
  expect(note.body.orders).toMatchObject([
    { userPhone: '13800138000', address: '北京市 东城区 东四北大街 1 号', totalNum: 1, verifyCode: '' },
  ])
  // Of what partly left the note has the rest, and not the number of what is gone.
  await shop.ctx.db.insert(shipments).values({
    orderId: one.id,
    deliveryNo: 'D1',
    deliveryType: 'express',
    expressName: '顺丰速运',
    expressNo: 'SF1',
    shipTime: shop.clock.now(),
    trace: [],
  })
  const rest = await staff.call(data, { body: { orderNos: [one.orderNo], kind: 'note' } })
  expect(rest.body.orders).toMatchObject([{ totalNum: 3, lines: [{ num: 2 }, { num: 1 }], expressNo: '' }])
  const receipt = await staff.call(data, { body: { orderNos: [pickUp.orderNo], kind: 'receipt' } })
  expect(receipt.body.orders).toMatchObject([{ verifyCode: pickUp.verifyCode, address: '' }])
  const refused = async (body: object, status: number) =>
    expect(await staff.call(data, { body: body as never })).toMatchObject({ status })
  await refused({ orderNos: [pickUp.orderNo], kind: 'note' }, 422)
  await refused({ orderNos: [], kind: 'note' }, 400)
  await refused({ orderNos: ['20200101000000000000'], kind: 'note' }, 404)
  const { rows: trail } = await shop.ctx.db.execute<{ after: { orders: string } }>(
    sql`select "after" from audit_entry where action = 'print' order by id`,
  )
  expect(trail).toHaveLength(4)
  expect(trail[0]?.after.orders).toBe(`${one.orderNo}、${two.orderNo}`)
  const { rows: logs } = await shop.ctx.db.execute<{ message: string }>(
    sql`select message from order_log where change_type = 'print' and order_id = ${one.id}`,
  )
  expect(logs).toEqual([{ message: '打印拣货单 2 份' }, { message: '打印发货单 1 份' }])
})

test('what changes while it is printed is on the paper, of pick lists, notes and sheets to ship alike', async () => {
  const { shop } = await openSellingShop()
  const staff = await shop.signIn({ can })
  const remark = '改：不要放发票'
  /** Prints while another change of the order, which began before, is not committed yet. */
  const printAmid = async (orderNo: string, print: () => Promise<{ status: number; body: unknown }>) => {
    const printing = await inTransaction(shop.ctx, async (tx) => {
      await tx.db.execute(
        sql`update store_order set remark = ${remark}, hold = (remark = '挂起') where order_no = ${orderNo}`,
      )
      const begun = print()
      await sleep(300)
      return [begun]
    })
    const answer = await printing[0]
    expect(await marksOf(shop, orderNo)).toEqual({ printed: answer?.status === 200, stale: false })
    return answer
  }
  for (const kind of ['pick', 'note'] as const) {
    const { orderNo } = await makeOrder(shop.ctx, { paid: true })
    const answer = await printAmid(orderNo, () => staff.call(data, { body: { orderNos: [orderNo], kind } }))
    expect(answer).toMatchObject({ status: 200, body: { orders: [{ remark }] } })
  }
  const { orderNo } = await makeOrder(shop.ctx, { paid: true, remark: '挂起' })
  expect(
    await printAmid(orderNo, () => staff.call(shipBatch.template, { query: { orderNos: [orderNo] } })),
  ).toMatchObject({
    status: 422,
    body: { message: '没有可以发货的订单，1 单暂不能发货' },
  })
})

test('of a receiver with more orders than can be printed at once, so many are named beside each and the paper says that there are more', async () => {
  const { shop } = await openSellingShop()
  const staff = await shop.signIn({ can })
  const [first, ...others] = await makeOrders(
    shop.ctx,
    Array.from({ length: 202 }, () => ({ paid: true })),
  )
  const orderNos = [first?.orderNo ?? '']
  const print = async () => (await staff.call(data, { body: { orderNos, kind: 'pick' } })).body.orders[0]
  const crowded = await print()
  expect(crowded).toMatchObject({ togetherMore: true })
  expect(crowded?.together).toEqual(others.slice(0, 200).map(({ orderNo }) => orderNo))
  await shop.ctx.db.execute(
    sql`update store_order set hold = true, is_system_del = true where order_no = ${others[5]?.orderNo}`,
  )
  const fewer = await print()
  expect(fewer).toMatchObject({ togetherMore: false })
  expect(fewer?.together).toHaveLength(200)
})

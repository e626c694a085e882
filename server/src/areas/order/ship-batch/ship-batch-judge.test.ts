import { shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeCategory, makeProduct, productDraft, productPermissions } from '../../../testing/product.ts'
import { batchInfo, openBatches, parcelsOf, run, sf } from '../../../testing/ship-batch.ts'

const { mend } = shipBatch

test('what was refunded, held, shipped, edited or moved after the import fails with the reason, and the others ship', async () => {
  const { shop, staff, make, paste } = await openBatches()
  const orders = await make(Array.from({ length: 8 }, () => ({ lines: [{ num: 2 }] })))
  const noOf = (at: number) => orders[at]?.orderNo ?? ''
  const idOf = (at: number) => orders[at]?.id ?? 0
  const text = orders.map(({ orderNo }, at) => `${orderNo} 顺丰 ${sf(at)}`).join('\n')
  const { batchId, ready } = await paste(`${text}\n${noOf(5)} 顺丰 ${sf(15)}\n${noOf(7)} 顺丰 ${sf(17)}`)
  expect(ready).toBe(10)
  const { db } = shop.ctx
  await db.execute(sql`update store_order set refund_status = 2 where id = ${idOf(0)}`)
  await db.execute(sql`update store_order set hold = true where id = ${idOf(1)}`)
  await db.execute(sql`update order_line set refund_num = 1, cut_num = 1 where order_id = ${idOf(3)}`)
  await db.execute(sql`update order_line set sku = '红' where order_id = ${idOf(4)}`)
  await db.execute(sql`update store_order set detail = '南锣鼓巷 2 号' where id = ${idOf(5)}`)
  await run(shop, staff, (await paste(`${noOf(2)} 顺丰 ${sf(12)}`)).batchId)
  const done = await run(shop, staff, batchId)
  expect(done).toMatchObject({ state: 'done', shipped: 3, failed: 7 })
  expect(done.rows.map(({ state, message }) => (state === 'shipped' ? 'shipped' : message))).toEqual([
    '订单已退款',
    '订单已挂起',
    '订单已发货，请勿重复操作',
    '导入后待发商品有变更，请核对后重新导入',
    '导入后待发商品有变更，请核对后重新导入',
    '导入后收货信息有变更，请核对后重新导入',
    'shipped',
    'shipped',
    '导入后收货信息有变更，请核对后重新导入',
    'shipped',
  ])
  expect((await parcelsOf(shop)).map(({ number }) => number)).toEqual([12, 6, 7, 17].map(sf))
})

test('an order to where a product is not delivered can be shipped, with a warning', async () => {
  const { shop, make, paste } = await openBatches()
  const keeper = await shop.signIn({ permissions: productPermissions })
  const { id } = await makeProduct(keeper, productDraft(await makeCategory(keeper, '家纺')))
  const lines = [{ productId: id }]
  const [far, near, done] = await make([{ lines }, { cityId: 310101, lines }, { lines, hold: true }])
  const { db } = shop.ctx
  await db.execute(sql`insert into freight_undelivery (temp_id, city_ids, areas) values (1, '{110000}', '[]')`)
  const text = [far, near, done].map((made, at) => `${made?.orderNo} ${sf(at)}`).join('\n')
  expect((await paste(text)).rows[0]).toMatchObject({ ok: true, warning: '' })
  await db.execute(sql`update freight_template set undelivery = true`)
  const warning = '收货地区在「毛巾1」的不配送区域，请核对'
  expect((await paste(text)).rows).toMatchObject([
    { ok: true, warning },
    { ok: true, warning: '' },
    { ok: false, warning },
  ])
})

test('a row is corrected in the cells that a call names; the others stay, and so does a fault of another cell', async () => {
  const { shop, staff, make, paste } = await openBatches()
  const [made, other] = await make([{ lines: [{ num: 3 }] }, {}])
  const { batchId } = await paste(`订单号,快递公司,快递单号,数量,备注\n${made?.orderNo},牛牛,${sf(1)},2,易碎`)
  const correct = async (cells: object) => {
    const { status, body } = await staff.call(mend, { body: { batchId, row: 2, ...cells } })
    expect(status).toBe(200)
    return body.rows[0]
  }
  const whole = { orderNo: made?.orderNo, expressNumber: sf(1), num: '2', mark: '易碎' }
  expect(await correct({ express: '顺丰' })).toMatchObject({ ...whole, ok: true, content: '毛巾1 ×2' })
  expect(await correct({ skipped: true })).toMatchObject({ ...whole, express: '顺丰', ok: false, skipped: true })
  expect(await correct({})).toMatchObject({ ...whole, ok: false, skipped: true })
  expect(await correct({ expressNumber: 'ｓｆ1000000000002' })).toMatchObject({
    ...whole,
    expressNumber: 'sf1000000000002',
    ok: true,
    skipped: false,
  })
  const faulty = { fault: '快递单号：公式没有计算结果', faultIn: 'expressNumber' }
  await shop.ctx.db.execute(sql`update ship_batch_row set given = given || ${JSON.stringify(faulty)}::jsonb`)
  expect(await correct({ orderNo: other?.orderNo, clear: ['num'] })).toMatchObject({ ok: false, message: faulty.fault })
  expect(await correct({ expressNumber: sf(3) })).toMatchObject({ message: '', orderNo: other?.orderNo })
})

test('a heading alone is refused; what Excel and chats add to numbers is taken off, and a number of a parcel is known however it is typed', async () => {
  const { shop, staff, make, read, paste } = await openBatches()
  expect(await paste('订单号\t快递公司\t快递单号\n\n')).toMatchObject({
    status: 400,
    message: '粘贴的内容只有表头，请把订单号和快递单号也粘贴进来',
  })
  const [one, two, three] = await make([{}, {}, { realName: '李四' }])
  const csv = `订单号,物流公司,运单号,备注\n="${one?.orderNo}",顺\u200b丰,="${sf(1)}",勿压\n`
  const preview = await read(Buffer.from(csv), '发货.csv')
  expect(preview).toMatchObject({ status: 200 })
  expect(preview.rows).toMatchObject([
    { ok: true, orderNo: one?.orderNo, expressNumber: sf(1), expressName: '顺丰速运', mark: '勿压' },
  ])
  await run(shop, staff, preview.batchId)
  const wide = String(two?.orderNo).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
  const { rows } = await paste(
    `\u202a${wide}\u202c\t顺丰\t="${sf(2)}"\n${three?.orderNo} 顺丰 sf${sf(1).slice(2)}:6021`,
  )
  expect(rows).toMatchObject([
    { ok: true, orderNo: two?.orderNo, expressNumber: sf(2) },
    { ok: false, message: `该快递单号已用于其他订单 ${one?.orderNo}，请确认` },
  ])
  expect((await batchInfo(staff, preview.batchId)).shipped).toBe(1)
})

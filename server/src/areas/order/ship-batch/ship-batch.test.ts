import { order } from '@zhanggui/contract/order/order.ts'
import { shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { gt, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { upload } from '../../../testing/files/multipart.ts'
import { fetchBytes, readSheet } from '../../../testing/files/product-sheets.ts'
import { makeOrders } from '../../../testing/order.ts'
import { openPayShop } from '../../../testing/pay.ts'
import { batchInfo, openBatches, parcelsOf, run, sf, sheet, yto } from '../../../testing/ship-batch.ts'
import type { Shop } from '../../../testing/shop.ts'
import { storeOrders } from '../order/order.tables.ts'

const { mend, confirm, undo, info, list, failed, template } = shipBatch

const auditsOf = async ({ ctx }: Shop, action: string) =>
  (await ctx.db.execute(sql`select object_name, "after" from audit_entry where action = ${action}`)).rows

/** Orders of these tests were stored as paid or refunding, without the bills and cases that belong to it. */
const unbalanced = async ({ ctx }: Shop) =>
  (await findUnbalanced(ctx)).filter(({ equation }) => equation !== 'R10' && equation !== 'R4')

test('of 100 rows the preview names 3 bad, 1 double and 2 guessed; confirmed twice they ship once, and the failed sheet names row and reason', async () => {
  const { shop, staff, make, read } = await openBatches()
  const good = await make(Array.from({ length: 96 }, () => ({})))
  const [held, refunding] = await make([{ hold: true }, { refundStatus: 1 }])
  const rows = [
    ['订单号', '快递公司', '快递单号'],
    ...good.map(({ orderNo }, at) => [orderNo, at < 2 ? '' : '顺丰速运', at === 0 ? yto(at) : sf(at)]),
    ['20200101000000000000', '顺丰', sf(900)],
    [held?.orderNo ?? '', '顺丰', sf(901)],
    [refunding?.orderNo ?? '', '顺丰', sf(902)],
    [good[5]?.orderNo ?? '', '顺丰', sf(5)],
  ]
  const preview = await read(await sheet(rows))
  expect(preview).toMatchObject({ status: 200, state: 'checked', total: 100, ready: 96, bad: 4, warned: 0 })
  expect(preview.rows.filter(({ ok }) => !ok).map(({ row, message }) => [row, message])).toEqual([
    [98, '订单不存在，订单号的末位可能被表格改成了0，请把该列设为文本格式后重新填写'],
    [99, '订单已挂起'],
    [100, '订单正在退款'],
    [101, '与第 7 行重复，请勿重复发货'],
  ])
  expect(preview.rows.filter(({ guessed }) => guessed).map(({ expressName }) => expressName)).toEqual([
    '圆通速递',
    '顺丰速运',
  ])
  expect(await parcelsOf(shop)).toEqual([])
  const { batchId } = preview
  const done = await run(shop, staff, batchId)
  expect(done).toMatchObject({ state: 'done', shipped: 96, failed: 0, bad: 4, isStopped: false })
  expect(await staff.call(confirm, { body: { batchId } })).toMatchObject({
    status: 409,
    body: { message: '该批次已提交' },
  })
  expect(await staff.call(mend, { body: { batchId, row: 98 } })).toMatchObject({ status: 409 })
  expect(await parcelsOf(shop)).toHaveLength(96)
  const answer = await fetchBytes(shop, staff, failed.path.replace(':batchId', String(batchId)))
  const [heading, ...left] = await readSheet(answer)
  expect(heading).toEqual(['行号', '订单号', '快递公司', '快递单号', '商品编号', '数量', '备注', '原因'])
  expect(left.map((cells) => [cells[0], cells.at(-1)])).toEqual([
    [98, '订单不存在，订单号的末位可能被表格改成了0，请把该列设为文本格式后重新填写'],
    [99, '订单已挂起'],
    [100, '订单正在退款'],
    [101, '与第 7 行重复，请勿重复发货'],
  ])
  // The same file again does no harm.
  const again = await read(await sheet(rows))
  expect(again).toMatchObject({ ready: 0, bad: 100 })
  expect(again.rows[0]).toMatchObject({ message: `该快递单号已是订单 ${good[0]?.orderNo} 的包裹，请勿重复发货` })
  expect(await staff.call(confirm, { body: { batchId: again.batchId } })).toMatchObject({
    status: 422,
    body: { message: '没有可以发货的行，请按提示修改后再提交' },
  })
  expect(await staff.call(list)).toMatchObject({ body: { total: 2, list: [{ id: again.batchId }, { id: batchId }] } })
  expect(await unbalanced(shop)).toEqual([])
})

test('the template of 60 orders of 50 receivers, filled in by an ERP under headings of its own, ships all; a number on another receiver’s order is refused', async () => {
  const { shop, make } = await openBatches()
  const staff = await shop.signIn({ role: 'warehouse' })
  const uid = (await make([{ closeType: 1, paid: false }]))[0]?.uid ?? 0
  const receiver = (n: number) => ({
    uid,
    realName: `客户${n}`,
    userPhone: `1370000${1000 + n}`,
    detail: `长安街 ${n} 号`,
  })
  const orders = await make(
    Array.from({ length: 60 }, (_, n) => ({
      ...receiver(n % 50),
      lines: [{ num: 2, barCode: `69${1000 + n}`, weight: 0.5 }, { num: 1 }],
    })),
  )
  const [held, , cutOff] = await make([{ hold: true }, { refundStatus: 1 }, { ...receiver(99) }])
  const lineId = orders[7]?.lines[1]?.id ?? 0
  await staff.call(shipment.send, {
    body: {
      orderNo: orders[7]?.orderNo ?? '',
      deliveryType: 'express',
      expressCode: 'SF',
      expressNumber: sf(7),
      lines: [{ lineId, num: 1 }],
    },
  })
  const asked = await staff.call(template, { query: { status: 'notShipped', minPrice: 30 } })
  expect(asked).toMatchObject({ status: 200, body: { count: 60, held: 0, refunding: 0, waiting: 0, edited: 0 } })
  const [heading = [], ...lines] = await readSheet(await fetchBytes(shop, staff, asked.body.url))
  expect(heading.join(' ')).toBe(
    '订单号 合单号 收货人 电话 省 市 区 详细地址 商品 商品编号 件数 重量 买家留言 商家备注 快递公司 快递单号',
  )
  const at = (title: string) => heading.indexOf(title)
  expect(lines[0]?.[at('电话')]).toBe('13700001000')
  expect(lines[0]?.[at('详细地址')]).toBe('长安街 0 号')
  expect(lines[7]?.slice(at('商品'), at('重量') + 1)).toEqual(['毛巾1 默认×2', '691007', 2, 1])
  const audits = await auditsOf(shop, 'print')
  expect(audits).toHaveLength(1)
  expect(JSON.stringify(audits)).toContain(orders[59]?.orderNo)
  // Nowhere else: neither in the detail, nor in the preview of what comes back.
  const detail = await staff.call(order.info, { query: { orderNo: orders[0]?.orderNo ?? '' } })
  expect(detail.body).toMatchObject({ userPhone: '137****1000', address: '北京市 东城区', printStale: false })
  expect(detail.body.printTime).not.toBeNull()
  // The ERP: rows by receiver, headings and columns of its own, a title above them.
  const byGroup = Map.groupBy(lines, (line) => line[at('合单号')] || line[at('订单号')])
  const filled = [...byGroup.values()].map((own, n) => {
    const numbers = n === 20 ? [yto(n), yto(500)] : [yto(n)]
    return own.map((line) => [
      numbers.join('，'),
      '圆通',
      line[at('收货人')],
      String(line[at('订单号')]),
      line[at('件数')],
    ])
  })
  // Of half of the receivers with two orders the ERP names both in one cell.
  const rows = filled.flatMap((own, n) =>
    own.length > 1 && n % 2
      ? [
          [
            own[0]?.[0],
            '圆通',
            own[0]?.[2],
            own.map((cells) => cells[3]).join(','),
            own.reduce((sum, cells) => sum + Number(cells[4]), 0),
          ],
        ]
      : own,
  )
  const stranger = [yto(0), '圆通', '客户99', cutOff?.orderNo ?? '', 1]
  const content = await sheet([
    ['发货明细'],
    ['运单号', '物流公司', '买家', '订单编号', '数量'],
    ...[...rows, stranger].map((cells) => cells.map(String)),
  ])
  const { status, body: preview } = await upload(staff, shipBatch.read, { '聚合.xlsx': content })
  expect({ status, total: preview.total }).toEqual({ status: 200, total: 56 })
  expect(preview.rows.filter(({ ok }) => !ok)).toMatchObject([
    { row: 58, message: `快递单号 ${yto(0)} 已用于第 3 行的另一收货人` },
  ])
  expect(preview.rows.filter(({ warning }) => warning)).toMatchObject([
    { row: 3, warning: '第 58 行的另一收货人也填了这个单号，请核对' },
  ])
  expect(JSON.stringify(preview)).not.toContain('长安街')
  expect(JSON.stringify(preview)).not.toContain('13700001')
  const done = await run(shop, staff, preview.batchId)
  expect(done.rows.filter(({ state }) => state === 'failed')).toEqual([])
  expect(done).toMatchObject({ shipped: 55, failed: 0, bad: 1 })
  const parcels = await parcelsOf(shop)
  expect(parcels).toHaveLength(62)
  expect(new Set(parcels.map(({ number }) => number)).size).toBe(52)
  expect(parcels.filter(({ num }) => num === 0)).toEqual([expect.objectContaining({ number: yto(500) })])
  const { rows: states } = await shop.ctx.db.execute(sql`
    select count(*)::int as count from store_order where status = 1 and sent_num = total_num`)
  expect(states).toEqual([{ count: 60 }])
  // Later, too, the number belongs to its receiver.
  const text = `${cutOff?.orderNo} 圆通 ${yto(0)}\n${held?.orderNo} ${yto(900)}`
  const later = await staff.call(shipBatch.read, { body: { text } })
  expect(later.body.rows).toMatchObject([
    { row: 1, ok: false, message: expect.stringContaining('该快递单号已用于其他订单') },
    { row: 2, ok: false, guessed: true, message: '订单已挂起' },
  ])
  expect(await unbalanced(shop)).toEqual([])
})

test('a row is mended in place or left out, and the rows that depend on it are judged again', async () => {
  const { shop, staff, make, paste } = await openBatches()
  const [one, two, three] = await make([{}, { printTime: new Date(), printStale: true }, {}])
  const preview = await paste(
    [
      `${one?.orderNo},牛牛快递,${sf(1)}`,
      `${two?.orderNo}\t顺丰\t${sf(2)}`,
      `${three?.orderNo} 圆通 ${sf(3)} 易碎`,
      `${three?.orderNo} 顺丰 ${sf(4)}`,
    ].join('\n'),
  )
  expect(preview.rows).toMatchObject([
    { row: 1, ok: false, message: '找不到物流公司「牛牛快递」，请重新选择' },
    { row: 2, ok: true, warning: '打印后有变更，请核对' },
    { row: 3, ok: true, mark: '易碎', warning: '单号像是顺丰速运的，请核对快递公司', guessCode: 'SF' },
    { row: 4, ok: true, content: '附加包裹' },
  ])
  const { batchId } = preview
  const refused = (body: object, status: number) =>
    expect(staff.call(mend, { body: { batchId, row: 1, ...body } as never })).resolves.toMatchObject({ status })
  await refused({ row: 9 }, 404)
  await refused({ batchId: batchId + 1 }, 404)
  await refused({ orderNo: 'x'.repeat(300) }, 400)
  const mended = await staff.call(mend, {
    body: { batchId, row: 1, orderNo: one?.orderNo ?? '', express: 'SF', expressNumber: sf(2) },
  })
  // Both go to one receiver, so that they may travel together.
  expect(mended.body).toMatchObject({ ready: 4, bad: 0, rows: [{ row: 1, ok: true, expressName: '顺丰速运' }] })
  const leftOut = await staff.call(mend, { body: { batchId, row: 3, skipped: true } })
  expect(leftOut.body).toMatchObject({
    ready: 3,
    bad: 1,
    rows: [
      { row: 3, ok: false, skipped: true, message: '已设为不发货' },
      { row: 4, ok: true, content: '毛巾1 ×1' },
    ],
  })
  const done = await run(shop, staff, batchId)
  expect(done).toMatchObject({ shipped: 3, failed: 0, bad: 1 })
  expect((await parcelsOf(shop)).map(({ number }) => number)).toEqual([sf(2), sf(2), sf(4)])
  expect(await auditsOf(shop, 'update')).toHaveLength(2)
})

test('rows that name goods split an order; goods under one number are one parcel; what changed before the confirmation fails alone', async () => {
  const { shop, staff, make, read } = await openBatches()
  const [split, gone] = await make([
    {
      lines: [
        { num: 3, barCode: 'A1', weight: 0.5 },
        { num: 2, barCode: 'B2', weight: 0.5 },
        { num: 1, barCode: 'C3' },
      ],
    },
    {},
  ])
  const preview = await read(
    await sheet([
      ['订单编号', '商品条码', '发货数量', '物流公司', '物流单号'],
      [split?.orderNo ?? '', 'A1', 2, '顺丰', sf(1)],
      [split?.orderNo ?? '', 'B2', 2, '顺丰', sf(1)],
      [split?.orderNo ?? '', 'A1', 1, '顺丰', sf(2)],
      [split?.orderNo ?? '', 'A1', 1, '顺丰', sf(3)],
      [gone?.orderNo ?? '', 'ERP-77', 1, '顺丰', sf(4)],
    ]),
  )
  expect(preview.rows).toMatchObject([
    { ok: true },
    { ok: true, content: '毛巾2 ×2' },
    { ok: true, content: '毛巾1 ×1' },
    { ok: false, message: '发货数量超过待发数量' },
    { ok: true, warning: '不认识表中的商品编号，将发出整单，请核对' },
  ])
  await shop.ctx.db.execute(sql`update store_order set hold = true where id = ${gone?.id}`)
  const done = await run(shop, staff, preview.batchId)
  expect(done).toMatchObject({ shipped: 3, failed: 1, bad: 1 })
  expect(done.rows[4]).toMatchObject({ state: 'failed', message: '订单已挂起' })
  expect((await parcelsOf(shop)).map(({ number, num }) => [number, num])).toEqual([
    [sf(1), 4],
    [sf(2), 1],
  ])
  // 1.10 A row for each parcel, by which the courier's bill is checked.
  const parcels = await staff.call(order.download, { query: { mode: 'parcel', orderNos: [split?.orderNo ?? ''] } })
  const [heading, ...lines] = await readSheet(await fetchBytes(shop, staff, (parcels.body as { url: string }).url))
  expect(heading?.join(' ')).toBe('发货时间 订单号 快递公司 快递单号 省 市 件数 重量 物流状态')
  expect(lines.map((cells) => cells.slice(2, 8))).toEqual([
    ['顺丰速运', sf(1), '北京市', '北京市', 4, 2],
    ['顺丰速运', sf(2), '北京市', '北京市', 1, 0.5],
  ])
  const detail = await staff.call(order.info, { query: { orderNo: split?.orderNo ?? '' } })
  expect(detail.body).toMatchObject({
    sentNum: 5,
    status: 0,
    labels: expect.arrayContaining([{ text: '部分发货', level: 'warning' }]),
  })
})

test('within half an hour a batch is taken back, but for what a carrier has seen', async () => {
  const { shop, staff, make, paste } = await openBatches()
  const orders = await make([{}, {}, {}])
  const text = orders.map(({ orderNo }, n) => `${orderNo} 顺丰 ${sf(n)}`).join('\n')
  const { batchId } = await paste(`${text}\n${orders[0]?.orderNo} 顺丰 ${sf(9)}`)
  expect(await staff.call(undo, { body: { batchId } })).toMatchObject({
    status: 409,
    body: { message: '该批次尚未发货' },
  })
  const shipped = await run(shop, staff, batchId)
  expect(shipped.undoUntil).not.toBeNull()
  await shop.ctx.db.execute(sql`update shipment set trace_state = 0 where express_no = ${sf(1)}`)
  const back = await run(shop, staff, batchId, undo)
  expect(back).toMatchObject({ state: 'done', shipped: 1, withdrawn: 3 })
  expect(back.rows[1]).toMatchObject({ state: 'shipped', message: `未能撤回：${sf(1)} 快递已揽收，不能撤回发货` })
  expect(await parcelsOf(shop)).toMatchObject([{ number: sf(1) }])
  const detail = await staff.call(order.info, { query: { orderNo: orders[0]?.orderNo ?? '' } })
  expect(detail.body).toMatchObject({ status: 0, sentNum: 0 })
  shop.clock.advance(31 * 60_000)
  expect(await staff.call(undo, { body: { batchId } })).toMatchObject({ status: 422 })
  expect((await batchInfo(staff, batchId)).undoUntil).toBeNull()
})

test('a batch that was cut short and taken back is over: its task, tried again, ships nothing', async () => {
  const { shop } = await openPayShop({ stock: 40 })
  const staff = await shop.signInAdmin()
  await shop.app.work()
  const made = await makeOrders(
    shop.ctx,
    Array.from({ length: 4 }, () => ({ paid: true })),
  )
  const text = made.map(({ orderNo }, index) => `${orderNo} 顺丰 SF100000000000${index}`).join('\n')
  const { batchId } = (await staff.call(shipBatch.read, { body: { text } })).body
  const stands = async () => (await staff.call(shipBatch.info, { params: { batchId } })).body
  const sent = () => shop.ctx.db.$count(storeOrders, gt(storeOrders.sentNum, 0))
  const taskOf = async (id: string) => (await staff.call(task.info, { params: { id } })).body
  let id = ''
  await shop.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from store_order where order_no = ${made[1]?.orderNo ?? ''} for update`)
    id = ((await staff.call(shipBatch.confirm, { body: { batchId } })).body as { taskId?: string }).taskId ?? ''
    await expect.poll(sent).toBe(1)
    await staff.call(task.cancel, { params: { id } })
  })
  await expect.poll(async () => (await taskOf(id)).status).toBe('cancelled')
  expect(await sent()).toBe(2)
  expect((await staff.call(shipBatch.undo, { body: { batchId } })).status).toBe(202)
  await expect.poll(async () => (await stands()).withdrawn).toBe(2)
  expect((await staff.call(task.retry, { params: { id } })).status).toBe(200)
  await expect.poll(() => taskOf(id)).toMatchObject({ status: 'failed', message: '该批次已撤回，不能继续发货' })
  expect(await sent()).toBe(0)
})

test('a carrier and a code of emojis stop no sheet, wherever the message is cut', async () => {
  const { paste, make } = await openBatches()
  const [one] = await make([{}])
  const rows = ['', '快'].flatMap((first) => [
    `${one?.orderNo}\t${first}${'🚚'.repeat(20)}\tSF1234567890123`,
    `${one?.orderNo}\t顺丰速运\tSF1234567890124\t${first}${'🧦'.repeat(20)}\t1`,
  ])
  const batch = await paste(rows.join('\n'))
  expect(batch.status).toBe(200)
  expect(batch.rows[0]?.message).toMatch(/^找不到物流公司「🚚{20}」/u)
  expect(JSON.stringify(batch.rows)).not.toMatch(/\\ud[89a-f]|\uFFFD/i)
})

test('what is no sheet of numbers is refused with what to do; a batch that nobody confirms is gone after two hours', async () => {
  const { shop, staff, make, read, paste } = await openBatches()
  const [made] = await make([{}])
  const line = [made?.orderNo ?? '', sf(1)]
  const heading = ['订单号', '快递单号']
  const cases: [what: Promise<{ status: number; message?: string }>, status: number, message: string][] = [
    [
      read(
        await sheet([
          ['姓名', '电话'],
          ['a', 'b'],
        ]),
      ),
      400,
      '没有找到「订单号」和「快递单号」两列，请检查表头',
    ],
    [read(await sheet([heading])), 400, '文件中没有要发货的行'],
    [read(await sheet([heading, ...Array(2001).fill(line)])), 400, '一次最多导入 2,000 行，请拆分文件后分次导入'],
    [read(Buffer.from('x'), '发货.txt'), 415, '上传文件类型只能为：xlsx,csv'],
    [read(Buffer.alloc(6 * 1024 ** 2, 'a,b\n'), '发货.csv'), 413, '最大允许上传 5 MB文件'],
    [paste('  '), 400, '请上传文件，或粘贴订单号和快递单号'],
    [paste(`${line.join(' ')}\n`.repeat(2001)), 400, '一次最多 2,000 行，请分次粘贴'],
  ]
  for (const [what, status, message] of cases)
    expect(await what).toMatchObject({ status, message: expect.stringContaining(message) })
  const csv = `﻿订单号,物流公司,运单号\n${made?.orderNo},=cmd|' /C calc'!A0,${sf(1)}\n2.02611E+19,顺丰,7.8E+14\n`
  const odd = await read(Buffer.from(csv), '发货.csv')
  expect(odd.rows).toMatchObject([
    { ok: false, message: expect.stringContaining('找不到物流公司') },
    { ok: false, message: '订单号：数字被表格改成了科学计数，请把该列设为文本格式后重新填写' },
  ])
  await shop.ctx.db.execute(sql`update ship_batch set expires_at = now() - interval '1 second'`)
  expect(await staff.call(info, { params: { batchId: odd.batchId } })).toMatchObject({ status: 404 })
  expect(await staff.call(confirm, { body: { batchId: odd.batchId } })).toMatchObject({
    status: 409,
    body: { message: '该批次已过期，请重新导入' },
  })
  const others = await shop.signIn({ permissions: ['admin:order:send'] })
  expect(await others.call(list)).toMatchObject({ status: 403 })
  expect(await others.call(template, { query: { orderNos: [made?.orderNo ?? ''] } })).toMatchObject({
    status: 200,
    body: { count: 1 },
  })
})

test('a quote without a partner and a name cut in the middle are told in their rows, and whoever mends one sends it', async () => {
  const { staff, make, read } = await openBatches()
  const [one, two, three, four] = (await make([{}, {}, {}, {}])).map(({ orderNo }) => orderNo)
  const [head, tail] = [
    `订单号,快递公司,快递单号,备注\n${one},顺丰,${sf(11)},\n${two},顺丰,${sf(12)},"没有写完\n${three},顺丰,${sf(13)},毛巾`,
    `\n${four},顺丰,${sf(14)},好\n\x1a`,
  ]
  const cut = Buffer.concat([Buffer.from(head).subarray(0, -1), Buffer.from(tail)])
  const preview = await read(cut, '发货.csv')
  expect(preview).toMatchObject({ status: 200, total: 4, ready: 2, bad: 2 })
  expect(preview.rows.map(({ row, message }) => [row, message])).toEqual([
    [2, ''],
    [3, '第 3 行的引号不成对，请补上或删除多余的英文引号'],
    [4, '备注：有一个字没有保存完整（显示为�），请改正后重新填写'],
    [5, ''],
  ])
  for (const row of [3, 4])
    expect(await staff.call(mend, { body: { batchId: preview.batchId, row, mark: '补写' } })).toMatchObject({
      status: 200,
      body: { rows: [{ row, ok: true, message: '' }] },
    })
})

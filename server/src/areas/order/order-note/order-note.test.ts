import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { type BulkResult, orderNote } from '@zhanggui/contract/order/order-note.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { makeOrder, makeOrders } from '../../../testing/order.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { noteOrder } from '../order/order.repository.ts'
import { storeOrders } from '../order/order.tables.ts'
import { shipments } from '../shipment/shipment.tables.ts'
import { endHolds } from './order-tidy.service.ts'

const DAY_MS = 24 * 3600_000
const all = [...Object.values(orderNote), order.mark, order.close, order.info]
const never = new AbortController().signal

const rowOf = async ({ ctx }: Shop, orderNo: string) => {
  const [row] = await ctx.db.select().from(storeOrders).where(eq(storeOrders.orderNo, orderNo))
  if (!row) throw new Error('no such order')
  return row
}
const logOf = async ({ ctx }: Shop, orderNo: string) =>
  (
    await ctx.db.execute<{ what: string; message: string; who: string }>(sql`
      select change_type as what, message, operator_type as who from order_log
      where order_id = (select id from store_order where order_no = ${orderNo}) and change_type <> 'create' order by id`)
  ).rows
const dayAfter = (shop: Shop, days: number) => toWireDay(new Date(shop.clock.now().getTime() + days * DAY_MS))
const bulk = async (staff: Caller, body: object) => {
  const answer = await staff.send('POST', orderNote.bulk.path, body)
  return { status: answer.status, body: answer.body as unknown as BulkResult & { message: string; taskId?: string } }
}

test('a tag comes from the dictionary; what was put on and taken off is in the log', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const { orderNo } = await makeOrder(shop.ctx, { paid: true })
  const tag = (body: object) => staff.send('POST', orderNote.tag.path, { orderNo, ...body })
  expect(await tag({})).toMatchObject({ status: 400, body: { message: '请选择标签' } })
  expect(await tag({ add: [99] })).toMatchObject({ status: 400, body: { message: '标签 99 不存在或已停用' } })
  expect(await tag({ add: [1], version: 7 })).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } })
  expect((await tag({ add: [1, 3] })).status).toBe(200)
  expect((await tag({ add: [1] })).body).toEqual({ id: expect.any(Number), version: 1 })
  expect((await tag({ remove: [3], add: [2] })).status).toBe(200)
  expect((await rowOf(shop, orderNo)).tagIds).toEqual([1, 2])
  expect(await logOf(shop, orderNo)).toEqual([
    { what: 'tag', message: '加上标签「加急」「易碎」', who: 'admin' },
    { what: 'tag', message: '加上标签「礼品」，去掉标签「易碎」', who: 'admin' },
  ])
})

test('an order put aside until a day is free again on its morning, and what was printed of it is stale', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const { orderNo } = await makeOrder(shop.ctx, { paid: true, printTime: shop.clock.now() })
  const other = await makeOrder(shop.ctx, { paid: true })
  const hold = (no: string, body: object) => staff.send('POST', orderNote.hold.path, { orderNo: no, ...body })
  const until = dayAfter(shop, 2)
  for (const [day, message] of [
    ['2026-02-30', '挂起日期不存在，请重新选择'],
    [dayAfter(shop, 0), '挂起日期须晚于今天'],
    [dayAfter(shop, 400), '挂起日期不能超过一年'],
  ])
    expect(await hold(orderNo, { reason: '等通知', until: day })).toMatchObject({ status: 400, body: { message } })
  const unpaid = await makeOrder(shop.ctx)
  expect(await hold(unpaid.orderNo, { reason: '等通知' })).toMatchObject({
    status: 409,
    body: { message: '只有待发货的订单可以挂起' },
  })
  // Its goods came; that money is asked for makes nothing wait to be sent.
  const received = await makeOrder(shop.ctx, { paid: true, status: 2, refundStatus: 1 })
  expect((await hold(received.orderNo, { reason: '等通知' })).status).toBe(409)
  expect((await hold(orderNo, { reason: '客户要求改天发', until })).status).toBe(200)
  expect((await hold(other.orderNo, { reason: '等买家回话' })).status).toBe(200)
  expect(await hold(orderNo, { reason: '再挂一次' })).toMatchObject({ status: 409, body: { message: '订单已挂起' } })
  expect(await rowOf(shop, orderNo)).toMatchObject({ hold: true, holdUntil: until, printStale: true })
  expect((await staff.call(order.info, { query: { orderNo } })).body.allow).toMatchObject({ hold: false, unhold: true })

  shop.clock.advance(DAY_MS)
  expect(await endHolds(shop.ctx, never)).toBe(0)
  shop.clock.advance(DAY_MS)
  expect(await endHolds(shop.ctx, never)).toBe(1)
  expect(await rowOf(shop, orderNo)).toMatchObject({ hold: false, holdReason: '', holdUntil: null })
  expect((await rowOf(shop, other.orderNo)).hold).toBe(true)
  expect(await logOf(shop, orderNo)).toMatchObject([
    { what: 'hold', message: `挂起到 ${until}：客户要求改天发` },
    { what: 'unhold', message: `挂起到期（${until}），自动解除`, who: 'system' },
  ])
  const again = await shop.signIn({ can: all })
  const unhold = () => again.call(orderNote.unhold, { body: { orderNo: other.orderNo } })
  expect([(await unhold()).status, (await unhold()).status]).toEqual([200, 409])
})

test('staff change and delete what they wrote for a day, never what others wrote', async () => {
  const shop = await openShop()
  const [staff, other] = [await shop.signIn({ can: all }), await shop.signIn({ can: all })]
  const clerk = await shop.signIn({ can: all, dataScope: '本门店', storeIds: [7] })
  const { orderNo } = await makeOrder(shop.ctx, { paid: true })
  const { id } = (await staff.call(orderNote.comment, { body: { orderNo, content: '买家说周五前要到' } })).body
  const edit = (who: Caller) => who.call(orderNote.editComment, { body: { id, content: '买家说周四前要到' } })
  const remove = (who: Caller, of = id) => who.call(orderNote.removeComment, { body: { id: of } })
  expect((await clerk.call(orderNote.comment, { body: { orderNo, content: '看看' } })).status).toBe(404)
  expect([(await edit(other)).status, (await remove(other)).status]).toEqual([403, 403])
  expect([(await edit(clerk)).status, (await remove(clerk)).status]).toEqual([404, 404])
  expect((await remove(staff, 999)).status).toBe(404)
  expect((await edit(staff)).status).toBe(200)
  const read = async (who: Caller) =>
    (await who.call(orderNote.timeline, { query: { orderNo } })).body.list.find(({ comment }) => comment)
  expect(await read(staff)).toMatchObject({ text: '买家说周四前要到', comment: { mayChange: true, edited: true } })
  expect(await read(other)).toMatchObject({ from: 'staff', comment: { mayChange: false } })
  shop.clock.advance(DAY_MS)
  // Sessions end meanwhile.
  const own = await shop.signIn({ can: all })
  const { id: late } = (await own.call(orderNote.comment, { body: { orderNo, content: '已回电' } })).body
  await shop.ctx.db.execute(sql`update order_comment set operator_id = ${own.userId} where id = ${id}`)
  expect(await edit(own)).toMatchObject({
    status: 422,
    body: { message: '内部留言超过 24 小时，不能修改或删除' },
  })
  expect((await remove(own, late)).status).toBe(200)
  expect(await logOf(shop, orderNo)).toMatchObject([{ what: 'comment', message: '删除一条内部留言' }])
})

describe('an act on many orders', () => {
  let shop: Shop
  let staff: Caller

  test('lists what it refused with the reason, changes the others, and is refused without its own right', async () => {
    shop = await openShop()
    staff = await shop.signIn({ can: all })
    const clerk = await shop.signIn({ can: all, dataScope: '本门店', storeIds: [7] })
    const [paid, unpaid] = [await makeOrder(shop.ctx, { paid: true }), await makeOrder(shop.ctx)]
    const orderNos = [paid.orderNo, unpaid.orderNo]
    for (const [body, message] of [
      [{ act: 'mark' }, '请输入商家备注'],
      [{ act: 'tag' }, '请选择标签'],
      [{ act: 'hold' }, '请输入原因'],
      [{ act: 'close' }, '请输入原因'],
      [{ act: 'hold', reason: '等通知', until: '2026-13-45' }, '挂起日期不存在，请重新选择'],
    ] as const)
      expect(await bulk(staff, { ...body, orderNos })).toMatchObject({ status: 400, body: { message } })
    const marker = await shop.signIn({ can: [order.mark, orderNote.tag] })
    expect((await bulk(marker, { act: 'close', orderNos, reason: '不卖了' })).status).toBe(403)

    expect((await bulk(clerk, { act: 'mark', orderNos, remark: '别家的' })).body).toMatchObject({
      ok: 0,
      failed: orderNos.map((orderNo) => ({ orderNo, message: '订单不存在或已被删除' })),
    })
    const missing = '20200101000000000000'
    const answer = await bulk(staff, { act: 'close', orderNos: [...orderNos, missing], reason: '重复下单' })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ok: 1,
        failed: [
          { orderNo: paid.orderNo, message: '订单已支付，不能关闭，请退款' },
          { orderNo: missing, message: '订单不存在或已被删除' },
        ],
      },
    })
    expect(await rowOf(shop, unpaid.orderNo)).toMatchObject({ closeType: 3, closeReason: '重复下单' })
    const { batchId } = answer.body
    expect(await staff.call(orderNote.bulkUndo, { body: { batchId } })).toMatchObject({
      status: 422,
      body: { message: '批量关闭不能撤销' },
    })
  })

  test('can be taken back within ten minutes, once, by whoever did it, but for orders changed since', async () => {
    shop = await openShop()
    staff = await shop.signIn({ can: all })
    const colleague = await shop.signIn({ can: all })
    const printTime = shop.clock.now()
    const made = await makeOrders(shop.ctx, [
      { paid: true, remark: '原有', printTime },
      { paid: true, remark: '原有' },
      { paid: true },
    ])
    const [first = '', second = '', third = ''] = made.map(({ orderNo }) => orderNo)
    const orderNos = [first, second, third]
    const { body } = await bulk(staff, { act: 'mark', orderNos, remark: '中午前发', append: true })
    expect(body).toMatchObject({ ok: 3, failed: [] })
    expect(await rowOf(shop, first)).toMatchObject({ remark: '原有；中午前发', printStale: true })
    await colleague.call(order.mark, { body: { orderNo: second, remark: '改成下午' } })
    const undo = (who: Caller, batchId = body.batchId) => who.call(orderNote.bulkUndo, { body: { batchId } })
    expect((await undo(colleague)).status).toBe(404)
    const info = async (batchId = body.batchId) => (await staff.call(orderNote.bulkInfo, { query: { batchId } })).body
    expect(await info()).toMatchObject({
      act: 'mark',
      total: 3,
      ok: 3,
      isFinished: true,
      undoUntil: expect.any(String),
    })
    const [back, late] = (await Promise.all([undo(staff), undo(staff)])).toSorted((a, b) => a.status - b.status)
    expect(late).toMatchObject({ status: 409, body: { message: expect.stringMatching(/^该操作已撤销$|^正在撤销/) } })
    expect((await undo(staff)).body).toMatchObject({ message: '该操作已撤销' })
    expect(back).toMatchObject({
      status: 200,
      body: { ok: 2, failed: [{ orderNo: second, message: '之后有其他改动，保持不变' }] },
    })
    expect(await info()).toMatchObject({ undoUntil: null, undone: { ok: 2, isFinished: true } })
    expect(await rowOf(shop, first)).toMatchObject({ remark: '原有', printStale: false })
    expect(await rowOf(shop, second)).toMatchObject({ remark: '改成下午' })
    expect((await logOf(shop, first)).at(-1)).toMatchObject({ what: 'mark', message: '撤销批量备注' })

    await bulk(staff, { act: 'tag', orderNos: [third], add: [1] })
    const held = await bulk(staff, { act: 'hold', orderNos: [first, third], reason: '等库存' })
    expect((await undo(staff, held.body.batchId)).body).toMatchObject({ ok: 2 })
    expect(await rowOf(shop, third)).toMatchObject({ hold: false, holdReason: '', tagIds: [1] })
    const tagged = await bulk(staff, { act: 'tag', orderNos: [first, third], add: [2], remove: [1] })
    shop.clock.advance(11 * 60_000)
    expect(await undo(staff, tagged.body.batchId)).toMatchObject({
      status: 422,
      body: { message: '已超过10分钟，不能撤销' },
    })
  })

  test('is a task from fifty orders on, and so is taking it back', async () => {
    shop = await openShop()
    staff = await shop.signIn({ can: all })
    await shop.app.work()
    const made = await makeOrders(
      shop.ctx,
      Array.from({ length: 51 }, (_, at) => ({ paid: at > 0 })),
    )
    const started = await bulk(staff, { act: 'hold', orderNos: made.map(({ orderNo }) => orderNo), reason: '盘点' })
    expect(started).toMatchObject({ status: 202, body: { taskId: expect.any(String) } })
    const { batchId } = started.body
    const info = async () => (await staff.call(orderNote.bulkInfo, { query: { batchId } })).body
    await expect.poll(async () => (await info()).isFinished).toBe(true)
    expect(await info()).toMatchObject({ ok: 50, failed: [{ orderNo: made[0]?.orderNo }] })
    const back = await staff.call(orderNote.bulkUndo, { body: { batchId } })
    expect(back.status).toBe(202)
    await expect.poll(async () => (await info()).undone).toMatchObject({ ok: 50, isFinished: true })
    expect(await shop.ctx.db.$count(storeOrders, eq(storeOrders.hold, true))).toBe(0)
  })

  test('that is cancelled half way can be taken back as far as it came, or goes on with what is left', async () => {
    shop = await openShop()
    staff = await shop.signIn({ can: [...all, ...Object.values(task)] })
    await shop.app.work()
    const made = await makeOrders(
      shop.ctx,
      Array.from({ length: 52 }, () => ({ paid: true, remark: '原有' })),
    )
    const orderNos = made.map(({ orderNo }) => orderNo)
    const info = async (batchId: number) => (await staff.call(orderNote.bulkInfo, { query: { batchId } })).body
    const undo = (batchId: number) => staff.call(orderNote.bulkUndo, { body: { batchId } })
    /** Starts it, and cancels it while an order in the middle is held by somebody else. */
    async function startAndCancel() {
      const { body } = await bulk(staff, { act: 'mark', orderNos, remark: '中午前发', append: true })
      const { batchId, taskId = '' } = body
      await shop.ctx.db.transaction(async (tx) => {
        await tx.execute(sql`select 1 from store_order where order_no = ${orderNos[20]} for update`)
        await expect.poll(async () => (await info(batchId)).ok).toBe(20)
        expect((await undo(batchId)).status).toBe(409)
        await staff.call(task.cancel, { params: { id: taskId } })
      })
      await expect.poll(async () => (await info(batchId)).isStopped).toBe(true)
      return { batchId, taskId }
    }
    const count = (remark: string) => shop.ctx.db.$count(storeOrders, eq(storeOrders.remark, remark))

    const first = await startAndCancel()
    expect(await info(first.batchId)).toMatchObject({ total: 52, ok: 21, undoUntil: expect.any(String) })
    expect(await undo(first.batchId)).toMatchObject({ status: 200, body: { ok: 21, failed: [] } })
    expect(await count('原有')).toBe(52)
    await staff.call(task.retry, { params: { id: first.taskId } })
    await expect
      .poll(async () => (await staff.call(task.info, { params: { id: first.taskId } })).body)
      .toMatchObject({ status: 'failed', message: '该操作已撤销，不能继续' })

    const second = await startAndCancel()
    await staff.call(task.retry, { params: { id: second.taskId } })
    await expect.poll(async () => (await info(second.batchId)).isFinished).toBe(true)
    expect(await info(second.batchId)).toMatchObject({ ok: 52, failed: [] })
    expect(await count('原有；中午前发')).toBe(52)
  })
})

test('the timeline has everything that happened to an order, whose doing it was and what money moved', async () => {
  const shop = await openShop()
  const [staff, buyer] = [await shop.signIn({ can: all }), await shop.buyer()]
  const made = await makeOrder(shop.ctx, { uid: buyer.userId, paid: true })
  const { id, orderNo } = made
  const at = shop.clock.now()
  await shop.ctx.db.insert(shipments).values({
    orderId: id,
    deliveryNo: 'D1',
    deliveryType: 'express',
    expressName: '顺丰速运',
    expressNo: 'SF1234567890123',
    shipTime: at,
    trace: [{ time: '2099-01-01 08:00:00', status: '退件已签收' }],
    traceState: 6,
  })
  await shop.ctx.db.execute(sql`
    insert into refund (refund_no, order_id, parts, amount_fen, state, method, reason, text, operator_id, operator_name, surplus,
      finish_time)
    values ('R1', ${id}, '[]', 500, 1, 'balance', '少发一件', '毛巾 19.90 × 1/4', 7, '李娜', false, now()),
      ('R0', ${id}, '[]', 700, 1, 'origin', '订单关闭后到账，原路退回', '', 0, '系统', true, now())`)
  await shop.ctx.db.execute(sql`
    with new_case as (
      insert into after_sales (sales_no, order_id, order_no, uid, shipping_type, service_type, refund_amount_fen, reason)
      values ('S1', ${id}, ${orderNo}, ${buyer.userId}, 1, 0, 500, '少发') returning id)
    insert into after_sales_log (after_sales_id, what, message, operator_type, operator_id, operator_name)
    select id, 'apply', '申请仅退款 ¥5.00', 'buyer', ${buyer.userId}, '小明' from new_case`)
  await shop.ctx.db.execute(sql`
    insert into refund (refund_no, order_id, parts, amount_fen, state, reason) values ('R2', ${id}, '[]', 300, 1, '')`)
  for (const message of ['发起退款 ¥3.00', '退款成功 ¥3.00'])
    await noteOrder(shop.ctx, id, { changeType: 'refund', message, extra: { refundNo: 'R2' } })
  await staff.call(order.mark, { body: { orderNo, remark: '易碎' } })
  await staff.call(orderNote.comment, { body: { orderNo, content: '已给买家打过电话' } })
  await buyer.call(frontOrder.remind, { body: { orderNo } })

  const { list, isCut } = (await staff.call(orderNote.timeline, { query: { orderNo } })).body
  expect(isCut).toBe(false)
  expect(list[0]).toMatchObject({
    kind: 'delivery',
    what: '物流',
    text: '退件已签收',
    from: 'channel',
    who: '顺丰速运 0123',
    isBad: true,
  })
  const told = list.map(({ kind, what, from, amount }) => [kind, what, from, amount])
  expect(told).toContainEqual(['money', '退款成功', 'staff', -5])
  expect(told).toContainEqual(['money', '退款成功', 'system', -7])
  expect(told).toContainEqual(['money', '退款', 'system', -3])
  expect(told.filter(([, what]) => what === '退款')).toHaveLength(2)
  expect(told).toContainEqual(['case', '售后', 'buyer', null])
  expect(told).toContainEqual(['note', '备注', 'staff', null])
  expect(told).toContainEqual(['note', '内部留言', 'staff', null])
  expect(told).toContainEqual(['delivery', '催发货', 'buyer', null])
  expect(told).toContainEqual(['money', '付款成功', 'channel', 19.9])
  expect(list.map((entry) => entry.at)).toEqual(
    list
      .map((entry) => entry.at)
      .toSorted()
      .toReversed(),
  )
  expect((await staff.call(orderNote.timeline, { query: { orderNo: '20200101000000000000' } })).status).toBe(404)
})

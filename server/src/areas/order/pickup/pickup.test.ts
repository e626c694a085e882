import { notification } from '@zhanggui/contract/message/notification.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontStaff } from '@zhanggui/contract/order/front-staff.ts'
import { pickup } from '@zhanggui/contract/order/pickup.ts'
import { pickupOrder } from '@zhanggui/contract/order/pickup-order.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buy, findUnbalanced } from '../../../testing/checkout.ts'
import { openPayShop, type PayShop, placeOrder } from '../../../testing/pay.ts'
import type { Caller } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { trailOf } from '../../../testing/trail.ts'

const DAY_MS = 24 * 3600_000

/** A shop with two stores, an account that sees everything, and a clerk of the first store. */
async function openCounter() {
  const opened = await openPayShop({ stock: 50 })
  const { shop } = opened
  const admin = await shop.signInAdmin()
  const stores: number[] = []
  for (const name of ['湖滨店', '城西店'])
    stores.push((await admin.call(store.save, { body: storeDraft(name) })).body.id)
  const [here = 0, there = 0] = stores
  const clerk = await shop.signIn({
    can: [pickup.confirm, pickup.verify],
    dataScope: '本门店',
    level: 5,
  })
  const { body: row } = await admin.call(storeStaff.save, {
    body: { storeId: here, adminId: clerk.userId, staffName: '沈小满', verifyStatus: true },
  })
  return { ...opened, admin, clerk, staffId: row.id, here, there }
}

type Counter = Awaited<ReturnType<typeof openCounter>>
type Wanted = Parameters<typeof placeOrder>[1]

const forPickup = ({ here, ...counter }: Counter & PayShop, order: Wanted = {}) =>
  placeOrder(counter, { shippingType: 2, storeId: here, paid: true, payType: 'weixin', ...order })

const scan = (who: Caller, vCode: string) => who.call(pickup.confirm, { params: { vCode } })
const verify = (who: Caller, vCode: string, body: { collected?: boolean; collectedBy?: 'cash' | 'code' } = {}) =>
  who.call(pickup.verify, { params: { vCode }, body })

async function rowOf({ shop }: Counter, id: number) {
  const { rows } = await shop.ctx.db.execute(sql`select * from store_order where id = ${id}`)
  return rows[0]
}

test('what cannot be verified is refused in the order of the rules, and nothing changes', async () => {
  const counter = await openCounter()
  const { shop, admin, clerk, staffId, here, there } = counter
  const made = await forPickup(counter)
  const { verifyCode: code } = made
  const set = (change: object) =>
    Promise.all(
      Object.entries(change).map(([name, value]) =>
        shop.ctx.db.execute(
          sql`update store_order set ${sql.identifier(name)} = ${value as string} where id = ${made.id}`,
        ),
      ),
    )
  const refused = async (status: number, message: string, who = clerk, typed = code) => {
    expect(await verify(who, typed)).toMatchObject({ status, body: { message } })
  }
  const before = await rowOf(counter, made.id)
  for (const typed of ['123', 'abcdefghij', '12345678901'])
    expect((await verify(admin, typed)).body).toMatchObject({ status: 400, message: '请输入10位核销码' })
  await refused(404, '核销码无效', clerk, '0000000000')
  const elsewhere = await forPickup(counter, { storeId: there })
  await refused(404, '这是「城西店」的提货单，请买家到该门店提货', clerk, elsewhere.verifyCode)
  expect((await scan(clerk, elsewhere.verifyCode)).status).toBe(404)
  const closed = await forPickup(counter, { paid: false, cod: true, payType: '', closeType: 3 })
  await refused(404, '核销码无效', admin, closed.verifyCode)

  const staffOf = async () => (await admin.call(storeStaff.info, { query: { id: staffId } })).body
  const setRight = async (verifyStatus: boolean) =>
    admin.call(storeStaff.allow, { body: { id: staffId, verifyStatus, version: (await staffOf()).version } })
  await setRight(false)
  await refused(422, '您没有该门店的核销权限')
  expect((await scan(clerk, code)).body).toMatchObject({ status: 422, message: '您没有该门店的核销权限' })
  await setRight(true)

  await set({ refund_status: '1' })
  await refused(409, '订单正在退款，不能核销')
  await set({ refund_status: '0', pink_status: '1' })
  await refused(409, '拼团未完成，不能核销')
  await set({ pink_status: '0' })
  await shop.ctx.db.execute(sql`
    insert into order_edit (edit_no, order_id, plan, added_fen, removed_fen, difference_fen, reason)
    values ('E1', ${made.id}, '{}', 100, 0, 100, '换大号')`)
  await refused(409, '订单正在改单，暂不能核销')
  await shop.ctx.db.execute(sql`delete from order_edit`)
  await set({ hold: 'true' })
  await refused(409, '订单已挂起，解除挂起后才能核销')
  await set({ hold: 'false' })
  const yesterday = toWireDay(new Date(shop.clock.now().getTime() - DAY_MS))
  await shop.ctx.db.execute(sql`update store set valid_from = '2026-01-01', valid_to = ${yesterday} where id = ${here}`)
  await refused(422, '已超过核销有效期')
  expect((await scan(clerk, code)).body).toMatchObject({ refusal: '已超过核销有效期', verifyTime: null })
  const { version: _, ...same } = (await rowOf(counter, made.id)) ?? {}
  expect(before).toMatchObject(same)

  // Who may force verifies all the same.
  expect((await verify(admin, code)).status).toBe(200)
})

test('T14 a verified order is received: units handed over, log, trail and the clerk named; a second scan says when and by whom', async () => {
  const counter = await openCounter()
  const { shop, clerk, staffId, here } = counter
  const made = await forPickup(counter, { num: 2, gainIntegral: 0 })
  expect((await scan(clerk, made.verifyCode)).body).toMatchObject({
    orderNo: made.orderNo,
    storeName: '湖滨店',
    userPhone: '138****8000',
    toCollect: 0,
    verifyCode: made.verifyCode,
    visits: 1,
    refusal: '',
    lines: [{ num: 2, payShare: 39.8 }],
    statusStr: { value: '待核销' },
  })
  const done = await verify(clerk, made.verifyCode)
  expect(done.body).toEqual({ id: made.id, version: made.version + 1 })
  expect(await rowOf(counter, made.id)).toMatchObject({
    status: 2,
    sent_num: 2,
    clerk_id: clerk.userId,
    verify_staff_id: staffId,
    verify_time: expect.anything(),
    receive_time: expect.anything(),
    auto_complete_time: expect.anything(),
  })
  const { rows: log } = await shop.ctx.db.execute(sql`
    select change_type, message, operator_type, extra from order_log where order_id = ${made.id} order by id desc limit 2`)
  expect(log.reverse()).toMatchObject([
    { change_type: 'verify', message: '店员「沈小满」在「湖滨店」核销', extra: { staffId, storeId: here } },
    { change_type: 'receive', operator_type: 'admin' },
  ])
  expect(await trailOf(shop, done)).toEqual(['verify'])
  const again = await verify(clerk, made.verifyCode)
  const told = /^该订单已核销（\d{4}-\d\d-\d\d \d\d:\d\d:\d\d 沈小满）$/
  expect(again).toMatchObject({ status: 409, body: { message: expect.stringMatching(told) } })
  expect((await scan(clerk, made.verifyCode)).body).toMatchObject({
    clerkName: '沈小满',
    refusal: expect.stringMatching(told),
    statusStr: { value: '待评价' },
  })
  expect((await scan(clerk, (await forPickup(counter)).verifyCode)).body.visits).toBe(2)
})

test('a clerk opens an order by its number, without its code, and the log says so', async () => {
  const counter = await openCounter()
  const { shop, clerk, there } = counter
  const made = await forPickup(counter)
  const elsewhere = await forPickup(counter, { storeId: there })
  expect((await scan(clerk, elsewhere.orderNo)).body).toMatchObject({
    status: 404,
    message: '这是「城西店」的提货单，请买家到该门店提货',
  })
  const { body } = await scan(clerk, `订单号：${made.orderNo}`)
  expect(body).toMatchObject({ orderNo: made.orderNo, refusal: '', verifyCode: made.verifyCode.slice(-4) })
  expect((await verify(clerk, made.orderNo)).status).toBe(200)
  const { rows } = await shop.ctx.db.execute(
    sql`select message from order_log where order_id = ${made.id} and change_type = 'verify'`,
  )
  expect(rows).toEqual([{ message: '店员「沈小满」在「湖滨店」核销，按订单号，没有出示核销码' }])
  expect((await verify(clerk, made.orderNo)).status).toBe(409)
})

test('T14 units refunded before are not handed over', async () => {
  const counter = await openCounter()
  const { shop, admin } = counter
  const made = await forPickup(counter, { num: 3 })
  await shop.ctx.db.execute(sql`
    update order_line set refund_num = 1, cut_num = 1, refund_money_fen = 1990 where order_id = ${made.id}`)
  expect((await verify(admin, made.verifyCode)).status).toBe(200)
  const { rows } = await shop.ctx.db.execute(
    sql`select o.sent_num as order_sent, l.sent_num as line_sent from store_order o join order_line l on o.id = order_id`,
  )
  expect(rows).toEqual([{ order_sent: 2, line_sent: 2 }])
})

test('of two who scan one code at once, one verifies it and the other is told when and by whom', async () => {
  const counter = await openCounter()
  const { shop, admin, clerk } = counter
  for (let round = 0; round < 20; round++) {
    const { verifyCode } = await forPickup(counter, { paid: false, cod: true, payType: '' })
    const answers = await Promise.all([clerk, admin].map((who) => verify(who, verifyCode, { collected: true })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = answers.find(({ status }) => status === 409)
    expect(late?.body).toMatchObject({
      message: expect.stringMatching(/^该订单已核销（\d{4}-\d\d-\d\d [\d:]{8} .+）$/),
    })
  }
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('an order to be paid at the counter is paid and verified in one call, and not before the money was taken', async () => {
  const counter = await openCounter()
  const { shop, clerk } = counter
  const made = await forPickup(counter, { paid: false, cod: true, payType: '', gainIntegral: 20 })
  expect((await scan(clerk, made.verifyCode)).body).toMatchObject({ toCollect: 19.9, paid: false, refusal: '' })
  expect(await verify(clerk, made.verifyCode)).toMatchObject({ status: 422, body: { message: '请先收款 ¥19.90' } })
  expect((await rowOf(counter, made.id))?.paid).toBe(false)
  expect((await verify(clerk, made.verifyCode, { collected: true, collectedBy: 'code' })).status).toBe(200)
  expect(await rowOf(counter, made.id)).toMatchObject({ paid: true, pay_type: 'offline', status: 2, sent_num: 1 })
  const { rows } = await shop.ctx.db.execute(sql`
    select provider, amount_fen, state, (select message from order_log where change_type = 'pay') as told,
      (select count(*)::int from user_bill) as bills, (select status from user_integral_record) as points
    from payment where biz_id = ${made.id}`)
  expect(rows).toEqual([
    {
      provider: 'offline',
      amount_fen: 1990,
      state: 1,
      told: '到店收款 ¥19.90（门店收款码）',
      bills: 1,
      points: 3,
    },
  ])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('after 20 wrong codes in 10 minutes an account finds nothing more, and right codes are not counted', async () => {
  const counter = await openCounter()
  const { shop, admin, clerk } = counter
  const { verifyCode } = await forPickup(counter)
  for (let n = 0; n < 20; n++) {
    expect((await scan(clerk, verifyCode)).status).toBe(200)
    expect((n % 2 ? await scan(clerk, '0000000000') : await verify(clerk, '0000000000')).status).toBe(404)
  }
  expect((await verify(clerk, verifyCode)).status).toBe(429)
  expect((await scan(clerk, verifyCode)).status).toBe(429)
  expect((await scan(admin, verifyCode)).status).toBe(200)
  shop.clock.advance(20 * 60_000)
  expect((await scan(clerk, verifyCode)).status).toBe(200)
})

test('a customer who works in a store verifies its orders in the mini-program, and the log names the staff row', async () => {
  const counter = await openCounter()
  const { shop, admin, here, there } = counter
  const clerk = await shop.buyer({ nickname: '小满妈妈' })
  const stranger = await shop.buyer()
  const { body: row } = await admin.call(storeStaff.save, {
    body: { storeId: here, uid: clerk.userId, staffName: '满姐', verifyStatus: false },
  })
  const rows = [await forPickup(counter), await forPickup(counter, { storeId: there })] as const
  const cod = await forPickup(counter, { paid: false, cod: true, payType: '' })
  const [own, elsewhere] = rows
  const check = (who: Caller, code: string) => who.call(frontStaff.order, { params: { code } })
  const verifyIt = (who: Caller, code: string, body = {}) => who.call(frontStaff.verify, { params: { code }, body })
  const every = (who: Caller) => [
    who.call(frontStaff.me),
    ...[check(who, own.verifyCode), verifyIt(who, own.verifyCode)],
    ...[who.call(frontStaff.list, { query: {} }), who.call(frontStaff.statistics)],
  ]
  for (const answer of await Promise.all(every(stranger)))
    expect(answer).toMatchObject({ status: 404, body: { message: '您不是门店店员' } })

  expect((await clerk.call(frontStaff.me)).body).toEqual({
    staffName: '满姐',
    stores: [{ id: here, name: '湖滨店' }],
    verifyStatus: false,
  })
  expect((await verifyIt(clerk, own.verifyCode)).body).toMatchObject({ message: '您没有该门店的核销权限' })
  await admin.call(storeStaff.allow, { body: { id: row.id, verifyStatus: true } })
  expect(await verifyIt(clerk, elsewhere.verifyCode)).toMatchObject({
    status: 404,
    body: { message: '这是「城西店」的提货单，请买家到该门店提货' },
  })
  expect((await check(clerk, own.verifyCode)).body).toMatchObject({ orderNo: own.orderNo, refusal: '' })
  expect((await verifyIt(clerk, own.verifyCode)).status).toBe(200)
  expect(await rowOf(counter, own.id)).toMatchObject({ status: 2, clerk_id: null, verify_staff_id: row.id })
  expect((await verifyIt(clerk, own.verifyCode)).body).toMatchObject({ message: expect.stringMatching(/ 满姐）$/) })
  expect((await verifyIt(clerk, cod.verifyCode)).body).toMatchObject({ message: '请先收款 ¥19.90' })
  expect((await verifyIt(clerk, cod.verifyCode, { collected: true })).status).toBe(200)
  const { rows: log } = await shop.ctx.db.execute(sql`
    select message, operator_name from order_log where change_type = 'verify' and order_id = ${own.id}`)
  expect(log).toEqual([{ message: '店员「满姐」在「湖滨店」核销', operator_name: '店员 满姐' }])

  const { body: page } = await clerk.call(frontStaff.list, { query: { status: 'writtenOff' } })
  expect(page).toMatchObject({ total: 2, statusNum: { all: 2, writtenOff: 2 }, list: [{ id: cod.id }, { id: own.id }] })
  expect(page.list[0]).not.toHaveProperty('remark')
  const taken = { count: 2, collected: 19.9 }
  expect((await clerk.call(frontStaff.statistics)).body).toEqual({
    toVerify: 0,
    today: taken,
    month: taken,
    ownToday: taken,
    ownMonth: taken,
  })
  const listed = await admin.call(pickupOrder.list, {
    body: { staffId: row.id, dateField: 'verify', dateLimit: ['today'] },
  })
  expect(listed.body).toMatchObject({ total: 2, list: [{ id: cod.id, clerkName: '满姐' }, { id: own.id }] })

  const { status } = await admin.call(storeStaff.switch, { query: { id: row.id, status: false } })
  expect(status).toBe(200)
  for (const answer of await Promise.all(every(clerk))) expect(answer.status).toBe(404)
})

test('staff who list a store’s pick-ups hear of a verification there alone, counters follow, and rows of staff count', async () => {
  const counter = await openCounter()
  const { shop, admin, clerk, here, there, staffId } = counter
  const lister = (storeIds: number[]) =>
    shop.signIn({ can: [pickupOrder.list, pickup.confirm], dataScope: '本门店', storeIds, level: 5 })
  const [near, far] = [await lister([here]), await lister([there])]
  const { verifyCode } = await forPickup(counter)
  const waiting = async (who: Caller) => (await who.call(notification.count)).body.todo.ordersToVerify
  expect([await waiting(near), await waiting(far), await waiting(admin)]).toEqual([1, 0, 1])
  expect((await verify(clerk, verifyCode)).status).toBe(200)
  const heard = async (who: Caller) =>
    (await who.call(notification.list, { query: {} })).body.list.map(({ event, title }) => [event, title])
  await shop.app.work()
  await expect.poll(() => heard(near)).toEqual([['order.verified', '湖滨店核销 1 件']])
  expect(await heard(far)).toEqual([])
  // Whoever verifies sees it on the desk.
  const own = await forPickup(counter)
  expect((await verify(admin, own.verifyCode)).status).toBe(200)
  await shop.app.work()
  await expect.poll(async () => (await heard(near)).length).toBe(2)
  expect((await heard(admin)).filter(([event]) => event === 'order.verified')).toHaveLength(1)
  expect([await waiting(near), await waiting(far), await waiting(admin)]).toEqual([0, 0, 0])
  const { body } = await admin.call(storeStaff.list, { query: {} })
  expect(body.list).toMatchObject([{ id: staffId, verifyCount: 1 }])
})

test('after 30 wrong codes in a day a clerk in the mini-program finds nothing more', async () => {
  const counter = await openCounter()
  const { shop, admin, here } = counter
  const clerk = await shop.buyer()
  await admin.call(storeStaff.save, {
    body: { storeId: here, uid: clerk.userId, staffName: '满姐', verifyStatus: true },
  })
  const { verifyCode } = await forPickup(counter)
  const check = (code: string) => clerk.call(frontStaff.order, { params: { code } })
  for (let n = 0; n < 30; n++) expect((await check('0000000000')).status).toBe(404)
  expect((await check(verifyCode)).status).toBe(429)
  shop.clock.advance(2 * DAY_MS)
  expect((await check(verifyCode)).status).toBe(200)
})

test('a store with an order that waits for its money, its pick-up or its refund is not deleted, also when both come at once', async () => {
  const counter = await openCounter()
  const { shop, admin, buyer, skuId } = counter
  const buyAt = (storeId: number) => buy(buyer, skuId, 1, { storeId })
  const recycle = async (id: number) => {
    const { status, body } = await admin.call(store.recycle, { query: { id } })
    return { status, message: (body as { message?: string }).message }
  }
  const orderNo = await buyAt(counter.there)
  const refused = (status: number, message: string) => ({ status, message: `该门店还有${message}，不能删除` })
  expect(await recycle(counter.there)).toEqual(refused(422, '1笔待付款、待成团或退款中的自提订单'))
  expect((await buyer.call(frontOrder.cancel, { body: { orderNo } })).status).toBe(200)
  // Closed, it holds the store no longer; of a new order and the deletion one comes first.
  const [made, gone] = await Promise.allSettled([buyAt(counter.there), recycle(counter.there)])
  const left = await shop.ctx.db.execute<{ open: number; deleted: boolean }>(sql`
    select is_del as deleted, (select count(*)::int from store_order where store_id = store.id and close_type = 0) as open
    from store where id = ${counter.there}`)
  expect(left.rows).toEqual([{ deleted: made.status === 'rejected', open: made.status === 'fulfilled' ? 1 : 0 }])
  expect(gone).toMatchObject({ value: { status: made.status === 'fulfilled' ? 422 : 200 } })
})

import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { frontExpress } from '@zhanggui/contract/setting/express-company.ts'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { caseForm, makeCase, onItsWayBack, pictureBy } from '../../../testing/after-sales.ts'
import { buy, findUnbalanced } from '../../../testing/checkout.ts'
import { makeOrder } from '../../../testing/order.ts'
import { openPayShop, type PayShop, setSettings } from '../../../testing/pay.ts'
import { type Caller, openShop, type Refused } from '../../../testing/shop.ts'
import { balancesOf, expectReconciled } from '../../../testing/user.ts'
import { addBalance } from '../../user/ledger/ledger.service.ts'
import { settleAlone, settleDeadlines } from './after-sales-deadline.service.ts'
import { AUTO_QUEUE } from './after-sales-flow.service.ts'

const { list, info, check, refuse, receive, pay, apply } = afterSales
const can = [list, info, check, refuse, receive, pay, apply, shipment.send, order.info]
const permissions = can.flatMap(({ permission }) => [permission].flat())
const never = new AbortController().signal
const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS

type Body<T> = { status: number; body: T & Refused }
const as = <T>(answer: { status: number; body: T }) => answer as Body<T>

/** A shop, a clerk who settles cases, and a buyer with money on the balance. */
async function openCases() {
  const opened = await openPayShop({ stock: 50 })
  const { shop, buyer } = opened
  await inTransaction(shop.ctx, (tx) => addBalance(tx, { uid: buyer.userId, type: 'system_add', numberFen: 500_00 }))
  const staff = await shop.signIn({ permissions })
  return { ...opened, staff }
}

/** An order the buyer paid by balance: two towels at 19.90. */
async function bought({ buyer, skuId }: PayShop, num = 2) {
  const orderNo = await buy(buyer, skuId, num)
  const paid = await buyer.call(frontPay.pay, { body: { orderNo, payType: 'yue', channel: 'h5' } })
  if (paid.status !== 200) throw new Error(JSON.stringify(paid.body))
  const { body } = await buyer.call(frontOrder.detail, { params: { orderNo } })
  return { orderNo, lineId: body.lines[0]?.id ?? 0 }
}

const send = (staff: Caller, orderNo: string) =>
  staff.call(shipment.send, {
    body: { orderNo, deliveryType: 'express', expressCode: 'SF', expressNumber: `SF${orderNo.slice(-12)}` },
  })

const ask = async (buyer: Caller, { orderNo, lineId }: { orderNo: string; lineId: number }, form: object = {}) => {
  const body = { orderNo, serviceType: 0 as const, reason: '与描述不符', lines: [{ lineId, num: 1 }], ...form }
  return as(await buyer.call(frontAfterSales.apply, { body }))
}

const caseOf = async (staff: Caller, id: number) => (await staff.call(info, { query: { id } })).body
const orderOf = async (staff: Caller, orderNo: string) => (await staff.call(order.info, { query: { orderNo } })).body

test('what cannot be asked for is refused with its reason, and nothing changes', async () => {
  const opened = await openCases()
  const { shop, buyer, staff } = opened
  const refused = async (answer: Promise<Body<object>>, status: number, message: string) =>
    expect(await answer).toMatchObject({ status, body: { message } })
  const mine = { uid: buyer.userId, paid: true }
  const fresh = await makeOrder(shop.ctx, { ...mine, lines: [{ num: 2 }] })
  const of = (made: typeof fresh, form: object = {}) =>
    ask(buyer, { orderNo: made.orderNo, lineId: made.lines[0]?.id ?? 0 }, form)
  await refused(of(await makeOrder(shop.ctx, { uid: buyer.userId })), 422, '未支付订单不能申请售后')
  await refused(of(await makeOrder(shop.ctx, { paid: true })), 404, '订单不存在或已被删除')
  await refused(of(await makeOrder(shop.ctx, { ...mine, refundStatus: 3 })), 409, '订单正在退款')
  await refused(of(await makeOrder(shop.ctx, { ...mine, refundStatus: 2 })), 409, '订单已退款')
  await refused(of(await makeOrder(shop.ctx, { ...mine, isDel: true })), 404, '订单不存在或已被删除')
  await refused(of(fresh, { serviceType: 1 }), 422, '「毛巾1」尚未发货，请申请仅退款')
  await refused(of(fresh, { lines: [{ lineId: fresh.lines[0]?.id, num: 3 }] }), 422, '「毛巾1」最多可申请2件')
  await refused(of(fresh, { lines: [{ lineId: 999_999, num: 1 }] }), 422, '申请售后的商品不属于该订单')
  const twice = Array(2).fill({ lineId: fresh.lines[0]?.id, num: 1 })
  await refused(of(fresh, { lines: twice }), 400, '同一商品只能填写一次')
  await refused(of(fresh, { lines: [] }), 400, '请选择申请售后的商品')
  await refused(of(fresh, { reason: '就是想退' }), 400, '请选择退款原因')
  await refused(of(fresh, { images: ['javascript:alert(1)'] }), 400, '凭证图片地址不正确')
  await refused(of(fresh, { explain: '退'.repeat(501) }), 400, '补充说明不能超过500个字符，请缩短')
  const old = await makeOrder(shop.ctx, { ...mine, status: 2, createdAt: new Date(Date.now() - 8 * DAY_MS) })
  await refused(of(old), 422, '已超过售后期限')
  const closed = await makeOrder(shop.ctx, { uid: buyer.userId, closeType: 1 })
  await refused(of(closed), 422, '未支付订单不能申请售后')
  expect((await staff.call(list)).body.total).toBe(0)
  expect((await of(fresh)).status).toBe(200)
  await refused(of(fresh), 409, '已有售后申请正在处理')
  const byStaff = { orderNo: fresh.orderNo, uid: buyer.userId + 1, ...caseForm(fresh) }
  expect((await staff.call(apply, { body: byStaff })).status).toBe(404)
})

test('money alone: asked for, changed, taken back, asked for again, refused, asked for by staff, and paid at once', async () => {
  const opened = await openCases()
  const { shop, buyer, staff } = opened
  const made = await bought(opened)
  const { orderNo, lineId } = made
  const claim = (await buyer.call(frontAfterSales.claimable, { params: { orderNo } })).body
  expect(claim).toMatchObject({
    refusal: '',
    lines: [{ maxNum: 2, maxReturnNum: 0, refundable: 39.8, unitRefund: 19.9 }],
  })
  const picture = await pictureBy(buyer)
  const { body: first } = await ask(buyer, made, { explain: '颜色不对', images: [picture] })
  expect(first.salesNo).toMatch(/^S\d{20}$/)
  expect(await caseOf(staff, first.id)).toMatchObject({
    stateStr: '待审核',
    tab: 'audit',
    refundAmount: 19.9,
    maxAmount: 19.9,
    reason: '与描述不符',
    explain: '颜色不对',
    images: [picture],
    lines: [{ lineId, askedNum: 1, money: 19.9, afterNum: 1 }],
    sum: { total: 19.9, text: expect.stringContaining('39.80 × 1/2 = 19.90') },
    order: { stage: '发货前' },
    allow: { approve: true, refuse: true, receive: false, pay: false },
  })
  expect(await orderOf(staff, orderNo)).toMatchObject({ statusStr: { value: '申请退款' }, lines: [{ afterNum: 1 }] })
  expect((await send(staff, orderNo)).body).toMatchObject({ message: '订单正在退款' })

  const both = [{ lineId, num: 2 }]
  const form = { serviceType: 0 as const, reason: '其它原因', lines: both }
  expect((await buyer.call(frontAfterSales.update, { body: { id: first.id, ...form } })).status).toBe(200)
  expect(await caseOf(staff, first.id)).toMatchObject({ refundAmount: 39.8, lines: [{ askedNum: 2, afterNum: 2 }] })
  expect((await buyer.call(frontAfterSales.revoke, { body: { id: first.id } })).status).toBe(200)
  expect(await orderOf(staff, orderNo)).toMatchObject({ statusStr: { value: '待发货' }, lines: [{ afterNum: 0 }] })
  expect(await caseOf(staff, first.id)).toMatchObject({
    state: 3,
    salesState: 1,
    stateStr: '已撤销',
    tab: 'cancelled',
  })
  const late = await staff.call(check, { body: { id: first.id, pass: true } })
  expect(late).toMatchObject({ status: 409, body: { message: '售后单已处理' } })

  const { body: second } = await ask(buyer, made)
  expect(await staff.call(refuse, { body: { orderNo, reason: '退' } })).toMatchObject({ status: 400 })
  expect((await staff.call(refuse, { body: { orderNo, reason: '商品已打包' } })).status).toBe(200)
  const { rows: told } = await shop.ctx.db.execute<{ mark: string; values: Record<string, string> }>(sql`
    select mark, payload -> 'values' as values from notify_outbox where channel = 'inner' order by id desc limit 2`)
  expect(told.map(({ mark, values }) => [mark, values.reason, values.refundPrice ?? values.amount])).toEqual([
    ['refundRefuse', '商品已打包', expect.stringMatching(/^\d+\.\d\d$/)],
    ['refundApplied', '与描述不符', told[0]?.values.refundPrice],
  ])
  expect(await staff.call(refuse, { body: { orderNo, reason: '商品已打包' } })).toMatchObject({
    status: 409,
    body: { message: '售后单已处理' },
  })
  const seen = (await buyer.call(frontAfterSales.detail, { params: { id: second.id } })).body
  expect(seen).toMatchObject({ stateStr: '已拒绝', refuseReason: '商品已打包', canDelete: true, canRevoke: false })
  expect(seen.log.at(-1)).toMatchObject({ operatorName: '商家', message: '拒绝退款：商品已打包' })
  expect((await buyer.call(frontAfterSales.remove, { body: { id: second.id } })).status).toBe(200)
  expect((await buyer.call(frontAfterSales.detail, { params: { id: second.id } })).status).toBe(404)

  const third = as(await staff.call(apply, { body: { orderNo, ...form, lines: [{ lineId, num: 1 }] } })).body
  const above = await staff.call(check, { body: { id: third.id, pass: true, refundAmount: 19.91 } })
  expect(above).toMatchObject({ status: 422, body: { message: '退款金额超过可退金额，最多可退 ¥19.90' } })
  expect(await staff.call(check, { body: { id: third.id, pass: true, version: 9 } })).toMatchObject({
    status: 409,
    body: { code: 'VERSION_CONFLICT' },
  })
  const paid = as(await staff.call(check, { body: { id: third.id, pass: true, refundAmount: 15 } }))
  expect(paid).toMatchObject({ status: 200, body: { id: third.id, state: 1, refundNo: expect.stringMatching(/^R/) } })
  expect(await caseOf(staff, third.id)).toMatchObject({
    state: 3,
    salesState: 0,
    tab: 'finished',
    refundAmount: 15,
    refund: { refundNo: paid.body.refundNo, state: 1 },
    log: [{ what: 'apply' }, { what: 'approve' }, { what: 'refunded' }],
  })
  expect(await orderOf(staff, orderNo)).toMatchObject({
    refundPrice: 15,
    refundStatus: 0,
    statusStr: { value: '待发货' },
    lines: [{ afterNum: 0, refundNum: 1, cutNum: 1, refundMoney: 15 }],
    cases: [{}, {}, {}],
  })
  expect(await balancesOf(shop.ctx, buyer.userId)).toMatchObject({ money: 500_00 - 39_80 + 15_00 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  await expectReconciled(shop.ctx)
})

test('asking and taking back in turn ends after six requests of an order in a day', async () => {
  const opened = await openCases()
  const { shop, buyer } = opened
  const made = await bought(opened)
  for (let n = 0; n < 6; n++) {
    const { body } = await ask(buyer, made)
    expect((await buyer.call(frontAfterSales.revoke, { body: { id: body.id } })).status).toBe(200)
  }
  expect(await ask(buyer, made)).toMatchObject({ status: 422, body: { message: expect.stringMatching(/次数过多/) } })
  shop.clock.advance(24 * 3600_000 + 1000)
  expect((await ask(buyer, made)).status).toBe(200)
})

test('a return: approved with an address, sent back, taken in with a difference, paid and on the shelf again', async () => {
  const opened = await openCases()
  const { shop, buyer, staff } = opened
  const made = await bought(opened)
  await send(staff, made.orderNo)
  const { body: asked } = await ask(buyer, made, { serviceType: 1 })
  const { id } = asked
  const approve = (more: object = {}) => staff.call(check, { body: { id, pass: true, ...more } })
  expect(await approve()).toMatchObject({ status: 400, body: { message: '请填写退货收货人信息' } })
  await setSettings(shop, { refund_name: '退货组', refund_phone: '13900000000', refund_address: '杭州市文三路 1 号' })
  expect((await approve({ address: '杭州市文三路 2 号' })).status).toBe(200)
  expect(await caseOf(staff, id)).toMatchObject({
    stateStr: '待买家退货',
    consignee: '退货组',
    address: '杭州市文三路 2 号',
    deadline: expect.any(String),
    allow: { approve: false, refuse: false, receive: false, pay: false },
  })
  expect(await staff.call(receive, { body: { id, received: 1 } })).toMatchObject({
    status: 409,
    body: { message: '买家尚未寄回商品' },
  })
  expect(await staff.call(pay, { body: { id } })).toMatchObject({
    status: 409,
    body: { message: '尚未收到退货，不能退款' },
  })

  const sendBack = (expressCode: string, expressNo = 'SF7000000000001') =>
    buyer.call(frontAfterSales.sendBack, { body: { id, expressCode, expressNo } })
  expect((await sendBack('NOBODY')).body).toMatchObject({ message: '请选择快递公司' })
  expect((await sendBack('SF', '单号')).status).toBe(400)
  const code = `XIAN_${'L'.repeat(45)}`
  await shop.ctx.db.execute(sql`insert into express_company (code, name) values (${code}, '西安专线')`)
  expect((await sendBack(code.toLowerCase())).status).toBe(200)
  expect(await caseOf(staff, id)).toMatchObject({ expressCode: code, expressName: '西安专线' })
  expect((await sendBack('SF')).body).toMatchObject({ message: '退货物流已提交' })
  expect((await buyer.call(frontAfterSales.revoke, { body: { id } })).body).toMatchObject({
    message: '退货已寄出，不能撤销',
  })
  const found = (await staff.call(list, { query: { tab: 'waitReceive', keywords: 'SF7000000000001' } })).body
  expect(found.list).toMatchObject([{ id, expressNo: 'SF7000000000001', stateStr: '待商家收货' }])

  const take = (more: object) => staff.call(receive, { body: { id, received: 2, ...more } as never })
  expect((await take({})).body).toMatchObject({ message: '请填写验货说明' })
  const worn = { refundAmount: 12, inspectMark: '有使用痕迹' }
  expect((await take(worn)).body).toMatchObject({ message: '请上传验货图片' })
  expect((await take({ ...worn, received: 1 })).body).toMatchObject({ message: '降低退款金额时请选择「有差异」' })
  expect((await take({ ...worn, refundAmount: 20 })).status).toBe(422)
  const shown = { ...worn, inspectImages: ['https://m.example/worn.jpg'] }
  expect((await take(shown)).status).toBe(200)
  expect((await take(shown)).body).toMatchObject({ message: '售后单已处理' })
  expect((await buyer.call(frontAfterSales.detail, { params: { id } })).body).toMatchObject({
    refundAmount: 12,
    inspectMark: '有使用痕迹',
    inspectImages: ['https://m.example/worn.jpg'],
  })
  expect(as(await staff.call(pay, { body: { id } }))).toMatchObject({ status: 200, body: { state: 1 } })
  expect((await staff.call(pay, { body: { id } })).body).toMatchObject({ message: '售后单已处理' })
  expect(await orderOf(staff, made.orderNo)).toMatchObject({
    refundPrice: 12,
    refundStatus: 0,
    statusStr: { value: '待收货' },
    lines: [{ sentNum: 2, refundNum: 1, cutNum: 0, refundMoney: 12, afterNum: 0 }],
  })
  const { rows } = await shop.ctx.db.execute(sql`select change from stock_ledger where reason = 'return_in'`)
  expect(rows).toEqual([{ change: 1 }])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  await expectReconciled(shop.ctx)
})

test('three refusals of a line, one of them of a parcel that held something else, and there is no fourth case', async () => {
  const opened = await openCases()
  const { shop, buyer } = opened
  const made = await bought(opened)
  await send(opened.staff, made.orderNo)
  await setSettings(shop, { refund_name: '退货组', refund_phone: '13900000000', refund_address: '杭州市文三路 1 号' })
  const before = await orderOf(opened.staff, made.orderNo)
  shop.clock.advance(6 * DAY_MS)
  const staff = await shop.signIn({ permissions })
  const { id } = (await ask(buyer, made, { serviceType: 1 })).body
  await staff.call(check, { body: { id, pass: true } })
  await buyer.call(frontAfterSales.sendBack, { body: { id, expressCode: 'SF', expressNo: 'SF7000000000002' } })
  const no = { id, pass: false, refuseReason: '包裹里是空盒' }
  expect((await staff.call(check, { body: { ...no, refuseReason: '' } })).body).toMatchObject({
    message: '请填写拒绝退款原因',
  })
  expect((await staff.call(check, { body: no })).body).toMatchObject({ message: '请上传验货图片或物流截图' })
  expect((await staff.call(check, { body: { ...no, images: ['https://m.example/empty.jpg'] } })).status).toBe(200)
  expect(await caseOf(staff, id)).toMatchObject({ stateStr: '已拒绝', inspectImages: ['https://m.example/empty.jpg'] })
  // T17: receipt is not confirmed by itself sooner than in three days.
  const after = await orderOf(staff, made.orderNo)
  expect(after).toMatchObject({ statusStr: { value: '待收货' }, lines: [{ afterNum: 0 }] })
  expect(
    new Date(after.autoReceiveTime ?? 0).getTime() - new Date(before.autoReceiveTime ?? 0).getTime(),
  ).toBeGreaterThan(DAY_MS)
  for (const reason of ['照片看不清', '与页面说明一致']) {
    expect((await ask(buyer, made)).status).toBe(200)
    expect((await staff.call(refuse, { body: { orderNo: made.orderNo, reason } })).status).toBe(200)
  }
  expect(await ask(buyer, made)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('已被拒绝3次，请联系客服') },
  })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('the shop is reminded at half of its time; after it the case is approved if the shop wishes so', async () => {
  const opened = await openCases()
  const { shop, staff } = opened
  await setSettings(shop, { after_sales_audit_hours: 48 })
  const one = await bought(opened, 1)
  const { id } = (await ask(opened.buyer, one)).body
  const run = () => settleDeadlines(shop.ctx, never)
  shop.clock.advance(23 * HOUR_MS)
  expect(await run()).toBe(0)
  shop.clock.advance(HOUR_MS + 1000)
  expect([await run(), await run()]).toEqual([1, 0])
  const { rows } = await shop.ctx.db.execute<{ title: string }>(
    sql`select title from notification where user_id = ${staff.userId} and event = 'refund.applied'`,
  )
  expect(rows.map(({ title }) => title)).toContainEqual(expect.stringMatching(/^售后单待审核：S/))
  shop.clock.advance(24 * HOUR_MS)
  expect(await run()).toBe(0)
  await setSettings(shop, { after_sales_auto_approve: true })
  expect([await run(), await run()]).toEqual([1, 0])
  const later = await shop.signIn({ permissions })
  expect(await caseOf(later, id)).toMatchObject({
    tab: 'finished',
    log: [{ what: 'apply' }, { what: 'auto', operatorType: 'system' }, { what: 'approve' }, {}],
  })
  expect(await orderOf(later, one.orderNo)).toMatchObject({ refundStatus: 2, refundPrice: 19.9 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a return that is not sent in time ends, and the order goes on', async () => {
  const opened = await openCases()
  const { shop, buyer, staff } = opened
  await setSettings(shop, { refund_name: '退货组', refund_phone: '13900000000', refund_address: '杭州市文三路 1 号' })
  const made = await bought(opened)
  await send(staff, made.orderNo)
  const { id } = (await ask(buyer, made, { serviceType: 1 })).body
  await staff.call(check, { body: { id, pass: true } })
  shop.clock.advance(7 * DAY_MS - 1000)
  expect(await settleDeadlines(shop.ctx, never)).toBe(0)
  shop.clock.advance(2000)
  expect([await settleDeadlines(shop.ctx, never), await settleDeadlines(shop.ctx, never)]).toEqual([1, 0])
  const later = await shop.signIn({ permissions })
  expect(await caseOf(later, id)).toMatchObject({ salesState: 3, stateStr: '超时未退货', tab: 'cancelled' })
  expect(await orderOf(later, made.orderNo)).toMatchObject({ refundStatus: 0, lines: [{ afterNum: 0 }] })
})

test('refund_auto_unshipped pays for what was not sent without staff, and waits once the order was printed', async () => {
  const opened = await openCases()
  const { shop, buyer, staff } = opened
  await setSettings(shop, { refund_auto_unshipped: true })
  const [plain, printed, sent] = [await bought(opened), await bought(opened), await bought(opened)]
  await shop.ctx.db.execute(sql`update store_order set print_time = now() where order_no = ${printed.orderNo}`)
  await send(staff, sent.orderNo)
  const ids: number[] = []
  const enqueue = vi.spyOn(shop.ctx.platform.jobs, 'enqueue')
  const isQueued = () => enqueue.mock.calls.some(([, queue]) => queue === AUTO_QUEUE)
  // Whoever may not refund does not do so by asking for the buyer.
  const applied = await bought(opened)
  const clerk = await shop.signIn({ can: [apply] })
  const form = { ...applied, uid: buyer.userId, serviceType: 0 as const, reason: '与描述不符' }
  const lines = [{ lineId: applied.lineId, num: 1 }]
  expect((await clerk.call(apply, { body: { ...form, lines } })).status).toBe(200)
  expect(isQueued()).toBe(false)
  for (const each of [plain, printed, sent]) ids.push((await ask(buyer, each)).body.id)
  expect(isQueued()).toBe(true)
  for (const id of ids) await settleAlone(shop.ctx, id)
  const tabs = await Promise.all(ids.map(async (id) => (await caseOf(staff, id)).tab))
  expect(tabs).toEqual(['finished', 'audit', 'audit'])
  const { rows } = await shop.ctx.db.execute(
    sql`select print_stale from store_order where order_no = ${printed.orderNo}`,
  )
  expect(rows).toEqual([{ print_stale: true }])
  expect((await caseOf(staff, ids[0] ?? 0)).log.map(({ what }) => what)).toEqual([
    'apply',
    'auto',
    'approve',
    'refunded',
  ])
})

test('a gateway that refuses leaves the case open; it can be paid to the balance, and not taken back meanwhile', async () => {
  const { shop, buyer, staff } = await openCases()
  const { order: made, id } = await makeCase(shop.ctx, { order: { uid: buyer.userId, payType: 'weixin' } })
  expect(as(await staff.call(check, { body: { id, pass: true } }))).toMatchObject({ status: 200, body: { state: 0 } })
  expect(await caseOf(staff, id)).toMatchObject({ stateStr: '退款中', allow: { pay: false, refuse: false } })
  expect((await buyer.call(frontAfterSales.revoke, { body: { id } })).body).toMatchObject({
    message: '退款正在处理，不能结束售后',
  })
  expect((await staff.call(pay, { body: { id } })).body).toMatchObject({ message: '已有一笔退款正在处理' })
  // T20, as the refunds' own tests walk it.
  await shop.ctx.db.execute(sql`update refund set state = 2, fail_msg = '余额不足',
    parts = jsonb_set(parts, '{0,state}', '2') where order_id = ${made.id}`)
  await shop.ctx.db.execute(sql`update store_order set refund_status = 1 where id = ${made.id}`)
  expect(await caseOf(staff, id)).toMatchObject({
    stateStr: '退款失败',
    refund: { failMsg: '余额不足' },
    allow: { pay: true },
  })
  const again = as(await staff.call(pay, { body: { id, method: 'balance' } }))
  expect(again).toMatchObject({ status: 200, body: { state: 1 } })
  expect(await caseOf(staff, id)).toMatchObject({ tab: 'finished', refund: { state: 1 } })
})

test('who does not hold a permission does not judge, and another buyer does not see', async () => {
  const { shop, buyer } = await openCases()
  const { id, order: made } = await makeCase(shop.ctx, {
    order: { uid: buyer.userId, status: 1 },
    form: { serviceType: 1 },
    set: onItsWayBack,
  })
  const [refuser, payer] = [
    await shop.signIn({ permissions: ['admin:order:refund:refuse'] }),
    await shop.signIn({ permissions: ['admin:order:refund'] }),
  ]
  expect((await refuser.call(check, { body: { id, pass: true } })).status).toBe(403)
  expect((await payer.call(check, { body: { id, pass: false, refuseReason: '不行' } })).status).toBe(403)
  expect((await payer.call(receive, { body: { id, received: 1 } })).status).toBe(403)
  const other = await shop.buyer()
  for (const answer of [
    other.call(frontAfterSales.detail, { params: { id } }),
    other.call(frontAfterSales.revoke, { body: { id } }),
    other.call(frontAfterSales.update, { body: { id, ...caseForm(made) } }),
    other.call(frontAfterSales.sendBack, { body: { id, expressCode: 'SF', expressNo: 'SF123456' } }),
    other.call(frontAfterSales.remove, { body: { id } }),
    other.call(frontAfterSales.claimable, { params: { orderNo: made.orderNo } }),
  ])
    expect((await answer).status).toBe(404)
  expect((await other.call(frontAfterSales.list)).body.total).toBe(0)
  expect((await buyer.call(frontAfterSales.list, { query: { tab: 'open' } })).body.list).toMatchObject([{ id }])
})

test('a buyer shows own pictures alone: none of other hosts, of other buyers, of the shop or outside its folder', async () => {
  const opened = await openCases()
  const { shop, buyer, staff } = opened
  const made = await bought(opened)
  const [own, later] = [await pictureBy(buyer, 'red'), await pictureBy(buyer, 'blue')]
  const foreign = await pictureBy(await shop.buyer(), 'green')
  const key = own.slice(own.indexOf('public/'))
  const wrong = [
    ...['https://evil.example/a.jpg', `https://evil.example/file/${key}`, `//evil.example/${key}`, foreign],
    ...[
      `/file/${key}/../../private/a.jpg`,
      `/file/../${key}`,
      `${key}x`,
      `/file/public/2026/01/01/${'a'.repeat(32)}.png`,
    ],
  ]
  for (const image of wrong) {
    const answer = await ask(buyer, made, { images: [own, image] })
    expect(answer.status, image).toBe(400)
    expect(answer.body.message, image).toMatch(/^(请上传自己的图片|凭证图片地址不正确)$/)
  }
  const { body } = await ask(buyer, made, { images: [own] })
  const change = (images: string[]) =>
    buyer.call(frontAfterSales.update, {
      body: { id: body.id, ...caseForm({ lines: [{ id: made.lineId }] as never }), images },
    })
  expect((await change([own, foreign])).body).toMatchObject({ errors: [{ field: 'images[0]' }] })
  // Its own row may be gone by then: the case keeps the picture.
  await shop.ctx.db.execute(sql`update file set buyer_id = null where path = ${key}`)
  expect((await change([own, later])).status).toBe(200)
  expect((await caseOf(staff, body.id)).images).toEqual([own, later])
})

test('what a request would bring is told as it is then booked, and asking changes nothing', async () => {
  const opened = await openCases()
  const { shop, buyer } = opened
  const made = await bought(opened, 3)
  const { orderNo, lineId } = made
  const quote = async (form: object = {}, who: Caller = buyer) =>
    as(
      await who.call(frontAfterSales.quote, {
        body: { orderNo, serviceType: 0 as const, lines: [{ lineId, num: 2 }], ...form },
      }),
    )
  const before = await shop.ctx.db.execute(sql`select status, refund_status, version from store_order`)
  const { body } = await quote()
  expect(body).toMatchObject({ lines: [{ lineId, num: 2, text: expect.any(String) }], pointsBack: 0, coupon: '' })
  expect((await shop.ctx.db.execute(sql`select status, refund_status, version from store_order`)).rows).toEqual(
    before.rows,
  )
  expect(await quote({ lines: [{ lineId, num: 4 }] })).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('最多可申请3件') },
  })
  expect(await quote({ serviceType: 1 })).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('尚未发货') },
  })
  const twice = { lines: [1, 1].map((num) => ({ lineId, num })) }
  expect(await quote(twice)).toMatchObject({ status: 400, body: { message: '同一商品只能填写一次' } })
  expect((await quote({}, await shop.buyer())).status).toBe(404)
  const { id } = (await ask(buyer, made, { lines: [{ lineId, num: 2 }] })).body
  const own = (await buyer.call(frontAfterSales.detail, { params: { id } })).body
  expect({ total: own.refundAmount, postage: own.postage }).toEqual({ total: body.total, postage: body.postage })
  expect(await quote()).toMatchObject({ status: 409, body: { message: '已有售后申请正在处理' } })
})

test('a buyer chooses the carrier of a parcel that goes back among those that are shown', async () => {
  const shop = await openShop()
  const buyer = await shop.buyer()
  const codes = async () => (await buyer.call(frontExpress.list)).body.map(({ code }) => code)
  expect(await codes()).toContain('SF')
  await shop.ctx.db.execute(sql`update express_company set is_show = false where code = 'SF'`)
  expect(await codes()).not.toContain('SF')
})

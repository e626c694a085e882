import { draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { buy, findUnbalanced, openSellingShop, type SellingShop, sell } from '../../../testing/checkout.ts'
import { setSettings } from '../../../testing/pay.ts'
import type { Caller, CallInput, Refused } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { trailOf } from '../../../testing/trail.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { changePoints } from '../../user/ledger/ledger.service.ts'
import { closeUnpaid } from '../order-payment/order-overdue.service.ts'
import { expireDrafts } from './draft-send.service.ts'

const can = Object.values(draftOrder)
const receiver = {
  shippingType: 1 as const,
  realName: '王小明',
  phone: '13800138000',
  cityId: 110101,
  detail: '一号院',
}
type Form = NonNullable<CallInput<typeof draftOrder.save>['body']>

const open = async (price = 100) => {
  const opened = await openSellingShop({ attrValue: [{ price, stock: 10 }] })
  return {
    ...opened,
    maker: opened.staff,
    staff: await opened.shop.signIn({ can }),
    buyer: await opened.shop.buyer({ phone: '13712345678' }),
  }
}
const saving = async (staff: Caller, body: Form) => {
  const { status, body: answer } = await staff.call(draftOrder.save, { body })
  return { status, body: answer as typeof answer & Refused }
}
const save = async (staff: Caller, body: Form) => {
  const { status, body: saved } = await saving(staff, body)
  expect([status, saved.message]).toEqual([200, undefined])
  return saved.id
}
const send = async (staff: Caller, id: number) => {
  const { status, body } = await staff.call(draftOrder.send, { body: { id } })
  return { status, body: body as typeof body & Refused }
}
const stockOf = async ({ shop, skuId }: Pick<SellingShop, 'shop' | 'skuId'>) =>
  (await shop.ctx.db.execute<{ stock: number }>(sql`select stock from product_sku where id = ${skuId}`)).rows[0]?.stock
const stateOf = async (staff: Caller, id: number) => (await staff.call(draftOrder.info, { query: { id } })).body.state
const linesOf = async ({ shop }: SellingShop, orderNo: string) =>
  (
    await shop.ctx.db.execute<{ adjust: number; pay: number }>(sql`
      select adjust_share_fen as adjust, pay_share_fen as pay from order_line
      where order_id = (select id from store_order where order_no = ${orderNo}) order by line_no`)
  ).rows

test('a draft is refused for nobody, a price beyond twice the list, a discount without reason or beyond the limit', async () => {
  const own = await open()
  const { shop, staff, buyer, skuId } = own
  const opened = { ...own, staff: own.maker }
  const uid = buyer.userId
  const items = [{ skuId, num: 2 }]
  const refused = async (body: Partial<Form>, status: number, message: string) =>
    expect(await saving(staff, { items, ...receiver, uid, ...body })).toMatchObject({ status, body: { message } })
  await refused({ uid: undefined }, 400, '请选择客户或填写客户手机号')
  await refused({ uid: 999_999 }, 404, '用户不存在或已被删除')
  await refused({ items: [...items, ...items] }, 400, '同一规格只能添加一次，请合并数量')
  await refused({ items: [{ skuId, num: 1, price: 200.01 }] }, 400, expect.stringContaining('不能超过原价的两倍'))
  await refused({ discountType: 1, discountValue: 20 }, 400, '请填写优惠原因')
  await refused({ discountType: 1, discountValue: 200.01, discountReason: '老客户' }, 400, '优惠不能大于商品应付金额')
  await refused({ discountType: 2, discountValue: 101, discountReason: '老客户' }, 400, '优惠比例不能大于100%')
  await refused({ discountType: 2, discountValue: 30.01, discountReason: '老客户' }, 422, '折扣超过您的权限')
  await refused({ items: [{ skuId, num: 2, price: 69.99 }] }, 422, '折扣超过您的权限')
  // A line that costs more makes up for no other: it could be sent back alone.
  const gift = await sell(opened, { storeName: '枕套', attrValue: [{ price: 100, stock: 5 }] })
  const shifted = [
    { skuId, num: 1, price: 200 },
    { skuId: gift.skuId, num: 1, price: 0.01 },
  ]
  await refused({ items: shifted }, 422, '折扣超过您的权限')
  const boss = await shop.signIn({ can, permissions: ['admin:order:create:discount'] })
  await save(boss, { items: [{ skuId, num: 2, price: 69.99 }], ...receiver, uid })
  await save(staff, { items: [{ skuId, num: 2, price: 70 }], ...receiver, uid })

  const bare = await save(staff, { items, shippingType: 1, uid })
  expect(await send(staff, bare)).toMatchObject({ status: 400, body: { message: '请输入收货人' } })
  const much = await save(staff, { items: [{ skuId, num: 11 }], ...receiver, uid })
  expect(await send(staff, much)).toMatchObject({ status: 409, body: { code: 'SOLD_OUT' } })
  const [coupon] = [await save(staff, { items, ...receiver, uid, couponId: 1 })]
  expect(await send(staff, coupon)).toMatchObject({ status: 404, body: { code: 'COUPON_MISSING' } })
  expect(await stockOf({ shop, skuId })).toBe(10)
  const [count] = (await shop.ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from store_order`)).rows
  expect(count?.n).toBe(0)
})

test('own prices, discount and freight are adjustShares and payPostage to the fen; the buyer pays the order', async () => {
  const opened = await open(93.08)
  const { shop, staff, buyer, skuId } = opened
  const other = await sell(
    { ...opened, staff: opened.maker },
    { storeName: '枕套', attrValue: [{ price: 55.85, stock: 5 }] },
  )
  await setSettings(shop, { site_url: 'https://m.example.com/' })
  const form: Form = {
    items: [
      { skuId: other.skuId, num: 1 },
      { skuId, num: 2, price: 90 },
    ],
    ...receiver,
    uid: buyer.userId,
    discountType: 2,
    discountValue: 10,
    discountReason: '老客户',
    freight: 6,
    mark: '送礼',
    remark: '电话下单',
  }
  const { body: quote } = await staff.call(draftOrder.compute, { body: form })
  // 186.16 + 55.85 quoted; 180.00 + 55.85 own; 10 % of it 23.59 (23.585 half up).
  expect(quote).toMatchObject({
    goods: 242.01,
    ownGoods: 235.85,
    discount: 23.59,
    freight: 6,
    payFee: 218.26,
    problems: [],
    customer: { uid: buyer.userId, phone: '137****5678', nowMoney: 0 },
    lines: [
      { skuId: other.skuId, adjustShare: -5.59 },
      { skuId, unitPrice: 90, quotedPrice: 93.08, adjustShare: -24.16 },
    ],
  })
  const id = await save(staff, form)
  expect(await stockOf(opened)).toBe(10)
  const { body: sent } = await send(staff, id)
  const [entry] = (await shop.ctx.db.execute(sql`select action from audit_entry order by id desc limit 1`)).rows
  expect(entry).toEqual({ action: 'send' })
  expect(sent).toMatchObject({ id, payUrl: `https://m.example.com/h5/pay/${sent.orderNo}` })
  expect(sent.qrcode).toMatch(/^data:image\/png;base64,/)
  expect((await send(staff, id)).body, 'sent again, it is the same order').toMatchObject({ orderNo: sent.orderNo })
  expect(await stockOf(opened)).toBe(8)
  expect(await linesOf(opened, sent.orderNo)).toEqual([
    { adjust: -2416, pay: 16200 },
    { adjust: -559, pay: 5026 },
  ])
  expect((await saving(staff, { id, ...form })).body).toMatchObject({ message: '代客订单已发送' })

  const { body: seen } = await buyer.call(frontOrder.detail, { params: { orderNo: sent.orderNo } })
  expect(seen).toMatchObject({ payPrice: 218.26 })
  const desk = await shop.signIn({ can: [order.info, order.paid] })
  const { body: info } = await desk.call(order.info, { query: { orderNo: sent.orderNo } })
  expect(info).toMatchObject({ source: 'draft', channel: 'admin', remark: '电话下单', mark: '送礼', payPostage: 6 })
  expect(await stateOf(staff, id)).toBe(1)
  await desk.call(order.paid, { body: { orderNo: sent.orderNo, reason: '转账已到' } })
  expect(await stateOf(staff, id)).toBe(2)
  expect(await staff.call(draftOrder.cancel, { body: { id } })).toMatchObject({ status: 409 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('what is not paid in the draft’s time, cancelled by the shop or by its buyer gives stock back; drafts never sent end too', async () => {
  const opened = await open()
  const { shop, staff, buyer, skuId } = opened
  const form: Form = { items: [{ skuId, num: 2 }], ...receiver, uid: buyer.userId, expireHours: 2 }
  const ids = [
    await save(staff, form),
    await save(staff, form),
    await save(staff, form),
    await save(staff, form),
  ] as const
  const sent = []
  for (const id of ids.slice(0, 3)) sent.push((await send(staff, id)).body.orderNo)
  expect(await stockOf(opened)).toBe(4)
  expect((await staff.call(draftOrder.cancel, { body: { id: ids[1] } })).status).toBe(200)
  await buyer.call(frontOrder.cancel, { body: { orderNo: sent[2] ?? '' } })
  shop.clock.advance(2 * 3600_000 - 60_000)
  expect(await closeUnpaid(shop.ctx, AbortSignal.timeout(60_000))).toBe(0)
  shop.clock.advance(60_001)
  expect(await closeUnpaid(shop.ctx, AbortSignal.timeout(60_000))).toBe(1)
  expect(await stockOf(opened)).toBe(10)
  expect(await expireDrafts(shop.ctx, AbortSignal.timeout(60_000))).toBe(0)
  shop.clock.advance(7 * 24 * 3600_000)
  expect(await expireDrafts(shop.ctx, AbortSignal.timeout(60_000))).toBe(1)
  const later = await shop.signIn({ can, permissions: ['admin:user:sensitive:view'] })
  expect(await Promise.all(ids.map((id) => stateOf(later, id)))).toEqual([3, 4, 4, 3])
  expect(await send(later, ids[3])).toMatchObject({ status: 409, body: { message: '代客订单已过期' } })
  const { body: copy } = await later.call(draftOrder.copy, { body: { id: ids[3] } })
  expect((await send(later, copy.id)).status).toBe(200)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('money taken already converts a draft, sent or not; an unknown phone becomes a customer once', async () => {
  const opened = await open()
  const { shop, staff, skuId } = opened
  const form: Form = { items: [{ skuId, num: 1 }], ...receiver, customerPhone: '13900139000', customerName: '老李' }
  expect((await staff.call(draftOrder.compute, { body: form })).body.customer).toBeNull()
  const ids = [await save(staff, form), await save(staff, form)] as const
  await send(staff, ids[1])
  expect(await staff.call(draftOrder.convert, { body: { id: ids[0] } })).toMatchObject({
    status: 400,
    body: { message: '请填写怎么收的', errors: [{ field: 'reason' }] },
  })
  for (const [place, how] of [{ reason: '现金收款' }, { reason: '银行转账', voucher: '收据 12' }].entries()) {
    const answer = await staff.call(draftOrder.convert, { body: { id: ids[place] ?? 0, ...how } })
    expect([answer.status, await trailOf(shop, answer)]).toEqual([200, ['paid']])
  }
  const { rows: said } = await shop.ctx.db.execute(
    sql`select message from order_log where change_type = 'pay' order by id`,
  )
  expect(said.map(({ message }) => message)).toEqual([
    '代客下单确认线下收款 100.00 元：现金收款',
    '代客下单确认线下收款 100.00 元：银行转账，凭证 收据 12',
  ])
  expect(await staff.call(draftOrder.convert, { body: { id: ids[0], voucher: '收据 12' } })).toMatchObject({
    status: 409,
  })
  const { rows } = await shop.ctx.db.execute(sql`
    select user_type, nickname, pay_count, consume_money_fen from shop_user where phone = '13900139000'`)
  expect(rows).toEqual([{ user_type: 'admin', nickname: '老李', pay_count: 2, consume_money_fen: 20000 }])
  expect((await staff.call(draftOrder.list, { query: { state: 2, keywords: '老李' } })).body).toMatchObject({
    total: 2,
    list: [{ stateStr: '已付款', phone: '138****8000', storeName: '纯棉毛巾' }, {}],
  })
  await save(staff, form)
  const none = { sent: 0, expired: 0, cancelled: 0 }
  const counts = async (query: object) => (await staff.call(draftOrder.num, { query })).body
  expect(await counts({ state: 2, keywords: '老李' })).toEqual({ ...none, all: 3, draft: 1, completed: 2 })
  expect(await counts({ keywords: '老张' })).toEqual({ ...none, all: 0, draft: 0, completed: 0 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('without the right to confirm money, or to make drafts, no draft becomes a paid order', async () => {
  const opened = await open()
  const { shop, staff, buyer, skuId } = opened
  const id = await save(staff, { items: [{ skuId, num: 1 }], ...receiver, uid: buyer.userId })
  const convert = (who: Caller) => who.call(draftOrder.convert, { body: { id, reason: '现金' } })
  const clerk = await shop.signIn({ can: can.filter((route) => route !== draftOrder.convert) })
  const cashier = await shop.signIn({ can: [draftOrder.convert] })
  expect((await convert(clerk)).status).toBe(403)
  expect((await convert(cashier)).body).toMatchObject({ permission: draftOrder.send.permission })
  const { orderNo } = (await send(clerk, id)).body
  expect((await convert(clerk)).status).toBe(403)
  expect((await buyer.call(frontOrder.detail, { params: { orderNo } })).body).toMatchObject({ paid: false })
  expect((await convert(staff)).status).toBe(200)
})

test('a draft spends its customer’s points and nobody else’s; one that comes to nothing is paid at once', async () => {
  const opened = await open(5)
  const { shop, staff, buyer, skuId } = opened
  await setSettings(shop, { integral_ratio: 0.01, integral_max: 0, integral_min_order: 0 })
  const gift = {
    uid: buyer.userId,
    type: 1,
    integral: 300,
    linkType: 'system',
    title: '后台积分操作',
    status: 3,
  } as const
  await inTransaction(shop.ctx, (tx) => changePoints(tx, gift))
  const poor = await makeCustomer(shop.ctx)
  const form: Form = { items: [{ skuId, num: 1 }], ...receiver, useIntegral: true }
  const ofPoor = (await staff.call(draftOrder.compute, { body: { ...form, uid: poor } })).body
  expect(ofPoor).toMatchObject({ usedIntegral: 0, payFee: 5 })
  const id = await save(staff, {
    ...form,
    uid: buyer.userId,
    discountType: 1,
    discountValue: 1,
    discountReason: '抹零',
  })
  const { body } = await send(staff, id)
  expect(await linesOf(opened, body.orderNo)).toEqual([{ adjust: -100, pay: 100 }])
  const boss = await shop.signIn({ can, permissions: ['admin:order:create:discount'] })
  const free = await save(boss, { ...form, uid: poor, discountType: 2, discountValue: 100, discountReason: '样品' })
  const gone = await save(boss, { ...form, uid: buyer.userId })
  await send(boss, free)
  expect(await stateOf(boss, free)).toBe(2)
  expect((await send(boss, gone)).body.orderNo).toBeTruthy()
  const { rows } = await shop.ctx.db.execute(
    sql`select id, integral from shop_user where id in (${buyer.userId}, ${poor}) order by id`,
  )
  expect(rows).toEqual([
    { id: buyer.userId, integral: 0 },
    { id: poor, integral: 0 },
  ])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a clerk of a store orders for pick-up there, and sees no other drafts', async () => {
  const opened = await open()
  const { shop, staff, buyer, skuId } = opened
  const admin = await shop.signInAdmin()
  const storeId = (await admin.call(store.save, { body: storeDraft('一店') })).body.id
  const clerk = await shop.signIn({ can, dataScope: '本门店', storeIds: [storeId] })
  const items = [{ skuId, num: 1 }]
  const hidden = await save(staff, { items, ...receiver, uid: buyer.userId })
  for (const route of [draftOrder.send, draftOrder.cancel, draftOrder.copy])
    expect((await clerk.call(route, { body: { id: hidden } })).status).toBe(404)
  expect((await clerk.call(draftOrder.info, { query: { id: hidden } })).status).toBe(404)
  expect(await saving(clerk, { items, ...receiver, customerPhone: '13712345678' })).toMatchObject({ status: 422 })
  expect(await saving(clerk, { items, ...receiver, uid: buyer.userId })).toMatchObject({ status: 422 })
  const pickUp = { shippingType: 2 as const, storeId, realName: '王小明', phone: '13800138000' }
  const id = await save(clerk, { items, ...pickUp, customerPhone: '13712345678' })
  expect((await clerk.call(draftOrder.list, {})).body).toMatchObject({ total: 1, list: [{ id }] })
  expect((await clerk.call(draftOrder.num, {})).body).toMatchObject({ all: 1, draft: 1 })
  expect((await send(clerk, id)).status).toBe(200)
})

test('a clerk of a store spends no points of a customer who never ordered there, by whatever order the clerk made', async () => {
  const opened = await open(5)
  const { shop, staff, buyer, skuId } = opened
  await setSettings(shop, { integral_ratio: 0.01, integral_max: 0, integral_min_order: 0 })
  await inTransaction(shop.ctx, (tx) =>
    changePoints(tx, {
      uid: buyer.userId,
      type: 1,
      integral: 300,
      linkType: 'system',
      title: '后台积分操作',
      status: 3,
    }),
  )
  const admin = await shop.signInAdmin()
  const storeId = (await admin.call(store.save, { body: storeDraft('一店') })).body.id
  const clerk = await shop.signIn({ can, dataScope: '本门店', storeIds: [storeId] })
  const pickUp = { shippingType: 2 as const, storeId, realName: '王小明', phone: '13800138000' }
  const form: Form = { items: [{ skuId, num: 1 }], ...pickUp, customerPhone: '13712345678' }
  const message = '该客户没有在您的门店自己下过单，不能代用积分和优惠券'
  const points = { ...form, useIntegral: true }
  expect((await clerk.call(draftOrder.compute, { body: points })).body).toMatchObject({
    usedIntegral: 0,
    payFee: 5,
    problems: [{ message }],
    customer: { nickname: '137****5678', integral: null },
  })
  expect(await saving(clerk, points)).toMatchObject({ status: 422, body: { message } })
  expect(await saving(clerk, { ...form, couponId: 1 })).toMatchObject({ status: 422, body: { message } })
  const id = await save(clerk, form)
  const convert = await clerk.call(draftOrder.convert, { body: { id, voucher: '收据 1' } })
  expect(convert.status).toBe(200)
  expect(await saving(clerk, points)).toMatchObject({ status: 422, body: { message } })
  const theirs = await save(staff, { ...points, uid: buyer.userId })
  expect(await send(clerk, theirs)).toMatchObject({ status: 422, body: { message } })
  const { rows } = await shop.ctx.db.execute(sql`select integral from shop_user where id = ${buyer.userId}`)
  expect(rows).toEqual([{ integral: 300 }])

  await buy(buyer, skuId, 1, { storeId })
  expect((await clerk.call(draftOrder.compute, { body: points })).body).toMatchObject({ usedIntegral: 300, payFee: 2 })
  expect((await saving(clerk, points)).status).toBe(200)
})

test('a clerk of a store learns nobody’s nickname by a draft, sent or not, until they ordered there themselves', async () => {
  const { shop, skuId } = await open()
  const stranger = await shop.buyer({ nickname: '听雨', phone: '13799999999' })
  const admin = await shop.signInAdmin()
  const storeId = (await admin.call(store.save, { body: storeDraft('一店') })).body.id
  const clerk = await shop.signIn({ can, dataScope: '本门店', storeIds: [storeId] })
  const form = { items: [{ skuId, num: 1 }], shippingType: 2 as const, storeId, realName: '某人', phone: '13800138000' }
  const asked = { ...form, uid: stranger.userId }
  expect((await clerk.call(draftOrder.compute, { body: asked })).status).toBe(404)
  const id = await save(clerk, { ...form, customerPhone: '13799999999' })
  const seen = async () => {
    const { body: info } = await clerk.call(draftOrder.info, { query: { id } })
    const { body: all } = await clerk.call(draftOrder.list, {})
    const { body: named } = await clerk.call(draftOrder.list, { query: { keywords: '听雨' } })
    const { body: priced } = await clerk.call(draftOrder.compute, { body: asked })
    return [info.nickname, all.list[0]?.nickname, named.total, priced.customer?.nickname]
  }
  const masked = '137****9999'
  expect(await seen()).toEqual([masked, masked, 0, masked])
  expect((await send(clerk, id)).status).toBe(200)
  expect(await seen()).toEqual([masked, masked, 0, masked])
  await buy(stranger, skuId, 1, { storeId })
  expect(await seen()).toEqual(['听雨', '听雨', 1, '听雨'])
})

test('a draft above 999999.99 yuan is refused with what to do, and tags that are not there with their field', async () => {
  const opened = await open()
  const { shop, staff, buyer, skuId } = opened
  const dear = await sell(
    { ...opened, staff: opened.maker },
    { storeName: '玉屏', attrValue: [{ price: 999_999.99, stock: 999 }] },
  )
  const boss = await shop.signIn({ can, permissions: ['admin:order:create:discount'] })
  const message = '订单金额不能超过 ¥999999.99，请减少商品或分开下单'
  const form: Form = { items: [{ skuId: dear.skuId, num: 999 }], ...receiver, uid: buyer.userId }
  expect((await boss.call(draftOrder.compute, { body: form })).body).toMatchObject({
    problems: expect.arrayContaining([expect.objectContaining({ message })]),
  })
  expect(await saving(boss, form)).toMatchObject({ status: 422, body: { message } })
  const freight = { ...form, items: [{ skuId, num: 1 }], freight: 999_999.99 }
  expect(await saving(boss, freight)).toMatchObject({ status: 422, body: { message } })
  expect((await saving(boss, { ...form, items: [{ skuId: dear.skuId, num: 1 }] })).status).toBe(200)
  expect(await saving(staff, { ...form, items: [{ skuId, num: 1 }], tagIds: [7] })).toMatchObject({
    status: 400,
    body: { message: '标签 7 不存在或已停用', errors: [{ field: 'tagIds' }] },
  })
})

test('an order is copied with its goods, and a draft sent twice at once makes one order', async () => {
  const opened = await open()
  const { shop, staff, buyer, skuId } = opened
  const orderNo = await buy(buyer, skuId, 3)
  const { body: blank } = await staff.call(draftOrder.copy, { body: { orderNo } })
  const seenBy = async (caller: Caller, id: number) => (await caller.call(draftOrder.info, { query: { id } })).body
  expect(await seenBy(staff, blank.id)).toMatchObject({ uid: buyer.userId, phone: '', detail: '', cityId: 110101 })
  expect(await send(staff, blank.id)).toMatchObject({ status: 400, body: { message: '请输入收货电话' } })
  const sees = await shop.signIn({ can, permissions: ['admin:user:sensitive:view'] })
  const copied = await sees.call(draftOrder.copy, { body: { orderNo } })
  expect(await trailOf(shop, copied)).toEqual(['unmask', 'create'])
  const { body } = copied
  expect(await seenBy(sees, body.id)).toMatchObject({
    uid: buyer.userId,
    items: [{ skuId, num: 3 }],
    cityId: 110101,
    phone: expect.stringMatching(/^1\d{10}$/),
    detail: expect.stringMatching(/./),
  })
  // Others neither see the receiver in the copy nor lose them by saving it, nor get them by giving the draft to another customer.
  const { uid, phone, detail, ...hidden } = await seenBy(staff, body.id)
  expect([uid, phone, detail]).toEqual([buyer.userId, '', ''])
  const form = { id: body.id, items: [{ skuId, num: 3 }], shippingType: 1 as const, cityId: 110101 }
  const friend = await makeCustomer(shop.ctx)
  await save(staff, { ...form, uid: buyer.userId, realName: hidden.realName })
  expect((await seenBy(sees, body.id)).phone).toMatch(/^1\d{10}$/)
  const given = await sees.call(draftOrder.copy, { body: { orderNo } })
  await save(staff, { ...form, id: given.body.id, uid: friend, realName: '友' })
  expect(await seenBy(sees, given.body.id)).toMatchObject({ uid: friend, phone: '', detail: '' })
  const answers = await Promise.all([1, 2, 3].map(() => send(staff, body.id)))
  expect(new Set(answers.map((each) => each.body.orderNo)).size).toBe(1)
  expect(await stockOf(opened)).toBe(4)
  // What was sent is masked, so a copy by somebody else is too.
  const { body: second } = await staff.call(draftOrder.copy, { body: { id: body.id } })
  expect(await seenBy(staff, second.id)).toMatchObject({ phone: '', detail: '' })
  const third = await sees.call(draftOrder.copy, { body: { id: body.id } })
  expect(await trailOf(shop, third)).toEqual(['create'])
  const paid = await buyer.call(frontPay.pay, {
    body: { orderNo: answers[0]?.body.orderNo ?? '', payType: 'weixin', channel: 'h5' },
  })
  expect(paid.status).toBe(200)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

import { type OrderFilter, type OrderQuery, order } from '@zhanggui/contract/order/order.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { orderTabs } from '@zhanggui/domain/order/order-state.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type MadeOrder, makeOrder, makeOrders, type StoredOrder } from '../../../testing/order.ts'
import { makeProduct, openProductShop, productDraft, variantDraft } from '../../../testing/product.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { foldRefresh } from '../../product/product/product-refresh.service.ts'
import { storeOrders } from '../order/order.tables.ts'
import { foldTabs } from './order-list.repository.ts'

const DAY_MS = 86_400_000
const START = new Date('2026-08-01T02:00:00Z').getTime()

/** A generator of whole numbers below a bound, the same at every run. */
function randomly(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

type Order = StoredOrder
type Asked = [query: OrderFilter, fits: (order: Order) => boolean]

const day = (days: number) => new Date(START + days * DAY_MS).toISOString().slice(0, 10)
const within = (at: Date | null, from: number, to: number) => {
  const start = new Date(`${day(from)}T00:00:00+08:00`)
  const end = new Date(`${day(to)}T00:00:00+08:00`).getTime() + DAY_MS
  return at !== null && at >= start && at.getTime() < end
}

/** Each filter with a naive reading of it, a group of alternatives after the other. */
function filtersOf({ customers, stores, now }: { customers: number[]; stores: number[]; now: Date }): Asked[][] {
  const [uid = 0, other = 0] = customers
  const [first = 0, second = 0] = stores
  const range = (
    dateField: 'create' | 'pay' | 'ship' | 'finish',
    from: number,
    to: number,
    of: (order: Order) => Date | null,
  ): Asked => [{ dateField, dateLimit: [day(from), day(to)] }, (order) => within(of(order), from, to)]
  return [
    [
      ...Object.entries(orderTabs).map(
        ([status, { tab }]): Asked => [{ status: status as keyof typeof orderTabs }, (order) => order.tab === tab],
      ),
      [{ status: 'all' }, () => true],
    ],
    [
      range('create', 10, 40, ({ createdAt }) => createdAt),
      range('pay', 20, 60, ({ paid, payTime }) => (paid ? payTime : null)),
      range('ship', 0, 50, ({ shipTime }) => shipTime),
      range('finish', 5, 80, ({ completeTime }) => completeTime),
    ],
    [
      [{ uid }, (order) => order.uid === uid],
      [{ uid: other }, (order) => order.uid === other],
    ],
    [
      [{ productId: 2 }, (order) => order.lines.some(({ productId }) => productId === 2)],
      [{ productId: 77 }, () => false],
    ],
    [
      [{ storeId: first }, (order) => order.shippingType === 2 && order.storeId === first],
      [{ storeId: second }, (order) => order.shippingType === 2 && order.storeId === second],
      [{ shippingType: 2 }, (order) => order.shippingType === 2],
      [{ shippingType: 1 }, (order) => order.shippingType === 1],
    ],
    [
      [{ keywords: '13800138001' }, (order) => order.userPhone === '13800138001'],
      [{ keywords: '8002' }, (order) => order.userPhone.endsWith('8002')],
      [{ keywords: '李' }, (order) => order.realName.startsWith('李')],
      [{ keywords: '20261' }, () => false],
    ],
    [[{ tagId: 2 }, (order) => order.tagIds.includes(2)]],
    [[{ couponId: 3 }, (order) => order.fromCouponId === 3]],
    [
      [{ isRemind: true }, (order) => order.isRemind],
      [{ isRemind: false }, (order) => !order.isRemind],
    ],
    [
      [{ hold: true }, (order) => order.hold],
      [{ hold: false }, (order) => !order.hold],
    ],
    [
      [{ cod: true }, (order) => order.cod],
      [{ cod: false }, (order) => !order.cod],
    ],
    [
      [
        { partShipped: true },
        (order) => order.status === 0 && order.sentNum > 0 && !order.closeType && order.refundStatus !== 2,
      ],
    ],
    [[{ refunded: true }, (order) => order.refundPriceFen > 0 && order.refundStatus !== 2]],
    [
      [{ type: 1 }, (order) => order.type === 1],
      [{ type: 0 }, (order) => order.type === 0],
      [{ type: 2 }, () => true],
    ],
    [[{ orderKind: 'combination' }, (order) => order.orderKind === 'combination']],
    [[{ payType: 'yue' }, (order) => order.payType === 'yue']],
    [[{ channel: 'routine' }, (order) => order.channel === 'routine']],
    [
      [{ minPrice: 30 }, (order) => order.payPriceFen >= 3000],
      [{ maxPrice: 59.7 }, (order) => order.payPriceFen <= 5970],
    ],
    [[{ source: 'draft' }, (order) => order.source === 'draft']],
    [
      [{ printed: 0 }, (order) => order.printTime === null],
      [{ printed: 1 }, (order) => order.printTime !== null],
      [{ printed: 2 }, (order) => order.printStale],
    ],
    [
      [
        { late: true },
        (order) => order.tab === 2 && (order.payTime ?? order.createdAt).getTime() < now.getTime() - 2 * DAY_MS,
      ],
    ],
  ]
}

function drawOrder(draw: (below: number) => number, at: number, customers: number[], stores: number[]): MadeOrder {
  const shippingType = draw(4) === 0 ? 2 : 1
  const paid = draw(3) > 0
  const cod = !paid && draw(4) === 0
  const closed = !paid && !cod && draw(2) === 0
  const status = paid || cod ? (draw(4) as 0 | 1 | 2 | 3) : 0
  const refundStatus = paid && draw(4) === 0 ? (([1, 2, 3] as const)[draw(3)] ?? 0) : 0
  const orderKind = draw(8) === 0 ? 'combination' : 'normal'
  const printed = draw(3) === 0
  return {
    uid: customers[draw(customers.length)] ?? 0,
    createdAt: new Date(START + at * 7 * 3_600_000 + draw(3_600_000)),
    shippingType,
    storeId: shippingType === 2 ? (stores[draw(stores.length)] ?? 0) : 0,
    paid,
    cod,
    status,
    refundStatus,
    closeType: closed ? 2 : 0,
    orderKind,
    pinkStatus: orderKind === 'combination' ? (draw(4) as 0 | 1 | 2 | 3) : 0,
    ...(paid && { payType: draw(2) ? 'weixin' : 'yue' }),
    channel: draw(2) ? 'h5' : 'routine',
    source: draw(5) ? 'front' : 'draft',
    type: draw(6) ? 0 : 1,
    userPhone: `1380013800${draw(4)}`,
    realName: ['王小明', '李雷', '李梅梅', '%_'][draw(4)] ?? '',
    tagIds: draw(3) ? [] : [1 + draw(2)],
    ...(at % 3 === 0 && { fromCouponId: 3 + (at % 2) }),
    hold: draw(6) === 0,
    isRemind: draw(6) === 0,
    ...(printed && { printTime: new Date(START), printStale: draw(2) === 0 }),
    ...(paid && refundStatus === 0 && draw(5) === 0 && { refundPriceFen: 100 }),
    ...(status === 0 && draw(6) === 0 && { sentNum: 1 }),
    isDel: (closed || status === 3) && draw(5) === 0,
    isSystemDel: draw(20) === 0,
    lines: Array.from({ length: 1 + draw(3) }, (_, line) => ({
      lineNo: line + 1,
      productId: 1 + draw(3),
      skuId: line + 1,
    })),
  }
}

test('combinations of filters answer what a naive filter over all orders answers, and the tabs add up to them', async () => {
  const { shop, customers, stores } = await openMany()
  const draw = randomly(11)
  const made: Order[] = []
  for (let at = 0; at < 300; at += 100)
    made.push(
      ...(await makeOrders(
        shop.ctx,
        Array.from({ length: 100 }, (_, n) => drawOrder(draw, at + n, customers, stores)),
      )),
    )
  const staff = await shop.signIn({ can: [order.list, order.statusNum] })
  const clerk = await shop.signIn({
    can: [order.list, order.statusNum],
    dataScope: '本门店',
    storeIds: stores.slice(0, 1),
    level: 5,
  })
  const groups = filtersOf({ customers, stores, now: shop.ctx.now() })
  const alone = groups.flatMap((group) => group.map((asked) => [asked]))
  const mixed = Array.from({ length: 45 }, () => {
    const [tabs = [], ...others] = groups
    const chosen = new Set(Array.from({ length: 1 + draw(3) }, () => draw(others.length)))
    return [tabs, ...[...chosen].flatMap((at) => [others[at] ?? []])].flatMap((group) =>
      group.slice(draw(group.length)).slice(0, 1),
    )
  })
  for (const [number, asked] of [...alone, ...mixed].entries()) {
    const query: OrderFilter = Object.assign({}, ...asked.map(([each]) => each))
    const isClerk = number % 5 === 4
    const mine = (each: Order) => !isClerk || (each.shippingType === 2 && each.storeId === stores[0])
    const inAll = made.filter((each) => !each.isSystemDel && mine(each) && asked.every(([, fits]) => fits(each)))
    const expected = inOrder(inAll, query).map(({ id }) => id)
    const who = isClerk ? clerk : staff
    const { body } = await who.call(order.list, { query: { ...query, limit: 100 } })
    const said = { total: body.total, ids: body.list.map(({ id }) => id), searchedTo: body.searchedTo }
    expect(said, JSON.stringify(query)).toEqual({
      total: expected.length,
      ids: expected.slice(0, 100),
      searchedTo: undefined,
    })
    if (number % 6) continue
    const counts = await who.call(order.statusNum, { query })
    const inTabs = made.filter(
      (each) => !each.isSystemDel && mine(each) && asked.every(([of, fits]) => 'status' in of || fits(each)),
    )
    const named = Object.entries(orderTabs).map(([key, { tab }]) => [
      key,
      inTabs.filter((each) => each.tab === tab).length,
    ])
    expect(counts.body, JSON.stringify(query)).toEqual({ all: inTabs.length, ...Object.fromEntries(named) })
  }
})

/** The order of the desk, in the naive way. */
function inOrder(orders: readonly Order[], { status, dateField = 'create', dateLimit }: OrderFilter): Order[] {
  const by = { create: 'createdAt', pay: 'payTime', ship: 'shipTime', finish: 'completeTime' } as const
  const timeOf = (each: Order) => each[dateLimit ? by[dateField] : 'createdAt']?.getTime() ?? 0
  const sign = status === 'notShipped' || status === 'refunding' ? 1 : -1
  return [...orders].sort((one, other) => sign * (timeOf(one) - timeOf(other) || one.id - other.id))
}

async function openMany() {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const stores: number[] = []
  for (const name of ['一店', '二店']) stores.push((await admin.call(store.save, { body: storeDraft(name) })).body.id)
  const customers: number[] = []
  for (let n = 0; n < 4; n++) customers.push(await makeCustomer(shop.ctx))
  return { shop, admin, customers, stores }
}

test('a keyword is read in every way it may be meant', async () => {
  const { shop, staff: buyer, cateId } = await openProductShop()
  const staff = await shop.signIn({ can: [order.list] })
  const attrValue = [{ price: 19.9, cost: 8, stock: 10, barCode: '6901234567892' }]
  const towel = await makeProduct(buyer, productDraft(cateId, { storeName: '竹纤维浴巾', attrValue }))
  await foldRefresh(shop.ctx)
  const uid = await makeCustomer(shop.ctx, { nickname: '小满' })
  const { rows } = await shop.ctx.db.execute<{ id: number }>(
    `select id from product_sku where product_id = ${towel.id}`,
  )
  const made = await makeOrder(shop.ctx, {
    uid,
    paid: true,
    shippingType: 2,
    storeId: 1,
    realName: '欧阳娜',
    userPhone: '13912345678',
    lines: [{ productId: towel.id, skuId: rows[0]?.id ?? 0 }],
  })
  await makeOrder(shop.ctx, { userPhone: '010-87654321', realName: '王五' })
  const find = async (keywords: string) =>
    (await staff.call(order.list, { query: { keywords } })).body.list.map(({ id }) => id)
  const ways = [
    made.orderNo,
    `${made.orderNo}-1`,
    made.orderNo.slice(0, 14),
    made.orderNo.slice(-6),
    made.payment?.transactionId ?? '',
  ]
  for (const typed of [...ways, '13912345678', '5678', made.verifyCode, '欧阳', '小满', '竹纤维', '6901234567892'])
    expect(await find(typed), typed).toContain(made.id)
  for (const typed of ['欧阳%', '_阳', '999999', '20261123101500123456', '%%', '娜'])
    expect(await find(typed), typed).toEqual([])
  expect(await find('010-87654321')).toHaveLength(1)

  // The value of a SKU finds the orders of that SKU, alone and with the product's name.
  const jeans = await makeProduct(
    buyer,
    variantDraft(cateId, {
      storeName: '牛仔长裤',
      attr: [{ attrName: '颜色', attrValues: ['水洗黑', '水洗蓝'] }],
      attrValue: ['水洗黑', '水洗蓝'].map((colour) => ({ attrValue: { 颜色: colour }, price: 99, stock: 5 })),
    }),
  )
  const [black, blue] = await makeOrders(
    shop.ctx,
    jeans.attrValue.map(({ id = 0, suk }) => ({
      lines: [{ productId: jeans.id, skuId: id, storeName: '牛仔长裤', sku: suk }],
    })),
  )
  expect(await find('水洗黑')).toEqual([black?.id])
  expect(await find('牛仔 水洗黑')).toEqual([black?.id])
  expect((await find('牛仔')).sort()).toEqual([black?.id, blue?.id].sort())
  expect(await find('牛仔 水洗红')).toEqual([])
})

test('orders are sorted by price and payment among those that match, and far pages are refused', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [order.list] })
  const made = await makeOrders(shop.ctx, [
    { paid: true, payPriceFen: 300 },
    { paid: true, payPriceFen: 100 },
    { payPriceFen: 200 },
  ])
  const [first, second, third] = made.map(({ id }) => id)
  const sorted = async (sort: OrderQuery['sort'], more: Partial<OrderQuery> = {}) =>
    (await staff.call(order.list, { query: { sort, ...more } })).body.list.map(({ id }) => id)
  expect(await sorted('payPrice')).toEqual([first, third, second])
  expect((await sorted('payTime')).at(-1)).toBe(third)
  expect(await sorted('payPrice,desc')).toEqual([first, third, second])
  expect(await sorted('payPrice,asc')).toEqual([second, third, first])
  expect((await sorted('payTime,asc')).at(-1)).toBe(third)
  const newest = await sorted('createTime,desc')
  expect(await sorted('createTime')).toEqual(newest)
  expect(await sorted('createTime,asc')).toEqual(newest.toReversed())
  const paid: Partial<OrderQuery> = { dateField: 'pay', dateLimit: ['today'] }
  expect(await sorted('payTime,asc', paid)).toEqual((await sorted('payTime,desc', paid)).toReversed())
  expect((await staff.send('GET', '/admin/store/order/list?sort=payPrice,up')).status).toBe(400)
  expect((await staff.call(order.list, { query: { page: 1001, limit: 100 } })).status).toBe(400)
  expect((await staff.call(order.list, { query: { page: 1000, limit: 100 } })).body.list).toEqual([])
  const answer = await staff.call(order.list, { query: { limit: 1, page: 2 } })
  expect(answer.body.list.map(({ userPhone }) => userPhone)).toEqual([maskPhone('13800138000')])
})

test('the counts are those of the orders after random transitions in two processes that fold at the same time', async () => {
  const { shop, customers, stores } = await openMany()
  const draw = randomly(5)
  const made = await makeOrders(
    shop.ctx,
    Array.from({ length: 40 }, (_, at) => drawOrder(draw, at, customers, stores)),
  )
  const second = (await shop.second()).ownContext()
  // Four at a time make a thousand.
  const moves = (ctx: typeof second) => async () => {
    for (let n = 0; n < 250; n++) {
      const { id = 0, cod } = made[draw(made.length)] ?? {}
      const set = [
        { isDel: draw(2) === 0 },
        { isSystemDel: draw(8) === 0 },
        { pinkStatus: draw(2) as 0 | 1 },
        ...(cod ? [{ status: draw(4) as 0 }] : []),
      ]
      await ctx.db
        .update(storeOrders)
        .set(set[draw(set.length)] ?? {})
        .where(eq(storeOrders.id, id))
      if (n % 25 === 0) await foldTabs(ctx)
    }
  }
  await Promise.all([shop.ctx, second].flatMap((ctx) => [moves(ctx)(), moves(ctx)()]))
  const staff = await shop.signIn({ can: [order.statusNum] })
  const expected = await countNaively(shop)
  expect((await staff.call(order.statusNum, { query: {} })).body).toMatchObject(expected)
  while (await foldTabs(shop.ctx)) {}
  expect((await staff.call(order.statusNum, { query: {} })).body).toMatchObject(expected)
})

async function countNaively({ ctx }: Shop): Promise<Record<string, number>> {
  const { rows } = await ctx.db.execute<{ tab: number; count: number }>(
    'select tab, count(*) as count from store_order where tab > 0 group by tab',
  )
  const each = Object.entries(orderTabs).map(
    ([key, { tab }]) => [key, rows.find((row) => row.tab === tab)?.count ?? 0] as const,
  )
  return { all: each.reduce((sum, [, count]) => sum + count, 0), ...Object.fromEntries(each) }
}

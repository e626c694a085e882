import { activityStyle } from '@zhanggui/contract/decor/activity-style.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { type BatchAction, type BatchData, product } from '@zhanggui/contract/product/product.ts'
import { activityCalendar, type CalendarRow } from '@zhanggui/contract/promotion/activity-calendar.ts'
import { simulation } from '@zhanggui/contract/promotion/simulation.ts'
import { unitWithCoupon } from '@zhanggui/domain/promotion/lowest-price.ts'
import { toWireDay, toWireTime } from '@zhanggui/domain/time.ts'
import { expect, test } from 'vitest'
import { makeStyle } from '../../../testing/activity-style.ts'
import { openSellingShop, type SellingShop, sell } from '../../../testing/checkout.ts'
import { storeCoupon } from '../../../testing/coupon-copy.ts'
import { setSettings } from '../../../testing/pay.ts'
import { formOf, makeCategory, makeProduct, readProduct, variantDraft } from '../../../testing/product.ts'
import type { Caller } from '../../../testing/shop.ts'
import { couponScopes, type coupons } from '../../coupon/coupon/coupon.tables.ts'
import { productSkus } from '../../product/product/product.tables.ts'
import { userLevels } from '../../user/level/user-level.tables.ts'

const SEE_COST = 'admin:product:cost:view'
const DAY_MS = 24 * 3600_000
const can = [activityCalendar.calendar, activityCalendar.lowest]
/** Costs 8. */
const towel = { attrValue: [{ price: 20, cost: 8, stock: 100 }] }

test('calendar and lowest price are refused without their permission, for what is not there and for days that make no sense', async () => {
  const { shop, productId } = await openSellingShop(towel)
  const staff = await shop.signIn({ can })
  const other = await shop.signIn({ permissions: ['admin:marketing:report'] })
  const days = { start: '2026-11-01', end: '2026-11-30' }
  expect((await other.call(activityCalendar.calendar, { query: days })).status).toBe(403)
  expect((await other.call(activityCalendar.lowest, { query: { productId } })).status).toBe(403)
  expect((await staff.call(activityCalendar.lowest, { query: { productId: productId + 99 } })).status).toBe(404)
  const refused = async (path: string) => {
    const { status, body } = await staff.send('GET', `/admin/marketing/activity/${path}`)
    return [status, body.message]
  }
  for (const path of ['calendar?', `lowest?productId=${productId}&`]) {
    expect(await refused(`${path}start=2026-11-31&end=2026-12-01`)).toEqual([400, '开始日期不存在'])
    expect(await refused(`${path}start=2026-11-02&end=2026-11-01`)).toEqual([400, '结束日期不能早于开始日期'])
    expect(await refused(`${path}start=2026-11-01&end=2027-02-01`)).toEqual([400, '最多查看 92 天'])
  }
  expect(
    (await staff.call(activityCalendar.calendar, { query: { start: '2026-11-01', end: '2027-01-31' } })).status,
  ).toBe(200)
})

test('the lowest price of each SKU is that of the best level with the best open coupon of the range, and when it holds', async () => {
  const opened = await openSellingShop(towel)
  const { shop, productId, skuId, staff: keeper, cateId } = opened
  const { ctx, clock } = shop
  const [staff, seesCost] = [await shop.signIn({ can }), await shop.signIn({ can, permissions: [SEE_COST] })]
  const lowest = async (query: { start?: string; end?: string } = {}, caller = seesCost) => {
    const { status, body } = await caller.call(activityCalendar.lowest, { query: { productId, ...query } })
    expect(status).toBe(200)
    return body
  }
  const ordinary = { way: { type: 0, id: 0, title: '日常购买' }, skuId, suk: '默认' }
  const asked = clock.now()
  const [plain] = await lowest()
  expect(plain).toEqual({
    ...ordinary,
    price: 20,
    lowest: 20,
    lowestWithPoints: 0,
    coupon: null,
    cost: 8,
    belowCost: false,
    from: expect.any(String),
    to: null,
  })
  // It holds from the moment of the call, which took less than a minute.
  expect(plain?.from.localeCompare(toWireTime(asked))).toBeGreaterThanOrEqual(0)
  expect(plain?.from.localeCompare(toWireTime(new Date(+asked + 60_000)))).toBe(-1)
  expect(Object.keys((await lowest({}, staff))[0] ?? {})).not.toEqual(expect.arrayContaining(['cost']))
  expect((await lowest({}, staff))[0]).not.toHaveProperty('belowCost')
  await setSettings(shop, { integral_max_ratio: 30 })
  expect((await lowest())[0]).toMatchObject({ lowest: 20, lowestWithPoints: 14 })
  await ctx.db.insert(userLevels).values([
    { name: '黄金', grade: 91, experience: 900_000, discount: 80 },
    { name: '隐藏', grade: 92, experience: 990_000, discount: 10, isShow: false },
  ])
  expect((await lowest())[0]).toMatchObject({ price: 20, lowest: 16 })

  const closed = await coupon(opened, { moneyFen: 15_00, status: false })
  await coupon(opened, { moneyFen: 14_00, useType: 2 }, [productId + 99])
  await coupon(opened, { moneyFen: 13_00, isDel: true })
  const half = await coupon(opened, { name: '满减', moneyFen: 8_00, minPriceFen: 32_00 })
  expect((await lowest())[0]).toMatchObject({ lowest: 12, coupon: { id: half, name: '满减' }, belowCost: false })
  const { body: child } = await keeper.call(category.save, { body: { name: '毛巾', pid: cateId, type: 1 } })
  const below = await sell({ ...opened, cateId: child.id }, towel)
  const ofCategory = await coupon(opened, { moneyFen: 9_00, useType: 3 }, [cateId])
  expect((await lowest())[0]).toMatchObject({ lowest: 7, coupon: { id: ofCategory }, belowCost: true })
  const { body: ofChild } = await staff.call(activityCalendar.lowest, { query: { productId: below.productId } })
  expect(ofChild[0]).toMatchObject({ lowest: 7, coupon: { id: ofCategory } })
  expect(closed).toBeGreaterThan(0)

  const [from, to] = [new Date(+clock.now() + 3 * DAY_MS), new Date(+clock.now() + 4 * DAY_MS)]
  const late = await coupon(opened, { moneyFen: 12_00, receiveStart: from, receiveEnd: to, day: 2 })
  const range = { start: toWireDay(clock.now()), end: toWireDay(from) }
  expect((await lowest())[0]).toMatchObject({ coupon: { id: ofCategory } })
  expect((await lowest({ ...range, end: toWireDay(new Date(+clock.now() + DAY_MS)) }))[0]).toMatchObject({
    coupon: { id: ofCategory },
  })
  expect((await lowest(range))[0]).toMatchObject({
    lowest: 4,
    coupon: { id: late },
    from: toWireTime(from),
    to: toWireTime(new Date(+to + 2 * DAY_MS)),
  })
})

test('belowCost marks exactly the SKUs below their cost, and one unit is had for the lowest price', async () => {
  const opened = await openSellingShop(towel)
  const { shop, cateId, staff: keeper } = opened
  const draft = variantDraft(cateId, { isShow: true })
  const costs = [43.99, 44, 44.01, 60]
  const attrValue = draft.attrValue.map((sku, at) => ({ ...sku, cost: costs[at] ?? 0 }))
  const { id: productId } = await makeProduct(keeper, { ...draft, attrValue })
  const couponId = await coupon(opened, { moneyFen: 15_00, useType: 2 }, [productId])
  const staff = await shop.signIn({ can: [...can, simulation.run], permissions: [SEE_COST] })
  const { body } = await staff.call(activityCalendar.lowest, { query: { productId } })
  expect(body.map(({ lowest, cost, belowCost }) => [lowest, cost, belowCost])).toEqual([
    [44, 43.99, false],
    [44, 44, false],
    [44, 44.01, true],
    [44, 60, true],
  ])
  for (const { skuId, lowest } of body) {
    const { body: one } = await staff.call(simulation.run, {
      body: { items: [{ skuId, num: 1 }], couponId, shippingType: 2 },
    })
    expect(one.quote.payFee).toBe(lowest)
  }
  const range = { start: toWireDay(shop.clock.now()), end: toWireDay(shop.clock.now()) }
  const { body: calendar } = await staff.call(activityCalendar.calendar, { query: range })
  expect(calendar).toMatchObject([{ id: couponId, lowest: 44, cost: 60, belowCost: true }])
})

test('the calendar shows every coupon of its range once, by its start, with the SKU nearest to its cost', async () => {
  const opened = await openSellingShop(towel)
  const { shop, productId, cateId } = opened
  const dear = await sell(opened, { storeName: '羊绒毯', attrValue: [{ price: 200, cost: 190, stock: 5 }] })
  const [staff, seesCost] = [await shop.signIn({ can }), await shop.signIn({ can, permissions: [SEE_COST] })]
  const now = +shop.clock.now()
  const at = (days: number) => new Date(now + days * DAY_MS)
  const window = (from: number, to: number) => ({ receiveStart: at(from), receiveEnd: at(to) })
  const general = await coupon(opened, { name: '通用', moneyFen: 20_00, minPriceFen: 100_00, ...window(-3, 3) })
  const ofTowel = await coupon(opened, { name: '毛巾', ...window(-2, 2), useType: 2 }, [productId])
  const ofBoth = await coupon(opened, { name: '品类', ...window(-1, 30), useType: 3 }, [cateId])
  const limited = await coupon(opened, { name: '限量', ...window(5, 6), isLimited: true, total: 10, received: 4 })
  const endless = await coupon(opened, { name: '不限时', createdAt: at(-4), useType: 2 }, [productId, productId + 99])
  const shut = await coupon(opened, { name: '关闭', ...window(0, 1), status: false, useType: 2 }, [dear.productId])
  await coupon(opened, { name: '以前', ...window(-40, -35) })
  await coupon(opened, { name: '以后', ...window(40, 45) })
  await coupon(opened, { name: '删除', ...window(-1, 1), isDel: true })
  const range = { start: toWireDay(at(-10)), end: toWireDay(at(20)) }
  const read = async (query: object = {}, caller: Caller = seesCost): Promise<CalendarRow[]> =>
    (await caller.call(activityCalendar.calendar, { query: { ...range, ...query } })).body
  const rows = await read()
  expect(rows.map(({ id }) => id)).toEqual([endless, general, ofTowel, ofBoth, shut, limited])
  const of = (id: number) => rows.find((row) => row.id === id)
  // Of a blanket at 200 the coupon takes 20, which is below its cost of 190.
  expect(of(general)).toEqual({
    type: 4,
    id: general,
    title: '通用',
    productId: 0,
    image: '',
    phase: 'receiving',
    status: true,
    startTime: toWireTime(at(-3)),
    stopTime: toWireTime(at(3)),
    quota: null,
    quotaShow: null,
    conflicts: [],
    lowest: 180,
    lowestOf: '羊绒毯',
    cost: 190,
    belowCost: true,
  })
  expect(of(ofTowel)).toMatchObject({ productId, lowest: 15, cost: 8, belowCost: false })
  expect(of(ofTowel)?.image).toContain('a.jpg')
  expect(of(ofBoth)).toMatchObject({ lowest: 195, cost: 190, belowCost: false, productId: 0 })
  expect(of(limited)).toMatchObject({ quota: 6, quotaShow: 10, phase: 'notStart', status: true })
  expect(of(shut)).toMatchObject({ phase: 'closed', status: false, productId: dear.productId, lowest: 195 })
  expect(of(endless)).toMatchObject({ startTime: toWireTime(at(-4)), stopTime: null, productId: 0, lowest: 15 })
  const blind = await read({}, staff)
  expect(blind[1]).toMatchObject({ lowest: 180 })
  for (const row of blind) for (const field of ['cost', 'belowCost']) expect(row).not.toHaveProperty(field)

  const ids = async (query: object) => (await read(query)).map(({ id }) => id)
  expect(await ids({ productId: dear.productId })).toEqual([general, ofBoth, shut, limited])
  expect((await read({ productId }))[1]).toMatchObject({ id: general, lowest: 16 })
  expect(await ids({ cateId })).toEqual([endless, general, ofTowel, ofBoth, shut, limited])
  expect(await ids({ cateId: cateId + 99 })).toEqual([general, limited])
  expect(await ids({ types: [4], start: toWireDay(at(5)), end: toWireDay(at(5)) })).toEqual([endless, ofBoth, limited])
})

test('the calendar shows styles by their windows, of a product and a category with those that dress it', async () => {
  const opened = await openSellingShop(towel)
  const { shop, productId, cateId } = opened
  const keeper = await shop.signIn({ can: Object.values(activityStyle) })
  const staff = await shop.signIn({ can })
  const now = +shop.clock.now()
  const window = (from: number, to: number) => ({
    startTime: toWireTime(new Date(now + from * DAY_MS)),
    endTime: toWireTime(new Date(now + to * DAY_MS)),
  })
  const running = await makeStyle(keeper, { name: '大促', method: 1, targetIds: [productId], ...window(-2, 2) })
  const strip = await makeStyle(keeper, { name: '上新', type: 1, method: 3, targetIds: [cateId], ...window(1, 9) })
  const closed = await makeStyle(keeper, { name: '没开', status: false, ...window(3, 4) })
  await makeStyle(keeper, { name: '以前', ...window(-9, -8) })
  await coupon(opened, { name: '券', moneyFen: 1_00 })
  const range = { start: toWireDay(new Date(now - 3 * DAY_MS)), end: toWireDay(new Date(now + 5 * DAY_MS)) }
  const read = async (query: object = {}) =>
    (await staff.call(activityCalendar.calendar, { query: { ...range, types: [5], ...query } })).body
  const rows = await read()
  expect(rows.map(({ id, styleType, phase }) => [id, styleType, phase])).toEqual([
    [running, 0, 'running'],
    [strip, 1, 'upcoming'],
    [closed, 0, 'closed'],
  ])
  expect(rows[0]).toMatchObject({ type: 5, title: '大促', productId, quota: null, lowest: null, status: true })
  const ids = async (query: object) => (await read(query)).map(({ id }) => id)
  expect(await ids({ productId })).toEqual([running, strip, closed])
  expect(await ids({ cateId })).toEqual([running, strip, closed])
  expect(await ids({ productId: productId + 99 })).toEqual([closed])
  expect(await ids({ cateId: cateId + 99 })).toEqual([closed])
  expect(new Set((await read({ types: [] })).map(({ type }) => type))).toEqual(new Set([4, 5]))
})

test('whatever goods there are, a coupon for all of them or a category is marked exactly when some SKU it covers falls below cost', async () => {
  const opened = await openSellingShop(towel)
  const { shop, cateId, staff: keeper } = opened
  const { id: other } = (await keeper.call(category.save, { body: { name: '家电', pid: 0, type: 1 } })).body
  const appliance = await sell({ ...opened, cateId: other }, { ...towel, storeName: '电器' })
  await shop.ctx.db.update(productSkus).set({ costFen: 1 })
  // Many goods with margins of a few fen, many with margins of one percent, and between them three that few coupons reach.
  const cheap = Array.from({ length: 600 }, (_, at) => ({ priceFen: 1_00 + at, costFen: 50 + Math.floor(at / 2) }))
  const dear = [
    { priceFen: 100_00, costFen: 97_00 },
    { priceFen: 300_00, costFen: 293_00 },
    { priceFen: 900_00, costFen: 855_00 },
  ]
  const luxury = Array.from({ length: 150 }, (_, at) => ({ priceFen: 9000_00 + at, costFen: 8900_00 }))
  const skus = [...cheap, ...dear, ...luxury]
  await shop.ctx.db.insert(productSkus).values(
    skus.map((sku, at) => ({
      ...sku,
      productId: appliance.productId,
      attrValue: { 款: `${at}` },
      attrKey: `k${at}`,
      suk: `款${at}`,
      unique: `u${at}`,
      image: '',
    })),
  )
  const terms: { moneyFen: number; minPriceFen: number }[] = []
  for (const minPriceFen of [0, 2_00, 80_00, 100_00, 250_00, 500_00, 900_01, 5000_00])
    for (const moneyFen of [1, 49, 2_99, 3_00, 3_01, 6_99, 7_01, 45_00, 45_01, 600_00])
      terms.push({ moneyFen, minPriceFen })
  for (const { moneyFen, minPriceFen } of terms) {
    await coupon(opened, { name: 'all', moneyFen, minPriceFen })
    await coupon(opened, { name: 'cheap', useType: 3, moneyFen, minPriceFen }, [cateId])
    await coupon(opened, { name: 'dear', useType: 3, moneyFen, minPriceFen }, [cateId, other])
  }
  const staff = await shop.signIn({ can, permissions: [SEE_COST] })
  const today = toWireDay(shop.clock.now())
  const { body } = await staff.call(activityCalendar.calendar, { query: { start: today, end: today } })
  const towels = { priceFen: 20_00, costFen: 1 }
  const below = (goods: typeof skus, by: (typeof terms)[number]) =>
    goods.some(({ priceFen, costFen }) => unitWithCoupon(priceFen, { ...by, minFen: by.minPriceFen }) < costFen)
  const marks = (name: string) => body.filter(({ title }) => title === name).map(({ belowCost }) => belowCost)
  const expected = terms.map((by) => below([towels, ...skus], by))
  expect(marks('all')).toEqual(expected)
  expect(marks('dear')).toEqual(expected)
  expect(marks('cheap')).toEqual(terms.map((by) => below([towels], by)))
  expect(new Set(expected)).toEqual(new Set([true, false]))
  // 满 250 减 7.01 falls below the cost of one of them alone, which is named.
  const at = terms.findIndex((by) => by.minPriceFen === 250_00 && by.moneyFen === 7_01)
  expect(body.filter(({ title }) => title === 'all')[at]).toMatchObject({ lowest: 292.99, lowestOf: '电器 款601' })
})

test('what is kept of prices and costs is read anew once a product, a category or a level is changed in any way', async () => {
  const opened = await openSellingShop(towel)
  const { shop, productId, cateId, staff: keeper } = opened
  const other = await makeCategory(keeper, '别处')
  await coupon(opened, { moneyFen: 5_00 })
  await coupon(opened, { moneyFen: 5_00, useType: 3 }, [cateId])
  const staff = await shop.signIn({ can, permissions: [SEE_COST] })
  const today = toWireDay(shop.clock.now())
  const shown = async () => {
    const { body } = await staff.call(activityCalendar.calendar, { query: { start: today, end: today } })
    return body.map(({ lowest, cost }) => [lowest, cost])
  }
  const change = async (fields: { price?: number; cost?: number }) => {
    const { attrValue, ...rest } = formOf(await readProduct(keeper, productId))
    const body = { ...rest, attrValue: attrValue.map((sku) => ({ ...sku, ...fields })) }
    expect((await keeper.call(product.update, { body })).status).toBe(200)
  }
  const batch = async (action: BatchAction, data: BatchData) => {
    const { body } = await keeper.call(product.batch, { body: { ids: [productId], action, data } })
    expect(body).toMatchObject({ success: 1 })
  }
  expect(await shown()).toEqual(Array(2).fill([15, 8]))
  await change({ cost: 17 })
  expect(await shown()).toEqual(Array(2).fill([15, 17]))
  await batch('price', { mode: 'set', value: 30, target: 'price' })
  expect(await shown()).toEqual(Array(2).fill([25, 17]))
  await batch('price', { mode: 'set', value: 9, target: 'cost' })
  expect(await shown()).toEqual(Array(2).fill([25, 9]))
  await batch('category', { mode: 'set', cateIds: [other] })
  expect(await shown()).toEqual([
    [25, 9],
    [null, null],
  ])
  await shop.ctx.db.insert(userLevels).values({ name: '黄金', grade: 91, experience: 900_000, discount: 80 })
  expect((await shown())[0]).toEqual([19, 9])
  await keeper.call(product.takeOffShelf, { params: { id: productId } })
  expect((await shown())[0]).toEqual([null, null])
})

/** A coupon of 5 yuan for anything, or for the targets. */
async function coupon({ shop }: SellingShop, fields: Partial<typeof coupons.$inferInsert>, targets: number[] = []) {
  const couponId = await storeCoupon(shop.ctx, fields)
  if (targets.length) await shop.ctx.db.insert(couponScopes).values(targets.map((targetId) => ({ couponId, targetId })))
  return couponId
}

import { type CouponChange, coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { userSegment } from '@zhanggui/contract/user/user-segment.ts'
import { couponPhase, couponPhases } from '@zhanggui/domain/promotion/coupon.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { withContext } from '../../../platform/http/context.ts'
import { couponDraft, makeCoupon, openCouponShop, readCoupon } from '../../../testing/coupon.ts'
import { makeCategory, makeProduct, productDraft, productPermissions } from '../../../testing/product.ts'
import { trailOf } from '../../../testing/trail.ts'
import { products } from '../../product/product/product.tables.ts'
import { productCoupons } from '../../product/product/product-coupon.tables.ts'
import { couponCodes } from '../code/coupon-code.tables.ts'
import { foldCounts } from './coupon.repository.ts'
import { countCoupons, factsOf, listCoupons } from './coupon.service.ts'
import { couponCountDeltas, couponCounts, coupons } from './coupon.tables.ts'

/** Seconds from the shop's now, in the wire's form. */
const at = (now: Date, seconds: number) => toWireTime(new Date(now.getTime() + seconds * 1000))

async function openDesk() {
  const { shop, staff } = await openCouponShop()
  const save = (change: object) => staff.call(coupon.save, { body: couponDraft(change) })
  const update = (body: CouponChange) => staff.call(coupon.update, { body })
  const use = (id: number, status: boolean) => staff.call(coupon.useStatus, { body: { id, status } })
  const remove = (id: number) => staff.call(coupon.remove, { body: { id } })
  const keeper = await shop.signIn({ permissions: productPermissions })
  const add = async (name: string) => (await makeProduct(keeper, productDraft(await makeCategory(keeper, name)))).id
  return { shop, staff, save, update, use, remove, keeper, add }
}

test('a coupon without what its choices ask for, or that contradicts itself, is refused', async () => {
  const { shop, staff, save } = await openDesk()
  const now = shop.clock.now()
  const [soon, later, latest] = [at(now, 60), at(now, 120), at(now, 180)]
  const fixed = { isFixedTime: true, day: 0 }
  for (const [change, status, message] of [
    [{ name: ' ' }, 400, '请输入优惠券名称'],
    [{ money: 0 }, 400, '优惠券面值不能小于0.01'],
    [{ money: 100_000 }, 400, '优惠券面值不能大于99999.99'],
    [{ money: 1.001 }, 400, '优惠券面值：金额最多两位小数'],
    [{ useType: 2 }, 400, '请选择商品'],
    [{ useType: 3, scopeIds: [] }, 400, '请选择品类'],
    [{ useType: 3, scopeIds: Array.from({ length: 51 }, (_, index) => index + 1) }, 400, '品类最多选择50个'],
    [{ day: 0 }, 400, '请选择使用有效期限'],
    [fixed, 400, '请选择使用有效期限'],
    [{ ...fixed, useStartTime: soon }, 400, '请选择使用有效期限'],
    [{ ...fixed, useStartTime: later, useEndTime: soon }, 400, '使用结束时间必须晚于使用开始时间'],
    [{ ...fixed, useStartTime: '2026-02-30 00:00:00', useEndTime: later }, 400, '使用开始时间格式不正确'],
    [{ isReceiveLimited: true }, 400, '请选择领取时间'],
    [{ isReceiveLimited: true, receiveEndTime: soon }, 400, '请选择领取时间'],
    [{ isReceiveLimited: true, receiveStartTime: soon, receiveEndTime: soon }, 400, '领取结束时间必须晚于领取开始时间'],
    [{ isLimited: true }, 400, '请输入发布数量'],
    [
      {
        ...fixed,
        useStartTime: soon,
        useEndTime: later,
        isReceiveLimited: true,
        receiveStartTime: soon,
        receiveEndTime: latest,
      },
      422,
      '使用结束时间不能早于领取结束时间',
    ],
    [{ ...fixed, useStartTime: at(now, -120), useEndTime: at(now, -60) }, 422, '优惠券使用时间已过'],
    [{ useType: 2, scopeIds: [999_999] }, 422, '优惠券对应商品不存在'],
    [{ useType: 3, scopeIds: [999_999] }, 422, '优惠券对应分类不存在'],
    [{ segmentId: 999_999 }, 404, '智能分群不存在或已被删除'],
  ] as const)
    expect(await save(change), JSON.stringify(change)).toMatchObject({ status, body: { message } })
  expect((await staff.call(coupon.list, { query: {} })).body.total).toBe(0)
})

test('a deleted product, or one in the recycle bin, is not what a coupon is for', async () => {
  const { shop, save, add } = await openDesk()
  const [gone, kept] = [await add('甲'), await add('乙')]
  await shop.ctx.db.update(products).set({ isRecycle: true }).where(eq(products.id, gone))
  expect(await save({ useType: 2, scopeIds: [gone, kept] })).toMatchObject({ status: 422 })
  expect(await save({ useType: 2, scopeIds: [kept] })).toMatchObject({ status: 200 })
})

test('what is not there, or was deleted, is 404 to every call', async () => {
  const { staff, update, use, remove, save } = await openDesk()
  const { id } = (await save({})).body
  expect((await remove(id)).status).toBe(200)
  for (const missing of [id, 999_999])
    for (const answer of [
      await staff.call(coupon.info, { body: { id: missing } }),
      await update({ id: missing, name: '新' }),
      await use(missing, true),
      await remove(missing),
    ])
      expect(answer).toMatchObject({ status: 404, body: { message: '优惠券不存在' } })
})

test('a coupon is stored as typed, without what does not go with its choices', async () => {
  const { shop, staff, save, add, keeper } = await openDesk()
  const now = shop.clock.now()
  const plain = await save({ scopeIds: [5], total: 7, receiveStartTime: at(now, 60), useEndTime: at(now, 60) })
  expect(await trailOf(shop, plain)).toEqual(['create'])
  expect(await readCoupon(staff, plain.body.id)).toMatchObject({
    id: plain.body.id,
    version: 0,
    money: 10,
    minPrice: 0,
    useType: 1,
    type: 1,
    scopeIds: [],
    day: 7,
    isLimited: false,
    total: 0,
    lastTotal: null,
    isReceiveLimited: false,
    limitPerUser: 1,
    segmentId: null,
    receiveStartTime: null,
    useEndTime: null,
    receivedCount: 0,
    usedCount: 0,
    phase: 'receiving',
  })
  const [one, two] = [await add('甲'), await add('乙')]
  const wide = await save({
    name: '商品券',
    money: 5.5,
    minPrice: 3.3,
    useType: 2,
    scopeIds: [two, one],
    type: 3,
    isLimited: true,
    total: 9,
    isReceiveLimited: true,
    receiveStartTime: at(now, 60),
    receiveEndTime: at(now, 120),
    isFixedTime: true,
    day: 9,
    useStartTime: at(now, 60),
    useEndTime: at(now, 120),
    limitPerUser: 3,
    sort: 2,
    remark: '周年庆',
    status: true,
  })
  const info = (await staff.call(coupon.info, { body: { id: wide.body.id } })).body
  expect(info.coupon).toMatchObject({
    money: 5.5,
    minPrice: 3.3,
    useType: 2,
    scopeIds: [one, two],
    type: 3,
    isLimited: true,
    total: 9,
    lastTotal: 9,
    isReceiveLimited: true,
    receiveStartTime: at(now, 60),
    receiveEndTime: at(now, 120),
    isFixedTime: true,
    day: 0,
    useStartTime: at(now, 60),
    useEndTime: at(now, 120),
    limitPerUser: 3,
    sort: 2,
    remark: '周年庆',
    phase: 'notStart',
  })
  expect(info.products).toMatchObject([
    { id: one, storeName: '纯棉毛巾', price: 19.9, stock: 10 },
    { id: two, storeName: '纯棉毛巾' },
  ])
  const cateId = await makeCategory(keeper, '品类')
  const ofCategory = await makeCoupon(staff, { useType: 3, scopeIds: [cateId] })
  const shown = (await staff.call(coupon.info, { body: { id: ofCategory } })).body
  expect(shown.categories).toEqual([{ id: cateId, name: '品类', pid: 0 }])
})

test('windows are typed and read in Shanghai time, wherever the server stands', async () => {
  const zone = process.env.TZ
  onTestFinished(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
  const { shop, staff, save } = await openDesk()
  const window = {
    isReceiveLimited: true,
    receiveStartTime: '2030-01-01 00:00:00',
    receiveEndTime: '2030-03-10 02:30:00',
    isFixedTime: true,
    useStartTime: '2030-01-01 00:00:00',
    useEndTime: '2030-12-31 23:59:59',
  }
  for (const place of ['America/Los_Angeles', 'Pacific/Kiritimati', 'UTC']) {
    process.env.TZ = place
    const { id } = (await save(window)).body
    const [row] = await shop.ctx.db.select().from(coupons).where(eq(coupons.id, id))
    const stored = [row?.receiveStart, row?.receiveEnd, row?.useEnd].map((time) => time?.toISOString())
    expect(stored, place).toEqual(['2029-12-31T16:00:00.000Z', '2030-03-09T18:30:00.000Z', '2030-12-31T15:59:59.000Z'])
    expect(await readCoupon(staff, id), place).toMatchObject(window)
  }
})

test('the money and the rules of a coupon stay as they are; what may grow does not shrink', async () => {
  const { shop, staff, save, update } = await openDesk()
  const now = shop.clock.now()
  const { id } = (
    await save({
      isLimited: true,
      total: 10,
      limitPerUser: 2,
      isReceiveLimited: true,
      isFixedTime: true,
      day: 0,
      receiveStartTime: at(now, -60),
      receiveEndTime: at(now, 60),
      useStartTime: at(now, 0),
      useEndTime: at(now, 600),
    })
  ).body
  const before = await readCoupon(staff, id)
  const rules = '已发布的优惠券不能修改金额和规则'
  for (const [change, message] of [
    [{ money: 11 }, rules],
    [{ minPrice: 1 }, rules],
    [{ useType: 2 }, rules],
    [{ scopeIds: [1] }, rules],
    [{ type: 2 }, rules],
    [{ isLimited: false }, rules],
    [{ isReceiveLimited: false }, rules],
    [{ isFixedTime: false }, rules],
    [{ day: 3 }, rules],
    [{ receiveStartTime: at(now, 0) }, rules],
    [{ useEndTime: at(now, 700) }, rules],
    [{ total: 9 }, '发布数量只能增加'],
    [{ limitPerUser: 1 }, '每人限领数量只能增加'],
    [{ receiveEndTime: at(now, 59) }, '领取结束时间只能延后'],
    [{ receiveEndTime: at(now, 601) }, '使用结束时间不能早于领取结束时间'],
  ] as const)
    expect(await update({ id, ...change } as CouponChange), JSON.stringify(change)).toMatchObject({
      status: 422,
      body: { message },
    })
  expect(await readCoupon(staff, id)).toEqual(before)
  const unlimited = (await save({})).body.id
  expect((await update({ id: unlimited, total: 5 })).body).toMatchObject({ message: '不限量的优惠券不能设置发布数量' })
  expect((await update({ id: unlimited, receiveEndTime: at(now, 60) })).status).toBe(422)
  const { money, useStartTime, useEndTime, receiveStartTime } = before
  const same = { money, useType: 1 as const, scopeIds: [], isLimited: true, receiveStartTime: receiveStartTime ?? '' }
  const changed = await update({
    id,
    version: 0,
    ...same,
    useStartTime: useStartTime ?? '',
    useEndTime: useEndTime ?? '',
    name: '新名',
    sort: 5,
    remark: '备',
    limitPerUser: 3,
    total: 12,
    receiveEndTime: at(now, 120),
  })
  expect(changed).toMatchObject({ status: 200, body: { id, version: 1 } })
  expect(await trailOf(shop, changed)).toEqual(['update'])
  expect(await readCoupon(staff, id)).toMatchObject({
    name: '新名',
    sort: 5,
    remark: '备',
    limitPerUser: 3,
    total: 12,
    lastTotal: 12,
    money: 10,
    receiveEndTime: at(now, 120),
  })
  const racing = await Promise.all([update({ id, version: 1, sort: 6 }), update({ id, version: 1, sort: 7 })])
  expect(racing.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a coupon is opened and closed; one whose period of use is over stays closed', async () => {
  const { shop, save, use, staff } = await openDesk()
  const now = shop.clock.now()
  const { id } = (
    await save({
      status: false,
      isFixedTime: true,
      day: 0,
      useStartTime: at(now, -60),
      useEndTime: at(now, 60),
    })
  ).body
  const opened = await use(id, true)
  expect(opened).toMatchObject({ status: 200, body: { id, version: 1 } })
  expect(await trailOf(shop, opened)).toEqual(['status'])
  expect(await use(id, true)).toMatchObject({ status: 200, body: { version: 1 } })
  await use(id, false)
  expect((await readCoupon(staff, id)).phase).toBe('closed')
  shop.clock.advance(62_000)
  expect(await use(id, true)).toMatchObject({ status: 422, body: { message: '优惠券使用时间已过' } })
})

test('the phase that is computed and the one that is filtered by are the same at every second', async () => {
  const { shop } = await openDesk()
  const { ctx } = shop
  const start = new Date('2026-11-11T00:00:00.250Z')
  const end = new Date('2026-11-11T00:00:10.750Z')
  const windows = [
    [null, null],
    [start, end],
    [start, null],
    [null, end],
  ] as const
  const stock = [
    { isLimited: false, total: 0, received: 0 },
    { isLimited: true, total: 2, received: 1 },
    { isLimited: true, total: 2, received: 2 },
  ]
  const rows = windows.flatMap(([receiveStart, receiveEnd]) =>
    stock.flatMap((more) =>
      [true, false].map((status) => ({
        name: '券',
        moneyFen: 100,
        useType: 1 as const,
        type: 1 as const,
        day: 1,
        status,
        receiveStart,
        receiveEnd,
        ...more,
      })),
    ),
  )
  await ctx.db.insert(coupons).values(rows)
  const moments = [start, end].flatMap((edge) =>
    [-1250, -1000, -999, -251, -250, 0, 249, 250, 749, 750, 1000, 1250].map((by) => edge.getTime() + by),
  )
  for (const moment of moments) {
    const then = withContext(ctx, { now: () => new Date(moment) })
    const stored = await ctx.db.select().from(coupons)
    const expected = Map.groupBy(stored, (row) => couponPhase(factsOf(row), new Date(moment)))
    const counts = (await countCoupons(then, { query: {} })) as Record<string, number>
    expect(counts.all).toBe(rows.length)
    for (const phase of Object.keys(couponPhases) as (keyof typeof couponPhases)[]) {
      const { list, total } = await listCoupons(then, { query: { phase, limit: 100 } })
      const wanted = (expected.get(phase) ?? []).map(({ id }) => id).sort((one, other) => other - one)
      expect([total, counts[phase]], `${phase} at ${moment}`).toEqual([wanted.length, wanted.length])
      expect(list.map(({ id }) => id)).toEqual(wanted)
      expect(list.every((row) => row.phase === phase)).toBe(true)
    }
  }
})

test('the list filters, pages and sorts; deleted coupons are on none', async () => {
  const { shop, staff, save, remove } = await openDesk()
  const now = shop.clock.now()
  const ids = [
    (await save({ name: '甲券', sort: 1 })).body.id,
    (await save({ name: '乙券', type: 2, status: false })).body.id,
    (await save({ name: '丙券', type: 4, sort: 1 })).body.id,
  ] as const
  await remove((await save({ name: '丁券' })).body.id)
  const over = { isReceiveLimited: true, receiveStartTime: at(now, -120), receiveEndTime: at(now, -60) }
  const past = (await save({ name: '戊券', sort: 9, ...over })).body.id
  const list = async (query: object) => (await staff.call(coupon.list, { query })).body.list.map(({ id }) => id)
  expect(await list({})).toEqual([past, ids[2], ids[0], ids[1]])
  expect(await list({ page: 2, limit: 2 })).toEqual([ids[0], ids[1]])
  expect(await list({ name: '甲' })).toEqual([ids[0]])
  expect(await list({ type: 2 })).toEqual([ids[1]])
  expect(await list({ useType: 2 })).toEqual([])
  expect(await list({ status: false })).toEqual([ids[1]])
  expect(await list({ phase: 'over' })).toEqual([past])
  expect((await staff.call(coupon.counts, { query: { status: true } })).body).toEqual({
    all: 3,
    receiving: 2,
    notStart: 0,
    soldOut: 0,
    over: 1,
    closed: 0,
  })
  const spent = (await save({ name: '己券', sort: 1 })).body.id
  const useEnd = new Date(now.getTime() - 60_000)
  await shop.ctx.db
    .update(coupons)
    .set({ isFixedTime: true, useStart: new Date(0), useEnd })
    .where(eq(coupons.id, spent))
  const sendable = (await staff.call(coupon.sendList, { query: {} })).body.list
  expect(sendable.map(({ id }) => id)).toEqual([ids[2], ids[0]])
  expect((await staff.call(coupon.sendList, { query: { keywords: '丙', type: 4 } })).body.total).toBe(1)
})

test('counts are those of the copies within a second: changes not folded in yet are added up, and folded once', async () => {
  const { shop, staff } = await openDesk()
  const { ctx } = shop
  const [unlimited, limited] = [await makeCoupon(staff), await makeCoupon(staff, { isLimited: true, total: 50 })]
  await ctx.db.update(coupons).set({ received: 30 }).where(eq(coupons.id, limited))
  const deltas = Array.from({ length: 300 }, (_, index) => ({
    couponId: index % 2 ? unlimited : limited,
    ...(index % 2 ? { received: 3, used: 1 } : { used: index % 4 ? 1 : -1 }),
  }))
  await ctx.db.insert(couponCountDeltas).values([...deltas, { couponId: limited, used: 5 }])
  const counted = async () => {
    const { list } = (await staff.call(coupon.list, { query: {} })).body
    return list.map(({ id, receivedCount, usedCount, lastTotal }) => ({ id, receivedCount, usedCount, lastTotal }))
  }
  const expected = [
    { id: limited, receivedCount: 30, usedCount: 5, lastTotal: 20 },
    { id: unlimited, receivedCount: 450, usedCount: 150, lastTotal: null },
  ]
  expect(await counted()).toEqual(expected)
  await Promise.all(Array.from({ length: 4 }, () => foldCounts(ctx)))
  await foldCounts(ctx)
  expect(await ctx.db.$count(couponCountDeltas)).toBe(0)
  expect(await counted()).toEqual(expected)
  await ctx.db.insert(couponCountDeltas).values({ couponId: unlimited, received: -3, used: -1 })
  await foldCounts(ctx)
  expect(await ctx.db.select().from(couponCounts).where(eq(couponCounts.couponId, unlimited))).toEqual([
    { couponId: unlimited, received: 447, used: 149 },
  ])
})

test('with a coupon its gifts go and its unused codes are void; of three deletions at once one does it', async () => {
  const { shop, staff, add, remove } = await openDesk()
  const { ctx } = shop
  const id = await makeCoupon(staff, { type: 4 })
  await ctx.db.insert(productCoupons).values({ productId: await add('赠'), couponId: id, position: 0 })
  const code = { couponId: id, batchNo: 'B1', kind: 'unique' as const, tail: 'ABCD' }
  await ctx.db.insert(couponCodes).values([
    { ...code, digest: 'unused' },
    { ...code, digest: 'redeemed', uid: 1, usedAt: shop.clock.now() },
  ])
  const answers = await Promise.all([remove(id), remove(id), remove(id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  for (const answer of answers) expect(await trailOf(shop, answer)).toEqual(answer.status === 200 ? ['delete'] : [])
  expect(await ctx.db.$count(productCoupons)).toBe(0)
  const codes = await ctx.db.select().from(couponCodes).orderBy(couponCodes.id)
  expect(codes.map(({ digest, isVoid }) => [digest, isVoid])).toEqual([
    ['unused', true],
    ['redeemed', false],
  ])
})

test('a segment that a coupon names is not deleted before the coupon names another one or is gone', async () => {
  const { shop, staff, save, update, remove } = await openDesk()
  const clerk = await shop.signIn({ can: Object.values(userSegment) })
  const add = async (name: string) =>
    (await clerk.call(userSegment.save, { body: { name, query: { payCount: 1 } } })).body.id
  const [old, fresh] = [await add('老客'), await add('新客')]
  const drop = (id: number) => clerk.call(userSegment.remove, { body: [id] })
  const { id } = (await save({ name: '会员券', segmentId: old })).body
  expect(await drop(old)).toMatchObject({
    status: 422,
    body: { code: 'IN_USE', uses: [{ type: 'coupon', id, name: '会员券' }] },
  })
  expect((await update({ id, segmentId: fresh })).status).toBe(200)
  expect((await drop(old)).status).toBe(200)
  expect((await update({ id, segmentId: old })).status).toBe(404)
  expect((await readCoupon(staff, id)).segmentId).toBe(fresh)
  expect((await remove(id)).status).toBe(200)
  expect((await drop(fresh)).status).toBe(200)
  const raced = await add('抢')
  const [saved, dropped] = await Promise.all([save({ segmentId: raced }), drop(raced)])
  expect([
    [200, 422],
    [404, 200],
  ]).toContainEqual([saved.status, dropped.status])
})

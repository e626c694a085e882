import { order } from '@zhanggui/contract/order/order.ts'
import { isForStaff } from '@zhanggui/contract/routes.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressIdOf, beginBuying, openSellingShop, type SellingShop } from '../../testing/checkout.ts'
import { makeOrders } from '../../testing/order.ts'
import { begin, ring } from '../../testing/pay.ts'
import type { Caller, Shop } from '../../testing/shop.ts'
import { storeDraft } from '../../testing/store.ts'
import { makeCustomer } from '../../testing/user.ts'
import { type Known, liftRateLimits } from '../../testing/walk/hostile.ts'
import {
  countWrites,
  isOfTrade,
  makeBareSender,
  makeSender,
  sendAll,
  walkRoute,
} from '../../testing/walk/hostile-walk.ts'

/** Stands in everything that only its owner may read. */
const SECRET = '只有本人知道'

describe('hostile input to trade and the buyer channel', () => {
  test('by who may call is refused in Chinese, never a fault, and a refused call changes nothing', async () => {
    const walk = await openWalk()
    const { shop, owner } = walk
    const send = makeSender(shop, { buyer: owner })
    // Views of products are written every few seconds.
    const written = await countWrites(shop, ['product'])
    const routes = shop.app.routes.filter(isOfTrade)
    expect(routes.length).toBeGreaterThan(100)
    let known: Known | undefined
    let isUsed = false
    for (const route of routes) {
      const uses = route.method === 'POST' && (!isForStaff(route) || route.object === 'order')
      if (!known || (uses && isUsed)) {
        known = await makeRows(walk, await shop.buyer({ uid: owner.userId }))
        isUsed = false
      }
      const isDone = await walkRoute(route, send, written, known)
      isUsed ||= isDone && route.method !== 'GET'
    }
    expect(await written(), 'some of it fitted and was done').not.toEqual([])
  })

  test('by another buyer, or staff of another store, neither reads nor changes what belongs to others', async () => {
    const walk = await openWalk()
    const { shop, owner, stores } = walk
    const can = [order, store, storeStaff, shopUser].flatMap((each) => Object.values(each))
    const dataScope = '本门店'
    const clerk = await shop.signIn({
      can,
      dataScope,
      storeIds: [stores[0]],
      permissions: ['admin:system:order:list'],
    })
    const send = makeSender(shop, { buyer: await shop.buyer(), staff: clerk })
    const known = { ...(await makeRows(walk, owner)), outTradeNo: [] }
    // What belongs to the whole shop may be changed by anyone who may at all.
    const ofShop = ['user-group', 'user-tag', 'user-level', 'user-segment', 'sim-pay']
    for (const route of shop.app.routes.filter((each) => isOfTrade(each) && !ofShop.includes(each.object))) {
      const before = await belongings(shop, owner, stores[1])
      const check = async (request: Parameters<typeof send>[0]) => {
        const { status, text } = await send(request, route)
        expect(status).toBeLessThan(500)
        expect(text).not.toContain(SECRET)
      }
      await sendAll(route, check, known)
      expect(await belongings(shop, owner, stores[1]), `${route.method} ${route.path}`).toEqual(before)
    }
  })

  test('is refused and changes nothing without a sign-in, from staff on routes of buyers, and from buyers on routes of staff', async () => {
    const walk = await openWalk()
    const { shop, owner } = walk
    const send = makeBareSender(shop)
    const [admin, known] = [await shop.signInAdmin(), await makeRows(walk, owner)]
    const written = await countWrites(shop)
    const before = await written()
    const open = ['public', 'visitor', 'provider']
    for (const route of shop.app.routes
      .filter(isOfTrade)
      .filter(({ permission }) => !open.includes(String(permission)))) {
      const tokens = [undefined, (isForStaff(route) ? owner : admin).token]
      const check = async (request: Parameters<typeof send>[0]) => {
        for (const token of tokens) {
          const { status } = await send(request, token)
          expect(status).toBeGreaterThanOrEqual(400)
          expect(status).toBeLessThan(500)
        }
      }
      await sendAll(route, check, known)
    }
    expect(await written()).toEqual(before)
  })

  test('signed by the provider is heard or refused, never a fault', async () => {
    const walk = await openWalk()
    const { shop, owner } = walk
    const { outTradeNo: attempts = [] } = await makeRows(walk, owner)
    const odd = fc.oneof(
      fc.constantFrom<unknown>(null, -1, 0, 0.1, 1e21, 2 ** 53, '', '\0', '\uD800', 'x'.repeat(300), [], {}, true),
      fc.jsonValue({ maxDepth: 1 }),
    )
    const names = ['merchant', 'currency', 'outTradeNo', 'transactionId', 'amount', 'result', 'time']
    const note = fc.tuple(fc.constantFrom(...attempts), fc.constantFrom(...names), odd)
    await fc.assert(
      fc.asyncProperty(note, async ([outTradeNo, name, value]) => {
        const { status } = await ring(shop, { outTradeNo: String(outTradeNo), amount: 1990 }, { [name]: value })
        expect([200, 401]).toContain(status)
      }),
      { numRuns: 10 * Number(process.env.HOSTILE_RUNS ?? 5), seed: 1, endOnFailure: true },
    )
  })
})

type Walk = SellingShop & { owner: Caller; stores: [number, number]; staffIds: number[] }

/** A shop with goods, two stores with staff, and a buyer whose rows hold {@link SECRET}. */
async function openWalk(): Promise<Walk> {
  const opened = await openSellingShop({ attrValue: [{ price: 19.9, cost: 8, stock: 100_000 }] })
  const { shop } = opened
  await liftRateLimits(shop)
  shop.app.platform.caches.named('settings').dropHere()
  const admin = await shop.signInAdmin()
  const stores: number[] = []
  const staffIds: number[] = []
  for (const name of ['一店', '二店']) {
    const storeId = (await admin.call(store.save, { body: storeDraft(name) })).body.id
    stores.push(storeId)
    const uid = await makeCustomer(shop.ctx)
    const { body } = await admin.call(storeStaff.save, {
      body: { storeId, uid, staffName: name, phone: `1390013900${stores.length}`, verifyStatus: true },
    })
    staffIds.push(body.id)
  }
  const owner = await shop.buyer({ nickname: '小满', phone: '13712345678' })
  return { ...opened, owner, stores: stores as [number, number], staffIds }
}

/** Makes rows of a buyer's in every state that calls ask for. Returns their numbers, by the fields that take them. */
async function makeRows(walk: Walk, buyer: Caller): Promise<Known> {
  const { shop, skuId, productId, stores, staffIds } = walk
  const { ctx } = shop
  await ctx.db.execute(sql`update shop_user set status = true where id = ${buyer.userId}`)
  await ctx.db.execute(sql`update store_order set close_type = 1 where not paid and uid = ${buyer.userId}`)
  const secret = { uid: buyer.userId, realName: SECRET, detail: SECRET, mark: SECRET }
  const lines = [{ productId, skuId, num: 2 }]
  const pickUp = { shippingType: 2 as const, storeId: stores[1] }
  const orders = await makeOrders(ctx, [
    ...[
      { ...secret, lines },
      { ...secret, lines, ...pickUp },
      { ...secret, lines, closeType: 1 as const },
    ],
    ...[
      { ...secret, lines, paid: true },
      { ...secret, lines, paid: true, ...pickUp },
      { ...secret, lines, cod: true },
    ],
  ])
  const addressId = await addressIdOf(buyer)
  await ctx.db.execute(sql`update buyer_address set real_name = ${SECRET}, detail = ${SECRET} where id = ${addressId}`)
  const preOrderNo = await beginBuying(buyer, skuId, 2)
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    insert into cart_line (uid, product_id, sku_id, num) values (${buyer.userId}, ${productId}, ${skuId}, 2)
    on conflict (uid, sku_id) do update set num = 2 returning id`)
  const cartId = rows[0]?.id
  const open = orders[0]?.orderNo ?? ''
  const { outTradeNo } = await begin({ ...walk, buyer }, open)
  const orderIds = orders.map(({ id }) => id)
  return {
    orderNo: orders.map(({ orderNo }) => orderNo),
    code: orders.flatMap(({ verifyCode }) => verifyCode || []),
    vCode: orders.flatMap(({ verifyCode }) => verifyCode || []),
    keywords: [orders[0]?.orderNo, '13800138000'],
    keyword: [orders[0]?.orderNo, '13800138000'],
    preOrderNo: [preOrderNo],
    outTradeNo: [outTradeNo],
    provider: ['sim'],
    cartId: [cartId],
    addressId: [addressId],
    storeId: stores,
    skuId: [skuId],
    attrValueId: [skuId],
    productId: [productId],
    productIds: [productId],
    cityId: [110101],
    num: [1, 2, 999],
    productNum: [1, 2, 999],
    uid: [buyer.userId],
    userId: [buyer.userId],
    payFee: [39.8],
    payPrice: [30],
    id: [cartId, addressId, buyer.userId, ...orderIds, ...stores, ...staffIds],
    ids: [cartId, addressId, buyer.userId],
    version: [0, 1],
    phone: ['13800138000'],
    realName: ['王小明'],
    mark: ['请放前台'],
    reason: ['买家要求'],
  }
}

/** Fingerprints of all rows of a buyer's, and of a store with its staff. */
async function belongings({ ctx }: Shop, { userId }: Caller, storeId: number) {
  const { rows } = await ctx.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'uid'
      and table_name not in ('operation_log', 'login_log', 'store_staff') order by 1`)
  const parts = [
    ...rows.map(
      ({ name }) => sql`select ${name} as name, md5(string_agg(t::text, '' order by t::text)) as print
      from ${sql.identifier(name)} t where uid = ${userId}`,
    ),
    sql`select 'lines', md5(string_agg(t::text, '' order by t::text)) from order_line t
      join store_order o on o.id = order_id where uid = ${userId}`,
    sql`select 'customer', t::text from shop_user t where id = ${userId}`,
    sql`select 'store', t::text from store t where id = ${storeId}`,
    sql`select 'staff', string_agg(t::text, '' order by id) from store_staff t where store_id = ${storeId}`,
  ]
  return (await ctx.db.execute(sql.join(parts, sql` union all `))).rows
}

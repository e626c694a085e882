import { category } from '@zhanggui/contract/product/category.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { buyerCollect } from '@zhanggui/contract/user/buyer-collect.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import {
  makeCategory,
  makeProduct,
  openProductShop,
  productDraft,
  readProduct,
  variantDraft,
} from '../../../testing/product.ts'
import type { Caller, Shop } from '../../../testing/shop.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { cardParts } from './window.service.ts'
import { flushViews } from './window-count.service.ts'

type Change = Parameters<typeof productDraft>[1]

async function openWindow() {
  const { shop, staff, cateId } = await openProductShop()
  const put = async (storeName: string, change: Change = {}) =>
    (await makeProduct(staff, productDraft(cateId, { storeName, isShow: true, ...change }))).id
  return { shop, staff, cateId, put, visitor: shop.visitor() }
}

const namesOf = async (caller: Caller, query: object = {}) =>
  (await caller.call(shopWindow.list, { query })).body.list.map(({ storeName }) => storeName)
const look = (caller: Caller, id: number) => caller.call(shopWindow.detail, { params: { id } })

/** A buyer with a level that pays this percent. */
async function makeMember(shop: Shop, discount: number): Promise<Caller> {
  const member = await shop.buyer()
  await shop.ctx.db.execute(sql`
    with made as (insert into user_level (name, grade, experience, discount) values ('贵客', 80, 80000000, ${discount}) returning id)
    update shop_user set level = (select id from made) where id = ${member.userId}`)
  return member
}

test('what is off the shelf, recycled, deleted or unknown is in no list, and its page says so', async () => {
  const { staff, put, visitor } = await openWindow()
  const [off, recycled, deleted] = [await put('下架'), await put('回收'), await put('删除')]
  for (const id of [off, recycled, deleted]) await staff.call(product.takeOffShelf, { params: { id } })
  for (const id of [recycled, deleted]) await staff.call(product.remove, { params: { id }, query: { type: 'recycle' } })
  await staff.call(product.remove, { params: { id: deleted }, query: { type: 'delete' } })
  const says = (message: string) => ({ status: 404, body: { message } })
  expect(await look(visitor, off)).toMatchObject(says('商品已下架'))
  expect(await look(visitor, recycled)).toMatchObject(says('商品已下架'))
  expect(await look(visitor, deleted)).toMatchObject({ status: 404 })
  expect(await look(visitor, 9_876_543)).toMatchObject({ status: 404 })
  for (const route of [shopWindow.replies, shopWindow.replyCounts, shopWindow.newestReply])
    expect((await visitor.call(route, { params: { id: off } })).status).toBe(404)
  expect(await namesOf(visitor)).toEqual([])
  expect((await visitor.call(shopWindow.byIds, { params: { ids: [off, recycled, deleted] } })).body.list).toEqual([])
})

test('a query that does not fit is refused with the name of the field', async () => {
  const { visitor } = await openWindow()
  const refused = async (query: string, message: string) =>
    expect(await visitor.send('GET', `/api/front/products?${query}`)).toMatchObject({ status: 400, body: { message } })
  await refused('cid=x', '商品分类应为整数')
  await refused(`keyword=${'长'.repeat(51)}`, '关键字不能超过50个字符，请缩短')
  await refused('sort=cost', '排序只能是default、price、sales、news之一')
  await refused('page=5000&limit=100', '请缩小查询范围')
  expect((await visitor.send('GET', '/api/front/product/byids/1,x')).status).toBe(400)
  expect((await visitor.send('GET', '/api/front/product/byids/,')).status).toBe(400)
})

test('a card has exactly its fields, with fictitious sales among the sales and no cost', async () => {
  const { put, visitor } = await openWindow()
  const id = await put('毛巾', { ficti: 30 })
  expect((await visitor.call(shopWindow.list)).body).toEqual({
    list: [
      {
        id,
        image: 'https://m.example/a.jpg',
        storeName: '毛巾',
        price: 19.9,
        otPrice: 29.9,
        sales: 30,
        unitName: '条',
        stock: 10,
        star: 0,
        replyNum: 0,
        tags: [],
        activityH5: null,
        activityStyle: null,
      },
    ],
    total: 1,
    page: 1,
    limit: 20,
  })
})

test('products are found by keyword, category with those below it, brand, label and flag, and sorted', async () => {
  const { shop, staff, cateId, put, visitor } = await openWindow()
  const below = await makeCategory(staff, '床品', cateId)
  const price = (amount: number) => ({ attrValue: [{ price: amount, stock: 5 }] })
  const [cheap] = [await put('棉毛巾', { ...price(5), ficti: 1, isHot: true, sort: 9 })]
  const dear = await put('棉被子', { ...price(500), ficti: 9, isGood: true, cateIds: [below] })
  const middle = await put('枕头', { ...price(50), ficti: 5, sort: 5 })
  const { rows } = await shop.ctx.db.execute<{ brand: number; label: number }>(sql`
    with brand as (insert into brand (name, initial) values ('晨', 'C') returning id),
      label as (insert into product_label (name, color) values ('新', '#ff0000') returning id)
    select brand.id as brand, label.id as label from brand, label`)
  const { brand: brandId, label: labelId } = rows[0] ?? { brand: 0, label: 0 }
  await shop.ctx.db.execute(sql`update product set brand_id = ${brandId} where id = ${dear}`)
  await shop.ctx.db.execute(sql`update product set label_ids = array[${labelId}]::bigint[] where id = ${middle}`)
  expect(await namesOf(visitor)).toEqual(['棉毛巾', '枕头', '棉被子'])
  expect(await namesOf(visitor, { keyword: '棉' })).toEqual(['棉毛巾', '棉被子'])
  expect(await namesOf(visitor, { keyword: '棉', sort: 'price', order: 'desc' })).toEqual(['棉被子', '棉毛巾'])
  expect(await namesOf(visitor, { cid: cateId })).toHaveLength(3)
  expect(await namesOf(visitor, { cid: below })).toEqual(['棉被子'])
  expect(await namesOf(visitor, { cid: below, keyword: '枕' })).toEqual([])
  expect(await namesOf(visitor, { brandId })).toEqual(['棉被子'])
  expect(await namesOf(visitor, { labelId })).toEqual(['枕头'])
  expect(await namesOf(visitor, { sort: 'price' })).toEqual(['棉毛巾', '枕头', '棉被子'])
  expect(await namesOf(visitor, { sort: 'sales' })).toEqual(['棉被子', '枕头', '棉毛巾'])
  expect(await namesOf(visitor, { sort: 'news' })).toEqual(['枕头', '棉被子', '棉毛巾'])
  expect(await namesOf(visitor, { sort: 'news', page: 2, limit: 2 })).toEqual(['棉毛巾'])
  const flagged = async (route: typeof shopWindow.hot | typeof shopWindow.good) =>
    (await visitor.call(route)).body.list.map(({ id }) => id)
  expect(await flagged(shopWindow.hot)).toEqual([cheap])
  expect(await flagged(shopWindow.good)).toEqual([dear])
  const asked = await visitor.call(shopWindow.byIds, { params: { ids: [middle, 9_876_543, cheap, middle] } })
  expect(asked.body.list.map(({ id }) => id)).toEqual([middle, cheap])
})

test('one with the link alone sees what only the link shows, and members alone what is for members', async () => {
  const { shop, put, visitor } = await openWindow()
  const [open, linked, inner] = [
    await put('公开'),
    await put('链接', { visibility: 1 }),
    await put('会员', { visibility: 2 }),
  ]
  const [plain, member] = [await shop.buyer(), await makeMember(shop, 90)]
  for (const caller of [visitor, plain]) {
    expect(await namesOf(caller)).toEqual(['公开'])
    expect(await namesOf(caller, { keyword: '会员' })).toEqual([])
    expect(await look(caller, inner)).toMatchObject({ status: 404, body: { message: '该商品仅会员可见' } })
    expect((await look(caller, linked)).status).toBe(200)
    expect((await caller.call(shopWindow.list)).body.total).toBe(1)
  }
  expect(await namesOf(member)).toEqual(['会员', '公开'])
  expect(await namesOf(member, { sort: 'price', order: 'desc' })).toEqual(['会员', '公开'])
  expect(await namesOf(member, { keyword: '会员' })).toEqual(['会员'])
  expect((await look(member, inner)).status).toBe(200)
  const asked = await member.call(shopWindow.byIds, { params: { ids: [inner, linked, open] } })
  expect(asked.body.list.map(({ id }) => id)).toEqual([inner, open])
})

test('a search fills its page past any number of products that the caller does not find', async () => {
  const { shop, put, visitor } = await openWindow()
  const ids: number[] = []
  for (let nth = 1; nth <= 14; nth++) ids.push(await put(`手帕${nth}`))
  const hide = (some: readonly number[]) =>
    shop.ctx.db.execute(sql`update product set visibility = 1 where id = any(${sql.param(some)}::bigint[])`)
  const pages = async () => [
    await namesOf(visitor, { keyword: '手帕', limit: 2 }),
    await namesOf(visitor, { keyword: '手帕', limit: 2, page: 2 }),
  ]
  await hide(ids.slice(-3))
  expect(await pages()).toEqual([
    ['手帕11', '手帕10'],
    ['手帕9', '手帕8'],
  ])
  await hide(ids.slice(-12))
  expect(await pages()).toEqual([['手帕2', '手帕1'], []])
  expect((await visitor.call(shopWindow.list, { query: { keyword: '手帕', limit: 2 } })).body.total).toBe(2)
})

test('members see the price they pay, to the fen as an order has it, while members’ prices are on', async () => {
  const { shop, put, visitor } = await openWindow()
  const id = await put('毛巾')
  const own = await put('自定', { attrValue: [{ price: 100, vipPrice: 80, stock: 5 }] })
  const above = await put('贵', { attrValue: [{ price: 100, vipPrice: 120, stock: 5 }] })
  const member = await makeMember(shop, 95)
  const pricesOf = async (caller: Caller) => {
    const { list } = (await caller.call(shopWindow.byIds, { params: { ids: [id, own, above] } })).body
    return list.map(({ vipPrice }) => vipPrice)
  }
  expect(await pricesOf(visitor)).toEqual([undefined, undefined, undefined])
  expect(await pricesOf(await shop.buyer())).toEqual([undefined, undefined, undefined])
  expect(await pricesOf(member)).toEqual([18.91, 80, undefined])
  const page = (await look(member, own)).body
  expect(page).toMatchObject({ product: { price: 100, vipPrice: 80 }, skus: [{ price: 100, vipPrice: 80 }] })
  await inTransaction(shop.ctx, (tx) => writeSettings(tx, { vip_open: false }))
  expect(await pricesOf(member)).toEqual([undefined, undefined, undefined])
  await inTransaction(shop.ctx, (tx) => writeSettings(tx, { vip_open: true }))
  await shop.ctx.db.execute(sql`update user_level set is_show = false where grade = 80`)
  expect(await pricesOf(member), 'a hidden level is none').toEqual([undefined, undefined, undefined])
})

test('the page of a product has the SKUs on sale, what was promised, whether it is a favourite, and no cost', async () => {
  const { shop, staff, cateId, visitor } = await openWindow()
  const { rows } = await shop.ctx.db.execute<{ id: number; label: string }>(sql`
    select dict_detail.id, label from dict_detail join dict on dict.id = dict_id where dict.name = 'product_ensure'
    order by dict_detail.sort, dict_detail.id limit 2`)
  const ensureIds = rows.map(({ id }) => Number(id)).reverse()
  const params = [{ name: '材质', value: '棉' }]
  const draft = variantDraft(cateId, { isShow: true, content: '<p>柔软</p>', params, ensureIds, ficti: 7 })
  const [first, ...others] = draft.attrValue
  const { id, attrValue } = await makeProduct(staff, {
    ...draft,
    attrValue: [{ ...first, attrValue: first?.attrValue ?? {}, price: 40, isShow: false }, ...others],
  })
  const buyer = await shop.buyer()
  const { body } = await look(visitor, id)
  expect(body).toMatchObject({
    product: { id, storeName: '纯棉T恤', price: 59, stock: 15, sales: 7, specType: true, minQty: 1, limitType: 0 },
    attr: [
      { attrName: '颜色', attrValues: ['红', '蓝'] },
      { attrName: '尺码', attrValues: ['M', 'L'] },
    ],
    params,
    content: '<p>柔软</p>',
    collected: false,
    activities: [],
    activityStyle: null,
    atmosphere: null,
    ensures: rows.map(({ label }) => label),
  })
  expect(body.skus.map(({ sku, unique, stock }) => [sku, unique, stock])).toEqual(
    attrValue.filter(({ isShow }) => isShow).map(({ suk, unique }) => [suk, unique, 5]),
  )
  expect(JSON.stringify(body)).not.toMatch(/cost|brokerage|remark/i)
  await buyer.call(buyerCollect.add, { body: { productId: id } })
  expect((await look(buyer, id)).body.collected).toBe(true)
  expect((await look(await shop.buyer(), id)).body.collected).toBe(false)
})

test('views of a page are counted within seconds, those of refused pages are not', async () => {
  const { shop, staff, put, visitor } = await openWindow()
  const [seen, off] = [await put('毛巾'), await put('枕头')]
  await staff.call(product.takeOffShelf, { params: { id: off } })
  for (const id of [seen, seen, off, seen]) await look(visitor, id)
  expect((await readProduct(staff, seen)).browse, 'looking changes no row').toBe(0)
  await flushViews(shop.ctx)
  await flushViews(shop.ctx)
  expect((await readProduct(staff, seen)).browse).toBe(3)
  expect((await readProduct(staff, off)).browse).toBe(0)
})

test('later areas fill activities and frames of cards and pages by the seam', async () => {
  const { shop, put, visitor } = await openWindow()
  const [one, other] = [await put('毛巾'), await put('枕头')]
  const running = { type: 1 as const, id: 7, price: 9.9, people: 0, endTime: '2026-11-30 12:00:00' }
  shop.ctx.platform.hooks.add(cardParts, {
    ofCards: async (_, products) =>
      new Map(
        products
          .filter(({ id }) => id === one)
          .map(({ id }) => [id, { activityH5: { type: 1, id: 7 }, activityTag: '秒杀 ¥9.90' }]),
      ),
    ofDetail: async (_, { id }) => ({ activities: id === one ? [running] : [] }),
  })
  shop.ctx.platform.hooks.add(cardParts, {
    ofCards: async () => new Map([[one, { activityStyle: '/file/frame.png' }]]),
    ofDetail: async () => ({ atmosphere: '/file/strip.png' }),
  })
  await shop.ctx.db.execute(sql`
    with label as (insert into product_label (name, color, sort) values ('清仓', '#ff0000', 1), ('热卖', '#ff0000', 2) returning id)
    update product set is_new = true, label_ids = array(select id from label) where id = ${one}`)
  const { list } = (await visitor.call(shopWindow.byIds, { params: { ids: [one, other] } })).body
  expect(list.map(({ tags }) => tags)).toEqual([
    [
      { text: '秒杀 ¥9.90', kind: 'activity' },
      { text: '热卖', kind: 'label' },
    ],
    [],
  ])
  expect(list.map(({ activityH5, activityStyle }) => [activityH5, activityStyle])).toEqual([
    [{ type: 1, id: 7 }, '/file/frame.png'],
    [null, null],
  ])
  expect((await look(visitor, one)).body).toMatchObject({
    activities: [running],
    activityStyle: null,
    atmosphere: '/file/strip.png',
  })
})

test('goods of a coupon, within a price, in stock or of a flag are found, and of a coupon that is gone none', async () => {
  const { shop, cateId, staff, put, visitor } = await openWindow()
  const price = (amount: number, stock = 5) => ({ attrValue: [{ price: amount, stock }] })
  const below = await makeCategory(staff, '床品', cateId)
  const towel = await put('毛巾', { ...price(5), isHot: true })
  await put('枕头', { ...price(50, 0), cateIds: [below] })
  await put('被子', price(500))
  const coupon = async (useType: number, target: number) => {
    const { rows } = await shop.ctx.db.execute<{ id: number }>(sql`
      with made as (insert into coupon (name, money_fen, use_type, type) values ('券', 100, ${useType}, 1) returning id)
      insert into coupon_scope (coupon_id, target_id) select id, ${target} from made returning coupon_id::int as id`)
    return rows[0]?.id ?? 0
  }
  expect(await namesOf(visitor, { couponId: await coupon(2, towel) })).toEqual(['毛巾'])
  const ofCategory = await coupon(3, below)
  expect(await namesOf(visitor, { couponId: ofCategory })).toEqual(['枕头'])
  expect(await namesOf(visitor, { couponId: await coupon(1, 1) })).toHaveLength(3)
  expect(await namesOf(visitor, { minPrice: 5, maxPrice: 50 })).toEqual(['枕头', '毛巾'])
  expect(await namesOf(visitor, { inStock: true })).toEqual(['被子', '毛巾'])
  expect(await namesOf(visitor, { flag: 'isHot' })).toEqual(['毛巾'])
  await shop.ctx.db.execute(sql`update coupon set is_del = true where id = ${ofCategory}`)
  expect(await visitor.call(shopWindow.list, { query: { couponId: ofCategory } })).toMatchObject({
    status: 404,
    body: { message: '优惠券不存在或已被删除' },
  })
})

test('the SKU sheet of a list asks for less, and is no view', async () => {
  const { shop, staff, put, visitor } = await openWindow()
  const id = await put('毛巾')
  const { body } = await visitor.call(shopWindow.detail, { params: { id }, query: { brief: true } })
  expect(body).toMatchObject({ content: '', params: [], serverTime: expect.any(String) })
  expect(body.skus).toHaveLength(1)
  await flushViews(shop.ctx)
  expect((await readProduct(staff, id)).browse).toBe(0)
})

test('the tree of categories has the shown ones alone, and is answered once', async () => {
  const { staff, cateId, visitor } = await openWindow()
  const [below, hidden] = [await makeCategory(staff, '床品', cateId), await makeCategory(staff, '库存', cateId)]
  await makeCategory(staff, '尾货', hidden)
  await staff.call(category.updateStatus, { params: { id: hidden } })
  const { body, headers } = await visitor.call(shopWindow.category)
  expect(body.find(({ id }) => id === cateId)).toEqual({
    id: cateId,
    name: '家纺',
    extra: '',
    child: [{ id: below, name: '床品', extra: '' }],
  })
  const again = await visitor.send('GET', '/api/front/category', undefined, { 'if-none-match': String(headers.etag) })
  expect(again.status).toBe(304)
})

test('a card says the same word once, also where a label of the shop has it', async () => {
  const { shop, put, visitor } = await openWindow()
  const id = await put('毛巾')
  await shop.ctx.db.execute(sql`
    with label as (insert into product_label (name, color, sort) values ('新品', '#ff0000', 1) returning id)
    update product set is_new = true, label_ids = array(select id from label) where id = ${id}`)
  const { list } = (await visitor.call(shopWindow.byIds, { params: { ids: [id] } })).body
  expect(list.map(({ tags }) => tags)).toEqual([[{ text: '新品', kind: 'label' }]])
})

import { order } from '@zhanggui/contract/order/order.ts'
import { pickup } from '@zhanggui/contract/order/pickup.ts'
import { pickupOrder } from '@zhanggui/contract/order/pickup-order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { type SearchItem, type SearchType, search, searchTypes } from '@zhanggui/contract/setting/search.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { dept as deptRoutes } from '@zhanggui/contract/staff/dept.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { expect, test } from 'vitest'
import { makeOrder, makeOrders } from '../../../testing/order.ts'
import { makeProduct, openProductShop, productDraft, variantDraft } from '../../../testing/product.ts'
import { type Caller, openShop, type SignInOptions } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { searchers } from './search.service.ts'

const lists = [search.find, order.list, shopUser.list, product.list, store.list, setting.groups]

async function find(caller: Caller, q: string) {
  const { status, body } = await caller.call(search.find, { query: { q } })
  expect(status, JSON.stringify(body)).toBe(200)
  const found: Partial<Record<SearchType, SearchItem[]>> = {}
  for (const { type, items } of body.groups) found[type] = items
  return found
}
const titles = (items: readonly { title: string }[] = []) => items.map(({ title }) => title)

test('the search box wants two to fifty characters of somebody signed in, and takes any of them', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: lists })
  for (const [q, message] of [
    ['', '请输入关键字'],
    [' 巾 ', '关键字长度在 2 到 50 个字符'],
    ['巾'.repeat(51), '关键字长度在 2 到 50 个字符'],
  ] as const) {
    const answer = await staff.send('GET', `/api/search?q=${encodeURIComponent(q)}`)
    expect(answer, q).toMatchObject({ status: 400, body: { errors: [{ field: 'q', message }] } })
  }
  expect((await staff.send('GET', '/api/search')).status).toBe(400)
  expect((await shop.visitor().send('GET', '/api/search?q=ab')).status).toBe(401)
  for (const q of ['%%', '__', '\\\\', "';--", '🍎🍎', '——', '9'.repeat(50), '(*)', '﷽﷽'])
    expect(await find(staff, q), q).toEqual({})
  for (const q of [`${'%'.repeat(10_000)}`, '巾'.repeat(10_000)])
    expect((await staff.send('GET', `/api/search?q=${encodeURIComponent(q)}`)).status).toBeOneOf([400, 414, 431])
})

test('every type that the box names has its searcher', async () => {
  const { app } = await openShop()
  const types = new Set(app.platform.hooks.of(searchers).map(({ type }) => type))
  expect([...types].toSorted()).toEqual(Object.keys(searchTypes).toSorted())
})

test('a clerk finds the orders, customers and stores of their store alone, and staff only what they may list', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const add = async (name: string) => (await admin.call(store.save, { body: storeDraft(name) })).body.id
  const [own, other] = [await add('南门店'), await add('南山店')]
  const [here, there] = [
    await makeCustomer(shop.ctx, { nickname: '南风', phone: '13800138001' }),
    await makeCustomer(shop.ctx, { nickname: '南瓜', phone: '13900139002' }),
  ]
  const [mine, theirs] = await makeOrders(shop.ctx, [
    { uid: here, paid: true, shippingType: 2, storeId: own, realName: '南一' },
    { uid: there, paid: true, shippingType: 2, storeId: other, realName: '南二' },
  ])
  const scope: SignInOptions = { dataScope: '本门店', storeIds: [own] }
  const clerk = await shop.signIn({ can: lists, ...scope })
  for (const q of ['南门', '南山', '南风', '南瓜', '南一', '南二', String(theirs?.orderNo), '13900139002']) {
    const found = await find(clerk, q)
    const isOwn = ['南门', '南风', '南一'].includes(q)
    expect(Object.values(found).flat().length, q).toBe(isOwn ? (q === '南风' ? 2 : 1) : 0)
  }
  expect(titles((await find(clerk, String(mine?.orderNo))).order)).toEqual([mine?.orderNo])
  const nobody = await shop.signIn({})
  for (const q of ['南门', '南风', '南一', String(mine?.orderNo), '站点']) expect(await find(nobody, q), q).toEqual({})
})

test('who lists the pick-up orders of their store alone finds those, and can begin 核销', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const add = async (name: string) => (await admin.call(store.save, { body: storeDraft(name) })).body.id
  const [own, other] = [await add('南门店'), await add('南山店')]
  const uid = await makeCustomer(shop.ctx, { nickname: '南风', phone: '13800138001' })
  const named = { uid, realName: '南一', userPhone: '13800138001' }
  const pickedUp = { ...named, shippingType: 2, storeId: own } as const
  const [waiting] = await makeOrders(shop.ctx, [
    { ...pickedUp, paid: true },
    { ...pickedUp, paid: false },
    { ...pickedUp, paid: true, storeId: other },
    { ...named, paid: true },
  ])
  const orderNo = String(waiting?.orderNo)
  const scope: SignInOptions = { dataScope: '本门店', storeIds: [own] }
  const clerk = await shop.signIn({ can: [search.find, pickupOrder.list, pickup.confirm], ...scope })
  for (const q of ['南一', orderNo, orderNo.slice(-6), '13800138001'])
    expect(await find(clerk, q), q).toEqual({
      order: [
        expect.objectContaining({
          title: orderNo,
          state: '待核销',
          link: `/store/order?keywords=${orderNo}`,
          acts: [{ label: '核销', link: `/store/verify?orderNo=${orderNo}` }],
        }),
      ],
    })
  const listed = await clerk.call(pickupOrder.list, { body: { keywords: '南一' } })
  expect(listed.body.list.map((row) => row.orderNo)).toEqual([orderNo])
  const lister = await shop.signIn({ can: [search.find, pickupOrder.list], ...scope })
  expect((await find(lister, '南一')).order).toMatchObject([{ title: orderNo, acts: [] }])
})

test('each kind is found by what staff say of it, with the state, and the pages the caller may open', async () => {
  const { shop, staff: owner, cateId } = await openProductShop()
  await makeProduct(owner, productDraft(cateId, { storeName: '竹纤维毛巾' }))
  const draft = variantDraft(cateId, { storeName: '毛巾礼盒' })
  const [first] = draft.attrValue
  const box = await makeProduct(owner, {
    ...draft,
    attrValue: draft.attrValue.map((sku) => (sku === first ? { ...sku, skuNo: 'MJ-0017' } : sku)),
  })
  const admin = await shop.signInAdmin()
  const { id: storeId } = (await admin.call(store.save, { body: storeDraft('毛巾体验店') })).body
  const uid = await makeCustomer(shop.ctx, { nickname: '毛巾控', realName: '毛小满', phone: '13800138001' })
  const made = await makeOrder(shop.ctx, { uid, realName: '毛巾控', userPhone: '13800138001', paid: true })

  const lister = await shop.signIn({ can: lists })
  const found = await find(lister, '毛巾')
  expect(Object.keys(found)).toEqual(['product', 'order', 'user', 'store'])
  expect(found.order).toEqual([
    {
      id: String(made.id),
      title: made.orderNo,
      state: '待发货',
      link: `/order/list?orderNo=${made.orderNo}`,
      sub: `毛巾控 · 138****8001 · ¥19.90 · ${made.lines[0]?.storeName}`,
      acts: [],
    },
  ])
  expect(found.user).toMatchObject([
    {
      id: String(uid),
      title: '毛巾控',
      sub: `ID ${uid} · 毛小满 · 138****8001`,
      state: '',
      link: `/member/list?keywords=${uid}`,
      acts: [{ label: '订单', link: `/order/list?uid=${uid}` }],
    },
  ])
  expect(titles(found.product).toSorted()).toEqual(['毛巾礼盒', '竹纤维毛巾'].toSorted())
  expect(found.store).toMatchObject([{ id: String(storeId), title: '毛巾体验店', acts: [] }])

  const opener = await shop.signIn({
    can: [
      ...lists,
      order.info,
      shipment.send,
      refund.start,
      shopUser.topDetail,
      product.update,
      productStock.ledger,
      pickupOrder.list,
    ],
  })
  const byCode = await find(opener, 'mj-0017')
  expect(byCode).toMatchObject({
    product: [{ title: '毛巾礼盒', link: `/product/edit/${box.id}?view=1` }],
    sku: [{ sub: 'MJ-0017 · ¥59.00 · 库存 5', acts: [{ label: '库存流水' }] }],
  })
  const editor = await shop.signIn({ can: [...lists, product.info, product.update] })
  const edit = { label: '编辑', link: `/product/edit/${box.id}` }
  expect((await find(editor, '毛巾礼盒')).product?.[0]?.acts).toContainEqual(edit)
  expect(byCode.product?.[0]?.acts).not.toContainEqual(edit)
  const byPhone = await find(opener, '13800138001')
  expect(byPhone).toMatchObject({
    order: [
      {
        link: `/order/detail/${made.id}`,
        acts: [
          { label: '发货', link: `/order/detail/${made.id}?act=send` },
          { label: '退款', link: `/order/detail/${made.id}?act=refund` },
          { label: '买家', link: `/member/detail/${uid}` },
        ],
      },
    ],
    user: [{ link: `/member/detail/${uid}` }],
  })
  expect((await find(opener, made.orderNo.slice(-6))).order).toMatchObject([{ title: made.orderNo }])
  expect((await find(opener, '警戒库存')).setting).toEqual([
    {
      id: 'store_stock',
      title: '警戒库存',
      sub: '商城设置',
      state: '',
      link: '/system/setting?group=shop&field=store_stock',
      acts: [],
    },
  ])
})

test('a group has five at most: of orders the newest, of customers whom the text names surest', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: lists })
  const now = shop.clock.now().getTime()
  const made = await makeOrders(
    shop.ctx,
    Array.from({ length: 7 }, (_, index) => ({ realName: '周末', createdAt: new Date(now - index * 60_000) })),
  )
  expect(titles((await find(staff, '周末')).order)).toEqual(made.slice(0, 5).map(({ orderNo }) => orderNo))
  const { body } = await staff.call(search.find, { query: { q: '周末' } })
  expect(body.groups).toMatchObject([{ type: 'order', more: `/order/list?keywords=${encodeURIComponent('周末')}` }])
  const uid = await makeCustomer(shop.ctx, { nickname: '甲' })
  const typed = String(uid).padStart(4, '0')
  for (let one = 0; one < 6; one++) await makeCustomer(shop.ctx, { nickname: `${typed}号` })
  const found = (await find(staff, typed)).user ?? []
  expect([found.length, found[0]?.title]).toEqual([5, '甲'])
})

test('what is called exactly as typed comes first: a product before the orders of it, and before newer products', async () => {
  const { shop, staff: owner, cateId } = await openProductShop()
  const exact = await makeProduct(owner, productDraft(cateId, { storeName: 'Linen 毛巾' }))
  for (let one = 0; one < 6; one++)
    await makeProduct(owner, productDraft(cateId, { storeName: `Linen 毛巾 ${one}`, sort: 9 }))
  await makeOrder(shop.ctx, { uid: await makeCustomer(shop.ctx), paid: true, realName: 'linen 毛巾' })
  const staff = await shop.signIn({ can: lists })
  const { body } = await staff.call(search.find, { query: { q: 'linen  毛巾' } })
  expect(body.groups.map(({ type }) => type)).toEqual(['product', 'order'])
  expect(body.groups[0]?.items[0]?.id).toBe(String(exact.id))
  const { body: partly } = await staff.call(search.find, { query: { q: 'linen' } })
  expect(partly.groups.map(({ type }) => type)).toEqual(['product', 'order'])
  await makeProduct(owner, variantDraft(cateId, { storeName: '帆布包' }))
  await makeOrder(shop.ctx, { uid: await makeCustomer(shop.ctx), paid: true, realName: '帆布包 红' })
  const { body: apart } = await staff.call(search.find, { query: { q: '帆布包 红' } })
  expect(apart.groups.map(({ type, items }) => [type, items.length])).toEqual([
    ['product', 1],
    ['order', 1],
  ])
  await owner.call(product.remove, { params: { id: exact.id } })
  const { body: gone } = await staff.call(search.find, { query: { q: 'linen 毛巾' } })
  expect(gone.groups.map(({ type }) => type)).toEqual(['product', 'order'])
})

test('digits are the end of an order before they are part of the name of a product', async () => {
  const { shop, staff: owner, cateId } = await openProductShop()
  await makeProduct(owner, productDraft(cateId, { storeName: '6021 号色口红' }))
  await makeOrder(shop.ctx, { userPhone: '13812346021', paid: true })
  const staff = await shop.signIn({ can: lists })
  const { body } = await staff.call(search.find, { query: { q: '6021' } })
  expect(body.groups.map(({ type }) => type)).toEqual(['order', 'product'])
})

test('a number is found as it was copied or typed by an IME: in groups, in full width, with the country, with its label', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: lists })
  const made = await makeOrder(shop.ctx, { realName: '林知夏', userPhone: '13812346021', paid: true })
  const no = made.orderNo
  const wide = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  const grouped = no.replace(/(\d{4})/g, '$1 ')
  for (const q of [
    grouped,
    wide(no),
    `\u200b${no}`,
    '138 1234 6021',
    '138-1234-6021',
    '+86 13812346021',
    wide('6021'),
    `订单号：${no}`,
    '手机号 13812346021',
  ])
    expect(titles((await find(staff, q)).order), q).toEqual([no])
})

test('administrators are found within the departments of the caller, and are edited by those above them', async () => {
  const shop = await openShop()
  const boss = await shop.signInAdmin()
  const can = [...lists, adminUser.list, adminUser.update]
  const { body: dept } = await boss.call(deptRoutes.save, { body: { name: '客服部' } })
  const here = await shop.signIn({ can, dataScope: '本级', deptId: dept.id, username: 'lili100', level: 3 })
  await shop.signIn({ can: lists, username: 'lili200', level: 4, deptId: dept.id })
  await shop.signIn({ can: lists, username: 'lili300', level: 4 })
  const found = (await find(here, 'LILI')).staff ?? []
  expect(found.map(({ sub }) => sub.split(' · ')[0]).toSorted()).toEqual(['lili100', 'lili200'])
  const [below] = (await find(here, 'lili200')).staff ?? []
  expect(below).toMatchObject({
    link: '/system/admin?blurry=lili200',
    acts: [{ label: '编辑', link: `/system/admin?blurry=lili200&edit=${below?.id}` }],
  })
  expect((await find(await shop.signIn({ can: lists }), 'lili')).staff).toBeUndefined()
  for (const q of ['%%', '__', 'li_i']) expect((await find(here, q)).staff, q).toBeUndefined()
})

test('settings are found by pinyin and its initials, and lead to the field', async () => {
  const shop = await openShop()
  const reader = await shop.signIn({ can: [setting.groups] })
  const [field] = (await find(reader, '警戒库存')).setting ?? []
  for (const q of ['jingjiekucun', 'JJKC', "jing'jie"]) expect((await find(reader, q)).setting, q).toContainEqual(field)
  expect(await find(await shop.signIn({}), 'jjkc')).toEqual({})
})

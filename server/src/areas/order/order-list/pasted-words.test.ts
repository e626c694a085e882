import { couponCode } from '@zhanggui/contract/coupon/coupon-code.ts'
import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { points } from '@zhanggui/contract/points/points.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { wechatUser } from '@zhanggui/contract/wechat/wechat-user.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { addressForm } from '../../../testing/address.ts'
import { makeCoupon } from '../../../testing/coupon.ts'
import { fetchBytes, readSheet } from '../../../testing/files/product-sheets.ts'
import { makeOrder } from '../../../testing/order.ts'
import { openShop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { changePoints } from '../../user/ledger/ledger.service.ts'
import { wechatUsers } from '../../wechat/wechat-user/wechat-user.tables.ts'

type Field = { type?: string; pattern?: string; pasted?: string; properties?: Record<string, Field>; items?: Field }

function fieldsOf(field: Field | undefined, name = ''): [name: string, field: Field][] {
  if (!field) return []
  const inner = Object.entries(field.properties ?? {}).flatMap(([key, each]) => fieldsOf(each, key))
  return [[name, field], ...inner, ...fieldsOf(field.items, name)]
}

test('every field for a phone, an order number, a code or a keyword reads what people paste', async () => {
  const { app } = await openShop()
  const asked = app.routes.flatMap((route) =>
    [route.query, route.body, route.params].flatMap((part) =>
      fieldsOf(part as Field | undefined).map(([name, field]) => ({ name, field, of: `${route.object} ${name}` })),
    ),
  )
  const unread = (kind: string, isOne: (name: string, field: Field) => boolean) => {
    const found = asked.filter(({ name, field }) => field.type === 'string' && isOne(name, field))
    expect(found.length, kind).toBeGreaterThan(0)
    return found.filter(({ field }) => field.pasted !== kind).map(({ of }) => of)
  }
  // The words of an automatic reply are no search: they are compared folded, as fans write them.
  const words = unread('keyword', (name) => /^(?:keywords|blurry)$/.test(name))
  expect(words.filter((of) => of !== 'wechat-reply keywords')).toEqual([])
  expect(unread('phone', (_, { pattern = '' }) => pattern.includes('1[3-9]'))).toEqual([])
  expect(unread('number', (name, { pattern = '' }) => /No$/.test(name) && pattern === '^\\d{20}$')).toEqual([])
  expect(asked.filter(({ field: { pattern = '' } }) => pattern.includes('[3-8]')).map(({ of }) => of)).toEqual([])
})

test('an order, its buyer and what is kept of them are found by a phone or a number however it was copied', async () => {
  const shop = await openShop()
  const { ctx } = shop
  const uid = await makeCustomer(ctx, { phone: '16652340167', nickname: '顾（大）川' })
  await makeCustomer(ctx, { phone: '13652340167' })
  await ctx.db.insert(wechatUsers).values({ nickname: '大川', openid: 'oPasted1', userType: 'wechat', uid })
  await inTransaction(ctx, (tx) =>
    changePoints(tx, { uid, integral: 8, type: 1, linkType: 'system', status: 3, title: '后台积分操作' }),
  )
  const { orderNo } = await makeOrder(ctx, { uid, userPhone: '16652340167', paid: true })
  await makeOrder(ctx, { paid: true })
  const staff = await shop.signInAdmin()
  const found = async (keywords: string) => [
    (await staff.call(order.list, { query: { keywords } })).body.total,
    (await staff.call(shopUser.list, { query: { keywords } })).body.total,
    (await staff.call(wechatUser.list, { query: { keywords } })).body.total,
    (await staff.call(points.list, { body: { keywords }, query: {} })).body.total,
  ]
  for (const typed of [
    '166 5234 0167',
    '166-5234-0167',
    '+8616652340167',
    '8616652340167',
    '0086 16652340167',
    '\u202d16652340167\u202c',
    '１６６５２３４０１６７',
    '电话：166 5234 0167',
  ])
    expect(await found(typed), typed).toEqual([1, 1, 1, 1])
  expect((await found('顾（大')).slice(1, 2)).toEqual([1])
  const grouped = orderNo.replace(/(\d{4})(?=\d)/g, '$1 ')
  for (const typed of [`订单号：${orderNo}`, `#${orderNo}`, `\u200b${orderNo}`, grouped, `订单编号: ${grouped}`]) {
    expect((await staff.call(order.list, { query: { keywords: typed } })).body.total, typed).toBe(1)
    expect((await staff.call(order.list, { query: { orderNo: typed } })).body.total, typed).toBe(1)
    expect((await staff.call(order.info, { query: { orderNo: typed } })).status, typed).toBe(200)
  }
})

test('phones, parcels and codes are taken as they were pasted, also of the younger ranges', async () => {
  const shop = await openShop()
  const { ctx } = shop
  const [admin, buyer] = [await shop.signInAdmin(), await shop.buyer()]
  const storeId = (await admin.call(store.save, { body: { ...storeDraft('江边店'), phone: '（0571）8765 4321' } })).body
    .id
  expect((await admin.call(store.info, { query: { id: storeId } })).body.phone).toBe('0571-87654321')
  const adminId = (await shop.signIn({ can: [] })).userId
  const clerk = { storeId, adminId, staffName: '纪小雨', phone: '199 5234 0001' }
  expect((await admin.call(storeStaff.save, { body: clerk })).status).toBe(200)
  const id = (
    await buyer.call(buyerAddress.edit, { body: addressForm({ phone: '\u202d166-5234-0003\u202c', cityId: 429004 }) })
  ).body.id
  expect((await buyer.call(buyerAddress.info, { params: { id } })).body).toMatchObject({
    phone: '16652340003',
    province: '湖北省',
    city: '仙桃市',
    district: '',
  })
  expect(
    (await admin.call(shopUser.save, { body: { phone: '手机：１９８５２３４０００４', nickname: '小舟' } })).status,
  ).toBe(200)

  const { orderNo } = await makeOrder(ctx, { paid: true })
  const parcel = {
    orderNo,
    deliveryType: 'express',
    expressCode: 'SF',
    expressNumber: '快递单号：SF 1357 9246 8013 5\u200b',
  } as const
  expect(await admin.call(shipment.send, { body: parcel })).toMatchObject({ status: 200 })
  expect((await admin.call(order.info, { query: { orderNo } })).body.shipments).toMatchObject([
    { expressNo: 'SF1357924680135' },
  ])
  const couponId = await makeCoupon(admin, { type: 4 })
  const code = { couponId, batchName: '春', kind: 'shared', code: 'spring-2027' } as const
  expect((await admin.call(couponCode.save, { body: code })).status).toBe(200)
  expect((await buyer.call(frontCoupon.redeem, { body: { code: 'ＳＰＲＩＮＧ－２０２７\u200b' } })).status).toBe(200)
})

test('an area is said without the levels that nobody writes, wherever it stands', async () => {
  const shop = await openShop()
  const { ctx } = shop
  const [admin, buyer] = [await shop.signInAdmin(), await shop.buyer()]
  const places = [
    { cityId: 429004, names: ['湖北省', '湖北省-自治区直辖县级行政区划', '仙桃市'], shown: ['湖北省', '仙桃市', ''] },
    { cityId: 110105, names: ['北京市', '北京市', '朝阳区'], shown: ['北京市', '北京市', '朝阳区'] },
    { cityId: 500229, names: ['重庆市', '县', '城口县'], shown: ['重庆市', '重庆市', '城口县'] },
    { cityId: 620201, names: ['甘肃省', '嘉峪关市', '市辖区'], shown: ['甘肃省', '嘉峪关市', ''] },
  ]
  for (const { cityId, names, shown } of places) {
    const [province = '', city = '', district = ''] = names
    const { orderNo } = await makeOrder(ctx, {
      uid: buyer.userId,
      province,
      city,
      district,
      cityId,
      detail: '1 号院',
      paid: true,
    })
    const text = [...new Set(shown)].filter(Boolean).join(' ')
    expect((await admin.call(order.info, { query: { orderNo } })).body.address).toBe(text)
    expect((await admin.call(order.list, { query: { orderNo } })).body.list[0]?.area).toBe(text)
    expect((await buyer.call(frontOrder.detail, { params: { orderNo } })).body.address).toBe(
      `${text.replaceAll(' ', '')}1 号院`,
    )
    const sheet = await admin.call(shipBatch.template, { query: { orderNos: [orderNo] } })
    const [heading = [], line = []] = await readSheet(await fetchBytes(shop, admin, sheet.body.url))
    const at = heading.indexOf('省')
    expect(line.slice(at, at + 3).map((cell) => cell ?? '')).toEqual(shown)
  }
})

import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontPoints } from '@zhanggui/contract/points/front-points.ts'
import { buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { buyerCollect } from '@zhanggui/contract/user/buyer-collect.ts'
import { customerCentre } from '@zhanggui/contract/user/customer-centre.ts'
import { frontAccount, frontSignIn } from '@zhanggui/contract/user/front-sign-in.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { addressForm } from '../../../testing/address.ts'
import { openFront, wrongCode } from '../../../testing/buyer.ts'
import { addressIdOf, beginBuying, buy, placeOrder, sell } from '../../../testing/checkout.ts'
import { makeCoupon } from '../../../testing/coupon-grant.ts'
import { makeOrder } from '../../../testing/order.ts'
import { makeCategory, productPermissions } from '../../../testing/product.ts'
import { balancesOf, expectReconciled } from '../../../testing/user.ts'
import { addWechatUser } from '../../wechat/wechat-user/wechat-user.service.ts'
import {
  addBalance,
  changeExperience,
  changePoints,
  cutPoints,
  lockCustomers,
  takeBalance,
} from '../ledger/ledger.service.ts'

const PHONE = '13800138000'

async function openCentre() {
  const { shop, codeFor } = await openFront()
  const staff = await shop.signIn({ permissions: productPermissions })
  const goods = await sell({ shop, staff, cateId: await makeCategory(staff, '日用') })
  return { shop, codeFor, ...goods }
}

test('a new buyer finds nothing in the centre, and the levels that are shown', async () => {
  const { shop } = await openCentre()
  const buyer = await shop.buyer({ phone: PHONE })
  const other = await shop.buyer()
  await shop.ctx.db.execute(sql`
    insert into user_level (name, grade, experience, discount, is_show, created_at, updated_at)
    values ('银卡', 1, 10, 98, true, now(), now()), ('金卡', 2, 100, 95, true, now(), now()), ('内部', 3, 200, 50, false, now(), now())`)
  const { body } = await buyer.call(customerCentre.account)
  expect(body).toMatchObject({ uid: buyer.userId, phone: '138****8000', nowMoney: 0, integral: 0, level: null })
  expect(body).toMatchObject({
    nextLevel: { name: '银卡' },
    collectCount: 0,
    couponCount: 0,
    isClerk: false,
    orderData: { orderCount: 0, sumPrice: 0 },
  })
  expect((await buyer.call(customerCentre.grades)).body.map(({ name }) => name)).toEqual(['银卡', '金卡'])
  for (const uid of [buyer.userId, other.userId]) await book(uid)
  expect((await buyer.call(customerCentre.account)).body).toMatchObject({
    nowMoney: 30,
    experience: 40,
    level: { name: '银卡', discount: 98 },
    nextLevel: { name: '金卡' },
  })
  const balance = (await buyer.call(customerCentre.balance)).body
  expect(balance).toMatchObject({ total: 2, nowMoney: 30, consumeMoney: 0 })
  expect(balance.list.map(({ pm, number, balance: after }) => [pm, number, after])).toEqual([
    [0, 20, 30],
    [1, 50, 50],
  ])
  const { list } = (await buyer.call(customerCentre.experience)).body
  expect(list).toMatchObject([{ pm: 1, experience: 40, balance: 40, title: '签到' }])

  function book(uid: number) {
    return inTransaction(shop.ctx, async (tx) => {
      await lockCustomers(tx, [uid])
      await addBalance(tx, { uid, type: 'system_add', numberFen: 5000 })
      await takeBalance(tx, { uid, type: 'system_sub', numberFen: 2000 })
      await changeExperience(tx, { uid, type: 1, experience: 40, linkType: 'sign', title: '签到' })
    })
  }
})

test('an account is not ended without its code, nor while an order is open or money is left', async () => {
  const { shop, codeFor, skuId } = await openCentre()
  const buyer = await shop.buyer({ phone: PHONE })
  const end = async (captcha?: string) => {
    const { status, body } = await buyer.call(customerCentre.end, {
      body: { captcha: captcha ?? (await codeFor(PHONE)) },
    })
    return { status, message: (body as { message?: string }).message }
  }
  const nameless = await shop.buyer()
  expect(await nameless.call(customerCentre.end, { body: { captcha: '123456' } })).toMatchObject({
    status: 422,
    body: { message: '请先绑定手机号，再注销账号' },
  })
  expect((await end(wrongCode(await codeFor(PHONE)))).status).toBe(422)
  const orderNo = await buy(buyer, skuId)
  const open = { status: 422, message: '还有未完成的订单或退款，暂不能注销账号' }
  expect(await end()).toEqual(open)
  await buyer.call(frontOrder.cancel, { body: { orderNo } })
  await inTransaction(shop.ctx, (tx) => addBalance(tx, { uid: buyer.userId, type: 'system_add', numberFen: 1 }))
  expect(await end()).toEqual({ status: 422, message: '账户余额还有 0.01 元，暂不能注销账号' })
  expect((await buyer.call(customerCentre.account)).body.nowMoney).toBe(0.01)
})

test('a buyer who ends the account is forgotten, and the phone is free for a new one', async () => {
  const { shop, codeFor, skuId, productId } = await openCentre()
  const buyer = await shop.buyer({ phone: PHONE })
  const uid = buyer.userId
  const orderNo = await buy(buyer, skuId)
  await buyer.call(frontOrder.cancel, { body: { orderNo } })
  await buyer.call(buyerCollect.add, { body: { productId } })
  await addWechatUser(shop.ctx, { uid, openid: 'o-1', nickname: '小明', userType: 'wechat', createdAt: shop.ctx.now() })
  const ended = await buyer.call(customerCentre.end, { body: { captcha: await codeFor(PHONE) } })
  expect(ended.status).toBe(200)
  expect(await buyer.call(customerCentre.account)).toMatchObject({ status: 401 })
  const { rows } = await shop.ctx.db.execute(sql`
    select nickname, phone, status, account = ${PHONE} as known,
      (select count(*)::int from buyer_address where uid = shop_user.id) + (select count(*)::int from user_collect where uid = shop_user.id)
      + (select count(*)::int from cart_line where uid = shop_user.id) + (select count(*)::int from wechat_user where uid = shop_user.id) as things,
      (select count(*)::int from store_order where uid = shop_user.id) as orders
    from shop_user where id = ${uid}`)
  expect(rows).toEqual([{ nickname: '已注销用户', phone: null, status: false, known: false, things: 0, orders: 1 }])
  const again = await shop.visitor().call(frontSignIn.mobile, { body: { phone: PHONE, captcha: await codeFor(PHONE) } })
  expect(again.body).toMatchObject({ type: 'register' })
  expect(again.body.uid).not.toBe(uid)
})

test('whoever ends an account and registers again is not new: no coupon for new customers, one sign-in a day, limits that go on', async () => {
  const { shop, codeFor, skuId, productId } = await openCentre()
  const { ctx } = shop
  await shop.app.work()
  await ctx.db.execute(sql`update product set limit_type = 2, limit_num = 1 where id = ${productId}`)
  const welcome = await makeCoupon(ctx, { type: 2 })
  const open = await makeCoupon(ctx, { limitPerUser: 1 })
  const enter = async (phone: string) => {
    const { body } = await shop.visitor().call(frontSignIn.mobile, { body: { phone, captcha: await codeFor(phone) } })
    const left = () => ctx.db.execute(sql`select from outbox where consumer = 'coupon-new-user'`)
    await expect.poll(async () => (await left()).rows).toEqual([])
    return { ...body, headers: { authorization: body.token } }
  }
  const visitor = shop.visitor()
  const has = async ({ uid, headers }: Awaited<ReturnType<typeof enter>>) => {
    const signed = await visitor.call(frontPoints.signIn, { headers })
    const taken = await visitor.call(frontCoupon.receive, { body: { couponId: open }, headers })
    const wish = { preOrderType: 'buyNow' as const, orderDetails: [{ attrValueId: skuId, productNum: 1 }] }
    const opened = await visitor.call(frontOrder.pre, { body: wish, headers })
    const { rows } = await ctx.db.execute(sql`select from coupon_user where uid = ${uid} and coupon_id = ${welcome}`)
    return [rows.length, signed.status, taken.status, opened.status]
  }
  const first = await enter(PHONE)
  expect(await has(first)).toEqual([1, 200, 200, 200])
  await makeOrder(ctx, { uid: first.uid, paid: true, status: 3, lines: [{ productId, skuId }] })
  const ended = await visitor.call(customerCentre.end, {
    body: { captcha: await codeFor(PHONE) },
    headers: first.headers,
  })
  expect(ended.status).toBe(200)
  const again = await enter(PHONE)
  expect(again).toMatchObject({ type: 'register' })
  expect(await has(again)).toEqual([0, 409, 409, 422])
  expect(await has(await enter('13900000009'))).toEqual([1, 200, 200, 200])
  const { rows: kept } = await ctx.db.execute(sql`select digest from ended_identity`)
  expect(kept).toEqual([{ digest: expect.stringMatching(/^[\w-]{43}$/) }])

  // Nor is a phone new again that its account gave up before it ended.
  const [left, next] = ['13900000010', '13900000011']
  const mover = await enter(left)
  const codes = { oldCaptcha: await codeFor(left), captcha: await codeFor(next) }
  const { headers } = mover
  const bound = await visitor.call(frontAccount.bindPhone, { body: { phone: next, ...codes }, headers })
  expect(bound.status).toBe(200)
  expect(await has(mover)).toEqual([1, 200, 200, 200])
  expect((await visitor.call(customerCentre.end, { body: { captcha: await codeFor(next) }, headers })).status).toBe(200)
  expect((await has(await enter(left))).slice(0, 3)).toEqual([0, 409, 409])
})

test('of an order and the end of the account sent at once, one is refused', async () => {
  const { shop, codeFor, skuId } = await openCentre()
  for (let round = 0; round < 5; round++) {
    const phone = `1390000000${round}`
    const buyer = await shop.buyer({ phone })
    await addressIdOf(buyer)
    const preOrderNo = await beginBuying(buyer, skuId)
    const captcha = await codeFor(phone)
    const [ended, placed] = await Promise.all([
      buyer.call(customerCentre.end, { body: { captcha } }),
      placeOrder(buyer, preOrderNo),
    ])
    expect([ended.status, placed.status].filter((status) => status === 200)).toHaveLength(1)
  }
})

test('what is sent at once with the end of an account leaves nothing of the person on it', async () => {
  const { shop, codeFor } = await openCentre()
  for (let round = 0; round < 4; round++) {
    const [phone, other] = [`1390000001${round}`, `1390000002${round}`]
    const buyer = await shop.buyer({ phone })
    const [captcha, ofOther] = [await codeFor(phone), await codeFor(other)]
    const [ended, bound] = await Promise.all([
      buyer.call(customerCentre.end, { body: { captcha } }),
      buyer.call(frontAccount.bindPhone, { body: { phone: other, captcha: ofOther, oldCaptcha: captcha } }),
      buyer.call(frontAccount.edit, { body: { nickname: '小满' } }),
      buyer.call(buyerAddress.edit, { body: addressForm() }),
    ])
    // A phone bound before is not the one that the code was sent to, or was seen to change; both use the same code.
    expect([200, 409, 422]).toContain(ended.status)
    expect(ended.status === 200 ? [401, 422] : [200]).toContain(bound.status)
    const { rows } = await shop.ctx.db.execute(sql`
      select nickname, phone, (select count(*) from buyer_address where uid = shop_user.id) as addresses
      from shop_user where id = ${buyer.userId} and not status`)
    expect(rows).toEqual(ended.status === 200 ? [{ nickname: '已注销用户', phone: null, addresses: 0 }] : [])
  }
})

test('points that an ended account owes are taken from the next account of the same person, as soon as it is known', async () => {
  const { shop, codeFor } = await openFront()
  const { ctx } = shop
  const note = { linkType: 'order', title: '用户订单付款成功', status: 3 } as const
  const points = (uid: number, type: 1 | 2, integral: number, bizKey: string) =>
    inTransaction(ctx, (tx) => changePoints(tx, { ...note, uid, type, integral, bizKey }))
  const standing = async (buyer: { userId: number }) => {
    const { rows } = await ctx.db.execute(
      sql`select status, integral from user_integral_record where biz_key = 'refund:R:owed'`,
    )
    return [(await balancesOf(ctx, buyer.userId))?.integral, ...rows]
  }
  const buyer = await shop.buyer({ phone: PHONE })
  await points(buyer.userId, 1, 50, 'order:1:earn')
  await points(buyer.userId, 2, 50, 'order:2:spend')
  expect((await buyer.call(customerCentre.end, { body: { captcha: await codeFor(PHONE) } })).status).toBe(200)
  const refund = { linkType: 'refund', linkId: '', title: '订单退款', bizKey: 'refund:R' } as const
  await inTransaction(ctx, (tx) =>
    cutPoints(tx, { uid: buyer.userId, earnKey: 'order:1:earn', kept: 0, taken: 50, note: refund }),
  )
  const next = await shop.buyer()
  await points(next.userId, 1, 30, 'order:3:earn')
  expect(await standing(next)).toEqual([30, { status: 2, integral: 50 }])
  const bound = await next.call(frontAccount.bindPhone, { body: { phone: PHONE, captcha: await codeFor(PHONE) } })
  expect(bound.status).toBe(200)
  expect(await standing(next)).toEqual([0, { status: 2, integral: 20 }])
  await points(next.userId, 1, 25, 'order:4:earn')
  expect(await standing(next)).toEqual([5, { status: 4, integral: 20 }])
  await expectReconciled(ctx)
})

import { reveal } from '@zhanggui/contract/setting/reveal.ts'
import { customerCentre } from '@zhanggui/contract/user/customer-centre.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { userGroup } from '@zhanggui/contract/user/user-group.ts'
import { userTag } from '@zhanggui/contract/user/user-tag.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { giveCopy } from '../../../testing/coupon-copy.ts'
import { makeOrder } from '../../../testing/order.ts'
import { setSettings } from '../../../testing/pay.ts'
import { openShop, type SignInOptions } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { signLogs } from '../../points/sign/sign.tables.ts'
import { buyerAddresses } from '../address/buyer-address.tables.ts'
import { shopUsers } from './shop-user.tables.ts'

const all = Object.values(shopUser)

async function openDesk(options: SignInOptions = {}) {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [...all, userGroup.save, userTag.save], ...options })
  const list = async (query: object) =>
    (await staff.call(shopUser.list, { query })).body.list.map(({ nickname }) => nickname)
  const info = async (id: number) => (await staff.call(shopUser.info, { query: { id } })).body
  return { shop, staff, list, info, ctx: shop.ctx }
}

describe('the list', () => {
  test('finds by phone, number and the beginning of a name, and shows phones masked', async () => {
    const { ctx, staff, list } = await openDesk()
    const uid = await makeCustomer(ctx, { nickname: '阿夏', realName: '林知夏', phone: '13800138021' })
    await makeCustomer(ctx, { nickname: '小夏', phone: '13900139021' })
    await makeCustomer(ctx, { nickname: '折%', realName: '阿%' })
    for (const keywords of ['13800138021', String(uid), '阿夏', '林知', ' 林知夏 '])
      expect(await list({ keywords }), keywords).toEqual(['阿夏'])
    expect(await list({ keywords: '夏' })).toEqual([])
    expect(await list({ keywords: '阿%' })).toEqual(['折%'])
    expect(await list({ keywords: '138' })).toEqual([])
    const { body } = await staff.call(shopUser.list, { query: { keywords: '阿夏' } })
    expect(body.list).toMatchObject([{ phone: '138****8021', nowMoney: 0, levelName: '', groupId: null }])
  })

  test('answers every combination of filters like a naive filter over all customers', async () => {
    const { ctx, staff } = await openDesk()
    const day = 24 * 3600_000
    const now = Date.now()
    const rows = Array.from({ length: 120 }, (_, n) => ({
      account: `c${n}`,
      nickname: `客${n}`,
      groupId: n % 3 ? n % 3 : null,
      tagIds: [n % 4, 4 + (n % 3)].filter(Boolean),
      userType: (['wechat', 'routine', 'h5'] as const)[n % 3] ?? 'h5',
      status: n % 5 > 0,
      isPromoter: n % 7 === 0,
      payCount: n % 6,
      sex: n % 4,
      consumeMoneyFen: (n % 11) * 1000,
      province: n % 2 ? '浙江省' : '',
      birthday: n % 3 ? `199${n % 10}-0${1 + (n % 9)}-01` : null,
      createdAt: new Date(now - (n % 40) * day),
      lastLoginTime: n % 4 ? new Date(now - (n % 20) * day) : null,
    }))
    await ctx.db.insert(shopUsers).values(rows)
    const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: undefined })
    const queries = fc.record({
      groupId: maybe(fc.nat(2)),
      tagIds: maybe(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 2 })),
      userType: maybe(fc.constantFrom('wechat', 'routine', 'h5')),
      status: maybe(fc.boolean()),
      isPromoter: maybe(fc.boolean()),
      payCount: maybe(fc.nat(6)),
      sex: maybe(fc.nat(3)),
      minConsume: maybe(fc.nat(100)),
      maxConsume: maybe(fc.nat(100)),
      province: maybe(fc.constant('浙江省')),
      birthday: maybe(fc.integer({ min: 1, max: 9 })),
      accessType: maybe(fc.constantFrom(0, 1)),
      dateLimit: maybe(fc.constantFrom('lately7', 'lately30')),
    })
    const since = (range: string) => {
      const midnight = Math.floor((now + 8 * 3600_000) / day) * day - 8 * 3600_000
      return midnight - ((range === 'lately7' ? 7 : 30) - 1) * day
    }
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
        const { body } = await staff.call(shopUser.list, { query: { ...given, limit: 100 } })
        const { dateLimit, accessType, groupId, tagIds, payCount, minConsume, maxConsume, birthday } = query
        const wanted = rows.filter((row) => {
          const at = accessType === 0 ? row.lastLoginTime : row.createdAt
          return (
            (groupId === undefined || (groupId || null) === row.groupId) &&
            (!tagIds || tagIds.some((tag) => row.tagIds.includes(tag))) &&
            (query.userType === undefined || query.userType === row.userType) &&
            (query.status === undefined || query.status === row.status) &&
            (query.isPromoter === undefined || query.isPromoter === row.isPromoter) &&
            (query.sex === undefined || query.sex === row.sex) &&
            (query.province === undefined || query.province === row.province) &&
            (payCount === undefined || (payCount ? row.payCount >= payCount : row.payCount === 0)) &&
            (minConsume === undefined || row.consumeMoneyFen >= minConsume * 100) &&
            (maxConsume === undefined || row.consumeMoneyFen <= maxConsume * 100) &&
            (birthday === undefined || Number(row.birthday?.slice(5, 7)) === birthday) &&
            (dateLimit === undefined || (at !== null && at.getTime() >= since(dateLimit)))
          )
        })
        expect(body.total, JSON.stringify(given)).toBe(wanted.length)
        const names = new Set(wanted.map(({ nickname }) => nickname))
        expect(body.list.every(({ nickname }) => names.has(nickname))).toBe(true)
      }),
      { numRuns: 120 },
    )
  })

  test('is sorted by what has an index, and by nothing else', async () => {
    const { ctx, staff, list } = await openDesk()
    await makeCustomer(ctx, { nickname: '常客', payCount: 9, consumeMoneyFen: 900 })
    await makeCustomer(ctx, { nickname: '新客', payCount: 1, consumeMoneyFen: 99_00 })
    expect(await list({ sort: ['payCount,desc'] })).toEqual(['常客', '新客'])
    expect(await list({ sort: ['consumeMoney,asc'] })).toEqual(['常客', '新客'])
    expect(await list({})).toEqual(['新客', '常客'])
    expect((await staff.call(shopUser.list, { query: { sort: ['phone,asc'] } })).status).toBe(400)
  })

  test('is exported with full phones only for those who may see them', async () => {
    const { shop, ctx, staff } = await openDesk()
    expect((await staff.call(shopUser.download, { query: {} })).status).toBe(422)
    await makeCustomer(ctx, { phone: '13800138021' })
    const answer = await staff.call(shopUser.download, { query: {} })
    expect(answer).toMatchObject({ status: 200, body: { fileName: expect.stringContaining('用户导出') } })
    expect(await trailOf(shop, answer)).toEqual(['export'])
  })
})

test('accounts that see their stores alone find no customer and change none', async () => {
  const { shop, ctx, list, staff } = await openDesk({ dataScope: '本门店', storeIds: [7] })
  const uid = await makeCustomer(ctx, { nickname: '阿夏' })
  expect(await list({})).toEqual([])
  const refused = [
    await staff.call(shopUser.info, { query: { id: uid } }),
    await staff.call(shopUser.topDetail, { query: { userId: uid } }),
    await staff.call(shopUser.detailList, { query: { userId: uid, type: 4 } }),
    await staff.call(shopUser.update, { body: { id: uid, mark: '好' } }),
    await staff.call(shopUser.phone, { body: { id: uid, phone: '13800138000' } }),
    await staff.call(shopUser.funds, { body: { uid, moneyValue: 1, mark: '补偿' } }),
    await staff.call(shopUser.group, { body: { ids: [uid], groupId: 0 } }),
    await staff.call(shopUser.tag, { body: { ids: [uid], tagIds: [] } }),
    await staff.call(shopUser.level, { body: { uid, levelId: 0 } }),
    await staff.call(shopUser.status, { body: { ids: [uid], status: false } }),
    await staff.call(shopUser.note, { body: { uid, content: '好' } }),
  ]
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404))
  const saved = await staff.call(shopUser.save, { body: { phone: '13800138000', nickname: '新' } })
  expect(saved).toMatchObject({ status: 422, body: { message: '门店账号只能查看用户，不能修改' } })
  expect((await staff.call(shopUser.download, { query: {} })).status).toBe(422)
  expect(await shop.ctx.db.$count(shopUsers)).toBe(1)
})

test('a customer is added by phone once, of three at once too', async () => {
  const { shop, staff, info } = await openDesk()
  const save = (phone: string) => staff.call(shopUser.save, { body: { phone, nickname: '周屿' } })
  expect(await save('12345')).toMatchObject({ status: 400, body: { message: '请输入正确的电话号码' } })
  const answers = await Promise.all([save('19900138000'), save('19900138000'), save('19900138000')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await save('19900138000')).toMatchObject({ status: 409, body: { message: '该手机号已被使用' } })
  const saved = answers.find(({ status }) => status === 200) ?? answers[0]
  if (!saved) throw new Error('no answer')
  expect(await trailOf(shop, saved)).toEqual(['create'])
  expect(await info(saved.body.id)).toMatchObject({ nickname: '周屿', phone: '199****8000', userType: 'admin' })
})

test('what staff keep of a customer is changed over the version that was seen', async () => {
  const { shop, ctx, staff, info } = await openDesk()
  const uid = await makeCustomer(ctx)
  const group = (await staff.call(userGroup.save, { body: { groupName: '上海' } })).body.id
  const tag = (await staff.call(userTag.save, { body: { name: '老客' } })).body.id
  for (const [body, status, message] of [
    [{ birthday: '2024-02-30' }, 400, '请选择正确的生日'],
    [{ birthday: '2999-01-01' }, 400, '请选择正确的生日'],
    [{ cardId: '123' }, 400, '请输入正确的身份证号码'],
    [{ groupId: 999_999 }, 404, '用户分组不存在或已被删除'],
    [{ tagIds: [999_999] }, 404, '用户标签不存在或已被删除'],
    [{ sex: 4 }, 400, expect.stringContaining('性别')],
  ] as const)
    expect(await staff.call(shopUser.update, { body: { id: uid, ...body } as never }), message as string).toMatchObject(
      {
        status,
        body: { message },
      },
    )
  const change = {
    realName: '林知夏',
    birthday: '1990-07-09',
    cardId: '110101199007090011',
    mark: '喜欢中烘',
    sex: 2 as const,
    address: '世纪大道 100 号',
    groupId: group,
    tagIds: [tag],
    isPromoter: true,
  }
  const saved = await staff.call(shopUser.update, { body: { id: uid, version: 0, ...change } })
  expect(saved.body).toEqual({ id: uid, version: 1 })
  expect(await trailOf(shop, saved)).toEqual(['update'])
  const after = await info(uid)
  expect(after).toMatchObject({
    realName: '林知夏',
    birthday: '1990-07-09',
    cardId: '110****0011',
    mark: '喜欢中烘',
    sex: 2,
    hasAddress: true,
    groupName: '上海',
    tags: [{ name: '老客' }],
    isPromoter: true,
  })
  expect(after.promoterTime).not.toBeNull()
  expect(await staff.call(shopUser.update, { body: { id: uid, version: 0, mark: '旧' } })).toMatchObject({
    status: 409,
    body: { code: 'VERSION_CONFLICT', current: { version: 1 } },
  })
  const cleared = await staff.call(shopUser.update, { body: { id: uid, clear: ['birthday', 'cardId'], groupId: 0 } })
  expect(cleared.status).toBe(200)
  expect(await info(uid)).toMatchObject({ birthday: null, cardId: '', groupId: null, realName: '林知夏' })
})

test('a phone belongs to one customer, also when two want it at once', async () => {
  const { shop, ctx, staff } = await openDesk()
  const [one, two] = [await makeCustomer(ctx, { phone: '13800138001' }), await makeCustomer(ctx)]
  const change = (id: number, phone: string) => staff.call(shopUser.phone, { body: { id, phone } })
  expect(await change(two, '13800138001')).toMatchObject({ status: 409, body: { message: '该手机号已被使用' } })
  const answers = await Promise.all([change(one, '13800138009'), change(two, '13800138009')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const done = answers.find(({ status }) => status === 200)
  expect(done && (await trailOf(shop, done))).toEqual(['phone'])
})

test('a customer whom staff give another phone is signed out everywhere, and not when it is the same', async () => {
  const { shop, staff } = await openDesk()
  const phone = '13800138000'
  const buyer = await shop.buyer({ phone })
  const change = (to: string) => staff.call(shopUser.phone, { body: { id: buyer.userId, phone: to } })
  expect((await change(phone)).status).toBe(200)
  expect((await buyer.call(customerCentre.account)).status).toBe(200)
  expect((await change('13800138009')).status).toBe(200)
  expect(await buyer.call(customerCentre.account)).toMatchObject({
    status: 401,
    body: { code: 'SESSION_KICKED', message: '手机号已更换，请重新登录' },
  })
})

test('customers are disabled and enabled all or none, with the reason', async () => {
  const { shop, ctx, staff, info } = await openDesk()
  const [one, two] = [await makeCustomer(ctx), await makeCustomer(ctx)]
  const set = (ids: number[], status: boolean) =>
    staff.call(shopUser.status, { body: { ids, status, closeReason: '恶意退款' } })
  expect((await set([one, 999_999], false)).status).toBe(404)
  expect((await info(one)).status).toBe(true)
  const disabled = await set([one, two], false)
  expect(await trailOf(shop, disabled)).toEqual(['status', 'status'])
  expect(await info(two)).toMatchObject({ status: false, closeReason: '恶意退款' })
  await set([one], true)
  expect(await info(one)).toMatchObject({ status: true, closeReason: '' })
})

describe('the promoter above', () => {
  test('is not the customer, not the same one, and nobody below', async () => {
    const { ctx, staff, info } = await openDesk()
    const [a, b, c] = [await makeCustomer(ctx), await makeCustomer(ctx), await makeCustomer(ctx)]
    const bind = (userId: number, spreadUid: number) => staff.call(shopUser.spread, { body: { userId, spreadUid } })
    expect((await bind(b, a)).status).toBe(200)
    expect((await bind(c, b)).status).toBe(200)
    for (const [userId, spreadUid, status, message] of [
      [a, a, 422, '上级推广人不能为自己'],
      [b, a, 422, '当前推广人已经是所选人'],
      [a, c, 422, '不能将下级设为上级'],
      [a, 999_999, 404, '推广人不存在或已被删除'],
      [999_999, a, 404, '用户不存在或已被删除'],
    ] as const)
      expect(await bind(userId, spreadUid), message).toMatchObject({ status, body: { message } })
    expect(await info(c)).toMatchObject({ spreadUid: b })
    expect(await info(a)).toMatchObject({ spreadCount: 1 })
    const [row] = (await ctx.db.execute<{ path: string }>(sql`select path from shop_user where id = ${c}`)).rows
    expect(row?.path).toBe(`/${a}/${b}/`)
  })

  test('is cleared with the paths below and the counts', async () => {
    const { shop, ctx, staff, info } = await openDesk()
    const [a, b, c] = [await makeCustomer(ctx), await makeCustomer(ctx), await makeCustomer(ctx)]
    await staff.call(shopUser.spread, { body: { userId: b, spreadUid: a } })
    await staff.call(shopUser.spread, { body: { userId: c, spreadUid: b } })
    const cleared = await staff.call(shopUser.clearSpread, { body: { id: b } })
    expect(await trailOf(shop, cleared)).toEqual(['spread'])
    expect(await info(a)).toMatchObject({ spreadCount: 0 })
    expect(await info(b)).toMatchObject({ spreadUid: 0, spreadTime: null, spreadCount: 1 })
    const { rows } = await ctx.db.execute(sql`select id, path from shop_user order by id`)
    expect(rows).toEqual([
      { id: a, path: '/' },
      { id: b, path: '/' },
      { id: c, path: `/${b}/` },
    ])
    expect((await staff.call(shopUser.clearSpread, { body: { id: b } })).status).toBe(422)
  })

  test('forms no ring when two are bound to each other at once', async () => {
    const { ctx, staff } = await openDesk()
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await makeCustomer(ctx), await makeCustomer(ctx)]
      const answers = await Promise.all([
        staff.call(shopUser.spread, { body: { userId: a, spreadUid: b } }),
        staff.call(shopUser.spread, { body: { userId: b, spreadUid: a } }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    }
  })
})

test('the detail counts and lists ledgers, relations and notes', async () => {
  const { shop, ctx, staff } = await openDesk()
  const [up, uid] = [await makeCustomer(ctx, { nickname: '周屿' }), await makeCustomer(ctx, { nickname: '阿夏' })]
  await staff.call(shopUser.spread, { body: { userId: uid, spreadUid: up } })
  await staff.call(shopUser.funds, { body: { uid, moneyValue: 20, integralValue: 5, mark: '补偿' } })
  const note = await staff.call(shopUser.note, { body: { uid, content: '到货告诉她' } })
  expect(await trailOf(shop, note)).toEqual(['note'])
  const { body: head } = await staff.call(shopUser.topDetail, { query: { userId: uid } })
  expect(head).toMatchObject({
    balance: 20,
    integralCount: 5,
    allOrderCount: 0,
    avgPrice: 0,
    refundCount: 0,
    counts: { 1: 1, 4: 1, 5: 1, 6: 0, 10: 1 },
  })
  const listed = async (type: 1 | 4 | 5 | 6 | 10) =>
    (await staff.call(shopUser.detailList, { query: { userId: uid, type } })).body.list
  expect(await listed(1)).toMatchObject([{ title: '后台积分操作', pm: 1, number: 5, balance: 5 }])
  expect(await listed(4)).toMatchObject([{ title: '后台操作', pm: 1, number: 20, balance: 20, mark: '补偿' }])
  expect(await listed(5)).toMatchObject([{ id: up, relation: 'up', nickname: '周屿' }])
  expect(await listed(6)).toEqual([])
  expect(await listed(10)).toMatchObject([{ content: '到货告诉她', operatorName: staff.username }])
})

test('the detail lists coupons with their state of now, and the days of signing in', async () => {
  const { shop, ctx, staff } = await openDesk()
  const [uid, other] = [await makeCustomer(ctx), await makeCustomer(ctx)]
  const { id: orderId, orderNo } = await makeOrder(ctx, { uid })
  const past = new Date(ctx.now().getTime() - 1000)
  const used = await giveCopy(ctx, uid, { status: 1, orderId, minPriceFen: 50_00 })
  const over = await giveCopy(ctx, uid, { endTime: past })
  const ended = await giveCopy(ctx, uid, { status: 2, voidReason: '订单已退款', source: 'buy' })
  const usable = await giveCopy(ctx, uid)
  await giveCopy(ctx, other)
  await ctx.db.insert(signLogs).values([
    { uid, signDay: '2026-01-01', title: '第一天', number: 1, integral: 5, experience: 10 },
    { uid, signDay: '2026-01-02', title: '第二天', number: 2, integral: 10, experience: 10 },
  ])
  const head = (caller: typeof staff) => caller.call(shopUser.topDetail, { query: { userId: uid } })
  const list = (caller: typeof staff, type: 2 | 3) => caller.call(shopUser.detailList, { query: { userId: uid, type } })
  expect((await head(staff)).body).toMatchObject({ couponCount: 1, counts: { 2: 2, 3: 4 } })
  expect((await list(staff, 3)).body.list).toMatchObject([
    { id: usable.id, title: '五元券', number: 5, minPrice: 0, content: '可用', mark: '后台发送', linkId: '' },
    { id: ended.id, content: '已失效', mark: '订单已退款' },
    { id: over.id, content: '已失效' },
    { id: used.id, content: '已使用', minPrice: 50, linkId: orderNo },
  ])
  expect((await list(staff, 2)).body.list).toMatchObject([
    { title: '第二天', content: '2026-01-02', number: 10, experience: 10 },
    { title: '第一天', content: '2026-01-01', number: 5, experience: 10 },
  ])
  const clerk = await shop.signIn({ can: all, dataScope: '本门店', storeIds: [7] })
  await makeOrder(ctx, { uid, shippingType: 2, storeId: 7 })
  expect((await list(clerk, 3)).body.list).toEqual([])
  expect((await head(clerk)).body).toMatchObject({ couponCount: null })
})

test('accounts that see their stores alone learn neither what customers have spent nor who else belongs to them', async () => {
  const { shop, ctx, staff } = await openDesk()
  const clerk = await shop.signIn({ can: all, dataScope: '本门店', storeIds: [7] })
  const [up, down] = [await makeCustomer(ctx, { nickname: '周屿' }), await makeCustomer(ctx, { nickname: '小满' })]
  const uid = await makeCustomer(ctx, { nickname: '阿夏' })
  await staff.call(shopUser.spread, { body: { userId: uid, spreadUid: up } })
  await staff.call(shopUser.spread, { body: { userId: down, spreadUid: uid } })
  const here = { shippingType: 2, storeId: 7 } as const
  await makeOrder(ctx, { uid, ...here })
  for (const bound of [{ minConsume: 10 }, { maxConsume: 0 }])
    expect(await clerk.call(shopUser.list, { query: bound })).toMatchObject({
      status: 400,
      body: { message: '门店账号不能按消费金额筛选' },
    })
  const related = async () => {
    const { list } = (await clerk.call(shopUser.detailList, { query: { userId: uid, type: 5 } })).body
    const { counts } = (await clerk.call(shopUser.topDetail, { query: { userId: uid } })).body
    return { ids: list.map(({ id }) => id), count: counts['5'] }
  }
  expect(await related()).toEqual({ ids: [], count: 0 })
  await makeOrder(ctx, { uid: down, ...here })
  expect(await related()).toEqual({ ids: [down], count: 1 })
})

test('addresses of a customer are listed masked, and each look at one in full is on record', async () => {
  const { shop, ctx, staff } = await openDesk()
  const [uid, other] = [await makeCustomer(ctx, { nickname: '阿夏' }), await makeCustomer(ctx, { nickname: '周屿' })]
  const place = { cityId: 110105, province: '北京市', city: '北京市', district: '朝阳区', detail: '望京街9号' }
  const [home] = await ctx.db
    .insert(buyerAddresses)
    .values({ uid, realName: '夏天', phone: '13912345678', isDefault: true, ...place })
    .returning({ id: buyerAddresses.id })
  const { body } = await staff.call(shopUser.detailList, { query: { userId: uid, type: 7 } })
  expect(body.list).toEqual([
    {
      id: home?.id,
      createTime: expect.any(String),
      title: '夏天',
      phone: '139****5678',
      isDefault: true,
      content: '北京市 朝阳区',
    },
  ])
  expect((await staff.call(shopUser.topDetail, { query: { userId: uid } })).body.counts).toMatchObject({ 7: 1 })
  const show = (id: number, field: string) => ({ body: { type: 'user' as const, id, field } })
  const trusted = await shop.signIn({ can: [reveal.show] })
  for (const asked of [
    show(other, `receiver${home?.id}`),
    show(uid, 'receiver0'),
    show(uid, 'receiver999999999999999'),
  ])
    expect((await trusted.call(reveal.show, asked)).status).toBe(404)
  const seen = await trusted.call(reveal.show, show(uid, `receiver${home?.id}`))
  expect(seen.body).toEqual({ value: '夏天 13912345678 北京市 朝阳区 望京街9号' })
  expect(await trailOf(shop, seen)).toEqual(['unmask'])
})

test('masked values are shown in full to those who may see them, each look in the audit trail', async () => {
  const { shop, ctx, staff } = await openDesk()
  const uid = await makeCustomer(ctx, { phone: '13800138021', cardId: '110101199007090011' })
  await setSettings(shop, { reveal_daily_limit: 2 })
  const show = (field: string, id = uid) => ({ body: { type: 'user' as const, id, field } })
  expect((await staff.call(reveal.show, show('phone'))).status).toBe(403)
  const trusted = await shop.signIn({ can: [reveal.show] })
  for (const input of [
    show('passwordHash'),
    show('phone', 999_999),
    show('phone', uid + 1),
    { body: { ...show('phone').body, type: 'staff' as const } },
  ])
    expect((await trusted.call(reveal.show, input)).status).toBe(404)
  const seen = await trusted.call(reveal.show, show('phone'))
  expect(seen.body).toEqual({ value: '13800138021' })
  expect(await trailOf(shop, seen)).toEqual(['unmask'])
  expect((await trusted.call(reveal.show, show('cardId'))).body).toEqual({ value: '110101199007090011' })
  const clerk = await shop.signIn({ can: [reveal.show], dataScope: '本门店', storeIds: [1] })
  expect((await clerk.call(reveal.show, show('phone'))).status).toBe(404)

  // As many a day as the shop allows; the same again is not counted, and what was asked for before it was there is.
  const third = await makeCustomer(ctx, { phone: '13800138022' })
  expect(third).toBe(uid + 1)
  expect((await trusted.call(reveal.show, show('phone'))).status).toBe(200)
  for (let time = 0; time < 2; time++)
    expect(await trusted.call(reveal.show, show('phone', third))).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('每日上限') },
    })
  const over = sql`select count(*)::int as n from audit_entry where action = 'unmaskOver'`
  expect((await ctx.db.execute(over)).rows).toEqual([{ n: 1 }])
  expect((await (await shop.signIn({ can: [reveal.show] })).call(reveal.show, show('phone', third))).status).toBe(200)
})

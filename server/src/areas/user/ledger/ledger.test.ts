import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { type PointsStatus, pointsStatuses } from '@zhanggui/domain/user/ledger.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { openShop } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'
import { balancesOf, expectReconciled, makeCustomer } from '../../../testing/user.ts'
import { addBalance, changePoints, takeBalance } from './ledger.service.ts'
import { userBills, userIntegralRecords } from './ledger.tables.ts'

async function openDesk(permissions: readonly string[] = []) {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [shopUser.funds], permissions })
  const uid = await makeCustomer(shop.ctx)
  const change = (body: object) => staff.call(shopUser.funds, { body: { uid, mark: '补偿顾客', ...body } })
  const give = (money: number, integral = 0) => change({ moneyValue: money, integralValue: integral })
  return { shop, staff, uid, change, give, ctx: shop.ctx }
}

const within = <Result>(ctx: Ctx, work: (tx: Ctx) => Promise<Result>) => inTransaction(ctx, work)

test('5.2 a change of nothing, without a reason, or below zero is refused, and changes nothing', async () => {
  const { ctx, change, give } = await openDesk()
  await give(100, 50)
  for (const [body, status, message] of [
    [{}, 400, '请填写要调整的余额或积分'],
    [{ moneyValue: 0, integralValue: 0 }, 400, '请填写要调整的余额或积分'],
    [{ moneyValue: -1 }, 400, '余额不能小于0'],
    [{ moneyValue: 1.001 }, 400, expect.stringContaining('余额')],
    [{ moneyValue: 1, moneyType: 3 }, 400, expect.stringContaining('余额增减')],
    [{ moneyValue: 1, mark: '好' }, 400, expect.stringContaining('备注')],
    [{ moneyValue: 100.01, moneyType: 2 }, 422, '余额扣减后不能小于0'],
    [{ integralValue: 51, integralType: 2 }, 422, '积分扣减后不能小于0'],
    [{ moneyValue: 10, integralValue: 51, integralType: 2 }, 422, '积分扣减后不能小于0'],
    [{ uid: 999_999, moneyValue: 1 }, 404, '用户不存在或已被删除'],
  ] as const)
    expect(await change(body), JSON.stringify(body)).toMatchObject({ status, body: { message } })
  await expectReconciled(ctx)
})

test('5.2 staff add to and take from balance and points, each with its record and one audit entry', async () => {
  const { shop, ctx, staff, uid, change } = await openDesk()
  expect((await change({ moneyValue: 86.5, integralValue: 200 })).body).toEqual({})
  const taken = await change({ moneyType: 2, moneyValue: '6.50', integralType: 2, integralValue: 60 })
  expect(taken.status).toBe(200)
  expect(await trailOf(shop, taken)).toEqual(['funds'])
  expect(await balancesOf(ctx, uid)).toMatchObject({ money: 80_00, integral: 140 })
  const bills = await ctx.db.select().from(userBills).orderBy(userBills.id)
  const added = { pm: 1, type: 'system_add', title: '后台操作', numberFen: 86_50, balanceFen: 86_50, mark: '补偿顾客' }
  expect(bills).toMatchObject([
    { ...added, operatorId: staff.userId },
    { pm: 0, type: 'system_sub', numberFen: 6_50, balanceFen: 80_00 },
  ])
  await expectReconciled(ctx)
})

test('5.2 more than 5,000 yuan at once needs a right of its own', async () => {
  const { change } = await openDesk()
  expect((await change({ moneyValue: 5000 })).status).toBe(200)
  expect(await change({ moneyValue: 5000.01 })).toMatchObject({
    status: 403,
    body: { message: '一次调整超过 5000 元需要「大额调整」权限', permission: 'admin:user:operate:founds:large' },
  })
  const other = await openDesk(['admin:user:operate:founds:large'])
  expect((await other.change({ moneyValue: 5000.01 })).status).toBe(200)
})

test('7.1 of changes at once none takes more than there is, and the ledgers add up', async () => {
  const { ctx, uid, change, give } = await openDesk()
  await give(100, 100)
  for (let round = 0; round < 5; round++) {
    const had = await balancesOf(ctx, uid)
    const answers = await Promise.all([
      change({ moneyType: 2, moneyValue: 80 }),
      change({ moneyType: 2, moneyValue: 80 }),
      change({ integralType: 2, integralValue: 60 }),
      change({ integralType: 2, integralValue: 60 }),
      change({ moneyValue: 3, integralValue: 2 }),
    ])
    const statuses = answers.map(({ status }) => status)
    const money = statuses.slice(0, 2).filter((status) => status === 200).length
    const points = statuses.slice(2, 4).filter((status) => status === 200).length
    expect(money, JSON.stringify(had)).toBe(1)
    expect(points).toBe(1)
    await give(77, 58)
  }
  expect(await balancesOf(ctx, uid)).toMatchObject({ money: 100_00, integral: 100 })
  await expectReconciled(ctx)
})

test('7.1 an event with a key is booked once, of many at once too', async () => {
  const { ctx, uid } = await openDesk()
  const add = () =>
    within(ctx, (tx) => addBalance(tx, { uid, type: 'pay_product_refund', numberFen: 500, bizKey: 'refund:R1' }))
  const points = () =>
    within(ctx, (tx) =>
      changePoints(tx, {
        ...{ uid, type: 1, integral: 7, linkType: 'order', title: '用户订单付款成功' },
        ...{ bizKey: 'order:1:earn', status: 3 },
      }),
    )
  expect(await Promise.all([add(), add(), add(), add()])).toEqual([true, true, true, true])
  expect(await Promise.all([points(), points(), points(), points()])).toEqual([true, true, true, true])
  expect(await balancesOf(ctx, uid)).toMatchObject({ money: 500, integral: 7 })
  const take = (bizKey: string) =>
    within(ctx, (tx) => takeBalance(tx, { uid, type: 'pay_order', numberFen: 300, bizKey }))
  expect([await take('order:1:pay'), await take('order:1:pay'), await take('order:2:pay')]).toEqual([true, true, false])
  await expectReconciled(ctx)
})

test('7.1 points move when their record is done; until then it goes on with the same key, and afterwards it stays', async () => {
  const { ctx, uid } = await openDesk()
  const { created, frozen, done, void: ended } = pointsStatuses
  const step = (bizKey: string, status: PointsStatus, integral: number, more: object = {}) =>
    within(ctx, (tx) =>
      changePoints(tx, {
        uid,
        type: 1,
        integral,
        linkType: 'order',
        title: '用户订单付款成功',
        bizKey,
        status,
        ...more,
      }),
    )
  const points = async () => (await balancesOf(ctx, uid))?.integral
  await step('order:1:earn', created, 100)
  await step('order:1:earn', frozen, 80, { thawTime: new Date('2026-01-02T00:00:00Z') })
  expect(await points()).toBe(0)
  // A record may become less, but not more, nor go back.
  await step('order:1:earn', created, 90)
  await step('order:1:earn', done, 95)
  expect(await points()).toBe(80)
  await step('order:1:earn', ended, 0)
  expect(await points()).toBe(80)
  await step('order:2:earn', created, 10)
  await step('order:2:earn', created, 15, { mayRise: true })
  await step('order:2:earn', ended, 15)
  await step('order:2:earn', done, 15)
  expect(await points()).toBe(80)
  const rows = await ctx.db.select().from(userIntegralRecords).orderBy(userIntegralRecords.id)
  expect(rows.map(({ status, integral, balance }) => [status, integral, balance])).toEqual([
    [done, 80, 80],
    [ended, 15, 80],
  ])
  const spent = await within(ctx, (tx) =>
    changePoints(tx, { uid, type: 2, integral: 81, linkType: 'order', title: '订单积分抵扣', status: done }),
  )
  expect(spent).toBe(false)
  await expectReconciled(ctx)
})

test('0.4 no row of the ledgers is changed or deleted, and a done points record not either', async () => {
  const { ctx, give, uid } = await openDesk()
  await give(10, 10)
  for (const statement of [
    sql`update user_bill set number_fen = 1`,
    sql`delete from user_bill`,
    sql`update user_integral_record set integral = 1`,
    sql`delete from user_integral_record`,
  ])
    await expect(ctx.db.execute(statement)).rejects.toMatchObject({ cause: { code: '42501' } })
  expect(await ctx.db.$count(userBills, eq(userBills.uid, uid))).toBe(1)
})

import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { type PointsStatus, pointsStatuses } from '@zhanggui/domain/user/ledger.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { openShop } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'
import { balancesOf, expectReconciled, makeCustomer } from '../../../testing/user.ts'
import { reconcile } from '../../order/recon/recon.service.ts'
import { addBalance, changePoints, cutPoints, takeBalance } from './ledger.service.ts'
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

test('a change of nothing, without a reason, or below zero is refused, and changes nothing', async () => {
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

test('staff add to and take from balance and points, each with its record and one audit entry', async () => {
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

test('more than 5,000 yuan in a day needs a right of its own, however it is split, and as points too', async () => {
  const { ctx, uid, change, give } = await openDesk()
  const other = await makeCustomer(ctx)
  const large = 'admin:user:operate:founds:large'
  const refused = (message: string) => ({ status: 403, body: { message, permission: large } })
  const most = '超过 5000 元（积分按抵扣金额计），需要「大额调整」权限'
  expect(await give(5000.01)).toMatchObject(refused(`一次调整${most}`))
  expect(await give(0.01, 500_000)).toMatchObject(refused(`一次调整${most}`))
  const atOnce = await Promise.all([uid, other, uid, other].map((each) => change({ uid: each, moneyValue: 2000 })))
  expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403])
  expect((await give(999.99, 1)).status).toBe(200)
  expect(await give(0.01)).toMatchObject(refused(`今天已增加 5000 元，加上这次${most}`))
  // What is taken away counts by itself.
  expect((await change({ uid, moneyType: 2, moneyValue: 100 })).status).toBe(200)
  const chief = await openDesk([large])
  expect((await chief.give(5000.01, 999_999)).status).toBe(200)
})

test('of changes at once none takes more than there is, and the ledgers add up', async () => {
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

test('an event with a key is booked once, of many at once too', async () => {
  const { ctx, uid } = await openDesk()
  const add = () =>
    within(ctx, (tx) => addBalance(tx, { uid, type: 'pay_product_refund', numberFen: 500, bizKey: 'refund:R1' }))
  const points = () =>
    within(ctx, (tx) =>
      changePoints(tx, {
        uid,
        type: 1,
        integral: 7,
        linkType: 'order',
        title: '用户订单付款成功',
        bizKey: 'order:1:earn',
        status: 3,
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

test('points move when their record is done; until then it goes on with the same key, and afterwards it stays', async () => {
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

test('points that are owed are paid once by those that come next, however many come at once and to whichever account of the person', async () => {
  const { ctx, uid, change, give } = await openDesk()
  const note = { linkType: 'order', title: '用户订单付款成功', status: pointsStatuses.done } as const
  /** Points are earned and spent before their order goes back. */
  const owe = (integral: number, key: string) =>
    within(ctx, async (tx) => {
      const earnKey = `order:${key}:earn`
      await changePoints(tx, { ...note, uid, type: 1, integral, bizKey: earnKey })
      await changePoints(tx, { ...note, uid, type: 2, integral, bizKey: `order:${key}:spend` })
      const refund = { linkType: 'refund', linkId: '', title: '订单退款', bizKey: `refund:${key}:earn` } as const
      await cutPoints(tx, { uid, earnKey, kept: 0, taken: integral, note: refund })
    })
  const owed = async () => {
    const rows = await ctx.db.select().from(userIntegralRecords).where(eq(userIntegralRecords.uid, uid))
    return rows.filter(({ bizKey }) => bizKey?.endsWith(':owed')).map(({ status, integral }) => [status, integral])
  }
  const points = async (who = uid) => (await balancesOf(ctx, who))?.integral ?? 0
  await owe(50, 'one')
  await within(ctx, (tx) =>
    cutPoints(tx, {
      uid,
      earnKey: 'order:one:earn',
      kept: 0,
      taken: 30,
      note: { linkType: 'refund', linkId: '', title: '订单退款', bizKey: 'refund:two:earn' },
    }),
  )
  const gifts = await Promise.all(Array.from({ length: 5 }, () => change({ integralValue: 20 })))
  expect(gifts.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await points()).toBe(20)
  expect((await owed()).map(([status]) => status)).toEqual([3, 3])
  expect((await change({ integralType: 2, integralValue: 20 })).status).toBe(200)

  // The buyer who ended this account has two others: points they hold are taken at once, the rest from what either gets later.
  const heirs = [await makeCustomer(ctx), await makeCustomer(ctx)] as const
  await change({ uid: heirs[0], integralValue: 15 })
  for (const heir of heirs)
    await ctx.db.execute(sql`insert into former_account (uid, former_uid) values (${heir}, ${uid})`)
  await owe(40, 'three')
  expect([await points(heirs[0]), (await owed()).at(-1)]).toEqual([0, [2, 25]])
  await Promise.all([...heirs, ...heirs].map((heir) => change({ uid: heir, integralValue: 10 })))
  expect((await points(heirs[0])) + (await points(heirs[1]))).toBe(15)
  expect((await owed()).at(-1)?.[0]).toBe(pointsStatuses.void)
  await give(0.01, 10)
  expect(await points()).toBe(10)
  await expectReconciled(ctx)
  expect(await reconcile(ctx, { only: ['R2'] })).toEqual([])
})

test('no row of the ledgers is changed or deleted, and a done points record not either', async () => {
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

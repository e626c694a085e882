import { frontPoints } from '@zhanggui/contract/points/front-points.ts'
import { sign } from '@zhanggui/contract/points/sign.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { SHANGHAI_OFFSET_MS, toWireDay } from '@zhanggui/domain/time.ts'
import { MAX_POINTS } from '@zhanggui/domain/user/ledger.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { toTomorrow } from '../../../testing/shanghai-clock.ts'
import { type Caller, openShop } from '../../../testing/shop.ts'
import { balancesOf } from '../../../testing/user.ts'
import { changePoints } from '../../user/ledger/ledger.service.ts'
import { userLevels } from '../../user/level/user-level.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { signLogs } from './sign.tables.ts'

const DAY_MS = 24 * 3600_000
const MINUTE_MS = 60_000

/** A shop at noon in Shanghai. */
async function openFront() {
  const shop = await openShop()
  toTomorrow(shop.clock, 12)
  const buyer = await shop.buyer({ nickname: '小满' })
  return { shop, buyer, signIn: (who = buyer) => who.call(frontPoints.signIn) }
}

async function standingOf(buyer: Caller) {
  return { ...(await buyer.call(frontPoints.user)).body, ...(await buyer.call(frontPoints.get)).body }
}

test('nobody signs in while it is off, without rewards, blocked, or with all the points there can be', async () => {
  const { shop, buyer, signIn } = await openFront()
  const admin = await shop.signInAdmin()
  const turn = (on: boolean) =>
    admin.call(setting.save, { params: { group: 'marketing' }, body: { values: { sign_switch: on } } })
  const refused = async (message: string) => expect(await signIn()).toMatchObject({ status: 422, body: { message } })
  await turn(false)
  await refused('签到功能已关闭')
  await turn(true)
  const rewards = (await admin.call(sign.list)).body
  for (const { id } of rewards.toReversed()) await admin.call(sign.remove, { query: { id } })
  await refused('签到配置不存在，请在管理端配置签到数据')
  await admin.call(sign.save, { body: { title: '首日', day: 1, integral: 5 } })
  await inTransaction(shop.ctx, (tx) => {
    const gain = { uid: buyer.userId, type: 1, integral: MAX_POINTS - 4, linkType: 'system', title: '期初' } as const
    return changePoints(tx, { ...gain, status: 3 })
  })
  await refused('积分已达上限')
  expect(await shop.ctx.db.$count(signLogs)).toBe(0)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  expect((await shop.visitor().call(frontPoints.signIn)).status).toBe(401)
  expect((await admin.call(frontPoints.signIn)).status).toBe(401)
})

test('a customer who is blocked does not sign in, also where the session is still known', async () => {
  const { shop, buyer, signIn } = await openFront()
  await shop.ctx.db.update(shopUsers).set({ status: false }).where(eq(shopUsers.id, buyer.userId))
  expect([401, 403, 422]).toContain((await signIn()).status)
  expect(await shop.ctx.db.$count(signLogs)).toBe(0)
})

test('who signs in gets points, experience and the level they reach, once a day', async () => {
  const { shop, buyer, signIn } = await openFront()
  const [level] = await shop.ctx.db
    .insert(userLevels)
    .values({ name: '银卡', grade: 1, experience: 10, discount: 98 })
    .returning({ id: userLevels.id })
  expect(await standingOf(buyer)).toEqual({
    signNum: 0,
    sumSignDay: 0,
    isDaySign: false,
    isYesterdaySign: false,
    integral: 0,
    count: 0,
    today: false,
  })
  const first = await signIn()
  expect(first).toMatchObject({ status: 200, body: { title: '第1天', day: 1, integral: 5, experience: 10 } })
  expect(await signIn()).toMatchObject({ status: 409, body: { message: '今日已签到。不可重复签到' } })
  expect(await balancesOf(shop.ctx, buyer.userId)).toMatchObject({ integral: 5, experience: 10, level: level?.id })
  expect(await standingOf(buyer)).toEqual({
    signNum: 1,
    sumSignDay: 1,
    isDaySign: true,
    isYesterdaySign: false,
    integral: 5,
    count: 1,
    today: true,
  })
  const records = (await buyer.call(frontPoints.records)).body
  expect(records).toMatchObject({
    total: 1,
    list: [{ title: '签到积分奖励', type: 1, integral: 5, balance: 5, status: 3 }],
  })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('twenty taps at once sign in once, through two processes', async () => {
  const { shop, buyer } = await openFront()
  const other = await shop.second()
  for (let day = 0; day < 3; day++) {
    const taps = Array.from({ length: 20 }, (_, tap) =>
      buyer.call(frontPoints.signIn, tap % 2 ? { process: other } : {}),
    )
    const statuses = (await Promise.all(taps)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
    shop.clock.advance(DAY_MS)
  }
  expect(await balancesOf(shop.ctx, buyer.userId)).toMatchObject({ integral: 30, experience: 30 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('beside staff who take points away, and customers who end their account, nothing is lost or given twice', async () => {
  const { shop } = await openFront()
  const staff = await shop.signIn({ can: [shopUser.funds, shopUser.status] })
  for (let round = 0; round < 5; round++) {
    const buyer = await shop.buyer()
    const uid = buyer.userId
    const take = (integralValue: number) =>
      staff.call(shopUser.funds, { body: { uid, integralType: 2, integralValue, mark: '重复赠送' } })
    const block = () => staff.call(shopUser.status, { body: { ids: [uid], status: false, closeReason: '刷积分' } })
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => buyer.call(frontPoints.signIn)),
      ...[take(5), take(5), ...(round % 2 ? [block()] : [])],
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const signed = answers.slice(0, 3).filter(({ status }) => status === 200).length
    const taken = answers.slice(3, 5).filter(({ status }) => status === 200).length
    expect(signed).toBeLessThanOrEqual(1)
    expect(await balancesOf(shop.ctx, uid)).toMatchObject({ integral: 5 * (signed - taken), experience: 10 * signed })
  }
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('days in a row go over midnight in Shanghai, wherever the server stands', async () => {
  const zone = process.env.TZ
  onTestFinished(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
  const { shop, buyer, signIn } = await openFront()
  for (const place of ['America/Los_Angeles', 'Pacific/Kiritimati', 'UTC']) {
    process.env.TZ = place
    toTomorrow(shop.clock, 23, 50)
    const day = toWireDay(shop.clock.now())
    const before = await standingOf(buyer)
    expect((await signIn()).status, place).toBe(200)
    shop.clock.advance(5 * MINUTE_MS)
    expect((await signIn()).status).toBe(409)
    shop.clock.advance(10 * MINUTE_MS)
    const { count, today, isYesterdaySign } = await standingOf(buyer)
    expect({ count, today, isYesterdaySign }).toEqual({ count: before.count + 1, today: false, isYesterdaySign: true })
    expect((await signIn()).status).toBe(200)
    const { list } = (await buyer.call(frontPoints.list)).body
    expect(list[1]?.signDay).toBe(day)
    shop.clock.advance(3 * DAY_MS)
    expect((await standingOf(buyer)).count).toBe(0)
  }
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('after the last day the reward of the first comes again, and a broken row begins with it', async () => {
  const { shop, buyer, signIn } = await openFront()
  const days: number[] = []
  for (let day = 0; day < 9; day++) {
    days.push((await signIn()).body.day)
    shop.clock.advance(DAY_MS)
  }
  expect(days).toEqual([1, 2, 3, 4, 5, 6, 7, 1, 2])
  expect(await standingOf(buyer)).toMatchObject({ signNum: 9, sumSignDay: 9 })
  shop.clock.advance(DAY_MS)
  expect(await standingOf(buyer)).toMatchObject({ signNum: 0, sumSignDay: 9, isYesterdaySign: false })
  expect((await signIn()).body.day).toBe(1)
  expect(await standingOf(buyer)).toMatchObject({ signNum: 1, sumSignDay: 10 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a visitor sees the rewards, a buyer the own days alone, by month too', async () => {
  const { shop, signIn } = await openFront()
  const config = (await shop.visitor().call(frontPoints.config)).body
  expect(config).toHaveLength(7)
  expect(config[6]).toMatchObject({ title: '第7天', day: 7, integral: 50, experience: 10 })
  // The last day of the next month, and the first of that after it.
  const [year = 0, month = 0] = toWireDay(shop.clock.now()).split('-').map(Number)
  const noon = Date.UTC(year, month + 1, 1, 12) - SHANGHAI_OFFSET_MS - DAY_MS
  shop.clock.advance(noon - shop.clock.now().getTime())
  const [buyer, other] = [await shop.buyer(), await shop.buyer()]
  await signIn(other)
  await signIn(buyer)
  shop.clock.advance(DAY_MS)
  await signIn(buyer)
  const { list, total } = (await buyer.call(frontPoints.list, { query: { limit: 1 } })).body
  expect([list, total]).toEqual([[{ title: '第2天', number: 10, signDay: toWireDay(shop.clock.now()) }], 2])
  const months = (await buyer.call(frontPoints.month)).body
  expect(months.map(({ list: days }) => days.map(({ number }) => number))).toEqual([[10], [5]])
  expect(months[0]?.month).toBe(toWireDay(shop.clock.now()).slice(0, 7))
  const second = (await buyer.call(frontPoints.month, { query: { page: 2, limit: 1 } })).body
  expect(second).toEqual([months[1]])
  expect((await buyer.call(frontPoints.month, { query: { page: 3, limit: 1 } })).body).toEqual([])
})

test('staff see who signed in when, by customer and day, and store accounts their own customers', async () => {
  const { shop, buyer, signIn } = await openFront()
  const other = await shop.buyer({ nickname: '阿澈', phone: '13800138001' })
  await signIn()
  await signIn(other)
  shop.clock.advance(DAY_MS)
  await signIn()
  const staff = await shop.signIn({ can: [sign.log] })
  const log = async (query: object, who = staff) => {
    const { body } = await who.call(sign.log, { query })
    return body.list.map(({ uid, nickname, number, experience }) => [uid, nickname, number, experience])
  }
  const mine = [
    [buyer.userId, '小满', 10, 10],
    [buyer.userId, '小满', 5, 10],
  ]
  expect(await log({})).toEqual([mine[0], [other.userId, '阿澈', 5, 10], mine[1]])
  expect(await log({ uid: buyer.userId })).toEqual(mine)
  expect(await log({ keywords: '小' })).toEqual(mine)
  expect(await log({ keywords: '13800138001' })).toEqual([[other.userId, '阿澈', 5, 10]])
  expect(await log({ keywords: '无此人' })).toEqual([])
  expect(await log({ dateLimit: ['today'] })).toEqual([mine[0]])
  expect(await log({ dateLimit: ['yesterday'] })).toHaveLength(2)
  const keeper = await shop.signIn({ can: [sign.log], dataScope: '本门店' })
  expect(await log({}, keeper)).toEqual([])
  const { rows } = await shop.ctx.db.execute(sql`select count(*)::int as days from sign_log`)
  expect(rows).toEqual([{ days: 3 }])
})

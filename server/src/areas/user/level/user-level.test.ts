import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { userLevel } from '@zhanggui/contract/user/user-level.ts'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { openShop } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'
import { balancesOf, expectReconciled, makeCustomer } from '../../../testing/user.ts'
import { changeExperience } from '../ledger/ledger.service.ts'
import { userLevelLogs } from './user-level.tables.ts'

async function openDesk() {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [...Object.values(userLevel), shopUser.level, shopUser.info] })
  const save = (grade: number, experience: number, more: object = {}) =>
    staff.call(userLevel.save, { body: { name: `${grade}级`, grade, experience, discount: 100 - grade, ...more } })
  const add = async (grade: number, experience: number) => (await save(grade, experience)).body.id
  const gain = (uid: number, experience: number, type: 1 | 2 = 1) =>
    inTransaction(shop.ctx, (tx) => changeExperience(tx, { uid, type, experience, linkType: 'system', title: '测试' }))
  const levelOf = async (uid: number) => (await balancesOf(shop.ctx, uid))?.level
  const logOf = (uid: number) =>
    shop.ctx.db.select().from(userLevelLogs).where(eq(userLevelLogs.uid, uid)).orderBy(asc(userLevelLogs.id))
  return { shop, staff, save, add, gain, levelOf, logOf }
}

test('a level with a taken grade or name, or with experience that does not rise with the grade, is refused', async () => {
  const { staff, save } = await openDesk()
  await save(2, 200)
  await save(4, 400)
  for (const [grade, experience, more, status, message] of [
    [2, 300, { name: '新' }, 409, '该等级已存在'],
    [3, 300, { name: '2级' }, 409, '等级名称已存在'],
    [3, 200, {}, 422, '所需经验应大于等级 2「2级」的 200'],
    [3, 400, {}, 422, '所需经验应小于等级 4「4级」的 400'],
    [0, 1, {}, 400, '等级不能小于1'],
    [3, 300, { discount: 0 }, 400, '享受折扣不能小于1'],
  ] as const)
    expect(await save(grade, experience, more), message).toMatchObject({ status, body: { message } })
  const id = (await save(3, 300)).body.id
  const draft = { name: '3级', grade: 3, experience: 500, discount: 97 }
  expect((await staff.call(userLevel.update, { params: { id }, body: draft })).status).toBe(422)
  const missing = await staff.call(userLevel.update, { params: { id: 999_999 }, body: { ...draft, experience: 350 } })
  expect(missing.status).toBe(404)
})

test('of two levels saved at once that do not fit together, one is refused', async () => {
  const { save } = await openDesk()
  const answers = await Promise.all([save(1, 300), save(2, 200)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('levels are changed over the version that was seen, shown, hidden and deleted, each with its audit entry', async () => {
  const { shop, staff, save } = await openDesk()
  const saved = await save(1, 100)
  const { id } = saved.body
  expect(await trailOf(shop, saved)).toEqual(['create'])
  const draft = { name: '铜卡', grade: 1, experience: 100, discount: 98 }
  const update = (version: number) => staff.call(userLevel.update, { params: { id }, body: { ...draft, version } })
  expect((await update(0)).body).toMatchObject({ id, version: 1 })
  expect(await update(0)).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } })
  const hidden = await staff.call(userLevel.use, { body: { id, isShow: false } })
  expect(await trailOf(shop, hidden)).toEqual(['status'])
  expect((await staff.call(userLevel.list, { query: { isShow: true } })).body).toEqual([])
  expect((await staff.call(userLevel.list, { query: {} })).body).toMatchObject([{ name: '铜卡', isShow: false }])
  expect(await trailOf(shop, await staff.call(userLevel.remove, { params: { id } }))).toEqual(['delete'])
  expect((await staff.call(userLevel.remove, { params: { id } })).status).toBe(404)
})

test('experience raises and lowers the level, and each change is on record', async () => {
  const { shop, add, gain, levelOf, logOf } = await openDesk()
  const [one, two] = [await add(1, 100), await add(2, 200)]
  const uid = await makeCustomer(shop.ctx)
  await gain(uid, 99)
  expect(await levelOf(uid)).toBe(0)
  await gain(uid, 150)
  expect(await levelOf(uid)).toBe(two)
  await gain(uid, 100, 2)
  expect(await levelOf(uid)).toBe(one)
  // No more is taken than there is.
  await gain(uid, 1000, 2)
  expect(await balancesOf(shop.ctx, uid)).toMatchObject({ experience: 0, level: 0 })
  expect((await logOf(uid)).map(({ levelId, auto }) => [levelId, auto])).toEqual([
    [two, true],
    [one, true],
    [0, true],
  ])
  await expectReconciled(shop.ctx)
})

test('a level given by hand stays when experience falls short, and rises by itself', async () => {
  const { shop, staff, add, gain, levelOf, logOf } = await openDesk()
  const [one, two, three] = [await add(1, 100), await add(2, 200), await add(3, 300)]
  const uid = await makeCustomer(shop.ctx)
  const give = (levelId: number, isSub?: boolean) => staff.call(shopUser.level, { body: { uid, levelId, isSub } })
  expect((await give(two)).status).toBe(200)
  expect((await staff.call(shopUser.info, { query: { id: uid } })).body).toMatchObject({
    levelName: '2级',
    levelAuto: false,
    nextLevel: { name: '3级', experience: 300 },
  })
  await gain(uid, 120)
  expect(await levelOf(uid)).toBe(two)
  await gain(uid, 200)
  expect(await levelOf(uid)).toBe(three)

  expect(await give(one)).toMatchObject({ status: 422, body: { message: expect.stringContaining('扣减经验') } })
  const lowered = await give(one, true)
  expect(await trailOf(shop, lowered)).toEqual(['level'])
  expect(await balancesOf(shop.ctx, uid)).toMatchObject({ level: one, experience: 100 })
  // The same level again changes nothing.
  expect(await trailOf(shop, await give(one))).toEqual([])
  expect(await give(999_999)).toMatchObject({ status: 404, body: { message: '用户等级不存在或已被删除' } })
  expect((await logOf(uid)).map(({ levelId, auto }) => [levelId, auto])).toEqual([
    [two, false],
    [three, true],
    [one, false],
  ])
  await expectReconciled(shop.ctx)
})

test('customers of a level that is hidden or deleted get the highest one they reach', async () => {
  const { shop, staff, add, gain, levelOf } = await openDesk()
  const [one, two, three] = [await add(1, 100), await add(2, 200), await add(3, 300)]
  const [reached, given] = [await makeCustomer(shop.ctx), await makeCustomer(shop.ctx)]
  await gain(reached, 350)
  await staff.call(shopUser.level, { body: { uid: given, levelId: three } })
  await staff.call(userLevel.use, { body: { id: three, isShow: false } })
  await shop.app.work()
  await expect.poll(async () => [await levelOf(reached), await levelOf(given)]).toEqual([two, 0])
  await staff.call(userLevel.remove, { params: { id: two } })
  await expect.poll(() => levelOf(reached)).toBe(one)
})

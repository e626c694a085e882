import { sign } from '@zhanggui/contract/points/sign.ts'
import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'
import { insertSignRewards } from './sign.seed.ts'
import { signRewards } from './sign.tables.ts'

async function openDesk() {
  const shop = await openShop()
  const staff = await shop.signIn({ can: Object.values(sign) })
  const list = async () => (await staff.call(sign.list)).body
  const save = (day: number, more: object = {}) =>
    staff.call(sign.save, { body: { title: `第${day}天`, day, integral: 5, ...more } })
  const remove = (id: number) => staff.call(sign.remove, { query: { id } })
  return { shop, staff, list, save, remove }
}

test('a shop begins with rewards of seven days, and keeps what staff made of them', async () => {
  const { shop, staff, list } = await openDesk()
  const rewards = await list()
  expect(rewards.map(({ day, integral, experience }) => [day, integral, experience])).toEqual([
    ...[[1, 5, 10] as const, [2, 10, 10], [3, 15, 10], [4, 20, 10], [5, 25, 10], [6, 30, 10], [7, 50, 10]],
  ])
  const [first, last] = [rewards[0], rewards[6]]
  await staff.call(sign.remove, { query: { id: last?.id ?? 0 } })
  await staff.call(sign.update, { body: { id: first?.id ?? 0, title: '首日', day: 1, integral: 8, experience: 0 } })
  await insertSignRewards(shop.ctx)
  expect(await list()).toHaveLength(6)
  expect((await list())[0]).toMatchObject({ title: '首日', integral: 8, experience: 0 })
})

test('a reward of a day that has one, leaves a gap or has wrong amounts is refused, and one is deleted from the last day on', async () => {
  const { staff, list, save, remove } = await openDesk()
  for (const [day, more, status, message] of [
    [7, {}, 409, '该天数已存在'],
    [1, {}, 409, '该天数已存在'],
    [9, {}, 422, '天数应连续，请先添加第 8 天'],
    [0, {}, 400, '天数不能小于1'],
    [32, {}, 400, '天数不能大于31'],
    [1.5, {}, 400, expect.stringContaining('天数')],
    [8, { title: ' ' }, 400, '请输入名称'],
    [8, { title: '长'.repeat(33) }, 400, expect.stringContaining('名称')],
    [8, { integral: -1 }, 400, '奖励积分不能小于0'],
    [8, { integral: 10_000 }, 400, '奖励积分不能大于9999'],
    [8, { integral: undefined }, 400, '请输入积分'],
    [8, { experience: 10_000 }, 400, '奖励经验不能大于9999'],
  ] as const)
    expect(await save(day, more), JSON.stringify([day, more])).toMatchObject({ status, body: { message } })
  const rewards = await list()
  const draft = { title: '新', integral: 1, experience: 1 }
  const update = (id: number, day: number, version?: number) =>
    staff.call(sign.update, { body: { id, day, version, ...draft } })
  const second = rewards[1]?.id ?? 0
  expect(await update(second, 3)).toMatchObject({ status: 409, body: { message: '该天数已存在' } })
  expect(await update(second, 8)).toMatchObject({ status: 422, body: { message: '天数应连续，不能修改' } })
  expect(await update(second, 2, 5)).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } })
  expect((await update(999_999, 2)).status).toBe(404)
  expect((await remove(999_999)).status).toBe(404)
  expect(await remove(second)).toMatchObject({ status: 422, body: { message: '请从最后一天开始删除' } })
  expect(await list()).toEqual(rewards)
})

test('rewards are added, changed and deleted, each with its audit entry', async () => {
  const { shop, staff, list, save, remove } = await openDesk()
  const saved = await save(8, { experience: 3 })
  expect(saved).toMatchObject({ status: 200, body: { version: 0 } })
  expect(await trailOf(shop, saved)).toEqual(['create'])
  const { id } = saved.body
  const draft = { id, title: '第八天', day: 8, integral: 60, version: 0 }
  const changed = await staff.call(sign.update, { body: draft })
  expect(changed.body).toEqual({ id, version: 1 })
  expect(await trailOf(shop, changed)).toEqual(['update'])
  expect((await list()).at(-1)).toEqual({ id, version: 1, title: '第八天', day: 8, integral: 60, experience: 3 })
  const gone = await remove(id)
  expect(await trailOf(shop, gone)).toEqual(['delete'])
  expect(await list()).toHaveLength(7)
})

test('of rewards of one day saved at once one is stored, and days stay without gaps when the last ones are deleted at once', async () => {
  const { list, save, remove } = await openDesk()
  const saves = await Promise.all([save(8), save(8), save(8), save(9)])
  expect(saves.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2)
  expect(saves.slice(0, 3).filter(({ status }) => status === 200)).toHaveLength(1)
  const ids = (await list()).slice(-3).map(({ id }) => id)
  await Promise.all(ids.flatMap((id) => [remove(id), remove(id)]))
  const days = (await list()).map(({ day }) => day)
  expect(days).toEqual(days.map((_, place) => place + 1))
})

test('those who may see the rewards may not change them', async () => {
  const { shop } = await openDesk()
  const reader = await shop.signIn({ can: [sign.list] })
  expect((await reader.call(sign.list)).status).toBe(200)
  expect((await reader.call(sign.log)).status).toBe(200)
  expect(await reader.call(sign.save, { body: { title: '八', day: 8, integral: 1 } })).toMatchObject({
    status: 403,
    body: { permission: 'admin:marketing:sign:save' },
  })
  expect(await shop.ctx.db.$count(signRewards)).toBe(7)
})

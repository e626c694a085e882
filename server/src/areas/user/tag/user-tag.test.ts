import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { userTag } from '@zhanggui/contract/user/user-tag.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { crudLaws } from '../../../testing/walk/crud-laws.ts'
import { shopUsers } from '../shop-user/shop-user.tables.ts'

crudLaws(userTag, {
  a: 'a tag',
  what: '用户标签',
  taken: ['用户标签已存在', 'name'],
  draft: (name) => ({ name }),
})

test('a deleted tag is taken off its customers; others stay', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [...Object.values(userTag), shopUser.tag] })
  const add = async (name: string) => (await staff.call(userTag.save, { body: { name } })).body.id
  const [old, kept] = [await add('老客'), await add('爱咖啡')]
  const uid = await makeCustomer(shop.ctx)
  expect((await staff.call(shopUser.tag, { body: { ids: [uid], tagIds: [old, kept] } })).status).toBe(200)
  await staff.call(userTag.remove, { body: [old] })
  await shop.app.work()
  const find = () => shop.ctx.db.select().from(shopUsers).where(eq(shopUsers.id, uid))
  await expect.poll(find).toMatchObject([{ tagIds: [kept] }])
  const again = await staff.call(shopUser.tag, { body: { ids: [uid], tagIds: [old], mode: 'add' } })
  expect(again).toMatchObject({ status: 404, body: { message: '用户标签不存在或已被删除' } })
})

test('tags are added, removed and replaced', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [...Object.values(userTag), shopUser.tag] })
  const add = async (name: string) => (await staff.call(userTag.save, { body: { name } })).body.id
  const [a = 0, b = 0, c = 0] = [await add('甲'), await add('乙'), await add('丙')]
  const uid = await makeCustomer(shop.ctx)
  for (const [mode, tagIds, after] of [
    ['replace', [a], [a]],
    ['add', [b, a], [b, a]],
    ['remove', [b, c], [a]],
    ['replace', [], []],
  ] as const) {
    const answer = await staff.call(shopUser.tag, { body: { ids: [uid], tagIds: [...tagIds], mode } })
    expect(answer.status).toBe(200)
    const [user] = await shop.ctx.db.select().from(shopUsers).where(eq(shopUsers.id, uid))
    expect([...(user?.tagIds ?? [])].sort(), mode).toEqual([...after].sort())
  }
  const nothing = await staff.call(shopUser.tag, { body: { ids: [uid], tagIds: [], mode: 'add' } })
  expect(nothing).toMatchObject({ status: 400, body: { message: '请选择用户标签' } })
})

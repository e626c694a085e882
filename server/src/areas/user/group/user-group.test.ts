import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { userGroup } from '@zhanggui/contract/user/user-group.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { crudLaws } from '../../../testing/walk/crud-laws.ts'
import { shopUsers } from '../shop-user/shop-user.tables.ts'

crudLaws(
  { ...userGroup, info: userGroup.info },
  {
    a: 'a group',
    what: '用户分组',
    taken: ['用户分组已存在', 'groupName'],
    draft: (name) => ({ groupName: name }),
  },
)

test('the members of a deleted group have none, and nobody can join it', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [...Object.values(userGroup), shopUser.group] })
  const { id } = (await staff.call(userGroup.save, { body: { groupName: '上海客户' } })).body
  const uid = await makeCustomer(shop.ctx, { groupId: id })
  expect((await staff.call(userGroup.list, { query: { keywords: '上海' } })).body.list).toMatchObject([
    { groupName: '上海客户', userCount: 1 },
  ])
  await staff.call(userGroup.remove, { body: [id] })
  await shop.app.work()
  const find = () => shop.ctx.db.select().from(shopUsers).where(eq(shopUsers.id, uid))
  await expect.poll(find).toMatchObject([{ groupId: null }])
  expect(await staff.call(shopUser.group, { body: { ids: [uid], groupId: id } })).toMatchObject({
    status: 404,
    body: { message: '用户分组不存在或已被删除' },
  })
})

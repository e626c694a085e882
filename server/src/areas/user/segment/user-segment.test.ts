import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { userSegment } from '@zhanggui/contract/user/user-segment.ts'
import { expect, test } from 'vitest'
import { type Caller, openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { crudLaws } from '../../../testing/walk/crud-laws.ts'
import { isInSegment, nextOfSegment } from './user-segment.service.ts'

const { save, update, remove } = userSegment

crudLaws(
  { save, update, remove },
  {
    a: 'a segment',
    what: '智能分群',
    taken: ['分群名称已存在', 'name'],
    draft: (name) => ({ name, query: { payCount: 1 } }),
  },
)

test('a segment without a condition, or with one that the list does not know, is refused', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: Object.values(userSegment) })
  for (const [query, message] of [
    [{}, '请至少设置一个条件'],
    [{ keywords: '', tagIds: [] }, '请至少设置一个条件'],
    [{ dateLimit: ['soon'] }, '时间范围格式不正确'],
    [{ sex: 9 }, expect.stringContaining('性别')],
  ] as const) {
    const saved = await staff.send('POST', '/admin/user/segment/save', { name: '群', query })
    expect(saved, JSON.stringify(query)).toMatchObject({ status: 400, body: { message } })
  }
})

test('membership is asked of the rule, so that it is always current', async () => {
  const shop = await openShop()
  const { ctx } = shop
  const staff = await shop.signIn({ can: Object.values(userSegment) })
  const [none, two, three] = [
    await makeCustomer(ctx, { nickname: '没买过' }),
    await makeCustomer(ctx, { payCount: 2 }),
    await makeCustomer(ctx, { payCount: 3 }),
  ]
  const seer = await shop.signIn({ can: [userSegment.preview, shopUser.list] })
  const preview = (who: Caller) => who.call(userSegment.preview, { body: { query: { payCount: 2 } } })
  expect((await preview(seer)).body).toMatchObject({ size: 2, sample: [{ id: three }, { id: two }] })
  expect((await preview(staff)).body, 'nobody sees customers by a rule alone').toEqual({ size: 2, sample: [] })
  const { id } = (await staff.call(save, { body: { name: '复购客户', query: { payCount: 2 } } })).body
  const listed = await staff.call(userSegment.list, { query: {} })
  expect(listed.body.list).toMatchObject([{ name: '复购客户', size: 2, query: { payCount: 2 } }])
  expect(await isInSegment(ctx, id, two)).toBe(true)
  expect(await isInSegment(ctx, id, none)).toBe(false)
  expect(await isInSegment(ctx, { keywords: '没买过' }, none)).toBe(true)
  expect(await nextOfSegment(ctx, id, 0, 1)).toEqual([two])
  expect(await nextOfSegment(ctx, id, two, 10)).toEqual([three])
  expect(await nextOfSegment(ctx, id, three, 10)).toEqual([])
  await staff.call(update, { body: { id, name: '复购客户', query: { payCount: 3 } } })
  expect(await isInSegment(ctx, id, two)).toBe(false)
  await expect(isInSegment(ctx, 999_999, two)).rejects.toMatchObject({ status: 404 })
})

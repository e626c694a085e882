import { wechatUser } from '@zhanggui/contract/wechat/wechat-user.ts'
import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { wechatUsers } from './wechat-user.tables.ts'

test('6 people known by WeChat are found by nickname, phone and openid, and openids are masked without the right', async () => {
  const shop = await openShop()
  const { ctx } = shop
  const uid = await makeCustomer(ctx, { phone: '13800138021' })
  await ctx.db.insert(wechatUsers).values([
    { nickname: '阿夏', openid: 'oAbcdefgh12345', userType: 'wechat', subscribe: true, uid, tagIds: [2] },
    { nickname: '路人', routineOpenid: 'rAbcdefgh12345', userType: 'routine' },
  ])
  const staff = await shop.signIn({ can: [wechatUser.list] })
  const names = async (query: object) =>
    (await staff.call(wechatUser.list, { query })).body.list.map(({ nickname }) => nickname)
  for (const query of [
    { keywords: '阿' },
    { keywords: '13800138021' },
    { keywords: 'oAbcdefgh12345' },
    { userType: 'wechat' },
    { subscribe: true },
    { bound: true },
    { tagId: 2 },
  ])
    expect(await names(query), JSON.stringify(query)).toEqual(['阿夏'])
  expect(await names({ keywords: 'oAbcdef' })).toEqual([])
  expect(await names({ notStaff: true, dateLimit: ['today'] })).toEqual(['路人', '阿夏'])
  const { body } = await staff.call(wechatUser.list, { query: { bound: true } })
  expect(body.list).toMatchObject([{ openid: 'oAb****2345', phone: '138****8021', uid, isStaff: false }])
  const open = await shop.signIn({ can: [wechatUser.list], permissions: ['admin:wechat:user:detail'] })
  const seen = await open.call(wechatUser.list, { query: { bound: true } })
  expect(seen.body.list).toMatchObject([{ openid: 'oAbcdefgh12345' }])
  const clerk = await shop.signIn({ can: [wechatUser.list], dataScope: '本门店', storeIds: [1] })
  expect((await clerk.call(wechatUser.list, { query: {} })).body.list).toEqual([])
})

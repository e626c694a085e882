import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { wechatUser } from '@zhanggui/contract/wechat/wechat-user.ts'
import { expect, test } from 'vitest'
import { type Actor, withContext } from '../../../platform/http/context.ts'
import { openShop } from '../../../testing/shop.ts'
import { expectReconciled } from '../../../testing/user.ts'
import { buyerAddresses } from '../address/buyer-address.tables.ts'
import { fillUserDemo } from './user.demo.ts'

test('18 a demo shop has customers whose ledgers add up, and gets them once', { timeout: 60_000 }, async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const caller: Actor = {
    ...{ userId: admin.userId, username: admin.username, name: '店主', sessionId: '', roles: [], level: 1 },
    ...{ permissions: new Set(['*:*:*']), scope: { all: true, deptIds: [], storeIds: undefined } },
    ...{ permVersion: 1, reauthAt: new Date(), duty: undefined },
  }
  const ctx = withContext(shop.ctx, { caller })
  await fillUserDemo(ctx)
  await fillUserDemo(ctx)
  await expectReconciled(shop.ctx)
  const total = async (query: object) => (await admin.call(shopUser.list, { query })).body.total
  expect(await total({})).toBe(240)
  for (const query of [{ userType: 'routine' }, { level: 0 }, { status: false }, { isPromoter: true }, { groupId: 0 }])
    expect(await total(query), JSON.stringify(query)).toBeGreaterThan(0)
  expect(await shop.ctx.db.$count(buyerAddresses)).toBeGreaterThan(100)
  expect((await admin.call(wechatUser.list, { query: {} })).body.total).toBeGreaterThan(100)
})

import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { userImport } from '@zhanggui/contract/user/user-import.ts'
import { wechatUser } from '@zhanggui/contract/wechat/wechat-user.ts'
import { expect } from 'vitest'
import { buyerAddresses } from '../../areas/user/address/buyer-address.tables.ts'
import { fillUserDemo } from '../../areas/user/demo/user.demo.ts'
import type { Ctx } from '../../platform/http/context.ts'
import type { Caller, Shop } from '../shop.ts'
import { expectReconciled } from '../user.ts'

/** A demo shop has customers whose ledgers add up, and gets them once. */
export async function expectCustomers(shop: Shop, admin: Caller, filler: Ctx): Promise<void> {
  await expectReconciled(shop.ctx)
  const total = async (query: object) => (await admin.call(shopUser.list, { query })).body.total
  const all = await total({})
  expect(all).toBeGreaterThanOrEqual(240)
  await fillUserDemo(filler)
  expect(await total({})).toBe(all)
  for (const query of [{ userType: 'routine' }, { level: 0 }, { status: false }, { isPromoter: true }, { groupId: 0 }])
    expect(await total(query), JSON.stringify(query)).toBeGreaterThan(0)
  const [brought] = (await admin.call(userImport.list, { query: {} })).body.list
  expect(brought).toMatchObject({ status: 'done', done: 14, failed: 0, invalid: 2 })
  expect(await shop.ctx.db.$count(buyerAddresses)).toBeGreaterThan(100)
  expect((await admin.call(wechatUser.list, { query: {} })).body.total).toBeGreaterThan(100)
}

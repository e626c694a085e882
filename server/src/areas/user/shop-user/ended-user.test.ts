import { customerCentre } from '@zhanggui/contract/user/customer-centre.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { codeFor, openFront } from '../../../testing/buyer.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { ENDED_BY_BUYER } from './shop-user.tables.ts'

const can = [
  ...[shopUser.status, shopUser.funds, shopUser.phone, shopUser.update, shopUser.spread, shopUser.level, shopUser.note],
]

test('staff change nothing of an account that its owner has ended: it stays ended, and gets no money, phone, name or promoter', async () => {
  const { shop } = await openFront()
  const phone = '13800138066'
  const { userId: uid, call } = await shop.buyer({ phone })
  const up = await makeCustomer(shop.ctx, { isPromoter: true })
  expect((await call(customerCentre.end, { body: { captcha: await codeFor(shop, phone) } })).status).toBe(200)
  const rowOf = async () =>
    (await shop.ctx.db.execute(sql`select to_jsonb(u) from shop_user as u where id = ${uid}`)).rows
  const before = await rowOf()
  const staff = await shop.signIn({ can })
  const said = [
    await staff.call(shopUser.status, { body: { ids: [uid], status: true } }),
    await staff.call(shopUser.status, { body: { ids: [up, uid], status: false, closeReason: '核实中' } }),
    await staff.call(shopUser.funds, { body: { uid, moneyType: 1, moneyValue: 5, mark: '活动奖励' } }),
    await staff.call(shopUser.phone, { body: { id: uid, phone } }),
    await staff.call(shopUser.update, { body: { id: uid, realName: '王小明' } }),
    await staff.call(shopUser.note, { body: { uid, content: '来电咨询' } }),
    await staff.call(shopUser.spread, { body: { userId: uid, spreadUid: up } }),
    await staff.call(shopUser.spread, { body: { userId: up, spreadUid: uid } }),
  ]
  expect(said.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422, 404, 404])
  expect(await rowOf()).toEqual(before)
  // Only its owner ends an account.
  const asIfEnded = { ids: [up], status: false, closeReason: ENDED_BY_BUYER }
  expect((await staff.call(shopUser.status, { body: asIfEnded })).status).toBe(400)
})

test('an account that is disabled while its owner ends it has ended', async () => {
  const { shop } = await openFront()
  const staff = await shop.signIn({ can })
  for (let round = 0; round < 4; round++) {
    const phone = `1380013806${round}`
    const { userId: uid, call } = await shop.buyer({ phone })
    const captcha = await codeFor(shop, phone)
    const [ended] = await Promise.all([
      call(customerCentre.end, { body: { captcha } }),
      staff.call(shopUser.status, { body: { ids: [uid], status: false, closeReason: '核实中' } }),
    ])
    const { rows } = await shop.ctx.db.execute(sql`select status, close_reason as why from shop_user where id = ${uid}`)
    expect(rows).toEqual([{ status: false, why: ended.status === 200 ? ENDED_BY_BUYER : '核实中' }])
  }
})

import { brokerage } from '@zhanggui/contract/distribution/brokerage.ts'
import { expect, test } from 'vitest'
import { makeCommission } from '../../../testing/commission.ts'
import { fetchBytes, readSheet } from '../../../testing/files/product-sheets.ts'
import { openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'

async function openLedger() {
  const shop = await openShop()
  const staff = await shop.signIn({ can: Object.values(brokerage) })
  const [zhou, lin] = [
    await makeCustomer(shop.ctx, { nickname: '周屿', phone: '13800138001' }),
    await makeCustomer(shop.ctx, { nickname: '林小满' }),
  ]
  await makeCommission(shop.ctx, [
    { uid: zhou, linkType: 'order', status: 3, priceFen: 2000, linkId: '20260101000000000001' },
    { uid: zhou, linkType: 'order', status: 2, priceFen: 300 },
    { uid: zhou, linkType: 'refund', status: 3, priceFen: 100 },
    { uid: zhou, linkType: 'withdraw', type: 2, status: 5, priceFen: 400, bizKey: 'extract:1' },
    { uid: zhou, linkType: 'withdraw', type: 2, status: 3, priceFen: 500, bizKey: 'extract:2' },
    { uid: lin, linkType: 'system', status: 3, priceFen: 900, mark: '奖励' },
    { uid: lin, linkType: 'withdraw', type: 2, status: 3, priceFen: 600, bizKey: 'extract:3' },
    { uid: lin, linkType: 'withdraw', type: 1, status: 3, priceFen: 600, bizKey: 'extract:3:back' },
    { uid: lin, linkType: 'yue', status: 3, priceFen: 50 },
  ])
  return { shop, staff, zhou, lin }
}

test('the ledger of commission is found by kind, promoter, number and time, with the sums of all that match', async () => {
  const { shop, staff, zhou, lin } = await openLedger()
  const find = async (query: object) => (await staff.call(brokerage.list, { query })).body
  const prices = async (query: object) => (await find(query)).list.map(({ price }) => price)
  const all = await find({ limit: 3 })
  expect(all).toMatchObject({ total: 9, footer: { in: 35, out: 16.5, waiting: 3 } })
  expect(all.list).toHaveLength(3)
  for (const [type, found] of [
    [1, [3, 20]],
    [2, [4]],
    [3, [6]],
    [4, [5]],
    [5, [0.5]],
    [6, [1]],
    [7, [9]],
  ] as const)
    expect(await prices({ type }), String(type)).toEqual(found)
  expect((await find({ uid: lin })).footer).toEqual({ in: 15, out: 6.5, waiting: 0 })
  expect(await prices({ keywords: '周屿', type: 6 })).toEqual([1])
  expect(await prices({ keywords: '13800138001', type: 1 })).toEqual([3, 20])
  expect(await prices({ keywords: '20260101000000000001' })).toEqual([20])
  expect(await prices({ dateLimit: ['2020-01-01', '2020-01-02'] })).toEqual([])
  expect((await find({ keywords: String(zhou) })).total).toBe(5)
  const clerk = await shop.signIn({ can: Object.values(brokerage), dataScope: '本门店', storeIds: [1] })
  expect((await clerk.call(brokerage.list, { query: {} })).body).toMatchObject({
    total: 0,
    footer: { in: 0, out: 0, waiting: 0 },
  })
})

test('its sheet has what the filters find, with signs', async () => {
  const { shop, staff } = await openLedger()
  const { body } = await staff.call(brokerage.download, { query: { type: 6 } })
  const rows = await readSheet(await fetchBytes(shop, staff, (body as { url: string }).url))
  expect(rows).toHaveLength(2)
  expect(rows[1]).toEqual(expect.arrayContaining(['周屿', '退款扣回']))
})

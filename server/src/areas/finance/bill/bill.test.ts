import { bill } from '@zhanggui/contract/finance/bill.ts'
import { recharge } from '@zhanggui/contract/finance/recharge.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { askBack, give, openRechargeShop, recharged, sendBack } from '../../../testing/recharge.ts'
import { addBill } from '../../user/ledger/ledger.service.ts'

const DAY_MS = 24 * 3600_000

test('资金监控 shows what the shop took and paid beside what moved a balance, finds it by kind, and sums up what it finds', async () => {
  const own = await openRechargeShop()
  const { shop, buyer } = own
  const staff = await shop.signIn({ can: [bill.list, recharge.refund] })
  const { id, rechargeNo } = await recharged(own)
  await askBack(staff, { id, price: 20 })
  await sendBack(own)
  await give(own, 8_00)
  await inTransaction(shop.ctx, (tx) =>
    addBill(tx, { uid: buyer.userId, type: 'pay_order', numberFen: 30_00, payType: 'alipay', linkId: '1' }, -1),
  )
  const find = async (query: object = {}) => (await staff.call(bill.list, { query })).body
  const { list, footer } = await find()
  expect(
    list.map(({ title, linkId, cash, change, balance, payType }) => [title, linkId, payType, cash, change, balance]),
  ).toEqual([
    ['购买商品', '1', 'alipay', 30, 0, null],
    ['后台操作', '', '', 0, 8, 96],
    ['充值退款', rechargeNo, '', 0, -2, 88],
    ['充值退款', rechargeNo, 'weixin', -20, -20, 90],
    ['充值赠送', rechargeNo, '', 0, 10, 110],
    ['充值支付', rechargeNo, 'weixin', 100, 100, 100],
  ])
  expect(footer).toEqual({ in: 130, out: 20, balanceIn: 118, balanceOut: 22 })
  expect((await find({ title: 'rechargeRefund' })).footer).toEqual({ in: 0, out: 20, balanceIn: 0, balanceOut: 22 })
  const kinds = ['recharge', 'admin', 'productRefund', 'payProduct', 'rechargeRefund', 'transferIn']
  const totals = await Promise.all(kinds.map(async (title) => (await find({ title })).total))
  expect(totals).toEqual([2, 1, 0, 1, 2, 0])
  expect((await find({ keywords: rechargeNo })).total).toBe(4)
  expect((await find({ keywords: String(buyer.userId) })).total).toBe(6)
  const keeper = await shop.signIn({ can: [bill.list], dataScope: '本门店' })
  expect((await keeper.call(bill.list, { query: {} })).body).toMatchObject({ list: [], footer: { in: 0, out: 0 } })
  shop.clock.advance(3 * DAY_MS)
  const later = await shop.signIn({ can: [bill.list] })
  expect((await later.call(bill.list, { query: { dateLimit: ['today'] } })).body.total).toBe(0)
})

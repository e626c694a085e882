import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { type Bill, bill } from '@zhanggui/contract/finance/bill.ts'
import { type Recharge, recharge } from '@zhanggui/contract/finance/recharge.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import FundMonitorPage from './fund-monitor.page.tsx'
import RechargeListPage from './recharge-list.page.tsx'

const signInAs = (...permissions: string[]) => useSession.setState({ permissions, user: makeUser({ permissions }) })
const page = <Row,>(list: Row[]) => ({ list, total: list.length, page: 1, limit: 20 })
const NO = 'C20261120132001007715'

const row: Recharge = {
  id: 5,
  uid: 3,
  nickname: '老郑',
  avatar: '',
  orderNo: NO,
  price: 100,
  givePrice: 10,
  rechargeType: 'weixin',
  channel: 'h5',
  paid: true,
  statusName: '已支付',
  payTime: '2026-11-20 13:20:01',
  refundPrice: 0,
  refundGive: 0,
  nowMoney: 60.5,
  refunds: [],
  createTime: '2026-11-20 13:20:00',
}
const sums = { price: 100, givePrice: 10, refundPrice: 0 }

beforeEach(() => {
  signInAs('*:*:*')
  answer(recharge.balance, { total: 100, routine: 0, weChat: 0, other: 100, refund: 0 })
})
const inDialog = () => within(screen.getByRole('dialog'))

test('退款 begins with the most that the balance has, reckons the gift as it is typed, and sends what is typed', async () => {
  answer(recharge.list, { ...page([row]), sums })
  const requests = answer(recharge.refund, { id: 5, refundNo: 'R1', state: 0 })
  const { user } = renderPage(<RechargeListPage />, '/finance/recharge')
  await user.click(await screen.findByRole('button', { name: /^退\s*款$/ }))
  const amount = (await screen.findByLabelText('退款金额')) as HTMLInputElement
  expect(amount.value).toBe('55.00')
  expect(inDialog().getByText('¥60.50 → ¥0.00')).toBeDefined()
  await user.clear(amount)
  await user.type(amount, '60')
  expect(await inDialog().findByText('余额只有 ¥60.50，最多可退 ¥55.00')).toBeDefined()
  await user.click(inDialog().getByLabelText('不扣，只退本金'))
  expect(await inDialog().findByText('¥60.50 → ¥0.50')).toBeDefined()
  await user.click(inDialog().getByRole('button', { name: /^退\s*款$/ }))
  await waitFor(() => expect(requests[0]?.body).toEqual({ id: 5, type: 1, price: 60, method: 'origin' }))
})

test('a refund that failed goes again or in cash; without the right nothing is offered', async () => {
  const failed = { refundNo: 'R20261120132001000001', amount: 50, state: 2, failMsg: '商户号可用余额不足' } as const
  const open = { ...failed, surplus: false, silent: false, createTime: '2026-11-20 14:00:00' }
  answer(recharge.list, { ...page([{ ...row, statusName: '退款失败' as const, refunds: [open] }]), sums })
  const requests = answer(recharge.again, { id: 5, refundNo: failed.refundNo, state: 0 })
  const { user } = renderPage(<RechargeListPage />, '/finance/recharge')
  expect(await screen.findByText('商户号可用余额不足')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '重试退款' }))
  await user.click(await screen.findByRole('button', { name: '退款 ¥50.00' }))
  await waitFor(() => expect(requests[0]?.body).toEqual({ refundNo: failed.refundNo }))
  cleanup()
  signInAs('admin:recharge:list')
  renderPage(<RechargeListPage />, '/finance/recharge')
  await screen.findByText('退款失败')
  expect(screen.queryByRole('button', { name: '重试退款' })).toBeNull()
  expect(screen.queryByText('充值总金额')).toBeNull()
})

test('资金监控 has two signed columns and the sums of both', async () => {
  const movement: Bill = {
    id: 1,
    uid: 3,
    nickname: '老郑',
    avatar: '',
    type: 'user_recharge_refund',
    title: '充值退款',
    linkId: NO,
    orderId: null,
    payType: 'weixin',
    pm: 0,
    number: 200,
    cash: -200,
    change: -200,
    balance: 1034.5,
    mark: '',
    operator: '',
    createTime: '2026-11-20 10:12:00',
  }
  const paid: Bill = {
    ...movement,
    id: 2,
    type: 'pay_order',
    title: '购买商品',
    linkId: '20261120134101507318',
    orderId: 9,
    cash: 134.02,
    change: 0,
    balance: null,
  }
  answer(bill.list, { ...page([paid, movement]), footer: { in: 134.02, out: 200, balanceIn: 0, balanceOut: 200 } })
  renderPage(<FundMonitorPage />, '/finance/monitor')
  const back = within((await screen.findByText('充值 …007715')).closest('tr') as HTMLElement)
  expect(back.getAllByText('−200.00')).toHaveLength(2)
  expect(back.getByText('1,034.50')).toBeDefined()
  const sold = within(screen.getByText('订单 …507318').closest('tr') as HTMLElement)
  expect(sold.getByText('+134.02')).toBeDefined()
  expect(sold.getByRole('link', { name: '订单 …507318' }).getAttribute('href')).toBe('/order/detail/9')
  expect(screen.getByText('¥0.00')).toBeDefined()
  expect(screen.getAllByText('¥200.00').length).toBeGreaterThan(0)
})

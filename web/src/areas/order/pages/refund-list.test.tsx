import { screen, waitFor, within } from '@testing-library/react'
import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeCaseInfo, makeCaseRow, makeSum } from '../case.fixture.ts'
import { OrderDetailOf } from '../components/detail/order-detail.tsx'
import { makeOrderInfo } from '../order.fixture.ts'
import RefundListPage from './refund-list.page.tsx'

function signIn(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

function answerRows(...rows: ReturnType<typeof makeCaseRow>[]) {
  return answer(afterSales.list, { list: rows, total: rows.length, page: 1, limit: 20 })
}

const back = { serviceType: 1, state: 2, tab: 'waitReceive', stateStr: '待商家收货', expressNo: 'SF1' } as const

beforeEach(() => {
  signIn(['*:*:*'])
  answer(afterSales.num, { all: 4, audit: 2, waitReturn: 0, waitReceive: 1, waitPay: 1 })
})

test('each state of a case has its one act, and tabs tell how many wait', async () => {
  const rows = [
    makeCaseRow(1),
    makeCaseRow(2, back),
    makeCaseRow(3, {
      state: 1,
      tab: 'waitPay',
      stateStr: '退款失败',
      refund: { refundNo: 'R1', state: 2, failMsg: '余额不足' },
    }),
    makeCaseRow(4, { state: 1, tab: 'waitPay', stateStr: '退款中', refund: { refundNo: 'R2', state: 0, failMsg: '' } }),
  ]
  const reads = answerRows(...rows)
  const { user } = renderPage(<RefundListPage />, '/order/refund')
  expect(await screen.findByRole('button', { name: /同\s*意/ })).toBeDefined()
  expect(screen.getByRole('button', { name: '确认收货' })).toBeDefined()
  expect(screen.getAllByRole('button', { name: /退\s*款/ })).toHaveLength(1)
  expect(screen.getByRole('button', { name: /详\s*情/ })).toBeDefined()
  await user.click(await screen.findByRole('tab', { name: /待商家收货\s*1/ }))
  await waitFor(() => expect(reads.at(-1)?.query).toMatchObject({ tab: 'waitReceive' }))
})

test('a session that may only list sees no act', async () => {
  signIn(['admin:order:refund:list'])
  answerRows(makeCaseRow(1))
  renderPage(<RefundListPage />, '/order/refund')
  expect(await screen.findByText('云南小粒咖啡豆')).toBeDefined()
  for (const name of [/同\s*意/, '确认收货', /详\s*情/, /更多：/])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a case is a conversation with what helps to judge it; money that goes back says first what it comes to', async () => {
  answerRows(makeCaseRow(1))
  answer(afterSales.info, makeCaseInfo(1))
  const quotes = answer(refund.quote, ({ body }) =>
    makeSum({ total: (body as { amount: number }).amount, goods: 30, left: 104.02 }),
  )
  const checks = answer(afterSales.check, refuse(422, 'BUSINESS_RULE', '退款金额超过可退金额，最多可退 ¥20.00'))
  const { user } = renderPage(<RefundListPage />, '/order/refund?look=1')
  const panel = within(await screen.findByRole('dialog'))
  expect(await panel.findByText('申请仅退款 ¥56.91，原因：与描述不符。烘焙度不对')).toBeDefined()
  expect(panel.getByText('七天无理由')).toBeDefined()
  expect(panel.getByText('已签收 2 天，已打印配货')).toBeDefined()
  expect(panel.getByText('113.82 × 1/2 = 56.91')).toBeDefined()
  await user.click(panel.getByRole('button', { name: /同\s*意/ }))
  const title = await screen.findByText('同意仅退款 · ¥56.91')
  const dialog = within(title.closest<HTMLElement>('[role=dialog]') ?? document.body)
  const amount = dialog.getByRole('spinbutton', { name: '退款金额' })
  await user.clear(amount)
  await user.type(amount, '30')
  await waitFor(() => expect(quotes.at(-1)?.body).toEqual({ orderNo: '20261119101500000009', amount: 30 }))
  expect(await dialog.findByText('¥104.02')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: '同意并退款' }))
  expect(await screen.findByText('退款金额超过可退金额，最多可退 ¥20.00')).toBeDefined()
  expect(checks.at(-1)?.body).toMatchObject({ id: 1, version: 1, pass: true, refundAmount: 30 })
  expect((amount as HTMLInputElement).value).toBe('30.00')
})

test('a refusal needs a reason, which chips offer; the return address comes from the settings', async () => {
  answerRows(makeCaseRow(1, { serviceType: 1 }))
  answer(afterSales.info, makeCaseInfo(1, { serviceType: 1 }))
  answer(refund.quote, makeSum())
  const checks = answer(afterSales.check, { id: 1, version: 2 })
  const { user } = renderPage(<RefundListPage />, '/order/refund')
  await user.click(await screen.findByRole('button', { name: /更多：/ }))
  await user.click(await screen.findByRole('menuitem', { name: '拒绝' }))
  let dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: '拒绝退款' }))
  expect(await dialog.findByText('请填写拒绝退款原因')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: '已超过退换期限' }))
  await user.click(dialog.getByRole('button', { name: '拒绝退款' }))
  await waitFor(() => expect(checks.at(-1)?.body).toMatchObject({ id: 1, pass: false, refuseReason: '已超过退换期限' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByRole('button', { name: /同\s*意/ }))
  dialog = within(await screen.findByRole('dialog'))
  expect((dialog.getByLabelText('退货地址') as HTMLInputElement).value).toBe('杭州市文三路 1 号')
  await user.click(dialog.getByRole('button', { name: '同意退货' }))
  await waitFor(() =>
    expect(checks.at(-1)?.body).toMatchObject({ pass: true, consignee: '退货组', phone: '13900000000' }),
  )
})

test('what came back good is taken in by one click, a difference asks what is wrong', async () => {
  answerRows(makeCaseRow(2, back))
  answer(
    afterSales.info,
    makeCaseInfo(2, { ...back, allow: { approve: false, refuse: true, receive: true, pay: false } }),
  )
  const taken = answer(afterSales.receive, { id: 2, version: 2 })
  const { user } = renderPage(<RefundListPage />, '/order/refund')
  await user.click(await screen.findByRole('button', { name: '确认收货' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByLabelText('验货说明')).toBeNull()
  await user.click(dialog.getByRole('radio', { name: '有差异' }))
  await user.click(dialog.getByRole('button', { name: '确认收货' }))
  expect(await dialog.findByText('请填写验货说明')).toBeDefined()
  await user.click(dialog.getByRole('radio', { name: '商品完好' }))
  await user.click(dialog.getByRole('button', { name: '确认收货' }))
  await waitFor(() => expect(taken.at(-1)?.body).toEqual({ id: 2, version: 1, received: 1, restock: true }))
})

test('the detail of an order lists its cases; an open one is handled in place of a refund', async () => {
  const open = {
    id: 5,
    salesNo: 'S20261120142200000005',
    serviceType: 0,
    state: 0,
    salesState: 0,
    refundAmount: 56.91,
    reason: '与描述不符',
    createTime: '2026-11-20 14:22:07',
  }
  const statusStr = { key: 'refunding', value: '申请退款' }
  answer(order.info, makeOrderInfo(9, { cases: [open], paid: true, refundStatus: 1, statusStr }))
  answer(afterSales.info, makeCaseInfo(5))
  const { user } = renderPage(<OrderDetailOf id={9} />, '/order/detail/9')
  const section = within(await screen.findByRole('region', { name: '售后' }))
  expect(section.getByText('待审核')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '处理售后' }))
  expect(await screen.findByText('协商经过')).toBeDefined()
})

test('a case whose money is on the way is read again until that has ended, and then offers to try again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answerRows(makeCaseRow(1))
  const waiting = {
    state: 1,
    tab: 'waitPay',
    allow: { approve: false, refuse: false, receive: false, pay: false },
  } as const
  const onItsWay = { ...waiting, stateStr: '退款中', refund: { refundNo: 'R1', state: 0, failMsg: '' } }
  answer(afterSales.info, makeCaseInfo(1, onItsWay))
  renderPage(<RefundListPage />, '/order/refund?look=1')
  const panel = within(await screen.findByRole('dialog'))
  expect(await panel.findAllByText('退款中')).not.toHaveLength(0)
  expect(panel.queryByRole('button', { name: '重试退款' })).toBeNull()
  answer(
    afterSales.info,
    makeCaseInfo(1, {
      ...waiting,
      stateStr: '退款失败',
      refund: { refundNo: 'R1', state: 2, failMsg: '余额不足' },
      allow: { ...waiting.allow, pay: true },
    }),
  )
  await vi.advanceTimersByTimeAsync(6000)
  expect(await panel.findByRole('button', { name: '重试退款' })).toBeDefined()
  vi.useRealTimers()
})

test('who may only look at a case sees who may go on with it, in the case and on its order', async () => {
  signIn(['admin:order:refund:list', 'admin:order:refund:info', 'admin:order:info'])
  answerRows(makeCaseRow(1))
  const allow = { approve: false, refuse: false, receive: false, pay: false }
  answer(afterSales.info, makeCaseInfo(1, { allow }))
  renderPage(<RefundListPage />, '/order/refund?look=1')
  expect(await screen.findByText('同意和退款要由有「退款」权限的人处理')).toBeDefined()
  const state = { refundStatus: 1, statusStr: { key: 'refunding', value: '申请退款' } } as const
  answer(order.info, makeOrderInfo(1, { ...state, paid: true, status: 2, gainIntegral: 134, refundPrice: 67.01 }))
  answer(order.log, { list: [], total: 0, page: 1, limit: 20 })
  const { user } = renderPage(<OrderDetailOf id={1} />, '/order/detail/1')
  // Half of the money went back, and with it half of the points.
  expect(await screen.findByText('已得 67 积分')).toBeDefined()
  expect(screen.queryByRole('button', { name: '处理售后' })).toBeNull()
  await user.click(screen.getAllByRole('button', { name: /^更\s*多$/ }).at(-1) as HTMLElement)
  expect(await screen.findByRole('menuitem', { name: '查看售后' })).toBeDefined()
})

import { screen, waitFor, within } from '@testing-library/react'
import {
  type BillDay,
  type BillDiff,
  billDiff,
  gatewayBill,
  type ReconNight,
  recon,
} from '@zhanggui/contract/finance/gateway-bill.ts'
import { type PaymentRow, paymentList, type RefundRow, refundList } from '@zhanggui/contract/finance/payment-list.ts'
import { reconGroups } from '@zhanggui/domain/finance/recon.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import BillListPage from './bill-list.page.tsx'
import PaymentListPage from './payment-list.page.tsx'

const page = <Row,>(list: Row[]) => ({ list, total: list.length, page: 1, limit: 20 })
const signInAs = (...permissions: string[]) => useSession.setState({ permissions, user: makeUser({ permissions }) })

const day: BillDay = {
  id: 1,
  day: '2026-11-28',
  provider: 'wechat',
  account: '19****01',
  state: 'done',
  message: '',
  rows: 103,
  paid: 15169.97,
  refunded: 642,
  fee: 87.17,
  settled: 14440.8,
  openCount: 1,
  openAmount: 86,
  fetchTime: '2026-11-29 10:30:12',
}
const diff: BillDiff = {
  id: 7,
  day: '2026-11-28',
  provider: 'wechat',
  kind: 'theirs',
  what: '',
  of: 'shop',
  rootId: 0,
  rootName: '',
  no: '20261128223107930155-1',
  orderNo: '20261128223107930155',
  amount: 86,
  expected: '收款 ¥86.00',
  found: '未付款',
  state: 'open',
  note: '',
  operatorName: '',
  foundTime: '2026-11-29 10:30:12',
  handleTime: null,
}

const night: ReconNight = {
  time: '2026-11-29 03:12:41',
  seconds: 41,
  isWhole: true,
  groups: reconGroups.map(({ name }) => ({ name, looked: 1071, openCount: name === '库存' ? 1 : 0 })),
}

test('对账单 shows what of the own books does not agree, and where to look', async () => {
  signInAs('*:*:*')
  answer(gatewayBill.list, { ...page([]), sums: { rows: 0, paid: 0, refunded: 0, fee: 0, settled: 0 } })
  const wrong: BillDiff = {
    ...diff,
    provider: 'shop',
    kind: 'books',
    what: '库存等于流水之和',
    of: 'product',
    rootId: 5,
    rootName: '水牛纯牛奶',
    no: '12',
    orderNo: '',
    amount: 0,
    expected: '9',
    found: '11',
  }
  answer(billDiff.list, { ...page([wrong]), stateNum: { open: 1, explained: 0, gone: 0 } })
  answer(billDiff.info, { ...wrong, theirs: [], ours: null })
  answer(recon.night, night)
  const { user } = renderPage(<BillListPage />, '/finance/bill')
  expect(await screen.findByText('1 处不符')).toBeDefined()
  expect(await screen.findByText('不成立：库存等于流水之和')).toBeDefined()
  expect(screen.getByText('应为 9，实为 11')).toBeDefined()
  expect(screen.getByRole('link', { name: '水牛纯牛奶' }).getAttribute('href')).toBe('/product/edit/5')
  await user.click(await screen.findByRole('button', { name: /展开/ }))
  expect(await screen.findByText(/系统不会自动改账。请打开对象/)).toBeDefined()
})

test('对账单 shows days with their sums, and a difference from both sides, which finance explains', async () => {
  signInAs('*:*:*')
  const sums = { rows: 103, paid: 15169.97, refunded: 642, fee: 87.17, settled: 14440.8 }
  answer(gatewayBill.list, { ...page([day]), sums })
  answer(billDiff.list, { ...page([diff]), stateNum: { open: 1, explained: 0, gone: 0 } })
  answer(recon.night, night)
  answer(billDiff.info, { ...diff, theirs: [], ours: null })
  const explained = answer(billDiff.explain, { id: 7 })
  const { user } = renderPage(<BillListPage />, '/finance/bill')
  expect(await screen.findByText('1 处 86.00')).toBeDefined()
  expect(screen.getAllByText('¥14,440.80')).toHaveLength(1)
  await user.click(await screen.findByRole('button', { name: /展开/ }))
  expect(await screen.findByText(/付款通知没有送到/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: '写说明结案' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), '账单漏了')
  await user.click(dialog.getByRole('button', { name: /结\s*案/ }))
  await waitFor(() => expect(explained).toHaveLength(1))
  expect(explained[0]?.body).toMatchObject({ id: 7, note: '账单漏了' })
})

test('支付流水 shows what came and what goes back; a failed refund is sent again by who may', async () => {
  const paid: PaymentRow = {
    id: 1,
    outTradeNo: '20261128223107930155-1',
    bizTitle: '订单',
    bizNo: '20261128223107930155',
    orderId: 3,
    uid: 5,
    nickname: '梅',
    provider: 'wechat',
    payType: 'weixin',
    amount: 86,
    state: 'paid',
    surplus: false,
    transactionId: '4200000271920261119008',
    failMsg: '',
    createTime: '2026-11-28 22:31:07',
    payTime: '2026-11-28 22:33:41',
  }
  const failed: RefundRow = {
    id: 2,
    refundNo: 'R20261128223107930155',
    orderNo: '20261128223107930155',
    orderId: 3,
    outTradeNos: [paid.outTradeNo],
    amount: 12.5,
    method: 'origin',
    state: 'failed',
    surplus: false,
    reason: '多拍',
    failMsg: '商户号可用余额不足，请充值后点重试',
    operatorName: '敏',
    createTime: '2026-11-28 23:00:00',
    finishTime: null,
  }
  signInAs('admin:finance:payment:list', 'admin:finance:payment:retry')
  answer(paymentList.list, { ...page([paid]), sums: { amount: 86 } })
  answer(refundList.list, { ...page([failed]), sums: { amount: 0 } })
  const retried = answer(refundList.retry, { state: 'waiting' })
  const { user } = renderPage(<PaymentListPage />, '/finance/payment')
  expect(await screen.findByText('4200000271920261119008')).toBeDefined()
  expect(await screen.findByText(/商户号可用余额不足/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: /重\s*试/ }))
  await waitFor(() => expect(retried[0]?.body).toEqual({ refundNo: failed.refundNo }))
})

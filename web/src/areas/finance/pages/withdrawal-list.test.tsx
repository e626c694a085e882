import { screen, waitFor, within } from '@testing-library/react'
import { brokerage } from '@zhanggui/contract/distribution/brokerage.ts'
import { promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { type Withdrawal, withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { reveal } from '@zhanggui/contract/setting/reveal.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import WithdrawalListPage from './withdrawal-list.page.tsx'

const signIn = (permissions: string[]) => useSession.setState({ permissions, user: makeUser({ permissions }) })

const makeWithdrawal = (id: number, given: Partial<Withdrawal> = {}): Withdrawal => ({
  id,
  version: 0,
  extractNo: `W2026112909302900000${id}`,
  uid: 11,
  nickname: '周屿',
  avatar: '',
  realName: '周小屿',
  extractType: 'alipay',
  account: '138****8000',
  bankName: '',
  bankAddress: '',
  qrcodeUrl: '',
  extractPrice: 880,
  fee: 8.8,
  payPrice: 871.2,
  balance: 12,
  brokeragePrice: 12,
  status: 0,
  mark: '',
  failMsg: '',
  payVoucher: '',
  payNo: '',
  auditName: '',
  auditTime: null,
  payTime: null,
  createTime: '2026-11-29 09:30:29',
  ...given,
})

const answerRows = (...rows: Withdrawal[]) =>
  answer(withdrawal.list, { list: rows, total: rows.length, page: 1, limit: 20 })

beforeEach(() => {
  signIn(['*:*:*'])
  answer(withdrawal.balance, { withdrawn: 4980, toBeWithdrawn: 1280, unDrawn: 300.5, commissionTotal: 48206.9 })
})

test('what is asked for is approved, paid with a voucher, or sent back with a reason', async () => {
  answerRows(
    makeWithdrawal(1),
    makeWithdrawal(2, { status: 2 }),
    makeWithdrawal(3, { status: 1, payVoucher: '回单 7' }),
  )
  const steps = answer(withdrawal.apply, { ok: 1, asked: 0, failed: [] })
  const { user } = renderPage(<WithdrawalListPage />, '/finance/extract')
  expect(await screen.findByText('¥48,206.90')).toBeDefined()
  await user.click(await screen.findByRole('button', { name: '通过' }))
  await screen.findByText(/通过后进入待打款/)
  await user.click(lastButton('通过'))
  await waitFor(() => expect(steps.at(-1)?.body).toEqual({ id: 1, status: 2 }))

  await user.click(screen.getByRole('button', { name: '已打款' }))
  const dialog = within((await screen.findByText('确认已打款')).closest('[role=dialog]') as HTMLElement)
  await user.click(dialog.getByRole('button', { name: '已打款 ¥871.20' }))
  expect(await dialog.findByText('请填写打款凭证')).toBeDefined()
  await user.type(dialog.getByLabelText('打款凭证'), '回单 9')
  await user.click(dialog.getByRole('button', { name: '已打款 ¥871.20' }))
  await waitFor(() => expect(steps.at(-1)?.body).toMatchObject({ id: 2, status: 1, payVoucher: '回单 9' }))
})

const lastButton = (name: string) => {
  const found = screen.getAllByRole('button').filter(({ textContent }) => textContent?.replace(/\s/g, '') === name)
  return found.at(-1) as HTMLElement
}

test('an account number is shown in full on request, and what a promoter owes stands out', async () => {
  answerRows(makeWithdrawal(1, { status: 0 }), makeWithdrawal(2, { brokeragePrice: -3, status: 2 }))
  answer(reveal.show, { value: '13800138000' })
  const { user } = renderPage(<WithdrawalListPage />, '/finance/extract')
  expect(await screen.findByText('−¥3.00')).toBeDefined()
  await user.click(screen.getAllByRole('button', { name: '显示收款账号' })[0] as HTMLElement)
  expect(await screen.findByText('13800138000')).toBeDefined()
})

test('staff without the right to step only see the list', async () => {
  signIn(['admin:finance:apply:list'])
  answerRows(makeWithdrawal(1))
  renderPage(<WithdrawalListPage />, '/finance/extract')
  expect(await screen.findByText('周小屿')).toBeDefined()
  expect(screen.queryByRole('button', { name: '通过' })).toBeNull()
})

test('a withdrawal is looked at before it is paid: what its promoter earned, where the commission came from, and what was paid before', async () => {
  answerRows(makeWithdrawal(1, { realName: '周小屿' }), makeWithdrawal(2, { status: 1, extractPrice: 1540 }))
  answer(promoter.list, {
    list: [
      {
        id: 11,
        uid: 11,
        nickname: '周屿',
        avatar: '',
        realName: '周屿',
        phone: '138****6021',
        isPromoter: true,
        status: true,
        spreadCount: 147,
        spreadOrderNum: 103,
        spreadOrderTotalPrice: 52000,
        totalBrokeragePrice: 6418.2,
        extractCountPrice: 4980,
        extractCountNum: 3,
        brokeragePrice: 12,
        freezeBrokeragePrice: 558.2,
        promoterTime: null,
        spreadUid: 0,
        spreadNickname: '',
      },
    ],
    total: 1,
    page: 1,
    limit: 1,
  })
  answer(brokerage.list, {
    list: [
      {
        id: 7,
        uid: 11,
        nickname: '周屿',
        title: '获得推广佣金',
        type: 1,
        price: 7.9,
        originPrice: 7.9,
        balance: 20,
        linkType: 'order',
        linkId: '20261105000000318842',
        level: 1,
        status: 3,
        mark: '',
        operatorName: '',
        thawTime: null,
        createTime: '2026-11-05 10:00:00',
      },
    ],
    total: 1,
    page: 1,
    limit: 8,
    footer: { in: 7.9, out: 0, waiting: 0 },
  })
  renderPage(<WithdrawalListPage />, '/finance/extract?look=1')
  const panel = within(await screen.findByRole('dialog'))
  expect(await panel.findByText('¥6,418.20')).toBeDefined()
  expect(panel.getByText('收款人 周小屿，登记的姓名是 周屿')).toBeDefined()
  expect(panel.getByText('提走以后账户还剩佣金 ¥12.00')).toBeDefined()
  const from = within(panel.getByRole('region', { name: '佣金从哪来' }))
  expect(await from.findByText('订单 …318842')).toBeDefined()
  const before = within(panel.getByRole('region', { name: '以前的提现' }))
  expect((await before.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('¥1,540.00'),
  ])
  expect(panel.getByRole('button', { name: '通过' })).toBeDefined()
})

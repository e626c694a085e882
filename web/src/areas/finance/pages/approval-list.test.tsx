import { act, screen, within } from '@testing-library/react'
import { type Approval, approval } from '@zhanggui/contract/work/approval.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { refreshShown } from '../../../api/write.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import ApprovalListPage from './approval-list.page.tsx'

const makeApproval = (id: number, given: Partial<Approval> = {}): Approval => ({
  id,
  kind: 'refund',
  title: `退款 ¥1,999.00，订单 …20771${id}`,
  amount: 1999,
  objectType: 'order',
  objectId: '7',
  objectName: '20261129102030207716',
  link: '/order/detail/7',
  reason: '前轮有裂，同意整车退',
  rule: '一笔订单累计退款超过 ¥1000.00',
  changes: [{ name: '这单还剩', now: '¥5428.00', after: '¥3429.00' }],
  state: 0,
  applicantId: 3,
  applicantName: '周雨晴',
  applicantRoles: ['客服'],
  isMine: false,
  blocked: '',
  createTime: '2026-11-29 13:40:00',
  expireTime: '2099-11-30 13:40:00',
  reviewerName: '',
  reviewTime: null,
  remark: '',
  message: '',
  ...given,
})

const answerRows = (...rows: Approval[]) =>
  answer(approval.list, ({ query }) => {
    const found = rows.filter(
      ({ id, state, isMine }) =>
        (query.id === undefined || Number(query.id) === id) &&
        (query.done === undefined || (String(query.done) === 'true') === (state !== 0)) &&
        (query.mine === undefined || (String(query.mine) === 'true') === isMine),
    )
    return { list: found, total: found.length, page: 1, limit: 20 }
  })

beforeEach(() => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser({ permissions: ['*:*:*'] }) })
  answer(approval.num, { waiting: 2, mine: 0, done: 1, soonest: null })
})

test('one after the other is agreed to, or refused with a reason that the applicant reads', async () => {
  answerRows(makeApproval(1), makeApproval(2, { title: '提现 ¥1540.00，周屿', kind: 'withdrawal', amount: 1540 }))
  const sent = answer(approval.review, { id: 1, state: 1, message: '' })
  const { user } = renderPage(<ApprovalListPage />, '/finance/approval')
  const detail = await screen.findByRole('article', { name: /退款 ¥1,999.00/ })
  expect(within(detail).getByText('前轮有裂，同意整车退')).toBeDefined()
  expect(within(detail).getByText('¥3429.00')).toBeDefined()
  await user.click(within(detail).getByRole('button', { name: /拒\s*绝/ }))
  expect(await screen.findByText('请填写拒绝原因')).toBeDefined()
  expect(sent).toHaveLength(0)
  await user.click(within(detail).getByRole('button', { name: '同意，退款 ¥1,999.00' }))
  expect(await screen.findByText('已同意并执行')).toBeDefined()
  expect(sent[0]?.body).toEqual({ id: 1, pass: true })
  await user.click(screen.getByRole('button', { name: /提现 ¥1540.00/ }))
  expect(await screen.findByRole('button', { name: '同意，提现 ¥1,540.00' })).toBeDefined()
})

test('what one is about to agree to stays in sight while others come and when it is done, and the next is a press away', async () => {
  answerRows(makeApproval(1))
  answer(approval.review, () => {
    answerRows(makeApproval(3), makeApproval(1, { state: 1, reviewerName: '许北' }))
    return { id: 1, state: 1 as const, message: '' }
  })
  const { user } = renderPage(<ApprovalListPage />, '/finance/approval')
  const first = await screen.findByRole('article', { name: /…207711$/ })
  await user.type(within(first).getByRole('textbox'), '核对过了')
  answerRows(makeApproval(2), makeApproval(1))
  act(refreshShown)
  expect(await screen.findByRole('button', { name: /…207712/ })).toBeDefined()
  expect(within(first).getByRole('textbox')).toHaveProperty('value', '核对过了')
  await user.click(within(first).getByRole('button', { name: /^同意/ }))
  await user.click(await screen.findByRole('button', { name: '看下一件' }))
  expect(await screen.findByRole('article', { name: /…207713$/ })).toBeDefined()
})

test('what failed says why, one of another page is found by its link, and one of my own can only be taken back', async () => {
  answerRows(
    makeApproval(4, { state: 5, message: '退款金额不能大于可退金额 ¥9.90', reviewerName: '许北' }),
    makeApproval(5, { isMine: true, blocked: '不能审批自己的申请' }),
  )
  const { user } = renderPage(<ApprovalListPage />, '/finance/approval?id=5')
  expect(await screen.findByRole('button', { name: '撤回申请' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /同意/ })).toBeNull()
  await user.click(await screen.findByRole('button', { name: /执行失败/ }))
  expect(await screen.findByText(/退款金额不能大于可退金额 ¥9.90/)).toBeDefined()
})

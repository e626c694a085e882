import { screen, waitFor, within } from '@testing-library/react'
import { bargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeHelp, makeSession } from '../bargain.fixture.ts'
import BargainRecordListPage from './bargain-record-list.page.tsx'

function signIn(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

function answerRows(...rows: ReturnType<typeof makeSession>[]) {
  return answer(bargainSession.list, { list: rows, total: rows.length, page: 1, limit: 20 })
}

const draw = (address = '/marketing/bargain/list') => renderPage(<BargainRecordListPage />, address)

beforeEach(() => signIn(['*:*:*']))

test('a row says how far the price fell and whether it was ordered; states are tabs', async () => {
  const reads = answerRows(
    makeSession(1),
    makeSession(2, {
      status: 3,
      statusName: '已成功',
      nowPrice: 499,
      cutNum: 16,
      leftNum: 0,
      hasOrder: true,
      orderId: 5,
      orderNo: '20261120142600507318',
    }),
    makeSession(3, { status: 2, statusName: '未完成', isCancelled: true }),
  )
  const { user } = draw()
  expect(await screen.findByText('还差 ¥12.57')).toBeDefined()
  expect(screen.getByText('还差 6 刀')).toBeDefined()
  expect(screen.getByText('已下单')).toBeDefined()
  expect(screen.getByText('已取消')).toBeDefined()
  expect(screen.getByRole('link', { name: '订单 20261120142600507318' }).getAttribute('href')).toBe('/order/detail/5')
  await user.click(screen.getByRole('tab', { name: '已成功' }))
  await waitFor(() => expect(reads.at(-1)?.query).toMatchObject({ status: '3' }))
})

test('its cuts are shown as they fell, with who made them and the price after each', async () => {
  answerRows(makeSession(8806, { cutPrice: 65.95, nowPrice: 633.05, cutNum: 2, leftNum: 14 }))
  answer(bargainSession.helps, [
    makeHelp(2, 23.85, { nickname: '王思雨' }),
    makeHelp(1, 42.1, { uid: 21, nickname: '阿澈' }),
  ])
  const { user, router } = draw()
  await user.click(await screen.findByRole('button', { name: '查看详情' }))
  const panel = within((await screen.findByText('砍价 8806')).closest('[role=dialog]') as HTMLElement)
  expect(await panel.findByRole('img', { name: '2 刀把价格从 ¥699.00 砍到 ¥633.05，最低价 ¥499.00' })).toBeDefined()
  expect(panel.getByText('自己')).toBeDefined()
  expect(panel.getByText('¥656.90')).toBeDefined()
  expect(panel.getByText('后面每刀约 ¥9.58')).toBeDefined()
  expect(router.state.location.search).toBe('?look=8806')
})

test('who may not read helps is offered no details', async () => {
  signIn(['admin:bargain:user:list'])
  answerRows(makeSession(1))
  draw()
  expect(await screen.findByText('还差 6 刀')).toBeDefined()
  expect(screen.queryByRole('button', { name: '查看详情' })).toBeNull()
})

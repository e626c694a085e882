import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { notification } from '@zhanggui/contract/message/notification.ts'
import { beforeEach, expect, test } from 'vitest'
import { useLive } from '../../api/live.ts'
import { answer } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render.tsx'
import { Bell } from './bell.tsx'

beforeEach(() => {
  useLive.setState(useLive.getInitialState(), true)
  answer(notification.list, { list: [], total: 0, page: 1, limit: 5 })
})

test('the bell says of how many messages and announcements its number is made', async () => {
  useLive.setState({ unread: 78, notices: 2 })
  renderPage(<Bell />)
  expect(await screen.findByRole('button', { name: '消息，78 条未读消息，2 条公告' })).toBeDefined()
})

test('what there is to do stands in words, without what does not wait', async () => {
  useLive.setState({ todo: { ordersToVerify: 12, repliesToAnswer: 1802, refundsToHandle: 0 } })
  renderPage(<Bell />)
  await userEvent.click(await screen.findByRole('button', { name: '消息' }))
  await userEvent.click(await screen.findByRole('tab', { name: '待办 2' }))
  const items = await screen.findAllByRole('button', { name: /^待/ })
  expect(items.map(({ textContent }) => textContent)).toEqual(['待核销订单 12', '待回复评价 1,802'])
})

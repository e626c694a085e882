import { screen, waitFor, within } from '@testing-library/react'
import { type CategoryNode, category } from '@zhanggui/contract/product/category.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { beforeEach, expect, test } from 'vitest'
import { useLive } from '../../../api/live.ts'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import HomePage from './home.page.tsx'

function signInAs(permissions: string[], preferences = {}) {
  useSession.setState({ permissions, user: makeUser({ permissions, preferences }) })
}

const tabs = (onSale: number) =>
  ([onSale, 29, 9, 20, 8] as const).map((count, index) => ({ name: '', type: (index + 1) as 1, count }))

beforeEach(() => {
  useLive.setState({ todo: {}, unread: 0, notices: 0 })
})

test.each([
  [['admin:statistics:home:index'], 1],
  [['admin:product:info'], 0],
])('U13 with the permissions %j the figures of the shop are shown %i times', async (permissions, shown) => {
  signInAs(permissions)
  renderPage(<HomePage />)
  await screen.findByText('快捷入口')
  expect(screen.queryAllByText('经营数据')).toHaveLength(shown)
  expect(screen.queryByText('出售中')).toBeNull()
})

test('U0 what waits is counted as the menu counts it, and only what the user sees to', async () => {
  signInAs(['admin:product:tabs:headers'])
  answer(product.tabs, tabs(288))
  useLive.setState({ todo: { stockAlerts: 20 }, unread: 2, notices: 1 })
  renderPage(<HomePage />)
  const todo = within(screen.getByRole('navigation', { name: '待办' }))
  await todo.findByText('另有 9 款已售罄')
  expect(todo.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['库存预警', '未读消息'])
  expect(todo.getByText('20')).toBeDefined()
  expect(todo.getByText('3')).toBeDefined()
  expect((await screen.findByText('288')).parentElement?.textContent).toContain('出售中')
})

test('U0 a shop that lacks something says what is next, until all of it is there', async () => {
  signInAs(['admin:product:tabs:headers', 'admin:product:save', 'admin:category:save'])
  answer(product.tabs, tabs(0))
  answer(category.pick, [{ id: 1, name: '默认分类' } as CategoryNode])
  renderPage(<HomePage />)
  const list = within(await screen.findByRole('region', { name: '开店清单' }))
  expect(list.getByRole('button', { name: '去上架' })).toBeDefined()
})

test('U0 a complete shop is remembered as such, and asked no more', async () => {
  signInAs(['admin:product:tabs:headers', 'admin:product:save', 'admin:category:save'])
  answer(product.tabs, tabs(5))
  const asked = answer(category.pick, [{ id: 1 } as CategoryNode, { id: 2 } as CategoryNode])
  renderPage(<HomePage />)
  await waitFor(() => expect(useSession.getState().user?.preferences.opening).toBe('done'))
  expect(asked).toHaveLength(1)
  expect(screen.queryByRole('region', { name: '开店清单' })).toBeNull()
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { home } from '@zhanggui/contract/dashboard/home.ts'
import { type CategoryNode, category } from '@zhanggui/contract/product/category.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import type { HomeTodoKey } from '@zhanggui/domain/dashboard/home-todo.ts'
import { beforeEach, expect, test } from 'vitest'
import { useLive } from '../../../api/live.ts'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import HomePage from './home.page.tsx'

function signInAs(permissions: string[], preferences = {}) {
  useSession.setState({ permissions, user: makeUser({ permissions, preferences }) })
}

const tabs = (onSale: number) =>
  ([onSale, 29, 9, 20, 8] as const).map((count, index) => ({ name: '', type: (index + 1) as 1, count }))

const answerTodo = (counts: Partial<Record<HomeTodoKey, number>>) =>
  answer(home.todo, {
    list: Object.entries(counts).map(([key, count]) => ({ key: key as HomeTodoKey, count })),
    updateTime: '2026-11-20 14:26:00',
  })

beforeEach(() => {
  answerTodo({})
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

test('U0 what waits stands in tiles that open its list, in the order of the server; what is nothing is said quietly', async () => {
  signInAs(['admin:product:tabs:headers'])
  answer(product.tabs, tabs(288))
  answerTodo({ toShip: 38, late: 3, lowStock: 20, drafts: 0 })
  useLive.setState({ unread: 2, notices: 1 })
  renderPage(<HomePage />)
  const todo = within(await screen.findByRole('navigation', { name: '待办' }))
  expect(todo.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...['待发货', '超时未发', '库存预警', '未读消息'],
  ])
  expect(todo.getByText('3 单已超时')).toBeDefined()
  expect(todo.getByRole('link', { name: '库存预警' }).getAttribute('href')).toBe('/product/list?type=4')
  expect(todo.getByText('20')).toBeDefined()
  expect(screen.getByRole('link', { name: '没发出的代客单' }).getAttribute('href')).toBe('/order/draft?state=0')
  expect((await screen.findByText('288')).parentElement?.textContent).toContain('出售中')
})

test('U0 a tile that becomes nothing stays where it is', async () => {
  signInAs([])
  answerTodo({ toShip: 2, replies: 1 })
  renderPage(<HomePage />)
  await screen.findByRole('link', { name: '待发货' })
  const asked = answerTodo({ toShip: 0, replies: 1 })
  act(() => useLive.setState({ todo: { repliesToAnswer: 1 } }))
  await waitFor(() => expect(asked).toHaveLength(1))
  const todo = within(screen.getByRole('navigation', { name: '待办' }))
  await waitFor(() => expect(todo.getByText('没有')).toBeDefined())
  expect(todo.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['待发货', '待回复评价'])
})

test('U0 待办 that cannot be read say so, beside 重试', async () => {
  signInAs([])
  answer(home.todo, refuse(500, 'INTERNAL', '服务器出错了'))
  const { user } = renderPage(<HomePage />)
  expect((await screen.findByText(/待办没取到/)).closest('[role="alert"]')).not.toBeNull()
  answerTodo({ toShip: 1 })
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('navigation', { name: '待办' })
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

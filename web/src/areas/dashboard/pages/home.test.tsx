import { act, screen, waitFor, within } from '@testing-library/react'
import { example } from '@zhanggui/contract/dashboard/example.ts'
import { type HomeFigures, home } from '@zhanggui/contract/dashboard/home.ts'
import { draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import type { SignedIn } from '@zhanggui/contract/staff/auth.ts'
import { type HomeTodoKey, homeTodos } from '@zhanggui/domain/dashboard/home-todo.ts'
import { beforeEach, expect, test } from 'vitest'
import { useLive } from '../../../api/live.ts'
import { useSession } from '../../../api/session.ts'
import { useMenus } from '../../../kit/menu/menus.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { shopRecords } from '../../../testing/menus.ts'
import { narrowWindow } from '../../../testing/phone.ts'
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

const day = (sales: number) => ({ sales, orders: 86, refunds: 642, net: sales - 642 })
const figures = (): HomeFigures => {
  const growth = { sales: 17.7, orders: 10.3, refunds: null, net: 12 }
  return {
    today: day(12_846.3),
    yesterday: day(19_324.8),
    weekBefore: day(9000),
    weekDay: '2026-11-13',
    untilHour: 14,
    todayUntil: day(12_000),
    yesterdayUntil: day(10_195.41),
    weekBeforeUntil: day(0),
    yesterdayGrowth: growth,
    weekGrowth: growth,
    updateTime: '2026-11-20 14:26:00',
    hours: Array.from({ length: 24 }, (_, at) => ({ today: at > 14 ? null : at * 900, yesterday: at * 800 })),
  }
}

beforeEach(() => {
  useMenus.setState({ records: [] })
  answer(home.opening, {})
  answerTodo({})
  useLive.setState({ todo: {}, unread: 0, notices: 0 })
})

test('the figures of the shop are shown to those who hold their permission, beside yesterday', async () => {
  signInAs(['admin:product:info'])
  const asked = answer(home.figures, figures())
  renderPage(<HomePage />)
  await screen.findByText('快捷入口')
  expect(screen.queryByText('出售中')).toBeNull()
  expect(asked).toHaveLength(0)
  act(() => signInAs(['admin:statistics:home:index']))
  const tile = (await screen.findByText('销售额')).parentElement?.parentElement
  // The arrow says which hours it compares; whole days say that they are whole.
  expect(tile?.textContent).toContain('¥12,846.300–14 点比昨天 ↑ 17.7% 昨天全天 ¥19,324.80上周五全天 ¥9,000.00')
  const hours = within(tile as HTMLElement).getByLabelText(/0–14 点：今天 ¥12,000.00，昨天 ¥10,195.41，上周五 ¥0.00$/)
  expect(hours).toBeDefined()
  expect(screen.getByText(/^今天卖了 ¥12,846.30，0–14 点比昨天多 17.7%/)).toBeDefined()
  expect(await screen.findByRole('figure', { name: /^今天到现在累计销售额 ¥12,846.30/ })).toBeDefined()
})

test('on phones the sales stand above what waits', async () => {
  narrowWindow()
  signInAs(['admin:statistics:home:index'])
  answer(home.figures, figures())
  answerTodo({ drafts: 3 })
  renderPage(<HomePage />)
  const waiting = await screen.findByRole('navigation', { name: '待办' })
  const sales = await screen.findByText('销售额')
  expect(sales.compareDocumentPosition(waiting)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('in the first hour of a day nothing is compared', async () => {
  signInAs(['admin:statistics:home:index'])
  const nothing = { sales: 0, orders: 0, refunds: 0, net: 0 }
  const until = { untilHour: 0, todayUntil: nothing, yesterdayUntil: nothing, weekBeforeUntil: nothing }
  answer(home.figures, { ...figures(), ...until, yesterdayGrowth: { ...figures().yesterdayGrowth, sales: null } })
  renderPage(<HomePage />)
  const tile = (await screen.findByText('销售额')).parentElement?.parentElement
  expect(tile?.textContent).toContain('¥12,846.30 昨天全天 ¥19,324.80')
  expect(screen.getByText(/^今天卖了 ¥12,846.30 ·/)).toBeDefined()
})

test('what waits stands in tiles that open its list, in the order of the server; what is nothing is said quietly', async () => {
  signInAs(['admin:product:tabs:headers'])
  answer(product.tabs, tabs(288))
  answerTodo({ toShip: 38, late: 3, lowStock: 20, drafts: 0 })
  useLive.setState({ unread: 2, notices: 1 })
  renderPage(<HomePage />)
  const todo = within(await screen.findByRole('navigation', { name: '待办' }))
  expect(todo.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...['待发货', '超时未发', '库存预警', '未读消息'],
  ])
  // Said once, on a tile of its own.
  expect(todo.getAllByText(/超时/)).toHaveLength(1)
  expect(todo.getByRole('link', { name: '库存预警' }).getAttribute('href')).toBe('/product/list?type=4')
  expect(todo.getByText('20')).toBeDefined()
  expect(todo.getByText('2')).toBeDefined()
  expect(screen.getByRole('link', { name: '没发出的代客单' }).getAttribute('href')).toBe('/order/draft?state=0')
  expect((await screen.findByText('288')).parentElement?.textContent).toContain('出售中')
})

test('many lists that hold nothing are counted, and named when asked for', async () => {
  signInAs([])
  const keys = Object.keys(homeTodos) as HomeTodoKey[]
  answerTodo({ ...Object.fromEntries(keys.map((key) => [key, 0])), replies: 1 })
  const { user } = renderPage(<HomePage />)
  await screen.findByText(`另外 ${keys.length} 项都是 0`)
  expect(screen.queryByRole('link', { name: '邮件发送失败' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '看是哪些' }))
  const mails = '/system-tools/email?tab=logs&mail.result=failed&mail.createTime=lately7'
  expect(screen.getByRole('link', { name: '邮件发送失败' }).getAttribute('href')).toBe(mails)
})

test('eight of what waits stand in one row, what buyers wait for first; the rest is one click away', async () => {
  signInAs([])
  const keys = Object.keys(homeTodos) as HomeTodoKey[]
  answerTodo(Object.fromEntries(keys.map((key) => [key, 1])))
  useLive.setState({ unread: 1 })
  const { user } = renderPage(<HomePage />)
  const todo = within(await screen.findByRole('navigation', { name: '待办' }))
  const names = () => todo.getAllByRole('link').map(({ textContent }) => textContent)
  expect(names()).toEqual([
    ...['待发货', '超时未发', '待核销', '待核销', '退款待审核', '待收退货', '待退款', '退款失败'],
  ])
  await user.click(screen.getByRole('button', { name: `更多 ${keys.length - 7} 项在等` }))
  expect(names()).toHaveLength(keys.length + 1)
  expect(names().at(-1)).toBe('未读消息')
})

test('a tile that becomes nothing stays where it is', async () => {
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

test('待办 that cannot be read say so, beside 重试', async () => {
  signInAs([])
  answer(home.todo, refuse(500, 'INTERNAL', '服务器出错了'))
  const { user } = renderPage(<HomePage />)
  expect((await screen.findByText(/待办没取到/)).closest('[role="alert"]')).not.toBeNull()
  answerTodo({ toShip: 1 })
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('navigation', { name: '待办' })
})

test('a shop that lacks something says what is next; put away, it is found again', async () => {
  signInAs([])
  answer(home.opening, { products: { onSale: 0, soldOut: 0, stored: 2 }, categories: 1, staff: 1 })
  const { user, router } = renderPage(<HomePage />)
  const list = within(await screen.findByRole('region', { name: '开店清单' }))
  expect(list.getByText(/约 5 分钟/)).toBeDefined()
  await user.click(list.getByRole('button', { name: '移到右上角' }))
  expect(screen.queryByRole('region', { name: '开店清单' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '开店清单 0/3' }))
  const again = within(screen.getByRole('region', { name: '开店清单' }))
  await user.click(again.getByRole('button', { name: '去上架' }))
  expect(router.state.location.pathname + router.state.location.search).toBe('/product/list?type=2')
})

test('a shop that can sell is led to the first order by those who may make one', async () => {
  const shop = { products: { onSale: 1, soldOut: 0, stored: 0 }, categories: 1 }
  signInAs([draftOrder.save.permission].flat() as string[])
  answer(home.opening, { ...shop, example: { there: false, products: 3 } })
  const { user } = renderPage(<HomePage />)
  await user.click(await screen.findByRole('button', { name: '展开' }))
  expect(screen.getByRole('link', { name: '替他下单' }).getAttribute('href')).toBe('/order/draft?edit=new')
})

test('once orders come, the list of what a shop lacks is one line above the figures', async () => {
  signInAs([])
  answer(home.opening, { products: { onSale: 0, soldOut: 0, stored: 2 }, categories: 1, staff: 1, sold: true })
  renderPage(<HomePage />)
  const list = within(await screen.findByRole('region', { name: '开店清单' }))
  expect(list.getByRole('button', { name: '展开' })).toBeDefined()
  expect(list.queryByText('第一件商品')).toBeNull()
})

test('a complete shop is remembered as such, and asked no more', async () => {
  signInAs([])
  const asked = answer(home.opening, { products: { onSale: 5, soldOut: 0, stored: 0 }, categories: 2 })
  renderPage(<HomePage />)
  await waitFor(() => expect(useSession.getState().user?.preferences.opening).toBe('done'))
  expect(asked).toHaveLength(1)
  expect(screen.queryByRole('region', { name: '开店清单' })).toBeNull()
})

test('example data come with one click, and go with one after a question; what stays is said', async () => {
  signInAs(['admin:product:save', 'admin:product:delete'])
  const shop = { products: { onSale: 0, soldOut: 0, stored: 0 }, categories: 1 }
  answer(home.opening, { ...shop, example: { there: false, products: 3 } })
  const added = answer(example.add, { products: 3 })
  const { user } = renderPage(<HomePage />)
  const button = await screen.findByRole('button', { name: /^放入示例数据/ })
  answer(home.opening, {
    products: { onSale: 3, soldOut: 0, stored: 0 },
    categories: 2,
    example: { there: true, products: 3 },
  })
  await user.click(button)
  await waitFor(() => expect(added).toHaveLength(1))
  answer(example.remove, { removed: 2, kept: [{ name: '【示例】手账本', reason: '有人下过单' }] })
  // Complete, but for the examples: the list stays, folded.
  await user.click(await screen.findByRole('button', { name: '展开' }))
  await user.click(await screen.findByRole('button', { name: '删除示例数据' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除 3 件' }))
  expect(await screen.findByText('删除了 2 件；保留：【示例】手账本（有人下过单）')).toBeDefined()
})

const openWithMenus = (preferences: Record<string, unknown>, user: Partial<SignedIn> = {}) => {
  useMenus.setState({ records: shopRecords })
  useSession.setState({ permissions: [], user: makeUser({ permissions: [], preferences, ...user }) })
  return renderPage(<HomePage />)
}
const shortcutTitles = () =>
  within(screen.getByRole('region', { name: '快捷入口' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const keptShortcuts = () => useSession.getState().user?.preferences.shortcuts

test('staff choose, order and reset their own links, with the keyboard alone', async () => {
  const { user } = openWithMenus({})
  expect(shortcutTitles()).toEqual(['商品管理', '订单管理', '秒杀商品', '商品导入', '售后退款'])
  screen.getByRole('button', { name: '编辑快捷入口' }).focus()
  await user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: '编辑快捷入口' }))
  expect(dialog.getByRole('button', { name: '恢复默认' }).hasAttribute('disabled')).toBe(true)

  dialog.getByRole('button', { name: '移除「秒杀商品」' }).focus()
  await user.keyboard('{Enter}')
  // The focus goes on to the neighbour.
  expect(document.activeElement?.getAttribute('aria-label')).toBe('移除「商品导入」')
  dialog.getByRole('button', { name: '上移「订单管理」' }).focus()
  await user.keyboard('{Enter}')
  // On top nothing is above it: the focus stays on its line.
  expect(document.activeElement?.getAttribute('aria-label')).toBe('下移「订单管理」')
  await user.click(dialog.getByRole('combobox', { name: '添加页面' }))
  await user.keyboard('添加商')
  await user.click(await screen.findByTitle('添加商品 · 商品'))
  expect(shortcutTitles()).toEqual(['订单管理', '商品管理', '商品导入', '售后退款', '添加商品'])
  expect(keptShortcuts()).toEqual([
    '/order/list',
    '/product/list',
    '/product/import',
    '/order/refund',
    '/product/create',
  ])

  await user.click(dialog.getByRole('button', { name: '恢复默认' }))
  expect(keptShortcuts()).toBeUndefined()
  expect(shortcutTitles()).toEqual(['商品管理', '订单管理', '秒杀商品', '商品导入', '售后退款'])
  await user.click(dialog.getByRole('button', { name: /完\s*成/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a chosen page that may no longer be opened drops out; nothing is written for it', () => {
  openWithMenus({ shortcuts: ['/finance/bill', '/order/refund', '/login', 7, '/order/list'] })
  expect(shortcutTitles()).toEqual(['售后退款', '订单管理'])
  expect(keptShortcuts()).toHaveLength(5)
})

test('seeing as another shows the usual links of that role, and offers no change', () => {
  const seeing = { kind: 'role' as const, id: 4, name: '客服', since: '2026-11-24 10:00:00' }
  openWithMenus({ shortcuts: ['/order/refund'] }, { seeing })
  expect(shortcutTitles()).toHaveLength(5)
  expect(screen.queryByRole('button', { name: '编辑快捷入口' })).toBeNull()
})

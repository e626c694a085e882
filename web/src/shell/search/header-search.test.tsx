import { fireEvent, screen, waitFor } from '@testing-library/react'
import { type SearchAnswer, type SearchItem, search } from '@zhanggui/contract/setting/search.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../api/session.ts'
import { useMenus } from '../../kit/menu/menus.ts'
import { answer, refuse } from '../../testing/fake-server.ts'
import { directory, page, recordsOf, shopMenus } from '../../testing/menus.ts'
import { renderPage } from '../../testing/render.tsx'
import { HeaderSearch } from './header-search.tsx'

const found = (id: string, title: string, more: Partial<SearchItem> = {}): SearchItem => {
  return { id, title, sub: '', state: '', link: `/order/detail/${id}`, acts: [], ...more }
}
const order = found('7', '20261123101500123456', {
  sub: '王小满 · ¥19.90',
  state: '待发货',
  acts: [{ label: '买家', link: '/member/detail/3' }],
})

/** What the results lead to besides the pages of the menu. */
const details = [
  directory('/order', '订单', [page('detail/:id', '订单详情', 'OrderDetail')], { hidden: true }),
  directory('/member', '用户', [page('detail/:id', '用户详情', 'UserDetail')], { hidden: true }),
]

beforeEach(() => useMenus.setState({ records: recordsOf([...shopMenus, ...details]) }))

async function openBox() {
  const shown = renderPage(<HeaderSearch />, '/dashboard')
  await shown.user.keyboard('{Control>}k{/Control}')
  return { ...shown, box: screen.getByRole('combobox', { name: '全局搜索' }) }
}
const option = (name: RegExp | string) => screen.findByRole('option', { name })
const chosen = () => screen.getAllByRole('option', { selected: true }).map((each) => each.textContent)

test('from two characters on records stand below the pages; arrows go through them, Enter opens, Tab chooses the next act', async () => {
  const requests = answer(search.find, {
    groups: [
      { type: 'order', label: '订单', items: [order] },
      { type: 'product', label: '商品', items: [found('8', '订单本', { link: '/product/edit/8' })] },
    ],
  })
  const { user, router, box } = await openBox()
  await user.type(box, '订')
  await option('订单 > 订单管理')
  await user.type(box, '单')
  await option(/^20261123101500123456/)
  expect(requests.map(({ query }) => query)).toEqual([{ q: '订单' }])
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    '菜单',
    '订单',
    '商品',
  ])
  const pages = screen.getAllByRole('option', { name: / > / }).length
  expect(chosen()).toEqual([screen.getAllByRole('option')[0]?.textContent])
  await user.keyboard('{ArrowDown}'.repeat(pages))
  expect(chosen()).toEqual(['20261123101500123456待发货王小满 · ¥19.90'])
  await user.keyboard('{Tab}')
  expect(box.getAttribute('aria-activedescendant')).toBe((await option('买家：20261123101500123456')).id)
  expect(document.activeElement).toBe(box)
  await user.keyboard('{Tab}{ArrowDown}{ArrowUp}{Tab}{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/member/detail/3'))
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('the search says that it looks, that it found nothing, and that it failed, and then tries again', async () => {
  const full: SearchAnswer = { groups: [{ type: 'order', label: '订单', items: [order] }] }
  let state: 'empty' | 'down' | 'full' = 'empty'
  answer(search.find, () => {
    if (state === 'down') return refuse(500, 'INTERNAL', '系统繁忙，请稍后再试')
    return state === 'full' ? full : { groups: [] }
  })
  const { user, router, box } = await openBox()
  await user.type(box, '0017')
  expect((await screen.findByRole('status')).textContent).toBe('正在查找…')
  await screen.findByText('没有找到菜单、订单、用户或商品')
  state = 'down'
  await user.type(box, '9')
  await screen.findByText(/没查到/)
  state = 'full'
  await user.click(screen.getByRole('button', { name: '重试' }))
  await user.click(await option('买家：20261123101500123456'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/member/detail/3'))
})

test('Enter before the records are there opens the first of them once they are, and nothing of a text typed since', async () => {
  const answers: (() => void)[] = []
  answer(search.find, async ({ query }): Promise<SearchAnswer> => {
    await new Promise<void>((resolve) => answers.push(resolve))
    return { groups: [{ type: 'order', label: '订单', items: [{ ...order, link: `/order/detail/${query.q}` }] }] }
  })
  const { user, router, box } = await openBox()
  await user.type(box, '0017{Enter}')
  expect(router.state.location.pathname).toBe('/dashboard')
  await waitFor(() => expect(answers).toHaveLength(1))
  await user.type(box, '8')
  await waitFor(() => expect(answers).toHaveLength(2))
  for (const arrive of answers) arrive()
  await option(/^20261123101500123456/)
  expect(router.state.location.pathname).toBe('/dashboard')
  await user.type(box, '9{Enter}')
  await waitFor(() => expect(answers).toHaveLength(3))
  answers[2]?.()
  await waitFor(() => expect(router.state.location.pathname).toBe('/order/detail/001789'))
})

test('a page that is found at once is opened by Enter, without waiting for records', async () => {
  answer(search.find, () => new Promise<SearchAnswer>(() => undefined))
  const { user, router, box } = await openBox()
  await user.type(box, '订单管理')
  await option('订单 > 订单管理')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/order/list'))
})

test('of what is found only pages that are open to the user are shown, with the way to all of it', async () => {
  const closed = found('9', '毛巾店', { link: '/store/list?keywords=1', acts: [] })
  answer(search.find, {
    groups: [
      {
        type: 'order',
        label: '订单',
        items: [{ ...order, acts: [{ label: '店员', link: '/store/staff' }] }],
        more: '/order/list?keywords=1',
      },
      { type: 'store', label: '门店', items: [closed] },
    ],
  })
  const { user, router, box } = await openBox()
  await user.type(box, '0017')
  await option(/^20261123101500123456/)
  expect(screen.queryByRole('option', { name: /店/ })).toBeNull()
  await user.click(await option('在列表中查看全部订单'))
  await waitFor(() => expect(router.state.location.search).toBe('?keywords=1'))
})

test('while other records are fetched the former ones keep their place but cannot be opened, and what was typed is marked', async () => {
  const answers: (() => void)[] = []
  answer(search.find, async ({ query }): Promise<SearchAnswer> => {
    if (query.q !== '0017') await new Promise<void>((resolve) => answers.push(resolve))
    const title = query.q === '0017' ? '王0017' : '李00178'
    return { groups: [{ type: 'order', label: '订单', items: [found('7', title)] }] }
  })
  const { user, box } = await openBox()
  await user.type(box, '００１７')
  expect((await option(/^王/)).querySelector('mark')?.textContent).toBe('0017')
  await user.type(box, '8')
  expect(screen.queryByRole('option', { name: /王/ })).toBeNull()
  expect(screen.getByText(/^王/).closest('[aria-hidden]')).not.toBeNull()
  await waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.()
  await option(/^李/)
  expect(screen.queryByText(/^王/)).toBeNull()
})

test('pinyin that is still being composed finds pages, asks for no records, and its Enter opens nothing', async () => {
  const requests = answer(search.find, { groups: [] })
  const { router, box } = await openBox()
  fireEvent.compositionStart(box)
  fireEvent.change(box, { target: { value: "ding'dan'guan'li" } })
  await option('订单 > 订单管理')
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect([requests.length, router.state.location.pathname]).toEqual([0, '/dashboard'])
  fireEvent.change(box, { target: { value: '订单管理' } })
  fireEvent.compositionEnd(box)
  await waitFor(() => expect(requests.map(({ query }) => query)).toEqual([{ q: '订单管理' }]))
})

test('what was opened last stands in the empty box, of this account alone, and can be forgotten', async () => {
  answer(search.find, { groups: [{ type: 'order', label: '订单', items: [order] }] })
  const before = useSession.getState()
  const preferences = {
    finds: [{ label: '张三', of: '用户', link: '/member/detail/3' }, { label: '外', of: '', link: '//evil' }, 7],
  }
  useSession.setState({ user: { ...before.user, preferences } as unknown as NonNullable<typeof before.user> })
  const first = await openBox()
  await option(/张三/)
  expect(screen.getAllByRole('option')).toHaveLength(1)
  await first.user.type(first.box, '0017')
  await first.user.click(await option(/^20261123101500123456/))
  await waitFor(() => expect(first.router.state.location.pathname).toBe('/order/detail/7'))
  await first.user.keyboard('{Control>}k{/Control}')
  expect(screen.getAllByRole('option').map((each) => each.textContent)).toEqual([
    '20261123101500123456订单',
    '张三用户',
  ])
  await first.user.click(screen.getByRole('button', { name: '清除记录' }))
  expect(screen.queryByRole('option')).toBeNull()
  await screen.findByText(/微信交易单号/)
  useSession.setState(before, true)
})

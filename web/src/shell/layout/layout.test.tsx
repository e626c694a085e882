import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { menu } from '@zhanggui/contract/staff/menu.ts'
import { seeAs } from '@zhanggui/contract/staff/see-as.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../../api/call.ts'
import { reactToError } from '../../api/reactions.ts'
import { useSession } from '../../api/session.ts'
import { signedOut } from '../../api/session-state.ts'
import { useMenus } from '../../kit/menu/menus.ts'
import { setRouter } from '../../kit/page/go.ts'
import { usePageNames } from '../../kit/page/page-names.ts'
import { keepSettings, useSettings } from '../../kit/settings/settings.ts'
import { useSize } from '../../kit/settings/size.ts'
import { answer, refuse } from '../../testing/fake-server.ts'
import { directory, page } from '../../testing/menus.ts'
import { makeSite, makeUser } from '../../testing/render.tsx'
import { Providers } from '../providers.tsx'
import { routes } from '../routing/router.tsx'
import { useTabs } from '../tabs/tabs.ts'
import { useApp } from './app.ts'

const gallery = { component: 'setting/icon-gallery' }
const menus = [
  directory('/goods', '商品', [
    { ...page('list', '商品管理', 'GoodsList', { badge: 120 }), ...gallery },
    { ...page('edit/:id', '编辑商品', 'GoodsEdit', { hidden: true, activeMenu: '/goods/list' }), ...gallery },
  ]),
  directory('/order', '订单', [
    { ...page('list', '订单管理', 'OrderList'), ...gallery },
    page('lost', '没有的页面', 'Lost'),
  ]),
  {
    ...page('/external-7', '', ''),
    component: 'Layout',
    name: undefined,
    meta: undefined,
    children: [
      { path: 'https://pay.example.com', hidden: false, alwaysShow: false, meta: { title: '支付后台', noCache: true } },
    ],
  },
]

let users = 100

async function openConsole(address = '/dashboard', { width = 1280, user = makeUser({ id: ++users }) } = {}) {
  Object.defineProperty(document.body, 'clientWidth', { value: width, configurable: true })
  useApp.setState({ device: 'desktop', sidebar: { opened: true, withoutAnimation: false } })
  useSize.setState({ size: 'small' })
  document.cookie = 'ADMIN-TOKEN=t; path=/'
  useSession.setState({ ...signedOut, token: 't' })
  answer(auth.info, user)
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  setRouter(router)
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  // The first test loads the whole frame.
  await screen.findByRole('navigation', { name: '主菜单' })
  return { router, user: userEvent.setup() }
}

const bar = () => screen.getByRole('navigation', { name: '标签页' })
const tabs = () => within(bar()).getAllByRole('listitem')
const titles = () => tabs().map((tab) => tab.textContent)
const tab = (title: string) => within(bar()).getByText(title)
const sidebar = () => screen.getByRole('navigation', { name: '主菜单' })
const crumbs = () => screen.getByRole('navigation', { name: '当前位置' }).textContent
const shownFilter = () => screen.getByRole<HTMLInputElement>('searchbox', { name: '筛选图标' })

beforeEach(() => {
  useMenus.setState(useMenus.getInitialState(), true)
  useTabs.setState(useTabs.getInitialState(), true)
  useSettings.setState(useSettings.getInitialState(), true)
  answer(
    auth.site,
    makeSite({ footerTxt: '<b>小店</b>', caseNumber: '京ICP备1号', caseUrl: 'https://beian.miit.gov.cn' }),
  )
  answer(menu.build, menus)
})

afterEach(() => void vi.restoreAllMocks())

describe('sidebar', () => {
  test("the page's item is active in its open directory, and shows its number of pending items", async () => {
    await openConsole('/goods/edit/3')
    const item = await within(sidebar()).findByRole('link', { name: /商品管理/ })
    expect(item.textContent).toBe('商品管理99+')
    expect(item.closest('li')?.className).toContain('selected')
    expect(within(sidebar()).queryByText('订单管理')).toBeNull()
  })

  test('opening a directory closes its neighbour, unless several may be open', async () => {
    const { user } = await openConsole('/goods/list')
    const isOpen = (title: string) =>
      within(sidebar()).getByText(title).closest('[aria-expanded]')?.getAttribute('aria-expanded')
    expect(isOpen('商品')).toBe('true')
    await user.click(within(sidebar()).getByText('订单'))
    expect([isOpen('商品'), isOpen('订单')]).toEqual(['false', 'true'])
    keepSettings({ ...useSettings.getState(), uniqueOpened: false })
    await user.click(within(sidebar()).getByText('商品'))
    expect([isOpen('商品'), isOpen('订单')]).toEqual(['true', 'true'])
  })

  test('an external item opens a new window and no tab', async () => {
    await openConsole()
    const link = within(sidebar()).getByRole('link', { name: '支付后台' })
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
    expect(titles()).toEqual(['首页'])
  })

  test('the toggle collapses the sidebar and stores this in its cookie', async () => {
    const { user } = await openConsole()
    await user.click(screen.getByRole('button', { name: '收起侧边栏' }))
    expect(document.cookie).toContain('sidebarStatus=0')
    await user.click(screen.getByRole('button', { name: '展开侧边栏' }))
    expect(document.cookie).toContain('sidebarStatus=1')
  })

  test('below 992px it is closed, opens over a mask, and closes on a click on the mask or a page change', async () => {
    const { user } = await openConsole('/dashboard', { width: 991 })
    expect(useApp.getState()).toMatchObject({ device: 'mobile', sidebar: { opened: false, withoutAnimation: true } })
    for (const name of ['全屏', '布局大小']) expect(screen.queryByRole('button', { name })).toBeNull()
    await user.click(screen.getByRole('button', { name: '展开侧边栏' }))
    await user.click(screen.getByRole('button', { name: '关闭侧边栏' }))
    expect(useApp.getState().sidebar).toEqual({ opened: false, withoutAnimation: false })
    await user.click(screen.getByRole('button', { name: '展开侧边栏' }))
    await user.click(within(sidebar()).getByText('商品'))
    await user.click(await within(sidebar()).findByText('商品管理'))
    await waitFor(() => expect(useApp.getState().sidebar.opened).toBe(false))
  })

  test.each([1280, 390])('at %i the console says that play money is open', async (width) => {
    const { queryClient } = await import('../../api/query-client.ts')
    queryClient.clear()
    answer(auth.site, makeSite({ simPay: true }))
    await openConsole('/dashboard', { width })
    expect(await screen.findByText(/^模拟支付已开启/)).toBeDefined()
  })

  test.each([1280, 390])(
    'at %i every page is marked while somebody looks as another, with the way back',
    async (width) => {
      const seeing = { kind: 'role' as const, id: 4, name: '客服', since: '2026-11-24 10:00:00' }
      const left = answer(seeAs.leave, refuse(500, 'INTERNAL', '系统繁忙，请稍后再试'))
      const { user } = await openConsole('/dashboard', { width, user: makeUser({ id: ++users, seeing }) })
      const bar = await screen.findByRole('region', { name: '以此身份查看' })
      expect(bar.textContent).toContain('正在以角色「客服」的身份查看')
      await user.click(within(bar).getByRole('button', { name: '退出查看' }))
      await waitFor(() => expect(left).toHaveLength(1))
    },
  )

  test('without the server menu the fixed pages stay usable and a retry loads it', async () => {
    answer(menu.build, refuse(500, 'INTERNAL', '系统繁忙，请稍后再试'))
    const { user } = await openConsole()
    expect(within(sidebar()).getByRole('alert').textContent).toContain('菜单加载失败')
    answer(menu.build, menus)
    await user.click(within(sidebar()).getByRole('button', { name: /重\s?试/ }))
    await within(sidebar()).findByText('商品')
    expect(within(sidebar()).queryByRole('alert')).toBeNull()
  })
})

describe('tabs', () => {
  test('each page adds its tab, and its input is kept there', async () => {
    const { user, router } = await openConsole('/goods/list')
    expect(titles()).toEqual(['首页', '商品管理'])
    await user.type(shownFilter(), 'bug')
    await router.navigate('/order/list')
    await waitFor(() => expect(titles()).toEqual(['首页', '商品管理', '订单管理']))
    expect(shownFilter().value).toBe('')
    await user.click(tab('商品管理'))
    await waitFor(() => expect(shownFilter().value).toBe('bug'))
    expect(router.state.location.pathname).toBe('/goods/list')
    expect(document.title).toBe('商品管理 - 小店')
  })

  test('a refusal names the missing right inside the frame: the menu and the tabs stay', async () => {
    const { user, router } = await openConsole('/goods/list')
    await user.type(shownFilter(), 'bug')
    answer(auth.sessions, refuse(403, 'FORBIDDEN', '没有权限执行此操作', { permission: 'admin:x' }))
    await act(() => call(auth.sessions).catch(reactToError))
    await screen.findByText(/你没有权限去该页面/)
    expect(screen.getByText(/^需要「.+」，请找店主开通$/)).toBeDefined()
    expect(within(sidebar()).getByText('商品管理')).toBeDefined()
    expect(titles()).toEqual(['首页', '商品管理'])
    await router.navigate('/goods/list')
    await waitFor(() => expect(shownFilter().value).toBe('bug'))
  })

  test('closing the active tab destroys its page and goes to the last one', async () => {
    const { user, router } = await openConsole('/goods/list')
    await router.navigate('/order/list')
    await waitFor(() => expect(titles()).toHaveLength(3))
    await user.type(shownFilter(), 'bug')
    await user.click(screen.getByRole('button', { name: '关闭订单管理' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/goods/list'))
    expect(titles()).toEqual(['首页', '商品管理'])
    await router.navigate('/order/list')
    await waitFor(() => expect(titles()).toHaveLength(3))
    expect(shownFilter().value).toBe('')
  })

  test('the middle button closes a tab, but not the pinned one', async () => {
    await openConsole('/goods/list')
    const press = (element: HTMLElement) => fireEvent(element, new MouseEvent('auxclick', middle))
    const middle = { button: 1, bubbles: true, cancelable: true }
    expect(press(tab('首页'))).toBe(false)
    expect(titles()).toEqual(['首页', '商品管理'])
    expect(press(tab('商品管理'))).toBe(false)
    await waitFor(() => expect(titles()).toEqual(['首页']))
    expect(screen.queryByRole('button', { name: '关闭首页' })).toBeNull()
  })

  test('a right click opens the menu at the pointer, within the bar', async () => {
    await openConsole('/goods/list')
    vi.spyOn(bar(), 'getBoundingClientRect').mockReturnValue(new DOMRect(205, 50, 1000, 34))
    expect(fireEvent.contextMenu(tab('商品管理'), { clientX: 300, clientY: 70 })).toBe(false)
    const first = screen.getByRole('menu', { name: '标签页操作' })
    expect([first.style.left, first.style.top, first.parentElement?.style.left]).toEqual(['110px', '70px', '205px'])
    expect(
      within(first)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['刷新', '关闭', '关闭其他', '关闭全部', '关闭左侧', '关闭右侧', '新窗口打开'])
    fireEvent.contextMenu(tab('首页'), { clientX: 1200, clientY: 71 })
    const second = screen.getByRole('menu', { name: '标签页操作' })
    expect([second.style.left, second.style.top]).toEqual(['895px', '71px'])
    expect(within(second).queryByRole('menuitem', { name: '关闭' })).toBeNull()
  })

  test.each<[string, () => unknown]>([
    ['Esc', () => fireEvent.keyDown(document, { key: 'Escape' })],
    ['a click elsewhere', () => fireEvent.pointerDown(document.body)],
    ['scrolling', () => fireEvent.scroll(window)],
    ['another window', () => fireEvent.blur(window)],
  ])('the menu hides on %s', async (_, act) => {
    await openConsole('/goods/list')
    fireEvent.contextMenu(tab('商品管理'))
    await screen.findByRole('menu', { name: '标签页操作' })
    act()
    await waitFor(() => expect(screen.queryByRole('menu', { name: '标签页操作' })).toBeNull())
  })

  test('the menu refreshes a page, and closes the other tabs or all', async () => {
    const { user, router } = await openConsole('/goods/list')
    const choose = async (title: string, action: string) => {
      fireEvent.contextMenu(tab(title))
      await user.click(screen.getByRole('menuitem', { name: action }))
    }
    await user.type(shownFilter(), 'bug')
    await router.navigate('/order/list')
    await waitFor(() => expect(titles()).toHaveLength(3))
    await choose('商品管理', '刷新')
    await waitFor(() => expect(router.state.location.pathname).toBe('/goods/list'))
    await waitFor(() => expect(shownFilter().value).toBe(''))
    expect(crumbs()).toBe('首页商品商品管理')
    await choose('订单管理', '关闭其他')
    await waitFor(() => expect(crumbs()).toBe('首页订单订单管理'))
    expect(titles()).toEqual(['首页', '订单管理'])
    await choose('订单管理', '关闭全部')
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(titles()).toEqual(['首页'])
  })

  test('tabs that are still permitted come back after a reload', async () => {
    const user = makeUser({ id: ++users })
    const stored = ['/order/list?page=2', '/gone'].map((fullPath) => ({ fullPath, title: '订单管理·旧' }))
    sessionStorage.setItem(`tabs:${user.id}`, JSON.stringify(stored))
    await openConsole('/goods/list', { user })
    expect(titles()).toEqual(['首页', '订单管理·旧', '商品管理'])
    expect(sessionStorage.getItem(`tabs:${user.id}`)).toContain('/goods/list')
  })

  test('without the bar pages are still kept', async () => {
    const { user, router } = await openConsole('/goods/list')
    keepSettings({ ...useSettings.getState(), tagsView: false })
    await waitFor(() => expect(screen.queryByRole('navigation', { name: '标签页' })).toBeNull())
    await user.type(shownFilter(), 'bug')
    await router.navigate('/order/list')
    await router.navigate('/goods/list')
    await waitFor(() => expect(shownFilter().value).toBe('bug'))
  })

  test('another size redraws every page and shows a message', async () => {
    const { user, router } = await openConsole('/goods/list')
    await user.type(shownFilter(), 'bug')
    await router.navigate('/order/list')
    await user.click(screen.getByRole('button', { name: '布局大小' }))
    expect((await screen.findByRole('menuitem', { name: '较小' })).getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('menuitem', { name: '迷你' }))
    await screen.findByText('布局设置成功')
    expect(document.cookie).toContain('size=mini')
    await waitFor(() => expect(router.state.location.pathname).toBe('/order/list'))
    await router.navigate('/goods/list')
    await waitFor(() => expect(shownFilter().value).toBe(''))
  })

  test('a filter set just before another size is kept, though it is not drawn yet', async () => {
    const { router } = await openConsole('/order/list')
    act(() => {
      router.navigate('/order/list?keywords=1', { replace: true })
      useSize.setState({ size: 'mini' })
    })
    await waitFor(() => expect(router.state.location.search).toBe('?keywords=1'))
  })

  test('a filter set just before its page is left is kept in the tab', async () => {
    const { router } = await openConsole('/order/list')
    act(() => {
      router.navigate('/order/list?keywords=1', { replace: true })
      router.navigate('/goods/list')
    })
    await waitFor(() => expect(titles()).toHaveLength(3))
    expect(tabs()[1]?.querySelector('a')?.getAttribute('href')).toBe('/order/list?keywords=1')
  })
})

describe('header', () => {
  test('the first tab stop leads past the menu to the page', async () => {
    const { user } = await openConsole('/goods/list')
    const skip = screen.getByRole('button', { name: '跳到主要内容' })
    expect(document.querySelector('a, button, input')).toBe(skip)
    await user.click(skip)
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test('the breadcrumb leads from the first page to the current one', async () => {
    await openConsole('/goods/edit/3')
    const trail = within(screen.getByRole('navigation', { name: '当前位置' })).getAllByRole('listitem')
    expect(trail.map(({ textContent }) => textContent)).toEqual(['首页', '商品', '编辑商品'])
    expect(trail.map((entry) => entry.querySelector('a')?.getAttribute('href'))).toEqual([
      '/dashboard',
      undefined,
      undefined,
    ])
    expect(trail[2]?.getAttribute('aria-current')).toBe('page')
  })

  test("a page's own name is shown in the breadcrumb and the window title", async () => {
    await openConsole('/goods/edit/3')
    act(() => usePageNames.setState({ '/goods/edit/3': { title: '商品详情-3', heading: '商品详情' } }))
    expect(crumbs()).toMatch(/商品详情$/)
    expect(document.title).toBe('商品详情-3 - 小店')
    act(() => usePageNames.setState({ '/goods/edit/3': undefined }))
    expect(crumbs()).toMatch(/编辑商品$/)
  })

  test('Ctrl+K, pinyin initials and Enter open a page', async () => {
    const { user, router } = await openConsole()
    await user.keyboard('{Control>}k{/Control}')
    const box = screen.getByRole('combobox', { name: '全局搜索' })
    expect(document.activeElement).toBe(box)
    await user.type(box, 'ddgl')
    const option = await screen.findByRole('option', { name: '订单 > 订单管理' })
    expect(option.getAttribute('aria-selected')).toBe('true')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/order/list'))
    expect(screen.queryByRole('combobox', { name: '全局搜索' })).toBeNull()
  })

  test('Esc and a click elsewhere close the search', async () => {
    const { user } = await openConsole()
    await user.click(screen.getByRole('button', { name: /全局搜索/ }))
    await user.keyboard('茶{Escape}')
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /全局搜索/ }))
    await user.click(screen.getByRole('button', { name: /全局搜索/ }))
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('')
    await user.click(document.body)
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  test('on a phone the search covers the header, finds a page, and is left by 取消', async () => {
    const { user, router } = await openConsole('/dashboard', { width: 390 })
    const opener = () => screen.getByRole('button', { name: '全局搜索' })
    await user.click(opener())
    await user.click(screen.getByRole('button', { name: '取消' }))
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(document.activeElement).toBe(opener())
    await user.click(opener())
    await user.type(screen.getByRole('combobox', { name: '全局搜索' }), '订单')
    await user.click(await screen.findByRole('option', { name: '订单 > 订单管理' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/order/list'))
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  test('without full screen support the specified warning is shown', async () => {
    const { user } = await openConsole()
    await user.click(screen.getByRole('button', { name: '全屏' }))
    await screen.findByText('you browser can not work')
  })

  test('signing out asks first; 取消 does nothing', async () => {
    const ended = answer(auth.logout, {})
    const { user } = await openConsole()
    await user.click(screen.getByRole('button', { name: '王掌柜，个人菜单' }))
    await screen.findByRole('menuitem', { name: '个人中心' })
    expect(document.querySelector('.ant-dropdown')?.textContent).toContain('王掌柜店员')
    await user.click(screen.getByRole('menuitem', { name: '退出登录' }))
    const box = await screen.findByRole('dialog')
    expect(box.textContent).toContain('提示')
    expect(box.textContent).toContain('确定注销并退出系统吗？')
    await user.click(within(box).getByRole('button', { name: /取\s?消/ }))
    await waitFor(() =>
      expect(document.querySelector('.ant-modal-wrap:not([style*="none"]) .ant-modal:not(.ant-zoom-leave)')).toBeNull(),
    )
    expect(ended).toHaveLength(0)
    expect(document.cookie).toContain('ADMIN-TOKEN')
  })

  test('确定 ends the session and clears token, tabs and drafts, even if the server refuses', async () => {
    const ended = answer(auth.logout, refuse(500, 'INTERNAL', '系统繁忙'))
    const { user } = await openConsole('/goods/list')
    localStorage.setItem(`draft:${users}:brand.save:1`, '{}')
    await user.click(screen.getByRole('button', { name: '王掌柜，个人菜单' }))
    await user.click(await screen.findByRole('menuitem', { name: '退出登录' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /确\s?定/ }))
    await waitFor(() => expect(document.cookie).not.toContain('ADMIN-TOKEN'))
    expect(ended).toHaveLength(1)
    await waitFor(() => expect(sessionStorage.getItem(`tabs:${users}`)).toBeNull())
    expect(localStorage.getItem(`draft:${users}:brand.save:1`)).toBeNull()
  })
})

describe('settings', () => {
  const openPanel = async () => {
    const { user } = await openConsole()
    await user.click(screen.getByRole('button', { name: '布局设置' }))
    await screen.findByText('系统布局设置')
    return user
  }

  test('a colour applies at once and is stored in the browser and on the server', async () => {
    const saved = answer(userCenter.savePreferences, {})
    const user = await openPanel()
    const colour = screen.getByRole('button', { name: '主题颜色 #11a983' })
    const fixedHeader = screen.getByRole('switch', { name: '固定头部' })
    await user.click(colour)
    expect(document.documentElement.style.getPropertyValue('--color-primary')).toBe('#11a983')
    expect(localStorage.getItem(`ui-settings:${users}`)).toContain('#11a983')
    fireEvent.click(fixedHeader)
    // Both in one save, or in two where the machine is slower than changes are gathered.
    await waitFor(() =>
      expect(saved.at(-1)?.body).toMatchObject({ settings: { theme: '#11a983', fixedHeader: false } }),
    )
  })

  test('dark mode applies at once, and 恢复默认 resets everything', async () => {
    answer(userCenter.savePreferences, {})
    const user = await openPanel()
    await user.click(screen.getByText('深色'))
    expect(document.documentElement.dataset.theme).toBe('dark')
    await user.click(screen.getByRole('switch', { name: /色弱模式/ }))
    expect(document.documentElement.style.filter).toContain('#colour-weakness')
    await user.click(screen.getByRole('button', { name: '恢复默认' }))
    expect(document.documentElement.dataset.theme).toBe('light')
    expect(document.documentElement.style.filter).toBe('')
  })

  test('the footer can be turned off', async () => {
    answer(userCenter.savePreferences, {})
    const user = await openPanel()
    expect(screen.getByText('京ICP备1号').getAttribute('href')).toBe('https://beian.miit.gov.cn')
    await user.click(screen.getByRole('switch', { name: '显示页脚' }))
    expect(screen.queryByText('京ICP备1号')).toBeNull()
  })
})

test('a page missing in this version is named inside the frame', async () => {
  await openConsole('/order/lost')
  expect(screen.getByText('页面未找到：shop/Lost')).toBeDefined()
  expect(crumbs()).toBe('首页订单没有的页面')
})

test('首页 greets by name and offers the pages the user may open', async () => {
  await openConsole()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('王掌柜')
  const links = within(screen.getByRole('main'))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
  expect(links).toEqual(expect.arrayContaining(['/goods/list', '/order/list']))
  expect(links).not.toContain('/dashboard')
})

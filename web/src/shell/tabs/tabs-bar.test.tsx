import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { useTabs } from './tabs.ts'
import { TabsBar } from './tabs-bar.tsx'
import type { Tab } from './tabs-state.ts'

const tabs = ['首页', '商品管理', '品牌管理'].map(
  (title, index) =>
    ({ path: `/p${index}`, fullPath: `/p${index}?a=1`, query: {}, name: title, title, meta: {} }) as unknown as Tab,
)

afterEach(() => {
  vi.restoreAllMocks()
})

test('the strip is one tab stop, and the arrows move inside', async () => {
  useTabs.setState({ visited: tabs })
  const { user } = renderPage(<TabsBar activePath="/p1" />)
  await user.tab()
  const focused = () => document.activeElement?.textContent
  expect(focused()).toBe('商品管理')
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('品牌管理')
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('首页')
  await user.keyboard('{End}')
  expect(focused()).toBe('品牌管理')
  await user.tab()
  expect(screen.getByRole('navigation').contains(document.activeElement)).toBe(false)
  expect(screen.queryByRole('button', { name: '全部标签页' })).toBeNull()
})

test('tabs that do not fit are in a list of all', async () => {
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
  useTabs.setState({ visited: tabs })
  const { user, router } = renderPage(<TabsBar activePath="/p1" />)
  await user.click(await screen.findByRole('button', { name: '全部标签页' }))
  await user.click(await screen.findByRole('menuitem', { name: '品牌管理' }))
  expect(router.state.location.pathname + router.state.location.search).toBe('/p2?a=1')
})

import { expect, test } from 'vitest'
import { useApp } from './app.ts'
import { flipSidebar, shutSidebar } from './frame.ts'

test('a collapsed sidebar is remembered only when somebody collapsed it', () => {
  document.cookie = 'sidebarStatus=; path=/; max-age=0'
  useApp.setState({ device: 'mobile', sidebar: { opened: true, withoutAnimation: false } })
  shutSidebar()
  flipSidebar()
  flipSidebar()
  expect(document.cookie).not.toContain('sidebarStatus')
  useApp.setState({ device: 'desktop', sidebar: { opened: true, withoutAnimation: false } })
  flipSidebar()
  expect(document.cookie).toContain('sidebarStatus=0')
})

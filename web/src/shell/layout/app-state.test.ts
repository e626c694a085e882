import { expect, test } from 'vitest'
import {
  type AppState,
  afterNavigation,
  closeSidebar,
  readSidebarOpened,
  sidebarCookie,
  switchDevice,
  toggleSidebar,
} from './app-state.ts'

const open: AppState = { sidebar: { opened: true, withoutAnimation: false }, device: 'desktop' }

test('the toggle flips, with animation', () => {
  const closed = toggleSidebar(open)
  expect(closed.sidebar).toEqual({ opened: false, withoutAnimation: false })
  expect(toggleSidebar(closeSidebar(open, true))).toEqual(open)
})

test('close forces closed and stores its flag', () => {
  expect(closeSidebar(closeSidebar(open, false), true).sidebar).toEqual({ opened: false, withoutAnimation: true })
})

test('switching to mobile closes the sidebar without animation, switching back leaves it closed', () => {
  const mobile = switchDevice(open, 'mobile')
  expect(mobile).toMatchObject({ device: 'mobile', sidebar: { opened: false, withoutAnimation: true } })
  expect(switchDevice(mobile, 'desktop').sidebar.opened).toBe(false)
  expect(switchDevice({ ...mobile, sidebar: open.sidebar }, 'desktop').sidebar.opened).toBe(true)
})

test('a resize within one layout changes nothing', () => {
  const opened = toggleSidebar(switchDevice(open, 'mobile'))
  expect(switchDevice(opened, 'mobile')).toBe(opened)
})

test('on mobile a page change closes the sidebar with animation', () => {
  const opened = toggleSidebar(switchDevice(open, 'mobile'))
  expect(afterNavigation(opened).sidebar).toEqual({ opened: false, withoutAnimation: false })
  expect(afterNavigation(open)).toBe(open)
})

test('the sidebar is remembered for a year as 1 or 0', () => {
  expect(sidebarCookie(true, false)).toBe('sidebarStatus=1; path=/; SameSite=Strict; max-age=31536000')
  expect(sidebarCookie(false, false)).toContain('sidebarStatus=0;')
})

test.each([
  ['', true],
  ['sidebarStatus=1', true],
  ['a=2; sidebarStatus=0', false],
  ['sidebarStatus=x', true],
])('with the cookies "%s" the sidebar is open: %s', (cookies, opened) => {
  expect(readSidebarOpened(cookies)).toBe(opened)
})

import { cookie, readCookie } from '../../api/cookies.ts'
import type { Device } from '../../kit/page/device.ts'

/** The frame of the console. The sidebar's state is stored in its cookie on every toggle and close. */
export type AppState = {
  sidebar: { opened: boolean; withoutAnimation: boolean }
  device: Device
}

export function toggleSidebar(app: AppState): AppState {
  return { ...app, sidebar: { opened: !app.sidebar.opened, withoutAnimation: false } }
}

export function closeSidebar(app: AppState, withoutAnimation: boolean): AppState {
  return { ...app, sidebar: { opened: false, withoutAnimation } }
}

/** Switching to mobile closes the sidebar at once; switching back leaves it as it is. */
export function switchDevice(app: AppState, device: Device): AppState {
  if (device === app.device) return app
  return device === 'mobile' ? { ...closeSidebar(app, true), device } : { ...app, device }
}

/** On a mobile layout a page change closes the sidebar, with animation. */
export function afterNavigation(app: AppState): AppState {
  return app.device === 'mobile' && app.sidebar.opened ? closeSidebar(app, false) : app
}

/** Whether the sidebar starts open; it does unless the cookie says otherwise. */
export function readSidebarOpened(cookies: string): boolean {
  return readCookie(cookies, 'sidebarStatus') !== '0'
}

export function sidebarCookie(opened: boolean, secure: boolean): string {
  return cookie('sidebarStatus', opened ? '1' : '0', secure, 365)
}

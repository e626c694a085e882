import { useLayoutEffect } from 'react'
import { deviceOf } from '../../kit/page/device.ts'
import { useApp } from './app.ts'
import {
  type AppState,
  closeSidebar,
  readSidebarOpened,
  sidebarCookie,
  switchDevice,
  toggleSidebar,
} from './app-state.ts'

const isSecure = window.location.protocol === 'https:'

/** What somebody chose is stored in the browser; that a phone's layout closes the sidebar is no choice. */
export function flipSidebar() {
  useApp.setState(toggleSidebar)
  const { device, sidebar } = useApp.getState()
  if (device === 'desktop') document.cookie = sidebarCookie(sidebar.opened, isSecure)
}

export function shutSidebar({ withoutAnimation = false } = {}) {
  useApp.setState((app) => closeSidebar(app, withoutAnimation))
}

/** Back on a desktop the sidebar is as it was left there. */
function withOwnChoice(before: AppState, now: AppState): AppState {
  if (now === before || now.device === 'mobile') return now
  return { ...now, sidebar: { opened: readSidebarOpened(document.cookie), withoutAnimation: true } }
}

/** Keeps the layout in line with the window's width. */
export function useDevice() {
  useLayoutEffect(() => {
    const measure = () => {
      if (document.visibilityState === 'visible')
        useApp.setState((app) => withOwnChoice(app, switchDevice(app, deviceOf(document.body.clientWidth))))
    }
    measure()
    // The first page may open on a phone with the sidebar open from a desktop.
    if (useApp.getState().device === 'mobile') shutSidebar({ withoutAnimation: true })
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
}

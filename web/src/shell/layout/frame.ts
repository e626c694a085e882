import { useLayoutEffect } from 'react'
import { deviceOf } from '../../kit/page/device.ts'
import { useApp } from './app.ts'
import { closeSidebar, sidebarCookie, switchDevice, toggleSidebar } from './app-state.ts'

const isSecure = window.location.protocol === 'https:'

// SH-38: the sidebar's state is stored in the browser.
useApp.subscribe((app, before) => {
  if (app.sidebar.opened !== before.sidebar.opened) document.cookie = sidebarCookie(app.sidebar.opened, isSecure)
})

export function flipSidebar() {
  useApp.setState(toggleSidebar)
}

export function shutSidebar({ withoutAnimation = false } = {}) {
  useApp.setState((app) => closeSidebar(app, withoutAnimation))
}

/** Keeps the layout in line with the window's width (SH-23). */
export function useDevice() {
  useLayoutEffect(() => {
    const measure = () => {
      if (document.visibilityState === 'visible')
        useApp.setState((app) => switchDevice(app, deviceOf(document.body.clientWidth)))
    }
    measure()
    // The first page may open on a phone with the sidebar open from a desktop.
    if (useApp.getState().device === 'mobile') shutSidebar({ withoutAnimation: true })
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
}

import { create } from 'zustand'
import { deviceOf } from '../../kit/page/device.ts'
import { type AppState, readSidebarOpened } from './app-state.ts'

/** State `app`: sidebar and device; the size is in `kit/settings`, as pages use it too. */
export const useApp = create<AppState>(() => ({
  sidebar: { opened: readSidebarOpened(document.cookie), withoutAnimation: false },
  device: deviceOf(document.body.clientWidth),
}))

import { menu } from '@zhanggui/contract/staff/menu.ts'
import { create } from 'zustand'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import { buildRoutes, type RouteRecord } from './route-records.ts'

/** What the server menu has come to: not asked for, here, or refused. */
export type MenuState = 'absent' | 'loaded' | 'failed'

/** The tree of routes: the fixed ones, and those of the server menu once it is loaded. */
export const useMenus = create<{ state: MenuState; records: readonly RouteRecord[] }>(() => ({
  state: 'absent',
  records: buildRoutes([]).records,
}))

/** Fetches the server menu. A failure leaves the routes there were and is told by the state (SH-8). */
export async function loadMenus(): Promise<void> {
  useSession.setState({ loadMenus: false })
  try {
    const { records, duplicates } = buildRoutes(await call(menu.build, { silent: true }))
    for (const name of duplicates) console.warn(`菜单的组件名称重复：${name}`)
    useMenus.setState({ state: 'loaded', records })
  } catch {
    useMenus.setState(({ state }) => ({ state: state === 'loaded' ? 'loaded' : 'failed' }))
  }
}

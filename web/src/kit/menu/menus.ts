import { menu } from '@zhanggui/contract/staff/menu.ts'
import { create } from 'zustand'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import { buildRoutes, type RouteRecord } from './route-records.ts'

/** State of the server menu: not requested, loaded, or failed. */
export type MenuState = 'absent' | 'loaded' | 'failed'

/** The route tree: the fixed routes, and those of the server menu once it is loaded. */
export const useMenus = create<{ state: MenuState; records: readonly RouteRecord[] }>(() => ({
  state: 'absent',
  records: buildRoutes([]).records,
}))

/** Fetches the server menu. A failure keeps the existing routes and is recorded in the state. */
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

import type { Route } from '@zhanggui/contract/routes.ts'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.ts'
import type { SessionState } from '../../api/session-state.ts'
import { hasPermi, hasRole } from './permissions.ts'

/** Whether the session may call a route. */
export function canCall(
  session: Pick<SessionState, 'permissions'>,
  { permission }: Pick<Route, 'permission'>,
): boolean {
  if (permission === 'public' || permission === 'auth') return true
  // No role is granted the word `super`; sessions that hold every permission pass.
  return hasPermi(session, [permission].flat())
}

/** The same as a hook, for menus and columns that need a value. */
export function useCan(route: Pick<Route, 'permission'>): boolean {
  return useSession((session) => canCall(session, route))
}

/** Draws its children if the session may call the route, or any of the routes. */
export function Can({ do: routes, children }: { do: Route | readonly Route[]; children: ReactNode }) {
  const allowed = useSession((session) => [routes].flat().some((route) => canCall(session, route)))
  return allowed && children
}

/** Draws its children if the session holds any of the permissions. @throws {Error} when none is given */
export function HasPermi({ value, children }: { value: readonly string[]; children: ReactNode }) {
  return useSession((session) => hasPermi(session, value)) && children
}

/** Draws its children if the session has any of the roles. @throws {Error} when none is given */
export function HasRole({ value, children }: { value: readonly string[]; children: ReactNode }) {
  return useSession((session) => hasRole(session, value)) && children
}

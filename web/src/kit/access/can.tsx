import type { Route } from '@zhanggui/contract/routes.ts'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.ts'
import type { SessionState } from '../../api/session-state.ts'
import { Greyed } from './greyed.tsx'
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

/**
 * Why the routes are refused for now: the console is looked at as somebody else, and each of them changes something.
 * Without routes, why anything that changes something is refused.
 */
export function useReadOnly(
  ...routes: readonly Pick<Route, 'method' | 'changes' | 'whileSeeing'>[]
): string | undefined {
  const name = useSession(({ user }) => user?.seeing?.name)
  const changes = routes.every((route) => !route.whileSeeing && (route.method !== 'GET' || route.changes))
  return name !== undefined && changes ? `正在以「${name}」的身份查看，只能看，不能修改` : undefined
}

/**
 * Draws its children if the session may call the route, or any of the routes. While the console is looked at as
 * somebody else, controls of what would change something are greyed and say why.
 */
export function Can({ do: routes, children }: { do: Route | readonly Route[]; children: ReactNode }) {
  const allowed = useSession((session) => [routes].flat().some((route) => canCall(session, route)))
  const readOnly = useReadOnly(...[routes].flat())
  return allowed && <Greyed why={readOnly}>{children}</Greyed>
}

/** Draws its children if the session holds any of the permissions. @throws {Error} when none is given */
export function HasPermi({ value, children }: { value: readonly string[]; children: ReactNode }) {
  return useSession((session) => hasPermi(session, value)) && children
}

/** Draws its children if the session has any of the roles. @throws {Error} when none is given */
export function HasRole({ value, children }: { value: readonly string[]; children: ReactNode }) {
  return useSession((session) => hasRole(session, value)) && children
}

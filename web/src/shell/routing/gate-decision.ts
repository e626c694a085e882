import { safeRedirect } from '@zhanggui/domain/staff/safe-redirect.ts'
import { needsFactor, type SessionState } from '../../api/session-state.ts'
import type { MenuState } from '../../kit/menu/menus.ts'
import { isNoRedirect, matchRoute, type RouteMatch, type RouteRecord } from '../../kit/menu/route-records.ts'
import type { Place } from '../tabs/tabs-state.ts'

export type GateState = {
  session: Pick<SessionState, 'token' | 'user' | 'roles' | 'loadMenus'>
  menus: MenuState
  records: readonly RouteRecord[]
}

export type GateDecision =
  | { kind: 'allow'; match: RouteMatch }
  /** Always replaces the history entry. */
  | { kind: 'redirect'; to: string }
  /** GET /auth/info, then decide again for the same target. */
  | { kind: 'load-info' }
  /** Set loadMenus to false, GET /api/menus/build, then decide again. */
  | { kind: 'load-menus' }
  /** Show 菜单加载失败 with 重试: without the menu the target cannot be checked. */
  | { kind: 'menu-failed' }

const openPaths = ['/login', '/setup']
export const passwordPage = '/user/center'

/**
 * Decides where a navigation leads. Called again while a request it asked for is still running,
 * it returns the same; the caller shares that request.
 */
export function decideGate({ session, menus, records }: GateState, target: Place): GateDecision {
  const match = matchRoute(records, target.pathname)
  if (!session.token) {
    return match && openPaths.includes(match.path)
      ? { kind: 'allow', match }
      : { kind: 'redirect', to: signInPath(target) }
  }
  if (match?.path === '/login') return { kind: 'redirect', to: '/' }
  if (match?.path === '/setup') return { kind: 'allow', match }
  if (!session.roles.length) return { kind: 'load-info' }
  if (session.loadMenus || menus === 'absent') return { kind: 'load-menus' }
  if (session.user?.mustChangePassword && match?.path !== passwordPage)
    return { kind: 'redirect', to: passwordPath(target) }
  if (needsFactor(session.user) && match?.path !== passwordPage) return { kind: 'redirect', to: factorPath(target) }
  if (!match) return menus === 'failed' ? { kind: 'menu-failed' } : { kind: 'redirect', to: '/404' }
  const { redirect } = match.record
  return redirect && !isNoRedirect(redirect) ? { kind: 'redirect', to: redirect } : { kind: 'allow', match }
}

/** The sign-in URL that returns to the requested page, including its filters. */
export function signInPath({ pathname, search, hash }: Place): string {
  return `/login?redirect=${encodeURIComponent(pathname + search + hash)}`
}

/** The page that changes the password; afterwards it continues to the requested one. */
export function passwordPath(wanted: Place): string {
  return centerPath('password', wanted)
}

/** The page that sets up the second factor, likewise. */
export function factorPath(wanted: Place): string {
  return centerPath('mfa', wanted)
}

function centerPath(tab: string, { pathname, search, hash }: Place): string {
  const wanted = pathname + search + hash
  return `${passwordPage}?tab=${tab}${wanted === '/' ? '' : `&redirect=${encodeURIComponent(wanted)}`}`
}

/** The page after sign-in. @param search the query of the sign-in URL, or of the password page */
export function pathAfterSignIn(search: string): string {
  return safeRedirect(new URLSearchParams(search).get('redirect'))
}

/** The target of /redirect/:path*, always with replace: the path in it, inside the console. */
export function redirectTarget({ pathname, search, hash }: Place): string {
  const [, ...segments] = pathname.split('/').filter(Boolean)
  return safeRedirect(`/${segments.join('/')}${search}${hash}`)
}

/** Where to go from the current page after the permitted routes changed; undefined to stay. */
export function pathAfterMenuChange(records: readonly RouteRecord[], { pathname }: Place): string | undefined {
  return matchRoute(records, pathname) ? undefined : '/401'
}

export type InfoFailure = { kind: 'retry'; afterMs: number; text: string } | { kind: 'log-out-and-reload' }

const retryDelays = [1000, 3000]

/**
 * Decides what to do when GET /auth/info fails.
 * @param status HTTP status; undefined without a response
 * @param failures how many times it has failed so far, from 1
 */
export function decideInfoFailure(status: number | undefined, failures: number): InfoFailure {
  const refused = status !== undefined && status >= 400 && status < 500
  const afterMs = refused ? undefined : retryDelays[failures - 1]
  return afterMs === undefined ? { kind: 'log-out-and-reload' } : { kind: 'retry', afterMs, text: '正在连接服务器…' }
}

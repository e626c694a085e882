import type { ComponentType } from 'react'
import { replace } from 'react-router'
import { create } from 'zustand'
import { CallError } from '../../api/call-error.ts'
import { loadInfo, signOut, useSession } from '../../api/session.ts'
import { loadMenus, useMenus } from '../../kit/menu/menus.ts'
import { hasLayout, type RouteMatch } from '../../kit/menu/route-records.ts'
import { useRefused } from '../../kit/page/forbidden.ts'
import { loadChunk } from '../../kit/page/load-chunk.ts'
import type { Place } from '../tabs/tabs-state.ts'
import { decideGate, decideInfoFailure, pathAfterMenuChange } from './gate-decision.ts'
import { loadScreen, preloadScreen, prepareScreens } from './screens.ts'

export type LayoutProps = { match: RouteMatch; place: Place }

/** The result of a navigation: a page with its layout, if any, or the state that the menu is missing. */
export type Passed = { kind: 'page'; match: RouteMatch; Layout?: ComponentType<LayoutProps> } | { kind: 'menu-failed' }

/** Shown while the server does not respond: 正在连接服务器…. */
export const useConnecting = create<{ text: string }>(() => ({ text: '' }))

/**
 * Completes a navigation once everything it needs is loaded, including its page; the previous page stays until then.
 * @throws a redirect of the router
 */
export async function passGate(target: Place): Promise<Passed> {
  if (useSession.getState().token) prepareScreens()
  for (;;) {
    const { state, records } = useMenus.getState()
    const decision = decideGate({ session: useSession.getState(), menus: state, records }, target)
    switch (decision.kind) {
      case 'redirect':
        if (decision.to === '/404') useRefused.setState({ wanted: target.pathname })
        throw replace(decision.to)
      case 'load-info':
        await shared('info', loadInfoPatiently)
        break
      case 'load-menus':
        await shared('menus', loadMenus)
        break
      case 'menu-failed':
        return { kind: 'menu-failed' }
      case 'allow':
        return { kind: 'page', match: decision.match, Layout: await loadPage(decision.match) }
    }
  }
}

async function loadPage(match: RouteMatch): Promise<ComponentType<LayoutProps> | undefined> {
  const [layout] = await Promise.all([
    hasLayout(match) ? loadLayout() : undefined,
    match.record.component && loadScreen(match.record.component),
  ])
  return layout?.default
}

/** Loads the frame: while staff type, and at the latest with the first page that has it. */
export function loadLayout() {
  return loadChunk(() => import('../layout/layout.tsx'))
}

/** Prefetches, when the browser is idle, what the first page after sign-in needs. */
export function prefetchShell() {
  const fetchShell = () => {
    // A part that failed to prefetch is fetched again when needed, and reported then.
    const parts = [
      import('../layout/layout.tsx'),
      import('../../kit/feedback/feedback-host.tsx'),
      preloadScreen('dashboard/home'),
    ]
    Promise.allSettled(parts)
  }
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(fetchShell)
  else setTimeout(fetchShell, 500)
}

const running = new Map<string, Promise<void>>()

/** Runs something once for all navigations that wait for it. */
function shared(name: string, run: () => Promise<void>): Promise<void> {
  const promise = running.get(name) ?? run().finally(() => running.delete(name))
  running.set(name, promise)
  return promise
}

/** Retries while the server is briefly unavailable; an expired session signs out. */
async function loadInfoPatiently() {
  for (let failures = 1; ; failures++) {
    try {
      await loadInfo()
      useConnecting.setState({ text: '' })
      return
    } catch (error) {
      const failure = decideInfoFailure(error instanceof CallError ? error.status : undefined, failures)
      if (failure.kind === 'log-out-and-reload') {
        await signOut()
        window.location.reload()
        return new Promise<never>(() => undefined)
      }
      useConnecting.setState({ text: failure.text })
      await new Promise((resolve) => setTimeout(resolve, failure.afterMs))
    }
  }
}

/**
 * Refreshes the user's permissions after the server reported a change.
 * @param place the current page
 * @returns where to go, if that page is no longer permitted
 */
export async function refreshPermissions(place: Place): Promise<string | undefined> {
  await Promise.all([loadInfo().catch(() => undefined), shared('menus', loadMenus)])
  return pathAfterMenuChange(useMenus.getState().records, place)
}

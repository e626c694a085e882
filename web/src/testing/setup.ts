import { cleanup, configure, getConfig } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { setReactions } from '../api/reactions.ts'
import { forgetServerTime } from '../api/server-time.ts'
import { useSession } from '../api/session.ts'
import { reactions } from '../shell/reactions.ts'
import { fakeServer } from './fake-server.ts'

// Ends what never comes, as the limits in vitest.config.ts do: a page's code may load for long while others use the machine.
configure({ asyncUtilTimeout: 120_000 })

// What is awaited fails many times before it appears: only the last failure, which people read, prints the document.
const { getElementError } = getConfig()
configure({
  getElementError: (message, container) =>
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
})

// Without the stack of each element's owner, which only React's warnings would print, elements are made much faster.
Object.defineProperty(
  (React as unknown as Record<string, object>).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
  'recentlyCreatedOwnerStacks',
  { configurable: true, get: () => Number.POSITIVE_INFINITY, set: () => {} },
)

// Browser features that jsdom lacks.
vi.stubGlobal('matchMedia', (media: string) =>
  Object.assign(new EventTarget(), { matches: false, media, onchange: null }),
)
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)
vi.stubGlobal('scrollTo', () => {})

setReactions(reactions)

beforeEach(() => fakeServer())

afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetServerTime()
  document.title = ''
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
  localStorage.clear()
  sessionStorage.clear()
  endSeeing()
  history.replaceState(null, '', '/')
})

// Code that was on its way when its document went would be broken for all later files of the worker.
afterAll(() => vi.dynamicImportSettled())

/** A test that looked at the console as somebody else would grey the next one of its worker, which shares the store. */
function endSeeing(): void {
  const { user } = useSession.getState()
  if (!user?.seeing) return
  const { seeing: _, ...own } = user
  useSession.setState({ user: own })
}

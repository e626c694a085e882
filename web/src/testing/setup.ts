import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { setReactions } from '../api/reactions.ts'
import { reactions } from '../shell/reactions.ts'
import { fakeServer } from './fake-server.ts'

// A page's code may load for more than the usual second while other workers are busy.
configure({ asyncUtilTimeout: 5000 })

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
  document.title = ''
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
  localStorage.clear()
  sessionStorage.clear()
})

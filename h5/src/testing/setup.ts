import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { forgetReads } from '../api/read.ts'
import { setToken } from '../api/token.ts'

// Ends what never comes, as the limits in vitest.config.ts do.
configure({ asyncUtilTimeout: 120_000 })

// Browser features that jsdom lacks.
vi.stubGlobal('scrollTo', () => {})
vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { matches: false, media }))
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
vi.stubGlobal('ResizeObserver', NoObserver)
vi.stubGlobal('IntersectionObserver', NoObserver)
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}

afterEach(() => {
  cleanup()
  setToken(undefined)
  forgetReads()
  sessionStorage.clear()
  localStorage.clear()
  history.replaceState(null, '', '/h5')
})

// Code that was on its way when its document went would be broken for all later files of the worker.
afterAll(() => vi.dynamicImportSettled())

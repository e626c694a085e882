import { onTestFinished, vi } from 'vitest'

/**
 * From here to the end of a test, time-outs that begin pass only by `vi.advanceTimersByTimeAsync`. Dates, intervals, sockets
 * and the database go on as ever.
 */
export function useFakeTimeouts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

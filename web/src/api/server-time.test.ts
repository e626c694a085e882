import { auth } from '@zhanggui/contract/staff/auth.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { answer, FakeAnswer } from '../testing/fake-server.ts'
import { makeUser } from '../testing/render.tsx'
import { call } from './call.ts'
import { noteServerTime, serverNow } from './server-time.ts'

const DAY = 86_400_000
const at = Date.UTC(2026, 10, 29, 2, 0, 0)

afterEach(() => vi.useRealTimers())

/** The server's time as its answers say it. */
const header = (ms: number) => new Date(ms).toUTCString()

test('a device three days behind shows the time of the server, to the second, from the first answer on', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: at - 3 * DAY })
  expect(serverNow().getTime()).toBe(at - 3 * DAY)
  answer(auth.info, new FakeAnswer(200, makeUser(), { Date: header(at) }))
  await call(auth.info)
  expect(Math.abs(serverNow().getTime() - at)).toBeLessThanOrEqual(1000)
  vi.setSystemTime(at - 3 * DAY + 60_000)
  expect(Math.abs(serverNow().getTime() - at - 60_000)).toBeLessThanOrEqual(1000)
})

test('a right clock is left alone, slow answers say less than quick ones, and a clock set meanwhile begins anew', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: at + 700 })
  noteServerTime(header(at), at + 650)
  expect(serverNow().getTime()).toBe(at + 700)
  noteServerTime(null, at)
  noteServerTime('yesterday', at)
  expect(serverNow().getTime()).toBe(at + 700)
  vi.setSystemTime(at + DAY)
  noteServerTime(header(at + 2000), at + DAY - 400)
  const quick = serverNow().getTime()
  expect(Math.abs(quick - at - 2000)).toBeLessThanOrEqual(1000)
  noteServerTime(header(at + 2000), at + DAY - 60_000)
  expect(serverNow().getTime()).toBe(quick)
})

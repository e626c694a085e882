import { auth } from '@zhanggui/contract/staff/auth.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { signOut, useSession } from '../../api/session.ts'
import { signedOut } from '../../api/session-state.ts'
import { answer } from '../../testing/fake-server.ts'
import { someone } from '../../testing/session.ts'
import { savePreference } from './preferences.ts'

beforeEach(() => {
  vi.useFakeTimers()
  document.cookie = 'ADMIN-TOKEN=t; path=/'
  useSession.setState({ ...signedOut, token: 't', user: someone })
  return () => vi.useRealTimers()
})

const later = () => vi.advanceTimersByTimeAsync(5000)

test('of choices in a row the last one is sent, with all others', async () => {
  const saved = answer(userCenter.savePreferences, {})
  savePreference('a', 1)
  savePreference('b', 2)
  await later()
  expect(saved.map(({ body }) => body)).toEqual([{ a: 1, b: 2 }])
})

test('nothing is sent once the session has ended, while signing out, or when somebody else signed in elsewhere', async () => {
  const saved = answer(userCenter.savePreferences, {})
  const ends = [
    () => {
      document.cookie = 'ADMIN-TOKEN=; path=/; max-age=0'
    },
    () => {
      document.cookie = 'ADMIN-TOKEN=theirs; path=/'
    },
    () => {
      document.cookie = 'ADMIN-TOKEN=t; path=/'
      const ended = answer(auth.logout, () => new Promise(() => {}))
      void signOut()
      expect(ended).toHaveLength(1)
      expect(ended[0]?.headers.get('authorization')).toBe('Bearer t')
    },
  ]
  for (const end of ends) {
    savePreference('a', 1)
    end()
    await later()
    expect(saved).toEqual([])
  }
})

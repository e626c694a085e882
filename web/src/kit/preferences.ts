import { userCenter } from '@zhanggui/contract/user-center.ts'
import { call } from '../api/call.ts'
import { useSession } from '../shell/session.ts'

const SAVED_AFTER_MS = 800
let timer: ReturnType<typeof setTimeout> | undefined

/** Something the user chose for himself, by its name; whatever the server has kept under it. */
export function usePreference(name: string): unknown {
  return useSession(({ user }) => user?.preferences[name])
}

/** Remembers a user's choice, here at once and on the server a moment later, with the others made meanwhile. */
export function savePreference(name: string, value: unknown) {
  useSession.setState(({ user }) => ({
    user: user && { ...user, preferences: { ...user.preferences, [name]: value } },
  }))
  clearTimeout(timer)
  timer = setTimeout(() => {
    const { user } = useSession.getState()
    // A choice that could not be kept lasts until the page is left.
    if (user) call(userCenter.savePreferences, { body: user.preferences, silent: true }).catch(() => undefined)
  }, SAVED_AFTER_MS)
}

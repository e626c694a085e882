import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { call } from '../../api/call.ts'
import { readToken } from '../../api/cookies.ts'
import { useSession } from '../../api/session.ts'
import { debounce } from '../debounce.ts'

const send = debounce((body: Record<string, unknown>) => {
  // The session may have ended meanwhile, here or in another window, or be another one.
  if ((readToken(document.cookie) ?? '') !== useSession.getState().token) return
  // If it fails, the browser still has the choice, and the next change sends it again.
  call(userCenter.savePreferences, { body, silent: true }).catch(() => undefined)
}, 800)

/** Stores a user's preference on the server, so that it applies in other browsers; not while they look as somebody else. */
export function savePreference(key: string, value: unknown) {
  const { user } = useSession.getState()
  if (!user || user.seeing) return
  const preferences = { ...user.preferences, [key]: value }
  useSession.setState({ user: { ...user, preferences } })
  send(preferences)
}

/** What is not sent yet belongs to whoever was signed in: it is never sent as somebody else's. */
useSession.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) send.cancel()
})

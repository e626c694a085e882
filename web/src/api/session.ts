import {
  auth,
  type LoginAnswer,
  type LoginForm,
  type MfaAnswer,
  type MfaQuestion,
  type SetupForm,
  type SignedIn,
} from '@zhanggui/contract/staff/auth.ts'
import { seeAs } from '@zhanggui/contract/staff/see-as.ts'
import { create } from 'zustand'
import { announceToWindows } from './auth-channel.ts'
import { call, sendCall } from './call.ts'
import { readToken, signInCookies, signOutCookie } from './cookies.ts'
import { forgetPermVersion } from './perm-version.ts'
import { reportSuccess } from './reactions.ts'
import { type SessionState, signedOut, withUser } from './session-state.ts'

/** The session. After a reload only the token is known. */
export const useSession = create<SessionState>(() => ({ ...signedOut, token: readToken(document.cookie) ?? '' }))

/**
 * Signs in and stores the session in the cookies.
 * @returns the second-factor challenge, where one is set up; the user is not signed in yet
 * @throws {CallError} when the server refuses
 */
export async function signIn(form: LoginForm): Promise<MfaQuestion | undefined> {
  const answer = await call(auth.login, { body: form })
  if ('mfaToken' in answer) return answer
  enter(answer, form)
}

/**
 * Finishes a sign-in with the second factor.
 * @param form the form the sign-in started with
 * @throws {CallError} when the server refuses
 */
export async function signInWithFactor(body: MfaAnswer, form: Remembered): Promise<void> {
  enter(await call(auth.loginTotp, { body }), form)
}

/**
 * Sets up the shop and signs its first administrator in.
 * @throws {CallError} when the server refuses
 */
export async function setUpShop(form: SetupForm): Promise<void> {
  enter(await call(auth.setup, { body: form }), form)
}

type Remembered = Pick<LoginForm, 'username' | 'rememberMe'>

function enter({ token, user }: LoginAnswer, { username, rememberMe = false }: Remembered): void {
  writeCookies(signInCookies({ token, username, rememberMe }, isSecure()))
  forgetPermVersion()
  useSession.setState(withUser({ ...signedOut, token, loadMenus: true }, user))
}

/**
 * Fetches the signed-in user and their permissions.
 * @throws {CallError} when the session does not exist, or without a response
 */
export async function loadInfo(): Promise<void> {
  const user = await loadOwnUser()
  useSession.setState((session) => withUser(session, user))
}

/** What was looked at and is over is left at once: nothing of the console would work. */
async function loadOwnUser(): Promise<SignedIn> {
  const user = await call(auth.info, { silent: true })
  if (!user.seeing?.ended) return user
  await sendCall(seeAs.leave, { silent: true })
  announceToWindows('looks-otherwise')
  reportSuccess(`以「${user.seeing.name}」的身份查看已结束：${user.seeing.ended}`)
  return call(auth.info, { silent: true })
}

/**
 * Returns from looking as somebody else, to the list where it began. The page is loaded anew, so that nothing of theirs stays.
 * @throws {CallError} when the server cannot be reached
 */
export async function leaveSeeing(): Promise<void> {
  const { user } = useSession.getState()
  await sendCall(seeAs.leave)
  announceToWindows('looks-otherwise')
  window.location.assign(user?.seeing?.kind === 'role' ? '/system/role' : '/system/admin')
}

/** Records that the server requires a new password before anything else. */
export function mustChangePassword() {
  useSession.setState(({ user }) => ({ user: user && { ...user, mustChangePassword: true } }))
}

/**
 * Ends the session, locally even if the server refuses. The caller reloads the page, which clears the rest; until
 * then the store stays, so that no page is drawn without its user.
 */
export async function signOut(): Promise<void> {
  const ended = call(auth.logout, { silent: true }).catch(() => undefined)
  // What is sent from here on would come after the end.
  writeCookies([signOutCookie(isSecure())])
  await ended
  forgetPermVersion()
}

function writeCookies(cookies: readonly string[]) {
  // The Cookie Store API is missing on plain http.
  for (const cookie of cookies) document.cookie = cookie
}

function isSecure(): boolean {
  return window.location.protocol === 'https:'
}

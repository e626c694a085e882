import {
  auth,
  type LoginAnswer,
  type LoginForm,
  type MfaAnswer,
  type MfaQuestion,
} from '@zhanggui/contract/staff/auth.ts'
import { create } from 'zustand'
import { call } from './call.ts'
import { readToken, signInCookies, signOutCookie } from './cookies.ts'
import { forgetPermVersion } from './perm-version.ts'
import { type SessionState, signedOut, withUser } from './session-state.ts'

/** Who is signed in (SH-12). After a reload the token alone is known. */
export const useSession = create<SessionState>(() => ({ ...signedOut, token: readToken(document.cookie) ?? '' }))

/**
 * Signs in and remembers it in the cookies (AU-24).
 * @returns the question for the second factor, where one is on; nobody is signed in then
 * @throws {CallError} when the server refuses
 */
export async function signIn(form: LoginForm): Promise<MfaQuestion | undefined> {
  const answer = await call(auth.login, { body: form })
  if ('mfaToken' in answer) return answer
  enter(answer, form)
}

/**
 * Finishes a sign-in with the second factor.
 * @param form what it was begun with
 * @throws {CallError} when the server refuses
 */
export async function signInWithFactor(body: MfaAnswer, form: Remembered): Promise<void> {
  enter(await call(auth.loginTotp, { body }), form)
}

type Remembered = Pick<LoginForm, 'username' | 'rememberMe'>

function enter({ token, user }: LoginAnswer, { username, rememberMe = false }: Remembered): void {
  writeCookies(signInCookies({ token, username, rememberMe }, isSecure()))
  forgetPermVersion()
  useSession.setState(withUser({ ...signedOut, token, loadMenus: true }, user))
}

/**
 * Fetches who is signed in and what he may do.
 * @throws {CallError} when there is no such session, or no answer
 */
export async function loadInfo(): Promise<void> {
  const user = await call(auth.info, { silent: true })
  useSession.setState((session) => withUser(session, user))
}

/** Notes that the server wants a new password before anything else (AU-53). */
export function mustChangePassword() {
  useSession.setState(({ user }) => ({ user: user && { ...user, mustChangePassword: true } }))
}

/**
 * Ends the session, here whatever the server says (SH-42). The caller reloads the page, which forgets the rest; until then
 * the store stays, so that no page is drawn without its user.
 */
export async function signOut(): Promise<void> {
  await call(auth.logout, { silent: true }).catch(() => undefined)
  writeCookies([signOutCookie(isSecure())])
  forgetPermVersion()
}

function writeCookies(cookies: readonly string[]) {
  // The Cookie Store API is missing on plain http.
  for (const cookie of cookies) document.cookie = cookie
}

function isSecure(): boolean {
  return window.location.protocol === 'https:'
}

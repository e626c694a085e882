import type { SignedIn } from '@zhanggui/contract/staff/auth.ts'

/** The signed-in user as the client knows it. Only the token's cookie survives a reload. */
export type SessionState = {
  token: string
  user: SignedIn | undefined
  roles: readonly string[]
  permissions: readonly string[]
  avatar: string
  name: string
  introduction: string
  /** The menu must be fetched before the next page: true right after sign-in. */
  loadMenus: boolean
}

export const signedOut: SessionState = {
  token: '',
  user: undefined,
  roles: [],
  permissions: [],
  avatar: '',
  name: '',
  introduction: '',
  loadMenus: false,
}

/** The session after the response of sign-in or /auth/info; a user without roles gets the default one. */
export function withUser(session: SessionState, user: SignedIn): SessionState {
  const { permissions, avatar, name, introduction } = user
  const roles = user.roles.length ? user.roles : ['ROLE_SYSTEM_DEFAULT']
  return { ...session, user, roles, permissions, avatar, name, introduction }
}

/** Whether there is a token and its user is loaded. */
export function isLogin({ token, user }: SessionState): boolean {
  return token !== '' && user !== undefined
}

/** Whether the shop requires a second factor the user has not set up. */
export function needsFactor(user: SessionState['user']): boolean {
  return user?.mfaRequired === true && !user.mfaEnabled
}

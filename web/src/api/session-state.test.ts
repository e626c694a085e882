import { expect, test } from 'vitest'
import { someone } from '../testing/session.ts'
import { isLogin, signedOut, withUser } from './session-state.ts'

test('sign-in fills the session from the user', () => {
  expect(withUser({ ...signedOut, token: 't', loadMenus: true }, someone)).toEqual({
    token: 't',
    user: someone,
    roles: ['admin'],
    permissions: ['*:*:*'],
    avatar: 'a.png',
    name: '掌柜',
    introduction: '店主',
    loadMenus: true,
  })
})

test('a user without roles gets the default one', () => {
  expect(withUser(signedOut, { ...someone, roles: [] }).roles).toEqual(['ROLE_SYSTEM_DEFAULT'])
})

test('a session is logged in when it has a token and a loaded user', () => {
  const loaded = withUser({ ...signedOut, token: 't' }, someone)
  expect(isLogin(loaded)).toBe(true)
  expect(isLogin({ ...loaded, token: '' })).toBe(false)
  expect(isLogin({ ...signedOut, token: 't' })).toBe(false)
})

import { describe, expect, test } from 'vitest'
import { readRemembered, readToken, signInCookies, signOutCookie } from './cookies.ts'

/** The cookies a browser would hold after these writes, without attributes. */
const held = (written: readonly string[]) => written.map((text) => text.split(';')[0]).join('; ')

describe('sign-in', () => {
  const signIn = { token: 'abc_-1', username: '张三; x=1' }

  test('with 记住我, token, name and flag live for a day', () => {
    const written = signInCookies({ ...signIn, rememberMe: true }, true)
    expect(written).toEqual([
      'ADMIN-TOKEN=abc_-1; path=/; SameSite=Strict; Secure; max-age=86400',
      `username=${encodeURIComponent('张三; x=1')}; path=/; SameSite=Strict; Secure; max-age=86400`,
      'rememberMe=true; path=/; SameSite=Strict; Secure; max-age=86400',
    ])
    expect(readToken(held(written))).toBe('abc_-1')
    expect(readRemembered(held(written))).toEqual({ username: '张三; x=1', rememberMe: true })
  })

  test('without 记住我 the token is a session cookie, and name and flag are removed', () => {
    expect(signInCookies({ ...signIn, rememberMe: false }, false)).toEqual([
      'ADMIN-TOKEN=abc_-1; path=/; SameSite=Strict',
      'username=; path=/; SameSite=Strict; max-age=0',
      'rememberMe=; path=/; SameSite=Strict; max-age=0',
    ])
  })

  test('signing out removes the token', () => {
    expect(signOutCookie(true)).toBe('ADMIN-TOKEN=; path=/; SameSite=Strict; Secure; max-age=0')
  })

  test.each(['', 'a=1', 'ADMIN-TOKEN=', 'XADMIN-TOKEN=t', 'ADMIN-TOKEN=%'])('%s holds no token', (cookies) => {
    expect(readToken(cookies)).toBeUndefined()
  })

  test('the token is found among other cookies', () => {
    expect(readToken('a=1; ADMIN-TOKEN=t; b=2')).toBe('t')
  })

  test('without remembered values the form starts empty', () => {
    expect(readRemembered('')).toEqual({ username: '', rememberMe: false })
  })
})

import { array, assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PasswordRules, passwordProblems, passwordStrength } from './password-policy.ts'

const rules: PasswordRules = {
  minLength: 10,
  classes: 3,
  identity: { username: 'WangLi', phone: '13812345678', email: 'boss.wang@shop.cn' },
  isCommon: (password) => password === 'Common-Password1',
}

describe('AU-50 a new password', () => {
  test.each([
    ['Tr1cky-enough', undefined],
    ['tr1cky enough', undefined],
    ['我的密码又长又好记Ab', undefined],
    ['Short-1', '密码长度不能少于10位'],
    ['😀😀😀😀Aa1', '密码长度不能少于10位'],
    ['', '密码长度不能少于10位'],
    [`Aa1${'😀'.repeat(61)}`, undefined],
    [`Aa1${'😀'.repeat(62)}`, '密码长度不能超过64位'],
    ['onlylowercase1', '密码须包含大写字母、小写字母、数字、符号中的至少3种'],
    ['1234567890', '密码须包含大写字母、小写字母、数字、符号中的至少3种'],
    ['my-WANGLI-2026', '密码不能包含账号信息'],
    ['Tel13812345678!', '密码不能包含账号信息'],
    ['Hi-Boss.Wang-1', '密码不能包含账号信息'],
    ['Common-Password1', '密码过于常见，请更换'],
  ])('%j: %s', (password, problem) => {
    expect(passwordProblems(password, rules)).toBe(problem)
  })

  test('follows the settings for length and character classes', () => {
    expect(passwordProblems('abcdefgh', { ...rules, minLength: 8, classes: 1 })).toBeUndefined()
    expect(passwordProblems('Tr1ckyEnough', { ...rules, classes: 4 })).toBe(
      '密码须包含大写字母、小写字母、数字、符号中的至少4种',
    )
  })

  test('is not compared with account data that is missing or a single letter', () => {
    for (const identity of [
      {},
      { username: '', phone: null, email: undefined },
      { email: 'e@shop.cn' },
      { email: '@' },
    ])
      expect(passwordProblems('Tr1cky-enough', { ...rules, identity })).toBeUndefined()
  })

  test('is judged without a list of common passwords where there is none', () => {
    expect(passwordProblems('Common-Password1', { ...rules, isCommon: undefined })).toBeUndefined()
  })
})

describe('AU-6 the strength bar', () => {
  test.each([
    ['', 0],
    ['123456', 0],
    ['aaaaaaaaaaaaaaaa', 0],
    ['abcdefghijkl', 0],
    ['password', 1],
    ['Passw0rd', 1],
    ['Tr1cky-eno', 2],
    ['Tr1cky-enou', 3],
    ['Tr1cky-enough!', 4],
  ])('shows %j as %d of 4', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength)
  })

  test('stays between 0 and 4 and never falls as characters are added', () => {
    const unit = constantFrom(...'aA1 -中', '😀', '\ud800')
    assert(
      property(string(), array(unit), (start, more) => {
        let shown = passwordStrength(start)
        let typed = start
        for (const character of more) {
          typed += character
          const next = passwordStrength(typed)
          expect(next).toBeGreaterThanOrEqual(shown)
          expect(next).toBeLessThanOrEqual(4)
          shown = next
        }
      }),
    )
  })
})

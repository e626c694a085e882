import { array, assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PasswordRules, passwordProblems, passwordStrength } from './password-policy.ts'

const rules: PasswordRules = {
  minLength: 10,
  identity: { username: 'WangLi', phone: '13812345678', email: 'boss.wang@shop.cn' },
  words: ['小王的店', 'zhanggui'],
  isCommon: (password) => password === 'Common-Password1',
}

/** 61 code points of two units each, none next to another. */
const faces = Array.from({ length: 61 }, (_, place) => String.fromCodePoint(0x1f300 + 5 * place)).join('')

describe('a new password', () => {
  test.each([
    ['Tr1cky-enough', undefined],
    ['tr1cky enough', undefined],
    ['我的密码又长又好记Ab', undefined],
    ['Short-1', '密码长度不能少于10位'],
    ['😀😀😀😀Aa1', '密码长度不能少于10位'],
    ['', '密码长度不能少于10位'],
    [`Aa1${faces}`, undefined],
    [`Aa1${'😀'.repeat(62)}`, '密码长度不能超过64位'],
    ['correct horse battery staple', undefined],
    ['only lower case letters', undefined],
    ['我的密码又长又好记一二三', undefined],
    ['1234567890', '密码过于简单，请避免重复、连续的字符和键盘顺序'],
    ['aaaaaaaaaaaa', '密码过于简单，请避免重复、连续的字符和键盘顺序'],
    ['abcabcabcabcabc', '密码过于简单，请避免重复、连续的字符和键盘顺序'],
    ['Qwertyuiop123', '密码过于简单，请避免重复、连续的字符和键盘顺序'],
    ['1qaz@WSX3edc', '密码过于简单，请避免重复、连续的字符和键盘顺序'],
    ['1q2w3e4r5t6y', '密码过于简单，请避免重复、连续的字符和键盘顺序'],
    ['a1b2c3d4e5f6', '密码过于简单，请避免重复、连续的字符和键盘顺序'],
    ['zxcvbnm,./', '密码过于简单，请避免重复、连续的字符和键盘顺序'],
    ['!@#$%^&*()_+', '密码过于简单，请避免重复、连续的字符和键盘顺序'],
    ['9876543210asdf', '密码过于简单，请避免重复、连续的字符和键盘顺序'],
    ['my-WANGLI-2026', '密码不能包含账号信息'],
    ['Tel13812345678!', '密码不能包含账号信息'],
    ['Hi-Boss.Wang-1', '密码不能包含账号信息'],
    ['爱小王的店真好买东西', '密码不能包含店铺或系统的名称'],
    ['my-ZhangGui-2026', '密码不能包含店铺或系统的名称'],
    ['woaini1314520', '密码是常见的组合（姓名拼音、日期、谐音数字），请更换'],
    ['Common-Password1', '密码过于常见或曾被泄露，请更换'],
  ])('%j: %s', (password, problem) => {
    expect(passwordProblems(password, rules)).toBe(problem)
  })

  test('follows the setting for length', () => {
    expect(passwordProblems('tricky-8', { ...rules, minLength: 8 })).toBeUndefined()
    expect(passwordProblems('tricky-enough', { ...rules, minLength: 14 })).toBe('密码长度不能少于14位')
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

describe('the strength bar', () => {
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

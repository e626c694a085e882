import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each([
  ...['123456', 'password', 'PassWord', 'qwertyuiop', '24081990'],
  ...[
    'P@ssw0rd2026',
    'Password123!',
    '!dragon2026',
    'monkeymonkey',
    'drowssap',
    'iloveyou!!',
    'Sunshine#1',
    'princess-99',
  ],
])('%j is a common password', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each([
  '',
  'Tr1cky-enough',
  'xqzvrew',
  'correct horse battery',
  'dragon-8291-7364',
  'Kaixin-2026-men',
  '2026-11-22',
])('%j is not', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})

import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each(['123456', 'password', 'PassWord', 'qwertyuiop', '24081990'])('AU-50 %j is a common password', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each(['', 'Tr1cky-enough', 'xpcrew'])('AU-50 %j is not', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})

import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { maskEmail, maskPhone } from './mask.ts'

test.each([
  ['abcdef@x.com', 'abc***@x.com'],
  ['abcd@x.com', 'abc*@x.com'],
  ['abc@x.com', 'abc@x.com'],
  ['a@x.com', 'a@x.com'],
  ['张三丰老师@x.com', '张三丰**@x.com'],
  ['abcd@e@x.com', 'abc*@e@x.com'],
  ['@x.com', '@x.com'],
  ['no address', 'no address'],
  ['', ''],
  [null, ''],
  [undefined, ''],
])('the e-mail %j is shown as %j', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})

test.each([
  ['13812345678', '138****5678'],
  ['010-1234567', '010****4567'],
  ['12345678', '123****8'],
  ['1234567', '1234567'],
  ['', ''],
  [null, ''],
  [undefined, ''],
])('the phone %j is shown as %j', (phone, shown) => {
  expect(maskPhone(phone)).toBe(shown)
})

test('a masked value is as long as the original', () => {
  assert(property(string({ unit: 'grapheme' }), (text) => [...maskEmail(text)].length === [...text].length))
  assert(property(string(), (text) => maskPhone(text).length === text.length))
})

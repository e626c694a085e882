import { assert, maxSafeInteger, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { dictValue } from './dictionary.ts'

test.each([
  ['0', 0],
  ['7', 7],
  ['-3', -3],
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', '9007199254740992'],
  ['010', '010'],
  ['+1', '+1'],
  ['1.5', '1.5'],
  ['1e3', '1e3'],
  [' 1', ' 1'],
  ['0x10', '0x10'],
  ['', ''],
  ['true', 'true'],
])('the dictionary value %j is used as %j', (text, value) => {
  expect(dictValue(text)).toBe(value)
})

test('every whole number comes back as a number, and no text is altered', () => {
  assert(property(maxSafeInteger(), (number) => dictValue(String(number)) === number))
  assert(property(string(), (text) => text === '-0' || String(dictValue(text)) === text))
})

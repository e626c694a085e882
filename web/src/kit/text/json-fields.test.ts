import { expect, test } from 'vitest'
import { plainText, readJson } from './json-fields.tsx'

test('values are told in words, lists in one line, and only what has parts is opened', () => {
  expect([null, '', true, 0, ['a', 2], [], {}].map(plainText)).toEqual([
    '（空）',
    '（空）',
    '是',
    '0',
    'a、2',
    '（空）',
    '（空）',
  ])
  expect(plainText(Array.from({ length: 21 }, (_, index) => index))).toMatch(/^0、1、.*、19 等 21 个$/)
  expect([{ a: 1 }, [{ a: 1 }], [[1]]].map(plainText)).toEqual([undefined, undefined, undefined])
  expect([readJson('{"a":1}'), readJson('ok')]).toEqual([{ a: 1 }, undefined])
})

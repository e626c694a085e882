import { expect, test } from 'vitest'
import { cleanJson, cleanText } from './logged-text.ts'

test.each([
  ['a\0b', undefined, 'ab'],
  ['x\ud800y', undefined, 'x\ufffdy'],
  ['ab😀cd', 3, 'ab😀'],
  ['short', 10, 'short'],
  ['backslash \\u0000 as typed', undefined, 'backslash \\u0000 as typed'],
])('a logged text keeps what the database accepts: %j', (text, max, kept) => {
  expect(cleanText(text, max)).toBe(kept)
})

test('logged JSON is cleaned at every depth, keys included; a text that only looks like an escape is kept', () => {
  expect(cleanJson({ 'a\0': ['x\ud800', { b: '\\u0000', c: 7, d: null }] })).toEqual({
    a: ['x\ufffd', { b: '\\u0000', c: 7, d: null }],
  })
})

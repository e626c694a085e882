import { assert, oneof, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

test.each([
  '/',
  '/order/list',
  '/order/list?status=1&to=http://x.com',
  '/product/编辑/1#skus',
  '/a//b',
  '/%2F%2Fevil.com',
])('sign-in continues to %j', (wanted) => {
  expect(safeRedirect(wanted)).toBe(wanted)
})

describe('sign-in never leads out of the console', () => {
  const corpus = [
    '',
    'order/list',
    ' /order',
    '//evil.com',
    '///evil.com',
    '//evil.com/%2f..',
    '/\\evil.com',
    '\\\\evil.com',
    '\\/evil.com',
    '/a\\b',
    '/\t/evil.com',
    '/\n/evil.com',
    '/\r/evil.com',
    '\t//evil.com',
    '/\0/evil.com',
    '/\u0085/evil.com',
    'http://evil.com',
    'https:evil.com',
    'https:/evil.com',
    'javascript:alert(1)',
    'data:text/html,x',
    '@evil.com',
    '.evil.com',
    null,
    undefined,
    1,
    ['/order'],
    { toString: () => '/order' },
  ]

  test.each(corpus)('%j', (wanted) => {
    expect(safeRedirect(wanted)).toBe('/')
  })

  test('whatever address is requested, the browser stays on this site', () => {
    const here = 'https://shop.example'
    const wanted = oneof(
      string(),
      string({ unit: 'binary' }),
      string({ unit: string({ minLength: 1, maxLength: 1 }).map((c) => ('/\\\t\n:@.'.includes(c) ? c : '/')) }),
    )
    assert(
      property(wanted, (text) => new URL(safeRedirect(text), here).origin === here),
      { numRuns: 2000 },
    )
    assert(
      property(wanted, (text) => new URL(safeRedirect(`/${text}`), here).origin === here),
      { numRuns: 2000 },
    )
  })
})

import { expect, test } from 'vitest'
import { type Dependency, testsOf } from './changed-tests.ts'

/** Each file with what it imports. */
const imports: Record<string, string[]> = {
  'domain/src/product/brand.ts': [],
  'domain/src/product/brand.test.ts': ['domain/src/product/brand.ts'],
  'contract/src/product/brand.ts': ['domain/src/product/brand.ts'],
  'server/src/areas/staff/role/role.service.ts': [],
  'server/src/areas/product/brand/brand.service.ts': ['contract/src/product/brand.ts'],
  'server/src/testing/shop.ts': [
    'server/src/areas/product/brand/brand.service.ts',
    'server/src/areas/staff/role/role.service.ts',
  ],
  'server/src/areas/staff/role/role.test.ts': ['server/src/testing/shop.ts'],
  'server/src/areas/product/brand/brand.test.ts': ['server/src/testing/shop.ts'],
  'server/src/areas/product/product/product.test.ts': ['server/src/testing/shop.ts'],
  'server/src/areas/order/order/order.test.ts': ['server/src/testing/shop.ts'],
  'web/src/areas/product/pages/brand-list.page.tsx': ['contract/src/product/brand.ts'],
  'web/src/areas/product/pages/brand-list.test.tsx': ['web/src/areas/product/pages/brand-list.page.tsx'],
  'web/src/areas/staff/pages/role-list.test.tsx': [],
  'e2e/src/brand.spec.ts': ['contract/src/product/brand.ts'],
  'scripts/promises/docs-links.test.ts': [],
}
const dependencies: Dependency[] = Object.entries(imports).flatMap(([file, targets]) =>
  targets.map((target) => ({ file, target })),
)

/** The tests that changes may break, by rank. */
function ranked(...changed: string[]): string[][] {
  const ranks = testsOf(changed, Object.keys(imports), dependencies)
  return [0, 1, 2, 3].map((rank) => [...ranks.keys()].filter((name) => ranks.get(name) === rank).sort())
}

test('the tests of a changed object come first, then those of its area, then those of later areas; earlier areas are left out', () => {
  expect(ranked('server/src/areas/product/brand/brand.service.ts')).toEqual([
    [],
    ['server/src/areas/product/brand/brand.test.ts'],
    ['server/src/areas/product/product/product.test.ts'],
    ['scripts/promises/docs-links.test.ts', 'server/src/areas/order/order/order.test.ts'],
  ])
})

test('a changed rule reaches the tests of all packages that import it, however far', () => {
  const [, object, area, rest] = ranked('domain/src/product/brand.ts')
  expect(object).toEqual(['domain/src/product/brand.test.ts', 'server/src/areas/product/brand/brand.test.ts'])
  expect(area).toContain('web/src/areas/product/pages/brand-list.test.tsx')
  expect(rest).not.toContain('web/src/areas/staff/pages/role-list.test.tsx')
})

test('a changed test runs before all others', () => {
  const changed = 'web/src/areas/staff/pages/role-list.test.tsx'
  expect(ranked('server/src/areas/product/brand/brand.service.ts', changed)[0]).toEqual([changed])
})

test('a migration concerns all tests of the server, a document only the tests of the repository', () => {
  const all = ranked('server/migrations/0001_origin.sql').flat()
  expect(all.filter((name) => name.startsWith('server/'))).toHaveLength(4)
  expect(ranked('docs/orders.md').flat()).toEqual(['scripts/promises/docs-links.test.ts'])
})

test('nothing runs when nothing changed', () => {
  expect(ranked().flat()).toEqual([])
})

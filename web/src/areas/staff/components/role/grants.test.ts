import type { MenuTreeNode } from '@zhanggui/contract/staff/menu.ts'
import { expect, test } from 'vitest'
import { type Grants, grantAll, lockedFor, marksOf, pickNodes, toggleGrant, toMenus } from './grants.ts'

const none: Grants = new Set()

function node(id: number, type: 0 | 1 | 2, children: MenuTreeNode[] = [], permissions: string[] = []): MenuTreeNode {
  return { id, label: `菜单${id}`, type, permissions, children }
}

/** A directory with two pages, the first with two buttons; a second directory with one page. */
const tree = [
  node(1, 0, [
    node(2, 1, [node(3, 2, [], ['admin:a:save']), node(4, 2, [], ['admin:a:delete'])], ['admin:a:list']),
    node(5, 1),
  ]),
  node(6, 0, [node(7, 1, [], ['admin:b:list'])]),
]

const sorted = (grants: Grants) => [...grants].sort((one, other) => one - other)

test.each([
  ['a button brings the page and the directory above it', [], 3, [1, 2, 3]],
  ['a page brings its buttons', [], 2, [1, 2, 3, 4]],
  ['a directory brings all below it', [], 1, [1, 2, 3, 4, 5]],
  ['a half-checked directory is filled first', [1, 2, 3], 1, [1, 2, 3, 4, 5]],
  ['a full directory is emptied', [1, 2, 3, 4, 5], 1, []],
  ['a page without its buttons stays, as it may be looked at', [1, 2, 3], 3, [1, 2]],
  ['a bare page goes, and the directory with the last in it', [1, 2], 2, []],
  ['a directory stays while something is in it', [1, 2, 5], 5, [1, 2]],
])('%s', (_, granted, id, expected) => {
  expect(sorted(toggleGrant(tree, new Set(granted), id, none))).toEqual(expected)
})

test('a partly granted row is half-checked, and is still sent for the role', () => {
  const grants = new Set([1, 2, 3])
  expect(marksOf(tree, grants)).toEqual({ checked: [3], halfChecked: [1, 2] })
  expect(toMenus(tree, grants)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
})

test('the rows above a grant are sent even if missing; deleted rows are omitted', () => {
  expect(toMenus(tree, new Set([3, 99]))).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
})

test('permissions that the user lacks cannot be granted, unless the role already has them', () => {
  const holds = (permission: string) => permission.startsWith('admin:a:') && permission !== 'admin:a:delete'
  const locked = lockedFor(tree, none, holds)
  expect(sorted(locked)).toEqual([4, 7])
  expect(sorted(toggleGrant(tree, none, 1, locked))).toEqual([1, 2, 3, 5])
  expect(sorted(grantAll(tree, none, locked))).toEqual([1, 2, 3, 5, 6])
  expect(sorted(lockedFor(tree, new Set([6, 7]), holds))).toEqual([4])
})

test('buttons of a page that cannot be granted cannot be granted either', () => {
  expect(sorted(lockedFor(tree, none, (permission) => permission !== 'admin:a:list'))).toEqual([2, 3, 4])
})

test('a directory filled as far as the user may is emptied by the next click', () => {
  const locked = new Set([4])
  expect(sorted(toggleGrant(tree, new Set([1, 2, 3, 5]), 1, locked))).toEqual([])
})

test('a search shows its matches with all rows above them, and with those below on request', () => {
  const ids = (nodes: readonly MenuTreeNode[]): unknown[] => nodes.map(({ id, children = [] }) => [id, ids(children)])
  expect(ids(pickNodes(tree, ({ id }) => id === 3))).toEqual([[1, [[2, [[3, []]]]]]])
  expect(ids(pickNodes(tree, ({ id }) => id === 2, true))).toEqual([
    [
      1,
      [
        [
          2,
          [
            [3, []],
            [4, []],
          ],
        ],
      ],
    ],
  ])
})

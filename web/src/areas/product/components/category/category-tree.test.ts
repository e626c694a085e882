import { describe, expect, test } from 'vitest'
import { type CategoryRow, movesFor, placesById, toRows } from './category-tree.ts'

const node = { version: 0, type: 1, status: true, isShow: true, disabled: false, extra: '', productCount: 0 }
const times = { createTime: '2026-01-01 00:00:00', updateTime: '2026-01-01 00:00:00' }

function makeRow(id: number, pid: number, level: number, children?: CategoryRow[]): CategoryRow {
  return { ...node, ...times, id, pid, level, name: `类${id}`, sort: 0, ...(children && { children }) }
}

/** 1 contains 2, which contains 3; 4 and 5 are on the top level. */
const rows = [makeRow(1, 0, 1, [makeRow(2, 1, 2, [makeRow(3, 2, 3)])]), makeRow(4, 0, 1), makeRow(5, 0, 1)]
const places = placesById(rows)

describe('where a category may be dropped', () => {
  test.each([
    [1, 1, 'after', 'on itself'],
    [1, 2, 'into', 'below one of its own'],
    [1, 3, 'before', 'next to one of its own'],
    [4, 3, 'into', 'below the third level'],
    [2, 2, 'into', 'below itself'],
    [1, 4, 'into', 'where those below it would be on a fourth level'],
  ] as const)('not %i on %i, %s: %s', (id, target, side, _why) => {
    expect(movesFor(places, id, target, side)).toBeUndefined()
  })

  test.each([
    [4, 1, 'after'],
    [4, 5, 'before'],
    [2, 1, 'into'],
  ] as const)('%i on %i, %s, changes nothing because it is already there', (id, target, side) => {
    expect(movesFor(places, id, target, side)).toEqual([])
  })

  test('dropped onto another category it becomes the last child, dropped beside one its sibling', () => {
    expect(movesFor(places, 4, 1, 'into')).toEqual([{ id: 4, pid: 1, sort: 0 }])
    expect(movesFor(places, 2, 5, 'after')).toEqual(
      [
        { id: 2, pid: 0, sort: 1 },
        ...[
          { id: 1, pid: 0, sort: 4 },
          { id: 4, pid: 0, sort: 3 },
          { id: 5, pid: 0, sort: 2 },
        ],
      ].toSorted((one, other) => other.sort - one.sort),
    )
    expect(movesFor(places, 5, 3, 'before')).toEqual([{ id: 5, pid: 2, sort: 1 }])
  })
})

test('the tree from the server becomes rows, with children only where there are any', () => {
  const { children: _, ...top } = makeRow(1, 0, 1)
  const tree = toRows([{ ...top, child: [makeRow(2, 1, 2)] }])
  expect(tree).toEqual([{ ...top, children: [makeRow(2, 1, 2)] }])
})

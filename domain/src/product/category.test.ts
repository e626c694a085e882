import { describe, expect, test } from 'vitest'
import { type CategoryPlace, categoryClosure, idsAbove, moveCategories, sortAmong } from './category.ts'

/** Pseudo-random numbers below a limit, the same in every run. */
function makeDice(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * limit)
  }
}

const byOrder = (one: { id: number; sort: number }, other: { id: number; sort: number }) =>
  other.sort - one.sort || one.id - other.id

describe('moving categories', () => {
  test('random moves never create a cycle, and paths and levels always match the parents', () => {
    const dice = makeDice(7)
    let all: CategoryPlace[] = Array.from({ length: 12 }, (_, id) => ({
      id: id + 1,
      pid: 0,
      path: '/0/',
      level: 1,
      sort: 0,
    }))
    let refused = 0
    for (let round = 0; round < 500; round++) {
      const moves = Array.from({ length: 1 + dice(3) }, () => ({ id: 1 + dice(12), pid: dice(13), sort: dice(9) }))
      try {
        const moved = new Map(moveCategories(all, moves, 3).map((place) => [place.id, place]))
        all = all.map((place) => moved.get(place.id) ?? place)
      } catch {
        refused++
      }
      const byId = new Map(all.map((place) => [place.id, place]))
      for (const { pid, path, level } of all) {
        const above = byId.get(pid)
        expect(path).toBe(above ? `${above.path}${above.id}/` : '/0/')
        expect(level).toBe(idsAbove(path).length + 1)
        expect(level).toBeLessThanOrEqual(3)
      }
    }
    expect(refused).toBeGreaterThan(50)
    expect(refused).toBeLessThan(450)
  })
})

test('a product is in its chosen categories and all their ancestors, each once', () => {
  const chosen = [
    { id: 7, path: '/0/1/3/' },
    { id: 3, path: '/0/1/' },
    { id: 9, path: '/0/' },
  ]
  expect(categoryClosure(chosen)).toEqual([
    { id: 7, isDirect: true },
    { id: 3, isDirect: true },
    { id: 9, isDirect: true },
    { id: 1, isDirect: false },
  ])
})

describe('dragging', () => {
  test('puts a category where it was dropped, whatever the sort numbers of its siblings', () => {
    const dice = makeDice(11)
    for (let round = 0; round < 2000; round++) {
      const most = [1, 3, 100_000][dice(3)] ?? 1
      const siblings = Array.from({ length: dice(6) }, (_, index) => ({ id: index * 2, sort: dice(most) })).sort(
        byOrder,
      )
      const id = 1 + 2 * dice(6)
      const place = dice(siblings.length + 1)
      const changed = sortAmong(siblings, id, place)
      const sorts = new Map(changed.map((row) => [row.id, row.sort]))
      const after = [...siblings, { id, sort: -1 }].map((row) => ({
        ...row,
        sort: sorts.get(row.id) ?? row.sort,
      }))
      expect(after.sort(byOrder).map((row) => row.id)).toEqual(siblings.map((row) => row.id).toSpliced(place, 0, id))
      for (const { sort } of changed) expect(sort >= 0 && sort <= 99_999).toBe(true)
    }
  })

  test("leaves the siblings' sort numbers unchanged where there is room between them", () => {
    const siblings = [
      { id: 1, sort: 90 },
      { id: 2, sort: 10 },
    ]
    expect(sortAmong(siblings, 5, 1)).toEqual([{ id: 5, sort: 50 }])
    expect(sortAmong(siblings, 5, 0)).toEqual([{ id: 5, sort: 91 }])
    expect(sortAmong(siblings, 5, 2)).toEqual([{ id: 5, sort: 10 }])
    expect(sortAmong([], 5, 0)).toEqual([{ id: 5, sort: 0 }])
  })
})

import { expect, test } from 'vitest'
import { followFamily, type Process, parseProcess } from './processor-time.ts'

const OURS = 10

/** A process that took so many seconds, its ended children included. */
function taking(pid: number, parent: number, seconds: number): Process {
  return { pid, parent, started: '1', user: seconds * 100, system: 0 }
}

test('the time of a child that has ended is counted once, by the parent that waited for it', () => {
  const read = followFamily(OURS)
  expect(read([taking(OURS, 1, 1), taking(20, OURS, 5)]).user).toBe(6)
  expect(read([taking(OURS, 1, 7)]).user).toBe(7)
})

test('a database whose server was killed still counts, and so do its own children', () => {
  const read = followFamily(OURS)
  read([taking(OURS, 1, 1), taking(20, OURS, 2), taking(30, 20, 3)])
  const orphaned = [taking(OURS, 1, 3), taking(30, 1, 4), taking(40, 30, 1)]
  expect(read(orphaned).user).toBe(8)
  expect(read([taking(OURS, 1, 3)]).user).toBe(8)
})

test('processes of others do not count, even with the number of one of ours that has ended', () => {
  const read = followFamily(OURS)
  read([taking(OURS, 1, 1), taking(20, OURS, 2)])
  expect(read([taking(OURS, 1, 3), { ...taking(20, 1, 50), started: '2' }, taking(50, 1, 9)]).user).toBe(3)
})

test('a process whose name has brackets is read', () => {
  const fields = ['S', 7, ...Array.from({ length: 9 }, () => 0), 11, 12, 13, 14, 0, 0, 0, 0, 99]
  expect(parseProcess(`42 (a) b (c) ${fields.join(' ')}`)).toEqual({
    pid: 42,
    parent: 7,
    user: 24,
    system: 26,
    started: '99',
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOf, joinRefusal, type OpenerFacts, seatOf, stopOf, type TeamFacts } from './team.ts'

const now = new Date('2026-11-10T09:00:00+08:00')
const later = (hours: number) => new Date(now.getTime() + hours * 3600_000)

const team: TeamFacts = { status: 1, people: 3, memberCount: 1, stopAt: later(2), isMember: false }
const opener: OpenerFacts = { isDel: false, onSale: true, stopAt: later(48), effectiveHours: 24 }

test('a paid order takes the place it asked for, else opens a team of its own, else its money goes back', () => {
  const over = { ...opener, stopAt: now }
  const cases: [string, TeamFacts | null, OpenerFacts, ReturnType<typeof seatOf>][] = [
    ['joins', team, opener, { kind: 'join', completes: false }],
    ['takes the last place', { ...team, memberCount: 2 }, opener, { kind: 'join', completes: true }],
    ['joins though the activity is over', team, over, { kind: 'join', completes: false }],
    [
      'joins though the product is off the shelf',
      team,
      { ...opener, onSale: false },
      { kind: 'join', completes: false },
    ],
    ['opens', null, opener, { kind: 'open', stopAt: later(24) }],
    ['finds its team full', { ...team, status: 2, memberCount: 3 }, opener, { kind: 'open', stopAt: later(24) }],
    ['finds its team failed', { ...team, status: 3 }, opener, { kind: 'open', stopAt: later(24) }],
    ['finds the time of its team over', { ...team, stopAt: now }, opener, { kind: 'open', stopAt: later(24) }],
    ['is in its team already', { ...team, isMember: true }, opener, { kind: 'open', stopAt: later(24) }],
    [
      'opens no team that outlives the activity',
      null,
      { ...opener, stopAt: later(5) },
      { kind: 'open', stopAt: later(5) },
    ],
    ['comes when the activity is over', null, over, { kind: 'none' }],
    ['comes when the activity is deleted', null, { ...opener, isDel: true }, { kind: 'none' }],
    ['comes when the product is off the shelf', null, { ...opener, onSale: false }, { kind: 'none' }],
    ['finds team and activity over', { ...team, status: 3 }, over, { kind: 'none' }],
  ]
  for (const [what, wished, activity, seat] of cases) expect(seatOf(wished, activity, now), what).toEqual(seat)
})

test('a team that cannot be joined gives the reason in the words of buyers, and one that can be joined gives none', () => {
  expect(joinRefusal(team, now)).toBeUndefined()
  expect(joinRefusal({ ...team, status: 2 }, now)).toBe('拼团已完成')
  expect(joinRefusal({ ...team, status: 3 }, now)).toBe('拼团已结束')
  expect(joinRefusal({ ...team, stopAt: now }, now)).toBe('拼团已结束')
  expect(joinRefusal({ ...team, isMember: true }, now)).toBe('您已在该团中')
})

test('a team whose time is over is completed as far as the system may fill it, else it fails, and it never ends before', () => {
  const due = { status: 1 as const, people: 3, memberCount: 2, stopAt: now, virtualMost: 1 }
  expect(endOf(due, now)).toEqual({ status: 2, virtualCount: 1 })
  expect(endOf({ ...due, memberCount: 1 }, now)).toEqual({ status: 3 })
  expect(endOf({ ...due, virtualMost: 0 }, now)).toEqual({ status: 3 })
  expect(endOf(due, new Date(now.getTime() - 1))).toBeUndefined()
  expect(endOf({ ...due, status: 2 }, now)).toBeUndefined()
})

const times = fc.integer({ min: -72, max: 72 }).map(later)
const anyTeam = fc
  .record({
    status: fc.constantFrom(1, 2, 3),
    people: fc.integer({ min: 2, max: 9 }),
    stopAt: times,
    isMember: fc.boolean(),
  })
  .chain((facts) =>
    fc.record({ memberCount: fc.integer({ min: 0, max: facts.people }) }).map((more) => ({ ...facts, ...more })),
  )
const anyOpener = fc.record({
  isDel: fc.boolean(),
  onSale: fc.boolean(),
  stopAt: times,
  effectiveHours: fc.integer({ min: 1, max: 720 }),
})

test('whatever the team and the activity, a place is taken exactly where joining is not refused, and a new team ends in time', () => {
  fc.assert(
    fc.property(fc.option(anyTeam), anyOpener, (wished, activity) => {
      const facts = wished as TeamFacts | null
      const seat = seatOf(facts, activity, now)
      expect(seat.kind === 'join').toBe(facts !== null && joinRefusal(facts, now) === undefined)
      if (seat.kind === 'join' && facts) expect(seat.completes).toBe(facts.memberCount + 1 === facts.people)
      if (seat.kind !== 'open') return
      expect(seat.stopAt).toEqual(stopOf(activity, now))
      expect(seat.stopAt > now && seat.stopAt <= activity.stopAt).toBe(true)
      expect(activity.onSale && !activity.isDel).toBe(true)
    }),
  )
})

test('whatever the team, its places add up when it is completed, and never more are filled than was agreed', () => {
  fc.assert(
    fc.property(anyTeam, fc.integer({ min: 0, max: 8 }), (facts, virtualMost) => {
      const end = endOf({ ...(facts as TeamFacts), virtualMost }, now)
      expect(end === undefined).toBe(facts.status !== 1 || facts.stopAt > now)
      if (end?.status !== 2) return
      expect(facts.memberCount + end.virtualCount).toBe(facts.people)
      expect(end.virtualCount).toBeLessThanOrEqual(virtualMost)
    }),
  )
})

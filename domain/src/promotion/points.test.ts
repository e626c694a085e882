import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWireTime, toWireDay } from '../time.ts'
import { expiredPoints, expiryCutoff, expiryMonth, type MonthGain, nextExpiry } from './points.ts'

const DAY_MS = 24 * 3600_000
const at = (text: string) => parseWireTime(text) as Date

test.each([
  ['2026-03-01 00:10:00', 1, '2026-02-01'],
  ['2026-03-01 00:00:00', 1, '2026-02-01'],
  ['2026-02-28 23:59:59', 1, '2026-01-01'],
  ['2026-01-31 12:00:00', 12, '2025-01-01'],
  ['2026-01-01 00:10:00', 1, '2025-12-01'],
  ['2026-05-01 00:10:00', 120, '2016-05-01'],
])('at %s points of %i months are over when gained before %s', (now, months, cutoff) => {
  expect(expiryCutoff(at(now), months)).toEqual(at(cutoff))
})

test('an expiry is of its month in Shanghai', () => {
  expect(expiryMonth(new Date('2026-02-28T16:10:00Z'))).toBe('2026-03')
  expect(expiryMonth(new Date('2026-12-31T15:59:59Z'))).toBe('2026-12')
})

test('what expires next is told with its day, as long as points expire and some are left', () => {
  const gains = [
    { month: '2026-02', integral: 30 },
    { month: '2026-01', integral: 100 },
  ]
  const now = at('2026-02-15')
  const next = (gone: number, months: number) => nextExpiry(gains, gone, { now, months })
  expect(next(0, 0)).toBeUndefined()
  expect(next(0, 1)).toEqual({ integral: 100, date: '2026-03-01' })
  expect(next(90, 1)).toEqual({ integral: 10, date: '2026-03-01' })
  expect(next(100, 1)).toEqual({ integral: 30, date: '2026-04-01' })
  expect(next(0, 12)).toEqual({ integral: 100, date: '2027-02-01' })
  expect(next(130, 1)).toBeUndefined()
})

/** What happens on a day: points are gained, spent, or some of those spent come back. */
type Event = { after: number; kind: 'gain' | 'spend' | 'return'; share: number }

const events = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 40 }),
    kind: fc.constantFrom<Event['kind'][]>('gain', 'gain', 'spend', 'spend', 'return'),
    share: fc.integer({ min: 1, max: 100 }),
  }),
  { maxLength: 40 },
)

/** A shop that keeps lots: day by day, the oldest points go first, and spent ones come back to where they were taken. */
class Lots {
  readonly lots: { day: string; left: number }[] = []
  readonly spent: number[] = []
  expired = 0

  gain(day: string, integral: number) {
    this.lots.push({ day, left: integral })
  }

  take(integral: number, isSpent: boolean) {
    let rest = integral
    for (const [place, lot] of this.lots.entries()) {
      const taken = Math.min(lot.left, rest)
      lot.left -= taken
      rest -= taken
      if (isSpent) this.spent[place] = (this.spent[place] ?? 0) + taken
    }
  }

  /** What was taken last comes back first. */
  giveBack(integral: number) {
    let rest = integral
    for (let place = this.lots.length - 1; place >= 0; place--) {
      const back = Math.min(this.spent[place] ?? 0, rest)
      const lot = this.lots[place]
      if (lot) lot.left += back
      this.spent[place] = (this.spent[place] ?? 0) - back
      rest -= back
    }
  }

  get balance() {
    return this.lots.reduce((sum, { left }) => sum + left, 0)
  }

  get out() {
    return this.spent.reduce((sum, spent) => sum + (spent ?? 0), 0)
  }

  /** Lots older than so many whole months end. */
  expire(today: string, months: number): number {
    const [year = 0, month = 0] = today.split('-').map(Number)
    const isOver = (day: string) => {
      const [gainYear = 0, gainMonth = 0] = day.split('-').map(Number)
      return (year - gainYear) * 12 + (month - gainMonth) > months
    }
    const over = this.lots.filter(({ day, left }) => left && isOver(day))
    const integral = over.reduce((sum, { left }) => sum + left, 0)
    for (const lot of over) lot.left = 0
    this.expired += integral
    return integral
  }
}

// Laws over many shops take their time on a busy machine.
test('expiry without lots is that of a shop that keeps lots day by day, whatever is spent and comes back', () => {
  fc.assert(
    fc.property(events, fc.integer({ min: 1, max: 6 }), (happened, months) => {
      const shop = new Lots()
      const gains: { day: string; integral: number }[] = []
      let gone = 0
      let due = 0
      let next = 0
      for (let day = 0; day < 800; day++) {
        const now = new Date(at('2026-01-15').getTime() + day * DAY_MS)
        const today = toWireDay(now)
        if (today.endsWith('-01')) {
          const cutoff = toWireDay(expiryCutoff(now, months))
          const gained = gains.reduce((sum, gain) => sum + (gain.day < cutoff ? gain.integral : 0), 0)
          const expired = expiredPoints(gained, gone)
          const before = told(gains, gone, new Date(now.getTime() - DAY_MS), months)
          expect(shop.expire(today, months)).toBe(expired)
          // It was told the day before, and running it twice takes nothing more.
          expect(before?.date === today ? before.integral : 0).toBe(expired)
          gone += expired
          expect(expiredPoints(gained, gone)).toBe(0)
        }
        for (; happened[next] && due + (happened[next]?.after ?? 0) <= day; next++) {
          const { after = 0, kind, share = 0 } = happened[next] ?? {}
          due += after
          if (kind === 'gain') {
            shop.gain(today, share)
            gains.push({ day: today, integral: share })
          } else if (kind === 'spend') {
            const integral = Math.floor((shop.balance * share) / 100)
            shop.take(integral, true)
            gone += integral
          } else {
            const integral = Math.floor((shop.out * share) / 100)
            shop.giveBack(integral)
            gone -= integral
          }
        }
        expect(shop.balance).toBe(gains.reduce((sum, { integral }) => sum + integral, 0) - gone)
      }
    }),
    { numRuns: 300, seed: 1 },
  )
})

function told(gains: readonly { day: string; integral: number }[], gone: number, now: Date, months: number) {
  const byMonth = gains.map(({ day, integral }): MonthGain => ({ month: day.slice(0, 7), integral }))
  return nextExpiry(byMonth, gone, { now, months })
}

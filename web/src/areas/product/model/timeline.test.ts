import { expect, test } from 'vitest'
import { priceSteps } from './price-steps.ts'
import { auditEntry, mergeTimeline, type TimelineEntry } from './timeline.ts'

const entry = (time: string, kind: TimelineEntry['kind']): TimelineEntry => ({
  key: `${kind} ${time}`,
  kind,
  time,
  who: '',
  title: '',
  lines: [],
})
const source = (kind: TimelineEntry['kind'], hasMore: boolean, ...times: string[]) => ({
  entries: times.map((time) => entry(time, kind)),
  hasMore,
})
const timesOf = ({ entries }: { entries: TimelineEntry[] }) => entries.map(({ time }) => time).join(' ')

test('edits, stock, prices and replies are in one list, newest first', () => {
  const merged = mergeTimeline([
    source('edit', false, '09', '05'),
    source('stock', false, '07'),
    source('price', false),
    source('reply', false, '06'),
  ])
  expect(timesOf(merged)).toBe('09 07 06 05')
  expect(merged.hasMore).toBe(false)
})

test('the list ends where entries of a source that has more could still be missing', () => {
  const merged = mergeTimeline([source('edit', true, '09', '06'), source('stock', false, '08', '02')])
  expect(timesOf(merged)).toBe('09 08 06')
  expect(merged.hasMore).toBe(true)
})

test('the line of a price begins with the original price and steps at each change', () => {
  const row = (createTime: string, old: number | null, now: number) =>
    ({ createTime, old, new: now, field: 'price' }) as Parameters<typeof priceSteps>[0][number]
  const now = Date.parse('2025-01-05T00:00:00+08:00')
  const steps = priceSteps([row('2025-01-03 00:00:00', 20, 10), row('2025-01-01 00:00:00', 30, 20)], now)
  expect(steps.map(({ price }) => price)).toEqual([30, 20, 10, 10])
  expect(steps.map(({ at }) => (now - at) / 86_400_000)).toEqual([5, 4, 2, 0])
  expect(priceSteps([], now)).toEqual([])
})

test('an entry of the trail is told in words, by nick name and account', () => {
  const given = { id: 1, time: '2025-01-01 00:00:00', action: 'import', actorName: 'wang', actorNick: '王掌柜' }
  const diff = [{ path: 'labelIds', label: '标签', before: [], after: ['新品', '热卖'] }]
  const { who, title, lines } = auditEntry({ ...given, diff } as unknown as Parameters<typeof auditEntry>[0])
  expect({ who, title, lines }).toEqual({ who: '王掌柜（wang）', title: '导入', lines: ['标签： → 新品、热卖'] })
})

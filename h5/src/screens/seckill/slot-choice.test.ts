import type { FrontSlot } from '@zhanggui/contract/seckill/front-seckill.ts'
import { expect, test } from 'vitest'
import { nextChange, shownSlot, slotKey, slotWords } from './slot-choice.ts'

const slot = (id: number, startHour: number, phase: FrontSlot['phase'], more: Partial<FrontSlot> = {}): FrontSlot => ({
  id,
  name: `${startHour}点场`,
  sliderImgs: [],
  startHour,
  endHour: startHour + 2,
  isTomorrow: false,
  phase,
  startTime: `2026-11-30 ${String(startHour).padStart(2, '0')}:00:00`,
  endTime: `2026-11-30 ${String(startHour + 2).padStart(2, '0')}:00:00`,
  serverTime: '2026-11-30 11:00:00',
  isCurrent: false,
  ...more,
})
const over = slot(1, 8, 'ended')
const now = slot(2, 10, 'running', { isCurrent: true })
const later = slot(3, 20, 'upcoming')
const tomorrow = slot(1, 8, 'upcoming', { isTomorrow: true, startTime: '2026-12-01 08:00:00' })
const slots = [over, now, later, tomorrow]

test('the slot of the address is shown, tomorrow’s apart from today’s, else the current one', () => {
  expect(shownSlot(slots, '1')).toBe(over)
  expect(shownSlot(slots, slotKey(tomorrow))).toBe(tomorrow)
  expect(shownSlot(slots, null)).toBe(now)
  expect(shownSlot(slots, '99')).toBe(now)
  expect(shownSlot([], '1')).toBeUndefined()
})

test('a slot is known by its hour and what it does now, tomorrow’s by its day', () => {
  expect([over, now, later, tomorrow].map(slotWords)).toEqual([
    { head: '08:00', note: '已结束' },
    { head: '10:00', note: '抢购中' },
    { head: '20:00', note: '未开始' },
    { head: '明天', note: '08:00' },
  ])
})

test('slots are asked for again when the next one begins or the running one ends', () => {
  expect(nextChange(slots)).toBe('2026-11-30 12:00:00')
  expect(nextChange([over, later, tomorrow])).toBe('2026-11-30 20:00:00')
  expect(nextChange([over])).toBe('')
})

import { render, screen } from '@testing-library/react'
import { parseWireTime } from '@zhanggui/domain/time.ts'
import { expect, test } from 'vitest'
import { Labels } from './labels.tsx'
import { Money, moneyText } from './money.tsx'
import { StateTag } from './state-tag.tsx'
import { labelTone } from './states.ts'
import { When } from './when.tsx'
import { deadlineText, fullText, pastText } from './when-text.ts'

const at = (text: string) => parseWireTime(text) as Date
const now = at('2026-11-20 14:26:00')

test.each([
  [12846.3, '¥12,846.30'],
  [0, '¥0.00'],
  [-5, '−¥5.00'],
  [1234567.891, '¥1,234,567.89'],
  [0.1 + 0.2, '¥0.30'],
])('%s yuan are written %s', (yuan, text) => {
  expect(moneyText(yuan)).toBe(text)
})

test('in columns the ¥ is left out; no amount is —; the old price stands below', () => {
  expect(moneyText(-1200, false)).toBe('−1,200.00')
  const { container } = render(
    <>
      <Money value={null} />
      <Money value={56.91} old={59.9} />
    </>,
  )
  expect(container.textContent).toBe('—¥56.91¥59.90')
  expect(screen.getByText('¥59.90').tagName).toBe('DEL')
})

test.each([
  ['2026-11-20 00:00:00', '今天 00:00'],
  ['2026-11-20 14:22:59', '今天 14:22'],
  ['2026-11-19 23:59:59', '昨天 23:59'],
  ['2026-11-18 20:33:00', '11-18 20:33'],
  ['2026-01-01 09:07:00', '01-01 09:07'],
  ['2025-12-31 09:07:00', '2025-12-31'],
  ['2026-11-21 09:00:00', '11-21 09:00'],
])('%s is shown as %s', (time, text) => {
  expect(pastText(at(time), now)).toBe(text)
})

test('on New Year the day before is still yesterday', () => {
  expect(pastText(at('2025-12-31 20:00:00'), at('2026-01-01 08:00:00'))).toBe('昨天 20:00')
})

test.each([
  ['2026-11-20 14:52:30', '剩 26 分钟', false],
  ['2026-11-20 14:26:00', '剩 0 分钟', false],
  ['2026-11-20 16:26:00', '还剩 2 小时', false],
  ['2026-11-22 13:58:00', '还剩 1 天 23 小时', false],
  ['2026-11-20 12:16:00', '超时 2 小时 10 分', true],
  ['2026-11-20 14:20:30', '超时 5 分钟', true],
])('the deadline %s is shown as %s', (time, text, overdue) => {
  expect(deadlineText(at(time), now)).toEqual({ text, overdue })
})

test('the full time with its weekday is there on hover', () => {
  expect(fullText(at('2026-11-20 14:22:07'))).toBe('2026-11-20 14:22:07 周五')
  render(<When at="2020-02-29 08:00:00" />)
  expect(screen.getByText('2020-02-29').title).toBe('2020-02-29 08:00:00 周六')
})

test('no time is —', () => {
  const { container } = render(<When at={null} />)
  expect(container.textContent).toBe('—')
})

test('a state is its word, drawn with a glyph that says the same', () => {
  const { container } = render(
    <>
      <StateTag of="order" value="待发货" />
      <StateTag of="order" value="交易完成" big />
    </>,
  )
  expect(container.textContent).toBe('待发货交易完成')
  const [first, second] = [...container.querySelectorAll('svg')].map((svg) => svg.innerHTML)
  expect(first).not.toBe(second)
})

test('two labels are shown, the others counted; the tone of a label does not depend on its number', () => {
  const { container } = render(<Labels of={['可合单 2', '首单', '大额', '挂起']} />)
  expect(container.textContent).toBe('可合单 2首单+2')
  expect([labelTone('可合单 2'), labelTone('可合单'), labelTone('没有这个')]).toEqual(['promo', 'promo', 'idle'])
})

import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { Ago } from './ago.tsx'

afterEach(() => void vi.useRealTimers())

test('a time is told as its age, which grows while it is shown; pointing at it shows the exact one', () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T02:00:00Z') })
  renderPage(<Ago time="2026-03-01 09:59:40" />)
  const shown = screen.getByText('刚刚')
  expect(shown.title).toBe('2026-03-01 09:59:40')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(shown.textContent).toBe('2分钟前')
  act(() => void vi.advanceTimersByTime(3 * 24 * 3600_000))
  expect(shown.textContent).toBe('2026-03-01 09:59:40')
})

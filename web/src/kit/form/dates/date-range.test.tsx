import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { DateRange } from './date-range.tsx'

const chosen = vi.fn()

/** The filter in a form, between two other fields. */
function Filters({ initial }: { initial?: readonly string[] }) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <input aria-label="前" />
      <DateRange
        {...(value && { value })}
        onChange={(days) => {
          chosen(days)
          setValue(days)
        }}
      />
      <input aria-label="后" />
    </>
  )
}

const place = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.getAttribute('date-range')

async function openRange(initial?: readonly string[]) {
  chosen.mockClear()
  const { user } = renderPage(<Filters {...(initial && { initial })} />)
  await user.click(await screen.findByLabelText('前'))
  await user.tab()
  await waitFor(() => expect(place()).toBe('start'))
  return user
}

test('Tab moves through both ends of an empty range, and on', async () => {
  const user = await openRange()
  const stops = []
  for (const shift of [false, false, true, true, true]) {
    await user.tab({ shift })
    stops.push(place())
  }
  expect(stops).toEqual(['end', '后', 'end', 'start', '前'])
  expect(chosen).not.toHaveBeenCalled()
})

test('in a filled range Tab also stops at the clear button, and leaves the range unchanged', async () => {
  const user = await openRange(['2026-03-01', '2026-03-08'])
  const stops = []
  for (let step = 0; step < 3; step++) {
    await user.tab()
    stops.push(place())
  }
  expect(stops).toEqual(['end', '清除', '后'])
  expect(chosen).not.toHaveBeenCalled()
})

test('days typed at both ends set the range', async () => {
  const user = await openRange()
  await user.keyboard('2026-03-01')
  await user.tab()
  await user.keyboard('2026-03-08')
  await user.tab()
  await waitFor(() => expect(chosen).toHaveBeenLastCalledWith(['2026-03-01', '2026-03-08']))
})

test('a single end is not a range, and is cleared when the field is left', async () => {
  const user = await openRange()
  await user.keyboard('2026-03-01')
  await user.tab()
  await user.tab()
  await waitFor(() => expect(document.querySelector<HTMLInputElement>('[date-range=start]')?.value).toBe(''))
  for (const [days] of chosen.mock.calls) expect(days).toBeUndefined()
})

test('a range can be cleared', async () => {
  await openRange(['2026-03-01', '2026-03-08'])
  fireEvent.click(screen.getByLabelText('清除'))
  await waitFor(() => expect(chosen).toHaveBeenLastCalledWith(undefined))
})

test('the calendar is Chinese, and its weeks begin on Monday', async () => {
  await openRange(['2026-03-01', '2026-03-08'])
  const heads = [...document.querySelectorAll('.ant-picker-content thead')].map(({ textContent }) => textContent)
  expect(heads[0]).toBe('一二三四五六日')
  expect(document.querySelector('.ant-picker-header-view')?.textContent).toMatch(/^2026年3月$/)
  expect(screen.getByText('上周')).toBeDefined()
  expect(screen.getByText('上月')).toBeDefined()
})

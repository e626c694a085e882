import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NumberInput } from './number-input.tsx'

test('a number is taken as it is typed or pasted, and what is none leaves the one that was there', () => {
  const change = vi.fn()
  for (const [typed, value, shown] of [
    ['１２．５', 12.5, '12.50'],
    ['￥1,299.00', 1299, '1299.00'],
    ['10 件', 10, '10.00'],
    ['12。5', 12.5, '12.50'],
    ['12-15', undefined, '99.00'],
    ['3万', undefined, '99.00'],
    ['', null, ''],
  ] as const) {
    change.mockClear()
    const { unmount } = render(<NumberInput aria-label="价" precision={2} defaultValue={99} onChange={change} />)
    const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: '价' })
    fireEvent.change(field, { target: { value: typed } })
    fireEvent.blur(field)
    expect([typed, change.mock.calls.at(-1)?.[0], field.value]).toEqual([typed, value, shown])
    unmount()
  }
})

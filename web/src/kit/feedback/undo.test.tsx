import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { undo } from './feedback.ts'

/** The toast is gone, or on its way out: no animation ends without a browser. */
const leaves = (text: string) => screen.queryByText(text)?.closest('[class*="-leave"]') !== null

test('what was done can be taken back once, from its toast', async () => {
  const { user } = renderPage(null)
  const act = vi.fn()
  undo('已挂起 3 单', act)
  await user.click(await screen.findByRole('button', { name: '撤销' }))
  expect(act).toHaveBeenCalledOnce()
  await waitFor(() => expect(leaves('已挂起 3 单')).toBe(true))
})

test('a longer offer counts down', async () => {
  renderPage(null)
  undo('已给 312 人发券', () => {}, { until: new Date(Date.now() + 582_000) })
  await screen.findByRole('button', { name: /^撤销 9:4[12]$/ })
})

test('an offer that has ended closes by itself and does nothing', async () => {
  renderPage(null)
  const act = vi.fn()
  undo('已下架 2 件', act, { until: new Date(Date.now() + 1200) })
  await screen.findByText('已下架 2 件')
  await waitFor(() => expect(leaves('已下架 2 件')).toBe(true), { timeout: 5000 })
  expect(act).not.toHaveBeenCalled()
})

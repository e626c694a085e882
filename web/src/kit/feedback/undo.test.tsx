import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { undo } from './feedback.ts'
import { UndoMark } from './undo-mark.tsx'

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

test('a longer offer leaves its toast for a mark in the bar, from which it is taken back once', async () => {
  const { user } = renderPage(<UndoMark />)
  const act = vi.fn()
  undo('已给 312 人发券', act, { until: new Date(Date.now() + 582_000), word: '撤回' })
  await user.click(await screen.findByRole('button', { name: '关闭' }))
  const mark = await screen.findByTitle('还能撤回的操作')
  expect(mark.textContent).toMatch(/^撤回 9:\d\d$/)
  await user.click(mark)
  await user.click(await screen.findByRole('menuitem', { name: /^撤回：已给 312 人发券/ }))
  expect(act).toHaveBeenCalledOnce()
  expect(mark.isConnected).toBe(false)
})

test('an offer that has ended closes by itself and does nothing', async () => {
  renderPage(null)
  const act = vi.fn()
  undo('已下架 2 件', act, { until: new Date(Date.now() + 1200) })
  await screen.findByText('已下架 2 件')
  await waitFor(() => expect(leaves('已下架 2 件')).toBe(true))
  expect(act).not.toHaveBeenCalled()
})

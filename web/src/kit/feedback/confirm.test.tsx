import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { confirm } from './feedback.ts'

test('a question asked by a double press is one, answered once, and can be asked again afterwards', async () => {
  const { user } = renderPage(null)
  const act = vi.fn()
  const ask = () => confirm({ content: '下线「双十二」？', okText: '下线' }).then(act)
  ask()
  ask()
  confirm({ content: '下线「双十一」？', okText: '下线' })
  expect(await screen.findAllByRole('dialog')).toHaveLength(2)
  await user.click(screen.getAllByRole('button', { name: '下线', hidden: true })[0] as HTMLElement)
  await waitFor(() => expect(act.mock.calls).toEqual([[true]]))
  ask()
  await waitFor(() => expect(screen.getAllByText('下线「双十二」？').length).toBeGreaterThan(0))
})

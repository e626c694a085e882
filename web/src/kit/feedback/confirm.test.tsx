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
  const buttons = () => screen.getAllByRole<HTMLElement>('button', { name: '下线', hidden: true })
  // That of the first question may still be leaving.
  await waitFor(() => expect(buttons().at(-1)?.closest('[class*="-leave"]')).toBeNull())
  await user.click(buttons().at(-1) as HTMLElement)
  await waitFor(() => expect(act.mock.calls).toEqual([[true], [true]]))
})

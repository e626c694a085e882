import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useKeptFocus } from './use-kept-focus.ts'

function Control({ busy }: { busy: boolean }) {
  return (
    <>
      <button type="button" ref={useKeptFocus(busy)} disabled={busy}>
        开关
      </button>
      <input aria-label="别处" />
    </>
  )
}

/** A browser takes the focus from what is disabled; here somebody has to. */
const lose = () => (document.activeElement as HTMLElement).blur()

test('a control that was busy has the focus again, unless it has gone elsewhere', async () => {
  const { rerender } = render(<Control busy={false} />)
  const [control, other] = [screen.getByRole('button', { name: '开关' }), screen.getByRole('textbox', { name: '别处' })]
  control.focus()
  rerender(<Control busy />)
  lose()
  rerender(<Control busy={false} />)
  await waitFor(() => expect(document.activeElement).toBe(control))

  rerender(<Control busy />)
  other.focus()
  rerender(<Control busy={false} />)
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(document.activeElement).toBe(other)
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { InlineNumber } from './inline-number.tsx'

const opener = () => screen.findByRole('button', { name: /^修改排序/ })

test('16 after Enter and after Escape the focus is back where the number was opened; Escape saves nothing', async () => {
  const saved: number[] = []
  const onSave = async (value: number) => saved.push(value)
  const { user } = renderPage(<InlineNumber label="排序" value={8} max={99} onSave={onSave} />)
  await user.click(await opener())
  await user.keyboard('9{Escape}')
  await expect.poll(opener).toBe(document.activeElement)
  await user.keyboard('{Enter}')
  await user.clear(await screen.findByRole('spinbutton', { name: '排序' }))
  await user.keyboard('12{Enter}')
  await expect.poll(opener).toBe(document.activeElement)
  expect(saved).toEqual([12])
})

test('16 whoever goes on with Tab is not brought back once the number is saved', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const onSave = () => promise
  const { user } = renderPage(
    <>
      <InlineNumber label="排序" value={8} max={99} onSave={onSave} />
      <button type="button">下一个</button>
    </>,
  )
  await user.click(await opener())
  await user.keyboard('9{Tab}')
  const next = screen.getByRole('button', { name: '下一个' })
  expect(document.activeElement).toBe(next)
  resolve()
  await opener()
  expect(document.activeElement).toBe(next)
})

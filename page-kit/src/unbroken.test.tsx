// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AroundProvider, type Mode, noAct, Unbroken } from './view.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

function Throws({ reason }: { reason: string }) {
  if (reason) throw new Error(reason)
  return <p>画好了</p>
}

async function shown(mode: Mode) {
  // React reports what a boundary catches, too.
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(async () => {
    await act(async () => root.unmount())
    log.mockRestore()
    document.body.replaceChildren()
  })
  return async (reason: string) => {
    const around = { mode, act: noAct, now: () => 0 }
    await act(async () =>
      root.render(
        <AroundProvider value={around}>
          <Unbroken name="轮播图" of={reason}>
            <Throws reason={reason} />
          </Unbroken>
          <p>后面的</p>
        </AroundProvider>,
      ),
    )
    return document.body.textContent
  }
}

test('a view that throws is drawn as broken in the canvas, with the reason, until its component changes', async () => {
  const draw = await shown('edit')
  expect(await draw('没有图片')).toBe('轮播图画不出来：没有图片后面的')
  expect(await draw('')).toBe('画好了后面的')
})

test('for buyers the rest of the page stays', async () => {
  const draw = await shown('live')
  expect(await draw('没有图片')).toBe('后面的')
})

import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createContext, useContext, useEffect, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { dirtyPaths, useDirtyGuard } from '../../kit/page/dirty-guard.ts'
import { usePageName } from '../../kit/page/page-name.ts'
import { usePageNames } from '../../kit/page/page-names.ts'
import { matchAt, placeAt } from '../../testing/menus.ts'
import type { LayoutProps } from '../routing/gate.ts'
import { KeptViews } from './kept-views.tsx'
import { useTabs, visitPage } from './tabs.ts'
import { close, noTabs, refreshAll } from './tabs-state.ts'

const running = new Map<string, number>()

/** A form that counts its running effects, reports when it is dirty, and names its tab. */
function Form({ match: { path } }: LayoutProps) {
  const [text, setText] = useState('')
  useDirtyGuard(text !== '')
  usePageName(text && `编辑商品·${text}`)
  useEffect(() => {
    running.set(path, (running.get(path) ?? 0) + 1)
    return () => void running.set(path, (running.get(path) ?? 0) - 1)
  }, [path])
  return (
    <div data-testid={`box ${path}`} style={{ overflow: 'auto', height: 20 }}>
      <input aria-label={path} value={text} onChange={({ target }) => setText(target.value)} />
    </div>
  )
}

const [list, edit3, edit4, unkept] = ['/product/list', '/product/edit/3', '/product/edit/4', '/product/import']

function openViews() {
  const draw = (address: string) => {
    const place = placeAt(address)
    return { match: matchAt(place.pathname), place }
  }
  const first = draw(list)
  visitPage(first.match, first.place)
  const { rerender, unmount } = render(<KeptViews {...first} Page={Form} />)
  const show = (address: string) => {
    const next = draw(address)
    rerender(<KeptViews {...next} Page={Form} />)
    act(() => visitPage(next.match, next.place))
  }
  return { show, unmount, user: userEvent.setup() }
}

const field = (path: string) => screen.queryByLabelText<HTMLInputElement>(path)

beforeEach(() => {
  running.clear()
  useTabs.setState(noTabs, true)
})

test('a page left for another keeps its input and scroll position, while its effects are stopped', async () => {
  const { show, user } = openViews()
  show(edit3)
  await user.type(screen.getByLabelText(edit3), '茶杯')
  const box = screen.getByTestId(`box ${edit3}`)
  box.scrollTop = 70
  box.dispatchEvent(new Event('scroll'))
  show(list)
  expect(field(edit3)?.value).toBe('茶杯')
  expect(box.closest('[style*="display: none"]')).not.toBeNull()
  expect([running.get(edit3), running.get(list)]).toEqual([0, 1])
  box.scrollTop = 0
  show(edit3)
  expect(box.closest('[style*="display: none"]')).toBeNull()
  expect(field(edit3)?.value).toBe('茶杯')
  expect(box.scrollTop).toBe(70)
  expect(running.get(edit3)).toBe(1)
})

test('two tabs of one page have separate drafts', async () => {
  const { show, user } = openViews()
  show(edit3)
  await user.type(screen.getByLabelText(edit3), '甲')
  show(edit4)
  await user.type(screen.getByLabelText(edit4), '乙')
  expect([field(edit3)?.value, field(edit4)?.value]).toEqual(['甲', '乙'])
})

test('another query is the same instance, and a page that is not cached is dropped when left', async () => {
  const { show, user } = openViews()
  show(edit3)
  await user.type(screen.getByLabelText(edit3), '甲')
  show(`${edit3}?step=2`)
  expect(field(edit3)?.value).toBe('甲')
  show(unkept)
  await user.type(screen.getByLabelText(unkept), '乙')
  show(list)
  expect(field(unkept)).toBeNull()
  show(unkept)
  expect(field(unkept)?.value).toBe('')
})

test('closing a tab destroys its page and its draft', async () => {
  const { show, user } = openViews()
  show(edit3)
  await user.type(screen.getByLabelText(edit3), '甲')
  show(list)
  act(() => useTabs.setState(close(useTabs.getState(), edit3, list).state))
  expect(field(edit3)).toBeNull()
  show(edit3)
  expect(field(edit3)?.value).toBe('')
})

test('unsaved input is known while its tab is hidden, and forgotten once it is saved or dropped', async () => {
  const { show, user } = openViews()
  show(edit3)
  expect([...dirtyPaths()]).toEqual([])
  await user.type(screen.getByLabelText(edit3), '甲')
  show(list)
  expect([...dirtyPaths()]).toEqual([edit3])
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  show(edit3)
  await user.clear(screen.getByLabelText(edit3))
  expect([...dirtyPaths()]).toEqual([])
  await user.type(screen.getByLabelText(edit3), '乙')
  show(list)
  act(() => useTabs.setState(close(useTabs.getState(), edit3, list).state))
  expect([...dirtyPaths()]).toEqual([])
})

test('clearing every instance keeps only the current page until it is re-entered', () => {
  const { show } = openViews()
  show(edit3)
  show(edit4)
  act(() => useTabs.setState(refreshAll(useTabs.getState(), edit4).state))
  expect([field(list), field(edit3)]).toEqual([null, null])
  expect(field(edit4)).not.toBeNull()
  expect(useTabs.getState().cached).toEqual([])
})

test('a page names its tab and the window after its object while it is shown', async () => {
  const { show, user } = openViews()
  show(edit3)
  await user.type(screen.getByLabelText(edit3), '茶杯')
  const titles = () => useTabs.getState().visited.map(({ title }) => title)
  expect(titles()).toContain('编辑商品·茶杯')
  expect(usePageNames.getState()[edit3]?.title).toBe('编辑商品·茶杯')
  show(list)
  expect(titles()).toContain('编辑商品·茶杯')
  expect(usePageNames.getState()[edit3]).toBeUndefined()
})

const Colour = createContext('blue')

function DialogPage({ match: { path } }: LayoutProps) {
  useContext(Colour)
  if (path !== edit3) return <p>列表</p>
  return (
    <Dialog title="编辑">
      <input aria-label="名称" />
    </Dialog>
  )
}

test('a dialog left open in a tab is restored with its draft, even if it was redrawn in between', async () => {
  const views = (address: string, colour: string) => (
    <Colour value={colour}>
      <KeptViews match={matchAt(address)} place={placeAt(address)} Page={DialogPage} />
    </Colour>
  )
  const { rerender } = render(views(edit3, 'blue'))
  act(() => visitPage(matchAt(edit3), placeAt(edit3)))
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('名称'), '茶杯')
  fireEvent.animationEnd(screen.getByRole('dialog'))
  rerender(views(list, 'blue'))
  expect(screen.queryByLabelText('名称')).toBeNull()
  rerender(views(list, 'red'))
  rerender(views(edit3, 'red'))
  expect(screen.getByLabelText<HTMLInputElement>('名称').value).toBe('茶杯')
})

test('a page whose tab was closed is another one when it is opened again, even before any other was drawn', async () => {
  const { show, user } = openViews()
  show(edit3)
  await user.type(field(edit3) ?? document.body, '茶')
  act(() => useTabs.setState((tabs) => close(tabs, edit3, '').state))
  expect(field(edit3)?.value).toBe('茶')
  show(edit3)
  expect(field(edit3)?.value).toBe('')
  await user.type(field(edit3) ?? document.body, '咖啡')
  show(list)
  show(edit3)
  expect(field(edit3)?.value).toBe('咖啡')
})

import { screen, waitFor } from '@testing-library/react'
import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { type ComponentType, useEffect, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useSession } from '../../api/session.ts'
import { makeUser, renderPage } from '../../testing/render.tsx'
import { Dialog } from './dialog.tsx'
import { SidePanel } from './side-panel.tsx'

afterEach(() => useSession.setState({ user: undefined }))

type Closable = ComponentType<{ onClose: () => void }>

const SomeDialog: Closable = ({ onClose }) => (
  <Dialog title="编辑品牌" onCancel={onClose}>
    <input aria-label="品牌名称" />
  </Dialog>
)
const SomePanel: Closable = ({ onClose }) => (
  <SidePanel title="编辑库存" width={400} onClose={onClose}>
    <input aria-label="备注" />
  </SidePanel>
)

/** A second panel replaces it once there is something to show. */
const PanelThatLoads: Closable = ({ onClose }) => {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => setLoaded(true), [])
  if (loaded) return <SomePanel key="loaded" onClose={onClose} />
  return (
    <SidePanel key="loading" title="编辑库存" width={400} onClose={onClose}>
      加载中
    </SidePanel>
  )
}

test.each([
  ['a dialog', SomeDialog, '品牌名称'],
  ['a panel', SomePanel, '备注'],
  ['a panel that took the place of another', PanelThatLoads, '备注'],
])('the element that opened %s gets the focus back when it is closed by Esc', async (_, Opened, field) => {
  function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          打开
        </button>
        {open && <Opened onClose={() => setOpen(false)} />}
      </>
    )
  }
  const { user } = renderPage(<Page />)
  const opener = await screen.findByText('打开')
  await user.click(opener)
  await user.click(await screen.findByLabelText(field))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByLabelText(field)).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('a dialog that asks is not closed by Esc over what was typed, and at once while nothing was', async () => {
  const closed = vi.fn()
  const { user } = renderPage(
    <Dialog title="驳回提现" asks onCancel={closed}>
      <input aria-label="原因" />
    </Dialog>,
  )
  await user.click(await screen.findByLabelText('原因'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1))
  await user.type(screen.getByLabelText('原因'), '账号不对')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: '不离开' }))
  expect(closed).toHaveBeenCalledTimes(1)
  expect(screen.getByLabelText('原因')).toHaveProperty('value', '账号不对')
})

test('while looking as somebody else the button of a dialog is greyed, whatever is filled in, and says why', async () => {
  const seeing = { kind: 'role' as const, id: 4, name: '客服', since: '2026-11-24 10:00:00' }
  useSession.setState({ user: makeUser({ seeing }) })
  renderPage(
    <Dialog
      title="修改头像"
      of={{ isPending: false, route: dictDetail.save }}
      okText="确认"
      okButtonProps={{ disabled: false }}
    />,
  )
  const ok = await screen.findByRole<HTMLButtonElement>('button', { name: '确认' })
  expect(ok.disabled).toBe(true)
  const stop = screen.getByRole('group', { name: '确认' })
  expect(stop.contains(ok)).toBe(true)
  expect(stop.getAttribute('aria-description')).toBe('正在以「客服」的身份查看，只能看，不能修改')
})

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { menu } from '@zhanggui/contract/staff/menu.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useSession } from '../../api/session.ts'
import { makeUser } from '../../testing/render.tsx'
import { MoreActions, NextAct, RowAction } from '../list-page/row-actions.tsx'
import { Can, HasPermi, HasRole } from './can.tsx'
import { WriteButton } from './write-button.tsx'

afterEach(() => useSession.setState({ user: undefined }))

const who = (permissions: string[], roles: string[] = []) => useSession.setState({ permissions, roles })
const shows = (element: ReactNode) => {
  const { unmount } = render(element)
  const shown = screen.queryByText('内容') !== null
  unmount()
  return shown
}

test("Can draws its children for holders of the route's permission, of any of several, and of all permissions", () => {
  who(['admin:system:dict:save', 'admin:system:role:list'])
  expect(shows(<Can do={dictDetail.save}>内容</Can>)).toBe(true)
  expect(shows(<Can do={dictDetail.remove}>内容</Can>)).toBe(false)
  expect(shows(<Can do={[dictDetail.remove, dictDetail.save]}>内容</Can>)).toBe(true)
  expect(shows(<Can do={menu.tree}>内容</Can>)).toBe(true)
  expect(shows(<Can do={auth.logout}>内容</Can>)).toBe(true)
  expect(shows(<Can do={menu.restoreDefault}>内容</Can>)).toBe(false)
  who(['*:*:*'])
  expect(shows(<Can do={menu.restoreDefault}>内容</Can>)).toBe(true)
})

const asClerk = () => {
  const seeing = { kind: 'role' as const, id: 4, name: '客服', since: '2026-11-24 10:00:00' }
  useSession.setState({ permissions: ['*:*:*'], user: makeUser({ seeing }) })
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const REASON = '正在以「客服」的身份查看，只能看，不能修改'

test('while looking as somebody else Can greys the buttons that change something, and says why', async () => {
  asClerk()
  const user = userEvent.setup()
  render(
    <>
      <Can do={dictDetail.save}>
        <Button>Save</Button>
      </Can>
      <Can do={menu.tree}>
        <Button>Look</Button>
      </Can>
    </>,
  )
  expect(button('Save').disabled).toBe(true)
  expect(button('Look').disabled).toBe(false)
  await user.tab()
  // Where the keyboard stops is called what the button is called; why it is greyed is said beside it.
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Save', description: REASON }))
  expect((await screen.findByRole('tooltip')).textContent).toBe(REASON)
})

test('so do the buttons of mutations, acts and menus of rows, whatever else is said of them', async () => {
  asClerk()
  const acts = vi.fn()
  const user = userEvent.setup()
  render(
    <>
      <WriteButton of={{ isPending: false, route: dictDetail.save }} disabled={false}>
        Send
      </WriteButton>
      <WriteButton of={{ isPending: false, route: menu.tree }}>Read</WriteButton>
      <WriteButton of={dictDetail.save}>Open</WriteButton>
      <NextAct of={[{ label: '去发货', onClick: acts }]} />
      <NextAct of={[{ label: '看详情', reads: true, onClick: acts }]} />
      <RowAction disabled={false} onClick={acts}>
        执行
      </RowAction>
      <MoreActions
        name="订单"
        of={[
          { label: '备注', onClick: acts },
          { label: '记录', reads: true, onClick: acts },
        ]}
      />
    </>,
  )
  expect(['Send', 'Open', 'Read', '去发货', '看详情', '执行'].map((name) => button(name).disabled)).toEqual([
    true,
    true,
    false,
    true,
    false,
    true,
  ])
  await user.click(button('更多：订单'))
  const item = await screen.findByRole('menuitem', { name: '备注' })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  expect(item.getAttribute('title')).toBe(REASON)
  await user.click(await screen.findByRole('menuitem', { name: '记录' }))
  expect(acts).toHaveBeenCalledOnce()
})

test('HasPermi and HasRole draw nothing for others, and always draw for the administrator', () => {
  who(['admin:a'], ['seller'])
  expect(shows(<HasPermi value={['admin:b', 'admin:a']}>内容</HasPermi>)).toBe(true)
  expect(shows(<HasPermi value={['admin:b']}>内容</HasPermi>)).toBe(false)
  expect(shows(<HasRole value={['boss']}>内容</HasRole>)).toBe(false)
  who([], ['admin'])
  expect(shows(<HasRole value={['boss']}>内容</HasRole>)).toBe(true)
})

test('a missing permission or role value is an error', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => render(<HasPermi value={[]}>内容</HasPermi>)).toThrow('请设置操作权限标签值')
  expect(() => render(<HasRole value={[]}>内容</HasRole>)).toThrow('请设置角色权限标签值')
  vi.restoreAllMocks()
})

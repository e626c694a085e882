import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { brand } from '@zhanggui/contract/product/brand.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../api/session.ts'
import { answer } from '../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../testing/render.tsx'
import { ListPage } from '../list-page/list-page.tsx'
import { useList } from '../list-page/use-list.ts'
import { KeyHelp } from './key-help.tsx'
import { listKeys, useKeys } from './keys.ts'

beforeEach(() => {
  useSession.setState({ token: 't', user: makeUser(), permissions: ['*:*:*'], roles: ['seller'] })
  const row = { name: '华为', logo: '', initial: 'H', sort: 0, isShow: true, productCount: 0, version: 0 }
  answer(brand.list, { list: [{ ...row, id: 1, createTime: '2026-01-01 00:00:00' }], total: 1, page: 1, limit: 20 })
})

function Desk({ keys, here }: { keys: Parameters<typeof useKeys>[1]; here?: () => boolean }) {
  useKeys('收银台', keys, here)
  return null
}

function draw(page: React.ReactNode) {
  return renderPage(
    <>
      {page}
      <button type="button" onClick={listKeys}>
        帮助
      </button>
      <KeyHelp />
    </>,
  )
}

const listed = async () => within(await screen.findByRole('dialog'))

function Brands() {
  return (
    <ListPage
      list={useList(brand.list)}
      purpose="用来试"
      filters={['keywords']}
      columns={[{ name: 'name', title: '品牌名称' }]}
      remove={brand.remove}
    />
  )
}

test('? lists the keys of the page, then those of every page; Esc closes the list and returns the focus', async () => {
  const { user } = draw(<Brands />)
  await screen.findByText('华为')
  await user.keyboard('j')
  const row = document.activeElement
  await user.keyboard('?')
  const dialog = await listed()
  const titles = dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(titles).toEqual(['列表', '所有页面'])
  for (const act of ['下一行', '上一行', '选择这一行', '打开这一行', '搜索', '关闭打开的窗口'])
    expect(dialog.getByText(act)).toBeDefined()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(row)
})

test('every listed key does what it says, and one that does not work now is not listed', async () => {
  const pressed = vi.fn()
  const keys = ['f', '[', '/'].map((key) => ({ key, act: `做 ${key}`, run: () => pressed(key) }))
  const covered = [{ key: 'q', act: '现在不行', run: () => pressed('q') }]
  const { user } = draw(
    <>
      <Desk keys={[...keys, { key: 'k', ctrl: true, act: '全局搜索', run: () => pressed('Ctrl+K') }]} />
      <Desk keys={covered} here={() => false} />
    </>,
  )
  await user.click(screen.getByRole('button', { name: '帮助' }))
  const dialog = await listed()
  expect(dialog.queryByText('现在不行')).toBeNull()
  const written = within(dialog.getByRole('region', { name: '收银台' })).getAllByRole('term')
  expect(written.map(({ textContent }) => textContent)).toEqual(['F', '[', '/', 'Ctrl+K'])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('f[[/q{Control>}k{/Control}')
  expect(pressed.mock.calls.flat()).toEqual(['f', '[', '/', 'Ctrl+K'])
})

test.each([{ key: '？' }, { key: 'Process', code: 'Slash', shiftKey: true }])(
  'the list opens with a Chinese input method: %j',
  async (sent) => {
    draw(<Desk keys={[{ key: 'f', act: '做' }]} />)
    fireEvent.keyDown(document.body, sent)
    expect((await listed()).getByText('做')).toBeDefined()
  },
)

test('what is typed into a field, and Shift with a letter, presses no key', async () => {
  const pressed = vi.fn()
  const { user } = draw(
    <>
      <input aria-label="备注" />
      <Desk keys={[{ key: 'f', act: '做', run: pressed }]} />
    </>,
  )
  await user.type(screen.getByLabelText('备注'), 'f?')
  fireEvent.keyDown(document.body, { key: 'F', shiftKey: true })
  expect(pressed).not.toHaveBeenCalled()
  expect(screen.queryByRole('dialog')).toBeNull()
})

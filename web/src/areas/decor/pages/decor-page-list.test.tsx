import { screen, waitFor, within } from '@testing-library/react'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { pageTemplate } from '@zhanggui/contract/decor/page-template.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { narrowWindow } from '../../../testing/phone.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makePageRow } from '../page.fixture.ts'
import DecorPageListPage from './decor-page-list.page.tsx'

function signIn(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}
const answerRows = (...rows: ReturnType<typeof makePageRow>[]) =>
  answer(decorPage.list, { list: rows, total: rows.length, page: 1, limit: 20 })
const row = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement)

beforeEach(() => signIn(['*:*:*']))

test('pages say where they stand: live, changed since, waiting for their time, taken offline', async () => {
  const reads = answerRows(
    makePageRow(1, { name: '秋冬首页', isDefault: true, publishState: 2, changes: 5, views7: 11406 }),
    makePageRow(2, { name: '双十二会场', publishState: 0, publishedNo: null, publishAt: '2030-12-01 00:00:00' }),
    makePageRow(3, {
      name: '湖滨店开业',
      publishState: 3,
      editors: [{ name: '许北', seenTime: '2026-11-29 10:00:00' }],
    }),
  )
  renderPage(<DecorPageListPage />, '/design/page')
  const home = await row('秋冬首页')
  expect(home.getByText('有未发布修改')).toBeDefined()
  expect(home.getByText('5 处没发布')).toBeDefined()
  expect(home.getByText('11,406')).toBeDefined()
  expect((await row('双十二会场')).getByText('定时发布')).toBeDefined()
  const closed = await row('湖滨店开业')
  expect(closed.getByText('已下线')).toBeDefined()
  expect(closed.getByText('许北 在编辑')).toBeDefined()
  expect(reads[0]?.query).toMatchObject({ type: '2' })
})

test('a page is made from a template under a name, and opens in a tab of its own', async () => {
  answerRows()
  const template = {
    id: null,
    key: 'mall',
    name: '综合商城',
    terminal: 3,
    type: 2,
    coverImage: '',
    builtin: true,
    components: 9,
    createTime: null,
  } as const
  answer(pageTemplate.list, { list: [template] })
  const saved = answer(decorPage.save, { id: 12, version: 0 })
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user } = renderPage(<DecorPageListPage />, '/design/page')
  await user.click((await screen.findAllByRole('button', { name: /新建页面/ }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: '页面名称' }), '双十二')
  await user.click(await dialog.findByRole('radio', { name: /综合商城/ }))
  await user.click(dialog.getByRole('button', { name: '新建' }))
  await waitFor(() => expect(opened).toHaveBeenCalledWith('/design/editor/12?type=edit', '_blank', 'noopener'))
  expect(saved[0]?.body).toMatchObject({
    name: '双十二',
    terminal: 3,
    type: 2,
    templateKey: 'mall',
  })
  opened.mockRestore()
})

test('deleting names what uses the page, and can be taken back', async () => {
  answerRows(makePageRow(3, { name: '新手课' }))
  answer(decorPage.references, { uses: [{ type: 'page', id: 1, name: '秋冬首页' }] })
  const removed = answer(decorPage.remove, {})
  const restored = answer(decorPage.restore, { id: 3, version: 3, name: '新手课' })
  const { user } = renderPage(<DecorPageListPage />, '/design/page')
  await user.click(await screen.findByRole('button', { name: '更多：新手课' }))
  await user.click(await screen.findByRole('menuitem', { name: '删除' }))
  expect(await screen.findByText(/删除「新手课」？被 1 处用到：「秋冬首页」/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: '删除' }))
  await waitFor(() => expect(removed[0]?.query).toEqual({ id: '3', force: 'true' }))
  await user.click(await screen.findByRole('button', { name: /撤销/ }))
  await waitFor(() => expect(restored).toHaveLength(1))
})

test('the home is set after a question, and the home itself has neither that nor 下线 nor 删除', async () => {
  answerRows(makePageRow(1, { name: '首页一', isDefault: true }), makePageRow(2, { name: '会场' }))
  const made = answer(decorPage.setDefault, { id: 2, version: 3 })
  const { user } = renderPage(<DecorPageListPage />, '/design/page')
  await user.click(await screen.findByRole('button', { name: '更多：会场' }))
  await user.click(await screen.findByRole('menuitem', { name: '设为首页' }))
  expect(await screen.findByText(/确定将该页面设为首页吗？/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: '设为首页' }))
  await waitFor(() => expect(made[0]?.params).toEqual({ id: '2' }))
  await user.click(screen.getByRole('button', { name: '更多：首页一' }))
  await screen.findAllByRole('menuitem', { name: '版本' })
  const items = screen.getAllByRole('menu').at(-1) as HTMLElement
  expect(within(items).queryByText('删除')).toBeNull()
  expect(within(items).queryByText('下线')).toBeNull()
})

test('without the right to publish there is no such act; on a phone a card has preview and the next act', async () => {
  narrowWindow()
  answerRows(makePageRow(1, { name: '会场', publishState: 2, changes: 5 }))
  renderPage(<DecorPageListPage />, '/design/page')
  const card = within((await screen.findByText('会场')).closest('article') as HTMLElement)
  expect(card.getByRole('button', { name: '预览' })).toBeDefined()
  expect(card.getByRole('button', { name: '发布 5 处' })).toBeDefined()
  expect(card.queryByRole('button', { name: '装修' })).toBeNull()
})

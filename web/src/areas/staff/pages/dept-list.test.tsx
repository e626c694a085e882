import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type Dept, dept } from '@zhanggui/contract/staff/dept.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import DeptListPage from './dept-list.page.tsx'

const makeDept = (id: number, name: string, children?: Dept[]): Dept => {
  const usual = { version: 0, pid: 0, sort: 1, enabled: true, createTime: '2025-01-01 00:00:00' }
  return { id, name, ...usual, ...(children && { children }) }
}
const inRow = async (text: string) => within((await screen.findByText(text)).closest('tr') as HTMLElement)

beforeEach(() => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser() })
  answer(dept.list, [makeDept(1, '总部', [makeDept(2, '运营', [makeDept(3, '内容')]), makeDept(4, '仓库')])])
})

test('departments are a tree, expanded at first, collapsed and expanded as a whole', async () => {
  const { user } = renderPage(<DeptListPage />)
  await screen.findByText('内容')
  await user.click(screen.getByRole('button', { name: '折叠全部' }))
  await waitFor(() => expect(screen.queryByText('运营')).toBeNull())
  await user.click(screen.getByRole('button', { name: '展开全部' }))
  await screen.findByText('内容')
  await user.click((await inRow('运营')).getByRole('button', { name: '关闭行' }))
  await waitFor(() => expect(screen.queryByText('内容')).toBeNull())
  expect(screen.getByText('仓库')).toBeDefined()
})

test('新增下级 opens with the department of its row as the parent', async () => {
  const requests = answer(dept.save, { id: 9, version: 0 })
  const { user } = renderPage(<DeptListPage />)
  await user.click((await inRow('运营')).getByRole('button', { name: '新增下级' }))
  const dialog = within((await screen.findByText('新增部门')).closest('[role=dialog]') as HTMLElement)
  await user.type(dialog.getByLabelText('部门名称'), '短视频')
  await user.click(dialog.getByRole('button', { name: '确认' }))
  await screen.findByText('新增成功')
  expect(requests[0]?.body).toEqual({ pid: 2, name: '短视频', sort: 999, enabled: true })
})

test('a department cannot be put below itself', async () => {
  const { user } = renderPage(<DeptListPage />)
  await user.click((await inRow('运营')).getByRole('button', { name: '编辑' }))
  const dialog = within((await screen.findByText('编辑部门')).closest('[role=dialog]') as HTMLElement)
  fireEvent.mouseDown(dialog.getByLabelText('上级部门'))
  await screen.findByTitle('仓库')
  const choice = (title: string) => screen.getAllByTitle(title).at(-1)?.closest('[role=treeitem]')
  expect(['运营', '内容', '仓库', '总部'].map((title) => choice(title)?.getAttribute('aria-disabled'))).toEqual([
    'true',
    'true',
    'false',
    'false',
  ])
})

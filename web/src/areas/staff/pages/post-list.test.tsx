import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { type Post, post } from '@zhanggui/contract/staff/post.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, lostPacket, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import PostListPage from './post-list.page.tsx'

const createTime = '2025-01-01 00:00:00'

function makePost(id: number, given: Partial<Post> = {}): Post {
  const above = { id: 1, name: '门店部' }
  return {
    id,
    version: 4,
    name: `岗位${id}`,
    sort: 999,
    enabled: true,
    dept: above,
    deptSuperiorName: '',
    createTime,
    ...given,
  }
}

function pageOf(rows: Post[], total = rows.length) {
  return { list: rows, total, page: 1, limit: 20 }
}

function signInAs(permissions: string[], preferences = {}) {
  useSession.setState({ permissions, user: makeUser({ permissions, preferences }) })
}

const inRow = async (text: string) => within((await screen.findByText(text)).closest('tr') as HTMLElement)
// In tests the component library gives all dialogs the same id.
const inDialog = async (title: string) => (await screen.findByText(title)).closest('[role=dialog]') as HTMLElement
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

beforeEach(() => {
  signInAs(['*:*:*'])
  answer(dept.list, [{ id: 1, version: 0, name: '门店部', pid: 0, sort: 1, enabled: true, createTime }])
})

test('filters are written to the address and the call, which starts at the first page', async () => {
  const requests = answer(post.list, pageOf([makePost(1)]))
  const { user, router } = renderPage(<PostListPage />, '/system/job?page=2')
  await screen.findByText('岗位1')
  expect(requests[0]?.query).toEqual({ page: '2', limit: '20' })
  await user.type(screen.getByLabelText('岗位名称'), ' 店长 {Enter}')
  await waitFor(() => expect(requests.at(-1)?.query).toEqual({ name: '店长', page: '1', limit: '20' }))
  expect(decodeURIComponent(router.state.location.search)).toBe('?name=店长')
  await user.type(screen.getByLabelText('岗位名称'), '二')
  await user.click(button('重置'))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(screen.getByLabelText<HTMLInputElement>('岗位名称').value).toBe('')
})

test('a shared address shows its filters, and repeating the search calls the server again', async () => {
  const requests = answer(post.list, pageOf([makePost(1)]))
  const { user } = renderPage(<PostListPage />, '/system/job?name=店&enabled=true&deptId=1')
  await screen.findByText('岗位1')
  expect(requests[0]?.query).toEqual({ name: '店', enabled: 'true', deptId: '1', page: '1', limit: '20' })
  expect(screen.getByLabelText<HTMLInputElement>('岗位名称').value).toBe('店')
  await user.click(button('搜索'))
  await waitFor(() => expect(requests).toHaveLength(2))
})

test('an empty list says what belongs in it and adds the first; with filters, how to clear them', async () => {
  answer(post.list, pageOf([]))
  const { user, router } = renderPage(<PostListPage />, '/system/job?name=x')
  await screen.findByText('没有符合 1 个条件的岗位')
  await user.click(button('清空筛选'))
  await screen.findByText('还没有岗位')
  expect(screen.getByText('人员的职务，如店长、客服')).toBeDefined()
  expect(screen.getAllByRole('button', { name: '新增' })).toHaveLength(2)
  expect(router.state.location.search).toBe('')
})

test('a list that cannot be fetched says why, with the number of the request, and 重试 fetches it', async () => {
  answer(post.list, refuse(500, 'INTERNAL', '系统繁忙，请稍后再试'))
  const { user } = renderPage(<PostListPage />)
  await screen.findByText('没取到数据')
  expect(screen.getByText('服务器出错了（01JNTEST）')).toBeDefined()
  answer(post.list, pageOf([makePost(1)]))
  await user.click(button('重试'))
  await screen.findByText('岗位1')
})

test('a list without its permission names it, to copy for the owner, and leads to /401', async () => {
  answer(post.list, refuse(403, 'FORBIDDEN', '没有权限'))
  const { router } = renderPage(<PostListPage />)
  await screen.findByText('需要「岗位列表」，请找店主开通')
  await waitFor(() => expect(router.state.location.pathname).toBe('/401'))
})

test('users with read access only see no buttons, and the state as a word', async () => {
  signInAs(['admin:system:post:list'])
  answer(post.list, pageOf([makePost(1)]))
  renderPage(<PostListPage />)
  const row = await inRow('岗位1')
  for (const name of ['新增', '修改', '删除', '编辑']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(row.queryByRole('switch')).toBeNull()
  expect(row.getByText('启用')).toBeDefined()
})

test('删除 of a row asks, deletes and shows the remaining rows', async () => {
  let rows = [makePost(1), makePost(2)]
  answer(post.list, () => pageOf(rows))
  const requests = answer(post.remove, ({ body }) => {
    rows = rows.filter(({ id }) => !body.includes(id))
    return {}
  })
  const { user } = renderPage(<PostListPage />)
  await user.click((await inRow('岗位1')).getByRole('button', { name: '删除' }))
  expect(await screen.findByText('删除岗位「岗位1」？')).toBeDefined()
  expect(requests).toHaveLength(0)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
  await screen.findByText('删除成功')
  await waitFor(() => expect(screen.queryByText('岗位1')).toBeNull())
  expect(requests[0]?.body).toEqual([1])
})

test.each(['a row', 'chosen rows'])('console.md 4: a deletion of %s that is cancelled says 已取消', async (what) => {
  answer(post.list, pageOf([makePost(1), makePost(2)]))
  const heard = answer(post.remove, {})
  const { user } = renderPage(<PostListPage />)
  const row = await inRow('岗位1')
  if (what === 'a row') await user.click(row.getByRole('button', { name: '删除' }))
  else {
    await user.click(row.getByRole('checkbox'))
    await user.click(screen.getAllByRole('button', { name: '删除' })[0] as HTMLElement)
  }
  const box = await screen.findByRole('dialog')
  expect(box.textContent).toContain('提示')
  await user.click(within(box).getByRole('button', { name: /^不删除$/ }))
  await screen.findByText('已取消')
  expect(heard).toHaveLength(0)
})

test('修改 needs exactly one row, 删除 of several shows their number', async () => {
  answer(post.list, pageOf([makePost(1), makePost(2), makePost(3)]))
  const requests = answer(post.remove, {})
  const { user } = renderPage(<PostListPage />)
  const tick = async (text: string) => user.click((await inRow(text)).getByRole('checkbox'))
  const batch = () => within(screen.getByRole('region', { name: '已选' }))
  await screen.findByText('岗位1')
  expect(screen.queryByRole('region', { name: '已选' })).toBeNull()
  await tick('岗位1')
  expect([batch().queryByText('修改'), batch().queryByText('删除')]).not.toContain(null)
  await tick('岗位3')
  expect(batch().queryByText('修改')).toBeNull()
  await user.click(batch().getByRole('button', { name: '删除' }))
  const box = await screen.findByRole('dialog')
  expect(box.textContent).toContain('删除 2 个岗位？')
  await user.click(within(box).getByRole('button', { name: '删除 2 个' }))
  await waitFor(() => expect(requests[0]?.body).toEqual([1, 3]))
})

test('deleting the last row of a page goes to the previous page', async () => {
  let total = 21
  answer(post.list, ({ query }) => {
    const asked = Number(query.page)
    return pageOf(asked === 2 ? (total > 20 ? [makePost(21)] : []) : [makePost(1)], total)
  })
  answer(post.remove, () => {
    total = 20
    return {}
  })
  const { user, router } = renderPage(<PostListPage />, '/system/job?page=2')
  await user.click((await inRow('岗位21')).getByRole('button', { name: '删除' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
  await screen.findByText('岗位1')
  expect(router.state.location.search).toBe('')
})

test('a total that was not counted completely is marked', async () => {
  answer(post.list, { ...pageOf([makePost(1)], 10_000), totalIsLowerBound: true })
  renderPage(<PostListPage />)
  expect(await screen.findByText('共 10000+ 条')).toBeDefined()
})

test('新增 validates by the contract, shows the server’s refusal at its field and says 新增成功', async () => {
  answer(post.list, pageOf([]))
  const { user } = renderPage(<PostListPage />)
  await user.click(button('新增'))
  const dialog = await inDialog('新增岗位')
  await user.click(within(dialog).getByRole('button', { name: '确认' }))
  await within(dialog).findByText('岗位名称不能为空')
  await within(dialog).findByText('请选择所属部门')

  const error = { errors: [{ field: 'name', message: '岗位名称已存在' }] }
  const requests = answer(post.save, refuse(409, 'DUPLICATE', '岗位名称已存在', error))
  await user.type(within(dialog).getByLabelText('岗位名称'), '店长')
  fireEvent.mouseDown(within(dialog).getByLabelText('所属部门'))
  await user.click(await screen.findByTitle('门店部'))
  await user.click(within(dialog).getByRole('button', { name: '确认' }))
  await within(dialog).findByText('岗位名称已存在')
  expect(requests[0]?.body).toEqual({ name: '店长', sort: 999, enabled: true, dept: { id: 1 } })

  answer(post.save, { id: 9, version: 0 })
  await user.type(within(dialog).getByLabelText('岗位名称'), '二')
  await user.click(within(dialog).getByRole('button', { name: '确认' }))
  await screen.findByText('新增成功')
  await waitFor(() => expect(screen.queryByText('新增岗位')).toBeNull())
})

async function openEdit() {
  answer(post.list, pageOf([makePost(1, { name: '店员' })]))
  const page = renderPage(<PostListPage />)
  await page.user.click((await inRow('店员')).getByRole('button', { name: '编辑' }))
  const dialog = await inDialog('编辑岗位')
  await page.user.clear(within(dialog).getByLabelText('岗位名称'))
  await page.user.type(within(dialog).getByLabelText('岗位名称'), '收银')
  return { ...page, dialog }
}

test('a row changed by someone else is compared and reloaded, then saved with its current version', async () => {
  const { user, dialog } = await openEdit()
  const current = makePost(1, { name: '导购', version: 5 })
  const requests = answer(post.update, ({ body }) =>
    body.version === 5
      ? { id: 1, version: 6 }
      : refuse(409, 'VERSION_CONFLICT', '数据已被他人修改，请刷新后重试', { current }),
  )
  await user.click(within(dialog).getByRole('button', { name: '确认' }))
  const conflict = await inDialog('提示')
  expect(conflict.textContent).toContain('数据已被他人修改，请刷新后重试')
  await user.click(within(conflict).getByRole('button', { name: '查看差异' }))
  const difference = within(conflict).getByText('岗位名称').closest('tr')
  expect(difference?.textContent).toBe('岗位名称收银导购')
  for (const same of ['所属部门', '排序', '状态']) expect(within(conflict).queryByText(same)).toBeNull()
  await user.click(within(conflict).getByRole('button', { name: '重新加载' }))
  await waitFor(() => expect(within(dialog).getByLabelText<HTMLInputElement>('岗位名称').value).toBe('导购'))
  await user.click(within(dialog).getByRole('button', { name: '确认' }))
  await screen.findByText('编辑成功')
  expect(requests.map(({ body }) => [body.version, body.name])).toEqual([
    [4, '收银'],
    [5, '导购'],
  ])
})

test('取消 in the comparison keeps the typed values', async () => {
  const { user, dialog } = await openEdit()
  answer(post.update, refuse(409, 'VERSION_CONFLICT', '数据已被他人修改', { current: makePost(1, { version: 5 }) }))
  await user.click(within(dialog).getByRole('button', { name: '确认' }))
  const conflict = await inDialog('提示')
  await user.click(within(conflict).getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByText('提示')).toBeNull())
  expect(within(dialog).getByLabelText<HTMLInputElement>('岗位名称').value).toBe('收银')
})

test('Esc in a dialog with typed text asks first, a click outside does nothing', async () => {
  const { user } = await openEdit()
  await user.click(document.querySelector('.ant-modal-wrap') as Element)
  await user.keyboard('{Escape}')
  const question = await screen.findByText('有未保存的修改，离开吗？')
  const box = within(question.closest('[role=dialog]') as HTMLElement)
  expect(screen.getByText('编辑岗位')).toBeDefined()
  await user.click(box.getByRole('button', { name: '离开' }))
  await waitFor(() => expect(screen.queryByText('编辑岗位')).toBeNull())
})

test('the switch of a row asks for confirmation and sends the version', async () => {
  answer(post.list, pageOf([makePost(1, { name: '店员' })]))
  const requests = answer(post.update, { id: 1, version: 5 })
  const { user } = renderPage(<PostListPage />)
  await user.click((await inRow('店员')).getByRole('switch'))
  const box = await screen.findByRole('dialog')
  expect(box.textContent).toContain('停用岗位「店员」？')
  await user.click(within(box).getByRole('button', { name: '停用' }))
  await screen.findByText('已停用')
  expect(requests[0]?.body).toMatchObject({ id: 1, version: 4, enabled: false, name: '店员' })
})

test('columns are hidden and shown by users and remembered for each of them', async () => {
  signInAs(['*:*:*'], { settings: { theme: '#212121' } })
  answer(post.list, pageOf([makePost(1)]))
  const requests = answer(userCenter.savePreferences, {})
  const { user } = renderPage(<PostListPage />)
  await screen.findByRole('columnheader', { name: '排序' })
  expect(screen.queryByRole('columnheader', { name: '上级部门' })).toBeNull()
  await user.click(button('列设置'))
  await user.click(await screen.findByRole('checkbox', { name: '排序' }))
  await user.click(await screen.findByRole('checkbox', { name: '上级部门' }))
  await screen.findByRole('columnheader', { name: '上级部门' })
  expect(screen.queryByRole('columnheader', { name: '排序' })).toBeNull()
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({
    settings: { theme: '#212121' },
    'columns:post.list': expect.arrayContaining([{ name: 'sort', shown: false }]),
  })
})

test('a lost response leaves the dialog as it was', async () => {
  const { user, dialog } = await openEdit()
  answer(post.update, lostPacket)
  await user.click(within(dialog).getByRole('button', { name: '确认' }))
  await screen.findByText('接口请求失败')
  expect(within(dialog).getByLabelText<HTMLInputElement>('岗位名称').value).toBe('收银')
})

test('a row that somebody changed meanwhile says in words what its switch shows now', async () => {
  const row = makePost(1)
  answer(post.list, pageOf([row]))
  const { user } = renderPage(<PostListPage />, '/system/job')
  await screen.findByText('岗位1')
  answer(post.list, pageOf([{ ...row, version: 9, sort: 3, enabled: false }]))
  answer(post.update, refuse(409, 'VERSION_CONFLICT', '数据已被他人修改', { changedBy: '许北' }))
  await user.click((await inRow('岗位1')).getByRole('switch'))
  await user.click(await screen.findByRole('button', { name: '停用' }))
  await screen.findByText('刚被许北改过：排序 3、状态 停用')
})

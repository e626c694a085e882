import { screen, waitFor, within } from '@testing-library/react'
import { type SavedView, savedView } from '@zhanggui/contract/setting/saved-view.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, FakeAnswer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { ListPage } from '../list-page.tsx'
import { StateTabs } from '../state-tabs.tsx'
import { useList } from '../use-list.ts'

const view: SavedView = {
  id: 4,
  version: 2,
  name: '老客',
  query: { payCount: 3 },
  columns: null,
  sort: 'payCount,desc',
  shared: false,
  limit: null,
  roles: [],
  seq: 1,
  own: true,
  ownerName: '王掌柜',
  problem: '',
}
const kept = () => [view]

let given: SavedView[]
beforeEach(() => {
  useSession.setState({ token: 't', user: makeUser(), permissions: ['admin:user:list'], roles: ['seller'] })
  given = kept()
  answer(savedView.list, () => given)
  answer(savedView.count, ({ query }) => Object.fromEntries([query.ids].flat().map((id) => [id, 12])))
  answer(shopUser.list, { list: [], total: 0, page: 1, limit: 20 })
})

function Users() {
  const list = useList(shopUser.list)
  return (
    <ListPage
      list={list}
      purpose="用来试"
      filters={['payCount']}
      header={
        <StateTabs
          tabs={[
            { key: 'all', label: '全部' },
            { key: 'h5', label: '网页' },
          ]}
          value={list.filters.userType === 'h5' ? 'h5' : 'all'}
          onChange={(key) => list.search({ ...list.latest().filters, ...(key === 'h5' && { userType: key }) })}
        />
      }
      columns={[
        { name: 'id', title: 'ID' },
        { name: 'nickname', title: '姓名' },
      ]}
    />
  )
}
const tab = (name: RegExp) => screen.findByRole('tab', { name })

test('a saved view opens its filters and order, and a state of the list leaves them', async () => {
  const asked = answer(shopUser.list, { list: [], total: 0, page: 1, limit: 20 })
  const { router, user } = renderPage(<Users />)
  await user.click(await tab(/^老客12$/))
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ payCount: '3', sort: 'payCount,desc' }))
  expect((await tab(/老客/)).getAttribute('aria-selected')).toBe('true')
  await user.click(await tab(/网页/))
  await waitFor(() => expect(router.state.location.search).toContain('userType=h5'))
  expect(router.state.location.search).not.toContain('payCount=3')
  expect((await tab(/老客/)).getAttribute('aria-selected')).toBe('false')
})

test('filters are kept as a view, over one of that name; sharing is for those who may', async () => {
  const saved = answer(savedView.save, ({ body }) =>
    body.name === '新客'
      ? refuse(400, 'VALIDATION_FAILED', '视图名称不能这样', { errors: [{ field: 'name', message: '换一个名称' }] })
      : { id: 5, version: 0 },
  )
  const { user } = renderPage(<Users />, '/page?payCount=1&page=2')
  await user.click(await screen.findByRole('button', { name: '存为视图' }))
  const dialog = await screen.findByRole('dialog')
  const name = within(dialog).getByRole('textbox', { name: /视图名称/ })
  expect(within(dialog).queryByRole('switch')).toBeNull()
  await user.type(name, '新客{Enter}')
  await within(dialog).findByText('换一个名称')
  await user.clear(name)
  await user.type(name, '老客')
  expect((await within(dialog).findByRole('status')).textContent).toContain('已有视图「老客」')
  await user.click(within(dialog).getByRole('checkbox', { name: '记住现在显示的列' }))
  await user.type(name, '{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved.map(({ body }) => body)).toMatchObject([
    { page: 'shop-user.list', name: '新客', query: { payCount: 1 }, shared: false },
    {
      id: 4,
      version: 2,
      name: '老客',
      query: { payCount: 1 },
      columns: [
        { name: 'id', shown: true },
        { name: 'nickname', shown: true },
      ],
    },
  ])
})

test('the view that is shown is renamed, shared, deleted and brought back', async () => {
  useSession.setState({ permissions: ['admin:user:list', 'admin:common:view:share'] })
  const saved = answer(savedView.save, { id: 4, version: 3 })
  const removed = answer(savedView.remove, () => {
    given = []
    return {}
  })
  const { router, user } = renderPage(<Users />, '/page?payCount=3&sort=payCount,desc')
  await user.click(await screen.findByRole('button', { name: /^视图/ }))
  await user.click(await screen.findByRole('menuitem', { name: '编辑视图' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('switch'))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^保\s*存$/ }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.body).toMatchObject({ id: 4, version: 2, name: '老客', query: { payCount: 3 }, shared: true })

  await user.click(await screen.findByRole('button', { name: /^视图/ }))
  await user.click(await screen.findByRole('menuitem', { name: '删除视图' }))
  await waitFor(() => expect(removed[0]?.body).toEqual({ id: 4 }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  await user.click(await screen.findByRole('button', { name: '撤销' }))
  await waitFor(() => expect(saved).toHaveLength(2))
  expect(saved[1]?.body).toMatchObject({ name: '老客', sort: 'payCount,desc', seq: 1 })
})

test('views that come with a list are there while something is in them; one that fits no more says so', async () => {
  const late = { ...view, id: -1, name: '超时未发', query: { payCount: 9 }, own: false }
  given = [late, { ...late, id: -2, name: '催发货' }, { ...view, problem: '支付方式只能是其中之一，请重新筛选后保存' }]
  answer(savedView.count, { '-1': 2, '-2': 0 })
  const { user } = renderPage(<Users />)
  await tab(/^超时未发2$/)
  expect(screen.queryByRole('tab', { name: /催发货/ })).toBeNull()
  await user.click(await tab(/老客（失效）/))
  await screen.findByText(/已失效：支付方式只能是其中之一/)
})

test('the view somebody chose opens with the page, but never over what its address asks for', async () => {
  useSession.setState({ user: makeUser({ preferences: { 'view:shop-user.list': 4 } }) })
  given = [{ ...view, limit: 50 }]
  const asked = answer(shopUser.list, { list: [], total: 0, page: 1, limit: 20 })
  const { router, user } = renderPage(<Users />)
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ payCount: '3', sort: 'payCount,desc', limit: '50' }))
  expect((await tab(/老客/)).getAttribute('aria-selected')).toBe('true')
  expect(asked[0]?.query, 'nothing else is shown first').toMatchObject({ payCount: '3' })
  // Left for all, it does not come back by itself.
  await user.click(await tab(/全部/))
  await waitFor(() => expect(router.state.location.search).not.toContain('payCount=3'))
  await waitFor(() => expect(asked.at(-1)?.query).not.toHaveProperty('payCount'))
})

test('an address with filters is shown as it is; the choice is made and taken back in the menu', async () => {
  useSession.setState({ user: makeUser({ preferences: { 'view:shop-user.list': 4 } }) })
  const asked = answer(shopUser.list, { list: [], total: 0, page: 1, limit: 20 })
  const { user } = renderPage(<Users />, '/page?userType=h5')
  await user.click(await tab(/^老客12$/))
  expect(asked[0]?.query).toMatchObject({ userType: 'h5' })
  expect(asked.slice(0, -1).every(({ query }) => !('payCount' in query))).toBe(true)
  await user.click(await screen.findByRole('button', { name: /^视图/ }))
  await user.click(await screen.findByRole('menuitem', { name: '不再默认打开' }))
  expect(useSession.getState().user?.preferences['view:shop-user.list']).toBeUndefined()
})

test('an opened view takes the filters of now, which can be undone', async () => {
  const saved = answer(savedView.save, { id: 4, version: 3 })
  const { router, user } = renderPage(<Users />)
  await user.click(await tab(/^老客12$/))
  await waitFor(() => expect(router.state.location.search).toContain('payCount=3'))
  await user.clear(screen.getByRole('spinbutton'))
  await user.type(screen.getByRole('spinbutton'), '7{Enter}')
  await waitFor(() => expect(router.state.location.search).toContain('payCount=7'))
  await user.click(await screen.findByRole('button', { name: /^视图/ }))
  await user.click(await screen.findByRole('menuitem', { name: '用现在的筛选更新「老客」' }))
  await waitFor(() => expect(saved[0]?.body).toMatchObject({ id: 4, version: 2, name: '老客', query: { payCount: 7 } }))
  await user.click(await screen.findByRole('button', { name: '撤销' }))
  await waitFor(() => expect(saved[1]?.body).toMatchObject({ id: 4, query: { payCount: 3 } }))
})

test('a view is shared with roles', async () => {
  useSession.setState({ permissions: ['admin:user:list', 'admin:common:view:share'] })
  answer(savedView.roles, [{ id: 8, name: '客服' }])
  const saved = answer(savedView.save, { id: 4, version: 3 })
  given = [{ ...view, shared: true, roles: [{ id: 7, name: '' }] }]
  const { user } = renderPage(<Users />, '/page?payCount=3&sort=payCount,desc')
  await user.click(await screen.findByRole('button', { name: /^视图/ }))
  await user.click(await screen.findByRole('menuitem', { name: '编辑视图' }))
  const dialog = within(await screen.findByRole('dialog'))
  // Its only role is gone: it is not shared with everybody by mistake.
  await dialog.findByText('它共享给的角色有的已删除')
  await user.click(dialog.getByRole('switch'))
  await user.click(await dialog.findByRole('combobox', { name: /共享给/ }))
  await user.click(await screen.findByTitle('客服'))
  await user.click(dialog.getByRole('button', { name: /^保\s*存$/ }))
  await waitFor(() => expect(saved[0]?.body).toMatchObject({ id: 4, shared: true, roleIds: [8] }))
})

test('who receives a shared view sees whose it is and may only choose it', async () => {
  given = [{ ...view, shared: true, own: false }]
  const { user } = renderPage(<Users />)
  await user.click(await screen.findByRole('button', { name: /^视图/ }))
  await user.click(await screen.findByRole('menuitem', { name: '管理视图' }))
  const managed = within(await screen.findByRole('dialog', { name: '管理视图' }))
  await managed.findByText('王掌柜共享')
  expect(managed.queryByRole('button', { name: /编辑|删除|移动/ })).toBeNull()
  await user.click(managed.getByRole('button', { name: '打开页面时默认用「老客」' }))
  expect(useSession.getState().user?.preferences['view:shop-user.list']).toBe(4)
})

test('the list says how long the server took, each time anew', async () => {
  const took = ['38.2', '1449.9']
  answer(shopUser.list, () => {
    const body = { list: [{ id: 1, nickname: '南风' }], total: 1, page: 1, limit: 20 }
    return new FakeAnswer(200, body, { 'X-Response-Time': took.shift() ?? '' })
  })
  const { user } = renderPage(<Users />)
  await screen.findByText('，用时 38 毫秒')
  await user.click(screen.getByRole('button', { name: '刷新' }))
  await screen.findByText('，用时 1.4 秒')
})

test('own views are put in order', async () => {
  given = [view, { ...view, id: 5, name: '新客', query: { payCount: 0 } }]
  const sorted = answer(savedView.sort, {})
  const { user } = renderPage(<Users />)
  await user.click(await screen.findByRole('button', { name: /^视图/ }))
  await user.click(await screen.findByRole('menuitem', { name: '管理视图' }))
  const dialog = within(await screen.findByRole('dialog', { name: '管理视图' }))
  const names = () => dialog.getAllByRole('listitem').map((each) => each.querySelector('span')?.textContent)
  expect(names()).toEqual(['老客', '新客'])
  await user.click(dialog.getByRole('button', { name: '下移「老客」' }))
  await waitFor(() => expect(sorted[0]?.body).toEqual({ page: 'shop-user.list', ids: [5, 4] }))
  expect(names()).toEqual(['新客', '老客'])
})

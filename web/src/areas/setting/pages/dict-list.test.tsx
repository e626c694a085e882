import { screen, waitFor, within } from '@testing-library/react'
import { dict } from '@zhanggui/contract/setting/dict.ts'
import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import DictListPage from './dict-list.page.tsx'

const usual = { version: 0, remark: '', createTime: '2025-01-01 00:00:00' }
const dicts = [
  { id: 1, name: 'sex', builtin: true, ...usual },
  { id: 2, name: 'colour', builtin: false, ...usual },
]
const inRow = async (text: string) => within((await screen.findByText(text)).closest('tr') as HTMLElement)

beforeEach(() => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser() })
  answer(dict.list, { list: dicts, total: 2, page: 1, limit: 20 })
})

function answerDetails() {
  return answer(dictDetail.list, ({ query }) => {
    const of = dicts.find(({ id }) => id === Number(query.dictId)) ?? { id: 0, name: '' }
    const detail = {
      id: 5,
      label: `${of.name}值`,
      value: '1',
      sort: 1,
      dict: of,
      color: 'red',
      enabled: true,
      ...usual,
    }
    return { list: [detail], total: 1, page: 1, limit: 20 }
  })
}

test('the values of the selected dictionary are shown beside the dictionaries', async () => {
  const requests = answerDetails()
  const { user } = renderPage(<DictListPage />)
  await screen.findByText('sex值')
  await user.click(screen.getByRole('button', { name: 'colour' }))
  await screen.findByText('colour值')
  expect(requests.map(({ query }) => query.dictId)).toEqual(['1', '2'])
})

test('a built-in dictionary offers no 删除, another one is deleted by its id', async () => {
  answerDetails()
  const requests = answer(dict.remove, {})
  const { user } = renderPage(<DictListPage />)
  expect((await inRow('内置')).queryByRole('button', { name: '删除' })).toBeNull()
  await user.click((await inRow('colour')).getByRole('button', { name: '删除' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(requests[0]?.params).toEqual({ id: '2' }))
})

test('a new value belongs to the selected dictionary', async () => {
  answerDetails()
  const requests = answer(dictDetail.save, { id: 6, version: 0 })
  const { user } = renderPage(<DictListPage />)
  await screen.findByText('sex值')
  await user.click(screen.getAllByRole('button', { name: '新增' }).at(-1) as HTMLElement)
  const dialog = within((await screen.findByText('新增字典值')).closest('[role=dialog]') as HTMLElement)
  await user.type(dialog.getByLabelText('字典标签'), '未知')
  await user.type(dialog.getByLabelText('字典值'), '0{Enter}')
  await screen.findByText('新增成功')
  expect(requests[0]?.body).toEqual({ dict: { id: 1 }, label: '未知', value: '0', sort: 999, enabled: true })
})

test('each list has its own parameters in the address', async () => {
  const requests = answerDetails()
  const { user, router } = renderPage(<DictListPage />, '/system/dict?blurry=s')
  await screen.findByText('sex值')
  await user.click(screen.getAllByText('排序')[0] as HTMLElement)
  await waitFor(() => expect(decodeURIComponent(router.state.location.search)).toBe('?blurry=s&detail.sort=sort,asc'))
  await waitFor(() => expect(requests.at(-1)?.query.sort).toBe('sort,asc'))
})

test('without the permission for the values the list says which one is needed in their place', async () => {
  answer(dictDetail.list, refuse(403, 'FORBIDDEN', '没有权限'))
  const { router } = renderPage(<DictListPage />, '/system/dict')
  await screen.findByText(/^需要「字典详情列表/)
  expect(screen.getByText('colour')).toBeDefined()
  expect(router.state.location.pathname).toBe('/system/dict')
})

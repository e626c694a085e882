import { act, screen, waitFor, within } from '@testing-library/react'
import { type BrandRow, brand } from '@zhanggui/contract/product/brand.ts'
import { paramTemplate } from '@zhanggui/contract/product/param-template.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import BrandListPage from './brand-list.page.tsx'
import ParamListPage from './param-list.page.tsx'

const createTime = '2026-01-01 00:00:00'
const huawei: BrandRow = {
  id: 1,
  version: 3,
  name: '华为',
  logo: '',
  initial: 'H',
  sort: 0,
  isShow: true,
  createTime,
  productCount: 2,
}
const inRow = async (text: string) => within((await screen.findByText(text)).closest('tr') as HTMLElement)
// In tests the component library gives all dialogs the same id.
const inDialog = async (title: string) => {
  const shown = await screen.findByText(title, { selector: '.ant-modal-title *' })
  return within(shown.closest('[role=dialog]') as HTMLElement)
}

beforeEach(() => {
  const permissions = ['*:*:*']
  useSession.setState({ permissions, user: makeUser({ permissions }) })
})

test('a brand with products is not deleted: the refusal is shown and the row stays', async () => {
  answer(brand.list, { list: [huawei], total: 1, page: 1, limit: 20 })
  const refusal = '品牌「华为」有商品在使用，请先更换商品的品牌'
  answer(brand.remove, refuse(422, 'IN_USE', refusal))
  const { user } = renderPage(<BrandListPage />, '/product/brand')
  const row = await inRow('华为')
  expect(row.getByText('H')).toBeDefined()
  await user.click(row.getByRole('button', { name: /删\s*除/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
  expect(await screen.findByText(refusal)).toBeDefined()
  expect((await inRow('华为')).getByText('H')).toBeDefined()
})

test('an empty list of brands says what it is for and begins it, or whom to ask', async () => {
  answer(brand.list, { list: [], total: 0, page: 1, limit: 20 })
  renderPage(<BrandListPage />, '/product/brand')
  expect(await screen.findByText('还没有品牌')).toBeDefined()
  expect(screen.getByText(/买家可以按它找/)).toBeDefined()
  expect(screen.queryByText(/请店主/)).toBeNull()
  expect(screen.getAllByRole('button', { name: /添加品牌/ })).toHaveLength(2)
  act(() => useSession.setState({ permissions: ['admin:brand:list'] }))
  expect(await screen.findByText(/请店主给您开通「/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /添加品牌/ })).toBeNull()
})

test('where only the filters match nothing, the empty list offers to clear them', async () => {
  answer(brand.list, { list: [], total: 0, page: 1, limit: 20 })
  const { user, router } = renderPage(<BrandListPage />, '/product/brand?keywords=茶')
  expect(await screen.findByText('没有符合 1 个条件的品牌')).toBeDefined()
  expect(screen.queryByText(/买家可以按它找/)).toBeNull()
  await user.click(screen.getByRole('button', { name: '清空筛选' }))
  expect(await screen.findByText('还没有品牌')).toBeDefined()
  expect(router.state.location.search).toBe('')
})

test('a form is titled with the words of its button, and the parameters of a template are typed one per row', async () => {
  answer(paramTemplate.list, { list: [], total: 0, page: 1, limit: 20 })
  const requests = answer(paramTemplate.save, { id: 1, version: 0 })
  const { user } = renderPage(<ParamListPage />, '/product/param')
  await user.click(await screen.findByRole('button', { name: /添加参数模板/ }))
  const dialog = await inDialog('添加参数模板')
  await user.type(dialog.getByLabelText('模板名称'), '茶')
  await user.type(dialog.getByRole('textbox', { name: '参数名1' }), '产地')
  await user.type(dialog.getByRole('textbox', { name: '参数值1' }), '福建')
  await user.click(dialog.getByRole('button', { name: /添加参数/ }))
  await user.type(dialog.getByRole('textbox', { name: '参数名2' }), '净含量')
  await user.click(dialog.getByRole('button', { name: /确\s*认/ }))
  const params = [
    { name: '产地', value: '福建' },
    { name: '净含量', value: '' },
  ]
  await waitFor(() => expect(requests[0]?.body).toEqual({ name: '茶', params }))
})

import { screen, waitFor, within } from '@testing-library/react'
import { activityStyle } from '@zhanggui/contract/decor/activity-style.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeStyleInfo } from '../style.fixture.ts'
import ActivityStyleEditPage from './activity-style-edit.page.tsx'

const draw = (address: string) =>
  renderPage(
    <Routes>
      <Route path="/marketing/style/edit/:type/:id?" element={<ActivityStyleEditPage />} />
      <Route path="*" element="列表" />
    </Routes>,
    address,
  )

const goods = [
  { id: 7, storeName: '毛巾', image: '/file/a.jpg', price: 19.9, stock: 10 },
  { id: 8, storeName: '杯子', image: '/file/b.jpg', price: 39, stock: 4 },
]

function signIn(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

beforeEach(() => {
  signIn(['*:*:*'])
  answer(product.pick, { list: [], total: 0, page: 1, limit: 2 })
  answer(category.pick, [])
})

test('what is missing is said in the words of the form, at the step that shows it, and nothing is sent', async () => {
  const saved = answer(activityStyle.save, { id: 1, version: 0 })
  const { user } = draw('/marketing/style/edit/1')
  expect(await screen.findByRole('heading', { name: '添加活动氛围' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: '下一步' }))
  await user.click(screen.getByRole('radio', { name: '指定分类' }))
  await user.click(screen.getByRole('button', { name: /^提\s*交$/ }))
  expect((await screen.findAllByText('请输入名称')).length).toBeGreaterThan(0)
  expect(screen.getAllByText('请选择时间')).toHaveLength(2)
  for (const message of ['请选择图片', '请至少选择一个分类']) expect(screen.getByText(message)).toBeDefined()
  expect(screen.getByRole('region', { name: '基础设置' })).toBeDefined()
  expect(screen.queryByRole('region', { name: '使用范围' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '下一步' }))
  await user.click(screen.getByRole('radio', { name: '指定商品' }))
  await new Promise((resolve) => setTimeout(resolve, 500))
  await user.click(screen.getByRole('button', { name: /^提\s*交$/ }))
  expect(await screen.findByText('请选择商品')).toBeDefined()
  expect(saved).toHaveLength(0)
})

test('a frame is shown on its products in list and page; chosen products are taken out together, and what is left is sent', async () => {
  answer(activityStyle.info, makeStyleInfo(5, { name: '大促边框', method: 1, targetIds: [7, 8], products: goods }))
  const sent = answer(activityStyle.update, { id: 5, version: 3 })
  const { user, router } = draw('/marketing/style/edit/0/5')
  expect(await screen.findByDisplayValue('大促边框')).toBeDefined()
  const preview = within(screen.getByText('买家看到的样子').closest('section') as HTMLElement)
  expect(preview.getAllByRole('img', { name: '边框' })).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: '下一步' }))
  const row = within(screen.getByRole('row', { name: /毛巾/ }))
  await user.click(row.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: '批量删除 1 件' }))
  expect(screen.queryByRole('row', { name: /毛巾/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /批量删除/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^提\s*交$/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({
    id: 5,
    version: 2,
    name: '大促边框',
    startTime: '2026-11-01 00:00:00',
    endTime: '2099-11-30 23:59:59',
    style: '/file/frame.png',
    status: true,
    method: 1,
    targetIds: [8],
  })
  expect(await screen.findByText('编辑成功')).toBeDefined()
  await waitFor(() => expect(router.state.location.pathname).toBe('/marketing/style/border'))
})

test('a strip is below the picture of the page and not in lists; who may not open it sends no switch, and refusals are shown at the field', async () => {
  signIn(['admin:activitystyle:edite', 'admin:activitystyle:list'])
  answer(activityStyle.info, makeStyleInfo(5, { type: 1, method: 1, targetIds: [7], products: goods.slice(0, 1) }))
  const sent = answer(
    activityStyle.update,
    refuse(422, 'BUSINESS_RULE', '商品不存在或已删除，请重新选择', {
      errors: [{ field: 'targetIds', message: '商品不存在或已删除，请重新选择' }],
    }),
  )
  const { user } = draw('/marketing/style/edit/0/5')
  expect(await screen.findByRole('heading', { name: '编辑活动氛围' })).toBeDefined()
  const preview = within(screen.getByText('买家看到的样子').closest('section') as HTMLElement)
  expect(preview.getAllByRole('img', { name: '氛围图' })).toHaveLength(1)
  expect(preview.queryByRole('img', { name: '边框' })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
  await user.click(screen.getByRole('button', { name: /^提\s*交$/ }))
  await waitFor(() => expect(sent[0]?.body).not.toHaveProperty('status'))
  expect(await screen.findByRole('region', { name: '使用范围' })).toBeDefined()
  await waitFor(() => expect(screen.getAllByText('商品不存在或已删除，请重新选择').length).toBeGreaterThan(0))
})

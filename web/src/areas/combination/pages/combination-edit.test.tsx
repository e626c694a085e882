import { screen, waitFor } from '@testing-library/react'
import { CombinationDraft, combination } from '@zhanggui/contract/combination/combination.ts'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { fieldsNotAsked, makeActivitySku, makeWatched } from '../../../testing/activity.ts'
import { answer } from '../../../testing/fake-server.ts'
import { clientSettings } from '../../../testing/media.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeCombinationInfo } from '../combination.fixture.ts'
import CombinationEditPage from './combination-edit.page.tsx'

const draw = (address: string) =>
  renderPage(
    <Routes>
      <Route path="/marketing/combination/edit/:id?" element={<CombinationEditPage />} />
      <Route path="*" element="列表" />
    </Routes>,
    address,
  )
const closed = { status: false, phase: 'closed', phaseName: '已关闭' } as const

beforeEach(() => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser({ permissions: ['*:*:*'] }) })
  answer(freightTemplate.list, { list: [], total: 0, page: 1, limit: 100 })
  answer(activity.lowest, [])
  answer(activity.conflicts, [])
})

test('limits that do not fit each other are said at their fields, and what fits is sent with the version', async () => {
  answer(
    combination.info,
    makeCombinationInfo(4, {
      ...closed,
      title: '毛巾',
      startTime: '2099-11-16',
      attrValue: [makeActivitySku(81, { suk: '三条装' })],
    }),
  )
  const sent = answer(combination.update, { id: 4, version: 4 })
  const asked = answer(activity.conflicts, [])
  const { user, router } = draw('/marketing/combination/edit/4')
  await screen.findByDisplayValue('毛巾')
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ type: 3, id: 4, productId: 8 }))
  expect(screen.getByText('到期有 2 人付款就成团')).toBeDefined()
  const fill = async (name: RegExp, value: string) => {
    const field = screen.getByRole('spinbutton', { name })
    await user.clear(field)
    await user.type(field, value)
  }
  await fill(/补齐人数/, '3')
  expect(await screen.findByText('补齐人数要小于拼团人数')).toBeDefined()
  await fill(/补齐人数/, '2')
  expect(await screen.findByText('到期有 1 人付款就成团')).toBeDefined()
  await fill(/单次购买数量限制/, '9')
  expect(await screen.findByText('单次购买数量不能大于购买数量限制')).toBeDefined()
  await fill(/单次购买数量限制/, '1')
  await new Promise((resolve) => setTimeout(resolve, 500))
  await user.click(screen.getByRole('button', { name: /^提\s*交$/ }))
  expect(await screen.findByText('编辑成功')).toBeDefined()
  await waitFor(() => expect(router.state.location.pathname).toBe('/marketing/combination/goods'))
  expect(sent.at(-1)?.body).toMatchObject({
    id: 4,
    version: 3,
    people: 3,
    effectiveTime: 24,
    num: 5,
    onceNum: 1,
    virtualRation: 2,
    attrValue: [{ skuId: 81, price: 39.9, quota: 100 }],
  })
})

test('a running one is read: its terms, its SKUs and how it sells, and closed to be edited', async () => {
  answer(combination.info, makeCombinationInfo(4, { title: '毛巾' }))
  answer(activity.watch, makeWatched({ teamCount: 3 }))
  const turned = answer(combination.useStatus, { id: 4, version: 4 })
  const { user } = draw('/marketing/combination/edit/4?mode=info')
  expect(await screen.findByText('进行中的拼团不能修改')).toBeDefined()
  expect(screen.getByText('最多补 1 人')).toBeDefined()
  expect(screen.getByText('规格81')).toBeDefined()
  expect(await screen.findByText('¥1,276.80')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^编\s*辑$/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: '关闭后编辑' }))
  answer(combination.info, makeCombinationInfo(4, { ...closed, title: '毛巾' }))
  await user.click(await screen.findByRole('button', { name: /^关\s*闭$/ }))
  await waitFor(() => expect(turned.at(-1)?.body).toEqual({ id: 4, status: false }))
  expect(await screen.findByDisplayValue('毛巾')).toBeDefined()
})

test('one that may be edited is read first where that was asked for', async () => {
  answer(combination.info, makeCombinationInfo(4, { ...closed, title: '毛巾' }))
  answer(activity.watch, makeWatched())
  const { user } = draw('/marketing/combination/edit/4?mode=info')
  await user.click(await screen.findByRole('button', { name: /^编\s*辑$/ }))
  expect(await screen.findByDisplayValue('毛巾')).toBeDefined()
})

test('the form asks for every field that is sent', async () => {
  answer(setting.client, clientSettings)
  answer(combination.info, makeCombinationInfo(4, { ...closed, title: '样品', startTime: '2099-11-16' }))
  const { user } = draw('/marketing/combination/edit/4')
  await screen.findByDisplayValue('样品')
  await user.click(screen.getByRole('button', { name: '下一步' }))
  await screen.findByText(/商品详情（选填）/)
  expect(fieldsNotAsked(CombinationDraft)).toEqual([])
})

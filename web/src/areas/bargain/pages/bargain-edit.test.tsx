import { screen, waitFor, within } from '@testing-library/react'
import { BargainDraft, bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { fieldsNotAsked, makeActivitySku, makeWatched } from '../../../testing/activity.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { clientSettings } from '../../../testing/media.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeBargainInfo } from '../bargain.fixture.ts'
import BargainEditPage from './bargain-edit.page.tsx'

const draw = (address: string) =>
  renderPage(
    <Routes>
      <Route path="/marketing/bargain/edit/:id?" element={<BargainEditPage />} />
      <Route path="*" element="列表" />
    </Routes>,
    address,
  )
const closed = { status: false, phase: 'closed', phaseName: '已关闭' } as const
const green = { suk: '苔绿', price: 699, salePrice: 699, sold: 0, reserved: 0 }
const sand = { suk: '沙色', id: null, price: 0, salePrice: 759, sold: 0, reserved: 0 }

beforeEach(() => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser({ permissions: ['*:*:*'] }) })
  answer(freightTemplate.list, { list: [], total: 0, page: 1, limit: 100 })
  answer(activity.lowest, [])
  answer(activity.conflicts, [])
  const values = { bargain_first_cut_min: 10, bargain_first_cut_max: 10 }
  answer(setting.info, { values, defaults: {}, version: 1 })
})

const cell = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

async function submit(user: ReturnType<typeof draw>['user']) {
  await new Promise((resolve) => setTimeout(resolve, 500))
  await user.click(screen.getByRole('button', { name: /^提\s*交$/ }))
}

test('one SKU takes part; ten runs show how cuts could fall by the first cut of the settings, and all is sent', async () => {
  const attrValue = [
    { ...makeActivitySku(81, green), minPrice: 499 },
    { ...makeActivitySku(82, sand), minPrice: 0 },
  ]
  answer(bargain.info, makeBargainInfo(7, { ...closed, title: '帐篷', startTime: '2099-11-16', attrValue }))
  const sent = answer(bargain.update, { id: 7, version: 4 })
  const asked = answer(activity.conflicts, [])
  const { user, router } = draw('/marketing/bargain/edit/7')
  await screen.findByDisplayValue('帐篷')
  const chart = within(screen.getByRole('region', { name: '砍价模拟' }))
  expect(
    chart.getByRole('img', { name: '10 次模拟：从 ¥699.00 起，第 16 刀正好砍到 ¥499.00' }).querySelectorAll('path'),
  ).not.toHaveLength(0)
  // A tenth of what is free, and the least.
  expect(await chart.findByText('¥19.99')).toBeDefined()
  await user.click(chart.getByRole('button', { name: '查看数据' }))
  expect(within(chart.getByRole('region', { name: '图表数据' })).getAllByRole('row')).toHaveLength(17)

  await user.click(screen.getByRole('radio', { name: '参与 沙色' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '参与 苔绿' }).checked).toBe(false)
  expect(cell('沙色 起始金额').value).toBe('759.00')
  await user.type(cell('沙色 最低价'), '800')
  await submit(user)
  expect((await screen.findAllByText('「沙色」最低价要低于起始金额')).length).toBeGreaterThan(0)
  await user.clear(cell('沙色 最低价'))
  await user.type(cell('沙色 最低价'), '559')
  await user.click(screen.getByRole('spinbutton', { name: /砍价人数/ }))
  await waitFor(() =>
    expect(asked.at(-1)?.body).toMatchObject({
      type: 2,
      attrValue: [{ skuId: 82, price: 759, minPrice: 559, quota: 200 }],
    }),
  )
  await submit(user)
  expect(await screen.findByText('编辑成功')).toBeDefined()
  await waitFor(() => expect(router.state.location.pathname).toBe('/marketing/bargain/goods'))
  expect(sent.at(-1)?.body).toMatchObject({
    id: 7,
    version: 3,
    peopleNum: 16,
    bargainNum: 3,
    num: 1,
    bargainMinPrice: null,
    bargainMaxPrice: null,
    rule: '',
    attrValue: [{ skuId: 82, price: 759, minPrice: 559, quota: 200 }],
  })
})

test('cuts that cannot come to the whole are said in the chart and at their field before anything is sent, and a refused price is marked', async () => {
  const attrValue = [{ ...makeActivitySku(81, green), minPrice: 499 }]
  answer(bargain.info, makeBargainInfo(7, { ...closed, title: '帐篷', startTime: '2099-11-16', attrValue }))
  const sent = answer(
    bargain.update,
    refuse(400, 'VALIDATION', '最低价太低', { errors: [{ field: 'attrValue[0].minPrice', message: '最低价太低' }] }),
  )
  const { user } = draw('/marketing/bargain/edit/7')
  await screen.findByDisplayValue('帐篷')
  await user.type(screen.getByRole('spinbutton', { name: /单次最低/ }), '20')
  expect(await screen.findByText('单次砍价金额范围与砍价人数不匹配')).toBeDefined()
  await submit(user)
  await waitFor(() => expect(screen.getAllByText('单次砍价金额范围与砍价人数不匹配').length).toBeGreaterThan(1))
  expect(sent).toHaveLength(0)
  await user.clear(screen.getByRole('spinbutton', { name: /单次最低/ }))
  await submit(user)
  await waitFor(() => expect(cell('苔绿 最低价').getAttribute('aria-invalid')).toBe('true'))
})

test('what has orders stays the SKU of its bargain', async () => {
  const attrValue = [
    { ...makeActivitySku(81, { ...green, sold: 2 }), minPrice: 499 },
    { ...makeActivitySku(82, sand), minPrice: 0 },
  ]
  answer(bargain.info, makeBargainInfo(7, { ...closed, title: '帐篷', startTime: '2099-11-16', attrValue }))
  draw('/marketing/bargain/edit/7')
  await screen.findByDisplayValue('帐篷')
  for (const suk of ['苔绿', '沙色'])
    expect(screen.getByRole<HTMLInputElement>('radio', { name: `参与 ${suk}` }).disabled).toBe(true)
  expect(cell('沙色 最低价').disabled).toBe(true)
  expect(cell('苔绿 最低价').disabled).toBe(false)
})

test('a running one is read, with the range of its cuts and who took part', async () => {
  answer(bargain.info, makeBargainInfo(7, { title: '帐篷', bargainMinPrice: 2, bargainMaxPrice: 60 }))
  answer(activity.watch, makeWatched({ sessionCount: 26 }))
  draw('/marketing/bargain/edit/7')
  expect(await screen.findByText('进行中的砍价不能修改')).toBeDefined()
  expect(screen.getByText('¥2.00 – ¥60.00')).toBeDefined()
  expect(screen.getByText('26 人发起，140 人帮砍，9 人砍成')).toBeDefined()
  expect(await screen.findByText('进行中的砍价')).toBeDefined()
})

test('the form asks for every field that is sent', async () => {
  answer(setting.client, clientSettings)
  answer(bargain.info, makeBargainInfo(7, { ...closed, title: '样品', startTime: '2099-11-16' }))
  const { user } = draw('/marketing/bargain/edit/7')
  await screen.findByDisplayValue('样品')
  await user.click(screen.getByRole('button', { name: '下一步' }))
  await screen.findByText(/商品详情（选填）/)
  expect(fieldsNotAsked(BargainDraft)).toEqual([])
})

import { screen, waitFor, within } from '@testing-library/react'
import {
  type FreightTemplate,
  type FreightTemplateRow,
  freightTemplate,
} from '@zhanggui/contract/product/freight-template.ts'
import { region } from '@zhanggui/contract/setting/region.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, fakeServer, refuse } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render.tsx'
import ShippingTemplateListPage from './shipping-template-list.page.tsx'

const row: FreightTemplateRow = {
  id: 2,
  version: 3,
  name: '江浙沪包邮',
  appoint: 2,
  type: 1,
  sort: 0,
  undelivery: false,
  usedCount: 0,
  createTime: '2026-01-02 03:04:05',
  updateTime: '2026-01-02 03:04:05',
}
const template: FreightTemplate = {
  id: 2,
  version: 3,
  name: '江浙沪包邮',
  appoint: 2,
  type: 1,
  sort: 0,
  undelivery: false,
  regionList: [
    { isDefault: true, areas: [], first: 1, firstPrice: 10, renewal: 1, renewalPrice: 5 },
    { isDefault: false, areas: [[110000]], first: 2, firstPrice: 8, renewal: 2, renewalPrice: 3 },
  ],
  freeList: [{ areas: [[310000]], number: 5, price: 99, freeMode: 'or' }],
  noDeliveryList: [],
}
const { id, version, ...content } = template

beforeEach(() => {
  fakeServer()
  useSession.setState({ permissions: ['*:*:*'] })
  answer(region.tree, [
    { cityId: 110000, parentId: 0, level: 0, name: '北京市', isShow: true },
    { cityId: 310000, parentId: 0, level: 0, name: '上海市', isShow: true },
  ])
  answer(freightTemplate.info, template)
})

const show = (...rows: FreightTemplateRow[]) =>
  answer(freightTemplate.list, { list: rows, total: rows.length, page: 1, limit: 20 })

/** The dialog or drawer with a title. */
async function below(title: string) {
  const found = await screen.findByText(title, { selector: '[role=dialog] *' })
  return within(found.closest<HTMLElement>('[role=dialog]') ?? document.body)
}

test('a template is saved with the version it was opened in; untouched fields are sent unchanged', async () => {
  show(row)
  const requests = answer(freightTemplate.update, { id, version: 4 })
  const { user } = renderPage(<ShippingTemplateListPage />)
  await user.click(await screen.findByText('编辑'))
  const drawer = await below('编辑运费模板')
  const [first] = await drawer.findAllByLabelText('运费（元）')
  await user.clear(first as HTMLElement)
  await user.type(first as HTMLElement, '12.5')
  await user.click(drawer.getByText(/^确\s*认$/))
  await waitFor(() => expect(requests).toHaveLength(1))
  const [other, ...rest] = content.regionList
  expect(requests[0]?.body).toEqual({
    id,
    version,
    ...content,
    regionList: [{ ...other, areas: undefined, firstPrice: 12.5 }, ...rest],
  })
})

test('a refusal from the server is shown at the rule concerned', async () => {
  show(row)
  const message = '「北京市」重复设置'
  const errors = [{ field: 'regionList[1].areas', message }]
  answer(freightTemplate.update, refuse(400, 'BAD_REQUEST', message, { errors }))
  const { user } = renderPage(<ShippingTemplateListPage />)
  await user.click(await screen.findByText('编辑'))
  const drawer = await below('编辑运费模板')
  await drawer.findAllByLabelText('运费（元）')
  await user.click(drawer.getByText(/^确\s*认$/))
  expect((await drawer.findByText(message)).closest('.ant-form-item')?.textContent).toContain('送达到')
})

test('全国包邮 asks for no rules; 部分包邮 has none for all other areas', async () => {
  show()
  const requests = answer(freightTemplate.save, { id: 5, version: 0 })
  const { user } = renderPage(<ShippingTemplateListPage />)
  await user.click(await screen.findByRole('button', { name: '添加运费模板' }))
  const drawer = await below('添加运费模板')
  expect(drawer.getByText('默认运费（其余全部地区）')).toBeDefined()
  await user.click(drawer.getByText('部分包邮'))
  await waitFor(() => expect(drawer.queryByText('默认运费（其余全部地区）')).toBeNull())
  await user.click(drawer.getByText('全国包邮'))
  await waitFor(() => expect(drawer.queryByText('添加区域')).toBeNull())
  await user.type(drawer.getByLabelText('模板名称'), '全场包邮')
  await user.click(drawer.getByText(/^确\s*认$/))
  await waitFor(() =>
    expect(requests[0]?.body).toMatchObject({ name: '全场包邮', appoint: 0, regionList: [], freeList: [] }),
  )
})

test('changing the charging unit warns of SKUs without weight', async () => {
  show(row)
  answer(freightTemplate.lacking, { skus: 7 })
  const { user } = renderPage(<ShippingTemplateListPage />)
  await user.click(await screen.findByText('编辑'))
  const drawer = await below('编辑运费模板')
  await user.click(await drawer.findByText('按重量'))
  expect(await screen.findByText(/有 7 个规格的重量为 0/)).toBeDefined()
})

test('a template in use is deleted once another is chosen for its products', async () => {
  show({ ...row, usedCount: 12 }, { ...row, id: 1, name: '全国包邮', appoint: 0 })
  const requests = answer(freightTemplate.remove, {})
  const { user } = renderPage(<ShippingTemplateListPage />)
  await user.click(await screen.findByLabelText('更多：江浙沪包邮'))
  await user.click(await screen.findByText('改用其他模板并删除'))
  const dialog = await below('删除运费模板')
  expect(dialog.getByText(/有 12 个商品使用「江浙沪包邮」/)).toBeDefined()
  await user.click(dialog.getByLabelText('改用'))
  await user.click(await screen.findByTitle('全国包邮'))
  await user.click(dialog.getByText('改用并删除'))
  await waitFor(() => expect(requests[0]?.query).toEqual({ id: '2', replaceWith: '1' }))
})

test('a deletion that is given up says so, whichever way it asks', async () => {
  show({ ...row, usedCount: 12 }, { ...row, id: 1, name: '全国包邮', appoint: 0 })
  const heard = answer(freightTemplate.remove, {})
  const { user } = renderPage(<ShippingTemplateListPage />)
  expect(await screen.findByRole('button', { name: '添加运费模板' })).toBeDefined()
  await user.click(await screen.findByLabelText('更多：江浙沪包邮'))
  await user.click(await screen.findByText('改用其他模板并删除'))
  await user.click((await below('删除运费模板')).getByRole('button', { name: /取\s*消/ }))
  await screen.findByText('已取消')
  expect(heard).toHaveLength(0)
})

test('a trial shows the charge and its reason', async () => {
  show(row)
  const requests = answer(freightTemplate.trial, { fee: 14, rule: 'region', explain: '按该地区的运费' })
  const { user } = renderPage(<ShippingTemplateListPage />)
  await user.click(await screen.findByText('试算'))
  const dialog = await below('试算运费：江浙沪包邮')
  await user.click(dialog.getByLabelText('收货地区'))
  await user.click(await screen.findByText('北京市'))
  await user.click(dialog.getByText(/^试\s*算$/))
  expect(await dialog.findByText('¥ 14.00')).toBeDefined()
  expect(dialog.getByText('按该地区的运费')).toBeDefined()
  expect(requests[0]?.body).toEqual({ tempId: 2, cityId: 110000, num: 1 })
})

test('staff who may only view are offered neither changes nor trials', async () => {
  useSession.setState({ permissions: ['admin:shipping:templates:list'] })
  show(row)
  renderPage(<ShippingTemplateListPage />)
  await screen.findByText('江浙沪包邮')
  for (const text of ['添加运费模板', '编辑', '试算', '删除']) expect(screen.queryByText(text)).toBeNull()
})

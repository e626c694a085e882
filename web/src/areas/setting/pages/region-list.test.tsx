import { screen, waitFor, within } from '@testing-library/react'
import { type RegionImport, region } from '@zhanggui/contract/setting/region.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, fakeServer } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render.tsx'
import RegionListPage from './region-list.page.tsx'

const found: RegionImport = {
  total: 2,
  added: 1,
  changed: 0,
  unlisted: 3000,
  faultCount: 0,
  faults: [],
  changes: [{ kind: 'add', cityId: 910000, before: '', after: '新省' }],
}

beforeEach(() => {
  fakeServer()
  useSession.setState({ permissions: ['*:*:*'] })
  answer(region.list, [])
  answer(region.tree, [])
})

test('a table of regions shows its changes and is imported once confirmed; errors are listed', async () => {
  const faulty = { ...found, faultCount: 1, faults: ['第 2 行：地区编号重复'] }
  const requests = answer(region.import, faulty)
  const { user } = renderPage(<RegionListPage />)
  await user.click(await screen.findByRole('button', { name: '导入' }))
  const dialog = within(await screen.findByRole('dialog'))
  const choose = () => user.upload(dialog.getByLabelText('选择文件：选择文件'), new File(['x'], '地区.csv'))
  await choose()
  await dialog.findByText('第 2 行：地区编号重复')
  const confirm = await dialog.findByRole<HTMLButtonElement>('button', { name: /确认导入$/ })
  expect(confirm.disabled).toBe(true)
  const later = answer(region.import, found)
  await choose()
  await dialog.findByText('新省')
  await user.click(await dialog.findByRole('button', { name: /确认导入$/ }))
  await waitFor(() => expect(later).toHaveLength(2))
  const sent = [...requests, ...later].map(({ body }) => (body as { dryRun?: unknown }).dryRun)
  expect(sent).toEqual(['true', 'true', 'false'])
  await screen.findByText('导入成功：新增 1 个，修改 0 个')
})

test('opening a region shows its rows from the left edge of the table, however far it was scrolled', async () => {
  const scrolled: unknown[] = []
  Element.prototype.scrollTo = (to?: unknown) => void scrolled.push(to)
  const place = { id: 130000, version: 0, cityId: 130000, parentId: 0, level: 0, name: '河北省', mergerName: '河北省' }
  answer(region.list, [{ ...place, areaCode: '', lng: '', lat: '', isShow: true, hasChild: true }])
  const { user } = renderPage(<RegionListPage />)
  await user.click(await screen.findByRole('button', { name: '下级地区' }))
  await waitFor(() => expect(scrolled).toContainEqual({ left: 0 }))
})

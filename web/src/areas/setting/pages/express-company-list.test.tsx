import { screen, waitFor, within } from '@testing-library/react'
import { type ExpressCompany, expressCompany } from '@zhanggui/contract/setting/express-company.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, fakeServer, refuse } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render.tsx'
import ExpressCompanyListPage from './express-company-list.page.tsx'

const company: ExpressCompany = {
  id: 1,
  version: 0,
  code: 'SF',
  codes: {},
  name: '顺丰速运',
  partnerId: true,
  partnerKey: false,
  net: false,
  account: '',
  hasPassword: false,
  netName: '',
  phone: '95338',
  logo: '',
  sort: 1,
  isShow: true,
  status: true,
}

beforeEach(() => {
  fakeServer()
  useSession.setState({ permissions: ['*:*:*'] })
  answer(expressCompany.traced, { isOpen: true, used: 12, limit: 5000 })
  answer(expressCompany.list, { list: [company], total: 1, page: 1, limit: 20 })
})

test('carriers are fetched from the tracking service after a confirmation, and the result is shown', async () => {
  const requests = answer(expressCompany.sync, { total: 9, added: 2, changed: 7 })
  const { user } = renderPage(<ExpressCompanyListPage />)
  expect(await screen.findByText('今日物流查询 12 / 5000 次')).toBeDefined()
  await user.click(await screen.findByRole('button', { name: '同步物流公司' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '同步' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  await screen.findByText('同步完成：新增 2 家（默认隐藏），更新 7 家')
})

test('a carrier’s label templates are shown, or why there are none', async () => {
  const template = { tempId: 'sf-150', title: '二联 150', pic: 'https://example.com/sf.png' }
  answer(expressCompany.template, [template])
  const { user } = renderPage(<ExpressCompanyListPage />)
  await user.click(await screen.findByRole('button', { name: '面单模板' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/二联 150/)
  await user.click(dialog.getByRole('button', { name: /Close|关闭/ }))
  answer(
    expressCompany.template,
    refuse(422, 'NOT_CONFIGURED', '请先在「系统设置 → 物流设置」开启电子面单并填写接口地址'),
  )
  await user.click(await screen.findByRole('button', { name: '面单模板' }))
  await screen.findByText(/开启电子面单并填写接口地址/)
})

test('users with read access only fetch neither carriers nor templates', async () => {
  useSession.setState({ permissions: ['admin:express:list'] })
  renderPage(<ExpressCompanyListPage />)
  await screen.findByText('顺丰速运')
  for (const name of ['同步物流公司', '面单模板']) expect(screen.queryByRole('button', { name })).toBeNull()
})

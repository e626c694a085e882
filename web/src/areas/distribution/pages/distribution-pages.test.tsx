import { screen, waitFor, within } from '@testing-library/react'
import { type PromoterRow, promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { type SettingGroup, setting } from '@zhanggui/contract/setting/setting.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { configWarnings } from '../model/config-warnings.ts'
import DistributionConfigPage from './distribution-config.page.tsx'
import DistributionListPage from './distribution-list.page.tsx'

const signInAs = (...permissions: string[]) => useSession.setState({ permissions, user: makeUser({ permissions }) })

const row: PromoterRow = {
  id: 7,
  uid: 7,
  nickname: '周屿',
  avatar: '',
  realName: '',
  phone: '138****6021',
  isPromoter: true,
  status: true,
  spreadCount: 147,
  spreadOrderNum: 371,
  spreadOrderTotalPrice: 84_195,
  totalBrokeragePrice: 6418.2,
  extractCountPrice: 4980,
  extractCountNum: 3,
  brokeragePrice: -8.6,
  freezeBrokeragePrice: 558.2,
  promoterTime: '2026-03-08 10:00:00',
  spreadUid: 3,
  spreadNickname: '阿梨',
}
const sums = {
  promoterNum: 213,
  newPromoterNum: 12,
  spreadUserNum: 2846,
  orderNum: 4816,
  orderPrice: 963_820.1,
  brokeragePrice: 48_206.9,
  freezePrice: 3114.3,
  extractPrice: 38_888.5,
  waitExtractPrice: 1280,
}

beforeEach(() => {
  signInAs('*:*:*')
  answer(promoter.statistics, sums)
  answer(promoter.list, { list: [row], total: 1, page: 1, limit: 20 })
})

test('a promoter who owes commission stands out, and adjusting it says what there is afterwards before it is sent', async () => {
  const requests = answer(promoter.adjust, {})
  const { user } = renderPage(<DistributionListPage />, '/distribution/list')
  expect(await screen.findByText('−¥8.60')).toBeDefined()
  expect(await screen.findByText('已提现 ¥38,888.50')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /更多.*周屿|周屿.*更多/ }))
  await user.click(await screen.findByText('调整佣金'))
  const dialog = within((await screen.findByText('调整「周屿」的佣金')).closest('[role=dialog]') as HTMLElement)
  await user.type(dialog.getByLabelText('佣金'), '20')
  expect(await dialog.findByText('¥11.40')).toBeDefined()
  await user.type(dialog.getByLabelText('原因'), '补发')
  await user.click(dialog.getByRole('button', { name: '调整佣金' }))
  await waitFor(() => expect(requests[0]?.body).toEqual({ uid: 7, type: 1, price: 20, mark: '补发' }))
})

test('those who may only look at promoters are offered no act', async () => {
  signInAs(promoter.list.permission as string)
  renderPage(<DistributionListPage />, '/distribution/list')
  expect(await screen.findByText('周屿')).toBeDefined()
  expect(screen.queryByText('指定分销员')).toBeNull()
  expect(screen.queryByText('已提现 ¥38,888.50')).toBeNull()
})

const brokerage: SettingGroup = {
  name: 'brokerage',
  label: '分销设置',
  canSave: true,
  tests: [],
  fields: [{ key: 'extract_time', label: '佣金冻结时间', type: 'int', unit: '天' }],
}

test('the settings of distribution warn of a freeze that is shorter than refunds may be asked for', async () => {
  const values = { extract_time: 7, store_brokerage_status: 1, store_brokerage_quota: -1, order_after_sale_days: 7 }
  answer(setting.info, { values, version: 1, defaults: values })
  answer(setting.groups, [brokerage])
  const { user } = renderPage(<DistributionConfigPage />, '/distribution/config')
  expect(await screen.findByText(/最多两级返佣/)).toBeDefined()
  const days = screen.getByLabelText('佣金冻结时间')
  await user.clear(days)
  await user.type(days, '3')
  expect(await screen.findByText(/冻结期短于售后期/)).toBeDefined()
})

test('a first order that makes a promoter, rates beyond 100% and an early thaw are warned of, where it is known', () => {
  const values = { extract_time: 3, store_brokerage_status: 1, store_brokerage_quota: 99, store_brokerage_ratio: 80 }
  expect(configWarnings({ ...values, store_brokerage_two: 30 }, 7)).toHaveLength(3)
  expect(configWarnings({ ...values, store_brokerage_two: 2, store_brokerage_status: 2 }, undefined)).toEqual([])
})

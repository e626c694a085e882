import { screen, waitFor, within } from '@testing-library/react'
import { type PointsRecord, points } from '@zhanggui/contract/points/points.ts'
import { type SignReward, sign } from '@zhanggui/contract/points/sign.ts'
import { type SettingGroup, setting } from '@zhanggui/contract/setting/setting.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import PointsConfigPage from './points-config.page.tsx'
import PointsLogListPage from './points-log-list.page.tsx'
import SignConfigPage from './sign-config.page.tsx'

const page = <Row,>(list: Row[]) => ({ list, total: list.length, page: 1, limit: 20 })
const inRow = async (text: string) => within((await screen.findByText(text)).closest('tr') as HTMLElement)
// In tests the component library gives all dialogs the same id.
const inDialog = async (title: string) => {
  const shown = await screen.findByText(title, { selector: '.ant-modal-title *' })
  return within(shown.closest('[role=dialog]') as HTMLElement)
}
const signInAs = (...permissions: string[]) => useSession.setState({ permissions, user: makeUser({ permissions }) })

const integral: SettingGroup = {
  name: 'integral',
  label: '积分设置',
  canSave: true,
  tests: [],
  fields: [
    { key: 'integral_ratio', label: '积分抵用比例', type: 'decimal', unit: '元', decimals: 6 },
    { key: 'order_give_integral', label: '下单赠送积分比例', type: 'decimal', unit: '积分', decimals: 6 },
    { key: 'integral_max', label: '单笔最多使用', type: 'int', unit: '积分' },
    { key: 'integral_max_ratio', label: '积分最多抵扣比例', type: 'percent', unit: '%' },
    { key: 'integral_min_order', label: '满多少可用积分', type: 'money', unit: '元' },
  ],
}
const marketing: SettingGroup = { ...integral, name: 'marketing', label: '营销设置', fields: [] }
const values = {
  integral_ratio: 0.01,
  order_give_integral: 1,
  integral_max: 0,
  integral_max_ratio: 50,
  integral_min_order: 0,
}

/** @returns the requests that saved settings */
function serveSettings(groups: SettingGroup[], stored: Record<string, unknown> = values) {
  answer(setting.info, { values: stored, version: 3, defaults: stored })
  // After the one above, whose path also matches.
  answer(setting.groups, groups)
  return answer(setting.save, { id: 'integral', version: 4 })
}

beforeEach(() => signInAs('*:*:*'))

test('the sentence below the settings follows what is typed, and a ratio of 0 says that points buy nothing', async () => {
  const requests = serveSettings([integral])
  const { user } = renderPage(<PointsConfigPage />, '/marketing/integral/config')
  expect(await screen.findByText(/^100 元的订单：最多用 5,000 积分抵 50 元，付款后得 50 积分/)).toBeDefined()
  const ratio = screen.getByLabelText('积分抵用比例')
  await user.clear(ratio)
  expect(await screen.findByText(/^填写正确后显示/)).toBeDefined()
  await user.type(ratio, '0')
  expect(await screen.findByText('积分抵扣已关闭')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(requests[0]?.body).toEqual({ values: { integral_ratio: 0 }, version: 3 }))
})

test('those who may only read the settings of points see them with their sentence, and no button', async () => {
  serveSettings([{ ...integral, canSave: false }])
  renderPage(<PointsConfigPage />, '/marketing/integral/config')
  expect(await screen.findByText(/^100 元的订单/)).toBeDefined()
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
})

const record: PointsRecord = {
  id: 8,
  uid: 3,
  nickname: '小满',
  title: '订单抵扣',
  type: 2,
  integral: 30,
  sign: '-30',
  balance: 1200,
  linkType: 'order',
  linkId: '2026',
  status: 3,
  mark: '',
  createTime: '2026-01-02 10:00:00',
  updateTime: '2026-01-02 10:00:00',
}
const sums = { balance: 5200, issued: 900, spent: 30, returned: 5, frozen: 12, expired: 7, signUsers: 4 }

test('the log of points is asked for with its page in the query and its filters in the body', async () => {
  const requests = answer(points.list, page([record]))
  const asked = answer(points.statistics, sums)
  renderPage(<PointsLogListPage />, '/marketing/integral/log?page=2&type=2&linkType=order&dateLimit=lately7')
  const row = await inRow('订单抵扣')
  expect(row.getByText('−30')).toBeDefined()
  expect(row.getByText('1,200')).toBeDefined()
  expect(row.getByRole('link', { name: '小满' }).getAttribute('href')).toBe('/member/detail/3')
  expect(requests[0]?.query).toEqual({ page: '2', limit: '20' })
  expect(requests[0]?.body).toEqual({ type: 2, linkType: 'order', dateLimit: ['lately7'] })
  expect(asked[0]?.query.dateLimit).toBe('lately7')
  expect(await screen.findByText('5,200')).toBeDefined()
})

test('without the page about customers the log names them without a link', async () => {
  signInAs('admin:user:integral:list')
  answer(points.list, page([record]))
  answer(points.statistics, refuse(500, 'INTERNAL', '服务器出错了'))
  renderPage(<PointsLogListPage />, '/marketing/integral/log')
  expect((await inRow('订单抵扣')).queryByRole('link')).toBeNull()
  expect(screen.queryByRole('button', { name: /导出/ })).toBeNull()
})

const first: SignReward = { id: 1, version: 0, title: '第一天', day: 1, integral: 5, experience: 10 }
const second: SignReward = { ...first, id: 2, title: '第二天', day: 2, integral: 10 }

test('a new reward is of the day after the last, and asks for what is missing', async () => {
  serveSettings([])
  answer(sign.list, [first, second])
  const requests = answer(sign.save, { id: 3, version: 0 })
  const { user } = renderPage(<SignConfigPage />, '/marketing/integral/sign')
  await user.click(await screen.findByRole('button', { name: /添加一天/ }))
  const dialog = await inDialog('添加一天')
  await user.click(dialog.getByRole('button', { name: /确\s*认/ }))
  expect(await dialog.findByText('请输入名称')).toBeDefined()
  expect(await dialog.findByText('请输入积分')).toBeDefined()
  await user.type(dialog.getByLabelText('名称'), '第三天')
  await user.type(dialog.getByLabelText('奖励积分'), '15')
  await user.click(dialog.getByRole('button', { name: /确\s*认/ }))
  await waitFor(() => expect(requests[0]?.body).toEqual({ title: '第三天', day: 3, integral: 15, experience: 0 }))
})

test('only the last day offers 删除', async () => {
  serveSettings([])
  answer(sign.list, [first, second])
  renderPage(<SignConfigPage />, '/marketing/integral/sign')
  expect((await inRow('第一天')).queryByRole('button', { name: /删\s*除/ })).toBeNull()
  expect((await inRow('第二天')).getByRole('button', { name: /删\s*除/ })).toBeDefined()
})

test('签到开关 is for those who may save the settings of marketing, and asks first', async () => {
  const requests = serveSettings([marketing], { sign_switch: true })
  answer(sign.list, [first])
  const { user } = renderPage(<SignConfigPage />, '/marketing/integral/sign')
  await user.click(await screen.findByRole('switch', { name: '签到开关' }))
  const dialog = (await screen.findByText(/^关闭每日签到/)).closest('[role=dialog]') as HTMLElement
  await user.click(
    within(dialog)
      .getAllByRole('button', { name: /关\s*闭/ })
      .at(-1) as HTMLElement,
  )
  await waitFor(() => expect(requests[0]?.body).toEqual({ values: { sign_switch: false }, version: 3 }))
})

test('without the right to save the settings of marketing there is no 签到开关', async () => {
  serveSettings([{ ...marketing, canSave: false }], { sign_switch: true })
  answer(sign.list, [first])
  renderPage(<SignConfigPage />, '/marketing/integral/sign')
  await inRow('第一天')
  expect(screen.queryByRole('switch')).toBeNull()
})

test('签到记录 is a tab of its own, with its filters in the address', async () => {
  serveSettings([])
  answer(sign.list, [first])
  const requests = answer(
    sign.log,
    page([{ id: 9, uid: 3, nickname: '小满', title: '第一天', number: 5, experience: 10, signDay: '2026-01-02' }]),
  )
  renderPage(<SignConfigPage />, '/marketing/integral/sign?tab=log&log.keywords=小')
  const row = await inRow('小满')
  expect(row.getByText('+5')).toBeDefined()
  expect(row.getByText('2026-01-02')).toBeDefined()
  expect(requests[0]?.query.keywords).toBe('小')
})

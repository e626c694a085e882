import { screen, waitFor, within } from '@testing-library/react'
import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { userGroup } from '@zhanggui/contract/user/user-group.ts'
import { userLevel } from '@zhanggui/contract/user/user-level.ts'
import { userSegment } from '@zhanggui/contract/user/user-segment.ts'
import { userTag } from '@zhanggui/contract/user/user-tag.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import type { SendableCoupon } from '../../../kit/coupon/coupon-select.tsx'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeDetail, makeRow } from '../user.fixture.ts'
import UserListPage from './user-list.page.tsx'

function signIn(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

beforeEach(() => {
  signIn(['*:*:*'])
  answer(shopUser.list, { list: [makeRow(1, { nickname: '阿夏' })], total: 1, page: 1, limit: 20 })
  answer(userLevel.list, [])
  answer(userGroup.list, { list: [], total: 0, page: 1, limit: 100 })
  answer(userTag.list, { list: [], total: 0, page: 1, limit: 100 })
})

test('the balance dialog shows what there is now and afterwards, and a refusal stays on the screen', async () => {
  answer(shopUser.funds, refuse(422, 'BUSINESS_RULE', '余额扣减后不能小于0'))
  const { user } = renderPage(<UserListPage />, '/member/list')
  await user.click(await screen.findByRole('button', { name: '更多：阿夏' }))
  await user.click(await screen.findByText('积分余额'))
  const dialog = within((await screen.findByText('调整「阿夏」的余额和积分')).closest('[role=dialog]') as HTMLElement)
  expect(dialog.getByText('¥86.50')).toBeDefined()
  await user.click(dialog.getAllByText('扣减')[0] as HTMLElement)
  await user.type(dialog.getByRole('spinbutton', { name: '余额' }), '20')
  expect(await dialog.findByText('¥86.50 → ¥66.50')).toBeDefined()
  await user.type(dialog.getByLabelText('备注'), '补发差价')
  await user.click(dialog.getByRole('button', { name: /确\s*认/ }))
  expect(await screen.findByText('余额扣减后不能小于0')).toBeDefined()
})

test('a session that may only list sees no act it may not do', async () => {
  signIn(['admin:user:list'])
  renderPage(<UserListPage />, '/member/list')
  expect(await screen.findByText('阿夏')).toBeDefined()
  expect(screen.queryByRole('button', { name: '更多：阿夏' })).toBeNull()
  expect(screen.queryByRole('button', { name: /详\s*情/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /导\s*出/ })).toBeNull()
})

test('the detail opens beside the list, with the way to the next level and what there is of each ledger', async () => {
  answer(shopUser.topDetail, makeDetail(1, { nickname: '阿夏' }))
  answer(shopUser.detailList, { list: [], total: 0, page: 1, limit: 10 })
  const { user } = renderPage(<UserListPage />, '/member/list')
  await user.click(await screen.findByRole('button', { name: /详\s*情/ }))
  expect(await screen.findByText('再 215 升金卡（9 折）')).toBeDefined()
  expect(screen.getByRole('tab', { name: '余额变动 1' })).toBeDefined()
  await waitFor(() => expect(screen.getByText('还没有余额变动')).toBeDefined())
})

test('the detail shows what became of the coupons, with the order each paid a part of', async () => {
  const detail = makeDetail(1, { nickname: '阿夏' })
  answer(shopUser.topDetail, { ...detail, counts: { ...detail.counts, 3: 2 } })
  const dates = { createTime: '2026-01-01 00:00:00', startTime: '2026-01-01 00:00:00', endTime: '2026-01-31 23:59:59' }
  const coupons = [
    { ...dates, id: 2, title: '十元券', number: 10, minPrice: 50, content: '可用', mark: '后台发送', linkId: '' },
    {
      ...dates,
      id: 1,
      title: '五元券',
      number: 5,
      minPrice: 0,
      content: '已使用',
      mark: '新人',
      linkId: '20260102000001',
    },
  ]
  answer(shopUser.detailList, ({ query }) => {
    const list = Number(query.type) === 3 ? coupons : []
    return { list, total: list.length, page: 1, limit: 10 }
  })
  const { user } = renderPage(<UserListPage />, '/member/list')
  await user.click(await screen.findByRole('button', { name: /详\s*情/ }))
  await user.click(await screen.findByRole('tab', { name: '优惠券 2' }))
  const unused = within((await screen.findByText('十元券')).closest('tr') as HTMLElement)
  expect(unused.getByText('满 50 元可用')).toBeDefined()
  expect(unused.getByText('未使用')).toBeDefined()
  const used = within((await screen.findByText('五元券')).closest('tr') as HTMLElement)
  expect(used.getByRole('link', { name: '…000001' }).getAttribute('href')).toContain('orderNo=20260102000001')
})

const sendable: SendableCoupon = {
  id: 3,
  name: '秋冬咖啡券',
  money: 20,
  minPrice: 100,
  useType: 1,
  type: 1,
  isFixedTime: false,
  day: 15,
  useStartTime: null,
  useEndTime: null,
  isLimited: true,
  lastTotal: 264,
}

test('a coupon goes to a customer of the list, and to all whom the filters find, after their number was said', async () => {
  answer(coupon.sendList, { list: [sendable], total: 1, page: 1, limit: 100 })
  answer(userSegment.preview, { size: 8, sample: [makeRow(1, { nickname: '示例客户' })] })
  const sends = answer(couponCopy.receive, { sendId: 9, sent: 1, skipped: 0 })
  const { user } = renderPage(<UserListPage />, '/member/list?level=2')
  const choose = async () => {
    await user.click(await screen.findByRole('combobox', { name: '优惠券' }))
    await user.click((await screen.findAllByText(/^秋冬咖啡券 · ¥20 · 满100元可用 · 剩 264 张$/)).at(-1) as HTMLElement)
  }
  await user.click(await screen.findByRole('button', { name: '更多：阿夏' }))
  await user.click(await screen.findByRole('menuitem', { name: '发券' }))
  await choose()
  await user.click(screen.getByRole('button', { name: '发给 1 人' }))
  await waitFor(() => expect(sends.at(-1)?.body).toEqual({ couponId: 3, uid: [1] }))
  expect(await screen.findByText('已给 1 人发了「秋冬咖啡券」')).toBeDefined()

  await user.click(screen.getByRole('button', { name: /^发\s*券$/ }))
  expect(await screen.findByText('示例客户')).toBeDefined()
  await choose()
  await user.click(screen.getByRole('button', { name: '发给 8 人' }))
  await waitFor(() => expect(sends.at(-1)?.body).toEqual({ couponId: 3, filter: { level: 2 } }))
})

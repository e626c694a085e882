import { screen, waitFor, within } from '@testing-library/react'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { activityReport, type CouponReport, type GoodsReport } from '@zhanggui/contract/promotion/activity-report.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { makeBrought } from '../../../testing/activity.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { narrowWindow } from '../../../testing/phone.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeRank } from '../promotion.fixture.ts'
import ActivityReportPage from './activity-report.page.tsx'

function signIn(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

const { id: _id, ...figures } = makeRank(5)
const report: CouponReport = {
  ...figures,
  title: '秋冬咖啡券',
  bySource: [{ source: 'send', received: 80, used: 20 }],
  daily: [{ day: '2026-11-19', received: 120, used: 48, expired: 6, orderAmount: 12_846.3, discount: 960 }],
}

beforeEach(() => signIn(['*:*:*']))

const draw = (query = '') => renderPage(<ActivityReportPage />, `/marketing/report${query}`)

test('coupons are ranked by what a column says, and a row opens its report for the same days', async () => {
  const asked = answer(activityReport.list, { list: [makeRank(5)], total: 1, page: 1, limit: 20 })
  answer(activityReport.report, report)
  const { user, router } = draw('?dateLimit=2026-11-01,2026-11-20')
  expect(await screen.findByText('12,846.30')).toBeDefined()
  expect(asked[0]?.query).toMatchObject({ type: '4', dateLimit: ['2026-11-01', '2026-11-20'] })
  await user.click(screen.getByRole('columnheader', { name: /使用数/ }))
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ sort: expect.stringMatching(/^used,/) }))
  await user.click(screen.getByText('券5'))
  await waitFor(() => expect(router.state.location.search).toBe('?id=5&days=2026-11-01%2C2026-11-20'))
  expect(await screen.findByRole('heading', { name: '秋冬咖啡券' })).toBeDefined()
})

test('on phones a coupon is a card with what it brought', async () => {
  narrowWindow()
  answer(activityReport.list, { list: [makeRank(5)], total: 1, page: 1, limit: 20 })
  draw()
  expect(await screen.findByText('领取 120 · 使用 48 · 使用率 40%')).toBeDefined()
  // Of the card, and in the foot.
  expect(screen.getAllByText('¥12,846.30')).toHaveLength(2)
  expect(screen.getByText('优惠 ¥960.00 · 新客 9 · 投入产出比 4.20')).toBeDefined()
})

test('a report explains its figures, and a figure opens the list behind it', async () => {
  const asked = answer(activityReport.report, report)
  draw('?id=5&days=2026-11-01,2026-11-20')
  const tile = await screen.findByRole('link', { name: '领取数' })
  expect(asked[0]?.query).toEqual({ type: '4', id: '5', start: '2026-11-01', end: '2026-11-20' })
  expect(tile.getAttribute('href')).toBe('/marketing/coupon/record?couponId=5&dateLimit=2026-11-01%2C2026-11-20')
  expect(screen.getByLabelText(/^使用数 ÷ 领取数/)).toBeDefined()
  expect(screen.getByText('4.20')).toBeDefined()
  for (const name of ['订单数', '订单金额', '优惠金额'])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(
      '/order/list?couponId=5&dateField=pay&dateLimit=2026-11-01%2C2026-11-20',
    )
  const sources = within(screen.getByRole('region', { name: '按获取方式' }))
  expect(sources.getByRole('link', { name: '后台发送' }).getAttribute('href')).toContain('source=send')
  expect(sources.getByText('25.0%')).toBeDefined()
})

test('without the rights for costs and records there is no return and no link', async () => {
  signIn(['admin:marketing:report'])
  const { roi: _roi, cost: _cost, ...others } = report
  const asked = answer(activityReport.report, others)
  draw('?id=5&days=nonsense')
  expect(await screen.findByText('客单价')).toBeDefined()
  expect(asked[0]?.query).toMatchObject({ start: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  expect(screen.queryByRole('link', { name: '领取数' })).toBeNull()
  expect(screen.queryByText('投入产出比')).toBeNull()
})

test('the ranking and the report of one coupon show the same days unless others are chosen, and a rate of nothing is none', async () => {
  const none = { ...report, received: 0, used: 0, useRate: 0 }
  const asked = answer(activityReport.list, { list: [makeRank(5, { received: 0 })], total: 1, page: 1, limit: 20 })
  const shown = answer(activityReport.report, none)
  const { user } = draw()
  expect(await screen.findByText('近 30 天')).toBeDefined()
  expect(asked[0]?.query).toMatchObject({ dateLimit: 'lately30' })
  const days = screen.getByDisplayValue<HTMLInputElement>(/^\d{4}-\d\d-\d\d ~ /).value.split(' ~ ')
  await user.click(await screen.findByText('券5'))
  expect(await screen.findByText('没有人领取')).toBeDefined()
  expect(shown[0]?.query).toMatchObject({ start: days[0], end: days[1] })
})

test('a rate above all that was received says whose copies these are, and the foot adds up what is listed', async () => {
  const list = [makeRank(5), makeRank(6, { received: 8, used: 10, useRate: 125, orderAmount: 0.1 })]
  answer(activityReport.list, { list, total: 2, page: 1, limit: 20 })
  draw()
  expect(within((await screen.findByText('125%')).closest('td') as HTMLElement).getByText('含以前领的')).toBeDefined()
  expect(screen.getAllByText('含以前领的')).toHaveLength(1)
  const foot = screen.getByRole('contentinfo')
  expect(foot.textContent).toContain('领取 128使用 58订单金额 ¥12,846.40优惠金额 ¥1,920.00退款金额 ¥240.00')
})

test('a coupon that is not there says so', async () => {
  answer(activityReport.report, refuse(404, 'NOT_FOUND', '优惠券不存在'))
  draw('?id=5')
  expect(await screen.findByText(/没取到数据/)).toBeDefined()
})

test('the report of a flash sale says what it sold, gave away and left, and opens its orders', async () => {
  const goods: GoodsReport = {
    id: 7,
    type: 1,
    title: '毛巾秒杀',
    image: '',
    startTime: '2026-11-19',
    stopTime: '2026-11-20',
    phaseName: '进行中',
    budget: 100,
    budgetUsed: 30.3,
    quotaShow: 10,
    sales: 3,
    soldOutTime: null,
    views: 1286,
    orders: 4,
    buyers: { fresh: 1, lapsed: 0, regular: 1, again: 1 },
    paidOrders: 3,
    participants: 2,
    newBuyers: 1,
    units: 3,
    gmv: 29.7,
    discount: 30.3,
    refundAmount: 29.7,
    refundRate: 50,
    avgOrder: 14.85,
    points: 12,
    coupons: 1,
    cost: 15,
    margin: 14.7,
    roi: 0.49,
    daily: [{ day: '2026-11-19', paidOrders: 3, units: 3, gmv: 29.7, discount: 30.3 }],
    usual: [
      { day: '2026-11-17', amount: 140 },
      { day: '2026-11-20', amount: 10 },
    ],
    lift: { days: 1, sold: 29.7, fewer: 20, extraCost: -5, gifts: 0.12, net: 14.58 },
    skus: [
      { skuId: 1, suk: '白色', quotaShow: 3, sold: 3, soldOutTime: '2026-11-19 08:31:00', soldOutSeconds: 1860 },
      { skuId: 2, suk: '灰色', quotaShow: 7, sold: 0, soldOutTime: null, soldOutSeconds: null },
    ],
  }
  const asked = answer(activityReport.goods, goods)
  const { user, router } = draw('?activityId=7')
  expect(await screen.findByText('秒杀 · 2026-11-19 至 2026-11-20 · 进行中')).toBeDefined()
  expect(asked[0]?.query).toEqual({ id: '7' })
  expect(screen.getByRole('link', { name: '活动销售额' }).getAttribute('href')).toBe('/order/list?activityId=7')
  for (const text of [
    '¥14.70',
    '让利 1 元换回 0.49 元',
    '平均每件少收 ¥10.10',
    '50%',
    '已退 ¥29.70',
    '限量 10，预算 ¥30.30 / ¥100.00',
    '12 积分、1 张券',
    '新客 14 天内又买 1 人',
  ])
    expect(screen.getByText(text)).toBeDefined()
  const flow = within(screen.getByRole('list', { name: '比没办活动净多赚 ¥14.58' }))
  expect(flow.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['秒杀卖出+¥29.70', '平时价少卖−¥20.00', '少卖的货的成本+¥5.00', '送的券、积分−¥0.12', '净多赚¥14.58'],
  ])
  const sold = within(screen.getByRole('region', { name: '几点抢光' }))
  expect(sold.getByText('31 分钟')).toBeDefined()
  expect(sold.getByText('已售 3 / 3')).toBeDefined()
  // From the first usual day to the last, those without sales too, against the average of the week before.
  await user.click(screen.getByRole('button', { name: '查看数据' }))
  const days = within(screen.getByRole('region', { name: '图表数据' }))
  expect(days.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    ...['项目平时价秒杀价前 7 天平均', '11-17¥140.00¥0.00¥20.00', '11-18¥0.00¥0.00¥20.00'],
    ...['11-19¥0.00¥29.70¥20.00', '11-20¥10.00¥0.00¥20.00'],
  ])
  expect(screen.getByRole('button', { name: '看订单 4' })).toBeDefined()
  const copied = answer(activity.copy, { id: 8, version: 0 })
  await user.click(screen.getByRole('button', { name: '再办一场' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/marketing/seckill/edit/8'))
  expect(copied[0]?.body).toEqual({ id: 7 })
})

test('activities of a kind are ranked beside coupons, and a row opens the report of one', async () => {
  answer(activityReport.list, { list: [makeRank(5)], total: 1, page: 1, limit: 20 })
  const rows = [makeBrought(7, { title: '毛巾秒杀', gmv: 300, margin: 120.5, points: 30 })]
  const asked = answer(activityReport.goodsList, { list: rows, total: 1, page: 1, limit: 20 })
  const { user, router } = draw()
  await user.click(await screen.findByRole('tab', { name: '秒杀' }))
  expect(await screen.findByText('300.00')).toBeDefined()
  expect(asked[0]?.query).toMatchObject({ type: '1', dateLimit: 'lately30' })
  expect(screen.getByText('120.50')).toBeDefined()
  await user.click(screen.getByRole('columnheader', { name: /件数/ }))
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ type: '1', sort: expect.stringMatching(/^units,/) }))
  expect(router.state.location.search).toContain('kind=1')
  expect(screen.getByRole('link', { name: '毛巾秒杀' }).getAttribute('href')).toBe('/marketing/report?activityId=7')
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { category } from '@zhanggui/contract/product/category.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { activityCalendar, type CalendarRow } from '@zhanggui/contract/promotion/activity-calendar.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { narrowWindow } from '../../../testing/phone.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeCalendarRow } from '../promotion.fixture.ts'
import ActivityCalendarPage from './activity-calendar.page.tsx'

const dated = makeCalendarRow(1, {
  title: '秋冬咖啡券',
  startTime: '2026-11-03 09:00:00',
  stopTime: '2026-11-20 23:59:59',
  quota: 12,
  quotaShow: 100,
  lowest: 5,
  lowestOf: '挂耳咖啡 小盒',
  cost: 6,
  belowCost: true,
})

beforeEach(() => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser({ permissions: ['*:*:*'] }) })
  answer(category.pick, [])
  answer(product.pick, { list: [], total: 0, page: 1, limit: 100 })
})

const draw = (query = '?month=2026-11') => renderPage(<ActivityCalendarPage />, `/marketing/calendar${query}`)

test('a coupon is a bar over its days, marked where it falls below cost, and leads to the coupon', async () => {
  const asked = answer(activityCalendar.calendar, [dated, makeCalendarRow(2, { title: '常年券' })])
  const { router, user } = draw()
  const [bar] = await screen.findAllByRole('link', { name: /秋冬咖啡券/ })
  expect(bar?.getAttribute('aria-label')).toBe(
    '优惠券「秋冬咖啡券」，11-03 09:00 至 11-20 23:59，领取中，剩 12 / 100，最低到手 ¥5.00（挂耳咖啡 小盒），低于成本 ¥6.00',
  )
  expect(asked[0]?.query).toMatchObject({ start: '2026-10-26', end: '2026-12-06' })
  // In three weeks of the month, and the endless one once, above them.
  expect(screen.getAllByRole('link', { name: /秋冬咖啡券/ })).toHaveLength(3)
  expect(screen.getAllByRole('link', { name: /常年券/ })).toHaveLength(1)
  expect(screen.getByText('，1 个低于成本')).toBeDefined()
  await user.click(bar as HTMLElement)
  const { pathname, search } = router.state.location
  expect([pathname, decodeURIComponent(search)]).toEqual(['/marketing/coupon/list', '?name=秋冬咖啡券'])
})

// The month of today is not in the address, so the months are far from it.
test('month, view and filters are in the address, also by keys', async () => {
  const later = { ...dated, startTime: '2028-11-03 09:00:00', stopTime: '2028-11-20 23:59:59' }
  const asked = answer(activityCalendar.calendar, [later])
  const { router } = draw('?month=2028-11&types=4,9&cateId=3')
  await screen.findAllByRole('link', { name: /秋冬咖啡券/ })
  expect(asked[0]?.query).toMatchObject({ types: '4', cateId: '3' })
  fireEvent.keyDown(window, { key: ']' })
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ start: '2028-11-27', end: '2028-12-31' }))
  fireEvent.keyDown(window, { key: 'l' })
  await waitFor(() => expect(router.state.location.search).toBe('?view=line&month=2028-12&types=4&cateId=3'))
  expect(await screen.findByRole('region', { name: '2028-12 时间线' })).toBeDefined()
})

test('what begins, ends or warns is always seen with its hour; what runs through a week is counted when it finds no room', async () => {
  const through = [1, 2, 3, 4, 5, 6].map((id) =>
    makeCalendarRow(id, { title: `长${id}`, startTime: '2026-10-27 09:00:00', stopTime: '2026-12-05 12:00:00' }),
  )
  const telling = [7, 8, 9, 10, 11, 12].map((id) => makeCalendarRow(id, { ...dated, id, title: `券${id}` }))
  answer(activityCalendar.calendar, [...through, ...telling])
  const { user } = draw()
  // The six are seen in the week they begin, and in each of the three weeks of their days.
  expect(await screen.findAllByRole('link', { name: /券\d+」/ })).toHaveLength(18)
  expect(screen.getAllByText('09:00')).toHaveLength(12)
  expect(screen.getAllByText('23:59 止')).toHaveLength(6)
  const [, more] = screen.getAllByRole('button', { name: '还有 6 个' })
  await user.click(more as HTMLElement)
  const panel = within(await screen.findByRole('dialog'))
  expect(panel.getByText('2026-11-03 的活动')).toBeDefined()
  expect(panel.getAllByRole('listitem')).toHaveLength(12)
  expect(panel.getAllByRole('link')[0]?.textContent).toBe('券7')
})

test('the arrows move between bars; what runs all month stands above it once, with the rest of it a click away', async () => {
  const always = Array.from({ length: 14 }, (_, at) => makeCalendarRow(20 + at, { title: `常年${at}`, status: at > 0 }))
  answer(activityCalendar.calendar, [
    ...always,
    { ...always[0], id: 99, title: '亏本券', belowCost: true } as CalendarRow,
  ])
  const { user } = draw()
  const links = await screen.findAllByRole('link', { name: /优惠券/ })
  expect(links.map(({ textContent }) => textContent).slice(0, 2)).toEqual(['亏本券', '常年1'])
  links[0]?.focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(links[1])
  await user.click(screen.getByRole('button', { name: '还有 3 个' }))
  expect(within(await screen.findByRole('dialog')).getAllByRole('listitem')).toHaveLength(15)
})

test('phones list the month, warnings first; nothing found and refusals say what to do', async () => {
  narrowWindow()
  const begins = makeCalendarRow(3, { title: '周末券', startTime: '2026-11-07 09:00:00' })
  answer(activityCalendar.calendar, [dated, makeCalendarRow(2, { title: '常年券' }), begins])
  draw()
  const parts = await screen.findAllByRole('region', { name: /低于成本|开始|整月/ })
  expect(parts.map((part) => part.getAttribute('aria-label'))).toEqual(['低于成本', '11 月 7 日开始', '整月都在'])
  expect(within(parts[0] as HTMLElement).getByText('秋冬咖啡券')).toBeDefined()
  expect(screen.queryByText('时间线')).toBeNull()
})

test('nothing found can be unfiltered, and a failure tried again', async () => {
  answer(activityCalendar.calendar, ({ query: { cateId } }) =>
    cateId ? [] : refuse(500, 'INTERNAL', '服务器内部错误'),
  )
  const { user } = draw('?month=2026-11&cateId=3')
  await user.click(await screen.findByRole('button', { name: '清空筛选' }))
  expect(await screen.findByText('没取到数据')).toBeDefined()
})

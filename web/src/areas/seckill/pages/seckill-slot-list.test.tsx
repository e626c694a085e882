import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { type SeckillDay, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { makeWatched } from '../../../testing/activity.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { paceOf } from '../model/day.ts'
import { gapsOf, isTaken } from '../model/slots.ts'
import { makeSlot } from '../seckill.fixture.ts'
import SeckillSlotListPage from './seckill-slot-list.page.tsx'

function drawAs(permissions: string[], address = '/marketing/seckill/config?as=list') {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
  const slots = [makeSlot(8, { name: '早市场' }), makeSlot(10, { name: '上午场', status: false, phase: 'closed' })]
  answer(seckillSlot.list, { list: slots, total: 2, page: 1, limit: 20 })
  return renderPage(<SeckillSlotListPage />, address)
}

test('gaps of the day are what no slot has, also at its ends', () => {
  const slots = [makeSlot(10), makeSlot(8), makeSlot(20)]
  expect(gapsOf(slots)).toEqual([
    { startHour: 0, endHour: 8 },
    { startHour: 12, endHour: 20 },
    { startHour: 22, endHour: 24 },
  ])
  expect(gapsOf([])).toEqual([{ startHour: 0, endHour: 24 }])
  expect([isTaken(slots, 9), isTaken(slots, 12)]).toEqual([true, false])
})

test('a gap of the strip begins a slot with its hours, and hours of other slots cannot be chosen', async () => {
  const { user } = drawAs(['*:*:*'])
  await user.click(await screen.findByRole('button', { name: '在 12:00 - 24:00 加一场' }))
  const dialog = (await screen.findByText('添加场次', { selector: '.ant-modal-title *' })).closest(
    '[role=dialog]',
  ) as HTMLElement
  expect(within(dialog).getByText('12:00')).toBeDefined()
  await user.click(within(dialog).getByRole('combobox', { name: '开始时间' }))
  const option = await waitFor(() => {
    const found = document.querySelector('.ant-select-item-option[title="09:00"], .ant-select-item-option-disabled')
    if (!found) throw new Error('no option yet')
    return found
  })
  expect(option.className).toContain('disabled')
})

test('closing a slot says how many goods it hides, deleting that it is for ever, and its goods are a link', async () => {
  const turned = answer(seckillSlot.useStatus, { id: 8, version: 1 })
  const removed = answer(seckillSlot.remove, {})
  const { user } = drawAs(['*:*:*'])
  await user.click(await screen.findByRole('switch', { name: '场次「早市场」：开启' }))
  expect(await screen.findByText(/关闭场次「早市场」？它的 3 款商品买家马上看不到/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^关\s*闭$/ }))
  await waitFor(() => expect(turned.at(-1)).toMatchObject({ params: { id: '8' }, body: { status: false } }))
  expect(screen.getByRole('link', { name: '查看「早市场」的 3 个秒杀商品' }).getAttribute('href')).toBe(
    '/marketing/seckill/list?timeId=8',
  )
  await user.click(screen.getAllByRole('button', { name: /^删\s*除$/ })[0] as HTMLElement)
  const question = await screen.findByText(/删除秒杀时段「早市场」？永久删除该配置/)
  const dialog = within(question.closest('[role=dialog]') as HTMLElement)
  await user.click(dialog.getByRole('button', { name: /^删\s*除$/ }))
  await waitFor(() => expect(removed.at(-1)?.query).toEqual({ id: '8' }))
})

const sale = {
  id: 1,
  version: 4,
  productId: 8,
  storeName: '咖啡豆',
  title: '咖啡豆早场',
  image: '/file/a.jpg',
  timeId: 8,
  startTime: '2026-11-20',
  stopTime: '2026-11-22',
  price: 39.9,
  otPrice: 59.9,
  quotaShow: 500,
  reserved: 8,
  sales: 312,
  left: 180,
  soldOut: false,
  belowCost: false,
  phase: 'running' as const,
}
const makeDay = (day: string): SeckillDay => ({
  day,
  slots: [
    { id: 8, name: '早市场', startHour: 8, endHour: 10, phase: 'running', count: 2 },
    { id: 20, name: '晚间场', startHour: 20, endHour: 22, phase: 'upcoming', count: 1 },
  ],
  list: [
    sale,
    { ...sale, id: 2, title: '咖啡豆再来', soldOut: true, left: 0, belowCost: true },
    { ...sale, id: 3, title: '咖啡豆晚场', timeId: 20, phase: 'upcoming', sales: 0, reserved: 0, quotaShow: 200 },
  ],
  total: 3,
  quotaShow: 1200,
  reserved: 16,
  sales: 624,
  orders: Array.from({ length: 144 }, (_, at) => (at === 48 ? 30 : 0)),
})

test('the table of a day has a line for each product, says how much of each sale is gone, turns to other days and opens the figures of one', async () => {
  const asked = answer(seckill.day, ({ query }) => makeDay(String(query.day)))
  answer(activity.watch, makeWatched())
  const { user, router } = drawAs(['*:*:*'], '/marketing/seckill/config?day=2026-11-20')
  const table = within(await screen.findByRole('region', { name: '时间表' }))
  expect(screen.getByRole('heading', { name: '11 月 20 日 周五' })).toBeDefined()
  // Of one slot no two sales stand in a line.
  expect(table.getAllByRole('listitem')).toHaveLength(2)
  const block = table.getByRole('button', { name: '咖啡豆早场：进行中，已售 312，限量 500，剩 180' })
  expect(table.getByRole('button', { name: /咖啡豆再来：.*已抢光，低于成本$/ })).toBeDefined()
  expect(table.getByRole('img', { name: '每分钟下单，共 30 单，最高 3.0，08:00' })).toBeDefined()
  await user.click(block)
  expect(await screen.findByText('¥1,276.80')).toBeDefined()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: '后一天' }))
  await waitFor(() => expect(asked.at(-1)?.query).toEqual({ day: '2026-11-21' }))
  expect(router.state.location.search).toBe('?day=2026-11-21')
  await user.click(table.getByRole('button', { name: '早市场 08:00 - 10:00，2 款' }))
  await user.click(await screen.findByRole('menuitem', { name: '看它的商品' }))
  await waitFor(() => expect(router.state.location.search).toBe('?timeId=8'))
})

test('whoever may not see flash sales has the list of slots alone', async () => {
  drawAs(['admin:seckill:manger:list'], '/marketing/seckill/config')
  expect(await screen.findByText('上午场', { selector: 'td *, td' })).toBeDefined()
  expect(screen.queryByText('时间表')).toBeNull()
})

test('orders a minute are those of the stretch that has begun, as long as it lasts', () => {
  const orders = Array.from({ length: 144 }, (_, at) => (at === 60 ? 30 : at === 61 ? 4 : 0))
  expect(paceOf({ orders }, 10 * 60 + 13)).toMatchObject({ now: 1, most: 3, mostAt: '10:00', total: 34 })
  expect(paceOf({ orders }, undefined).perMinute).toHaveLength(144)
})

/** The table is 1800 px wide and begins at six o'clock, so that an hour has 100 px. */
function measureTable(block: HTMLElement) {
  const track = block.parentElement as HTMLElement
  track.getBoundingClientRect = () => new DOMRect(0, 0, 1800, 46)
}

test('a sale that is to come is dragged to another slot, after a question that says what follows; one that runs stays, as does what is dropped between slots', async () => {
  answer(seckill.day, ({ query }) => makeDay(String(query.day)))
  const moved = answer(seckill.move, { id: 3, version: 5 })
  const { user } = drawAs(['*:*:*'], '/marketing/seckill/config?day=2026-11-20')
  const drag = async (name: RegExp, hour: number) => {
    const block = await screen.findByRole('button', { name })
    measureTable(block)
    fireEvent.pointerDown(block, { button: 0, pointerType: 'mouse', clientX: 1450 })
    fireEvent.pointerMove(window, { clientX: (hour - 6) * 100 })
    const hint = screen.queryByText(/^换到 (早|晚)/)?.textContent
    fireEvent.pointerUp(window, { clientX: (hour - 6) * 100 })
    return hint
  }
  expect(await drag(/^咖啡豆早场/, 21)).toBeUndefined()
  expect(await drag(/^咖啡豆晚场/, 13)).toBeUndefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await drag(/^咖啡豆晚场/, 9)).toBe('换到 早市场')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('晚间场 20:00 - 22:00')).toBeDefined()
  expect(dialog.getByText(/^活动从 2026-11-20 到 2026-11-22，每天都换到这一场。.*马上开抢/)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: '换到 早市场' }))
  await waitFor(() => expect(moved[0]?.body).toEqual({ id: 3, version: 4, timeId: 8 }))
})

test('with the focus on a sale M asks for its other slot, and the toast takes the move back', async () => {
  const day = makeDay('2026-11-20')
  const [early, late] = day.slots
  if (!early || !late) throw new Error('no slots')
  answer(seckill.day, { ...day, slots: [{ ...early, phase: 'upcoming' }, late] })
  const moved = answer(seckill.move, { id: 3, version: 5 })
  const { user } = drawAs(['*:*:*'], '/marketing/seckill/config?day=2026-11-20')
  const block = await screen.findByRole('button', { name: /^咖啡豆晚场/ })
  await user.keyboard('m')
  expect(screen.queryByRole('dialog')).toBeNull()
  block.focus()
  await user.keyboard('m')
  await user.click(await screen.findByRole('button', { name: '换到 早市场' }))
  await user.click(await screen.findByRole('button', { name: '撤销' }))
  await waitFor(() =>
    expect(moved.map(({ body }) => body)).toEqual([
      { id: 3, version: 4, timeId: 8 },
      { id: 3, version: 5, timeId: 20 },
    ]),
  )
})

test('without the right to edit flash sales nothing is dragged', async () => {
  answer(seckill.day, ({ query }) => makeDay(String(query.day)))
  drawAs(['admin:seckill:manger:list', 'admin:seckill:list'], '/marketing/seckill/config?day=2026-11-20')
  const block = await screen.findByRole('button', { name: /^咖啡豆晚场/ })
  expect(block.getAttribute('aria-keyshortcuts')).toBeNull()
  expect(screen.queryByText(/拖动块换场/)).toBeNull()
})

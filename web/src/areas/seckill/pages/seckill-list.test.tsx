import { screen, waitFor, within } from '@testing-library/react'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { activityReport } from '@zhanggui/contract/promotion/activity-report.ts'
import { seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { makeActivitySku, makeBrought, makeToday, makeWatched } from '../../../testing/activity.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeSeckill, makeSeckillInfo, makeSlot } from '../seckill.fixture.ts'
import SeckillListPage from './seckill-list.page.tsx'

function signIn(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

function answerRows(...rows: ReturnType<typeof makeSeckill>[]) {
  return answer(seckill.list, { list: rows, total: rows.length, page: 1, limit: 20 })
}

const draw = (address = '/marketing/seckill/list') => renderPage(<SeckillListPage />, address)

beforeEach(() => {
  signIn(['*:*:*'])
  const slots = [makeSlot(8, { name: '早市场' }), makeSlot(20, { name: '晚间场', productCount: 40, todayCount: 9 })]
  answer(seckillSlot.list, { list: slots, total: 2, page: 1, limit: 100 })
  answer(activity.today, makeToday())
  answer(activity.headers, [
    { phase: 'all', name: '全部', count: 4 },
    { phase: 'running', name: '进行中', count: 1 },
    { phase: 'closed', name: '已关闭', count: 2 },
  ])
})

/** Dialogs have no names of their own here. */
async function dialogOf(title: string) {
  return (await screen.findByText(title)).closest('[role=dialog]') as HTMLElement
}

async function choose(user: ReturnType<typeof draw>['user'], row: string, act: string) {
  await user.click(await screen.findByRole('button', { name: `更多：${row}` }))
  await user.click(await screen.findByRole('menuitem', { name: act }))
}

test('a row says what is sold, held and left, and what staff should notice; slots and phases are filters that go together', async () => {
  const reads = answerRows(makeSeckill(1, { title: '咖啡豆', aboveSale: true }))
  const { user } = draw()
  expect(await screen.findByRole('img', { name: '「咖啡豆」已售 32，付款中 8，限量 100' })).toBeDefined()
  expect(screen.getByText('售价低于活动价')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^晚间场 20:00 - 22:00，未开始，9 款$/ }))
  await waitFor(() => expect(reads.at(-1)?.query).toMatchObject({ timeId: '20' }))
  await user.click(screen.getByRole('tab', { name: /进行中\s*1/ }))
  await waitFor(() => expect(reads.at(-1)?.query).toMatchObject({ timeId: '20', phase: 'running' }))
})

test('the list says what each sale brought, gave and cost, with sums in the foot, and which budget is used up', async () => {
  answerRows(makeSeckill(1, { title: '咖啡豆', budget: 100, budgetUsed: 100 }), makeSeckill(2, { title: '滤纸' }))
  const list = [
    makeBrought(1, { gmv: 300, discount: 99.5, refundAmount: 20, points: 30, cost: 120 }),
    makeBrought(2, { gmv: 50 }),
  ]
  const asked = answer(activityReport.goodsList, { list, total: 2, page: 1, limit: 100 })
  draw()
  expect(await screen.findByRole('link', { name: '¥300.00' })).toBeDefined()
  expect(asked[0]?.query).toEqual({ ids: ['1', '2'], limit: '100' })
  expect(screen.getByText('预算用完')).toBeDefined()
  expect(screen.getByText('/ ¥100.00')).toBeDefined()
  for (const text of ['已退 ¥20.00', '¥350.00']) expect(screen.getByText(text)).toBeDefined()
})

test('what is nearly gone or below cost is a tab of its own, and head and foot say what today brought', async () => {
  answer(activity.headers, [
    { phase: 'running', name: '进行中', count: 6 },
    { phase: 'nearlyGone', name: '快抢光', count: 2 },
    { phase: 'belowCost', name: '低于成本', count: 1 },
  ])
  const sums = answer(activity.today, ({ query }) =>
    query.notice
      ? makeToday({ orderCount: 1, units: 1, payAmount: 39.9, discount: 20 })
      : makeToday({ orderCount: 9, units: 12, payAmount: 478.8, discount: 240 }),
  )
  const reads = answerRows(makeSeckill(1, { title: '咖啡豆', belowCost: true, todayAmount: 39.9 }))
  const { user } = draw()
  expect(await screen.findByText('低于成本', { selector: 'span' })).toBeDefined()
  expect((await screen.findByText(/，今天卖出/)).textContent).toContain('今天卖出 12 件 ¥478.80，让利 ¥240.00')
  await user.click(screen.getByRole('tab', { name: /低于成本\s*1/ }))
  await waitFor(() => expect(reads.at(-1)?.query).toMatchObject({ notice: 'belowCost' }))
  await waitFor(() => expect(sums.at(-1)?.query).toEqual({ type: '1', notice: 'belowCost' }))
  expect((await screen.findByText(/今天卖出 1 件/, { selector: 'span' })).textContent).toBe(
    '今天卖出 1 件，销售额 ¥39.90，让利 ¥20.00',
  )
  await user.click(screen.getByRole('tab', { name: /进行中\s*6/ }))
  await waitFor(() => expect(reads.at(-1)?.query).toMatchObject({ phase: 'running' }))
  expect(reads.at(-1)?.query).not.toHaveProperty('notice')
})

test('a day without sales is told in a word, and the figures of a sale say its state as its row does', async () => {
  const gone = { soldOut: true, sales: 100, reserved: 0, quotaShow: 100, quota: 0, left: 0 }
  const waits = { phase: 'upcoming', phaseName: '未开始' } as const
  answerRows(makeSeckill(1, { ...gone, ...waits, title: '咖啡豆' }))
  answer(activity.watch, makeWatched({ ...waits, title: '咖啡豆', sales: 100, reserved: 0, quotaShow: 100, left: 0 }))
  const { user } = draw()
  expect(await screen.findByText('今天还没卖出')).toBeDefined()
  expect(screen.queryByText('让利')).toBeNull()
  await user.click(screen.getByRole('button', { name: /^数\s*据$/ }))
  const panel = within(await dialogOf('「咖啡豆」的数据'))
  expect(await panel.findByText('已抢光')).toBeDefined()
  expect(panel.queryByText('未开始')).toBeNull()
})

test('the slot in an address is a filter like any other', async () => {
  const reads = answerRows()
  const { router } = renderPage(<SeckillListPage />, '/marketing/seckill/list?timeId=8')
  await waitFor(() => expect(reads.at(-1)?.query).toMatchObject({ timeId: '8' }))
  expect(router.state.location.pathname).toBe('/marketing/seckill/list')
  expect(await screen.findByText(/没有符合/)).toBeDefined()
})

test('a running one is neither edited nor deleted, a closed one is both, and a session that may only list does nothing', async () => {
  answerRows(
    makeSeckill(1, { title: '在抢' }),
    makeSeckill(2, { title: '关着', status: false, phase: 'closed', phaseName: '已关闭' }),
  )
  const { user } = draw()
  await user.click(await screen.findByRole('button', { name: '更多：在抢' }))
  await screen.findByRole('menuitem', { name: '提前结束' })
  for (const act of ['编辑', '删除']) expect(screen.queryByRole('menuitem', { name: act })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: '更多：关着' }))
  expect(await screen.findByRole('menuitem', { name: '删除' })).toBeDefined()
  expect(screen.getByRole('button', { name: /^编\s*辑$/ })).toBeDefined()
})

test('a session that may only list sees no switch and no act that changes something', async () => {
  signIn(['admin:seckill:list'])
  answerRows(makeSeckill(1, { title: '在抢' }))
  draw()
  expect(await screen.findByText('在抢')).toBeDefined()
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('button', { name: '更多：在抢' })).toBeNull()
  expect(screen.getByRole('button', { name: /^数\s*据$/ })).toBeDefined()
})

test('opening below cost shows the SKUs with both figures and asks; another sale in the same hours is named with a way to it', async () => {
  const closed = { status: false, phase: 'closed', phaseName: '已关闭' } as const
  answerRows(makeSeckill(1, { title: '精华', ...closed }))
  const skus = [{ skuId: 81, suk: '30ml', lowest: 55.2, cost: 56 }]
  const sent = answer(seckill.useStatus, ({ body }) =>
    body.confirmBelowCost ? { id: 1, version: 4 } : refuse(422, 'BELOW_COST', '部分规格低于成本', { skus }),
  )
  const { user, router } = draw()
  await user.click(await screen.findByRole('switch', { name: '秒杀商品「精华」：关闭' }))
  const item = await screen.findByText(/^30ml：最低到手/)
  expect(item.textContent).toBe('30ml：最低到手 ¥55.20，成本 ¥56.00')
  await user.click(screen.getByRole('button', { name: '照样开启' }))
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ id: 1, status: true, confirmBelowCost: true }))
  expect(await screen.findByText('已开启')).toBeDefined()

  const next = { skus: [{ skuId: 81, suk: '30ml', lowest: 1.99, price: 20 }] }
  answer(seckill.useStatus, refuse(422, 'VERY_LOW', '不到售价的一成', next))
  await user.click(screen.getByRole('switch', { name: '秒杀商品「精华」：关闭' }))
  const low = await screen.findByText(/^30ml：.*售价/)
  expect(low.textContent).toBe('30ml：最低到手 ¥1.99，售价 ¥20.00')
  const question = low.closest('[role=dialog]') as HTMLElement
  await user.click(within(question).getByRole('button', { name: '先不开' }))

  const conflicts = [{ type: 1, id: 9, title: '周六专场', message: '该商品规格在相同时段已有秒杀活动：周六专场' }]
  answer(seckill.useStatus, refuse(409, 'ACTIVITY_CONFLICT', conflicts[0]?.message ?? '', { conflicts }))
  await user.click(screen.getByRole('switch', { name: '秒杀商品「精华」：关闭' }))
  expect(await screen.findByText(/相同时段已有秒杀活动：周六专场/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: '看「周六专场」' }))
  await waitFor(() => expect(router.state.location.search).toBe('?keywords=9'))
})

test('closing and ending ask with the numbers, and what fails in a batch is listed with its reason', async () => {
  answerRows(makeSeckill(1, { title: '咖啡豆' }), makeSeckill(2, { title: '台灯' }))
  const turned = answer(seckill.useStatus, { id: 1, version: 4 })
  answer(activity.watch, makeWatched({ unpaidCount: 8 }))
  const ended = answer(activity.end, { id: 1, version: 5 })
  const { user } = draw()
  await user.click(await screen.findByRole('switch', { name: '秒杀商品「咖啡豆」：开启' }))
  expect(await screen.findByText(/8 笔待付款仍会继续，随时可以再开启/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^关\s*闭$/ }))
  await waitFor(() => expect(turned.at(-1)?.body).toEqual({ id: 1, status: false }))

  await choose(user, '咖啡豆', '提前结束')
  expect(await screen.findByText(/已售 32 件，还剩 60 件不再卖。8 笔待付款的仍可付款。不能恢复/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: '提前结束' }))
  await waitFor(() => expect(ended.at(-1)?.body).toEqual({ id: 1 }))

  const sent = answer(activity.batch, {
    success: 1,
    failed: 1,
    errors: [{ id: 2, title: '台灯', message: '限量已用完' }],
  })
  for (const id of [1, 2]) await user.click(screen.getAllByRole('checkbox')[id] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: '开启 2 个' }))
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ ids: [1, 2], action: 'open' }))
  const dialog = within(await dialogOf('开启：成功 1 个，失败 1 个'))
  expect(dialog.getByText('台灯')).toBeDefined()
  expect(dialog.getByText('限量已用完')).toBeDefined()
})

test('数据 shows what is left, sold and earned with the last orders; 加库存 sends the whole quota of one SKU with the version', async () => {
  answerRows(makeSeckill(1, { title: '咖啡豆' }))
  answer(activity.watch, makeWatched({ unpaidCount: 8 }))
  answer(
    seckill.info,
    makeSeckillInfo(1, { attrValue: [makeActivitySku(81, { suk: '250g' }), makeActivitySku(82, { id: null })] }),
  )
  const set = answer(activity.quota, { id: 1, version: 4, quota: 110, quotaShow: 150 })
  const { user } = draw()
  await user.click(await screen.findByRole('button', { name: /^数\s*据$/ }))
  const panel = within(await dialogOf('「咖啡豆」的数据'))
  expect(await panel.findByText('¥1,276.80')).toBeDefined()
  expect(panel.getByRole('link', { name: '订单 20261120142600507318' })).toBeDefined()
  await user.keyboard('{Escape}')
  await choose(user, '咖啡豆', '加库存')
  await user.click(await screen.findByRole('button', { name: '修改「250g」限量 100' }))
  expect(screen.queryByText('规格82')).toBeNull()
  const field = screen.getByRole('spinbutton', { name: '「250g」限量' })
  await user.clear(field)
  await user.type(field, '150{Enter}')
  await waitFor(() => expect(set.at(-1)?.body).toEqual({ id: 1, skuId: 81, quota: 150, version: 3 }))
})

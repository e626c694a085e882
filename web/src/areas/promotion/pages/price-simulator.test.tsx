import { screen, waitFor, within } from '@testing-library/react'
import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { simulation } from '@zhanggui/contract/promotion/simulation.ts'
import { region } from '@zhanggui/contract/setting/region.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { userLevel } from '@zhanggui/contract/user/user-level.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { narrowWindow } from '../../../testing/phone.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeOrigin, makeSimulation } from '../promotion.fixture.ts'
import PriceSimulatorPage from './price-simulator.page.tsx'

const none = { list: [], total: 0, page: 1, limit: 100 }
const BASKET = 'sku=1x2_2_3x3'

function signIn(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

beforeEach(() => {
  signIn(['*:*:*'])
  answer(shopUser.list, none)
  answer(userLevel.list, [])
  answer(coupon.sendList, none)
  answer(region.tree, [])
})

const draw = (query: string) => renderPage(<PriceSimulatorPage />, `/marketing/simulate${query}`)
async function price() {
  await screen.findAllByRole('button', { name: '复制给买家' })
  return within(screen.getByRole('region', { name: '价格' }))
}

test('an empty page asks for goods and calls nothing', async () => {
  const asked = answer(simulation.run, makeSimulation())
  draw('')
  expect(await screen.findByText('选好商品就能看到价格')).toBeDefined()
  expect(screen.queryByRole('button', { name: '复制链接' })).toBeNull()
  expect(asked).toHaveLength(0)
})

test('a link asks the whole question, and each rule says what it did or why not', async () => {
  const { quote } = makeSimulation()
  const asked = answer(
    simulation.run,
    makeSimulation({
      payFee: 164.02,
      deductionPrice: 0,
      usedIntegral: 0,
      trace: quote.trace.map((step) =>
        step.rule === 'points' ? { ...step, applied: false, amount: 0, reason: '没有可用积分' } : step,
      ),
      problems: [{ code: 'NO_STOCK', message: '「滤纸」库存不足', status: 422 }],
    }),
  )
  draw(`?${BASKET}&uid=7&at=20261120142207&copy=31&use=1&city=310104`)
  const told = await price()
  expect(await told.findByText('优惠券「秋冬咖啡券」减 ¥20.00')).toBeDefined()
  expect(told.getByText('没有可用积分')).toBeDefined()
  expect(told.getByText('下不了单：「滤纸」库存不足')).toBeDefined()
  expect(asked[0]?.body).toEqual({
    items: [
      { skuId: 1, num: 2 },
      { skuId: 2, num: 1 },
      { skuId: 3, num: 3 },
    ],
    uid: 7,
    at: '2026-11-20 14:22:07',
    couponUserId: 31,
    usePoints: true,
    cityId: 310104,
  })
  expect(screen.getByRole('spinbutton', { name: '「咖啡豆」的数量' })).toHaveProperty('value', '2')
})

test('what is typed goes to the address and is reckoned after a pause, the last answer staying in sight', async () => {
  const asked = answer(simulation.run, makeSimulation())
  const { user, router } = draw(`?${BASKET}`)
  const told = await price()
  await told.findAllByText('¥134.02')
  const field = screen.getByRole('spinbutton', { name: '「滤纸」的数量' })
  await user.clear(field)
  await user.type(field, '12')
  await waitFor(() => expect(router.state.location.search).toBe('?sku=1x2_2x12_3x3'))
  expect(told.getAllByText('¥134.02').length).toBeGreaterThan(0)
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ items: [{}, { skuId: 2, num: 12 }, {}] }))
  expect(asked).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: '移除「滤纸」' }))
  await waitFor(() => expect(router.state.location.search).toBe('?sku=1x2_3x3'))
})

test('the best coupon is marked; a click tries one, another gives it up', async () => {
  const asked = answer(simulation.run, makeSimulation())
  const { user } = draw(`?${BASKET}&uid=7`)
  const table = within(await screen.findByRole('region', { name: '客户的优惠券' }))
  expect(table.getByText('1 / 2 张能用')).toBeDefined()
  expect(within(table.getByText('秋冬咖啡券').closest('tr') as HTMLElement).getByText('最优')).toBeDefined()
  expect(table.getByText('总金额小于优惠券最小使用金额，还差 23.98 元')).toBeDefined()
  await user.click(table.getByRole('button', { name: '试用「秋冬咖啡券」' }))
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ couponUserId: 31 }))
  await user.click(await table.findByRole('button', { name: /不\s*用/ }))
  await waitFor(() => expect(asked.at(-1)?.body).not.toHaveProperty('couponUserId'))
})

test('from an order it starts with its basket and moment, the kept trace beside it, and says what differs', async () => {
  answer(order.info, makeOrigin({ couponPrice: 0, payPrice: 154.02 }))
  const asked = answer(simulation.run, makeSimulation())
  const { router } = draw('?order=20261120142200000009')
  const told = await price()
  expect(await told.findByText(/试算 ¥134\.02，订单 ¥154\.02，订单多 ¥20\.00。/)).toBeDefined()
  expect(told.getByText(/优惠券：试算 −¥20\.00，订单 ¥0\.00。/)).toBeDefined()
  expect(told.getByRole('link', { name: '…000009' }).getAttribute('href')).toBe('/order/detail/9')
  expect(asked[0]?.body).toMatchObject({ uid: 7, at: '2026-11-20 14:22:07', couponId: 131, points: 3000 })
  expect(router.state.location.search).toContain('order=20261120142200000009&sku=1x2_2_3x3')
})

test('a link names the moment, so that a colleague sees the same', async () => {
  answer(simulation.run, makeSimulation())
  const { user } = draw(`?${BASKET}`)
  const copied = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(await screen.findByRole('button', { name: '复制链接' }))
  await waitFor(() => expect(copied).toHaveBeenCalled())
  expect(copied.mock.calls[0]?.[0]).toContain(`?${BASKET}&at=20261120142207`)
})

test('refusals are told in place; without the lists of others a customer is named by number', async () => {
  signIn(['admin:marketing:simulate'])
  answer(simulation.run, ({ body }) =>
    (body as { uid?: number }).uid ? refuse(404, 'NOT_FOUND', '用户不存在') : makeSimulation(),
  )
  const { user } = draw(`?${BASKET}`)
  const told = await price()
  await told.findAllByText('¥134.02')
  await user.type(screen.getByLabelText('客户'), '8')
  expect(await screen.findByText(/用户不存在/)).toBeDefined()
  expect(screen.queryByLabelText('会员等级')).toBeNull()
})

test('on phones the answer comes first: the question in a sentence, the trace kept with the order folded', async () => {
  narrowWindow()
  answer(order.info, makeOrigin())
  answer(simulation.run, makeSimulation())
  const { user } = draw('?order=20261120142200000009')
  const told = await price()
  const asked = screen.getByRole('region', { name: '试算条件' })
  expect(asked.textContent).toContain(
    '咖啡豆 等 3 种 6 件 · 阿夏 · 银卡 · 用券「秋冬咖啡券」 · 用积分 · 2026-11-20 14:22 · 快递',
  )
  const kept = told.getByText(/下单时记下的明细/).closest('details') as HTMLDetailsElement
  expect(kept.open).toBe(false)
  expect(screen.queryByLabelText('客户')).toBeNull()
  await user.click(within(asked).getByRole('button', { name: /修\s*改/ }))
  expect(screen.getByLabelText('客户')).toBeDefined()
})

test('the lowest price names what has to be used for it, and is asked for by one press', async () => {
  const lowest = { payFee: 104.02, couponUserId: 31, couponId: 131, couponName: '秋冬咖啡券', integral: 3000 }
  const asked = answer(simulation.run, { ...makeSimulation(), lowest })
  const { user } = draw(`?${BASKET}&uid=7`)
  const told = await price()
  expect(await told.findByText(/比现在少 ¥30.00：用优惠券「秋冬咖啡券」，再用 3,000 积分。/)).toBeDefined()
  await user.click(told.getByRole('button', { name: '试最低价' }))
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ uid: 7, couponUserId: 31, usePoints: true }))
  answer(simulation.run, makeSimulation())
  await user.click(screen.getByRole('switch', { name: '使用积分' }))
  expect(await told.findByText(/^已经是最低价/)).toBeDefined()
})

test('one SKU can be tried in the activities it is in', async () => {
  const taking = {
    type: 2 as const,
    id: 5,
    activitySkuId: 31,
    title: '咖啡豆砍价',
    price: 20,
    phase: 'running' as const,
    phaseName: '进行中',
  }
  const asked = answer(simulation.run, { ...makeSimulation(), activities: [taking] })
  const { user, router } = draw('?sku=1')
  await user.click(await screen.findByRole('combobox', { name: '活动' }))
  await user.click(await screen.findByText('砍价「咖啡豆砍价」 ¥20.00 · 进行中'))
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ activity: { type: 2, activitySkuId: 31 } }))
  expect(router.state.location.search).toContain('act=2-31')
})

import { screen, waitFor, within } from '@testing-library/react'
import { combination } from '@zhanggui/contract/combination/combination.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { makeActivitySku, makeToday, makeWatched } from '../../../testing/activity.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeCombination, makeCombinationInfo } from '../combination.fixture.ts'
import CombinationListPage from './combination-list.page.tsx'

function signIn(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

function answerRows(...rows: ReturnType<typeof makeCombination>[]) {
  return answer(combination.list, { list: rows, total: rows.length, page: 1, limit: 20 })
}

const draw = (address = '/marketing/combination/goods') => renderPage(<CombinationListPage />, address)
const upcoming = { phase: 'upcoming', phaseName: '未开始', startTime: '2099-11-01' } as const

beforeEach(() => {
  signIn(['*:*:*'])
  answer(activity.today, makeToday())
  answer(activity.headers, [
    { phase: 'all', name: '全部', count: 4 },
    { phase: 'running', name: '进行中', count: 1 },
  ])
})

async function choose(user: ReturnType<typeof draw>['user'], row: string, act: string) {
  await user.click(await screen.findByRole('button', { name: `更多：${row}` }))
  await user.click(await screen.findByRole('menuitem', { name: act }))
}

test('a row says who may buy how much, how many teams there were and what is sold; its counts open its teams', async () => {
  const reads = answerRows(makeCombination(4, { title: '毛巾', isHot: true }))
  const { user } = draw()
  expect(await screen.findByText('24 小时内成团 · 每人 5 件')).toBeDefined()
  expect(screen.getByText('热门')).toBeDefined()
  expect(screen.getByRole('img', { name: '「毛巾」已售 32，付款中 8，限量 100' })).toBeDefined()
  const [people, done] = screen.getAllByRole('link', { name: /^「毛巾」的/ })
  expect([people?.getAttribute('href'), done?.getAttribute('href')]).toEqual([
    '/marketing/combination/list?combinationId=4',
    '/marketing/combination/list?combinationId=4&status=2',
  ])
  await user.click(screen.getByRole('tab', { name: /进行中\s*1/ }))
  await waitFor(() => expect(reads.at(-1)?.query).toMatchObject({ phase: 'running' }))
})

test('a running one is looked at and ended, never edited or deleted; one that has not begun is edited although it is open', async () => {
  answerRows(makeCombination(1, { title: '在拼' }), makeCombination(2, { title: '明天', ...upcoming }))
  const { user, router } = draw()
  await user.click(await screen.findByRole('button', { name: '更多：在拼' }))
  await screen.findByRole('menuitem', { name: '提前结束' })
  for (const act of ['编辑', '删除']) expect(screen.queryByRole('menuitem', { name: act })).toBeNull()
  await user.click(screen.getByRole('menuitem', { name: '详情' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/marketing/combination/edit/1'))
  expect(router.state.location.search).toBe('?mode=info')
})

test('one that has not begun is edited and deleted from its menu', async () => {
  answerRows(makeCombination(2, { title: '明天', ...upcoming }))
  const removed = answer(combination.remove, refuse(409, 'STATE_CONFLICT', '还有 1 笔待付款，请先提前结束活动'))
  const { user, router } = draw()
  await choose(user, '明天', '删除')
  const question = await screen.findByText(/删除拼团商品「明天」/)
  await user.click(within(question.closest('[role=dialog]') as HTMLElement).getByRole('button', { name: /^删\s*除$/ }))
  await waitFor(() => expect(removed.at(-1)?.query).toEqual({ id: '2' }))
  expect(await screen.findByText('还有 1 笔待付款，请先提前结束活动')).toBeDefined()
  await choose(user, '明天', '编辑')
  await waitFor(() => expect(router.state.location.pathname).toBe('/marketing/combination/edit/2'))
})

test('closing says how many unpaid orders and teams go on, ending says what becomes of them', async () => {
  answerRows(makeCombination(1, { title: '毛巾' }))
  answer(activity.watch, makeWatched({ unpaidCount: 4, teamCount: 18 }))
  const turned = answer(combination.useStatus, { id: 1, version: 4 })
  const ended = answer(activity.end, { id: 1, version: 5 })
  const { user } = draw()
  await user.click(await screen.findByRole('switch', { name: '拼团商品「毛巾」：开启' }))
  expect(await screen.findByText(/4 笔待付款、18 个团仍会继续，随时可以再开启/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^关\s*闭$/ }))
  await waitFor(() => expect(turned.at(-1)?.body).toEqual({ id: 1, status: false }))
  await choose(user, '毛巾', '提前结束')
  expect(await screen.findByText(/18 个团马上到期，人数能补齐的成团，其余退款/)).toBeDefined()
  expect(screen.getByText(/参团的仍可付款，开团的付了会退回/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: '提前结束' }))
  await waitFor(() => expect(ended.at(-1)?.body).toEqual({ id: 1 }))
})

test('its figures name the running teams with a way to them, and its quota is raised while it runs', async () => {
  answerRows(makeCombination(4, { title: '毛巾' }))
  answer(activity.watch, makeWatched({ teamCount: 18 }))
  answer(combination.info, makeCombinationInfo(4, { attrValue: [makeActivitySku(81, { suk: '三条装' })] }))
  const set = answer(activity.quota, { id: 4, version: 4, quota: 110, quotaShow: 150 })
  const { user } = draw()
  await user.click(await screen.findByRole('button', { name: /^数\s*据$/ }))
  const panel = within((await screen.findByText('「毛巾」的数据')).closest('[role=dialog]') as HTMLElement)
  expect(await panel.findByText('进行中的团')).toBeDefined()
  expect(panel.getByRole('link', { name: '查看' }).getAttribute('href')).toBe(
    '/marketing/combination/list?combinationId=4&status=1',
  )
  await user.keyboard('{Escape}')
  await choose(user, '毛巾', '加库存')
  await user.click(await screen.findByRole('button', { name: '修改「三条装」限量 100' }))
  const field = screen.getByRole('spinbutton', { name: '「三条装」限量' })
  await user.clear(field)
  await user.type(field, '150{Enter}')
  await waitFor(() => expect(set.at(-1)?.body).toEqual({ id: 4, skuId: 81, quota: 150, version: 3 }))
})

test('a session that may only list finds no switch, no act that changes something, and no way to teams it may not see', async () => {
  signIn(['admin:combination:list'])
  answerRows(makeCombination(1, { title: '毛巾' }))
  draw()
  expect(await screen.findByText('毛巾')).toBeDefined()
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('link', { name: /^「毛巾」的/ })).toBeNull()
  expect(screen.queryByRole('button', { name: '更多：毛巾' })).toBeNull()
  expect(screen.queryByRole('button', { name: '拼团列表' })).toBeNull()
  expect(screen.getByRole('button', { name: /^数\s*据$/ })).toBeDefined()
})

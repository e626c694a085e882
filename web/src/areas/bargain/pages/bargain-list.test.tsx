import { screen, waitFor, within } from '@testing-library/react'
import { bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { makeToday, makeWatched } from '../../../testing/activity.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeBargain } from '../bargain.fixture.ts'
import BargainListPage from './bargain-list.page.tsx'

function signIn(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

function answerRows(...rows: ReturnType<typeof makeBargain>[]) {
  return answer(bargain.list, { list: rows, total: rows.length, page: 1, limit: 20 })
}

const draw = () => renderPage(<BargainListPage />, '/marketing/bargain/goods')

beforeEach(() => {
  signIn(['*:*:*'])
  answer(activity.today, makeToday())
  answer(activity.headers, [{ phase: 'all', name: '全部', count: 4 }])
})

test('a row says from which price to which, by how many cuts, and who took part; its counts open its sessions', async () => {
  answerRows(makeBargain(7, { title: '帐篷' }))
  draw()
  expect(await screen.findByText('16 刀砍到底 · 每人发起 1 次')).toBeDefined()
  expect([screen.getByText('¥699.00'), screen.getByText('¥499.00')]).toHaveLength(2)
  const [all, won] = screen.getAllByRole('link', { name: /^「帐篷」的/ })
  expect([all?.getAttribute('href'), won?.getAttribute('href')]).toEqual([
    '/marketing/bargain/list?bargainId=7',
    '/marketing/bargain/list?bargainId=7&status=3',
  ])
})

test('closing says that sessions go on, ending that they end and won ones are still ordered', async () => {
  answerRows(makeBargain(7, { title: '帐篷' }))
  answer(activity.watch, makeWatched({ sessionCount: 26 }))
  const turned = answer(bargain.useStatus, { id: 7, version: 4 })
  const ended = answer(activity.end, { id: 7, version: 5 })
  const { user } = draw()
  await user.click(await screen.findByRole('switch', { name: '砍价商品「帐篷」：开启' }))
  expect(await screen.findByText(/26 个砍价单仍会继续，随时可以再开启/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^关\s*闭$/ }))
  await waitFor(() => expect(turned.at(-1)?.body).toEqual({ id: 7, status: false }))
  await user.click(screen.getByRole('button', { name: '更多：帐篷' }))
  await user.click(await screen.findByRole('menuitem', { name: '提前结束' }))
  expect(await screen.findByText(/26 个砍价单马上结束，砍成的仍可下单/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: '提前结束' }))
  await waitFor(() => expect(ended.at(-1)?.body).toEqual({ id: 7 }))
})

test('why one cannot be opened is said in the words of the server, and its switch stays', async () => {
  answerRows(makeBargain(7, { title: '帐篷', status: false, phase: 'closed', phaseName: '已关闭' }))
  answer(bargain.useStatus, refuse(422, 'REFUSED', '限量已用完'))
  const { user } = draw()
  await user.click(await screen.findByRole('switch', { name: '砍价商品「帐篷」：关闭' }))
  expect(await screen.findByText('限量已用完')).toBeDefined()
  expect(screen.getByRole('switch', { name: '砍价商品「帐篷」：关闭' })).toBeDefined()
})

test('a session that may only list reads figures and changes nothing', async () => {
  signIn(['admin:bargain:list'])
  answerRows(makeBargain(7, { title: '帐篷' }))
  answer(activity.watch, makeWatched({ sessionCount: 26 }))
  const { user } = draw()
  expect(await screen.findByText('帐篷')).toBeDefined()
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('button', { name: '更多：帐篷' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^数\s*据$/ }))
  const panel = within((await screen.findByText('「帐篷」的数据')).closest('[role=dialog]') as HTMLElement)
  expect(await panel.findByText('进行中的砍价')).toBeDefined()
})

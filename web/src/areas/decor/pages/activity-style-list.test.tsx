import { screen, waitFor, within } from '@testing-library/react'
import { activityStyle } from '@zhanggui/contract/decor/activity-style.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { narrowWindow } from '../../../testing/phone.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeStyle } from '../style.fixture.ts'
import ActivityStyleListPage from './activity-style-list.page.tsx'

const BORDER = '/marketing/style/border'

function signIn(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

function answerRows(...rows: ReturnType<typeof makeStyle>[]) {
  return answer(activityStyle.list, { list: rows, total: rows.length, page: 1, limit: 20 })
}

beforeEach(() => {
  signIn(['*:*:*'])
  const tea = { id: 3, name: '茶叶', pid: 0, type: 1, level: 1, sort: 0, status: true, isShow: true }
  answer(category.pick, [{ ...tea, version: 0, disabled: false }])
})

test('each of the two pages lists the styles of its type, with what they dress and where they stand', async () => {
  const reads = answerRows(
    makeStyle(1, { name: '大促边框' }),
    makeStyle(2, { name: '茶叶边框', method: 3, targetIds: [3, 4], runningStatus: 0, status: false }),
    makeStyle(3, { name: '过季边框', method: 1, targetIds: [7, 8], runningStatus: -1 }),
  )
  renderPage(<ActivityStyleListPage />, BORDER)
  const row = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement)
  const running = await row('大促边框')
  expect(running.getByText('全部商品')).toBeDefined()
  expect(running.getByText('进行中')).toBeDefined()
  expect(running.getByRole('img', { name: '「大促边框」的边框' })).toBeDefined()
  const coming = await row('茶叶边框')
  expect(coming.getByText('未开始')).toBeDefined()
  expect(coming.getByText('没开启，买家看不到')).toBeDefined()
  await waitFor(() => expect(coming.getByText(/茶叶/, { selector: 'span span' })).toBeDefined())
  expect((await row('过季边框')).getByText('2 件商品')).toBeDefined()
  expect(reads[0]?.query).toMatchObject({ type: '0' })
  expect(screen.getByRole('heading', { name: '活动边框' })).toBeDefined()
})

test('the page of strips asks for strips, and its filters go into the address', async () => {
  const reads = answerRows(makeStyle(1, { type: 1, name: '年货节' }))
  const { user, router } = renderPage(<ActivityStyleListPage />, '/marketing/style/atmosphere?runningStatus=1')
  expect(await screen.findByRole('img', { name: '「年货节」的氛围图' })).toBeDefined()
  expect(reads[0]?.query).toMatchObject({ type: '1', runningStatus: '1' })
  await user.type(screen.getByRole('textbox', { name: '活动名称' }), '年货')
  await waitFor(() => expect(reads.at(-1)?.query).toMatchObject({ type: '1', name: '年货' }))
  await user.click(screen.getByRole('button', { name: /添加活动氛围/ }))
  expect(router.state.location.pathname).toBe('/marketing/style/edit/1')
})

test('opening one whose time is over says so, and deleting asks that it is for good', async () => {
  answerRows(makeStyle(1, { name: '过季边框', runningStatus: -1, status: false }))
  const used = answer(activityStyle.useStatus, { id: 1, version: 3 })
  const removed = answer(activityStyle.remove, {})
  const { user, router } = renderPage(<ActivityStyleListPage />, BORDER)
  await user.click(await screen.findByRole('switch', { name: '活动边框「过季边框」：关闭' }))
  expect(await screen.findByText(/它的时间已过，买家看不到/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^开\s*启$/ }))
  await waitFor(() => expect(used[0]?.body).toEqual({ id: 1, status: true }))
  await user.click(screen.getByRole('button', { name: /^删\s*除$/ }))
  expect(await screen.findByText(/删除活动后将无法恢复，请谨慎操作!/)).toBeDefined()
  await user.click(screen.getAllByRole('button', { name: /^删\s*除$/ }).at(-1) as HTMLElement)
  await waitFor(() => expect(removed[0]?.query).toEqual({ id: '1' }))
  await user.click(await screen.findByRole('button', { name: /^编\s*辑$/ }))
  expect(router.state.location.pathname).toBe('/marketing/style/edit/0/1')
})

test('a session that may only list sees no switch and no act, and on a phone the same facts are on cards', async () => {
  narrowWindow()
  signIn(['admin:activitystyle:list'])
  answerRows(makeStyle(1, { name: '大促边框', method: 1, targetIds: [7] }))
  renderPage(<ActivityStyleListPage />, BORDER)
  const card = within((await screen.findByText('大促边框')).closest('article') as HTMLElement)
  expect(card.getByText('进行中')).toBeDefined()
  expect(card.getByText('1 件商品')).toBeDefined()
  expect(card.getByText(/2099-11-30 23:59 止/)).toBeDefined()
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('button', { name: /^(编辑|删除)$/ })).toBeNull()
})

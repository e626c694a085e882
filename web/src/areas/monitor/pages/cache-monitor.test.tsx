import { screen, waitFor, within } from '@testing-library/react'
import { cache } from '@zhanggui/contract/monitor/monitor.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, type FakeAnswer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import CacheMonitorPage from './cache-monitor.page.tsx'

const dict = { name: 'dict', count: 2, hits: 30, misses: 10, hitRate: 0.75, bytes: 2048, ttl: 300 }

const caches = [dict, { ...dict, name: 'perm', bytes: 0, hitRate: 0 }]

function open(permissions = ['*:*:*'], list: typeof caches | FakeAnswer = caches) {
  useSession.setState({ user: makeUser(), permissions })
  answer(cache.list, list)
  return renderPage(<CacheMonitorPage />).user
}

test('each cache shows its size and its hit rate', async () => {
  open()
  const row = await screen.findByRole('row', { name: /字典/ })
  expect(row.textContent).toBe('字典dict2301075.0%2.0 KB5分查看清空')
})

test('a single cache or all of them are cleared after a confirmation', async () => {
  const user = open()
  const one = answer(cache.clear, {})
  const all = answer(cache.clearAll, {})
  await user.click(within(await screen.findByRole('row', { name: /字典/ })).getByRole('button', { name: '清空' }))
  await screen.findByText('清空缓存「字典」？')
  expect(one).toHaveLength(0)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '清空' }))
  await waitFor(() => expect(one[0]?.params).toEqual({ name: 'dict' }))
  await user.click(screen.getByRole('button', { name: '清空全部' }))
  await screen.findByText('清空全部缓存？')
  await user.click(
    within((await screen.findAllByRole('dialog')).at(-1) as HTMLElement).getByRole('button', { name: '清空' }),
  )
  await waitFor(() => expect(all).toHaveLength(1))
})

test('the entries of a cache are looked up by key and removed one by one', async () => {
  const user = open()
  const requests = answer(cache.entries, { list: [{ key: 'user_status', value: ['启用'] }], total: 7, hidden: false })
  const removed = answer(cache.remove, {})
  await user.click(within(await screen.findByRole('row', { name: /字典/ })).getByRole('button', { name: '查看' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('columnheader', { name: '键（共 7 个）' })
  await user.type(dialog.getByPlaceholderText('按键查找'), 'user{Enter}')
  await waitFor(() => expect(requests.at(-1)?.query).toEqual({ key: 'user' }))
  await user.click(await dialog.findByRole('button', { name: '删除' }))
  await waitFor(() => expect(removed[0]?.params).toEqual({ name: 'dict', key: 'user_status' }))
})

test('a cache of secrets says that its values are hidden', async () => {
  const user = open()
  answer(cache.entries, { list: [{ key: 'a', value: null }], total: 1, hidden: true })
  await user.click(within(await screen.findByRole('row', { name: /用户权限/ })).getByRole('button', { name: '查看' }))
  await screen.findByText('此缓存含密钥，不显示内容。')
})

test('users with read access only are offered nothing else', async () => {
  open(['admin:system:cache:list'])
  await screen.findByRole('row', { name: /字典/ })
  expect(screen.queryByRole('button', { name: '清空' })).toBeNull()
  expect(screen.queryByRole('button', { name: '清空全部' })).toBeNull()
})

test('重试 fetches a list that failed to load', async () => {
  const user = open(undefined, refuse(500, 'INTERNAL', '系统繁忙'))
  const again = await screen.findByRole('button', { name: '重试' })
  answer(cache.list, [dict])
  await user.click(again)
  await screen.findByRole('row', { name: /字典/ })
})

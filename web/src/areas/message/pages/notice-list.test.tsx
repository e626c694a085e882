import { screen, waitFor, within } from '@testing-library/react'
import { type Notice, notice } from '@zhanggui/contract/message/notice.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import NoticeListPage from './notice-list.page.tsx'

const draft: Notice = {
  id: 1,
  version: 0,
  title: '盘点通知',
  content: '<p>今晚<script>alert(1)</script><img src="/x.png" onerror="alert(1)">盘点</p>',
  level: 'info',
  targets: 'all',
  targetIds: [],
  startTime: null,
  endTime: null,
  pinned: false,
  status: 'draft',
  readCount: 0,
  targetCount: 8,
  publishTime: null,
  createTime: '2025-03-01 10:00:00',
}

beforeEach(() => {
  const permissions = ['list', 'save', 'update', 'delete'].map((action) => `admin:system:notice:${action}`)
  useSession.setState({ user: makeUser(), permissions })
  answer(notice.list, {
    list: [draft, { ...draft, id: 2, title: '放假', status: 'published' }],
    total: 2,
    page: 1,
    limit: 20,
  })
})

test('a draft is published after a confirmation; a published one cannot be edited', async () => {
  const published = answer(notice.publish, { id: 1, version: 1 })
  const { user } = renderPage(<NoticeListPage />)
  const row = await screen.findByRole('row', { name: /盘点通知/ })
  await user.click(within(row).getByRole('button', { name: '发布' }))
  await screen.findByText(/^发布公告「盘点通知」？/)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '发布' }))
  await waitFor(() => expect(published[0]?.params).toEqual({ id: '1' }))
  const other = screen.getByRole('row', { name: /放假/ })
  expect(within(other).queryByRole('button', { name: '编辑' })).toBeNull()
  expect(within(other).getByRole('button', { name: '撤回' })).toBeDefined()
})

test('the text of an announcement is shown without anything executable', async () => {
  const { user } = renderPage(<NoticeListPage />)
  await user.click(await screen.findByRole('button', { name: '盘点通知' }))
  const article = await screen.findByRole('article')
  expect(article.textContent).toContain('今晚盘点')
  expect(article.querySelector('script')).toBeNull()
  expect(article.querySelector('img')?.outerHTML).toBe('<img src="/x.png">')
})

import { screen, waitFor, within } from '@testing-library/react'
import { contentCheck } from '@zhanggui/contract/wechat/content-check.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { productLine, readCodeLines } from '../model/code-lines.ts'
import ContentCheckListPage from './content-check-list.page.tsx'

test('a list of codes has a name and what it carries in each line, and says which line is wrong', () => {
  expect(readCodeLines('云南 小粒 id=12\n\n手冲壶 id=15\nid=3').codes).toEqual([
    { name: '云南 小粒', scene: 'id=12' },
    { name: '手冲壶', scene: 'id=15' },
    { name: 'id=3', scene: 'id=3' },
  ])
  expect(readCodeLines(productLine(12, `云南 小粒${'长'.repeat(80)}`)).codes).toEqual([
    { name: `云南 小粒${'长'.repeat(55)}`, scene: 'id=12' },
  ])
  expect(readCodeLines('手冲壶 编号15').problem).toMatch(/^第 1 行/)
})

const held = {
  id: 7,
  kind: 'nickname' as const,
  bizId: 3,
  uid: 3,
  nickname: '小美',
  text: '可疑名',
  pics: [],
  state: 1 as const,
  verdict: 'review' as const,
  reason: '',
  createTime: '2026-11-30 08:00:00',
  decideTime: null,
}

function openDesk(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
  answer(contentCheck.list, { list: [held], total: 1, page: 1, limit: 20 })
  return renderPage(<ContentCheckListPage />, '/channel/routine/content')
}

test('what is held is only looked at without the right to decide it', async () => {
  openDesk(['admin:wechat:content:list'])
  expect(await screen.findByText('可疑名')).toBeDefined()
  expect(screen.queryByRole('button', { name: /放\s*行/ })).toBeNull()
})

test('what is held is let pass by one press, and refused after a question', async () => {
  const decided = answer(contentCheck.decide, { done: 1, skipped: 0 })
  const { user } = openDesk(['*:*:*'])
  await user.click(await screen.findByRole('button', { name: /^放\s*行$/ }))
  await waitFor(() => expect(decided.at(-1)?.body).toEqual({ ids: [7], pass: true }))
  await user.click(screen.getByRole('button', { name: /^拒\s*绝$/ }))
  const question = (await screen.findByText(/拒绝 1 条内容/)).closest('[role=dialog]') as HTMLElement
  await user.click(within(question).getByRole('button', { name: /^拒\s*绝$/ }))
  await waitFor(() => expect(decided.at(-1)?.body).toEqual({ ids: [7], pass: false }))
})

import { screen, waitFor, within } from '@testing-library/react'
import { type AuditEntry, audit } from '@zhanggui/contract/monitor/audit.ts'
import { productUndo } from '@zhanggui/contract/product/product-undo.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import AuditListPage from './audit-list.page.tsx'

const requestId = '01JN000000000000000000000A'

function makeEntry(id: number, given: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id,
    time: '2026-01-01 10:00:00',
    actorType: 'admin',
    actorId: 7,
    actorName: 'wang',
    actorNick: '王掌柜',
    ip: '10.0.0.1',
    requestId,
    action: 'update',
    objectType: 'product',
    objectId: String(id),
    objectName: `商品${id}`,
    diff: [{ path: 'price', label: '售价', before: 8, after: 9 }],
    ...given,
  }
}

const act = makeEntry(900, { action: 'batch', objectName: '修改价格（45 个商品）', diff: [] })
/** Of the bulk act, newest first: its own entry, then what it changed. */
const members = [act, ...Array.from({ length: 45 }, (_, index) => makeEntry(45 - index))]

function serveTrail() {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser() })
  return answer(audit.list, ({ query }) => {
    const { requestId: asked, page, limit } = query as { requestId?: string; page?: string; limit?: string }
    const of = asked ? members : [act]
    const from = (Number(page ?? 1) - 1) * Number(limit ?? 20)
    return { list: of.slice(from, from + Number(limit ?? 20)), total: of.length, page: 1, limit: 20 }
  })
}

async function openAct() {
  const { user } = renderPage(<AuditListPage />, '/monitor/audit')
  await user.click(await screen.findByRole('button', { name: '详情' }))
  const dialog = (await screen.findByText('变更记录')).closest<HTMLElement>('[role=dialog]') ?? document.body
  return { user, dialog: within(dialog) }
}

test('a bulk act is one entry that opens to what it changed, in words and by pages, without itself', async () => {
  const requests = serveTrail()
  const { user, dialog } = await openAct()
  expect(await dialog.findByText('商品45')).toBeDefined()
  expect(dialog.getAllByText('售价：8 → 9')).toHaveLength(19)
  expect(dialog.queryByRole('cell', { name: '修改价格（45 个商品）' })).toBeNull()
  expect(requests.at(-1)?.query).toMatchObject({ requestId, page: '1', limit: '20' })
  await user.click(dialog.getByTitle('3'))
  expect(await dialog.findByText('商品1')).toBeDefined()
})

test('what could not be read says so and is read again', async () => {
  serveTrail()
  const { user, dialog } = await openAct()
  await dialog.findByText('商品45')
  answer(audit.list, refuse(500, 'INTERNAL', '系统繁忙，请稍后再试'))
  await user.click(dialog.getByTitle('2'))
  const retry = await dialog.findByRole('button', { name: /重\s?试/ })
  serveTrail()
  await user.click(retry)
  await waitFor(() => expect(dialog.queryByRole('button', { name: /重\s?试/ })).toBeNull())
})

test.each([
  ['open', '恢复'],
  ['done', '已恢复'],
] as const)('the record of a bulk act that is %s offers %s; others offer nothing', async (status, word) => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser() })
  answer(audit.list, { list: [act, makeEntry(1, { requestId: 'other' })], total: 2, page: 1, limit: 20 })
  const found = answer(productUndo.find, [{ id: 5, requestId, title: '批量修改价格', status }])
  renderPage(<AuditListPage />, '/monitor/audit')
  const row = within((await screen.findByText(/修改价格（45 个商品）/)).closest('tr') as HTMLElement)
  await row.findByRole('button', { name: word })
  expect(screen.getAllByRole('button', { name: /恢复/ })).toHaveLength(1)
  expect(found[0]?.query.requestIds).toBe(requestId)
})

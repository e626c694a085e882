import { screen, waitFor, within } from '@testing-library/react'
import { type HistoryEntry, history } from '@zhanggui/contract/monitor/history.ts'
import { brand } from '@zhanggui/contract/product/brand.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../api/session.ts'
import { answer, refuse } from '../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../testing/render.tsx'
import { ListDialogs } from '../list-page/list-dialogs.tsx'
import { MoreActions, RowActions } from '../list-page/row-actions.tsx'
import { HistoryButton } from './history-button.tsx'

const entry: HistoryEntry = {
  id: 9,
  time: '2026-11-20 10:00:00',
  actorName: '小李',
  way: 'console',
  action: 'update',
  restoredFrom: '',
  restorable: true,
  changes: [
    { path: 'name', label: '品牌名称', before: '旧名', after: '新名', reason: '' },
    { path: 'isShow', label: '显示', before: '显示', after: '隐藏', reason: '不在编辑表单里' },
  ],
}
const page = {
  list: [entry],
  hasMore: false,
  fields: [{ name: 'name', title: '品牌名称' }],
  actors: ['小李'],
  days: 180,
  cut: true,
  version: 3,
  refusal: '',
}
const brandHistory = { object: 'brand' as const, id: 4, name: '清风' }

function signIn(...permissions: string[]) {
  useSession.setState({ user: makeUser(), permissions })
}

test('a field goes back to what it was, after what changes by that was shown', async () => {
  signIn(brand.info.permission as string)
  const asked = answer(history.list, page)
  answer(history.preview, {
    version: 3,
    changes: [{ path: 'name', label: '品牌名称', before: '新名', after: '旧名' }],
    kept: [],
  })
  const restored = answer(history.restore, { version: 4, kept: [] })
  const { user } = renderPage(<HistoryButton {...brandHistory} />)
  await user.click(screen.getByRole('button', { name: '修改记录' }))
  const panel = await screen.findByRole('dialog', { name: '修改记录：清风' })
  await within(panel).findByText('小李')
  expect(within(panel).getByText('修改记录保留 180 天，更早的已清理')).toBeDefined()
  expect(within(panel).queryByRole('button', { name: '改回显示' })).toBeNull()
  await user.click(within(panel).getByRole('button', { name: '改回品牌名称' }))
  await user.click(await screen.findByRole('button', { name: '恢复 1 项' }))
  await waitFor(() => expect(restored).toHaveLength(1))
  expect(restored[0]).toMatchObject({
    params: { object: 'brand', id: '4' },
    body: { entry: 9, field: 'name', version: 3 },
  })
  // The panel shows the restoration as the newest act.
  await waitFor(() => expect(asked.length).toBeGreaterThan(1))
})

test('who changed it meanwhile is named, and the panel stays', async () => {
  signIn(brand.info.permission as string)
  answer(history.list, page)
  answer(history.preview, { version: 3, changes: entry.changes, kept: [{ label: '状态', reason: '有自己的按钮' }] })
  answer(history.restore, refuse(409, 'VERSION_CONFLICT', '数据已被小王修改，请刷新后重试'))
  const { user } = renderPage(<HistoryButton {...brandHistory} />)
  await user.click(screen.getByRole('button', { name: '修改记录' }))
  await user.click(await screen.findByRole('button', { name: '恢复到这之前' }))
  expect(await screen.findByText('保持不变：状态（有自己的按钮）')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '恢复 2 项' }))
  expect(await screen.findByText('数据已被小王修改，请刷新后重试')).toBeDefined()
  expect(screen.getByText('修改记录：清风')).toBeDefined()
})

test('a row has it in its menu, and nobody has it who may not read the object', async () => {
  signIn()
  answer(history.list, { ...page, list: [], cut: false })
  const { user } = renderPage(
    <ListDialogs>
      <RowActions history={brandHistory}>
        <MoreActions name="清风" of={[]} />
      </RowActions>
    </ListDialogs>,
  )
  await user.click(screen.getByRole('button', { name: '更多：清风' }))
  await user.click(await screen.findByRole('menuitem', { name: '修改记录' }))
  expect(await screen.findByText('还没有改过')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '关闭' }))
  renderPage(<HistoryButton {...brandHistory} />)
  expect(screen.queryByRole('button', { name: '修改记录' })).toBeNull()
})

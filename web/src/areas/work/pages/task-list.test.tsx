import { screen, waitFor, within } from '@testing-library/react'
import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { productUndo } from '@zhanggui/contract/product/product-undo.ts'
import { dict } from '@zhanggui/contract/setting/dict.ts'
import { scheduledJob } from '@zhanggui/contract/work/scheduled-job.ts'
import { type Task, task } from '@zhanggui/contract/work/task.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { useTaskDrawer } from '../../../kit/tasks.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import DictListPage from '../../setting/pages/dict-list.page.tsx'
import ScheduledJobListPage from './scheduled-job-list.page.tsx'
import TaskListPage from './task-list.page.tsx'

const makeTask = (part: Partial<Task>): Task => ({
  id: '00000000-0000-4000-8000-000000000001',
  type: 'export',
  title: '字典导出',
  status: 'running',
  progress: 40,
  total: 6000,
  processed: 2400,
  failed: 0,
  resultName: '',
  resultRows: 0,
  hasErrorFile: false,
  message: '',
  createBy: 1,
  createName: '店主',
  createTime: '2026-01-01 00:00:00',
  startTime: null,
  finishTime: null,
  expireTime: null,
  ...part,
})
const OTHER = '00000000-0000-4000-8000-000000000002'
const page = <Row,>(...list: Row[]) => ({ list, total: list.length, page: 1, limit: 20 })
const inRow = async (text: string) => within((await screen.findByText(text)).closest('tr') as HTMLElement)

beforeEach(() => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser() })
  useTaskDrawer.setState({ open: false })
})

test('a running task shows its progress and can be cancelled; a failed one says why and can be restarted', async () => {
  answer(
    task.list,
    page(makeTask({}), makeTask({ id: OTHER, title: '商品导出', status: 'failed', message: '服务重启中断' })),
  )
  const cancelled = answer(task.cancel, {})
  const retried = answer(task.retry, {})
  const { user } = renderPage(<TaskListPage />)
  const running = await inRow('字典导出')
  expect(running.getByText('2,400 / 6,000')).toBeDefined()
  expect(running.queryByText('下载')).toBeNull()
  await user.click(running.getByRole('button', { name: /取\s*消/ }))
  await screen.findByText('停止任务「字典导出」？')
  await user.click(screen.getByRole('button', { name: '停止' }))
  await waitFor(() => expect(cancelled).toHaveLength(1))
  const failed = await inRow('商品导出')
  expect(failed.getByText('服务重启中断')).toBeDefined()
  await user.click(failed.getByRole('button', { name: /重\s*试/ }))
  await waitFor(() => expect(retried[0]?.params).toEqual({ id: OTHER }))
})

test('a task of somebody else is not offered to be done again, as it would run with their rights', async () => {
  useSession.setState({ permissions: ['admin:system:task:list'], user: makeUser({ id: 7 }) })
  const [own, other] = [
    { id: makeTask({}).id, title: '我的导出', createBy: 7 },
    { title: '别人的导入', createBy: 8 },
  ]
  answer(task.list, page(makeTask({ ...own, status: 'failed' }), makeTask({ ...other, id: OTHER, status: 'failed' })))
  renderPage(<TaskListPage />)
  expect((await inRow('我的导出')).getByRole('button', { name: /重\s*试/ })).toBeDefined()
  expect((await inRow('别人的导入')).queryByRole('button', { name: /重\s*试/ })).toBeNull()
})

test('a long export says so and links to the tasks', async () => {
  const row = { id: 1, version: 0, name: 'sex', remark: '性别', builtin: true, createTime: '2026-01-01 00:00:00' }
  answer(dict.list, { content: [row], totalElements: 1 })
  const asked = answer(dict.download, { taskId: makeTask({}).id })
  const { user } = renderPage(<DictListPage />)
  await screen.findAllByText('sex')
  const [button] = screen.getAllByRole('button', { name: /导\s*出/ })
  if (button) await user.click(button)
  await screen.findByText('数据量较大，已转入任务中心')
  expect(asked).toHaveLength(1)
  expect(useTaskDrawer.getState().open).toBe(true)
})

test('a scheduled task shows its next times while its expression is typed', async () => {
  answer(scheduledJob.list, page())
  answer(scheduledJob.beans, [{ name: 'logCleanup', title: '清理过期日志', cron: '0 30 3 * * ?' }])
  answer(scheduledJob.cron, ['2026-01-02 03:00:00', '2026-01-03 03:00:00'])
  const { user } = renderPage(<ScheduledJobListPage />)
  await user.click(await screen.findByRole('button', { name: /新\s*增/ }))
  await screen.findByText('接下来：2026-01-02 03:00:00，2026-01-03 03:00:00')
  const dialog = within((await screen.findByText('新增定时任务')).closest('[role=dialog]') as HTMLElement)
  await user.type(dialog.getByLabelText('参数'), 'no json')
  await user.click(dialog.getByRole('button', { name: /确\s*认/ }))
  expect(await dialog.findByText(/参数应为 JSON 对象/)).toBeDefined()
})

test('a batch that ran as a task can be taken back from its record: 恢复 shows what it would put back', async () => {
  const done = makeTask({ status: 'success', title: '批量修改价格', message: '成功 300 个，失败 0 个' })
  answer(task.list, page(done, makeTask({ id: OTHER })))
  const found = answer(productUndo.find, [{ id: 5, requestId: `task-${done.id}`, title: done.title, status: 'open' }])
  answer(productUndo.left, {
    list: [{ id: 9, storeName: '毛巾', reason: '之后被许北修改过' }],
    total: 1,
    page: 1,
    limit: 10,
  })
  answer(productUndo.info, {
    id: 5,
    kind: 'batch',
    title: done.title,
    status: 'open',
    total: 300,
    recycled: 0,
    restored: 299,
    left: 1,
    stockLeft: 0,
    taskId: '',
    createBy: '店主',
    createTime: '2026-01-01 00:00:00',
    until: '2026-01-31 00:00:00',
    undoneBy: '',
    finishTime: null,
  })
  const started = answer(productUndo.start, { taskId: '00000000-0000-4000-8000-000000000003' })
  const { user } = renderPage(<TaskListPage />, '/system-tools/task')
  await user.click(await (await inRow('批量修改价格')).findByRole('button', { name: '恢复' }))
  expect((await inRow('字典导出')).queryByRole('button', { name: '恢复' })).toBeNull()
  expect(found[0]?.query.requestIds).toBe(`task-${done.id}`)
  const title = await screen.findByText('恢复：批量修改价格')
  const dialog = within(title.closest('[role=dialog]') as HTMLElement)
  await dialog.findByRole('link', { name: '毛巾' })
  dialog.getByText('之后被许北修改过')
  await user.click(dialog.getByRole('button', { name: '撤销（还原 299 个商品）' }))
  await waitFor(() => expect(started).toHaveLength(1))
})

test('a send of coupons can be taken back from its record for ten minutes after its end', async () => {
  const ended = (minutesAgo: number) => toWireTime(new Date(Date.now() - minutesAgo * 60_000))
  const send = { type: 'coupon-send', status: 'success' } as const
  const fresh = makeTask({ ...send, title: '发放优惠券：十元券', finishTime: ended(5) })
  const old = { ...send, id: '00000000-0000-4000-8000-000000000002', title: '发放优惠券：旧券', finishTime: ended(11) }
  const none = { ...old, id: '00000000-0000-4000-8000-000000000003', title: '发放优惠券：都领过', finishTime: ended(1) }
  answer(task.list, page(fresh, makeTask(old), makeTask({ ...none, message: '已发 0 张，跳过 3 人' })))
  answer(productUndo.find, [])
  const undone = answer(couponCopy.undo, { undone: 302, kept: 1 })
  const { user } = renderPage(<TaskListPage />)
  expect((await inRow('发放优惠券：旧券')).queryByRole('button', { name: /撤\s*回/ })).toBeNull()
  expect((await inRow('发放优惠券：都领过')).queryByRole('button', { name: /撤\s*回/ })).toBeNull()
  await user.click((await inRow('发放优惠券：十元券')).getByRole('button', { name: /撤\s*回/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: /^撤\s*回$/ }))
  await screen.findByText('已撤回 302 张，1 张已使用未撤回')
  expect(undone[0]?.body).toEqual({ taskId: fresh.id })
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { file } from '@zhanggui/contract/file/file.ts'
import { backup, type OpsUpload } from '@zhanggui/contract/work/backup.ts'
import { type Task, task } from '@zhanggui/contract/work/task.ts'
import { expect, test, vi } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import BackupPage from './backup-page.page.tsx'

const name = 'zhanggui-20260101-033000-0a1b.gz'
const row = { name, bytes: 2_500_000, version: '0.1.0', sameKey: true, createTime: '2026-01-01 03:30:00' }

const done: Task = {
  id: 't1',
  type: 'backup',
  title: '数据备份',
  status: 'success',
  progress: 100,
  total: 0,
  processed: 0,
  failed: 0,
  resultName: '',
  resultRows: 1,
  hasErrorFile: false,
  message: '',
  createBy: 1,
  createName: 'boss',
  createTime: '2026-01-01 10:00:00',
  startTime: null,
  finishTime: null,
  expireTime: null,
}

function open(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
  answer(backup.health, {
    checkTime: '2026-01-01 10:00:00',
    checks: [
      { name: 'clock', title: '时钟', level: 'ok', message: '相差 0.0 秒', hint: '' },
      { name: 'backup', title: '数据备份', level: 'warn', message: '未开启定时备份', hint: '请到系统设置中开启' },
      { name: 'disk', title: '磁盘空间', level: 'error', message: '剩余 2%', hint: '请清理磁盘' },
    ],
  })
  answer(backup.list, { list: [row], freeBytes: 5e9 })
  answer(backup.uploads, { list: [], isOn: false })
  return renderPage(<BackupPage />, '/system-tools/backup').user
}

test('the check-up shows the worst results first, each with its remedy', async () => {
  open(['*:*:*'])
  const cells = async () => (await screen.findAllByText(/^(正常|注意|异常)$/)).map(({ textContent }) => textContent)
  expect(await cells()).toEqual(['异常', '注意', '正常'])
  expect(screen.getByText('请清理磁盘')).toBeTruthy()
})

test('a backup is requested, followed to its end, downloaded and deleted', async () => {
  const user = open(['*:*:*'])
  const started = answer(backup.save, { taskId: 't1' })
  answer(task.info, { ...done, message: `${name}：1 行数据` })
  await user.click(await screen.findByRole('button', { name: /立即备份/ }))
  expect(await screen.findByText('备份完成')).toBeTruthy()
  expect(started).toHaveLength(1)

  const fetched = vi.fn()
  vi.spyOn(window, 'location', 'get').mockReturnValue({ ...window.location, assign: fetched })
  answer(backup.link, { url: '/api/backups/x/download?ticket=1' })
  const inRow = within((await screen.findByText(name)).closest('tr') as HTMLElement)
  expect(inRow.getByText('2.38 MB')).toBeTruthy()
  await user.click(inRow.getByRole('button', { name: /下\s*载/ }))
  await waitFor(() => expect(fetched).toHaveBeenCalledWith('/api/backups/x/download?ticket=1'))
  vi.restoreAllMocks()

  const removed = answer(backup.remove, {})
  await user.click(inRow.getByRole('button', { name: /删\s*除/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(removed).toHaveLength(1))
})

test('users with read access only can neither create, download nor delete backups', async () => {
  open(['admin:system:backup:list'])
  await screen.findByText(name)
  for (const text of [/立即备份/, /下\s*载/, /删\s*除/]) expect(screen.queryByRole('button', { name: text })).toBeNull()
})

test('the super administrator sees uploads for operations, and makes them where the server allows it', async () => {
  const user = open(['*:*:*'])
  expect(await screen.findByText(/当前未开启上传/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /上传发布包/ })).toBeNull()
  const site: OpsUpload = {
    id: 9,
    purpose: 'package',
    name: 'site.zip',
    release: '2.1.0',
    remark: '',
    bytes: 1000,
    hash: 'ab'.repeat(32),
    path: 'private/2026/01/01/x.zip',
    createBy: 'boss',
    createTime: '2026-01-01 03:30:00',
  }
  answer(backup.uploads, { list: [site], isOn: true })
  const stored = answer(file.deploy, {
    id: 9,
    name: 'site.zip',
    release: '',
    bytes: 1000,
    hash: site.hash,
    createTime: site.createTime,
  })
  await act(() => queryClient.invalidateQueries({ queryKey: [backup.uploads.object] }))
  expect(await screen.findByText('site.zip')).toBeTruthy()
  await user.upload(screen.getByLabelText('上传发布包：选择文件'), new File(['x'], 'site.zip'))
  await waitFor(() => expect(stored).toHaveLength(1))
  expect(await screen.findByText('上传成功')).toBeTruthy()
})

test('only the super administrator sees uploads for operations', async () => {
  open(['admin:system:backup:list'])
  expect(await screen.findByText(name)).toBeTruthy()
  expect(screen.queryByText('上传的发布包和备份')).toBeNull()
})

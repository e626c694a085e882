import { screen, waitFor, within } from '@testing-library/react'
import { type FileRow, file } from '@zhanggui/contract/file/file.ts'
import { storage } from '@zhanggui/contract/file/storage.ts'
import { PART_BYTES, upload } from '@zhanggui/contract/file/upload.ts'
import { type ClientSettings, setting } from '@zhanggui/contract/setting/setting.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, fakeServer, refuse } from '../../../testing/fake-server.ts'
import { makeAttachment } from '../../../testing/media.ts'
import { renderPage } from '../../../testing/render.tsx'
import FileListPage from './file-list.page.tsx'

const limits: ClientSettings = {
  uploadType: 1,
  imageExt: ['jpg', 'png'],
  imageMaxSize: 1,
  videoExt: ['mp4'],
  videoMaxSize: 1,
  fileExt: ['pdf'],
  fileMaxSize: 1,
  mapKey: '',
  storeStock: 20,
}

function makeFile(id: number, given: Partial<FileRow> = {}): FileRow {
  const { deleteTime: _, ...row } = makeAttachment(id)
  return { ...row, realName: `文件${id}.png`, name: `文件${id}.png`, inLibrary: false, ...given }
}

let rows: FileRow[]

beforeEach(() => {
  fakeServer()
  useSession.setState({ permissions: ['*:*:*'] })
  rows = [makeFile(1), makeFile(2, { refCount: 3 })]
  answer(setting.client, limits)
  answer(upload.list, [])
  answer(file.list, () => ({ list: rows, total: rows.length, page: 1, limit: 20 }))
})

async function choose(user: ReturnType<typeof renderPage>['user'], ...files: File[]) {
  const input = screen.getByLabelText('上传：选择文件')
  await waitFor(() => expect(input.getAttribute('accept')).toContain('.png'))
  await user.upload(input, files)
}
const picture = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'image/png' })

test('files are shown as a grid, with size, dimensions and uses, or as a list', async () => {
  const { user, router } = renderPage(<FileListPage />)
  expect(await screen.findByText('文件1.png')).toBeDefined()
  expect(screen.getAllByText('2 KB · 40×30').length).toBeGreaterThan(0)
  expect(screen.getByText('使用 3')).toBeDefined()
  await user.click(screen.getByLabelText('列表'))
  await screen.findByRole('columnheader', { name: '存储方式' })
  expect(router.state.location.search).toBe('?view=table')
})

test('each file is uploaded in its own request; rejected ones say why; the list is refreshed', async () => {
  const requests = answer(file.upload, ({ body }) => {
    const [name = ''] = (body as unknown as { files: string[] }).files
    if (name === 'b.png') return refuse(415, 'UNSUPPORTED_MEDIA_TYPE', '不支持的文件类型')
    rows = [makeFile(3, { name }), ...rows]
    return { files: [makeFile(3, { name })] }
  })
  const { user } = renderPage(<FileListPage />)
  await screen.findByText('文件1.png')
  await choose(user, picture('a.png'), picture('b.png'), picture('c.png', 2 * 1024 * 1024))
  const queue = within(await screen.findByRole('region', { name: '上传列表' }))
  await queue.findByText('已上传 1 个，失败 2 个')
  expect(queue.getByText('不支持的文件类型')).toBeDefined()
  expect(queue.getByText('最大允许上传 1 MB文件，当前文件大小为 2.00 MB')).toBeDefined()
  expect(requests).toHaveLength(2)
  await waitFor(() => expect(screen.getAllByText('a.png').length).toBeGreaterThan(1))
  answer(file.upload, { files: [makeFile(4)] })
  await user.click(queue.getByRole('button', { name: '重试 b.png' }))
  await queue.findByText('已上传 2 个，失败 1 个')
  await user.click(queue.getByRole('button', { name: '清空' }))
  expect(screen.queryByRole('region', { name: '上传列表' })).toBeNull()
})

test('a certificate is stored on the server’s own disk', async () => {
  const requests = answer(file.save, makeFile(5))
  const { user } = renderPage(<FileListPage />)
  await screen.findByText('文件1.png')
  await choose(user, new File(['x'], 'key.pem'))
  await waitFor(() => expect(requests).toHaveLength(1))
})

test('a file is renamed, and one in use is not deleted but says where it is used', async () => {
  const renamed = answer(file.update, { id: 1 })
  answer(file.remove, refuse(422, 'IN_USE', '文件正在使用中：系统设置「商城LOGO」'))
  const { user } = renderPage(<FileListPage />)
  await user.click(await screen.findByRole('button', { name: '重命名：文件1.png' }))
  const dialog = within(await screen.findByRole('dialog'))
  const input = dialog.getByLabelText<HTMLInputElement>('文件名')
  await user.clear(input)
  await user.type(input, '海报')
  await user.click(dialog.getByRole('button', { name: '确认' }))
  await waitFor(() => expect(renamed[0]?.body).toEqual({ id: 1, name: '海报' }))
  await user.click(screen.getByRole('button', { name: '删除：文件2.png' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
  await screen.findByText('文件正在使用中：系统设置「商城LOGO」')
})

test('a file is previewed with all its details', async () => {
  const { user } = renderPage(<FileListPage />)
  await user.click(await screen.findByRole('button', { name: '预览 文件1.png' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('img', { name: '文件1.png' }).getAttribute('src')).toBe('/file/public/2026/01/02/1.png')
  expect(dialog.getByText('40×30')).toBeDefined()
})

test('users with read access only can neither upload, rename nor delete', async () => {
  useSession.setState({ permissions: ['admin:system:storage:list'] })
  renderPage(<FileListPage />)
  await screen.findByText('文件1.png')
  for (const name of ['上传', '删除：文件1.png', '重命名：文件1.png'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('all files are moved to another storage, or registered from the bucket, in the background', async () => {
  const moved = answer(storage.migrate, { taskId: 'x' })
  const synchronized = answer(storage.synchronize, { taskId: 'y' })
  const { user } = renderPage(<FileListPage />)
  await user.click(await screen.findByRole('button', { name: /存储/ }))
  await user.click(await screen.findByText('迁移存储'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: '开始迁移' }))
  await dialog.findByText('请选择原存储')
  expect(moved).toHaveLength(0)
  await user.click(dialog.getByLabelText('原存储'))
  await user.click(await screen.findByTitle('七牛云'))
  await user.click(dialog.getByRole('button', { name: '开始迁移' }))
  await waitFor(() => expect(moved[0]?.body).toEqual({ from: 2, to: 1 }))
  await user.click(screen.getByRole('button', { name: /存储/ }))
  await user.click(await screen.findByText('同步七牛云文件'))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '同步' }))
  await waitFor(() => expect(synchronized).toHaveLength(1))
})

test('an interrupted upload is listed, to be resumed or discarded', async () => {
  const stopped = { id: '0b6c', name: '开店.mp4', bytes: 4 * PART_BYTES, parts: 4, received: [0, 1] }
  answer(upload.list, [{ ...stopped, expireTime: '2026-01-03 03:04:05' }])
  const given = answer(upload.remove, () => {
    answer(upload.list, [])
    return {}
  })
  const { user } = renderPage(<FileListPage />)
  await screen.findByText(/开店.mp4，已上传 50%，保留至 2026-01-03 03:04:05/)
  await user.click(screen.getByRole('button', { name: '放弃上传 开店.mp4' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '放弃' }))
  await waitFor(() => expect(given).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText(/已上传 50%/)).toBeNull())
})

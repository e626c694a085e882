import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type Attachment, attachment } from '@zhanggui/contract/file/attachment.ts'
import { file } from '@zhanggui/contract/file/file.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, fakeServer, refuse } from '../../../testing/fake-server.ts'
import { clientSettings, makeAttachment, makeGroup } from '../../../testing/media.ts'
import { renderPage } from '../../../testing/render.tsx'
import MaterialLibraryPage from './material-library.page.tsx'
import MaterialPopupPage from './material-popup.page.tsx'

let rows: Attachment[]

beforeEach(() => {
  fakeServer()
  useSession.setState({ permissions: ['*:*:*'] })
  rows = [makeAttachment(1), makeAttachment(2, { refCount: 3 }), makeAttachment(3)]
  answer(setting.client, clientSettings)
  answer(category.pick, [makeGroup(5, '商品图片'), makeGroup(6, '装修图片')])
})

/** Answers pages of the library as the server would. */
function answerList() {
  return answer(attachment.list, ({ query }) => {
    const { page = 1, limit = 20 } = query as { page?: number; limit?: number }
    return {
      list: rows.slice((page - 1) * limit, page * limit),
      total: rows.length,
      page: Number(page),
      limit: Number(limit),
    }
  })
}

const pick = (name: string) => screen.findByRole('button', { name: `选择 ${name}` })

test('of five thousand pictures only the visible ones are drawn, and only their pages fetched', async () => {
  rows = Array.from({ length: 5000 }, (_, index) => makeAttachment(index + 1))
  const requests = answerList()
  renderPage(<MaterialLibraryPage />)
  await pick('图片1.png')
  expect(screen.getAllByRole('listitem').length).toBeLessThan(60)
  expect(requests).toHaveLength(1)
  const frame = screen.getByRole('list').parentElement as HTMLElement
  frame.scrollTop = 100_000
  fireEvent.scroll(frame)
  await waitFor(() => expect(requests.length).toBeGreaterThan(1))
  expect(requests.every(({ query }) => Number(query.page) === 1 || Number(query.page) > 20)).toBe(true)
  expect(screen.getAllByRole('listitem').length).toBeLessThan(60)
})

test('group, kind and search are in the address and are sent to the server', async () => {
  const requests = answerList()
  const { user, router } = renderPage(<MaterialLibraryPage />)
  await pick('图片1.png')
  await user.click(await screen.findByText('商品图片'))
  await user.click(screen.getByRole('tab', { name: '视频' }))
  await user.type(screen.getByLabelText('搜索名称'), '夏季{Enter}')
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ groupId: '5', type: '2', name: '夏季' }))
  expect(new URLSearchParams(router.state.location.search).get('groupId')).toBe('5')
})

test('unused and duplicate files can be filtered, except in the recycle bin', async () => {
  const requests = answerList()
  const { user, router } = renderPage(<MaterialLibraryPage />)
  await pick('图片1.png')
  await user.click(screen.getByRole('combobox', { name: '查找' }))
  await user.click(await screen.findByText('内容重复'))
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ find: 'duplicate' }))
  expect(new URLSearchParams(router.state.location.search).get('find')).toBe('duplicate')
  await user.click(screen.getByText('回收站'))
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ recycled: 'true' }))
  expect(requests.at(-1)?.query).not.toHaveProperty('find')
  expect(screen.queryByRole('combobox', { name: '查找' })).toBeNull()
})

test('selected pictures are moved to a group', async () => {
  answerList()
  const requests = answer(attachment.move, {})
  const { user } = renderPage(<MaterialLibraryPage />)
  await user.click(await pick('图片1.png'))
  await user.click(await pick('图片3.png'))
  await user.click(screen.getByRole('button', { name: '移动至' }))
  const title = await screen.findByText('移动 2 个素材')
  const dialog = within(title.closest<HTMLElement>('[role=dialog]') ?? document.body)
  await user.click(dialog.getByRole('combobox'))
  // The options are at the end of the page, the groups beside the pictures come first.
  await waitFor(() => expect(screen.getAllByText('未分组')).toHaveLength(2))
  await user.click(screen.getAllByText('装修图片').at(-1) as HTMLElement)
  await user.click(dialog.getByRole('button', { name: /确\s*定/ }))
  await waitFor(() => expect(requests[0]?.body).toEqual({ groupId: 6, ids: [1, 3] }))
})

test('deleting pictures in use shows a warning; the confirmation is sent with the call', async () => {
  answerList()
  const requests = answer(attachment.remove, {})
  const { user } = renderPage(<MaterialLibraryPage />)
  await user.click(await pick('图片2.png'))
  await user.click(screen.getByRole('button', { name: /^删\s*除$/ }))
  expect(await screen.findByText(/其中 1 个正在使用/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: '删除 1 个' }))
  await waitFor(() => expect(requests[0]).toMatchObject({ params: { ids: '2' }, query: { force: 'true' } }))
})

test('files are uploaded into the open group, each in its own request; a rejected one can be retried', async () => {
  answerList()
  let tries = 0
  const requests = answer(file.upload, () => {
    tries++
    return tries === 1 ? refuse(415, 'UNSUPPORTED_MEDIA_TYPE', '不支持的文件类型') : { files: [makeAttachment(9)] }
  })
  const { user } = renderPage(<MaterialLibraryPage />, '/page?groupId=5')
  const input = await screen.findByLabelText('上传：选择文件')
  await waitFor(() => expect(input.getAttribute('accept')).toContain('.png'))
  await user.upload(input, [new File(['x'], '新图.png', { type: 'image/png' })])
  expect(await screen.findByText('不支持的文件类型')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '重试 新图.png' }))
  await screen.findByText('已上传 1 个')
  expect(requests.map(({ body }) => (body as { groupId?: string }).groupId)).toEqual(['5', '5'])
})

test('users with read access only are offered nothing that changes the library', async () => {
  useSession.setState({ permissions: ['admin:system:attachment:list'] })
  answerList()
  renderPage(<MaterialLibraryPage />)
  await pick('图片1.png')
  for (const name of ['上传', '移动至', /^删\s*除$/, '重命名', '添加分类'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByText('回收站')).toBeNull()
})

test('a list that cannot be fetched says so and can be retried', async () => {
  answer(attachment.list, refuse(500, 'INTERNAL', '出错了'))
  const { user } = renderPage(<MaterialLibraryPage />)
  await screen.findByText('没取到数据')
  answerList()
  await user.click(screen.getByRole('button', { name: /重\s*试/ }))
  await pick('图片1.png')
})

test('the popup sends the selection, in order, to the window that opened it, and to no other origin', async () => {
  answerList()
  const opener = { postMessage: vi.fn() }
  window.opener = opener
  onTestFinished(() => {
    window.opener = null
  })
  vi.spyOn(window, 'close').mockReturnValue(undefined)
  const { user } = renderPage(<MaterialPopupPage />, '/yshop/materia/index?field=content&type=many')
  await user.click(await pick('图片3.png'))
  await user.click(await pick('图片1.png'))
  await user.click(screen.getByRole('button', { name: /确\s*定/ }))
  const list = [3, 1].map((id) => ({
    id,
    url: `${window.location.origin}/file/public/2026/01/02/${id}.png`,
    name: `图片${id}.png`,
  }))
  expect(opener.postMessage).toHaveBeenCalledExactlyOnceWith({ field: 'content', list }, window.location.origin)
})

test('with type=one another selection replaces the first; opened by itself the popup copies links', async () => {
  answerList()
  const { user } = renderPage(<MaterialPopupPage />, '/yshop/materia/index?field=content&type=one')
  await user.click(await pick('图片3.png'))
  await user.click(await pick('图片1.png'))
  expect(screen.getByRole('status').textContent).toBe('已选 1 张')
  await user.click(screen.getByRole('button', { name: '复制链接' }))
  expect(await window.navigator.clipboard.readText()).toBe(`${window.location.origin}/file/public/2026/01/02/1.png`)
})

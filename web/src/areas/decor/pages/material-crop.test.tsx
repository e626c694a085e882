import { screen, waitFor } from '@testing-library/react'
import { attachment } from '@zhanggui/contract/file/attachment.ts'
import { file } from '@zhanggui/contract/file/file.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, fakeServer } from '../../../testing/fake-server.ts'
import { clientSettings, makeAttachment } from '../../../testing/media.ts'
import { renderPage } from '../../../testing/render.tsx'
import MaterialLibraryPage from './material-library.page.tsx'

beforeEach(() => {
  fakeServer()
  useSession.setState({ permissions: ['*:*:*'] })
  answer(setting.client, clientSettings)
  answer(category.pick, [])
  answer(attachment.list, { list: [], total: 0, page: 1, limit: 20 })
})

const photo = new File(['x'], '新图.png', { type: 'image/png' })

/** A browser that opens any picture as one of 400 × 300, and draws without showing it. */
function decodePictures() {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 300 }))
  const drawing = { scale() {}, transform() {}, drawImage() {} } as unknown as CanvasRenderingContext2D
  const context = vi
    .spyOn(HTMLCanvasElement.prototype as { getContext(kind: string): unknown }, 'getContext')
    .mockReturnValue(drawing)
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done,
    type,
  ) {
    done(new Blob([`${this.width}×${this.height}`], { type: type ?? 'image/png' }))
  })
  onTestFinished(() => {
    context.mockRestore()
    toBlob.mockRestore()
  })
}

async function choose(chosen: File) {
  const requests = answer(file.upload, { files: [makeAttachment(9)] })
  const { user } = renderPage(<MaterialLibraryPage />)
  const input = await screen.findByLabelText('裁剪上传：选择文件')
  await waitFor(() => expect(input.getAttribute('accept')).toContain('.png'))
  expect(input.getAttribute('accept')).not.toContain('.gif')
  await user.upload(input, chosen)
  return { user, requests, input }
}

test('Esc and 取消 leave the picture uncropped and not uploaded; it can be chosen again', async () => {
  decodePictures()
  const { user, requests, input } = await choose(photo)
  await screen.findByText('新图.png，裁剪后 400 × 300 像素')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.upload(input, photo)
  await screen.findByText('新图.png，裁剪后 400 × 300 像素')
  await user.click(screen.getByRole('button', { name: /取\s*消/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(/已上传/)).toBeNull()
  expect(requests).toEqual([])
})

test('a picture is rotated and cropped to a ratio, and uploaded under its name by Enter', async () => {
  decodePictures()
  const { user, requests } = await choose(photo)
  await screen.findByText('新图.png，裁剪后 400 × 300 像素')
  await user.click(screen.getByRole('button', { name: '向右旋转 90°' }))
  await screen.findByText('新图.png，裁剪后 300 × 400 像素')
  await user.click(screen.getByText('16:9'))
  await screen.findByText('新图.png，裁剪后 300 × 169 像素')
  await user.keyboard('{Enter}')
  await screen.findByText('已上传 1 个')
  expect(screen.getByTitle('新图.png')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(requests).toHaveLength(1)
})

test('a file that is not a picture is reported, and is not sent', async () => {
  vi.stubGlobal('createImageBitmap', async () => Promise.reject(new DOMException('no picture', 'InvalidStateError')))
  const { requests } = await choose(new File(['x'], '坏图.png', { type: 'image/png' }))
  expect(await screen.findByText('这张图片无法打开：文件可能已损坏，或不是图片')).toBeDefined()
  expect(requests).toEqual([])
})

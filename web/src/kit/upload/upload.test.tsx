import { fireEvent, screen, waitFor } from '@testing-library/react'
import { type FileRow, file } from '@zhanggui/contract/file/file.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render.tsx'
import { ImageInput } from './upload.tsx'

const client = {
  uploadType: 1,
  imageExt: ['png'],
  imageMaxSize: 1,
  videoExt: [],
  videoMaxSize: 1,
  fileExt: [],
  fileMaxSize: 1,
  mapKey: '',
  storeStock: 20,
}
const picture = (name = 'a.png', bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'image/png' })
const url = '/file/public/2026/01/02/a.png'

function Page() {
  const [value, setValue] = useState('')
  return <ImageInput value={value} onChange={setValue} />
}

beforeEach(() => {
  fakeServer()
  answer(setting.client, client)
})

async function open() {
  const page = renderPage(<Page />)
  const input = await screen.findByLabelText('上传：选择文件')
  await waitFor(() => expect(input.getAttribute('accept')).toBe('.png'))
  return { ...page, input, address: screen.getByPlaceholderText<HTMLInputElement>('图片地址，或将图片拖到此处') }
}

test('a chosen, dropped or pasted picture becomes a URL, and is shown', async () => {
  const requests = answer(file.upload, { files: [{ url } as FileRow] })
  const { user, input, address } = await open()
  await user.upload(input, picture())
  await waitFor(() => expect(address.value).toBe(url))
  expect(screen.getByRole('img', { name: '预览' }).getAttribute('src')).toBe(url)

  const zone = screen.getByRole('region', { name: '可将文件拖到此处' })
  fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files: [picture('b.png')] } })
  await waitFor(() => expect(requests).toHaveLength(2))
  await screen.findByRole('button', { name: '上传' })
  fireEvent.paste(address, { clipboardData: { files: [new File(['x'], '', { type: 'image/png' })] } })
  await waitFor(() => expect(requests).toHaveLength(3))
  const names = requests.map(({ body }) => (body as unknown as { files: string[] }).files[0])
  expect(names).toEqual(['a.png', 'b.png', '粘贴的图片.png'])
})

test("files the shop does not accept are refused before sending, the server's refusals are shown after", async () => {
  const requests = answer(file.upload, refuse(415, 'UNSUPPORTED_MEDIA_TYPE', '不支持的文件类型'))
  const { user, input, address } = await open()
  await user.upload(input, picture('a.png', 2 * 1024 * 1024))
  await screen.findByText('最大允许上传 1 MB文件，当前文件大小为 2.00 MB')
  expect(requests).toHaveLength(0)
  await user.upload(input, picture())
  await screen.findByText('不支持的文件类型')
  expect(address.value).toBe('')
})

import { screen, waitFor, within } from '@testing-library/react'
import { attachment } from '@zhanggui/contract/file/attachment.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { Form } from 'antd'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../api/session.ts'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { clientSettings, makeAttachment } from '../../testing/media.ts'
import { renderPage } from '../../testing/render.tsx'
import { MaterialPicker } from './material-picker.tsx'

const urlOf = (id: number) => `/file/public/2026/01/02/${id}.png`

beforeEach(() => {
  fakeServer()
  useSession.setState({ permissions: ['admin:system:attachment:list'] })
  answer(setting.client, clientSettings)
  answer(category.pick, [])
  const list = [1, 2, 3, 4].map((id) => makeAttachment(id))
  answer(attachment.list, { list, total: list.length, page: 1, limit: 72 })
})

/** A field with a picker; its value is shown below. */
function Field({ initial, num }: { initial: string | string[]; num?: number }) {
  const [value, setValue] = useState<string | string[]>(initial)
  return (
    <>
      <MaterialPicker num={num} value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </>
  )
}
const held = () => JSON.parse(screen.getByRole('status').textContent ?? '')
const press = (name: string) => screen.getByLabelText(name)

async function openLibrary(user: ReturnType<typeof renderPage>['user']) {
  await user.click(press('选择图片'))
  const title = await screen.findByText('图片素材库')
  const dialog = title.closest<HTMLElement>('[role=dialog]') ?? document.body
  await within(dialog).findByLabelText('选择 图片1.png')
  return within(dialog)
}

test('pictures are chosen in order, the order is shown, and the limit is enforced', async () => {
  const { user } = renderPage(<Field initial={[urlOf(9)]} num={3} />)
  const library = await openLibrary(user)
  await user.click(library.getByLabelText('选择 图片3.png'))
  await user.click(library.getByLabelText('选择 图片1.png'))
  expect(library.getByLabelText('选择 图片3.png').textContent).toBe('1')
  expect(library.getByLabelText('选择 图片1.png').textContent).toBe('2')
  await user.click(library.getByLabelText('选择 图片2.png'))
  expect(await screen.findByText('最多选择2张')).toBeDefined()
  await user.click(library.getByText(/^确\s*定$/))
  await waitFor(() => expect(held()).toEqual([urlOf(9), urlOf(3), urlOf(1)]))
  expect(screen.queryByLabelText('选择图片')).toBeNull()
})

test('a single picture is a URL, not a list; choosing nothing shows a message', async () => {
  const { user } = renderPage(<Field initial="" />)
  const library = await openLibrary(user)
  await user.click(library.getByText(/^确\s*定$/))
  expect(await screen.findByText('请先选择图片')).toBeDefined()
  await user.click(library.getByLabelText('选择 图片3.png'))
  await user.click(library.getByLabelText('选择 图片2.png'))
  await user.click(library.getByText(/^确\s*定$/))
  await waitFor(() => expect(held()).toBe(urlOf(2)))
})

test('pictures are moved left and right, and deleted after a confirmation', async () => {
  const { user } = renderPage(<Field initial={[urlOf(1), urlOf(2), urlOf(3)]} num={5} />)
  expect((press('左移图片 1') as HTMLButtonElement).disabled).toBe(true)
  expect((press('右移图片 3') as HTMLButtonElement).disabled).toBe(true)
  await user.click(press('右移图片 1'))
  expect(held()).toEqual([urlOf(2), urlOf(1), urlOf(3)])
  await user.click(press('左移图片 3'))
  expect(held()).toEqual([urlOf(2), urlOf(3), urlOf(1)])
  await user.click(press('删除图片 2'))
  expect(await screen.findByText('移除图片 2？')).toBeDefined()
  await user.click(screen.getByText('移除'))
  await waitFor(() => expect(held()).toEqual([urlOf(2), urlOf(1)]))
})

test('in a read-only form pictures can only be viewed', () => {
  renderPage(
    <Form disabled>
      <Field initial={[urlOf(9)]} num={3} />
    </Form>,
  )
  const isOff = (name: string) => (press(name) as HTMLButtonElement).disabled
  expect(['选择图片', '删除图片 1'].map(isOff)).toEqual([true, true])
  expect(isOff('预览图片 1')).toBe(false)
})

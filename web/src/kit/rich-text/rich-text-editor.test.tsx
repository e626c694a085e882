import { fireEvent, screen, waitFor } from '@testing-library/react'
import { attachment } from '@zhanggui/contract/file/attachment.ts'
import { file } from '@zhanggui/contract/file/file.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import * as t from '@zhanggui/contract/schema.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { Form } from 'antd'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../api/session.ts'
import { answer } from '../../testing/fake-server.ts'
import { makeAttachment } from '../../testing/media.ts'
import { renderPage } from '../../testing/render.tsx'
import { Field } from '../form/field.tsx'
import { RichTextEditor } from './rich-text-editor.tsx'

const Draft = t.Object({ content: t.String({ title: '商品详情', minLength: 1, maxLength: 2000 }) })

// Layout functions that jsdom lacks and the editor calls when it scrolls to the caret.
const nowhere = { top: 0, bottom: 0, left: 0, right: 0, width: 0, height: 0, x: 0, y: 0, toJSON: () => ({}) }
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => nowhere })

beforeEach(() => {
  const client = {
    imageExt: ['png', 'jpg'],
    imageMaxSize: 1,
    videoExt: [],
    videoMaxSize: 1,
    fileExt: [],
    fileMaxSize: 1,
  }
  answer(setting.client, client as never)
})

async function open(content?: string) {
  const saved = vi.fn()
  const { user } = renderPage(
    <Form layout="vertical" name="draft" initialValues={{ content }} onFinish={saved}>
      <Field of={Draft} name="content">
        <RichTextEditor maxLength={2000} />
      </Field>
      <button type="submit">保存</button>
    </Form>,
  )
  // The editor loads when it is first shown.
  const box = await screen.findByRole('textbox', { name: '商品详情' })
  const save = async () => {
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    return saved.mock.lastCall?.[0].content as string
  }
  return { user, box, save, saved }
}

/** Inserts text by script: jsdom cannot type into formatted text. */
async function asSource(user: Awaited<ReturnType<typeof open>>['user'], html: string) {
  await user.click(screen.getByRole('button', { name: 'HTML 源代码' }))
  const source = screen.getByRole('textbox', { name: 'HTML 源代码' })
  await user.clear(source)
  await user.paste(html)
  await user.click(screen.getByRole('button', { name: 'HTML 源代码' }))
}

test('a text is shown with its formats, and saved unchanged if untouched', async () => {
  const { box, save } = await open('<h2 style="text-align: center">尺码表</h2><p>均码 <strong>宽松</strong></p>')
  expect(box.querySelector('h2')?.style.textAlign).toBe('center')
  expect(box.querySelector('strong')?.textContent).toBe('宽松')
  expect(await save()).toBe('<h2 style="text-align: center">尺码表</h2><p>均码 <strong>宽松</strong></p>')
})

test('blank lines alone count as an empty text, and the field reports it', async () => {
  const { user, saved } = await open('<p></p>')
  await user.click(screen.getByRole('button', { name: '列表' }))
  await user.click(screen.getByRole('button', { name: '列表' }))
  await user.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('请输入商品详情')
  expect(saved).not.toHaveBeenCalled()
})

test('buttons format the text, show as pressed, and can be undone', async () => {
  const { user, save } = await open('<p>新品上市</p>')
  const heading = screen.getByRole('button', { name: '段落格式' })
  await user.click(heading)
  await user.click(await screen.findByText('标题 2'))
  await user.click(screen.getByRole('button', { name: '居中' }))
  await waitFor(() => expect(screen.getByRole('button', { name: '居中' }).getAttribute('aria-pressed')).toBe('true'))
  expect(heading.textContent).toContain('标题 2')
  expect(await save()).toBe('<h2 style="text-align: center;">新品上市</h2>')
  await user.click(screen.getByRole('button', { name: /^撤销/ }))
  await user.click(screen.getByRole('button', { name: /^撤销/ }))
  expect(await save()).toBe('<p>新品上市</p>')
})

test('a link is accepted with or without https://, other kinds of URL are not', async () => {
  const { user, save } = await open('<p></p>')
  await user.click(screen.getByRole('button', { name: '链接' }))
  const address = await screen.findByRole('textbox', { name: '链接地址' })
  await user.type(address, 'javascript:alert(1)')
  expect(screen.getByRole('button', { name: '确定' })).toHaveProperty('disabled', true)
  await user.clear(address)
  await user.type(address, 'www.example.com/a?b=1{Enter}')
  expect(await save()).toMatch(/<a [^>]*href="https:\/\/www.example.com\/a\?b=1"[^>]*>https:\/\/www.example.com/)
})

test('a table is inserted and loses a row', async () => {
  const { user, box, save } = await open('<p>规格</p>')
  await user.click(screen.getByRole('button', { name: '表格' }))
  await user.click(await screen.findByText('插入表格'))
  await waitFor(() => expect(box.querySelectorAll('tr').length).toBe(3))
  await user.click(screen.getByRole('button', { name: '表格' }))
  await user.click(await screen.findByText('删除行'))
  await waitFor(() => expect(box.querySelectorAll('tr').length).toBe(2))
  expect(await save()).toContain('<table')
})

test('a chosen picture is uploaded and inserted; one that is too large is refused first', async () => {
  const sent = answer(file.upload, { files: [{ url: '/file/2025/a.png' }] } as never)
  const { user, box, save } = await open('<p>看图</p>')
  await user.click(screen.getByRole('button', { name: '图片' }))
  await user.upload(
    await screen.findByLabelText('上传图片：选择文件'),
    new File(['x'.repeat(2 ** 20 + 1)], 'large.png'),
  )
  await screen.findByText(/最大允许上传 1/)
  await user.click(screen.getByRole('button', { name: '图片' }))
  await user.upload(await screen.findByLabelText('上传图片：选择文件'), new File(['x'], 'a.png', { type: 'image/png' }))
  await waitFor(() => expect(box.querySelector('img[src]')?.getAttribute('src')).toBe('/file/2025/a.png'))
  expect(sent).toHaveLength(1)
  expect(await save()).toBe('<p>看图<img src="/file/2025/a.png" alt=""></p>')
})

test('text pasted from a document loses its fonts, colours, scripts and broken pictures', async () => {
  const { box, save } = await open('<p></p>')
  const html = `<html><head><style>p{color:red}</style></head><body><!--StartFragment-->
    <p>本店公告</p>
    <p class="MsoNormal" style="font-size:22px;color:red;text-align:center" onclick="x()">今日<b>特价</b><o:p></o:p></p>
    <p><img src="file:///C:/a.png"><img src="data:image/png;base64,AA"><img src="https://shop.example/b.png">
    <span style="font-weight:700;font-family:Wingdings">加粗</span><script>alert(1)</script></p></body></html>`
  fireEvent.paste(box, {
    clipboardData: { getData: (type: string) => (type === 'text/html' ? html : ''), files: [], types: [] },
  })
  const text = await save()
  expect(text).toContain('<p style="text-align: center;">今日<strong>特价</strong></p>')
  expect(text).toContain('<strong>加粗</strong>')
  expect(text).toMatch(/<img src="https:\/\/shop.example\/b.png"[^>]*>/)
  expect(text).not.toMatch(/font|color|script|alert|file:|data:|onclick|class/)
})

test('HTML is edited as text, and videos and tables of other editors are kept', async () => {
  const { user, save } = await open('<p>旧</p>')
  await asSource(
    user,
    '<p>新</p><video src="/file/a.mp4" controls></video><table><tbody><tr><td>1</td></tr></tbody></table>',
  )
  const again = await screen.findByRole('textbox', { name: '商品详情' })
  expect(again.querySelector('video')?.getAttribute('src')).toBe('/file/a.mp4')
  expect(again.querySelector('td')?.textContent).toBe('1')
  expect(await save()).toMatch(/^<p>新<\/p><video/)
})

test('a text near its limit shows its length with tags', async () => {
  await open(`<p>${'长'.repeat(1700)}</p>`)
  expect(screen.getByText(/1700 字/).textContent).toContain('含格式 1707 / 2000')
})

test('the arrow keys move along the toolbar, which is a single Tab stop', async () => {
  const { user } = await open('<p>文字</p>')
  await user.tab()
  const first = document.activeElement
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).not.toBe(first)
  await user.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(first)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '商品详情' }))
})

// The library loads when it is first opened, which takes a while on a busy machine.
test('pictures of the media library are inserted in the order they were chosen', async () => {
  useSession.setState({ permissions: ['admin:system:attachment:list'] })
  const list = [makeAttachment(1), makeAttachment(2)]
  answer(attachment.list, { list, total: 2, page: 1, limit: 72 })
  answer(category.pick, [])
  const { user, save } = await open()
  await user.click(screen.getByRole('button', { name: '图片' }))
  await user.click(await screen.findByText('从素材库选择'))
  await user.click(await screen.findByLabelText('选择 图片2.png'))
  await user.click(screen.getByLabelText('选择 图片1.png'))
  // The style sheet of another test may still be going away.
  await user.click(screen.getAllByText(/^确\s*定$/).at(-1) as HTMLElement)
  const html = await save()
  expect([...html.matchAll(/src="([^"]+)"/g)].map(([, src]) => src)).toEqual(list.toReversed().map(({ url }) => url))
})

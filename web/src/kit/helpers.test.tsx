import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { debounce } from './debounce.ts'
import { downloadFile } from './download.ts'
import { confirmDelete } from './feedback/confirm-delete.ts'
import { copy } from './feedback/copy.ts'
import { SafeHtml } from './text/safe-html.tsx'

describe('debounce', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('runs once, 500 ms after the last call, with the last arguments', () => {
    const run = vi.fn()
    const debounced = debounce(run)
    debounced(1)
    vi.advanceTimersByTime(499)
    debounced(2)
    vi.advanceTimersByTime(499)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(run.mock.calls).toEqual([[2]])
  })
})

describe('copy', () => {
  test.each([['', null, undefined]])('copying an empty text is a warning', async (...texts) => {
    renderPage(<p>页面</p>)
    for (const text of texts) await copy(text)
    expect(await screen.findAllByText('无复制内容')).toHaveLength(3)
  })

  test('a copied text is in the clipboard', async () => {
    renderPage(<p>页面</p>)
    await copy('订单号 1')
    await screen.findByText('复制成功')
    expect(await navigator.clipboard.readText()).toBe('订单号 1')
  })

  test('where clipboard and textarea are both refused, staff copy by hand', async () => {
    const { user } = renderPage(<p>页面</p>)
    expect(user).toBeDefined()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
    document.execCommand = () => false
    await copy('订单号 1')
    await screen.findByText('复制失败，请手动复制')
    document.execCommand = () => true
    await copy('订单号 1')
    await screen.findByText('复制成功')
    vi.restoreAllMocks()
  })
})

test.each([
  ['删除 3 个', true],
  ['不删除', false],
])('confirmDelete settles %s as %s', async (button, expected) => {
  const { user } = renderPage(<p>页面</p>)
  const decided = confirmDelete('删除 3 个岗位？', '删除 3 个')
  const box = await screen.findByRole('dialog')
  expect(box.textContent).toContain('提示')
  expect(box.textContent).toContain('删除 3 个岗位？')
  await user.click(within(box).getByRole('button', { name: button }))
  expect(await decided).toBe(expected)
  await waitFor(() => expect(screen.queryByText('已取消') !== null).toBe(!expected))
})

test('a download is named after its time and kept for a minute', () => {
  vi.useFakeTimers({ now: new Date('2025-05-30T08:09:33Z') })
  const revoked = vi.fn()
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: revoked })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.download).toBe('20250530160933-商品_导出.xlsx')
  })
  downloadFile(new Blob(['x']), '商品/导出', 'xlsx')
  expect(clicked).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(59_999)
  expect(revoked).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(revoked).toHaveBeenCalledWith('blob:x')
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('only harmless tags of the footer are drawn', () => {
  renderPage(
    <SafeHtml html='<b>店</b><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">坏</a><a href="https://a.cn" onclick="x()">好</a>' />,
  )
  expect(document.querySelector('script, img')).toBeNull()
  expect(screen.getByText('店').tagName).toBe('B')
  expect(screen.getByText('好').getAttribute('rel')).toBe('noopener noreferrer')
  expect(screen.getByText('好').getAttribute('onclick')).toBeNull()
  expect(document.querySelectorAll('a')).toHaveLength(1)
})

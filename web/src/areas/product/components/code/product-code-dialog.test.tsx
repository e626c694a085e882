import { screen, waitFor } from '@testing-library/react'
import { product } from '@zhanggui/contract/product/product.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { answer, refuse } from '../../../../testing/fake-server.ts'
import { renderPage } from '../../../../testing/render.tsx'
import { makeProduct } from '../../product.fixture.ts'
import { ProductCodeDialog } from './product-code-dialog.tsx'

const CODE = 'data:image/png;base64,AAAA'
const foreign = 'https://pictures.example/cover.jpg'

afterEach(() => vi.restoreAllMocks())

/** Fakes the browser's canvas and pictures, which jsdom lacks. @param lost addresses that fail to load */
function givePaper(lost: Set<string>) {
  const words: string[] = []
  const pictures: { src: string; crossOrigin: string | null }[] = []
  const brush = {
    fillText: (text: string) => words.push(text),
    drawImage: ({ src, crossOrigin }: HTMLImageElement) => pictures.push({ src, crossOrigin }),
    measureText: (text: string) => ({ width: text.length * 20 }),
    fillRect: () => {},
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(brush as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,POSTER')
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) =>
    done(new Blob(['x'], { type: type ?? '' })),
  )
  vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLImageElement, address) {
    this.setAttribute('src', address)
    queueMicrotask(() => this.dispatchEvent(new Event(lost.has(address) ? 'error' : 'load')))
  })
  return { words, pictures }
}

function open(given: Parameters<typeof makeProduct>[1] = {}) {
  const row = makeProduct(7, { storeName: '纯棉毛巾', price: 59, priceMax: 59, otPrice: 99.9, ...given })
  return renderPage(<ProductCodeDialog row={row} onClose={() => {}} />)
}

test('海报 shows cover, name, prices, shop and code, and is saved as a PNG', async () => {
  const { words, pictures } = givePaper(new Set())
  const requests = answer(product.qrcode, { url: CODE })
  const { user } = open()
  await user.click(await screen.findByText('海报'))
  expect((await screen.findByAltText('商品海报')).getAttribute('src')).toBe('data:image/png;base64,POSTER')
  await waitFor(() =>
    expect(words).toEqual(expect.arrayContaining(['纯棉毛巾', '¥59.00', '¥99.90', '小店', '扫码购买'])),
  )
  expect(pictures.map(({ src }) => src)).toEqual(
    expect.arrayContaining([expect.stringMatching(/\/file\/cover\.jpg$/), CODE]),
  )
  expect(requests.every(({ query }) => query.kind === 'h5')).toBe(true)
  expect(screen.queryByText(/封面图无法读取/)).toBeNull()

  const saved: Blob[] = []
  let name = ''
  Object.assign(URL, { createObjectURL: (content: Blob) => `blob:${saved.push(content)}`, revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    name = this.download
  })
  await user.click(screen.getByRole('button', { name: '保存图片' }))
  expect(name).toMatch(/^\d{14}-商品海报-7\.png$/)
  expect(saved[0]?.type).toBe('image/png')
})

test('a cover that its domain does not release is replaced with an explanation and can be retried', async () => {
  const lost = new Set([foreign])
  const { words, pictures } = givePaper(lost)
  answer(product.qrcode, { url: CODE })
  const { user } = open({ image: foreign })
  await user.click(await screen.findByText('海报'))
  await screen.findByText('商品封面图无法读取，已用占位图代替')
  expect(words).toContain('暂无图片')
  expect(screen.getByRole('button', { name: '保存图片' })).toBeDefined()
  lost.clear()
  await user.click(screen.getByRole('button', { name: '重新生成' }))
  await waitFor(() => expect(screen.queryByText(/封面图无法读取/)).toBeNull())
  expect(pictures).toContainEqual({ src: foreign, crossOrigin: 'anonymous' })
})

test('without a shop address 海报 says what to do first; a code that fails to load says why', async () => {
  const lost = new Set([CODE])
  givePaper(lost)
  answer(product.qrcode, refuse(422, 'NOT_CONFIGURED', '请先在系统设置中填写移动端网址'))
  const { user } = open()
  await user.click(await screen.findByText('海报'))
  await screen.findByText('请先在系统设置中填写移动端网址')
  answer(product.qrcode, { url: CODE })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await user.click(screen.getByRole('button', { name: /重\s*试/ }))
  await screen.findByText('没取到数据')
  lost.clear()
  await user.click(screen.getByRole('button', { name: /重\s*试/ }))
  expect(await screen.findByAltText('商品海报')).toBeDefined()
})

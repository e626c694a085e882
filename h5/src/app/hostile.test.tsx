import { act, render, screen } from '@testing-library/react'
import { frontSite } from '@zhanggui/contract/decor/front-page.ts'
import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { frontMessage } from '@zhanggui/contract/wechat/front-message.ts'
import { expect, test, vi } from 'vitest'
import { setToken } from '../api/token.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { App } from './app.tsx'

const shapes = [
  '<script>x()</script>',
  '"><img src=x onerror=x()>',
  "' onmouseover='x()",
  'javascript:x()',
  '</textarea><svg onload=x()>',
  '{{constructor.constructor("x()")()}}',
]
const tricks = shapes.flatMap((shape) => [
  ...[shape, shape.toUpperCase(), `/${shape}`, `//${shape}`, `https://a/${shape}`, `#${shape}`],
  ...[`${shape}\u202e`, `&#60;${shape}`, `${shape}</li></ul>`, `${'长'.repeat(200)}${shape}`],
])

function openAt(address: string, ready: (answer: ReturnType<typeof fakeServer>) => void): HTMLElement {
  act(() => setToken('t1'))
  history.replaceState(null, '', `/h5${address}`)
  const answer = fakeServer()
  answer(frontSite.site, () => Response.json({ siteName: '小店', tabBar: [], service: { phone: '' } }))
  ready(answer)
  return render(<App />).container
}

/** All of it is read as words, and none of it became a part of the page. */
function expectWords(container: HTMLElement, times = 1) {
  const shown = container.textContent ?? ''
  for (const trick of tricks) expect(shown.split(trick).length - 1, trick).toBeGreaterThanOrEqual(times)
  expect(container.querySelector('script, iframe, object, embed')).toBeNull()
  for (const each of container.querySelectorAll('*'))
    for (const { name, value } of each.attributes) {
      expect(name).not.toMatch(/^on/)
      if (name === 'href' || name === 'src') expect(value).not.toMatch(/^\s*(?:javascript|data:text)/i)
    }
}

test('sixty ways to smuggle code are words in names, reviews and answers of the shop', async () => {
  expect(tricks).toHaveLength(60)
  const list = tricks.map((trick, id) => ({
    id: id + 1,
    nickname: trick,
    avatar: '',
    star: 5,
    comment: trick,
    pics: [],
    sku: trick,
    isVirtual: false,
    merchantReplyContent: trick,
    createTime: '2026-11-28 10:00:00',
  }))
  const container = openAt('/goods/5/replies', (answer) => {
    answer(shopWindow.replies, { list, total: list.length, page: 1, limit: 10 })
    answer(shopWindow.replyCounts, () => Response.json({ sumCount: 60, replyChance: 100 }))
  })
  await vi.waitFor(() => expect(container.querySelectorAll('article')).toHaveLength(60))
  expectWords(container, 3)
})

test('sixty ways to smuggle code are words in addresses of buyers', async () => {
  const list = tricks.map((trick, id) => ({
    id: id + 1,
    realName: trick,
    phone: '13800138000',
    detail: trick,
    cityId: 1,
  }))
  const container = openAt('/addresses', (answer) =>
    answer(buyerAddress.list, () => Response.json({ list, total: list.length, page: 1, limit: 20 })),
  )
  await vi.waitFor(() => expect(container.textContent).toContain(tricks[59]))
  expectWords(container, 2)
})

test('sixty ways to smuggle code are words in messages, and lead nowhere by their links', async () => {
  const list = tricks.map((trick, id) => ({
    id: id + 1,
    mark: 'paid',
    title: trick,
    content: trick,
    link: trick,
    isRead: true,
    createTime: '2026-11-28 10:00:00',
  }))
  const container = openAt('/messages', (answer) => {
    answer(frontMessage.list, () => Response.json({ list, total: list.length, page: 1, limit: 10 }))
    answer(frontMessage.count, () => Response.json({ count: 0 }))
  })
  await vi.waitFor(() => expect(container.textContent).toContain(tricks[59]))
  expectWords(container, 2)
})

test.each(['javascript:alert(1)', 'data:text/html,x', ' javascript:x()', 'file:///etc/passwd', '', '//', 'https://'])(
  'nothing opens the address %s',
  async (url) => {
    openAt(`/web?url=${encodeURIComponent(url)}`, () => {})
    expect(await screen.findByText('链接不对，打不开')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '继续打开' })).toBeNull()
  },
)

test('an address of another site is named before it is opened, as a browser reads it', async () => {
  openAt(`/web?url=${encodeURIComponent('http://shop.example@evil.example/a?b=<script>')}`, () => {})
  expect(await screen.findByText('evil.example')).toBeTruthy()
  expect(screen.getByText(/没有加密/)).toBeTruthy()
  expect(screen.getByRole('button', { name: '继续打开' })).toBeTruthy()
  expect(window.location.pathname).toBe('/h5/web')
})

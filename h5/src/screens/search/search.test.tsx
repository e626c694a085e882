import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { frontSite } from '@zhanggui/contract/decor/front-page.ts'
import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { expect, test } from 'vitest'
import { App } from '../../app/app.tsx'
import { go, here } from '../../go/go.ts'
import { fakeServer } from '../../testing/fake-server.ts'

test('words are asked for once they are typed, and those looked for come back, the newest first', async () => {
  history.replaceState(null, '', '/h5/search')
  const answer = fakeServer()
  answer(frontSite.site, () => Response.json({ siteName: '小店', tabBar: [], hotWords: ['茶叶'], listStyle: 1 }))
  const asked = answer(shopWindow.list, ({ query }) =>
    Response.json({ list: query.get('limit') === '8' ? [{ storeName: '咖啡豆' }] : [], total: 0, page: 1, limit: 8 }),
  )
  render(<App />)
  const user = userEvent.setup()
  const typed = '咖啡'
  await user.type(await screen.findByRole('searchbox'), typed)
  await user.click(await screen.findByRole('button', { name: '咖啡豆' }))
  await waitFor(() => expect(here()).toBe(`/list?keyword=${encodeURIComponent('咖啡豆')}`))
  expect(await screen.findByText('没有找到「咖啡豆」')).toBeTruthy()
  expect(asked.filter(({ query }) => query.get('limit') === '8').map(({ query }) => query.get('keyword'))).toEqual([
    typed,
  ])
  go('/search')
  await user.click(await screen.findByRole('button', { name: '茶叶' }))
  go('/search')
  await screen.findByText('搜过的')
  const words = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(words).toEqual(['茶叶', '咖啡豆', '茶叶'])
  await user.click(screen.getByRole('button', { name: '清空搜过的' }))
  expect(screen.queryByText('搜过的')).toBeNull()
})

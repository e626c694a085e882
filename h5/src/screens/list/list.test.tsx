import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { frontSite } from '@zhanggui/contract/decor/front-page.ts'
import { shopWindow } from '@zhanggui/contract/product/window.ts'
import styles from '@zhanggui/page-kit/parts/goods-card.module.css'
import { expect, test } from 'vitest'
import { App } from '../../app/app.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { coffee } from '../../testing/goods-card.ts'

test.each([
  [1, 'two', 'row', 'two'],
  [2, 'row', 'two', 'row'],
  [3, 'big', 'row', 'big'],
] as const)(
  'lists look as the shop says: style %s is drawn as %s, and the button turns to %s and back',
  async (listStyle, ...looks) => {
    history.replaceState(null, '', '/h5/list')
    const answer = fakeServer()
    answer(frontSite.site, () => Response.json({ siteName: '小店', tabBar: [], service: { phone: '' }, listStyle }))
    answer(shopWindow.list, () => Response.json({ list: [coffee], total: 1, page: 1, limit: 20 }))
    render(<App />)
    for (const look of looks) {
      await waitFor(() => expect(screen.getByText('云南咖啡豆').closest('ul')?.className).toContain(styles[look]))
      fireEvent.click(screen.getByRole('button', { name: /^换成/ }))
    }
  },
)

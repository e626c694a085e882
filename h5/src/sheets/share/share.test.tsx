import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { frontSite } from '@zhanggui/contract/decor/front-page.ts'
import { customerCentre } from '@zhanggui/contract/user/customer-centre.ts'
import { expect, test } from 'vitest'
import { setToken } from '../../api/token.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { ShareButton } from './share-button.tsx'

async function copied(token: string | undefined, account: object): Promise<string> {
  act(() => setToken(token))
  history.replaceState(null, '', '/h5/goods/5?spread=8&from=card')
  const answer = fakeServer()
  answer(frontSite.site, () => Response.json({ siteName: '小店' }))
  answer(customerCentre.account, () => Response.json(account))
  const user = userEvent.setup()
  const { unmount } = render(<ShareButton title="毛巾" />)
  await user.click(screen.getByRole('button', { name: '分享' }))
  await user.click(await screen.findByRole('button', { name: '复制链接' }))
  unmount()
  return navigator.clipboard.readText()
}

test('a shared link credits the promoter who shares it, never the person who brought them', async () => {
  expect(await copied('t1', { uid: 7, isPromoter: true })).toMatch(/\/h5\/goods\/5\?from=card&spread=7$/)
  expect(await copied('t2', { uid: 9, isPromoter: false })).toMatch(/\/h5\/goods\/5\?from=card$/)
  expect(await copied(undefined, {})).toMatch(/\/h5\/goods\/5\?from=card$/)
})

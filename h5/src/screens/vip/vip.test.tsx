import { act, render, screen } from '@testing-library/react'
import { frontSite } from '@zhanggui/contract/decor/front-page.ts'
import { customerCentre } from '@zhanggui/contract/user/customer-centre.ts'
import { expect, test } from 'vitest'
import { setToken } from '../../api/token.ts'
import { App } from '../../app/app.tsx'
import { fakeServer } from '../../testing/fake-server.ts'

const silver = { id: 2, name: '银卡', grade: 1, experience: 100, discount: 95, icon: '', backImage: '' }

test.each([
  [true, 2],
  [false, 0],
])('with prices for members %s, the discount of a level is said %s times', async (member, times) => {
  act(() => setToken('t1'))
  history.replaceState(null, '', '/h5/vip')
  const answer = fakeServer()
  const site = { siteName: '小店', tabBar: [], service: { phone: '' }, open: { member } }
  answer(frontSite.site, () => Response.json(site))
  answer(customerCentre.account, () =>
    Response.json({ nickname: '阿夏', level: silver, nextLevel: null, experience: 120 }),
  )
  answer(customerCentre.grades, () => Response.json([silver]))
  answer(customerCentre.experience, () => Response.json({ list: [], total: 0, page: 1, limit: 20 }))
  render(<App />)
  expect(await screen.findAllByText(/银卡/)).toHaveLength(2)
  expect(screen.queryAllByText(/9\.5 折/)).toHaveLength(times)
})

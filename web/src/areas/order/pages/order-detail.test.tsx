import { screen } from '@testing-library/react'
import { order } from '@zhanggui/contract/order/order.ts'
import { orderNote } from '@zhanggui/contract/order/order-note.ts'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeOrderInfo } from '../order.fixture.ts'
import OrderDetailPage from './order-detail.page.tsx'

function drawAs(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
  answer(orderNote.timeline, { list: [], isCut: false })
  return renderPage(
    <Routes>
      <Route path="/order/detail/:id" element={<OrderDetailPage />} />
    </Routes>,
    '/order/detail/1',
  )
}

const inTeam = {
  paid: true,
  pinkId: 12037,
  pinkStatus: 1,
  statusStr: { key: 'pinkWaiting', value: '待成团' },
} as const

test('an order in a team says whether that is complete, and leads to it', async () => {
  const info = makeOrderInfo(1, inTeam)
  answer(order.info, info)
  drawAs(['*:*:*'])
  const link = await screen.findByRole('link', { name: '团 12037' })
  expect(link.getAttribute('href')).toBe('/marketing/combination/team/12037')
  expect(screen.getByText(/，等人参团/)).toBeDefined()
  expect(screen.getByText('等成团')).toBeDefined()
})

test('an order of a bargain leads to its session, for those alone who may see bargains', async () => {
  answer(order.info, makeOrderInfo(1, { bargainUserId: 8806 }))
  drawAs(['admin:order:info'])
  expect(await screen.findByText('砍价 8806')).toBeDefined()
  expect(screen.queryByRole('link', { name: '砍价 8806' })).toBeNull()
})

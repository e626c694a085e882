import { act, render, screen } from '@testing-library/react'
import { frontSite } from '@zhanggui/contract/decor/front-page.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { expect, test } from 'vitest'
import { setToken } from '../../api/token.ts'
import { App } from '../../app/app.tsx'
import { fakeServer } from '../../testing/fake-server.ts'

function open(payment: { paid: boolean; state: 'paid' | 'failed'; message: string }, order: object = {}) {
  act(() => setToken('t1'))
  history.replaceState(null, '', '/h5/pay/20261123101500123456/result')
  const answer = fakeServer()
  answer(frontSite.site, () => Response.json({ siteName: '小店', tabBar: [], service: { phone: '' } }))
  answer(frontPay.query, payment)
  answer(frontOrder.detail, () => Response.json(order))
  render(<App />)
}

test('a payment that failed says why, and can be made again', async () => {
  open({ paid: false, state: 'failed', message: '余额不足' })
  expect(await screen.findByText('余额不足')).toBeTruthy()
  expect(screen.getByRole('button', { name: '重新支付' })).toBeTruthy()
})

test('a paid order shows its pick-up code', async () => {
  open({ paid: true, state: 'paid', message: '' }, { verifyCode: '8866 1234', pinkId: 0, notice: '', shipBy: null })
  expect(await screen.findByText('8866 1234')).toBeTruthy()
  expect(screen.getByText('到店时出示提货码')).toBeTruthy()
})

test('a paid place in a team leads to the team', async () => {
  open(
    { paid: true, state: 'paid', message: '' },
    { verifyCode: '', pinkId: 6, pinkStatus: 1, notice: '', shipBy: null },
  )
  expect(await screen.findByRole('button', { name: '邀朋友参团' })).toBeTruthy()
})

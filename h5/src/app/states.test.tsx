import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { frontSite } from '@zhanggui/contract/decor/front-page.ts'
import { cart } from '@zhanggui/contract/order/cart.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { expect, test } from 'vitest'
import { setToken } from '../api/token.ts'
import { here } from '../go/go.ts'
import { fakeServer, refuse } from '../testing/fake-server.ts'
import { App } from './app.tsx'

const NO = '20261123101500123456'

function openAt(address: string, ready: (answer: ReturnType<typeof fakeServer>) => void) {
  history.replaceState(null, '', `/h5${address}`)
  const answer = fakeServer()
  answer(frontSite.site, () => Response.json({ siteName: '小店', tabBar: [], service: { phone: '' } }))
  ready(answer)
  render(<App />)
  return answer
}

const due = (paid: boolean) => ({
  methods: [{ payType: 'weixin' as const, label: '微信支付', open: true }],
  userBalance: 0,
  simOpen: false,
  due: { fee: 9.9, payDeadline: null, paid, what: 'order' as const },
  serverTime: '2026-11-28 10:00:00',
})

test('a product that went between the list and its page says so, and shows a way on', async () => {
  openAt('/goods/5', (answer) => answer(shopWindow.detail, () => refuse(404, 'NOT_FOUND', '商品已下架')))
  expect(await screen.findByText('商品已下架')).toBeTruthy()
  expect(screen.getByRole('button', { name: '返回' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '立即购买' })).toBeNull()
})

test('without a network a screen says so, and is drawn by 重试 once there is one', async () => {
  act(() => setToken('t1'))
  const answer = openAt('/cart', (first) => {
    first(cart.list, () => Promise.reject(new TypeError('Failed to fetch')))
    first(cart.count, { count: 0 })
  })
  expect(await screen.findByText('网络不通，请检查后再试')).toBeTruthy()
  answer(cart.list, { list: [] })
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('购物车还空着')).toBeTruthy()
})

test('a double tap on 立即支付 pays once, and the button waits for the answer', async () => {
  act(() => setToken('t1'))
  const answer = openAt(`/pay/${NO}`, (first) => first(frontPay.config, due(false)))
  const paid = answer(frontPay.pay, () => new Promise<Response>(() => {}))
  const button = await screen.findByRole('button', { name: '立即支付 ¥9.90' })
  fireEvent.click(button)
  fireEvent.click(button)
  await waitFor(() => expect(paid).toHaveLength(1))
  fireEvent.click(button)
  await act(async () => {})
  expect(paid).toHaveLength(1)
})

test('who comes back to the way to pay after paying is shown the result in its place', async () => {
  act(() => setToken('t1'))
  const before = history.length
  openAt(`/pay/${NO}`, (answer) => {
    answer(frontPay.config, due(true))
    answer(frontPay.query, { paid: false, state: 'open', message: '' })
  })
  await waitFor(() => expect(here()).toBe(`/pay/${NO}/result`))
  expect(history.length).toBe(before)
})

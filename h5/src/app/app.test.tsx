import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { frontSite } from '@zhanggui/contract/decor/front-page.ts'
import { cart } from '@zhanggui/contract/order/cart.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { frontSignIn } from '@zhanggui/contract/user/front-sign-in.ts'
import { expect, test } from 'vitest'
import { setToken } from '../api/token.ts'
import { here } from '../go/go.ts'
import { backOf } from '../go/sign-in.ts'
import { fakeServer, refuse } from '../testing/fake-server.ts'
import { App } from './app.tsx'

const product = {
  id: 5,
  image: '',
  sliderImage: [],
  videoLink: '',
  storeName: '毛巾',
  storeInfo: '',
  price: 10,
  priceMax: 10,
  otPrice: 12,
  stock: 4,
  sales: 1,
  giveIntegral: 0,
  isPostage: false,
  minQty: 1,
  limitType: 0,
  limitNum: 0,
}
const goods = {
  product,
  attr: [{ attrName: '规格', attrValues: ['默认'] }],
  skus: [{ id: 9, unique: 'u9', sku: '默认', price: 10, otPrice: 12, stock: 4, image: '' }],
  params: [],
  ensures: [],
  content: '',
  collected: false,
  activities: [],
  activityStyle: null,
  atmosphere: null,
}

function openAt(address: string) {
  history.replaceState(null, '', `/h5${address}`)
  const answer = fakeServer()
  answer(frontSite.site, () => Response.json({ siteName: '小店', tabBar: [], service: { phone: '' } }))
  render(<App />)
  return answer
}

test('an address that leads nowhere says so, with a way to the home', async () => {
  openAt('/nothing')
  expect(await screen.findByRole('heading', { name: '页面走丢了' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '去首页' })).toBeTruthy()
})

test('what needs a buyer leads to the sign-in and back, and so does a token that has ended', async () => {
  act(() => setToken('t1'))
  const answer = openAt('/cart')
  answer(cart.list, { list: [] })
  answer(cart.count, { count: 0 })
  expect(await screen.findByText('购物车还空着')).toBeTruthy()
  answer(cart.list, () => refuse(401, 'TOKEN_INVALID', '登录已失效'))
  answer(cart.count, () => refuse(401, 'TOKEN_INVALID', '登录已失效'))
  act(() => setToken('t2'))
  await waitFor(() => expect(here()).toBe('/login?back=%2Fcart'))
})

test('what was begun without a buyer is done after the sign-in, once', async () => {
  const answer = openAt('/goods/5')
  answer(shopWindow.detail, () => Response.json(goods))
  const begun = answer(frontOrder.pre, { preOrderNo: 'p1' })
  answer(frontSignIn.config, () => Response.json({ fake: false }))
  answer(frontSignIn.mobile, { token: 't1', type: 'login', uid: 3, nickname: '阿夏', phone: '138****6021' })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '立即购买' }))
  const sheet = await screen.findByRole('dialog', { name: '选择规格' })
  await user.click(
    [...sheet.querySelectorAll('button')].find(({ textContent }) => textContent === '立即购买') as Element,
  )
  await user.type(await screen.findByLabelText('手机号'), '13812346021')
  await user.type(screen.getByLabelText('验证码'), '123456')
  await user.click(screen.getByRole('button', { name: '登录' }))
  await waitFor(() => expect(begun).toHaveLength(1))
  expect(begun[0]?.body).toEqual({
    preOrderType: 'buyNow',
    orderDetails: [{ attrValueId: 9, productNum: 1 }],
  })
  await waitFor(() => expect(here()).toBe('/checkout/p1'))
  expect(JSON.stringify({ ...localStorage })).toBe('{}')
})

test.each([
  ['/goods/5?x=1', '/goods/5?x=1'],
  [null, '/'],
  ['https://evil.example', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['javascript:alert(1)', '/'],
])('after a sign-in %s leads to %s', (back, expected) => {
  expect(backOf(back)).toBe(expected)
})

import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { frontOrderCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { frontSite } from '@zhanggui/contract/decor/front-page.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { expect, test } from 'vitest'
import { setToken } from '../../api/token.ts'
import { App } from '../../app/app.tsx'
import { here } from '../../go/go.ts'
import { fakeServer, refuse } from '../../testing/fake-server.ts'

const line = {
  skuId: 9,
  productId: 5,
  storeName: '毛巾',
  image: '',
  sku: '湖蓝,单条',
  price: 20,
  unitPrice: 20,
  num: 1,
  lineTotal: 20,
  couponShare: 0,
  integralShare: 0,
  payShare: 20,
}
const quote = {
  proTotalFee: 20,
  couponFee: 0,
  deductionPrice: 0,
  usedIntegral: 0,
  surplusIntegral: 0,
  freightFee: 0,
  freightPending: false,
  payFee: 20,
  lines: [line],
  trace: [],
  problems: [],
  pointsOffer: { integral: 0, money: 0 },
}
const checkout = {
  preOrderNo: 'p1',
  quote,
  addressId: 3,
  realName: '林知夏',
  phone: '13800138000',
  address: '上海市徐汇区云锦路500号',
  userIntegral: 0,
  userBalance: 0,
  storeSelfMention: false,
  methods: [],
  lines: quote.lines,
  activity: null,
}
const address = {
  id: 3,
  realName: '林知夏',
  phone: '13800138000',
  cityId: 310104,
  province: '上海市',
  city: '上海市',
  district: '徐汇区',
  detail: '云锦路500号',
  isDefault: true,
}
const coupon = (id: number, name: string, more: object) => ({
  id,
  name,
  money: 5,
  minPrice: 0,
  endTime: '2026-12-31 00:00:00',
  discount: 5,
  payFee: 15,
  reason: '',
  lacks: null,
  ...more,
})

function open(coupons: object[] = [], loaded = () => Response.json(checkout)) {
  act(() => setToken('t1'))
  history.replaceState(null, '', '/h5/checkout/p1')
  const answer = fakeServer()
  answer(frontSite.site, () => Response.json({ siteName: '小店', tabBar: [], service: { phone: '' } }))
  answer(frontOrder.load, loaded)
  answer(buyerAddress.list, { list: [address], total: 1, page: 1, limit: 20 })
  answer(frontOrderCoupon.rank, () => Response.json({ list: coupons }))
  const priced = answer(frontOrder.price, ({ body }) => {
    const isLess = (body as { couponId?: number }).couponId !== undefined
    return Response.json({ ...quote, ...(isLess && { couponFee: 5, payFee: 15 }) })
  })
  render(<App />)
  return { answer, priced, user: userEvent.setup() }
}

test('the best coupon is chosen at first, another or none by hand, and each price is the server’s', async () => {
  const worse = coupon(8, '太贵的券', { reason: '还差 80 元', discount: 0 })
  const { priced, user } = open([coupon(7, '新人券', {}), worse])
  expect(await screen.findByText('已选最优惠')).toBeTruthy()
  expect(await screen.findByText('−¥5.00', { selector: 'b' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^优惠券/ }))
  expect(screen.getByText('还差 80 元')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: '不使用优惠券' }))
  await waitFor(() =>
    expect(priced.map(({ body }) => (body as { couponId?: number }).couponId)).toEqual([7, undefined]),
  )
})

test('a price that changed meanwhile is said as it was and as it is, and nothing is ordered', async () => {
  const { answer, user } = open()
  const sent = answer(frontOrder.create, () =>
    refuse(409, 'PRICE_CHANGED', '价格已变动，请确认后重新提交', { payFee: 23 }),
  )
  const submit = await screen.findByRole('button', { name: '提交订单' })
  await waitFor(() => expect(submit).toHaveProperty('disabled', false))
  await user.click(submit)
  expect((await screen.findByRole('alert')).textContent).toBe('价格已变动：原 ¥20.00，现 ¥23.00，请确认后重新提交')
  expect(sent[0]?.body).toMatchObject({ preOrderNo: 'p1', addressId: 3, payFee: 20 })
  expect(here()).toBe('/checkout/p1')
})

test('a double tap orders once, and who comes back finds the order instead of the checkout', async () => {
  const { answer, user } = open()
  let finish = () => {}
  const sent = answer(
    frontOrder.create,
    () =>
      new Promise<Response>((resolve) => {
        finish = () => resolve(Response.json({ orderNo: '20261129000000000001', payFee: 20, paid: false }))
      }),
  )
  answer(frontPay.config, () => refuse(404, 'NOT_FOUND', '订单不存在'))
  const submit = await screen.findByRole('button', { name: '提交订单' })
  await waitFor(() => expect(submit).toHaveProperty('disabled', false))
  await user.dblClick(submit)
  act(() => finish())
  await waitFor(() => expect(here()).toBe('/pay/20261129000000000001'))
  expect(sent).toHaveLength(1)
})

test('a checkout that was used leads to its order', async () => {
  const used = { orderNo: '20261129000000000001' }
  const { answer } = open([], () => refuse(404, 'NOT_FOUND', '预下单信息已失效，请重新提交', used))
  answer(frontOrder.detail, () => refuse(404, 'NOT_FOUND', '订单不存在'))
  await waitFor(() => expect(here()).toBe('/order/20261129000000000001'))
})

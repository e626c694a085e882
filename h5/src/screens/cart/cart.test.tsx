import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { frontSite } from '@zhanggui/contract/decor/front-page.ts'
import { cart } from '@zhanggui/contract/order/cart.ts'
import { expect, test } from 'vitest'
import { setToken } from '../../api/token.ts'
import { App } from '../../app/app.tsx'
import { here } from '../../go/go.ts'
import { fakeServer } from '../../testing/fake-server.ts'

const line = (id: number, more: object) => ({
  id,
  productId: id,
  cid: 1,
  skuId: id,
  num: 1,
  image: '',
  storeName: `毛巾${id}`,
  sku: '湖蓝',
  price: 20,
  vipPrice: null,
  stock: 50,
  unitName: '条',
  minQty: 1,
  limitType: 0,
  limitNum: 0,
  addedPrice: null,
  valid: true,
  code: '',
  reason: '',
  ...more,
})

test('the cart shows the sum of the server, what the next coupon lacks, and why a line cannot be bought', async () => {
  act(() => setToken('t1'))
  history.replaceState(null, '', '/h5/cart')
  const answer = fakeServer()
  answer(frontSite.site, () => Response.json({ siteName: '小店', tabBar: [], service: { phone: '' } }))
  answer(cart.count, { count: 4 })
  answer(cart.list, () =>
    Response.json({
      list: [
        line(1, {}),
        line(2, { valid: false, code: 'MIN_QTY', minQty: 3, reason: '数量不对' }),
        line(3, { valid: false, code: 'OFF_SHELF', reason: '不可购买' }),
      ],
    }),
  )
  const priced = answer(cart.price, () =>
    Response.json({
      listFee: 20,
      memberFee: 0,
      goodsFee: 20,
      coupon: { id: 7, name: '新人券', discount: 3 },
      payFee: 17,
      next: { couponId: 8, name: '满百券', money: 10, lacks: 80, held: false },
      problems: [],
    }),
  )
  const taken = answer(frontCoupon.receive, { id: 1 })
  const user = userEvent.setup()
  render(<App />)
  expect(await screen.findByText('用券减 ¥3.00')).toBeTruthy()
  expect(priced[0]?.query.getAll('ids')).toEqual(['1'])
  expect(screen.getByText('3 件起购')).toBeTruthy()
  expect(screen.getByText('商品已下架')).toBeTruthy()
  expect(screen.getByText('再买 ¥80.00，可用「满百券」减 ¥10.00')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '领券去凑单' }))
  await waitFor(() => expect(here()).toBe('/list?couponId=8'))
  expect(taken).toHaveLength(1)
})

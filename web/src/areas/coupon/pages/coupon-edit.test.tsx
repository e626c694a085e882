import { screen, waitFor } from '@testing-library/react'
import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { couponImpact } from '@zhanggui/contract/promotion/coupon-impact.ts'
import { userSegment } from '@zhanggui/contract/user/user-segment.ts'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeCoupon } from '../coupon.fixture.ts'
import { copyName } from '../model/coupon-form.ts'
import CouponEditPage from './coupon-edit.page.tsx'

const draw = (address = '/marketing/coupon/create') =>
  renderPage(
    <Routes>
      <Route path="/marketing/coupon/create/:id?" element={<CouponEditPage />} />
      <Route path="*" element="列表" />
    </Routes>,
    address,
  )

beforeEach(() => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser({ permissions: ['*:*:*'] }) })
  answer(product.pick, { list: [], total: 386, page: 1, limit: 1 })
  answer(userSegment.list, { list: [], total: 0, page: 1, limit: 100 })
  answer(couponImpact.estimate, { below: 0, isLowerBound: false, list: [] })
})

test('what is missing is said in the words of the form, and nothing is sent', async () => {
  const saved = answer(coupon.save, { id: 1, version: 0 })
  const { user } = draw()
  await user.click(screen.getByRole('radio', { name: '商品券' }))
  await user.click(screen.getByRole('radio', { name: '有门槛' }))
  await user.click(screen.getByRole('radio', { name: '限时' }))
  await user.click(screen.getByRole('radio', { name: '限量' }))
  await user.click(screen.getByRole('button', { name: '立即创建' }))
  for (const message of [
    '请输入优惠券名称',
    '请至少选择一个商品',
    '请输入优惠券面值',
    '请输入最低消费',
    '请选择使用有效期限',
    '请输入发布数量',
  ])
    expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getAllByText('请选择领取时间')).toHaveLength(2)
  await user.click(screen.getByRole('radio', { name: '品类券' }))
  await new Promise((resolve) => setTimeout(resolve, 500))
  await user.click(screen.getByRole('button', { name: '立即创建' }))
  expect(await screen.findByText('请选择品类')).toBeDefined()
  expect(saved).toHaveLength(0)
})

test('the card shows the coupon as it is typed, a threshold below the value is hinted at, and it is saved once', async () => {
  const saved = answer(coupon.save, { id: 1, version: 0 })
  const { user, router } = draw()
  await user.type(screen.getByLabelText('优惠券名称'), '秋冬咖啡券')
  await user.type(screen.getByRole('spinbutton', { name: '面值' }), '20')
  await user.click(screen.getByRole('radio', { name: '有门槛' }))
  await user.type(screen.getByRole('spinbutton', { name: '最低消费' }), '10')
  await user.type(screen.getByRole('spinbutton', { name: '有效天数' }), '15')
  expect(await screen.findByText('门槛低于面值，最多抵扣至 0 元')).toBeDefined()
  expect(screen.getByText('满10元可用')).toBeDefined()
  expect(screen.getByText('领取后 15 天内可用')).toBeDefined()
  expect(await screen.findByText('386')).toBeDefined()
  await user.dblClick(screen.getByRole('button', { name: '立即创建' }))
  expect(await screen.findByText('新增成功')).toBeDefined()
  await waitFor(() => expect(router.state.location.pathname).toBe('/marketing/coupon/list'))
  expect(saved.map(({ body }) => body)).toEqual([
    {
      name: '秋冬咖啡券',
      money: 20,
      minPrice: 10,
      useType: 1,
      scopeIds: [],
      type: 1,
      isFixedTime: false,
      day: 15,
      isReceiveLimited: false,
      limitPerUser: 1,
      isLimited: false,
      sort: 0,
      status: true,
    },
  ])
})

test('a copy starts with the terms of its coupon, names what it would sell below cost, and shows refusals of its scope', async () => {
  const row = makeCoupon(5, { name: '买咖啡送滤纸券', money: 30, minPrice: 0, useType: 2, scopeIds: [8], type: 3 })
  answer(coupon.info, {
    coupon: row,
    products: [{ id: 8, storeName: '挂耳咖啡', image: 'a.png', price: 59, stock: 3 }],
    categories: [],
  })
  const cheap = { productId: 8, storeName: '挂耳咖啡', skuId: 81, suk: '10 片', price: 59, cost: 35, lowest: 29 }
  const asked = answer(couponImpact.estimate, { below: 1, isLowerBound: false, list: [cheap] })
  answer(
    coupon.save,
    refuse(422, 'VALIDATION', '优惠券对应商品不存在', {
      errors: [{ field: 'scopeIds', message: '优惠券对应商品不存在' }],
    }),
  )
  const { user } = draw('/marketing/coupon/create/5')
  expect(await screen.findByDisplayValue('买咖啡送滤纸券 副本')).toBeDefined()
  expect(screen.getByRole('button', { name: '选择商品，已选 1 件' })).toBeDefined()
  expect(await screen.findByText(/挂耳咖啡 10 片：¥29.00 ＜ 成本 ¥35.00/)).toBeDefined()
  expect(asked.at(-1)?.query).toEqual({ useType: '2', scopeIds: '8', money: '30', minPrice: '0' })
  await user.click(screen.getByRole('button', { name: '立即创建' }))
  await waitFor(() => expect(screen.getAllByText('优惠券对应商品不存在').length).toBeGreaterThan(0))
})

test('of too many SKUs the estimate says that there may be more, and what it looked at', async () => {
  const sku = (skuId: number) => ({
    productId: 8,
    storeName: '挂耳咖啡',
    skuId,
    suk: `款${skuId}`,
    price: 9,
    cost: 8,
    lowest: 1,
  })
  answer(couponImpact.estimate, { below: 1234, isLowerBound: true, list: [sku(1), sku(2), sku(3)] })
  const { user } = draw()
  expect(screen.getByText('填了面值后，这里列出会低于成本的规格')).toBeDefined()
  await user.type(screen.getByRole('spinbutton', { name: '面值' }), '20')
  await waitFor(() => expect(screen.getByRole('status', { name: '影响预估' }).textContent).toMatch(/至少 1,234 个规格/))
  expect(screen.getByText('挂耳咖啡 款1 等 3 个规格：¥1.00 ＜ 成本 ¥8.00')).toBeDefined()
  expect(screen.getByText(/^还有至少\s*1,231 个规格$/)).toBeDefined()
  expect(screen.getByText('规格太多，只看了其中毛利最薄的 20,000 个，实际可能更多')).toBeDefined()
})

test('the name of a copy differs from that of its coupon, counts on, and is no longer than names may be', () => {
  expect(copyName('秋冬券')).toBe('秋冬券 副本')
  expect(copyName('秋冬券 副本')).toBe('秋冬券 副本 2')
  expect(copyName('秋冬券 副本 9')).toBe('秋冬券 副本 10')
  expect(copyName('券'.repeat(64))).toBe(`${'券'.repeat(61)} 副本`)
})

import { expect, test } from 'vitest'
import { type Opening, openingSteps } from './opening.ts'

const doneOf = (shop: Opening) => openingSteps(shop).map(({ key, done }) => `${key} ${done}`)

test('a shop just set up lacks its details and a product on sale; freight is there from the start', () => {
  const shop: Opening = {
    site: { logo: false, phone: false },
    freight: { name: '全国包邮' },
    products: { onSale: 0, stored: 0 },
    categories: 1,
    staff: 1,
    backups: 0,
  }
  expect(doneOf(shop)).toEqual([
    'site false',
    'freight true',
    'product false',
    'category false',
    'staff false',
    'backup false',
  ])
  expect(openingSteps(shop)[0]?.text).toMatch(/^还没有标志和客服电话/)
  expect(openingSteps(shop)[2]).toMatchObject({ act: '添加商品', to: '/product/create' })
})

test('products in the warehouse are put on sale, not added again; on sale, the step is done', () => {
  expect(openingSteps({ products: { onSale: 0, stored: 3 } })).toMatchObject([
    { done: false, to: '/product/list?type=2', act: '去上架' },
  ])
  expect(openingSteps({ products: { onSale: 1288, stored: 3 } })).toMatchObject([
    { done: true, text: '1,288 件商品出售中' },
  ])
})

test('steps the user may not take are left out', () => {
  expect(openingSteps({})).toEqual([])
  expect(doneOf({ staff: 8, backups: 2 })).toEqual(['staff true', 'backup true'])
})

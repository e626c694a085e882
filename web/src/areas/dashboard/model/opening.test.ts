import type { Opening } from '@zhanggui/contract/dashboard/home.ts'
import { isOffered } from '@zhanggui/domain/not-yet-offered.ts'
import { isSettingGroup, settingRegistry } from '@zhanggui/domain/setting/setting-registry.ts'
import { expect, test } from 'vitest'
import { openingSteps } from './opening.ts'

const doneOf = (shop: Opening) => openingSteps(shop).map(({ key, done }) => `${key} ${done}`)

test('a shop just set up lacks its details and a product on sale; freight is there from the start', () => {
  const shop: Opening = {
    site: { name: true, logo: false, phone: false },
    freight: '全国包邮',
    products: { onSale: 0, soldOut: 0, stored: 0 },
    payment: { open: [], sim: true },
    delivery: { carriers: 0, stores: 0 },
    message: { mail: false, sms: false },
    categories: 1,
    staff: 1,
    backup: null,
  }
  expect(doneOf(shop)).toEqual([
    ...['site false', 'category false', 'freight true', 'product false', 'pay false', 'delivery false'],
    ...['message false', 'backup false', 'staff false'],
  ])
  const steps = openingSteps(shop)
  expect(steps.every(({ time, done }) => done || time)).toBe(true)
  expect(steps[0]).toMatchObject({ text: expect.stringMatching(/^还没有标志、客服电话/) })
  expect(steps[3]).toMatchObject({ act: '添加商品', to: '/product/create', others: [{ to: '/product/import' }] })
  expect(steps[4]?.text).toContain('模拟支付')
})

test('a step leads to what is missing of it', () => {
  expect(openingSteps({ site: { name: true, logo: true, phone: false } })[0]).toMatchObject({
    text: expect.stringMatching(/^还没有客服电话/),
    to: '/system/setting?group=site&field=consumer_hotline',
  })
  expect(openingSteps({ site: { name: false, logo: false, phone: true } })[0]).toMatchObject({
    text: expect.stringMatching(/^还没有名称、标志/),
    to: '/system/setting?group=site&field=site_name',
  })
  expect(openingSteps({ delivery: { carriers: 3, stores: 0 } })).toMatchObject([
    { done: true, text: '已有 3 家快递公司', to: '/store/list' },
  ])
  expect(openingSteps({ payment: { open: ['线下支付'], sim: true } })).toMatchObject([
    { done: true, text: '已开通线下支付' },
  ])
})

test('products in the warehouse are put on sale, not added again; on sale, the step is done', () => {
  expect(openingSteps({ products: { onSale: 0, soldOut: 0, stored: 3 } })).toMatchObject([
    { done: false, to: '/product/list?type=2', act: '去上架' },
  ])
  expect(openingSteps({ products: { onSale: 2, soldOut: 2, stored: 0 } })).toMatchObject([
    { done: false, text: '2 件在出售，库存都是 0，买家买不了', act: '去补库存' },
  ])
  expect(openingSteps({ products: { onSale: 1288, soldOut: 0, stored: 3 } })).toMatchObject([
    { done: true, text: '1,288 件商品出售中' },
  ])
})

test('a step that is done says what its button does now', () => {
  const shop: Opening = {
    site: { name: true, logo: true, phone: true },
    freight: '全国包邮',
    products: { onSale: 3, soldOut: 0, stored: 0 },
    payment: { open: ['线下支付'], sim: true },
    delivery: { carriers: 3, stores: 1 },
  }
  expect(openingSteps(shop).map(({ act }) => act)).toEqual(['修改', '去看', '去看', '修改', '去看'])
})

test('steps the user may not take are left out', () => {
  expect(openingSteps({})).toEqual([])
  expect(doneOf({ staff: 8, backup: '2026-11-20 04:30:00' })).toEqual(['backup true', 'staff true'])
})

test('a step done in the settings leads to a field that the settings show', () => {
  const shop: Opening = {
    site: { name: false, logo: false, phone: false },
    payment: { open: [], sim: false },
    message: { mail: false, sms: false },
  }
  for (const { to } of openingSteps(shop)) {
    const asked = new URL(to, 'http://shop').searchParams
    const [group, field] = [asked.get('group') ?? '', asked.get('field') ?? '']
    expect(isOffered('settings', field), to).toBe(true)
    expect(isSettingGroup(group) && Object.keys(settingRegistry[group].fields), to).toContain(field)
  }
})

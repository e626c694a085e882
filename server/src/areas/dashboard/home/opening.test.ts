import { home } from '@zhanggui/contract/dashboard/home.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeOrder } from '../../../testing/order.ts'
import { setSettings } from '../../../testing/pay.ts'
import { makeCategory, makeProduct, openProductShop, productDraft } from '../../../testing/product.ts'
import { openShop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { makeCustomer } from '../../../testing/user.ts'

test('staff are told only of the steps they may do', async () => {
  const shop = await openShop()
  const keysOf = async (permissions: readonly string[]) =>
    Object.keys((await (await shop.signIn({ permissions })).call(home.opening)).body)
  expect(await keysOf([])).toEqual([])
  expect(await keysOf([category.save.permission as string])).toEqual(['categories'])
  expect(await keysOf(['admin:product:list'])).toEqual([])
  expect(await keysOf([freightTemplate.save.permission as string, adminUser.save.permission as string])).toEqual([
    'freight',
    'staff',
  ])
  const reader = await shop.signIn({ role: 'readonly' })
  expect((await reader.call(home.opening)).body).toEqual({})
})

test('each step follows from what is there', async () => {
  const { shop, staff, cateId } = await openProductShop()
  const admin = await shop.signInAdmin()
  const opening = async () => (await admin.call(home.opening)).body
  const first = await opening()
  expect(first).toMatchObject({
    site: { name: false, logo: false, phone: false },
    freight: '全国包邮',
    products: { onSale: 0, soldOut: 0, stored: 0 },
    payment: { open: [], sim: true },
    message: { mail: false, sms: false },
    backup: null,
    example: { there: false, products: 3 },
  })
  await makeCategory(staff, '厨具')
  const { id } = await makeProduct(staff, productDraft(cateId))
  await setSettings(shop, { site_name: '小店', site_logo_square: '/media/a.png', consumer_hotline: '010-12345678' })
  await setSettings(shop, { offline_pay_status: true, email_host: 'smtp.example.com', email_user: 'shop@example.com' })
  // As long as messages are only written into the log, a signature brings none to a phone.
  await setSettings(shop, { sms_sign: '小店' })
  await admin.call(store.save, { body: storeDraft('东门店') })
  expect(await opening()).toMatchObject({
    site: { name: true, logo: true, phone: true },
    categories: (first.categories ?? 0) + 1,
    products: { onSale: 0, soldOut: 0, stored: 1 },
    payment: { open: ['线下支付'] },
    message: { mail: true, sms: false },
    delivery: { stores: (first.delivery?.stores ?? 0) + 1 },
  })
  await admin.call(product.putOnShelf, { params: { id } })
  expect(await opening()).toMatchObject({ products: { onSale: 1, soldOut: 0, stored: 0 } })
  expect(await opening()).not.toHaveProperty('sold')
  await shop.ctx.db.execute(sql`update product_sku set stock = 0`)
  await shop.ctx.db.execute(sql`update product set stock = 0`)
  await makeOrder(shop.ctx, { uid: await makeCustomer(shop.ctx), paid: true })
  expect(await opening()).toMatchObject({ products: { onSale: 1, soldOut: 1, stored: 0 }, sold: true })
})

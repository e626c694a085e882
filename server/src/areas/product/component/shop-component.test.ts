import { componentProduct } from '@zhanggui/contract/product/component-product.ts'
import { expect, test } from 'vitest'
import { addComponent, openWechatShop, readComponent } from '../../../testing/component.ts'
import { reconcileComponents } from './component-reconcile.service.ts'

test('a product is not considered deleted when WeChat refuses the query because of rate limits', async () => {
  const { shop, staff, fake, draft } = await openWechatShop()
  fake.tricks.set('/shop/spu/add', ['lost'])
  const added = await addComponent(staff, draft())
  const tooOften = { errcode: 45_009, errmsg: 'reach max api daily quota limit' }
  fake.tricks.set('/shop/spu/get', [tooOften, tooOften])
  await expect(reconcileComponents(shop.ctx, new AbortController().signal)).rejects.toThrow('quota')
  expect((await readComponent(staff, added)).draft).toMatchObject({ syncState: 'unknown' })
  fake.tricks.set('/shop/spu/del', [tooOften])
  const removed = await staff.call(componentProduct.remove, { params: { id: added.productId } })
  expect(removed).toMatchObject({ status: 422, body: { code: 'UPSTREAM_REFUSED' } })
  expect((await readComponent(staff, added)).online.isDel).toBe(false)
})

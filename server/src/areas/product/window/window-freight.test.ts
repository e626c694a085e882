import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { addressForm } from '../../../testing/address.ts'
import { makeProduct, openProductShop, productDraft } from '../../../testing/product.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'

/** Eight yuan everywhere, five in 东城区, nothing to 上海. */
async function openFreight() {
  const { shop, staff, cateId } = await openProductShop()
  const keeper = await shop.signIn({ can: Object.values(freightTemplate) })
  const { status, body } = await keeper.call(freightTemplate.save, {
    body: {
      name: '自定义',
      appoint: 2,
      type: 1,
      undelivery: true,
      regionList: [
        { isDefault: true, first: 1, firstPrice: 8, renewal: 1, renewalPrice: 2 },
        { areas: [[110000, 110100, 110101]], first: 1, firstPrice: 5, renewal: 1, renewalPrice: 1 },
      ],
      freeList: [],
      noDeliveryList: [{ areas: [[310000]] }],
    },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  const draft = productDraft(cateId, { isShow: true, tempId: body.id, attrValue: [{ price: 20, stock: 5 }] })
  const { id } = await makeProduct(staff, draft)
  const of = async (caller: Awaited<ReturnType<typeof shop.buyer>>, query: object = {}) =>
    (await caller.call(shopWindow.freight, { params: { id }, query })).body
  return { shop, staff, id, of }
}

test('freight is that of the place that is named, or of the own address, and without a place the lowest', async () => {
  const { shop, of } = await openFreight()
  const [visitor, buyer] = [shop.visitor(), await shop.buyer()]
  expect(await of(visitor)).toEqual({ cityId: 0, place: '', fee: null, text: '运费 ¥5.00 起', refusal: '' })
  expect(await of(visitor, { cityId: 110101 })).toMatchObject({ place: '北京市 东城区', fee: 5, text: '运费 ¥5.00' })
  expect(await of(visitor, { cityId: 440106 })).toMatchObject({ fee: 8, text: '运费 ¥8.00' })
  expect(await of(visitor, { cityId: 310101 })).toMatchObject({ fee: null, text: '', refusal: '不配送到该地区' })
  const { id: addressId } = (await buyer.call(buyerAddress.edit, { body: addressForm() })).body
  expect(await of(buyer)).toMatchObject({ cityId: 110101, place: '北京市 东城区', fee: 5 })
  expect(await of(buyer, { addressId })).toMatchObject({ fee: 5 })
  await inTransaction(shop.ctx, (tx) =>
    writeSettings(tx, { store_free_postage_switch: true, store_free_postage: 99_00 }),
  )
  expect(await of(buyer)).toMatchObject({ text: '运费 ¥5.00，满99包邮' })
})

test('another buyer’s address, an unknown place and a product that nobody sees are refused', async () => {
  const { shop, id, of } = await openFreight()
  const [owner, other] = [await shop.buyer(), await shop.buyer()]
  const { id: addressId } = (await owner.call(buyerAddress.edit, { body: addressForm() })).body
  expect(await of(other, { addressId })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await of(shop.visitor(), { addressId })).toMatchObject({ code: 'NOT_FOUND' })
  const unknown = await other.call(shopWindow.freight, { params: { id }, query: { cityId: 990000 } })
  expect(unknown).toMatchObject({ status: 400, body: { message: '收货地区不存在，请重新选择' } })
  expect((await other.call(shopWindow.freight, { params: { id: 99_999 } })).status).toBe(404)
})

import { product } from '@zhanggui/contract/product/product.ts'
import { buyerCollect } from '@zhanggui/contract/user/buyer-collect.ts'
import { expect, test } from 'vitest'
import { makeProduct, openProductShop, productDraft, readProduct } from '../../../testing/product.ts'
import type { Caller } from '../../../testing/shop.ts'

async function openFavourites() {
  const { shop, staff, cateId } = await openProductShop()
  const make = async (storeName: string) =>
    (await makeProduct(staff, productDraft(cateId, { storeName, isShow: true, ficti: 5 }))).id
  return { shop, staff, ids: [await make('毛巾'), await make('枕头'), await make('被子')] as [number, number, number] }
}

const listOf = async (buyer: Caller) => (await buyer.call(buyerCollect.list)).body.list

test('only products on the shelf become favourites, all of them or none', async () => {
  const { shop, staff, ids } = await openFavourites()
  const buyer = await shop.buyer()
  const [towel, pillow] = ids
  await staff.call(product.takeOffShelf, { params: { id: pillow } })
  const off = { status: 404, body: { message: '商品已下架' } }
  expect(await buyer.call(buyerCollect.add, { body: { productId: pillow } })).toMatchObject(off)
  expect(await buyer.call(buyerCollect.add, { body: { productId: 987_654 } })).toMatchObject(off)
  expect(await buyer.call(buyerCollect.addAll, { body: { productIds: [towel, pillow] } })).toMatchObject(off)
  expect(await buyer.send('POST', '/api/front/collect/all', { productIds: [] })).toMatchObject({
    status: 400,
    body: { message: '请选择商品' },
  })
  expect(await listOf(buyer)).toEqual([])
})

test('favourites are listed newest first with the price of now, and stay when off the shelf', async () => {
  const { shop, staff, ids } = await openFavourites()
  const [buyer, other] = [await shop.buyer(), await shop.buyer()]
  const [towel, pillow, quilt] = ids
  await buyer.call(buyerCollect.add, { body: { productId: pillow } })
  await buyer.call(buyerCollect.addAll, { body: { productIds: [towel, pillow, quilt] } })
  await other.call(buyerCollect.add, { body: { productId: towel } })
  await staff.call(product.takeOffShelf, { params: { id: quilt } })
  const list = await listOf(buyer)
  expect(list.map(({ productId, valid }) => [productId, valid])).toEqual([
    [quilt, false],
    [towel, true],
    [pillow, true],
  ])
  expect(list[1]).toMatchObject({ storeName: '毛巾', price: 19.9, otPrice: 29.9, stock: 10, sales: 5, unitName: '条' })
  expect((await readProduct(staff, towel)).collectCount).toBe(2)
  const own = (await listOf(other))[0]?.id ?? 0
  const remove = (some: number[]) => buyer.call(buyerCollect.remove, { body: { ids: some } })
  expect((await remove([list[0]?.id ?? 0, own])).status, "another buyer's is not theirs").toBe(404)
  expect((await remove([list[0]?.id ?? 0])).status).toBe(200)
  for (let times = 0; times < 2; times++)
    expect((await buyer.call(buyerCollect.cancel, { params: { productId: towel } })).status).toBe(200)
  expect((await listOf(buyer)).map(({ productId }) => productId)).toEqual([pillow])
  expect((await readProduct(staff, towel)).collectCount).toBe(1)
  expect((await readProduct(staff, quilt)).collectCount).toBe(0)
})

test('a product that many buyers take at once, some of them twice, is counted once for each', async () => {
  const { shop, staff, ids } = await openFavourites()
  const buyers = [await shop.buyer(), await shop.buyer(), await shop.buyer(), await shop.buyer()]
  const reversed = [...ids].reverse()
  await Promise.all(
    buyers.flatMap((buyer, index) => [
      buyer.call(buyerCollect.addAll, { body: { productIds: index % 2 ? ids : reversed } }),
      buyer.call(buyerCollect.add, { body: { productId: ids[index % 3] ?? 0 } }),
    ]),
  )
  for (const id of ids) expect((await readProduct(staff, id)).collectCount).toBe(4)
})

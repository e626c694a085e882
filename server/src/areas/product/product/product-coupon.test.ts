import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { productUndo } from '@zhanggui/contract/product/product-undo.ts'
import { expect, test } from 'vitest'
import { makeCoupon } from '../../../testing/coupon.ts'
import { upload } from '../../../testing/files/multipart.ts'
import { carryOut, openExports } from '../../../testing/files/product-sheets.ts'
import { formOf, makeProduct, productDraft, readProduct } from '../../../testing/product.ts'
import { productCoupons } from './product-coupon.tables.ts'

async function openGifts() {
  const opened = await openExports()
  const { shop, staff, cateId } = opened
  const marketer = await shop.signIn({ can: Object.values(coupon) })
  const gift = (name: string) => makeCoupon(marketer, { name, type: 3 })
  const add = (couponIds: number[]) => makeProduct(staff, productDraft(cateId, { couponIds }))
  const save = (couponIds: number[]) => staff.call(product.save, { body: productDraft(cateId, { couponIds }) })
  const drop = (id: number) => marketer.call(coupon.remove, { body: { id } })
  return { ...opened, marketer, gift, add, save, drop }
}

test('a product gives away live coupons for gifts only', async () => {
  const { marketer, gift, save, drop, add, staff } = await openGifts()
  const [good, gone] = [await gift('送'), await gift('旧')]
  const claimed = await makeCoupon(marketer, { type: 1 })
  const { id } = await add([good])
  await drop(gone)
  const message = `优惠券不可用：${claimed}、${gone}、999999`
  expect(await save([good, claimed, gone, 999_999])).toMatchObject({ status: 422, body: { message } })
  const form = { ...formOf(await readProduct(staff, id)), couponIds: [claimed] }
  expect((await staff.call(product.update, { body: form })).status).toBe(422)
  const batch = { ids: [id], action: 'fields' as const, data: { couponIds: [gone] } }
  expect((await staff.call(product.batch, { body: batch })).body).toMatchObject({
    errors: [{ id, message: `优惠券不可用：${gone}` }],
  })
  expect((await readProduct(staff, id)).couponIds).toEqual([good])
})

test('the form shows the coupons of a product in their order, and replaces them; a copy gives the same away', async () => {
  const { staff, gift, add, drop } = await openGifts()
  const [one, two, three] = [await gift('甲'), await gift('乙'), await gift('丙')]
  const info = await add([two, one])
  expect(info).toMatchObject({
    couponIds: [two, one],
    coupons: [
      { id: two, name: '乙' },
      { id: one, name: '甲' },
    ],
  })
  const twin = await staff.call(product.duplicate, { params: { id: info.id } })
  expect((await readProduct(staff, twin.body.id)).couponIds).toEqual([two, one])
  await staff.call(product.update, { body: { ...formOf(info), couponIds: [one, three, two] } })
  expect((await readProduct(staff, info.id)).couponIds).toEqual([one, three, two])
  await drop(three)
  const left = await readProduct(staff, info.id)
  expect(left.couponIds).toEqual([one, two])
  expect((await staff.call(product.update, { body: { ...formOf(left), couponIds: left.couponIds } })).status).toBe(200)
  await staff.call(product.update, { body: formOf(await readProduct(staff, info.id)) })
  expect((await readProduct(staff, info.id)).coupons).toEqual([])
})

test('a batch shows and sets the coupons of products; taken back, each gives away what it did, without deleted ones', async () => {
  const { shop, staff, gift, add, drop } = await openGifts()
  const [old, gone, fresh] = [await gift('旧'), await gift('走'), await gift('新')]
  const ids = [(await add([gone, old])).id, (await add([])).id]
  const batch = { ids, action: 'fields' as const, data: { couponIds: [fresh] } }
  const shown = await staff.call(product.batch, { body: { ...batch, dryRun: true } })
  expect(shown.body).toMatchObject({
    samples: [
      { id: ids[0], field: '优惠券', before: '走、旧', after: '新' },
      { id: ids[1], field: '优惠券', before: '', after: '新' },
    ],
  })
  const { body } = await staff.call(product.batch, { body: batch })
  for (const id of ids) expect((await readProduct(staff, id)).couponIds).toEqual([fresh])
  await drop(gone)
  const undoId = 'undoId' in body ? (body.undoId ?? 0) : 0
  expect((await staff.call(productUndo.start, { params: { id: undoId } })).status).toBe(202)
  await shop.app.work()
  const status = async () => (await staff.call(productUndo.info, { params: { id: undoId } })).body.status
  await expect.poll(status).toBe('done')
  expect(await Promise.all(ids.map(async (id) => (await readProduct(staff, id)).couponIds))).toEqual([[old], []])
})

test('an import leaves what a product gives away as it is', async () => {
  const { shop, staff, gift, add } = await openGifts()
  const one = await gift('甲')
  const { id } = await add([one])
  const content = Buffer.from(`商品ID,商品名称,产地\n${id},换了名字,新疆`)
  const { body } = await upload(staff, productImport.upload, { 'a.csv': content }, { fetchPictures: 'false' })
  expect(body.errors).toEqual([])
  await carryOut(shop, staff, body.id)
  expect(await readProduct(staff, id)).toMatchObject({ storeName: '换了名字', couponIds: [one] })
})

test('a product saved while its coupon is deleted does not give it away afterwards', async () => {
  const { shop, gift, save, drop } = await openGifts()
  for (let turn = 0; turn < 5; turn++) {
    const id = await gift(`券${turn}`)
    const [saved, dropped] = await Promise.all([save([id]), drop(id)])
    expect(dropped.status).toBe(200)
    expect([200, 422]).toContain(saved.status)
    expect(await shop.ctx.db.$count(productCoupons)).toBe(0)
  }
})

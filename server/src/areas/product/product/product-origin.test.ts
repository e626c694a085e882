import { product } from '@zhanggui/contract/product/product.ts'
import { productCopy } from '@zhanggui/contract/product/product-copy.ts'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { expect, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { carryOut, exportSheet, openExports, sheetPermissions } from '../../../testing/files/product-sheets.ts'
import { formOf, makeProduct, productDraft, readProduct } from '../../../testing/product.ts'

test('产地 is stored, edited, found, copied, exported and imported like any plain field', async () => {
  const { shop, staff, cateId } = await openExports()
  const info = await makeProduct(staff, productDraft(cateId, { storeName: '绿茶', origin: '杭州' }))
  expect(info.origin).toBe('杭州')
  expect((await makeProduct(staff, productDraft(cateId))).origin).toBe('')
  const long = await staff.call(product.save, { body: productDraft(cateId, { origin: '茶'.repeat(65) }) })
  expect(long).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'origin', message: '产地不能超过64个字符，请缩短' }] },
  })

  const edited = await staff.call(product.update, { body: { ...formOf(info), origin: '安溪县' } })
  expect(edited.status).toBe(200)
  const found = async (keywords: string) => {
    const { list } = (await staff.call(product.list, { query: { type: 2, keywords } })).body
    return list.map(({ id, origin }) => [id, origin])
  }
  expect(await found('安溪')).toEqual([[info.id, '安溪县']])
  expect(await found('杭州')).toEqual([])

  const twin = await staff.call(product.duplicate, { params: { id: info.id } })
  expect((await readProduct(staff, twin.body.id)).origin).toBe('安溪县')

  for (const mode of ['spu', 'sku'] as const) {
    const [heading = [], ...rows] = await exportSheet(shop, staff, { type: 2, mode, ids: [info.id] })
    expect(rows.map((row) => row[heading.indexOf('产地')])).toEqual(['安溪县'])
  }

  const importText = async (text: string) => {
    const { body } = await upload(staff, productImport.upload, { 'a.csv': Buffer.from(text) }, { mode: 'update' })
    expect(body).toMatchObject({ updates: 1, errors: [] })
    await carryOut(shop, staff, body.id)
    return readProduct(staff, info.id)
  }
  expect(await importText(`商品ID,商品简介\n${info.id},清香`)).toMatchObject({ storeInfo: '清香', origin: '安溪县' })
  expect(await importText(`商品ID,产地\n${info.id},武夷山`)).toMatchObject({ storeInfo: '清香', origin: '武夷山' })
  expect(await importText(`商品ID,产地\n${info.id},<清空>`)).toMatchObject({ storeInfo: '清香', origin: '' })

  const copier = await shop.signIn({ permissions: [...sheetPermissions, productCopy.parse.permission] })
  const text = JSON.stringify({ storeName: '红茶', origin: '祁门', attrValue: [{ price: 1 }] })
  const copied = await copier.call(productCopy.parse, { body: { text, pictures: false } })
  expect(copied.body).toMatchObject({ drafts: [{ storeName: '红茶', origin: '祁门' }] })
})

import { file } from '@zhanggui/contract/file/file.ts'
import { brand } from '@zhanggui/contract/product/brand.ts'
import { type ProductExportQuery, productExport } from '@zhanggui/contract/product/product-export.ts'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { productLabel } from '@zhanggui/contract/product/product-label.ts'
import { productUndo } from '@zhanggui/contract/product/product-undo.ts'
import { exported } from '@zhanggui/contract/work/export.ts'
import { readXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import { openProductShop, productPermissions } from '../product.ts'
import type { Caller, Shop, ShopOptions } from '../shop.ts'
import { upload } from './multipart.ts'

export const sheetPermissions = [
  ...productPermissions,
  ...[brand.save.permission, productLabel.save.permission, file.picture.permission].flat(),
  productUndo.start.permission,
  productImport.upload.permission,
  productExport.download.permission,
]

/** Opens a shop with a category, and staff who may also import and export products. */
export async function openExports(options?: ShopOptions) {
  const { shop, cateId } = await openProductShop(options)
  return { shop, cateId, staff: await shop.signIn({ permissions: sheetPermissions }) }
}

export async function fetchBytes(shop: Shop, { token }: Caller, url: string): Promise<Buffer> {
  const answer = await shop.app.fastify.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

export async function exportFile(shop: Shop, staff: Caller, query: ProductExportQuery): Promise<Buffer> {
  const { status, body } = await staff.call(productExport.download, { query })
  if (!('url' in body)) throw new Error(`${status} ${JSON.stringify(body)}`)
  expect(body.url).toBe(exported.fetch.path.replace(':token', body.url.split('/').at(-1) ?? ''))
  return fetchBytes(shop, staff, body.url)
}

export async function readSheet(content: Buffer) {
  const { sheets } = await readXlsx(new Uint8Array(content))
  return sheets[0]?.rows ?? []
}

export async function exportSheet(shop: Shop, staff: Caller, query: ProductExportQuery) {
  return readSheet(await exportFile(shop, staff, query))
}

export async function carryOut(shop: Shop, staff: Caller, id: number) {
  await staff.call(productImport.confirm, { body: { importId: id, policy: 'all' } })
  await shop.app.work()
  const read = async () => (await staff.call(productImport.info, { params: { id } })).body
  await expect.poll(async () => (await read()).status).toBe('done')
  return read()
}

export async function importFile(shop: Shop, staff: Caller, content: Buffer, options: Record<string, string>) {
  const { status, body } = await upload(
    staff,
    productImport.upload,
    { 'a.xlsx': content },
    { fetchPictures: 'false', ...options },
  )
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: [] })
  return carryOut(shop, staff, body.id)
}

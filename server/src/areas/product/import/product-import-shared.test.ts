import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { openProductShop, productPermissions } from '../../../testing/product.ts'

/** Exports of real shops, which exist only beside the repository on the build machine. */
const folder = new URL('../../../../../../shared/data/', import.meta.url)

describe.runIf(existsSync(folder))('SHARED the export of a real shop', () => {
  const open = async () => {
    const { shop } = await openProductShop()
    const staff = await shop.signIn({ permissions: [...productPermissions, productImport.upload.permission] })
    const preview = async (name: string) => {
      const content = await readFile(new URL(name, folder))
      return (await upload(staff, productImport.upload, { [name]: content }, { fetchPictures: 'false' })).body
    }
    return { shop, staff, preview }
  }

  test('is read whole', async () => {
    const { preview } = await open()
    const read = { format: 'shopify', total: 284, valid: 284, skus: 1121, errors: [] }
    expect(await preview('shopify-bicycles.csv')).toMatchObject(read)
  })

  test('is imported whole, and a second time changes nothing', async () => {
    const { shop, staff, preview } = await open()
    const [products, skus] = [25, 96]
    const importAll = async () => {
      const read = await preview('shopify-apparel.csv')
      expect(read).toMatchObject({ format: 'shopify', total: products, valid: products, skus, errors: [] })
      await staff.call(productImport.confirm, { body: { importId: read.id, policy: 'all' } })
      await shop.app.work()
      const info = async () => (await staff.call(productImport.info, { params: { id: read.id } })).body
      await expect.poll(async () => (await info()).status, { interval: 500 }).toBe('done')
      return info()
    }
    const state = async () => {
      const { rows } = await shop.ctx.db.execute(sql`
        select (select count(*)::int from product) as products, (select count(*)::int from product_sku where not is_del) as skus,
          (select sum(stock)::int from product_sku) as stock, (select sum(change)::int from stock_ledger) as ledger,
          (select count(*)::int from stock_ledger) as movements, (select count(*)::int from price_history) as prices,
          (select md5(string_agg(s.id || s.unique || s.suk || s.price_fen || s.ot_price_fen || s.bar_code || s.sku_no || s.weight, ',' order by id))
            from product_sku s) as goods`)
      return rows[0]
    }
    expect(await importAll()).toMatchObject({ creates: products, updates: 0, done: products, failed: 0 })
    const before = await state()
    expect(before).toMatchObject({ products, skus })
    expect(before?.stock).toBe(before?.ledger)
    expect(await importAll()).toMatchObject({ creates: 0, updates: products, done: products, failed: 0 })
    expect(await state()).toEqual(before)
  })
})

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
  test.each([
    ['shopify-apparel.csv', 25, 96],
    ['shopify-bicycles.csv', 284, 1121],
  ])(
    '%s is imported whole, and a second time changes nothing',
    async (name, products, skus) => {
      const { shop } = await openProductShop()
      const staff = await shop.signIn({ permissions: [...productPermissions, productImport.upload.permission] })
      const content = await readFile(new URL(name, folder))
      const importAll = async () => {
        const { body } = await upload(staff, productImport.upload, { [name]: content }, { fetchPictures: 'false' })
        expect(body).toMatchObject({ format: 'shopify', total: products, valid: products, skus, errors: [] })
        await staff.call(productImport.confirm, { body: { importId: body.id, policy: 'all' } })
        await shop.app.work()
        const read = async () => (await staff.call(productImport.info, { params: { id: body.id } })).body
        await expect.poll(async () => (await read()).status, { timeout: 150_000, interval: 500 }).toBe('done')
        return read()
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
    },
    300_000,
  )
})

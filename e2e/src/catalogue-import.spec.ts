import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Chosen, checkFile, count, exportOne, sellImported } from './catalogue-import.ts'
import { expect, journeyIn } from './journey.ts'

/** The export of a real shop, which exists only beside the repository on the build machine. */
const shared = new URL('../../../shared/data/shopify-bicycles.csv', import.meta.url)
const brakes: Chosen = {
  ...{ title: 'Brake Kit', keyword: 'Brake', renamed: 'Brake Kit 刹车套装', word: '刹车' },
  ...{ suk: 'Rear,Black', price: '36.5', skus: 4, stock: 3532 },
}

if (existsSync(shared)) {
  const test = journeyIn('empty')
  test('SHARED 9.2 the same with the export of a real shop', async ({ open }) => {
    // Hundreds of products take minutes on a busy machine.
    test.slow()
    const page = await open('/product/list', { as: 'admin' })
    // Its pictures are irrelevant here: they may no longer exist.
    await page.route(/^https:\/\/cdn\.shopify\.com\//, (route) => route.abort())
    await expect(page.getByText('还没有商品')).toBeVisible()
    await page.getByRole('button', { name: '导入商品' }).click()
    await page.getByRole('button', { name: '更多选项' }).click()
    await page.getByLabel(/^图片转存/).click()
    await checkFile(page, 'shopify-bicycles.csv', await readFile(shared))
    await expect(count(page, '文件中的商品')).toHaveText('284')
    await expect(count(page, '规格')).toHaveText('1,121')
    await page.getByRole('button', { name: '导入 284 个商品' }).click()
    await expect(page.getByText('已导入 284 个商品')).toBeVisible({ timeout: 180_000 })
    await sellImported(page, brakes)
    const rows = await exportOne(page, brakes)
    expect(rows.map((row) => [row.规格1值, row.规格2值, row.售价, row.库存])).toEqual([
      ['Rear', 'Black', 36.5, 2107],
      ['Rear', 'Alloy', 39, 587],
      ['Front', 'Black', 39, 565],
      ['Front', 'Alloy', 39, 273],
    ])
  })
}

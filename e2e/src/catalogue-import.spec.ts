import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Chosen, checkFile, count, exportOne, ProductList, pick, sellImported } from './catalogue-import.ts'
import { expect, journeyIn } from './journey.ts'
import { paint, servePictures } from './pictures.ts'
import { shopifyCsv } from './shopify-csv.ts'

const bicycle: Chosen = {
  ...{ title: '城市自行车', keyword: '城市', renamed: '城市自行车·春季款', word: '春季' },
  ...{ suk: '墨绿,S', price: '1199', skus: 4, stock: 20 },
}

journeyIn('empty')(
  '9.2 from an empty shop and the file of another to a product that is edited, sold, found, picked and exported',
  async ({ admin, open, trouble }) => {
    // The console shows foreign pictures only over https; these local ones appear once the import has fetched them.
    trouble.allow(/Content Security Policy/)
    const pictures = await servePictures({ 'green.png': await paint('#14532d'), 'white.png': await paint('#f5f5f4') })
    const [green, white] = [pictures.addressOf('green.png'), pictures.addressOf('white.png')]
    await admin.call('PUT', '/api/settings/security', { values: { private_network_allowed: true } })

    const page = await open('/product/list', { as: 'admin' })
    const list = new ProductList(page)
    await expect(page.getByText('还没有商品')).toBeVisible()
    await expect(list.tab(/^出售中商品\s*0$/)).toBeVisible()
    await page.getByRole('button', { name: '导入商品' }).click()
    await checkFile(page, 'products_export_1.csv', Buffer.from(shopifyCsv({ green, white })))

    await expect(count(page, '文件中的商品')).toHaveText('4')
    await expect(count(page, '规格')).toHaveText('6')
    await expect(page.getByText('将新建的分类（2）')).toBeVisible()
    await expect(page.getByText('将新建的品牌（1）')).toBeVisible()
    const wrong = page.getByRole('tabpanel', { name: '错误 1' }).getByRole('row').last()
    await expect(wrong.getByRole('cell')).toHaveText(['8', 'Variant Price', /两位小数/])
    await page.getByRole('tab', { name: '商品', exact: true }).click()
    const preview = page.getByRole('row').filter({ hasText: '城市自行车' })
    for (const text of ['新增', '自行车', '¥1299.00 – 1399.00', '20']) await expect(preview).toContainText(text)
    const products = await admin.call<{ total: number }>('GET', '/admin/store/product/list?type=2')
    expect(products.body.total, 'nothing is written yet').toBe(0)

    await page.getByRole('button', { name: '导入 3 个商品' }).click()
    await expect(page.getByText('已导入 3 个商品')).toBeVisible()
    const progress = page.getByRole('status').filter({ hasText: '正在把图片存入素材库' })
    await expect(progress.getByRole('progressbar')).toBeVisible()
    pictures.release()
    await expect(count(page, '图片已转存')).toHaveText('2')
    const missing = page.getByRole('region', { name: '缺失图片' })
    await expect(missing.getByRole('row').last()).toContainText('https://pictures.invalid/bell.png')
    await page.getByRole('button', { name: '任务中心' }).click()
    const tasks = page.getByRole('dialog', { name: '我的任务' })
    await expect(tasks.getByText('已完成')).toHaveCount(2)
    await page.keyboard.press('Escape')

    await sellImported(page, bicycle)
    await expect(list.row(bicycle.renamed)).toContainText('¥1,199.00最高 1,399.00')
    await list.showsPicture(bicycle.renamed)
    const rows = await exportOne(page, bicycle)
    expect(
      rows.map((row) =>
        ['商品名称', '商品分类', '规格1值', '规格2值', '售价', '库存', '商家编码'].map((name) => row[name]),
      ),
    ).toEqual([
      [bicycle.renamed, '自行车', '墨绿', 'S', 1199, 4, 'CITY-GS'],
      [bicycle.renamed, '自行车', '墨绿', 'M', 1399, 7, 'CITY-GM'],
      [bicycle.renamed, '自行车', '米白', 'S', 1299, 0, 'CITY-WS'],
      [bicycle.renamed, '自行车', '米白', 'M', 1399, 9, 'CITY-WM'],
    ])
    expect(rows[0]).toMatchObject({
      详情: '<p>轻便，每天 "骑行"，\n不累。</p>',
      封面图: expect.stringMatching(/^\/file\//),
    })

    await page.goto('/product/reply')
    await pick(page, bicycle)
    pictures.close()
  },
)

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
    await page.goto('/product/reply')
    await pick(page, brakes)
  })
}

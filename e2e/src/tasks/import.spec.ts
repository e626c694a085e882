import {
  type Chosen,
  checkFile,
  count,
  exportOne,
  ProductList,
  pick,
  sellImported,
} from '../catalogue/catalogue-import.ts'
import { shopifyCsv } from '../catalogue/shopify-csv.ts'
import { paint, servePictures } from '../shop/pictures.ts'
import { expect, taskInEmptyShop as task } from './task.ts'
import { walk } from './ways.ts'

const bicycle: Chosen = {
  title: '城市自行车',
  keyword: '城市',
  renamed: '城市自行车·春季款',
  word: '春季',
  suk: '墨绿,S',
  price: '1199',
  skus: 4,
  stock: 20,
}

// 9.2: from an empty shop and the file of another to a product that is edited, sold, found, picked and exported.
task('import a Shopify file', async ({ admin, begin, trouble }) => {
  // The console shows foreign pictures only over https; these local ones appear once the import has fetched them.
  trouble.allow(/Content Security Policy/)
  const pictures = await servePictures({ 'green.png': await paint('#14532d'), 'white.png': await paint('#f5f5f4') })
  const [green, white] = [pictures.addressOf('green.png'), pictures.addressOf('white.png')]
  await admin.call('PUT', '/api/settings/security', { values: { private_network_allowed: true } })

  const hands = await begin()
  const { page } = hands
  await walk(hands, '商品', '商品导入')
  const list = new ProductList(page)
  const file = {
    name: 'products_export_1.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(shopifyCsv({ green, white })),
  }
  await hands.choose(page.getByRole('button', { name: '选择文件' }), file)
  await hands.wait(page.getByRole('button', { name: '导入 3 个商品' }))
  await expect(page.getByText('Shopify 导出').first()).toBeVisible()

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

  await hands.click(page.getByRole('button', { name: '导入 3 个商品' }))
  await hands.wait(page.getByText('已导入 3 个商品'))
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
})

task('undo the import', async ({ admin, begin, open, trouble }) => {
  trouble.allow(/Content Security Policy/)
  const pictures = { green: 'https://pictures.invalid/green.png', white: 'https://pictures.invalid/white.png' }
  const text = shopifyCsv(pictures)
    .replaceAll('城市自行车', '折叠车')
    .replaceAll('自行车', '整车')
    .replaceAll('配件', '零件')
    .replace(/city|bell|pump|lock/gi, (word) => `${word}2`)
  const importing = await open('/product/import', { as: 'admin' })
  await checkFile(importing, 'wrong-shop.csv', Buffer.from(text))
  await importing.getByRole('button', { name: '导入 3 个商品' }).click()
  await expect(importing.getByText('已导入 3 个商品')).toBeVisible()

  const hands = await begin()
  const { page } = hands
  await walk(hands, '商品', '商品导入')
  await hands.click(page.getByRole('button', { name: '更多：wrong-shop.csv' }))
  await hands.click(page.getByRole('menuitem', { name: '撤销导入' }))
  const dialog = page.getByRole('dialog', { name: '撤销导入：wrong-shop.csv' })
  await hands.wait(dialog.getByRole('button', { name: '撤销（回收 3 个商品）' }))
  await hands.click(dialog.getByRole('button', { name: '撤销（回收 3 个商品）' }))
  await hands.wait(dialog.getByText('已撤销：回收 3 个、还原 0 个商品'))
  const { body } = await admin.call<{ list: { storeName: string }[] }>(
    'GET',
    '/admin/store/product/list?type=5&limit=50',
  )
  expect(body.list.map(({ storeName }) => storeName)).toContain('折叠车')
})

import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { expect, task } from './task.ts'
import { found, offered, productAt, search, skusOf, walk } from './ways.ts'

task('find a product', async ({ admin, begin }) => {
  const { storeName } = await productAt(admin, 3)
  const hands = await begin()
  await search(hands, storeName)
  await hands.click(found(hands, '商品', storeName))
  await hands.wait(hands.page.getByRole('heading', { name: storeName, level: 1 }))
})

task('take a product off sale', async ({ admin, begin }) => {
  const { id, storeName } = await productAt(admin, 12)
  const hands = await begin()
  const { page } = hands
  await search(hands, storeName)
  await hands.click(found(hands, '商品', storeName))
  await hands.wait(page.getByRole('heading', { name: storeName, level: 1 }))
  await hands.click(page.getByRole('button', { name: '下架' }))
  await hands.wait(page.getByRole('button', { name: '上架' }))
  const { body } = await admin.call('GET', `/admin/store/product/info/${id}`)
  expect(body).toMatchObject({ isShow: false })
})

// The page of the product shows the new stock, and so does the list.
task('restock one SKU', async ({ admin, begin }) => {
  const { id, storeName } = await productAt(admin, 5)
  const sku = (await skusOf(admin, id)).at(-1)
  if (!sku) throw new Error('the product has no SKU')
  const hands = await begin()
  const { page } = hands
  await search(hands, sku.skuNo)
  await hands.click(offered(hands, '改库存', `${storeName} ${sku.suk}`))
  const row = page.getByRole('region', { name: '规格与库存' }).getByRole('row').filter({ hasText: sku.skuNo })
  await hands.wait(page.getByRole('spinbutton', { name: `${sku.suk} 增加库存` }))
  await hands.type('7')
  await hands.press('Enter')
  await hands.wait(page.getByText('库存已保存'))
  await expect(row).toContainText((sku.stock + 7).toLocaleString('en-US'))
  await page.goto(`/product/list?keywords=${id}`)
  const after = (await skusOf(admin, id)).reduce((sum, { stock }) => sum + stock, 0)
  await expect(page.getByRole('button', { name: `编辑「${storeName}」的库存 ${after}`, exact: true })).toBeVisible()
})

task('see what changed on a product since Monday', async ({ admin, begin }) => {
  const { id, storeName } = await productAt(admin, 7)
  const [sku] = await skusOf(admin, id)
  if (!sku) throw new Error('the product has no SKU')
  const added = { id, attrValueList: [{ id: sku.id, addStock: 3 }] }
  expect((await admin.call('POST', '/admin/store/product/quick/stock/add', added)).status).toBe(200)
  const hands = await begin()
  await search(hands, storeName)
  await hands.click(found(hands, '商品', storeName))
  const history = hands.page.getByRole('region', { name: '动态' })
  await hands.wait(history.getByRole('listitem').first())
  await expect(history).toContainText(`${sku.suk}：+3（${sku.stock} → ${sku.stock + 3}）`)
})

task('export a filtered list', async ({ begin }) => {
  const hands = await begin()
  const { page } = hands
  await hands.click(page.getByRole('link', { name: '待发货', exact: true }))
  await hands.wait(page.getByRole('row').nth(1))
  await hands.click(page.getByRole('button', { name: '导出' }).first())
  const download = page.waitForEvent('download')
  await hands.click(page.getByRole('menuitem', { name: '导出订单（每单一行）' }))
  const { sheets } = await readXlsx(await buffer(await (await download).createReadStream()))
  const [heading = [], ...rows] = sheets[0]?.rows ?? []
  expect(rows.length).toBeGreaterThan(10)
  const states = new Set(rows.map((cells) => cells[heading.indexOf('订单状态')]))
  expect([...states].every((state) => /发货/.test(String(state)))).toBe(true)
})

task('change ten prices by ten amounts', async ({ admin, begin }) => {
  type Listed = { list: { id: number }[] }
  const { body } = await admin.call<Listed>('GET', '/admin/store/product/list?type=1&keywords=%E5%B0%8F%E5%B1%8B')
  const hands = await begin()
  const { page } = hands
  await walk(hands, '商品', '商品管理')
  await hands.fill(page.getByRole('textbox', { name: '商品搜索' }), '小屋')
  await hands.wait(page.getByRole('tab', { name: /^出售中商品\s*\d+$/ }))
  await expect(page).toHaveURL(/keywords=/)
  await hands.click(page.getByRole('button', { name: '快速编辑' }))
  const first = page.getByRole('grid', { name: '快速编辑' }).locator('td[data-active]')
  await hands.wait(first)
  await hands.click(first)
  const prices = Array.from({ length: 10 }, (_, at) => 301.5 + at)
  await hands.paste(prices.join('\n'))
  await hands.press('Control+s')
  await hands.click(
    page.getByRole('dialog', { name: '预览并保存' }).getByRole('button', { name: /^保存 \d+ 个商品的 10 处修改/ }),
  )
  await hands.wait(page.getByText(/^已保存 \d+ 个商品/))
  const skus = await Promise.all(body.list.map(({ id }) => skusOf(admin, id)))
  const kept = new Set(skus.flat().map(({ price }) => price))
  expect(prices.filter((price) => !kept.has(price))).toEqual([])
})

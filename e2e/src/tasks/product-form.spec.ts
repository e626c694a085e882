import type { Locator } from '@playwright/test'
import type { ProductInfo, ProductPick } from '@zhanggui/contract/product/product.ts'
import { ProductList } from '../catalogue/catalogue-import.ts'
import { paint } from '../shop/pictures.ts'
import type { Hands } from './hands.ts'
import { expect, task } from './task.ts'
import { walk } from './ways.ts'

const colours = ['墨绿', '米白', '雾蓝']
const sizes = ['S', 'M', 'L', 'XL']
const skus = colours.flatMap((colour) => sizes.map((size) => `${colour},${size}`))

// 2.9: from an empty form to a product of three colours and four sizes with uploaded pictures, on sale.
task('product with 3 × 4 variants and pictures', async ({ shop, admin, begin }) => {
  const category = `童装${Date.now().toString(36)}`
  const name = `${category}连帽卫衣`
  const made = await admin.call('POST', '/admin/category/save', {
    type: 1,
    pid: 0,
    name: category,
    sort: 0,
    status: true,
    extra: '',
  })
  expect(made.status).toBe(200)
  const pictures = await Promise.all(['#14532d', '#f5f5f4', '#93c5fd'].map((colour) => paint(colour)))
  const [green, white, blue] = pictures as [Buffer, Buffer, Buffer]
  const names = colours.map((colour) => `${category}${colour}.png`) as [string, string, string]

  const hands = await begin()
  const { page } = hands
  await walk(hands, '商品', '商品管理')
  await hands.click(page.getByRole('button', { name: '添加商品' }))
  const basics = page.getByRole('region', { name: '商品信息' })
  await hands.see(basics.getByLabel('商品名称'))
  await hands.type(name)
  await hands.fill(basics.getByLabel('商品分类', { exact: true }), category)
  await hands.wait(page.getByRole('treeitem', { name: category }))
  await hands.click(page.getByRole('treeitem', { name: category }))
  await hands.press('Escape')
  await hands.click(basics.getByRole('combobox', { name: '运费模板' }))
  await hands.click(page.getByTitle('全国包邮'))
  await upload(hands, basics.getByLabel('商品轮播图'), { [names[0]]: green, [names[1]]: white, [names[2]]: blue })
  await expect(basics.getByRole('img', { name: /^图片 \d$/ })).toHaveCount(3)

  await hands.click(page.getByRole('button', { name: '下一步' }))
  const specs = page.getByRole('region', { name: '规格库存' })
  await hands.click(specs.getByRole('radio', { name: '多规格' }))
  for (const [spec, details] of [
    ['颜色', colours],
    ['尺码', sizes],
  ] as const) {
    await hands.click(specs.getByRole('button', { name: '添加新规格' }))
    await hands.see(specs.getByLabel('规格', { exact: true }))
    await hands.type(spec)
    await hands.fill(specs.getByLabel('规格值', { exact: true }), details.join('，'))
    await hands.press('Enter')
  }
  await hands.see(specs.getByText('共 12 个规格'))

  await hands.fill(specs.getByLabel('批量设置售价'), '129')
  await hands.fill(specs.getByLabel('批量设置库存', { exact: true }), '10')
  await hands.click(specs.getByRole('button', { name: '批量设置全部' }))
  for (const [place, colour] of colours.entries()) {
    await hands.click(specs.getByRole('button', { name: `勾选颜色为${colour}的规格` }))
    await expect(specs.getByRole('checkbox', { name: /^选择 .+,/, checked: true })).toHaveCount(4)
    await hands.click(specs.getByRole('button', { name: '批量设置图片' }))
    const picture = page.getByRole('dialog', { name: '图片素材库' }).getByLabel(`选择 ${names[place]}`)
    await hands.wait(picture)
    await hands.click(picture)
    await hands.click(page.getByRole('dialog', { name: '图片素材库' }).getByRole('button', { name: '确定' }))
  }
  await hands.click(page.getByRole('button', { name: '提交并上架' }))
  await hands.wait(page.getByText('新增成功'))

  const list = new ProductList(page)
  await expect(page).toHaveURL(/\/product\/list/)
  await list.search('卫衣')
  await expect(list.row(name)).toContainText('¥129.00')
  await expect(list.row(name)).toContainText('多规格 12')
  await expect(list.row(name).getByRole('button', { name: `编辑「${name}」的库存 120` })).toBeVisible()
  await expect(list.row(name).getByRole('switch')).toBeChecked()
  await list.showsPicture(name)
  await list.row(name).getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: '规格与库存' }).getByRole('row', { name: /合计/ })).toContainText('120')
  await page.getByRole('button', { name: '编辑', exact: true }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  const thumbs = specs.getByRole('button', { name: / 图片$/ }).locator('img')
  await expect(thumbs).toHaveCount(12)
  const widths = () => thumbs.evaluateAll((images: HTMLImageElement[]) => images.map((image) => image.naturalWidth))
  await expect.poll(async () => (await widths()).every((width) => width > 0)).toBe(true)

  // What buyers see: products on sale, whose pictures need no sign-in.
  const found = await admin.call<{ list: ProductPick[] }>(
    'GET',
    `/api/productList?keywords=${encodeURIComponent(name)}`,
  )
  const [shown] = found.body.list
  expect(shown).toMatchObject({ isShow: true, price: 129, stock: 120, skuCount: 12 })
  expect(shown?.attrValue.map(({ suk, price, stock }) => [suk, price, stock])).toEqual(
    skus.map((suk) => [suk, 129, 10]),
  )
  const info = await admin.call<ProductInfo>('GET', `/admin/store/product/info/${shown?.id}`)
  const pictureOf = (colour: string) =>
    new Set(info.body.attrValue.filter(({ suk }) => suk.startsWith(colour)).map(({ image }) => image))
  expect(colours.map((colour) => pictureOf(colour).size)).toEqual([1, 1, 1])
  const addresses = new Set([
    ...info.body.sliderImage,
    ...info.body.attrValue.map(({ image }) => image),
    info.body.image,
  ])
  const answers = await Promise.all([...addresses].map((address) => fetch(new URL(address, shop.url))))
  expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual(
    [...addresses].map(() => [200, 'image/png']),
  )
})

/** Uploads pictures in the dialog 图片素材库 that a button opens, and takes them. */
async function upload(hands: Hands, opener: Locator, pictures: Readonly<Record<string, Buffer>>) {
  await hands.click(opener)
  const library = hands.page.getByRole('dialog', { name: '图片素材库' })
  await hands.wait(library.getByRole('button', { name: '上传', exact: true }))
  await expect(library.getByRole('button', { name: '上传', exact: true })).toBeEnabled()
  const files = Object.entries(pictures).map(([name, buffer]) => ({ name, mimeType: 'image/png', buffer }))
  await hands.choose(library.getByRole('button', { name: '上传', exact: true }), ...files)
  await hands.wait(library.getByText(`已上传 ${files.length} 个`).first())
  await hands.click(library.getByRole('button', { name: '确定' }))
  await expect(library).toBeHidden()
}

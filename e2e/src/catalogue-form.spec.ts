import type { Locator } from '@playwright/test'
import type { ProductInfo, ProductPick } from '@zhanggui/contract/product/product.ts'
import { ProductList } from './catalogue-import.ts'
import { expect, test } from './journey.ts'
import { paint, upload } from './pictures.ts'

const colours = ['墨绿', '米白', '雾蓝']
const sizes = ['S', 'M', 'L', 'XL']
const skus = colours.flatMap((colour) => sizes.map((size) => `${colour},${size}`))

test('2.9 from an empty form to a product of three colours and four sizes with uploaded pictures, on sale', async ({
  shop,
  admin,
  open,
}) => {
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

  const page = await open('/product/list', { as: 'admin' })
  await page.getByRole('button', { name: '添加商品' }).click()
  const basics = page.getByRole('region', { name: '商品信息' })
  await basics.getByLabel('商品名称').fill(name)
  await basics.getByLabel('商品分类', { exact: true }).fill(category)
  await page.getByRole('treeitem', { name: category }).click()
  await page.keyboard.press('Escape')
  await basics.getByRole('combobox', { name: '运费模板' }).click()
  await page.getByTitle('全国包邮').click()
  await upload(page, basics.getByLabel('商品封面图'), { '封面.png': green })
  await upload(page, basics.getByLabel('商品轮播图'), { '正面.png': green, '侧面.png': white, '背面.png': blue })
  await expect(basics.getByRole('img', { name: /^图片 \d$/ })).toHaveCount(4)

  await page.getByRole('button', { name: '下一步' }).click()
  const specs = page.getByRole('region', { name: '规格库存' })
  await specs.getByRole('radio', { name: '多规格' }).check()
  for (const [spec, details] of [
    ['颜色', colours],
    ['尺码', sizes],
  ] as const) {
    await specs.getByRole('button', { name: '添加新规格' }).click()
    await specs.getByLabel('规格', { exact: true }).fill(spec)
    await specs.getByLabel('规格值', { exact: true }).fill(details.join('，'))
    await specs.getByRole('button', { name: '确定' }).click()
  }
  await expect(specs.getByText('共 12 个规格')).toBeVisible()

  await specs.getByLabel('批量设置售价').fill('129')
  await specs.getByLabel('批量设置原价').fill('169')
  await specs.getByLabel('批量设置库存', { exact: true }).fill('10')
  await specs.getByRole('button', { name: '批量设置全部' }).click()
  await tick(specs, (suk) => suk.endsWith('XL'))
  await specs.getByLabel('批量设置售价').fill('139.5')
  await specs.getByRole('button', { name: '填充选中 3 行' }).click()
  await specs.getByLabel('雾蓝,XL 库存', { exact: true }).fill('0')
  for (const [place, colour] of colours.entries()) {
    await tick(specs, (suk) => suk.startsWith(colour))
    await upload(page, specs.getByRole('button', { name: '批量设置图片' }), {
      [`${colour}.png`]: pictures[place] ?? green,
    })
  }
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('region', { name: '商品详情' }).getByRole('textbox').fill('纯棉，不掉色。')
  await page.getByRole('button', { name: '提交并上架' }).click()
  await expect(page.getByText('新增成功')).toBeVisible()

  const list = new ProductList(page)
  await expect(page).toHaveURL(/\/product\/list/)
  await list.search('卫衣')
  await expect(list.row(name)).toContainText('¥129.00')
  await expect(list.row(name)).toContainText('最高 139.50')
  await expect(list.row(name)).toContainText('多规格 12')
  await expect(list.row(name).getByRole('button', { name: `编辑「${name}」的库存 110` })).toBeVisible()
  await expect(list.row(name).getByRole('switch')).toBeChecked()
  await list.showsPicture(name)
  await list.row(name).getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: '规格与库存' }).getByRole('row', { name: /合计/ })).toContainText('110')
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
  expect(shown).toMatchObject({ isShow: true, price: 129, otPrice: 169, stock: 110, skuCount: 12 })
  expect(shown?.attrValue.map(({ suk, price, stock }) => [suk, price, stock])).toEqual(
    skus.map((suk) => [suk, suk.endsWith('XL') ? 139.5 : 129, suk === '雾蓝,XL' ? 0 : 10]),
  )
  const info = await admin.call<ProductInfo>('GET', `/admin/store/product/info/${shown?.id}`)
  expect(info.body.content).toContain('纯棉，不掉色。')
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

/** Ticks exactly the wanted rows of the SKU table. */
async function tick(specs: Locator, wanted: (suk: string) => boolean) {
  const boxes = specs.getByRole('checkbox', { name: /^选择 .+,/ })
  const ticked = () =>
    boxes.evaluateAll((all: HTMLInputElement[]) =>
      all.filter(({ checked }) => checked).map(({ ariaLabel }) => ariaLabel),
    )
  const before = await ticked()
  for (const suk of skus)
    if (before.includes(`选择 ${suk}`) !== wanted(suk)) await specs.getByLabel(`选择 ${suk}`, { exact: true }).click()
  await expect.poll(ticked).toEqual(skus.filter(wanted).map((suk) => `选择 ${suk}`))
}

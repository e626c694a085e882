import { openPhone } from '../buyers/storefront.ts'
import { expect, test } from '../shop/journey.ts'

test('a draft article is hidden from buyers; once published, a buyer reads it on a phone with its product below', async ({
  browser,
  shop,
  open,
  ip,
  trouble,
}) => {
  const title = `冬天怎么存茶${String(Date.now()).slice(-6)}`
  const page = await open('/content/edit', { as: 'admin' })
  await page.getByRole('textbox', { name: '文章标题' }).fill(title)
  await page.getByRole('combobox', { name: '文章分类' }).click()
  await page.getByRole('menuitemcheckbox', { name: '选购指南' }).click()
  await page.getByRole('button', { name: /^[* ]*文章图片$/ }).click()
  const library = page.getByRole('dialog', { name: '图片素材库' })
  await library
    .getByRole('button', { name: /^选择 / })
    .first()
    .click()
  await library.getByRole('button', { name: /^确\s?定$/ }).click()
  await page.getByRole('textbox', { name: '文章简介' }).fill('避光、密封、别放厨房')
  await page.getByRole('textbox', { name: '文章内容' }).fill('铁罐里垫一层棉纸，放在阴凉处。')
  await page.getByRole('button', { name: '选择商品' }).click()
  const picker = page.getByRole('dialog', { name: '商品列表' })
  await picker.getByRole('radio').first().click()
  await page.getByRole('button', { name: '保存草稿' }).click()
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('草稿')

  const { page: phone, end } = await openPhone(browser, shop, ip, trouble)
  await phone.goto('/h5/articles')
  await expect(phone.getByRole('heading', { name: '资讯' })).toBeVisible()
  await expect(phone.getByText(title)).toHaveCount(0)

  await row.getByRole('switch', { name: `文章「${title}」：撤下` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^发\s?布$/ })
    .click()
  await expect(row).toContainText('已发布')

  await phone.goto('/h5/articles')
  await phone.getByRole('link').filter({ hasText: title }).tap()
  await expect(phone.getByRole('heading', { name: title })).toBeVisible()
  await expect(phone.getByText('铁罐里垫一层棉纸')).toBeVisible()
  await phone.getByRole('region', { name: '文中商品' }).getByRole('link').tap()
  await expect(phone).toHaveURL(/\/h5\/goods\/\d+$/)
  await end()
})

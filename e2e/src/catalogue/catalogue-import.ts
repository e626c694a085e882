import { buffer } from 'node:stream/consumers'
import type { Download, Locator } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { expect, type Page } from '../shop/journey.ts'
import { paint, upload } from '../shop/pictures.ts'

/** A product of the file, and its expected changes. */
export type Chosen = {
  /** Its name in the file, and a keyword that finds it. */
  title: string
  keyword: string
  /** Its new name; the first two Chinese characters find it too. */
  renamed: string
  word: string
  /** One of its SKUs, and its new price. */
  suk: string
  price: string
  skus: number
  stock: number
}

/** Actions on the product list. */
export class ProductList {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  tab(name: string | RegExp): Locator {
    return this.page.getByRole('tab', { name })
  }

  row(name: string): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByRole('button', { name, exact: true }) })
  }

  /** Waits until the product's picture is drawn. */
  async showsPicture(name: string) {
    const picture = this.row(name).getByRole('img', { name: `「${name}」的图片` })
    const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
    await expect.poll(width, 'its picture has come').toBeGreaterThan(0)
  }

  async search(keywords: string) {
    await this.page.getByLabel('商品搜索').fill(keywords)
    await this.page.getByRole('search').getByRole('button', { name: '搜索' }).click()
    await expect(this.page).toHaveURL(new RegExp(`keywords=${encodeURIComponent(keywords)}`))
    // A click while the table redraws would hit a row that is about to be replaced.
    await this.page.waitForLoadState('networkidle')
  }
}

/** Chooses a file on the import screen and waits for the result of its check. */
export async function checkFile(page: Page, name: string, content: Buffer) {
  await page.getByLabel('选择文件：选择文件').setInputFiles({ name, mimeType: 'text/csv', buffer: content })
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('Shopify 导出').first()).toBeVisible()
}

/** A number on the import screen. */
export function count(page: Page, title: string): Locator {
  return page
    .locator('dl > div')
    .filter({ has: page.getByText(title, { exact: true }) })
    .locator('dd')
}

/** From the warehouse to the shelf: edited, searched for, picked and exported. */
export async function sellImported(page: Page, chosen: Chosen) {
  const list = new ProductList(page)
  await page.getByRole('button', { name: '查看仓库中的商品' }).click()
  await expect(page).toHaveURL(/\/product\/list\?type=2/)
  await list.search(chosen.keyword)
  await list.row(chosen.title).getByRole('button', { name: '编辑', exact: true }).click()

  const basics = page.getByRole('region', { name: '商品信息' })
  await expect(basics.getByLabel('商品名称')).toHaveValue(chosen.title)
  await basics.getByLabel('商品名称').fill(chosen.renamed)
  await page.getByRole('button', { name: '下一步' }).click()
  const cell = page.getByRole('region', { name: '规格库存' }).getByLabel(`${chosen.suk} 售价`)
  await cell.fill(chosen.price)
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await expect(page.getByText('编辑成功')).toBeVisible()

  await expect(page).toHaveURL(/\/product\/list$/)
  await expect(list.tab('出售中商品'), 'the list is drawn anew').toHaveAttribute('aria-selected', 'true')
  await list.tab('仓库中商品').click()
  await expect(list.tab('仓库中商品')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('row').getByRole('switch').first()).toBeVisible()
  await list.search(chosen.word)
  await list.row(chosen.renamed).getByRole('switch').click()
  await expect(list.row(chosen.renamed)).toContainText('已上架')
  await expect(list.row(chosen.renamed).getByRole('button', { name: '撤销' })).toBeVisible()
  await expect(list.tab(/^出售中商品\s*1$/)).toBeVisible()

  await list.tab('出售中商品').click()
  const row = list.row(chosen.renamed)
  await expect(row).toContainText(`多规格 ${chosen.skus}`)
  await expect(row.getByRole('button', { name: `编辑「${chosen.renamed}」的库存 ${chosen.stock}` })).toBeVisible()
  await expect(row.getByRole('switch')).toBeChecked()
}

/** Finds the product in a form's picker dialog and saves the selection. */
export async function pick(page: Page, { renamed, word, suk }: Chosen) {
  await page.getByRole('button', { name: '添加虚拟评论' }).first().click()
  const form = page.getByRole('dialog', { name: '添加虚拟评论' })
  await form.getByRole('button', { name: '选择商品' }).click()
  const picker = page.getByRole('dialog', { name: '商品列表' })
  await picker.getByLabel('商品搜索').fill(word)
  await picker.getByRole('button', { name: '搜索' }).click()
  await expect(picker.locator('tbody').getByRole('radio')).toHaveCount(1)
  await picker.getByRole('radio', { name: `选择 ${renamed}` }).click()
  await expect(picker).toBeHidden()
  await expect(form.getByText(renamed)).toBeVisible()
  await form.getByLabel('规格').click()
  await page.getByTitle(suk, { exact: true }).click()
  await form.getByLabel('用户名称').fill('骑行的人')
  await form.getByLabel('评价文字').fill('每天骑它上班')
  await upload(page, form.getByLabel('用户头像'), { 'face.png': await paint('#f59e0b', 96) })
  await form.getByRole('button', { name: '确认' }).click()
  await expect(page.getByText('新增成功')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '每天骑它上班' })).toContainText(renamed)
}

/** Exports one product by SKU, in the import format. Returns the rows keyed by column title. */
export async function exportOne(page: Page, { renamed }: Chosen): Promise<Record<string, unknown>[]> {
  const list = new ProductList(page)
  await list
    .row(renamed)
    .getByRole('checkbox', { name: /^选择编号/ })
    .check()
  await page.getByRole('button', { name: '导出所选' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: '导出规格（可修改后再导入）' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/商品导出\.xlsx$/)
  return readRows(download)
}

async function readRows(download: Download): Promise<Record<string, unknown>[]> {
  const { sheets } = await readXlsx(await buffer(await download.createReadStream()))
  const [heading = [], ...rows] = sheets[0]?.rows ?? []
  return rows.map((row) => Object.fromEntries(heading.map((title, place) => [String(title), row[place]])))
}

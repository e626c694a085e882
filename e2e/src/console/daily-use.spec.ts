import { expect, type Page, test } from '../shop/journey.ts'

const PRODUCTS = '/product/list'
const MONITORS = ['/monitor/online', '/monitor/cache', '/monitor/server', '/monitor/sql']

async function firstRow(page: Page) {
  const row = page.locator('tbody tr.ant-table-row').first()
  await expect(row).toBeVisible()
  return row
}

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test('twelve rows of 商品管理 fit into 1440 × 900, and nothing scrolls sideways', async ({ open }) => {
  const page = await open(PRODUCTS, { as: 'admin' })
  await firstRow(page)
  await page.evaluate(() => document.fonts.ready)
  const whole = () =>
    page.evaluate(() => {
      const foot = document.querySelector('[data-batch], [class*=foot]')?.getBoundingClientRect().top ?? innerHeight
      const rows = [...document.querySelectorAll('tbody tr.ant-table-row')]
      return rows.filter((row) => row.getBoundingClientRect().bottom <= Math.min(foot, innerHeight)).length
    })
  await expect.poll(whole).toBeGreaterThanOrEqual(12)
  expect(await sideways(page)).toBeLessThanOrEqual(0)
  const inner = await page.locator('.ant-table-content, .ant-table-body').first()
  expect(await inner.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
})

test('the back button returns to the place where a list was left', async ({ open }) => {
  const page = await open(`${PRODUCTS}?limit=80`, { as: 'admin' })
  await firstRow(page)
  const top = () => page.evaluate(() => window.scrollY)
  await page.evaluate(() => window.scrollTo(0, 1500))
  await expect.poll(top).toBe(1500)
  const name = await page.evaluate(() => {
    const names = [...document.querySelectorAll<HTMLElement>('tbody tr.ant-table-row td button')]
    const inView = names.find((one) => one.textContent && one.getBoundingClientRect().top > 300)
    inView?.click()
    return inView?.textContent
  })
  await expect(page).toHaveURL(/view=1/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name?.slice(0, 4) ?? '')
  await expect.poll(top).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/limit=80/)
  await expect.poll(top).toBe(1500)
})

test('at 390 the search of the menu covers the header, lists begin with their search, and rows are cards', async ({
  open,
}) => {
  const page = await open('/dashboard', { as: 'admin', width: 390, height: 844 })
  await page.getByRole('button', { name: '全局搜索' }).click()
  const field = page.getByRole('combobox', { name: '全局搜索' })
  await field.fill('spgl')
  const option = page.getByRole('option', { name: /商品管理/ }).first()
  await expect(option).toBeVisible()
  expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(40)
  expect((await page.getByRole('listbox').boundingBox())?.width).toBe(390)
  await option.click()
  await expect(page).toHaveURL(PRODUCTS)
  await expect(field).toBeHidden()
  const search = page.getByRole('textbox', { name: '商品搜索' })
  const card = page.getByRole('article').first()
  await expect(card).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  const [searchBox, cardBox] = [await search.boundingBox(), await card.boundingBox()]
  expect(searchBox?.y).toBeLessThan(cardBox?.y ?? 0)
  // Nothing but the header and the states is above it.
  expect(searchBox?.y).toBeLessThan(180)
  expect(cardBox?.width).toBe(390)
  expect(await sideways(page)).toBeLessThanOrEqual(0)
})

test('pages for reading and those of the monitors fit into 390', async ({ open }) => {
  const page = await open('/order/detail/1', { as: 'admin', width: 390, height: 844 })
  for (const path of ['/order/detail/1', '/member/detail/1', '/product/edit/1?view=1', ...MONITORS]) {
    await page.goto(path)
    await expect(page.locator('.ant-skeleton')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('article')).first()).toBeVisible()
    expect(await sideways(page), path).toBeLessThanOrEqual(0)
  }
})

test('the whole card of a file chooses it, and choosing nothing is said', async ({ open }) => {
  const page = await open('/product/create', { as: 'admin' })
  await page.getByRole('button', { name: '商品封面图' }).click()
  const dialog = page.getByRole('dialog', { name: '图片素材库' })
  const face = dialog.getByRole('button', { name: /^选择 / }).first()
  await expect(face).toBeVisible()
  const ok = dialog.getByRole('button', { name: /^确\s?定$/ })
  await expect(ok).toBeInViewport({ ratio: 1 })
  await ok.click()
  await expect(page.getByText('请先选择图片')).toBeVisible()
  const box = await face.locator('xpath=ancestor::li').boundingBox()
  if (!box) throw new Error('no card')
  // The name and the facts below the picture.
  await page.mouse.click(box.x + box.width / 2, box.y + box.height - 6)
  await expect(face).toHaveAttribute('aria-pressed', 'true')
  await page.mouse.click(box.x + 6, box.y + box.height - 28)
  await expect(face).toHaveAttribute('aria-pressed', 'false')
})

test('two windows draft two new products, also without network, and get them back after a reload', async ({
  open,
  trouble,
}) => {
  trouble.allow(/console: .*/, /uncaught: .*Failed to fetch/)
  const first = await open('/product/create', { as: 'admin' })
  const name = (page: Page) => page.getByLabel('商品名称')
  await name(first).fill('竹篮')
  await expect(first.getByText(/草稿已于/)).toBeVisible()
  const second = await first.context().newPage()
  await second.goto('/product/create')
  await expect(name(second)).toBeVisible()
  // The first window still writes its own.
  await expect(second.getByText(/有未保存的内容/)).toBeHidden()
  await second.context().setOffline(true)
  await name(second).fill('藤椅')
  await expect(second.getByText(/草稿已于/)).toBeVisible()
  await second.context().setOffline(false)
  for (const [page, typed] of [
    [first, '竹篮'],
    [second, '藤椅'],
  ] as const) {
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await page.getByRole('button', { name: '恢复未保存的内容' }).click()
    await expect(name(page)).toHaveValue(typed)
  }
  await second.close()
})

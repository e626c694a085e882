import { expect, type Page, test } from '../shop/journey.ts'
import { findViolations } from '../shop/violations.ts'

const prices = (page: Page) =>
  page
    .locator('td[data-column="0"]')
    .evaluateAll((cells) => cells.slice(0, 10).map((cell) => cell.lastChild?.textContent))

test('ten prices get ten amounts pasted from Excel, and all are taken back', async ({ open }) => {
  const page = await open('/product/list', { as: 'admin' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: '快速编辑' }).click()
  const grid = page.getByRole('grid', { name: '快速编辑' })
  const first = grid.getByRole('gridcell').first()
  await first.click()
  const before = await prices(page)
  const amounts = before.map((price, index) => `¥${(Number(price) + index + 0.5).toFixed(2)}`)
  await page.evaluate((text) => navigator.clipboard.writeText(text), amounts.join('\r\n'))
  await page.keyboard.press('Control+V')
  await expect(page.getByText('已粘贴 10 个单元格')).toBeVisible()
  expect(await findViolations(page, 'all')).toEqual([])

  // A reload loses nothing.
  await expect(page.getByText('修改暂存在本机')).toBeVisible()
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: '恢复未保存的内容' }).click()
  await first.focus()
  await page.keyboard.press('Control+S')
  const dialog = page.getByRole('dialog', { name: '预览并保存' })
  await expect(dialog.getByText('10 个上涨；变动 +0.50 至 +9.50 元，平均 +5.00 元')).toBeVisible()
  expect(await findViolations(page, 'all')).toEqual([])
  await page.getByRole('button', { name: /^保存 \d+ 个商品的 10 处修改$/ }).press('Enter')
  const toast = page.getByText(/^已保存 \d+ 个商品$/)
  await expect(toast).toBeVisible()
  await expect.poll(() => prices(page)).toEqual(amounts.map((amount) => amount.slice(1)))

  await page.getByRole('button', { name: /^撤销 \d+:\d+$/ }).click()
  const undo = page.getByRole('dialog', { name: '撤销快速编辑' })
  await undo.getByRole('button', { name: /^撤销（/ }).click()
  await undo.getByRole('button', { name: '关闭' }).last().click()
  await expect.poll(() => prices(page)).toEqual(before)
})

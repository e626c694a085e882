import { expect, test } from '../shop/journey.ts'
import { findViolations } from '../shop/violations.ts'

test('a name that was changed is found in 修改记录 and put back, at the desk and on a phone', async ({ open }) => {
  const page = await open('/product/brand', { as: 'admin' })
  const row = page.getByRole('row').nth(2)
  const edit = row.getByRole('button', { name: '编辑' })
  const name = (await row.getByRole('cell').nth(3).innerText()).trim()
  await edit.click()
  const dialog = page.getByRole('dialog', { name: '编辑品牌' })
  await dialog.getByRole('textbox', { name: '品牌名称' }).fill(`${name}新`)
  await page.keyboard.press('Enter')
  await expect(row).toContainText(`${name}新`)

  await page.getByRole('button', { name: `修改记录：${name}新` }).click()
  const panel = page.getByRole('dialog', { name: /^修改记录/ })
  await expect(panel.getByText(`${name} → ${name}新`)).toBeVisible()
  expect(await findViolations(page, 'all')).toEqual([])
  await panel.getByRole('button', { name: '改回品牌名称' }).click()
  await page.getByRole('button', { name: '恢复 1 项' }).click()
  await expect(panel.getByText(/^恢复到 .+修改之前$/)).toBeVisible()
  await panel.getByRole('button', { name: '关闭' }).click()
  await expect(row).not.toContainText(`${name}新`)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: `修改记录：${name}`, exact: true }).click()
  await expect(page.getByText(`${name} → ${name}新`)).toBeVisible()
  expect(await findViolations(page, 'all')).toEqual([])
})

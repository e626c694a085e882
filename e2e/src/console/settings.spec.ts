import { expect, test } from '../shop/journey.ts'

test('system settings are saved and hold at once, without a restart', async ({ open }) => {
  const page = await open('/system/setting?group=site', { as: 'admin' })
  const form = page.getByRole('region').filter({ has: page.getByRole('button', { name: '保存' }) })
  const name = form.getByRole('textbox', { name: /店铺名称/ })
  const before = await name.inputValue()
  await expect(form.getByRole('button', { name: '保存' })).toBeDisabled()
  await name.fill('月光杂货铺')
  await expect(form.getByText('1 项未保存')).toBeVisible()
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await expect(page).toHaveTitle(/月光杂货铺$/)
  const visitor = await open('/login')
  await expect(visitor.getByRole('heading', { name: '月光杂货铺' })).toBeVisible()

  await name.fill(before)
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveTitle(new RegExp(`${before}$`))
})

test('unsaved settings are asked about before their tab closes', async ({ open }) => {
  const page = await open('/system/setting?group=site', { as: 'admin' })
  await page.getByRole('textbox', { name: /店铺名称/ }).fill('还没想好')
  await page.getByRole('button', { name: '关闭系统设置' }).click()
  const question = page.getByRole('dialog').filter({ hasText: '有未保存的修改，离开吗？' })
  await question.getByRole('button', { name: '不离开' }).click()
  await expect(page).toHaveURL('/system/setting?group=site')
  await page.getByRole('button', { name: '关闭系统设置' }).click()
  await question.getByRole('button', { name: '离开', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
})

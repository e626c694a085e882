import { expect, type Page, test } from '../shop/journey.ts'

async function fillSignIn(page: Page, username: string, password: string) {
  await page.getByLabel('账号').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByLabel('验证码', { exact: true }).fill('7')
  await page.getByRole('button', { name: '登 录' }).click()
}

test('a deep link opened signed out leads through the sign-in to the same page with its query', async ({
  shop,
  open,
}) => {
  const page = await open('/system/job?page=2&limit=10')
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent('/system/job?page=2&limit=10')}`)
  await fillSignIn(page, 'admin', shop.password)
  await expect(page).toHaveURL('/system/job?page=2&limit=10')
  await expect(page.locator('.ant-pagination-item-active')).toHaveText('2')
  await expect(page.getByRole('row')).not.toHaveCount(0)
  await page.reload()
  await expect(page).toHaveURL('/system/job?page=2&limit=10')
  await expect(page.locator('.ant-pagination-item-active')).toHaveText('2')
})

test('a member of staff signs in by keyboard alone', async ({ shop, open }) => {
  const page = await open('/login')
  await expect(page.getByLabel('账号')).toBeFocused()
  await page.keyboard.type('admin')
  await page.keyboard.press('Tab')
  await page.keyboard.type(shop.password)
  // Skip the button that shows the password.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('button', { name: /全局搜索/ })).toBeVisible()
})

test('signing out leaves nothing behind, and other windows of the browser follow', async ({ open }) => {
  const page = await open('/system/job', { as: 'admin', alone: true })
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: '店主，个人菜单' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page.getByText('确定注销并退出系统吗？')).toBeVisible()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/login/)
  await other.bringToFront()
  await expect(other).toHaveURL(/\/login/)
  expect((await page.context().cookies()).filter(({ name }) => name === 'ADMIN-TOKEN')).toEqual([])
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
})

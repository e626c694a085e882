import { expect, inFreshShop as test } from '../shop/journey.ts'

test('a fresh start leads to the set-up and from there to the dashboard of the first administrator', async ({
  shop,
  open,
  trouble,
}) => {
  trouble.allow(/^422 POST \/auth\/setup\/token/, /^503 GET/)
  const token = /初始化令牌：([\w-]{32})/.exec(shop.output())?.[1] ?? ''
  const page = await open('/')
  await expect(page).toHaveURL('/setup')
  const next = page.getByRole('button', { name: '下一步' })

  await page.getByLabel('初始化令牌').fill('wrong-token')
  await next.click()
  await expect(page.getByRole('alert').filter({ hasText: '初始化令牌无效或已过期' }).first()).toBeVisible()
  await page.getByLabel('初始化令牌').fill(token)
  await next.click()
  await page.getByLabel('用户名').fill('laoban')
  await page.getByLabel('昵称').fill('王老板')
  await page.getByLabel('密码', { exact: true }).fill('Abacus-Beads-13')
  await page.getByLabel('确认密码').fill('Abacus-Beads-13')
  await next.click()
  await page.getByLabel('店铺名称').fill('算盘小店')
  await page.getByRole('button', { name: '完成并进入后台' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: /王老板/ })).toBeVisible()
  await expect(page).toHaveTitle('首页 - 算盘小店')

  // 16.1: the list says what is missing, leads to the very field, and fills the shop with examples that go again.
  const steps = page.getByRole('region', { name: '开店清单' })
  await expect(steps.getByText('还没有标志、客服电话')).toBeVisible()
  await steps.getByRole('button', { name: '添加商品' }).click()
  await expect(page.getByLabel('商品名称')).toBeFocused()
  await page.getByRole('link', { name: '首页' }).first().click()
  await steps.getByRole('button', { name: '添加分类' }).click()
  await expect(page.getByRole('dialog', { name: '添加商品分类' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '首页' }).first().click()
  await steps.getByRole('button', { name: /^放入示例数据/ }).click()
  await expect(steps.getByText(/^现在只有示例商品/)).toBeVisible()
  await steps.getByRole('button', { name: '删除示例数据' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除 3 件' }).click()
  await expect(steps.getByRole('button', { name: /^放入示例数据/ })).toBeVisible()
  await steps.getByRole('button', { name: '移到右上角' }).click()
  await page.getByRole('button', { name: /^开店清单/ }).click()
  await expect(steps).toBeVisible()

  const again = await fetch(`${shop.url}/auth/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      setupToken: token,
      username: 'thief',
      nickName: '不速之客',
      password: 'Abacus-Beads-13',
      siteName: '别人的店',
    }),
  })
  expect(again.status).toBe(409)
  expect(await again.json()).toMatchObject({ message: '系统已初始化' })

  // A screen that still asks something would be refused without its cookie.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('账号').fill('laoban')
  await page.getByLabel('密码', { exact: true }).fill('Abacus-Beads-13')
  await page.getByLabel('验证码', { exact: true }).fill('7')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: /王老板/ })).toBeVisible()
  await expect(page).toHaveTitle('首页 - 算盘小店')

  const later = await open('/setup')
  await expect(later.getByText('系统已初始化')).toBeVisible()
})

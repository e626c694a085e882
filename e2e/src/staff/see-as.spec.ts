import { expect, test } from '../shop/journey.ts'

test('an owner looks at the console as the warehouse: in every window, without changing anything, and back', async ({
  open,
  trouble,
}) => {
  // The list and its views may read themselves again while the page is left.
  trouble.allow(/^403 GET \/(api\/roles|admin\/common\/view\/)/)
  const page = await open('/system/role', { as: 'admin', alone: true })
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('menuitem', { name: '营销' })).toBeVisible()

  await page.getByRole('row', { name: /仓库/ }).getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '以此身份查看' }).click()
  await page.getByRole('button', { name: '开始查看', exact: true }).click()
  const bar = page.getByRole('region', { name: '以此身份查看' })
  await expect(bar).toContainText('正在以角色「仓库」的身份查看，只能看，不能修改')
  await expect(page.getByRole('menuitem', { name: '营销' })).toHaveCount(0)

  await other.bringToFront()
  await expect(other.getByRole('region', { name: '以此身份查看' })).toBeVisible()
  await expect(other.getByRole('menuitem', { name: '营销' })).toHaveCount(0)

  await page.bringToFront()
  await page.goto('/order/list?status=notShipped')
  await expect(bar).toBeVisible()
  await expect(page.getByRole('button', { name: '写备注' }).first()).toBeDisabled()
  await expect(page.getByRole('button', { name: '发货', exact: true }).first()).toBeDisabled()
  await page.getByRole('group', { name: '发货', exact: true }).first().focus()
  await expect(page.getByRole('tooltip', { name: '正在以「仓库」的身份查看，只能看，不能修改' })).toBeVisible()
  await page
    .getByRole('button', { name: /^更多：/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem', { name: '备注' })).toBeDisabled()
  await expect(page.getByRole('menuitem', { name: '详情' })).toBeEnabled()

  await page.getByRole('button', { name: '退出查看' }).click()
  await expect(page.getByRole('heading', { name: '角色管理' })).toBeVisible()
  await expect(bar).toHaveCount(0)
  await other.bringToFront()
  await expect(other.getByRole('menuitem', { name: '营销' })).toBeVisible()
  await expect(other.getByRole('region', { name: '以此身份查看' })).toHaveCount(0)
})

import { expectAccessibleInBoth } from '../shop/accessible.ts'
import { expect, type Page, test } from '../shop/journey.ts'

const tabOf = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

test('two filters of the order desk become a view: put first, opened by default, shared with a role with its count, and gone', async ({
  admin,
  open,
  person,
  staff,
}) => {
  const stamp = Date.now().toString(36)
  const [big, other] = [`大额快递${stamp}`, `自提${stamp}`]
  const clerk = await person(['admin:order:list', 'admin:order:info'])
  for (const each of [admin, await staff(clerk)])
    await each.call('PUT', '/api/users/preferences', { settings: { appearance: 'system' } })
  const found = await admin.call<{ total: number }>(
    'GET',
    '/admin/store/order/list?shippingType=1&minPrice=100&page=1&limit=1',
  )
  const count = String(found.body.total)
  await admin.call('POST', '/admin/common/view/save', { page: 'order.list', name: other, query: { shippingType: 2 } })

  const desk = await open('/order/list?shippingType=1&minPrice=100', { as: 'admin' })
  await desk.getByRole('button', { name: '存为视图' }).click()
  const dialog = desk.getByRole('dialog', { name: '存为视图' })
  await dialog.getByLabel('视图名称').fill(big)
  await dialog.getByRole('switch').click()
  await dialog.getByRole('combobox', { name: '共享给' }).fill(clerk.role.name)
  await desk.getByTitle(clerk.role.name).click()
  // Closes the list of roles, which covers the button.
  await dialog.getByLabel('视图名称').click()
  await expectAccessibleInBoth(desk)
  await dialog.getByRole('button', { name: /保\s*存/ }).click()
  await expect(tabOf(desk, big)).toHaveAttribute('aria-selected', 'true')
  await expect(tabOf(desk, big)).toContainText(count)

  await desk.getByRole('button', { name: '视图', exact: true }).click()
  await desk.getByRole('menuitem', { name: '管理视图' }).click()
  const manager = desk.getByRole('dialog', { name: '管理视图' })
  await manager.getByRole('button', { name: `上移「${big}」` }).click()
  await expect(manager.getByRole('listitem').filter({ hasText: stamp })).toContainText([big, other])
  await manager.getByRole('button', { name: `打开页面时默认用「${big}」` }).click()
  await expect(manager).toContainText(`共享给${clerk.role.name}`)
  await expectAccessibleInBoth(desk)
  await desk.goto('/order/list')
  await expect(desk).toHaveURL(/minPrice=100/)

  // A colleague with the role, on a phone: the same question, answered with what they may see.
  const phone = await open('/order/list', { as: clerk, width: 390, height: 844, colorScheme: 'dark' })
  await expect(tabOf(phone, '全部')).toBeVisible()
  // What does not fit is behind ⋯.
  await phone.locator('.ant-tabs-nav-more').click()
  await phone.locator('.ant-tabs-dropdown').getByText(big).click()
  await phone.mouse.move(0, 0)
  await expect(phone).toHaveURL(/minPrice=100/)
  await expect(tabOf(phone, big)).toContainText(count)
  await expectAccessibleInBoth(phone)
  await phone.getByRole('button', { name: '更多操作' }).click()
  await expect(phone.getByRole('button', { name: '删除视图' })).toHaveCount(0)

  await desk.getByRole('button', { name: '视图', exact: true }).click()
  await desk.getByRole('menuitem', { name: '删除视图' }).click()
  await expect(tabOf(desk, big)).toHaveCount(0)
  await phone.reload()
  await expect(tabOf(phone, '全部')).toBeVisible()
  await expect(tabOf(phone, big)).toHaveCount(0)
})

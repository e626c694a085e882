import { expect, test } from '../shop/journey.ts'
import { makeRole } from '../shop/shop.ts'

test('when two administrators edit one role, the second is shown the differences', async ({ admin, open, trouble }) => {
  trouble.allow(/^409 PUT \/api\/roles/)
  const role = await makeRole(admin, ['admin:system:dict:list'])
  const address = `/system/role?blurry=${encodeURIComponent(role.name)}`
  const [one, other] = [await open(address, { as: 'admin' }), await open(address, { as: 'manager' })]
  for (const [page, remark] of [
    [one, '第一位的描述'],
    [other, '第二位的描述'],
  ] as const) {
    await page.getByRole('row', { name: role.name }).getByRole('button', { name: '编辑' }).click()
    await page.getByRole('dialog', { name: '编辑角色' }).getByLabel('描述').fill(remark)
  }
  await one.getByRole('button', { name: '确认' }).click()
  await expect(one.getByText('编辑成功')).toBeVisible()

  await other.getByRole('button', { name: '确认' }).click()
  const conflict = other.getByRole('dialog', { name: '提示' })
  await expect(conflict.getByRole('alert')).toBeVisible()
  await conflict.getByRole('button', { name: '查看差异' }).click()
  const rows = conflict.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(1)
  await expect(rows.first().getByRole('cell')).toHaveText(['描述', '第二位的描述', '第一位的描述'])
  await conflict.getByRole('button', { name: '重新加载' }).click()
  const form = other.getByRole('dialog', { name: '编辑角色' })
  await expect(form.getByLabel('描述')).toHaveValue('第一位的描述')
  await form.getByLabel('描述').fill('两位商量好的描述')
  await form.getByRole('button', { name: '确认' }).click()
  await expect(other.getByText('编辑成功')).toBeVisible()
  await expect(other.getByRole('row', { name: role.name })).toContainText('两位商量好的描述')
})

test('conflicting grants to one role are compared by the names of the menus', async ({ admin, open, trouble }) => {
  trouble.allow(/^409 PUT \/api\/roles/)
  const role = await makeRole(admin, ['admin:system:dict:list'])
  const address = `/system/role?blurry=${encodeURIComponent(role.name)}`
  const [one, other] = [await open(address, { as: 'admin' }), await open(address, { as: 'admin' })]
  for (const [page, button] of [
    [one, '岗位管理'],
    [other, '部门管理'],
  ] as const) {
    await page.getByRole('button', { name: role.name, exact: true }).click()
    const grants = page.getByRole('region', { name: '菜单分配' })
    await grants.getByLabel('搜索菜单').fill(button)
    await grants.getByRole('checkbox', { name: new RegExp(button) }).click()
  }
  await one.getByRole('region', { name: '菜单分配' }).getByRole('button', { name: '保存' }).click()
  await expect(one.getByText('已保存')).toBeVisible()
  await other.getByRole('region', { name: '菜单分配' }).getByRole('button', { name: '保存' }).click()
  const conflict = other.getByRole('dialog', { name: '提示' })
  await conflict.getByRole('button', { name: '查看差异' }).click()
  const rows = conflict.locator('tbody')
  await expect(rows.getByRole('row').filter({ hasText: '系统 / 岗位管理' }).first()).toContainText('未授予')
  await expect(rows.getByRole('row').filter({ hasText: '系统 / 部门管理' }).first()).toContainText('已授予')
  await conflict.getByRole('button', { name: '重新加载' }).click()
  await expect(conflict).toBeHidden()
})

import { expect, test } from '../shop/journey.ts'
import { signIn } from '../shop/shop.ts'

test('after changing their password users stay signed in here and nowhere else', async ({
  shop,
  ip,
  open,
  person,
  trouble,
}) => {
  trouble.allow(/^422 POST \/api\/users\/updatePass/, /^401 GET/)
  const clerk = await person(['admin:system:post:list', 'admin:system:dept:list'])
  const here = await open('/user/center?tab=password', { as: clerk, alone: true })
  const elsewhere = await open('/system/job', { as: clerk, alone: true })
  await expect(elsewhere.getByText('总经理').first()).toBeVisible()

  const change = here.getByRole('tabpanel', { name: '修改密码' })
  const fresh = 'Third-Secret-59'
  await change.getByLabel('旧密码').fill('not-my-password')
  await change.getByLabel('新密码').fill(fresh)
  await change.getByLabel('确认密码').fill(fresh)
  await change.getByRole('button', { name: '修改密码' }).click()
  await expect(here.getByText('修改失败，旧密码错误').first()).toBeVisible()
  await change.getByLabel('旧密码').fill(clerk.password)
  await change.getByRole('button', { name: '修改密码' }).click()
  await expect(here.getByText('密码修改成功')).toBeVisible()

  await expect(elsewhere.getByRole('dialog')).toContainText('重新登录')
  await here.reload()
  await expect(here).toHaveURL('/user/center?tab=password')
  await expect(signIn(shop, clerk, ip)).rejects.toThrow('用户名或密码不正确')
  await signIn(shop, { ...clerk, password: fresh }, ip)
})

test('the personal centre lists the devices and ends the others', async ({ shop, ip, open, person }) => {
  const clerk = await person([])
  const phone = await signIn(shop, clerk, ip)
  const page = await open('/user/center?tab=devices', { as: clerk })
  const devices = page.getByRole('tabpanel', { name: '登录设备' }).getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.first()).toContainText('当前设备')
  await devices.nth(1).getByRole('button', { name: '退出该设备' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出该设备' }).click()
  await expect(devices).toHaveCount(1)
  expect((await phone.call('GET', '/auth/info')).status).toBe(401)
})

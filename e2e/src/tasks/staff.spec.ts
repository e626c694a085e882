import { type Staff, signIn } from '../shop/shop.ts'
import { expect, task } from './task.ts'
import { search, walk } from './ways.ts'

// After signing in with an initial password it must be changed before anything else.
task('new member of staff with a role', async ({ admin, open, begin }) => {
  await dismissOthers(admin)
  const username = `xin${Date.now().toString(36).slice(-6)}`
  const hands = await begin()
  const { page } = hands
  await walk(hands, '系统', '管理员')
  await hands.click(page.getByRole('button', { name: '新增', exact: true }))
  const form = page.getByRole('dialog', { name: '新增管理员' })
  await hands.see(form.getByRole('textbox', { name: '用户名' }))
  await hands.type(username)
  await hands.click(form.getByRole('checkbox', { name: '客服' }))
  await hands.click(form.getByRole('button', { name: '确认' }))
  const shown = page.getByRole('dialog').locator('code')
  await hands.wait(shown)
  const first = await shown.innerText()

  const theirs = await open('/dashboard', { as: { username, password: first } })
  await expect(theirs).toHaveURL(/\/user\/center\?tab=password/)
  await theirs.goto('/dashboard')
  await expect(theirs).toHaveURL(/\/user\/center\?tab=password/)
  const change = theirs.getByRole('tabpanel', { name: '修改密码' })
  await change.getByLabel('旧密码').fill(first)
  await change.getByLabel('新密码').fill('My-Own-Secret-61')
  await change.getByLabel('确认密码').fill('My-Own-Secret-61')
  await change.getByRole('button', { name: '修改密码' }).click()
  await expect(theirs).toHaveURL('/dashboard')
  await expect(theirs.getByRole('heading', { name: new RegExp(username) })).toBeVisible()
})

// Wrong passwords lock the account, and another administrator unlocks it.
task('why could he not sign in', async ({ shop, ip, person, begin, trouble }) => {
  trouble.allow(/^423 POST \/auth\/login/)
  const account = await person([])
  for (let tries = 1; tries <= 5; tries++)
    await expect(signIn(shop, { ...account, password: `wrong-${tries}` }, ip)).rejects.toThrow()
  await expect(signIn(shop, account, ip)).rejects.toThrow(/登录失败次数过多，账号已锁定，请\d+分钟后再试/)
  const hands = await begin()
  const { page } = hands
  await search(hands, account.username)
  await hands.press('Enter')
  await hands.wait(page.getByText('已锁定登录'))

  await page.getByRole('button', { name: `更多：${account.username}` }).click()
  await page.getByRole('menuitem', { name: '解锁' }).click()
  await expect(page.getByText('已解锁', { exact: true })).toBeVisible()
  await expect(page.getByText('已锁定登录')).toBeHidden()
  expect((await signIn(shop, account, ip)).token).toBeTruthy()
})

task('find a setting', async ({ begin }) => {
  const hands = await begin()
  await search(hands, '备案号')
  await hands.press('Enter')
  await hands.wait(hands.page.getByRole('textbox', { name: '备案号', exact: true }))
})

/** Removes the roles that other journeys made, with who has them: up to a dozen the form shows all at once, as in most shops. */
async function dismissOthers(admin: Staff) {
  const { body: roles } = await admin.call<{ id: number; name: string }[]>('GET', '/api/roles/all')
  const made = roles.filter(({ name }) => name.startsWith('角色')).map(({ id }) => id)
  const staff = await Promise.all(
    made.map((id) => admin.call<{ id: number }[]>('GET', `/api/roles/${id}/users`).then(({ body }) => body)),
  )
  const ids = staff.flat().map(({ id }) => id)
  if (ids.length) expect((await admin.call('DELETE', '/api/users', ids)).status).toBe(200)
  if (made.length) expect((await admin.call('DELETE', '/api/roles', made)).status).toBe(200)
}

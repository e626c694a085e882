import { expect, type Page, test } from '../shop/journey.ts'

const frame = (page: Page) => page.locator('[data-device]')

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('at 991 px the console is a mobile one, at 992 px a desktop one', async ({ open }) => {
  const page = await open('/dashboard', { as: 'admin', width: 1200 })
  const sidebar = page.getByRole('navigation', { name: '主菜单' })
  await expect(frame(page)).toHaveAttribute('data-device', 'desktop')
  await page.setViewportSize({ width: 991, height: 800 })
  await expect(frame(page)).toHaveAttribute('data-device', 'mobile')
  await expect(frame(page)).toHaveAttribute('data-sidebar', 'shut')
  await expect(sidebar).not.toBeInViewport()
  await page.getByRole('button', { name: '展开侧边栏' }).click()
  await expect(sidebar).toBeInViewport()
  await expect.poll(async () => (await sidebar.boundingBox())?.x).toBe(0)
  expect((await sidebar.boundingBox())?.width).toBe(205)
  await page.getByRole('button', { name: '关闭侧边栏' }).click({ position: { x: 600, y: 400 } })
  await expect(sidebar).not.toBeInViewport()
  await page.setViewportSize({ width: 992, height: 800 })
  await expect(frame(page)).toHaveAttribute('data-device', 'desktop')
  // Only a person's own choice is remembered, not that a phone has no room for it.
  await expect(frame(page)).toHaveAttribute('data-sidebar', 'open')
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(205)
})

test('on a phone the sidebar leads to a list that fits the screen', async ({ open }) => {
  const page = await open('/dashboard', { as: 'admin', width: 390, height: 844 })
  await page.getByRole('button', { name: '展开侧边栏' }).click()
  const sidebar = page.getByRole('navigation', { name: '主菜单' })
  await sidebar.getByRole('menuitem', { name: '系统', exact: true }).click()
  // Items that still move may be missed, by hands quicker than those of people.
  await expect(sidebar.locator('[class*=motion-collapse]')).toHaveCount(0)
  await sidebar.getByRole('link', { name: '岗位管理' }).click()
  await expect(page).toHaveURL('/system/job')
  await expect(sidebar).not.toBeInViewport()
  await expect(page.getByText('总经理').first()).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog', { name: '新增岗位' })
  await expect(dialog).toBeVisible()
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(390)
})

test('size Mini is kept, draws controls of 28 px and redraws the open page', async ({ open }) => {
  const page = await open('/system/job', { as: 'admin' })
  const field = page.getByLabel('岗位名称')
  const height = async () => (await page.getByRole('button', { name: '新增' }).boundingBox())?.height
  await expect.poll(height).toBe(32)
  await field.fill('草稿')
  for (const [label, px, size] of [
    ['迷你', 28, 'mini'],
    ['中等', 36, 'medium'],
    ['默认', 40, 'default'],
    ['较小', 32, 'small'],
  ] as const) {
    await page.getByRole('button', { name: '布局大小' }).click()
    await page.getByRole('menuitem', { name: label }).click()
    await expect(page.getByRole('menuitem', { name: label })).toBeHidden()
    await expect(page.getByText('布局设置成功').last()).toBeVisible()
    await expect.poll(height).toBe(px)
    await expect(page).toHaveURL(`/system/job?name=${encodeURIComponent('草稿')}`)
    await expect(field).toHaveValue('草稿')
    const kept = (await page.context().cookies()).find(({ name }) => name === 'size')
    expect(kept?.value).toBe(size)
  }
})

test('a theme colour applies at once, before any call', async ({ open, staff }) => {
  const service = await staff('service')
  const page = await open('/dashboard', { as: 'service' })
  await page.getByRole('button', { name: '布局设置' }).click()
  await expect(page.getByText('系统布局设置')).toBeVisible()
  const seen = Promise.withResolvers<void>()
  // The server hears of the choice only after the colour was seen.
  await page.route('**/api/users/preferences', async (route) => {
    await seen.promise
    await route.continue()
  })
  const inTheNextFrame = await page.getByRole('button', { name: '主题颜色 #13c2c2' }).evaluate(async (swatch) => {
    ;(swatch as HTMLButtonElement).click()
    await new Promise(requestAnimationFrame)
    return getComputedStyle(document.documentElement).getPropertyValue('--color-primary').trim()
  })
  expect(inTheNextFrame).toBe('#13c2c2')
  seen.resolve()
  // It follows the user to other browsers.
  await expect
    .poll(async () => (await service.call<{ settings?: { theme: string } }>('GET', '/api/users/preferences')).body)
    .toMatchObject({ settings: { theme: '#13c2c2' } })
  const elsewhere = await open('/dashboard', { as: 'service' })
  await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible()
  await expect
    .poll(() => elsewhere.evaluate(() => document.documentElement.style.getPropertyValue('--color-primary')))
    .toBe('#13c2c2')
})

test('dark mode follows the system when asked to, and stays after a reload', async ({ open }) => {
  const page = await open('/dashboard', { as: 'warehouse', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const root = page.locator('html')
  await expect(root).not.toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: '布局设置' }).click()
  await page.getByText('跟随系统').click()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(root).not.toHaveAttribute('data-theme', 'dark')
  await page.getByText('深色').click()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(root).toHaveAttribute('data-theme', 'dark')
})

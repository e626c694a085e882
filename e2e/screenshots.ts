// `npm run screenshots`: saves every screen at both widths, light and dark, in all sizes, to e2e/screenshots/ for review.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { buildWeb } from '../scripts/build-web.ts'
import { findBrowser } from '../scripts/find-browser.ts'
import { type Shop, signIn, startShop } from './src/shop.ts'

const folder = fileURLToPath(new URL('screenshots', import.meta.url))
const widths = [
  { name: '1440', width: 1440, height: 900 },
  { name: '390', width: 390, height: 844 },
]
const appearances = ['light', 'dark'] as const
const sizes = ['small', 'mini', 'medium', 'default'] as const
let taken = 0

const screens: Record<string, string> = {
  home: '/dashboard',
  admin: '/system/admin',
  role: '/system/role',
  menu: '/system/menu',
  dept: '/system/dept',
  job: '/system/job',
  dict: '/system/dict',
  setting: '/system/setting',
  center: '/user/center',
  password: '/user/center?tab=password',
  devices: '/user/center?tab=devices',
}
/** Dialogs, by the screen they are opened on and the button that opens them. */
const dialogs: Record<string, [path: string, button: string]> = {
  'admin-dialog': ['/system/admin', '新增'],
  'role-dialog': ['/system/role', '新增'],
  'menu-dialog': ['/system/menu', '新增'],
  'layout-settings': ['/dashboard', '布局设置'],
}

await buildWeb()
await rm(folder, { recursive: true, force: true })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
const [fresh, demo] = await Promise.all([startShop('fresh'), startShop('demo')])
try {
  for (const size of sizes)
    for (const appearance of appearances)
      for (const width of widths) await take(browser, { fresh, demo }, appearance, width, size)
} finally {
  await browser.close()
  await Promise.all([fresh.end(), demo.end()])
}

type Shops = { fresh: Shop; demo: Shop }

async function take(
  by: Browser,
  shops: Shops,
  appearance: (typeof appearances)[number],
  { name: widthName, ...viewport }: (typeof widths)[number],
  size: (typeof sizes)[number],
) {
  const target = join(folder, `${widthName}-${appearance}-${size}`)
  await mkdir(target, { recursive: true })
  const context = await by.newContext({
    viewport,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  await context.addInitScript(
    (look) => localStorage.setItem('ui-settings', JSON.stringify({ appearance: look })),
    appearance,
  )
  const page = await context.newPage()
  const shoot = async (name: string) => {
    await settle(page)
    await page.screenshot({ path: join(target, `${name}.png`) })
  }
  for (const { url } of [shops.fresh, shops.demo]) await context.addCookies([{ name: 'size', value: size, url }])

  await page.goto(`${shops.fresh.url}/setup`)
  await shoot('setup')
  await page.goto(`${shops.demo.url}/login`)
  await shoot('login')

  // A new address each time: sign-ins per address are limited.
  const address = `10.0.${sizes.indexOf(size)}.${++taken}`
  const admin = await signIn(shops.demo, { username: 'admin', password: shops.demo.password }, address)
  await admin.call('PUT', '/api/users/preferences', { settings: { appearance } })
  await context.addCookies([{ name: 'ADMIN-TOKEN', value: admin.token, url: shops.demo.url }])
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(shops.demo.url + path)
    await shoot(name)
  }
  for (const [name, [path, button]] of Object.entries(dialogs)) {
    await page.goto(shops.demo.url + path)
    const opener = page.getByRole('button', { name: button, exact: true }).first()
    // On phones the layout settings are behind the avatar.
    if (name === 'layout-settings' && !(await opener.isVisible())) continue
    await opener.click()
    await shoot(name)
  }
  await admin.call('DELETE', '/auth/logout')
  await context.close()
}

/** Waits until no request is pending. */
async function settle(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.locator('.ant-skeleton, .ant-spin-spinning').first().waitFor({ state: 'hidden' })
  await page.waitForTimeout(350)
}

import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { type DemoShop, overDemo } from './demo-shop.ts'
import { type Measure, median } from './measure.ts'
import { timeDesigner } from './web-designer.ts'
import { timeLarge } from './web-large.ts'

/** How much slower than this machine the measured CPU is. */
const THROTTLE = 4

/** Measures the console's weight and response times, in Chromium over the demo shop. */
export default async function benchWeb(): Promise<Measure[]> {
  return overDemo(async (browser, shop) => [...(await weigh(browser, shop)), ...(await time(browser, shop))])
}

/** Measures the scripts a new visitor loads, gzipped: on the sign-in page, and on a list with the shell. */
async function weigh(browser: Browser, shop: DemoShop): Promise<Measure[]> {
  const page = await (await browser.newContext()).newPage()
  const scripts = new Map<string, number>()
  let asked = new Set<string>()
  page.on('response', async (response) => {
    const name = new URL(response.url()).pathname
    if (!name.endsWith('.js')) return
    // Scripts for later are prefetched and do not delay sign-in.
    const isPrefetch = response.request().headers()['sec-purpose']?.includes('prefetch')
    if (!isPrefetch) asked.add(name)
    const body = await response.body().catch(() => undefined)
    if (body) scripts.set(name, gzipSync(body).length)
  })
  const total = () => Math.round([...asked].reduce((sum, name) => sum + (scripts.get(name) ?? 0), 0) / 1000)
  await page.goto(`${shop.url}/login`, { waitUntil: 'load' })
  await page.getByLabel('验证码', { exact: true }).waitFor()
  const login = total()
  await signIn(page, shop)
  await page.goto(`${shop.url}/system/job`)
  asked = new Set()
  await page.reload({ waitUntil: 'networkidle' })
  await page.getByRole('table').first().waitFor()
  const list = total()
  await page.context().close()
  return [
    { what: 'sign-in page, scripts', value: login, unit: 'kB gzip', budget: '≤ 215' },
    { what: 'shell and a list page, scripts', value: list, unit: 'kB gzip', budget: '≤ 500' },
  ]
}

async function time(browser: Browser, shop: DemoShop): Promise<Measure[]> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
  const opened = performance.now()
  await page.goto(`${shop.url}/login`)
  await page.getByLabel('账号').fill('a')
  const interactive = Math.round(performance.now() - opened)
  await signIn(page, shop)
  for (const path of ['/system/dept', '/system/job', '/system/dict']) {
    await page.goto(shop.url + path)
    await page.getByRole('table').first().waitFor()
  }
  const switches: number[] = []
  for (const title of ['部门管理', '岗位管理', '字典管理', '部门管理', '岗位管理', '字典管理'])
    switches.push(await switchTo(page, title))
  const typing = await type(page)
  const { painted, rows } = await paintList(page, shop)
  const designer = await timeDesigner(page, shop.url)
  const large = await timeLarge(page, shop.url, shop.folder)
  return [
    { what: `sign-in usable, ${THROTTLE}× slower`, value: interactive, unit: 'ms', budget: '≤ 2500' },
    {
      what: `switch to a visited tab, ${THROTTLE}× slower, median`,
      value: median(switches),
      unit: 'ms',
      budget: '≤ 100',
    },
    { what: `longest block while typing, ${THROTTLE}× slower`, value: typing, unit: 'ms', budget: '≤ 50' },
    { what: `first rows of 商品管理, ${THROTTLE}× slower, median`, value: painted, unit: 'ms', budget: '–' },
    { what: 'rows of 商品管理 in 1440 × 900, size small', value: rows, unit: 'rows', budget: '≥ 12' },
    ...designer,
    ...large,
  ]
}

/** Measures the time from a reload of 商品管理 to its first rows, and counts the rows that are wholly in sight. */
async function paintList(page: Page, { url }: DemoShop): Promise<{ painted: number; rows: number }> {
  const row = page.locator('tbody tr.ant-table-row').first()
  await page.goto(`${url}/product/list`)
  await row.waitFor()
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const started = performance.now()
    await page.reload({ waitUntil: 'commit' })
    await row.waitFor()
    times.push(Math.round(performance.now() - started))
  }
  const rows = await page.evaluate(() => {
    const bottom = document.querySelector('[class*="foot"]')?.getBoundingClientRect().top ?? innerHeight
    const drawn = [...document.querySelectorAll('tbody tr.ant-table-row')]
    return drawn.filter((one) => one.getBoundingClientRect().bottom <= bottom).length
  })
  return { painted: median(times), rows }
}

/** Measures the time from the click on a tab to the frame that shows its page. */
function switchTo(page: Page, title: string): Promise<number> {
  return page.evaluate(async (name) => {
    const tab = [...document.querySelectorAll<HTMLElement>('a[draggable="false"]')].find((one) =>
      one.textContent?.includes(name),
    )
    if (!tab) throw new Error(`no tab ${name}`)
    const started = performance.now()
    tab.click()
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return Math.round(performance.now() - started)
  }, title)
}

/** Types into the first filter. Returns the longest task meanwhile. */
async function type(page: Page): Promise<number> {
  await page.evaluate(() => {
    const tasks: number[] = []
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
    Object.assign(window, { longTasks: tasks })
  })
  await page.getByRole('textbox').first().pressSequentially('zhanggui', { delay: 40 })
  const tasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks)
  return Math.round(Math.max(0, ...tasks))
}

async function signIn(page: Page, { url, password }: DemoShop): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByLabel('验证码', { exact: true }).fill('7')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
}

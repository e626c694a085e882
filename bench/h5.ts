import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type DemoShop, overDemo } from './demo-shop.ts'
import { type Measure, measure, median, round } from './measure.ts'

/** How much slower than this machine a phone is. */
const THROTTLE = 4
/** Slow 4G, in bytes a second and ms. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const ROUNDS = 5
/** What is drawn, and blocks, this long after the load is looked at, in ms. */
const SETTLED_MS = 2500

type Loading = { lcp: number; cls: number; blocking: number }

/** Measures the storefront on a phone of 390 pixels, a processor four times slower and slow 4G, over the demo shop. */
export default async function benchH5(): Promise<Measure[]> {
  return overDemo(async (browser, shop) => {
    const answer = await fetch(`${shop.url}/api/front/products?page=1&limit=1`)
    const { list } = (await answer.json()) as { list: { id: number }[] }
    const goods = `/h5/goods/${list[0]?.id}`
    const weights = await weigh(browser, shop, ['/h5', goods, '/h5/category', '/h5/seckill', '/h5/login'])
    const measures = weights.map(({ path, kilobytes }, nth) => {
      const [what, most] = nth ? [`further scripts of ${path}`, 25] : ['scripts of the home', 100]
      return measure(what, kilobytes, 'kB gzip', `≤ ${most}`, kilobytes <= most, '')
    })
    for (const [name, path] of [
      ['home', '/h5'],
      ['product', goods],
    ] as const) {
      const loadings: Loading[] = []
      for (let nth = 0; nth < ROUNDS; nth++) loadings.push(await open(browser, shop.url + path))
      const of = (key: keyof Loading) => median(loadings.map((each) => each[key]))
      const [lcp, cls, blocking] = [round(of('lcp') / 1000, 2), round(of('cls'), 3), of('blocking')]
      measures.push(
        measure(`${name}, LCP, median of ${ROUNDS}`, lcp, 's', '≤ 2.0', lcp <= 2, ''),
        measure(`${name}, blocking`, Math.round(blocking), 'ms', '≤ 600', blocking <= 600, ''),
        measure(`${name}, CLS`, cls, '', '≤ 0.05', cls <= 0.05, ''),
      )
    }
    const tap = await tapTime(browser, shop.url + goods)
    return [...measures, measure('a tap opens the SKU sheet', tap, 'ms', '≤ 200', tap <= 200, '')]
  })
}

function openPhone(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'zh-CN' })
}

/** The scripts that each screen loads beside those of the screens before it, in kB after gzip. */
async function weigh(browser: Browser, shop: DemoShop, paths: readonly string[]) {
  const context = await openPhone(browser)
  const page = await context.newPage()
  const known = new Map<string, number>()
  page.on('response', async (response) => {
    const name = new URL(response.url()).pathname
    if (!name.endsWith('.js') || known.has(name)) return
    known.set(name, 0)
    const body = await response.body().catch(() => undefined)
    if (body) known.set(name, gzipSync(body).length)
  })
  const weights: { path: string; kilobytes: number }[] = []
  let before = 0
  for (const path of paths) {
    await page.goto(shop.url + path, { waitUntil: 'networkidle' })
    const total = [...known.values()].reduce((sum, each) => sum + each, 0)
    weights.push({ path: path.replace(/\d+$/, ':id'), kilobytes: round((total - before) / 1000, 1) })
    before = total
  }
  await context.close()
  return weights
}

/** Opens an address as somebody who has never been there. */
async function open(browser: Browser, address: string): Promise<Loading> {
  const context = await openPhone(browser)
  const page = await context.newPage()
  await slow(page)
  await page.addInitScript(() => {
    const seen = { lcp: 0, cls: 0, blocking: 0 }
    Object.assign(window, { seen })
    const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
    watch('largest-contentful-paint', ({ startTime }) => {
      seen.lcp = startTime
    })
    watch('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) seen.cls += value
    })
    watch('longtask', ({ duration }) => {
      seen.blocking += duration - 50
    })
  })
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(SETTLED_MS)
  const loading = await page.evaluate(() => (window as unknown as { seen: Loading }).seen)
  await context.close()
  return loading
}

/** From the tap on 加入购物车 to the frame that shows the sheet, in ms, median. */
async function tapTime(browser: Browser, address: string): Promise<number> {
  const context = await openPhone(browser)
  const page = await context.newPage()
  await page.goto(address, { waitUntil: 'networkidle' })
  await slow(page)
  const times: number[] = []
  for (let nth = 0; nth < ROUNDS; nth++) {
    times.push(
      await page.evaluate(async () => {
        const button = [...document.querySelectorAll('button')].find((each) => each.textContent?.includes('加入购物车'))
        if (!button) throw new Error('the product has no button for the cart')
        const started = performance.now()
        button.click()
        while (!document.querySelector('dialog[open]')) await new Promise(requestAnimationFrame)
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        return Math.round(performance.now() - started)
      }),
    )
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
  }
  await context.close()
  return median(times)
}

async function slow(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
}

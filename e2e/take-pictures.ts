// `npm run pictures`: takes every screen and the parts sheet at both widths, light and dark, in all sizes, on demo data,
// and makes a page of them in .pictures/. Where the design reference is at hand (../shared/design) each stands beside its
// shot. `npm run pictures -- product home 1440 small` takes fewer: screens by a part of their names, widths, sizes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { buildWeb } from '../scripts/build/build-web.ts'
import { findBrowser } from '../scripts/find-browser.ts'
import { type Shop, type Staff, signIn, startShop } from './src/shop/shop.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, '.pictures')
const shots = join(root, '../shared/design/shots')
const widths = [
  { name: '1440', width: 1440, height: 900 },
  { name: '390', width: 390, height: 844 },
] as const
const appearances = ['light', 'dark'] as const
const sizes = ['small', 'default', 'medium', 'mini'] as const
type ShopKind = Parameters<typeof startShop>[0]
type Look = { width: (typeof widths)[number]; appearance: (typeof appearances)[number]; size: (typeof sizes)[number] }

/** `shot`: what it is measured against, by width; `open`: the button that opens a dialog on it. */
type Screen = {
  path: string
  shot?: Partial<Record<(typeof widths)[number]['name'], string>>
  open?: string
  /** The whole page, not only what the window shows. */
  whole?: boolean
}
const screens: Record<string, Screen> = {
  'product-list': { path: '/product/list', shot: { 1440: 'order-desk', 390: 'product-cards-390' } },
  'order-list': { path: '/order/list', shot: { 1440: 'order-desk', 390: 'order-cards-390' } },
  'order-detail': { path: '/order/detail/:order', shot: { 1440: 'order-detail' }, whole: true },
  'product-detail': { path: '/product/edit/:product?view=1', shot: { 1440: 'product-page' }, whole: true },
  home: { path: '/dashboard', shot: { 1440: 'home-busy' }, whole: true },
  'admin-list': { path: '/system/admin' },
  'role-list': { path: '/system/role' },
  'menu-list': { path: '/system/menu' },
  'dept-list': { path: '/system/dept' },
  'job-list': { path: '/system/job' },
  'dict-list': { path: '/system/dict' },
  'seckill-list': { path: '/marketing/seckill/list', shot: { 1440: 'seckill-list' } },
  'seckill-edit': { path: '/marketing/seckill/edit/:seckill', shot: { 1440: 'seckill-edit' }, whole: true },
  'bargain-list': { path: '/marketing/bargain/goods', shot: { 1440: 'seckill-list' } },
  'bargain-look': { path: '/marketing/bargain/edit/:bargain?mode=info', whole: true },
  'bargain-new': { path: '/marketing/bargain/edit' },
  'bargain-edit': { path: '/marketing/bargain/edit/:bargainToCome', shot: { 1440: 'seckill-edit' }, whole: true },
  'bargain-sessions': { path: '/marketing/bargain/list', shot: { 1440: 'bargain-page' } },
  'bargain-session': { path: '/marketing/bargain/session/:session', shot: { 1440: 'bargain-page' }, whole: true },
  'combination-list': { path: '/marketing/combination/goods', shot: { 1440: 'seckill-list' } },
  'combination-look': { path: '/marketing/combination/edit/:combination?mode=info', whole: true },
  'combination-edit': {
    path: '/marketing/combination/edit/:combinationToCome',
    shot: { 1440: 'seckill-edit' },
    whole: true,
  },
  'combination-teams': { path: '/marketing/combination/list', shot: { 1440: 'team-page' } },
  'combination-team': { path: '/marketing/combination/team/:team', shot: { 1440: 'team-page' }, whole: true },
  'activity-report': { path: '/marketing/report?activityId=:sold', shot: { 1440: 'activity-report' }, whole: true },
  'activity-calendar': { path: '/marketing/calendar' },
  'order-teams': { path: '/order/list?status=pinkWaiting', shot: { 390: 'order-cards-390' } },
  setting: { path: '/system/setting' },
  'category-list': { path: '/product/category' },
  'customer-list': { path: '/member/list' },
  'customer-detail': { path: '/member/detail/:customer', shot: { 1440: 'customer-page' }, whole: true },
  'seckill-slots': { path: '/marketing/seckill/config', shot: { 1440: 'seckill-day' } },
  'seckill-new': { path: '/marketing/seckill/edit' },
  'store-list': { path: '/store/list' },
  'store-dialog': { path: '/store/list', open: '添加门店' },
  'store-staff': { path: '/store/staff' },
  'store-staff-dialog': { path: '/store/staff', open: '添加店员' },
  'operation-log': { path: '/monitor/logs' },
  audit: { path: '/monitor/audit' },
  'online-users': { path: '/monitor/online' },
  cache: { path: '/monitor/cache' },
  server: { path: '/monitor/server' },
  'message-list': { path: '/system-tools/message' },
  'task-list': { path: '/system-tools/task' },
  'own-account': { path: '/user/center' },
  'own-password': { path: '/user/center?tab=password' },
  'own-devices': { path: '/user/center?tab=devices' },
  'admin-dialog': { path: '/system/admin', open: '新增' },
  'role-dialog': { path: '/system/role', open: '新增' },
  'menu-dialog': { path: '/system/menu', open: '新增' },
  'frame-list': { path: '/marketing/style/border' },
  'strip-list': { path: '/marketing/style/atmosphere' },
  'style-edit': { path: '/marketing/style/edit/0/1', whole: true },
  'withdrawal-list': { path: '/finance/extract', shot: { 1440: 'finance-withdraw-dark' } },
  'recharge-list': { path: '/finance/recharge' },
  'fund-monitor': { path: '/finance/monitor', shot: { 1440: 'finance-monitor' } },
  'brokerage-list': { path: '/finance/brokerage' },
  'payment-list': { path: '/finance/payment' },
  'bill-list': { path: '/finance/bill', shot: { 1440: 'finance-bill' } },
  'approval-list': { path: '/finance/approval', shot: { 1440: 'finance-approval' } },
  'invoice-list': { path: '/order/invoice' },
  'customer-import': { path: '/member/import', whole: true },
  'promoter-list': { path: '/distribution/list', shot: { 1440: 'promoter-list' } },
  'promoter-page': { path: '/distribution/promoter/:promoter', shot: { 1440: 'promoter-page' }, whole: true },
  'distribution-settings': { path: '/distribution/config', whole: true },
  'layout-settings': { path: '/dashboard', open: '布局设置' },
}

const looks: readonly string[] = [...widths.map(({ name }) => name), ...appearances, ...sizes]
const asked = process.argv.slice(2)
const words = asked.filter((word) => !looks.includes(word))
const wanted = (name: string) => !words.length || words.some((word) => name.includes(word))
/** Those that were asked for; all if none was. */
const among = <Choice>(all: readonly Choice[], nameOf: (choice: Choice) => string) =>
  all.some((one) => asked.includes(nameOf(one))) ? all.filter((one) => asked.includes(nameOf(one))) : all

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const [sheet] = await Promise.all([wanted('parts-sheet') ? buildSheet() : undefined, buildWeb()])
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
const shops = new Map<ShopKind, Promise<Shop>>()
let visitors = 0
try {
  for (const size of among(sizes, String))
    for (const appearance of among(appearances, String))
      for (const width of among(widths, ({ name }) => name)) await take(browser, { width, appearance, size })
} finally {
  await browser.close()
  await Promise.all([...shops.values()].map(async (shop) => (await shop).end()))
}
await writeFile(join(folder, 'index.html'), await contactSheet())

/** A shop of the kind, started for the first picture that needs it. */
function shopOf(kind: ShopKind): Promise<Shop> {
  const shop = shops.get(kind) ?? startShop(kind)
  shops.set(kind, shop)
  return shop
}

async function take(by: Browser, look: Look) {
  const context = await by.newContext({
    viewport: { width: look.width.width, height: look.width.height },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  await context.addInitScript(
    (appearance) => localStorage.setItem('ui-settings', JSON.stringify({ appearance })),
    look.appearance,
  )
  // Of every port.
  await context.addCookies([{ name: 'size', value: look.size, domain: 'localhost', path: '/' }])
  const page = await context.newPage()
  const shoot = async (name: string, whole = false) => {
    await settle(page)
    await page.screenshot({ path: join(folder, fileOf(name, look)), fullPage: whole })
  }
  await takeSignedOut(page, shoot)
  await takeSignedIn(page, look, shoot)
  // It shows both appearances.
  if (sheet && look.appearance === among(appearances, String)[0]) await takeSheet(context, page, look, sheet)
  await context.close()
}

type Shoot = (name: string, whole?: boolean) => Promise<void>

async function takeSignedOut(page: Page, shoot: Shoot) {
  for (const [name, kind] of [
    ['setup', 'fresh'],
    ['login', 'demo'],
  ] as const) {
    if (!wanted(name)) continue
    await page.goto(`${(await shopOf(kind)).url}/${name}`)
    await shoot(name)
  }
}

async function takeSignedIn(page: Page, look: Look, shoot: Shoot) {
  const chosen = Object.entries(screens).filter(([name]) => wanted(name))
  if (chosen.length) await takeScreens(page, look, shoot, chosen)
  if (!wanted('home-empty')) return
  const empty = await shopOf('empty')
  const owner = await enter(page.context(), empty, look)
  await page.goto(`${empty.url}/dashboard`)
  await shoot('home-empty')
  await owner.call('DELETE', '/auth/logout')
}

async function takeScreens(page: Page, look: Look, shoot: Shoot, chosen: readonly [string, Screen][]) {
  const demo = await shopOf('demo')
  const admin = await enter(page.context(), demo, look)
  const found = {
    product: await someProduct(admin),
    promoter: await somePromoter(admin),
    ...(await someOrder(admin)),
    ...(await someActivities(admin)),
  }
  for (const [name, { path, open, whole }] of chosen) {
    await page.goto(demo.url + path.replace(/:([a-z]\w+)/i, (_, of: string) => String(found[of as keyof typeof found])))
    const opener = page.getByRole('button', { name: open ?? '', exact: true }).first()
    if (open) {
      await settle(page)
      // On phones some are behind the avatar.
      if (!(await opener.isVisible())) continue
      await opener.click()
    }
    await shoot(name, whole)
  }
  await admin.call('DELETE', '/auth/logout')
}

async function enter(context: BrowserContext, shop: Shop, { appearance }: Look): Promise<Staff> {
  // A new address each time: sign-ins per address are limited.
  const address = `10.0.${++visitors >> 8}.${visitors & 255}`
  const admin = await signIn(shop, { username: 'admin', password: shop.password }, address)
  await admin.call('PUT', '/api/users/preferences', { settings: { appearance } })
  await context.addCookies([{ name: 'ADMIN-TOKEN', value: admin.token, url: shop.url }])
  return admin
}

/** A product on sale with several SKUs, of which one is sold out if there is such a product. */
async function someProduct(admin: Staff): Promise<number> {
  type Row = { id: number; specType: boolean; attrValue?: { stock: number }[] }
  const { body } = await admin.call<{ list: Row[] }>('GET', '/admin/store/product/list?type=1&page=1&limit=100')
  const several = body.list.filter(({ specType }) => specType)
  for (const { id } of several.slice(0, 40)) {
    const { body: info } = await admin.call<Row>('GET', `/admin/store/product/info/${id}`)
    if (info.attrValue?.some(({ stock }) => stock === 0)) return id
  }
  return (several[0] ?? body.list[0])?.id ?? 1
}

/** The order that waits for shipping and has the most pieces, so that most of the page has something to show; and its buyer. */
async function someOrder(admin: Staff): Promise<{ order: number; customer: number }> {
  type Row = { id: number; uid: number; totalNum: number }
  const list = '/admin/store/order/list?status=notShipped&page=1&limit=100'
  const { body } = await admin.call<{ list: Row[] }>('GET', list)
  const [most] = body.list.toSorted((one, other) => other.totalNum - one.totalNum)
  return { order: most?.id ?? 1, customer: most?.uid ?? 1 }
}

/** The promoter whose orders earned most. */
async function somePromoter(admin: Staff): Promise<number> {
  const { body } = await admin.call<{ list: { uid: number; spreadOrderNum: number }[] }>(
    'GET',
    '/admin/store/retail/list?page=1&limit=100',
  )
  return body.list.toSorted((one, other) => other.spreadOrderNum - one.spreadOrderNum)[0]?.uid ?? 1
}

/** A running activity of each kind, and one that can be edited. */
async function someActivities(admin: Staff) {
  type Row = { id: number; phase: string }
  const idsOf = async (kind: string) => {
    const { body } = await admin.call<{ list: Row[] }>('GET', `/admin/store/${kind}/list?page=1&limit=100`)
    const idOf = (isRunning: boolean) => body.list.find(({ phase }) => (phase === 'running') === isRunning)?.id ?? 1
    return [idOf(true), idOf(false)] as const
  }
  const runningIn = async (list: string) =>
    (await admin.call<{ list: Row[] }>('GET', `/admin/store/${list}?status=1&limit=10`)).body.list[0]?.id ?? 1
  const soldMost = async () => {
    const path = '/admin/marketing/activity/report/goods/list?type=1&limit=1'
    return (await admin.call<{ list: Row[] }>('GET', path)).body.list[0]?.id ?? 1
  }
  const [[seckill], [bargain, bargainToCome], [combination, combinationToCome], team, session, sold] =
    await Promise.all([
      idsOf('seckill'),
      idsOf('bargain'),
      idsOf('combination'),
      runningIn('combination/combine/list'),
      runningIn('bargain/bargain_list'),
      soldMost(),
    ])
  return { seckill, bargain, bargainToCome, combination, combinationToCome, team, session, sold }
}

/** The parts sheet has no server: its files are answered from where it was built. */
async function takeSheet(context: BrowserContext, page: Page, look: Look, built: string) {
  await context.route('http://parts.test/**', async (route) => {
    const path = join(built, new URL(route.request().url()).pathname)
    return existsSync(path) ? route.fulfill({ path }) : route.fulfill({ status: 404 })
  })
  await page.goto(`http://parts.test/parts.html?size=${look.size}`)
  // Not `settle`: the sheet shows a skeleton for good.
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(350)
  await page.screenshot({ path: join(folder, fileOf('parts-sheet', look)), fullPage: true })
}

/** Builds the parts sheet, which is no part of the console. @returns where */
async function buildSheet(): Promise<string> {
  const web = join(root, 'web')
  const target = join(folder, 'parts')
  const vite = join(dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')), 'bin/vite.js')
  const args = [vite, 'build', '--mode', 'parts', '--outDir', target, '--emptyOutDir', '--logLevel', 'warn']
  const env = { ...process.env, NODE_ENV: 'production' }
  const [code] = await once(spawn(process.execPath, args, { cwd: web, env, stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error('the parts sheet was not built')
  return target
}

/** Waits until no request is pending and the page is drawn, which takes long on a busy machine. */
async function settle(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(
    () => document.querySelector('main, form') && !document.querySelector('.ant-skeleton, .ant-spin-spinning'),
  )
  await page.waitForTimeout(350)
}

function fileOf(name: string, { width, appearance, size }: Look): string {
  return `${name}--${width.name}-${appearance}-${size}.png`
}

/** The page of all pictures, by screen; the shot first, where there is one. */
async function contactSheet(): Promise<string> {
  const files = (await readdir(folder)).filter((file) => extname(file) === '.png')
  const byName = Map.groupBy(files, (file) => file.slice(0, file.indexOf('--')))
  const sections = await Promise.all(
    [...byName].map(async ([name, taken]) => {
      const shown = await shotsOf(name)
      const figures = [...shown, ...taken.sort()].map((file) => {
        const title = file.startsWith('shot-') ? '设计图' : file.slice(name.length + 2, -4)
        return `<figure><a href="${file}"><img src="${file}" loading="lazy" alt=""></a><figcaption>${title}</figcaption></figure>`
      })
      return `<h2>${name}</h2><div>${figures.join('')}</div>`
    }),
  )
  return `<!doctype html><meta charset="utf-8"><title>掌柜：图片</title>
<style>body{font:14px system-ui;margin:16px}div{display:flex;flex-wrap:wrap;gap:12px}figure{margin:0}img{height:360px;border:1px solid #ccc}</style>
${existsSync(shots) ? '' : '<p>没有找到设计图（../shared/design），只有实拍。</p>'}${sections.join('')}`
}

/** Copies the shots of a screen beside its pictures. @returns their files */
async function shotsOf(name: string): Promise<string[]> {
  const named = { 'parts-sheet': ['parts-sheet'], 'home-empty': ['home-empty'] }[name]
  const names = named ?? Object.values(screens[name]?.shot ?? {})
  const present = names.filter((shot) => existsSync(join(shots, `${shot}.png`)))
  for (const shot of present) await copyFile(join(shots, `${shot}.png`), join(folder, `shot-${shot}.png`))
  return present.map((shot) => `shot-${shot}.png`)
}

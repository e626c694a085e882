import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ProductList } from '../catalogue/catalogue-import.ts'
import { expect, type Page, test } from '../shop/journey.ts'

type ProductRow = { id: number; storeName: string }

const tab = (page: Page, title: string) =>
  page.getByRole('navigation', { name: '标签页' }).getByRole('listitem').filter({ hasText: title })

async function openByMenu(page: Page, title: string) {
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: title, exact: true }).click()
  // A page left before it is shown gets no tab, and menus opened meanwhile are closed.
  await expect(tab(page, title).getByRole('link')).toHaveAttribute('aria-current', 'page')
}

test('two products are edited in two tabs: the drafts are independent, and a refresh asks first', async ({
  admin,
  open,
}) => {
  const { body } = await admin.call<{ list: ProductRow[] }>('GET', '/admin/store/product/list?type=1&page=1&limit=2')
  const [one, other] = body.list
  if (!one || !other) throw new Error('the demo has no products')
  const [first, second] = [`编辑商品 · ${one.storeName}`, `编辑商品 · ${other.storeName}`]
  const page = await open('/product/list', { as: 'admin' })
  const name = page.getByRole('textbox', { name: '商品名称' })
  const edit = (product: ProductRow) =>
    new ProductList(page).row(product.storeName).getByRole('button', { name: '编辑', exact: true }).click()
  await edit(one)
  await expect(name).toHaveValue(one.storeName)
  await name.fill('第一份草稿')
  await tab(page, '商品管理').getByRole('link').click()
  await edit(other)
  await expect(name).toHaveValue(other.storeName)
  await name.fill('第二份草稿')
  await tab(page, '商品管理').getByRole('link').click()
  await expect(name).toBeHidden()

  await tab(page, first).getByRole('link').click()
  await expect(name).toHaveValue('第一份草稿')
  await tab(page, first).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '刷新' }).click()
  const question = page.getByRole('dialog').filter({ hasText: '有未保存的修改，离开吗？' })
  await question.getByRole('button', { name: '不离开' }).click()
  await expect(name).toHaveValue('第一份草稿')
  await tab(page, first).click({ button: 'middle' })
  await question.getByRole('button', { name: '离开', exact: true }).click()
  await expect(tab(page, first)).toHaveCount(0)
  await tab(page, second).getByRole('link').click()
  await expect(name).toHaveValue('第二份草稿')
})

test('on a phone that shows tabs the active one is in view after a reload, and the wheel scrolls the bar', async ({
  open,
  admin,
}) => {
  const phone = { as: 'admin', width: 390, height: 844 } as const
  const strip = { name: '标签页' }
  const usual = await open('/dashboard', phone)
  await expect(usual.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(usual.getByRole('navigation', strip)).toHaveCount(0)
  await admin.call('PUT', '/api/users/preferences', { settings: { tagsOnPhone: true } })
  const page = await open('/system/admin', { as: 'admin' })
  const bar = page.getByRole('navigation', strip)
  const inView = async (title: string) => {
    const [frame, box] = [await bar.boundingBox(), await tab(page, title).boundingBox()]
    return frame !== null && box !== null && box.x >= frame.x && box.x + box.width <= frame.x + frame.width
  }
  for (const title of ['角色管理', '菜单管理', '部门管理', '岗位管理', '字典管理', '系统设置', '部门管理'])
    await openByMenu(page, title)
  await page.setViewportSize(phone)
  await page.reload()
  await expect(bar.getByRole('listitem')).toHaveCount(8)
  await expect.poll(() => inView('部门管理')).toBe(true)
  expect(await inView('首页')).toBe(false)

  const scrolled = () => bar.getByRole('list').evaluate((strip) => strip.scrollLeft)
  const before = await scrolled()
  await tab(page, '部门管理').hover()
  await page.mouse.wheel(0, -200)
  await expect.poll(scrolled).toBe(before - 50)
})

test('tabs are dragged to another place, and the first one stays first', async ({ open }) => {
  const page = await open('/system/job', { as: 'admin' })
  for (const title of ['部门管理', '字典管理']) {
    await openByMenu(page, title)
    await expect(tab(page, title)).toBeVisible()
  }
  const tabs = page.getByRole('navigation', { name: '标签页' }).getByRole('listitem')
  await tab(page, '字典管理').dragTo(tab(page, '岗位管理'))
  await expect(tabs).toHaveText(['首页', '字典管理', '岗位管理', '部门管理'])
  await tab(page, '部门管理').dragTo(tab(page, '首页'))
  await expect(tabs).toHaveText(['首页', '部门管理', '字典管理', '岗位管理'])
})

test('a panel beside a page is kept with its tab, like a dialog', async ({ open }) => {
  const page = await open('/system-tools/message', { as: 'admin' })
  await openByMenu(page, '定时任务')
  await page.getByRole('button', { name: '日志', exact: true }).first().click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('任务名称').fill('备份')
  await page.goBack()
  await expect(page).toHaveURL('/system-tools/message')
  await expect(panel).toBeHidden()
  await page.goForward()
  await expect(panel.getByLabel('任务名称')).toHaveValue('备份')
})

test('a killed browser loses nothing: all drafts are offered again, two of one form side by side', async ({
  playwright,
  shop,
  admin,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-browser-'))
  const start = async () => {
    const context = await playwright.chromium.launchPersistentContext(folder, { baseURL: shop.url, locale: 'zh-CN' })
    await context.addCookies([{ name: 'ADMIN-TOKEN', value: admin.token, url: shop.url, sameSite: 'Strict' }])
    const open = async (path: string) => {
      const page = await context.newPage()
      await page.goto(path)
      return page
    }
    return { context, open }
  }
  const { body } = await admin.call<{ list: ProductRow[] }>('GET', '/admin/store/product/list?type=1&page=1&limit=1')
  const [product] = body.list
  const brands = async (page: Page, button: string, name: string) => {
    await page.getByRole('button', { name: button, exact: true }).first().click()
    await page.getByRole('dialog').getByLabel('品牌名称').fill(name)
    return page
  }
  const before = await start()
  await brands(await before.open('/product/brand'), '添加品牌', '崩溃时的品牌甲')
  await brands(await before.open('/product/brand'), '添加品牌', '崩溃时的品牌乙')
  await brands(await before.open('/product/brand'), '编辑', '崩溃时改的名')
  const created = await before.open('/product/create')
  await created.getByRole('textbox', { name: '商品名称' }).fill('崩溃时的新商品')
  const edited = await before.open(`/product/edit/${product?.id}`)
  await expect(edited.getByRole('textbox', { name: '商品名称' })).toHaveValue(product?.storeName ?? '')
  await edited.getByRole('textbox', { name: '商品简介' }).fill('崩溃时写的简介')
  await expect(edited.getByText(/^草稿已于/)).toBeVisible()
  // The browser is found by its profile: the headless shell leaves no lock that names its process.
  await promisify(execFile)('pkill', ['-KILL', '-f', `user-data-dir=${folder}`])
  // Playwright may have heard of the death already, or still be closing what is left.
  await before.context.close().catch(() => undefined)
  await rm(join(folder, 'SingletonLock'), { force: true })

  const { context, open } = await start()
  const offer = (page: Page, words = '') => page.getByRole('alert').filter({ hasText: `有未保存的内容${words}` })
  const restore = { name: '恢复未保存的内容' }
  const adding = await open('/product/brand')
  await adding.getByRole('button', { name: '添加品牌', exact: true }).click()
  await expect(offer(adding, '「崩溃时的品牌甲」')).toBeVisible()
  await offer(adding, '「崩溃时的品牌乙」').getByRole('button', restore).click()
  await expect(adding.getByRole('dialog').getByLabel('品牌名称')).toHaveValue('崩溃时的品牌乙')
  await expect(offer(adding, '「崩溃时的品牌甲」')).toBeVisible()
  const changing = await open('/product/brand')
  await changing.getByRole('button', { name: '编辑', exact: true }).first().click()
  await offer(changing).getByRole('button', restore).click()
  await expect(changing.getByRole('dialog').getByLabel('品牌名称')).toHaveValue('崩溃时改的名')
  const writing = await open('/product/create')
  await offer(writing, '「崩溃时的新商品」').getByRole('button', restore).click()
  await expect(writing.getByRole('textbox', { name: '商品名称' })).toHaveValue('崩溃时的新商品')
  const going = await open(`/product/edit/${product?.id}`)
  await offer(going).getByRole('button', restore).click()
  await expect(going.getByRole('textbox', { name: '商品简介' })).toHaveValue('崩溃时写的简介')
  await context.close()
  await rm(folder, { recursive: true, force: true })
})

test('a window that was left is fresh when looked at again: the list where it was, and the form with what was typed', async ({
  admin,
  staff,
  open,
}) => {
  const other = await staff('manager')
  const { body } = await admin.call<{ list: ProductRow[] }>('GET', '/admin/store/product/list?type=1&page=1&limit=9')
  const [one, , , chosen] = body.list
  if (!one || !chosen) throw new Error('the demo has too few products')
  const page = await open('/product/list', { as: 'admin', height: 500 })
  const list = new ProductList(page)
  await list.row(chosen.storeName).getByRole('checkbox').check()
  const form = await page.context().newPage()
  await form.goto(`/product/edit/${one.id}`)
  await form.getByRole('textbox', { name: '商品简介' }).fill('我写的简介')
  await page.mouse.wheel(0, 300)
  const scrolled = () =>
    page.evaluate(() => Math.max(...[...document.querySelectorAll('*')].map((box) => box.scrollTop)))
  await expect.poll(scrolled).toBeGreaterThan(0)
  const at = await scrolled()

  const name = `${one.storeName}改`
  for (const each of [page, form]) await hide(each)
  const { body: info } = await other.call('GET', `/admin/store/product/info/${one.id}`)
  const saved = await other.call('POST', '/admin/store/product/update', { ...info, storeName: name })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  for (const each of [page, form]) await lookAgain(each)

  await expect(list.row(name)).toHaveCount(1)
  expect(await scrolled()).toBe(at)
  await expect(list.row(chosen.storeName).getByRole('checkbox')).toBeChecked()
  await expect(form.getByText(/改过：商品名称$/)).toBeVisible()
  await form.getByRole('button', { name: '采用这些修改' }).click()
  await expect(form.getByRole('textbox', { name: '商品名称' })).toHaveValue(name)
  await expect(form.getByRole('textbox', { name: '商品简介' })).toHaveValue('我写的简介')
  await form.getByRole('button', { name: '提交', exact: true }).click()
  await expect(form.getByText('编辑成功')).toBeVisible()
})

const turn = (page: Page, state: 'hidden' | 'visible', later = 0) =>
  page.evaluate(
    ([visibility, ms]) => {
      const now = Date.now
      if (ms) Date.now = () => now() + ms
      Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      if (visibility === 'visible') window.dispatchEvent(new Event('focus'))
    },
    [state, later] as const,
  )
const hide = (page: Page) => turn(page, 'hidden')
/** Two minutes later. */
const lookAgain = (page: Page) => turn(page, 'visible', 120_000)

import { mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProductList } from './catalogue-import.ts'
import { expect, type Page, test } from './journey.ts'

type ProductRow = { id: number; storeName: string }

const tab = (page: Page, title: string) =>
  page.getByRole('navigation', { name: '标签页' }).getByRole('listitem').filter({ hasText: title })

async function openByMenu(page: Page, title: string) {
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: title, exact: true }).click()
  // A page left before it is shown gets no tab, and menus opened meanwhile are closed.
  await expect(tab(page, title).getByRole('link')).toHaveAttribute('aria-current', 'page')
}

test('§8.5 the menu of a tab stays inside the bar at its right end', async ({ open }) => {
  const page = await open('/system/job', { as: 'admin' })
  const bar = page.getByRole('navigation', { name: '标签页' })
  for (const title of ['部门管理', '字典管理', '角色管理', '管理员', '系统设置', '菜单管理']) {
    await openByMenu(page, title)
  }
  // Seven tabs: the last one is scrolled into view at the end of the bar.
  await page.setViewportSize({ width: 1000, height: 700 })
  const narrow = await bar.boundingBox()
  if (!narrow) throw new Error('no bar')
  expect(narrow.x).toBe(205)
  expect(narrow.width).toBe(795)

  const at = async (clientX: number) => {
    await page.mouse.click(clientX, narrow.y + 17, { button: 'right' })
    const menu = await page.getByRole('menu', { name: '标签页操作' }).boundingBox()
    return { left: (menu?.x ?? 0) - narrow.x, top: menu?.y }
  }
  expect(await at(300)).toEqual({ left: 110, top: narrow.y + 17 })
  const last = await tab(page, '菜单管理').boundingBox()
  const rightEnd = Math.min((last?.x ?? 0) + (last?.width ?? 0), narrow.x + narrow.width) - 4
  expect(rightEnd).toBeGreaterThan(narrow.x + narrow.width - 105 - 15)
  expect(await at(rightEnd)).toEqual({ left: 795 - 105, top: narrow.y + 17 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu', { name: '标签页操作' })).toBeHidden()
})

test('SH-73, SH-78 a draft is kept in its tab, and a refresh asks before discarding it', async ({ open }) => {
  const page = await open('/system/dept', { as: 'admin' })
  await expect(page.getByRole('cell', { name: '运营中心' }).first()).toBeVisible()
  await openByMenu(page, '岗位管理')
  await expect(page.getByLabel('岗位名称')).toBeVisible()
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增岗位' })
  await dialog.getByLabel('岗位名称').fill('夜班收银')
  await page.goBack()
  await expect(page).toHaveURL('/system/dept')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('cell', { name: '运营中心' }).first()).toBeVisible()

  // Refresh the tab with the draft.
  await tab(page, '岗位管理').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '刷新' }).click()
  const question = page.getByRole('dialog').filter({ hasText: '有未保存的修改，离开吗？' })
  await question.getByRole('button', { name: '不离开' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: '关闭岗位管理' }).click()
  await question.getByRole('button', { name: '不离开' }).click()
  await expect(question).toBeHidden()

  await tab(page, '岗位管理').getByRole('link').click()
  await expect(page).toHaveURL('/system/job')
  await expect(dialog.getByLabel('岗位名称')).toHaveValue('夜班收银')
  await page.goBack()
  await expect(dialog).toBeHidden()

  await tab(page, '岗位管理').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '刷新' }).click()
  await question.getByRole('button', { name: '离开', exact: true }).click()
  await expect(page).toHaveURL('/system/job')
  await expect(page.getByRole('button', { name: '新增', exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('§8.4 two products are edited in two tabs: the drafts are independent, and a refresh asks first', async ({
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

test('SH-77 to SH-83 tabs close, and a refresh redraws the page', async ({ open }) => {
  const page = await open('/system/job', { as: 'admin' })
  await page.getByLabel('岗位名称').fill('只是草稿')
  await expect(page).toHaveURL(/\/system\/job\?name=/)
  await openByMenu(page, '部门管理')
  await expect(page.getByRole('cell', { name: '运营中心' }).first()).toBeVisible()
  await openByMenu(page, '字典管理')
  await tab(page, '岗位管理').getByRole('link').click()
  await expect(page.getByLabel('岗位名称')).toHaveValue('只是草稿')

  await tab(page, '岗位管理').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '刷新' }).click()
  await expect(page).toHaveURL(/\/system\/job\?name=/)
  await expect(page.getByLabel('岗位名称')).toHaveValue('只是草稿')

  await tab(page, '部门管理').click({ button: 'middle' })
  await expect(tab(page, '部门管理')).toHaveCount(0)
  await expect(page).toHaveURL(/\/system\/job\?name=/)
  await page.getByRole('button', { name: '关闭岗位管理' }).click()
  await expect(page).toHaveURL(/\/system\/dict/)
  await tab(page, '首页').click({ button: 'middle' })
  await expect(tab(page, '首页')).toHaveCount(1)
  await tab(page, '字典管理').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭全部' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(tab(page, '首页')).toHaveCount(1)
  await expect(page.getByRole('navigation', { name: '标签页' }).getByRole('listitem')).toHaveCount(1)
})

test('SH-85 a reload brings the tabs back', async ({ open }) => {
  const page = await open('/system/job', { as: 'admin' })
  await openByMenu(page, '部门管理')
  await expect(tab(page, '部门管理')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('navigation', { name: '标签页' }).getByRole('listitem')).toHaveText([
    '首页',
    '岗位管理',
    '部门管理',
  ])
})

test('SH-84 on a phone that shows tabs the active one is in view after a reload, and the wheel scrolls the bar', async ({
  open,
  admin,
}) => {
  test.slow()
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

test('SH-84 tabs are dragged to another place, and the first one stays first', async ({ open }) => {
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

test('SH-73 a panel beside a page is kept with its tab, like a dialog', async ({ open }) => {
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

test('16.9 a killed browser loses nothing: all drafts are offered again, two of one form side by side', async ({
  playwright,
  shop,
  admin,
}) => {
  test.slow()
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
  // The lock of the profile names the process.
  const pid = (await readlink(join(folder, 'SingletonLock'))).split('-').at(-1)
  process.kill(Number(pid), 'SIGKILL')
  await before.context.close()
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

test('16.9 a window that was left is fresh when looked at again: the list where it was, and the form with what was typed', async ({
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

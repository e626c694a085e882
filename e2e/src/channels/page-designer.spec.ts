import { expect, type Page, test } from '../shop/journey.ts'

type Saved = { id: number; version: number }
type Info = Saved & {
  value: Record<string, { id: string; type: string; props: Record<string, unknown> }>
  publishedNo: number | null
  isDefault: boolean
}
type Home = { publishedNo: number; componentsData: { id: string; type: string; props: Record<string, unknown> }[] }

const order = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-component]')].map(({ dataset }) => dataset.component),
  )
const panel = (page: Page) => page.getByRole('complementary', { name: '设置' })
const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: '已保存' })).toBeVisible()

test('a home is made from a template, edited by two people at once, published, scheduled, and put back', async ({
  admin,
  open,
  staff,
  trouble,
}) => {
  // Saving what a colleague has changed meanwhile.
  trouble.allow(/^409 POST \/admin\/pagediy\/draft\/save$/)
  const name = `冬日首页${Date.now() % 100_000}`
  const former = (await admin.call<{ id: number }>('GET', '/admin/pagediy/getdefault?terminal=3')).body.id
  const page = await open('/design/page', { as: 'admin' })
  await page.getByRole('button', { name: '新建页面' }).first().click()
  const making = page.getByRole('dialog', { name: '新建页面' })
  await making.getByRole('textbox', { name: '页面名称' }).fill(name)
  await making.getByRole('radiogroup', { name: '从什么开始' }).getByRole('radio').nth(1).click()
  const tab = page.context().waitForEvent('page')
  await making.getByRole('button', { name: '新建' }).click()
  await (await tab).close()
  await expect(making).toBeHidden()
  const { body: found } = await admin.call<{ list: Saved[] }>(
    'GET',
    `/admin/pagediy/list?name=${encodeURIComponent(name)}`,
  )
  const id = found.list[0]?.id as number

  const designer = await open(`/design/editor/${id}?type=edit`, { as: 'admin' })
  await expect(designer.getByRole('heading', { name })).toBeVisible()
  await expect(designer.locator('[data-component]').first()).toBeAttached()

  // Products by the picker, in a list that is added by a click.
  await designer.locator('[data-tile=goodsList]').click()
  await panel(designer)
    .getByRole('button', { name: /^选择商品 0\/20/ })
    .click()
  const picker = designer.getByRole('dialog', { name: '商品列表' })
  await picker
    .getByRole('checkbox', { name: /^选择 / })
    .nth(0)
    .check()
  await picker
    .getByRole('checkbox', { name: /^选择 / })
    .nth(1)
    .check()
  await picker.getByRole('button', { name: '确定' }).click()
  await expect(panel(designer).getByRole('button', { name: /^选择商品 2\/20/ })).toBeVisible()

  // A heading is dragged in between, edited, hidden, and shown again by undo.
  const before = await order(designer)
  // What was added is in sight; the place for the next one is further up.
  await designer.locator('[data-component]').nth(2).scrollIntoViewIfNeeded()
  const tile = designer.locator('[data-tile=titleBar]')
  await tile.scrollIntoViewIfNeeded()
  const from = await tile.boundingBox()
  const to = await designer.locator('[data-component]').nth(2).boundingBox()
  if (!from || !to) throw new Error('nothing to drag')
  await designer.mouse.move(from.x + 30, from.y + 15)
  await designer.mouse.down()
  await designer.mouse.move(from.x + 60, from.y + 30, { steps: 4 })
  await designer.mouse.move(to.x + 80, to.y + 4, { steps: 10 })
  await designer.mouse.up()
  await expect.poll(async () => (await order(designer)).length).toBe(before.length + 1)
  const heading = (await order(designer)).find((each) => !before.includes(each)) as string
  await panel(designer).getByRole('textbox', { name: '标题', exact: true }).fill('为你挑的')
  await expect(designer.locator(`[data-component="${heading}"]`)).toContainText('为你挑的')
  await designer.getByRole('toolbar', { name: '选中的组件' }).getByRole('button', { name: '隐藏' }).click()
  await expect(designer.getByText('已隐藏', { exact: true })).toBeVisible()
  await designer.getByRole('button', { name: '撤销' }).first().click()
  await expect(designer.getByText('已隐藏', { exact: true })).toBeHidden()
  await designer.getByRole('button', { name: '保存', exact: true }).click()
  await saved(designer)

  // Published as the home.
  await designer.getByRole('button', { name: /^发布/ }).first().click()
  const drawer = designer.getByRole('dialog')
  await drawer.getByRole('textbox', { name: /这次改了什么/ }).fill('冬日')
  await drawer.getByRole('checkbox', { name: /同时设为首页/ }).check()
  await drawer.getByRole('button', { name: /^发布/ }).click()
  const done = designer.getByRole('dialog', { name: '发布成功' })
  await expect(done.getByRole('link', { name: '查看页面' })).toHaveAttribute('href', /\/h5$/)
  await done.getByRole('button', { name: /^(Close|关闭)$/ }).click()
  const info = async () => (await admin.call<Info>('GET', `/admin/pagediy/info/${id}`)).body
  expect(await info()).toMatchObject({ isDefault: true, publishedNo: 1 })
  const home = async () => (await admin.call<Home>('GET', '/api/front/pagediy/info/0')).body
  expect((await home()).componentsData.find((each) => each.id === heading)?.props.title).toBe('为你挑的')

  // A colleague changes another component meanwhile: both changes survive.
  const colleague = await staff('admin')
  const now = await info()
  const goods = Object.values(now.value).find(({ type }) => type === 'goodsList')
  const theirs = { ...goods, props: { ...goods?.props, layout: 'three' } }
  const change = await colleague.call<Saved>('POST', '/admin/pagediy/draft/save', {
    id,
    version: now.version,
    put: [theirs],
    remove: [],
  })
  expect(change.status).toBe(200)
  await designer.locator(`[data-component="${heading}"]`).click()
  await panel(designer).getByRole('textbox', { name: '标题', exact: true }).fill('店长挑的')
  await designer.getByRole('button', { name: '保存', exact: true }).click()
  const merging = designer.getByRole('dialog', { name: /^页面已被.*修改$/ })
  await merging.getByRole('button', { name: '合并并继续' }).click()
  await saved(designer)
  await expect
    .poll(async () => Object.values((await info()).value).map(({ props }) => props.title ?? props.layout))
    .toEqual(expect.arrayContaining(['店长挑的', 'three']))

  // What waits for its time is the draft as it is now.
  await designer.getByRole('button', { name: '更多发布方式' }).click()
  await designer.getByRole('menuitem', { name: '定时发布' }).click()
  const later = designer.getByRole('dialog')
  await later.getByRole('textbox', { name: '发布时间' }).fill('2027-01-01 08:00:00')
  await later.getByRole('textbox', { name: '发布时间' }).press('Enter')
  await later.getByRole('button', { name: /^定时 .* 发布$/ }).click()
  await expect(designer.getByText(/^将在 .* 发布$/)).toBeVisible()

  // Back to what was live.
  await designer.getByRole('button', { name: '更多发布方式' }).click()
  await designer.getByRole('menuitem', { name: '发布记录' }).click()
  const versions = designer.getByRole('dialog')
  await versions.getByRole('button', { name: /^线上.*v1/ }).click()
  await versions.getByRole('button', { name: '恢复到此版本' }).click()
  await designer.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(designer.getByText('已恢复，撤销可以回来')).toBeVisible()
  // Both phones of the drawer show it, too.
  await expect(designer.locator(`[data-component="${heading}"]`).first()).toContainText('为你挑的')
  expect((await home()).publishedNo).toBe(1)

  // The shop's own home again, as other journeys know it.
  await admin.call('GET', `/admin/pagediy/setdefault/${former}`)
})

test('what was typed without a network survives a browser that is killed', async ({ admin, open, trouble }) => {
  const name = `断网${Date.now() % 100_000}`
  const id = 'c1767225600000000'
  const heading = { id, type: 'titleBar', v: 1, isShow: true, props: { title: '原来的' }, box: {}, rule: {} }
  const { body: made } = await admin.call<Saved>('POST', '/admin/pagediy/save', {
    name,
    terminal: 3,
    type: 2,
    value: { [id.slice(1)]: heading },
  })
  const path = `/design/editor/${made.id}?type=edit`
  const first = await open(path, { as: 'admin' })
  const browser = first.context()
  await first.locator(`[data-component="${id}"]`).click()
  await browser.setOffline(true)
  await panel(first).getByRole('textbox', { name: '标题', exact: true }).fill('断网时写的')
  await expect(first.getByRole('status').filter({ hasText: '离线，已存本机' })).toBeVisible()
  await first.close({ runBeforeUnload: false })
  await browser.setOffline(false)

  const again = await browser.newPage()
  trouble.watch(again)
  await again.goto(path)
  await expect(again.locator(`[data-component="${id}"]`)).toContainText('原来的')
  await again.getByRole('button', { name: '恢复未保存的修改' }).click()
  const dialog = again.getByRole('dialog', { name: '恢复未保存的修改' })
  await expect(dialog).toContainText('原来的 → 断网时写的')
  await dialog.getByRole('button', { name: '恢复 1 处' }).click()
  await expect(again.locator(`[data-component="${id}"]`)).toContainText('断网时写的')
  await again.getByRole('button', { name: '保存', exact: true }).click()
  await saved(again)
  const { body: kept } = await admin.call<Info>('GET', `/admin/pagediy/info/${made.id}`)
  expect(Object.values(kept.value).map(({ props }) => props.title)).toEqual(['断网时写的'])
})

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { brand } from '@zhanggui/contract/product/brand.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { paramTemplate } from '@zhanggui/contract/product/param-template.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { productLabel } from '@zhanggui/contract/product/product-label.ts'
import { productRule } from '@zhanggui/contract/product/product-rule.ts'
import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import type { PlainFields } from '@zhanggui/domain/fields.ts'
import { productFields } from '@zhanggui/domain/product/product-fields.ts'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { dirtyPaths } from '../../../kit/page/dirty-guard.ts'
import { usePageNames } from '../../../kit/page/page-names.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { steps } from '../model/product-form.ts'
import { makeInfo, makeSku } from '../product.fixture.ts'
import ProductEditPage from './product-edit.page.tsx'

const nothing = { list: [], total: 0, page: 1, limit: 20 }

function signInAs(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

beforeEach(() => {
  // Only visible rows are drawn, and jsdom has no layout.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  signInAs(['*:*:*'])
  const node = { version: 0, pid: 0, level: 1, type: 1, sort: 0, status: true, isShow: true, disabled: false }
  answer(category.pick, [{ ...node, id: 3, name: '毛巾' }])
  answer(dictDetail.list, { content: [], totalElements: 0 })
  for (const route of [brand.list, freightTemplate.list, paramTemplate.list, productLabel.list, productRule.list])
    answer(route, nothing)
  answer(product.list, nothing)
  answer(product.draft, { body: null, time: null })
  answer(product.removeDraft, {})
})

afterEach(() => {
  vi.restoreAllMocks()
})

const coloured = () =>
  makeInfo(12, {
    specType: true,
    attr: [{ id: 1, attrName: '颜色', attrValues: ['红', '蓝'] }],
    attrValue: ['红', '蓝'].map((colour, index) => makeSku(index + 1, { attrValue: { 颜色: colour }, suk: colour })),
  })

const cell = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const pages = (
  <Routes>
    <Route path="/product/edit/:id" element={<ProductEditPage />} />
    <Route path="/product/create" element={<ProductEditPage />} />
    <Route path="*" element={null} />
  </Routes>
)
const openEdit = (search = '') => renderPage(pages, `/product/edit/12${search}`)

test('提交 opens the first step with a problem and shows it', async () => {
  const { user } = renderPage(pages, '/product/create')
  await screen.findByText('基本信息')
  await user.click(screen.getByText('其他设置'))
  await user.click(screen.getByRole('button', { name: /^提\s*交$/ }))
  await waitFor(() => expect(screen.getByRole('region', { name: '商品信息' }).hidden).toBe(false))
  expect((await screen.findAllByText('请输入商品名称')).length).toBeGreaterThan(0)
})

test('提交并上架 without a picture leads to the cover and sends nothing', async () => {
  const bare = { ...coloured(), isShow: false, image: '', sliderImage: [] }
  answer(product.info, bare)
  const sent = answer(product.update, { id: bare.id, version: 1 })
  const { user } = openEdit('?step=2')
  await screen.findByLabelText('商品名称')
  await user.click(screen.getByRole('button', { name: '提交并上架' }))
  const cover = (await screen.findByText('商品封面图')).closest<HTMLElement>('.ant-form-item')
  await within(cover as HTMLElement).findByText('请先上传商品封面图，再上架')
  expect(screen.getByRole('region', { name: '商品信息' }).hidden).toBe(false)
  expect(sent).toEqual([])
})

test('提交并上架 tells all that is missing at once, with the way to each, and asks before it sells nothing', async () => {
  const bare = { ...coloured(), isShow: false, image: '', sliderImage: [], storeName: '' }
  const rows = bare.attrValue.map((row) => ({ ...row, stock: 0 }))
  answer(product.info, { ...bare, attrValue: rows })
  const sent = answer(product.update, { id: bare.id, version: 1 })
  answer(product.putOnShelf, { id: 12, version: 2 })
  const { user } = openEdit()
  const name = await screen.findByLabelText('商品名称')
  await user.click(screen.getByRole('button', { name: '提交并上架' }))
  const faults = within(await screen.findByRole('navigation', { name: '没填好的地方' }))
  const shown = faults.getAllByRole('button').map(({ textContent }) => textContent)
  expect(shown).toEqual(['请输入商品名称', '请先上传商品封面图，再上架'])
  await user.type(name, '毛巾')
  await waitFor(() => expect(faults.queryByRole('button', { name: '请输入商品名称' })).toBeNull())
  expect(sent).toEqual([])
})

test.each([
  ['去填库存', 0],
  ['仍要上架', 1],
])('a product without stock goes on the shelf only after a question: %s sends %d', async (choice, times) => {
  const bare = { ...coloured(), isShow: false }
  answer(product.info, { ...bare, attrValue: bare.attrValue.map((row) => ({ ...row, stock: 0 })) })
  const sent = answer(product.update, { id: bare.id, version: 1 })
  answer(product.putOnShelf, { id: 12, version: 2 })
  const { user } = openEdit()
  await screen.findByLabelText('商品名称')
  await user.click(screen.getByRole('button', { name: '提交并上架' }))
  await user.click(await screen.findByRole('button', { name: choice }))
  if (times) await waitFor(() => expect(sent).toHaveLength(times))
  else await screen.findByRole('region', { name: '规格库存' })
  expect(sent).toHaveLength(times)
})

test('in a shop without categories one is created beside the form and selected', async () => {
  const node = { version: 0, pid: 0, level: 1, type: 1, sort: 0, status: true, isShow: true, disabled: false }
  answer(category.pick, () => (created.length ? [{ ...node, id: 9, name: '水果' }] : []))
  const created = answer(category.save, { id: 9, version: 0 })
  const { user } = renderPage(pages, '/product/create')
  await user.click(await screen.findByRole('button', { name: '新建商品分类' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新建商品分类' }))
  await user.type(dialog.getByLabelText('分类名称'), '水果')
  await user.click(dialog.getByRole('button', { name: /^确\s*认$/ }))
  await waitFor(() => expect(created[0]?.body).toMatchObject({ name: '水果', type: 1, pid: 0 }))
  const field = (await screen.findByText('商品分类')).closest<HTMLElement>('.ant-form-item')
  await within(field as HTMLElement).findByText('水果')
})

test.each([
  [1, '模板1'],
  [2, '请选择运费模板'],
])('a new product has the freight template where there is only one: %i of them', async (count, shown) => {
  const common = { version: 0, appoint: 0, type: 1, sort: 0, undelivery: false, usedCount: 0 } as const
  const [createTime, updateTime] = ['2026-11-27T10:00:00+08:00', '2026-11-27T10:00:00+08:00']
  const list = Array.from({ length: count }, (_, index) => ({
    ...common,
    createTime,
    updateTime,
    id: index + 1,
    name: `模板${index + 1}`,
  }))
  const asked = answer(freightTemplate.list, { list, total: count, page: 1, limit: 100 })
  renderPage(pages, '/product/create')
  const field = (await screen.findByText('运费模板')).closest<HTMLElement>('.ant-form-item')
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  await within(field as HTMLElement).findByText(shown)
})

test('the tab is named after the product, and the page has its heading', async () => {
  answer(product.info, coloured())
  openEdit()
  await screen.findByLabelText('商品名称')
  expect(Object.values(usePageNames.getState()).map((name) => name?.title)).toContain(
    `编辑商品 · ${coloured().storeName}`,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('编辑商品')
})

test('every plain field has its control in the step given by the list of fields', async () => {
  answer(product.info, coloured())
  openEdit()
  await screen.findByLabelText('商品名称')
  const fields: PlainFields = productFields
  for (const { step = 0, title } of Object.values(fields).filter((field) => field.step)) {
    const panel = screen.getByLabelText(steps[step - 1] ?? '', { selector: 'section' })
    expect(within(panel).queryAllByLabelText(title), title).toHaveLength(1)
  }
})

test('the coupons that a product gives are shown by name, also those that are over, and sent with it', async () => {
  answer(coupon.sendList, { list: [], total: 0, page: 1, limit: 100 })
  answer(product.info, { ...coloured(), couponIds: [5], coupons: [{ id: 5, name: '买咖啡送滤纸券' }] })
  const requests = answer(product.update, { id: 12, version: 2 })
  const { user } = openEdit()
  expect(await screen.findByText('买咖啡送滤纸券')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^提\s*交$/ }))
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ couponIds: [5] }))
})

test('an edit sends the changes with version and ids, shows 编辑成功 and returns to the list', async () => {
  answer(product.info, coloured())
  const requests = answer(product.update, { id: 12, version: 2 })
  const { user, router } = openEdit()
  const name = await screen.findByLabelText('商品名称')
  await user.clear(name)
  await user.type(name, '新名字')
  fireEvent.focus(cell('蓝 售价'))
  fireEvent.change(cell('蓝 售价'), { target: { value: '12.5' } })
  fireEvent.blur(cell('蓝 售价'))
  await user.click(screen.getByRole('button', { name: /^提\s*交$/ }))
  await screen.findByText('编辑成功')
  expect(requests[0]?.body).toMatchObject({
    id: 12,
    version: 1,
    storeName: '新名字',
    isHot: false,
    specType: true,
    attrValue: [
      { id: 1, price: 10 },
      { id: 2, price: 12.5 },
    ],
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/product/list'))
  expect(dirtyPaths().size).toBe(0)
})

test('an invalid price is marked and keeps the form from being submitted', async () => {
  answer(product.info, coloured())
  const requests = answer(product.update, { id: 12, version: 2 })
  const { user } = openEdit()
  await screen.findByLabelText('商品名称')
  fireEvent.change(cell('红 售价'), { target: { value: '9.999' } })
  fireEvent.blur(cell('红 售价'))
  expect(cell('红 售价').getAttribute('aria-invalid')).toBe('true')
  expect(cell('红 售价').value).toBe('9.999')
  await user.click(screen.getByRole('button', { name: /^提\s*交$/ }))
  await screen.findByRole('button', { name: '售价：金额最多两位小数' })
  expect(screen.getByRole('region', { name: '规格库存' }).hidden).toBe(false)
  expect(requests).toHaveLength(0)
})

test('the stock of a stored SKU is read-only; arrows, Enter and a pasted block work on the other cells', async () => {
  answer(product.info, coloured())
  const { user } = openEdit()
  await screen.findByLabelText('商品名称')
  await user.click(screen.getByText('规格库存'))
  expect(screen.queryByLabelText('红 库存')).toBeNull()
  cell('红 售价').focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(cell('蓝 售价'))
  await user.keyboard('{ArrowUp}{ArrowRight}')
  expect(document.activeElement).toBe(cell('红 成本价'))
  fireEvent.paste(cell('红 售价'), { clipboardData: { getData: () => '1\t2\n3\tx' } })
  expect([cell('红 售价').value, cell('红 成本价').value, cell('蓝 售价').value]).toEqual(['1', '2', '3'])
  expect(cell('蓝 成本价').getAttribute('aria-invalid')).toBe('true')
})

test('a product saved by someone else in the meantime: 仍要覆盖 submits the same again with the new version', async () => {
  answer(product.info, coloured())
  const conflict = refuse(409, 'VERSION_CONFLICT', '数据已被他人修改，请刷新后重试', { current: { version: 4 } })
  const requests = answer(product.update, ({ body }) => (body.version === 4 ? { id: 12, version: 5 } : conflict))
  const { user } = openEdit()
  const name = await screen.findByLabelText('商品名称')
  await user.type(name, '甲')
  answer(product.info, { ...coloured(), storeName: '乙', version: 4, updateBy: '李四' })
  await user.click(screen.getByRole('button', { name: /^提\s*交$/ }))
  await screen.findByText(/李四 于 .* 保存了此商品/)
  const row = within(screen.getByRole('cell', { name: '商品名称' }).closest('tr') as HTMLElement)
  expect(row.getByText('商品12甲')).toBeDefined()
  expect(row.getByText('乙')).toBeDefined()
  await user.click(screen.getByRole('button', { name: '仍要覆盖' }))
  await screen.findByText('编辑成功')
  expect(requests.map(({ body }) => [body.version, body.storeName])).toEqual([
    [1, '商品12甲'],
    [4, '商品12甲'],
  ])
})

test('使用最新内容 rebuilds the form from the version saved by someone else', async () => {
  answer(product.info, coloured())
  answer(product.update, refuse(409, 'VERSION_CONFLICT', '数据已被他人修改', { current: { version: 4 } }))
  const { user } = openEdit()
  await user.type(await screen.findByLabelText('商品名称'), '甲')
  answer(product.info, { ...coloured(), storeName: '乙', version: 4 })
  await user.click(screen.getByRole('button', { name: /^提\s*交$/ }))
  await user.click(await screen.findByRole('button', { name: '使用最新内容' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('商品名称').value).toBe('乙'))
})

test('an unfinished form is offered, and restored with its specifications', async () => {
  // As the server's store orders the fields, shorter names first.
  const kept = { version: 1, values: { unitName: '件', storeName: '写了一半', flags: [] }, skus: {} }
  const single = { key: 'new-1', attrValue: { 规格: '默认' }, image: '', price: 8 }
  const skus = { specType: false, isSub: false, matrix: { attrs: [], rows: [] }, single }
  answer(product.draft, { body: { ...kept, skus }, time: '2025-01-02 10:00:00' })
  const { user } = renderPage(pages, '/product/create')
  await screen.findByText(/^有未保存的内容「写了一半」/)
  await user.click(screen.getByRole('button', { name: '恢复未保存的内容' }))
  expect(screen.getByLabelText<HTMLInputElement>('商品名称').value).toBe('写了一半')
  expect(cell('售价').value).toBe('8')
  expect(screen.queryByText(/有未保存的内容/)).toBeNull()
})

test('changes are saved as an unfinished form within three seconds', async () => {
  answer(product.info, coloured())
  const requests = answer(product.keepDraft, {})
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    openEdit()
    fireEvent.change(await screen.findByLabelText('商品名称'), { target: { value: '改了' } })
    await vi.advanceTimersByTimeAsync(3100)
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.body).toMatchObject({ key: '12', body: { version: 1, values: { storeName: '改了' } } })
    await vi.advanceTimersByTimeAsync(31_000)
    expect(requests).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
})

test('without network the form is kept in the browser, and offered after a reload', async () => {
  answer(product.info, coloured())
  answer(product.keepDraft, refuse(503, 'UNAVAILABLE', '服务暂不可用'))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    openEdit()
    fireEvent.change(await screen.findByLabelText('商品名称'), { target: { value: '改了' } })
    await vi.advanceTimersByTimeAsync(3100)
  } finally {
    vi.useRealTimers()
  }
  cleanup()
  const { user } = openEdit()
  await user.click(await screen.findByRole('button', { name: '恢复未保存的内容' }))
  expect(screen.getByLabelText<HTMLInputElement>('商品名称').value).toBe('改了')
})

test('?view=1 is a page for reading: prices, stock of each SKU and their sum, no fields', async () => {
  answer(product.info, coloured())
  openEdit('?view=1')
  await screen.findByRole('heading', { level: 1, name: coloured().storeName })
  expect(screen.queryByLabelText('商品名称')).toBeNull()
  const lines = within(screen.getByRole('region', { name: '规格与库存' }))
  const row = within((await lines.findByText('红')).closest('tr') as HTMLElement)
  expect(row.getByText('¥10.00')).toBeDefined()
  const sum = within(lines.getByText('合计').closest('tr') as HTMLElement)
  const stock = coloured().attrValue.reduce((total, sku) => total + sku.stock, 0)
  expect(sum.getByText(String(stock))).toBeDefined()
})

test('the page for reading leads to the form, and says what is sold out', async () => {
  const sold = coloured()
  answer(product.info, { ...sold, attrValue: sold.attrValue.map((sku, at) => (at ? sku : { ...sku, stock: 0 })) })
  const { user, router } = openEdit('?view=1')
  const note = await screen.findByRole('note')
  expect(note.textContent).toContain('红 售罄')
  await user.click(screen.getByRole('button', { name: '编辑' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test.each([
  ['?view=1', ['*:*:*'], '商品详情'],
  ['', ['admin:product:info'], '商品详情'],
  ['', ['admin:product:info', 'admin:product:update'], '编辑商品'],
])('opened with "%s" by staff with %j it is called %s', async (search, permissions, heading) => {
  signInAs(permissions)
  answer(product.info, coloured())
  openEdit(search)
  if (heading === '商品详情') await screen.findByRole('heading', { level: 1 })
  else await screen.findByLabelText('商品名称')
  expect(screen.queryByLabelText('商品名称') === null).toBe(heading === '商品详情')
  expect(usePageNames.getState()['']).toEqual({ title: `${heading} · ${coloured().storeName}`, heading })
})

test('check 26 without the permission to see costs there is no column for them', async () => {
  signInAs(['admin:product:info', 'admin:product:update'])
  answer(product.info, coloured())
  openEdit()
  await screen.findByLabelText('商品名称')
  expect(screen.queryByRole('columnheader', { name: '成本价', hidden: true })).toBeNull()
})

test('a product that no longer exists is reported', async () => {
  answer(product.info, refuse(404, 'NOT_FOUND', '商品不存在'))
  openEdit()
  await screen.findByText('商品不存在')
})

test('a label assigned by a rule is shown and stays, but cannot be chosen', async () => {
  const label = (id: number, name: string, rule: { kind: 'new'; value: number } | null) => {
    return { id, version: 0, name, color: '#f5222d', sort: 0, isShow: true, rule, productCount: 1, createTime: '' }
  }
  const list = [
    label(1, '新品', { kind: 'new', value: 15 }),
    label(2, '热卖', null),
    label(3, '清仓', { kind: 'new', value: 1 }),
  ]
  answer(productLabel.list, { ...nothing, list, total: list.length })
  answer(product.info, makeInfo(12, { labelIds: [1] }))
  const { user } = openEdit()
  await user.click(await screen.findByLabelText('标签'))
  const shown = await screen.findAllByText('新品', { selector: '.ant-select-selection-item-content' })
  expect(shown[0]?.parentElement?.querySelector('.ant-select-selection-item-remove')).toBeNull()
  expect((await screen.findAllByText('热卖')).length).toBeGreaterThan(0)
  expect(screen.queryByText('清仓')).toBeNull()
})

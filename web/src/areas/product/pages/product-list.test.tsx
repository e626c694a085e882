import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { category } from '@zhanggui/contract/product/category.ts'
import { type ProductRow, product } from '@zhanggui/contract/product/product.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { productUndo } from '@zhanggui/contract/product/product-undo.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeInfo, makeProduct } from '../product.fixture.ts'
import ProductListPage from './product-list.page.tsx'

function signInAs(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

const pageOf = (rows: ProductRow[]) => ({ list: rows, total: rows.length, page: 1, limit: 20 })
const inRow = async (text: string) => within((await screen.findByText(text)).closest('tr') as HTMLElement)
const inDialog = async (text: string | RegExp) =>
  within((await screen.findByText(text)).closest('[role=dialog]') as HTMLElement)

beforeEach(() => {
  signInAs(['*:*:*'])
  answer(category.pick, [])
  answer(
    product.tabs,
    ([9, 5, 3, 10000, 0] as const).map((count, index) => ({
      name: '',
      type: (index + 1) as 1,
      count,
      ...(count === 10000 && { countIsLowerBound: true }),
    })),
  )
})

test('the tabs show their number of products; the open tab is in the address and in the call', async () => {
  const requests = answer(product.list, pageOf([makeProduct(1)]))
  const { user, router } = renderPage(<ProductListPage />, '/product/list?keywords=毛巾')
  await screen.findByRole('tab', { name: /^出售中商品\s*9$/ })
  expect(screen.getByRole('tab', { name: /^警戒库存\s*10,000\+$/ })).toBeDefined()
  expect(requests[0]?.query).toMatchObject({ type: '1', keywords: '毛巾', page: '1', limit: '20' })
  await user.click(screen.getByRole('tab', { name: /^仓库中商品\s*5$/ }))
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ type: '2', keywords: '毛巾' }))
  expect(decodeURIComponent(router.state.location.search)).toContain('type=2')
})

test('acts in quick succession all hold, though none of them is drawn yet', async () => {
  const requests = answer(product.list, pageOf([makeProduct(1)]))
  const { router } = renderPage(<ProductListPage />, '/product/list?isHot=true')
  await screen.findByText('商品1')
  act(() => {
    fireEvent.click(screen.getByRole('tab', { name: /仓库中商品/ }))
    fireEvent.change(screen.getByRole('textbox', { name: '商品搜索' }), { target: { value: '毛巾' } })
    fireEvent.blur(screen.getByRole('textbox', { name: '商品搜索' }))
    fireEvent.click(screen.getByRole('button', { name: /^取消筛选/ }))
    fireEvent.click(screen.getByRole('columnheader', { name: '销量' }))
  })
  const asked = { type: '2', keywords: '毛巾', salesOrder: 'asc' }
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject(asked))
  expect(requests.at(-1)?.query).not.toHaveProperty('isHot')
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual(asked)
})

test('a shared address restores tab, filters, order and page; 重置 keeps the tab and the order', async () => {
  const requests = answer(product.list, pageOf([makeProduct(1)]))
  const { user, router } = renderPage(
    <ProductListPage />,
    '/product/list?type=2&cateId=3&priceOrder=desc&isHot=true&page=2&limit=40',
  )
  await screen.findByText('商品1')
  expect(requests[0]?.query).toMatchObject({
    type: '2',
    cateId: '3',
    priceOrder: 'desc',
    isHot: 'true',
    page: '2',
    limit: '40',
  })
  await user.click(screen.getByRole('button', { name: /重\s*置/ }))
  await waitFor(() => expect(router.state.location.search).not.toContain('isHot'))
  expect(requests.at(-1)?.query).toMatchObject({ type: '2', priceOrder: 'desc', page: '1' })
  expect(requests.at(-1)?.query).not.toHaveProperty('cateId')
})

test('a column sorts by its query field', async () => {
  const requests = answer(product.list, pageOf([makeProduct(1)]))
  const { user } = renderPage(<ProductListPage />, '/product/list')
  await screen.findByText('商品1')
  await user.click(screen.getByRole('columnheader', { name: '销量' }))
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ salesOrder: 'asc', type: '1' }))
  await user.click(screen.getByRole('columnheader', { name: '商品售价' }))
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ priceOrder: 'asc' }))
  expect(requests.at(-1)?.query).not.toHaveProperty('salesOrder')
})

test('加入回收站 asks for confirmation; the bin offers 恢复商品 and 删除 instead', async () => {
  answer(product.list, pageOf([makeProduct(1)]))
  const recycled = answer(product.remove, {})
  const restored = answer(product.restore, { id: 1, version: 2 })
  const { user } = renderPage(<ProductListPage />, '/product/list')
  await user.click((await inRow('商品1')).getByRole('button', { name: '更多：商品1' }))
  await user.click(await screen.findByText('加入回收站'))
  const question = await inDialog('把「商品1」放进回收站？在那里可以恢复。')
  await user.click(question.getByRole('button', { name: '放进回收站' }))
  await waitFor(() => expect(recycled[0]?.query).toEqual({ type: 'recycle' }))

  await user.click(screen.getByRole('tab', { name: /^商品回收站\s*0$/ }))
  const row = await inRow('商品1')
  await waitFor(() => expect(row.getByRole('button', { name: '恢复商品' })).toBeDefined())
  for (const name of ['编辑', '编辑库存']) expect(row.queryByRole('button', { name })).toBeNull()
  await user.click(row.getByRole('button', { name: '恢复商品' }))
  await user.click((await inDialog('恢复商品「商品1」？它回到仓库中。')).getByRole('button', { name: '恢复' }))
  await waitFor(() => expect(restored).toHaveLength(1))
})

test('a failed switch returns to its position, and the reason is shown', async () => {
  answer(product.list, pageOf([makeProduct(1, { isShow: false })]))
  answer(product.putOnShelf, refuse(422, 'REFUSED', '售价为0，不能上架'))
  const { user } = renderPage(<ProductListPage />, '/product/list?type=2')
  const toggle = (await inRow('商品1')).getByRole<HTMLButtonElement>('switch')
  await user.click(toggle)
  await screen.findByText('售价为0，不能上架')
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('false'))
})

test('while activities run, 下架 lists them and offers to override them', async () => {
  let shown = true
  answer(product.list, () => pageOf(shown ? [makeProduct(1)] : []))
  const uses = [{ type: 'seckill', id: 4, name: '双十一秒杀' }]
  const requests = answer(product.takeOffShelf, ({ query }) => {
    if (!query.force) return refuse(422, 'IN_USE', '商品有进行中的营销活动，请先关闭活动', { uses })
    shown = false
    return { id: 1, version: 2 }
  })
  const { user } = renderPage(<ProductListPage />, '/product/list')
  await user.click((await inRow('商品1')).getByRole('switch'))
  const question = await inDialog(/双十一秒杀/)
  await user.click(question.getByRole('button', { name: '强制下架' }))
  // What closed activities is not taken back by a click.
  const row = await inRow('商品1')
  await row.findByText('已下架')
  expect(row.queryByRole('button', { name: /撤\s*销/ })).toBeNull()
  expect(requests.map(({ query }) => query)).toEqual([{}, { force: 'true' }])
})

test.each([1440, 390])(
  'at %i a product taken off the shelf stays in its place, greyed, with 撤销, until the list is refreshed',
  async (width) => {
    const { innerWidth } = window
    const resize = (value: number) => void Object.defineProperty(window, 'innerWidth', { configurable: true, value })
    resize(width)
    onTestFinished(() => resize(innerWidth))
    let shown = true
    const rows = () => [makeProduct(1), ...(shown ? [makeProduct(2)] : []), makeProduct(3)]
    answer(product.list, () => pageOf(rows()))
    const turn = (on: boolean) => () => {
      shown = on
      return { id: 2, version: 2 }
    }
    const off = answer(product.takeOffShelf, turn(false))
    const on = answer(product.putOnShelf, turn(true))
    const { user } = renderPage(<ProductListPage />, '/product/list')
    const names = () => screen.getAllByText(/^商品\d$/).map(({ textContent }) => textContent)
    const find = async () => within((await screen.findByText('商品2')).closest('tr, article') as HTMLElement)
    await user.click((await find()).getByRole('switch'))
    await (await find()).findByText('已下架')
    expect(names()).toEqual(['商品1', '商品2', '商品3'])
    expect((await find()).queryByRole('switch')).toBeNull()
    await user.click((await find()).getByRole('button', { name: /撤\s*销/ }))
    await (await find()).findByRole('switch')
    expect([off, on].map(({ length }) => length)).toEqual([1, 1])

    await user.click((await find()).getByRole('switch'))
    await (await find()).findByText('已下架')
    await user.click(screen.getByRole('tab', { name: /仓库中商品/ }))
    await user.click(screen.getByRole('tab', { name: /出售中商品/ }))
    await waitFor(() => expect(names()).toEqual(['商品1', '商品3']))
  },
)

test('a product put on sale while its tab opens is of that tab, and is not greyed', async () => {
  const opened = Promise.withResolvers<void>()
  let isShow = false
  answer(product.list, async ({ query }) => {
    if (String(query.type) === '1') await opened.promise
    return pageOf([makeProduct(1, { isShow })])
  })
  answer(product.putOnShelf, () => {
    isShow = true
    return { id: 1, version: 2 }
  })
  const { user } = renderPage(<ProductListPage />, '/product/list?type=2')
  await inRow('商品1')
  await user.click(screen.getByRole('tab', { name: /出售中商品/ }))
  // Before the veil of a slow answer covers it.
  fireEvent.click((await inRow('商品1')).getByRole('switch'))
  await (await inRow('商品1')).findByText('已上架')
  opened.resolve()
  await waitFor(async () => expect((await inRow('商品1')).getByRole('switch')).toBeDefined())
})

test('撤销 of a product put into the recycle bin brings it back onto the shelf', async () => {
  let recycled = false
  answer(product.list, () => pageOf(recycled ? [] : [makeProduct(1)]))
  answer(product.remove, () => {
    recycled = true
    return {}
  })
  const calls: string[] = []
  answer(product.restore, () => {
    calls.push('restore')
    return { id: 1, version: 2 }
  })
  answer(product.putOnShelf, () => {
    calls.push('shelf')
    recycled = false
    return { id: 1, version: 3 }
  })
  const { user } = renderPage(<ProductListPage />, '/product/list')
  await user.click((await inRow('商品1')).getByRole('button', { name: '更多：商品1' }))
  await user.click(await screen.findByText('加入回收站'))
  await user.click(
    (await inDialog('把「商品1」放进回收站？在那里可以恢复。')).getByRole('button', { name: '放进回收站' }),
  )
  const row = await inRow('商品1')
  await row.findByText('已加入回收站')
  await user.click(row.getByRole('button', { name: /撤\s*销/ }))
  await (await inRow('商品1')).findByRole('switch')
  expect(calls).toEqual(['restore', 'shelf'])
})

test('staff who may only view see no buttons and no switches, and counts only with the permission for them', async () => {
  signInAs(['admin:product:list'])
  answer(product.list, pageOf([makeProduct(1)]))
  renderPage(<ProductListPage />, '/product/list')
  const row = await inRow('商品1')
  for (const name of ['添加商品', '更多']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(row.queryByRole('switch')).toBeNull()
  expect(row.queryByRole('button', { name: '展开行' })).toBeNull()
  for (const name of ['详情', '编辑', '编辑库存']) expect(row.queryByRole('button', { name })).toBeNull()
  expect(screen.getByText('出售中商品')).toBeDefined()
})

test('an expanded row reads the detail of its product, and offers a retry if that fails', async () => {
  answer(product.list, pageOf([makeProduct(1), makeProduct(2)]))
  let fails = true
  const requests = answer(product.info, () =>
    fails ? refuse(500, 'FAILED', '系统繁忙') : makeInfo(1, { cateNames: ['毛巾', '浴巾'], collectCount: 37 }),
  )
  const { user } = renderPage(<ProductListPage />, '/product/list')
  const row = await inRow('商品1')
  expect(requests).toHaveLength(0)
  await user.click(row.getByRole('button', { name: '展开行' }))
  await screen.findByText('没取到数据')
  fails = false
  await user.click(screen.getByRole('button', { name: /重\s*试/ }))
  await screen.findByText('毛巾、浴巾')
  for (const text of ['全国包邮', '37']) expect(screen.getByText(text)).toBeDefined()
  expect(requests.at(-1)?.params).toMatchObject({ id: '1' })
})

test('排序 is edited in place', async () => {
  answer(product.list, pageOf([makeProduct(1, { sort: 7, version: 3 })]))
  const requests = answer(product.quickEdit, { id: 1, version: 4 })
  const { user } = renderPage(<ProductListPage />, '/product/list')
  await user.click((await inRow('商品1')).getByRole('button', { name: '修改「商品1」的排序 7' }))
  const input = screen.getByRole('spinbutton', { name: '「商品1」的排序' })
  await user.clear(input)
  await user.type(input, '12{Enter}')
  await screen.findByText('修改成功')
  expect(requests[0]?.body).toEqual({ id: 1, version: 3, field: 'sort', value: 12 })
})

test('编辑库存 previews the new stock, and sends additions once', async () => {
  answer(product.list, pageOf([makeProduct(1)]))
  answer(product.info, makeInfo(1))
  const requests = answer(productStock.add, { id: 1, version: 1 })
  const { user } = renderPage(<ProductListPage />, '/product/list')
  await user.click((await inRow('商品1')).getByRole('button', { name: '编辑「商品1」的库存 10' }))
  const box = await screen.findByRole('spinbutton', { name: '默认 增加库存' })
  await user.type(box, '5')
  const row = within(box.closest('tr') as HTMLElement)
  expect(row.getByText('15')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /确\s*认/ }))
  await screen.findByText('库存已保存')
  expect(requests[0]?.body).toEqual({ id: 1, attrValueList: [{ id: 101, addStock: 5 }] })
  expect(requests[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
})

test('staff with the permission to adjust stock also add by an adjustment', async () => {
  signInAs(['admin:product:list', 'admin:product:info', 'admin:product:stock:adjust'])
  answer(product.list, pageOf([makeProduct(1)]))
  answer(product.info, makeInfo(1))
  const requests = answer(productStock.adjust, { id: 1, version: 1 })
  const { user } = renderPage(<ProductListPage />, '/product/list')
  await user.click((await inRow('商品1')).getByRole('button', { name: '编辑「商品1」的库存 10' }))
  await user.type(await screen.findByRole('spinbutton', { name: '默认 增加库存' }), '5')
  await user.click(screen.getByRole('button', { name: /确\s*认/ }))
  await waitFor(() =>
    expect(requests[0]?.body).toEqual({
      id: 1,
      items: [{ id: 101, mode: 'add', quantity: 5 }],
      reason: 'manual_add',
    }),
  )
})

test('减少 sends a reason, and refuses to go below zero before the server does', async () => {
  answer(product.list, pageOf([makeProduct(1)]))
  answer(product.info, makeInfo(1))
  const requests = answer(productStock.adjust, { id: 1, version: 1 })
  const { user } = renderPage(<ProductListPage />, '/product/list')
  await user.click((await inRow('商品1')).getByRole('button', { name: '编辑「商品1」的库存 10' }))
  await user.click(await screen.findByText('减少'))
  const box = await screen.findByRole('spinbutton', { name: '默认 减少库存' })
  await user.type(box, '11')
  await user.click(screen.getByRole('button', { name: /确\s*认/ }))
  await screen.findByText(/不能小于0/)
  expect(requests).toHaveLength(0)
  await user.clear(box)
  await user.type(box, '4')
  await user.click(screen.getByRole('button', { name: /确\s*认/ }))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toEqual({
    id: 1,
    items: [{ id: 101, mode: 'add', quantity: -4 }],
    reason: 'damage',
  })
})

test('批量操作 previews the changes, then applies them to the chosen rows', async () => {
  answer(product.list, pageOf([makeProduct(1), makeProduct(2)]))
  const sample = { id: 1, name: '商品1', suk: '默认', field: '售价', before: '10.00', after: '11.00' }
  const requests = answer(product.batch, ({ body }) => ({
    total: 1,
    success: body.dryRun ? 0 : 1,
    failed: 0,
    errors: [],
    ...(body.dryRun ? { samples: [sample] } : { undoId: 5 }),
  }))
  answer(productUndo.info, {
    id: 5,
    kind: 'batch',
    title: '批量改价',
    status: 'open',
    total: 1,
    recycled: 0,
    restored: 1,
    left: 0,
    stockLeft: 0,
    taskId: '',
    createBy: '王',
    createTime: '2026-01-02 03:04:05',
    until: '2026-02-01 03:04:05',
    undoneBy: '',
    finishTime: null,
  })
  const undone = answer(productUndo.start, { taskId: 'x' })
  const { user } = renderPage(<ProductListPage />, '/product/list')
  await user.click((await inRow('商品2')).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: '批量操作 1 个' }))
  const dialog = await inDialog('当前筛选的全部 2 个')
  await user.click(dialog.getByRole('combobox', { name: '操作' }))
  await user.click(await screen.findByTitle('修改价格'))
  await user.type(await dialog.findByRole('spinbutton', { name: '比例' }), '10')
  await user.click(dialog.getByRole('button', { name: /预\s*览/ }))
  await dialog.findByText('11.00')
  await user.click(dialog.getByRole('button', { name: '售价加 10%（1 个商品）' }))
  await screen.findByText('已处理 1 个商品')
  const data = { target: 'price', mode: 'percent', value: 10, round: 'none' }
  expect(requests.map(({ body }) => body)).toEqual([
    { ids: [2], action: 'price', data, dryRun: true, page: 1 },
    { ids: [2], action: 'price', data },
  ])
  await user.click(await screen.findByRole('button', { name: /^撤销/ }))
  await user.click(await screen.findByRole('button', { name: '撤销（还原 1 个商品）' }))
  await waitFor(() => expect(undone).toMatchObject([{ params: { id: '5' } }]))
})

test('批量操作 with nothing ticked preselects nothing, previews every row by pages, and says ¥ and the count on its button', async () => {
  answer(product.list, pageOf([makeProduct(1)]))
  const requests = answer(product.batch, ({ body }) => {
    const sample = { id: 1, name: `第${body.page}页`, suk: '', field: '状态', before: '仓库中', after: '出售中' }
    return { total: 25, success: 0, failed: 0, errors: [], samples: [sample] }
  })
  const { user } = renderPage(<ProductListPage />, '/product/list')
  await inRow('商品1')
  await user.click(screen.getByRole('button', { name: '更多' }))
  await user.click(await screen.findByRole('menuitem', { name: '批量操作' }))
  const dialog = await inDialog('当前筛选的全部 1 个')
  await user.click(dialog.getByRole('combobox', { name: '操作' }))
  await user.click(await screen.findByTitle('上架'))
  await user.click(dialog.getByRole('button', { name: /预\s*览/ }))
  await dialog.findByText('请选择要处理哪些商品')
  expect(requests).toEqual([])
  await user.click(dialog.getByRole('radio', { name: '当前筛选的全部 1 个' }))
  await user.click(dialog.getByRole('button', { name: /预\s*览/ }))
  await dialog.findByText('第1页')
  await user.click(dialog.getByTitle('3'))
  await dialog.findByText('第3页')
  expect(requests.map(({ body }) => body.page)).toEqual([1, 3])
  dialog.getByRole('button', { name: '上架（25 个商品）' })
  // Another act has to be previewed again.
  await user.click(dialog.getByRole('combobox', { name: '操作' }))
  await user.click(await screen.findByTitle('修改价格'))
  expect(dialog.queryByRole('button', { name: /25 个商品/ })).toBeNull()
  await user.click(dialog.getByRole('radio', { name: '改为' }))
  await user.type(await dialog.findByRole('spinbutton', { name: '金额' }), '59')
  await user.click(dialog.getByRole('button', { name: /预\s*览/ }))
  await dialog.findByRole('button', { name: '售价改为 ¥59.00（25 个商品）' })
})

test('failures of 批量操作 are reported, and downloaded as a sheet without formulas', async () => {
  answer(product.list, pageOf([makeProduct(1)]))
  const errors = [{ id: 1, name: '=HYPERLINK("x")', message: '售价为0，不能上架' }]
  answer(product.batch, { total: 1, success: 0, failed: 1, errors })
  const { user } = renderPage(<ProductListPage />, '/product/list')
  await user.click((await inRow('商品1')).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: '批量操作 1 个' }))
  const dialog = await inDialog('当前筛选的全部 1 个')
  await user.click(dialog.getByRole('combobox', { name: '操作' }))
  await user.click(await screen.findByTitle('上架'))
  await user.click(dialog.getByRole('button', { name: /预\s*览/ }))
  await user.click(await dialog.findByRole('button', { name: '上架（1 个商品）' }))
  const result = await inDialog('共 1 个商品，成功 0 个，失败 1 个')
  result.getByText('售价为0，不能上架')
  const saved: Blob[] = []
  Object.assign(URL, { createObjectURL: (content: Blob) => `blob:${saved.push(content)}`, revokeObjectURL: vi.fn() })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await user.click(result.getByRole('button', { name: '下载失败明细' }))
  expect(clicked).toHaveBeenCalledOnce()
  clicked.mockRestore()
  const lines = '"商品ID","商品名称","原因"\r\n"1","\'=HYPERLINK(""x"")","售价为0，不能上架"'
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await saved[0]?.arrayBuffer())).toBe(`\uFEFF${lines}`)
})

test('an empty tab says so', async () => {
  answer(product.list, pageOf([]))
  renderPage(<ProductListPage />, '/product/list')
  await screen.findByText('还没有商品')
})

test('详情 opens the page of a product for staff who may edit, and a panel beside the list for the others', async () => {
  answer(product.list, pageOf([makeProduct(1)]))
  answer(product.info, makeInfo(1))
  signInAs(['admin:product:list', 'admin:product:info'])
  const { user, router } = renderPage(<ProductListPage />, '/product/list')
  await user.click((await inRow('商品1')).getByRole('button', { name: '详情' }))
  await screen.findByRole('heading', { level: 1, name: '商品1' })
  expect(screen.queryByLabelText('商品名称')).toBeNull()
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('heading', { level: 1 })).toBeNull())
  expect(router.state.location.pathname).toBe('/product/list')
  signInAs(['*:*:*'])
  await user.click(await screen.findByRole('button', { name: '商品1' }))
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe('/product/edit/1?view=1'),
  )
})

test('filters of the panel apply at once and leave chips, which take them off', async () => {
  const heard = answer(product.list, pageOf([makeProduct(1)]))
  const { user, router } = renderPage(<ProductListPage />, '/product/list')
  await screen.findByText('商品1')
  await user.click(screen.getByRole('button', { name: '更多筛选' }))
  await user.click(await screen.findByRole('checkbox', { name: '图片缺失' }))
  await waitFor(() => expect(heard.at(-1)?.query).toMatchObject({ noImage: 'true' }))
  await user.click(screen.getByRole('button', { name: '取消筛选：图片缺失' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(heard.at(-1)?.query).not.toHaveProperty('noImage')
})

test('a search applies after a pause in typing, without a button', async () => {
  const heard = answer(product.list, pageOf([makeProduct(1)]))
  const { user } = renderPage(<ProductListPage />, '/product/list')
  await user.type(await screen.findByLabelText('商品搜索'), '毛巾')
  await waitFor(() => expect(heard.at(-1)?.query).toMatchObject({ keywords: '毛巾' }))
  expect(heard.filter(({ query }) => query.keywords === '毛')).toHaveLength(0)
})

test('a row that somebody changed meanwhile says so, with what is different now, and is read again', async () => {
  const row = makeProduct(1)
  answer(product.list, pageOf([row]))
  const { user } = renderPage(<ProductListPage />, '/product/list')
  await user.click(await screen.findByRole('button', { name: '修改「商品1」的排序 0' }))
  answer(product.list, pageOf([{ ...row, version: 9, sort: 7, isShow: false }]))
  const message = '数据已被他人修改，请刷新后重试'
  answer(product.quickEdit, refuse(409, 'VERSION_CONFLICT', message, { changedBy: '许北' }))
  await user.type(screen.getByRole('spinbutton', { name: '「商品1」的排序' }), '3{Enter}')
  const line = await screen.findByText('刚被许北改过：排序 7、状态 下架')
  expect(line.closest('tr')).toBe(screen.getByText('商品1').closest('tr'))
  expect(screen.queryByText(message)).toBeNull()
  await user.click(within(line).getByRole('button', { name: '知道了' }))
  expect(screen.queryByText(/刚被许北改过/)).toBeNull()
})

test('while looking as somebody else the stock is a figure to be read, and nothing opens its form', async () => {
  const seeing = { kind: 'role' as const, id: 4, name: '客服', since: '2026-11-24 10:00:00' }
  useSession.setState({ user: makeUser({ permissions: ['*:*:*'], seeing }) })
  answer(product.list, pageOf([makeProduct(1)]))
  const { user } = renderPage(<ProductListPage />, '/product/list')
  const row = await inRow('商品1')
  expect(row.queryByRole('button', { name: /的库存/ })).toBeNull()
  expect(row.getByText('10')).toBeDefined()
  await user.click(row.getByRole('button', { name: '更多：商品1' }))
  const item = await screen.findByRole('menuitem', { name: '编辑库存' })
  expect(item.getAttribute('aria-disabled')).toBe('true')
})

import { screen, waitFor, within } from '@testing-library/react'
import { category } from '@zhanggui/contract/product/category.ts'
import { type PickQuery, type ProductInfo, type ProductPick, product } from '@zhanggui/contract/product/product.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../../api/session.ts'
import { answer, refuse } from '../../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../../testing/render.tsx'
import { openProductPicker, type ProductPickerOptions } from './product-picker.tsx'

function makePick(id: number, given: Partial<ProductPick> = {}): ProductPick {
  return {
    id,
    image: `/file/${id}.jpg`,
    storeName: `商品${id}`,
    storeCategory: { id: 3, cateName: '毛巾' },
    cateNames: ['毛巾', '家纺'],
    price: 9.9,
    otPrice: 19.9,
    stock: 5,
    sales: 1,
    isShow: true,
    specType: false,
    skuCount: 1,
    attrValue: [],
    ...given,
  }
}

/** A shop with 25 products; a keyword matches their names. */
function answerPicks() {
  const all = Array.from({ length: 25 }, (_, index) => makePick(index + 1))
  return answer(product.pick, ({ query }) => {
    const { page, limit, keywords = '' } = query as PickQuery
    const found = all.filter(({ storeName }) => storeName.includes(keywords))
    const from = (Number(page) - 1) * Number(limit)
    return { list: found.slice(from, from + Number(limit)), total: found.length, page: 1, limit: 10 }
  })
}

beforeEach(() => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser({ permissions: ['*:*:*'] }) })
  const node = { version: 0, pid: 0, level: 1, type: 1, sort: 0 }
  answer(category.pick, [
    { ...node, id: 3, name: '毛巾', status: true, isShow: true, disabled: false },
    { ...node, id: 4, name: '下架类', status: false, isShow: false, disabled: true },
  ])
})

async function open(options: Partial<ProductPickerOptions> = {}) {
  const picked = vi.fn()
  const { user } = renderPage(<p>页面</p>)
  await screen.findByText('页面')
  openProductPicker({ mode: 'many', onPick: picked, ...options })
  // In tests the component library gives all dialogs the same id.
  const dialog = (await screen.findByText('商品列表')).closest('[role=dialog]') as HTMLElement
  return { user, picked, dialog, inside: within(dialog) }
}

const idsOf = (picked: ReturnType<typeof vi.fn>) => picked.mock.calls[0]?.[0].map(({ id }: { id: number }) => id)

test('products ticked on page 1 survive paging, filtering and a new page size, and are returned in the order of choice', async () => {
  const requests = answerPicks()
  const { user, picked, inside } = await open()
  await user.click(await inside.findByRole('checkbox', { name: '选择 商品2' }))
  await user.click(inside.getByRole('checkbox', { name: '选择 商品1' }))
  await user.click(inside.getByTitle('2'))
  await user.click(await inside.findByRole('checkbox', { name: '选择 商品12' }))
  await user.type(inside.getByLabelText('商品搜索'), '商品25{Enter}')
  await user.click(await inside.findByRole('checkbox', { name: '选择 商品25' }))
  expect(requests.at(-1)?.query).toEqual({ page: '1', limit: '10', keywords: '商品25', type: '1' })
  await user.click(inside.getByRole('button', { name: '重置' }))
  await user.click(await inside.findByRole('combobox', { name: '页码' }))
  await user.click(await screen.findByTitle('40 条/页'))
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ page: '1', limit: '40' }))
  await inside.findByRole('checkbox', { name: '选择 商品12' })
  for (const id of [1, 2, 12, 25])
    expect(inside.getByRole<HTMLInputElement>('checkbox', { name: `选择 商品${id}` }).checked).toBe(true)
  expect(inside.getByRole('region', { name: '已选商品' }).textContent).toContain('已选 4')
  await user.click(inside.getByRole('button', { name: /确\s*定/ }))
  expect(idsOf(picked)).toEqual([2, 1, 12, 25])
  expect(picked.mock.calls[0]?.[0][0]).toMatchObject({ id: 2, src: '/file/2.jpg', storeName: '商品2', price: 9.9 })
  await waitFor(() => expect(screen.queryByText('商品列表')).toBeNull())
})

test('in single mode a radio picks one product, and the dialog closes', async () => {
  answerPicks()
  const { user, picked, inside } = await open({ mode: 'single' })
  await user.click(await inside.findByRole('radio', { name: '选择 商品3' }))
  expect(idsOf(picked)).toEqual([3])
  expect(picked).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(screen.queryByText('商品列表')).toBeNull())
})

test('the search has the focus, and each product shows its price and what is in stock', async () => {
  const rows = [makePick(1, { skuCount: 3, specType: true, stock: 1280 }), makePick(2, { price: 5, stock: 0 })]
  answer(product.pick, { list: rows, total: 2, page: 1, limit: 10 })
  const { inside } = await open()
  const [cheap, out] = (await Promise.all(['商品1', '商品2'].map((name) => inside.findByText(name)))).map(
    (name) => name.closest('tr')?.textContent,
  )
  expect(cheap).toContain('¥9.90 起1,280')
  expect(out).toContain('¥5.00已售罄')
  await waitFor(() => expect(document.activeElement).toBe(inside.getByLabelText('商品搜索')))
})

test('Enter on a focused row picks it in single mode', async () => {
  answerPicks()
  const { user, picked, inside } = await open({ mode: 'single' })
  const row = (await inside.findByText('商品4')).closest('tr') as HTMLElement
  row.focus()
  await user.keyboard('{Enter}')
  expect(idsOf(picked)).toEqual([4])
})

test("a failure shows the server's message, and 重试 repeats the call", async () => {
  answer(product.pick, refuse(400, 'BAD_REQUEST', '关键字过长'))
  const { user, inside } = await open()
  await screen.findAllByText('关键字过长')
  await inside.findByText('没取到数据')
  answerPicks()
  await user.click(inside.getByRole('button', { name: /重\s*试/ }))
  await inside.findByText('商品1')
})

test('without a choice 确定 shows 请先选择商品; 取消 closes without a callback', async () => {
  answerPicks()
  const { user, picked, inside } = await open()
  await inside.findByText('商品1')
  await user.click(inside.getByRole('button', { name: /确\s*定/ }))
  await screen.findByText('请先选择商品')
  await user.click(inside.getByRole('button', { name: /取\s*消/ }))
  await waitFor(() => expect(screen.queryByText('商品列表')).toBeNull())
  expect(picked).not.toHaveBeenCalled()
})

test('beyond max no box can be ticked, neither alone nor with the whole page', async () => {
  answerPicks()
  const { user, inside } = await open({ max: 2 })
  await user.click(await inside.findByRole('checkbox', { name: '选择 商品1' }))
  await user.click(inside.getByRole('checkbox', { name: '选择 商品2' }))
  await user.click(inside.getByRole('checkbox', { name: '选择 商品3' }))
  await screen.findByText('最多选择2个商品')
  expect(inside.getByRole<HTMLInputElement>('checkbox', { name: '选择 商品3' }).checked).toBe(false)
  await user.click(inside.getByRole('checkbox', { name: '选择本页' }))
  expect(inside.getByRole('region', { name: '已选商品' }).textContent).toContain('已选 2 / 2')
})

test('the header box ticks and unticks the page, and a tag of 已选 removes its product', async () => {
  answerPicks()
  const { user, picked, inside } = await open()
  await inside.findByText('商品1')
  await user.click(inside.getByRole('checkbox', { name: '选择本页' }))
  const chosen = within(inside.getByRole('region', { name: '已选商品' }))
  expect(chosen.getByText('已选 10')).toBeDefined()
  await user.click(within(chosen.getByText('商品1').closest('.ant-tag') as HTMLElement).getByRole('button'))
  expect(chosen.getByText('已选 9')).toBeDefined()
  await user.click(inside.getByRole('button', { name: /确\s*定/ }))
  expect(idsOf(picked)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('given products are ticked on opening, and one no longer on sale shows 已下架', async () => {
  answerPicks()
  answer(product.listByIds, { list: [], total: 0, page: 1, limit: 2, missing: [99] })
  const checked = [
    { id: 2, src: '/file/2.jpg' },
    { id: 99, src: '/file/99.jpg' },
  ]
  const { inside } = await open({ checked })
  const box = await inside.findByRole<HTMLInputElement>('checkbox', { name: '选择 商品2' })
  expect(box.checked).toBe(true)
  await inside.findByText('已下架')
})

test('an empty shop shows 暂无商品, and the requested tab is sent to the server', async () => {
  const requests = answer(product.pick, { list: [], total: 0, page: 1, limit: 10 })
  const { inside } = await open({ type: '2' })
  await inside.findByText('暂无商品')
  expect(requests[0]?.query).toEqual({ page: '1', limit: '10', type: '2' })
})

test('with SKUs, a product of several asks which: some or all are ticked, including those that its row does not contain', async () => {
  const sku = (id: number) => ({ id, suk: `款${id}`, unique: `u${id}`, price: 9.9, stock: 3, image: '' })
  const many = Array.from({ length: 22 }, (_, index) => sku(100 + index))
  const rows = [
    makePick(1, { specType: true, skuCount: 2, attrValue: [sku(11), sku(12)] }),
    makePick(2, { specType: true, skuCount: 22, attrValue: many.slice(0, 20) }),
    makePick(3, { attrValue: [sku(31)] }),
  ]
  answer(product.pick, { list: rows, total: 3, page: 1, limit: 10 })
  answer(product.info, { id: 2, attrValue: many } as ProductInfo)
  const { user, picked, inside } = await open({ skus: true })
  const box = (name: string) => inside.getByRole<HTMLInputElement>('checkbox', { name })
  await user.click(await inside.findByRole('checkbox', { name: '选择 商品1' }))
  expect(box('选择 商品1').checked).toBe(false)
  await user.click(await inside.findByRole('checkbox', { name: '款11' }))
  expect([box('选择 商品1').checked, box('选择 商品1').indeterminate]).toEqual([false, true])
  // Not all of them are loaded yet: they are fetched and shown.
  await user.click(box('选择 商品2'))
  await user.click(await inside.findByRole('checkbox', { name: '全部 22 个规格' }))
  expect(box('选择 商品2').checked).toBe(true)
  await user.click(box('选择 商品3'))
  await user.click(inside.getByRole('button', { name: /确\s*定/ }))
  const given = picked.mock.calls[0]?.[0] as { id: number; skus: { id: number }[] }[]
  expect(given.map(({ id, skus }) => [id, skus.map((each) => each.id)])).toEqual([
    [1, [11]],
    [2, many.map(({ id }) => id)],
    [3, [31]],
  ])
})

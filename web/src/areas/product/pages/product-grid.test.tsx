import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type GridProduct, type GridSave, productGrid } from '@zhanggui/contract/product/product-grid.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import ProductGridPage from './product-grid.page.tsx'

const makeProduct = (id: number, price: number, version = 0): GridProduct => ({
  id,
  version,
  storeName: `商品${id}`,
  image: '',
  sort: 0,
  isShow: true,
  isRecycle: false,
  skus: [{ id: id * 10, suk: '默认', price, otPrice: 0, cost: 5, stock: 10, isShow: true }],
})

const allow = (permissions: string[]) => useSession.setState({ permissions, user: makeUser({ permissions }) })
const active = () => document.activeElement as HTMLElement
const keys = (text: string) => userEvent.keyboard(text)
const paste = (text: string) => fireEvent.paste(active(), { clipboardData: { getData: () => text } })

async function open() {
  renderPage(<ProductGridPage />, '/product/grid?ids=1,2,3')
  const grid = await screen.findByRole('grid', { name: '快速编辑' })
  const cell = within(grid).getAllByRole('gridcell')[0] as HTMLElement
  fireEvent.mouseDown(cell)
  await waitFor(() => expect(active()).toBe(cell))
  return within(grid)
}

beforeEach(() => {
  // Only visible lines are drawn, and jsdom has no layout.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  localStorage.clear()
  allow(['*:*:*'])
  answer(productGrid.list, { list: [1, 2, 3].map((id) => makeProduct(id, id * 10)), total: 3, page: 1, limit: 3 })
})

afterEach(() => {
  vi.restoreAllMocks()
})

test('prices pasted from Excel are sent alone, with their versions, after a preview', async () => {
  const calls = answer(productGrid.save, ({ body }) => ({
    undoId: 7,
    success: 2,
    errors: [],
    rows: (body as GridSave).changes.map(({ id, skus = [] }) => makeProduct(id, skus[0]?.price ?? 0, 1)),
  }))
  const grid = await open()
  paste('¥12\r\n２２．５\r\n面议\r\n')
  expect(grid.getByText('面议').closest('td')?.title).toBe('售价应为数字')
  expect(grid.getByText('12.00').closest('td')?.textContent).toBe('10.0012.00')
  await keys('{Control>}s{/Control}')
  const dialog = within(await screen.findByRole('dialog', { name: '预览并保存' }))
  expect(dialog.getByText('2 个上涨；变动 +2.00 至 +2.50 元，平均 +2.25 元')).toBeDefined()
  expect(dialog.getByText('1 个单元格无法识别，不会保存，留在表格里')).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: '保存 2 个商品的 2 处修改' }))
  await screen.findByText('已保存 2 个商品')
  expect(calls[0]?.body).toEqual({
    changes: [
      { id: 1, version: 0, skus: [{ id: 10, price: 12 }] },
      { id: 2, version: 0, skus: [{ id: 20, price: 22.5 }] },
    ],
  })
  expect(grid.getByText('12.00').closest('td')?.textContent).toBe('12.00')
  expect(grid.getByText('面议')).toBeDefined()
})

test('the keyboard alone types, edits, cancels, fills, restores and undoes', async () => {
  const grid = await open()
  await keys('8{Enter}')
  expect(grid.getByText('8.00')).toBeDefined()
  expect(active().dataset.row).toBe('1')
  await keys('{F2}')
  expect(active()).toHaveProperty('value', '20.00')
  await keys('9{Escape}')
  expect(active().textContent).toBe('20.00')
  await keys('{ArrowUp}{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}')
  expect(grid.getAllByText('8.00')).toHaveLength(3)
  await keys('{Control>}z{/Control}')
  expect(grid.getAllByText('8.00')).toHaveLength(1)
  await keys('{Control>}y{/Control}{Delete}')
  expect(grid.queryByText('8.00')).toBeNull()
  await keys('{End} ')
  expect(active().textContent).toBe('上架下架')
  await keys('{Escape}')
  expect(active().textContent?.replace(/\s/g, '')).toBe('公式')
})

test('a product that another changed stays typed, with who changed what', async () => {
  answer(productGrid.save, {
    undoId: 7,
    success: 0,
    rows: [makeProduct(1, 11, 3)],
    errors: [
      {
        id: 1,
        name: '商品1',
        message: '李四在 12:00 修改过',
        cells: [],
        changedBy: '李四',
        changedAt: '2026-01-01 12:00:00',
      },
    ],
  })
  const grid = await open()
  await keys('4{Enter}')
  await userEvent.click(screen.getByRole('button', { name: '预览并保存 1 处' }))
  const dialog = within(await screen.findByRole('dialog', { name: '预览并保存' }))
  expect(dialog.getByText('1 个规格降价超过一半', { exact: false })).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: '保存 1 个商品的 1 处修改' }))
  await screen.findByText('1 个商品未保存，修改还在表格里')
  const cell = grid.getByText('4.00').closest('td')
  expect(cell?.title).toBe('李四改过：10.00 → 11.00')
  expect(cell?.textContent).toBe('11.004.00')
})

test('columns without their right are read-only, and costs are not shown', async () => {
  allow(['admin:product:batch', 'admin:product:update'])
  const grid = await open()
  expect(grid.queryByRole('columnheader', { name: /成本价/ })).toBeNull()
  expect(grid.getByRole('columnheader', { name: /库存/ }).textContent).toContain('只读')
  await keys('{ArrowRight}{ArrowRight}5{Enter}')
  expect(screen.getByRole('button', { name: '预览并保存' })).toHaveProperty('disabled', true)
})

test('a save that was refused as a whole is sent as a new one the next time', async () => {
  const sent: (string | null)[] = []
  answer(productGrid.save, ({ headers }) => {
    sent.push(headers.get('idempotency-key'))
    return sent.length === 1
      ? refuse(409, 'IDEMPOTENCY_UNKNOWN', '上次提交已生效，但结果未能返回，请刷新页面查看')
      : { success: 0, errors: [], rows: [makeProduct(1, 12, 1)] }
  })
  const grid = await open()
  await keys('12{Enter}')
  for (const count of [1, 2]) {
    await keys('{Control>}s{/Control}')
    const dialog = within(await screen.findByRole('dialog', { name: '预览并保存' }))
    await userEvent.click(dialog.getByRole('button', { name: '保存 1 个商品的 1 处修改' }))
    await waitFor(() => expect(sent).toHaveLength(count))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '预览并保存' })).toBeNull())
    fireEvent.mouseDown(grid.getAllByRole('gridcell')[0] as HTMLElement)
  }
  expect(sent[0]).not.toBe(sent[1])
})

test('a draft whose edits were all saved before the page closed is offered once, and says so', async () => {
  const cells = [{ key: 's10:price', value: 1000, base: 900, version: 0 }]
  const kept = JSON.stringify({ body: { cells }, time: toWireTime(new Date()) })
  const key = `draft:${useSession.getState().user?.id}:product-grid:ids=1%2C2%2C3`
  localStorage.setItem(key, kept)
  await open()
  await userEvent.click(await screen.findByRole('button', { name: '恢复未保存的内容' }))
  await screen.findByText('上次的修改都已保存')
  await waitFor(() => expect(localStorage.getItem(key)).toBeNull())
})

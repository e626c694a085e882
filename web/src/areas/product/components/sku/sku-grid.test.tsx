import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../../testing/render.tsx'
import { skusOf } from '../../model/product-form.ts'
import { createSkuStore } from '../../model/sku-store.ts'
import { makeInfo, makeSku } from '../../product.fixture.ts'
import { SkuGrid } from './sku-grid.tsx'

const PHONE = 390
const usual = window.innerWidth

function setWidth(width: number) {
  Object.defineProperty(window, 'innerWidth', { configurable: true, value: width })
}

beforeEach(() => {
  // Only visible rows are drawn, and jsdom has no layout.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
})

afterEach(() => {
  setWidth(usual)
  vi.restoreAllMocks()
})

async function openGrid({ readOnly = false } = {}) {
  const info = makeInfo(12, {
    specType: true,
    attr: [{ id: 1, attrName: '颜色', attrValues: ['红', '蓝'] }],
    attrValue: ['红', '蓝'].map((colour, index) => makeSku(index + 1, { attrValue: { 颜色: colour }, suk: colour })),
  })
  const store = createSkuStore(skusOf(info))
  const { user } = renderPage(<SkuGrid store={store} seesCost readOnly={readOnly} />)
  await screen.findByRole('region', { name: '规格明细' })
  const prices = () => store.rows().map(({ price }) => price)
  return { user, store, prices }
}

test('on a phone each SKU is a card with its name above and a title on each field', async () => {
  setWidth(PHONE)
  const { prices } = await openGrid()
  expect(screen.queryByRole('columnheader', { name: '售价' })).toBeNull()
  screen.getByText('红')
  const price = screen.getByLabelText('蓝 售价')
  expect(price.closest('td')?.dataset).toMatchObject({ title: '售价', required: 'true' })
  fireEvent.focus(price)
  fireEvent.change(price, { target: { value: '12.5' } })
  fireEvent.blur(price)
  expect(prices()).toEqual([10, 12.5])
})

test('on a phone 批量设置 is expanded on demand and fills the ticked cards', async () => {
  setWidth(PHONE)
  const { user, prices } = await openGrid()
  expect(screen.queryByLabelText('批量设置售价')).toBeNull()
  await user.click(screen.getByRole('button', { name: '批量设置' }))
  await user.click(screen.getByLabelText('选择 红'))
  await user.type(screen.getByLabelText('批量设置售价'), '8')
  await user.click(screen.getByRole('button', { name: '填充选中 1 行' }))
  expect(prices()).toEqual([8, 10])
  await user.click(screen.getByLabelText('全选'))
  await user.type(screen.getByLabelText('批量设置售价'), '9{Enter}')
  expect(prices()).toEqual([9, 9])
  await user.click(screen.getByRole('button', { name: '收起批量设置' }))
  expect(screen.queryByLabelText('批量设置售价')).toBeNull()
})

test('on a phone a card is deleted by its own button', async () => {
  setWidth(PHONE)
  const { user, store } = await openGrid()
  await user.click(screen.getByRole('button', { name: '删除 红' }))
  expect(store.rows()).toHaveLength(1)
})

test('a read-only table has nothing to tick, fill or delete, on a phone either', async () => {
  setWidth(PHONE)
  await openGrid({ readOnly: true })
  const table = within(screen.getByRole('region', { name: '规格明细' }))
  expect(table.queryByRole('button', { name: /批量设置|删除/ })).toBeNull()
  expect(table.getByLabelText<HTMLInputElement>('红 售价').disabled).toBe(true)
})

import { screen, within } from '@testing-library/react'
import { type ProductInfo, type ProductPick, product } from '@zhanggui/contract/product/product.ts'
import { expect, test, vi } from 'vitest'
import { answer, refuse } from '../../../../testing/fake-server.ts'
import { renderPage } from '../../../../testing/render.tsx'
import { PickerSkus } from './picker-skus.tsx'
import type { PickedSku } from './product-picker.tsx'

const makeSku = (id: number): PickedSku => ({ id, suk: `款${id}`, unique: `u${id}`, price: 9.9, stock: 3, image: '' })
const all = [makeSku(1), makeSku(2), makeSku(3)]

/** A product of three SKUs, of which its row contains the given number. */
function open(shown: number) {
  const row: ProductPick = {
    id: 12,
    image: '/file/12.jpg',
    storeName: '毛巾',
    storeCategory: { id: 3, cateName: '家纺' },
    cateNames: ['家纺'],
    price: 9.9,
    otPrice: 19.9,
    stock: 9,
    sales: 1,
    isShow: true,
    specType: true,
    skuCount: all.length,
    attrValue: all.slice(0, shown),
  }
  const chosen = vi.fn()
  const { user } = renderPage(<PickerSkus row={row} chosen={[]} onChoose={chosen} />)
  return { user, chosen }
}

const whole = { id: 12, attrValue: all } as ProductInfo

test('while the rest is loading this is shown, and nothing can be ticked yet', async () => {
  let arrive = () => undefined as undefined
  const arriving = new Promise<void>((resolve) => {
    arrive = () => void resolve()
  })
  answer(product.info, async () => {
    await arriving
    return whole
  })
  const { user, chosen } = open(2)
  await screen.findByLabelText('正在加载规格')
  expect(screen.queryByRole('checkbox')).toBeNull()
  arrive()
  await user.click(await screen.findByRole('checkbox', { name: '全部 3 个规格' }))
  expect(chosen).toHaveBeenCalledWith(all)
  expect(screen.queryByLabelText('正在加载规格')).toBeNull()
})

test('a failed fetch is shown, and 重试 repeats it', async () => {
  answer(product.info, refuse(404, 'NOT_FOUND', '商品不存在'))
  const { user } = open(2)
  await screen.findByText('没取到数据')
  expect(screen.queryByRole('checkbox')).toBeNull()
  answer(product.info, whole)
  await user.click(screen.getByRole('button', { name: /重\s*试/ }))
  const list = within(await screen.findByRole('list', { name: '毛巾的规格' }))
  expect(list.getAllByRole('checkbox')).toHaveLength(1 + all.length)
})

test('without the permission to see the product it is named, without 重试', async () => {
  answer(product.info, refuse(403, 'FORBIDDEN', '暂无权限'))
  open(2)
  await screen.findByText(/^需要「/)
  expect(screen.queryByRole('button', { name: /重\s*试/ })).toBeNull()
})

test('a row that contains all its SKUs fetches nothing', async () => {
  const requests = answer(product.info, whole)
  const { user, chosen } = open(3)
  await user.click(await screen.findByRole('checkbox', { name: '款2' }))
  expect(chosen).toHaveBeenCalledWith([all[1]])
  expect(requests).toHaveLength(0)
})

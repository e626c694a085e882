import type { GoodsLook } from '@zhanggui/page-kit/parts/goods-card.tsx'

/** How lists of products look where no page says otherwise. */
export const goodsLook: GoodsLook = {
  layout: 'two',
  show: ['name', 'price', 'otPrice', 'sales', 'badge'],
  nameColour: 'var(--ink)',
  priceTone: 'price',
  salesColour: 'var(--ink-3)',
  radius: 12,
  space: 8,
}

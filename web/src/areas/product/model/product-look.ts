import type { ProductRow } from '@zhanggui/contract/product/product.ts'
import { recommendFlags } from '@zhanggui/domain/product/product.ts'
import type { StateName } from '../../../kit/text/states.ts'

type Shelved = Pick<ProductRow, 'isShow' | 'isRecycle' | 'stock' | 'alert'>
type Marked = Pick<ProductRow, keyof typeof recommendFlags | 'specType' | 'skuCount'> &
  Pick<ProductRow, 'isSeckill' | 'isBargain' | 'isCombination'>

/** The state of a product as staff read it; what is not on sale needs no stock. */
export function stateOf({ isShow, isRecycle, stock, alert }: Shelved): StateName<'product'> {
  if (isRecycle) return '回收站'
  if (!isShow) return '仓库中'
  if (stock <= 0) return '已售罄'
  return alert ? '库存预警' : '出售中'
}

/** The labels of a product, the most urgent first. */
export function labelsOf(row: Marked): string[] {
  const { specType, skuCount, isSeckill, isBargain, isCombination } = row
  const recommended = Object.keys(recommendFlags).some((name) => row[name as keyof typeof recommendFlags])
  return [
    ...(isSeckill || isBargain || isCombination ? ['活动'] : []),
    ...(recommended ? ['推荐'] : []),
    ...(specType ? [`多规格 ${skuCount}`] : []),
  ]
}

/** The share of the price that is left after the cost; — where the cost is unknown: imports leave it at 0. */
export function marginOf(price: number, cost: number | null): string {
  return !cost || price <= 0 ? '—' : `${(((price - cost) / price) * 100).toFixed(1)}%`
}

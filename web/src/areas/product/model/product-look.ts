import type { ProductRow } from '@zhanggui/contract/product/product.ts'
import type { StateName } from '../../../kit/text/states.ts'

type Shelved = Pick<ProductRow, 'isShow' | 'isRecycle' | 'stock' | 'alert'>

/** The state of a product as staff read it; what is not on sale needs no stock. */
export function stateOf({ isShow, isRecycle, stock, alert }: Shelved): StateName<'product'> {
  if (isRecycle) return '回收站'
  if (!isShow) return '仓库中'
  if (stock <= 0) return '已售罄'
  return alert ? '库存预警' : '出售中'
}

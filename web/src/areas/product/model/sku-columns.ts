import { MAX_PRICE_FEN } from '@zhanggui/domain/product/product-price.ts'
import { VOLUME_DECIMALS, WEIGHT_DECIMALS } from '@zhanggui/domain/product/product-sku.ts'
import { MAX_STOCK } from '@zhanggui/domain/product/product-stock.ts'
import type { CellColumn } from '../../../kit/sku-grid/cells.ts'
import type { SkuField } from './sku-matrix.ts'

/** An editable column of the SKU table. */
export type SkuColumn = CellColumn & {
  field: SkuField
  /** px */
  width: number
}

const money = { kind: 'money', width: 104, max: MAX_PRICE_FEN / 100 } as const
const code = { kind: 'code', width: 136 } as const

const columns: readonly SkuColumn[] = [
  { field: 'price', title: '售价', ...money },
  { field: 'cost', title: '成本价', ...money },
  { field: 'otPrice', title: '原价', ...money },
  { field: 'vipPrice', title: '会员价', ...money },
  { field: 'stock', title: '库存', width: 112, kind: 'count', max: MAX_STOCK },
  { field: 'barCode', title: '商品编号', ...code },
  { field: 'skuNo', title: '商家编码', ...code },
  { field: 'weight', title: '重量（KG）', width: 104, kind: 'measure', decimals: WEIGHT_DECIMALS, max: 99_999 },
  { field: 'volume', title: '体积(m³)', width: 104, kind: 'measure', decimals: VOLUME_DECIMALS, max: 99_999 },
  { field: 'brokerage', title: '一级返佣(元)', ...money },
  { field: 'brokerageTwo', title: '二级返佣(元)', ...money },
  { field: 'alertStock', title: '库存预警', width: 96, kind: 'count', max: 99_999_999 },
  { field: 'isShow', title: '启用', width: 64, kind: 'flag' },
]

/** The columns of the table: brokerage if it is set per SKU, cost for staff who may see it. */
export function skuColumns({ isSub, seesCost }: { isSub: boolean; seesCost: boolean }): SkuColumn[] {
  return columns.filter(({ field }) => {
    if (field === 'cost') return seesCost
    return isSub || (field !== 'brokerage' && field !== 'brokerageTwo')
  })
}

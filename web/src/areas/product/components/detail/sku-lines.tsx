import type { ProductInfo, Sku } from '@zhanggui/contract/product/product.ts'
import { marginText } from '@zhanggui/domain/product/product-look.ts'
import { type LineColumn, Lines } from '../../../../kit/detail/parts.tsx'
import { NextAct } from '../../../../kit/list-page/row-actions.tsx'
import { Labels } from '../../../../kit/text/labels.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'

type SkuLinesProps = {
  of: ProductInfo
  /** Changes the stock of a SKU, for those who may. */
  onStock?: ((skuId: number) => void) | undefined
}

/** The SKUs of a product with their sums. */
export function SkuLines({ of: info, onStock }: SkuLinesProps) {
  return <Lines rows={info.attrValue} columns={skuColumns(info, onStock)} />
}

const count = (value: number) => value.toLocaleString('en-US')
export const isOut = ({ isShow, stock }: Sku) => isShow && stock <= 0
const isLow = ({ isShow, stock, alertStock }: Sku) => isShow && stock > 0 && alertStock !== null && stock <= alertStock

function skuColumns(
  { attrValue, cost }: ProductInfo,
  onStock: ((skuId: number) => void) | undefined,
): LineColumn<Sku>[] {
  const hasVip = attrValue.some(({ vipPrice }) => vipPrice !== null)
  const hasCost = cost !== null
  const sum = (of: (sku: Sku) => number) => count(attrValue.reduce((total, sku) => total + of(sku), 0))
  const right = 'right' as const
  return [
    {
      title: '规格',
      ellipsis: true,
      render: (sku) => (
        <>
          {sku.suk} {!sku.isShow && <Labels of={['停用']} />}
        </>
      ),
    },
    { title: '编码', width: 130, ellipsis: true, render: ({ skuNo, barCode }) => skuNo || barCode || '—' },
    { title: '售价', width: 100, align: right, render: ({ price }) => <strong>{moneyText(price)}</strong> },
    ...(hasVip ? [{ title: '会员价', width: 96, align: right, render: ({ vipPrice }: Sku) => yuanOr(vipPrice) }] : []),
    ...(hasCost
      ? [
          { title: '成本', width: 96, align: right, render: (sku: Sku) => yuanOr(sku.cost || null) },
          { title: '毛利率', width: 78, align: right, render: (sku: Sku) => marginText(sku.price, sku.cost) },
        ]
      : []),
    {
      title: '库存',
      width: 112,
      align: right,
      sum: sum(({ stock }) => stock),
      render: (sku) => (
        <>
          <Labels of={isOut(sku) ? ['售罄'] : isLow(sku) ? ['偏低'] : []} /> <strong>{count(sku.stock)}</strong>
        </>
      ),
    },
    { title: '销量', width: 84, align: right, sum: sum(({ sales }) => sales), render: ({ sales }) => count(sales) },
    ...(onStock
      ? [
          {
            title: '操作',
            acts: true as const,
            width: 92,
            align: right,
            render: (sku: Sku) => (
              <NextAct
                ours={isOut(sku) || isLow(sku)}
                of={[{ label: isOut(sku) || isLow(sku) ? '补货' : '改库存', onClick: () => onStock(sku.id) }]}
              />
            ),
          },
        ]
      : []),
  ]
}

const yuanOr = (value: number | null) => (value === null ? '—' : moneyText(value))

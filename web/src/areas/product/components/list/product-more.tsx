import { useQuery } from '@tanstack/react-query'
import { product } from '@zhanggui/contract/product/product.ts'
import { Skeleton } from 'antd'
import { read } from '../../../../api/read.ts'
import { Facts } from '../../../../kit/detail/parts.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { SkuLines } from '../detail/sku-lines.tsx'

/** The expanded row of the product list: more of the product's fields and its SKUs, read from its detail. */
export function ProductMore({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(read(product.info, { params: { id }, silent: true }))
  if (!data) return error ? <FailedBlock error={error} onRetry={refetch} /> : <Skeleton active title={false} />
  return (
    <div style={{ display: 'grid', gap: 12, maxWidth: 960 }}>
      <Facts
        items={[
          { label: '商品分类', value: data.cateNames.join('、') },
          { label: '市场价', value: moneyText(data.otPrice) },
          { label: '成本价', value: data.cost === null ? '' : moneyText(data.cost) },
          { label: '收藏', value: data.collectCount },
          { label: '虚拟销量', value: data.ficti },
          { label: '运费模板', value: data.tempName },
          { label: '品牌', value: data.brandName },
        ]}
      />
      <SkuLines of={data} />
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { product } from '@zhanggui/contract/product/product.ts'
import { Skeleton } from 'antd'
import { read } from '../../../../api/read.ts'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { ProductDetail } from '../detail/product-detail.tsx'

/** A product in a panel beside the list, for staff who may view but not edit and so cannot open its page. */
export default function ProductLook({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(read(product.info, { params: { id }, silent: true }))
  return (
    <SidePanel title="商品详情" width={1000} onClose={onClose}>
      {data ? (
        <ProductDetail info={data} beside onChanged={refetch} />
      ) : error ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </SidePanel>
  )
}

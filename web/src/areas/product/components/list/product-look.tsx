import { product } from '@zhanggui/contract/product/product.ts'
import { Skeleton } from 'antd'
import { read } from '../../../../api/read.ts'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { useReadOnce } from '../../../../kit/page/read-once.ts'
import { ProductForm } from '../form/product-form.tsx'

/** A product in a panel beside the list, for staff who may view but not edit and so cannot open the form's page. */
export default function ProductLook({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, reload } = useReadOnce(read(product.info, { params: { id } }))
  return (
    <SidePanel title="商品详情" width={960} onClose={onClose}>
      {data ? (
        <ProductForm info={data} readOnly onReload={reload} onClose={onClose} />
      ) : error ? (
        <FailedBlock error={error} onRetry={reload} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </SidePanel>
  )
}

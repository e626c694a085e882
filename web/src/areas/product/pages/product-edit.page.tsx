import { product } from '@zhanggui/contract/product/product.ts'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { usePageName } from '../../../kit/page/page-name.ts'
import { useReadOnce } from '../../../kit/page/read-once.ts'
import { ProductForm } from '../components/form/product-form.tsx'

/** 商品添加, 编辑 and 详情 on one page. It is read-only with `?view=1` and for staff who may not edit. */
export default function ProductEditPage() {
  const id = Number(useParams().id) || undefined
  const [search] = useSearchParams()
  const mayEdit = useCan(product.update)
  const readOnly = id !== undefined && (search.get('view') === '1' || !mayEdit)
  const [drawn, setDrawn] = useState(0)
  const heading = readOnly ? '商品详情' : '编辑商品'
  usePageName(id === undefined ? undefined : `${heading}-${id}`, heading)
  const { data, error, reload } = useReadOnce(read(product.info, { params: { id: id ?? 0 } }), {
    enabled: id !== undefined,
  })

  if (id === undefined) return <ProductForm readOnly={false} onReload={() => undefined} />
  if (data)
    return (
      <ProductForm
        key={drawn}
        info={data}
        readOnly={readOnly}
        onReload={async () => {
          await reload()
          setDrawn(drawn + 1)
        }}
      />
    )
  return error ? <FailedBlock error={error} onRetry={reload} /> : <Skeleton active paragraph={{ rows: 10 }} />
}

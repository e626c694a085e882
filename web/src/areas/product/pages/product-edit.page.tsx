import { useQuery } from '@tanstack/react-query'
import { product } from '@zhanggui/contract/product/product.ts'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { usePageName } from '../../../kit/page/page-name.ts'
import { useReadOnce } from '../../../kit/page/read-once.ts'
import { ProductDetail } from '../components/detail/product-detail.tsx'
import { ProductForm } from '../components/form/product-form.tsx'

/** 商品添加, 编辑 and 详情. It is a page for reading with `?view=1` and for staff who may not edit. */
export default function ProductEditPage() {
  const id = Number(useParams().id) || undefined
  const [search] = useSearchParams()
  const mayEdit = useCan(product.update)
  if (id === undefined) return <ProductForm onReload={() => undefined} />
  return search.get('view') === '1' || !mayEdit ? <Look id={id} /> : <Edit id={id} />
}

function Look({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(read(product.info, { params: { id }, silent: true }))
  usePageName(data && `商品详情 · ${data.storeName}`, '商品详情')
  if (data) return <ProductDetail info={data} onChanged={refetch} />
  return error ? <FailedBlock error={error} onRetry={refetch} /> : <Skeleton active paragraph={{ rows: 10 }} />
}

function Edit({ id }: { id: number }) {
  const [drawn, setDrawn] = useState(0)
  const { data, error, reload } = useReadOnce(read(product.info, { params: { id } }))
  usePageName(data && `编辑商品 · ${data.storeName}`, '编辑商品')
  if (data)
    return (
      <ProductForm
        key={drawn}
        info={data}
        onReload={async () => {
          await reload()
          setDrawn(drawn + 1)
        }}
      />
    )
  return error ? <FailedBlock error={error} onRetry={reload} /> : <Skeleton active paragraph={{ rows: 10 }} />
}

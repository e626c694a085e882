import { componentProduct } from '@zhanggui/contract/product/component-product.ts'
import { useParams, useSearchParams } from 'react-router'
import { useCan } from '../../../kit/access/can.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { usePageName } from '../../../kit/page/page-name.ts'
import { ComponentDetail } from '../components/component/component-detail.tsx'
import { ComponentDraftForm } from '../components/component/component-draft-form.tsx'
import { ComponentProductForm } from '../components/component/component-form.tsx'

/**
 * 添加小店商品, 编辑 and 详情 on one page. The id is the draft's. The page is for reading with `?view=1` and for staff who
 * may not edit; `?live=1` shows the live version of the product with this id.
 */
export default function ComponentProductEditPage() {
  const id = Number(useParams().id) || undefined
  const [search] = useSearchParams()
  const mayEdit = useCan(componentProduct.update)
  const isLive = search.get('live') === '1'
  const readOnly = isLive || search.get('view') === '1' || !mayEdit
  const heading = readOnly ? '小店商品详情' : '编辑小店商品'
  usePageName(id === undefined ? undefined : `${heading}-${id}`, heading)
  if (id !== undefined && readOnly) return <ComponentDetail id={id} live={isLive} />
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <PageHeader title={id === undefined ? undefined : heading} />
      {id === undefined ? <ComponentProductForm /> : <ComponentDraftForm id={id} />}
    </div>
  )
}

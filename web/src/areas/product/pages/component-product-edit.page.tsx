import { componentProduct } from '@zhanggui/contract/component-product.ts'
import { product } from '@zhanggui/contract/product.ts'
import { Skeleton } from 'antd'
import { useParams, useSearchParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { FailedBlock } from '../../../kit/block-state.tsx'
import { useCan } from '../../../kit/can.tsx'
import { usePageName } from '../../../kit/page-name.ts'
import { useReadOnce } from '../../../kit/read-once.ts'
import { ComponentProductForm } from '../components/component-form.tsx'
import { formOfDraft, formOfLive } from '../model/component-form.ts'

/**
 * 添加小店商品, 编辑 and 详情: one page. The id is the draft's; `?view=1` shows and changes nothing, nor does it
 * for those who may not edit; `?live=1` shows what is live of the product with this id.
 */
export default function ComponentProductEditPage() {
  const id = Number(useParams().id) || undefined
  const [search] = useSearchParams()
  const mayEdit = useCan(componentProduct.update)
  const isLive = search.get('live') === '1'
  const readOnly = isLive || search.get('view') === '1' || !mayEdit
  const heading = readOnly ? '小店商品详情' : '编辑小店商品'
  usePageName(id === undefined ? undefined : `${heading}-${id}`, heading)
  if (id === undefined) return <ComponentProductForm readOnly={false} />
  if (isLive) return <LiveView id={id} />
  return <DraftForm id={id} readOnly={readOnly} />
}

function DraftForm({ id, readOnly }: { id: number; readOnly: boolean }) {
  const maySeeMain = useCan(product.info)
  const draft = useReadOnce(read(componentProduct.getDraft, { params: { id } }))
  const primary = draft.data?.primaryProductId ?? 0
  const main = useReadOnce(read(product.info, { params: { id: primary }, silent: true }), {
    enabled: primary > 0 && maySeeMain,
  })
  if (draft.error) return <FailedBlock error={draft.error} onRetry={draft.reload} />
  if (!draft.data || (maySeeMain && !main.data && !main.error)) return <Skeleton active paragraph={{ rows: 10 }} />
  const { productId, version, title, headImg } = draft.data
  const shown = main.data ?? { id: primary, storeName: title, image: headImg[0] ?? '' }
  // Whoever looks sees what was submitted, not what might be.
  const form = formOfDraft(draft.data, readOnly ? undefined : main.data)
  return <ComponentProductForm readOnly={readOnly} initial={{ ...form, main: shown, productId, version }} />
}

function LiveView({ id }: { id: number }) {
  const { data, error, reload } = useReadOnce(read(componentProduct.get, { params: { id } }))
  if (error) return <FailedBlock error={error} onRetry={reload} />
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />
  const main = { id: data.primaryProductId, storeName: data.title, image: data.headImg[0] ?? '' }
  return <ComponentProductForm readOnly initial={{ ...formOfLive(data), main, productId: id }} />
}

import { componentProduct } from '@zhanggui/contract/product/component-product.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { Skeleton } from 'antd'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { useReadOnce } from '../../../../kit/page/read-once.ts'
import { formOfDraft } from '../../model/component-form.ts'
import { ComponentProductForm } from './component-form.tsx'

/** The form of a draft. */
export function ComponentDraftForm({ id }: { id: number }) {
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
  const form = formOfDraft(draft.data, main.data)
  return <ComponentProductForm initial={{ ...form, main: shown, productId, version }} />
}

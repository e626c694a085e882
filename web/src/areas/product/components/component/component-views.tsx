import { componentProduct } from '@zhanggui/contract/product/component-product.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { Skeleton } from 'antd'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { useReadOnce } from '../../../../kit/page/read-once.ts'
import { formOfDraft, formOfLive } from '../../model/component-form.ts'
import { ComponentProductForm } from './component-form.tsx'

/** A draft, for editing or viewing. @param onClose closes the panel that shows it */
export function ComponentDraftView({ id, readOnly, onClose }: { id: number; readOnly: boolean; onClose?: () => void }) {
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
  // Viewers see what was submitted, not the main product's current combinations.
  const form = formOfDraft(draft.data, readOnly ? undefined : main.data)
  return (
    <ComponentProductForm
      readOnly={readOnly}
      onClose={onClose}
      initial={{ ...form, main: shown, productId, version }}
    />
  )
}

/** The live version of a product. @param onClose closes the panel that shows it */
export function ComponentLiveView({ id, onClose }: { id: number; onClose?: () => void }) {
  const { data, error, reload } = useReadOnce(read(componentProduct.get, { params: { id } }))
  if (error) return <FailedBlock error={error} onRetry={reload} />
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />
  const main = { id: data.primaryProductId, storeName: data.title, image: data.headImg[0] ?? '' }
  return <ComponentProductForm readOnly onClose={onClose} initial={{ ...formOfLive(data), main, productId: id }} />
}

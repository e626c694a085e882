import type { ProductPick } from '@zhanggui/contract/product/product.ts'
import type { ProductTab } from '@zhanggui/domain/product/product.ts'
import { lazy, Suspense } from 'react'
import { openDialog } from '../../../../kit/feedback/feedback.ts'
import { loadChunk } from '../../../../kit/page/load-chunk.ts'

/** A product as returned by the picker: its id and picture, and other known fields. Never its cost. */
export type PickedProduct = {
  id: number
  src: string
  /** The ticked SKUs, where SKUs can be chosen; all of them if omitted. */
  skus?: readonly PickedSku[]
} & Partial<Omit<ProductPick, 'id'>>

export type PickedSku = ProductPick['attrValue'][number]

export type ProductPickerOptions = {
  /** One product by radio, or several by checkbox. */
  mode: 'single' | 'many'
  /** With `many`: a second level, where SKUs of the products are ticked. */
  skus?: boolean
  /** Ticked on opening, including products on other pages. */
  checked?: readonly Pick<PickedProduct, 'id' | 'src' | 'skus'>[]
  /** The tab of the product list; products on sale by default. */
  type?: `${ProductTab}`
  /** The maximum number of products. */
  max?: number
  /** Receives the choice, in the order of choice. Not called when the dialog is just closed. */
  onPick: (items: PickedProduct[]) => void
}

const Picker = lazy(() => loadChunk(() => import('./picker-dialog.tsx')))

/** The dialog 商品列表. Render it only while it is open. */
export function ProductPicker(props: ProductPickerOptions & { onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <Picker {...props} />
    </Suspense>
  )
}

/** Opens the dialog 商品列表 from any code, like {@link ProductPicker}. */
export function openProductPicker(options: ProductPickerOptions) {
  openDialog<void>((done) => <ProductPicker {...options} onClose={() => done()} />)
}

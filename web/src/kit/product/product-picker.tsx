import type { ProductPick } from '@zhanggui/contract/product/product.ts'
import type { ProductTab } from '@zhanggui/domain/product/product.ts'
import { lazy, Suspense } from 'react'
import { openDialog } from '../feedback/feedback.ts'
import { loadChunk } from '../page/load-chunk.ts'

/** A product as the picker gives it: its id and picture, and whatever else is known of it. Never its cost. */
export type PickedProduct = {
  id: number
  src: string
  /** Those of its SKUs that were ticked, where SKUs are; all of them without. */
  skus?: readonly PickedSku[]
} & Partial<Omit<ProductPick, 'id'>>

export type PickedSku = ProductPick['attrValue'][number]

export type ProductPickerOptions = {
  /** One product by radio, or several by checkbox. */
  mode: 'single' | 'many'
  /** With many: a second level, where SKUs of the products are ticked. */
  skus?: boolean
  /** Ticked on opening, also where they are on other pages. */
  checked?: readonly Pick<PickedProduct, 'id' | 'src' | 'skus'>[]
  /** Of which tab of the product list; those on sale without it. */
  type?: `${ProductTab}`
  /** How many may be chosen. */
  max?: number
  /** Gets what was chosen, in the order of choice. Not called when the dialog is only shut. */
  onPick: (items: PickedProduct[]) => void
}

const Picker = lazy(() => loadChunk(() => import('./picker-dialog.tsx')))

/** The dialog 商品列表 (catalogue chapter, 6). Draw it only while it is open. */
export function ProductPicker(props: ProductPickerOptions & { onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <Picker {...props} />
    </Suspense>
  )
}

/** Opens the dialog 商品列表 from anywhere, as {@link ProductPicker}. */
export function openProductPicker(options: ProductPickerOptions) {
  openDialog<void>((done) => <ProductPicker {...options} onClose={() => done()} />)
}

import type { CopyDraft } from '@zhanggui/contract/product/product-copy.ts'
import { namesOf, pick } from '@zhanggui/domain/fields.ts'
import { copiedFields } from '@zhanggui/domain/product/product-fields.ts'
import { blankForm, type UnfinishedForm } from './product-form.ts'
import { makeRow, type SkuRow, singleRow } from './sku-matrix.ts'

// A category that is already chosen stays.
const { cateIds: _, ...blank } = blankForm

/** A copied product as the unfinished form of a new one. */
export function formOf(draft: CopyDraft): UnfinishedForm {
  const { tempId, image, sliderImage, videoLink, content, specType, isSub, attr, attrValue } = draft
  const rows = attrValue.map(
    ({ attrValue: values = {}, id: _1, stockBase: _2, ...sku }): SkuRow => makeRow(values, sku),
  )
  const [first] = attrValue
  const { attrValue: _, id: _3, stockBase: _4, ...only } = first ?? { price: 0 }
  return {
    values: {
      ...blank,
      ...pick(draft, namesOf(copiedFields)),
      image,
      sliderImage,
      videoLink,
      content,
      ...(tempId > 0 && { tempId }),
    },
    skus: {
      specType,
      isSub,
      matrix: specType ? { attrs: attr, rows } : { attrs: [], rows: [] },
      single: singleRow(specType ? {} : only),
    },
  }
}

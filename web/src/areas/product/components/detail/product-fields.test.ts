import { ProductInfo } from '@zhanggui/contract/product/product.ts'
import { expect, test } from 'vitest'
import { fieldsNotNamed } from '../../../../testing/fields-shown.ts'

/** What the page of a product leaves out, and why. */
const leftOut = {
  'drawn with the plain fields, from their list': [
    ...['keyword', 'isHot', 'isBenefit', 'isBest', 'isNew', 'isGood', 'shareTitle', 'sourceLink'],
  ],
  'said by name': ['cateIds', 'storeCategory', 'tempId', 'brandId', 'labelIds', 'ensureIds', 'couponIds', 'attr'],
  'said by the SKUs, the state or the 修改记录': [
    ...['skuCount', 'isDel', 'firstShowTime', 'updateTime', 'createBy', 'updateBy'],
  ],
  'looked after in the form and the list': [
    ...['flatPattern', 'shareImage', 'isPostage', 'isSub', 'activity', 'codePath', 'browse'],
  ],
}

test('the page of a product says every field of its answer, but those that need not be said', () => {
  const screen = 'areas/product/components/detail/product-detail.tsx'
  expect(fieldsNotNamed(screen, ProductInfo.properties).sort()).toEqual(Object.values(leftOut).flat().sort())
})

import { ProductDraft, type SkuDraft } from '@zhanggui/contract/product/product.ts'
import type { SheetField } from '@zhanggui/domain/product/product-fields.ts'
import { type ProductSheetColumn, productSheetColumns } from '@zhanggui/domain/product/product-sheet.ts'

/**
 * The column of our sheet for each field of the form, besides the plain fields with a heading of their own; undefined for a
 * field that the sheet leaves out. A field of the form that is in no list does not compile.
 */
const columns = {
  storeName: 'storeName',
  cateIds: 'categories',
  brandId: 'brand',
  labelIds: 'labels',
  tempId: 'freight',
  image: 'image',
  sliderImage: 'sliderImage',
  videoLink: 'videoLink',
  flatPattern: 'flatPattern',
  // Read from the specifications and from whether SKUs have their own brokerage.
  specType: 'name1',
  attr: 'name1',
  attrValue: 'value1',
  isSub: 'brokerage',
  params: 'params',
  ensureIds: 'ensures',
  activity: 'activity',
  limitType: 'limitType',
  limitNum: 'limitNum',
  autoOnTime: 'autoOnTime',
  autoOffTime: 'autoOffTime',
  visibility: 'visibility',
  shareImage: 'shareImage',
  alertStock: 'alertStock',
  isShow: 'isShow',
  content: 'content',
  // The number of a coupon means nothing in a sheet; an import leaves what a product gives away as it is.
  couponIds: undefined,
} as const satisfies Record<Exclude<keyof ProductDraft, SheetField>, ProductSheetColumn | undefined>

/** The same for the fields of a SKU. Its id and the stock that a form was loaded with mean nothing in a sheet. */
const skuColumns = {
  attrValue: 'value1',
  image: 'skuImage',
  price: 'price',
  otPrice: 'otPrice',
  cost: 'cost',
  vipPrice: 'vipPrice',
  stock: 'stock',
  barCode: 'barCode',
  skuNo: 'skuNo',
  weight: 'weight',
  volume: 'volume',
  brokerage: 'brokerage',
  brokerageTwo: 'brokerageTwo',
  isShow: 'skuShow',
  alertStock: 'skuAlertStock',
} as const satisfies Record<Exclude<keyof SkuDraft, 'id' | 'stockBase'>, ProductSheetColumn>

/** The heading of each field of the form, with `sku.` before those of a SKU. */
export const sheetTitles: Readonly<Record<string, string>> = {
  ...productSheetColumns,
  ...titled(columns, ''),
  ...titled(skuColumns, 'sku.'),
}

/** The titles of the fields of the form that the sheet leaves out. */
export const leftOutTitles = Object.entries(columns).flatMap(([name, column]) => {
  const { title = name } = ProductDraft.properties[name as keyof ProductDraft] as { title?: string }
  return column ? [] : [title]
})

function titled(of: Readonly<Record<string, ProductSheetColumn | undefined>>, prefix: string) {
  const named = Object.entries(of).map(([name, column]) => [
    `${prefix}${name}`,
    column ? productSheetColumns[column] : '',
  ])
  return Object.fromEntries(named) as Record<string, string>
}

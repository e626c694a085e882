import type { Remark } from '../sheet-cells.ts'
import type { ProductParam } from './param-template.ts'
import type { LimitType, SaleType, Visibility } from './product.ts'
import type { PlainProduct } from './product-fields.ts'
import type { Attr } from './product-sku.ts'

/**
 * A SKU of an imported product. An undefined field was left empty or has no column: new SKUs get the default, existing
 * ones keep their value. Prices are texts in yuan with at most two decimals.
 */
export type ImportedSku = {
  row: number
  /** A SKU that the product does not have is refused rather than added. */
  onlyUpdates?: boolean | undefined
  /** In the order of the product's dimensions. */
  values: readonly string[]
  image?: string | undefined
  price?: string | undefined
  otPrice?: string | undefined
  cost?: string | undefined
  stock?: number | undefined
  barCode?: string | undefined
  skuNo?: string | undefined
  weight?: number | undefined
  volume?: number | undefined
  brokerage?: string | undefined
  brokerageTwo?: string | undefined
  /** null empties it. */
  vipPrice?: string | null | undefined
  /** null empties it. */
  alertStock?: number | null | undefined
  isShow?: boolean | undefined
}

/** A product as read from a file; undefined means the same as in {@link ImportedSku}, and '' empties a field. */
export type ImportedProduct = Partial<PlainProduct> & {
  /** Its key in the file: a handle or 商品编码, which stays the same in later imports if the file has one. */
  key: string
  /** Whether the key is stable across files, rather than the row number in this one. */
  hasKey: boolean
  productId?: number | undefined
  /** A product that the shop does not have is refused rather than added. */
  onlyUpdates?: boolean | undefined
  /** A product that the shop has already is refused rather than updated. */
  onlyAdds?: boolean | undefined
  firstRow: number
  lastRow: number
  /** Paths of names from the root: 男装/外套. */
  categories?: readonly (readonly string[])[] | undefined
  brand?: string | undefined
  /** Names of labels. */
  labels?: readonly string[] | undefined
  params?: readonly ProductParam[] | undefined
  /** Names of services promised with it. */
  ensures?: readonly string[] | undefined
  image?: string | undefined
  sliderImage?: readonly string[] | undefined
  videoLink?: string | undefined
  flatPattern?: string | undefined
  shareImage?: string | undefined
  /** Freight template name. */
  freight?: string | undefined
  content?: string | undefined
  activity?: readonly SaleType[] | undefined
  limitType?: LimitType | undefined
  limitNum?: number | undefined
  /** `YYYY-MM-DD HH:mm:ss` */
  autoOnTime?: string | undefined
  autoOffTime?: string | undefined
  visibility?: Visibility | undefined
  /** null empties it. */
  alertStock?: number | null | undefined
  isShow?: boolean | undefined
  attrs: readonly Attr[]
  skus: readonly ImportedSku[]
  /** These keep the product out of the import. */
  problems: readonly Remark[]
  /** These say what was changed to accept the product. */
  warnings: readonly Remark[]
}

/** The maximum number of pictures in a product's carousel. */
export const MAX_PICTURES = 10

/**
 * Replaces the three characters that SKU texts are built with in a specification value.
 * @returns the value with their full-width equivalents
 */
export function tidyValue(value: string): string {
  return value.replaceAll(',', '，').replaceAll('"', '″').replaceAll('\\', '＼')
}

/** The dimensions spanned by a product's combinations, with values in order of appearance. */
export function attrsOf(names: readonly string[], combinations: readonly (readonly string[])[]): Attr[] {
  return names.map((attrName, place) => ({
    attrName,
    attrValues: [...new Set(combinations.map((values) => values[place] ?? ''))],
  }))
}

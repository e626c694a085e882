import {
  type ProductExportColumn,
  type ProductExportQuery,
  productExport,
  productExportColumns,
} from '@zhanggui/contract/product/product-export.ts'
import { namesOf } from '@zhanggui/domain/fields.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import {
  type LimitType,
  limitTypeNames,
  type SaleType,
  saleNames,
  type Visibility,
  visibilityNames,
} from '@zhanggui/domain/product/product.ts'
import { listedFields, type PlainProduct, sheetFields } from '@zhanggui/domain/product/product-fields.ts'
import { marginText } from '@zhanggui/domain/product/product-look.ts'
import {
  guardQuote,
  joinParams,
  joinPieces,
  MAX_SHEET_TEXT,
  type ProductSheetColumn,
  productSheetColumns,
  SHEET_SEPARATOR,
} from '@zhanggui/domain/product/product-sheet.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Cell, SheetColumn } from '../../../platform/content/sheets.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { defineRowExport } from '../../../platform/work/exports.ts'
import { maySeeCost } from '../product/product-describe.service.ts'
import type { SkuRow } from '../product/product-sku.repository.ts'
import { countLines, eachLine, type ProductLine } from './product-export.service.ts'

/** Products as a sheet: a line each, or a line for each SKU, which the import reads back unchanged. */
export const productSheet = defineRowExport(productExport.download, {
  name: '商品导出',
  count: countLines,
  rows: eachLine,
  columns: columnsFor,
})

const money = new Set(['price', 'priceMax', 'otPrice', 'cost', 'vipPrice', 'brokerage', 'brokerageTwo'])
/** For callers who may see costs. */
const costly = new Set(['cost', 'margin'])
const wide = new Set(['storeName', 'categories', 'image', 'sliderImage', 'skuImage', 'content'])

/** The requested columns, in their usual order; costs only for callers who may see them. */
function columnsFor(ctx: Ctx, { mode, columns }: ProductExportQuery): SheetColumn<ProductLine>[] {
  const titles: Record<string, string> = mode === 'sku' ? productSheetColumns : productExportColumns
  const values: Record<string, (line: ProductLine) => Cell> = mode === 'sku' ? sheetValues : listValues
  return Object.entries(titles)
    .filter(([name]) => (!costly.has(name) || maySeeCost(ctx)) && (!columns || columns.some((each) => each === name)))
    .map(([name, title]) => ({
      title,
      ...(mode !== 'sku' && !aside.has(name) && { of: told[name] ?? name }),
      value: values[name] ?? (() => ''),
      width: wide.has(name) ? 30 : 14,
      ...(money.has(name) && { money: true as const }),
    }))
}

/** Columns of the sheet by the column of the list that shows them, where that has another name. */
const told: Readonly<Record<string, string>> = { labels: 'storeName', priceMax: 'price', status: 'isShow' }
/** Called as a column of the list is, which shows something else. */
const aside = new Set(['categories', 'otPrice', 'cost'])

/** The cells of plain fields. @param guarded escapes texts so that the import reads them back unchanged */
function cellsOf<Name extends keyof PlainProduct>(names: readonly Name[], guarded: boolean) {
  const cells = names.map((name) => [name, ({ product }: ProductLine) => cellOf(product[name], guarded)])
  return Object.fromEntries(cells) as Record<Name, (line: ProductLine) => Cell>
}

function cellOf(value: string | number | boolean, guarded: boolean): Cell {
  if (typeof value === 'boolean') return yesOrNo(value)
  return guarded && typeof value === 'string' ? guardQuote(value) : value
}

const yesOrNo = (value: boolean) => (value ? '是' : '否')

const listValues: Record<ProductExportColumn, (line: ProductLine) => Cell> = {
  storeName: ({ product }) => product.storeName,
  categories: ({ categories }) => categories.join(SHEET_SEPARATOR),
  labels: ({ marks }) => marks.join(SHEET_SEPARATOR),
  price: ({ product }) => toYuan(product.priceFen),
  priceMax: ({ product }) => toYuan(product.priceMaxFen),
  stock: ({ product }) => product.stock,
  sales: ({ product }) => product.sales,
  browse: ({ product }) => product.browse,
  id: ({ product }) => product.id,
  otPrice: ({ product }) => toYuan(product.otPriceFen),
  cost: ({ product }) => toYuan(product.costFen),
  margin: ({ product }) => marginText(toYuan(product.priceFen), toYuan(product.costFen)),
  barCode: ({ product }) => product.barCode,
  skuNo: ({ skuNos }) => skuNos.join(SHEET_SEPARATOR),
  unitName: ({ product }) => product.unitName,
  status: ({ product }) => (product.isRecycle ? '回收站' : product.isShow ? '出售中' : '仓库中'),
  sort: ({ product }) => product.sort,
  ficti: ({ product }) => product.ficti,
  giveIntegral: ({ product }) => product.giveIntegral,
  freight: ({ tempName }) => tempName,
  createTime: ({ product }) => toWireTime(product.createdAt),
  ...cellsOf(namesOf(listedFields), false),
  brandName: ({ brandName }) => brandName,
}

const ofSku = (value: (sku: SkuRow, line: ProductLine) => Cell) => (line: ProductLine) =>
  line.sku ? value(line.sku, line) : ''
/** Without brokerage of its own a SKU has the shop's, so the cell is empty rather than zero. */
const brokerage = (fen: 'brokerageFen' | 'brokerageTwoFen') =>
  ofSku((sku, { product }) => (product.isSub ? toYuan(sku[fen]) : ''))
const nameAt =
  (place: number) =>
  ({ names }: ProductLine) =>
    guardQuote(names[place] ?? '')
const valueAt = (place: number) => ofSku(({ attrValue }, { names }) => guardQuote(attrValue[names[place] ?? ''] ?? ''))

const sheetValues: Record<ProductSheetColumn, (line: ProductLine) => Cell> = {
  ...cellsOf(namesOf(sheetFields), true),
  code: ({ code }) => guardQuote(code),
  id: ({ product }) => product.id,
  storeName: ({ product }) => guardQuote(product.storeName),
  categories: ({ categories }) => guardQuote(categories.join(SHEET_SEPARATOR)),
  brand: ({ brandName }) => guardQuote(brandName),
  labels: ({ labels }) => guardQuote(joinPieces(labels)),
  params: ({ product }) => guardQuote(joinParams(product.params)),
  ensures: ({ ensures }) => guardQuote(joinPieces(ensures)),
  activity: ({ product }) => joinPieces(product.activity.map((type) => saleNames[type as SaleType])),
  limitType: ({ product }) => limitTypeNames[product.limitType as LimitType],
  limitNum: ({ product }) => product.limitNum,
  autoOnTime: ({ product }) => product.autoOnTime && toWireTime(product.autoOnTime),
  autoOffTime: ({ product }) => product.autoOffTime && toWireTime(product.autoOffTime),
  visibility: ({ product }) => visibilityNames[product.visibility as Visibility],
  alertStock: ({ product }) => product.alertStock,
  isShow: ({ product }) => yesOrNo(product.isShow),
  image: ({ product, media }) => media.toShared(product.image),
  sliderImage: ({ product, media }) => joinPieces(product.sliderImage.map(media.toShared)),
  videoLink: ({ product, media }) => media.toShared(product.videoLink),
  flatPattern: ({ product, media }) => media.toShared(product.flatPattern),
  shareImage: ({ product, media }) => media.toShared(product.shareImage),
  name1: nameAt(0),
  name2: nameAt(1),
  name3: nameAt(2),
  name4: nameAt(3),
  name5: nameAt(4),
  value1: valueAt(0),
  value2: valueAt(1),
  value3: valueAt(2),
  value4: valueAt(3),
  value5: valueAt(4),
  skuImage: ofSku(({ image }, { media }) => media.toShared(image)),
  price: ofSku(({ priceFen }) => toYuan(priceFen)),
  otPrice: ofSku(({ otPriceFen }) => toYuan(otPriceFen)),
  cost: ofSku(({ costFen }) => toYuan(costFen)),
  vipPrice: ofSku(({ vipPriceFen }) => (vipPriceFen === null ? '' : toYuan(vipPriceFen))),
  stock: ofSku(({ stock }) => stock),
  skuAlertStock: ofSku(({ alertStock }) => alertStock),
  skuShow: ofSku(({ isShow }) => yesOrNo(isShow)),
  barCode: ofSku(({ barCode }) => guardQuote(barCode)),
  skuNo: ofSku(({ skuNo }) => guardQuote(skuNo)),
  weight: ofSku(({ weight }) => weight),
  volume: ofSku(({ volume }) => volume),
  brokerage: brokerage('brokerageFen'),
  brokerageTwo: brokerage('brokerageTwoFen'),
  freight: ({ tempName }) => guardQuote(tempName),
  content: ({ content, media }) => {
    const html = media.toSharedHtml(content)
    return html.length > MAX_SHEET_TEXT ? '' : guardQuote(html)
  },
}

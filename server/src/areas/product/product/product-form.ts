import type { ProductChange, ProductDraft, SkuDraft } from '@zhanggui/contract/product/product.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { type Complete, filled, namesOf } from '@zhanggui/domain/fields.ts'
import { toFen } from '@zhanggui/domain/money.ts'
import { completeActivityOrder, type SaleType } from '@zhanggui/domain/product/product.ts'
import { productFields } from '@zhanggui/domain/product/product-fields.ts'
import {
  type Attr,
  attrKeyOf,
  checkMatrix,
  fitsDecimals,
  SINGLE_ATTR,
  sukOf,
  VOLUME_DECIMALS,
  WEIGHT_DECIMALS,
} from '@zhanggui/domain/product/product-sku.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'
import { getTableColumns } from 'drizzle-orm'
import { cleanRichHtml } from '../../../platform/content/rich-html.ts'
import { editableColumns } from '../../../platform/data/columns.ts'
import type { Media } from '../../file/attachment/media.service.ts'
import type { ProductInsert, ProductRecord } from './product.repository.ts'
import { products } from './product.tables.ts'
import type { SkuFields } from './product-sku.repository.ts'

/** The maximum size of stored rich text, in bytes. */
const MAX_CONTENT = 500 * 1024

/** The product's own fields that hold addresses of pictures and videos. */
export const mediaFields = ['image', 'sliderImage', 'videoLink', 'flatPattern', 'shareImage'] as const

/** A SKU of the form. */
export type FormSku = SkuFields & { id: number; stock: number | undefined; stockBase: number | undefined }
/** Columns the form does not set: who and when, copies of SKUs, state, and statistics. */
const ownColumns = [
  ...namesOf(editableColumns),
  ...(['barCode', 'priceFen', 'otPriceFen', 'costFen', 'vipPriceFen', 'priceMaxFen', 'stock', 'alert'] as const),
  ...([
    'skuCount',
    'isShow',
    'firstShowTime',
    'isRecycle',
    'recycleTime',
    'isDel',
    'codePath',
    'sales',
    'browse',
  ] as const),
  ...(['collectCount', 'replyCount', 'goodCount', 'mediumCount', 'poorCount', 'starAvg'] as const),
]
type OwnColumn = (typeof ownColumns)[number]
type Draft = ProductDraft | Omit<ProductChange, 'id' | 'version'>
/** Fields stored outside the product's own row. */
type Apart = 'attr' | 'attrValue' | 'content' | 'couponIds' | 'isShow'
/**
 * The columns of the product's own row that the form sets. A column that is neither set by the form nor named above does not
 * compile, nor does a form field without a column.
 */
export type FormColumns = Complete<Omit<ProductInsert, OwnColumn>> & Record<Exclude<keyof ProductDraft, Apart>, unknown>

/** The columns of the product's own row that the form sets. */
export const formColumns = namesOf(getTableColumns(products)).filter(
  (name) => !ownColumns.some((own) => own === name),
) as Exclude<keyof ProductRecord, OwnColumn>[]

/** The content of the form in stored format. */
export type Form = {
  product: Omit<ProductInsert, 'isShow'>
  attrs: readonly Attr[]
  skus: FormSku[]
  content: string
  /** The coupons that are given with it, in their order. */
  couponIds: readonly number[]
  /** All addresses in it, for the media library. */
  media: string
}

/**
 * Reads the product form.
 * @throws {BadInput} for contradictions within the form, regardless of stored data
 */
export function readForm(draft: Draft, media: Media): Form {
  const { attr, attrValue, content = '', specType = false, couponIds = [] } = draft
  const attrs = attr?.length || specType ? (attr ?? []) : [SINGLE_ATTR]
  const single = { [SINGLE_ATTR.attrName]: SINGLE_ATTR.attrValues[0] }
  const rows = attrValue.map((row) => ({ ...row, attrValue: row.attrValue ?? (specType ? {} : single) }))
  checkMatrix(
    specType,
    attrs,
    rows.map((row) => row.attrValue),
  )
  // Removed elements leave blanks at the ends, which no reader of a sheet or form would send back.
  const html = media.toStoredHtml(cleanRichHtml(content)).trim()
  if (Buffer.byteLength(html) > MAX_CONTENT) throw new BadInput('商品详情不能超过500KB，请缩短', 'content')
  const product = readProduct(draft, media)
  const skus = rows.map((row, index) => readSku(row, index, attrs, product.image, media))
  return { product, attrs, skus, content: html, couponIds, media: addressesOf(product, skus, html) }
}

/** All addresses of files in a product, as one text. */
export function addressesOf(product: Form['product'], skus: readonly { image: string }[], html: string): string {
  const addresses = [...mediaFields.flatMap((name) => product[name]), ...skus.map((sku) => sku.image)]
  return `${addresses.join(' ')} ${html}`
}

/** Prepares an unfinished form for storage: its rich text is cleaned as in a save. */
export function tidyUnfinished(body: Record<string, unknown>): Record<string, unknown> {
  return typeof body.content === 'string' ? { ...body, content: cleanRichHtml(body.content) } : body
}

function readProduct(draft: Draft, media: Media): FormColumns {
  const autoOnTime = readMoment(draft.autoOnTime, '定时上架时间', 'autoOnTime')
  const autoOffTime = readMoment(draft.autoOffTime, '定时下架时间', 'autoOffTime')
  if (autoOnTime && autoOffTime && autoOnTime >= autoOffTime)
    throw new BadInput('定时下架时间须晚于定时上架时间', 'autoOffTime')
  const plain = filled(productFields, draft)
  const { limitType = 0, limitNum = 0 } = draft
  if (limitType && !limitNum) throw new BadInput('请输入限购数量', 'limitNum')
  if (limitType && limitNum < plain.minQty) throw new BadInput('限购数量不能小于起购数', 'limitNum')
  // Either kind of picture stands in for the other.
  const pictures = (draft.sliderImage ?? []).filter(Boolean)
  const image = draft.image || pictures[0] || ''
  return {
    ...plain,
    image: media.toStored(image),
    sliderImage: (pictures.length || !image ? pictures : [image]).map(media.toStored),
    videoLink: media.toStored(draft.videoLink ?? ''),
    flatPattern: media.toStored(draft.flatPattern ?? ''),
    cateIds: draft.cateIds,
    tempId: draft.tempId,
    specType: draft.specType ?? false,
    isSub: draft.isSub ?? false,
    activity: completeActivityOrder((draft.activity ?? []) as SaleType[]),
    brandId: draft.brandId ?? 0,
    labelIds: draft.labelIds ?? [],
    params: draft.params ?? [],
    ensureIds: draft.ensureIds ?? [],
    alertStock: draft.alertStock ?? null,
    limitType,
    limitNum: limitType ? limitNum : 0,
    autoOnTime,
    autoOffTime,
    visibility: draft.visibility ?? 0,
    shareImage: media.toStored(draft.shareImage ?? ''),
  }
}

function readMoment(text: string | undefined, label: string, field: string): Date | null {
  const at = text ? parseWireTime(text) : null
  if (at === undefined) throw new BadInput(`${label}格式不正确`, field)
  return at
}

function readSku(
  row: SkuDraft & { attrValue: Record<string, string> },
  position: number,
  attrs: readonly Attr[],
  cover: string,
  media: Media,
): FormSku {
  const field = (name: string) => `attrValue[${position}].${name}`
  const { id = 0, attrValue, weight = 0, volume = 0, stock, stockBase, price, vipPrice } = row
  if (!fitsDecimals(weight, WEIGHT_DECIMALS)) throw new BadInput(`重量最多${WEIGHT_DECIMALS}位小数`, field('weight'))
  if (!fitsDecimals(volume, VOLUME_DECIMALS)) throw new BadInput(`体积最多${VOLUME_DECIMALS}位小数`, field('volume'))
  const priceFen = toFen(price)
  const [brokerageFen, brokerageTwoFen] = [toFen(row.brokerage ?? 0), toFen(row.brokerageTwo ?? 0)]
  if (brokerageFen + brokerageTwoFen > priceFen)
    throw new BadInput('一级返佣与二级返佣之和不能大于售价', field('brokerage'))
  return {
    id,
    position,
    attrValue,
    stock,
    stockBase,
    priceFen,
    brokerageFen,
    brokerageTwoFen,
    weight,
    volume,
    attrKey: attrKeyOf(attrValue),
    suk: sukOf(attrs, attrValue),
    image: media.toStored(row.image || cover),
    otPriceFen: toFen(row.otPrice ?? 0),
    costFen: toFen(row.cost ?? 0),
    vipPriceFen: vipPrice === undefined ? null : toFen(vipPrice),
    barCode: row.barCode ?? '',
    skuNo: row.skuNo ?? '',
    isShow: row.isShow ?? true,
    alertStock: row.alertStock ?? null,
  }
}

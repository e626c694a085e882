import type { ProductInfo } from '@zhanggui/contract/product/product.ts'
import { activityDraft } from '@zhanggui/contract/promotion/activity.ts'
import * as t from '@zhanggui/contract/schema.ts'
import type { StoredActivity } from '../activity/activity-screens.ts'

export const ActivityDraft = t.Object(activityDraft)
/** The SKUs that take part; with the price they may fall to, where the kind has one. */
type SkuDraft = { skuId: number; price: number; minPrice?: number; quota: number }
export type ActivityBody = Omit<t.Static<typeof ActivityDraft>, 'attrValue'> & { attrValue: SkuDraft[] }

/** The product of an activity, as its form shows it. */
export type Goods = {
  productId: number
  name: string
  image: string
  low: number
  high: number
  skus: number
  stock: number
}

/** What is typed besides the SKUs; the fields of a kind stand beside them. */
export type ActivityValues = {
  title: string
  image: string
  images: string[]
  info: string
  unitName: string
  tempId?: number
  /** The first and the last day. */
  days?: [string, string]
  sort: number
  giveIntegral: number
  status: boolean
  content: string
  allowCoupon: Choice
  allowPoints: Choice
  /** Null: without a limit. */
  budget?: number | null
}

/** As the shop's settings say, or decided here. */
export type Choice = 'shop' | 'yes' | 'no'
export const choices: { value: Choice; label: string }[] = [
  { value: 'shop', label: '跟随营销设置' },
  { value: 'yes', label: '可以用' },
  { value: 'no', label: '不能用' },
]
const choiceOf = (given: boolean | null): Choice => (given === null ? 'shop' : given ? 'yes' : 'no')
const wireOf = (choice: Choice): boolean | null => (choice === 'shop' ? null : choice === 'yes')

export const blankValues: ActivityValues = {
  title: '',
  image: '',
  images: [],
  info: '',
  unitName: '',
  sort: 0,
  giveIntegral: 0,
  status: false,
  content: '',
  allowCoupon: 'shop',
  allowPoints: 'shop',
}

/** What the product fills in; days and terms stay. */
export function valuesOfProduct(info: ProductInfo): Partial<ActivityValues> {
  const { storeName, image, sliderImage, storeInfo, unitName, tempId, content } = info
  const images = sliderImage.length ? sliderImage : [image]
  return {
    title: storeName,
    image: image || (images[0] ?? ''),
    images: images.slice(0, 10),
    info: storeInfo,
    unitName,
    tempId,
    content,
  }
}

export function goodsOfProduct(info: ProductInfo): Goods {
  const { id, storeName, image, attrValue } = info
  const skus = attrValue.filter(({ isShow }) => isShow)
  return goodsOf(
    { productId: id, name: storeName, image },
    skus.map(({ price, stock }) => ({ salePrice: price, stock })),
  )
}

export const goodsOfActivity = ({ productId, title, image, attrValue }: StoredActivity): Goods =>
  goodsOf({ productId, name: title, image }, attrValue)

function goodsOf(
  product: Pick<Goods, 'productId' | 'name' | 'image'>,
  skus: readonly { salePrice: number; stock: number }[],
): Goods {
  const prices = skus.map(({ salePrice }) => salePrice)
  return {
    ...product,
    low: Math.min(...prices),
    high: Math.max(...prices),
    skus: skus.length,
    stock: skus.reduce((sum, { stock }) => sum + stock, 0),
  }
}

/** A stored activity as it is typed. */
export function valuesOf(stored: StoredActivity): ActivityValues {
  const { title, image, images, info, unitName, tempId, startTime, stopTime, sort, giveIntegral, status, content } =
    stored
  return {
    title,
    image,
    images,
    info,
    unitName,
    tempId,
    days: [startTime, stopTime],
    sort,
    giveIntegral,
    status,
    content,
    allowCoupon: choiceOf(stored.allowCoupon),
    allowPoints: choiceOf(stored.allowPoints),
    budget: stored.budget,
  }
}

/** Every field of a body: what an edit leaves out would be emptied. */
type WholeBody = Required<Omit<ActivityBody, 'confirmBelowCost'>>

/** The body of what is typed. */
export function bodyOf(productId: number, values: ActivityValues, attrValue: ActivityBody['attrValue']): WholeBody {
  const { days: [startTime, stopTime] = ['', ''], allowCoupon, allowPoints, tempId = 0, ...plain } = values
  const { title, image, images, info, unitName, sort, giveIntegral, status, content, budget } = plain
  return {
    productId,
    title,
    image,
    images,
    info,
    unitName,
    tempId,
    startTime,
    stopTime,
    sort,
    giveIntegral,
    status,
    content,
    allowCoupon: wireOf(allowCoupon),
    allowPoints: wireOf(allowPoints),
    budget: budget ?? 0,
    attrValue,
  }
}

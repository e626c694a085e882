import { Refusal } from '../errors.ts'
import { activityTypes } from '../promotion/activity.ts'

/** The tabs of the product list, in display order. */
export const productTabs = [
  { type: 1, name: '出售中商品' },
  { type: 2, name: '仓库中商品' },
  { type: 3, name: '已经售罄商品' },
  { type: 4, name: '警戒库存' },
  { type: 5, name: '商品回收站' },
] as const
export const productTabTypes = [1, 2, 3, 4, 5] as const
export type ProductTab = (typeof productTabTypes)[number]

/** The states of a product (docs/catalogue.md, Products). */
export type ProductFlags = { isShow: boolean; isRecycle: boolean; isDel: boolean }
export type ProductState = 'warehouse' | 'onShelf' | 'recycled' | 'deleted'

/** The state that the flags stand for. */
export function productState({ isShow, isRecycle, isDel }: ProductFlags): ProductState {
  if (isDel) return 'deleted'
  if (isRecycle) return 'recycled'
  return isShow ? 'onShelf' : 'warehouse'
}

/** What a product may be sold in, by the number on the wire: 0 the shelf itself, else a kind of activity. */
export const saleNames = { 0: '默认', ...activityTypes } as const
export type SaleType = keyof typeof saleNames
/** In their usual order. */
export const saleTypes = Object.keys(saleNames).map(Number) as SaleType[]

/** The given order of activities, followed by those it omits in the usual order. */
export function completeActivityOrder(given: readonly SaleType[]): SaleType[] {
  return [...given, ...saleTypes.filter((type) => !given.includes(type))]
}

/** Flags that recommend a product to buyers, with their labels and the number of the buyer's home list. */
export const recommendFlags = {
  isBest: { label: '精品推荐', list: 1 },
  isHot: { label: '热门榜单', list: 2 },
  isNew: { label: '首发新品', list: 3 },
  isBenefit: { label: '促销单品', list: 4 },
  isGood: { label: '优品推荐', list: 5 },
} as const
export type RecommendFlag = keyof typeof recommendFlags

/** The address of a video that every browser plays: mp4, webm or mov. Bounded, so that no text takes long to match. */
export const VIDEO_ADDRESS =
  /^(https?:\/\/|\/file\/|public\/)\S{1,512}\.([mM][pP]4|[wW][eE][bB][mM]|[mM][oO][vV])([?#]\S{0,512})?$/

/** Who can see a product: 0 everybody, 1 those with the link, 2 members. */
export const visibilities = [0, 1, 2] as const
export type Visibility = (typeof visibilities)[number]
export const visibilityNames: Record<Visibility, string> = { 0: '公开', 1: '仅链接可见', 2: '仅会员可见' }
/** Purchase limits: 0 none, 1 per order, 2 per buyer in total. */
export const limitTypes = [0, 1, 2] as const
export type LimitType = (typeof limitTypes)[number]
export const limitTypeNames: Record<LimitType, string> = { 0: '不限购', 1: '单次限购', 2: '长期限购' }

/** The fields that can be edited in place in the list. */
export const quickFields = [
  'storeName',
  'sort',
  'ficti',
  'giveIntegral',
  'keyword',
  'unitName',
  'tempId',
  'isHot',
  'isBenefit',
  'isBest',
  'isNew',
  'isGood',
] as const

export const NO_PICTURE = '请先上传商品封面图，再上架'

/** The facts needed to decide whether a product may go on the shelf. */
export type ShelfCandidate = {
  hasPicture: boolean
  enabledSkus: number
  /** The price of the cheapest enabled SKU. */
  priceFen: number
  hasTemplate: boolean
  hasShownCategory: boolean
}

/**
 * Checks whether a product may be sold.
 * @throws {Refusal} naming the first requirement that is not met
 * @see docs/catalogue.md, Products
 */
export function checkShelf(candidate: ShelfCandidate, allowZeroPrice: boolean): void {
  const { hasPicture, enabledSkus, priceFen, hasTemplate, hasShownCategory } = candidate
  if (!hasPicture) throw new Refusal(NO_PICTURE)
  if (!enabledSkus) throw new Refusal('至少保留一个启用的规格')
  if (priceFen <= 0 && !allowZeroPrice) throw new Refusal('售价为0，不能上架')
  if (!hasTemplate) throw new Refusal('运费模板不存在，请重新选择')
  if (!hasShownCategory) throw new Refusal('所属分类均已隐藏')
}

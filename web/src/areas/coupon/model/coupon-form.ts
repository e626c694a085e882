import type { CouponDraft, CouponInfo } from '@zhanggui/contract/coupon/coupon.ts'

/** A product that the coupon is for. */
export type ScopeProduct = { id: number; src: string; storeName?: string }

/** What stands in the form of a coupon; products and categories are both kept while the type changes. */
export type CouponForm = Omit<CouponDraft, 'money' | 'scopeIds' | 'total' | 'day' | 'minPrice' | 'budget'> & {
  money?: number | null
  minPrice?: number | null
  total?: number | null
  day?: number | null
  budget?: number | null
  products: ScopeProduct[]
  categoryIds: number[]
  hasMin: boolean
}

export const blankCoupon: Partial<CouponForm> = {
  name: '',
  useType: 1,
  products: [],
  categoryIds: [],
  hasMin: false,
  isFixedTime: false,
  type: 1,
  isReceiveLimited: false,
  limitPerUser: 1,
  isLimited: false,
  sort: 0,
  status: true,
}

const NAME_LIMIT = 64

/** 秋冬券 副本, 秋冬券 副本 2 …: a name that tells the copy from what it was made of. */
export function copyName(name: string): string {
  const [, own = name, number] = /^(.*) 副本(?: (\d{1,3}))?$/.exec(name) ?? []
  const end = own === name ? ' 副本' : ` 副本 ${Number(number ?? 1) + 1}`
  return `${[...own].slice(0, NAME_LIMIT - end.length).join('')}${end}`
}

/** A copy of a coupon to start from, with a name of its own. Times that are over are left out. */
export function copyOf({ coupon, products, categories }: CouponInfo, now: string): Partial<CouponForm> {
  const { name, money, minPrice, useType, type, isLimited, total, isReceiveLimited, isFixedTime, day } = coupon
  const times = { ...coupon }
  const kept = (end: string | null, time: string | null) => (end && end > now ? (time ?? undefined) : undefined)
  return {
    ...blankCoupon,
    name: copyName(name),
    money,
    useType,
    type,
    isLimited,
    isReceiveLimited,
    isFixedTime,
    hasMin: minPrice > 0,
    minPrice: minPrice || null,
    total: total || null,
    day: day || null,
    products: products.map(({ id, image, storeName }) => ({ id, src: image, storeName })),
    categoryIds: categories.map(({ id }) => id),
    receiveStartTime: kept(times.receiveEndTime, times.receiveStartTime),
    receiveEndTime: kept(times.receiveEndTime, times.receiveEndTime),
    useStartTime: kept(times.useEndTime, times.useStartTime),
    useEndTime: kept(times.useEndTime, times.useEndTime),
    limitPerUser: coupon.limitPerUser,
    sort: coupon.sort,
    remark: coupon.remark,
    segmentId: coupon.segmentId,
    budget: coupon.budget,
  }
}

/** What is sent: only what the choices of the form leave in force. */
export function bodyOf(form: CouponForm): CouponDraft {
  const { products: _1, categoryIds: _2, hasMin, money, minPrice, total, day, ...rest } = form
  const { receiveStartTime, receiveEndTime, useStartTime, useEndTime, segmentId, remark, budget, ...plain } = rest
  return {
    ...plain,
    money: money ?? 0,
    minPrice: hasMin ? (minPrice ?? 0) : 0,
    scopeIds: scopeOf(form),
    ...(form.isLimited && total ? { total } : {}),
    ...(form.isReceiveLimited && { receiveStartTime, receiveEndTime }),
    ...(form.isFixedTime ? { useStartTime, useEndTime } : { day: day ?? 0 }),
    ...(remark && { remark }),
    ...(segmentId && { segmentId }),
    ...(budget && { budget }),
  }
}

/** The products or categories it is for, by its type. */
export function scopeOf({ useType, products, categoryIds }: Pick<CouponForm, 'useType' | 'products' | 'categoryIds'>) {
  return useType === 2 ? products.map(({ id }) => id) : useType === 3 ? categoryIds : []
}

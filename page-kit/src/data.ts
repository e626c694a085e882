import type { BargainCard } from '@zhanggui/contract/bargain/front-bargain.ts'
import type { CombinationCard } from '@zhanggui/contract/combination/front-combination.ts'
import type { FrontArticle } from '@zhanggui/contract/content/front-article.ts'
import type { OpenCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import type { FrontRoom } from '@zhanggui/contract/live/front-live.ts'
import type { Card } from '@zhanggui/contract/product/window.ts'
import type { FrontSlot, SeckillCard } from '@zhanggui/contract/seckill/front-seckill.ts'
import type { FrontStore } from '@zhanggui/contract/store/front-store.ts'

// What live sources give to views, in the shapes of the buyers' calls.

/** A product in lists of buyers. */
export type ProductCard = Card

export type Products = { list: ProductCard[]; hasMore?: boolean; degraded?: boolean }
/** Of the tab that is open. */
export type TabProducts = Products & { tab: number }
export type Coupons = { list: Pick<OpenCoupon, 'id' | 'name' | 'money' | 'minPrice' | 'isUse'>[] }
export type Seckill = { slot: Pick<FrontSlot, 'name' | 'endTime' | 'phase'> | null; list: SeckillCard[] }
export type Bargains = { list: BargainCard[] }
export type Combinations = { list: CombinationCard[] }
export type Categories = { list: { id: number; name: string; image: string }[] }
export type Articles = { list: FrontArticle[]; degraded?: boolean }
export type Stores = { list: Pick<FrontStore, 'id' | 'name' | 'address' | 'phone' | 'dayTime' | 'distance'>[] }
export type Lives = { list: FrontRoom[] }
export type Newcomer = { coupons: Coupons['list']; products: ProductCard[] }
export type Rich = { html: string }
/** What of the group site and of the shop's settings is shown on pages. */
export type Site = {
  copyright: string
  icp: string
  icpUrl: string
  police: string
  policeUrl: string
  phone: string
  logo: string
  siteName: string
  hotWords: string[]
  followed: boolean
}

/** The buyer's own data; undefined parts need a sign-in. */
export type User = {
  isSignedIn: boolean
  uid?: number
  nickname?: string
  avatar?: string
  phone?: string
  level?: string
  /** Of the growth that the next level needs, 0 to 100. */
  percent?: number
  nextWords?: string
  balance?: number
  points?: number
  coupons?: number
  favourites?: number
  commission?: number
  orders?: { unpaid: number; unsent: number; sent: number; unreviewed: number; refunds: number }
  cartCount?: number
  isPromoter?: boolean
  isClerk?: boolean
}

/** Live sources and what each gives. A new one is a line here, an example in `samples.ts`, and a resolver on the server. */
export type SourceData = {
  products: Products | TabProducts
  categories: Categories
  articles: Articles
  coupons: Coupons
  seckill: Seckill
  bargain: Bargains
  combination: Combinations
  newcomer: Newcomer
  stores: Stores
  live: Lives
  user: User
  site: Site
  rich: Rich
}
/** Where live data of a component come from. */
export type Source = keyof SourceData

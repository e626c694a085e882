import type { ComponentType } from 'react'
import { ArticleListView } from './components/articleList/view.tsx'
import { BargainView } from './components/bargain/view.tsx'
import { CarouselView } from './components/carousel/view.tsx'
import { CategoryGridView } from './components/categoryGrid/view.tsx'
import { CategoryTabsView } from './components/categoryTabs/view.tsx'
import { CombinationView } from './components/combination/view.tsx'
import { CopyrightView } from './components/copyright/view.tsx'
import { CountdownView } from './components/countdown/view.tsx'
import { CouponsView } from './components/coupons/view.tsx'
import { CustomerServiceView } from './components/customerService/view.tsx'
import { DividerView } from './components/divider/view.tsx'
import { FloatButtonView } from './components/floatButton/view.tsx'
import { FollowBarView } from './components/followBar/view.tsx'
import { GoodsListView } from './components/goodsList/view.tsx'
import { GoodsTabsView } from './components/goodsTabs/view.tsx'
import { HeadComboView } from './components/headCombo/view.tsx'
import { HotspotView } from './components/hotspot/view.tsx'
import { IconNavView } from './components/iconNav/view.tsx'
import { ImageCubeView } from './components/imageCube/view.tsx'
import { ImageTextView } from './components/imageText/view.tsx'
import { ListNavView } from './components/listNav/view.tsx'
import { LiveView } from './components/live/view.tsx'
import { MemberCardView } from './components/memberCard/view.tsx'
import { NewcomerView } from './components/newcomer/view.tsx'
import { NewsTickerView } from './components/newsTicker/view.tsx'
import { PopupView } from './components/popup/view.tsx'
import { RichTextView } from './components/richText/view.tsx'
import { SearchBarView } from './components/searchBar/view.tsx'
import { SeckillView } from './components/seckill/view.tsx'
import { SpacerView } from './components/spacer/view.tsx'
import { StoreNearView } from './components/storeNear/view.tsx'
import { TabBarView } from './components/tabBar/view.tsx'
import { TitleBarView } from './components/titleBar/view.tsx'
import { UserAssetsView } from './components/userAssets/view.tsx'
import { UserBannerView } from './components/userBanner/view.tsx'
import { UserCardView } from './components/userCard/view.tsx'
import { UserOrdersView } from './components/userOrders/view.tsx'
import { UserServicesView } from './components/userServices/view.tsx'
import { VideoView } from './components/video/view.tsx'
import type { ViewProps } from './view.tsx'

const known = {
  articleList: ArticleListView,
  bargain: BargainView,
  carousel: CarouselView,
  categoryGrid: CategoryGridView,
  categoryTabs: CategoryTabsView,
  combination: CombinationView,
  copyright: CopyrightView,
  countdown: CountdownView,
  coupons: CouponsView,
  customerService: CustomerServiceView,
  divider: DividerView,
  floatButton: FloatButtonView,
  followBar: FollowBarView,
  goodsList: GoodsListView,
  goodsTabs: GoodsTabsView,
  headCombo: HeadComboView,
  hotspot: HotspotView,
  iconNav: IconNavView,
  imageCube: ImageCubeView,
  imageText: ImageTextView,
  listNav: ListNavView,
  live: LiveView,
  memberCard: MemberCardView,
  newcomer: NewcomerView,
  newsTicker: NewsTickerView,
  popup: PopupView,
  richText: RichTextView,
  searchBar: SearchBarView,
  seckill: SeckillView,
  spacer: SpacerView,
  storeNear: StoreNearView,
  tabBar: TabBarView,
  titleBar: TitleBarView,
  userAssets: UserAssetsView,
  userBanner: UserBannerView,
  userCard: UserCardView,
  userOrders: UserOrdersView,
  userServices: UserServicesView,
  video: VideoView,
}

/** The view of a type; undefined for what waits for another part of the product, and for shared blocks, drawn as what they hold. */
export const viewOf = (type: string): ComponentType<ViewProps> | undefined =>
  Object.hasOwn(known, type)
    ? ((known as Record<string, ComponentType<never>>)[type] as ComponentType<ViewProps>)
    : undefined

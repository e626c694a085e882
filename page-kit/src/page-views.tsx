import { type ComponentType, lazy } from 'react'
import { ArticleListView } from './components/articleList/view.tsx'
import { BargainView } from './components/bargain/view.tsx'
import { CarouselView } from './components/carousel/view.tsx'
import { CategoryGridView } from './components/categoryGrid/view.tsx'
import { CategoryTabsView } from './components/categoryTabs/view.tsx'
import { CombinationView } from './components/combination/view.tsx'
import { CopyrightView } from './components/copyright/view.tsx'
import { CountdownView } from './components/countdown/view.tsx'
import { CouponsView } from './components/coupons/view.tsx'
import { DividerView } from './components/divider/view.tsx'
import { GoodsListView } from './components/goodsList/view.tsx'
import { GoodsTabsView } from './components/goodsTabs/view.tsx'
import { HeadComboView } from './components/headCombo/view.tsx'
import { HotspotView } from './components/hotspot/view.tsx'
import { IconNavView } from './components/iconNav/view.tsx'
import { ImageCubeView } from './components/imageCube/view.tsx'
import { ImageTextView } from './components/imageText/view.tsx'
import { ListNavView } from './components/listNav/view.tsx'
import { MemberCardView } from './components/memberCard/view.tsx'
import { NewcomerView } from './components/newcomer/view.tsx'
import { NewsTickerView } from './components/newsTicker/view.tsx'
import { RichTextView } from './components/richText/view.tsx'
import { SearchBarView } from './components/searchBar/view.tsx'
import { SeckillView } from './components/seckill/view.tsx'
import { SpacerView } from './components/spacer/view.tsx'
import { TabBarView } from './components/tabBar/view.tsx'
import { TitleBarView } from './components/titleBar/view.tsx'
import { VideoView } from './components/video/view.tsx'
import { lookUp, type ViewProps } from './view.tsx'

/** The views of what most pages are made of. */
export const pageViews = {
  articleList: ArticleListView,
  bargain: BargainView,
  carousel: CarouselView,
  categoryGrid: CategoryGridView,
  categoryTabs: CategoryTabsView,
  combination: CombinationView,
  copyright: CopyrightView,
  countdown: CountdownView,
  coupons: CouponsView,
  divider: DividerView,
  goodsList: GoodsListView,
  goodsTabs: GoodsTabsView,
  headCombo: HeadComboView,
  hotspot: HotspotView,
  iconNav: IconNavView,
  imageCube: ImageCubeView,
  imageText: ImageTextView,
  listNav: ListNavView,
  memberCard: MemberCardView,
  newcomer: NewcomerView,
  newsTicker: NewsTickerView,
  richText: RichTextView,
  searchBar: SearchBarView,
  seckill: SeckillView,
  spacer: SpacerView,
  tabBar: TabBarView,
  titleBar: TitleBarView,
  video: VideoView,
}

/** What lies over a page, or few have, or belongs to user centres: it comes a moment later. */
const laterOf = (type: string, load: () => Promise<object>) =>
  lazy(async () => ({ default: lookUp(await load())(type) as ComponentType<ViewProps> }))
const over = async () => (await import('./later-views.tsx')).laterViews
const ofUsers = async () => (await import('./user-views.tsx')).userViews

const known = {
  ...pageViews,
  customerService: laterOf('customerService', over),
  floatButton: laterOf('floatButton', over),
  followBar: laterOf('followBar', over),
  live: laterOf('live', over),
  popup: laterOf('popup', over),
  storeNear: laterOf('storeNear', over),
  userAssets: laterOf('userAssets', ofUsers),
  userBanner: laterOf('userBanner', ofUsers),
  userCard: laterOf('userCard', ofUsers),
  userOrders: laterOf('userOrders', ofUsers),
  userServices: laterOf('userServices', ofUsers),
}

/** The view of a component, for the home and whatever has an address of its own: what a phone loads for one, the rest when it is met. */
export const pageViewOf = lookUp(known)

import { articleList } from './components/articleList/schema.ts'
import { bargain } from './components/bargain/schema.ts'
import { carousel } from './components/carousel/schema.ts'
import { categoryGrid } from './components/categoryGrid/schema.ts'
import { categoryTabs } from './components/categoryTabs/schema.ts'
import { combination } from './components/combination/schema.ts'
import { copyright } from './components/copyright/schema.ts'
import { countdown } from './components/countdown/schema.ts'
import { coupons } from './components/coupons/schema.ts'
import { customerService } from './components/customerService/schema.ts'
import { divider } from './components/divider/schema.ts'
import { floatButton } from './components/floatButton/schema.ts'
import { followBar } from './components/followBar/schema.ts'
import { goodsList } from './components/goodsList/schema.ts'
import { goodsTabs } from './components/goodsTabs/schema.ts'
import { headCombo } from './components/headCombo/schema.ts'
import { hotspot } from './components/hotspot/schema.ts'
import { iconNav } from './components/iconNav/schema.ts'
import { imageCube } from './components/imageCube/schema.ts'
import { imageText } from './components/imageText/schema.ts'
import { listNav } from './components/listNav/schema.ts'
import { live } from './components/live/schema.ts'
import { memberCard } from './components/memberCard/schema.ts'
import { newcomer } from './components/newcomer/schema.ts'
import { newsTicker } from './components/newsTicker/schema.ts'
import { popup } from './components/popup/schema.ts'
import { richText } from './components/richText/schema.ts'
import { searchBar } from './components/searchBar/schema.ts'
import { seckill } from './components/seckill/schema.ts'
import { sharedBlock } from './components/sharedBlock/schema.ts'
import { spacer } from './components/spacer/schema.ts'
import { storeNear } from './components/storeNear/schema.ts'
import { tabBar } from './components/tabBar/schema.ts'
import { titleBar } from './components/titleBar/schema.ts'
import { userAssets } from './components/userAssets/schema.ts'
import { userBanner } from './components/userBanner/schema.ts'
import { userCard } from './components/userCard/schema.ts'
import { userOrders } from './components/userOrders/schema.ts'
import { userServices } from './components/userServices/schema.ts'
import { video } from './components/video/schema.ts'
import type { Definition } from './define.ts'

/** All components, in the order of the palette. A new one is a folder, a line here, and a line in `page-views.tsx`. */
const known = [
  searchBar,
  headCombo,
  categoryTabs,
  carousel,
  iconNav,
  newsTicker,
  imageCube,
  hotspot,
  goodsList,
  goodsTabs,
  articleList,
  video,
  tabBar,
  imageText,
  listNav,
  categoryGrid,
  coupons,
  seckill,
  bargain,
  combination,
  live,
  newcomer,
  memberCard,
  countdown,
  titleBar,
  richText,
  spacer,
  divider,
  customerService,
  followBar,
  popup,
  floatButton,
  storeNear,
  sharedBlock,
  copyright,
  userCard,
  userAssets,
  userOrders,
  userServices,
  userBanner,
]

export const components: readonly Definition[] = known

const byType = new Map<string, Definition>(components.map((definition) => [definition.type, definition]))

/** The declaration of a type; undefined for one that this version does not know. */
export const definitionOf = (type: string): Definition | undefined => byType.get(type)

/** The Chinese title of a type. */
export const titleOf = (type: string): string => byType.get(type)?.title ?? '未知组件'

/** Whether the palette shows a component on pages of a type. */
export const isOffered = ({ pageTypes }: Definition, pageType: number): boolean => pageTypes.includes(pageType)

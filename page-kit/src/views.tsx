import { UserAssetsView } from './components/userAssets/view.tsx'
import { UserBannerView } from './components/userBanner/view.tsx'
import { UserCardView } from './components/userCard/view.tsx'
import { UserOrdersView } from './components/userOrders/view.tsx'
import { UserServicesView } from './components/userServices/view.tsx'
import { laterViews } from './later-views.tsx'
import { pageViews } from './page-views.tsx'
import { lookUp } from './view.tsx'

const known = {
  ...pageViews,
  ...laterViews,
  userAssets: UserAssetsView,
  userBanner: UserBannerView,
  userCard: UserCardView,
  userOrders: UserOrdersView,
  userServices: UserServicesView,
}

/** The view of any component, those of user centres included. */
export const viewOf = lookUp(known)

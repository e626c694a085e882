import { UserAssetsView } from './components/userAssets/view.tsx'
import { UserBannerView } from './components/userBanner/view.tsx'
import { UserCardView } from './components/userCard/view.tsx'
import { UserOrdersView } from './components/userOrders/view.tsx'
import { UserServicesView } from './components/userServices/view.tsx'

/** Views of user centres alone. */
export const userViews = {
  userAssets: UserAssetsView,
  userBanner: UserBannerView,
  userCard: UserCardView,
  userOrders: UserOrdersView,
  userServices: UserServicesView,
}

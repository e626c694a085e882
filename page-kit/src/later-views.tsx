import { CustomerServiceView } from './components/customerService/view.tsx'
import { FloatButtonView } from './components/floatButton/view.tsx'
import { FollowBarView } from './components/followBar/view.tsx'
import { LiveView } from './components/live/view.tsx'
import { PopupView } from './components/popup/view.tsx'
import { StoreNearView } from './components/storeNear/view.tsx'

/** Views that no first screen is made of. */
export const laterViews = {
  customerService: CustomerServiceView,
  floatButton: FloatButtonView,
  followBar: FollowBarView,
  live: LiveView,
  popup: PopupView,
  storeNear: StoreNearView,
}

import { cart } from '@zhanggui/contract/order/cart.ts'
import { TabBarView } from '@zhanggui/page-kit/components/tabBar/view.tsx'
import { toH5 } from '@zhanggui/page-kit/links/links.ts'
import { useLocation } from 'wouter'
import { useRead } from '../api/read.ts'
import { useSite } from '../api/site.ts'
import { useToken } from '../api/use-token.ts'
import { BASE } from '../go/go.ts'

/** The link of the bottom navigation that leads to the open screen. */
export function useTab(): string | undefined {
  const [address] = useLocation()
  const items = useSite()?.tabBar ?? []
  return items.find(({ link }) => (toH5(link)?.slice(BASE.length) || '/') === address)?.link
}

/** How many pieces lie in the cart; undefined while nobody has signed in. */
export const useCartCount = (): number | undefined =>
  useRead(cart.count, { query: { type: 'sum' } }, useToken() !== undefined).data?.count

const picture = (url: string) => ({ url, alt: '', w: 0, h: 0 })

/** The bottom navigation of the shop. @param here the link of the open screen */
export function TabBar({ here }: { here: string }) {
  const items = useSite()?.tabBar ?? []
  const cartCount = useCartCount()
  const props = {
    colour: '#4f535b',
    activeTone: 'theme',
    bg: '#ffffff',
    items: items.map(({ name, icon, activeIcon, link }) => ({
      title: name,
      icon: picture(icon),
      activeIcon: picture(activeIcon),
      link,
    })),
  }
  return <TabBarView props={props} data={{ isSignedIn: cartCount !== undefined, cartCount }} here={here} />
}

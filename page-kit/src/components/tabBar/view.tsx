import type { User } from '../../data.ts'
import { toH5 } from '../../links/links.ts'
import { Go } from '../../parts/go.tsx'
import { Icon, iconOfLink } from '../../parts/icon.tsx'
import { inkOf } from '../../parts/look.ts'
import { Picture } from '../../parts/picture.tsx'
import type { ViewProps } from '../../view.tsx'
import type { tabBar } from './schema.ts'
import styles from './tabBar.module.css'

const CART = '/pages/order_addcart/order_addcart'

type Given = Pick<ViewProps<typeof tabBar, User>, 'props' | 'data'> & {
  /** The link of the page that is open; by default that of the address, else the first. */
  here?: string
}

/** The canvas has an address of the console, and what is drawn without a browser none. */
const linkHere = (links: readonly string[]) => links.find((link) => toH5(link) === globalThis.location?.pathname)

export function TabBarView({ props, data, here }: Given) {
  const { items, colour, activeTone, bg } = props
  const open = here ?? linkHere(items.map(({ link }) => link)) ?? items[0]?.link
  return (
    <nav className={styles.bar} style={{ background: bg, color: colour }} aria-label="底部导航">
      {items.map(({ title, icon, activeIcon, link }, index) => {
        const isOpen = link === open
        const picture = isOpen && activeIcon.url ? activeIcon : icon
        const badge = link === CART ? (data?.cartCount ?? 0) : 0
        return (
          <Go
            key={index}
            link={link}
            className={`${styles.item} ${isOpen ? styles.on : ''}`}
            style={isOpen ? { color: inkOf(activeTone) } : {}}
          >
            {picture.url ? (
              <Picture className={styles.icon} image={picture} width={24} alt="" />
            ) : (
              <Icon name={iconOfLink(link)} />
            )}
            {title}
            {badge > 0 && <i className={styles.badge}>{badge > 99 ? '99+' : badge}</i>}
          </Go>
        )
      })}
    </nav>
  )
}

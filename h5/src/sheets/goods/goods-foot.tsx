import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import type { ReactNode } from 'react'
import { useSite } from '../../api/site.ts'
import { go } from '../../go/go.ts'
import { useCartCount } from '../../parts/tab-bar.tsx'
import styles from './goods-foot.module.css'

/** The foot of what is sold: ways to elsewhere, and beside them how it is bought. */
export function GoodsFoot({ children }: { children: ReactNode }) {
  const service = useSite()?.service
  const ask = service?.url || (service?.phone && `tel:${service.phone}`)
  const count = useCartCount() ?? 0
  return (
    <>
      <button type="button" className={styles.way} onClick={() => go('/')}>
        <Icon name="home" size={22} />
        首页
      </button>
      {ask && (
        <a className={styles.way} href={ask}>
          <Icon name="service" size={22} />
          客服
        </a>
      )}
      <button type="button" className={styles.way} onClick={() => go('/cart')}>
        <Icon name="cart" size={22} />
        购物车
        {count > 0 && <i className={styles.badge}>{count > 99 ? '99+' : count}</i>}
      </button>
      {children}
    </>
  )
}

/** Two buttons as one: the lesser act at the left. */
export const FootPair = ({ children }: { children: ReactNode }) => <span className={styles.pair}>{children}</span>

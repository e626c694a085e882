import type { User } from '../../data.ts'
import { Go } from '../../parts/go.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Picture } from '../../parts/picture.tsx'
import type { ViewProps } from '../../view.tsx'
import { orderKinds, type userOrders } from './schema.ts'
import styles from './userOrders.module.css'

const ORDERS = '/pages/users/order_list/index'
const kinds = [
  { kind: 'unpaid', icon: 'wallet', link: `${ORDERS}?kind=unpaid` },
  { kind: 'unsent', icon: 'box', link: `${ORDERS}?kind=unsent` },
  { kind: 'sent', icon: 'truck', link: `${ORDERS}?kind=sent` },
  { kind: 'unreviewed', icon: 'talk', link: `${ORDERS}?kind=unreviewed` },
  { kind: 'refunds', icon: 'back', link: '/pages/users/user_return_list/index' },
] as const

export function UserOrdersView({ props, data }: Pick<ViewProps<typeof userOrders, User>, 'props' | 'data'>) {
  return (
    <>
      <div className={styles.head}>
        <b>{props.title}</b>
        <Go link={ORDERS} className={styles.all} label="全部订单">
          全部
          <Icon name="more" size={14} />
        </Go>
      </div>
      <div className={styles.kinds}>
        {kinds.map(({ kind, icon, link }) => {
          const count = data?.orders?.[kind] ?? 0
          return (
            <Go key={kind} link={link} className={styles.kind}>
              {props[kind].url ? (
                <Picture className={styles.icon} image={props[kind]} width={28} alt="" />
              ) : (
                <Icon name={icon} />
              )}
              {orderKinds[kind]}
              {count > 0 && <i className={styles.badge}>{count > 99 ? '99+' : count}</i>}
            </Go>
          )
        })}
      </div>
    </>
  )
}

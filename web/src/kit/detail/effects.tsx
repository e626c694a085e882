import type { ReactNode } from 'react'
import styles from './detail.module.css'

/** What an act changes besides: 退回用掉的积分 +1,410. */
export type Effect = {
  icon?: ReactNode
  label: ReactNode
  value: ReactNode /** It stays as it is: 不退. */
  none?: boolean
}

/** What happens at the same time as an act, before it is done. Draws nothing where nothing else happens. */
export function Effects({ items, title = '同时发生' }: { items: readonly Effect[]; title?: string }) {
  if (!items.length) return null
  return (
    <section className={styles.effects}>
      <h3>{title}</h3>
      <dl>
        {items.map(({ icon, label, value, none }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the order does not change
          <div key={index}>
            <dt>
              {icon}
              {label}
            </dt>
            <dd data-none={none}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

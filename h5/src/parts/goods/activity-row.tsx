import { Picture } from '@zhanggui/page-kit/parts/picture.tsx'
import { Price, Was } from '@zhanggui/page-kit/parts/price.tsx'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './activity-row.module.css'

type Given = {
  card: { image: string; title: string }
  /** The address that the row opens. */
  to: string
  price: number
  was: number
  /** Before the price: what it is. */
  priceName?: string
  /** Written over the picture of what cannot be had. */
  gone?: string
  /** What is done there; with an address of its own it leads elsewhere than the row. */
  act: { label: string; isSolid?: boolean; to?: string }
  /** Below the title. */
  children?: ReactNode
}

/** A product of an activity in a list. */
export function ActivityRow({ card: { image, title }, to, price, was, priceName, gone, act, children }: Given) {
  const look = `${styles.act} ${act.isSolid ? styles.solid : ''}`
  return (
    <article className={styles.row}>
      <span className={styles.frame}>
        <Picture className={styles.picture ?? ''} image={{ url: image }} width={112} alt="" />
        {gone && <span className={styles.gone}>{gone}</span>}
      </span>
      <div className={styles.words}>
        <Link href={to} className={styles.title}>
          {title}
        </Link>
        <div className={styles.notes}>{children}</div>
        <div className={styles.foot}>
          <span className={`${styles.price} ${priceName ? styles.named : ''}`}>
            {priceName && (
              <small>
                {priceName} {was > price && <Was yuan={was} />}
              </small>
            )}
            <Price yuan={price} size={22} />
            {!priceName && was > price && <Was yuan={was} />}
          </span>
          {act.to ? (
            <Link href={act.to} className={`${look} ${styles.above}`}>
              {act.label}
            </Link>
          ) : (
            <span className={look} aria-hidden="true">
              {act.label}
            </span>
          )}
        </div>
      </div>
    </article>
  )
}

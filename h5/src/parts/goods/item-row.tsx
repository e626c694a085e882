import { Picture } from '@zhanggui/page-kit/parts/picture.tsx'
import type { ReactNode } from 'react'
import styles from './item-row.module.css'
import { skuText } from './sku-text.ts'

type Given = {
  of: { image: string; storeName: string; sku: string }
  /** What else is said of it, in small. */
  note?: ReactNode
  /** Before it, as a box to tick. */
  left?: ReactNode
  /** Behind it. */
  children?: ReactNode
}

/** A product of an order where something is done about it. */
export function ItemRow({ of: { image, storeName, sku }, note, left, children }: Given) {
  return (
    <div className={styles.item}>
      {left}
      <span className={styles.picture}>
        <Picture image={{ url: image }} width={64} alt="" />
      </span>
      <span className={styles.words}>
        {storeName}
        <small>{skuText(sku)}</small>
        {note && <small>{note}</small>}
      </span>
      {children}
    </div>
  )
}

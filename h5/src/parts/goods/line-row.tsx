import { Picture } from '@zhanggui/page-kit/parts/picture.tsx'
import { Price, Was } from '@zhanggui/page-kit/parts/price.tsx'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './line-row.module.css'
import { skuText } from './sku-text.ts'

type Line = {
  productId: number
  storeName: string
  image: string
  sku: string
  price: number
  unitPrice: number
  num: number
}

/** A line of a checkout or an order. @param children what can be done with it */
export function LineRow({ line, children }: { line: Line; children?: ReactNode }) {
  const { productId, storeName, image, sku, price, unitPrice, num } = line
  return (
    <article className={styles.line}>
      <Link href={`/goods/${productId}`} className={styles.picture} aria-label={storeName}>
        <Picture image={{ url: image }} width={64} alt="" />
      </Link>
      <div className={styles.words}>
        <div>
          <span className={styles.name}>{storeName}</span>
          <Price yuan={unitPrice} size={15} />
        </div>
        <div className={styles.sku}>
          <span>{skuText(sku)}</span>
          <span>×{num}</span>
        </div>
        {price > unitPrice && (
          <p className={styles.was}>
            <Was yuan={price} />
          </p>
        )}
        {children}
      </div>
    </article>
  )
}

import type { CSSProperties } from 'react'
import type { ProductCard } from '../data.ts'
import { formatLink } from '../links/links.ts'
import { useAround } from '../view.tsx'
import { Go } from './go.tsx'
import styles from './goods-card.module.css'
import { Icon } from './icon.tsx'
import { inkOf } from './look.ts'
import { Picture } from './picture.tsx'
import { Price, Was } from './price.tsx'

export type GoodsLook = {
  layout: 'row' | 'two' | 'three' | 'big' | 'slide'
  show: readonly string[]
  nameColour: string
  priceTone: string
  salesColour: string
  radius: number
  space: number
}

/** Products side by side or below one another. */
export function Goods({ list, look }: { list: readonly ProductCard[]; look: GoodsLook }) {
  const variables = { '--space': `${look.space}px`, '--round': `${look.radius}px` } as CSSProperties
  return (
    <ul className={`${styles.goods} ${styles[look.layout]}`} style={variables}>
      {list.map((product) => (
        <li key={product.id}>
          <GoodsCard product={product} look={look} />
        </li>
      ))}
    </ul>
  )
}

const pictureWidths = { row: 120, two: 180, three: 120, big: 360, slide: 120 }

function GoodsCard({ product, look }: { product: ProductCard; look: GoodsLook }) {
  const { act } = useAround()
  const { layout, show, nameColour, priceTone, salesColour } = look
  const isShown = (part: string) => show.includes(part)
  const isSoldOut = product.stock <= 0
  const { tags } = product
  const [tag] = tags
  return (
    <div className={`${styles.card} ${isShown('cart') ? styles.withCart : ''}`}>
      <Go link={formatLink({ kind: 'product', id: String(product.id) })} className={styles.link}>
        <span className={styles.frame}>
          <Picture
            className={styles.image}
            image={{ url: product.image }}
            width={pictureWidths[layout]}
            alt={isShown('name') ? '' : product.storeName}
          />
          {product.activityStyle && <img className={styles.over} src={product.activityStyle} alt="" loading="lazy" />}
          {isSoldOut && <span className={styles.gone}>抢光了</span>}
          {isShown('badge') && tag && layout === 'three' && <span className={styles.badge}>{tag.text}</span>}
        </span>
        <span className={styles.words}>
          {isShown('name') && (
            <span className={styles.name} style={{ color: nameColour }}>
              {product.storeName}
            </span>
          )}
          {isShown('badge') && layout !== 'three' && (
            <span className={styles.tags}>
              {tags.map(({ text, kind }) => (
                <span key={text} className={kind === 'activity' ? styles.tag : styles.plain}>
                  {text}
                </span>
              ))}
            </span>
          )}
          <span className={styles.line}>
            {isShown('price') && (
              <span style={{ color: inkOf(priceTone) }}>
                <Price yuan={product.price} size={layout === 'three' || layout === 'slide' ? 15 : 18} />
              </span>
            )}
            {isShown('otPrice') && product.otPrice > product.price && <Was yuan={product.otPrice} />}
            {isShown('sales') && (
              <span className={styles.sales} style={{ color: salesColour }}>
                已售 {product.sales.toLocaleString('zh-CN')}
              </span>
            )}
          </span>
        </span>
      </Go>
      {isShown('cart') && !isSoldOut && (
        <button
          type="button"
          className={styles.cart}
          aria-label={`把${product.storeName}加入购物车`}
          onClick={() => act.addToCart(product)}
        >
          <Icon name="add" size={16} />
        </button>
      )}
    </div>
  )
}

/** Where products will be, while they are fetched. */
export function GoodsSkeleton({ look, count }: { look: GoodsLook; count: number }) {
  const variables = { '--space': `${look.space}px`, '--round': `${look.radius}px` } as CSSProperties
  return (
    <ul className={`${styles.goods} ${styles[look.layout]}`} style={variables} aria-busy="true">
      {Array.from({ length: Math.min(count, 6) }, (_, index) => (
        <li key={index} className={styles.wait}>
          <span className={styles.frame} />
        </li>
      ))}
    </ul>
  )
}

import type { CSSProperties, ReactNode } from 'react'
import type { Image } from '../fields.ts'
import styles from './activity.module.css'
import { Go } from './go.tsx'
import { Icon } from './icon.tsx'
import { gradientOf, groundOf, inkOf, sourceOf } from './look.ts'
import { Picture } from './picture.tsx'
import { Price, Was } from './price.tsx'

type Head = {
  headStyle: 'text' | 'picture'
  title: string
  headImage: Image
  headBg: readonly string[]
  headBgImage: Image
  moreLink: string
}

/** The head of an activity: its title, what stands beside it, and where there is more. */
export function ActivityHead({
  headStyle,
  title,
  headImage,
  headBg,
  headBgImage,
  moreLink,
  children,
}: Head & { children?: ReactNode }) {
  const ground = headBgImage.url ? `url("${sourceOf(headBgImage.url, 360)}") center / cover` : gradientOf(headBg)
  return (
    <div className={styles.head} style={{ background: ground }}>
      {headStyle === 'picture' ? (
        <Picture
          className={styles.headImage ?? ''}
          image={headImage}
          width={154}
          fit="contain"
          alt={headImage.alt || title}
        />
      ) : (
        <b>{title}</b>
      )}
      {children}
      {moreLink && (
        <Go link={moreLink} className={styles.more}>
          全部
          <Icon name="more" size={14} />
        </Go>
      )}
    </div>
  )
}

/** A product of an activity, as all of them are drawn. */
export type ActivityItem = {
  id: number
  link: string
  image: string
  title: string
  price: number
  was: number
  /** 3 人拼 */
  label?: string
  /** Of what is there, how much is gone: 0 to 100. */
  percent?: number
}

type Look = {
  columns: 1 | 2 | 3 | 'slide'
  show: readonly string[]
  priceTone: string
  labelBg?: string
  button?: { text: string; bg: readonly string[] }
}

export function ActivityGoods({ list, look }: { list: readonly ActivityItem[]; look: Look }) {
  const { columns, show, priceTone, labelBg = 'theme-2', button } = look
  const isShown = (part: string) => show.includes(part)
  const layout = { 1: styles.row, 2: styles.two, 3: styles.three, slide: styles.slide }[columns]
  const price = { '--deal-ink': inkOf(priceTone) } as CSSProperties
  return (
    <ul className={`${styles.goods} ${layout}`} style={price}>
      {list.map((item) => (
        <li key={item.id}>
          <Go link={item.link} className={styles.item}>
            <Picture
              className={styles.image ?? ''}
              image={{ url: item.image }}
              width={120}
              alt={isShown('name') ? '' : item.title}
            />
            <span className={styles.words}>
              {isShown('name') && <span className={styles.name}>{item.title}</span>}
              {item.label && isShown('people') && (
                <span
                  className={styles.label}
                  style={{ background: groundOf(labelBg), color: labelBg === 'theme' ? '#fff' : 'var(--t-text)' }}
                >
                  {item.label}
                </span>
              )}
              {isShown('price') && (
                <span className={styles.prices}>
                  <Price yuan={item.price} />
                  {(show.includes('otPrice') || show.includes('bar')) && item.was > item.price && (
                    <Was yuan={item.was} />
                  )}
                </span>
              )}
              {isShown('bar') && item.percent !== undefined && (
                <span className={styles.bar} role="img" aria-label={`已抢${item.percent}%`}>
                  <i style={{ width: `${item.percent}%` }} />
                </span>
              )}
              {button && (
                <span className={styles.button} style={{ background: gradientOf(button.bg) }}>
                  {button.text}
                </span>
              )}
            </span>
          </Go>
        </li>
      ))}
    </ul>
  )
}

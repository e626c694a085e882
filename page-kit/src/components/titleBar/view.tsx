import { Go } from '../../parts/go.tsx'
import { Icon } from '../../parts/icon.tsx'
import { gradientOf, sourceOf } from '../../parts/look.ts'
import type { ViewProps } from '../../view.tsx'
import type { titleBar } from './schema.ts'
import styles from './titleBar.module.css'

export function TitleBarView({ props }: Pick<ViewProps<typeof titleBar>, 'props'>) {
  const {
    title,
    subtitle,
    moreShown,
    more,
    link,
    background,
    image,
    bg,
    align,
    weight,
    size,
    subSize,
    moreSize,
    colour,
    subColour,
    moreColour,
  } = props
  const ground =
    background === 'picture' && image.url ? `url("${sourceOf(image.url, 375)}") center / cover` : gradientOf(bg)
  return (
    <div className={`${styles.bar} ${styles[align]}`} style={{ background: ground }}>
      <h2 className={styles[weight]} style={{ color: colour, fontSize: size }}>
        {title}
      </h2>
      {subtitle && <span style={{ color: subColour, fontSize: subSize }}>{subtitle}</span>}
      {moreShown && (
        <Go
          link={link}
          className={styles.more}
          style={{ color: moreColour, fontSize: moreSize }}
          label={`${title}：${more || '更多'}`}
        >
          {more}
          <Icon name="more" size={14} />
        </Go>
      )}
    </div>
  )
}
